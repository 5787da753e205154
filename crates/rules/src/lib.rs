//! The rules of Go made executable: rulesets as data, legality, repetition, games as folded events, counting, verdicts.
//!
//! What it is not: it knows no SGF, GTP, JSON, clocks or players; it reads no files (ruleset files are embedded), prints
//! nothing, and asks neither the time nor a random source.
//!
//! Start reading at [`Ruleset`] (the axes on which rules differ), then [`GameState`] and [`Event`] (a game is its start plus
//! its events), then [`count()`] and [`Count`] (the result with its working) and [`referee`] (a record judged); [`lab`] counts one game by every ruleset.
//!
//! ```
//! use board::{BoardSize, Color, Coordinates, Move};
//! use rules::{GameState, Ruleset, Start};
//!
//! let size = BoardSize::square(9)?;
//! let mut game = GameState::new(Start::even(Ruleset::find("japanese")?, size));
//! game.play(Move::Play(Coordinates::Gtp.parse("E5", size)?))?;
//! game.play(Move::Pass)?;
//! game.play(Move::Pass)?;
//! let count = game.count()?;
//! assert_eq!(count.result_sgf(), "B+73.5");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

mod count;
mod cycle;
mod event;
pub mod handicap;
mod history;
pub mod lab;
pub mod life;
mod marks;
mod outcome;
mod perft;
pub mod referee;
mod refused;
mod ruleset;
mod score;
mod state;
mod text;

pub use count::{Count, CountError, Line, Owners, Side, Terms, count};
pub use cycle::{Cycle, CycleKind};
pub use event::{Decision, Edit, Ending, Event, Marking, Party, Ruling};
pub use marks::{Marks, MarksFrom};
pub use outcome::{Outcome, ResultError, WinBy};
pub use perft::perft;
pub use refused::{IllegalMove, Refused};
pub use ruleset::{
    Axis, AxisText, Compensation, EndRule, IllegalMovePenalty, KomiError, KomiRule, LongCycle,
    Note, Placement, Removal, Repetition, Resumption, Ruleset, RulesetSpecError, Scoring, Seats,
    SharedPoints, Source, Suicide, Tax, Ties, Unit, UnknownRuleset,
};
pub use score::{AmountError, Score, Zi};
pub use state::{Effect, GameState, Phase, Start};
pub use text::{Lang, Text};
