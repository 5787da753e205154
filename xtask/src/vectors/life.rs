//! `life_death` and `shape`: exact reading of small regions.

use anyhow::{Context, Result, bail};
use board::{Board, Coordinates};
use rules::life::{self, Confirmed, GroupStatus};
use serde_json::Value;

use super::fields::{color, rows, text};

/// A chain's status in the confirmation of Japanese rules.
pub(super) fn check_chain(vector: &Value) -> Result<()> {
    let board = position(vector)?;
    let rule = text(vector, "rule")?;
    if rule != "japanese1989" {
        bail!("no confirmation is known for rule {rule:?}");
    }
    let point = Coordinates::Gtp.parse(text(vector, "string")?, board.size())?;
    let found = match life::confirm_japanese(&board, point, life::NODES)? {
        Confirmed::Alive => "alive",
        Confirmed::Dead => "dead",
        Confirmed::Unknown => "unknown",
    };
    compare(vector, found)
}

/// A closed group's status.
pub(super) fn check_shape(vector: &Value) -> Result<()> {
    let board = position(vector)?;
    let (defender, to_move) = (color(vector, "defender")?, color(vector, "to_move")?);
    let found = match life::group_status(&board, defender, to_move, life::NODES) {
        GroupStatus::Alive => "alive",
        GroupStatus::Ko => "ko",
        GroupStatus::Dead => "dead",
        GroupStatus::Unknown => "unknown",
    };
    compare(vector, found)
}

fn position(vector: &Value) -> Result<Board> {
    rows(vector, "rows")?.context("`rows` is null")
}

fn compare(vector: &Value, found: &str) -> Result<()> {
    let expected = text(vector, "expect")?;
    if found != expected {
        bail!("found {found}, expected {expected}");
    }
    Ok(())
}
