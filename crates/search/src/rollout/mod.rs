//! The search that needs no network: a tree over an [`Evaluator`], of which there is [`Rollouts`] (playouts with local
//! patterns). It knows every board size and every ruleset.
//!
//! Start reading at [`Search::run`] and its step in `search.rs` (select, evaluate, expand, back up), then `playout.rs`
//! (what a playout plays) and `prior.rs` (which moves are looked at first).

mod evaluator;
mod field;
mod params;
mod patterns;
mod playout;
mod prior;
mod rollouts;
mod score;
mod search;
mod tactics;
mod tree;

pub use evaluator::{Evaluation, Evaluator, Leaf};
pub use params::Params;
pub use playout::PlayoutParams;
pub use rollouts::Rollouts;
pub use search::Search;
