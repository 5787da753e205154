//! The playing server: live games over HTTP and WebSocket, saved before they are published.
//!
//! What it is not: it does not judge or count (`rules` does), keeps no time of its own (`clock` does), and knows no table
//! (`store` does). It decides who may do what, in which order, and who is told.
//!
//! Start reading at [`run`] and [`Server`], then `game/actor.rs` (one task owns a game), `game/commit.rs` (save, then
//! publish), `ws/mod.rs` and `http/mod.rs` (the two doors). `docs/SERVER.md` describes the protocol.

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

mod app;
mod auth;
mod config;
mod engines;
mod error;
mod finals;
mod game;
mod http;
mod limits;
mod lobby;
mod patience;
mod persist;
mod player;
mod record;
mod serve;
mod text;
mod time;
mod ws;

pub use config::{Config, Limits, Pages};
pub use serve::{Server, StartError, run};

/// The OpenAPI description of the HTTP interface, as JSON text.
pub fn openapi() -> String {
    http::openapi()
}
