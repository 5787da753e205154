//! `scoring`: the count of a finished position, figure by figure.

use anyhow::{Context, Result, bail, ensure};
use board::{ByColor, Color};
use rules::{Count, Lang, Outcome, Ruleset, Score, Terms, Unit, Zi, count};
use serde_json::Value;

use super::fields::{color, field, points, quarters, rows, size, text, whole};

/// Every field of `expect` must agree; a field that is not known fails, so that none goes unchecked.
pub(super) fn check(vector: &Value) -> Result<()> {
    let size = size(vector)?;
    let board = rows(vector, "rows")?.context("`rows` is null")?;
    ensure!(board.size() == size, "the rows are {}, the board {size}", board.size());
    let ruleset = Ruleset::find(super::ruleset_name(text(vector, "ruleset")?))?;
    let pair = |name: &str| -> Result<ByColor<u32>> {
        let Some(pair) = vector.get(name) else { return Ok(ByColor::default()) };
        Ok(ByColor::new(u32::try_from(whole(pair, "B")?)?, u32::try_from(whole(pair, "W")?)?))
    };
    let terms = Terms {
        komi: score(field(vector, "komi")?, "komi")?,
        handicap: u32::try_from(whole(vector, "handicap")?)?,
        dead: points(vector, "dead", size)?,
        seki: points(vector, "seki", size)?,
        prisoners: pair("prisoners")?,
        passes: pair("passes")?,
        first_pass: vector.get("first_pass").map(|_| color(vector, "first_pass")).transpose()?,
        ..Terms::default()
    };
    let count = count(&board, &ruleset, &terms)?;
    let expect = field(vector, "expect")?.as_object().context("`expect` is no object")?;
    let differing: Vec<String> = expect
        .iter()
        .filter_map(|(name, expected)| match figure(&count, name, expected) {
            Ok(found) if found == *expected || same_number(&found, expected) => None,
            Ok(found) => Some(format!("{name} is {found}, expected {expected}")),
            Err(error) => Some(format!("{name}: {error:#}")),
        })
        .collect();
    if !differing.is_empty() {
        let working = count.explain(Lang::En, count.unit);
        bail!("{}\nworking:\n  {}", differing.join("\n"), working.join("\n  "));
    }
    Ok(())
}

/// A whole number of half-points.
fn score(value: &Value, name: &str) -> Result<Score> {
    let quarters = quarters(value, name)?;
    ensure!(quarters % 2 == 0, "`{name}` is no multiple of half a point");
    Ok(Score::half_points(quarters / 2))
}

/// 1 and 1.0 are the same number; both sides are exact.
fn same_number(found: &Value, expected: &Value) -> bool {
    match (quarters(found, ""), quarters(expected, "")) {
        (Ok(found), Ok(expected)) => found == expected,
        _ => false,
    }
}

/// One figure of the count under its name in the vectors.
fn figure(count: &Count, name: &str, expected: &Value) -> Result<Value> {
    let outcome = count.outcome();
    let side = |color: Color| &count.sides[color];
    let zi = |zi: Zi| Value::from(zi.to_f64());
    Ok(match name {
        "unit" => Value::from(match count.unit {
            Unit::Zi => "zi",
            Unit::Point => "point",
            Unit::Lu => "lu",
        }),
        "B" => zi(side(Color::Black).total),
        "W" => zi(side(Color::White).total),
        "threshold_B" => zi(count.threshold),
        "margin_zi" => zi(count.margin_zi()),
        "margin_points" => Value::from(count.margin.abs().to_f64()),
        "komi_used" => Value::from(count.komi_used().to_f64()),
        "territory_B" => Value::from(side(Color::Black).territory),
        "territory_W" => Value::from(side(Color::White).territory),
        "groups_B" => Value::from(side(Color::Black).groups),
        "groups_W" => Value::from(side(Color::White).groups),
        "winner" => Value::from(match outcome {
            Outcome::Win { winner: Color::Black, .. } => "B",
            Outcome::Win { winner: Color::White, .. } => "W",
            Outcome::Jigo => "draw",
            _ => "none",
        }),
        "tie_won_by_black" => {
            Value::from(count.margin == Score::ZERO && outcome.winner() == Some(Color::Black))
        }
        "result" => Value::from(count.result_sgf()),
        "result_cn" => Value::from(outcome.describe(Lang::Zh, Unit::Zi)),
        _ => bail!("this expectation is not known ({expected})"),
    })
}
