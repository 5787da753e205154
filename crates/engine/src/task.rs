//! What a budget comes to once the level, the overrides and the clock have had their say.

use std::time::{Duration, Instant};

use crate::engine::Settings;
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
    /// When to end at the latest while the best move is unclear.
    pub(crate) most_deadline: Option<Instant>,
    /// Threads that think.
    pub(crate) threads: u32,
    /// Whether a move is to be made.
    pub(crate) is_play: bool,
    /// Whether to end when no other move can catch up.
    pub(crate) early_stop: bool,
    /// What to tell.
    pub(crate) options: &'a AnalysisOptions,
}

impl<'a> Task<'a> {
    /// What `options` come to for this level; `has_net` says what thinks.
    pub(crate) fn new(
        settings: &Settings,
        options: &'a AnalysisOptions,
        is_play: bool,
        has_net: bool,
    ) -> Task<'a> {
        let level = &settings.level;
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
            None if has_net => level.net_visits,
            None => level.visits,
        };
        Task {
            visits: visits.max(1),
            playouts,
            deadline: time.and_then(|time| now().checked_add(time)),
            most_deadline: time
                .max(budget.most_time.filter(|_| seconds.is_none()))
                .and_then(|time| now().checked_add(time)),
            threads: settings.threads.max(1),
            is_play,
            early_stop: is_play && time.is_some(),
            options,
        }
    }

    /// To think until told to stop.
    pub(crate) fn endless(settings: &Settings, options: &'a AnalysisOptions) -> Task<'a> {
        Task {
            visits: u32::MAX,
            playouts: None,
            deadline: None,
            most_deadline: None,
            threads: settings.threads.max(1),
            is_play: false,
            early_stop: false,
            options,
        }
    }
}

/// The only reading of the clock: deadlines are on the monotonic one.
#[expect(clippy::disallowed_methods, reason = "deadlines are on the monotonic clock")]
pub(crate) fn now() -> Instant {
    Instant::now()
}
