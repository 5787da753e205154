//! How much of its time a player gives to a move, for every time control.

use std::time::Duration;

use clock::{Millis, PlayerTime, TimeControl};

use super::Budget;

/// What a move's time depends on besides the clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// Moves played by both sides.
    pub move_number: u32,
    /// Points of the board.
    pub area: usize,
    /// Kept back on each move for the way to the other side.
    pub lag: Duration,
}

impl Turn {
    /// What is kept back when nothing is known of the way.
    pub const LAG: Duration = Duration::from_millis(80);

    /// A turn with the usual lag.
    pub fn new(move_number: u32, area: usize) -> Turn {
        Turn { move_number, area, lag: Turn::LAG }
    }

    /// Own moves still expected: games take about seven moves for ten points, and there is always an endgame to come.
    fn own_moves(&self) -> u32 {
        let area = u32::try_from(self.area).unwrap_or(u32::MAX);
        let expected = area.saturating_mul(7) / 10;
        (expected.saturating_sub(self.move_number) / 2).max(area / 16).max(8)
    }

    /// How much more than an even share a move gets: the middle game is worth most, the first moves little.
    fn worth(&self) -> f64 {
        let area = u32::try_from(self.area).unwrap_or(u32::MAX).max(1);
        let played = f64::from(self.move_number) / f64::from(area);
        if played < 0.03 { 0.8 } else { 1.4 }
    }

    /// The share of a time that has to last for the rest of the game.
    fn share(&self, left: Duration) -> Duration {
        let moves = self.own_moves();
        // A long endgame needs its lag, too.
        let area = u32::try_from(self.area).unwrap_or(u32::MAX);
        let usable = left.saturating_sub(self.lag.saturating_mul((area / 5).max(40)));
        (usable / moves).mul_f64(self.worth()).min(left / 5)
    }

    /// What is sure to come back after the move, the lag taken off and a little kept for the unforeseen.
    fn renewed(&self, time: Duration) -> Duration {
        time.saturating_sub(self.lag).mul_f64(0.92)
    }
}

/// The longest that a player with days on the clock thinks.
const LONGEST: Duration = Duration::from_secs(60);

/// The shortest time worth planning.
const SHORTEST: Duration = Duration::from_millis(2);

impl Budget {
    /// The time for the next move of a player with `left` on the clock, and what it may grow to while the best move is
    /// unclear; no limit without a clock. It is never more than what is left until the flag falls, less the lag.
    pub fn on_clock(control: &TimeControl, left: &PlayerTime, turn: &Turn) -> Budget {
        let Some(until_flag) = left.budget(control) else { return Budget::LEVEL };
        let (planned, most) = plan(control, left, turn);
        let limit = duration(until_flag).saturating_sub(turn.lag).max(SHORTEST);
        let most = most.max(planned).min(limit).max(SHORTEST);
        let planned = planned.clamp(SHORTEST, most);
        Budget { time: Some(planned), most_time: Some(most), ..Budget::LEVEL }
    }
}

/// Planned and longest time.
fn plan(control: &TimeControl, left: &PlayerTime, turn: &Turn) -> (Duration, Duration) {
    // Of time that does not come back a hard move may have twice its share and a half.
    let stretched = |share: Duration, free: Duration| (share + free, share.mul_f64(2.5) + free);
    match (*control, *left) {
        (TimeControl::Fischer { increment, .. }, PlayerTime::Main { left }) => {
            let free = turn.renewed(duration(increment));
            stretched(turn.share(duration(left)), free)
        }
        (TimeControl::Delay { delay, .. }, PlayerTime::Main { left }) => {
            stretched(turn.share(duration(left)), turn.renewed(duration(delay)))
        }
        (TimeControl::Hourglass { .. }, PlayerTime::Main { left }) => {
            // The other side's thinking brings time back, so more than a share may go, but never much at once.
            let share = turn.share(duration(left)).mul_f64(1.5).min(duration(left) / 10);
            (share, share * 2)
        }
        (_, PlayerTime::Main { left }) => stretched(turn.share(duration(left)), Duration::ZERO),
        (_, PlayerTime::Periods { main, left }) => {
            let period = duration(control.period().unwrap_or_default());
            let free = turn.renewed(period);
            let main = duration(main);
            // Until the last period has begun, each move may use a whole one; main time that cannot give more than that
            // is spent that way.
            let planned = turn.share(main).max(free.min(main + free));
            let spare = if left > 2 && main.is_zero() { period } else { Duration::ZERO };
            (planned, planned.max(turn.share(main).mul_f64(2.5)) + spare)
        }
        (
            TimeControl::Canadian { stones: all, block, .. },
            PlayerTime::Block { main, left, stones },
        ) => {
            let each = |time: Duration, stones: u32| {
                let stones = stones.max(1);
                time.saturating_sub(turn.lag.saturating_mul(stones)).mul_f64(0.92) / stones
            };
            if main == Millis::ZERO {
                let even = each(duration(left), stones);
                // The last stone of a block may have all that is left of it.
                return (even, if stones > 1 { even.mul_f64(1.5) } else { even });
            }
            let later = each(duration(block), all);
            let share = turn.share(duration(main)).max(later);
            (share, share.mul_f64(2.5))
        }
        (TimeControl::Ing { main, periods, period, .. }, PlayerTime::Penalties { used }) => {
            let (used, main, period) = (duration(used), duration(main), duration(period));
            let all = main + period * periods;
            // What is left before the next penalty; it costs points to go beyond.
            let mut end = main;
            while end <= used && end < all && !period.is_zero() {
                end += period;
            }
            let free = end.saturating_sub(used);
            let share = turn.share(free).max(turn.share(all.saturating_sub(used)) / 2);
            (share.min(free / 2).max(SHORTEST), (share * 2).min(free / 2))
        }
        (_, PlayerTime::Days { left, .. }) => {
            let share = turn.share(duration(left)).min(LONGEST);
            (share, share)
        }
        _ => (LONGEST, LONGEST),
    }
}

