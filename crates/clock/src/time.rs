//! One player's time, and what thinking, moving and taking back make of it.

use crate::{Millis, TimeControl};

/// One player's time as it stands when a turn begins (the thinking of a running turn is not yet taken off).
///
/// Plain data; the shape belongs to the system of the [`TimeControl`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PlayerTime {
    /// No limit.
    Unlimited,
    /// Main time only: absolute, Fischer, delay, hourglass.
    Main {
        /// What is left.
        left: Millis,
    },
    /// Byo-yomi, Chinese reading (one period is a reserved minute) and time per move.
    Periods {
        /// What is left before the periods.
        main: Millis,
        /// Periods left; the current one is full when a turn begins.
        left: u32,
    },
    /// Canadian overtime.
    Block {
        /// What is left before the first block.
        main: Millis,
        /// What is left of the current block.
        left: Millis,
        /// Moves still to be made in it.
        stones: u32,
    },
    /// Ing penalty time.
    Penalties {
        /// All time used so far.
        used: Millis,
    },
    /// Correspondence.
    Days {
        /// What is left.
        left: Millis,
        /// Vacation left.
        vacation: Millis,
    },
}

/// One player's time at a moment, as it is shown to people.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Shown {
    /// The time with the thinking of the running turn taken off.
    pub time: PlayerTime,
    /// What is left of the current byo-yomi period or Ing extension, once the main time is gone.
    pub period_left: Option<Millis>,
    /// What is left until the flag falls; `None` without a limit.
    pub until_flag: Option<Millis>,
    /// Penalty points so far (Ing), given to the opponent's score.
    pub penalty: u32,
}

impl PlayerTime {
    /// What the player can use in one turn before the flag falls; `None` without a limit.
    pub fn budget(&self, control: &TimeControl) -> Option<Millis> {
        match *self {
            Self::Unlimited => None,
            Self::Main { left } => Some(left.plus(delay(control))),
            Self::Periods { main, left } => {
                Some(main.plus(control.period().unwrap_or_default().times(left)))
            }
            Self::Block { main, left, .. } => Some(main.plus(left)),
            Self::Penalties { used } => Some(all_of_ing(control).minus(used)),
            Self::Days { left, .. } => Some(left),
        }
    }

    /// Whether nothing is left, so that the flag has fallen. The delay of a clock without main time does not count.
    pub fn is_used_up(&self, control: &TimeControl) -> bool {
        match *self {
            Self::Main { left } => left.is_zero(),
            time => time.budget(control).is_some_and(Millis::is_zero),
        }
    }

    /// The time after thinking for `spent` in one turn, the move not yet made.
    ///
    /// `spent` beyond the budget counts as the budget: nothing becomes negative.
    #[must_use]
    pub fn spend(&self, control: &TimeControl, spent: Millis) -> Self {
        let spent = self.budget(control).map_or(spent, |budget| spent.min(budget));
        match *self {
            Self::Unlimited => Self::Unlimited,
            Self::Main { left } => Self::Main { left: left.minus(spent.minus(delay(control))) },
            Self::Periods { main, left } => {
                let period = control.period().unwrap_or_default().max(Millis::new(1));
                let used = spent.minus(main).get() / period.get();
                let used = u32::try_from(used).unwrap_or(u32::MAX);
                Self::Periods { main: main.minus(spent), left: left.saturating_sub(used) }
            }
            Self::Block { main, left, stones } => {
                Self::Block { main: main.minus(spent), left: left.minus(spent.minus(main)), stones }
            }
            Self::Penalties { used } => Self::Penalties { used: used.plus(spent) },
            Self::Days { left, vacation } => Self::Days { left: left.minus(spent), vacation },
        }
    }

