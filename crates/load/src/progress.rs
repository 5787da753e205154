//! [`Progress`]: how far a run is, for whoever shows it, and what a run must be told from outside.

use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use crate::shared::Outage;

/// The part of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// Players and watchers enter and connect.
    Connecting,
    /// Games are made and joined.
    Seating,
    /// The games are played.
    Playing,
    /// What clients saw is compared with what the server holds.
    Checking,
    /// The same frames go to a server that only sends them back.
    Echoing,
}

const PHASES: [Phase; 5] =
    [Phase::Connecting, Phase::Seating, Phase::Playing, Phase::Checking, Phase::Echoing];

/// How far a run is. Shared between the run and whoever shows it.
#[derive(Debug, Default)]
pub struct Progress {
    phase: AtomicU8,
    done: AtomicU64,
    of: AtomicU64,
    pub(crate) moves: AtomicU64,
    pub(crate) errors: AtomicU64,
    pub(crate) refused: AtomicU64,
    stop: AtomicBool,
    outages: Mutex<Vec<Outage>>,
}

impl Progress {
    /// Tells the run that the server was away, so that it can check what was charged for that time.
    pub fn outage(&self, outage: Outage) {
        self.outages.lock().unwrap_or_else(PoisonError::into_inner).push(outage);
    }

    pub(crate) fn outages(&self) -> Vec<Outage> {
        self.outages.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The part of the run that is under way.
    pub fn phase(&self) -> Phase {
        PHASES.get(usize::from(self.phase.load(Relaxed))).copied().unwrap_or(Phase::Checking)
    }

    /// How much of this part is done, and of how much: clients, games, or milliseconds of play.
    pub fn done(&self) -> (u64, u64) {
        (self.done.load(Relaxed), self.of.load(Relaxed))
    }

    /// Moves that both players have received.
    pub fn moves(&self) -> u64 {
        self.moves.load(Relaxed)
    }

    /// What has gone wrong so far.
    pub fn errors(&self) -> u64 {
        self.errors.load(Relaxed)
    }

    /// Actions that the server refused because it could not save them, and that were sent again.
    pub fn refused(&self) -> u64 {
        self.refused.load(Relaxed)
    }

    /// Ends the play; the check at the end is still made.
    pub fn stop(&self) {
        self.stop.store(true, Relaxed);
    }

    pub(crate) fn stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }

    pub(crate) fn begin(&self, phase: Phase, of: usize) {
        let index = PHASES.iter().position(|&p| p == phase).unwrap_or(0);
        self.done.store(0, Relaxed);
        self.of.store(u64::try_from(of).unwrap_or(u64::MAX), Relaxed);
        self.phase.store(u8::try_from(index).unwrap_or(0), Relaxed);
    }

    pub(crate) fn step(&self) {
        self.done.fetch_add(1, Relaxed);
    }

    pub(crate) fn at(&self, done: u64) {
        self.done.store(done, Relaxed);
    }
}
