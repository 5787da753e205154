//! `net` as its users meet it. Servers are on the loopback only.

use std::collections::HashMap;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::thread;

use serde_json::{Value, json};

use super::{Run, command};

fn random_net(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/nn/random_nets");
    folder.join(name)
}

/// Runs `net` with its own data folder.
fn net(data: &Path, arguments: &[&str]) -> Run {
    let mut command = command(&["net"]);
    let output = command.args(arguments).arg("--data").arg(data).output().expect("it runs");
    Run {
        out: String::from_utf8(output.stdout).expect("UTF-8"),
        err: String::from_utf8(output.stderr).expect("UTF-8"),
        code: output.status.code().expect("it was not killed"),
    }
}

/// What lies in the folder of networks.
fn lies(data: &Path) -> Vec<String> {
    let entries = fs::read_dir(data.join("nets")).into_iter().flatten();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// A server of fixed pages, by path; a second number cuts the answer short of its length. Answers its address.
fn serve(pages: HashMap<String, (Vec<u8>, usize)>) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = format!("http://{}", listener.local_addr().expect("an address"));
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let mut reader = BufReader::new(&stream);
            let mut line = String::new();
            if reader.read_line(&mut line).is_err() {
                continue;
            }
            let path = line.split(' ').nth(1).unwrap_or_default().to_owned();
            while reader.read_line(&mut line).is_ok_and(|bytes| bytes > 2) {}
            let mut stream = &stream;
            let _ = match pages.get(&path) {
                None => write!(
                    stream,
                    "HTTP/1.1 404 Not Found\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
                ),
                Some((body, missing)) => {
                    let length = body.len();
                    write!(
                        stream,
                        "HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: {length}\r\n\r\n"
                    )
                    .and_then(|()| stream.write_all(&body[..length - missing]))
                }
            };
        }
    });
    address
}

/// A zip archive of files that are not compressed.
fn archive(files: &[(&str, &[u8])]) -> Vec<u8> {
    let (mut out, mut directory) = (Vec::new(), Vec::new());
    for (name, content) in files {
        let (start, size) = (out.len() as u32, (content.len() as u32).to_le_bytes());
        let mut head = [20, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0].to_vec();
        head.extend([size, size].concat());
        head.extend((name.len() as u16).to_le_bytes());
        head.extend([0, 0]);
        out.extend([b"PK\x03\x04".as_slice(), &head, name.as_bytes(), content].concat());
        directory.extend(
            [b"PK\x01\x02\x14\x00".as_slice(), &head, &[0; 10], &start.to_le_bytes()].concat(),
        );
        directory.extend(name.as_bytes());
    }
    let start = out.len() as u32;
    out.extend(&directory);
    out.extend(b"PK\x05\x06\0\0\0\0");
    out.extend([files.len() as u8, 0, files.len() as u8, 0]);
    out.extend((directory.len() as u32).to_le_bytes());
    out.extend(start.to_le_bytes());
    out.extend([0, 0]);
    out
}

const WHEEL: &str = "katrain-1.20.0-py3-none-any.whl";
const MEMBER: &str = "katrain/models/b10c384h6nbttflrs.bin.gz";

