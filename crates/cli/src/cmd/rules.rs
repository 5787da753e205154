//! `shoutan rules`: the rulesets, and one of them explained with its sources.

use std::io::{self, Write};
use std::sync::Arc;

use anstyle::{AnsiColor, Style};
use rules::{Axis, Lang, Ruleset, RulesetSpecError};
use serde_json::{Map, Value, json};

use crate::Manner;
use crate::exit::Exit;
use crate::lang::tr;
use crate::layout::{left, width, wrap};
use crate::trouble::Trouble;

/// List the rulesets, or explain one with its sources
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Name or alias of a ruleset, such as chinese, 日本规则, AGA, or with changes: "chinese ko=psk"
    name: Option<String>,
}

const TITLE: Style = AnsiColor::Cyan.on_default().bold();
const NAME: Style = AnsiColor::Green.on_default();
const FAINT: Style = Style::new().dimmed();

/// Columns of running text.
const COLUMNS: usize = 88;

/// Prints the list or the explanation.
///
/// # Errors
/// When the answer cannot be written.
pub(crate) fn run(args: &Args, manner: Manner) -> io::Result<Exit> {
    let Some(name) = &args.name else {
        list(manner)?;
        return Ok(Exit::Fine);
    };
    match find(name, manner.lang) {
        Ok(ruleset) => {
            let mut out = anstream::stdout();
            if manner.json {
                writeln!(out, "{}", json(&ruleset))?;
            } else {
                write!(out, "{}", explained(&ruleset, manner.lang))?;
            }
            Ok(Exit::Fine)
        }
        Err(trouble) => {
            crate::complain(&trouble, manner.lang)?;
            Ok(Exit::Failed)
        }
    }
}

/// Finds a ruleset, or says which name comes near.
pub(crate) fn find(name: &str, lang: Lang) -> Result<Arc<Ruleset>, Trouble> {
    Ruleset::find(name).map_err(|error| {
        let (what, remedy) = match error {
            RulesetSpecError::Unknown(unknown) => {
                let nearest = unknown.nearest;
                (
                    tr!(lang, "没有“{name}”这种规则", "there is no ruleset \"{name}\""),
                    tr!(
                        lang,
                        "最接近的名称是 {nearest}；shoutan rules 列出全部规则",
                        "the nearest name is {nearest}; shoutan rules lists them all"
                    ),
                )
            }
            RulesetSpecError::Axis { name, known } => (
                tr!(lang, "规则里没有“{name}”这一项", "\"{name}\" is no part of a ruleset"),
                tr!(lang, "可改的项：{known}", "the parts are {known}"),
            ),
            RulesetSpecError::Value { axis, value, known } => (
                tr!(lang, "“{value}”不是 {axis} 的值", "\"{value}\" is no value of {axis}"),
                tr!(lang, "可用的值：{known}", "its values are {known}"),
            ),
        };
        Trouble::new("unknown-ruleset", "--rules", what, remedy)
    })
}

/// All rulesets, a line or an object each.
fn list(manner: Manner) -> io::Result<()> {
    let mut out = anstream::stdout();
    let lang = manner.lang;
    if manner.json {
        return Ruleset::all().iter().try_for_each(|ruleset| writeln!(out, "{}", json(ruleset)));
    }
    let ids = Ruleset::all().iter().map(|ruleset| ruleset.id.len()).max().unwrap_or(0);
    let names =
        Ruleset::all().iter().map(|ruleset| width(&title(ruleset, lang))).max().unwrap_or(0);
    for ruleset in Ruleset::all() {
        let id = left(&ruleset.id, ids);
        let name = left(&title(ruleset, lang), names);
        let space = COLUMNS.saturating_sub(ids + names + 4).max(30);
        for (index, line) in wrap(ruleset.summary.get(lang), space).iter().enumerate() {
            match index {
                0 => writeln!(out, "{NAME}{id}{NAME:#}  {TITLE}{name}{TITLE:#}  {line}")?,
                _ => writeln!(out, "{}{line}", " ".repeat(ids + names + 4))?,
            }
        }
    }
    let hint = tr!(
        lang,
        "shoutan rules 名称：讲解一种规则。也可改动其中的项，如 \"chinese ko=psk\"。",
        "shoutan rules NAME explains one. Parts can be changed too: \"chinese ko=psk\"."
    );
    writeln!(out, "{FAINT}{hint}{FAINT:#}")
}

