//! How much a question may cost, and how much of its time a player gives to a move.

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
