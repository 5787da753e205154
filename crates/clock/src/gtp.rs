//! Time settings of the Go Text Protocol: `time_settings`, `kgs-time_settings`, `kata-time_settings`, `time_left`.
//!
//! GTP 2 knows no limit, absolute and Canadian time; KGS added byo-yomi, KataGo Fischer. All are whole or decimal
//! seconds. What a dialect cannot say is written as the nearest that never promises more time than there is.

use std::fmt;

use crate::lexer::thousandths;
use crate::{ControlError, Millis, PlayerTime, Shown, TimeControl};

/// Which command is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum GtpDialect {
    /// `time_settings main byo_yomi_time byo_yomi_stones` of GTP 2.
    Standard,
    /// `kgs-time_settings none|absolute|byoyomi|canadian …`.
    Kgs,
    /// `kata-time_settings`, which adds `fischer` and `fischer-capped`.
    Kata,
}

/// A command that sets the time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GtpSettings {
    /// The command with its arguments.
    pub line: String,
    /// Whether it says exactly what the time control is.
    pub is_exact: bool,
}

/// Why a time setting cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GtpTimeError {
    /// The command is none of the three.
    #[error("{0:?} is no command for time settings")]
    UnknownCommand(String),
    /// The time system is not known.
    #[error("unknown time system {0:?}")]
    UnknownSystem(String),
    /// There are too few or too many arguments.
    #[error("{system} takes {expected} numbers, {found} are given")]
    Arguments {
        /// The command or time system.
        system: String,
        /// How many it takes.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// An argument is no number of the right kind.
    #[error("{0:?} is no number of seconds, periods or stones")]
    BadNumber(String),
    /// A limit for each move on top of Fischer time is not supported.
    #[error("a limit of {0} s for each move is not supported with Fischer time")]
    MoveLimit(String),
    /// The settings can be read but not played.
    #[error(transparent)]
    Unplayable(#[from] ControlError),
}

impl GtpDialect {
    /// The command's name.
    pub const fn command(self) -> &'static str {
        match self {
            Self::Standard => "time_settings",
            Self::Kgs => "kgs-time_settings",
            Self::Kata => "kata-time_settings",
        }
    }
}

impl TimeControl {
    /// Reads a time setting: the command's name and its arguments.
    ///
    /// # Errors
    /// When the command, the system or a number is unknown, or the control cannot be played.
    pub fn from_gtp(command: &str, arguments: &[&str]) -> Result<Self, GtpTimeError> {
        let control = match (command, arguments) {
            ("time_settings", numbers) => {
                let [main, block, stones] = exactly(command, numbers)?;
                let (main, block, stones) = (seconds(main)?, seconds(block)?, count(stones)?);
                match (main, block, stones) {
                    // "If the time is positive and the stones are zero, there is no limit" (GTP 2).
                    (_, Millis::ZERO, _) => absolute(main),
                    (_, _, 0) => Self::None,
                    _ => Self::Canadian { main, stones, block },
                }
            }
            ("kgs-time_settings" | "kata-time_settings", [system, numbers @ ..]) => {
                named(system, numbers, command == "kata-time_settings")?
            }
            ("kgs-time_settings" | "kata-time_settings", []) => {
                return Err(GtpTimeError::UnknownSystem(String::new()));
            }
            _ => return Err(GtpTimeError::UnknownCommand(command.to_owned())),
        };
        control.check()?;
        Ok(control)
    }

    /// The command that sets this time control, or the nearest that the dialect can say.
    pub fn to_gtp(&self, dialect: GtpDialect) -> GtpSettings {
        let said = self.without_short_overtime();
        let mut line = Line { text: dialect.command().to_owned(), is_exact: said == *self };
        match dialect {
            GtpDialect::Standard => said.standard(&mut line),
            GtpDialect::Kgs | GtpDialect::Kata => said.named(&mut line, dialect),
        }
        GtpSettings { line: line.text, is_exact: line.is_exact }
    }

    /// Overtime of less than a second cannot be said, since zero seconds mean something else: what there is in all
    /// becomes absolute time.
    fn without_short_overtime(&self) -> Self {
        let all = self.start().budget(self).unwrap_or_default();
        match *self {
            Self::ByoYomi { period: length, .. }
            | Self::PerMove { time: length }
            | Self::Canadian { block: length, .. }
                if length < Millis::SECOND =>
            {
                Self::Absolute { main: all }
            }
            Self::Fischer { main, increment, .. }
            | Self::Correspondence { start: main, increment, .. }
                if increment.min(main) < Millis::SECOND =>
            {
                Self::Absolute { main }
            }
            Self::Delay { main, delay } if delay < Millis::SECOND => Self::Absolute { main },
            control => control,
        }
    }