/// Name and edition.
fn title(ruleset: &Ruleset, lang: Lang) -> String {
    let name = ruleset.name.get(lang);
    match ruleset.edition.as_str() {
        "" => name.to_owned(),
        edition if name.contains(edition) => name.to_owned(),
        edition => tr!(lang, "{name}（{edition}）", "{name} ({edition})"),
    }
}

/// One ruleset, axis by axis, with notes and sources.
fn explained(ruleset: &Ruleset, lang: Lang) -> String {
    let mut text =
        format!("{TITLE}{}{TITLE:#}  {FAINT}{}{FAINT:#}\n", title(ruleset, lang), ruleset.id);
    for line in wrap(ruleset.summary.get(lang), COLUMNS) {
        text.push_str(&format!("{line}\n"));
    }
    text.push('\n');
    let titles = Axis::all().map(|axis| width(axis.title(lang))).max().unwrap_or(0) + 2;
    for axis in Axis::all() {
        let name = left(axis.title(lang), titles);
        text.push_str(&format!("  {NAME}{name}{NAME:#}"));
        push_indented(&mut text, &ruleset.describe(axis, lang), titles + 2);
        for note in ruleset.notes.iter().filter(|note| note.axis == axis) {
            let article = &note.article;
            let article = match article.as_str() {
                "" => String::new(),
                article => tr!(lang, "（第 {article} 条）", " (art. {article})"),
            };
            text.push_str(&" ".repeat(titles + 2));
            push_indented(&mut text, &format!("{}{article}", note.text.get(lang)), titles + 2);
        }
    }
    if !ruleset.aliases.is_empty() {
        text.push_str(&tr!(lang, "\n别名：", "\nalso called: "));
        push_indented(&mut text, &ruleset.aliases.join(", "), 2);
    }
    if !ruleset.sources.is_empty() {
        text.push_str(&tr!(lang, "\n出处：\n", "\nsources:\n"));
        for source in &ruleset.sources {
            let article = match source.article.as_str() {
                "" => String::new(),
                article => tr!(lang, "，第 {article} 条", ", art. {article}"),
            };
            text.push_str(&format!("  {}{article}\n", source.title.get(lang)));
        }
    }
    text
}

/// Adds a text; its later lines are moved in.
fn push_indented(text: &mut String, what: &str, indent: usize) {
    let lines = wrap(what, COLUMNS.saturating_sub(indent).max(30));
    text.push_str(&lines.join(&format!("\n{}", " ".repeat(indent))));
    text.push('\n');
}

/// One ruleset for programs.
fn json(ruleset: &Ruleset) -> Value {
    let both = |text: &rules::Text| json!({ "zh": text.zh, "en": text.en });
    let axes: Map<String, Value> =
        Axis::all().map(|axis| (axis.name().to_owned(), json!(ruleset.value(axis)))).collect();
    let notes: Vec<Value> = ruleset
        .notes
        .iter()
        .map(|note| json!({ "axis": note.axis.name(), "text": both(&note.text), "article": note.article }))
        .collect();
    let sources: Vec<Value> = ruleset
        .sources
        .iter()
        .map(|source| json!({ "title": both(&source.title), "article": source.article }))
        .collect();
    json!({
        "id": ruleset.id,
        "name": both(&ruleset.name),
        "edition": ruleset.edition,
        "summary": both(&ruleset.summary),
        "aliases": ruleset.aliases,
        "sgf": ruleset.sgf,
        "axes": axes,
        "notes": notes,
        "sources": sources,
    })
}
