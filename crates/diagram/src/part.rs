use board::{BoardSize, Point, PointSet};

/// A rectangle of the board, both corners included. It is never empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    first: Point,
    last: Point,
}

/// A corner of the part that lies outside the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("column {}, row {} is not on a {size} board", corner.column(), corner.row())]
pub struct PartError {
    /// The corner given.
    pub corner: Point,
    /// The board's size.
    pub size: BoardSize,
}

/// The point that every board has; checked when compiled.
const UPPER_LEFT: Point = match Point::new(1, 1) {
    Some(point) => point,
    None => unreachable!(),
};

/// A part whose edge comes this near to the board's edge is drawn up to it.
const SNAP: u8 = 2;

impl Part {
    /// The rectangle between two opposite corners, in whatever order.
    ///
    /// # Errors
    /// [`PartError`] names the corner that is off the board.
    pub fn new(size: BoardSize, corner: Point, opposite: Point) -> Result<Part, PartError> {
        for corner in [corner, opposite] {
            if !size.contains(corner) {
                return Err(PartError { corner, size });
            }
        }
        let columns = [corner.column(), opposite.column()];
        let rows = [corner.row(), opposite.row()];
        let at = |column: Option<&u8>, row: Option<&u8>| Point::new(*column?, *row?);
        let first = at(columns.iter().min(), rows.iter().min()).unwrap_or(corner);
        let last = at(columns.iter().max(), rows.iter().max()).unwrap_or(opposite);
        Ok(Part { first, last })
    }

    /// The whole board.
    pub fn whole(size: BoardSize) -> Part {
        let last = size.point(size.columns(), size.rows()).unwrap_or(UPPER_LEFT);
        Part { first: UPPER_LEFT, last }
    }

    /// The smallest part with all the points and `margin` lines around them, drawn up to the board's edge where that is
    /// near; the whole board when there is no point.
    pub fn around(points: &PointSet, size: BoardSize, margin: u8) -> Part {
        let points = *points & size.all();
        let low = |lines: Option<u8>| {
            let line = lines.unwrap_or(1).saturating_sub(margin).max(1);
            if line <= 1 + SNAP { 1 } else { line }
        };
        let high = |lines: Option<u8>, all: u8| {
            let line = lines.unwrap_or(all).saturating_add(margin).min(all);
            if line + SNAP >= all { all } else { line }
        };
        let columns = || points.iter().map(Point::column);
        let rows = || points.iter().map(Point::row);
        let first = size.point(low(columns().min()), low(rows().min()));
        let last =
            size.point(high(columns().max(), size.columns()), high(rows().max(), size.rows()));
        first.zip(last).map_or(Part::whole(size), |(first, last)| Part { first, last })
    }

    /// The upper left corner.
    pub fn first(self) -> Point {
        self.first
    }

    /// The lower right corner.
    pub fn last(self) -> Point {
        self.last
    }

    /// Number of columns shown.
    pub fn columns(self) -> u8 {
        self.last.column() - self.first.column() + 1
    }

    /// Number of rows shown.
    pub fn rows(self) -> u8 {
        self.last.row() - self.first.row() + 1
    }

    /// Whether the point is shown.
    pub fn contains(self, point: Point) -> bool {
        (self.first.column()..=self.last.column()).contains(&point.column())
            && (self.first.row()..=self.last.row()).contains(&point.row())
    }

    /// What of the part lies on a board of another size; the whole board when nothing does.
    pub(crate) fn within(self, size: BoardSize) -> Part {
        let last =
            size.point(self.last.column().min(size.columns()), self.last.row().min(size.rows()));
        match last {
            Some(last) if size.contains(self.first) => Part { first: self.first, last },
            _ => Part::whole(size),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_may_come_in_any_order() {
        let size = BoardSize::square(19).unwrap();
        let at = |column, row| Point::new(column, row).unwrap();
        let part = Part::new(size, at(12, 3), at(4, 9)).unwrap();
        assert_eq!((part.first(), part.last()), (at(4, 3), at(12, 9)));
        assert_eq!((part.columns(), part.rows()), (9, 7));
        let error = Part::new(size, at(1, 1), at(20, 1)).unwrap_err();
        assert_eq!(error.to_string(), "column 20, row 1 is not on a 19x19 board");
    }

    #[test]
    fn around_snaps_to_a_near_edge() {
        let size = BoardSize::square(19).unwrap();
        let at = |column, row| Point::new(column, row).unwrap();
        let stones = PointSet::from_iter([at(3, 4), at(5, 6)]);
        let part = Part::around(&stones, size, 1);
        assert_eq!((part.first(), part.last()), (at(1, 1), at(6, 7)));
        assert_eq!(Part::around(&PointSet::EMPTY, size, 1), Part::whole(size));
    }

    #[test]
    fn a_part_of_a_larger_board_is_cut_to_size() {
        let (large, small) = (BoardSize::square(19).unwrap(), BoardSize::square(9).unwrap());
        let at = |column, row| Point::new(column, row).unwrap();
        let part = Part::new(large, at(5, 5), at(19, 19)).unwrap().within(small);
        assert_eq!((part.first(), part.last()), (at(5, 5), at(9, 9)));
        let outside = Part::new(large, at(12, 12), at(19, 19)).unwrap().within(small);
        assert_eq!(outside, Part::whole(small));
    }
}
