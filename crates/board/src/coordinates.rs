use crate::point::Point;
use crate::size::BoardSize;

/// A way of writing points. Text ↔ [`Point`] happens here alone, for every board size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Coordinates {
    /// SGF: a letter for the column, a letter for the row from the top, `i` included: `pd`.
    Sgf,
    /// GTP and Western boards: a letter for the column without I, and the row from the bottom: `Q16`.
    Gtp,
    /// Numbers for the column from the left and the row from the top: `16-4`.
    Numeric,
    /// Chinese: the column in Arabic numerals, then the row from the top in Chinese numerals: `16．四路`.
    Chinese,
}

/// A text that names no point of the board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CoordinateError {
    /// The text does not have the form of the style.
    #[error("{text:?} is not a point such as {example:?}")]
    Form {
        /// The text given.
        text: String,
        /// A correct text in the same style.
        example: String,
    },
    /// The point lies outside the board.
    #[error("{text:?} is not on a {size} board")]
    OffBoard {
        /// The text given.
        text: String,
        /// The board's size.
        size: BoardSize,
    },
}

const COLUMN_LETTERS: &[u8; 25] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

impl Coordinates {
    /// Every style.
    pub const ALL: [Coordinates; 4] =
        [Coordinates::Gtp, Coordinates::Numeric, Coordinates::Chinese, Coordinates::Sgf];

    /// Writes a point.
    ///
    /// ```
    /// use board::{BoardSize, Coordinates, Point};
    /// let size = BoardSize::square(19)?;
    /// let point = Point::new(5, 10).unwrap();
    /// assert_eq!(Coordinates::Sgf.format(point, size), "ej");
    /// assert_eq!(Coordinates::Gtp.format(point, size), "E10");
    /// assert_eq!(Coordinates::Numeric.format(point, size), "5-10");
    /// assert_eq!(Coordinates::Chinese.format(point, size), "5．十路");
    /// # Ok::<(), board::SizeError>(())
    /// ```
    pub fn format(self, point: Point, size: BoardSize) -> String {
        let (column, row) = (point.column(), point.row());
        match self {
            Coordinates::Sgf => {
                [column, row].map(|line| char::from(b'a' + line - 1)).iter().collect()
            }
            Coordinates::Gtp => {
                format!("{}{}", self.column_label(column), (size.rows() + 1).saturating_sub(row))
            }
            Coordinates::Numeric => format!("{column}-{row}"),
            Coordinates::Chinese => format!("{column}．{}路", chinese_number(row)),
        }
    }

    /// The label of a column (from 1, at most 25) on the board's edge.
    pub fn column_label(self, column: u8) -> String {
        match self {
            Coordinates::Sgf => char::from(b'a' + column.saturating_sub(1) % 26).to_string(),
            Coordinates::Gtp => char::from(
                COLUMN_LETTERS[usize::from(column.saturating_sub(1)) % COLUMN_LETTERS.len()],
            )
            .to_string(),
            Coordinates::Numeric | Coordinates::Chinese => column.to_string(),
        }
    }

    /// The label of a row (from 1 at the top, at most 25) on the board's edge.
    pub fn row_label(self, row: u8, size: BoardSize) -> String {
        match self {
            Coordinates::Sgf => char::from(b'a' + row.saturating_sub(1) % 26).to_string(),
            Coordinates::Gtp => (size.rows() + 1).saturating_sub(row).to_string(),
            Coordinates::Numeric => row.to_string(),
            Coordinates::Chinese => chinese_number(row),
        }
    }

    /// Reads a point. Surrounding blanks, the kind of dot or dash, full-width letters and digits (as Chinese input
    /// methods write them) and (but for SGF, where capitals go on after `z`) case do not matter.
    ///
    /// # Errors
    /// [`CoordinateError`] when the text has another form or the point is off the board.
    pub fn parse(self, text: &str, size: BoardSize) -> Result<Point, CoordinateError> {
        let text = text.trim();
        let plain = half_width(text);
        let lines = match self {
            Coordinates::Sgf => parse_sgf(&plain),
            Coordinates::Gtp => parse_gtp(&plain, size),
            Coordinates::Numeric => parse_numeric(&plain),
            Coordinates::Chinese => parse_chinese(&plain),
        };
        let (column, row) = lines.ok_or_else(|| CoordinateError::Form {
            text: text.to_owned(),
            example: self.example(size),
        })?;
        let line = |n: i32| u8::try_from(n).ok();
        line(column)
            .zip(line(row))
            .and_then(|(column, row)| size.point(column, row))
            .ok_or_else(|| CoordinateError::OffBoard { text: text.to_owned(), size })
    }

