//! The engine behind [`Opponent`].

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use api::{EngineLevel, GameId, Message};
use engine::{Budget, Choice, Engine, Level, Net, Settings, StopToken};
use rules::Lang;

use crate::engines::{Job, Opponent, Reply};
use crate::game::Thought;

/// Nodes of one search in memory without a network, 40 bytes each.
const MOST_NODES: u32 = 400_000;

/// Bytes of one search over a network: for its nodes, and for evaluations.
const NET_MEMORY: usize = 64 << 20;
const NET_CACHE: usize = 8 << 20;

/// Engines that wait for the next move of their game at most.
const MOST_IDLE: usize = 12;

/// The engine of this program.
#[derive(Debug)]
pub(crate) struct BuiltIn {
    /// What it thinks with; without a network by playouts.
    net: Option<Net>,
    /// Engines of games that go on, the one that moved last at the end.
    idle: Mutex<VecDeque<(GameId, Engine)>>,
}

impl BuiltIn {
    pub(crate) fn new(net: Option<Net>) -> BuiltIn {
        BuiltIn { net, idle: Mutex::default() }
    }

    /// The engine of a game: the one that made its last move, with what it found and remembers, or a new one.
    fn engine(&self, game: GameId, level: Level) -> Engine {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let at =
            idle.iter().position(|(of, engine)| *of == game && engine.settings().level == level);
        if let Some((_, engine)) = at.and_then(|at| idle.remove(at)) {
            return engine;
        }
        drop(idle);
        Engine::new(Settings {
            level,
            net: self.net.clone(),
            seed: game.get().unsigned_abs().wrapping_mul(0x9e37_79b9_7f4a_7c15),
            max_nodes: MOST_NODES,
            net_memory: NET_MEMORY,
            net_cache: NET_CACHE,
            ..Settings::default()
        })
    }

    /// Keeps an engine for the next move of its game.
    fn keep(&self, game: GameId, engine: Engine) {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        idle.push_back((game, engine));
        if idle.len() > MOST_IDLE {
            idle.pop_front();
        }
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

    fn decide(&self, job: &Job, budget: Budget, stop: &StopToken) -> Reply {
        if let Some(stones) = job.handicap {
            let placed = engine::free_handicap(job.state.size(), stones);
            return Some(Thought::Handicap(Box::new(placed)));
        }
        // A game that began with a network may go on without one.
        let level = Level::offered_for(job.level, self.net.as_ref())?;
        let mut engine = self.engine(job.game, level);
        let decision = engine.genmove(&job.state, budget, stop);
        self.keep(job.game, engine);
        match decision {
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