#[test]
fn a_network_is_installed_told_checked_measured_and_removed() {
    let data = tempfile::tempdir().expect("a folder");
    let net = |arguments: &[&str]| net(data.path(), arguments);
    let empty = net(&["list", "--lang", "en"]);
    assert!(
        empty.out.contains("no network is installed in")
            && empty.out.contains("* default")
            && empty.out.contains("b10c384h6nbttflrs"),
        "{}",
        empty.out
    );
    assert!(net(&["list", "--lang", "zh"]).out.contains("没有安装网络"));

    let file = random_net("random-v15-s2.bin.gz");
    let file = file.to_str().expect("UTF-8");
    let installed = net(&["install", file, "--lang", "zh"]);
    assert!(
        installed.out.contains("已安装") && installed.code == 0,
        "{}{}",
        installed.out,
        installed.err
    );
    assert_eq!(lies(data.path()), ["random-v15-s2.bin.gz"]);
    let again = net(&["install", file, "--lang", "en"]);
    assert!(again.out.contains("installed already") && again.code == 0);

    let listed: Value =
        serde_json::from_str(net(&["list", "--json"]).out.lines().next().unwrap()).unwrap();
    assert_eq!((&listed["name"], &listed["used"]), (&json!("random-v15-s2"), &json!(true)));
    assert!(net(&["list", "--lang", "zh"]).out.contains("\n  default"), "another one is used");
    let info: Value = serde_json::from_str(&net(&["info", "random-v15-s2", "--json"]).out).unwrap();
    assert_eq!((&info["version"], &info["licence"]), (&json!(15), &Value::Null));
    assert!(net(&["info", "--lang", "zh"]).out.contains("第 15 版"));
    let verified = net(&["verify", "--lang", "en"]);
    assert!(verified.out.contains("agrees") && verified.code == 0, "{}", verified.out);
    let hash = "0".repeat(64);
    let other = net(&["verify", "random-v15-s2", "--sha256", &hash, "--lang", "zh"]);
    assert!(other.out.contains("校验值不对") && other.code == 1, "{}", other.out);
    let speed = net(&["benchmark", "--seconds", "1", "--threads", "1", "--json"]);
    let lines: Vec<Value> =
        speed.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 3);
    assert!(lines.iter().all(|line| line["evaluations_per_second"].as_f64().unwrap() > 0.0));

    assert_eq!(net(&["remove", "random"]).code, 2);
    assert_eq!(net(&["remove", "random-v15-s2"]).code, 0);
    assert_eq!(lies(data.path()), [""; 0]);
}

#[test]
fn the_network_in_the_program_is_there_told_and_stays() {
    let data = tempfile::tempdir().expect("a folder");
    let net = |arguments: &[&str]| net(data.path(), arguments);
    let listed: Value =
        serde_json::from_str(net(&["list", "--json"]).out.lines().next().unwrap()).unwrap();
    assert_eq!(
        (&listed["name"], &listed["built_in"], &listed["used"]),
        (&json!("default"), &json!(true), &json!(true))
    );
    assert!(net(&["list", "--lang", "zh"]).out.contains("内置"));
    let info: Value = serde_json::from_str(&net(&["info", "--json"]).out).unwrap();
    assert_eq!(info["bytes"], listed["bytes"]);
    assert_eq!(info["licence"], "MIT OR Apache-2.0");
    assert!(info["card"]["validation"].as_array().is_some_and(|sizes| sizes.len() >= 3));
    for (lang, words) in [
        ("zh", ["SHA-256", "许可      MIT", "老师", "验证"]),
        ("en", ["SHA-256", "licence     MIT", "teachers", "validation"]),
    ] {
        let info = net(&["info", "default", "--lang", lang]);
        assert!(words.iter().all(|word| info.out.contains(word)), "{}{}", info.out, info.err);
    }
    let verified = net(&["verify", "default", "--json"]);
    let verified: Value = serde_json::from_str(&verified.out).unwrap();
    assert_eq!((&verified["fine"], &verified["agrees"]), (&json!(true), &json!(true)));
    for (lang, word) in [("zh", "程序的一部分"), ("en", "part of the program")] {
        let removed = net(&["remove", "default", "--lang", lang]);
        assert!(removed.code == 2 && removed.err.contains(word), "{}", removed.err);
    }
    assert_eq!(net(&["info", "none"]).code, 2);
    // No other file may bear its name.
    let other = data.path().join("default.bin.gz");
    fs::copy(random_net("random-v17-s3.bin.gz"), &other).expect("a copy");
    assert_eq!(net(&["install", other.to_str().unwrap()]).code, 0);
    assert!(!lies(data.path()).contains(&"default.bin.gz".to_owned()), "{:?}", lies(data.path()));
}

