//! Reading the fields of a vector; a field that is missing or of another type is named.

use anyhow::{Context, Result, bail};
use board::{Board, BoardSize, Color, Coordinates, PointSet};
use serde_json::Value;

/// A field that must be there.
pub(super) fn field<'a>(vector: &'a Value, name: &str) -> Result<&'a Value> {
    vector.get(name).with_context(|| format!("the vector has no field `{name}`"))
}

/// A text.
pub(super) fn text<'a>(vector: &'a Value, name: &str) -> Result<&'a str> {
    field(vector, name)?.as_str().with_context(|| format!("`{name}` is not a text"))
}

/// A whole number that is not negative.
pub(super) fn whole(vector: &Value, name: &str) -> Result<usize> {
    let number =
        field(vector, name)?.as_u64().with_context(|| format!("`{name}` is not a whole number"))?;
    Ok(usize::try_from(number)?)
}

/// True or false.
pub(super) fn truth(vector: &Value, name: &str) -> Result<bool> {
    field(vector, name)?.as_bool().with_context(|| format!("`{name}` is not true or false"))
}

/// A list; a missing one is empty.
pub(super) fn list<'a>(vector: &'a Value, name: &str) -> Result<&'a [Value]> {
    match vector.get(name) {
        None | Some(Value::Null) => Ok(&[]),
        Some(Value::Array(items)) => Ok(items),
        Some(_) => bail!("`{name}` is not a list"),
    }
}

/// A list of texts; a missing one is empty.
pub(super) fn texts<'a>(vector: &'a Value, name: &str) -> Result<Vec<&'a str>> {
    let texts = list(vector, name)?.iter().map(|item| item.as_str());
    texts.collect::<Option<_>>().with_context(|| format!("`{name}` is not a list of texts"))
}

/// A number as quarters, exactly.
pub(super) fn quarters(value: &Value, name: &str) -> Result<i32> {
    let number = value.as_f64().with_context(|| format!("`{name}` is not a number"))?;
    let quarters = number * 4.0;
    // Multiples of a quarter of this size are exact in binary.
    if quarters.fract() != 0.0 || quarters.abs() > f64::from(i32::MAX / 2) {
        bail!("`{name}` is {number}, which is no multiple of 0.25");
    }
    #[expect(clippy::cast_possible_truncation, reason = "checked just above")]
    Ok(quarters as i32)
}

/// `"B"` or `"W"`.
pub(super) fn color_named(name: &str) -> Result<Color> {
    match name {
        "B" => Ok(Color::Black),
        "W" => Ok(Color::White),
        other => bail!("{other:?} is no colour"),
    }
}

/// A colour in a field.
pub(super) fn color(vector: &Value, name: &str) -> Result<Color> {
    color_named(text(vector, name)?).with_context(|| format!("in `{name}`"))
}

/// `width` and `height`.
pub(super) fn size(vector: &Value) -> Result<BoardSize> {
    let side = |name| anyhow::Ok(u32::try_from(whole(vector, name)?)?);
    Ok(BoardSize::new(side("width")?, side("height")?)?)
}

/// A position in rows from the top; `None` when the field is `null`.
pub(super) fn rows(vector: &Value, name: &str) -> Result<Option<Board>> {
    if field(vector, name)?.is_null() {
        return Ok(None);
    }
    Board::from_rows(&texts(vector, name)?).map(Some).with_context(|| format!("in `{name}`"))
}

/// A list of points in GTP names.
pub(super) fn points(vector: &Value, name: &str, size: BoardSize) -> Result<PointSet> {
    let points = texts(vector, name)?.into_iter().map(|text| Coordinates::Gtp.parse(text, size));
    points.collect::<Result<_, _>>().with_context(|| format!("in `{name}`"))
}
