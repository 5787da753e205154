use std::time::Duration;

mod on_clock;

pub use on_clock::Turn;

/// How much a question may cost. What is reached first ends it; with nothing said, the level's visits do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    /// Visits of the root, those of the last search that still hold included.
    pub visits: Option<u32>,
    /// Visits of this search alone.
    pub playouts: Option<u32>,
    /// Time.
    pub time: Option<Duration>,
    /// What the time may grow to in play while the best move is unclear; `None` for no more than `time`.
    pub most_time: Option<Duration>,
}

impl Budget {
    /// What the level says.
    pub const LEVEL: Budget = Budget { visits: None, playouts: None, time: None, most_time: None };

    /// A number of visits.
    pub const fn visits(visits: u32) -> Budget {
        Budget { visits: Some(visits), ..Budget::LEVEL }
    }

    /// A time.
    pub const fn time(time: Duration) -> Budget {
        Budget { time: Some(time), ..Budget::LEVEL }
    }
}

/// Canadian time, the only kind that GTP 2 knows; absolute time has no period.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeSettings {
    /// Main time.
    pub main: Duration,
    /// Length of a period after it; zero for none.
    pub period: Duration,
    /// Stones to be played in a period; zero with a period means that time does not matter.
    pub stones: u32,
}

/// What a player has left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeLeft {
    /// In main time, or in the period.
    pub time: Duration,
    /// Stones still to be played in the period; 0 in main time.
    pub stones: u32,
}

/// Kept back on each move for the way to the other side.
const LAG: Duration = Duration::from_millis(80);

/// Moves still expected at least.
const FEWEST_MOVES: u32 = 8;

impl TimeSettings {
    /// Whether time does not matter (`time_settings 0 1 0` in GTP).
    pub fn is_unlimited(&self) -> bool {
        !self.period.is_zero() && self.stones == 0
    }

    /// The time for the next move, `None` when it does not matter. `move_number` counts both sides' moves, `area` the
    /// points of the board.
    pub fn allot(&self, left: &TimeLeft, move_number: u32, area: usize) -> Option<Duration> {
        if self.is_unlimited() {
            return None;
        }
        let time = left.time.saturating_sub(LAG);
        if left.stones > 0 {
            // A tenth is kept for the unforeseen.
            return Some(time.mul_f64(0.9) / left.stones);
        }
        let expected = u32::try_from(area * 3 / 4).unwrap_or(u32::MAX);
        let own_moves = (expected.saturating_sub(move_number) / 2).max(FEWEST_MOVES);
        // The opening and the middle game are worth more than the end.
        let main = (time / own_moves).mul_f64(1.3).min(time / 4);
        let period = self.period.checked_div(self.stones).unwrap_or_default();
        let after = period.saturating_sub(LAG).mul_f64(0.9);
        // What main time lacks, the period gives: its first stone may take its share.
        Some(main.max(after.min(time + after)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn seconds(n: u64) -> Duration {
        Duration::from_secs(n)
    }

    #[test]
    fn a_game_of_main_time_never_runs_out() {
        let settings = TimeSettings { main: seconds(300), period: seconds(0), stones: 0 };
        let mut left = TimeLeft { time: settings.main, stones: 0 };
        for own_move in 0..200 {
            let time = settings.allot(&left, 2 * own_move, 361).expect("limited");
            assert!(time < left.time, "move {own_move}: {time:?} of {left:?}");
            left.time -= time;
        }
        assert!(left.time < seconds(30), "time is used: {left:?} is left");
    }

    #[test]
    fn periods_are_kept() {
        let settings = TimeSettings { main: seconds(0), period: seconds(30), stones: 10 };
        let mut left = TimeLeft { time: settings.period, stones: 10 };
        while left.stones > 0 {
            left.time -= settings.allot(&left, 0, 81).expect("limited");
            left.stones -= 1;
        }
        let main = TimeLeft { time: seconds(0), stones: 0 };
        let first = settings.allot(&main, 0, 81).expect("limited");
        assert!(first <= seconds(3) && first > seconds(2));
    }

    #[test]
    fn no_limit_is_no_limit() {
        let settings = TimeSettings { main: seconds(0), period: seconds(1), stones: 0 };
        assert_eq!(settings.allot(&TimeLeft { time: seconds(0), stones: 0 }, 0, 81), None);
    }
}
