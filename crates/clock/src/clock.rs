//! The clock of a game: press, pause, resume, undo, flag, as functions of given times.

use crate::calls::{Announcement, Turn};
use crate::time::delay;
use crate::{BySide, ControlError, LagPolicy, Millis, PlayerTime, Shown, Side, TimeControl};

/// The clock of one game.
///
/// A value: every operation takes the moment `now` and answers a new clock or the fall of the flag. Time left is never
/// negative; time used equal to what is left loses. A clock that was stepped back (`now` before the turn began)
/// charges nothing. [`Clock::state`] and [`Clock::from_state`] are the way to storage and back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Clock {
    state: ClockState,
}

/// All that a clock holds, as plain data for storage; [`Clock::from_state`] checks it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClockState {
    /// Each player's time control.
    pub controls: BySide<TimeControl>,
    /// Each player's lag policy.
    pub lag: BySide<LagPolicy>,
    /// Each player's time at the beginning of the turn.
    pub times: BySide<PlayerTime>,
    /// What each player's clock was charged since the game began, refunds and free delays taken off; the running
    /// turn is not in it.
    pub charged: BySide<Millis>,
    /// Each player's lag quota.
    pub quotas: BySide<Millis>,
    /// Whose clock runs, or will run when it is resumed.
    pub to_move: Side,
    /// What the running turn used before the moment in [`Run::Running`].
    pub spent: Millis,
    /// Whether the clock runs.
    pub run: Run,
}

/// Whether a clock runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Run {
    /// It runs.
    Running {
        /// Since when.
        since: Millis,
    },
    /// It stands still.
    Paused {
        /// Why.
        reason: PauseReason,
        /// Since when.
        at: Millis,
    },
    /// The game is over.
    Over {
        /// Since when.
        at: Millis,
        /// Who lost on time, if that ended it.
        flag: Option<Side>,
    },
}

/// Why a clock stands still.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PauseReason {
    /// The game has not begun.
    NotStarted,
    /// The players agreed to it.
    Agreement,
    /// The game is adjourned with a sealed move (封棋).
    SealedMove,
    /// A referee stopped it.
    Referee,
    /// The players mark dead stones and count.
    Counting,
    /// The server is down or going down.
    Server,
    /// This player is on vacation. The clock stands still for as long as vacation is left, then it runs again.
    Vacation(Side),
}

impl PauseReason {
    /// The reason in Chinese.
    pub const fn zh(self) -> &'static str {
        match self {
            Self::NotStarted => "对局尚未开始",
            Self::Agreement => "双方同意暂停",
            Self::SealedMove => "封棋",
            Self::Referee => "裁判暂停",
            Self::Counting => "确认死子与数子",
            Self::Server => "服务器暂停",
            Self::Vacation(Side::Black) => "黑方休假",
            Self::Vacation(Side::White) => "白方休假",
        }
    }

    /// The reason in English.
    pub const fn en(self) -> &'static str {
        match self {
            Self::NotStarted => "the game has not begun",
            Self::Agreement => "paused by agreement",
            Self::SealedMove => "adjourned with a sealed move",
            Self::Referee => "stopped by the referee",
            Self::Counting => "marking and counting",
            Self::Server => "paused by the server",
            Self::Vacation(Side::Black) => "Black is on vacation",
            Self::Vacation(Side::White) => "White is on vacation",
        }
    }
}

/// What came of pressing the clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pressed {
    /// The move is in time.
    Moved(Moved),
    /// It came too late.
    Flag(Fallen),
}

/// A move that was in time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Moved {
    /// The clock after it; the opponent's turn has begun.
    pub clock: Clock,
    /// Who moved.
    pub side: Side,
    /// What the turn took, pauses and free weekends not counted.
    pub elapsed: Millis,
    /// How much of it was given back as network lag.
    pub refund: Millis,
    /// What the turn is charged with: `elapsed` less `refund`.
    pub charged: Millis,
    /// The mover's time at the moment of the move, before an increment; what records write beside the move.
    pub shown: Shown,
}

/// A flag that fell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fallen {
    /// The clock, stopped for good.
    pub clock: Clock,
    /// Who lost on time.
    pub side: Side,
    /// When the flag fell.
    pub at: Millis,
}

