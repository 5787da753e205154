use board::{Color, Move, PointMap};

/// What the engine thinks of a position. **Everything is from Black's view**, whoever is to move. What is `None` was
/// not asked for, or the engine does not know it: see each field.
#[derive(Clone, Debug, PartialEq)]
pub struct Analysis {
    /// Who is to move.
    pub to_move: Color,
    /// Moves played before.
    pub move_number: u32,
    /// Whether the search goes on and this is a report of how it stands.
    pub is_during_search: bool,
    /// Visits in all, those of the search before that still hold included.
    pub visits: u32,
    /// Visits made for this question alone.
    pub new_visits: u32,
    /// What the visits weigh: their number, or with a network less where it is unsure.
    pub weight: f32,
    /// Black's probability to win, 0 to 1. Without a network a tenth of it is decided by the size of the lead.
    pub win_rate: f32,
    /// What the search maximises for Black: winning and score, about −1 to 1.
    pub utility: f32,
    /// Points that Black is ahead: what would make the game even. Komi included.
    pub lead: f32,
    /// The score that play by the engine itself comes to, komi included; without a network the lead.
    pub score_mean: f32,
    /// Standard deviation of the score, in points. With a network alone.
    pub score_stdev: Option<f32>,
    /// Probability of a game without a result, 0 to 1.
    pub no_result: f32,
    /// What the network says without any search. With a network alone.
    pub raw: Option<RawRoot>,
    /// A hash of the position with its history and rules; equal positions have equal hashes.
    pub hash: u128,
    /// A hash of the board that is the same for all eight symmetries of it.
    pub symmetric_hash: u128,
    /// Whose each point will be: 1 Black's, −1 White's.
    pub ownership: Option<PointMap<f32>>,
    /// How far the search disagrees about each point, 0 to 1. With a network alone.
    pub ownership_stdev: Option<PointMap<f32>>,
    /// The network's probability of each point, row by row from the top left, then of a pass; −1 where illegal. With a
    /// network alone.
    pub policy: Option<Vec<f32>>,
    /// The same for people of the profile that was asked for. With a network that knows people alone.
    pub human_policy: Option<Vec<f32>>,
    /// The moves, the best first. A pass is among them unless it was forbidden; empty only when all moves were.
    pub moves: Vec<MoveAnalysis>,
}

/// What the network says of the root itself, averaged over the symmetries the search uses. From Black's view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RawRoot {
    /// Black's probability to win, 0 to 1; games without a result count half.
    pub win_rate: f32,
    /// Probability of a game without a result, 0 to 1.
    pub no_result: f32,
    /// Points that Black is ahead, komi included.
    pub lead: f32,
    /// The score that self-play comes to, komi included.
    pub score_mean: f32,
    /// Its standard deviation, in points.
    pub score_stdev: f32,
    /// How long the game stays open, in turns; `None` where the network does not say.
    pub variance_time: Option<f32>,
    /// Expected error of the win rate in the short term, 0 to 1; `None` where the network does not say.
    pub win_rate_error: Option<f32>,
    /// Expected error of the score in the short term, in points; `None` where the network does not say.
    pub score_error: Option<f32>,
}

/// What the engine thinks of a move. Values are from Black's view.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveAnalysis {
    /// The move.
    pub mv: Move,
    /// Its place among the moves, 0 for the best.
    pub order: u32,
    /// Visits of the position after it.
    pub visits: u32,
    /// How often the search went there by this move; less than `visits` where other ways lead to the same position.
    pub edge_visits: u32,
    /// What its visits weigh.
    pub weight: f32,
    /// Black's probability to win after it, 0 to 1.
    pub win_rate: f32,
    /// What the search maximises for Black, about −1 to 1.
    pub utility: f32,
    /// Points that Black is ahead after it, komi included.
    pub lead: f32,
    /// The score that play by the engine itself comes to, komi included; without a network the lead.
    pub score_mean: f32,
    /// Standard deviation of the score, in points. With a network alone.
    pub score_stdev: Option<f32>,
    /// Probability of a game without a result after it, 0 to 1.
    pub no_result: f32,
    /// How likely it seemed before the search, 0 to 1.
    pub prior: f32,
    /// How likely people of the profile asked for would make it, 0 to 1. With a network that knows people alone.
    pub human_prior: Option<f32>,
    /// The win rate at the end of its confidence interval that is bad for the side to move, as Black's win rate.
    pub lcb: f32,
    /// The same of the utility.
    pub utility_lcb: f32,
    /// How much speaks for making it, in visits; `None` where visits alone decide.
    pub play_value: Option<f32>,
    /// The move of which this one is the mirror image, when that was searched in its place.
    pub symmetry_of: Option<Move>,
    /// How the engine expects the game to go on, this move first.
    pub line: Vec<Move>,
    /// Visits after each move of the line.
    pub line_visits: Option<Vec<u32>>,
    /// How often the search took each move of the line.
    pub line_edge_visits: Option<Vec<u32>>,
    /// Whose each point will be after it. With a network alone.
    pub ownership: Option<PointMap<f32>>,
    /// How far the search disagrees about that. With a network alone.
    pub ownership_stdev: Option<PointMap<f32>>,
}

impl Analysis {
    /// What is known of a move.
    pub fn of_move(&self, mv: Move) -> Option<&MoveAnalysis> {
        self.moves.iter().find(|entry| entry.mv == mv)
    }

    /// The best move; a pass when every move was forbidden.
    pub fn best(&self) -> Move {
        self.moves.first().map_or(Move::Pass, |entry| entry.mv)
    }
}

/// A win rate of Black's for a colour.
pub(crate) fn for_color(black: f32, color: Color) -> f32 {
    match color {
        Color::Black => black,
        Color::White => 1.0 - black,
    }
}

/// A utility, lead or score of Black's for a colour.
pub(crate) fn signed(black: f32, color: Color) -> f32 {
    match color {
        Color::Black => black,
        Color::White => -black,
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// An analysis that knows nothing.
    pub(crate) fn analysis(to_move: Color) -> Analysis {
        Analysis {
            to_move,
            move_number: 0,
            is_during_search: false,
            visits: 1,
            new_visits: 1,
            weight: 1.0,
            win_rate: 0.5,
            utility: 0.0,
            lead: 0.0,
            score_mean: 0.0,
            score_stdev: None,
            no_result: 0.0,
            raw: None,
            hash: 0,
            symmetric_hash: 0,
            ownership: None,
            ownership_stdev: None,
            policy: None,
            human_policy: None,
            moves: Vec::new(),
        }
    }

    /// A move about which nothing is known.
    pub(crate) fn entry(mv: Move) -> MoveAnalysis {
        MoveAnalysis {
            mv,
            order: 0,
            visits: 0,
            edge_visits: 0,
            weight: 0.0,
            win_rate: 0.5,
            utility: 0.0,
            lead: 0.0,
            score_mean: 0.0,
            score_stdev: None,
            no_result: 0.0,
            prior: 0.0,
            human_prior: None,
            lcb: 0.0,
            utility_lcb: -1.0,
            play_value: None,
            symmetry_of: None,
            line: vec![mv],
            line_visits: None,
            line_edge_visits: None,
            ownership: None,
            ownership_stdev: None,
        }
    }
}
