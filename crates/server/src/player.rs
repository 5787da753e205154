//! The engine behind [`Opponent`].

use std::time::Duration;

use api::{EngineLevel, Message};
use engine::{Budget, Choice, Engine, Level, Settings, StopToken};
use rules::Lang;

use crate::engines::{Job, Opponent, Reply};
use crate::game::Thought;

/// Nodes of one search in memory, 40 bytes each.
const MOST_NODES: u32 = 400_000;

/// The engine of this program.
#[derive(Debug)]
pub(crate) struct BuiltIn;

impl Opponent for BuiltIn {
    fn levels(&self) -> Vec<EngineLevel> {
        let view = |level: &Level| EngineLevel {
            level: level.number,
            name: Message::new(level.name_in(Lang::Zh), level.name_in(Lang::En)),
        };
        Level::all().iter().map(view).collect()
    }

    fn decide(&self, job: &Job, time: Duration) -> Reply {
        let seed = u64::from(job.moves).wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ job.game.get().unsigned_abs();
        if let Some(stones) = job.handicap {
            let placed = engine::free_handicap(job.state.size(), stones);
            return Some(Thought::Handicap(Box::new(placed)));
        }
        let level = Level::numbered(job.level)?;
        let settings = Settings { level, seed, max_nodes: MOST_NODES, ..Settings::default() };
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
