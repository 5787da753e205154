//! `shoutan load` against a real server, and what it refuses.

use std::path::PathBuf;

use load::faults::{Launch, Server};

use super::{command, run};

#[test]
fn other_machines_are_refused_in_both_languages() {
    for address in ["192.0.2.1:80", "example.org:80", "0.0.0.0:8361"] {
        let zh = run(&["--lang", "zh", "load", address]);
        assert_eq!(zh.code, 2, "{}", zh.err);
        assert!(zh.err.contains("不是本机地址") && zh.err.contains("127.0.0.1"), "{}", zh.err);
        let en = run(&["--lang", "en", "load", address]);
        assert!(en.err.contains("is not an address of this machine"), "{}", en.err);
    }
}

#[test]
fn numbers_out_of_bounds_are_named() {
    let run_en = |arguments: &[&str]| {
        let all: Vec<&str> = ["--lang", "en", "load"].iter().chain(arguments).copied().collect();
        let run = run(&all);
        assert_eq!(run.code, 2, "{}{}", run.out, run.err);
        run.err
    };
    assert!(run_en(&["--games", "20001"]).contains("games 20001 is outside 1 to 20000"));
    assert!(run_en(&["--games", "0"]).contains("games 0"));
    assert!(run_en(&["--time", "3601"]).contains("3601"));
    assert!(run_en(&["--pace=-1"]).contains("pace"));
    assert!(run_en(&["--rules", "chess"]).contains("chess"));
    assert!(run_en(&["--records", "no-such-file.sgf"]).contains("no-such-file.sgf"));
    // A port on which nobody listens: it was free a moment ago.
    let free =
        std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string();
    assert!(run_en(&[&free]).contains("no server answers"));
}

#[test]
fn a_server_is_measured_and_compared() {
    let folder = tempfile::tempdir().unwrap();
    let binary = PathBuf::from(env!("CARGO_BIN_EXE_shoutan"));
    let launch = Launch::new(binary, folder.path().join("data")).unwrap();
    let mut server = Server::start(&launch).unwrap();
    let (address, pid) = (launch.address.to_string(), server.pid().to_string());
    let arguments = [
        "--json", "load", &address, "--pid", &pid, "-g", "4", "-w", "3", "-t", "2", "--pace", "0",
        "--size", "9", "--echo",
    ];
    let output = command(&arguments).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let value: serde_json::Value = serde_json::from_str(&text).unwrap_or_else(|error| {
        panic!("{error}: {text}{}", String::from_utf8_lossy(&output.stderr));
    });
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert_eq!(
        (&value["fine"], &value["errors"]),
        (&true.into(), &serde_json::json!({})),
        "{text}"
    );
    let number = |value: &serde_json::Value| value.as_u64().unwrap_or_default();
    assert!(number(&value["moves"]) > 0, "{text}");
    assert!(number(&value["compared"]["games"]) >= 4, "{text}");
    // Two players and their watchers, of every game.
    assert!(number(&value["compared"]["clients"]) >= 4 * 2 + 3, "{text}");
    assert!(number(&value["compared"]["acknowledgements"]) >= number(&value["moves"]), "{text}");
    assert!(number(&value["echo"]["moves"]) > 0, "{text}");
    assert!(server.stop());
    assert_eq!(server.panics(), Vec::<String>::new());
}
