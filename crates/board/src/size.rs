use std::fmt;

use crate::point::{MAX_LINES, Point};
use crate::set::PointSet;

/// Columns × rows, each from 1 to 25; rectangles are allowed. Checked once, at the edge.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BoardSize {
    columns: u8,
    rows: u8,
}

/// A board size outside 1×1 to 25×25.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("board size {columns}x{rows} is outside 1x1 to 25x25")]
pub struct SizeError {
    /// The columns asked for.
    pub columns: u32,
    /// The rows asked for.
    pub rows: u32,
}

impl BoardSize {
    /// A board of the given columns and rows.
    ///
    /// # Errors
    /// [`SizeError`] when either is outside 1 to 25.
    pub fn new(columns: u32, rows: u32) -> Result<BoardSize, SizeError> {
        let line = |n: u32| u8::try_from(n).ok().filter(|n| (1..=MAX_LINES).contains(n));
        match (line(columns), line(rows)) {
            (Some(columns), Some(rows)) => Ok(BoardSize { columns, rows }),
            _ => Err(SizeError { columns, rows }),
        }
    }

    /// A square board of the given number of lines.
    ///
    /// # Errors
    /// [`SizeError`] when it is outside 1 to 25.
    pub fn square(lines: u32) -> Result<BoardSize, SizeError> {
        BoardSize::new(lines, lines)
    }

    /// Number of vertical lines, 1 to 25.
    pub const fn columns(self) -> u8 {
        self.columns
    }

    /// Number of horizontal lines, 1 to 25.
    pub const fn rows(self) -> u8 {
        self.rows
    }

    /// Number of points.
    pub const fn area(self) -> usize {
        self.columns as usize * self.rows as usize
    }

    /// Whether columns and rows are equal.
    pub const fn is_square(self) -> bool {
        self.columns == self.rows
    }

    /// Whether the point lies on a board of this size.
    pub const fn contains(self, point: Point) -> bool {
        point.column() <= self.columns && point.row() <= self.rows
    }

    /// The point on the given column and row, both from 1, if it lies on the board.
    pub fn point(self, column: u8, row: u8) -> Option<Point> {
        Point::new(column, row).filter(|&point| self.contains(point))
    }

    /// Every point, row by row from the top left.
    pub fn points(self) -> impl Iterator<Item = Point> {
        (1..=self.rows).flat_map(move |row| {
            (1..=self.columns).filter_map(move |column| Point::new(column, row))
        })
    }

    /// The set of all points.
    pub fn all(self) -> PointSet {
        PointSet::full(self)
    }

    /// The neighbours on the board, in the order left, right, up, down: four inside, none on 1×1.
    pub fn neighbours(self, point: Point) -> impl Iterator<Item = Point> {
        [(-1, 0), (1, 0), (0, -1), (0, 1)]
            .into_iter()
            .filter_map(move |(columns, rows)| point.offset(columns, rows))
            .filter(move |&neighbour| self.contains(neighbour))
    }
}

impl fmt::Display for BoardSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.columns, self.rows)
    }
}

impl fmt::Debug for BoardSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
