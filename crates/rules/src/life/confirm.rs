use board::{Board, Point};
use thiserror::Error;

use super::exact::{KoRule, Question, attacker_succeeds};

/// Status of a chain in the confirmation after play has stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Confirmed {
    /// The opponent cannot capture it, or capturing it would enable a new stone on its points that stays.
    Alive,
    /// Neither is the case.
    Dead,
    /// The search reached its bound.
    Unknown,
}

/// Why a chain could not be looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ConfirmError {
    /// There is no stone there.
    #[error("no stone at {0:?} to confirm")]
    NoStone(Point),
}

/// Positions looked at by [`confirm_japanese`] and [`group_status`](super::group_status) when callers have no better
/// bound: some seconds of work at most.
pub const NODES: u32 = 1_000_000;

/// The capture of more stones than this leaves room to play in rather than enabling a new stone.
const LARGEST_RENEWAL: usize = 6;

/// The status of the chain on `point` under Japanese rules of 1989: hypothetical play of both sides, the opponent
/// first, in which a ko is retaken only after a pass for that ko.
///
/// Source: articles 7.1 and 7.2 and their commentary (RULEBOOK 3.3). "Enables a new stone" is read as: a stone on one of
/// the points the chain stood on, when it had at most six stones. The search is exact; it is meant for small regions
/// and says [`Confirmed::Unknown`] after `nodes` positions.
///
/// # Errors
/// [`ConfirmError::NoStone`] when the point is empty or off the board.
pub fn confirm_japanese(
    board: &Board,
    point: Point,
    nodes: u32,
) -> Result<Confirmed, ConfirmError> {
    let defender = board.get(point).ok_or(ConfirmError::NoStone(point))?;
    let target = board.chain_set(point);
    let new_stones_count = target.len() <= LARGEST_RENEWAL;
    let question = Question { defender, target, new_stones_count, ko: KoRule::PassForKo };
    Ok(match attacker_succeeds(board, &question, defender.opponent(), nodes) {
        Some(true) => Confirmed::Dead,
        Some(false) => Confirmed::Alive,
        None => Confirmed::Unknown,
    })
}
