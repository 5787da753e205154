//! Faults of a real server under real clients: kill -9 at random moments, a store that cannot write, a backup under load.
//!
//! Each function starts a server of its own on a folder of its caller's, and answers with figures and with what did not hold.

mod backup;
mod full;
mod kills;
mod server;

use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

pub use backup::{BackupReport, backup_under_load};
pub use full::{FullReport, full_disk};
pub use kills::{KillReport, Kills, kills};
pub use server::{Launch, Server};

use crate::error::LoadError;
use crate::plan::Plan;
use crate::progress::{Phase, Progress};
use crate::run::{Outcome, run};

/// Clients that play in a thread of their own while their server is maltreated.
struct Clients {
    progress: Arc<Progress>,
    thread: JoinHandle<Result<Outcome, LoadError>>,
}

impl Clients {
    /// Starts them and waits until they play.
    fn start(plan: Plan) -> Result<Self, LoadError> {
        let progress = Arc::new(Progress::default());
        let shared = progress.clone();
        let thread = std::thread::spawn(move || run(plan, &shared));
        let clients = Self { progress, thread };
        while clients.progress.phase() != Phase::Playing {
            if clients.thread.is_finished() {
                let error = match clients.end() {
                    Ok(_) => LoadError::System {
                        what: "play".to_owned(),
                        error: std::io::Error::other("no game was played"),
                    },
                    Err(error) => error,
                };
                return Err(error);
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        Ok(clients)
    }

    /// Waits until so many more moves are made; false when they are not within the time.
    fn more_moves(&self, moves: u64, within: Duration) -> bool {
        let wanted = self.progress.moves() + moves;
        let begun = Instant::now();
        while self.progress.moves() < wanted {
            if begun.elapsed() > within || self.thread.is_finished() {
                return false;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        true
    }

    /// Ends the play and waits for the comparison.
    fn end(self) -> Result<Outcome, LoadError> {
        self.progress.stop();
        self.thread.join().unwrap_or_else(|_| {
            Err(LoadError::System {
                what: "the clients' thread".to_owned(),
                error: std::io::Error::other("it panicked"),
            })
        })
    }
}
