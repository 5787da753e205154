use board::{Color, Move, PointMap};

/// What a search found. **Values, scores and owners are from Black's view.**
#[derive(Clone, Debug, PartialEq)]
pub struct Analysis {
    /// Who is to move.
    pub to_move: Color,
    /// Visits of the root, those kept from the search before included.
    pub visits: u32,
    /// Visits made by this search alone.
    pub new_visits: u32,
    /// Black's probability to win, 0 to 1; a draw or no result counts half. Without a network a share of it is decided by
    /// the lead ([`crate::rollout::Params::lead_share`]).
    pub value: f32,
    /// What the search maximises for Black (minimises for White): win less loss, and a little of the score.
    pub utility: f32,
    /// Points that Black is ahead, komi included: what would make the game fair.
    pub lead: f32,
    /// Expected score of play between equals, in points. Without a network it is the lead.
    pub score_mean: f32,
    /// Standard deviation of the score, in points; the search makes it too large. 0 where nothing is known of it.
    pub score_stdev: f32,
    /// Probability of no result, 0 to 1.
    pub no_result: f32,
    /// Weight of the root's visits: surer evaluations weigh more. Without a network as many as visits.
    pub weight: f32,
    /// Whose each point will be: 1 Black's, −1 White's. 0 everywhere when it was not asked for.
    pub ownership: PointMap<f32>,
    /// How much that varies over the search; when it was asked for.
    pub ownership_stdev: Option<Box<PointMap<f32>>>,
    /// The moves, the best first. Never empty: a pass is always among them, but where moves were forbidden.
    pub moves: Vec<MoveAnalysis>,
    /// What the network says of the root before any search; nothing without a network.
    pub net: Option<Box<NetView>>,
    /// Nodes in memory.
    pub nodes: usize,
    /// Whether the search goes on: this is a report on the way.
    pub is_partial: bool,
}

/// What a search found of one move. From Black's view.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveAnalysis {
    /// The move.
    pub mv: Move,
    /// Place in the order of merit, from 0. Moves that only mirror another share its place.
    pub order: u32,
    /// The move that this one mirrors, when only one of the two was searched.
    pub symmetry_of: Option<Move>,
    /// Visits of the position after it, also those by another order of moves.
    pub visits: u32,
    /// Visits of this move at the root.
    pub edge_visits: u32,
    /// Black's probability to win after it, 0 to 1; the root's when unvisited.
    pub value: f32,
    /// Utility after it.
    pub utility: f32,
    /// Points that Black is ahead after it.
    pub lead: f32,
    /// Expected score after it, in points.
    pub score_mean: f32,
    /// Standard deviation of that score, in points.
    pub score_stdev: f32,
    /// Probability of no result after it, 0 to 1.
    pub no_result: f32,
    /// Its probability before the search, 0 to 1.
    pub prior: f32,
    /// Bound of the value from the mover's side: the mover can trust that it is at least as good for them as this. May
    /// leave 0 to 1.
    pub lcb: f32,
    /// The same bound of the utility.
    pub utility_lcb: f32,
    /// Weight of the visits.
    pub weight: f32,
    /// What the choice of the move goes by: visits, less those that were only tries, more for a good bound.
    pub play_weight: f32,
    /// The most visited line, this move first.
    pub line: Vec<Move>,
    /// Visits of the position after each move of the line.
    pub line_visits: Vec<u32>,
    /// Visits of each move of the line in the position before it.
    pub line_edge_visits: Vec<u32>,
    /// Whose each point will be after it; when it was asked for.
    pub ownership: Option<Box<PointMap<f32>>>,
    /// How much that varies over the search; when it was asked for.
    pub ownership_stdev: Option<Box<PointMap<f32>>>,
}

/// What a network says of the root by itself, and the root's identity. From Black's view.
#[derive(Clone, Debug, PartialEq)]
pub struct NetView {
    /// Black's probability to win, 0 to 1; no result counts half.
    pub value: f32,
    /// Points that Black is ahead.
    pub lead: f32,
    /// Expected score, in points.
    pub score_mean: f32,
    /// Standard deviation of the score, in points.
    pub score_stdev: f32,
    /// Probability of no result, 0 to 1.
    pub no_result: f32,
    /// Expected error of win less loss in the short term, 0 to 2, where the network says it.
    pub win_loss_error: Option<f32>,
    /// Expected error of the score in the short term, in points, where the network says it.
    pub score_error: Option<f32>,
    /// How long the game stays open, in turns, where the network says it.
    pub variance_time: Option<f32>,
    /// Probability of each point, row by row from the top left, then of a pass; −1 for illegal moves.
    pub policy: Vec<f32>,
    /// Whose each point will be, row by row from the top left.
    pub ownership: Vec<f32>,
    /// Hash of the position (stones, who is to move, ko).
    pub hash: u128,
    /// The same for all positions that are symmetric to it.
    pub symmetric_hash: u128,
}
