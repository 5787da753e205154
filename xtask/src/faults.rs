//! `cargo xtask faults`: a real server, killed, starved, backed up and fuzzed under real clients. What is done and what must
//! hold is in the crate `load`; here are the sizes and the words.

use std::fs;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result};
use board::BoardSize;
use clap::ValueEnum;
use load::faults::{Kills, Launch, Server, backup_under_load, full_disk, kills};
use load::fuzz::{Fuzz, fuzz};
use load::{Line, Report, random_lines};
use rules::Ruleset;
use tempfile::TempDir;

use crate::count::Tally;

/// What is done to the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Fault {
    /// kill -9 at random moments.
    Kills,
    /// No file may grow any more: every write fails.
    Failing,
    /// A disk that is full: a small file system in memory; needs the right to mount one.
    Full,
    /// A backup while games are played.
    Backup,
    /// Random and mutated frames.
    Fuzz,
}

/// How much of it.
#[derive(Debug, Clone)]
pub struct Plan {
    /// Which; all of them when empty.
    pub which: Vec<Fault>,
    /// How often the server is killed.
    pub kills: usize,
    /// Games at once.
    pub games: usize,
    /// Time between two moves of a game while the server is killed.
    pub pace: Duration,
    /// How long it is fuzzed.
    pub fuzz: Duration,
    /// What draws moments and frames.
    pub seed: u64,
}

impl Plan {
    /// What the test command does: a few seconds of each, without what needs rights.
    pub fn small() -> Self {
        Self {
            which: vec![Fault::Kills, Fault::Failing, Fault::Backup, Fault::Fuzz],
            kills: 3,
            games: 6,
            pace: Duration::from_millis(100),
            fuzz: Duration::from_secs(4),
            seed: 1,
        }
    }

    fn faults(&self) -> &[Fault] {
        if self.which.is_empty() { Fault::value_variants() } else { &self.which }
    }
}

/// Builds the program; where it is.
///
/// # Errors
/// When it does not build.
pub fn build(root: &Path, release: bool) -> Result<PathBuf> {
    let mut command = Command::new("cargo");
    command.args(["build", "--quiet", "--package", "cli"]).current_dir(root);
    if release {
        command.arg("--release");
    }
    anyhow::ensure!(
        command.status().context("cannot start cargo")?.success(),
        "the program does not build"
    );
    let metadata = cargo_metadata::MetadataCommand::new()
        .manifest_path(root.join("Cargo.toml"))
        .no_deps()
        .exec()?;
    let folder = metadata.target_directory.join(if release { "release" } else { "debug" });
    Ok(folder.join(format!("shoutan{}", std::env::consts::EXE_SUFFIX)).into_std_path_buf())
}

/// Does it all and says how it went; one check for each fault.
///
/// # Errors
/// When the output cannot be written. A server that does not start is a failed check.
pub fn run(binary: &Path, plan: &Plan, out: &mut impl Write) -> Result<Tally> {
    let lines = lines()?;
    let mut tally = Tally::default();
    for &fault in plan.faults() {
        let folder = tempfile::tempdir().context("cannot make a folder")?;
        let done = match fault {
            Fault::Kills => killed(binary, plan, &lines, &folder),
            Fault::Failing => failing(binary, plan, &lines, &folder),
            Fault::Full => full(binary, plan, &lines, &folder),
            Fault::Backup => backed_up(binary, plan, &lines, &folder),
            Fault::Fuzz => fuzzed(binary, plan, &lines, &folder),
        };
        let name =
            fault.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned());
        let (said, faults) = match done {
            Ok(Some(done)) => done,
            Ok(None) => {
                writeln!(out, "{name}: skipped: a file system in memory cannot be mounted here")?;
                continue;
            }
            Err(error) => (String::new(), vec![format!("{error:#}")]),
        };
        writeln!(out, "{name}: {said}")?;
        for fault in &faults {
            writeln!(out, "  does not hold: {fault}")?;
        }
        tally += Tally::one(faults.is_empty());
    }
    Ok(tally)
}

/// What is said, and what did not hold; none when it cannot be done here.
type Done = Result<Option<(String, Vec<String>)>>;

/// Games of legal moves by lot, long enough that none ends while it is killed.
fn lines() -> Result<Vec<Line>> {
    let size = BoardSize::square(19)?;
    Ok(random_lines(size, &Ruleset::chinese(), 20, 300, 1))
}

fn compared(report: &Report) -> String {
    format!(
        "{} moves; compared {} events seen by {} clients and {} acknowledgements in {} games; {} reconnects, {} resends",
        report.moves,
        report.checked_events,
        report.checked_clients,
        report.checked_acknowledgements,
        report.checked_games,
        report.reconnects,
        report.resends
    )
}