#[test]
fn engines_think_with_the_named_the_installed_or_the_built_in_network() {
    let data = tempfile::tempdir().expect("a folder");
    let models = |variables: &[(&str, &str)], arguments: &[&str]| -> String {
        let mut command = command(&["gtp"]);
        command.env("SHOUTAN_DATA_DIR", data.path()).args(arguments);
        command.envs(variables.iter().copied());
        let output = command.write_stdin("kata-get-models\nquit\n").output().expect("it runs");
        String::from_utf8(output.stdout).expect("UTF-8")
    };
    let own = nn::Model::read(nn::DEFAULT_NET).expect("a network").name;
    assert!(models(&[], &[]).contains(&own));
    assert!(!models(&[], &["--net", "none"]).contains("name"));
    assert!(!models(&[("SHOUTAN_NET", "none")], &[]).contains("name"));
    let file = random_net("random-v15-s2.bin.gz");
    assert_eq!(net(data.path(), &["install", file.to_str().expect("UTF-8")]).code, 0);
    let installed = models(&[], &[]);
    assert!(installed.contains("name") && !installed.contains(&own), "{installed}");
    assert!(models(&[], &["--net", "default"]).contains(&own));
    assert!(models(&[("SHOUTAN_NET", "default")], &[]).contains(&own));
    assert_eq!(models(&[("SHOUTAN_NET", "default")], &["--net", "random-v15-s2"]), installed);
}

#[test]
fn an_exported_network_answers_the_same() {
    let folder = tempfile::tempdir().expect("a folder");
    let net = |arguments: &[&str]| net(folder.path(), arguments);
    let told = |name: &str| -> Value {
        let info = net(&["info", name, "--json"]);
        serde_json::from_str(&info.out).expect(&info.err)
    };
    for name in ["a.bin.gz", "b.bin", "c.txt.gz", "d.txt"] {
        let path = folder.path().join(name);
        let file = path.to_str().expect("UTF-8");
        let done = net(&["export", "default", file, "--lang", "en"]);
        assert!(done.code == 0 && done.out.contains("written"), "{name}: {}", done.err);
        assert_eq!(net(&["export", "default", file]).code, 2, "it is there already");
        let mut bytes = fs::read(&path).expect("it was written");
        if name.ends_with(".gz") {
            let mut whole = Vec::new();
            flate2::read::GzDecoder::new(&bytes[..]).read_to_end(&mut whole).expect("gzip");
            bytes = whole;
        }
        let halves = bytes.windows(5).any(|window| window == b"@F16@");
        assert!(!halves, "{name}: other programs cannot read these");
        for field in ["name", "version", "parameters", "blocks"] {
            assert_eq!(told(file)[field], told("default")[field], "{name}");
        }
        assert_eq!(answers(&bytes), answers(nn::DEFAULT_NET), "{name}");
    }
    for (arguments, word) in [
        (vec!["export"], "name is missing"),
        (vec!["export", "default"], "file to write is missing"),
        (vec!["export", "default", "net.onnx"], ".bin.gz"),
        (vec!["info", "default", "net.bin"], "export alone"),
    ] {
        let run = net(&[&arguments[..], &["--lang", "en"]].concat());
        assert!(run.code == 2 && run.err.contains(word), "{arguments:?}: {}", run.err);
    }
}

/// What a network says of two positions.
fn answers(bytes: &[u8]) -> Vec<nn::Evaluation> {
    use nn::{Evaluation, Game, Net, NetRules, NetworkOptions, Question};
    let net = Net::load(bytes, &NetworkOptions::default()).expect("a network");
    let game = |lines| {
        let size = board::BoardSize::square(lines).expect("a size");
        let komi = rules::Score::half_points(15);
        Game::new(NetRules::CHINESE, komi, board::Board::new(size), board::Color::Black)
    };
    let answer = |game: Game| {
        let mut answers = [Evaluation::default()];
        net.evaluate(&[Question::new(&game)], &mut answers).expect("an answer");
        let [answer] = answers;
        answer
    };
    [9, 19].into_iter().map(|lines| answer(game(lines))).collect()
}

