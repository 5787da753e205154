//! [`Evaluator`]: what the tree asks about its leaves.

use board::{Color, Move, Point, PointMap};
use rules::GameState;

use crate::rollout::field::{BLACK, CELLS, Field, WHITE};
use crate::rollout::playout::FirstPlays;

/// A position at the end of a walk down the tree.
#[derive(Clone, Copy)]
pub struct Leaf<'a> {
    root: &'a GameState,
    line: &'a [Move],
    field: &'a Field,
    wants_policy: bool,
}

impl<'a> Leaf<'a> {
    pub(crate) fn new(
        root: &'a GameState,
        line: &'a [Move],
        field: &'a Field,
        wants_policy: bool,
    ) -> Leaf<'a> {
        Leaf { root, line, field, wants_policy }
    }

    /// The game at the root of the tree.
    pub fn root(&self) -> &GameState {
        self.root
    }

    /// The moves from the root to here.
    pub fn line(&self) -> &[Move] {
        self.line
    }

    /// Who is to move here.
    pub fn to_move(&self) -> Color {
        if self.field.to_move == BLACK { Color::Black } else { Color::White }
    }

    /// Whether the moves of this position are about to become nodes, so that [`Evaluation::policy`] is needed.
    pub fn wants_policy(&self) -> bool {
        self.wants_policy
    }

    /// The whole game here: a copy of the root's with the line played.
    pub fn state(&self) -> GameState {
        let mut state = self.root.clone();
        for &mv in self.line {
            // The tree holds legal moves only; after two passes the rules stop play and the tree ends as well.
            if state.play(mv).is_err() {
                break;
            }
        }
        state
    }

    pub(crate) fn field(&self) -> &Field {
        self.field
    }
}

impl std::fmt::Debug for Leaf<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Leaf").field("line", &self.line).finish_non_exhaustive()
    }
}

/// What an evaluator says about a leaf. One is filled again and again, so that nothing is allocated.
#[derive(Clone)]
pub struct Evaluation {
    /// Black's probability to win, 0 to 1; a draw is a half.
    pub value: f32,
    /// Points that Black is ahead, komi included.
    pub lead: f32,
    /// Whose each point will be: 1 Black's, −1 White's, 0 nobody's. Off the board it stays 0.
    pub ownership: PointMap<f32>,
    /// The moves worth a node and their probabilities, whose sum is 1; filled when the leaf wants it. Illegal moves in
    /// it are dropped by the tree.
    pub policy: Vec<(Move, f32)>,
    /// Whether the playout behind the value tells who was first on each point ([`Evaluation::first_play`]).
    pub has_first_plays: bool,
    pub(crate) first_plays: Box<FirstPlays>,
}

impl Evaluation {
    /// An evaluation that says nothing yet.
    pub fn new() -> Evaluation {
        Evaluation {
            value: 0.5,
            lead: 0.0,
            ownership: PointMap::new(0.0),
            policy: Vec::new(),
            has_first_plays: false,
            first_plays: Box::new([0; CELLS]),
        }
    }

    /// Who was the first to play on a point after the leaf, for evaluators by playouts.
    pub fn first_play(&self, point: Point) -> Option<Color> {
        match self.first_plays.get(point.index()) {
            Some(&BLACK) => Some(Color::Black),
            Some(&WHITE) => Some(Color::White),
            _ => None,
        }
    }
}

impl Default for Evaluation {
    fn default() -> Evaluation {
        Evaluation::new()
    }
}

impl std::fmt::Debug for Evaluation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Evaluation")
            .field("value", &self.value)
            .field("lead", &self.lead)
            .field("policy", &self.policy)
            .finish_non_exhaustive()
    }
}

/// Judges positions for the tree: playouts ([`crate::rollout::Rollouts`]) or a network. Everything is from Black's view.
pub trait Evaluator {
    /// Told of each new root before its leaves come.
    fn start(&mut self, root: &GameState);

    /// Judges a leaf. Called on every visit, so an evaluator by chance may answer otherwise each time.
    fn evaluate(&mut self, leaf: &Leaf<'_>, into: &mut Evaluation);
}
