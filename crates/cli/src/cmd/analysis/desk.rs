//! Where queries wait, the most urgent first, and where answers leave.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use engine::StopToken;
use gtp::{Query, no_results};

use super::position::Told;
use crate::settings::Settings;

/// A query that was understood.
#[derive(Debug)]
pub(super) struct Asked {
    pub(super) query: Query,
    pub(super) game: Told,
    /// Those of the query over those of the program.
    pub(super) settings: Settings,
}

/// One position to analyse.
#[derive(Debug, Clone)]
pub(super) struct Task {
    pub(super) asked: Arc<Asked>,
    pub(super) turn: u32,
    pub(super) stop: StopToken,
    number: u64,
}

/// The most urgent first, of these the first that came.
type Place = (Reverse<i64>, u64);

struct State {
    waiting: BTreeMap<Place, Task>,
    running: Vec<Task>,
    next: u64,
    is_closed: bool,
}

/// The desk between the reader and the workers.
pub(super) struct Desk {
    state: Mutex<State>,
    changed: Condvar,
    output: Mutex<Output>,
    /// How often what is remembered was to be forgotten.
    clears: AtomicUsize,
}

struct Output {
    to: Box<dyn Write + Send>,
    error: Option<io::Error>,
}

// A thread that panicked leaves the lists whole: each change is one call.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Task {
    fn is(&self, id: Option<&str>, turns: Option<&[u32]>) -> bool {
        id.is_none_or(|id| self.asked.query.id == id)
            && turns.is_none_or(|turns| turns.contains(&self.turn))
    }
}

impl Desk {
    pub(super) fn new(to: Box<dyn Write + Send>) -> Desk {
        let state =
            State { waiting: BTreeMap::new(), running: Vec::new(), next: 0, is_closed: false };
        Desk {
            state: Mutex::new(state),
            changed: Condvar::new(),
            output: Mutex::new(Output { to, error: None }),
            clears: AtomicUsize::new(0),
        }
    }

    /// Writes one line at once.
    pub(super) fn say(&self, line: &str) {
        let mut output = lock(&self.output);
        if output.error.is_none() {
            let written = writeln!(output.to, "{line}").and_then(|()| output.to.flush());
            output.error = written.err();
        }
    }

    /// Whether nobody reads any more.
    pub(super) fn has_failed(&self) -> bool {
        lock(&self.output).error.is_some()
    }

    /// The error of writing, if there was one.
    pub(super) fn take_error(&self) -> io::Result<()> {
        lock(&self.output).error.take().map_or(Ok(()), Err)
    }

    /// Lets a query's positions wait for a worker.
    pub(super) fn put(&self, asked: &Arc<Asked>) {
        let mut state = lock(&self.state);
        for &(turn, priority) in &asked.query.turns {
            let number = state.next;
            state.next += 1;
            let task = Task { asked: Arc::clone(asked), turn, stop: StopToken::new(), number };
            state.waiting.insert((Reverse(priority), number), task);
        }
        self.changed.notify_all();
    }

    /// The next position; `None` when no more will come.
    pub(super) fn take(&self) -> Option<Task> {
        let mut state = lock(&self.state);
        loop {
            if let Some((_, task)) = state.waiting.pop_first() {
                state.running.push(task.clone());
                return Some(task);
            }
            if state.is_closed {
                return None;
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// A position is answered.
    pub(super) fn done(&self, task: &Task) {
        lock(&self.state).running.retain(|running| running.number != task.number);
    }

    /// Ends queries: those that wait are answered without results, those that run with what is known.
    pub(super) fn terminate(&self, id: Option<&str>, turns: Option<&[u32]>) {
        let mut state = lock(&self.state);
        let ended = state.waiting.extract_if(.., |_, task| task.is(id, turns));
        let ended: Vec<Task> = ended.map(|(_, task)| task).collect();
        for task in state.running.iter().filter(|task| task.is(id, turns)) {
            task.stop.stop();
        }
        drop(state);
        for task in ended {
            self.say(&no_results(&task.asked.query.id, task.turn));
        }
    }

    /// Workers forget what they remember before their next position.
    pub(super) fn clear(&self) {
        self.clears.fetch_add(1, Relaxed);
    }

    /// How often that was asked for.
    pub(super) fn clears(&self) -> usize {
        self.clears.load(Relaxed)
    }

    /// Nothing more will be asked.
    pub(super) fn close(&self) {
        lock(&self.state).is_closed = true;
        self.changed.notify_all();
    }

    /// What waits is dropped and what runs is ended.
    pub(super) fn give_up(&self) {
        let mut state = lock(&self.state);
        state.waiting.clear();
        state.running.iter().for_each(|task| task.stop.stop());
    }
}
