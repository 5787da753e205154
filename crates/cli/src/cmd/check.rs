//! `shoutan check`: legality and record health, with every repair.

use std::io;
use std::path::PathBuf;

use anstyle::{AnsiColor, Style as Ink};
use board::Color;
use rules::Lang;
use serde_json::{Value, json};
use sgf::Severity;
use sgf::replay::{Replay, ReplayOptions, Replayer};

use super::judge::illegal_text;
use super::position;
use crate::Manner;
use crate::batch::{self, Answer, Style};
use crate::exit::Exit;
use crate::lang::{count, tr};
use crate::records::{self, Record};
use crate::repairs;
use crate::trouble::Trouble;

/// Check that the moves of a record are legal, and list everything that had to be repaired in it
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Records: files or folders, compressed (.gz) or not; - is standard input
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Ruleset to check by, whatever the record says, its superko rule included
    #[arg(long, value_name = "NAME")]
    rules: Option<String>,
    /// Read the texts in this encoding, whatever the file says
    #[arg(long, value_name = "NAME")]
    charset: Option<String>,
    /// List the repairs of each game, also when there are several
    #[arg(long)]
    full: bool,
}

const TITLE: Ink = AnsiColor::Cyan.on_default().bold();
const GOOD: Ink = AnsiColor::Green.on_default().bold();
const BAD: Ink = AnsiColor::Red.on_default().bold();
const WARN: Ink = AnsiColor::Yellow.on_default();
const FAINT: Ink = Ink::new().dimmed();

/// Checks every game of the inputs.
///
/// # Errors
/// When the answer cannot be written.
pub(crate) fn run(args: &Args, manner: Manner) -> io::Result<Exit> {
    let (options, records) = match options(args, manner.lang) {
        Ok(options) => options,
        Err(trouble) => {
            crate::complain(&trouble, manner.lang)?;
            return Ok(Exit::Failed);
        }
    };
    let style = Style { full: args.full, word };
    let init = || Replayer::new(options.clone());
    batch::run(&args.files, records, manner, &style, init, |replayer, record, full| {
        let checked = replayer.replay(&record.tree);
        let checked = checked.map_err(|error| position::unplayable(record, &error, manner.lang))?;
        Ok(answer(record, &checked, full, manner))
    })
}

fn options(args: &Args, lang: Lang) -> Result<(ReplayOptions, records::Options), Trouble> {
    let ruleset = args.rules.as_deref().map(|name| super::rules::find(name, lang)).transpose()?;
    let charset =
        args.charset.as_deref().map(|name| super::convert::charset(name, lang)).transpose()?;
    let superko = ruleset.is_some();
    Ok((
        ReplayOptions { ruleset, superko, ..ReplayOptions::default() },
        records::Options { charset },
    ))
}

/// The words of the summary.
fn word(tally: &str, lang: Lang) -> &'static str {
    let (zh, en) = match tally {
        "sound" => ("局完好", "sound"),
        "repaired" => ("局经修复", "repaired"),
        "damaged" => ("局有读不出的部分", "damaged"),
        "illegal" => ("局有不合法的着手", "illegal"),
        _ => ("局无法检查", "could not be checked"),
    };
    if lang == Lang::Zh { zh } else { en }
}

/// How a record is, the worst thing first.
fn status(checked: &Replay, worst: Option<Severity>) -> (&'static str, Exit) {
    match worst {
        Some(Severity::Error) => ("damaged", Exit::Failed),
        _ if checked.illegal.is_some() => ("illegal", Exit::Negative),
        Some(Severity::Warning) => ("repaired", Exit::Fine),
        _ => ("sound", Exit::Fine),
    }
}

fn answer(record: &Record, checked: &Replay, full: bool, manner: Manner) -> Answer {
    let Manner { lang, json } = manner;
    // An illegal move is told by itself, so it does not make the file damaged.
    let worst = record
        .diagnostics
        .worst()
        .max(checked.diagnostics.worst().filter(|_| checked.illegal.is_none()));
    let (tally, exit) = status(checked, worst);
    let (text, json) = match (json, full) {
        (true, _) => (String::new(), object(record, checked, tally, lang)),
        (false, true) => (story(record, checked, tally, lang), Value::Null),
        (false, false) => (format!("{}\n", line(record, checked, tally, lang)), Value::Null),
    };
    Answer { text, json, exit, tally }
}

