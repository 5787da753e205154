//! The 3×3 patterns of light playouts: shapes around an empty point where a move is often urgent.
//!
//! Source: S. Gelly, Y. Wang, R. Munos and O. Teytaud, "Modification of UCT with Patterns in Monte-Carlo Go", INRIA
//! RR-6062 (2006), section 5: hane, cuts and edge shapes. The centre is the move; a shape counts in all symmetries and
//! with the colours exchanged.

use std::sync::LazyLock;

use crate::rollout::field::{BLACK, BORDER, EMPTY, Field, ROW, WHITE};

/// `X` one colour, `O` the other, `.` empty, `x` not X, `o` not O (neither is off the board), `?` anything, `#` the
/// edge. Rows from the top, the centre being the move.
const SHAPES: [[&str; 3]; 13] = [
    // Hane that encloses, that doesn't cut, and magari.
    ["XOX", "...", "???"],
    ["XO.", "...", "?.?"],
    ["XO?", "X..", "x.?"],
    // Diagonal attachment.
    [".O.", "X..", "..."],
    // Cuts: unprotected, peeped, from behind, between knight's moves.
    ["XO?", "O.o", "?o?"],
    ["XO?", "O.X", "???"],
    ["?X?", "O.O", "ooo"],
    ["OX?", "o.O", "???"],
    // At the edge: chase, block a cut, block a connection, descend, cut.
    ["X.?", "O.?", "###"],
    ["OX?", "X.O", "###"],
    ["?X?", "x.O", "###"],
    ["?XO", "x.x", "###"],
    ["?OX", "X.O", "###"],
];

/// The surrounding cells, row by row.
const STEPS: [u16; 8] = [
    (ROW + 1).wrapping_neg(),
    ROW.wrapping_neg(),
    (ROW - 1).wrapping_neg(),
    1u16.wrapping_neg(),
    1,
    ROW - 1,
    ROW,
    ROW + 1,
];

/// One bit for each of the 4⁸ surroundings.
static URGENT: LazyLock<Vec<u64>> = LazyLock::new(table);

/// Whether the surroundings of an empty cell are one of the shapes.
#[inline]
pub(crate) fn is_urgent(table: &Table, field: &Field, cell: u16) -> bool {
    let code = STEPS
        .iter()
        .fold(0usize, |code, step| code << 2 | usize::from(field.cell(cell.wrapping_add(*step))));
    table.0.get(code >> 6).is_some_and(|word| word >> (code & 63) & 1 != 0)
}

/// The shapes, ready to be looked up.
#[derive(Clone, Copy)]
pub(crate) struct Table(&'static [u64]);

impl Table {
    pub(crate) fn new() -> Table {
        Table(&URGENT)
    }
}

/// Order of the surroundings after a quarter turn and after a reflection.
const TURN: [usize; 8] = [5, 3, 0, 6, 1, 7, 4, 2];
const MIRROR: [usize; 8] = [2, 1, 0, 4, 3, 7, 6, 5];

fn table() -> Vec<u64> {
    let mut bits = vec![0; 1 << 10];
    for shape in SHAPES {
        let text: Vec<char> = shape.concat().chars().collect();
        let mut ring: Vec<char> = text[..4].iter().chain(&text[5..]).copied().collect();
        for _ in 0..2 {
            for _ in 0..4 {
                add_all(&mut bits, &ring, 0, 0);
                add_all(&mut bits, &ring.iter().map(|&c| exchanged(c)).collect::<Vec<_>>(), 0, 0);
                ring = TURN.iter().map(|&i| ring[i]).collect();
            }
            ring = MIRROR.iter().map(|&i| ring[i]).collect();
        }
    }
    bits
}

fn exchanged(symbol: char) -> char {
    match symbol {
        'X' => 'O',
        'O' => 'X',
        'x' => 'o',
        'o' => 'x',
        same => same,
    }
}

/// Sets the bit of every surrounding that the symbols from `done` on allow.
fn add_all(bits: &mut [u64], ring: &[char], done: usize, code: usize) {
    let Some(symbol) = ring.get(done) else {
        bits[code >> 6] |= 1 << (code & 63);
        return;
    };
    let allowed: &[u8] = match symbol {
        'X' => &[BLACK],
        'O' => &[WHITE],
        '.' => &[EMPTY],
        'x' => &[EMPTY, WHITE],
        'o' => &[EMPTY, BLACK],
        '#' => &[BORDER],
        _ => &[EMPTY, BLACK, WHITE, BORDER],
    };
    for &value in allowed {
        add_all(bits, ring, done + 1, code << 2 | usize::from(value));
    }
}

#[cfg(test)]
mod tests {
    use board::{Board, Color, Position};

    use super::*;
    use crate::rollout::field::cell_of;

    fn urgent(rows: &[&str], column: u8, row: u8) -> bool {
        let board = Board::from_rows(rows).expect("a legal board");
        let cell = cell_of(board.size().point(column, row).expect("on the board"));
        is_urgent(&Table::new(), &Field::new(&Position::new(board, Color::Black)), cell)
    }

    #[test]
    fn shapes_match_in_every_orientation_and_colour() {
        for rows in [
            [".....", ".XOX.", ".....", ".....", "....."],
            [".....", ".OXO.", ".....", ".....", "....."],
            [".....", ".X...", ".O...", ".X...", "....."],
            [".....", ".....", ".....", ".OXO.", "....."],
        ] {
            assert!(urgent(&rows, 3, 3), "{rows:?}");
        }
        assert!(urgent(&[".....", ".....", ".....", ".X...", ".O..."], 3, 5));
        assert!(!urgent(&[".....", ".....", ".....", ".....", "....."], 3, 3));
        assert!(!urgent(&[".....", "..X..", ".....", ".....", "....."], 3, 3));
        assert!(!urgent(&[".....", "..X..", ".X.X.", "..X..", "....."], 3, 3));
    }
}
