use std::fmt;
use std::num::NonZeroU16;
use std::ops::{Index, IndexMut};

/// The longest side of a playable board, in lines.
pub const MAX_LINES: u8 = 25;

/// Length of an array indexed by [`Point::index`]: a power of two, so that a mask replaces the bounds check.
pub(crate) const CELLS: usize = 1024;

/// Distance in the layout between a point and the one below it.
pub(crate) const ROW: u16 = 32;

/// Distances to the four neighbours, with wrapping arithmetic: left, right, up, down.
pub(crate) const NEIGHBOURS: [u16; 4] = [1u16.wrapping_neg(), 1, ROW.wrapping_neg(), ROW];

/// Distances to the four diagonal neighbours, with wrapping arithmetic.
pub(crate) const DIAGONALS: [u16; 4] =
    [(ROW + 1).wrapping_neg(), (ROW - 1).wrapping_neg(), ROW - 1, ROW + 1];

/// An intersection, the same number on every board size.
///
/// Layout: `row · 32 + column`, both from 1, row 1 at the top, with a border of zeros around: the neighbours are
/// always ±1 and ±32 away, and `Option<Point>` takes two bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point(NonZeroU16);

impl Point {
    /// The point on the given column (from the left) and row (from the top), both from 1 to 25; `None` outside.
    pub const fn new(column: u8, row: u8) -> Option<Point> {
        if column == 0 || column > MAX_LINES || row == 0 || row > MAX_LINES {
            return None;
        }
        match NonZeroU16::new(row as u16 * ROW + column as u16) {
            Some(number) => Some(Point(number)),
            None => None,
        }
    }

    /// The point of a cell number, which must come from a `Point` or a neighbour of one on the board.
    pub(crate) fn from_cell(cell: u16) -> Point {
        debug_assert!(cell > ROW && (cell as usize) < CELLS);
        Point(NonZeroU16::new(cell).unwrap_or(NonZeroU16::MIN))
    }

    pub(crate) const fn cell(self) -> u16 {
        self.0.get()
    }

    /// The column from the left, from 1.
    pub const fn column(self) -> u8 {
        (self.0.get() % ROW) as u8
    }

    /// The row from the top, from 1.
    pub const fn row(self) -> u8 {
        (self.0.get() / ROW) as u8
    }

    /// The place of this point in an array of 1024 entries.
    pub const fn index(self) -> usize {
        self.0.get() as usize & (CELLS - 1)
    }

    /// The point `columns` to the right and `rows` below, if it is within 25×25.
    pub fn offset(self, columns: i8, rows: i8) -> Option<Point> {
        let column = self.column().checked_add_signed(columns)?;
        let row = self.row().checked_add_signed(rows)?;
        Point::new(column, row)
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({},{})", self.column(), self.row())
    }
}

/// One value for each point of the largest board; indexing by [`Point`] cannot go out of range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PointMap<T> {
    values: Box<[T; CELLS]>,
}

impl<T: Clone> PointMap<T> {
    /// The same value everywhere.
    pub fn new(value: T) -> Self {
        PointMap { values: Box::new(std::array::from_fn(|_| value.clone())) }
    }
}

impl<T: Clone + Default> Default for PointMap<T> {
    fn default() -> Self {
        PointMap::new(T::default())
    }
}

impl<T> Index<Point> for PointMap<T> {
    type Output = T;
    #[inline]
    fn index(&self, point: Point) -> &T {
        &self.values[point.index()]
    }
}

impl<T> IndexMut<Point> for PointMap<T> {
    #[inline]
    fn index_mut(&mut self, point: Point) -> &mut T {
        &mut self.values[point.index()]
    }
}
