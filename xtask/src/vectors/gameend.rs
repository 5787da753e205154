//! `gameend`: passes, agreement, dispute, resumption and resignation.

use anyhow::{Context, Result, bail, ensure};
use board::{BoardSize, ByColor, Color, Coordinates, Move};
use rules::{Event, GameState, Phase, Ruleset, Start};
use serde_json::Value;

use super::fields::{color_named, field, list, text, whole};

/// The events must be accepted, and lead to the phase, the turn and the result expected.
pub(super) fn check(vector: &Value) -> Result<()> {
    let size = BoardSize::square(19)?;
    let ruleset = Ruleset::find(text(vector, "ruleset")?)?;
    let mut state = GameState::new(Start::even(ruleset, size));
    for (index, item) in list(vector, "moves")?.iter().enumerate() {
        step(&mut state, item, size).with_context(|| format!("item {} {item}", index + 1))?;
    }
    let expect = field(vector, "expect")?;
    let phase = match state.phase() {
        Phase::Play => "playing",
        Phase::Counting => "agreement",
        Phase::Done => "finished",
    };
    ensure!(
        phase == text(expect, "phase")?,
        "the phase is {phase}, expected {}",
        text(expect, "phase")?
    );
    let to_play = state.to_move().map(|color| color.letter().to_string());
    let expected = field(expect, "to_play")?.as_str();
    ensure!(to_play.as_deref() == expected, "to move is {to_play:?}, expected {expected:?}");
    if let Some(stones) = expect.get("pass_stones") {
        let expected = ByColor::new(whole(stones, "B")?, whole(stones, "W")?);
        let found = state.pass_stones().map(|count| count as usize);
        ensure!(found == expected, "pass stones are {found:?}, expected {expected:?}");
    }
    if let Some(expected) = expect.get("result") {
        let found = state.outcome().map(rules::Outcome::to_sgf);
        ensure!(
            found.as_deref() == expected.as_str(),
            "the result is {found:?}, expected {expected}"
        );
    }
    Ok(())
}

/// One item: `["B", "E5"]`, `["resume", "W"]`, `["agree"]`, `["dispute"]`.
fn step(state: &mut GameState, item: &Value, size: BoardSize) -> Result<()> {
    let word = |index: usize| item.get(index).and_then(Value::as_str);
    let first = word(0).context("an item is a list of texts")?;
    let events = match (first, word(1)) {
        ("agree", by) => agreement(by)?,
        ("dispute", by) => vec![Event::Dispute { by: by.map(color_named).transpose()? }],
        ("resume", Some(by)) => vec![Event::Resume { asked_by: color_named(by)? }],
        (by, Some("pass")) => vec![Event::play(color_named(by)?, Move::Pass)],
        (by, Some("resign")) => vec![Event::Resign { by: color_named(by)? }],
        (by, Some(point)) => {
            vec![Event::play(color_named(by)?, Move::Play(Coordinates::Gtp.parse(point, size)?))]
        }
        _ => bail!("the item is unknown"),
    };
    for event in events {
        state.apply(event)?;
    }
    Ok(())
}

/// Both accept the marking, or one of them when the item names it.
fn agreement(by: Option<&str>) -> Result<Vec<Event>> {
    match by {
        Some(by) => Ok(vec![Event::Agree { by: color_named(by)? }]),
        None => Ok(Color::BOTH.map(|by| Event::Agree { by }).into()),
    }
}
