//! What all clients of a run share: the plan, connections for HTTP, and the figures they add to.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::{Semaphore, watch};

use crate::http::{Answer, Http, HttpError};
use crate::ledger::Ledger;
use crate::plan::Plan;
use crate::progress::Progress;

/// A time in which the server was away, in milliseconds since 1970.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outage {
    /// When it was killed.
    pub down: u64,
    /// When it answered again.
    pub up: u64,
}

/// Faults are listed up to this number and then only counted.
const MOST_FAULTS: usize = 100;

/// The figures of a run.
#[derive(Debug, Default)]
pub(crate) struct Stats {
    /// Microseconds from the mover's send to the opponent's receive.
    pub(crate) seen: Vec<u32>,
    /// Microseconds from the mover's send to the mover's own receive.
    pub(crate) acknowledged: Vec<u32>,
    /// What went wrong, by code.
    pub(crate) errors: BTreeMap<String, u64>,
    /// Actions that the server refused and that were sent again, by code.
    pub(crate) refusals: BTreeMap<String, u64>,
    /// Connections that broke and were opened again.
    pub(crate) reconnects: u64,
    /// Actions that were sent again.
    pub(crate) resends: u64,
    /// Games that were checked at their end.
    pub(crate) games: u64,
    /// Clients whose view was compared.
    pub(crate) clients: u64,
    /// Events that clients saw and that were compared.
    pub(crate) events: u64,
    /// Acknowledged actions that were looked up.
    pub(crate) acks: u64,
    /// What did not hold.
    pub(crate) faults: Vec<String>,
    /// How many in all.
    pub(crate) fault_count: u64,
    /// Time that was not charged though the server was up, at most, in milliseconds: between the last sign of life that it
    /// saved and the kill.
    pub(crate) uncharged: u64,
    /// What the games hold.
    pub(crate) ledger: Ledger,
}

/// What all clients share.
#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) plan: Plan,
    pub(crate) progress: Arc<Progress>,
    /// Turns true when no new moves are to be made.
    pub(crate) stop: watch::Receiver<bool>,
    stats: Mutex<Stats>,
    connections: Mutex<Vec<Http>>,
    gate: Semaphore,
}

impl Shared {
    pub(crate) fn new(
        plan: Plan,
        progress: Arc<Progress>,
        stop: watch::Receiver<bool>,
    ) -> Arc<Self> {
        let gate = Semaphore::new(plan.ramp);
        Arc::new(Self {
            plan,
            progress,
            stop,
            stats: Mutex::default(),
            connections: Mutex::default(),
            gate,
        })
    }

    /// The figures.
    pub(crate) fn stats(&self) -> MutexGuard<'_, Stats> {
        self.stats.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts an error.
    pub(crate) fn error(&self, code: &str) {
        self.progress.errors.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        *self.stats().errors.entry(code.to_owned()).or_default() += 1;
    }

    /// Notes something that must not be.
    pub(crate) fn fault(&self, what: String) {
        self.progress.errors.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let mut stats = self.stats();
        stats.fault_count += 1;
        if stats.faults.len() < MOST_FAULTS {
            stats.faults.push(what);
        }
    }

    /// Whether play is over.
    pub(crate) fn stopping(&self) -> bool {
        *self.stop.borrow()
    }

    /// A request to the API; not more than [`Plan::ramp`] at the same time.
    ///
    /// # Errors
    /// When there is no answer, or it is an error.
    pub(crate) async fn http(
        &self,
        method: &str,
        path: &str,
        cookie: Option<&str>,
        body: Option<&str>,
    ) -> Result<Answer, HttpError> {
        let _turn =
            self.gate.acquire().await.map_err(|error| HttpError::Connection(error.to_string()))?;
        let kept = self.connections.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut http = kept.unwrap_or(Http::new(self.plan.target));
        let answer = http.call(method, path, cookie, body).await;
        self.connections.lock().unwrap_or_else(PoisonError::into_inner).push(http);
        answer
    }

    /// The same, again and again for a while where clients are to be patient.
    ///
    /// # Errors
    /// As [`Shared::http`].
    pub(crate) async fn patient_http(
        &self,
        method: &str,
        path: &str,
        cookie: Option<&str>,
        body: Option<&str>,
    ) -> Result<Answer, HttpError> {
        let mut tries = if self.plan.resilient { 100 } else { 1 };
        loop {
            tries -= 1;
            match self.http(method, path, cookie, body).await {
                Err(error) if tries > 0 && error.may_pass() => {
                    tokio::time::sleep(Duration::from_millis(200)).await
                }
                answer => return answer,
            }
        }
    }
}
