//! Clocks as clients see them.

use clock::{Clock, Millis, PlayerTime, Run, Side, TimeControl};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::Message;
use crate::game::{Color, TwoSides};

/// Both clocks at a moment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ClockView {
    /// The moment, in milliseconds since 1970 (server time).
    pub now: u64,
    /// Black's time.
    pub black: TimeView,
    /// White's time.
    pub white: TimeView,
    /// Whose clock runs; none while the clock stands still.
    pub running: Option<Color>,
    /// When the running clock's flag falls if nothing happens, in milliseconds since 1970; the lag quota is included.
    pub deadline: Option<u64>,
    /// Why the clock stands still, in words; none while it runs and once the game is over.
    pub paused: Option<Message>,
    /// Who is on vacation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vacation: Option<Color>,
}

/// One player's time. Lengths are milliseconds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TimeView {
    /// Time before any overtime; none without a limit.
    pub main: Option<u64>,
    /// Byo-yomi periods left, or reserved minutes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub periods: Option<u32>,
    /// What is left of the current period or extension, once main time is gone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub period_left: Option<u64>,
    /// What is left of the current Canadian block.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub block: Option<u64>,
    /// Moves still to be made in the block.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stones: Option<u32>,
    /// Penalty points so far (Ing).
    #[serde(default, skip_serializing_if = "is_zero")]
    pub penalty: u32,
    /// Vacation left (correspondence).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vacation: Option<u64>,
    /// What is left until the flag falls, all overtime included; none without a limit.
    pub left: Option<u64>,
    /// The lag given back with this player's last move; only in the frame of that move.
    #[serde(default, skip_serializing_if = "is_zero64")]
    pub refund: u64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn is_zero(value: &u32) -> bool {
    *value == 0
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn is_zero64(value: &u64) -> bool {
    *value == 0
}

/// A time control.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ControlView {
    /// The compact text, such as `20m+5x30s`; it can be sent back as it is.
    pub text: String,
    /// The control in words.
    pub words: Message,
    /// The system: `none`, `absolute`, `fischer`, `delay`, `byo_yomi`, `chinese_reading`, `canadian`, `per_move`, `ing`,
    /// `hourglass`, `correspondence`.
    pub system: String,
}

impl ControlView {
    /// The view of a control.
    pub fn of(control: &TimeControl) -> Self {
        let system = match control {
            TimeControl::None => "none",
            TimeControl::Absolute { .. } => "absolute",
            TimeControl::Fischer { .. } => "fischer",
            TimeControl::Delay { .. } => "delay",
            TimeControl::ByoYomi { .. } => "byo_yomi",
            TimeControl::ChineseReading { .. } => "chinese_reading",
            TimeControl::Canadian { .. } => "canadian",
            TimeControl::PerMove { .. } => "per_move",
            TimeControl::Ing { .. } => "ing",
            TimeControl::Hourglass { .. } => "hourglass",
            TimeControl::Correspondence { .. } => "correspondence",
        };
        Self {
            text: control.to_string(),
            words: Message::new(control.describe_zh(), control.describe_en()),
            system: system.to_owned(),
        }
    }

    /// The views of both players' controls.
    pub fn both(controls: &clock::BySide<TimeControl>) -> TwoSides<ControlView> {
        TwoSides { black: Self::of(&controls.black), white: Self::of(&controls.white) }
    }
}

impl ClockView {
    /// What the clock shows at a moment.
    pub fn of(clock: &Clock, now: Millis) -> Self {
        let (running, paused) = match clock.run() {
            Run::Running { .. } => (Some(Color::from(clock.to_move())), None),
            Run::Paused { reason, .. } => (None, Some(Message::new(reason.zh(), reason.en()))),
            Run::Over { .. } => (None, None),
        };
        Self {
            now: now.get(),
            black: TimeView::of(clock, Side::Black, now),
            white: TimeView::of(clock, Side::White, now),
            running,
            deadline: clock.next_deadline().map(Millis::get),
            paused,
            vacation: match clock.run() {
                Run::Paused { reason: clock::PauseReason::Vacation(side), .. } => Some(side.into()),
                _ => None,
            },
        }
    }
}

impl TimeView {
    fn of(clock: &Clock, side: Side, now: Millis) -> Self {
        let shown = clock.shown(side, now);
        let mut view = Self {
            main: shown.time.main(clock.control(side)).map(Millis::get),
            periods: None,
            period_left: shown.period_left.map(Millis::get),
            block: None,
            stones: None,
            penalty: shown.penalty,
            vacation: None,
            left: shown.until_flag.map(Millis::get),
            refund: 0,
        };
        match shown.time {
            PlayerTime::Periods { left, .. } => view.periods = Some(left),
            PlayerTime::Block { left, stones, .. } => {
                view.block = Some(left.get());
                view.stones = Some(stones);
            }
            PlayerTime::Days { vacation, .. } => view.vacation = Some(vacation.get()),
            PlayerTime::Unlimited | PlayerTime::Main { .. } | PlayerTime::Penalties { .. } => {}
        }
        view
    }
}
