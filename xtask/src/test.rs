//! `cargo xtask test`: every check of the project, one after the other, with a count at the end.

use std::collections::VecDeque;
use std::fmt::Write as _;
use std::io::{BufRead, BufReader, IsTerminal, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use anstyle::{AnsiColor, Style};
use anyhow::{Context, Result};

use crate::count::{Runner, Tally, tests_in};
use crate::layers::Layers;
use crate::postgres::Server;
use crate::{training, vectors, web};

/// What the command line asks for.
#[derive(Debug, Clone, Copy, Default)]
pub struct Options {
    /// Also run every fuzz target for half a minute.
    pub fuzz: bool,
    /// Also run the slow set: the tests marked `#[ignore]`.
    pub slow: bool,
    /// Show the output of every step, not only of those that fail.
    pub verbose: bool,
}

/// How one step ended.
#[derive(Debug)]
pub(crate) enum End {
    /// It ran; what it printed is shown when something failed.
    Ran(Tally, String),
    /// It could not run here, and why; that is no failure.
    Skipped(String),
}

type Step<'a> = (&'static str, Box<dyn Fn(&Stage) -> Result<End> + 'a>);

const GOOD: Style = AnsiColor::Green.on_default().bold();
const BAD: Style = AnsiColor::Red.on_default().bold();
const FAINT: Style = Style::new().dimmed();
const NAME: Style = Style::new().bold();

/// Runs all steps, prints how they went and the last line `N passed, N failed`. True when nothing failed.
///
/// # Errors
/// When the output cannot be written or `layers.toml` cannot be read.
pub fn run(root: &Path, options: Options) -> Result<bool> {
    let layers = Layers::load(root)?;
    let steps = steps(root, &layers, options);
    let stage = Stage { root, verbose: options.verbose, live: std::io::stderr().is_terminal() };
    let mut out = anstream::stdout();
    let start = Instant::now();
    let mut total = Tally::default();
    if std::env::var_os("SHOUTAN_DATA").is_none() {
        writeln!(
            out,
            "{FAINT}SHOUTAN_DATA is not set: the tests on real records will skip{FAINT:#}"
        )?;
    }
    for (index, (name, step)) in steps.iter().enumerate() {
        write!(out, "{FAINT}[{:2}/{}]{FAINT:#} {NAME}{name:12}{NAME:#} ", index + 1, steps.len())?;
        out.flush()?;
        let begun = Instant::now();
        let end = step(&stage)
            .unwrap_or_else(|error| End::Ran(Tally::one(false), format!("{error:#}\n")));
        let seconds = begun.elapsed().as_secs_f64();
        match end {
            End::Skipped(why) => writeln!(out, "{FAINT}skipped: {why}{FAINT:#}")?,
            End::Ran(tally, output) => {
                let (style, word) = if tally.failed == 0 { (GOOD, "ok") } else { (BAD, "FAILED") };
                writeln!(out, "{style}{word}{style:#} {tally} {FAINT}({seconds:.1} s){FAINT:#}")?;
                if tally.failed > 0 {
                    writeln!(out, "{}", indented(&output))?;
                }
                total += tally;
            }
        }
    }
    let style = if total.failed == 0 { GOOD } else { BAD };
    writeln!(
        out,
        "{style}done{style:#} {FAINT}in {:.0} s{FAINT:#}",
        start.elapsed().as_secs_f64()
    )?;
    writeln!(out, "{total}")?;
    Ok(total.failed == 0)
}

/// The steps in their order: quick ones first, so that a slip shows early.
fn steps<'a>(root: &'a Path, layers: &'a Layers, options: Options) -> Vec<Step<'a>> {
    let mut steps: Vec<Step<'a>> = vec![
        (
            "format",
            Box::new(|stage| component(stage, "fmt", "rustfmt", &["fmt", "--all", "--check"])),
        ),
        ("typos", Box::new(|stage| tool(stage, "typos", &["typos", "--version"], &["typos"]))),
        (
            "licences",
            Box::new(|stage| {
                let check = ["cargo", "deny", "--offline", "check", "licenses", "bans", "sources"];
                tool(stage, "cargo-deny", &["cargo", "deny", "--version"], &check)
            }),
        ),
        ("clippy", Box::new(|stage| component(stage, "clippy", "clippy", &CLIPPY))),
        ("tests", Box::new(|stage| tests(stage, false))),
        ("web", Box::new(web::checks)),
        ("web tests", Box::new(web::tests)),
        ("journeys", Box::new(web::journeys)),
        ("postgres", Box::new(postgres_tests)),
        ("training", Box::new(training::tests)),
        ("examples", Box::new(|stage| doc_tests(stage, layers))),
        ("vectors", Box::new(|stage| check_vectors(stage.root))),
        ("faults", Box::new(faults)),
    ];
    if options.slow {
        steps.push(("slow set", Box::new(|stage| tests(stage, true))));
    }
    if options.fuzz || root.join("fuzz/Cargo.toml").exists() {
        steps.push(("fuzz", Box::new(move |stage| fuzz(stage, options.fuzz))));
    }
    steps
}

