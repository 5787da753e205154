//! All automation of the project: `cargo xtask test|vectors`.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

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
    },
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
        Task::Vectors { paths } => {
            let report = xtask::vectors::run(paths)?;
            write!(anstream::stdout(), "{report}")?;
            Ok(report.failed() == 0)
        }
    }
}
