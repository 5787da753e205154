//! What a budget comes to once the level, the overrides and the clock have had their say.

use std::time::{Duration, Instant};

use crate::level::Level;
use crate::options::AnalysisOptions;

/// What a search may use and is to tell.
#[derive(Clone, Debug)]
pub(crate) struct Task<'a> {
    /// Visits of the root.
    pub(crate) visits: u32,
    /// Visits of this search alone.
    pub(crate) playouts: Option<u32>,
    /// When to end.
    pub(crate) deadline: Option<Instant>,
    /// Whether to end when no other move can catch up.
    pub(crate) early_stop: bool,
    /// What to tell.
    pub(crate) options: &'a AnalysisOptions,
}

impl<'a> Task<'a> {
    pub(crate) fn new(level: &Level, options: &'a AnalysisOptions, is_play: bool) -> Task<'a> {
        let (budget, overrides) = (&options.budget, &options.overrides);
        let seconds = overrides.max_time.map(Duration::from_secs_f32);
        let time = match (budget.time, seconds) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        };
        let wanted = budget.visits.or(overrides.max_visits);
        let playouts = budget.playouts.or(overrides.max_playouts);
        let visits = match wanted {
            Some(visits) => visits,
            None if playouts.is_some() => u32::MAX,
            None if time.is_some() && (level.uses_all_time || !is_play) => u32::MAX,
            None => level.visits,
        };
        Task {
            visits: visits.max(1),
            playouts,
            deadline: time.and_then(|time| now().checked_add(time)),
            early_stop: is_play && time.is_some(),
            options,
        }
    }
}

/// The only reading of the clock: deadlines are on the monotonic one.
#[expect(clippy::disallowed_methods, reason = "deadlines are on the monotonic clock")]
pub(crate) fn now() -> Instant {
    Instant::now()
}
