use board::{Move, PointMap};

/// What a search found. Values and leads are from Black's view.
#[derive(Clone, Debug, PartialEq)]
pub struct Analysis {
    /// Visits of the root, those kept from the search before included.
    pub visits: u32,
    /// Visits made by this search alone.
    pub new_visits: u32,
    /// Black's probability to win, 0 to 1, a share of it decided by the lead ([`crate::Params::lead_share`]).
    pub value: f32,
    /// Points that Black is ahead, komi included.
    pub lead: f32,
    /// Whose each point will be: 1 Black's, −1 White's.
    pub ownership: PointMap<f32>,
    /// The moves, the most visited first. Never empty: a pass is always among them.
    pub moves: Vec<MoveAnalysis>,
    /// Nodes in memory.
    pub nodes: usize,
}

/// What a search found of one move.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveAnalysis {
    /// The move.
    pub mv: Move,
    /// Visits.
    pub visits: u32,
    /// Black's probability to win after it; the root's when unvisited.
    pub value: f32,
    /// Points that Black is ahead after it.
    pub lead: f32,
    /// Its probability before the search, 0 to 1.
    pub prior: f32,
    /// The most visited line, this move first.
    pub line: Vec<Move>,
}
