//! The player and analyst: whatever thinks, behind plain data.
//!
//! What it is not: it keeps no game (a [`rules::GameState`] comes with each question), runs no clock (a [`Budget`] does),
//! and speaks no protocol (`gtp`, `server` and `cli` translate at their own edge).
//!
//! Start reading at [`Engine::genmove`] and [`Engine::analyse`], then [`Level`] (how strong), `manners.rs` (when it passes
//! and resigns) and [`Status`] (what it holds dead at the end).

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

mod analysis;
mod engine;
mod handicap;
mod hash;
mod human;
mod level;
mod manners;
mod mind;
mod net;
mod options;
mod overrides;
mod resign;
mod rollouts;
mod status;
mod task;
mod time;

pub use analysis::{Analysis, MoveAnalysis, RawRoot};
pub use engine::{Choice, Decision, Engine, EngineError, Settings};
pub use handicap::free_handicap;
pub use level::{Human, Level, Rank, RankError};
pub use net::Net;
pub use nn::{Evaluation, NetInfo, NetworkError};
pub use options::{AnalysisOptions, RawOptions, Restriction};
pub use overrides::{OverrideError, Overrides};
pub use search::StopToken;
pub use status::Status;
pub use time::{Budget, Turn};