#[test]
fn what_cannot_be_installed_leaves_nothing() {
    let data = tempfile::tempdir().expect("a folder");
    let net = |arguments: &[&str]| net(data.path(), arguments);
    let text = data.path().join("text.bin");
    fs::write(&text, "no network").expect("a file");
    let whole = fs::read(random_net("random-v17-s3.bin.gz")).expect("a network");
    let cut = data.path().join("cut.bin.gz");
    fs::write(&cut, &whole[..whole.len() / 2]).expect("a file");
    let (text, cut) = (text.to_str().unwrap(), cut.to_str().unwrap());
    let file = random_net("random-v17-s3.bin.gz");
    let file = file.to_str().unwrap();
    let zeros = "0".repeat(64);
    let cases: [(&[&str], [&str; 2]); 8] = [
        (&["install"], ["缺少", "is missing"]),
        (&["install", "no-such-net"], ["没有这个文件", "no such file"]),
        (&["install", text], ["不是网络文件", "not a network file"]),
        (&["install", cut], ["中断", "ends at byte"]),
        (&["install", file, "--sha256", &zeros], ["没有安装", "nothing was installed"]),
        (&["install", file, "--sha256", "12"], ["64 位", "64 hexadecimal"]),
        (&["install", "http://127.0.0.1:9/x.bin.gz"], ["谁都能改", "can change"]),
        (&["install", "ftp://127.0.0.1/x.bin.gz", "--sha256", &zeros], ["只能用", "are known"]),
    ];
    for (arguments, words) in cases {
        for (lang, word) in ["zh", "en"].into_iter().zip(words) {
            let run = net(&[arguments, &["--lang", lang]].concat());
            assert!(
                run.code == 2 && run.err.contains(word),
                "{arguments:?}: {}{}",
                run.out,
                run.err
            );
        }
    }
    assert_eq!(lies(data.path()), [""; 0]);
    // Another file of the same name is replaced only when that is wanted.
    fs::create_dir_all(data.path().join("nets")).unwrap();
    fs::write(data.path().join("nets/random-v17-s3.bin.gz"), b"other").unwrap();
    assert!(net(&["install", file, "--lang", "en"]).err.contains("exists already"));
    assert_eq!(net(&["install", file, "--force"]).code, 0);
    assert_eq!(fs::read(data.path().join("nets/random-v17-s3.bin.gz")).unwrap(), whole);
}

#[test]
fn a_network_comes_from_an_address() {
    let data = tempfile::tempdir().expect("a folder");
    let net = |arguments: &[&str]| net(data.path(), arguments);
    let whole = fs::read(random_net("random-v16-s1.bin.gz")).expect("a network");
    let info = net(&["info", random_net("random-v16-s1.bin.gz").to_str().unwrap(), "--json"]);
    let info: Value = serde_json::from_str(&info.out).unwrap();
    let hash = info["sha256"].as_str().unwrap();
    let address = serve(HashMap::from([
        ("/nets/some.bin.gz?x=1".to_owned(), (whole.clone(), 0)),
        ("/cut.bin.gz".to_owned(), (whole.clone(), 1000)),
        ("/get".to_owned(), (whole, 0)),
    ]));
    let install = |path: &str, hash: &str| {
        net(&["install", &format!("{address}{path}"), "--sha256", hash, "--lang", "en"])
    };
    assert_eq!(install("/none.bin.gz", hash).code, 2);
    let cut = install("/cut.bin.gz", hash);
    assert!(cut.code == 2 && cut.err.contains("could not be fetched"), "{}", cut.err);
    assert_eq!(install("/get", &"1".repeat(64)).code, 2);
    assert_eq!(lies(data.path()), [""; 0]);
    let done = install("/nets/some.bin.gz?x=1", hash);
    assert_eq!(done.code, 0, "{}", done.err);
    // An address that names no file: the network's own name.
    assert_eq!(install("/get", &hash.to_uppercase()).code, 0);
    let own = format!("{}.bin.gz", info["name"].as_str().unwrap());
    let mut expected = ["some.bin.gz".to_owned(), own];
    expected.sort();
    assert_eq!(lies(data.path()), expected);
}

