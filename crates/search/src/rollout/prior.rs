//! How likely each move is, before anything is searched: shapes, tactics and the distance to the last moves.
//!
//! Each feature multiplies a move's weight, as in R. Coulom's "Computing Elo Ratings of Move Patterns in the Game of
//! Go" (2007); the factors are rounded and were tuned in matches.

use board::Move;

use crate::rollout::field::{BORDER, CELLS, EMPTY, Field, NONE, around, diagonals, point_of};
use crate::rollout::patterns::{Table, is_urgent};
use crate::rollout::tactics::{
    can_ladder, captures_beside, escapes, is_nakade_shape, liberties, placed,
};

/// A weight's share that passing gets.
const PASS_SHARE: f32 = 0.01;

/// Weights by cell, with the chains' tactics marked before the cells are looked at.
struct Weights<'a> {
    field: &'a Field,
    factor: Vec<f32>,
}

/// Fills `out` with every sensible legal move of the side to move and its probability; the sum is 1. Points that fill
/// an own one-point eye are left out unless they take something.
pub(crate) fn policy(field: &Field, shapes: Table, cells: &[u16], out: &mut Vec<(Move, f32)>) {
    out.clear();
    let color = field.to_move;
    let mut weights = Weights { field, factor: vec![1.0; CELLS] };
    weights.mark_chains(cells);
    let mut sum = 0.0;
    for &cell in cells {
        if field.cell(cell) != EMPTY || !field.is_legal(cell, color) {
            continue;
        }
        if field.is_eye(cell, color) && !takes_or_saves(field, cell, color) {
            continue;
        }
        let weight = weights.weight(cell, shapes);
        if let Some(point) = point_of(cell) {
            out.push((Move::Play(point), weight));
            sum += weight;
        }
    }
    let pass = if out.is_empty() { 1.0 } else { sum * PASS_SHARE };
    out.push((Move::Pass, pass));
    let total = sum + pass;
    out.iter_mut().for_each(|(_, weight)| *weight /= total);
}

/// Whether a play takes stones, or fills the last liberty of an own chain in atari.
fn takes_or_saves(field: &Field, cell: u16, color: u8) -> bool {
    around(cell).iter().any(|&near| {
        let here = field.cell(near);
        here != EMPTY
            && here != BORDER
            && (here != color || field.chain(near).stones > 0)
            && field.chain(near).only_liberty() == cell
    })
}

impl Weights<'_> {
    fn times(&mut self, cell: u16, factor: f32) {
        self.factor[usize::from(cell) & (CELLS - 1)] *= factor;
    }

    /// What chains with one or two liberties make of their liberties.
    fn mark_chains(&mut self, cells: &[u16]) {
        let color = self.field.to_move;
        for &cell in cells {
            let here = self.field.cell(cell);
            if here == EMPTY || self.field.head(cell) != cell {
                continue;
            }
            let chain = *self.field.chain(cell);
            let liberty = chain.only_liberty();
            let size = f32::from(chain.stones.min(8));
            match (liberty != NONE, here == color) {
                (true, true) => self.own_in_atari(cell, liberty, size),
                (true, false) => self.enemy_in_atari(cell, liberty, size),
                (false, own) if chain.liberties <= 10 => self.two_liberties(cell, own, size),
                _ => {}
            }
        }
    }

    fn own_in_atari(&mut self, cell: u16, liberty: u16, size: f32) {
        let color = self.field.to_move;
        let mut taking = Vec::new();
        captures_beside(self.field, cell, |mv| {
            if !taking.contains(&mv) {
                taking.push(mv);
            }
        });
        for mv in taking {
            self.times(mv, 4.0 + size);
        }
        if self.field.is_legal(liberty, color) {
            let saved = escapes(self.field, cell);
            self.times(liberty, if saved { 4.0 + size } else { 0.2 });
        }
    }

    fn enemy_in_atari(&mut self, cell: u16, liberty: u16, size: f32) {
        // A chain that can't get away may be taken later.
        let can_run = escapes(self.field, cell);
        self.times(liberty, if can_run { 5.0 + size } else { 1.5 + 0.2 * size });
    }

    fn two_liberties(&mut self, cell: u16, own: bool, size: f32) {
        let free = liberties(self.field, cell, 3);
        if free.count() != 2 {
            return;
        }
        let caught = can_ladder(self.field, cell);
        match (own, caught) {
            (true, Some(_)) => free.iter().for_each(|mv| self.times(mv, 3.0 + 0.5 * size)),
            (false, Some(mv)) => self.times(mv, 3.0 + 0.5 * size),
            (false, None) => free.iter().for_each(|mv| self.times(mv, 1.3)),
            (true, None) => {}
        }
    }

    fn weight(&self, cell: u16, shapes: Table) -> f32 {
        let (field, color) = (self.field, self.field.to_move);
        let mut weight = self.factor[usize::from(cell) & (CELLS - 1)];
        if is_urgent(&shapes, field, cell) {
            weight *= 3.0;
        }
        weight *= near_last(field, cell);
        weight *= edge(field, cell);
        let result = placed(field, cell, color);
        if result.in_atari {
            weight *= match (result.stones, is_nakade_shape(field, cell, color)) {
                (1, _) => 0.3,
                (_, true) => 0.3,
                (_, false) => 0.05,
            };
        }
        weight
    }
}

