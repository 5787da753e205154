//! KataGo-format networks on an ordinary CPU: the file format, the input features, the kernels, and what the outputs
//! mean.
//!
//! What it is not: it reads no files (bytes come in), searches nothing (`search` does) and plays no game; the only
//! `unsafe` code of the project is in its kernels.
//!
//! Start reading at [`Net`] (from a file to judged games), then [`Model`] (what a file holds), [`Game`] (a game as
//! networks know it) and [`Evaluation`] (what comes out).

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

mod evaluation;
mod features;
mod game;
mod kernels;
pub mod model;
mod net;
mod network;
mod outputs;
mod post;
mod profile;
pub mod reference;
mod symmetry;

pub use evaluation::Evaluation;
pub use features::{BoardTooLarge, FeatureOptions, Features};
pub use game::{
    Game, HISTORY, HandicapBonus, IllegalMove, KoRule, NetRules, NetRulesError, Scoring, Snapshot,
    Tax, Turn,
};
pub use kernels::KernelSet;
pub use model::{Model, NetError};
pub use net::{Net, NetInfo, Question, sha256};
pub use network::{
    EvaluateError, Input, Network, NetworkError, NetworkOptions, Observer, Step, StepKind,
    ThreadsError, Workspace,
};
pub use outputs::RawOutputs;
pub use post::{
    Meaning, PostOptions, Situation, can_have_no_result, post_process, post_process_into,
};
pub use profile::{HumanProfile, HumanProfileError};
pub use symmetry::Symmetry;

/// The network that comes with the program, as a file: our own, small, stored with weights of half precision (which only
/// this program reads; [`Model::write`] gives KataGo's form).
pub static DEFAULT_NET: &[u8] = include_bytes!("../nets/default.bin.gz");

/// Where [`DEFAULT_NET`] comes from and how good it is, in both languages, as TOML.
pub static DEFAULT_CARD: &str = include_str!("../nets/default.toml");

/// Longest side of a board that networks know, in lines.
pub const MAX_LINES: u8 = 19;

/// Input planes of the features (version 7).
pub const PLANES: usize = 22;

/// Global inputs of the features (version 7).
pub const GLOBALS: usize = 19;

/// Numbers about the players that networks which imitate people take in.
pub const META: usize = 192;
