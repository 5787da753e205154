//! `shoutan load`: games of many clients against a server on this machine, with figures and a comparison at the end.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use anstyle::{AnsiColor, Style};
use board::BoardSize;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use load::{Line, LoadError, Percentiles, Phase, Plan, Progress, Report, Target};
use rules::{Lang, Ruleset};
use serde_json::{Value, json};

use crate::Manner;
use crate::cmd::gtp::find_rules;
use crate::exit::Exit;
use crate::input;
use crate::lang::tr;
use crate::trouble::Trouble;

/// Play many games against a server on this machine and measure it
///
/// Each game has two clients on sockets of their own; watchers come on top. At the end what every client saw is compared
/// with what the server holds. Only loopback addresses are accepted. docs/LOAD.md says how to prepare the server.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The server, such as 127.0.0.1:8361
    #[arg(value_name = "ADDRESS", default_value = "127.0.0.1:8361", hide_default_value = true)]
    server: String,
    /// Games at once, up to 20000
    #[arg(long, short = 'g', value_name = "N", default_value_t = 100, hide_default_value = true)]
    games: usize,
    /// Watchers in all, dealt to the games in turn, up to 20000
    #[arg(long, short = 'w', value_name = "N", default_value_t = 0, hide_default_value = true)]
    watchers: usize,
    /// Seconds between two moves of a game; 0 plays as fast as the answers come
    #[arg(long, value_name = "S", default_value_t = 5.0, hide_default_value = true)]
    #[arg(value_parser = parse_seconds)]
    pace: f64,
    /// Seconds of play, up to 3600
    #[arg(long, short = 't', value_name = "S", default_value_t = 60, hide_default_value = true)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=3600))]
    time: u64,
    /// Records to play, such as an SGF collection; without it legal moves by lot
    #[arg(long, value_name = "FILE")]
    records: Option<PathBuf>,
    /// Board size
    #[arg(long, value_name = "N", default_value_t = 19, hide_default_value = true)]
    #[arg(value_parser = clap::value_parser!(u8).range(5..=25))]
    size: u8,
    /// Rules, as `shoutan rules` lists them; without it Chinese
    #[arg(long, value_name = "NAME", default_value = "chinese", hide_default_value = true)]
    rules: String,
    /// Time control of the games, such as 20m+5x30s
    #[arg(long, value_name = "TIME", default_value = "1h+5x1m", hide_default_value = true)]
    control: String,
    /// The server's process number: its processor time and memory are measured
    #[arg(long, value_name = "PID")]
    pid: Option<u32>,
    /// Players and games that are set up at the same time
    #[arg(long, value_name = "N", default_value_t = 32, hide_default_value = true)]
    ramp: usize,
    /// Clients come back when their connection breaks, resume and send again
    #[arg(long)]
    resume: bool,
    /// Afterwards the same frames go to a server that only sends them back, for comparison
    #[arg(long)]
    echo: bool,
    /// Be the server that only sends back: it prints its address and ends with its standard input
    #[arg(long, hide = true)]
    serve_echo: bool,
}

fn parse_seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if (0.0..=3600.0).contains(&seconds) => Ok(seconds),
        _ => Err(format!("{text} is outside 0 to 3600")),
    }
}

/// Measures and prints; the exit code is 1 when anything went wrong or did not hold.
///
/// # Errors
/// When the answer cannot be written.
pub(crate) fn run(args: &Args, manner: Manner) -> io::Result<Exit> {
    let lang = manner.lang;
    let done = if args.serve_echo {
        serve_echo().map_err(|error| trouble(&error, lang)).map(|()| Exit::Fine)
    } else {
        measure(args, manner).and_then(|(report, echo)| {
            print(&report, echo.as_ref(), manner).map_err(|error| unwritable(&error, lang))?;
            let echo_is_fine = echo.as_ref().is_none_or(Report::is_fine);
            Ok(if report.is_fine() && echo_is_fine { Exit::Fine } else { Exit::Negative })
        })
    };
    match done {
        Ok(exit) => Ok(exit),
        Err(trouble) => {
            crate::complain(&trouble, lang)?;
            Ok(Exit::Failed)
        }
    }
}

fn unwritable(error: &io::Error, lang: Lang) -> Trouble {
    Trouble::new(
        "unwritable",
        "stdout",
        tr!(lang, "写不出去（{error}）", "cannot write ({error})"),
        "",
    )
}

fn trouble(error: &LoadError, lang: Lang) -> Trouble {
    Trouble::new(error.code(), "load", error.describe(lang), error.remedy(lang))
}

