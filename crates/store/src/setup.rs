//! The terms of a game, fixed when it is made.

use board::{BoardSize, Color, Point, PointSet, SetupError};
use clock::{BySide, Clock, ControlError, LagPolicy, Side, TimeControl};
use rules::{Ruleset, RulesetSpecError, Score, Start};

/// The terms of a game: all that its events are folded onto. Never changed after the game was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setup {
    /// The board.
    pub size: BoardSize,
    /// The ruleset as [`Ruleset::find`] reads it: an id, perhaps with changes.
    pub ruleset: String,
    /// Komi for White.
    pub komi: Score,
    /// Handicap stones that White's compensation reckons with; 0 and 1 are even games.
    pub handicap: u32,
    /// Whether Black puts the handicap stones himself, with the first event.
    pub free_handicap: bool,
    /// Who moves first.
    pub to_move: Color,
    /// Black stones before the first move.
    pub black: PointSet,
    /// White stones before the first move.
    pub white: PointSet,
    /// Time controls.
    pub controls: BySide<TimeControl>,
    /// Lag policies.
    pub lag: BySide<LagPolicy>,
}

/// Why a game cannot be begun by its terms.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StartError {
    /// There is no such ruleset.
    #[error(transparent)]
    Ruleset(#[from] RulesetSpecError),
    /// A stone lies outside the board or on another.
    #[error("the stone on {0:?} lies outside the board or on another")]
    Stone(Point),
    /// The stones cannot stand so.
    #[error(transparent)]
    Stones(#[from] SetupError),
    /// A time control cannot be played.
    #[error(transparent)]
    Control(#[from] ControlError),
}

impl Setup {
    /// The start of the game for `rules`.
    ///
    /// # Errors
    /// When the ruleset is not known or the stones cannot stand so.
    pub fn start(&self) -> Result<Start, StartError> {
        let ruleset = Ruleset::find(&self.ruleset)?;
        let mut stones = board::Setup::new(self.size);
        for (set, color) in [(&self.black, Color::Black), (&self.white, Color::White)] {
            for point in set.iter() {
                if !self.size.contains(point)
                    || stones.get(point).is_some()
                    || !stones.set(point, Some(color))
                {
                    return Err(StartError::Stone(point));
                }
            }
        }
        Ok(Start {
            ruleset,
            board: stones.build()?,
            to_move: self.to_move,
            komi: self.komi,
            handicap: self.handicap,
        })
    }

    /// The clock before the first event.
    ///
    /// # Errors
    /// When a time control cannot be played.
    pub fn clock(&self) -> Result<Clock, StartError> {
        let side = match self.to_move {
            Color::Black => Side::Black,
            Color::White => Side::White,
        };
        Ok(Clock::new(self.controls, side, self.lag)?)
    }
}
