//! The rules laboratory: one end position under every ruleset, and what makes each difference.

use std::sync::Arc;

use board::Color;
use rules::referee::{Replay, replay};
use rules::{Count, Event, Lang, Removal, Ruleset, Score, Scoring, Start, Unit};
use serde_json::{Value, json};

use super::dead::Marks;
use crate::lang::tr;
use crate::layout::{left, right, width};

/// One row: the game under one ruleset.
#[derive(Debug)]
pub(crate) struct Row {
    ruleset: Arc<Ruleset>,
    /// Whether any stone is marked dead.
    dead: bool,
    result: RowResult,
}

/// What becomes of the game.
#[derive(Debug)]
enum RowResult {
    /// It is counted.
    Counted(Box<Count>),
    /// A move is illegal under this ruleset: its number, the reason in both languages.
    Illegal { zh: String, en: String },
}

/// A part of a margin: what it is called, and points for Black.
type Part = (&'static str, &'static str, Score);

/// Plays and counts the game under every ruleset. Each uses its own komi unless one is given.
pub(crate) fn rows(
    start: &Start,
    events: &[Event],
    marks: &Marks,
    komi: Option<Score>,
) -> Vec<Row> {
    Ruleset::all()
        .iter()
        .map(|ruleset| {
            let own = ruleset.komi_for(start.handicap);
            let komi =
                komi.unwrap_or(if ruleset.id == start.ruleset.id { start.komi } else { own });
            let start = Start { ruleset: Arc::clone(ruleset), komi, ..start.clone() };
            let dead = !marks.marking.dead.is_empty();
            Row { ruleset: Arc::clone(ruleset), dead, result: one(start, events, marks) }
        })
        .collect()
}

fn one(start: Start, events: &[Event], marks: &Marks) -> RowResult {
    let ruleset = Arc::clone(&start.ruleset);
    let Replay { state, findings, refused } = replay(start, events.iter().cloned());
    let say = |lang| {
        let style = board::Coordinates::Gtp;
        findings
            .last()
            .map_or_else(String::new, |found| found.describe(lang, &ruleset, style, state.size()))
    };
    if refused.is_some() {
        return RowResult::Illegal { zh: say(Lang::Zh), en: say(Lang::En) };
    }
    match state.count_filling(&marks.marking, marks.fill) {
        Ok(count) => RowResult::Counted(Box::new(count)),
        // The marks were checked against this board before; only a board changed by the rules could refuse them.
        Err(error) => RowResult::Illegal { zh: error.to_string(), en: error.to_string() },
    }
}

/// What else there is in a ruleset's count, after everything that has a name of its own.
fn rest_name(ruleset: &Ruleset, dead: bool) -> (&'static str, &'static str) {
    match ruleset.scoring {
        _ if dead && ruleset.end.removal == Removal::AllAlive => {
            ("死子不提", "dead stones stay on the board")
        }
        Scoring::Stones => ("只数活子", "living stones alone count"),
        Scoring::Territory => ("数目（地域加提子）", "territory and prisoners"),
        Scoring::Area => ("数子（面积）", "area"),
    }
}

/// What a margin is made of, for Black.
fn parts(count: &Count, scoring: Scoring) -> Vec<Part> {
    // Only a count with prisoners has them in it.
    let pass_stones = |color: Color| match scoring {
        Scoring::Territory => count.sides[color].pass_stones,
        Scoring::Area | Scoring::Stones => 0,
    };
    let (black, white) = (&count.sides.black, &count.sides.white);
    let points = |black: u32, white: u32| {
        let value = |n: u32| i32::try_from(n).unwrap_or(i32::MAX);
        Score::points(value(black).saturating_sub(value(white)))
    };
    let named = vec![
        ("贴目", "komi", -count.komi),
        ("先停着", "who passed first", -count.extra_komi),
        ("让子贴还", "handicap compensation", -count.compensation),
        ("还棋头", "group tax", points(white.tax, black.tax)),
        ("双活的眼", "eyes in seki", points(white.seki_eyes, black.seki_eyes)),
        ("须补的点", "points still to be filled", points(white.unfilled, black.unfilled)),
        ("弃权付子", "pass stones", points(pass_stones(Color::Black), pass_stones(Color::White))),
        ("纽扣", "button", black.button - white.button),
        ("罚点", "penalties", black.penalty_gain - white.penalty_gain),
    ];
    let rest = count.margin - named.iter().map(|part| part.2).sum();
    let mut parts = named;
    parts.push(("", "", rest));
    parts
}

/// Where the margin parts from the base, as (name, points more for Black); empty when it does not.
fn differences(base: &Base, count: &Count, row: &Row, lang: Lang) -> Vec<(&'static str, Score)> {
    let rest = rest_name(&row.ruleset, row.dead);
    let name = |part: &Part| match (lang, part.0) {
        (Lang::Zh, "") => rest.0,
        (Lang::En, "") => rest.1,
        (Lang::Zh, zh) => zh,
        (Lang::En, _) => part.1,
    };
    let pairs = parts(count, row.ruleset.scoring).into_iter().zip(parts(base.count, base.scoring));
    pairs
        .map(|(here, there)| (name(&here), here.2 - there.2))
        .filter(|(_, difference)| *difference != Score::ZERO)
        .collect()
}

