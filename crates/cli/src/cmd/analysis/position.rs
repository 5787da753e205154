//! The game that a query tells.

use std::sync::Arc;

use board::{Color, Move, Setup};
use gtp::{Query, QueryError, Warning, format_move};
use rules::{Event, GameState, IllegalMove, Refused, Start};

use crate::cmd::gtp::{fresh, with_turn};

/// A game of which every move can be made.
#[derive(Debug)]
pub(crate) struct Told {
    start: Start,
    moves: Vec<(Color, Move)>,
}

impl Told {
    /// Checks the game of a query. A move against the superko rule is made with a warning, as servers let it be.
    pub(crate) fn new(query: &Query) -> Result<(Told, Vec<Warning>), QueryError> {
        let wrong = |field, message: String| QueryError {
            id: Some(query.id.clone()),
            field: Some(field),
            message,
        };
        let start = start(query).map_err(|message| wrong("initialStones", message))?;
        let mut warnings = Vec::new();
        let mut state = GameState::new(start.clone());
        for (number, &(color, mv)) in query.moves.iter().enumerate() {
            let (next, repeats) = make(&state, color, mv).map_err(|refused| {
                let vertex = format_move(mv, query.size);
                wrong("moves", format!("Illegal move {number}: {vertex} ({refused})"))
            })?;
            if repeats {
                let vertex = format_move(mv, query.size);
                let message = format!("move {number} ({vertex}) repeats a position");
                warnings.push(Warning { field: "moves".to_owned(), message });
            }
            state = next;
        }
        Ok((Told { start, moves: query.moves.clone() }, warnings))
    }

    /// The game at a turn, with whoever moves next to move, in the phase of play.
    pub(crate) fn at(&self, turn: u32) -> GameState {
        let turn = usize::try_from(turn).unwrap_or(usize::MAX).min(self.moves.len());
        let (before, after) = self.moves.split_at(turn);
        let mut state = GameState::new(self.start.clone());
        for &(color, mv) in before {
            // They were all made once.
            if let Ok((next, _)) = make(&state, color, mv) {
                state = next;
            }
        }
        let next = match (after.first(), before.last()) {
            (Some((color, _)), _) => *color,
            (None, Some((color, _))) => color.opponent(),
            (None, None) => self.start.to_move,
        };
        with_turn(&state, next)
    }
}

/// Stones, rules and komi.
fn start(query: &Query) -> Result<Start, String> {
    let mut setup = Setup::new(query.size);
    for &(color, point) in &query.stones {
        setup.set(point, Some(color));
    }
    let board = setup.build().map_err(|error| error.to_string())?;
    // Black stones alone are a handicap.
    let is_handicap = board.stone_count(Color::White) == 0 && board.stone_count(Color::Black) > 1;
    let handicap = if is_handicap { board.stone_count(Color::Black) } else { 0 };
    let first = query.moves.first().map(|(color, _)| *color);
    let otherwise = if is_handicap { Color::White } else { Color::Black };
    Ok(Start {
        ruleset: Arc::clone(&query.rules),
        board,
        to_move: query.first.or(first).unwrap_or(otherwise),
        komi: query.komi.unwrap_or_else(|| query.rules.komi_for(0)),
        handicap,
    })
}

/// The game after a move, and whether the move repeated a position against the rules.
fn make(state: &GameState, color: Color, mv: Move) -> Result<(GameState, bool), Refused> {
    let mut next = with_turn(state, color);
    match (next.apply(Event::Move { by: color, mv }), mv) {
        (Ok(_), _) => Ok((next, false)),
        (Err(Refused::Illegal(IllegalMove::Repetition { point, .. })), Move::Play(_)) => {
            let mut start = fresh(&next);
            if start.board.play(color, point).is_err() {
                return Err(Refused::Illegal(IllegalMove::Occupied(point)));
            }
            start.to_move = color.opponent();
            Ok((GameState::new(start), true))
        }
        (Err(refused), _) => Err(refused),
    }
}
