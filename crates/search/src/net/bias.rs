//! Errors that repeat: what deeper search found of evaluations in places that look alike is taken off new ones.
//!
//! Source: KataGo's `docs/KataGoMethods.md`, "Subtree value bias correction".

use board::{Board, Color, Move, Point};
use nn::Game;

use super::graph::{KeyMap, NO_BUCKET, Node};
use super::moves::{code, mix};

/// Sums over the nodes of one kind of place.
#[derive(Clone, Copy, Debug, Default)]
struct Bucket {
    error: f64,
    weight: f64,
}

/// All kinds of places met so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Biases {
    buckets: Vec<Bucket>,
    table: KeyMap<u32>,
}

impl Biases {
    pub(crate) fn clear(&mut self) {
        *self = Biases::default();
    }

    /// The bucket of a position: who moved last and where, where before that, the 5×5 surroundings of the last move with
    /// the chains in atari, and the ko.
    pub(crate) fn bucket(&mut self, game: &Game) -> u32 {
        let [last, before, ..] = game.last_moves() else { return NO_BUCKET };
        let Move::Play(point) = last.mv else { return NO_BUCKET };
        let place = u128::from(code(last.mv)) << 32
            | u128::from(code(before.mv)) << 16
            | game.ko().map_or(0, |ko| u128::from(code(Move::Play(ko))));
        let side = u128::from(last.by == Color::Black) << 64;
        let key = mix(place | side, surroundings(game.board(), point));
        let new = u32::try_from(self.buckets.len()).unwrap_or(NO_BUCKET);
        let id = *self.table.entry(key).or_insert(new);
        if id == new {
            self.buckets.push(Bucket::default());
        }
        id
    }

    /// Puts a node's error into its bucket in place of what it had put there before: `error` is its own evaluation less
    /// what is below it, `weight` what that is worth.
    pub(crate) fn learn(&mut self, node: &mut Node, error: f64, weight: f64) {
        let Some(bucket) = self.buckets.get_mut(node.bucket as usize) else { return };
        #[expect(clippy::cast_possible_truncation, reason = "a sum's parts need no more")]
        let (put, weight) = ((error * weight) as f32, weight as f32);
        // In `f32` on both sides, so that what is taken out again is what was put in.
        bucket.error += f64::from(put) - f64::from(node.bias_error);
        bucket.weight += f64::from(weight) - f64::from(node.bias_weight);
        (node.bias_error, node.bias_weight) = (put, weight);
    }

    /// Takes a share of what a node had put in out again.
    pub(crate) fn forget(&mut self, node: &Node, share: f32) {
        if let Some(bucket) = self.buckets.get_mut(node.bucket as usize) {
            bucket.error -= f64::from(node.bias_error * share);
            bucket.weight -= f64::from(node.bias_weight * share);
        }
    }

    /// Mean error in the bucket of a node, to be taken off its evaluation.
    pub(crate) fn of(&self, node: &Node) -> f64 {
        match self.buckets.get(node.bucket as usize) {
            Some(bucket) if bucket.weight > 1e-3 => bucket.error / bucket.weight,
            _ => 0.0,
        }
    }

    /// Bytes in use, an upper bound.
    pub(crate) fn bytes(&self) -> usize {
        self.buckets.len() * (2 * size_of::<Bucket>() + 64)
    }
}

/// Stones, edges and ataris within two lines of a point, four bits each.
fn surroundings(board: &Board, point: Point) -> u128 {
    let mut pattern = 0;
    for rows in -2..=2i8 {
        for columns in -2..=2i8 {
            let here = point.offset(columns, rows).filter(|&p| board.size().contains(p));
            let cell = match here.map(|point| (point, board.get(point))) {
                None => 1,
                Some((_, None)) => 0,
                Some((point, Some(color))) => {
                    let atari = !board.has_liberties(point, 2);
                    2 + u128::from(color == Color::White) * 2 + u128::from(atari)
                }
            };
            pattern = pattern << 4 | cell;
        }
    }
    pattern
}

#[cfg(test)]
mod tests {
    use board::{Coordinates, Move};
    use rules::{GameState, Ruleset, Start};

    use super::*;

    fn after(rows: &[&str], moves: &[&str]) -> Game {
        let board = Board::from_rows(rows).expect("a legal board");
        let mut game = Game::from_state(&GameState::new(Start::on(Ruleset::chinese(), board, 0)));
        game.set_to_move(Color::Black);
        for text in moves {
            let point = Coordinates::Gtp.parse(text, game.size()).expect("a point");
            game.play(Move::Play(point)).expect("legal");
        }
        game
    }

    #[test]
    fn alike_places_share_a_bucket() {
        let empty = ["........."; 9];
        let mut far = empty;
        far[8] = "........X";
        let mut near = empty;
        near[2] = ".X.......";
        let mut biases = Biases::default();
        let one = biases.bucket(&after(&empty, &["C7", "C6"]));
        assert_eq!(biases.bucket(&after(&far, &["C7", "C6"])), one);
        assert_ne!(biases.bucket(&after(&near, &["C7", "C6"])), one);
        assert_ne!(biases.bucket(&after(&empty, &["D7", "C6"])), one);
        assert_eq!(biases.bucket(&after(&empty, &["C7"])), NO_BUCKET);
    }

    #[test]
    fn errors_are_averaged_by_weight_and_replaced() {
        let mut biases = Biases::default();
        let bucket = biases.bucket(&after(&["....."; 5], &["C3", "C2"]));
        let mut nodes = [0, 1].map(|key| {
            let mut node = Node::waiting(key, Color::Black);
            node.bucket = bucket;
            node
        });
        assert_eq!(biases.of(&nodes[0]), 0.0);
        biases.learn(&mut nodes[0], 0.5, 1.0);
        biases.learn(&mut nodes[1], -0.1, 3.0);
        assert!((biases.of(&nodes[0]) - 0.05).abs() < 1e-6);
        biases.learn(&mut nodes[0], 0.1, 3.0);
        assert!(biases.of(&nodes[0]).abs() < 1e-6);
        biases.forget(&nodes[1], 1.0);
        assert!((biases.of(&nodes[0]) - 0.1).abs() < 1e-6);
        biases.forget(&nodes[0], 1.0);
        assert_eq!(biases.of(&nodes[0]), 0.0);
    }
}
