//! Rulesets and engine levels as clients see them.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::Message;

/// A ruleset in the list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct RulesetLine {
    /// The id, such as `chinese`.
    pub id: String,
    /// Its name.
    pub name: Message,
    /// A sentence about it.
    pub about: Message,
    /// Komi of an even game, in points, such as `7.5`.
    pub komi: String,
    /// Whether counting is by area (数子) and so in 子 where the rules do; otherwise by territory or stones.
    pub scoring: String,
}

/// A ruleset explained.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct RulesetView {
    /// The line of the list.
    #[serde(flatten)]
    pub line: RulesetLine,
    /// Other names it is known by.
    pub aliases: Vec<String>,
    /// Every axis, explained.
    pub axes: Vec<Axis>,
}

/// One axis of a ruleset.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Axis {
    /// The axis, such as `suicide`.
    pub axis: String,
    /// Its title.
    pub title: Message,
    /// What this ruleset says.
    pub text: Message,
}

/// A level of the engine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct EngineLevel {
    /// Its number: 1 to 5 for levels that need no network; 11 (20 kyu) to 30 (1 kyu) and 31 (1 dan) to 39 (9 dan) for those
    /// by rank, which a server with a network has.
    pub level: u8,
    /// Its name.
    pub name: Message,
    /// Its rank, such as `5k` or `3d`; none for levels that need no network.
    pub rank: Option<String>,
    /// Numbers of levels that this server does not offer; who asks for one of them gets this level.
    pub also: Vec<u8>,
}