fn killed(binary: &Path, plan: &Plan, lines: &[Line], folder: &TempDir) -> Done {
    let launch = Launch::new(binary.to_owned(), folder.path().join("data"))?;
    let wanted = Kills {
        kills: plan.kills,
        games: plan.games,
        watchers: plan.games / 4,
        pace: plan.pace,
        least: Duration::from_millis(100),
        most: Duration::from_millis(1500),
        seed: plan.seed,
    };
    let live = std::io::stderr().is_terminal();
    let report = kills(&launch, &wanted, lines.to_vec(), |number| {
        if live {
            // Only for whoever looks.
            let _ = write!(std::io::stderr(), "\r\x1b[Kkill {number} of {}", wanted.kills);
        }
    })?;
    if live {
        let _ = write!(std::io::stderr(), "\r\x1b[K");
    }
    let said = format!(
        "{} kills under {} games, play went on after {}; {}; the same {} games with {} events after one more; \
         at most {} ms before a kill charged to nobody; slowest start {:.2} s",
        report.kills,
        plan.games,
        report.resumed,
        compared(&report.report),
        report.held.0,
        report.held.1,
        report.report.uncharged,
        report.slowest_start.as_secs_f64()
    );
    Ok(Some((said, report.faults)))
}

/// Games while nothing can be saved: not so many that setting them up takes all the room.
fn few(plan: &Plan) -> usize {
    plan.games.min(20)
}

fn failing(binary: &Path, plan: &Plan, lines: &[Line], folder: &TempDir) -> Done {
    let mut launch = Launch::new(binary.to_owned(), folder.path().join("data"))?;
    launch.file_limit = Some(1024);
    let report =
        full_disk(&launch, few(plan), lines.to_vec(), Duration::from_secs(120), |launch| {
            launch.file_limit = None
        })?;
    let said = format!(
        "{} moves until files could not grow, then {} refusals; {}; the same {} games with {} events once they could",
        report.moves,
        report.refused,
        compared(&report.report),
        report.held.0,
        report.held.1
    );
    Ok(Some((said, report.faults)))
}

/// Room of the small file system.
const ROOM: &str = "size=2m";

fn full(binary: &Path, plan: &Plan, lines: &[Line], folder: &TempDir) -> Done {
    let small = folder.path().join("small");
    fs::create_dir(&small)?;
    let quiet =
        |command: &mut Command| command.output().is_ok_and(|output| output.status.success());
    if !quiet(Command::new("mount").args(["-t", "tmpfs", "-o", ROOM, "tmpfs"]).arg(&small)) {
        return Ok(None);
    }
    let launch = Launch::new(binary.to_owned(), small.join("data"))?;
    let large = folder.path().join("large");
    let copy = |launch: &mut Launch| {
        let copied = quiet(Command::new("cp").arg("-a").arg(small.join("data")).arg(&large));
        if copied {
            launch.data.clone_from(&large);
        }
    };
    let done = full_disk(&launch, few(plan), lines.to_vec(), Duration::from_secs(120), copy);
    let unmounted = quiet(Command::new("umount").arg(&small));
    let report = done?;
    anyhow::ensure!(unmounted, "cannot unmount {}", small.display());
    let said = format!(
        "{} moves until the disk was full, then {} refusals; {}; the same {} games with {} events on a larger one",
        report.moves,
        report.refused,
        compared(&report.report),
        report.held.0,
        report.held.1
    );
    Ok(Some((said, report.faults)))
}

fn backed_up(binary: &Path, plan: &Plan, lines: &[Line], folder: &TempDir) -> Done {
    let launch = Launch::new(binary.to_owned(), folder.path().join("data"))?;
    let report = backup_under_load(&launch, plan.games, lines.to_vec(), folder.path())?;
    let said = format!(
        "backup in {:.2} s while {} moves were made; restored {} of {} events, every game a beginning of the true one; {}",
        report.took.as_secs_f64(),
        report.moves_meanwhile,
        report.restored.1,
        report.events,
        compared(&report.report)
    );
    Ok(Some((said, report.faults)))
}

fn fuzzed(binary: &Path, plan: &Plan, lines: &[Line], folder: &TempDir) -> Done {
    let launch = Launch::new(binary.to_owned(), folder.path().join("data"))?;
    let mut server = Server::start(&launch)?;
    let wanted = Fuzz { time: plan.fuzz, connections: 8, games: few(plan), seed: plan.seed };
    let mut report = fuzz(launch.target()?, wanted, lines.to_vec())?;
    report.faults.extend(server.panics());
    if !server.is_up() {
        report.faults.push("the server has ended".to_owned());
    }
    server.stop();
    let answers: Vec<String> =
        report.answers.iter().map(|(answer, count)| format!("{answer} {count}")).collect();
    let said = format!(
        "{} frames and requests on {} connections, answered by: {}; meanwhile {}, p99 {:.1} ms",
        report.sent,
        report.connections,
        answers.join(", "),
        compared(&report.bystanders),
        report.bystanders.seen.p99.as_secs_f64() * 1000.0
    );
    Ok(Some((said, report.faults)))
}

/// Writes an archive of finished games into the store of a data folder.
///
/// # Errors
/// When it cannot be written.
pub fn archive(folder: &Path, games: usize, moves: usize) -> Result<()> {
    fs::create_dir_all(folder)?;
    let size = BoardSize::square(19)?;
    let lines = random_lines(size, &Ruleset::chinese(), 100, moves, 1);
    let address = format!("sqlite:{}", folder.join("shoutan.sqlite").display());
    let live = std::io::stderr().is_terminal();
    load::fill_archive(&address, &lines, size, games, 1, |done| {
        if live {
            // Only for whoever looks.
            let _ = write!(std::io::stderr(), "\r\x1b[K{done} of {games} games");
        }
    })?;
    writeln!(anstream::stdout(), "{games} games of {moves} moves in {address}")?;
    Ok(())
}
