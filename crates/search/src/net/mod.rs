//! The search over a network: Monte-Carlo graph search with PUCT, in the manner of KataGo's and by its parameters.
//!
//! What it is not: it does not choose a level or a time (`engine` does), and loads no network (an [`Evaluator`] comes in).
//!
//! Start reading at [`Search::run`], then `walk.rs` (the search step: select, expand, evaluate, back up). Each part has a
//! file: `select.rs` (PUCT), `value.rs` (means, backing up), `utility.rs` (what is maximised), `key.rs` (which positions
//! are one node, and why that is right under superko), `bias.rs` (errors that repeat), `root.rs` (temperature, noise,
//! symmetry), `ending.rs` (manners at the end), `report.rs` (what is told, and which move is best), `batch.rs` and
//! `cache.rs` (fewer evaluations). [`Params`] explains every number.

mod batch;
mod bias;
mod cache;
mod ending;
mod evaluator;
mod graph;
mod judge;
mod key;
mod mirror;
mod moves;
mod params;
mod question;
mod random;
mod report;
mod root;
mod search;
mod select;
mod utility;
mod value;
mod walk;

pub use evaluator::{EvalOptions, Evaluator, Request, Scripted, Uniform, neutral};
pub use params::Params;
pub use question::{Question, Reports, Restriction, Root, SearchError};
pub use search::Search;
