//! The engine behind [`Opponent`].

use std::time::Duration;

use api::{EngineLevel, Message};
use engine::{Budget, Choice, Engine, Level, Net, Settings, StopToken};
use rules::Lang;

use crate::engines::{Job, Opponent, Reply};
use crate::game::Thought;

/// Nodes of one search in memory, 40 bytes each.
const MOST_NODES: u32 = 400_000;

/// The engine of this program.
#[derive(Debug)]
pub(crate) struct BuiltIn {
    /// What it thinks with; without a network by playouts.
    net: Option<Net>,
}

impl BuiltIn {
    pub(crate) fn new(net: Option<Net>) -> BuiltIn {
        BuiltIn { net }
    }
}

impl Opponent for BuiltIn {
    fn levels(&self) -> Vec<EngineLevel> {
        let net = self.net.as_ref();
        let all = || Level::all().iter().chain(Level::ranks());
        let also = |level: &Level| {
            let others = all().filter(|other| other.number != level.number);
            let stands_for = |other: &&Level| {
                Level::offered_for(other.number, net).is_some_and(|l| l.number == level.number)
            };
            others.filter(stands_for).map(|other| other.number).collect()
        };
        let view = |level: &Level| EngineLevel {
            level: level.number,
            name: Message::new(level.name_in(Lang::Zh), level.name_in(Lang::En)),
            rank: level.rank.map(|rank| rank.to_string()),
            also: also(level),
        };
        Level::offered(net).iter().map(view).collect()
    }

    fn decide(&self, job: &Job, time: Duration) -> Reply {
        let seed = u64::from(job.moves).wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ job.game.get().unsigned_abs();
        if let Some(stones) = job.handicap {
            let placed = engine::free_handicap(job.state.size(), stones);
            return Some(Thought::Handicap(Box::new(placed)));
        }
        // A game that began with a network may go on without one.
        let level = Level::offered_for(job.level, self.net.as_ref())?;
        let net = self.net.clone();
        let settings = Settings { level, net, seed, max_nodes: MOST_NODES, ..Settings::default() };
        let mut engine = Engine::new(settings);
        match engine.genmove(&job.state, Budget::time(time), &StopToken::default()) {
            Ok(decision) => Some(match decision.choice {
                Choice::Move(mv) => Thought::Move(mv),
                Choice::Resign => Thought::Resign,
            }),
            Err(error) => {
                tracing::error!(game = %job.game, %error, "the engine has no answer");
                None
            }
        }
    }
}
