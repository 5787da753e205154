//! [`Report`]: the figures of a run.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::process::Usage;

/// Percentiles of a latency.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Percentiles {
    /// How many were measured.
    pub count: u64,
    /// Half are at most this long.
    pub p50: Duration,
    /// Nine in ten.
    pub p90: Duration,
    /// Ninety-nine in a hundred.
    pub p99: Duration,
    /// The longest.
    pub max: Duration,
}

impl Percentiles {
    /// Those of some microseconds.
    pub(crate) fn of(mut micros: Vec<u32>) -> Self {
        micros.sort_unstable();
        let at = |percent: usize| {
            // The smallest value that so many percent do not exceed.
            let rank = (micros.len() * percent).div_ceil(100).max(1) - 1;
            Duration::from_micros(micros.get(rank).copied().unwrap_or(0).into())
        };
        let count = u64::try_from(micros.len()).unwrap_or(u64::MAX);
        Self { count, p50: at(50), p90: at(90), p99: at(99), max: at(100) }
    }
}

/// Resident memory of the server at the stages of a run, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Memory {
    /// Before anybody connected.
    pub before: u64,
    /// With every player and watcher connected, and no game.
    pub connected: u64,
    /// With every game begun.
    pub seated: u64,
    /// At the end of play.
    pub end: u64,
    /// The most so far.
    pub peak: u64,
}

/// What the server's process used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ServerUse {
    /// Processor time during play.
    pub cpu: Duration,
    /// Memory.
    pub memory: Memory,
}

impl ServerUse {
    /// Bytes for each connected client without a game.
    pub fn per_client(&self, clients: usize) -> u64 {
        share(self.memory.before, self.memory.connected, clients)
    }

    /// Bytes for each game, beyond its connections.
    pub fn per_game(&self, games: usize) -> u64 {
        share(self.memory.connected, self.memory.seated, games)
    }
}

fn share(before: u64, after: u64, count: usize) -> u64 {
    after.saturating_sub(before) / u64::try_from(count).unwrap_or(u64::MAX).max(1)
}

/// The figures of a run.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Report {
    /// Games at once.
    pub games: usize,
    /// Watchers.
    pub watchers: usize,
    /// How long was played.
    pub time: Duration,
    /// How long connecting and seating took.
    pub set_up: Duration,
    /// Moves that both players received.
    pub moves: u64,
    /// From the mover's send to the opponent's receive.
    pub seen: Percentiles,
    /// From the mover's send to the mover's own receive.
    pub acknowledged: Percentiles,
    /// What went wrong, by code.
    pub errors: BTreeMap<String, u64>,
    /// What was refused and sent again, by code; only of resilient clients.
    pub refusals: BTreeMap<String, u64>,
    /// Connections that broke and were opened again.
    pub reconnects: u64,
    /// Actions that were sent again.
    pub resends: u64,
    /// Games that were compared at their end.
    pub checked_games: u64,
    /// Clients whose view was compared.
    pub checked_clients: u64,
    /// Events that they saw.
    pub checked_events: u64,
    /// Acknowledged actions that were looked up.
    pub checked_acknowledgements: u64,
    /// What did not hold: the first hundred.
    pub faults: Vec<String>,
    /// How many faults in all.
    pub fault_count: u64,
    /// The longest time before a kill that was charged to nobody, in milliseconds.
    pub uncharged: u64,
    /// What the server used, if it was measured.
    pub server: Option<ServerUse>,
    /// What this process used during play.
    pub own_cpu: Duration,
    /// How busy the machine was with everything at the end of play.
    pub load_average: Option<f64>,
}

impl Report {
    /// Moves a second.
    pub fn rate(&self) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "for people")]
        let moves = self.moves as f64;
        moves / self.time.as_secs_f64().max(1e-9)
    }

    /// Whether nothing went wrong and everything held.
    pub fn is_fine(&self) -> bool {
        self.errors.is_empty() && self.fault_count == 0
    }
}

/// The processor time between two moments.
pub(crate) fn cpu_between(before: Option<Usage>, after: Option<Usage>) -> Duration {
    match (before, after) {
        (Some(before), Some(after)) => after.cpu.saturating_sub(before.cpu),
        _ => Duration::ZERO,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_values_that_occurred() {
        let p = Percentiles::of((1..=200).rev().collect());
        let micros = |n| Duration::from_micros(n);
        assert_eq!(
            (p.p50, p.p90, p.p99, p.max),
            (micros(100), micros(180), micros(198), micros(200))
        );
        let one = Percentiles::of(vec![7]);
        assert_eq!((one.count, one.p50, one.max), (1, micros(7), micros(7)));
        assert_eq!(Percentiles::of(Vec::new()), Percentiles::default());
    }
}
