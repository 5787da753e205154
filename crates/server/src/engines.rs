//! [`Engines`]: the threads that think. Games wait in one queue and are served in turn, so that no game starves another.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

use api::{EngineLevel, GameId};
use clock::Millis;
use rules::GameState;
use tokio::sync::oneshot;

use crate::game::Thought;

/// The engine's answer; none when it has none.
pub(crate) type Reply = Option<Thought>;

/// A position to think about.
#[derive(Debug)]
pub(crate) struct Job {
    /// The game.
    pub(crate) game: GameId,
    /// The game as it stands.
    pub(crate) state: Box<GameState>,
    /// How strong.
    pub(crate) level: u8,
    /// Put so many handicap stones instead of moving.
    pub(crate) handicap: Option<u32>,
    /// What is left until the flag falls.
    pub(crate) until_flag: Option<Millis>,
    /// What is left of the current period, in overtime.
    pub(crate) period_left: Option<Millis>,
    /// Moves played.
    pub(crate) moves: u32,
}

/// Whatever plays against people.
pub(crate) trait Opponent: Send + Sync + 'static {
    /// Its levels, from the weakest.
    fn levels(&self) -> Vec<EngineLevel>;

    /// Decides, within about this time.
    fn decide(&self, job: &Job, time: Duration) -> Reply;
}

/// The queue and its threads.
pub(crate) struct Engines {
    opponent: Option<Arc<dyn Opponent>>,
    queue: Arc<Queue>,
    threads: usize,
}

impl std::fmt::Debug for Engines {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Engines").field("threads", &self.threads).finish_non_exhaustive()
    }
}

#[derive(Default)]
struct Queue {
    waiting: Mutex<Waiting>,
    ready: Condvar,
}

#[derive(Default)]
struct Waiting {
    jobs: VecDeque<(Job, oneshot::Sender<Reply>)>,
    closed: bool,
}

impl Engines {
    /// Starts the threads; without an opponent or threads there is no engine.
    pub(crate) fn start(opponent: Option<Arc<dyn Opponent>>, threads: usize) -> Self {
        let opponent = opponent.filter(|_| threads > 0);
        let queue = Arc::new(Queue::default());
        if let Some(opponent) = &opponent {
            for number in 0..threads {
                let (queue, opponent) = (queue.clone(), opponent.clone());
                let spawned = std::thread::Builder::new()
                    .name(format!("engine-{number}"))
                    .spawn(move || work(&queue, opponent.as_ref(), threads));
                if let Err(error) = spawned {
                    tracing::error!(%error, "an engine thread could not be started");
                }
            }
        }
        Self { opponent, queue, threads }
    }

    /// The levels; none without an engine.
    pub(crate) fn levels(&self) -> Vec<EngineLevel> {
        self.opponent.as_ref().map(|o| o.levels()).unwrap_or_default()
    }

    /// The level with this number, or the one offered in its place.
    pub(crate) fn level(&self, number: u8) -> Option<EngineLevel> {
        let mut levels = self.levels().into_iter();
        levels.find(|known| known.level == number || known.also.contains(&number))
    }

    /// Whether there is an engine.
    pub(crate) fn is_on(&self) -> bool {
        self.opponent.is_some()
    }

    /// Puts a position into the queue; one that the same game had there before is dropped.
    pub(crate) fn submit(&self, job: Job, reply: oneshot::Sender<Reply>) {
        if self.opponent.is_none() {
            let _ = reply.send(None);
            return;
        }
        let mut waiting = self.queue.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.jobs.retain(|(other, _)| other.game != job.game);
        waiting.jobs.push_back((job, reply));
        #[expect(clippy::cast_precision_loss, reason = "a gauge")]
        metrics::gauge!("shoutan_engine_queue").set(waiting.jobs.len() as f64);
        drop(waiting);
        self.queue.ready.notify_one();
    }
}

impl Drop for Engines {
    fn drop(&mut self) {
        let mut waiting = self.queue.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.closed = true;
        waiting.jobs.clear();
        drop(waiting);
        self.queue.ready.notify_all();
    }
}

fn work(queue: &Queue, opponent: &dyn Opponent, threads: usize) {
    loop {
        let (job, reply, behind) = {
            let mut waiting = queue.waiting.lock().unwrap_or_else(PoisonError::into_inner);
            loop {
                if waiting.closed {
                    return;
                }
                if let Some((job, reply)) = waiting.jobs.pop_front() {
                    break (job, reply, waiting.jobs.len());
                }
                waiting = queue.ready.wait(waiting).unwrap_or_else(PoisonError::into_inner);
            }
        };
        if reply.is_closed() {
            continue;
        }
        let time = share(&job, behind, threads);
        let _ = reply.send(opponent.decide(&job, time));
    }
}

/// The time for one move: a share of what the clock leaves, and the less the more games wait.
fn share(job: &Job, behind: usize, threads: usize) -> Duration {
    let longest = Duration::from_secs(4);
    let clock = match (job.until_flag, job.period_left) {
        (None, _) => longest,
        // In overtime the period comes again; keep a reserve for what the queue takes.
        (Some(_), Some(period)) => Duration::from_millis(period.get() / 3),
        (Some(left), None) => {
            let moves_to_come = 60_u64.saturating_sub(u64::from(job.moves) / 4).max(25);
            Duration::from_millis(left.get() / moves_to_come)
        }
    };
    let turns = u32::try_from(behind / threads.max(1) + 1).unwrap_or(u32::MAX);
    clock.min(longest / turns.min(40)).max(Duration::from_millis(20))
}
