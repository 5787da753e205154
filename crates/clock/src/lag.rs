//! Network lag: how much of it is given back.

use crate::{Millis, TimeControl};

/// How much network lag is given back to a player.
///
/// Each player has a quota. A move's refund is the measured lag, but never more than the quota nor than the time the
/// move took; then the quota loses the refund and grows by [`LagPolicy::gain`], up to [`LagPolicy::most`]. So over
/// `n` moves at most `start + n·gain` is given back, and one slow moment can be covered from what was saved up. While
/// a turn runs, the flag waits for the quota: a move sent in time may still be on its way.
///
/// The lag is the server's own measurement; what a client says about itself is no argument for [`crate::Clock::press`].
///
/// Source: the idea of a bounded quota that grows back, and the factors 3 and 7, are those of the open chess server
/// lichess (scalachess, `LagTracker`); the figures for Go are this project's choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct LagPolicy {
    /// What each own move adds to the quota.
    pub gain: Millis,
    /// The quota before the first move.
    pub start: Millis,
    /// The greatest quota.
    pub most: Millis,
}

impl LagPolicy {
    /// Nothing is given back.
    pub const OFF: Self = Self { gain: Millis::ZERO, start: Millis::ZERO, most: Millis::ZERO };

    /// The greatest gain that [`LagPolicy::for_control`] chooses.
    pub const GREATEST_GAIN: Millis = Millis::SECOND;

    /// The policy that suits a time control: the gain is 0.1 s and a thousandth of the time that a game of 100 own
    /// moves takes, at most one second; the quota starts at three gains and holds seven.
    ///
    /// Correspondence and unlimited games need none and get [`LagPolicy::OFF`].
    pub fn for_control(control: &TimeControl) -> Self {
        let estimate = match control {
            TimeControl::None | TimeControl::Correspondence { .. } => return Self::OFF,
            control => control.estimate(100).unwrap_or_default(),
        };
        let gain = Millis::new(100 + estimate.get() / 1_000).min(Self::GREATEST_GAIN);
        Self { gain, start: gain.times(3), most: gain.times(7) }
    }

    /// The quota before the first move.
    pub fn first_quota(&self) -> Millis {
        self.start.min(self.most)
    }

    /// The refund of a move and the quota after it.
    pub(crate) fn refund(&self, quota: Millis, lag: Millis, spent: Millis) -> (Millis, Millis) {
        let refund = lag.min(quota).min(spent);
        (refund, quota.minus(refund).plus(self.gain).min(self.most))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_refund_is_bounded() {
        let policy = LagPolicy::for_control(&TimeControl::Absolute { main: Millis::minutes(5) });
        assert_eq!(policy.gain, Millis::new(400));
        let mut quota = policy.first_quota();
        let mut total = Millis::ZERO;
        for _ in 0..100 {
            let (refund, after) = policy.refund(quota, Millis::MINUTE, Millis::HOUR);
            total = total.plus(refund);
            quota = after;
        }
        assert_eq!(total, policy.start.plus(policy.gain.times(99)));
        assert_eq!(policy.refund(quota, Millis::MINUTE, Millis::new(7)).0, Millis::new(7));
        let saved =
            (0..50).fold(quota, |quota, _| policy.refund(quota, Millis::ZERO, Millis::HOUR).1);
        assert_eq!(saved, policy.most);
    }

    #[test]
    fn slow_games_need_none() {
        assert_eq!(LagPolicy::for_control(&TimeControl::None), LagPolicy::OFF);
        let long = TimeControl::Absolute { main: Millis::hours(8) };
        assert_eq!(LagPolicy::for_control(&long).gain, LagPolicy::GREATEST_GAIN);
    }
}
