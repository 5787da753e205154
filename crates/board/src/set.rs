use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Sub, SubAssign};

use crate::point::{MAX_LINES, Point};
use crate::size::BoardSize;

/// Rows of bits: 1 to 25, with an empty one above and below so that shifts need no special case.
const ROWS: usize = MAX_LINES as usize + 2;

/// Columns 1 to 25.
const COLUMNS: u32 = ((1 << MAX_LINES) - 1) << 1;

/// A set of points: one `u32` per row, bit `column`. Union, growth and flood fill cost a few shifts a row.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct PointSet {
    rows: [u32; ROWS],
}

impl PointSet {
    /// The empty set.
    pub const EMPTY: PointSet = PointSet { rows: [0; ROWS] };

    /// The empty set.
    pub const fn new() -> PointSet {
        PointSet::EMPTY
    }

    /// All points of a board.
    pub fn full(size: BoardSize) -> PointSet {
        let mut set = PointSet::EMPTY;
        let row = ((1u32 << size.columns()) - 1) << 1;
        set.rows[1..=size.rows() as usize].fill(row);
        set
    }

    /// The set of one point.
    pub fn single(point: Point) -> PointSet {
        let mut set = PointSet::EMPTY;
        set.insert(point);
        set
    }

    /// Adds a point; true when it was not in the set.
    pub fn insert(&mut self, point: Point) -> bool {
        let row = &mut self.rows[point.row() as usize];
        let before = *row;
        *row |= 1 << point.column();
        *row != before
    }

    /// Takes a point out; true when it was in the set.
    pub fn remove(&mut self, point: Point) -> bool {
        let row = &mut self.rows[point.row() as usize];
        let before = *row;
        *row &= !(1 << point.column());
        *row != before
    }

    /// Whether the point is in the set.
    pub const fn contains(&self, point: Point) -> bool {
        self.rows[point.row() as usize] & 1 << point.column() != 0
    }

    /// The points on a row from the top (from 1) as bits: bit `column`, columns from 1. Nothing outside 25 rows.
    pub const fn row(&self, row: u8) -> u32 {
        if row <= MAX_LINES { self.rows[row as usize] } else { 0 }
    }

    /// Number of points.
    pub fn len(&self) -> usize {
        self.rows.iter().map(|row| row.count_ones() as usize).sum()
    }

    /// Whether there is no point in the set.
    pub fn is_empty(&self) -> bool {
        self.rows.iter().all(|&row| row == 0)
    }

    /// The topmost, then leftmost point.
    pub fn first(&self) -> Option<Point> {
        self.iter().next()
    }

    /// The points, row by row from the top left.
    pub fn iter(&self) -> PointSetIter {
        PointSetIter { rows: self.rows, row: 0 }
    }

    /// The set and all neighbours of its points, within 25×25; intersect with the board's points where needed.
    pub fn dilate(&self) -> PointSet {
        let mut grown = PointSet::EMPTY;
        for row in 1..ROWS - 1 {
            let here = self.rows[row];
            grown.rows[row] =
                (here | here << 1 | here >> 1 | self.rows[row - 1] | self.rows[row + 1]) & COLUMNS;
        }
        grown
    }

    /// The points that have a neighbour in the set, be they in it or not, within 25×25.
    pub fn beside(&self) -> PointSet {
        let mut near = PointSet::EMPTY;
        for row in 1..ROWS - 1 {
            let here = self.rows[row];
            near.rows[row] =
                (here << 1 | here >> 1 | self.rows[row - 1] | self.rows[row + 1]) & COLUMNS;
        }
        near
    }

    /// The neighbours of the set's points that are not in the set themselves, within 25×25.
    pub fn neighbours(&self) -> PointSet {
        self.dilate() - *self
    }

    /// The points of `within` connected to this set's points in `within` (solidly, not diagonally).
    pub fn flood(&self, within: PointSet) -> PointSet {
        let mut filled = *self & within;
        loop {
            let grown = filled.dilate() & within;
            if grown == filled {
                return filled;
            }
            filled = grown;
        }
    }

