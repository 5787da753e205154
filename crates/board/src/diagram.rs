//! Boards as rows of text: `X` black, `O` white, `.` empty, from top to bottom.

use crate::board::Board;
use crate::color::Color;
use crate::setup::{Setup, SetupError};
use crate::size::{BoardSize, SizeError};

/// Rows of text that are no board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DiagramError {
    /// The number of columns or rows is outside 1 to 25.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// A row is longer or shorter than the first one.
    #[error("row {row} has {found} points, the first row {expected}")]
    Ragged {
        /// The row from the top, from 1.
        row: usize,
        /// Its length.
        found: usize,
        /// The first row's length.
        expected: usize,
    },
    /// A character other than `X`, `O`, `.`.
    #[error("row {row}, column {column}: {found:?} is none of 'X', 'O', '.'")]
    Character {
        /// The row from the top, from 1.
        row: usize,
        /// The column from the left, from 1.
        column: usize,
        /// What stands there.
        found: char,
    },
    /// Stones without liberties.
    #[error(transparent)]
    Setup(#[from] SetupError),
}

impl Setup {
    /// Reads rows of `X`, `O` and `.` from top to bottom.
    ///
    /// # Errors
    /// [`DiagramError`] names the row and column that is wrong.
    pub fn from_rows<S: AsRef<str>>(rows: &[S]) -> Result<Setup, DiagramError> {
        let expected = rows.first().map_or(0, |row| row.as_ref().chars().count());
        let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        let size = BoardSize::new(count(expected), count(rows.len()))?;
        let mut setup = Setup::new(size);
        let mut points = size.points();
        for (row, text) in rows.iter().map(|row| row.as_ref()).enumerate() {
            let found = text.chars().count();
            if found != expected {
                return Err(DiagramError::Ragged { row: row + 1, found, expected });
            }
            for ((column, letter), point) in text.chars().enumerate().zip(points.by_ref()) {
                let stone = match letter {
                    'X' => Some(Color::Black),
                    'O' => Some(Color::White),
                    '.' => None,
                    found => {
                        return Err(DiagramError::Character {
                            row: row + 1,
                            column: column + 1,
                            found,
                        });
                    }
                };
                setup.set(point, stone);
            }
        }
        Ok(setup)
    }
}

impl Board {
    /// Reads rows of `X`, `O` and `.` from top to bottom.
    ///
    /// # Errors
    /// [`DiagramError`] names what is wrong and where.
    ///
    /// ```
    /// let board = board::Board::from_rows(&[".X.", "XO.", "..."])?;
    /// assert_eq!(board.to_rows(), [".X.", "XO.", "..."]);
    /// # Ok::<(), board::DiagramError>(())
    /// ```
    pub fn from_rows<S: AsRef<str>>(rows: &[S]) -> Result<Board, DiagramError> {
        Ok(Setup::from_rows(rows)?.build()?)
    }

    /// The board as rows of `X`, `O` and `.` from top to bottom.
    pub fn to_rows(&self) -> Vec<String> {
        let size = self.size();
        let letter = |point| match self.get(point) {
            Some(Color::Black) => 'X',
            Some(Color::White) => 'O',
            None => '.',
        };
        (1..=size.rows())
            .map(|row| {
                (1..=size.columns())
                    .filter_map(|column| size.point(column, row))
                    .map(letter)
                    .collect()
            })
            .collect()
    }
}
