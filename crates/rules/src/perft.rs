//! [`perft`]: counting sequences of events, to compare implementations of the rules move by move.

use board::Move;

use crate::state::{GameState, Phase};

/// Number of sequences of `depth` moves (plays and passes) from this state; a game that stops earlier counts once.
///
/// Play that stopped for counting is not resumed, so a stop ends the sequence as the end of the game does.
pub fn perft(state: &GameState, depth: u32) -> u64 {
    if depth == 0 || state.phase() != Phase::Play {
        return 1;
    }
    let moves = state.legal_plays().into_iter().map(Move::Play).chain([Move::Pass]);
    moves
        .map(|mv| {
            let mut next = state.clone();
            match next.play(mv) {
                Ok(_) => perft(&next, depth - 1),
                Err(_) => 0,
            }
        })
        .sum()
}
