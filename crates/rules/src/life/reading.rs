use std::ops::Range;

use board::{Board, Color, Point, PointSet};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

use super::field::{Cell, Field};
use super::playouts::{Game, Ownership};

/// Weight of curiosity in choosing a move (UCB1; L. Kocsis and C. Szepesvári, 2006). Of 0.05, 0.1 and 0.2 the first
/// judged most of 310 doubtful chains rightly.
const CURIOSITY: f32 = 0.05;

/// Number of games at which a move's own results count about as much as those of all games in which it was played
/// later (RAVE; S. Gelly and D. Silver, 2007).
const LATER_GAMES: f32 = 500.0;

/// A node is expanded at its third visit.
const EXPAND_AFTER: f32 = 2.0;

/// The last games follow the best moves found down to nodes with at least this many visits.
const TRUSTED_VISITS: f32 = 30.0;

/// A cell number that stands for a pass; no point has it.
const PASS: Cell = 0;

/// Searches the moves inside `zone`, `first` to move, and returns whose the zone's points become when both sides follow
/// the best moves found. Nothing outside is played, so a chain with a liberty there cannot be captured; a side that
/// needs a ko threat passes.
pub(super) fn read_zone(
    board: &Board,
    zone: &PointSet,
    first: Color,
    games: u32,
    seed: u64,
) -> Ownership {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut tree = Tree {
        nodes: vec![Node::default()],
        points: zone.iter().collect(),
        start: Field::new(board, zone),
        first,
    };
    for _ in 0..games {
        tree.learn_from_game(&mut rng);
    }
    let mut ownership = Ownership::none();
    for _ in 0..games / 5 {
        tree.show_game(&mut rng, &mut ownership);
    }
    ownership
}

#[derive(Default)]
struct Node {
    /// The move that leads here.
    cell: Cell,
    visits: f32,
    /// Sum of the results, 0.0 to 1.0 each, for the side that played `cell`.
    wins: f32,
    /// The same for games in which that side played `cell` at any later time.
    later_visits: f32,
    later_wins: f32,
    children: Range<u32>,
}

impl Node {
    fn promise(&self, log_of_parent: f32) -> f32 {
        if self.visits + self.later_visits == 0.0 {
            return 1.0;
        }
        let own = self.wins / self.visits.max(1.0);
        let trust_in_later = match self.later_visits {
            0.0 => 0.0,
            _ => (LATER_GAMES / (3.0 * self.visits + LATER_GAMES)).sqrt(),
        };
        let later = self.later_wins / self.later_visits.max(1.0);
        let curiosity = CURIOSITY * (log_of_parent / (self.visits + 1.0)).sqrt();
        (1.0 - trust_in_later) * own + trust_in_later * later + curiosity
    }
}

struct Tree {
    nodes: Vec<Node>,
    points: Vec<Point>,
    start: Field,
    first: Color,
}

/// The nodes a game went through, each with the number of stones played before it.
struct Path {
    nodes: Vec<(usize, usize)>,
    to_move: Color,
    passes: usize,
}

impl Path {
    fn follow(&mut self, node: usize, cell: Cell, game: &mut Game) {
        if cell == PASS {
            game.pass();
            self.passes += 1;
        } else {
            game.play(self.to_move, cell);
            self.passes = 0;
        }
        self.nodes.push((node, game.moves.len()));
        self.to_move = self.to_move.opponent();
    }
}

impl Tree {
    fn longest_game(&self) -> usize {
        3 * self.points.len()
    }

    fn root(&self) -> Path {
        Path { nodes: vec![(0, 0)], to_move: self.first, passes: 0 }
    }

    /// One game of the search: select, expand, play out, and learn from the result.
    fn learn_from_game(&mut self, rng: &mut Xoshiro256PlusPlus) {
        let mut game = Game::new(self.start.clone(), rng);
        let mut path = self.root();
        let mut at = 0;
        while path.passes < 2 && path.nodes.len() < self.longest_game() {
            if self.nodes[at].children.is_empty() {
                if self.nodes[at].visits < EXPAND_AFTER {
                    break;
                }
                self.expand(at, &game, path.to_move);
            }
            let log = self.nodes[at].visits.max(1.0).ln();
            let Some(best) = self.best_child(at, |node| node.promise(log)) else { break };
            at = best;
            path.follow(at, self.nodes[at].cell, &mut game);
        }
        if path.passes < 2 {
            game.play_out(path.to_move, self.longest_game());
        }
        let black = game.lead_of_black(&self.points) as f32 / self.points.len().max(1) as f32;
        self.learn(&game, &path, black);
    }

    /// One game along the most visited moves, counted in `ownership`.
    fn show_game(&self, rng: &mut Xoshiro256PlusPlus, ownership: &mut Ownership) {
        let mut game = Game::new(self.start.clone(), rng);
        let mut path = self.root();
        let mut at = 0;
        while path.passes < 2
            && path.nodes.len() < self.longest_game()
            && self.nodes[at].visits >= TRUSTED_VISITS
        {
            let Some(best) = self.best_child(at, |node| node.visits) else { break };
            at = best;
            path.follow(at, self.nodes[at].cell, &mut game);
        }
        if path.passes < 2 {
            game.play_out(path.to_move, self.longest_game());
        }
        ownership.count(&game, &self.points);
    }

    fn learn(&mut self, game: &Game, path: &Path, black: f32) {
        let result = |color: Color| 0.5 + 0.5 * if color == Color::Black { black } else { -black };
        let first_played = game.first_played();
        let mut mover = self.first.opponent();
        for &(node, stones) in &path.nodes {
            self.nodes[node].visits += 1.0;
            self.nodes[node].wins += result(mover);
            mover = mover.opponent();
            for child in self.nodes[node].children.clone() {
                let child = &mut self.nodes[child as usize];
                if first_played.get(mover, child.cell).is_some_and(|when| when >= stones) {
                    child.later_visits += 1.0;
                    child.later_wins += result(mover);
                }
            }
        }
    }

    fn expand(&mut self, at: usize, game: &Game, color: Color) {
        let from = self.nodes.len() as u32;
        let sensible = game
            .field
            .empty()
            .iter()
            .filter(|&&cell| game.field.is_legal(color, cell) && !game.is_own_eye(color, cell));
        self.nodes.extend(sensible.chain(&[PASS]).map(|&cell| Node { cell, ..Node::default() }));
        self.nodes[at].children = from..self.nodes.len() as u32;
    }

    fn best_child(&self, at: usize, value: impl Fn(&Node) -> f32) -> Option<usize> {
        self.nodes[at]
            .children
            .clone()
            .map(|child| (child as usize, value(&self.nodes[child as usize])))
            .max_by(|a, b| a.1.total_cmp(&b.1))
            .map(|(child, _)| child)
    }
}