    /// Reads a point in whichever style it is written; `ej` is read as SGF, `E10` as GTP.
    ///
    /// # Errors
    /// [`CoordinateError`] of the style that the text resembles most.
    pub fn parse_any(text: &str, size: BoardSize) -> Result<(Point, Coordinates), CoordinateError> {
        let mut error = None;
        for style in Coordinates::ALL {
            match style.parse(text, size) {
                Ok(point) => return Ok((point, style)),
                Err(off @ CoordinateError::OffBoard { .. }) => return Err(off),
                Err(form) => error = error.or(Some(form)),
            }
        }
        Err(error.unwrap_or(CoordinateError::OffBoard { text: text.to_owned(), size }))
    }

    fn example(self, size: BoardSize) -> String {
        let middle = |lines: u8| lines / 2 + 1;
        let point = size.point(middle(size.columns()), middle(size.rows()));
        point.map_or_else(String::new, |point| self.format(point, size))
    }
}

/// The text with full-width forms (U+FF01 to U+FF5E) as the ASCII characters they stand for.
fn half_width(text: &str) -> String {
    const SHIFT: u32 = '！' as u32 - '!' as u32;
    let plain = |c: char| match c {
        '！'..='～' => char::from_u32(u32::from(c) - SHIFT).unwrap_or(c),
        other => other,
    };
    text.chars().map(plain).collect()
}

type Lines = Option<(i32, i32)>;

fn parse_sgf(text: &str) -> Lines {
    let [column, row] = text.as_bytes() else { return None };
    let line = |letter: u8| match letter {
        b'a'..=b'z' => Some(i32::from(letter - b'a') + 1),
        b'A'..=b'Z' => Some(i32::from(letter - b'A') + 27),
        _ => None,
    };
    Some((line(*column)?, line(*row)?))
}

fn parse_gtp(text: &str, size: BoardSize) -> Lines {
    let letter = text.bytes().next()?.to_ascii_uppercase();
    let column = COLUMN_LETTERS.iter().position(|&label| label == letter)?;
    let row = number(text.get(1..)?)?;
    Some((i32::try_from(column).ok()? + 1, i32::from(size.rows()) + 1 - row))
}

fn parse_numeric(text: &str) -> Lines {
    let (column, row) = text.split_once(['-', '–', '−'])?;
    Some((number(column)?, number(row)?))
}

fn parse_chinese(text: &str) -> Lines {
    let text = text.strip_suffix('路').unwrap_or(text);
    let (column, row) = text.split_once(['.', '·', '・', '。', '、'])?;
    Some((number(column)?, parse_chinese_number(row)?))
}

/// One to three digits, nothing else.
fn number(text: &str) -> Option<i32> {
    let digits = (1..=3).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| text.parse().ok())?
}

const DIGITS: [char; 10] = ['零', '一', '二', '三', '四', '五', '六', '七', '八', '九'];

/// A number from 0 to 99 in Chinese numerals: 十, 十一, 二十五.
pub fn chinese_number(number: u8) -> String {
    let number = number.min(99);
    let digit = |n: u8| DIGITS[usize::from(n % 10)];
    match (number / 10, number % 10) {
        (0, ones) => digit(ones).to_string(),
        (tens, ones) => {
            let mut text = String::new();
            if tens > 1 {
                text.push(digit(tens));
            }
            text.push('十');
            if ones > 0 {
                text.push(digit(ones));
            }
            text
        }
    }
}

fn parse_chinese_number(text: &str) -> Option<i32> {
    (1..=99).find(|&number| chinese_number(number) == text).map(i32::from)
}
