//! Positions as pictures: SVG text, PNG bytes (feature `png`) and a board for the terminal.
//!
//! What it is not: it knows no rules. It draws the stones, numbers and marks it is given, and judges nothing; a figure
//! of moves 50 to 99 is the position after move 49 and the fifty moves. It reads no files and asks for no fonts:
//! numbers and letters are drawn as outlines, so that a picture looks the same everywhere.
//!
//! Start reading at [`Diagram`] (what can be shown), then [`Options`] and [`svg`], or [`TerminalOptions`] and
//! [`terminal`]. Every length is in [`geometry`].
//!
//! ```
//! use board::{Board, BoardSize, Color, Coordinates};
//! use diagram::{Diagram, Options, svg};
//!
//! let size = BoardSize::square(9)?;
//! let mut diagram = Diagram::from(&Board::new(size));
//! diagram.play(1, Color::Black, Coordinates::Gtp.parse("E5", size).unwrap());
//! let picture = svg(&diagram, &Options { coordinates: Some(Coordinates::Gtp), ..Options::default() });
//! assert!(picture.starts_with("<svg "));
//! # Ok::<(), board::SizeError>(())
//! ```

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

mod beneath;
mod caption;
pub mod geometry;
mod marks;
mod model;
mod outlines;
mod paint;
mod part;
#[cfg(feature = "png")]
mod png;
mod svg;
mod terminal;
mod text;
mod theme;
mod words;

pub use model::{Diagram, Language, Mark, NumberedMove, Options};
pub use part::{Part, PartError};
#[cfg(feature = "png")]
pub use png::{PIXELS_MAX, PngError, png};
pub use svg::svg;
pub use terminal::{TerminalOptions, TerminalStyle, terminal};
pub use theme::Theme;
