//! Random games for the property tests.

use board::{Board, BoardSize, Color, Move, Point};
use nn::{Game, NetRules};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use rules::Score;

pub(crate) struct Random(Xoshiro256PlusPlus);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    pub(crate) fn below(&mut self, limit: usize) -> usize {
        (self.0.next_u64() % limit as u64) as usize
    }

    pub(crate) fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    /// A random move: seldom a pass, seldom into an own eye.
    pub(crate) fn mv(&mut self, game: &Game, one_pass_in: usize) -> Move {
        let legal: Vec<Point> = game.legal_plays().iter().collect();
        if legal.is_empty() || self.below(one_pass_in) == 0 {
            return Move::Pass;
        }
        for _ in 0..10 {
            let point = self.pick(&legal);
            if !is_eye(game.board(), game.to_move(), point) {
                return Move::Play(point);
            }
        }
        Move::Play(self.pick(&legal))
    }
}

/// Whether all neighbours and enough diagonal neighbours are the player's.
pub(crate) fn is_eye(board: &Board, color: Color, point: Point) -> bool {
    if !board.is_empty(point) {
        return false;
    }
    let mut near = board.size().neighbours(point);
    if near.any(|n| board.get(n) != Some(color)) {
        return false;
    }
    let diagonals = [(-1, -1), (-1, 1), (1, -1), (1, 1)];
    let on: Vec<Point> = diagonals
        .into_iter()
        .filter_map(|(x, y)| point.offset(x, y))
        .filter(|&p| board.size().contains(p))
        .collect();
    let foreign = on.iter().filter(|&&p| board.get(p) == Some(color.opponent())).count();
    foreign < if on.len() < 4 { 1 } else { 2 }
}

/// Rules of every kind.
pub(crate) const RULES: [&str; 12] = [
    "chinese",
    "japanese",
    "tromp-taylor",
    "aga",
    "new-zealand",
    "aga-button",
    "stone-scoring",
    "ancient-territory",
    "koSPIGHTscoreAREAtaxSEKIsui0",
    "koPOSITIONALscoreTERRITORYtaxNONEsui1",
    "koSITUATIONALscoreTERRITORYtaxSEKIsui1",
    "koSIMPLEscoreAREAtaxALLsui1button1",
];

pub(crate) const SIZES: [(u32, u32); 14] = [
    (1, 1),
    (1, 2),
    (1, 9),
    (19, 1),
    (2, 2),
    (3, 3),
    (4, 7),
    (5, 5),
    (7, 7),
    (9, 9),
    (9, 13),
    (19, 11),
    (13, 13),
    (19, 19),
];

pub(crate) fn start(random: &mut Random) -> Game {
    let (columns, rows) = random.pick(&SIZES);
    let size = BoardSize::new(columns, rows).unwrap();
    let rules = NetRules::parse(random.pick(&RULES)).unwrap();
    let komi = Score::half_points(random.below(41) as i32 - 20);
    let mut game = Game::new(rules, komi, Board::new(size), Color::Black);
    game.set_prevent_encore(random.below(2) == 0);
    game
}