const CLIPPY: [&str; 8] =
    ["clippy", "--workspace", "--all-targets", "--all-features", "--quiet", "--", "-D", "warnings"];

/// Where and how the steps run.
pub(crate) struct Stage<'a> {
    pub(crate) root: &'a Path,
    verbose: bool,
    live: bool,
}

impl Stage<'_> {
    /// Runs a command, its two outputs joined; true when it succeeded. On a terminal its last line is shown
    /// while it runs.
    pub(crate) fn run(&self, words: &[&str], settings: &[(&str, &str)]) -> Result<(bool, String)> {
        let (program, arguments) = words.split_first().context("a command has a name")?;
        let (reader, writer) = std::io::pipe()?;
        let mut command = Command::new(program);
        command
            .args(arguments)
            .current_dir(self.root)
            .envs(settings.iter().copied())
            .stdin(Stdio::null())
            .stdout(writer.try_clone()?)
            .stderr(writer);
        let mut child = command.spawn().with_context(|| format!("cannot start {program}"))?;
        // The command holds the writing ends of the pipe; reading would never end while they are open.
        drop(command);
        let mut output = String::new();
        for line in BufReader::new(reader).split(b'\n') {
            let line = String::from_utf8_lossy(&line?).trim_end().to_owned();
            if self.verbose {
                writeln!(anstream::stderr(), "{FAINT}    {line}{FAINT:#}")?;
            } else if self.live && !line.is_empty() {
                let short: String = line.trim().chars().take(60).collect();
                // Save the cursor, write, come back: the line of the step stays as it is.
                write!(std::io::stderr(), "\x1b[s\x1b[K\x1b[2m{short}\x1b[0m\x1b[u")?;
            }
            writeln!(output, "{line}")?;
        }
        if self.live {
            write!(std::io::stderr(), "\x1b[K")?;
        }
        Ok((child.wait()?.success(), output))
    }

    /// Whether a command exists and answers.
    pub(crate) fn has(&self, words: &[&str]) -> bool {
        let quiet = Stage { verbose: false, live: false, ..*self };
        quiet.run(words, &[]).is_ok_and(|(success, _)| success)
    }

    /// A check made by one command.
    pub(crate) fn check(&self, words: &[&str]) -> Result<End> {
        let (success, output) = self.run(words, &[])?;
        Ok(End::Ran(Tally::one(success), output))
    }
}

/// A check by a part of the Rust toolchain, which rustup may have to add first.
fn component(stage: &Stage, subcommand: &str, component: &str, words: &[&str]) -> Result<End> {
    let asks = ["cargo", subcommand, "--version"];
    let added = || stage.has(&["rustup", "component", "add", component]) && stage.has(&asks);
    if !(stage.has(&asks) || added()) {
        return Ok(End::Skipped(format!(
            "{component} is not installed (rustup component add {component})"
        )));
    }
    let words: Vec<&str> = ["cargo"].into_iter().chain(words.iter().copied()).collect();
    stage.check(&words)
}

/// A check by a program that a machine may have.
fn tool(stage: &Stage, name: &str, asks: &[&str], words: &[&str]) -> Result<End> {
    if stage.has(asks) {
        stage.check(words)
    } else {
        Ok(End::Skipped(format!("{name} is not installed")))
    }
}

/// The tests of the workspace, or its slow set, by nextest where it is installed.
fn tests(stage: &Stage, slow: bool) -> Result<End> {
    if stage.has(&["cargo", "nextest", "--version"]) {
        let mut words =
            vec!["cargo", "nextest", "run", "--workspace", "--no-fail-fast", "--no-tests=pass"];
        words.extend(["--status-level=slow", "--final-status-level=fail", "--show-progress=none"]);
        if slow {
            words.push("--run-ignored=only");
        }
        return counted(stage, &words, Runner::Nextest);
    }
    let mut words =
        vec!["cargo", "test", "--workspace", "--no-fail-fast", "--lib", "--bins", "--tests"];
    if slow {
        words.extend(["--", "--ignored"]);
    }
    counted(stage, &words, Runner::Libtest)
}

