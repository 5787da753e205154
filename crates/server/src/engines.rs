//! [`Engines`]: the threads that think. Games wait in one queue and are served in turn, so that no game starves another.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use api::{EngineLevel, GameId};
use clock::Millis;
use engine::{Budget, StopToken};
use rules::GameState;
use tokio::sync::oneshot;

use crate::game::Thought;
use crate::patience::Turn;
use crate::time::Now;

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
    /// How much time there is.
    pub(crate) turn: Turn,
}

/// Whatever plays against people.
pub(crate) trait Opponent: Send + Sync + 'static {
    /// Its levels, from the weakest.
    fn levels(&self) -> Vec<EngineLevel>;

    /// Decides, within about the time of the budget, or at once with what it has found when it is stopped.
    fn decide(&self, job: &Job, budget: Budget, stop: &StopToken) -> Reply;
}

/// The queue and its threads.
pub(crate) struct Engines {
    opponent: Option<Arc<dyn Opponent>>,
    queue: Arc<Queue>,
}

impl std::fmt::Debug for Engines {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Engines").field("threads", &self.queue.threads).finish_non_exhaustive()
    }
}

struct Queue {
    now: Now,
    threads: usize,
    state: Mutex<State>,
    ready: Condvar,
}

#[derive(Default)]
struct State {
    waiting: VecDeque<(Job, oneshot::Sender<Reply>)>,
    /// What is thought about, by the number of the thread.
    running: BTreeMap<usize, Running>,
    closed: bool,
}

/// A thought.
struct Running {
    game: GameId,
    /// When it began.
    began: Millis,
    /// When it ends at the latest.
    ends: Millis,
    stop: StopToken,
}

impl Queue {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Ends the thought that began first when all threads think and the clock of a new turn cannot wait for any of them.
    fn make_room(&self, turn: &Turn, threads: usize, now: Millis) {
        let free = self.running.values().map(|running| running.ends).min();
        if self.running.len() < threads || !free.is_some_and(|free| turn.is_pressed(free, now)) {
            return;
        }
        if let Some(oldest) = self.running.values().min_by_key(|running| running.began) {
            oldest.stop.stop();
        }
    }
}

impl Engines {
    /// Starts the threads; without an opponent or threads there is no engine.
    pub(crate) fn start(opponent: Option<Arc<dyn Opponent>>, threads: usize, now: Now) -> Self {
        let opponent = opponent.filter(|_| threads > 0);
        let queue =
            Arc::new(Queue { now, threads, state: Mutex::default(), ready: Condvar::new() });
        if let Some(opponent) = &opponent {
            for number in 0..threads {
                let (queue, opponent) = (queue.clone(), opponent.clone());
                let spawned = std::thread::Builder::new()
                    .name(format!("engine-{number}"))
                    .spawn(move || work(&queue, opponent.as_ref(), number));
                if let Err(error) = spawned {
                    tracing::error!(%error, "an engine thread could not be started");
                }
            }
        }
        Self { opponent, queue }
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
        let queue = &self.queue;
        let mut state = queue.lock();
        state.waiting.retain(|(other, _)| other.game != job.game);
        // A thought about a position that is no more helps nobody.
        state
            .running
            .values()
            .filter(|running| running.game == job.game)
            .for_each(|r| r.stop.stop());
        state.make_room(&job.turn, queue.threads, queue.now.now());
        state.waiting.push_back((job, reply));
        #[expect(clippy::cast_precision_loss, reason = "a gauge")]
        metrics::gauge!("shoutan_engine_queue").set(state.waiting.len() as f64);
        drop(state);
        queue.ready.notify_one();
    }
}

impl Drop for Engines {
    fn drop(&mut self) {
        let mut state = self.queue.lock();
        state.closed = true;
        state.waiting.clear();
        state.running.values().for_each(|running| running.stop.stop());
        drop(state);
        self.queue.ready.notify_all();
    }
}

fn work(queue: &Queue, opponent: &dyn Opponent, thread: usize) {
    while let Some((job, reply, budget, stop)) = next(queue, thread) {
        let answer = opponent.decide(&job, budget, &stop);
        queue.lock().running.remove(&thread);
        let _ = reply.send(answer);
    }
}

/// Waits for the next job and enters it among the running ones; none when the queue is closed.
fn next(queue: &Queue, thread: usize) -> Option<(Job, oneshot::Sender<Reply>, Budget, StopToken)> {
    let mut state = queue.lock();
    loop {
        if state.closed {
            return None;
        }
        // Nobody may be there any more to hear the answer.
        let Some((job, reply)) = state.waiting.pop_front().filter(|(_, reply)| !reply.is_closed())
        else {
            if state.waiting.is_empty() {
                state = queue.ready.wait(state).unwrap_or_else(PoisonError::into_inner);
            }
            continue;
        };
        let now = queue.now.now();
        let behind = state.waiting.iter().map(|(job, _)| &job.turn);
        let budget = job.turn.budget(behind, queue.threads, now);
        let longest = budget.most_time.max(budget.time).unwrap_or_default();
        let ends = now.plus(Millis::new(u64::try_from(longest.as_millis()).unwrap_or(u64::MAX)));
        let stop = StopToken::new();
        state
            .running
            .insert(thread, Running { game: job.game, began: now, ends, stop: stop.clone() });
        return Some((job, reply, budget, stop));
    }
}
