//! How long the engine may think about a move: what its clock plans, and how long other games can wait for the same threads.

use std::time::Duration;

use clock::{Clock, Millis, Side};
use engine::Budget;

/// The longest that a person waits for a move, the queue included.
const LONGEST: Duration = Duration::from_secs(4);

/// The shortest thought, however many games wait.
const SHORTEST: Duration = Duration::from_millis(20);

/// A turn of the engine that waits or is thought about.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Turn {
    /// The clock as it stood when the turn began.
    pub(crate) clock: Clock,
    /// The engine's side.
    pub(crate) side: Side,
    /// Moves played.
    pub(crate) moves: u32,
    /// Points of the board.
    pub(crate) area: usize,
    /// When it was put into the queue.
    pub(crate) since: Millis,
}

impl Turn {
    /// What is left at `now` of the time that the clock gives this move; no limit without a clock.
    fn planned(&self, now: Millis) -> Budget {
        let (clock, side) = (&self.clock, self.side);
        let turn = engine::Turn::new(self.moves, self.area);
        let plan = Budget::on_clock(clock.control(side), clock.state().times.get(side), &turn);
        let shown = clock.shown(side, now);
        // A period comes again after the move, but only if it is not used up.
        let end =
            shown.until_flag.map(|flag| shown.period_left.map_or(flag, |left| left.min(flag)));
        let limit = end.map_or(LONGEST, wait).saturating_sub(turn.lag);
        let spent = wait(clock.spent(now));
        // Who waited long still gets a good part of the plan.
        let left = |time: Duration| time.saturating_sub(spent).max(time / 4).min(limit);
        Budget { time: plan.time.map(left), most_time: plan.most_time.map(left), ..plan }
    }

    /// How long its game can wait for the move from `now` on.
    fn patience(&self, now: Millis) -> Duration {
        let left = LONGEST.saturating_sub(wait(now.minus(self.since)));
        self.planned(now).time.map_or(left, |planned| planned.min(left))
    }

    /// The cost of the thought that begins now, while the turns `behind` it wait for as many threads.
    pub(crate) fn budget<'a>(
        &self,
        behind: impl Iterator<Item = &'a Turn>,
        threads: usize,
        now: Millis,
    ) -> Budget {
        let own = LONGEST.saturating_sub(wait(now.minus(self.since)));
        // Each of those behind has an equal part of its patience to give to every thought until its own is done.
        let parts = behind.zip(1_usize..).map(|(turn, place)| {
            let rounds = u32::try_from(place / threads.max(1)).unwrap_or(u32::MAX);
            turn.patience(now) / rounds.saturating_add(1)
        });
        let most = parts.fold(own, Duration::min).max(SHORTEST);
        let planned = self.planned(now);
        let of = |time: Option<Duration>| Some(time.map_or(most, |time| time.min(most)));
        Budget { time: of(planned.time), most_time: of(planned.most_time), ..planned }
    }

    /// Whether its clock cannot wait for a thread until `free`.
    pub(crate) fn is_pressed(&self, free: Millis, now: Millis) -> bool {
        self.planned(now).time.is_some_and(|planned| wait(free.minus(now)) > planned / 2)
    }
}

fn wait(time: Millis) -> Duration {
    Duration::from_millis(time.get())
}

#[cfg(test)]
mod tests {
    use clock::{BySide, LagPolicy, Step};

    use super::*;

    const NOW: Millis = Millis::new(100_000);

    /// A turn on a 9×9 board that began `ago` milliseconds ago.
    fn turn(control: &str, ago: u64) -> Turn {
        let since = NOW.minus(Millis::new(ago));
        let both = BySide::both(control.parse().unwrap());
        let clock = Clock::new(both, Side::Black, BySide::both(LagPolicy::OFF)).unwrap();
        let Step::Clock(clock) = clock.resume(since).unwrap() else { panic!("{control}") };
        Turn { clock, side: Side::Black, moves: 20, area: 81, since }
    }

    fn alone(control: &str, ago: u64) -> Budget {
        turn(control, ago).budget([].iter(), 1, NOW)
    }

    #[test]
    fn nobody_waits_longer_than_the_longest() {
        for control in ["none", "90m", "corr 3d+1d", "20m+5x30s", "10m+1m"] {
            let budget = alone(control, 0);
            assert!(budget.most_time.unwrap() <= LONGEST, "{control} {budget:?}");
            assert!(budget.time.unwrap() >= LONGEST / 2, "{control} {budget:?}");
            assert!(alone(control, 3_000).most_time.unwrap() <= LONGEST / 4, "{control}");
        }
    }

    #[test]
    fn the_clock_says_less_where_it_has_less() {
        let short = alone("10s", 0).time.unwrap();
        assert!(short < Duration::from_secs(1), "{short:?}");
        // What the queue took is taken off, also of a period that would come again, and the lag is kept.
        for control in ["1s/move", "5x1s", "1m+1x1s"] {
            for ago in [0, 500, 800, 950] {
                let most = alone(control, ago).most_time.unwrap();
                let main = control.starts_with("1m");
                assert!(
                    main || most <= Duration::from_millis(1_000 - ago),
                    "{control} {ago} {most:?}"
                );
            }
        }
    }

    #[test]
    fn games_in_the_queue_share_the_time_evenly() {
        let turns = [turn("none", 0); 10];
        let mut times = Vec::new();
        let mut now = NOW;
        for place in 0..turns.len() {
            let time = turns[place].budget(turns[place + 1..].iter(), 1, now).time.unwrap();
            now = now.plus(Millis::new(u64::try_from(time.as_millis()).unwrap()));
            times.push(time);
        }
        assert!(wait(now.minus(NOW)) <= LONGEST + SHORTEST, "{times:?}");
        let ends = (times.iter().min().unwrap(), times.iter().max().unwrap());
        assert!(*ends.0 > Duration::from_millis(350) && *ends.1 < Duration::from_millis(450));
        // Two threads have twice the time.
        let two = turns[0].budget(turns[1..].iter(), 2, NOW).time.unwrap();
        assert!(two > Duration::from_millis(750), "{two:?}");
    }

    #[test]
    fn a_fast_game_that_waits_shortens_the_thoughts_before_it() {
        let slow = turn("none", 0);
        let waiting = [turn("none", 0), turn("1s/move", 200)];
        let before = slow.budget(waiting.iter(), 1, NOW).time.unwrap();
        assert!(before < Duration::from_millis(250), "{before:?}");
        let busy = NOW.plus(Millis::new(600));
        assert!(turn("1s/move", 0).is_pressed(busy, NOW));
        assert!(!turn("1s/move", 0).is_pressed(NOW, NOW));
        assert!(!turn("none", 0).is_pressed(NOW.plus(Millis::seconds(60)), NOW));
    }
}
