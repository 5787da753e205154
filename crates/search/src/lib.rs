//! Monte-Carlo tree search over an [`Evaluator`], and the evaluator that needs no network: [`Rollouts`].
//!
//! What it is not: it decides about no resignation, level or clock (`engine` does), knows no rules of its own (legality
//! is asked of `rules`), and reads the clock only to compare it with the deadline in [`Limits`].
//!
//! Start reading at [`Search::run`] and its step in `search.rs` (select, evaluate, expand, back up), then `playout.rs`
//! (what a playout plays) and `prior.rs` (which moves are looked at first).

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

mod analysis;
mod evaluator;
mod field;
mod limits;
mod params;
mod patterns;
mod playout;
mod prior;
mod rollouts;
mod score;
mod search;
mod tactics;
mod tree;

pub use analysis::{Analysis, MoveAnalysis};
pub use evaluator::{Evaluation, Evaluator, Leaf};
pub use limits::{Limits, StopToken};
pub use params::Params;
pub use playout::PlayoutParams;
pub use rollouts::Rollouts;
pub use search::Search;
