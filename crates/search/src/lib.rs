//! Monte-Carlo tree search: over a network ([`net`]), and over playouts that need none ([`rollout`]).
//!
//! What it is not: it decides about no resignation, level or clock (`engine` does), knows no rules of its own (legality
//! is asked of `rules` and `nn`), and reads the clock only to compare it with the deadline in [`Limits`].
//!
//! Start reading at [`net::Search::run`] and its walk in `net/walk.rs` (select, expand, evaluate, back up); for the
//! search without a network at [`rollout::Search::run`]. Both take [`Limits`] and answer with an [`Analysis`].

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

mod analysis;
mod limits;
pub mod net;
pub mod rollout;

pub use analysis::{Analysis, MoveAnalysis, NetView};
pub use limits::{Limits, StopToken};
