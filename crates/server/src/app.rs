//! [`App`]: what every handler and actor shares.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use clock::Millis;
use metrics_exporter_prometheus::PrometheusHandle;
use tokio::sync::{Semaphore, watch};

use crate::config::Config;
use crate::engines::Engines;
use crate::finals::Finals;
use crate::game::Registry;
use crate::limits::Limiters;
use crate::lobby::Lobby;
use crate::persist::Persist;
use crate::time::Now;

/// What every handler and actor shares.
pub(crate) struct App {
    pub(crate) config: Config,
    pub(crate) now: Now,
    /// When the server before this one is known to have been up last.
    pub(crate) last_up: Millis,
    pub(crate) persist: Persist,
    pub(crate) registry: Registry,
    pub(crate) lobby: Lobby,
    pub(crate) engines: Engines,
    pub(crate) limiters: Limiters,
    pub(crate) finals: Finals,
    /// Positions that may be analysed at once.
    pub(crate) analyser: Arc<Semaphore>,
    /// Passwords that may be hashed at once: each takes 19 MB.
    pub(crate) hashing: Arc<Semaphore>,
    pub(crate) metrics: PrometheusHandle,
    pub(crate) sockets: AtomicUsize,
    connections: AtomicU64,
    stopping: AtomicBool,
    stop: watch::Sender<bool>,
}

impl std::fmt::Debug for App {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("App").field("config", &self.config).finish_non_exhaustive()
    }
}

impl App {
    /// Puts the parts together.
    pub(crate) fn new(
        config: Config,
        persist: Persist,
        engines: Engines,
        metrics: PrometheusHandle,
        now: Now,
        last_up: Millis,
    ) -> Arc<Self> {
        let limiters = Limiters::new(&config.limits);
        Arc::new(Self {
            limiters,
            finals: Finals::default(),
            config,
            now,
            last_up,
            persist,
            registry: Registry::default(),
            lobby: Lobby::default(),
            engines,
            analyser: Arc::new(Semaphore::new(1)),
            hashing: Arc::new(Semaphore::new(2)),
            metrics,
            sockets: AtomicUsize::new(0),
            connections: AtomicU64::new(1),
            stopping: AtomicBool::new(false),
            stop: watch::channel(false).0,
        })
    }

    /// A number for a new connection.
    pub(crate) fn next_connection(&self) -> u64 {
        self.connections.fetch_add(1, Ordering::Relaxed)
    }

    /// Draws a lot.
    ///
    /// # Errors
    /// When the system has no random numbers.
    pub(crate) fn lot(&self) -> Result<bool, getrandom::Error> {
        getrandom::u32().map(|bits| bits & 1 == 1)
    }

    /// Whether the server is going down.
    pub(crate) fn is_stopping(&self) -> bool {
        self.stopping.load(Ordering::Acquire)
    }

    /// Refuses whatever would begin now.
    pub(crate) fn begin_stop(&self) {
        self.stopping.store(true, Ordering::Release);
    }

    /// Tells every connection to close.
    pub(crate) fn close_connections(&self) {
        // Nobody may be listening.
        let _ = self.stop.send(true);
    }

    /// Turns true when connections are to close.
    pub(crate) fn stop_signal(&self) -> watch::Receiver<bool> {
        self.stop.subscribe()
    }
}
