//! What the clients play: the moves of real records, or legal moves by lot.

use std::sync::Arc;

use board::{BoardSize, Coordinates, Move};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use rules::{Event, GameState, Ruleset, Start};

/// The moves of an even game from the empty board, in GTP's letters, without passes.
pub type Line = Arc<[String]>;

/// Shorter records are not worth a game.
const SHORTEST: usize = 20;

/// The lines of the even games on this board in some bytes (SGF or another format), legal under the ruleset and cut before
/// the first pass; at most `most`.
pub fn lines_of_records(
    bytes: &[u8],
    size: BoardSize,
    ruleset: &Arc<Ruleset>,
    most: usize,
) -> Vec<Line> {
    let mut reader = sgf::AnyReader::new(bytes, None, &sgf::ParseOptions::default());
    let trees = std::iter::from_fn(|| reader.next_tree());
    trees.filter_map(|tree| line(&tree, size, ruleset)).take(most).collect()
}

fn line(tree: &sgf::GameTree, size: BoardSize, ruleset: &Arc<Ruleset>) -> Option<Line> {
    let replay = sgf::replay(tree).ok()?;
    let start = replay.state.start();
    if start.board.size() != size || start.board != board::Board::new(size) {
        return None;
    }
    let mut game = GameState::new(Start::even(ruleset.clone(), size));
    let mut moves = Vec::new();
    for event in replay.state.events() {
        let Event::Move { mv: Move::Play(point), .. } = event else { break };
        if game.apply(event.clone()).is_err() {
            break;
        }
        moves.push(Coordinates::Gtp.format(*point, size));
    }
    (moves.len() >= SHORTEST).then(|| moves.into())
}

/// Games of legal moves by lot, the same for the same seed: `count` lines of up to `moves` moves.
pub fn random_lines(
    size: BoardSize,
    ruleset: &Arc<Ruleset>,
    count: usize,
    moves: usize,
    seed: u64,
) -> Vec<Line> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    (0..count).map(|_| random_line(size, ruleset, moves, &mut random)).collect()
}

fn random_line(
    size: BoardSize,
    ruleset: &Arc<Ruleset>,
    moves: usize,
    random: &mut Xoshiro256PlusPlus,
) -> Line {
    let mut game = GameState::new(Start::even(ruleset.clone(), size));
    let mut line = Vec::with_capacity(moves);
    while line.len() < moves {
        let legal: Vec<_> = game.legal_plays().iter().collect();
        let Some(count) = u64::try_from(legal.len()).ok().filter(|&n| n > 0) else { break };
        let at = usize::try_from(random.next_u64() % count).unwrap_or(0);
        let Some(&point) = legal.get(at) else { break };
        if game.play(Move::Play(point)).is_err() {
            break;
        }
        line.push(Coordinates::Gtp.format(point, size));
    }
    line.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_by_lot_are_legal_and_repeat_with_the_seed() {
        let size = BoardSize::square(9).unwrap();
        let lines = random_lines(size, &Ruleset::chinese(), 3, 80, 7);
        assert_eq!(lines, random_lines(size, &Ruleset::chinese(), 3, 80, 7));
        for line in lines {
            assert!(line.len() > 60, "{}", line.len());
            let mut game = GameState::new(Start::even(Ruleset::chinese(), size));
            for text in line.iter() {
                game.play(Move::Play(Coordinates::Gtp.parse(text, size).unwrap())).unwrap();
            }
        }
    }

    #[test]
    fn records_are_cut_at_the_first_pass_and_others_left_out() {
        let size = BoardSize::square(9).unwrap();
        let moves: String = random_lines(size, &Ruleset::chinese(), 1, 30, 1)[0]
            .iter()
            .enumerate()
            .map(|(n, text)| {
                let point = Coordinates::Gtp.parse(text, size).unwrap();
                format!(
                    ";{}[{}]",
                    if n % 2 == 0 { "B" } else { "W" },
                    Coordinates::Sgf.format(point, size)
                )
            })
            .collect();
        let text =
            format!("(;SZ[9]{moves};B[];W[ee])(;SZ[9]AB[aa]{moves})(;SZ[19]{moves})(;SZ[9];B[ee])");
        let lines = lines_of_records(text.as_bytes(), size, &Ruleset::chinese(), 10);
        assert_eq!(lines.iter().map(|line| line.len()).collect::<Vec<_>>(), [30]);
    }
}
