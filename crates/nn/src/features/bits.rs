//! Sets of points of boards up to 19 lines in seven machine words.

use std::ops::{BitAnd, BitOr, BitOrAssign, BitXor, Sub};

use crate::MAX_LINES;

/// Distance between a cell and the one below it: 19 columns and one of border.
pub(super) const STRIDE: usize = MAX_LINES as usize + 1;

/// Cells with a row of border above and below, rounded up to whole words.
pub(super) const CELLS: usize = WORDS * 64;

const WORDS: usize = 7;

/// A set of cells: `(row + 1) · 20 + column`, rows and columns from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) struct Bits([u64; WORDS]);

/// The cell at a row and column, both from 0 and at most 18.
pub(super) const fn cell(row: usize, column: usize) -> usize {
    (row + 1) * STRIDE + column
}

impl Bits {
    pub(super) const EMPTY: Bits = Bits([0; WORDS]);

    #[inline]
    pub(super) fn insert(&mut self, cell: usize) {
        if let Some(word) = self.0.get_mut(cell / 64) {
            *word |= 1 << (cell % 64);
        }
    }

    #[inline]
    pub(super) fn remove(&mut self, cell: usize) {
        if let Some(word) = self.0.get_mut(cell / 64) {
            *word &= !(1 << (cell % 64));
        }
    }

    /// The number of cells, but no more than `most`: cheaper than a count where `most` is small.
    #[inline]
    pub(super) fn up_to(&self, most: usize) -> usize {
        let mut found = 0;
        for &word in &self.0 {
            let mut rest = word;
            while rest != 0 {
                found += 1;
                if found == most {
                    return found;
                }
                rest &= rest - 1;
            }
        }
        found
    }

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |sum, word| sum | word) == 0
    }

    /// The cells in ascending order.
    #[inline]
    pub(super) fn iter(self) -> BitsIter {
        BitsIter { words: self.0, index: 0 }
    }

    /// The lowest cell.
    #[inline]
    pub(super) fn first(&self) -> Option<usize> {
        let index = self.0.iter().position(|&word| word != 0)?;
        Some(index * 64 + self.0.get(index)?.trailing_zeros() as usize)
    }

    /// The cells with a neighbour in the set, border cells among them.
    #[inline]
    pub(super) fn beside(self) -> Bits {
        let mut near = Bits::EMPTY;
        let word = |index: usize| self.0.get(index).copied().unwrap_or(0);
        for (index, out) in near.0.iter_mut().enumerate() {
            let (here, below, above) = (word(index), word(index.wrapping_sub(1)), word(index + 1));
            let up = here << 1 | below >> 63 | here << STRIDE | below >> (64 - STRIDE);
            let down = here >> 1 | above << 63 | here >> STRIDE | above << (64 - STRIDE);
            *out = up | down;
        }
        near
    }

    /// The columns of a row, both from 0: bit 0 is the leftmost.
    #[inline]
    pub(super) fn row(&self, row: usize) -> u32 {
        let start = cell(row, 0);
        let (index, shift) = (start / 64, start % 64);
        let low = self.0.get(index).map_or(0, |word| word >> shift);
        let high = match shift {
            0 => 0,
            _ => self.0.get(index + 1).map_or(0, |word| word << (64 - shift)),
        };
        (low | high) as u32 & ((1 << MAX_LINES) - 1)
    }

    /// Adds the columns of a row.
    #[inline]
    pub(super) fn add_row(&mut self, row: usize, columns: u32) {
        let start = cell(row, 0);
        let (index, shift) = (start / 64, start % 64);
        let columns = u64::from(columns);
        if let Some(word) = self.0.get_mut(index) {
            *word |= columns << shift;
        }
        if shift > 0
            && let Some(word) = self.0.get_mut(index + 1)
        {
            *word |= columns >> (64 - shift);
        }
    }
}

/// The cells of a set in ascending order.
#[derive(Clone, Debug)]
pub(super) struct BitsIter {
    words: [u64; WORDS],
    index: usize,
}

impl Iterator for BitsIter {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        while let Some(word) = self.words.get_mut(self.index) {
            if *word != 0 {
                let bit = word.trailing_zeros() as usize;
                *word &= *word - 1;
                return Some(self.index * 64 + bit);
            }
            self.index += 1;
        }
        None
    }
}

impl BitOr for Bits {
    type Output = Bits;
    #[inline]
    fn bitor(mut self, other: Bits) -> Bits {
        self |= other;
        self
    }
}

impl BitOrAssign for Bits {
    #[inline]
    fn bitor_assign(&mut self, other: Bits) {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word |= other;
        }
    }
}

impl BitAnd for Bits {
    type Output = Bits;
    #[inline]
    fn bitand(mut self, other: Bits) -> Bits {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word &= other;
        }
        self
    }
}

impl BitXor for Bits {
    type Output = Bits;
    #[inline]
    fn bitxor(mut self, other: Bits) -> Bits {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word ^= other;
        }
        self
    }
}

impl Sub for Bits {
    type Output = Bits;
    #[inline]
    fn sub(mut self, other: Bits) -> Bits {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word &= !other;
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_go_in_and_out() {
        let mut bits = Bits::EMPTY;
        for row in 0..19 {
            bits.add_row(row, 1 << row | 1 << 18);
        }
        for row in 0..19 {
            assert_eq!(bits.row(row), 1 << row | 1 << 18, "row {row}");
        }
        assert_eq!((bits.up_to(3), bits.up_to(99)), (3, 18 * 2 + 1));
        assert_eq!(bits.iter().count(), 37);
        assert!(bits.iter().all(|c| (bits.row(c / STRIDE - 1) >> (c % STRIDE)) & 1 == 1));
    }

    #[test]
    fn neighbours_are_the_four_cells_around() {
        for at in [cell(0, 0), cell(2, 3), cell(2, 4), cell(9, 18), cell(18, 18)] {
            let mut one = Bits::EMPTY;
            one.insert(at);
            let near: Vec<usize> = one.beside().iter().collect();
            assert_eq!(near, [at - STRIDE, at - 1, at + 1, at + STRIDE]);
            one.remove(at);
            assert!(one.is_empty());
        }
    }
}
