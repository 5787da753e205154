//! `legality`: plays one after another, with what each takes or why it is refused.

use std::sync::Arc;

use anyhow::{Context, Result, bail, ensure};
use board::{Board, BoardSize, ByColor, Coordinates, Move};
use rules::{Event, GameState, IllegalMove, Phase, Refused, Repetition, Ruleset, Start, Suicide};
use serde_json::Value;

use super::fields::{color, field, list, rows, size, text, truth, whole};

/// Every attempt, the last position and the prisoners must agree.
pub(super) fn check(vector: &Value) -> Result<()> {
    let size = size(vector)?;
    let mut state = GameState::new(start(vector, size)?);
    for (index, attempt) in list(vector, "moves")?.iter().enumerate() {
        let written = text(attempt, "p")?;
        (|| {
            play_on(&mut state)?;
            one(&mut state, attempt, size)
        })()
        .with_context(|| format!("move {} at {written}", index + 1))?;
    }
    let position = state.position();
    let expected: Vec<&str> = super::fields::texts(vector, "final")?;
    let found = position.board.to_rows();
    ensure!(
        found == expected,
        "the last position is\n{}\nexpected\n{}",
        found.join("\n"),
        expected.join("\n")
    );
    let prisoners = field(vector, "prisoners")?;
    let expected = ByColor::new(whole(prisoners, "B")?, whole(prisoners, "W")?);
    let found = state.prisoners().map(|count| count as usize);
    ensure!(found == expected, "prisoners are {found:?}, expected {expected:?}");
    Ok(())
}

/// The start, under Chinese rules with the vector's ko and suicide rules.
fn start(vector: &Value, size: BoardSize) -> Result<Start> {
    let mut ruleset = Ruleset::clone(&Ruleset::chinese());
    ruleset.repetition = match text(vector, "ko")? {
        "simple" => Repetition::Simple,
        "psk" => Repetition::Positional,
        "ssk" => Repetition::Situational,
        "nssk" => Repetition::NaturalSituational,
        other => bail!("no ko rule is called {other:?}"),
    };
    ruleset.suicide = if truth(vector, "suicide")? { Suicide::Allowed } else { Suicide::Forbidden };
    let board = match rows(vector, "setup")? {
        Some(board) => board,
        None => Board::new(size),
    };
    ensure!(board.size() == size, "the set-up is {}, the board {size}", board.size());
    let mut start = Start::on(Arc::new(ruleset), board, 0);
    start.to_move = color(vector, "to_play")?;
    Ok(start)
}

/// Passes never end a game of this kind: when they stopped it, it is resumed in turn.
fn play_on(state: &mut GameState) -> Result<()> {
    if state.phase() == Phase::Counting {
        let asked_by = state.position().to_move.opponent();
        state.apply(Event::Resume { asked_by }).context("cannot resume after two passes")?;
    }
    Ok(())
}

fn one(state: &mut GameState, attempt: &Value, size: BoardSize) -> Result<()> {
    let by = color(attempt, "c")?;
    let before = state.position().clone();
    let answer = match text(attempt, "p")? {
        "pass" => state.apply(Event::play(by, Move::Pass)),
        written => match Coordinates::Gtp.parse(written, size) {
            Ok(point) => state.apply(Event::play(by, Move::Play(point))),
            Err(board::CoordinateError::OffBoard { .. }) => {
                return refused("off_board", attempt);
            }
            Err(error) => return Err(error.into()),
        },
    };
    match answer {
        Ok(effect) => {
            ensure!(
                truth(attempt, "legal")?,
                "was played, expected a refusal: {}",
                field(attempt, "reason")?
            );
            let found = (effect.captured.len(), effect.self_captured.len());
            let expected = (whole(attempt, "captured")?, whole(attempt, "self_captured")?);
            ensure!(found == expected, "took (theirs, own) {found:?}, expected {expected:?}");
            Ok(())
        }
        Err(reason) => {
            ensure!(*state.position() == before, "a refused move changed the position");
            refused(reason_name(&reason), attempt)
        }
    }
}

/// The vector must expect this reason; ko and superko are one under a superko rule.
fn refused(reason: &str, attempt: &Value) -> Result<()> {
    ensure!(!truth(attempt, "legal")?, "was refused ({reason}), expected to be legal");
    let expected = text(attempt, "reason")?;
    let family =
        |reason: &str| if reason == "superko" { "ko".to_owned() } else { reason.to_owned() };
    ensure!(family(reason) == family(expected), "was refused for {reason}, expected {expected}");
    Ok(())
}

fn reason_name(reason: &Refused) -> &'static str {
    match reason {
        Refused::Illegal(IllegalMove::Occupied(_)) => "occupied",
        Refused::Illegal(IllegalMove::OffBoard(_)) => "off_board",
        Refused::Illegal(IllegalMove::Suicide(_)) => "suicide",
        Refused::Illegal(IllegalMove::Ko(_)) => "ko",
        Refused::Illegal(IllegalMove::Repetition { .. }) => "superko",
        Refused::NotYourTurn { .. } => "not_your_turn",
        _ => "another reason",
    }
}