/// Runs the plan, then the yardstick where it is asked for.
fn measure(args: &Args, manner: Manner) -> Result<(Report, Option<Report>), Trouble> {
    let lang = manner.lang;
    let plan = plan(args, lang)?;
    let outcome = shown(plan.clone(), lang, load::run)?;
    if !args.echo {
        return Ok((outcome.report, None));
    }
    let mut yardstick = Yardstick::start(lang)?;
    let target = Target::new(yardstick.address).map_err(|error| trouble(&error, lang))?;
    let plan = Plan { target, pid: Some(yardstick.child.id()), ..plan };
    let echo = shown(plan, lang, load::run_echo);
    yardstick.end();
    Ok((outcome.report, Some(echo?)))
}

fn plan(args: &Args, lang: Lang) -> Result<Plan, Trouble> {
    let wrong = |error: LoadError| trouble(&error, lang);
    let target: Target = args.server.parse().map_err(wrong)?;
    let ruleset = find_rules(&args.rules, lang)?;
    let lines = lines(args, &ruleset, lang)?;
    let plan = Plan {
        watchers: args.watchers,
        pace: Duration::from_secs_f64(args.pace),
        time: Duration::from_secs(args.time),
        size: args.size,
        ruleset: ruleset.id.clone(),
        controls: vec![args.control.clone()],
        ramp: args.ramp,
        resilient: args.resume,
        pid: args.pid,
        ..Plan::new(target, args.games, lines)
    };
    plan.check().map_err(wrong)?;
    Ok(plan)
}

/// Moves of a game by lot.
const RANDOM_MOVES: usize = 200;
/// Different lines are enough at this number.
const MOST_LINES: usize = 1000;

fn lines(args: &Args, ruleset: &Arc<Ruleset>, lang: Lang) -> Result<Vec<Line>, Trouble> {
    let none = |error: &LoadError| trouble(error, lang);
    let size = BoardSize::square(args.size.into()).map_err(|_| none(&LoadError::NoLines(1)))?;
    let count = args.games.clamp(1, MOST_LINES);
    let Some(path) = &args.records else {
        return Ok(load::random_lines(size, ruleset, count.min(100), RANDOM_MOVES, 1));
    };
    let bytes = read(path, lang)?;
    let lines = load::lines_of_records(&bytes, size, ruleset, count);
    if lines.is_empty() { Err(none(&LoadError::NoLines(20))) } else { Ok(lines) }
}

/// The file, unpacked.
fn read(path: &Path, lang: Lang) -> Result<Vec<u8>, Trouble> {
    let sources = input::sources(&[path.to_path_buf()], lang);
    let mut bytes = Vec::new();
    for source in sources {
        bytes.extend(source?.read(lang)?);
        bytes.push(b'\n');
    }
    Ok(bytes)
}

/// Runs in a thread of its own while a bar shows how far it is.
fn shown<T: Send>(
    plan: Plan,
    lang: Lang,
    run: impl FnOnce(Plan, &Arc<Progress>) -> Result<T, LoadError> + Send,
) -> Result<T, Trouble> {
    let progress = Arc::new(Progress::default());
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
    let template = "{spinner} {msg} {wide_bar:.cyan/dim} {percent:>3} %  {elapsed}";
    bar.set_style(
        ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar()),
    );
    let ended = std::thread::scope(|scope| {
        let progress = &progress;
        let running = scope.spawn(move || run(plan, progress));
        while !running.is_finished() {
            let (done, of) = progress.done();
            bar.set_length(of);
            bar.set_position(done.min(of));
            bar.set_message(message(progress, lang));
            std::thread::sleep(Duration::from_millis(100));
        }
        running.join()
    });
    bar.finish_and_clear();
    let crashed = || {
        let error = io::Error::other("the run panicked");
        Err(LoadError::System { what: "load".to_owned(), error })
    };
    ended.unwrap_or_else(|_| crashed()).map_err(|error| trouble(&error, lang))
}

fn message(progress: &Progress, lang: Lang) -> String {
    let (moves, errors) = (progress.moves(), progress.errors());
    let phase = match progress.phase() {
        Phase::Connecting => tr!(lang, "连接", "connecting"),
        Phase::Seating => tr!(lang, "开局", "beginning games"),
        Phase::Playing => tr!(lang, "对局", "playing"),
        Phase::Checking => tr!(lang, "核对", "comparing"),
        Phase::Echoing => tr!(lang, "回声", "echoing"),
    };
    tr!(lang, "{phase} · {moves} 手 · {errors} 错", "{phase} · {moves} moves · {errors} errors")
}

/// A process of this program that only sends back.
struct Yardstick {
    child: Child,
    address: SocketAddr,
}

