//! The rules laboratory as a table: one end position under every ruleset, and what makes each difference.

use board::Color;
use rules::lab::{Difference, Row, differences};
use rules::{Count, Lang, Ruleset, Score, Unit};
use serde_json::{Value, json};

use crate::lang::tr;
use crate::layout::{left, right, width};

/// Where a row's margin parts from the game's own; a difference without effect has no place in the table.
fn telling(own: Option<&Row>, row: &Row) -> Vec<Difference> {
    let all = own.map(|own| differences(own, row)).unwrap_or_default();
    all.into_iter().filter(|difference| difference.points != Score::ZERO).collect()
}

fn signed(score: Score) -> String {
    if score > Score::ZERO { format!("+{score}") } else { score.to_string() }
}

/// The table for people.
pub(crate) fn text(rows: &[Row], lang: Lang) -> String {
    let own = rows.iter().find(|row| row.own);
    let head = tr!(
        lang,
        "规则\t黑\t白\t结果\t与本局规则不同之处（黑方得失）",
        "rules\tBlack\tWhite\tresult\tdifference to the game's own rules (points for Black)"
    );
    let mut table: Vec<Vec<String>> = vec![head.split('\t').map(str::to_owned).collect()];
    for row in rows {
        let mark = if row.own { "*" } else { "" };
        let name = format!("{}{mark}", row.ruleset.name.get(lang));
        table.push(match &row.end {
            Err(why) => {
                let why = why.get(lang).to_owned();
                vec![name, "–".into(), "–".into(), tr!(lang, "不合法", "illegal"), why]
            }
            Ok(count) => {
                let total = |color: Color| total_text(count, color, lang);
                let why: Vec<String> = telling(own, row)
                    .iter()
                    .map(|part| format!("{} {}", part.name.get(lang), signed(part.points)))
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
pub(crate) fn json(rows: &[Row], lang: Lang) -> Value {
    let own = rows.iter().find(|row| row.own);
    rows.iter()
        .map(|row| match &row.end {
            Err(why) => json!({
                "rules": row.ruleset.id, "own": row.own, "illegal": why.get(lang),
            }),
            Ok(count) => {
                let differences: Vec<Value> = telling(own, row)
                    .iter()
                    .map(|part| {
                        let (what, points) = (part.name.get(Lang::En), part.points.to_f64());
                        json!({ "what": what, "points_for_black": points })
                    })
                    .collect();
                let axes: Vec<&str> = own
                    .map(|own| Ruleset::differences(&own.ruleset, &row.ruleset))
                    .unwrap_or_default()
                    .iter()
                    .map(|axis| axis.name())
                    .collect();
                json!({
                    "rules": row.ruleset.id, "own": row.own,
                    "result": super::json::outcome(count.outcome(), count.unit, lang),
                    "count": super::json::count(count, lang),
                    "differences": differences,
                    "differing_axes": axes,
                })
            }
        })
        .collect()
}