fn signed(score: Score) -> String {
    if score > Score::ZERO { format!("+{score}") } else { score.to_string() }
}

/// The game under its own ruleset, with which the others are compared.
struct Base<'r> {
    count: &'r Count,
    scoring: Scoring,
}

/// The game under its own ruleset, where that can count it.
fn base<'r>(rows: &'r [Row], own: &str) -> Option<Base<'r>> {
    let row = rows.iter().find(|row| row.ruleset.id == own)?;
    match &row.result {
        RowResult::Counted(count) => Some(Base { count, scoring: row.ruleset.scoring }),
        RowResult::Illegal { .. } => None,
    }
}

/// The table for people; `own` is the id of the game's ruleset.
pub(crate) fn text(rows: &[Row], own: &str, lang: Lang) -> String {
    let base = base(rows, own);
    let head = tr!(
        lang,
        "规则\t黑\t白\t结果\t与本局规则不同之处（黑方得失）",
        "rules\tBlack\tWhite\tresult\tdifference to the game's own rules (points for Black)"
    );
    let mut table: Vec<Vec<String>> = vec![head.split('\t').map(str::to_owned).collect()];
    for row in rows {
        let mark = if row.ruleset.id == own { "*" } else { "" };
        let name = format!("{}{mark}", row.ruleset.name.get(lang));
        table.push(match &row.result {
            RowResult::Illegal { zh, en } => {
                let why = if lang == Lang::Zh { zh } else { en };
                vec![name, "–".into(), "–".into(), tr!(lang, "不合法", "illegal"), why.clone()]
            }
            RowResult::Counted(count) => {
                let total = |color: Color| total_text(count, color, lang);
                let why: Vec<String> = base
                    .as_ref()
                    .map(|base| differences(base, count, row, lang))
                    .unwrap_or_default()
                    .iter()
                    .map(|(name, points)| format!("{name} {}", signed(*points)))
                    .collect();
                let why = why.join(if lang == Lang::Zh { "，" } else { ", " });
                vec![name, total(Color::Black), total(Color::White), count.result_text(lang), why]
            }
        });
    }
    let columns: Vec<usize> =
        (0..4).map(|c| table.iter().map(|row| width(&row[c])).max().unwrap_or(0)).collect();
    let mut text = String::new();
    for row in &table {
        let cells =
            [left(&row[0], columns[0]), right(&row[1], columns[1]), right(&row[2], columns[2])];
        let line = format!("  {}  {}  {}", cells.join("  "), left(&row[3], columns[3]), row[4]);
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text.push_str(&tr!(
        lang,
        "  * 本局的规则。各规则用自己的贴目；用 --komi 可统一贴目。\n",
        "  * the game's own rules. Each ruleset has its own komi; --komi gives all the same.\n"
    ));
    text
}

/// A total with its unit.
fn total_text(count: &Count, color: Color, lang: Lang) -> String {
    let total = count.sides[color].total;
    match (count.unit, lang) {
        (Unit::Zi, Lang::Zh) => format!("{total} 子"),
        (Unit::Zi, Lang::En) => format!("{total} zi"),
        (Unit::Point, Lang::Zh) => format!("{total} 目"),
        (Unit::Point, Lang::En) => format!("{total} pt"),
        (Unit::Lu, Lang::Zh) => format!("{total} 路"),
        (Unit::Lu, Lang::En) => format!("{total} lu"),
    }
}

/// The table for programs.
pub(crate) fn json(rows: &[Row], own: &str, lang: Lang) -> Value {
    let base = base(rows, own);
    rows.iter()
        .map(|row| match &row.result {
            RowResult::Illegal { zh, en } => json!({
                "rules": row.ruleset.id, "own": row.ruleset.id == own,
                "illegal": if lang == Lang::Zh { zh } else { en },
            }),
            RowResult::Counted(count) => {
                let differences: Vec<Value> = base
                    .as_ref()
                    .map(|base| differences(base, count, row, Lang::En))
                    .unwrap_or_default()
                    .iter()
                    .map(|(what, points)| json!({ "what": what, "points_for_black": points.to_f64() }))
                    .collect();
                let axes: Vec<&str> = Ruleset::find(own)
                    .map(|own| own.differences(&row.ruleset))
                    .unwrap_or_default()
                    .iter()
                    .map(|axis| axis.name())
                    .collect();
                json!({
                    "rules": row.ruleset.id, "own": row.ruleset.id == own,
                    "result": super::json::outcome(count.outcome(), count.unit, lang),
                    "count": super::json::count(count, lang),
                    "differences": differences,
                    "differing_axes": axes,
                })
            }
        })
        .collect()
}