    fn standard(&self, line: &mut Line) {
        match *self {
            Self::None => line.raw("0 1 0"),
            Self::Absolute { main } => {
                line.only(main);
                line.raw("0 0");
            }
            Self::Canadian { main, stones, block } => {
                line.seconds(main);
                line.overtime(block, stones);
            }
            Self::PerMove { time } => {
                line.raw("0");
                line.overtime(time, 1);
            }
            Self::ByoYomi { .. } | Self::ChineseReading { .. } => {
                // All periods but the last can be used up like main time.
                let PlayerTime::Periods { main, left } = self.start() else { return };
                let period = self.period().unwrap_or_default();
                line.is_exact &= left == 1;
                line.seconds(main.plus(period.times(left.saturating_sub(1))));
                line.overtime(period, 1);
            }
            Self::Fischer { main, increment, .. }
            | Self::Correspondence { start: main, increment, .. } => {
                line.is_exact = false;
                // The last increment comes too late to be thought about before it is earned.
                line.seconds(main.minus(increment));
                line.overtime(increment.min(main), 1);
            }
            Self::Delay { main, delay } => {
                line.is_exact = false;
                line.seconds(main);
                line.overtime(delay, 1);
            }
            Self::Ing { main, .. } | Self::Hourglass { main } => {
                line.is_exact = false;
                line.only(main);
                line.raw("0 0");
            }
        }
    }

    fn named(&self, line: &mut Line, dialect: GtpDialect) {
        match *self {
            Self::None => line.raw("none"),
            Self::Absolute { main } => {
                line.raw("absolute");
                line.only(main);
            }
            Self::Canadian { main, stones, block } => {
                line.raw("canadian");
                line.seconds(main);
                line.overtime(block, stones);
            }
            Self::ByoYomi { .. } | Self::ChineseReading { .. } | Self::PerMove { .. } => {
                let PlayerTime::Periods { main, left } = self.start() else { return };
                line.raw("byoyomi");
                line.seconds(main);
                line.overtime(self.period().unwrap_or_default(), left);
            }
            Self::Fischer { main, increment, cap: None } if dialect == GtpDialect::Kata => {
                line.raw("fischer");
                line.only(main);
                line.seconds(increment);
            }
            Self::Fischer { main, increment, cap: Some(cap) } if dialect == GtpDialect::Kata => {
                line.raw("fischer-capped");
                line.only(main);
                line.seconds(increment);
                line.seconds(cap);
                line.raw("-1");
            }
            Self::Fischer { main, increment, .. }
            | Self::Correspondence { start: main, increment, .. } => {
                line.is_exact = false;
                line.raw("byoyomi");
                line.seconds(main.minus(increment));
                line.overtime(increment.min(main), 1);
            }
            Self::Delay { main, delay } => {
                line.is_exact = false;
                line.raw("byoyomi");
                line.seconds(main);
                line.overtime(delay, 1);
            }
            Self::Ing { main, .. } | Self::Hourglass { main } => {
                line.is_exact = false;
                line.raw("absolute");
                line.only(main);
            }
        }
    }
}

impl Shown {
    /// The arguments of `time_left` after the colour: seconds, and stones (GTP 2) or periods (KGS, KataGo) left;
    /// zero of these in main time. `None` without a limit.
    ///
    /// They belong to the settings that [`TimeControl::to_gtp`] writes in the same dialect. Seconds are rounded down.
    pub fn to_gtp_time_left(
        &self,
        control: &TimeControl,
        dialect: GtpDialect,
    ) -> Option<(u64, u32)> {
        let (left, count) = match (self.time, self.period_left) {
            (PlayerTime::Unlimited, _) => return None,
            (PlayerTime::Periods { main, left }, period) if dialect == GtpDialect::Standard => {
                let length = control.period().unwrap_or_default();
                let before = length.times(left.saturating_sub(1));
                match period {
                    Some(period) if left <= 1 => (period, 1),
                    Some(period) => (before.minus(length).plus(period), 0),
                    None => (main.plus(before), 0),
                }
            }
            (PlayerTime::Periods { left, .. }, Some(period)) => (period, left),
            (PlayerTime::Block { main: Millis::ZERO, left, stones }, _) => (left, stones),
            (time, _) => (time.main(control)?, 0),
        };
        Some((left.whole_seconds(), count))
    }
}

