use crate::board::{Board, Played};
use crate::color::{ByColor, Color};
use crate::point::Point;

/// What a player does on a turn. Resigning, losing on time and rulings are not moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// A stone on a point.
    Play(Point),
    /// No stone (虚着, 弃权).
    Pass,
}

/// A board with the side to move, the point forbidden by basic ko, and the prisoners: what a solver or a network needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// The stones.
    pub board: Board,
    /// Who moves next.
    pub to_move: Color,
    /// Where the side to move may not play because of basic ko.
    pub ko: Option<Point>,
    /// Stones that each colour has taken from the other.
    pub prisoners: ByColor<u32>,
}

/// Why a play is refused under basic ko without suicide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalPlay {
    /// The point does not exist on this board.
    #[error("point {0:?} is not on the board")]
    OffBoard(Point),
    /// There is a stone on the point.
    #[error("point {0:?} is occupied")]
    Occupied(Point),
    /// The play would leave its own chain without a liberty and take nothing.
    #[error("a play at {0:?} would be suicide")]
    Suicide(Point),
    /// The play would retake a ko at once.
    #[error("a play at {0:?} would retake a ko at once")]
    Ko(Point),
}

impl Position {
    /// A position without ko ban and prisoners.
    pub fn new(board: Board, to_move: Color) -> Position {
        Position { board, to_move, ko: None, prisoners: ByColor::default() }
    }

    /// Whether the side to move may play there under basic ko without suicide.
    ///
    /// # Errors
    /// The reason why not.
    pub fn check(&self, point: Point) -> Result<(), IllegalPlay> {
        if !self.board.size().contains(point) {
            return Err(IllegalPlay::OffBoard(point));
        }
        if !self.board.is_empty(point) {
            return Err(IllegalPlay::Occupied(point));
        }
        if self.board.is_suicide(self.to_move, point) {
            return Err(IllegalPlay::Suicide(point));
        }
        if self.ko == Some(point) {
            return Err(IllegalPlay::Ko(point));
        }
        Ok(())
    }

    /// Plays under basic ko without suicide; a pass lifts the ko ban. Returns the record of a stone played.
    ///
    /// # Errors
    /// The reason why the play is refused; the position is then unchanged.
    pub fn play(&mut self, mv: Move) -> Result<Option<Played>, IllegalPlay> {
        let Move::Play(point) = mv else {
            self.ko = None;
            self.to_move = self.to_move.opponent();
            return Ok(None);
        };
        self.check(point)?;
        let played =
            self.board.play(self.to_move, point).map_err(|_| IllegalPlay::Occupied(point))?;
        self.prisoners[self.to_move] += played.captured_count();
        self.ko = self.board.ko_after(&played);
        self.to_move = self.to_move.opponent();
        Ok(Some(played))
    }
}