/// The nearer to the last two moves, the likelier.
fn near_last(field: &Field, cell: u16) -> f32 {
    let mut factor = 1.0;
    for (last, gain) in [(field.last, [6.0, 3.0, 2.0]), (field.before_last, [2.0, 1.5, 1.2])] {
        if last == NONE {
            continue;
        }
        let columns = (cell % 32).abs_diff(last % 32);
        let rows = (cell / 32).abs_diff(last / 32);
        // Distance as in Coulom: both differences and the larger one again.
        let distance = columns + rows + columns.max(rows);
        factor *= match distance {
            0..=3 => gain[0],
            4..=5 => gain[1],
            6..=8 => gain[2],
            _ => 1.0,
        };
    }
    factor
}

/// Lines near the edge are for later, unless something is there already.
fn edge(field: &Field, cell: u16) -> f32 {
    let size = field.size();
    let column = cell % 32;
    let row = cell / 32;
    let line = |at: u16, lines: u8| at.min((u16::from(lines) + 1).saturating_sub(at));
    let line = line(column, size.columns()).min(line(row, size.rows()));
    if line > 4 || has_company(field, cell) {
        return 1.0;
    }
    match line {
        1 => 0.05,
        2 => 0.25,
        3 => 1.5,
        _ => 1.3,
    }
}

/// Whether a stone stands within two steps.
fn has_company(field: &Field, cell: u16) -> bool {
    let stone = |near: &u16| !matches!(field.cell(*near), EMPTY | BORDER);
    around(cell).iter().any(|near| stone(near) || around(*near).iter().any(stone))
        || diagonals(cell).iter().any(stone)
}

#[cfg(test)]
mod tests {
    use board::{Board, BoardSize, Color, Coordinates, Position};

    use super::*;
    use crate::rollout::field::cell_of;

    fn policy_of(rows: &[&str], to_move: Color) -> (BoardSize, Vec<(Move, f32)>) {
        let board = Board::from_rows(rows).expect("a legal board");
        let size = board.size();
        let field = Field::new(&Position::new(board, to_move));
        let cells: Vec<u16> = size.points().map(cell_of).collect();
        let mut out = Vec::new();
        policy(&field, Table::new(), &cells, &mut out);
        (size, out)
    }

    fn best(rows: &[&str], to_move: Color) -> String {
        let (size, policy) = policy_of(rows, to_move);
        let best = policy.iter().max_by(|a, b| a.1.total_cmp(&b.1)).expect("a move");
        match best.0 {
            Move::Play(point) => Coordinates::Gtp.format(point, size),
            Move::Pass => "pass".to_owned(),
        }
    }

    #[test]
    fn the_sum_is_one_and_eyes_are_left_out() {
        let (size, policy) =
            policy_of(&[".X.XO", "XXXOO", "O.OO.", ".O...", "O...."], Color::Black);
        let sum: f32 = policy.iter().map(|entry| entry.1).sum();
        assert!((sum - 1.0).abs() < 1e-5);
        // The other point beside Black's stones has a white stone on its only diagonal side: no eye.
        let at = |text| Move::Play(Coordinates::Gtp.parse(text, size).expect("a point"));
        assert!(!policy.iter().any(|entry| entry.0 == at("A5")));
        assert!(policy.iter().any(|entry| entry.0 == at("C5")));
    }

    #[test]
    fn taking_and_saving_come_first() {
        let rows = [".......", ".XXX...", ".XOO...", ".XXX...", ".......", ".......", "......."];
        assert_eq!(best(&rows, Color::Black), "E5");
        assert_eq!(best(&rows, Color::White), "E5");
    }

    #[test]
    fn a_board_without_moves_leaves_the_pass() {
        assert_eq!(policy_of(&["."], Color::Black).1, [(Move::Pass, 1.0)]);
    }
}
