//! Fields of an object, read with an error that names the field.

use std::time::Duration;

use board::{BoardSize, Color, Move, Point};
use serde_json::{Map, Value};

use crate::value::{Vertex, parse_color, parse_vertex};

/// A field and what is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Wrong {
    pub(super) field: &'static str,
    pub(super) message: String,
}

type Result<T> = std::result::Result<T, Wrong>;

pub(super) fn wrong(field: &'static str, message: impl Into<String>) -> Wrong {
    Wrong { field, message: message.into() }
}

/// The fields of one object.
#[derive(Clone, Copy)]
pub(super) struct Fields<'a> {
    object: &'a Map<String, Value>,
}

impl<'a> Fields<'a> {
    pub(super) fn new(object: &'a Map<String, Value>) -> Fields<'a> {
        Fields { object }
    }

    /// A field that is there and not null.
    pub(super) fn get(self, field: &'static str) -> Option<&'a Value> {
        self.object.get(field).filter(|value| !value.is_null())
    }

    pub(super) fn required(self, field: &'static str) -> Result<&'a Value> {
        self.get(field).ok_or_else(|| wrong(field, "must be given"))
    }

    pub(super) fn text(self, field: &'static str) -> Result<Option<&'a str>> {
        let read = |value: &'a Value| value.as_str().ok_or_else(|| wrong(field, "must be a text"));
        self.get(field).map(read).transpose()
    }

    pub(super) fn flag(self, field: &'static str) -> Result<bool> {
        let read =
            |value: &Value| value.as_bool().ok_or_else(|| wrong(field, "must be true or false"));
        self.get(field).map_or(Ok(false), read)
    }

    /// A whole number between two.
    pub(super) fn integer(self, field: &'static str, least: i64, most: i64) -> Result<Option<i64>> {
        let read = |value: &Value| {
            integer(value).filter(|number| (least..=most).contains(number)).ok_or_else(|| {
                wrong(field, format!("must be a whole number from {least} to {most}"))
            })
        };
        self.get(field).map(read).transpose()
    }

    /// A number between two.
    pub(super) fn number(self, field: &'static str, least: f64, most: f64) -> Result<Option<f64>> {
        let read = |value: &Value| {
            value
                .as_f64()
                .filter(|number| (least..=most).contains(number))
                .ok_or_else(|| wrong(field, format!("must be a number from {least} to {most}")))
        };
        self.get(field).map(read).transpose()
    }

    /// Seconds, up to a million.
    pub(super) fn seconds(self, field: &'static str) -> Result<Option<Duration>> {
        let seconds = self.number(field, 0.001, 1e6)?;
        Ok(seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()))
    }

    pub(super) fn list(self, field: &'static str) -> Result<Option<&'a [Value]>> {
        let read = |value: &'a Value| {
            value.as_array().map(Vec::as_slice).ok_or_else(|| wrong(field, "must be a list"))
        };
        self.get(field).map(read).transpose()
    }

    /// A list of whole numbers.
    pub(super) fn integers(self, field: &'static str) -> Result<Option<Vec<i64>>> {
        let Some(list) = self.list(field)? else { return Ok(None) };
        let read =
            |value| integer(value).ok_or_else(|| wrong(field, "must be a list of whole numbers"));
        list.iter().map(read).collect::<Result<Vec<i64>>>().map(Some)
    }

    pub(super) fn color(self, field: &'static str) -> Result<Option<Color>> {
        let read = |word: &str| parse_color(word).ok_or_else(|| wrong(field, "must be B or W"));
        self.text(field)?.map(read).transpose()
    }
}

/// A whole number; those with `.0` are whole, too.
fn integer(value: &Value) -> Option<i64> {
    value.as_i64().or_else(|| {
        let number = value.as_f64()?;
        let whole = number.fract() == 0.0 && number.abs() <= 1e15;
        #[expect(clippy::cast_possible_truncation, reason = "whole and small, as just seen")]
        whole.then_some(number as i64)
    })
}

/// `["B","Q16"]`.
pub(super) fn colored_move(
    field: &'static str,
    at: usize,
    value: &Value,
    size: BoardSize,
) -> Result<(Color, Move)> {
    let pair = value.as_array().map(Vec::as_slice);
    let Some([Value::String(color), Value::String(vertex)]) = pair else {
        return Err(wrong(field, format!("entry {at} must be a pair of a player and a location")));
    };
    let color = parse_color(color)
        .ok_or_else(|| wrong(field, format!("entry {at}: {color:?} is no player, B or W")))?;
    Ok((color, location(field, vertex, size)?))
}

/// `["B","Q16"]`, no pass.
pub(super) fn colored_point(
    field: &'static str,
    at: usize,
    value: &Value,
    size: BoardSize,
) -> Result<(Color, Point)> {
    match colored_move(field, at, value, size)? {
        (color, Move::Play(point)) => Ok((color, point)),
        (_, Move::Pass) => Err(wrong(field, format!("entry {at} is no point of the board"))),
    }
}

/// `Q16`, `pass`, or `(15,3)`: column and row from the top left, from 0.
pub(super) fn location(field: &'static str, text: &str, size: BoardSize) -> Result<Move> {
    let numbers = text.trim().strip_prefix('(').and_then(|text| text.strip_suffix(')'));
    let found = match numbers {
        Some(numbers) => numbers.split_once(',').and_then(|(column, row)| {
            let line = |word: &str| word.trim().parse::<u8>().ok()?.checked_add(1);
            size.point(line(column)?, line(row)?).map(Move::Play)
        }),
        None => match parse_vertex(text, size) {
            Some(Vertex::Point(point)) => Some(Move::Play(point)),
            Some(Vertex::Pass) => Some(Move::Pass),
            _ => None,
        },
    };
    found.ok_or_else(|| wrong(field, format!("{text:?} is no location on a board of {size}")))
}
