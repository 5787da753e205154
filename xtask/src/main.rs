//! All automation of the project: `cargo xtask test|vectors|faults|archive|peers`.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::{Parser, Subcommand};

/// The automation of Shoutan.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", disable_help_subcommand = true)]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Format, lints, tests, examples, layers and vectors; ends with `N passed, N failed`.
    Test {
        /// Also run every fuzz target for 30 seconds (needs cargo-fuzz).
        #[arg(long)]
        fuzz: bool,
        /// Also run the slow set: the tests that take more than a few seconds.
        #[arg(long)]
        slow: bool,
        /// Show the output of every step.
        #[arg(long, short)]
        verbose: bool,
    },
    /// Run conformance vectors, kind by kind; ends with `N passed, N failed`.
    Vectors {
        /// Files (.jsonl) or folders that hold such files.
        #[arg(required = true)]
        paths: Vec<PathBuf>,
        /// Folders with network files, besides those of the vectors and the folder `nets` in $SHOUTAN_DATA.
        #[arg(long, value_name = "DIR")]
        nets: Vec<PathBuf>,
        /// Compute networks with plain loops instead of the kernels: slow, exact.
        #[arg(long)]
        reference: bool,
    },
    /// Kill, starve, back up and fuzz a real server under real clients; ends with `N passed, N failed`.
    Faults(FaultArguments),
    /// Write finished games straight into the store of a data folder: an archive to start a server with.
    Archive {
        /// The data folder.
        folder: PathBuf,
        /// How many games.
        #[arg(long, default_value_t = 100_000)]
        games: usize,
        /// Moves of each.
        #[arg(long, default_value_t = 60)]
        moves: usize,
    },
    /// Run other programs' test suites through an engine that speaks GTP; says how many answers are as expected.
    Peers(PeerArguments),
}

#[derive(Debug, clap::Args)]
struct PeerArguments {
    /// Folders of suites, each with tests.jsonl.gz and regression.tar.gz; those in SHOUTAN_DATA without any.
    folders: Vec<PathBuf>,
    /// The engine: a command that speaks GTP.
    #[arg(long)]
    engine: String,
    /// Only test files with this word in their name; may be repeated.
    #[arg(long)]
    suite: Vec<String>,
    /// Only tests of this GTP command; may be repeated.
    #[arg(long)]
    command: Vec<String>,
    /// Only every Nth test.
    #[arg(long, default_value_t = 1)]
    every: usize,
    /// The most tests of each test file.
    #[arg(long, default_value_t = usize::MAX, hide_default_value = true)]
    limit: usize,
    /// Seconds for each answer.
    #[arg(long, default_value_t = 60)]
    timeout: u64,
    /// Engines at the same time.
    #[arg(long, default_value_t = 1)]
    jobs: usize,
    /// A command that each engine is told first; may be repeated.
    #[arg(long)]
    first: Vec<String>,
    /// Show each answer that is not as expected.
    #[arg(long)]
    show: bool,
}

#[derive(Debug, clap::Args)]
struct FaultArguments {
    /// Which faults; all of them without it.
    #[arg(value_enum)]
    which: Vec<xtask::faults::Fault>,
    /// How often the server is killed.
    #[arg(long, default_value_t = 200)]
    kills: usize,
    /// Games at once.
    #[arg(long, default_value_t = 200)]
    games: usize,
    /// Milliseconds between two moves of a game while the server is killed.
    #[arg(long, default_value_t = 1000)]
    pace: u64,
    /// Seconds of fuzzing.
    #[arg(long, default_value_t = 300)]
    seconds: u64,
    /// What draws moments and frames.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The program; built (release) without it.
    #[arg(long)]
    binary: Option<PathBuf>,
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(error) => {
            // Nothing is left to tell when stderr is closed too.
            let _ = writeln!(anstream::stderr(), "error: {error:#}");
            ExitCode::from(2)
        }
    }
}

/// True when everything passed.
fn run(arguments: &Arguments) -> anyhow::Result<bool> {
    match &arguments.task {
        &Task::Test { fuzz, slow, verbose } => {
            xtask::test::run(&xtask::root(), xtask::test::Options { fuzz, slow, verbose })
        }
        Task::Faults(arguments) => {
            let plan = xtask::faults::Plan {
                which: arguments.which.clone(),
                kills: arguments.kills,
                games: arguments.games,
                pace: Duration::from_millis(arguments.pace),
                fuzz: Duration::from_secs(arguments.seconds),
                seed: arguments.seed,
            };
            let binary = match &arguments.binary {
                Some(binary) => binary.clone(),
                None => xtask::faults::build(&xtask::root(), true)?,
            };
            let tally = xtask::faults::run(&binary, &plan, &mut anstream::stdout())?;
            writeln!(anstream::stdout(), "{tally}")?;
            Ok(tally.failed == 0)
        }
        Task::Archive { folder, games, moves } => {
            xtask::faults::archive(folder, *games, *moves)?;
            Ok(true)
        }
        Task::Peers(arguments) => {
            let report = xtask::peers::run(&peers(arguments)?, &mut anstream::stderr())?;
            write!(anstream::stdout(), "{report}")?;
            Ok(true)
        }
        Task::Vectors { paths, nets, reference } => {
            let mut nets = nets.clone();
            nets.extend(
                std::env::var_os("SHOUTAN_DATA").map(|data| PathBuf::from(data).join("nets")),
            );
            let options = xtask::vectors::Options { nets, reference: *reference };
            let report = xtask::vectors::run(paths, &options)?;
            write!(anstream::stdout(), "{report}")?;
            Ok(report.failed() == 0)
        }
    }
}

fn peers(arguments: &PeerArguments) -> anyhow::Result<xtask::peers::Plan> {
    let folders = match (&arguments.folders[..], std::env::var_os("SHOUTAN_DATA")) {
        ([], Some(data)) => {
            ["gnugo", "fuego"].map(|name| PathBuf::from(&data).join("peers").join(name)).to_vec()
        }
        ([], None) => anyhow::bail!("name the folders of the suites, or set SHOUTAN_DATA"),
        (folders, _) => folders.to_vec(),
    };
    Ok(xtask::peers::Plan {
        engine: arguments.engine.clone(),
        folders,
        suites: arguments.suite.clone(),
        commands: arguments.command.clone(),
        every: arguments.every,
        limit: arguments.limit,
        timeout: Duration::from_secs(arguments.timeout),
        jobs: arguments.jobs,
        first: arguments.first.clone(),
        show: arguments.show,
    })
}
