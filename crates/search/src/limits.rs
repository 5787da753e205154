use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Ends a search from outside, at once and from any thread. Clones share the flag.
#[derive(Clone, Debug, Default)]
pub struct StopToken(Arc<AtomicBool>);

impl StopToken {
    /// A token that nobody has used.
    pub fn new() -> StopToken {
        StopToken::default()
    }

    /// Asks every search that holds this token to end.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether a search was asked to end.
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// How much a search may use. Whatever is reached first ends it; at least one visit is made.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Visits of the root, those kept from the last search included.
    pub visits: u32,
    /// Visits made by this search, those kept from the last one not included.
    pub playouts: u32,
    /// When to stop, on the monotonic clock; `None` for no time limit.
    pub deadline: Option<Instant>,
    /// Whether to stop early when no other move can catch up any more.
    pub early_stop: bool,
    /// Ends the search from outside.
    pub stop: StopToken,
}

impl Limits {
    /// A number of visits and no time limit: the same seed gives the same result.
    pub fn visits(visits: u32) -> Limits {
        Limits {
            visits,
            playouts: u32::MAX,
            deadline: None,
            early_stop: false,
            stop: StopToken::new(),
        }
    }

    /// A time from now and no limit of visits.
    pub fn time(time: Duration) -> Limits {
        Limits {
            visits: u32::MAX,
            playouts: u32::MAX,
            deadline: deadline_in(time),
            early_stop: true,
            stop: StopToken::new(),
        }
    }

    /// No limit but the token: what pondering and analysing on demand use.
    pub fn until(stop: &StopToken) -> Limits {
        Limits { stop: stop.clone(), ..Limits::visits(u32::MAX) }
    }

    /// The same limits with a time from now.
    #[must_use]
    pub fn within(mut self, time: Duration) -> Limits {
        self.deadline = deadline_in(time);
        self
    }
}

/// The only reading of the clock besides the comparison with the deadline.
#[expect(clippy::disallowed_methods, reason = "deadlines are on the monotonic clock")]
pub(crate) fn now() -> Instant {
    Instant::now()
}

pub(crate) fn deadline_in(time: Duration) -> Option<Instant> {
    now().checked_add(time)
}
