//! Where games, accounts, sessions, chat and records are kept: SQLite in a file, or PostgreSQL.
//!
//! What it is not: it does not judge (an event is written as given, legal or not), it asks neither the time nor a random
//! source (moments and ids are arguments), it hashes no passwords, and it knows nothing of HTTP or sockets. It is the only
//! crate that knows a table.
//!
//! Start reading at [`Store`], then [`Append`] (how a game goes on, durably) and [`Setup`] (how it begins); `writer.rs` has
//! the group commit, `encode/` the form in which events are kept for ever, `admin` the backup.
//!
//! One query text serves both databases through sqlx's `Any` driver: `BIGINT`, `TEXT` and `BLOB`/`BYTEA` columns only, `$1`
//! placeholders, `ON CONFLICT`. What differs is said with [`Kind`] in `db.rs`, `migrate.rs` and `admin/` alone.

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

mod account;
mod address;
pub mod admin;
mod ask;
mod chat;
mod columns;
mod db;
mod encode;
mod error;
mod event;
mod game;
mod migrate;
mod record;
mod row;
mod search;
mod secret;
mod session;
mod setup;
mod writer;

pub use account::{Account, AccountError, AccountPatch, Login, NewAccount};
pub use address::{Address, AddressError};
pub use ask::{Ask, AskKind};
pub use chat::{ChatLine, NewChatLine, Room};
pub use db::{Kind, Options, Store};
pub use encode::DecodeError;
pub use error::{Fault, OpenError, ReadError, WriteError};
pub use event::{Append, AppendError, ClockAfter, NewEvent, StoredEvent};
pub use game::{CreateGameError, Game, GameChange, Seat, Stage};
pub use record::{NewRecord, Record, RecordError, RecordHead};
pub use search::{Cursor, CursorError, Filter, GamePage, RecordFilter, RecordPage};
pub use secret::SecretHash;
pub use session::{NewSession, Session};
pub use setup::{Setup, StartError};
pub use writer::WriterCounts;
