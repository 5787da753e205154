//! The Go Text Protocol, version 2: text to typed commands and answers to text.
//!
//! What it is not: no engine is inside, no game is kept, nothing is read or written; a controller's lines come as bytes
//! and answers leave as text. Source: G. Farnebäck, "Specification of the Go Text Protocol, version 2, draft 2" (2002).
//!
//! Start reading at [`Request::parse`], then [`Command`] and [`Answer`]; the other direction, for those who drive an
//! engine, is in [`Reply`].

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![deny(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::cast_possible_truncation,
    clippy::indexing_slicing
)]
#![cfg_attr(
    test,
    allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

mod answer;
mod command;
mod line;
mod reply;
mod value;

pub use answer::Answer;
pub use command::{Command, CommandError, StatusKind};
pub use line::{LineError, MAX_LINE, Request};
pub use reply::{Reply, ReplyReader};
pub use value::{Vertex, color_word, format_move, parse_color, parse_vertex};