/// What came of an operation on a clock other than a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// The clock after it.
    Clock(Clock),
    /// The flag had fallen before.
    Flag(Fallen),
}

/// Both players' times before a move, kept with the move's record for [`Clock::undo`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Snapshot {
    /// Who is to move.
    pub to_move: Side,
    /// Each player's time at the beginning of the turn.
    pub times: BySide<PlayerTime>,
    /// What each player's clock was charged since the game began, the turn not included.
    pub charged: BySide<Millis>,
}

/// Why a clock cannot be restored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum StateError {
    /// A time control cannot be played.
    #[error(transparent)]
    Control(#[from] ControlError),
    /// A player's time does not belong to the control.
    #[error("{side:?}'s time {time:?}: {what}")]
    Time {
        /// Whose.
        side: Side,
        /// The time.
        time: PlayerTime,
        /// What is wrong.
        what: &'static str,
    },
    /// A lag quota is above the policy's greatest.
    #[error("{side:?}'s lag quota is {quota}, the greatest is {most}")]
    Quota {
        /// Whose.
        side: Side,
        /// The quota.
        quota: Millis,
        /// The policy's greatest.
        most: Millis,
    },
    /// A player is on vacation who has none.
    #[error("{0:?} is on vacation, but the time control has none")]
    Vacation(Side),
}

/// Why the clock cannot be pressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PressError {
    /// It stands still.
    #[error("the clock stands still: {}", .0.en())]
    Paused(PauseReason),
    /// The game is over.
    #[error("the game is over")]
    Over,
}

/// Why the clock cannot be paused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PauseError {
    /// It stands still already.
    #[error("the clock stands still already: {}", .0.en())]
    Paused(PauseReason),
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// The player has no vacation left.
    #[error("{0:?} has no vacation left")]
    NoVacation(Side),
}

/// Why the clock cannot be resumed or given to another player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ResumeError {
    /// It runs.
    #[error("the clock is running")]
    Running,
    /// The game is over.
    #[error("the game is over")]
    Over,
}

/// Why a move cannot be taken back on the clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum UndoError {
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// The snapshot is of another clock or of a later moment.
    #[error("the snapshot is not of an earlier moment of this clock: {what}")]
    Foreign {
        /// What does not fit.
        what: &'static str,
    },
    /// The thinking since then is not given back, and it is more than the player had.
    #[error("{0:?} would have no time left")]
    NoTimeLeft(Side),
}

impl Clock {
    /// A clock before the game, standing still; [`Clock::resume`] starts it.
    ///
    /// # Errors
    /// When a time control cannot be played.
    pub fn new(
        controls: BySide<TimeControl>,
        to_move: Side,
        lag: BySide<LagPolicy>,
    ) -> Result<Self, ControlError> {
        crate::check_controls(&controls)?;
        let state = ClockState {
            controls,
            lag,
            times: controls.map(TimeControl::start),
            charged: BySide::default(),
            quotas: lag.map(LagPolicy::first_quota),
            to_move,
            spent: Millis::ZERO,
            run: Run::Paused { reason: PauseReason::NotStarted, at: Millis::ZERO },
        };
        Ok(Self { state })
    }

    /// A clock from stored data.
    ///
    /// # Errors
    /// When the data is not that of a possible clock.
    pub fn from_state(state: ClockState) -> Result<Self, StateError> {
        crate::check_controls(&state.controls)?;
        for side in Side::BOTH {
            let (control, time) = (state.controls.get(side), *state.times.get(side));
            if let Some(what) = time.misfit(control) {
                return Err(StateError::Time { side, time, what });
            }
            let out_of_time = time.is_used_up(control);
            if out_of_time && !matches!(state.run, Run::Over { .. }) && side == state.to_move {
                let what = "it is used up and the game is not over";
                return Err(StateError::Time { side, time, what });
            }
            let (quota, most) = (*state.quotas.get(side), state.lag.get(side).most);
            if quota > most {
                return Err(StateError::Quota { side, quota, most });
            }
        }
        match state.run {
            Run::Paused { reason: PauseReason::Vacation(side), .. }
                if vacation(state.times.get(side)).is_none() =>
            {
                Err(StateError::Vacation(side))
            }
            _ => Ok(Self { state }),
        }
    }

    /// All that the clock holds.
    pub const fn state(&self) -> &ClockState {
        &self.state
    }