fn duration(time: Millis) -> Duration {
    Duration::from_millis(time.get())
}

#[cfg(test)]
mod tests {
    use clock::{BySide, Clock, LagPolicy, Pressed, Side, Step};

    use super::*;

    /// Both sides play `moves` moves each with the time they are given; returns what each used, move by move, in
    /// milliseconds. The way takes 50 ms of each move.
    fn play(control: &str, area: usize, moves: u32, all: bool) -> Vec<u64> {
        let control: TimeControl = control.parse().unwrap();
        let both = BySide::both(control);
        let clock = Clock::new(both, Side::Black, BySide::both(LagPolicy::OFF)).unwrap();
        let Step::Clock(mut clock) = clock.resume(Millis::ZERO).unwrap() else { panic!() };
        let (mut now, mut used) = (Millis::ZERO, Vec::new());
        for number in 0..2 * moves {
            let side = if number % 2 == 0 { Side::Black } else { Side::White };
            let left = clock.shown(side, now).time;
            let budget = Budget::on_clock(&control, &left, &Turn::new(number, area));
            let time = if all { budget.most_time } else { budget.time }.unwrap();
            assert!(budget.time <= budget.most_time);
            let spent = Millis::new(u64::try_from(time.as_millis()).unwrap() + 50);
            now = now.plus(spent);
            clock = match clock.press(now, Millis::ZERO).unwrap() {
                Pressed::Moved(moved) => moved.clock,
                Pressed::Flag(_) => panic!("{control}: flag at move {number} after {used:?}"),
            };
            used.push(spent.get());
        }
        used
    }

    const CONTROLS: [&str; 18] = [
        "5m",
        "30s",
        "20m+5x30s",
        "3x10s",
        "1m+1x1s",
        "5m+10s",
        "1m+1s",
        "1m+10s max 2m",
        "10m+25/5m",
        "5/10s",
        "30s/move",
        "1s/move",
        "5m delay 5s",
        "10m 保留5",
        "5m 保留5",
        "10m+3x2m 罚2",
        "hourglass 2m",
        "corr 3d+1d",
    ];

    #[test]
    fn no_flag_falls_under_any_control() {
        for control in CONTROLS {
            if control.parse::<TimeControl>().is_err() {
                panic!("{control} cannot be read");
            }
            for (area, moves) in [(81, 50), (361, 150)] {
                for all in [false, true] {
                    play(control, area, moves, all);
                }
            }
        }
    }

    #[test]
    fn time_is_used_and_not_wasted() {
        // Most of a main time is gone after a game of usual length, and the middle game had more than the opening.
        let used = play("10m", 361, 125, false);
        let black: u64 = used.iter().step_by(2).sum();
        assert!((400_000..590_000).contains(&black), "{black}");
        assert!(
            used[60] > used[2] && used[60] > used[240],
            "{} {} {}",
            used[2],
            used[60],
            used[240]
        );
        // Periods are nearly whole, and none is lost.
        assert!(play("3x10s", 361, 50, false).iter().all(|used| (8_000..10_000).contains(used)));
        assert!(play("5/10s", 361, 50, false).iter().all(|used| (1_200..2_600).contains(used)));
        // What each move adds is used, and what there was at the start stays longest.
        assert!(play("1m+10s", 361, 100, false).iter().all(|used| *used > 8_000));
    }

    #[test]
    fn without_a_clock_there_is_no_limit() {
        let turn = Turn::new(0, 361);
        let budget = Budget::on_clock(&TimeControl::None, &PlayerTime::Unlimited, &turn);
        assert_eq!(budget, Budget::LEVEL);
    }

    #[test]
    fn penalties_are_not_entered_for_nothing() {
        let control: TimeControl = "10m+3x2m 罚2".parse().unwrap();
        let near = PlayerTime::Penalties { used: Millis::seconds(590) };
        let budget = Budget::on_clock(&control, &near, &Turn::new(100, 361));
        assert!(budget.most_time.unwrap() < Duration::from_secs(9), "{budget:?}");
    }
}
