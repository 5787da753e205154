//! Points and colours in stored text: column and row from the top left as letters `a` to `y`, the same on every size.

use board::{Color, Move, Point, PointSet};
use serde::{Deserialize, Serialize};

use super::DecodeError;

/// A colour.
#[derive(Clone, Copy, Serialize, Deserialize)]
pub(super) enum ColorV1 {
    #[serde(rename = "b")]
    Black,
    #[serde(rename = "w")]
    White,
}

impl From<Color> for ColorV1 {
    fn from(color: Color) -> Self {
        match color {
            Color::Black => Self::Black,
            Color::White => Self::White,
        }
    }
}

impl From<ColorV1> for Color {
    fn from(color: ColorV1) -> Self {
        match color {
            ColorV1::Black => Self::Black,
            ColorV1::White => Self::White,
        }
    }
}

fn letter(line: u8) -> char {
    char::from(b'a'.saturating_add(line.saturating_sub(1)))
}

fn line(letter: u8) -> Option<u8> {
    letter.checked_sub(b'a').map(|n| n.saturating_add(1))
}

fn point(pair: &[u8]) -> Option<Point> {
    match pair {
        [column, row] => Point::new(line(*column)?, line(*row)?),
        _ => None,
    }
}

/// Any number of points without separators, in the order of the board.
#[derive(Default, Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct PointsV1(String);

impl PointsV1 {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl From<&PointSet> for PointsV1 {
    fn from(set: &PointSet) -> Self {
        Self(set.iter().flat_map(|point| [letter(point.column()), letter(point.row())]).collect())
    }
}

impl TryFrom<PointsV1> for PointSet {
    type Error = DecodeError;

    fn try_from(text: PointsV1) -> Result<Self, DecodeError> {
        let mut set = PointSet::default();
        for pair in text.0.as_bytes().chunks(2) {
            let point = point(pair).ok_or_else(|| DecodeError::value("points", &text.0))?;
            if !set.insert(point) {
                return Err(DecodeError::value("points", &text.0));
            }
        }
        Ok(set)
    }
}

/// A point, or nothing for a pass.
#[derive(Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct MoveV1(String);

impl From<Move> for MoveV1 {
    fn from(mv: Move) -> Self {
        Self(match mv {
            Move::Pass => String::new(),
            Move::Play(point) => [letter(point.column()), letter(point.row())].iter().collect(),
        })
    }
}

impl TryFrom<MoveV1> for Move {
    type Error = DecodeError;

    fn try_from(text: MoveV1) -> Result<Self, DecodeError> {
        if text.0.is_empty() {
            return Ok(Move::Pass);
        }
        let point = point(text.0.as_bytes()).ok_or_else(|| DecodeError::value("move", &text.0))?;
        Ok(Move::Play(point))
    }
}