    /// The time after the own move has been accepted: the increment, the stone of the block.
    #[must_use]
    pub(crate) fn complete(&self, control: &TimeControl) -> Self {
        match (*self, *control) {
            (Self::Main { left }, TimeControl::Fischer { increment, cap, .. }) => {
                Self::Main { left: raise(left, increment, cap) }
            }
            (Self::Days { left, vacation }, TimeControl::Correspondence { increment, cap, .. }) => {
                Self::Days { left: raise(left, increment, cap), vacation }
            }
            (
                Self::Block { main: Millis::ZERO, left, stones },
                TimeControl::Canadian { block, stones: all, .. },
            ) => match stones.saturating_sub(1) {
                0 => Self::Block { main: Millis::ZERO, left: block, stones: all },
                stones => Self::Block { main: Millis::ZERO, left, stones },
            },
            (time, _) => time,
        }
    }

    /// The stored time when a move is taken back, after `since` of thinking that is not given back (7.10).
    #[must_use]
    pub(crate) fn taken_back(&self, control: &TimeControl, since: Millis, now: &Self) -> Self {
        match (*self, *now) {
            // What one player used has gone to the other; there is nothing to put back.
            (Self::Main { .. }, now) if matches!(control, TimeControl::Hourglass { .. }) => now,
            (Self::Main { left }, _) => Self::Main { left: left.minus(since) },
            (Self::Periods { main, left }, _) => Self::Periods { main: main.minus(since), left },
            (Self::Block { main, left, stones }, _) => {
                Self::Block { main: main.minus(since), left: left.minus(since.minus(main)), stones }
            }
            (Self::Penalties { used }, _) => {
                // The penalty goes back to the stored one, so the extension entered since is left again.
                let end = end_of_extension(control, used).minus(Millis::new(1));
                Self::Penalties { used: used.plus(since).min(end.max(used)) }
            }
            // Vacation that was taken is not given back either.
            (Self::Days { left, .. }, Self::Days { vacation, .. }) => {
                Self::Days { left: left.minus(since), vacation }
            }
            (stored, _) => stored,
        }
    }

    /// The time as it is shown after thinking for `spent` in the running turn.
    pub fn shown(&self, control: &TimeControl, spent: Millis) -> Shown {
        let time = self.spend(control, spent);
        let budget = self.budget(control);
        let until_flag = budget.map(|budget| budget.minus(spent));
        let period_left = match (*self, until_flag) {
            (_, Some(Millis::ZERO)) => control.period().map(|_| Millis::ZERO),
            (Self::Periods { main, .. }, _) if spent >= main => control.period().map(|period| {
                let over = spent.minus(main).get() % period.get().max(1);
                period.minus(Millis::new(over))
            }),
            (Self::Penalties { used }, _) if penalties(control, used.plus(spent)) > 0 => {
                let used = used.plus(spent);
                Some(end_of_extension(control, used).minus(used))
            }
            _ => None,
        };
        Shown { time, period_left, until_flag, penalty: time.penalty(control) }
    }

    /// Penalty points so far under the Ing system, zero under the others.
    pub fn penalty(&self, control: &TimeControl) -> u32 {
        match (self, control) {
            (Self::Penalties { used }, TimeControl::Ing { points, .. }) => {
                points.saturating_mul(penalties(control, *used))
            }
            _ => 0,
        }
    }

    /// What is left before any overtime; `None` without a limit.
    pub fn main(&self, control: &TimeControl) -> Option<Millis> {
        match (*self, control) {
            (Self::Main { left } | Self::Days { left, .. }, _) => Some(left),
            (Self::Periods { main, .. } | Self::Block { main, .. }, _) => Some(main),
            (Self::Penalties { used }, TimeControl::Ing { main, .. }) => Some(main.minus(used)),
            _ => None,
        }
    }

