//! `shoutan serve`: the playing server. Flags stand above `SHOUTAN_*`, these above the file, the file above the defaults.

use std::io::{self, IsTerminal, Write};
use std::net::{Ipv4Addr, SocketAddr, UdpSocket};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anstyle::{AnsiColor, Style};
use rules::Lang;
use serde::Deserialize;
use server::{Config, Limits};

use crate::exit::Exit;
use crate::lang::tr;
use crate::trouble::Trouble;
use crate::{Manner, complain};

const TITLE: Style = AnsiColor::Green.on_default().bold();

/// Serve games of Go on this machine: open the address in a browser or connect a program
#[derive(Debug, Clone, Default, clap::Args)]
pub(crate) struct Args {
    /// Address and port; 0.0.0.0:8361 is for everybody in the network, port 0 picks a free one
    #[arg(long, value_name = "ADDRESS", env = "SHOUTAN_LISTEN", hide_env = true)]
    pub(crate) listen: Option<SocketAddr>,
    /// Folder for the database; without it the system's place for data
    #[arg(long, value_name = "FOLDER", env = "SHOUTAN_DATA_DIR", hide_env = true)]
    pub(crate) data: Option<PathBuf>,
    /// sqlite:PATH or postgres://...; without it a file in the data folder
    #[arg(long, value_name = "ADDRESS", env = "SHOUTAN_DATABASE", hide_env = true)]
    pub(crate) database: Option<String>,
    /// Settings file in TOML; without it shoutan.toml in the data folder, if it is there
    #[arg(long, value_name = "FILE", env = "SHOUTAN_CONFIG", hide_env = true)]
    pub(crate) config: Option<PathBuf>,
    /// Another site whose pages may use this server, such as https://go.example.org
    #[arg(long = "origin", value_name = "SITE", env = "SHOUTAN_ORIGINS", hide_env = true)]
    #[arg(value_delimiter = ',')]
    pub(crate) origins: Vec<String>,
    /// Believe X-Forwarded-For: only behind a proxy that sets it
    #[arg(long, env = "SHOUTAN_TRUST_PROXY", hide_env = true)]
    pub(crate) trust_proxy: bool,
    /// Send cookies over HTTPS only: for servers behind an HTTPS proxy
    #[arg(long, env = "SHOUTAN_SECURE_COOKIES", hide_env = true)]
    pub(crate) secure_cookies: bool,
    /// Threads that think for the engine; 0 turns it off
    #[arg(long, value_name = "N", env = "SHOUTAN_ENGINE_THREADS", hide_env = true)]
    pub(crate) engine_threads: Option<usize>,
    /// Network that the engine thinks with, installed or a file: it plays at ranks; without it the largest installed one, else the one in the program (default); none for no network
    #[arg(long, value_name = "NET", env = "SHOUTAN_NET", hide_env = true)]
    pub(crate) net: Option<String>,
    /// A limit by name, such as guests=600; --print-config lists them
    #[arg(long = "limit", value_name = "NAME=N", env = "SHOUTAN_LIMITS", hide_env = true)]
    #[arg(value_delimiter = ',')]
    pub(crate) limits: Vec<String>,
    /// What to log, such as info or server=debug
    #[arg(long, value_name = "FILTER", env = "SHOUTAN_LOG", hide_env = true)]
    pub(crate) log: Option<String>,
    /// Show the settings as they would be used, and end
    #[arg(long)]
    pub(crate) print_config: bool,
}

/// The settings file.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    listen: Option<SocketAddr>,
    data: Option<PathBuf>,
    database: Option<String>,
    origins: Option<Vec<String>>,
    trust_proxy: Option<bool>,
    secure_cookies: Option<bool>,
    engine_threads: Option<usize>,
    net: Option<String>,
    log: Option<String>,
    #[serde(default)]
    limits: std::collections::BTreeMap<String, u32>,
}

/// The limits by name.
fn limit<'a>(limits: &'a mut Limits, name: &str) -> Option<Slot<'a>> {
    Some(match name {
        "requests" => Slot::Rate(&mut limits.requests),
        "guests" => Slot::Rate(&mut limits.guests),
        "logins" => Slot::Rate(&mut limits.logins),
        "messages" => Slot::Rate(&mut limits.messages),
        "chat" => Slot::Rate(&mut limits.chat),
        "seeks" => Slot::Rate(&mut limits.seeks),
        "games" => Slot::Rate(&mut limits.games),
        "creations" => Slot::Rate(&mut limits.creations),
        "subscriptions" => Slot::Count(&mut limits.subscriptions),
        "connections" => Slot::Count(&mut limits.connections),
        "connections_per_address" => Slot::Count(&mut limits.connections_per_address),
        "header_timeout" => Slot::Seconds(&mut limits.header_timeout),
        "ping" => Slot::Seconds(&mut limits.ping),
        "settle_after" => Slot::Seconds(&mut limits.settle_after),
        "settle_after_slow" => Slot::Seconds(&mut limits.settle_after_slow),
        _ => return None,
    })
}

