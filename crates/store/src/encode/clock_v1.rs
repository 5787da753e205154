//! Version 1 of the clocks after an event. Times are milliseconds.

use clock::{BySide, Millis, PauseReason, PlayerTime, Run, Side};
use serde::{Deserialize, Serialize};

use super::is_zero;
use crate::event::ClockAfter;

/// Black's and White's.
type Both<T> = [T; 2];

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ClockV1 {
    /// Each player's time.
    t: Both<TimeV1>,
    /// What each was charged in all.
    c: Both<u64>,
    /// Lag quotas.
    q: Both<u64>,
    /// Whose clock runs or will run.
    m: SideV1,
    /// What the running turn used before `run`.
    #[serde(default, skip_serializing_if = "is_zero")]
    s: u64,
    run: RunV1,
}

#[derive(Clone, Copy, Serialize, Deserialize)]
enum SideV1 {
    #[serde(rename = "b")]
    Black,
    #[serde(rename = "w")]
    White,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum TimeV1 {
    Unlimited,
    Main(u64),
    /// Main time, periods left.
    Periods(u64, u32),
    /// Main time, time left in the block, stones left in it.
    Block(u64, u64, u32),
    /// Used time.
    Ing(u64),
    /// Time left, vacation left.
    Days(u64, u64),
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum RunV1 {
    /// Since when.
    On(u64),
    /// Why and since when.
    Paused(ReasonV1, u64),
    /// Since when, and whose flag fell.
    Over(u64, Option<SideV1>),
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum ReasonV1 {
    NotStarted,
    Agreement,
    SealedMove,
    Referee,
    Counting,
    Server,
    BlackVacation,
    WhiteVacation,
}

impl From<&ClockAfter> for ClockV1 {
    fn from(clock: &ClockAfter) -> Self {
        Self {
            t: [clock.times.black.into(), clock.times.white.into()],
            c: [clock.charged.black.get(), clock.charged.white.get()],
            q: [clock.quotas.black.get(), clock.quotas.white.get()],
            m: clock.to_move.into(),
            s: clock.spent.get(),
            run: clock.run.into(),
        }
    }
}

impl From<ClockV1> for ClockAfter {
    fn from(clock: ClockV1) -> Self {
        let [black, white] = clock.t;
        let millis =
            |[black, white]: Both<u64>| BySide::new(Millis::new(black), Millis::new(white));
        Self {
            times: BySide::new(black.into(), white.into()),
            charged: millis(clock.c),
            quotas: millis(clock.q),
            to_move: clock.m.into(),
            spent: Millis::new(clock.s),
            run: clock.run.into(),
        }
    }
}

impl From<Side> for SideV1 {
    fn from(side: Side) -> Self {
        match side {
            Side::Black => Self::Black,
            Side::White => Self::White,
        }
    }
}

impl From<SideV1> for Side {
    fn from(side: SideV1) -> Self {
        match side {
            SideV1::Black => Self::Black,
            SideV1::White => Self::White,
        }
    }
}

impl From<PlayerTime> for TimeV1 {
    fn from(time: PlayerTime) -> Self {
        match time {
            PlayerTime::Unlimited => Self::Unlimited,
            PlayerTime::Main { left } => Self::Main(left.get()),
            PlayerTime::Periods { main, left } => Self::Periods(main.get(), left),
            PlayerTime::Block { main, left, stones } => Self::Block(main.get(), left.get(), stones),
            PlayerTime::Penalties { used } => Self::Ing(used.get()),
            PlayerTime::Days { left, vacation } => Self::Days(left.get(), vacation.get()),
        }
    }
}

impl From<TimeV1> for PlayerTime {
    fn from(time: TimeV1) -> Self {
        let ms = Millis::new;
        match time {
            TimeV1::Unlimited => Self::Unlimited,
            TimeV1::Main(left) => Self::Main { left: ms(left) },
            TimeV1::Periods(main, left) => Self::Periods { main: ms(main), left },
            TimeV1::Block(main, left, stones) => {
                Self::Block { main: ms(main), left: ms(left), stones }
            }
            TimeV1::Ing(used) => Self::Penalties { used: ms(used) },
            TimeV1::Days(left, vacation) => Self::Days { left: ms(left), vacation: ms(vacation) },
        }
    }
}

impl From<Run> for RunV1 {
    fn from(run: Run) -> Self {
        match run {
            Run::Running { since } => Self::On(since.get()),
            Run::Paused { reason, at } => Self::Paused(reason.into(), at.get()),
            Run::Over { at, flag } => Self::Over(at.get(), flag.map(SideV1::from)),
        }
    }
}

impl From<RunV1> for Run {
    fn from(run: RunV1) -> Self {
        match run {
            RunV1::On(since) => Self::Running { since: Millis::new(since) },
            RunV1::Paused(reason, at) => {
                Self::Paused { reason: reason.into(), at: Millis::new(at) }
            }
            RunV1::Over(at, flag) => Self::Over { at: Millis::new(at), flag: flag.map(Side::from) },
        }
    }
}

impl From<PauseReason> for ReasonV1 {
    fn from(reason: PauseReason) -> Self {
        match reason {
            PauseReason::NotStarted => Self::NotStarted,
            PauseReason::Agreement => Self::Agreement,
            PauseReason::SealedMove => Self::SealedMove,
            PauseReason::Referee => Self::Referee,
            PauseReason::Counting => Self::Counting,
            PauseReason::Server => Self::Server,
            PauseReason::Vacation(Side::Black) => Self::BlackVacation,
            PauseReason::Vacation(Side::White) => Self::WhiteVacation,
        }
    }
}

impl From<ReasonV1> for PauseReason {
    fn from(reason: ReasonV1) -> Self {
        match reason {
            ReasonV1::NotStarted => Self::NotStarted,
            ReasonV1::Agreement => Self::Agreement,
            ReasonV1::SealedMove => Self::SealedMove,
            ReasonV1::Referee => Self::Referee,
            ReasonV1::Counting => Self::Counting,
            ReasonV1::Server => Self::Server,
            ReasonV1::BlackVacation => Self::Vacation(Side::Black),
            ReasonV1::WhiteVacation => Self::Vacation(Side::White),
        }
    }
}
