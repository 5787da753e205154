//! `handicap`: placements, their symmetry, and what White receives for the stones.

use anyhow::{Context, Result, ensure};
use board::{Board, BoardSize, Color, PointSet, Setup, Symmetry};
use rules::handicap::{ThirdStone, fixed};
use rules::{Ruleset, Start};
use serde_json::Value;

use super::fields::{color, field, points, quarters, text, whole};

/// Three forms share this kind.
pub(super) fn check(vector: &Value) -> Result<()> {
    if vector.get("compensation_for").is_some() {
        return compensation(vector);
    }
    let size = BoardSize::square(u32::try_from(whole(vector, "size")?)?)?;
    let stones = u32::try_from(whole(vector, "stones")?)?;
    let placed = fixed(size, stones, ThirdStone::UpperLeft)?;
    ensure!(placed.len() == stones as usize, "{} stones are placed", placed.len());
    let to_move = Start::on(Ruleset::chinese(), with_black(size, placed)?, stones).to_move;
    if vector.get("points").is_some() {
        let expected = points(vector, "points", size)?;
        ensure!(placed == expected, "the stones are on {placed:?}, expected {expected:?}");
        let expected = color(vector, "to_play")?;
        ensure!(to_move == expected, "{to_move:?} is to play, expected {expected:?}");
        return Ok(());
    }
    let property = text(vector, "property")?;
    ensure!(property.contains("all eight symmetries"), "the property is not known: {property}");
    ensure!(
        !property.contains("White to play") || to_move == Color::White,
        "{to_move:?} is to play"
    );
    for symmetry in Symmetry::all() {
        let image: PointSet = placed.iter().map(|point| symmetry.apply(point, size)).collect();
        ensure!(image == placed, "{symmetry:?} changes the set: {placed:?} becomes {image:?}");
    }
    Ok(())
}

/// A board with black stones.
fn with_black(size: BoardSize, stones: PointSet) -> Result<Board> {
    let mut setup = Setup::new(size);
    for point in stones {
        setup.set(point, Some(Color::Black));
    }
    Ok(setup.build()?)
}

/// Fields are named after the ruleset and the unit: `chinese_zi`, `aga_area_points`.
fn compensation(vector: &Value) -> Result<()> {
    let stones = u32::try_from(whole(vector, "compensation_for")?)?;
    let mut checked = 0;
    for (name, value) in vector.as_object().context("the vector is no object")? {
        let (ruleset, in_zi) = match (name.strip_suffix("_zi"), name.strip_suffix("_points")) {
            (Some(ruleset), _) => (ruleset, true),
            (_, Some(ruleset)) => (ruleset, false),
            _ => continue,
        };
        let ruleset = Ruleset::find(super::ruleset_name(ruleset))?;
        let points = ruleset.compensation_for(stones);
        let found =
            if in_zi { points.margin_in_zi().as_quarters() } else { points.as_half_points() * 2 };
        let expected = quarters(field(vector, name)?, name)?;
        ensure!(found == expected, "{name} is {} quarters, expected {value}", found);
        checked += 1;
    }
    ensure!(checked > 0, "the vector names no compensation");
    Ok(())
}
