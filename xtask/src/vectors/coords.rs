//! `coords`: one point in every style of the rule book.

use anyhow::{Context, Result, bail};
use board::{BoardSize, Coordinates};
use serde_json::Value;

use super::fields::{text, whole};

/// Writing and reading must both agree.
pub(super) fn check(vector: &Value) -> Result<()> {
    let size = BoardSize::square(u32::try_from(whole(vector, "size")?)?)?;
    let line = |name| anyhow::Ok(u8::try_from(whole(vector, name)?)?.saturating_add(1));
    let (column, row) = (line("x")?, line("y")?);
    let point =
        size.point(column, row).with_context(|| format!("no point {column}, {row} on {size}"))?;
    let styles =
        [("gtp", Coordinates::Gtp), ("sgf", Coordinates::Sgf), ("chinese", Coordinates::Chinese)];
    for (name, style) in styles {
        let expected = text(vector, name)?;
        let written = style.format(point, size);
        if written != expected {
            bail!("{name}: wrote {written:?}, expected {expected:?}");
        }
        let read =
            style.parse(expected, size).with_context(|| format!("{name}: cannot read it"))?;
        if read != point {
            bail!("{name}: read {expected:?} as {read:?}");
        }
    }
    Ok(())
}
