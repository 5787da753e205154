//! Mirror Go: an opponent who answers every move with its image through the centre is led to the centre.
//!
//! Source: the play against mirror Go that every textbook gives, to make the centre worth something and to take it; what
//! counts as mirroring is ours.

use board::{BoardSize, Move, Point};
use nn::Game;

use super::moves::decode;
use super::select::RootMove;

/// Probability that moves at and around the centre are given together.
const SHARE: f32 = 0.3;

/// The image of a point through the centre.
fn image(point: Point, size: BoardSize) -> Option<Point> {
    size.point(size.columns() + 1 - point.column(), size.rows() + 1 - point.row())
}

/// Whether the opponent mirrors: its stones are the images of ours but for the last move or two, and there are enough of
/// them for that to be no accident.
pub(crate) fn is_mirrored(game: &Game) -> bool {
    let (own, other) = (game.to_move(), game.to_move().opponent());
    let stones = game.stones();
    if stones[other].len() < 3 {
        return false;
    }
    let size = game.size();
    let mirrored = stones[other]
        .iter()
        .filter(|&point| image(point, size).is_some_and(|image| stones[own].contains(image)))
        .count();
    mirrored + 1 >= stones[other].len()
}

/// Makes moves at and beside the centre more probable while the opponent mirrors.
pub(crate) fn answer(game: &Game, moves: &mut [RootMove]) {
    if !is_mirrored(game) {
        return;
    }
    let size = game.size();
    let distance = |mv: u16| match decode(mv) {
        Move::Play(point) => {
            let off = |at: u8, lines: u8| (2 * at).abs_diff(lines + 1);
            off(point.column(), size.columns()).max(off(point.row(), size.rows()))
        }
        Move::Pass => u8::MAX,
    };
    // The middle point of odd boards, or the four around the middle of even ones; then the ring around it.
    let weight = |mv: u16| match distance(mv) {
        0 | 1 => 4.0,
        2 | 3 => 1.0,
        _ => 0.0,
    };
    let total: f32 = moves.iter().map(|entry| weight(entry.mv)).sum();
    if total <= 0.0 {
        return;
    }
    for entry in moves {
        entry.prior = (1.0 - SHARE) * entry.prior + SHARE * weight(entry.mv) / total;
    }
}