    /// Whose clock runs, or will run when it is resumed.
    pub const fn to_move(&self) -> Side {
        self.state.to_move
    }

    /// Whether the clock runs.
    pub const fn run(&self) -> Run {
        self.state.run
    }

    /// A player's time control.
    pub const fn control(&self, side: Side) -> &TimeControl {
        self.state.controls.get(side)
    }

    /// What is to be kept with the record of the coming move, so that it can be taken back.
    pub const fn snapshot(&self) -> Snapshot {
        let ClockState { to_move, times, charged, .. } = self.state;
        Snapshot { to_move, times, charged }
    }

    /// A player's time at a moment.
    pub fn shown(&self, side: Side, now: Millis) -> Shown {
        let control = self.control(side);
        let time = self.time_at(side, now);
        let spent = match self.state.run {
            Run::Over { flag: Some(loser), .. } if loser == side => Millis::new(u64::MAX),
            _ if side == self.state.to_move => self.spent(now),
            _ => Millis::ZERO,
        };
        time.shown(control, spent)
    }

    /// Presses the clock: the player to move has moved at `now`, and `lag` of that was network lag as the server
    /// measured it.
    ///
    /// # Errors
    /// When the clock does not run.
    pub fn press(&self, now: Millis, lag: Millis) -> Result<Pressed, PressError> {
        match self.state.run {
            Run::Over { .. } => return Err(PressError::Over),
            Run::Paused { reason, .. } => return Err(PressError::Paused(reason)),
            Run::Running { .. } => {}
        }
        if let Some(fallen) = self.flag(now) {
            return Ok(Pressed::Flag(fallen));
        }
        let side = self.state.to_move;
        let (control, time) = (*self.control(side), *self.state.times.get(side));
        let elapsed = self.spent(now);
        let (refund, quota) =
            self.state.lag.get(side).refund(*self.state.quotas.get(side), lag, elapsed);
        let charged = elapsed.minus(refund);
        if time.budget(&control).is_some_and(|budget| charged >= budget) {
            return Ok(Pressed::Flag(self.fallen(now)));
        }
        let shown = time.shown(&control, charged);
        let mut clock = self.settled(charged);
        let state = &mut clock.state;
        *state.quotas.get_mut(side) = quota;
        let moved = state.times.get(side).complete(&control);
        *state.times.get_mut(side) = moved;
        state.to_move = side.other();
        state.run = Run::Running { since: now };
        Ok(Pressed::Moved(Moved { clock, side, elapsed, refund, charged, shown }))
    }

    /// The flag that has fallen by `now`, if one has.
    pub fn flag(&self, now: Millis) -> Option<Fallen> {
        let deadline = self.next_deadline()?;
        (now >= deadline).then(|| self.fallen(deadline))
    }

    /// When the flag falls if nothing happens before; the one moment a timer must be set to.
    ///
    /// `None` while the clock stands still (unless a vacation ends by itself), after the game, and without a limit.
    /// The player's lag quota is waited for.
    pub fn next_deadline(&self) -> Option<Millis> {
        let since = self.running_since()?;
        let limit = self.limit()?;
        Some(self.calendar().after(since, limit.minus(self.state.spent)))
    }

    /// Stops the clock for a reason. From a vacation, the clock passes to the new reason.
    ///
    /// A server that was killed pauses at the last moment it knows that it was up, then resumes.
    ///
    /// # Errors
    /// When the clock stands still already, the game is over, or the player has no vacation left.
    pub fn pause(&self, now: Millis, reason: PauseReason) -> Result<Step, PauseError> {
        match self.state.run {
            Run::Over { .. } => return Err(PauseError::Over),
            Run::Paused { reason: old, .. }
                if old == reason || !matches!(old, PauseReason::Vacation(_)) =>
            {
                return Err(PauseError::Paused(old));
            }
            _ => {}
        }
        let clock = match self.caught_up(now) {
            Step::Clock(clock) => clock,
            fallen => return Ok(fallen),
        };
        if let PauseReason::Vacation(side) = reason
            && vacation(clock.state.times.get(side)).is_none_or(Millis::is_zero)
        {
            return Err(PauseError::NoVacation(side));
        }
        let run = Run::Paused { reason, at: now };
        Ok(Step::Clock(Self { state: ClockState { run, ..clock.state } }))
    }

