use std::time::Duration;

use board::{Color, Move, PointSet};
use nn::Game;
use rules::GameState;
use thiserror::Error;

use crate::analysis::Analysis;

/// What a search begins from: a game, and which of its points may be played next.
#[derive(Clone, Debug)]
pub struct Root {
    /// The game as networks know it.
    pub game: Game,
    /// Points that the real rules allow the side to move; all that `game` allows when `None`.
    pub legal: Option<PointSet>,
}

impl Root {
    /// The root for a game under any ruleset: the network sees the nearest rules that it knows, but what is played is
    /// legal under the real ones. Where nobody is to move, as after the last pass, it is searched as if play went on.
    pub fn from_state(state: &GameState) -> Root {
        let legal = state.to_move().map(|_| {
            state.size().points().filter(|&point| state.check_play(point).is_ok()).collect()
        });
        Root { game: Game::from_state(state), legal }
    }

    /// The root of a game as it is.
    pub fn from_game(game: Game) -> Root {
        Root { game, legal: None }
    }
}

/// Moves that a search may not make, or the only ones that it may.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Restriction {
    /// Whom it binds.
    pub color: Color,
    /// The moves.
    pub moves: Vec<Move>,
    /// It holds for moves before this depth: 1 binds the root's move only.
    pub until_depth: u32,
    /// Whether only these moves are allowed, instead of forbidden.
    pub only: bool,
}

/// What is asked of a search besides the best move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Question {
    /// Moves forbidden or alone allowed.
    pub restrictions: Vec<Restriction>,
    /// Whether to tell whose each point will be.
    pub ownership: bool,
    /// Whether to tell it after each move, too.
    pub move_ownership: bool,
}

impl Question {
    /// A question for the moves and whose each point will be.
    pub fn with_ownership() -> Question {
        Question { ownership: true, ..Question::default() }
    }
}

/// When a search tells what it has found so far.
pub struct Reports<'a> {
    /// Time until the first report.
    pub first: Duration,
    /// Time between reports.
    pub every: Duration,
    /// Told each time, on the thread that called the search. Its time is the search's.
    pub tell: &'a mut dyn FnMut(&Analysis),
}

impl std::fmt::Debug for Reports<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Reports").field("first", &self.first).field("every", &self.every).finish()
    }
}

/// Why a search cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum SearchError {
    /// Networks don't know boards of this size.
    #[error("networks know boards up to 19 lines, not {columns}×{rows}")]
    TooLarge {
        /// Columns of the board.
        columns: u8,
        /// Rows of the board.
        rows: u8,
    },
}
