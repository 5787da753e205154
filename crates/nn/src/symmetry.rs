//! The eight symmetries as networks are asked in them.

use board::BoardSize;

/// One of the eight symmetries of the square, numbered as KataGo does: bit 0 mirrors top and bottom, then bit 1 left and
/// right, then bit 2 exchanges columns and rows.
///
/// [`board::Symmetry`] exchanges first and mirrors then; [`to_board`](Symmetry::to_board) is the same movement there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Symmetry(u8);

impl Symmetry {
    /// Nothing moves.
    pub const IDENTITY: Symmetry = Symmetry(0);

    /// The eight, in the order of their numbers.
    pub const ALL: [Symmetry; 8] = [
        Symmetry(0),
        Symmetry(1),
        Symmetry(2),
        Symmetry(3),
        Symmetry(4),
        Symmetry(5),
        Symmetry(6),
        Symmetry(7),
    ];

    /// The symmetry with this number, 0 to 7.
    pub fn new(number: u8) -> Option<Symmetry> {
        (number < 8).then_some(Symmetry(number))
    }

    /// Its number, 0 to 7.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The symmetry that takes every point back.
    #[must_use]
    pub const fn inverse(self) -> Symmetry {
        match self.0 {
            5 => Symmetry(6),
            6 => Symmetry(5),
            own => Symmetry(own),
        }
    }

    /// What it is on an input of this size: a rectangle is never turned, only mirrored.
    #[must_use]
    pub const fn on(self, size: BoardSize) -> Symmetry {
        if size.is_square() { self } else { Symmetry(self.0 & 3) }
    }

    /// The same movement of points.
    pub const fn to_board(self) -> board::Symmetry {
        let (rows, columns, transpose) = (self.0 & 1 != 0, self.0 & 2 != 0, self.0 & 4 != 0);
        if transpose {
            board::Symmetry { transpose, flip_columns: rows, flip_rows: columns }
        } else {
            board::Symmetry { transpose, flip_columns: columns, flip_rows: rows }
        }
    }

    /// For each point after the symmetry, row by row, the index of the point it came from: `after[i] = before[sources[i]]`,
    /// and outputs go back by `before[sources[i]] = after[i]`. On rectangles, that of [`on`](Symmetry::on).
    pub fn sources(self, size: BoardSize) -> Vec<u16> {
        let symmetry = self.on(size);
        let (columns, rows) = (u16::from(size.columns()), u16::from(size.rows()));
        let mut sources = Vec::with_capacity(size.area());
        for row in 0..rows {
            for column in 0..columns {
                let (mut y, mut x) = (row, column);
                if symmetry.0 & 4 != 0 {
                    std::mem::swap(&mut y, &mut x);
                }
                if symmetry.0 & 2 != 0 {
                    x = columns - 1 - x;
                }
                if symmetry.0 & 1 != 0 {
                    y = rows - 1 - y;
                }
                sources.push(y * columns + x);
            }
        }
        sources
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_agree_with_the_boards_symmetries() {
        for (columns, rows) in [(1, 1), (5, 5), (19, 19), (7, 4), (3, 9)] {
            let size = BoardSize::new(columns, rows).unwrap();
            let points: Vec<_> = size.points().collect();
            for symmetry in Symmetry::ALL {
                let sources = symmetry.sources(size);
                let board = symmetry.on(size).to_board();
                for (after, &before) in sources.iter().enumerate() {
                    assert_eq!(board.apply(points[usize::from(before)], size), points[after]);
                }
            }
        }
    }

    #[test]
    fn the_inverse_takes_every_point_back() {
        let size = BoardSize::square(6).unwrap();
        for symmetry in Symmetry::ALL {
            let (there, back) = (symmetry.sources(size), symmetry.inverse().sources(size));
            let both = back.iter().map(|&index| there[usize::from(index)]);
            assert!(both.eq(0..36), "symmetry {}", symmetry.number());
            assert_eq!(symmetry.inverse().inverse(), symmetry);
        }
        assert_eq!(Symmetry::new(8), None);
    }

    #[test]
    fn the_numbers_mean_what_the_format_says() {
        // Columns A, B, C of the top row and of the next: 0 1 2 / 3 4 5 / 6 7 8.
        let size = BoardSize::square(3).unwrap();
        let sources = |number| Symmetry::new(number).unwrap().sources(size);
        assert_eq!(sources(1), [6, 7, 8, 3, 4, 5, 0, 1, 2]);
        assert_eq!(sources(2), [2, 1, 0, 5, 4, 3, 8, 7, 6]);
        assert_eq!(sources(4), [0, 3, 6, 1, 4, 7, 2, 5, 8]);
        assert_eq!(sources(5), [6, 3, 0, 7, 4, 1, 8, 5, 2]);
    }
}
