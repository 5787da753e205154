//! Positions to try networks on: random legal moves from a fixed seed.

use board::{Board, BoardSize, Color, Move};
use nn::{Game, NetRules};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use rules::Score;

/// A game of some random moves on a square board.
pub(super) fn game(lines: u32, moves: usize, seed: u64) -> Option<Game> {
    let board = Board::new(BoardSize::square(lines).ok()?);
    let mut game = Game::new(NetRules::TROMP_TAYLOR, Score::half_points(15), board, Color::Black);
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    for _ in 0..moves {
        let legal: Vec<_> = game.legal_plays().iter().collect();
        let Some(count) = u64::try_from(legal.len()).ok().filter(|&count| count > 0) else { break };
        let point = legal.get(usize::try_from(random.next_u64() % count).ok()?)?;
        game.play(Move::Play(*point)).ok()?;
    }
    Some(game)
}
