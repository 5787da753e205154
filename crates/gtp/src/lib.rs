//! The protocols that Go programs speak with engines, text to typed values and back: the Go Text Protocol, version 2, with
//! the extensions in use, and the JSON analysis protocol.
//!
//! What it is not: no engine is inside, no game is kept, nothing is read or written; a controller's lines come as bytes
//! and answers leave as text. Sources: G. Farnebäck, "Specification of the Go Text Protocol, version 2, draft 2" (2002);
//! the documents of KataGo, Leela Zero, KGS's kgsGtp, GoGui and Gomill for the commands that carry their names.
//!
//! Start reading at [`Request::parse`], then [`Command`] and [`Answer`]; for analyses at [`Report`], which
//! [`Report::line`] writes for GTP and [`Response`] as JSON; for JSON's questions at [`Message::parse`]. The other
//! direction, for those who drive an engine, is in [`Reply`].

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
mod info;
mod json;
mod line;
mod number;
mod raw;
mod reply;
mod report;
mod rules_text;
mod settings;
mod value;

pub use answer::Answer;
pub use command::{
    AnalyzeOptions, Command, CommandError, Format, GoGui, Restriction, SearchCommand, StatusKind,
};
pub use json::{
    Action, ActionRequest, Include, Message, ModelInfo, Override, Query, QueryError, Response,
    Warning, no_results,
};
pub use line::{LineError, MAX_LINE, Request, is_interrupt};
pub use raw::RawOutput;
pub use reply::{Reply, ReplyReader};
pub use report::{MoveReport, Perspective, RawValues, Report, RootReport, Values};
pub use rules_text::{RulesError, format_rules, parse_rules, with_part};
pub use settings::{SettingsError, read_setting_list, read_settings};
pub use value::{Vertex, color_word, format_move, parse_color, parse_vertex};
