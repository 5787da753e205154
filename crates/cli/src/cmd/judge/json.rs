//! The verdict for programs; the names are documented in `docs/CLI.md` and stay.

use board::{Board, ByColor, Color, Coordinates, PointSet};
use rules::referee::{Finding, Level};
use rules::{Count, Lang, Outcome, Ruleset, Unit};
use serde_json::{Value, json};

use super::{Judged, dead, illegal_text, lab};
use crate::records::Record;
use crate::repairs;

/// A judged game. The file and the number of the game are put before these fields.
pub(crate) fn verdict(record: &Record, judged: &Judged, lang: Lang) -> Value {
    let verdict = &judged.verdict;
    let (state, info) = (&verdict.state, &judged.info);
    let (board, ruleset) = (state.board(), state.ruleset());
    let player = |color: Color| {
        let player = &info.players[color];
        json!({ "name": player.name, "rank": player.rank_text, "team": player.team })
    };
    let all_repairs: Vec<Value> = [&record.diagnostics, &judged.repairs]
        .into_iter()
        .flat_map(|found| repairs::json(found, lang))
        .collect();
    let prisoners = state.prisoners();
    let mut object = json!({
        "status": judged.tally(),
        "black": player(Color::Black),
        "white": player(Color::White),
        "size": { "columns": board.size().columns(), "rows": board.size().rows() },
        "rules": { "id": ruleset.id, "name": ruleset.name.get(lang), "from": judged.rules_from.code() },
        "komi": { "points": state.komi().to_f64(), "from": judged.komi_from.code() },
        "handicap": state.handicap(),
        "moves": state.move_number(),
        "end": judged.end.code(),
        "prisoners": { "black": prisoners.black, "white": prisoners.white },
        "position": board.to_rows(),
        "dead": stones(judged.marks.marking.dead, board),
        "dead_from": dead::code(judged.marks.from),
        "confidence": judged.marks.confidence.map(|share| (f64::from(share) * 1000.0).round() / 1000.0),
        "fill": points(judged.marks.fill, board),
        "seki": stones(judged.marks.seki, board),
        "contested": points(judged.marks.contested, board),
        "unsettled": judged.marks.unsettled.iter().map(|group| points(*group, board)).collect::<Vec<_>>(),
        "result": judged.outcome.map(|ours| outcome(ours, ruleset.unit, lang)),
        "recorded": info.result_text,
        "fits_all_alive": judged.fits_all_alive,
        "fits_rules": judged.fits_rules.as_ref().map(|ruleset| &ruleset.id),
        "count": verdict.count.as_ref().map(|found| count(found, lang)),
        "illegal": judged.illegal.as_ref().map(|step| json!({
            "move": step.number,
            "color": step.by.letter().to_string(),
            "code": step.error.code(),
            "node": step.node.index(),
            "line": step.place.line,
            "column": step.place.column,
            "message": illegal_text(step, board.size(), lang),
        })),
        "findings": verdict.findings.iter().map(|found| finding(found, record, judged, ruleset, lang)).collect::<Vec<_>>(),
        "repairs": all_repairs,
    });
    if let (Some(rows), Some(fields)) = (&judged.lab, object.as_object_mut()) {
        fields.insert("laboratory".into(), lab::json(rows, lang));
    }
    object
}

/// Something the referee noted.
fn finding(
    found: &Finding,
    record: &Record,
    judged: &Judged,
    ruleset: &Ruleset,
    lang: Lang,
) -> Value {
    let size = judged.verdict.state.size();
    let node = found.event.and_then(|event| judged.nodes.get(event)).copied();
    let place = node.map(|node| record.tree.location(node));
    json!({
        "code": found.code(),
        "level": match found.level() {
            Level::Good => "good",
            Level::Note => "note",
            Level::Fault => "fault",
        },
        "move": found.move_number,
        "node": node.map(|node| node.index()),
        "line": place.map(|place| place.line),
        "column": place.map(|place| place.column),
        "message": found.describe(lang, ruleset, Coordinates::Gtp, size),
        "rule": found.rule(ruleset).map(|rule| json!({
            "axis": rule.axis.name(), "source": rule.source.get(lang), "article": rule.article,
        })),
    })
}

/// An outcome.
pub(crate) fn outcome(outcome: Outcome, unit: Unit, lang: Lang) -> Value {
    json!({
        "sgf": outcome.to_sgf(),
        "winner": outcome.winner().map(|color| color.letter().to_string()),
        "margin_points": outcome.margin().map(rules::Score::to_f64),
        "text": outcome.describe(lang, unit),
    })
}

/// A count with its working.
pub(crate) fn count(count: &Count, lang: Lang) -> Value {
    let side = |color: Color| {
        let side = &count.sides[color];
        json!({
            "stones": side.stones, "surrounded": side.surrounded, "area": side.area,
            "territory": side.territory, "seki_eyes": side.seki_eyes, "unfilled": side.unfilled, "prisoners": side.prisoners,
            "dead_taken": side.dead_taken, "pass_stones": side.pass_stones,
            "groups": side.groups, "tax": side.tax,
            "count": side.count.to_f64(), "total": side.total.to_f64(),
        })
    };
    json!({
        "unit": unit(count.unit),
        "black": side(Color::Black),
        "white": side(Color::White),
        "neutral": count.neutral,
        "komi": count.komi.to_f64(),
        "extra_komi": count.extra_komi.to_f64(),
        "compensation": count.compensation.to_f64(),
        "threshold_black_zi": count.threshold.to_f64(),
        "threshold_white_zi": count.threshold_of(Color::White).to_f64(),
        "margin_points_for_black": count.margin.to_f64(),
        "margin_zi": count.margin_zi().to_f64(),
        "working": count.explain(lang, count.unit),
    })
}

/// A unit's word.
fn unit(unit: Unit) -> &'static str {
    match unit {
        Unit::Zi => "zi",
        Unit::Point => "point",
        Unit::Lu => "lu",
    }
}

/// Points as GTP names, sorted from the top left.
pub(crate) fn points(points: PointSet, board: &Board) -> Vec<String> {
    points.iter().map(|point| Coordinates::Gtp.format(point, board.size())).collect()
}

/// The stones of a set by colour.
pub(crate) fn stones(set: PointSet, board: &Board) -> Value {
    let side = ByColor::from_fn(|color| points(set & board.stones(color), board));
    json!({ "black": side.black, "white": side.white })
}