    /// Starts the clock, or starts it again after a pause.
    ///
    /// # Errors
    /// When the clock runs or the game is over.
    pub fn resume(&self, now: Millis) -> Result<Step, ResumeError> {
        match self.state.run {
            Run::Running { .. } => Err(ResumeError::Running),
            Run::Over { .. } => Err(ResumeError::Over),
            Run::Paused { .. } => Ok(match self.caught_up(now) {
                Step::Clock(clock) => {
                    let run = Run::Running { since: now };
                    Step::Clock(Self { state: ClockState { run, ..clock.state } })
                }
                fallen => fallen,
            }),
        }
    }

    /// Gives a standing clock to the player who is to move when it is resumed (a resumed game after counting, a
    /// ruling). If that is another player, what the other has thought so far is charged, but counts as no move.
    ///
    /// # Errors
    /// When the clock runs or the game is over.
    pub fn hand_to(&self, now: Millis, side: Side) -> Result<Step, ResumeError> {
        match self.state.run {
            Run::Running { .. } => Err(ResumeError::Running),
            Run::Over { .. } => Err(ResumeError::Over),
            Run::Paused { .. } if side == self.state.to_move => Ok(Step::Clock(*self)),
            Run::Paused { .. } => Ok(match self.caught_up(now) {
                Step::Clock(clock) => {
                    let mut clock = clock.settled(clock.state.spent);
                    clock.state.to_move = side;
                    Step::Clock(clock)
                }
                fallen => fallen,
            }),
        }
    }

    /// Takes moves back to a stored turn, by agreement (7.10).
    ///
    /// Periods, stones and penalties go back to the stored state. Main time, a Canadian block and correspondence time
    /// go back to the stored value less what was really charged since, so that nobody gains time for thinking; an
    /// hourglass stays as it is. In byo-yomi the player whose turn it becomes has a full period. Lag quotas and
    /// vacation stay as they are. A clock that stands still goes on standing still.
    ///
    /// # Errors
    /// When the game is over, the snapshot is not of an earlier moment, or a player would be left without time.
    pub fn undo(&self, now: Millis, to: &Snapshot) -> Result<Step, UndoError> {
        if let Run::Over { .. } = self.state.run {
            return Err(UndoError::Over);
        }
        let clock = match self.caught_up(now) {
            Step::Clock(clock) => clock.settled(clock.state.spent),
            fallen => return Ok(fallen),
        };
        let mut state = ClockState { to_move: to.to_move, ..clock.state };
        for side in Side::BOTH {
            let (control, stored) = (*state.controls.get(side), to.times.get(side));
            if let Some(what) = stored.misfit(&control) {
                return Err(UndoError::Foreign { what });
            }
            let (before, after) = (*to.charged.get(side), *state.charged.get(side));
            if before > after {
                return Err(UndoError::Foreign { what: "less was charged than then" });
            }
            let time = stored.taken_back(&control, after.minus(before), state.times.get(side));
            if time.is_used_up(&control) {
                return Err(UndoError::NoTimeLeft(side));
            }
            *state.times.get_mut(side) = time;
        }
        Ok(Step::Clock(Self { state }))
    }

    /// Stops the clock for good: the game has ended otherwise than on time. The running turn is charged.
    pub fn stop(&self, now: Millis) -> Self {
        match (self.state.run, self.caught_up(now)) {
            (Run::Over { .. }, _) => *self,
            (_, Step::Flag(fallen)) => fallen.clock,
            (_, Step::Clock(clock)) => {
                let mut clock = clock.settled(clock.state.spent);
                clock.state.run = Run::Over { at: now, flag: None };
                clock
            }
        }
    }

    /// The calls that are due after `from` and up to `to`, in order; none while the clock stands still.
    ///
    /// A server that asks for one interval after the other makes each call once.
    pub fn announcements(&self, from: Millis, to: Millis) -> Vec<Announcement> {
        let Some(since) = self.running_since() else { return Vec::new() };
        let spent = self.state.spent;
        self.turn()
            .calls(self.spent(from), self.spent(to))
            .into_iter()
            .map(|(at, call)| Announcement {
                at: self.calendar().after(since, at.minus(spent)),
                side: self.state.to_move,
                spent: at,
                call,
            })
            .collect()
    }

