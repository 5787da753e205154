//! The command line: what may be said, and errors about it in both languages.
//!
//! The doc comments are the English help; `help.rs` holds the Chinese one.

use std::ffi::OsString;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use rules::Lang;

use crate::cmd;
use crate::help;
use crate::lang::{LangArg, tr};
use crate::trouble::Trouble;

/// Shoutan 手谈: who won this game of Go, under which rules, and why.
///
/// Reads game records in any format in use (SGF, GIB, NGF, UGF; any charset, also compressed), replays them under
/// the rules, counts the end, explains the count and compares it with the recorded result.
#[derive(Debug, Parser)]
#[command(name = "shoutan", version, disable_help_subcommand = true, max_term_width = 100)]
pub(crate) struct Arguments {
    /// Options that every command has.
    #[command(flatten)]
    pub(crate) global: Global,
    /// The command; without one the server starts.
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

/// Options that every command has.
#[derive(Debug, clap::Args)]
pub(crate) struct Global {
    /// Answer as JSON, one object per line (docs/CLI.md names the fields)
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// Language of the answers: zh or en; without it the locale decides
    #[arg(
        long,
        global = true,
        value_name = "LANG",
        hide_possible_values = true,
        ignore_case = true
    )]
    pub(crate) lang: Option<LangArg>,
    /// Colours: auto (on a terminal), always or never
    #[arg(
        long,
        global = true,
        value_name = "WHEN",
        hide_possible_values = true,
        hide_default_value = true
    )]
    #[arg(default_value = "auto")]
    pub(crate) color: ColorArg,
}

/// When to use colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ColorArg {
    /// On a terminal.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Serve(cmd::serve::Args),
    Judge(cmd::judge::Args),
    Check(cmd::check::Args),
    Show(cmd::show::Args),
    Convert(cmd::convert::Args),
    Rules(cmd::rules::Args),
    Gtp(cmd::gtp::Args),
    Analyze(cmd::analyze::Args),
    Analysis(cmd::analysis::Args),
    Match(cmd::r#match::Args),
    Load(cmd::load::Args),
    Bench(cmd::bench::Args),
    Positions(cmd::positions::Args),
    Label(cmd::label::Args),
    Net(cmd::net::Args),
    Admin(cmd::admin::Args),
}

/// How parsing the command line ended when there is nothing to run.
pub(crate) enum Stop {
    /// Help or the version was asked for; the text goes to stdout.
    Shown(String),
    /// The arguments are wrong.
    Wrong(Trouble),
}

/// The definition of the command line in a language.
pub(crate) fn definition(lang: Lang) -> clap::Command {
    let command = Arguments::command();
    match lang {
        Lang::Zh => help::chinese(command),
        Lang::En => command,
    }
}

/// Parses the arguments.
pub(crate) fn parse(arguments: &[OsString], lang: Lang) -> Result<Arguments, Stop> {
    let parsed = definition(lang)
        .try_get_matches_from(arguments)
        .and_then(|matches| Arguments::from_arg_matches(&matches));
    parsed.map_err(|error| match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            Stop::Shown(error.render().ansi().to_string())
        }
        _ => Stop::Wrong(wrong(&error, lang)),
    })
}

/// The text that clap attached to an error under a kind.
fn context(error: &clap::Error, kind: ContextKind) -> Option<String> {
    match error.get(kind)? {
        ContextValue::String(text) => Some(text.clone()),
        ContextValue::Strings(texts) => Some(texts.join(", ")),
        ContextValue::StyledStr(text) => Some(text.to_string()),
        ContextValue::StyledStrs(texts) => {
            Some(texts.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "))
        }
        _ => None,
    }
}

/// An error of clap in our words.
fn wrong(error: &clap::Error, lang: Lang) -> Trouble {
    let get = |kind| context(error, kind).filter(|text| !text.is_empty());
    let argument = get(ContextKind::InvalidArg);
    let value = get(ContextKind::InvalidValue);
    let suggested =
        [ContextKind::SuggestedSubcommand, ContextKind::SuggestedArg, ContextKind::SuggestedValue]
            .into_iter()
            .find_map(get);
    let place = argument.clone().unwrap_or_else(|| tr!(lang, "命令行", "command line"));
    let what = match error.kind() {
        ErrorKind::InvalidSubcommand => {
            let name = get(ContextKind::InvalidSubcommand).unwrap_or_default();
            tr!(lang, "没有“{name}”这个命令", "there is no command \"{name}\"")
        }
        ErrorKind::UnknownArgument => tr!(lang, "没有这个选项", "there is no such option"),
        ErrorKind::MissingRequiredArgument => tr!(lang, "缺少这个参数", "this argument is missing"),
        ErrorKind::ArgumentConflict => {
            let other = get(ContextKind::PriorArg).unwrap_or_default();
            tr!(lang, "不能与 {other} 同用", "cannot be used together with {other}")
        }
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => match value {
            Some(value) => tr!(lang, "“{value}”不是合适的值", "\"{value}\" is no valid value"),
            None => tr!(lang, "缺少值", "its value is missing"),
        },
        ErrorKind::TooManyValues | ErrorKind::TooFewValues | ErrorKind::WrongNumberOfValues => {
            tr!(lang, "值的个数不对", "has the wrong number of values")
        }
        ErrorKind::NoEquals => tr!(lang, "要写成“选项=值”", "needs the form option=value"),
        ErrorKind::InvalidUtf8 => tr!(lang, "不是 UTF-8 文字", "is not valid UTF-8"),
        _ => error.kind().to_string(),
    };
    let remedy = match (suggested, get(ContextKind::ValidValue)) {
        (Some(near), _) => tr!(lang, "是否想写 {near}？", "did you mean {near}?"),
        (None, Some(valid)) => tr!(lang, "可用的值：{valid}", "valid values: {valid}"),
        (None, None) => tr!(
            lang,
            "shoutan --help 列出全部命令和选项",
            "shoutan --help lists all commands and options"
        ),
    };
    Trouble::new("arguments", place, what, remedy)
}