    /// The solidly connected parts of the set, in the order of their first points.
    pub fn components(&self) -> impl Iterator<Item = PointSet> {
        let mut rest = *self;
        std::iter::from_fn(move || {
            let part = PointSet::single(rest.first()?).flood(rest);
            rest -= part;
            Some(part)
        })
    }

    /// Whether the two sets share a point.
    pub fn intersects(&self, other: &PointSet) -> bool {
        self.rows.iter().zip(&other.rows).any(|(a, b)| a & b != 0)
    }

    /// Whether every point of this set is in the other.
    pub fn is_subset(&self, other: &PointSet) -> bool {
        self.rows.iter().zip(&other.rows).all(|(a, b)| a & !b == 0)
    }

    fn zip(mut self, other: PointSet, f: impl Fn(u32, u32) -> u32) -> PointSet {
        for (row, other) in self.rows.iter_mut().zip(other.rows) {
            *row = f(*row, other);
        }
        self
    }
}

impl Default for PointSet {
    fn default() -> Self {
        PointSet::EMPTY
    }
}

impl BitOr for PointSet {
    type Output = PointSet;
    fn bitor(self, other: PointSet) -> PointSet {
        self.zip(other, |a, b| a | b)
    }
}

impl BitAnd for PointSet {
    type Output = PointSet;
    fn bitand(self, other: PointSet) -> PointSet {
        self.zip(other, |a, b| a & b)
    }
}

impl BitXor for PointSet {
    type Output = PointSet;
    fn bitxor(self, other: PointSet) -> PointSet {
        self.zip(other, |a, b| a ^ b)
    }
}

impl Sub for PointSet {
    type Output = PointSet;
    fn sub(self, other: PointSet) -> PointSet {
        self.zip(other, |a, b| a & !b)
    }
}

impl BitOrAssign for PointSet {
    fn bitor_assign(&mut self, other: PointSet) {
        *self = *self | other;
    }
}

impl BitAndAssign for PointSet {
    fn bitand_assign(&mut self, other: PointSet) {
        *self = *self & other;
    }
}

impl SubAssign for PointSet {
    fn sub_assign(&mut self, other: PointSet) {
        *self = *self - other;
    }
}

impl FromIterator<Point> for PointSet {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> Self {
        let mut set = PointSet::EMPTY;
        set.extend(points);
        set
    }
}

impl Extend<Point> for PointSet {
    fn extend<I: IntoIterator<Item = Point>>(&mut self, points: I) {
        for point in points {
            self.insert(point);
        }
    }
}

impl IntoIterator for PointSet {
    type Item = Point;
    type IntoIter = PointSetIter;
    fn into_iter(self) -> PointSetIter {
        self.iter()
    }
}

impl IntoIterator for &PointSet {
    type Item = Point;
    type IntoIter = PointSetIter;
    fn into_iter(self) -> PointSetIter {
        self.iter()
    }
}

impl fmt::Debug for PointSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self).finish()
    }
}

/// The points of a [`PointSet`], row by row from the top left.
#[derive(Clone, Debug)]
pub struct PointSetIter {
    rows: [u32; ROWS],
    row: usize,
}

impl Iterator for PointSetIter {
    type Item = Point;

    fn next(&mut self) -> Option<Point> {
        while self.row < ROWS {
            let bits = &mut self.rows[self.row];
            if *bits != 0 {
                let column = bits.trailing_zeros() as u8;
                *bits &= *bits - 1;
                return Point::new(column, self.row as u8);
            }
            self.row += 1;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn beside_leaves_out_points_whose_neighbours_are_all_outside() {
        let at = |column, row| Point::new(column, row).unwrap();
        let set: PointSet = [at(1, 1), at(2, 1), at(25, 25)].into_iter().collect();
        let near: PointSet =
            [at(1, 1), at(2, 1), at(3, 1), at(1, 2), at(2, 2), at(24, 25), at(25, 24)]
                .into_iter()
                .collect();
        assert_eq!(set.beside(), near);
        assert_eq!(set.dilate(), near | set);
    }
}
