//! [`Rollouts`]: the evaluator that needs no network. It plays the game to the end, with a little sense.

use board::{Move, Point};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use rules::GameState;

use crate::rollout::evaluator::{Evaluation, Evaluator, Leaf};
use crate::rollout::field::{BLACK, Field, WHITE, cell_of};
use crate::rollout::patterns::Table;
use crate::rollout::playout::{PlayoutParams, Playouts, clear};
use crate::rollout::prior;
use crate::rollout::score::Scorer;

/// Judges a leaf by one playout from it, and moves by shapes and tactics. The same seed gives the same answers.
#[derive(Clone)]
pub struct Rollouts {
    playouts: Playouts,
    shapes: Table,
    root: Option<Root>,
}

/// What depends on the root alone.
#[derive(Clone)]
struct Root {
    scorer: Scorer,
    cells: Vec<u16>,
    points: Vec<Point>,
    field: Box<Field>,
}

impl Rollouts {
    /// Rollouts with these parameters, drawn from this seed.
    pub fn new(params: PlayoutParams, seed: u64) -> Rollouts {
        let random = Xoshiro256PlusPlus::seed_from_u64(seed);
        Rollouts { playouts: Playouts::new(params, random), shapes: Table::new(), root: None }
    }

    /// Begins the random numbers again from a seed.
    pub fn reseed(&mut self, seed: u64) {
        self.playouts.random = Xoshiro256PlusPlus::seed_from_u64(seed);
    }
}

impl Evaluator for Rollouts {
    fn start(&mut self, root: &GameState) {
        let points: Vec<Point> = root.size().points().collect();
        self.root = Some(Root {
            scorer: Scorer::new(root),
            cells: points.iter().map(|&point| cell_of(point)).collect(),
            points,
            field: Box::new(Field::new(root.position())),
        });
    }

    fn evaluate(&mut self, leaf: &Leaf<'_>, into: &mut Evaluation) {
        let Some(root) = &mut self.root else { return };
        let start = leaf.field();
        if leaf.wants_policy() {
            prior::policy(start, self.shapes, &root.cells, &mut into.policy);
        }
        root.field.copy_from(start);
        clear(&mut into.first_plays, start.size().rows());
        self.playouts.run(&mut root.field, &mut into.first_plays);
        let margin = root.scorer.margin(&root.field, &root.cells, start.placed, start.to_move);
        into.lead = margin;
        into.value = root.scorer.win(margin);
        into.has_first_plays = true;
        for (&cell, &point) in root.cells.iter().zip(&root.points) {
            into.ownership[point] = match root.field.owner(cell) {
                BLACK => 1.0,
                WHITE => -1.0,
                _ => 0.0,
            };
        }
    }
}

impl std::fmt::Debug for Rollouts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Rollouts").finish_non_exhaustive()
    }
}

/// A move's place in the layout, 0 for a pass.
pub(crate) fn code(mv: Move) -> u16 {
    match mv {
        Move::Play(point) => cell_of(point),
        Move::Pass => 0,
    }
}
