//! The command `shoutan`: it reads files and flags, calls the crates below, and prints.
//!
//! Nothing is judged or counted here. Start reading at [`run`], then `cmd/judge.rs`; `args.rs` has the flags,
//! `batch.rs` takes many games through a command in parallel, `docs/CLI.md` names the fields of the JSON.

use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

use rules::Lang;

mod args;
mod batch;
mod cmd;
mod exit;
mod help;
mod input;
mod lang;
mod layout;
mod net;
mod output;
mod progress;
mod records;
mod repairs;
mod report;
mod settings;
mod thinking;
mod trouble;

use args::{Arguments, ColorArg, Command, Stop};
use exit::Exit;
use lang::tr;
use trouble::Trouble;

/// What a command needs to know about how to answer.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Manner {
    /// The language.
    pub(crate) lang: Lang,
    /// JSON, one object per line, instead of text.
    pub(crate) json: bool,
}

fn main() -> ExitCode {
    let arguments = thinking::with_two_dashes(std::env::args_os().collect());
    let lang = lang::detect(&arguments);
    match run(&arguments, lang) {
        Ok(exit) => exit.into(),
        // The reader has seen enough (`shoutan rules | head -1`); that is no failure.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Exit::Fine.into(),
        Err(error) => {
            let what = tr!(lang, "写不出去（{error}）", "cannot write ({error})");
            // When stderr is closed as well, the exit code alone tells.
            let _ = complain(&Trouble::new("unwritable", "stdout", what, ""), lang);
            Exit::Failed.into()
        }
    }
}

/// Parses the arguments and runs the command.
///
/// # Errors
/// When the answer cannot be written.
fn run(arguments: &[OsString], lang: Lang) -> io::Result<Exit> {
    let arguments = match args::parse(arguments, lang) {
        Ok(arguments) => arguments,
        Err(Stop::Shown(text)) => {
            write!(anstream::stdout(), "{text}")?;
            return Ok(Exit::Fine);
        }
        Err(Stop::Wrong(trouble)) => {
            complain(&trouble, lang)?;
            return Ok(Exit::Failed);
        }
    };
    choose_colors(arguments.global.color);
    let manner = Manner { lang, json: arguments.global.json };
    dispatch(&arguments, manner)
}

/// One line per command.
fn dispatch(arguments: &Arguments, manner: Manner) -> io::Result<Exit> {
    match &arguments.command {
        // Without a command the server starts, as `serve` without flags would.
        None => match args::parse(&["shoutan".into(), "serve".into()], manner.lang) {
            Ok(Arguments { command: Some(Command::Serve(args)), .. }) => {
                cmd::serve::run(&args, manner)
            }
            _ => cmd::serve::run(&cmd::serve::Args::default(), manner),
        },
        Some(Command::Serve(args)) => cmd::serve::run(args, manner),
        Some(Command::Admin(args)) => cmd::admin::run(args, manner),
        Some(Command::Analysis(args)) => cmd::analysis::run(args, manner),
        Some(Command::Analyze(args)) => cmd::analyze::run(args, manner),
        Some(Command::Bench(args)) => cmd::bench::run(args, manner),
        Some(Command::Convert(args)) => cmd::convert::run(args, manner),
        Some(Command::Check(args)) => cmd::check::run(args, manner),
        Some(Command::Show(args)) => cmd::show::run(args, manner),
        Some(Command::Judge(args)) => cmd::judge::run(args, manner),
        Some(Command::Load(args)) => cmd::load::run(args, manner),
        Some(Command::Match(args)) => cmd::r#match::run(args, manner),
        Some(Command::Net(args)) => cmd::net::run(args, manner),
        Some(Command::Gtp(args)) => cmd::gtp::run(args, manner),
        Some(Command::Positions(args)) => cmd::positions::run(args, manner),
        Some(Command::Label(args)) => cmd::label::run(args, manner),
        Some(Command::Rules(args)) => cmd::rules::run(args, manner),
    }
}

/// `auto` also obeys `NO_COLOR`, `CLICOLOR` and `CLICOLOR_FORCE`.
fn choose_colors(color: ColorArg) {
    match color {
        ColorArg::Auto => anstream::ColorChoice::Auto,
        ColorArg::Always => anstream::ColorChoice::Always,
        ColorArg::Never => anstream::ColorChoice::Never,
    }
    .write_global();
}

/// Says on stderr what went wrong.
pub(crate) fn complain(trouble: &Trouble, lang: Lang) -> io::Result<()> {
    anstream::stderr().write_all(trouble.text(lang).as_bytes())
}