const LIMITS: [&str; 15] = [
    "requests",
    "guests",
    "logins",
    "messages",
    "chat",
    "seeks",
    "games",
    "creations",
    "subscriptions",
    "connections",
    "connections_per_address",
    "header_timeout",
    "ping",
    "settle_after",
    "settle_after_slow",
];

/// One limit.
enum Slot<'a> {
    Rate(&'a mut u32),
    Count(&'a mut usize),
    Seconds(&'a mut Duration),
}

impl Slot<'_> {
    fn set(self, value: u32) {
        match self {
            Slot::Rate(slot) => *slot = value,
            Slot::Count(slot) => *slot = usize::try_from(value).unwrap_or(usize::MAX),
            Slot::Seconds(slot) => *slot = Duration::from_secs(value.max(1).into()),
        }
    }

    fn get(&self) -> u64 {
        match self {
            Slot::Rate(slot) => u64::from(**slot),
            Slot::Count(slot) => u64::try_from(**slot).unwrap_or(u64::MAX),
            Slot::Seconds(slot) => slot.as_secs(),
        }
    }
}

/// The platform's folder for a program's data, or one here.
pub(crate) fn data_folder() -> PathBuf {
    let set =
        |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let base = if cfg!(target_os = "macos") {
        set("HOME").map(|home| home.join("Library/Application Support"))
    } else if cfg!(windows) {
        set("LOCALAPPDATA")
    } else {
        set("XDG_DATA_HOME").or_else(|| set("HOME").map(|home| home.join(".local/share")))
    };
    base.map_or_else(|| PathBuf::from("shoutan-data"), |base| base.join("shoutan"))
}

fn read_file(path: &Path, lang: Lang) -> Result<File, Trouble> {
    let place = path.display().to_string();
    let text = std::fs::read_to_string(path).map_err(|error| {
        let what = tr!(lang, "读不出来：{error}", "cannot be read: {error}");
        Trouble::new("config", place.clone(), what, "")
    })?;
    toml::from_str(&text).map_err(|error| {
        let what = tr!(lang, "不是合适的设置：{error}", "holds no fit settings: {error}");
        Trouble::new("config", place, what, tr!(lang, "见 docs/SERVER.md", "see docs/SERVER.md"))
    })
}

/// The database that a server with this data folder uses: the one in its settings file, or the file in the folder.
///
/// # Errors
/// When there is a settings file that cannot be read.
pub(super) fn database(data: Option<&Path>, lang: Lang) -> Result<String, Trouble> {
    let args = Args { data: data.map(Path::to_owned), ..Args::default() };
    let Ready { config, .. } = settings(&args, lang)?;
    let file = || format!("sqlite:{}", config.data.join("shoutan.sqlite").display());
    Ok(config.database.clone().unwrap_or_else(file))
}

/// Ready settings.
struct Ready {
    config: Config,
    /// What to log.
    log: String,
    /// The engine's network, as it was named.
    net: Option<String>,
}

fn settings(args: &Args, lang: Lang) -> Result<Ready, Trouble> {
    let data = args.data.clone();
    let path = args.config.clone().or_else(|| {
        let path = data.clone().unwrap_or_else(data_folder).join("shoutan.toml");
        path.exists().then_some(path)
    });
    let file = path.as_deref().map(|path| read_file(path, lang)).transpose()?.unwrap_or_default();
    let mut config = Config::new(data.or(file.data).unwrap_or_else(data_folder));
    config.pages = Some(web::file);
    config.listen = args.listen.or(file.listen).unwrap_or(config.listen);
    config.database = args.database.clone().or(file.database);
    config.origins = if args.origins.is_empty() {
        file.origins.unwrap_or_default()
    } else {
        args.origins.clone()
    };
    config.trust_proxy = args.trust_proxy || file.trust_proxy.unwrap_or(false);
    config.secure_cookies = args.secure_cookies || file.secure_cookies.unwrap_or(false);
    config.engine_threads =
        args.engine_threads.or(file.engine_threads).unwrap_or(config.engine_threads);
    let unknown = |name: &str| {
        let what = tr!(lang, "没有“{name}”这个限制", "there is no limit \"{name}\"");
        let known = LIMITS.join(", ");
        let remedy = tr!(lang, "可用的：{known}", "there are: {known}");
        Trouble::new("arguments", "--limit", what, remedy)
    };
    for (name, value) in &file.limits {
        limit(&mut config.limits, name).ok_or_else(|| unknown(name))?.set(*value);
    }
    for text in args.limits.iter().filter(|text| !text.trim().is_empty()) {
        let pair = text
            .split_once('=')
            .and_then(|(name, value)| Some((name.trim(), value.trim().parse().ok()?)));
        let Some((name, value)) = pair else {
            let what = tr!(lang, "“{text}”应写成 名称=数", "\"{text}\" needs the form NAME=N");
            return Err(Trouble::new("arguments", "--limit", what, ""));
        };
        limit(&mut config.limits, name).ok_or_else(|| unknown(name))?.set(value);
    }
    Ok(Ready {
        config,
        log: args.log.clone().or(file.log).unwrap_or_else(|| "warn,server=info".to_owned()),
        net: args.net.clone().or(file.net),
    })
}

/// The settings as a file would state them.
fn printed(Ready { config, log, net }: &mut Ready) -> String {
    let quoted = |text: &str| toml::Value::from(text).to_string();
    let mut text = format!(
        "listen = \"{}\"\ndata = {}\n",
        config.listen,
        quoted(&config.data.display().to_string())
    );
    if let Some(database) = &config.database {
        text.push_str(&format!("database = {}\n", quoted(&without_password(database))));
    }
    if let Some(net) = net {
        text.push_str(&format!("net = {}\n", quoted(net)));
    }
    let origins: Vec<String> = config.origins.iter().map(|site| quoted(site)).collect();
    text.push_str(&format!(
        "origins = [{}]\ntrust_proxy = {}\nsecure_cookies = {}\nengine_threads = {}\nlog = {}\n\n[limits]\n",
        origins.join(", "),
        config.trust_proxy,
        config.secure_cookies,
        config.engine_threads,
        quoted(log)
    ));
    for name in LIMITS {
        if let Some(slot) = limit(&mut config.limits, name) {
            text.push_str(&format!("{name} = {}\n", slot.get()));
        }
    }
    text
}

/// The address of a database without its password.
fn without_password(address: &str) -> String {
    match (address.split_once("://"), address.rfind('@')) {
        (Some((scheme, rest)), Some(at)) => {
            let user = rest.split([':', '@']).next().unwrap_or_default();
            format!("{scheme}://{user}:***{}", &address[at..])
        }
        _ => address.to_owned(),
    }
}

/// Runs the server until it is told to stop.
///
/// # Errors
/// When nothing can be printed.
pub(crate) fn run(args: &Args, manner: Manner) -> io::Result<Exit> {
    let lang = manner.lang;
    let mut ready = match settings(args, lang) {
        Ok(settings) => settings,
        Err(trouble) => {
            complain(&trouble, lang)?;
            return Ok(Exit::Failed);
        }
    };
    if args.print_config {
        write!(anstream::stdout(), "{}", printed(&mut ready))?;
        return Ok(Exit::Fine);
    }
    let Ready { mut config, log, net } = ready;
    let found = crate::net::find_net(net.as_deref(), Some(&config.data), lang);
    let loaded = found.and_then(|source| source.map(|source| source.load(lang)).transpose());
    match loaded {
        Ok(net) => config.net = net,
        Err(trouble) => {
            complain(&trouble, lang)?;
            return Ok(Exit::Failed);
        }
    }
    let filter = match tracing_subscriber::EnvFilter::try_new(&log) {
        Ok(filter) => filter,
        Err(error) => {
            let trouble = Trouble::new("arguments", "--log", error.to_string(), "");
            complain(&trouble, lang)?;
            return Ok(Exit::Failed);
        }
    };
    let logging = tracing_subscriber::fmt().with_env_filter(filter).with_writer(io::stderr);
    // Lines for people on a terminal, JSON for whatever collects them.
    match io::stderr().is_terminal() {
        true => logging.init(),
        false => logging.json().init(),
    }
    let folder = config.data.display().to_string();
    let json = manner.json;
    let started = |address: SocketAddr| {
        // A closed stdout must not end the server.
        let _ = banner(address, &folder, lang, json);
    };
    match server::run(config, started) {
        Ok(()) => Ok(Exit::Fine),
        Err(error) => {
            let what = tr!(lang, "服务器没能启动：{error}", "the server did not start: {error}");
            let remedy = match error {
                server::StartError::Listen { .. } => {
                    tr!(lang, "用 --listen 换一个端口", "choose another port with --listen")
                }
                _ => String::new(),
            };
            complain(&Trouble::new("serve", "serve", what, remedy), lang)?;
            Ok(Exit::Failed)
        }
    }
}

/// Where people in the same network reach a server that listens everywhere.
fn in_the_network(address: SocketAddr) -> Vec<SocketAddr> {
    if !address.ip().is_unspecified() {
        return Vec::new();
    }
    // Connecting a UDP socket sends nothing; it only makes the system choose the address that faces that way. A club
    // without the internet has a route to its own network alone.
    let there = ["192.0.2.1:9", "192.168.1.1:9", "10.0.0.1:9", "172.16.0.1:9"];
    let mut found: Vec<SocketAddr> = there
        .iter()
        .filter_map(|there| {
            let socket = UdpSocket::bind("0.0.0.0:0").ok()?;
            socket.connect(there).ok()?;
            Some(SocketAddr::new(socket.local_addr().ok()?.ip(), address.port()))
        })
        .filter(|found| !found.ip().is_loopback())
        .collect();
    found.sort();
    found.dedup();
    found
}

fn banner(address: SocketAddr, folder: &str, lang: Lang, json: bool) -> io::Result<()> {
    let mut out = anstream::stdout();
    let here = match address.ip().is_unspecified() {
        true => SocketAddr::new(Ipv4Addr::LOCALHOST.into(), address.port()),
        false => address,
    };
    let url = format!("http://{here}/");
    if json {
        writeln!(out, "{}", serde_json::json!({"url": url, "data": folder}))?;
        return out.flush();
    }
    let title = tr!(lang, "手谈 已经开门", "Shoutan 手谈 is open");
    let visit = tr!(lang, "网址：{url}", "address: {url}");
    let data = tr!(lang, "数据：{folder}", "data: {folder}");
    let stop = tr!(
        lang,
        "按 Ctrl-C 停止；对局会暂停并保存。shoutan --help 列出其他命令",
        "Ctrl-C stops it; games are paused and kept. shoutan --help lists the other commands"
    );
    writeln!(out, "{TITLE}{title}{TITLE:#}\n  {visit}")?;
    for other in in_the_network(address) {
        writeln!(
            out,
            "  {}",
            tr!(lang, "同一网络里：http://{other}/", "in the same network: http://{other}/")
        )?;
    }
    writeln!(out, "  {data}\n  {stop}")?;
    out.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_for_everybody_names_addresses_others_can_use() {
        let everywhere = SocketAddr::from(([0, 0, 0, 0], 8361));
        let found = in_the_network(everywhere);
        assert!(
            found.iter().all(|one| one.port() == 8361 && !one.ip().is_unspecified()),
            "{found:?}"
        );
        assert_eq!(in_the_network(SocketAddr::from(([127, 0, 0, 1], 8361))), []);
    }

    #[test]
    fn printed_settings_are_read_again() {
        let mut config = Config::new("folder".into());
        config.origins = vec!["https://a.example".into()];
        let net = Some("some net.bin.gz".to_owned());
        let mut ready = Ready { config, log: "info".to_owned(), net };
        let text = printed(&mut ready);
        let Ready { config, net, .. } = ready;
        let file: File = toml::from_str(&text).unwrap();
        assert_eq!(file.limits.len(), LIMITS.len());
        assert_eq!(file.listen, Some(config.listen));
        assert_eq!(file.origins, Some(config.origins));
        assert_eq!(file.net, net);
    }

    #[test]
    fn flags_stand_above_the_file() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(
            folder.path().join("shoutan.toml"),
            "listen = \"127.0.0.1:1\"\nengine_threads = 3\nnet = \"a\"\n[limits]\nguests = 7\nchat = 9\n",
        )
        .unwrap();
        let args = Args {
            data: Some(folder.path().to_owned()),
            listen: Some(([127, 0, 0, 1], 2).into()),
            limits: vec!["guests=8".into()],
            ..Args::default()
        };
        let Ready { config, net, .. } = settings(&args, Lang::En).unwrap();
        assert_eq!(net.as_deref(), Some("a"));
        let without = Args { net: Some("none".into()), ..args.clone() };
        assert_eq!(settings(&without, Lang::En).unwrap().net.as_deref(), Some("none"));
        assert_eq!(config.listen.port(), 2);
        assert_eq!((config.limits.guests, config.limits.chat, config.engine_threads), (8, 9, 3));
        let wrong = Args { limits: vec!["guest=8".into()], ..args };
        assert!(settings(&wrong, Lang::Zh).is_err());
    }

    #[test]
    fn the_database_of_a_data_folder() {
        let folder = tempfile::tempdir().unwrap();
        let found = database(Some(folder.path()), Lang::En).unwrap();
        assert_eq!(found, format!("sqlite:{}", folder.path().join("shoutan.sqlite").display()));
        let file = folder.path().join("shoutan.toml");
        std::fs::write(&file, "database = \"postgres://go@db/go\"\n").unwrap();
        assert_eq!(database(Some(folder.path()), Lang::En).unwrap(), "postgres://go@db/go");
        std::fs::write(&file, "database = 7\n").unwrap();
        assert!(database(Some(folder.path()), Lang::Zh).is_err());
    }

    #[test]
    fn passwords_are_not_printed() {
        assert_eq!(without_password("postgres://go:secret@host/db"), "postgres://go:***@host/db");
        assert_eq!(without_password("sqlite:a.db"), "sqlite:a.db");
    }
}
