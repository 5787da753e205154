//! Version 1 of a game's terms.

use board::BoardSize;
use clock::{BySide, LagPolicy, Millis, TimeControl};
use rules::Score;
use serde::{Deserialize, Serialize};

use super::points::{ColorV1, PointsV1};
use super::{DecodeError, is_zero};
use crate::setup::Setup;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SetupV1 {
    v: u32,
    cols: u8,
    rows: u8,
    ruleset: String,
    /// Half points.
    komi: i32,
    handicap: u32,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    free_handicap: bool,
    to_move: ColorV1,
    #[serde(default, skip_serializing_if = "PointsV1::is_empty")]
    black: PointsV1,
    #[serde(default, skip_serializing_if = "PointsV1::is_empty")]
    white: PointsV1,
    /// Black's and White's.
    time: [ControlV1; 2],
    /// Black's and White's lag policy: gain, start, most.
    lag: [[u64; 3]; 2],
}

/// A time control. Its own numbers and not the text form of `clock`, which may learn new spellings.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum ControlV1 {
    None,
    Absolute {
        main: u64,
    },
    Fischer {
        main: u64,
        increment: u64,
        cap: Option<u64>,
    },
    Delay {
        main: u64,
        delay: u64,
    },
    ByoYomi {
        main: u64,
        periods: u32,
        period: u64,
    },
    ChineseReading {
        total: u64,
        reserve: u32,
    },
    Canadian {
        main: u64,
        stones: u32,
        block: u64,
    },
    PerMove {
        time: u64,
    },
    Ing {
        main: u64,
        periods: u32,
        period: u64,
        points: u32,
    },
    Hourglass {
        main: u64,
    },
    Correspondence {
        start: u64,
        increment: u64,
        cap: Option<u64>,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        free_weekends: bool,
        #[serde(default, skip_serializing_if = "is_zero")]
        vacation: u64,
    },
}

impl From<&Setup> for SetupV1 {
    fn from(setup: &Setup) -> Self {
        let lag = |policy: LagPolicy| [policy.gain.get(), policy.start.get(), policy.most.get()];
        Self {
            v: 1,
            cols: setup.size.columns(),
            rows: setup.size.rows(),
            ruleset: setup.ruleset.clone(),
            komi: setup.komi.as_half_points(),
            handicap: setup.handicap,
            free_handicap: setup.free_handicap,
            to_move: setup.to_move.into(),
            black: (&setup.black).into(),
            white: (&setup.white).into(),
            time: [setup.controls.black.into(), setup.controls.white.into()],
            lag: [lag(setup.lag.black), lag(setup.lag.white)],
        }
    }
}

impl TryFrom<SetupV1> for Setup {
    type Error = DecodeError;

    fn try_from(setup: SetupV1) -> Result<Self, DecodeError> {
        let size = BoardSize::new(setup.cols.into(), setup.rows.into())
            .map_err(|error| DecodeError::value("size", error))?;
        let [black, white] = setup.time;
        let lag = |[gain, start, most]: [u64; 3]| LagPolicy {
            gain: Millis::new(gain),
            start: Millis::new(start),
            most: Millis::new(most),
        };
        let [black_lag, white_lag] = setup.lag;
        Ok(Self {
            size,
            ruleset: setup.ruleset,
            komi: Score::half_points(setup.komi),
            handicap: setup.handicap,
            free_handicap: setup.free_handicap,
            to_move: setup.to_move.into(),
            black: setup.black.try_into()?,
            white: setup.white.try_into()?,
            controls: BySide::new(black.into(), white.into()),
            lag: BySide::new(lag(black_lag), lag(white_lag)),
        })
    }
}

impl From<TimeControl> for ControlV1 {
    fn from(control: TimeControl) -> Self {
        let cap = |cap: Option<Millis>| cap.map(Millis::get);
        match control {
            TimeControl::None => Self::None,
            TimeControl::Absolute { main } => Self::Absolute { main: main.get() },
            TimeControl::Fischer { main, increment, cap: most } => {
                Self::Fischer { main: main.get(), increment: increment.get(), cap: cap(most) }
            }
            TimeControl::Delay { main, delay } => {
                Self::Delay { main: main.get(), delay: delay.get() }
            }
            TimeControl::ByoYomi { main, periods, period } => {
                Self::ByoYomi { main: main.get(), periods, period: period.get() }
            }
            TimeControl::ChineseReading { total, reserve } => {
                Self::ChineseReading { total: total.get(), reserve }
            }
            TimeControl::Canadian { main, stones, block } => {
                Self::Canadian { main: main.get(), stones, block: block.get() }
            }
            TimeControl::PerMove { time } => Self::PerMove { time: time.get() },
            TimeControl::Ing { main, periods, period, points } => {
                Self::Ing { main: main.get(), periods, period: period.get(), points }
            }
            TimeControl::Hourglass { main } => Self::Hourglass { main: main.get() },
            TimeControl::Correspondence {
                start,
                increment,
                cap: most,
                free_weekends,
                vacation,
            } => Self::Correspondence {
                start: start.get(),
                increment: increment.get(),
                cap: cap(most),
                free_weekends,
                vacation: vacation.get(),
            },
        }
    }
}

impl From<ControlV1> for TimeControl {
    fn from(control: ControlV1) -> Self {
        let ms = Millis::new;
        match control {
            ControlV1::None => Self::None,
            ControlV1::Absolute { main } => Self::Absolute { main: ms(main) },
            ControlV1::Fischer { main, increment, cap } => {
                Self::Fischer { main: ms(main), increment: ms(increment), cap: cap.map(ms) }
            }
            ControlV1::Delay { main, delay } => Self::Delay { main: ms(main), delay: ms(delay) },
            ControlV1::ByoYomi { main, periods, period } => {
                Self::ByoYomi { main: ms(main), periods, period: ms(period) }
            }
            ControlV1::ChineseReading { total, reserve } => {
                Self::ChineseReading { total: ms(total), reserve }
            }
            ControlV1::Canadian { main, stones, block } => {
                Self::Canadian { main: ms(main), stones, block: ms(block) }
            }
            ControlV1::PerMove { time } => Self::PerMove { time: ms(time) },
            ControlV1::Ing { main, periods, period, points } => {
                Self::Ing { main: ms(main), periods, period: ms(period), points }
            }
            ControlV1::Hourglass { main } => Self::Hourglass { main: ms(main) },
            ControlV1::Correspondence { start, increment, cap, free_weekends, vacation } => {
                Self::Correspondence {
                    start: ms(start),
                    increment: ms(increment),
                    cap: cap.map(ms),
                    free_weekends,
                    vacation: ms(vacation),
                }
            }
        }
    }
}
