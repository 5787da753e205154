//! The SVG as pixels.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options as SvgOptions, Tree};

use crate::model::{Diagram, Options};
use crate::svg::render;
use crate::text::Fallback;

/// The longest side of a PNG, in pixels.
pub const PIXELS_MAX: u32 = 8192;

/// A picture that could not be made into a PNG.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum PngError {
    /// The scale is not a positive number, or makes a side longer than [`PIXELS_MAX`].
    #[error(
        "scale {scale} makes a picture of {width}x{height} pixels; each side must be 1 to {PIXELS_MAX}"
    )]
    Scale {
        /// The scale given.
        scale: f32,
        /// The width it would give.
        width: f64,
        /// The height it would give.
        height: f64,
    },
    /// The drawing library refused the picture.
    #[error("the picture could not be drawn: {0}")]
    Draw(String),
}

/// Draws a diagram as a PNG file, `scale` pixels for one pixel of the SVG (2 for sharp screens). Letters that the crate
/// has no outline for appear as empty boxes.
///
/// # Errors
/// [`PngError`] when the scale is out of range.
pub fn png(diagram: &Diagram, options: &Options, scale: f32) -> Result<Vec<u8>, PngError> {
    let picture = render(diagram, options, Fallback::Box);
    let size = |length: f64| (length * f64::from(scale)).round();
    let (width, height) = (size(picture.width), size(picture.height));
    let range = 1.0..=f64::from(PIXELS_MAX);
    if !range.contains(&width) || !range.contains(&height) {
        return Err(PngError::Scale { scale, width, height });
    }
    let draw = |error: &dyn std::fmt::Display| PngError::Draw(error.to_string());
    let tree = Tree::from_str(&picture.text, &SvgOptions::default()).map_err(|e| draw(&e))?;
    let mut pixels =
        Pixmap::new(width as u32, height as u32).ok_or(PngError::Scale { scale, width, height })?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels.encode_png().map_err(|e| draw(&e))
}