/// The tests of the store and of the server that need a PostgreSQL server, with one that runs only for them.
fn postgres_tests(stage: &Stage) -> Result<End> {
    let server = match Server::start()? {
        Ok(server) => server,
        Err(missing) => return Ok(End::Skipped(missing)),
    };
    let url = server.url();
    let settings = [("SHOUTAN_TEST_PG", url.as_str())];
    if stage.has(&["cargo", "nextest", "--version"]) {
        let mut words = vec!["cargo", "nextest", "run", "--package=store", "--no-fail-fast"];
        words.push("--package=server");
        words.extend(["--status-level=slow", "--final-status-level=fail", "--show-progress=none"]);
        words.extend(["-E", "test(postgres) | (package(store) & (test(server) | test(foreign)))"]);
        return counted_with(stage, &words, Runner::Nextest, &settings);
    }
    let words = [
        "cargo",
        "test",
        "--package=store",
        "--package=server",
        "--test=it",
        "--no-fail-fast",
        "--",
    ];
    let words = [&words[..], &["postgres", "server", "foreign"]].concat();
    counted_with(stage, &words, Runner::Libtest, &settings)
}

/// The examples in the documentation of the crates that promise to have runnable ones.
fn doc_tests(stage: &Stage, layers: &Layers) -> Result<End> {
    let mut words = vec!["cargo", "test", "--doc", "--quiet", "--no-fail-fast"];
    for name in layers.doc_tests().filter(|name| stage.root.join("crates").join(name).is_dir()) {
        words.extend(["--package", name]);
    }
    counted(stage, &words, Runner::Libtest)
}

/// Runs a test command and counts its tests. One that fails without a failed test (the build broke, a test
/// binary crashed) counts as one failure.
fn counted(stage: &Stage, words: &[&str], runner: Runner) -> Result<End> {
    counted_with(stage, words, runner, &[])
}

/// The same with settings in the environment.
pub(crate) fn counted_with(
    stage: &Stage,
    words: &[&str],
    runner: Runner,
    settings: &[(&str, &str)],
) -> Result<End> {
    let plain = [("CARGO_TERM_COLOR", "never"), ("NO_COLOR", "1")];
    let (success, output) = stage.run(words, &[&plain[..], settings].concat())?;
    let mut tally = tests_in(&output, runner).unwrap_or_default();
    if !success && tally.failed == 0 {
        tally.failed = 1;
    }
    Ok(End::Ran(tally, output))
}

/// The vectors of the project, as `cargo xtask vectors` runs them; one check.
fn check_vectors(root: &Path) -> Result<End> {
    let folders = ["testdata/rules", "testdata/nn"].map(|folder| root.join(folder));
    let report = vectors::run(&folders, &vectors::Options::default())?;
    Ok(End::Ran(Tally::one(report.failed() == 0), report.to_string()))
}

/// A real server, killed, starved, backed up and fuzzed for some seconds each; `cargo xtask faults` does more of it.
fn faults(stage: &Stage) -> Result<End> {
    if !cfg!(unix) {
        return Ok(End::Skipped("servers are killed and starved on Unix only".into()));
    }
    let binary = crate::faults::build(stage.root, false)?;
    let mut said = Vec::new();
    let tally = crate::faults::run(&binary, &crate::faults::Plan::small(), &mut said)?;
    Ok(End::Ran(tally, String::from_utf8_lossy(&said).into_owned()))
}

/// Seconds that each fuzz target runs.
const FUZZ_SECONDS: &str = "-max_total_time=30";

/// Replays the committed corpora through the fuzz targets (`-runs=0`), or fuzzes each for half a minute.
fn fuzz(stage: &Stage, long: bool) -> Result<End> {
    if !stage.has(&["cargo", "fuzz", "--version"]) {
        return Ok(End::Skipped(
            "cargo-fuzz is not installed; the corpora are replayed by the tests".into(),
        ));
    }
    let (listed, targets) = stage.run(&["cargo", "fuzz", "list"], &[])?;
    anyhow::ensure!(listed, "cannot list the fuzz targets:\n{targets}");
    let mut tally = Tally::default();
    let mut outputs = String::new();
    for target in targets.split_whitespace() {
        let amount = if long { FUZZ_SECONDS } else { "-runs=0" };
        // libFuzzer's instrumentation needs unstable compiler flags; this lets a stable compiler take them.
        let unstable = [("RUSTC_BOOTSTRAP", "1")];
        let (success, output) =
            stage.run(&["cargo", "fuzz", "run", target, "--", amount], &unstable)?;
        tally += Tally::one(success);
        if !success {
            writeln!(outputs, "{target}:\n{output}")?;
        }
    }
    Ok(End::Ran(tally, outputs))
}

/// The last lines of an output, moved in so that the steps stay readable.
fn indented(output: &str) -> String {
    const MOST: usize = 300;
    let mut lines = VecDeque::with_capacity(MOST);
    let mut left_out = 0;
    for line in output.lines() {
        if lines.len() == MOST {
            lines.pop_front();
            left_out += 1;
        }
        lines.push_back(line);
    }
    let mut text = String::new();
    if left_out > 0 {
        text.push_str(&format!("    … {left_out} lines before\n"));
    }
    for line in lines {
        text.push_str(&format!("    {line}\n"));
    }
    text
}
