//! `net benchmark`: evaluations a second by size and threads.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use nn::{Evaluation, Net, Question, Symmetry};

use super::probe;

/// Sizes that are measured.
pub(super) const SIZES: [u32; 3] = [9, 13, 19];

/// Positions that each thread asks about together.
pub(super) const BATCH: usize = 8;

/// Evaluations a second on a board of this size, from some threads at once, post-processing included.
pub(super) fn speed(net: &Net, lines: u32, threads: usize, time: Duration) -> f64 {
    let games: Vec<_> =
        (0..BATCH as u64).filter_map(|seed| probe::game(lines, lines as usize * 4, seed)).collect();
    let questions: Vec<Question<'_>> = games
        .iter()
        .zip(Symmetry::ALL)
        .map(|(game, symmetry)| Question { symmetry, ..Question::new(game) })
        .collect();
    let ask = || {
        let mut answers = vec![Evaluation::default(); questions.len()];
        // Boards of these sizes are always known.
        net.evaluate(&questions, &mut answers).is_ok()
    };
    // Memory is made and caches are filled before the clock runs.
    ask();
    let over = AtomicBool::new(false);
    let start = Instant::now();
    let rounds: usize = std::thread::scope(|scope| {
        let work = || {
            let mut rounds = 0;
            while !over.load(Ordering::Relaxed) {
                ask();
                rounds += 1;
                if start.elapsed() >= time {
                    over.store(true, Ordering::Relaxed);
                }
            }
            rounds
        };
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().filter_map(|worker| worker.join().ok()).sum()
    });
    #[expect(clippy::cast_precision_loss, reason = "far below 2^53")]
    let evaluations = (rounds * questions.len()) as f64;
    evaluations / start.elapsed().as_secs_f64()
}
