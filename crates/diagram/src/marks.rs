//! Shapes and arrows as SVG path data.

use crate::geometry::{Geometry, SHAPE};
use crate::text::Px;

/// Corners of a triangle of nearly the weight of the square, around its centre of gravity.
pub(crate) fn triangle((x, y): (f64, f64), cell: f64) -> String {
    let radius = cell * SHAPE * 0.66;
    let (half, low) = (radius * 0.866, radius * 0.5);
    format!("M{} {}L{} {}H{}Z", Px(x), Px(y - radius), Px(x + half), Px(y + low), Px(x - half))
}

/// A square around a centre.
pub(crate) fn square((x, y): (f64, f64), side: f64) -> String {
    format!(
        "M{} {}h{side}v{side}h-{side}Z",
        Px(x - side / 2.0),
        Px(y - side / 2.0),
        side = Px(side)
    )
}

/// Two crossing diagonals.
pub(crate) fn cross((x, y): (f64, f64), half: f64) -> String {
    let (left, right, top, bottom) = (Px(x - half), Px(x + half), Px(y - half), Px(y + half));
    format!("M{left} {top}L{right} {bottom}M{right} {top}L{left} {bottom}")
}

/// An arrow that begins at a point and ends half a stone short of another.
pub(crate) fn arrow(from: (f64, f64), to: (f64, f64), geometry: &Geometry) -> Option<String> {
    let (across, down) = (to.0 - from.0, to.1 - from.1);
    let length = across.hypot(down);
    if length < geometry.cell / 2.0 {
        return None;
    }
    let (across, down) = (across / length, down / length);
    let short = geometry.radius * 0.5;
    let tip = (to.0 - across * short, to.1 - down * short);
    let head = geometry.cell * 0.2;
    let barb = |side: f64| {
        (
            tip.0 - across * head + side * down * head * 0.7,
            tip.1 - down * head - side * across * head * 0.7,
        )
    };
    let (left, right) = (barb(-1.0), barb(1.0));
    let pair = |(x, y): (f64, f64)| format!("{} {}", Px(x), Px(y));
    Some(format!("M{}L{}M{}L{} {}", pair(from), pair(tip), pair(left), pair(tip), pair(right)))
}