    /// The time of which a record or an engine's controller states what is left, and in overtime the number of
    /// periods, stones or extensions left, the current one included. `None` if that is more than there are.
    pub(crate) fn from_left(
        control: &TimeControl,
        left: Millis,
        count: Option<u32>,
    ) -> Option<Self> {
        Some(match (control.start(), count) {
            (Self::Unlimited, _) => Self::Unlimited,
            (Self::Main { .. }, _) => Self::Main { left },
            (Self::Days { vacation, .. }, _) => Self::Days { left, vacation },
            (Self::Periods { .. }, Some(periods)) => {
                Self::Periods { main: Millis::ZERO, left: periods }
            }
            // The rest of the first period, not main time.
            (start @ Self::Periods { main: Millis::ZERO, .. }, None) => start,
            (Self::Periods { left: periods, .. }, None) => {
                Self::Periods { main: left, left: periods }
            }
            (Self::Block { .. }, Some(stones)) => Self::Block { main: Millis::ZERO, left, stones },
            (Self::Block { left: block, stones, .. }, None) => {
                Self::Block { main: left, left: block, stones }
            }
            (Self::Penalties { .. }, count) => {
                let TimeControl::Ing { main, periods, period, .. } = *control else { return None };
                let end = match count {
                    None => main,
                    Some(more) => main.plus(period.times((periods + 1).checked_sub(more)?)),
                };
                Self::Penalties { used: end.minus(left) }
            }
        })
    }

    /// Why the time cannot belong to the control, or `None`.
    pub(crate) fn misfit(&self, control: &TimeControl) -> Option<&'static str> {
        match (*self, control.start()) {
            (Self::Unlimited, Self::Unlimited) => None,
            (Self::Main { left }, Self::Main { left: start }) => match *control {
                TimeControl::Fischer { cap, .. } => above(left, cap, "the time is above the cap"),
                TimeControl::Hourglass { .. } => None,
                _ => above(left, Some(start), "the time is above that of the start"),
            },
            (Self::Periods { main, left }, Self::Periods { main: most, left: all }) => {
                above(main, Some(most), "the main time is above that of the start")
                    .or((left > all).then_some("there are too many periods"))
            }
            (
                Self::Block { main, left, stones },
                Self::Block { main: most, left: block, stones: all },
            ) => above(main, Some(most), "the main time is above that of the start")
                .or(above(left, Some(block), "the block is longer than a whole one"))
                .or((stones == 0 || stones > all).then_some("the number of stones is wrong")),
            (Self::Penalties { used }, Self::Penalties { .. }) => {
                above(used, Some(all_of_ing(control)), "more time is used than there is")
            }
            (Self::Days { left, vacation }, Self::Days { vacation: all, .. }) => {
                let TimeControl::Correspondence { cap, .. } = *control else {
                    return Some("the time is of another system");
                };
                above(left, cap, "the time is above the cap").or(above(
                    vacation,
                    Some(all),
                    "the vacation is above that of the start",
                ))
            }
            _ => Some("the time is of another system"),
        }
    }
}

/// The free part of each move.
pub(crate) fn delay(control: &TimeControl) -> Millis {
    match *control {
        TimeControl::Delay { delay, .. } => delay,
        _ => Millis::ZERO,
    }
}

fn raise(left: Millis, increment: Millis, cap: Option<Millis>) -> Millis {
    let raised = left.plus(increment);
    cap.map_or(raised, |cap| raised.min(cap))
}

fn above(value: Millis, most: Option<Millis>, what: &'static str) -> Option<&'static str> {
    most.filter(|most| value > *most).map(|_| what)
}

/// Basic time and all extensions.
fn all_of_ing(control: &TimeControl) -> Millis {
    match *control {
        TimeControl::Ing { main, periods, period, .. } => main.plus(period.times(periods)),
        _ => Millis::ZERO,
    }
}

/// How many extensions have been entered when `used` has been used; the basic time's last moment enters the first.
pub(crate) fn penalties(control: &TimeControl, used: Millis) -> u32 {
    match *control {
        TimeControl::Ing { main, periods, period, .. } if used >= main => {
            let entered = used.minus(main).get() / period.get().max(1) + 1;
            u32::try_from(entered).unwrap_or(u32::MAX).min(periods)
        }
        _ => 0,
    }
}

/// The used time at which the present extension (or the basic time) ends.
fn end_of_extension(control: &TimeControl, used: Millis) -> Millis {
    match *control {
        TimeControl::Ing { main, period, .. } => main.plus(period.times(penalties(control, used))),
        _ => Millis::ZERO,
    }
}
