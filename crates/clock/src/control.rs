//! The time controls: what each system is, and which settings make sense.

use crate::calendar::Calendar;
use crate::describe::zh_length;
use crate::{BySide, Millis, PlayerTime};

/// How one player's time is kept: every system of the rule book, section 7.
///
/// Plain data; [`TimeControl::check`] says whether it can be played, and [`crate::Clock::new`] asks. `Display` and
/// [`std::str::FromStr`] are the compact text form (`20m+5x30s`, see the module `text`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TimeControl {
    /// No limit.
    None,
    /// 包干: main time only (7.1).
    Absolute {
        /// Time for the whole game.
        main: Millis,
    },
    /// 加秒: every own move adds time after the flag test (7.5).
    Fischer {
        /// Time at the start.
        main: Millis,
        /// What each own move adds.
        increment: Millis,
        /// What the clock may hold at most after an addition; at least `main`.
        cap: Option<Millis>,
    },
    /// The first part of each move is free, as on American chess clocks; what is left of it is not kept.
    Delay {
        /// Time for the whole game beyond the delays.
        main: Millis,
        /// What each move may take without being charged.
        delay: Millis,
    },
    /// Japanese byo-yomi (7.3).
    ByoYomi {
        /// Time before the periods; may be zero.
        main: Millis,
        /// How many periods there are.
        periods: u32,
        /// One period.
        period: Millis,
    },
    /// 保留时间读秒, Chinese reading (7.2): the last minutes of the total are read second by second.
    ChineseReading {
        /// Time for the whole game, the reserve included.
        total: Millis,
        /// The reserved minutes.
        reserve: u32,
    },
    /// Canadian overtime (7.4).
    Canadian {
        /// Time before the blocks; may be zero.
        main: Millis,
        /// Moves to make in each block.
        stones: u32,
        /// One block.
        block: Millis,
    },
    /// A fixed time for each move (7.6).
    PerMove {
        /// Time for each move.
        time: Millis,
    },
    /// 应氏计时: extensions that are paid for with points (7.7).
    Ing {
        /// Basic time.
        main: Millis,
        /// How many extensions may be entered; using up the last loses.
        periods: u32,
        /// One extension.
        period: Millis,
        /// Points that entering each extension costs.
        points: u32,
    },
    /// 沙漏: what one player uses, the other gains. Both players have it or neither.
    Hourglass {
        /// Time at the start.
        main: Millis,
    },
    /// 通信棋: Fischer in days (7.8), optionally with free weekends (UTC) and vacation.
    Correspondence {
        /// Time at the start.
        start: Millis,
        /// What each own move adds.
        increment: Millis,
        /// What the clock may hold at most after an addition; at least `start`.
        cap: Option<Millis>,
        /// Saturday and Sunday in UTC are not charged; moments must then be counted from 1970.
        free_weekends: bool,
        /// How long the player may stop the clock by going on vacation, in all.
        vacation: Millis,
    },
}

/// Why a time control cannot be played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ControlError {
    /// A length that must be more than zero is zero.
    #[error("{part} is zero")]
    Zero {
        /// Which setting.
        part: &'static str,
    },
    /// A length is beyond all use.
    #[error("{part} is {value}, the longest is {}", TimeControl::LONGEST)]
    TooLong {
        /// Which setting.
        part: &'static str,
        /// Its value.
        value: Millis,
    },
    /// A number is beyond all use.
    #[error("{part} is {value}, the most is {}", TimeControl::MOST)]
    TooMany {
        /// Which setting.
        part: &'static str,
        /// Its value.
        value: u32,
    },
    /// The cap would take time away from the start.
    #[error("the cap {cap} is below the start {start}")]
    CapBelowStart {
        /// The cap.
        cap: Millis,
        /// The time at the start.
        start: Millis,
    },
    /// More minutes are reserved than there are.
    #[error("{reserve} minutes are reserved of {total}")]
    ReserveAboveTotal {
        /// The reserved minutes.
        reserve: u32,
        /// The whole time.
        total: Millis,
    },
    /// Only one player has an hourglass.
    #[error("an hourglass needs both players to have one")]
    HourglassAlone,
}

