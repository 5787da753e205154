//! Brings the positions of several threads together, so that they are evaluated in one go.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use nn::{Evaluation, Game, Symmetry};

use super::evaluator::{EvalOptions, Evaluator, Request, neutral};

/// A wait is never longer than this without a look around, so that a thread that died cannot hold up the others.
const PATIENCE: Duration = Duration::from_millis(50);

/// A position that waits for its answer.
#[derive(Debug)]
struct Ticket {
    game: Game,
    symmetry: Symmetry,
    options: EvalOptions,
    answer: OnceLock<Evaluation>,
}

/// Collects tickets until there are enough, or until no thread is left that could bring another.
#[derive(Debug)]
pub(crate) struct Batcher {
    size: usize,
    desk: Mutex<Desk>,
    news: Condvar,
}

#[derive(Debug, Default)]
struct Desk {
    waiting: Vec<Arc<Ticket>>,
    /// Threads that walk, and so may bring a ticket.
    walking: usize,
}

impl Batcher {
    /// For `size` positions in one go, of at most `threads` threads. Only the one that calls walks yet.
    pub(crate) fn new(size: usize, threads: usize) -> Batcher {
        let desk = Desk { waiting: Vec::new(), walking: 1 };
        Batcher {
            size: size.clamp(1, threads.max(1)),
            desk: Mutex::new(desk),
            news: Condvar::new(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Desk> {
        self.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The evaluation of a position, perhaps made by another thread together with its own.
    pub(crate) fn evaluate(
        &self,
        evaluator: &impl Evaluator,
        game: &Game,
        symmetry: Symmetry,
        options: EvalOptions,
    ) -> Evaluation {
        if self.size <= 1 {
            return evaluate_one(evaluator, Request { game, symmetry, options });
        }
        let ticket =
            Arc::new(Ticket { game: game.clone(), symmetry, options, answer: OnceLock::new() });
        let mut desk = self.lock();
        desk.waiting.push(Arc::clone(&ticket));
        desk.walking = desk.walking.saturating_sub(1);
        loop {
            if let Some(answer) = ticket.answer.get() {
                let answer = answer.clone();
                desk.walking += 1;
                return answer;
            }
            let ready = desk.waiting.len() >= self.size || desk.walking == 0;
            if ready && !desk.waiting.is_empty() {
                let count = desk.waiting.len().min(self.size);
                let batch: Vec<Arc<Ticket>> = desk.waiting.drain(..count).collect();
                drop(desk);
                evaluate_all(evaluator, batch);
                desk = self.lock();
                self.news.notify_all();
                continue;
            }
            let wait = self.news.wait_timeout(desk, PATIENCE);
            desk = wait.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Tells that a thread walks no more for a while, or again.
    pub(crate) fn set_walking(&self, walks: bool) {
        if self.size <= 1 {
            return;
        }
        let mut desk = self.lock();
        desk.walking = if walks { desk.walking + 1 } else { desk.walking.saturating_sub(1) };
        self.news.notify_all();
    }
}

fn evaluate_one(evaluator: &impl Evaluator, request: Request<'_>) -> Evaluation {
    let mut answer = neutral(request.game);
    evaluator.evaluate(&[request], std::slice::from_mut(&mut answer));
    answer
}

fn evaluate_all(evaluator: &impl Evaluator, batch: Vec<Arc<Ticket>>) {
    let answers = batch.iter().map(|ticket| neutral(&ticket.game)).collect();
    let mut tray = Tray { batch, answers };
    let requests: Vec<Request<'_>> = tray
        .batch
        .iter()
        .map(|t| Request { game: &t.game, symmetry: t.symmetry, options: t.options })
        .collect();
    evaluator.evaluate(&requests, &mut tray.answers);
}

/// Tickets that one thread has taken from the desk. It hands their answers out whatever happens: when the evaluator
/// panics, the threads that wait get neutral ones, and end with the search.
struct Tray {
    batch: Vec<Arc<Ticket>>,
    answers: Vec<Evaluation>,
}

impl Drop for Tray {
    fn drop(&mut self) {
        for (ticket, answer) in self.batch.iter().zip(self.answers.drain(..)) {
            // Nobody else answers a ticket that was taken.
            let _ = ticket.answer.set(answer);
        }
    }
}