    /// The moment of the first call after `now`, if one is left in this turn.
    pub fn next_call(&self, now: Millis) -> Option<Millis> {
        let since = self.running_since()?;
        let (at, _) = self.turn().first_call(self.spent(now))?;
        Some(self.calendar().after(since, at.minus(self.state.spent)))
    }

    fn turn(&self) -> Turn<'_> {
        let side = self.state.to_move;
        let (control, time) = (self.control(side), *self.state.times.get(side));
        Turn { control, time, limit: self.limit() }
    }

    fn calendar(&self) -> crate::calendar::Calendar {
        self.control(self.state.to_move).calendar()
    }

    /// What the player to move may use in this turn, the lag quota included.
    fn limit(&self) -> Option<Millis> {
        let side = self.state.to_move;
        let budget = self.state.times.get(side).budget(self.control(side))?;
        Some(budget.plus(*self.state.quotas.get(side)))
    }

    /// Since when time is charged; in the future while a vacation lasts.
    fn running_since(&self) -> Option<Millis> {
        match self.state.run {
            Run::Running { since } => Some(since),
            Run::Paused { reason: PauseReason::Vacation(side), at } => {
                Some(at.plus(vacation(self.state.times.get(side)).unwrap_or_default()))
            }
            _ => None,
        }
    }

    /// What the running turn has used at a moment, pauses and free weekends not counted.
    pub fn spent(&self, now: Millis) -> Millis {
        let since = self.running_since();
        let stretch = since.map_or(Millis::ZERO, |since| self.calendar().between(since, now));
        self.state.spent.plus(stretch)
    }

    /// A player's time, with what an hourglass gains while the opponent thinks and a vacation uses up.
    fn time_at(&self, side: Side, now: Millis) -> PlayerTime {
        match (*self.state.times.get(side), self.state.run) {
            (PlayerTime::Main { left }, _)
                if side != self.state.to_move
                    && matches!(self.control(side), TimeControl::Hourglass { .. }) =>
            {
                let mover = *self.state.times.get(side.other());
                let budget = mover.budget(self.control(side.other())).unwrap_or_default();
                PlayerTime::Main { left: left.plus(self.spent(now).min(budget)) }
            }
            (
                PlayerTime::Days { left, vacation },
                Run::Paused { reason: PauseReason::Vacation(away), at },
            ) if away == side => PlayerTime::Days { left, vacation: vacation.minus(now.minus(at)) },
            (time, _) => time,
        }
    }

    /// The same clock with the turn's use and the vacation's up to `now` written into the state.
    fn caught_up(&self, now: Millis) -> Step {
        if let Some(fallen) = self.flag(now) {
            return Step::Flag(fallen);
        }
        let mut state = self.state;
        state.spent = self.spent(now);
        match &mut state.run {
            Run::Running { since } => *since = now,
            Run::Paused { reason: PauseReason::Vacation(side), at } => {
                *state.times.get_mut(*side) = self.time_at(*side, now);
                *at = now;
            }
            Run::Paused { .. } | Run::Over { .. } => {}
        }
        Step::Clock(Self { state })
    }

    /// The turn's use taken off the player's time; the turn is empty after it.
    fn settled(&self, charged: Millis) -> Self {
        let mut state = self.state;
        let side = state.to_move;
        let control = *state.controls.get(side);
        let budget = state.times.get(side).budget(&control);
        let charged = budget.map_or(charged, |budget| charged.min(budget));
        *state.times.get_mut(side) = state.times.get(side).spend(&control, charged);
        let total = state.charged.get_mut(side);
        *total = total.plus(charged.minus(delay(&control)));
        if matches!(control, TimeControl::Hourglass { .. })
            && let PlayerTime::Main { left } = state.times.get_mut(side.other())
        {
            *left = left.plus(charged);
        }
        state.spent = Millis::ZERO;
        Self { state }
    }

    fn fallen(&self, at: Millis) -> Fallen {
        let side = self.state.to_move;
        let mut clock = self.settled(self.limit().unwrap_or_default());
        clock.state.run = Run::Over { at, flag: Some(side) };
        Fallen { clock, side, at }
    }
}

fn vacation(time: &PlayerTime) -> Option<Millis> {
    match time {
        PlayerTime::Days { vacation, .. } => Some(*vacation),
        _ => None,
    }
}
