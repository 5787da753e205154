//! Time controls and the clock of a game, as pure functions of given times.
//!
//! Every system of the rule book's section 7: absolute, Fischer, delay, byo-yomi, Chinese reading (保留时间读秒),
//! Canadian, per move, Ing, hourglass, correspondence, none; each player may have another. What it is not: it reads
//! no clock (`now` is an argument), sets no timer ([`Clock::next_deadline`] says what to set one to), and knows
//! neither moves nor rules; a game's actor calls it.
//!
//! Start reading at [`Clock`], then [`TimeControl`] (what each system is) and [`PlayerTime`] (what a player has).
//! The text forms are in `text` (`20m+5x30s`), `sgf` and `gtp`, the calls of a reading in `calls`.
//!
//! ```
//! use clock::{BySide, Clock, LagPolicy, Millis, Pressed, Side, Step, TimeControl};
//!
//! let control: TimeControl = "1m+3x30s".parse()?;
//! let clock = Clock::new(BySide::both(control), Side::Black, BySide::both(LagPolicy::OFF))?;
//! let Step::Clock(clock) = clock.resume(Millis::ZERO)? else { unreachable!() };
//! assert_eq!(clock.next_deadline(), Some(Millis::seconds(150)));
//!
//! // A minute of main time, then 40 s of byo-yomi: one period is lost.
//! let Pressed::Moved(moved) = clock.press(Millis::seconds(100), Millis::ZERO)? else { unreachable!() };
//! assert_eq!(moved.clock.shown(Side::Black, Millis::seconds(100)).en(), "30 seconds of the period left, 2 in all");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing,
        clippy::cast_possible_truncation
    )
)]

mod calendar;
mod calls;
mod clock;
mod control;
mod describe;
mod gtp;
mod lag;
mod lexer;
mod millis;
mod sgf;
mod side;
mod text;
mod time;

pub use calls::{Announcement, Call};
pub use clock::{
    Clock, ClockState, Fallen, Moved, PauseError, PauseReason, PressError, Pressed, ResumeError,
    Run, Snapshot, StateError, Step, UndoError,
};
pub use control::{ControlError, TimeControl, check_controls};
pub use describe::{describe_both_en, describe_both_zh};
pub use gtp::{GtpDialect, GtpSettings, GtpTimeError};
pub use lag::LagPolicy;
pub use millis::Millis;
pub use sgf::{SgfStyle, SgfTimeError, SgfTimeLeft};
pub use side::{BySide, Side};
pub use text::{ParseControlError, parse_controls, print_controls};
pub use time::{PlayerTime, Shown};