/// One line: sign, place, what it is.
fn line(record: &Record, checked: &Replay, tally: &str, lang: Lang) -> String {
    let place = record.place();
    let moves = checked.moves;
    let [notes, warnings, errors] = repairs::counts([&record.diagnostics, &checked.diagnostics]);
    let moves_en = count(usize::try_from(moves).unwrap_or(usize::MAX), "move", "moves");
    let notes_en = count(notes, "note", "notes");
    let warnings_en = count(warnings, "repair", "repairs");
    let errors_en = count(errors, "loss", "losses");
    let sign = match tally {
        "sound" => format!("{GOOD}✓{GOOD:#}"),
        "repaired" => format!("{WARN}!{WARN:#}"),
        _ => format!("{BAD}✗{BAD:#}"),
    };
    let mut text = tr!(
        lang,
        "{sign} {place}  {moves} 手  {FAINT}说明 {notes}，修复 {warnings}，缺损 {errors}{FAINT:#}",
        "{sign} {place}  {moves_en}  {FAINT}{notes_en}, {warnings_en}, {errors_en}{FAINT:#}"
    );
    if let Some(step) = &checked.illegal {
        let why = illegal_text(step, checked.state.size(), lang);
        text.push_str(&format!("  {BAD}{why}{BAD:#}"));
    }
    text
}

/// Everything.
fn story(record: &Record, checked: &Replay, tally: &str, lang: Lang) -> String {
    let mut text = format!("{TITLE}{}{TITLE:#}\n", record.place());
    let state = &checked.state;
    let (size, moves) = (state.size(), checked.moves);
    let name = state.ruleset().name.get(lang);
    let charset = record.tree.encoding().name();
    let nodes = record.tree.node_count();
    let moves_en = count(usize::try_from(moves).unwrap_or(usize::MAX), "move", "moves");
    let nodes_en = count(nodes, "node", "nodes");
    text.push_str(&tr!(
        lang,
        "  {size}，{name}，主线 {moves} 手，共 {nodes} 个节点，编码 {charset}\n",
        "  {size}, {name}, {moves_en} on the main line, {nodes_en}, encoding {charset}\n"
    ));
    let stones = checked.stones();
    let (black, white) = (stones.black.len(), stones.white.len());
    let taken = state.prisoners();
    text.push_str(&tr!(
        lang,
        "  最后的局面：黑 {black} 子，白 {white} 子；提子：黑 {}，白 {}\n",
        "  stones on the last board: Black {black}, White {white}; prisoners: Black {}, White {}\n",
        taken.black,
        taken.white
    ));
    for found in repairs::lines(&record.diagnostics, lang)
        .iter()
        .chain(&repairs::lines(&checked.diagnostics, lang))
    {
        text.push_str(&format!("  {FAINT}{found}{FAINT:#}\n"));
    }
    let verdict = match tally {
        "sound" => tr!(
            lang,
            "{GOOD}✓ 主线着手合法，棋谱完好{GOOD:#}",
            "{GOOD}✓ main line legal, and nothing to repair{GOOD:#}"
        ),
        "repaired" => tr!(
            lang,
            "{WARN}! 主线着手合法；上列各处已修复{WARN:#}",
            "{WARN}! main line legal; repaired as listed above{WARN:#}"
        ),
        "damaged" => tr!(
            lang,
            "{BAD}✗ 有一部分读不出来，见上{BAD:#}",
            "{BAD}✗ part of it cannot be read, see above{BAD:#}"
        ),
        _ => {
            let step = checked.illegal.as_ref();
            let why = step.map(|step| illegal_text(step, size, lang)).unwrap_or_default();
            let at = step.map(|step| (step.place.line, step.place.column, step.node.index()));
            let (line, column, node) = at.unwrap_or_default();
            tr!(
                lang,
                "{BAD}✗ 不合法：{why}{BAD:#}（{line} 行 {column} 列，节点 {node}）",
                "{BAD}✗ illegal: {why}{BAD:#} (line {line}, column {column}, node {node})"
            )
        }
    };
    text.push_str(&format!("{verdict}\n"));
    text
}

/// For programs.
fn object(record: &Record, checked: &Replay, tally: &str, lang: Lang) -> Value {
    let state = &checked.state;
    let stones = checked.stones();
    let taken = state.prisoners();
    let repairs: Vec<Value> = [&record.diagnostics, &checked.diagnostics]
        .into_iter()
        .flat_map(|found| repairs::json(found, lang))
        .collect();
    let [notes, warnings, errors] = repairs::counts([&record.diagnostics, &checked.diagnostics]);
    json!({
        "status": tally,
        "legal": checked.is_legal(),
        "size": { "columns": state.size().columns(), "rows": state.size().rows() },
        "rules": state.ruleset().id,
        "komi": state.komi().to_f64(),
        "handicap": state.handicap(),
        "moves": checked.moves,
        "nodes": record.tree.node_count(),
        "encoding": record.tree.encoding().name(),
        "stones": { "black": stones[Color::Black].len(), "white": stones[Color::White].len() },
        "prisoners": { "black": taken.black, "white": taken.white },
        "illegal": checked.illegal.as_ref().map(|step| json!({
            "move": step.number, "color": step.by.letter().to_string(), "code": step.error.code(),
            "node": step.node.index(), "line": step.place.line, "column": step.place.column,
            "message": illegal_text(step, state.size(), lang),
        })),
        "notes": notes,
        "warnings": warnings,
        "errors": errors,
        "repairs": repairs,
    })
}