impl PlayerTime {
    /// Reads `time_left`: the seconds, and the stones or periods, zero of these in main time.
    ///
    /// The controller is believed: it may give more time than the settings did. What is left of a byo-yomi period is
    /// not kept, since the turn that is about to begin has a full one.
    ///
    /// # Errors
    /// When an argument is no number.
    pub fn from_gtp_time_left(
        control: &TimeControl,
        left: &str,
        number: &str,
    ) -> Result<Self, GtpTimeError> {
        let count = Some(count(number)?).filter(|count| *count > 0);
        Self::from_left(control, seconds(left)?, count)
            .ok_or_else(|| GtpTimeError::BadNumber(number.to_owned()))
    }
}

/// A command that is being written.
struct Line {
    text: String,
    is_exact: bool,
}

impl Line {
    fn raw(&mut self, word: impl fmt::Display) {
        self.text += &format!(" {word}");
    }

    /// Whole seconds, rounded down.
    fn seconds(&mut self, length: Millis) {
        self.is_exact &= length == Millis::seconds(length.whole_seconds());
        self.raw(length.whole_seconds());
    }

    /// Main time that may be all there is: at least a second, since zero would mean something else.
    fn only(&mut self, length: Millis) {
        self.is_exact &= length >= Millis::SECOND;
        self.seconds(length.max(Millis::SECOND));
    }

    /// A length of overtime and its number.
    fn overtime(&mut self, length: Millis, number: u32) {
        self.seconds(length);
        self.raw(number);
    }
}

fn absolute(main: Millis) -> TimeControl {
    // `time_settings 0 0 0` is in use for "no limit"; an absolute time of zero could not be played.
    if main.is_zero() { TimeControl::None } else { TimeControl::Absolute { main } }
}

fn named(system: &str, numbers: &[&str], kata: bool) -> Result<TimeControl, GtpTimeError> {
    match system {
        "none" => {
            let [] = exactly(system, numbers)?;
            Ok(TimeControl::None)
        }
        "absolute" => {
            let [main] = exactly(system, numbers)?;
            Ok(TimeControl::Absolute { main: seconds(main)? })
        }
        "byoyomi" => {
            let [main, period, periods] = exactly(system, numbers)?;
            let (main, period, periods) = (seconds(main)?, seconds(period)?, count(periods)?);
            Ok(TimeControl::ByoYomi { main, periods, period })
        }
        "canadian" => {
            let [main, block, stones] = exactly(system, numbers)?;
            let (main, block, stones) = (seconds(main)?, seconds(block)?, count(stones)?);
            Ok(TimeControl::Canadian { main, stones, block })
        }
        "fischer" if kata => {
            let [main, increment] = exactly(system, numbers)?;
            let (main, increment) = (seconds(main)?, seconds(increment)?);
            Ok(TimeControl::Fischer { main, increment, cap: None })
        }
        "fischer-capped" if kata => {
            let [main, increment, cap, per_move] = exactly(system, numbers)?;
            let (main, increment, cap) = (seconds(main)?, seconds(increment)?, seconds(cap)?);
            // A limit that the clock itself never exceeds changes nothing.
            if !per_move.starts_with('-') && seconds(per_move)? < cap {
                return Err(GtpTimeError::MoveLimit(per_move.to_owned()));
            }
            Ok(TimeControl::Fischer { main, increment, cap: Some(cap) })
        }
        _ => Err(GtpTimeError::UnknownSystem(system.to_owned())),
    }
}

fn exactly<'a, const N: usize>(
    system: &str,
    numbers: &[&'a str],
) -> Result<[&'a str; N], GtpTimeError> {
    numbers.try_into().map_err(|_| GtpTimeError::Arguments {
        system: system.to_owned(),
        expected: N,
        found: numbers.len(),
    })
}

fn seconds(text: &str) -> Result<Millis, GtpTimeError> {
    let value = thousandths(text).ok_or_else(|| GtpTimeError::BadNumber(text.to_owned()))?;
    Ok(Millis::new(value))
}

fn count(text: &str) -> Result<u32, GtpTimeError> {
    text.parse().map_err(|_| GtpTimeError::BadNumber(text.to_owned()))
}
