//! The board of Go: points, colours, point sets, chains, captures, hash, coordinates, symmetries and random playouts.
//!
//! What it is not: it knows no turn order, no ko and no ruleset ([`Position`] adds the basic ko only); it reads no
//! files and draws no random numbers of its own. Legality under a ruleset lives in the crate `rules`.
//!
//! Start reading at [`Board`] (what happens when a stone is played), then [`Point`] and [`PointSet`] (how the board is
//! laid out in memory), then [`Playout`] (the speed yardstick).
//!
//! ```
//! use board::{Board, BoardSize, Color, Coordinates};
//!
//! let size = BoardSize::square(9)?;
//! let mut board = Board::new(size);
//! let at = |text| Coordinates::Gtp.parse(text, size).unwrap();
//! for stone in ["D5", "E6", "F5"] {
//!     board.play(Color::Black, at(stone))?;
//! }
//! board.play(Color::White, at("E5"))?;
//! let played = board.play(Color::Black, at("E4"))?;
//! assert_eq!(played.captured_count(), 1);
//! board.undo(played);
//! assert_eq!(board.get(at("E5")), Some(Color::White));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

mod board;
mod chains;
mod color;
mod coordinates;
mod diagram;
mod playout;
mod point;
mod position;
mod set;
mod setup;
mod size;
mod symmetry;
mod zobrist;

pub use board::{Board, PlayError, Played};
pub use color::{ByColor, Color};
pub use coordinates::{CoordinateError, Coordinates, chinese_number};
pub use diagram::DiagramError;
pub use playout::{Playout, PlayoutEnd};
pub use point::{MAX_LINES, Point, PointMap};
pub use position::{IllegalPlay, Move, Position};
pub use set::{PointSet, PointSetIter};
pub use setup::{Setup, SetupError};
pub use size::{BoardSize, SizeError};
pub use symmetry::Symmetry;
pub use zobrist::Hash;
