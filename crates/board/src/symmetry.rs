use crate::point::Point;
use crate::size::BoardSize;

/// One of the eight symmetries of the square: an optional exchange of columns and rows, then optional flips.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Symmetry {
    /// Exchange columns and rows first (the mirror in the diagonal from the top left).
    pub transpose: bool,
    /// Then mirror left and right.
    pub flip_columns: bool,
    /// Then mirror top and bottom.
    pub flip_rows: bool,
}

impl Symmetry {
    /// Nothing moves.
    pub const IDENTITY: Symmetry =
        Symmetry { transpose: false, flip_columns: false, flip_rows: false };

    /// The eight symmetries, the identity first.
    pub fn all() -> impl Iterator<Item = Symmetry> {
        (0..8u8).map(|bits| Symmetry {
            transpose: bits & 4 != 0,
            flip_columns: bits & 1 != 0,
            flip_rows: bits & 2 != 0,
        })
    }

    /// The size of the board after the symmetry.
    pub fn size(self, size: BoardSize) -> BoardSize {
        if !self.transpose {
            return size;
        }
        BoardSize::new(size.rows().into(), size.columns().into()).unwrap_or(size)
    }

    /// Where a point of a board of `size` (before the symmetry) goes. A point off the board stays where it is.
    pub fn apply(self, point: Point, size: BoardSize) -> Point {
        if !size.contains(point) {
            return point;
        }
        let after = self.size(size);
        let (mut column, mut row) = (point.column(), point.row());
        if self.transpose {
            std::mem::swap(&mut column, &mut row);
        }
        if self.flip_columns {
            column = after.columns() + 1 - column;
        }
        if self.flip_rows {
            row = after.rows() + 1 - row;
        }
        Point::new(column, row).unwrap_or(point)
    }

    /// The symmetry that takes every point back.
    pub fn inverse(self) -> Symmetry {
        if !self.transpose {
            return self;
        }
        Symmetry { transpose: true, flip_columns: self.flip_rows, flip_rows: self.flip_columns }
    }
}
