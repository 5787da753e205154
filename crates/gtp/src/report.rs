use board::{BoardSize, Color, Move};

/// Whose view the values of a report are written in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Perspective {
    /// Black's.
    Black,
    /// White's.
    White,
    /// That of the side to move in the position asked about.
    #[default]
    SideToMove,
}

impl Perspective {
    /// Reads a value of KataGo's setting `reportAnalysisWinratesAs`, in any case.
    pub fn parse(word: &str) -> Option<Perspective> {
        Some(match word.trim().to_ascii_uppercase().as_str() {
            "BLACK" | "B" => Perspective::Black,
            "WHITE" | "W" => Perspective::White,
            "SIDETOMOVE" | "SIDE_TO_MOVE" | "SIDE-TO-MOVE" => Perspective::SideToMove,
            _ => return None,
        })
    }

    /// The word of the setting.
    pub fn word(self) -> &'static str {
        match self {
            Perspective::Black => "BLACK",
            Perspective::White => "WHITE",
            Perspective::SideToMove => "SIDETOMOVE",
        }
    }

    /// Whether values in Black's view must be turned round for it.
    pub(crate) fn is_white(self, to_move: Color) -> bool {
        match self {
            Perspective::Black => false,
            Perspective::White => true,
            Perspective::SideToMove => to_move == Color::White,
        }
    }
}

/// An analysis, ready to be written. **Everything is in Black's view**; the writers turn it round as asked.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// Who is to move.
    pub to_move: Color,
    /// The board.
    pub size: BoardSize,
    /// The moves, the best first.
    pub moves: Vec<MoveReport>,
    /// The position itself.
    pub root: RootReport,
    /// Whose each point will be, row by row from the top left: 1 Black's, −1 White's. Empty when it is not known.
    pub ownership: Vec<f32>,
    /// How much the search disagrees about it, 0 to 1. Empty when it is not known.
    pub ownership_stdev: Vec<f32>,
}

/// A move of a report, in Black's view.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveReport {
    /// The move.
    pub mv: Move,
    /// Visits of the position after it.
    pub visits: u64,
    /// Visits that came by this move.
    pub edge_visits: u64,
    /// Values.
    pub values: Values,
    /// How likely it seemed before the search, 0 to 1.
    pub prior: f32,
    /// How likely a person of the rank asked for plays it, 0 to 1, where a network says so.
    pub human_prior: Option<f32>,
    /// Lower confidence bound of the mover's win rate, turned to Black's view; may lie outside 0 to 1.
    pub lcb: f32,
    /// The same for the utility.
    pub utility_lcb: f32,
    /// What `order` follows.
    pub play_selection_value: f32,
    /// Another move that this one is the mirror image of, from which its values are copied.
    pub is_symmetry_of: Option<Move>,
    /// How the game is expected to go on, this move first.
    pub line: Vec<Move>,
    /// Visits of the position after each move of the line; empty when they are not known.
    pub line_visits: Vec<u64>,
    /// Visits of each move of the line; empty when they are not known.
    pub line_edge_visits: Vec<u64>,
    /// Whose each point will be after it, as in [`Report::ownership`]; empty when it is not known.
    pub ownership: Vec<f32>,
    /// As in [`Report::ownership_stdev`].
    pub ownership_stdev: Vec<f32>,
}

/// Values of a position or a move, in Black's view.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Values {
    /// Probability to win, 0 to 1; games without a result count half.
    pub win_rate: f32,
    /// Probability of no result, 0 to 1.
    pub no_result: f32,
    /// What the search maximises: win rate and score in one number.
    pub utility: f32,
    /// Points that would make the game fair.
    pub lead: f32,
    /// Expected score of play between equals, in points.
    pub score_mean: f32,
    /// Its standard deviation, in points.
    pub score_stdev: f32,
    /// Sum of the weights of the visits.
    pub weight: f32,
}

/// The position of a report, in Black's view.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RootReport {
    /// Visits.
    pub visits: u64,
    /// Values.
    pub values: Values,
    /// What the network says without a search.
    pub raw: Option<RawValues>,
    /// The same of the network that imitates people.
    pub human: Option<RawValues>,
    /// A number for the position, the side to move and the ko.
    pub hash: u128,
    /// The same for all positions that are symmetric to it.
    pub symmetric_hash: u128,
}

/// What a network says of a position, in Black's view.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RawValues {
    /// Probability to win, 0 to 1; games without a result count half.
    pub win_rate: f32,
    /// Probability of no result, 0 to 1.
    pub no_result: f32,
    /// Points that would make the game fair.
    pub lead: f32,
    /// Expected score, in points.
    pub score_mean: f32,
    /// Its standard deviation, in points.
    pub score_stdev: f32,
    /// Expected error of win less loss, 0 to 2; `None` where the network does not say.
    pub win_loss_error: Option<f32>,
    /// Expected error of the score, in points; `None` where the network does not say.
    pub score_error: Option<f32>,
    /// How long the game stays open; `None` where the network does not say.
    pub variance_time: Option<f32>,
}

/// Turns values from Black's view.
#[derive(Clone, Copy, Debug)]
pub(crate) struct View {
    pub(crate) white: bool,
}

impl View {
    /// A probability.
    pub(crate) fn chance(self, black: f32) -> f32 {
        if self.white { 1.0 - black } else { black }
    }

    /// A difference.
    pub(crate) fn signed(self, black: f32) -> f32 {
        // No minus zero, which some programs show.
        if self.white { 0.0 - black } else { black }
    }

    pub(crate) fn values(self, black: &Values) -> Values {
        Values {
            win_rate: self.chance(black.win_rate),
            utility: self.signed(black.utility),
            lead: self.signed(black.lead),
            score_mean: self.signed(black.score_mean),
            ..*black
        }
    }
}