impl ControlError {
    /// The reason in Chinese.
    pub fn zh(&self) -> String {
        match *self {
            Self::Zero { part } => format!("{}不能为零", zh_part(part)),
            Self::TooLong { part, value } => {
                let (value, most) = (zh_length(value), zh_length(TimeControl::LONGEST));
                format!("{}为 {value}，最长 {most}", zh_part(part))
            }
            Self::TooMany { part, value } => {
                format!("{}为 {value}，最多 {}", zh_part(part), TimeControl::MOST)
            }
            Self::CapBelowStart { cap, start } => {
                format!("上限 {}低于起始时间 {}", zh_length(cap), zh_length(start))
            }
            Self::ReserveAboveTotal { reserve, total } => {
                format!("保留 {reserve} 分钟，多于总时间 {}", zh_length(total))
            }
            Self::HourglassAlone => "沙漏计时须双方都用".to_owned(),
        }
    }
}

/// The Chinese names of the settings that errors name.
fn zh_part(part: &'static str) -> &'static str {
    match part {
        "the main time" => "基本时间",
        "the increment" => "每手加时",
        "the delay" => "延时",
        "the number of periods" => "读秒次数",
        "the period" => "每次读秒",
        "the total time" => "总时间",
        "the number of reserved minutes" => "保留分钟数",
        "the number of stones" => "每轮手数",
        "the block" => "每轮时间",
        "the time per move" => "每手时间",
        "the number of extensions" => "延时次数",
        "the extension" => "每次延时",
        "the penalty" => "罚点",
        "the time at the start" => "起始时间",
        "the vacation" => "休假",
        "the cap" => "上限",
        other => other,
    }
}

impl TimeControl {
    /// The longest length a setting may have: 400 days.
    pub const LONGEST: Millis = Millis::days(400);
    /// The greatest number a setting may have (periods, stones, reserved minutes, points).
    pub const MOST: u32 = 1_000;

    /// The Ing federation's standard: three extensions of a sixth of the basic time at two points each.
    pub const fn ing(main: Millis) -> Self {
        Self::Ing { main, periods: 3, period: Millis::new(main.get() / 6), points: 2 }
    }

    /// Whether the control can be played.
    ///
    /// # Errors
    /// The first setting that makes no sense, by name.
    pub fn check(&self) -> Result<(), ControlError> {
        match *self {
            Self::None => Ok(()),
            Self::Absolute { main } | Self::Hourglass { main } => length("the main time", main),
            Self::Fischer { main, increment, cap } => {
                length("the main time", main)?;
                capped(main, increment, cap)
            }
            Self::Delay { main, delay } => {
                length("the main time", main)?;
                length("the delay", delay)
            }
            Self::ByoYomi { main, periods, period } => {
                at_most("the main time", main)?;
                number("the number of periods", periods)?;
                length("the period", period)
            }
            Self::ChineseReading { total, reserve } => {
                length("the total time", total)?;
                number("the number of reserved minutes", reserve)?;
                if Millis::MINUTE.times(reserve) > total {
                    return Err(ControlError::ReserveAboveTotal { reserve, total });
                }
                Ok(())
            }
            Self::Canadian { main, stones, block } => {
                at_most("the main time", main)?;
                number("the number of stones", stones)?;
                length("the block", block)
            }
            Self::PerMove { time } => length("the time per move", time),
            Self::Ing { main, periods, period, points } => {
                length("the main time", main)?;
                number("the number of extensions", periods)?;
                length("the extension", period)?;
                few("the penalty", points)
            }
            Self::Correspondence { start, increment, cap, vacation, .. } => {
                length("the time at the start", start)?;
                at_most("the vacation", vacation)?;
                capped(start, increment, cap)
            }
        }
    }

    /// A player's time before the first move.
    pub fn start(&self) -> PlayerTime {
        match *self {
            Self::None => PlayerTime::Unlimited,
            Self::Absolute { main }
            | Self::Fischer { main, .. }
            | Self::Delay { main, .. }
            | Self::Hourglass { main } => PlayerTime::Main { left: main },
            Self::ByoYomi { main, periods, .. } => PlayerTime::Periods { main, left: periods },
            Self::ChineseReading { total, reserve } => PlayerTime::Periods {
                main: total.minus(Millis::MINUTE.times(reserve)),
                left: reserve,
            },
            Self::Canadian { main, stones, block } => {
                PlayerTime::Block { main, left: block, stones }
            }
            Self::PerMove { .. } => PlayerTime::Periods { main: Millis::ZERO, left: 1 },
            Self::Ing { .. } => PlayerTime::Penalties { used: Millis::ZERO },
            Self::Correspondence { start, vacation, .. } => {
                PlayerTime::Days { left: start, vacation }
            }
        }
    }

    /// The length of one byo-yomi period, if the system has such.
    pub fn period(&self) -> Option<Millis> {
        match *self {
            Self::ByoYomi { period, .. } => Some(period),
            Self::ChineseReading { .. } => Some(Millis::MINUTE),
            Self::PerMove { time } => Some(time),
            _ => None,
        }
    }

    /// An estimate of what one player needs for a whole game: the main time and `moves` moves of overtime.
    pub fn estimate(&self, moves: u32) -> Option<Millis> {
        match *self {
            Self::None => None,
            Self::Absolute { main } | Self::Hourglass { main } => Some(main),
            Self::Fischer { main, increment, .. } => Some(main.plus(increment.times(moves))),
            Self::Delay { main, delay } => Some(main.plus(delay.times(moves))),
            Self::ByoYomi { main, period, .. } => Some(main.plus(period.times(moves))),
            Self::ChineseReading { total, .. } => Some(total.plus(Millis::MINUTE.times(moves))),
            Self::Canadian { main, stones, block } => {
                Some(main.plus(Millis::new(block.times(moves).get() / u64::from(stones.max(1)))))
            }
            Self::PerMove { time } => Some(time.times(moves)),
            Self::Ing { main, periods, period, .. } => Some(main.plus(period.times(periods))),
            Self::Correspondence { start, increment, .. } => {
                Some(start.plus(increment.times(moves)))
            }
        }
    }

    pub(crate) fn calendar(&self) -> Calendar {
        match self {
            Self::Correspondence { free_weekends: true, .. } => Calendar::Weekdays,
            _ => Calendar::Always,
        }
    }
}

/// Whether a game can be played with these controls.
///
/// # Errors
/// The first setting that makes no sense; or only one player has an hourglass.
pub fn check_controls(controls: &BySide<TimeControl>) -> Result<(), ControlError> {
    controls.black.check()?;
    controls.white.check()?;
    let hourglass = controls.map(|control| matches!(control, TimeControl::Hourglass { .. }));
    if hourglass.black != hourglass.white {
        return Err(ControlError::HourglassAlone);
    }
    Ok(())
}

fn at_most(part: &'static str, value: Millis) -> Result<(), ControlError> {
    if value > TimeControl::LONGEST {
        return Err(ControlError::TooLong { part, value });
    }
    Ok(())
}

fn length(part: &'static str, value: Millis) -> Result<(), ControlError> {
    if value.is_zero() {
        return Err(ControlError::Zero { part });
    }
    at_most(part, value)
}

fn few(part: &'static str, value: u32) -> Result<(), ControlError> {
    if value > TimeControl::MOST {
        return Err(ControlError::TooMany { part, value });
    }
    Ok(())
}

fn number(part: &'static str, value: u32) -> Result<(), ControlError> {
    if value == 0 {
        return Err(ControlError::Zero { part });
    }
    few(part, value)
}

fn capped(start: Millis, increment: Millis, cap: Option<Millis>) -> Result<(), ControlError> {
    length("the increment", increment)?;
    let Some(cap) = cap else { return Ok(()) };
    at_most("the cap", cap)?;
    if cap < start {
        return Err(ControlError::CapBelowStart { cap, start });
    }
    Ok(())
}
