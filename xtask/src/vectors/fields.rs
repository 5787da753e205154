//! Reading the fields of a vector; a field that is missing or of another type is named.

use anyhow::{Context, Result};
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