impl Yardstick {
    fn start(lang: Lang) -> Result<Self, Trouble> {
        let system =
            |error: io::Error| trouble(&LoadError::System { what: "echo".to_owned(), error }, lang);
        let program = std::env::current_exe().map_err(system)?;
        let mut child = Command::new(program)
            .args(["load", "--serve-echo"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(system)?;
        let mut line = String::new();
        if let Some(out) = child.stdout.take() {
            BufReader::new(out).read_line(&mut line).map_err(system)?;
        }
        match line.trim().parse() {
            Ok(address) => Ok(Self { child, address }),
            Err(_) => {
                // It has ended or is of no use.
                let _ = child.kill();
                Err(system(io::Error::other("it does not say its address")))
            }
        }
    }

    fn end(&mut self) {
        drop(self.child.stdin.take());
        // It ends with its input; if not, it is not needed any more.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn serve_echo() -> Result<(), LoadError> {
    let ready = |address: SocketAddr| {
        let mut out = io::stdout();
        // Whoever started it waits for this line; when nobody does, nothing is lost.
        let _ = writeln!(out, "{address}").and_then(|()| out.flush());
    };
    load::serve_echo(ready, || {
        let _ = io::stdin().read_to_end(&mut Vec::new());
    })
}

const TITLE: Style = AnsiColor::Green.on_default().bold();
const BAD: Style = AnsiColor::Red.on_default().bold();

fn print(report: &Report, echo: Option<&Report>, manner: Manner) -> io::Result<()> {
    let mut out = anstream::stdout();
    if manner.json {
        let mut value = object(report);
        if let (Some(echo), Some(map)) = (echo, value.as_object_mut()) {
            map.insert("echo".to_owned(), object(echo));
            map.insert("ratio".to_owned(), ratio(report, echo));
        }
        return writeln!(out, "{value}");
    }
    let lang = manner.lang;
    write!(out, "{}", text(report, lang))?;
    if let Some(echo) = echo {
        let title =
            tr!(lang, "回声（同样的帧，只送回来）", "echo (the same frames, only sent back)");
        writeln!(out, "{TITLE}{title}{TITLE:#}")?;
        write!(out, "{}", figures(echo, lang))?;
        let ratio = ratio(report, echo);
        let show =
            |key: &str| ratio[key].as_f64().map_or_else(|| "–".to_owned(), |x| format!("{x:.2}"));
        let (rate, p50, p99, cpu) =
            (show("moves_per_second"), show("p50"), show("p99"), show("cpu_per_move"));
        writeln!(
            out,
            "{}",
            tr!(
                lang,
                "  服务器/回声：手/秒 {rate} · p50 {p50} · p99 {p99} · 每手处理器时间 {cpu}",
                "  server/echo: moves/s {rate} · p50 {p50} · p99 {p99} · processor time a move {cpu}"
            )
        )?;
    }
    Ok(())
}

fn milliseconds(time: Duration) -> String {
    format!("{:.1}", time.as_secs_f64() * 1000.0)
}

fn megabytes(bytes: u64) -> String {
    #[expect(clippy::cast_precision_loss, reason = "for people")]
    let bytes = bytes as f64;
    format!("{:.1}", bytes / 1e6)
}

fn kilobytes(bytes: u64) -> String {
    #[expect(clippy::cast_precision_loss, reason = "for people")]
    let bytes = bytes as f64;
    format!("{:.1}", bytes / 1e3)
}

/// Moves, latency, processor, memory.
fn figures(report: &Report, lang: Lang) -> String {
    let (moves, seconds, rate) = (report.moves, report.time.as_secs_f64(), report.rate());
    let mut text = tr!(
        lang,
        "  {moves} 手，{seconds:.1} 秒，每秒 {rate:.1} 手\n",
        "  {moves} moves in {seconds:.1} s: {rate:.1} moves/s\n"
    );
    for (name, p) in [
        (tr!(lang, "到对方", "to opponent"), &report.seen),
        (tr!(lang, "到自己", "to mover"), &report.acknowledged),
    ] {
        if p.count > 0 {
            let [p50, p90, p99, max] = [p.p50, p.p90, p.p99, p.max].map(milliseconds);
            text += &tr!(
                lang,
                "  {name}：p50 {p50} · p90 {p90} · p99 {p99} · 最长 {max} 毫秒\n",
                "  {name}: p50 {p50} · p90 {p90} · p99 {p99} · max {max} ms\n"
            );
        }
    }
    if let Some(server) = &report.server {
        let cores = server.cpu.as_secs_f64() / seconds.max(1e-9);
        let own = report.own_cpu.as_secs_f64() / seconds.max(1e-9);
        let busy = report.load_average.unwrap_or_default();
        text += &tr!(
            lang,
            "  服务器 {cores:.2} 核，压测端 {own:.2} 核，系统负载 {busy:.1}\n",
            "  server {cores:.2} cores, load {own:.2} cores, load average {busy:.1}\n"
        );
        let [before, connected, seated, end, peak] = [
            server.memory.before,
            server.memory.connected,
            server.memory.seated,
            server.memory.end,
            server.memory.peak,
        ]
        .map(megabytes);
        let client = kilobytes(server.per_client(report.games * 2 + report.watchers));
        let game = kilobytes(server.per_game(report.games));
        text += &tr!(
            lang,
            "  服务器内存：起初 {before}，连接后 {connected}，开局后 {seated}，结束时 {end}，最多 {peak} MB；每连接 {client} kB，每局 {game} kB\n",
            "  server memory: at first {before}, connected {connected}, games begun {seated}, end {end}, peak {peak} MB; {client} kB a client, {game} kB a game\n"
        );
    }
    text
}

fn text(report: &Report, lang: Lang) -> String {
    let (games, watchers, set_up) = (report.games, report.watchers, report.set_up.as_secs_f64());
    let mut text = tr!(
        lang,
        "{TITLE}{games} 局，{watchers} 名观众{TITLE:#}（准备 {set_up:.1} 秒）\n",
        "{TITLE}{games} games, {watchers} watchers{TITLE:#} (set up in {set_up:.1} s)\n"
    );
    text += &figures(report, lang);
    if report.reconnects > 0 || report.resends > 0 {
        let (reconnects, resends) = (report.reconnects, report.resends);
        text += &tr!(
            lang,
            "  重连 {reconnects} 次，重发 {resends} 次\n",
            "  {reconnects} reconnects, {resends} resends\n"
        );
    }
    let (g, c, e, a) = (
        report.checked_games,
        report.checked_clients,
        report.checked_events,
        report.checked_acknowledgements,
    );
    text += &tr!(
        lang,
        "  核对：{g} 局，{c} 个客户端看到的 {e} 个事件，{a} 个确认\n",
        "  compared: {g} games, {e} events seen by {c} clients, {a} acknowledgements\n"
    );
    for (code, count) in &report.errors {
        text += &tr!(
            lang,
            "  {BAD}错误{BAD:#} {code}：{count} 次\n",
            "  {BAD}error{BAD:#} {code}: {count} times\n"
        );
    }
    for fault in &report.faults {
        text += &tr!(lang, "  {BAD}不符{BAD:#} {fault}\n", "  {BAD}does not hold{BAD:#} {fault}\n");
    }
    if report.is_fine() {
        text += &tr!(lang, "  没有错误，全部相符\n", "  no error, everything holds\n");
    }
    text
}

fn percentiles(p: &Percentiles) -> Value {
    let ms = |time: Duration| time.as_secs_f64() * 1000.0;
    json!({ "count": p.count, "p50": ms(p.p50), "p90": ms(p.p90), "p99": ms(p.p99), "max": ms(p.max) })
}

fn object(report: &Report) -> Value {
    let server = report.server.as_ref().map(|server| {
        let m = &server.memory;
        json!({
            "cpu_seconds": server.cpu.as_secs_f64(),
            "memory": { "before": m.before, "connected": m.connected, "seated": m.seated, "end": m.end, "peak": m.peak },
            "bytes_per_client": server.per_client(report.games * 2 + report.watchers),
            "bytes_per_game": server.per_game(report.games),
        })
    });
    json!({
        "games": report.games,
        "watchers": report.watchers,
        "seconds": report.time.as_secs_f64(),
        "set_up_seconds": report.set_up.as_secs_f64(),
        "moves": report.moves,
        "moves_per_second": report.rate(),
        "to_opponent_ms": percentiles(&report.seen),
        "to_mover_ms": percentiles(&report.acknowledged),
        "errors": report.errors,
        "refusals": report.refusals,
        "reconnects": report.reconnects,
        "resends": report.resends,
        "compared": {
            "games": report.checked_games,
            "clients": report.checked_clients,
            "events": report.checked_events,
            "acknowledgements": report.checked_acknowledgements,
        },
        "faults": report.faults,
        "fault_count": report.fault_count,
        "server": server,
        "own_cpu_seconds": report.own_cpu.as_secs_f64(),
        "load_average": report.load_average,
        "fine": report.is_fine(),
    })
}

/// The server's figures as multiples of the yardstick's; null where one was not measured.
fn ratio(report: &Report, echo: &Report) -> Value {
    let over = |a: f64, b: f64| (a > 0.0 && b > 0.0).then(|| a / b);
    let cpu = |report: &Report| {
        let moves = report.rate() * report.time.as_secs_f64();
        report.server.as_ref().map_or(0.0, |server| server.cpu.as_secs_f64() / moves.max(1.0))
    };
    json!({
        "moves_per_second": over(report.rate(), echo.rate()),
        "p50": over(report.seen.p50.as_secs_f64(), echo.seen.p50.as_secs_f64()),
        "p99": over(report.seen.p99.as_secs_f64(), echo.seen.p99.as_secs_f64()),
        "cpu_per_move": over(cpu(report), cpu(echo)),
    })
}