#[test]
fn an_index_that_lies_or_breaks_installs_nothing() {
    let data = tempfile::tempdir().expect("a folder");
    let other = fs::read(random_net("random-v8-s1.bin.gz")).expect("a network");
    let lying = archive(&[("readme", b"x"), (MEMBER, &other)]);
    let empty = archive(&[("readme", b"x")]);
    let page = |wheel: &str, hash: &str| {
        let link = format!("<a href=\"{wheel}#sha256={hash}\">{WHEEL}</a>");
        (link.into_bytes(), 0)
    };
    let wheel = |folder: &str| format!("/{folder}/{WHEEL}");
    let address = serve(HashMap::from([
        ("/none/katrain/".to_owned(), (b"<html></html>".to_vec(), 0)),
        ("/hash/katrain/".to_owned(), page(&wheel("lying"), &"2".repeat(64))),
        ("/lying/katrain/".to_owned(), page(&wheel("lying"), &nn::sha256(&lying))),
        ("/empty/katrain/".to_owned(), page(&wheel("empty"), &nn::sha256(&empty))),
        ("/text/katrain/".to_owned(), page(&wheel("text"), &nn::sha256(b"no archive"))),
        (wheel("lying"), (lying, 0)),
        (wheel("empty"), (empty, 0)),
        (wheel("text"), (b"no archive".to_vec(), 0)),
    ]));
    for (index, word) in [
        ("none", "does not list"),
        ("hash", "its SHA-256 is"),
        ("lying", "its SHA-256 is"),
        ("empty", "has no file"),
        ("text", "no zip archive"),
        ("missing", "could not be fetched"),
    ] {
        let index = format!("{address}/{index}");
        let arguments = ["install", "b10c384h6nbttflrs", "--index", &index, "--lang", "en"];
        let run = net(data.path(), &arguments);
        assert!(run.code == 2 && run.err.contains(word), "{index}: {}{}", run.out, run.err);
        assert_eq!(lies(data.path()), [""; 0], "{index}");
    }
}

/// The real network in a made-up wheel of a made-up index, where the network is at hand.
#[test]
#[expect(clippy::print_stderr, reason = "says why nothing was tested")]
fn a_network_of_the_list_comes_from_an_index() {
    let Some(folder) = std::env::var_os("SHOUTAN_DATA") else {
        eprintln!("skipped: SHOUTAN_DATA not set");
        return;
    };
    let path = Path::new(&folder).join("nets/b10c384h6nbttflrs.bin.gz");
    let Ok(bytes) = fs::read(&path) else {
        eprintln!("skipped: {} not found", path.display());
        return;
    };
    let wheel = archive(&[("katrain/__init__.py", b""), (MEMBER, &bytes)]);
    let page = json!({ "files": [{
        "filename": WHEEL, "url": format!("../../files/{WHEEL}"), "hashes": { "sha256": nn::sha256(&wheel) },
    }] });
    let address = serve(HashMap::from([
        ("/simple/katrain/".to_owned(), (page.to_string().into_bytes(), 0)),
        (format!("/files/{WHEEL}"), (wheel, 0)),
    ]));
    let data = tempfile::tempdir().expect("a folder");
    let index = format!("{address}/simple/");
    let install = ["install", "b10c384h6nbttflrs", "--index", &index, "--lang", "zh"];
    let done = net(data.path(), &install);
    assert!(done.code == 0 && done.out.contains("许可      MIT"), "{}{}", done.out, done.err);
    assert_eq!(lies(data.path()), ["b10c384h6nbttflrs.bin.gz"]);
    // It is there: no server is asked.
    let offline = ["install", "b10c384h6nbttflrs", "--index", "http://127.0.0.1:9", "--json"];
    let again: Value = serde_json::from_str(&net(data.path(), &offline).out).unwrap();
    assert_eq!(again["already"], json!(true));
}
