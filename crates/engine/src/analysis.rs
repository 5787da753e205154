use board::{Color, Move, PointMap};

/// What the engine thinks of a position. Everything is from Black's view.
#[derive(Clone, Debug, PartialEq)]
pub struct Analysis {
    /// Who is to move.
    pub to_move: Color,
    /// Visits in all.
    pub visits: u32,
    /// Visits made for this question alone.
    pub new_visits: u32,
    /// Black's probability to win, 0 to 1; a tenth of it is decided by the size of the lead.
    pub win_rate: f32,
    /// Points that Black is ahead, komi included.
    pub lead: f32,
    /// Whose each point will be: 1 Black's, −1 White's.
    pub ownership: PointMap<f32>,
    /// The moves, the most visited first; a pass is always among them.
    pub moves: Vec<MoveAnalysis>,
}

/// What the engine thinks of a move. Values are from Black's view.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveAnalysis {
    /// The move.
    pub mv: Move,
    /// Visits.
    pub visits: u32,
    /// Black's probability to win after it, 0 to 1.
    pub win_rate: f32,
    /// Points that Black is ahead after it.
    pub lead: f32,
    /// How likely it seemed before the search, 0 to 1.
    pub prior: f32,
    /// How the engine expects the game to go on, this move first.
    pub line: Vec<Move>,
}

impl Analysis {
    pub(crate) fn of(search: search::Analysis, to_move: Color) -> Analysis {
        let moves = search.moves.into_iter().map(|entry| MoveAnalysis {
            mv: entry.mv,
            visits: entry.visits,
            win_rate: entry.value,
            lead: entry.lead,
            prior: entry.prior,
            line: entry.line,
        });
        Analysis {
            to_move,
            visits: search.visits,
            new_visits: search.new_visits,
            win_rate: search.value,
            lead: search.lead,
            ownership: search.ownership,
            moves: moves.collect(),
        }
    }

    /// What is known of a move.
    pub fn of_move(&self, mv: Move) -> Option<&MoveAnalysis> {
        self.moves.iter().find(|entry| entry.mv == mv)
    }
}

/// A value of Black's for a colour.
pub(crate) fn for_color(black: f32, color: Color) -> f32 {
    match color {
        Color::Black => black,
        Color::White => 1.0 - black,
    }
}
