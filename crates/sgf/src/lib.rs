//! Game records: bytes to game tree and back.
//!
//! Reads SGF FF\[1\] to FF\[4\] in any encoding in use, and the formats of Tygem (GIB), WBaduk (NGF) and Pandanet (UGF,
//! UGI), into one [`GameTree`]; writes SGF. Reading never fails: what a file lacks is repaired where its meaning is
//! plain, and every repair is a [`Diagnostic`] with its place, in Chinese and English.
//!
//! It is not a rule book: what a move does to the board is the `rules` crate's business, to which a line of a record is
//! handed as a start and a list of events. It is not a file system either: bytes in, bytes out.
//!
//! Start reading at [`parse()`], then [`tree`], `lexer` (the repairs of the frame) and [`property`] (the table).

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing,
        clippy::cast_possible_truncation
    )
)]

pub mod charset;
pub mod diagnostic;
pub mod formats;
pub mod health;
pub mod info;
mod lexer;
mod log;
pub mod parse;
pub mod property;
pub mod replay;
pub mod tree;
pub mod value;
pub mod write;

/// A character encoding, by the WHATWG's list.
pub use encoding_rs::Encoding;

pub use diagnostic::{Code, Diagnostic, Diagnostics, Location, Severity};
pub use formats::{AnyReader, FORMATS, Format, detect, parse_any, parse_any_with};
pub use health::health;
pub use info::{GameInfo, Player};
pub use parse::{Limits, ParseOptions, Parsed, Reader, parse, parse_with};
pub use property::PropertyId;
pub use replay::{IllegalStep, MoveError, Replay, ReplayError, ReplayOptions, Replayer, replay};
pub use tree::{GameTree, NodeId, Origin, Property};
pub use value::{Coord, MoveValue, Rect, Value};
pub use write::{WriteOptions, Written, write, write_with};
