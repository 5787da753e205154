use crate::color::Color;
use crate::point::{CELLS, Point};

/// A 128-bit Zobrist hash of the stones on the board. Equal boards have equal hashes; different boards differ with
/// overwhelming probability, but not with certainty, so a rule that forbids a position compares the stones as well.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Hash(pub u128);

impl Hash {
    /// The share of one stone: the hash of a board is the exclusive or of its stones' shares.
    #[inline]
    pub fn stone(color: Color, point: Point) -> Hash {
        Hash(stone(color, point.cell()))
    }

    /// The hash of the same stones together with the side to move.
    pub const fn with_turn(self, to_move: Color) -> Hash {
        match to_move {
            Color::Black => self,
            Color::White => Hash(self.0 ^ WHITE_TO_MOVE),
        }
    }
}

static STONES: [[u128; CELLS]; 2] = stones();
const WHITE_TO_MOVE: u128 = 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c834;

/// The number that stands for one stone.
#[inline]
pub(crate) fn stone(color: Color, cell: u16) -> u128 {
    STONES[color.index()][cell as usize & (CELLS - 1)]
}

/// Fixed numbers from SplitMix64 (Steele, Lea and Flood, 2014), so that hashes are the same on every machine.
const fn stones() -> [[u128; CELLS]; 2] {
    let mut table = [[0; CELLS]; 2];
    let mut state = 0x5348_4f55_5441_4e31_u64;
    let mut color = 0;
    while color < 2 {
        let mut cell = 0;
        while cell < CELLS {
            let high;
            let low;
            (state, high) = split_mix(state);
            (state, low) = split_mix(state);
            table[color][cell] = (high as u128) << 64 | low as u128;
            cell += 1;
        }
        color += 1;
    }
    table
}

const fn split_mix(state: u64) -> (u64, u64) {
    let state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut mixed = state;
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    (state, mixed ^ mixed >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Board, BoardSize};

    #[test]
    fn a_board_is_the_sum_of_its_stones() {
        let mut board = Board::new(BoardSize::square(5).unwrap());
        let mut sum = Hash::default();
        for (color, column, row) in [(Color::Black, 1, 1), (Color::White, 3, 2)] {
            let point = Point::new(column, row).unwrap();
            let _ = board.play(color, point).unwrap();
            sum.0 ^= Hash::stone(color, point).0;
        }
        assert_eq!(board.hash(), sum);
    }
}
