use board::{Color, Move};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use rules::{GameState, Phase};
use search::{Limits, Params, PlayoutParams, Rollouts, Search, StopToken};
use thiserror::Error;

use crate::analysis::{Analysis, MoveAnalysis, for_color};
use crate::level::Level;
use crate::manners;
use crate::status::Status;
use crate::time::Budget;

/// Own moves in a row that must look lost before the engine resigns.
const HOPELESS_MOVES: u8 = 3;

/// How an engine is set up.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// How strong it plays.
    pub level: Level,
    /// Where its random numbers begin; the same seed, game and visits give the same moves.
    pub seed: u64,
    /// Whether it may resign.
    pub resigns: bool,
    /// The most nodes in memory, 40 bytes each.
    pub max_nodes: u32,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { level: Level::default(), seed: 0, resigns: true, max_nodes: 2_000_000 }
    }
}

/// What the engine does on its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// A stone or a pass.
    Move(Move),
    /// It gives up.
    Resign,
}

/// A choice and what it rests on.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// What the engine does.
    pub choice: Choice,
    /// What it thought.
    pub analysis: Analysis,
}

/// Why the engine has no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum EngineError {
    /// Nobody is to move in this phase.
    #[error("no move is to be made in phase {0:?}")]
    NotPlaying(Phase),
    /// The game is interrupted or a sealed move waits.
    #[error("the game is interrupted")]
    Interrupted,
}

/// A player and analyst without a network. It keeps its tree from question to question and goes on with it when the
/// game went on; nothing else of a game stays in it.
#[derive(Debug)]
pub struct Engine {
    settings: Settings,
    search: Search<Rollouts>,
    random: Xoshiro256PlusPlus,
    /// Own moves in a row that looked lost, and when the last of them was.
    hopeless: (u8, u32),
}

impl Engine {
    /// An engine ready to be asked.
    pub fn new(settings: Settings) -> Engine {
        let rollouts = Rollouts::new(PlayoutParams::default(), settings.seed);
        let params = Params { max_nodes: settings.max_nodes, ..Params::for_rollouts() };
        Engine {
            search: Search::new(rollouts, params),
            random: Xoshiro256PlusPlus::seed_from_u64(settings.seed.wrapping_add(1)),
            settings,
            hopeless: (0, 0),
        }
    }

    /// How it is set up.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Begins as new, for another game: no tree, random numbers from the seed.
    pub fn clear(&mut self) {
        *self = Engine::new(self.settings.clone());
    }

    /// Chooses a move for the side to move; `stop` ends it early, with the best so far.
    ///
    /// # Errors
    /// When nobody is to move.
    pub fn genmove(
        &mut self,
        game: &GameState,
        budget: Budget,
        stop: &StopToken,
    ) -> Result<Decision, EngineError> {
        let analysis = self.analyse(game, budget, stop)?;
        let mover = analysis.to_move;
        if self.is_lost(game, &analysis) {
            return Ok(Decision { choice: Choice::Resign, analysis });
        }
        let mv = if manners::should_pass(game, &analysis, self.settings.seed) {
            Move::Pass
        } else {
            self.draw(game, &analysis, mover)
        };
        Ok(Decision { choice: Choice::Move(mv), analysis })
    }

    /// Analyses a game without moving.
    ///
    /// # Errors
    /// When nobody is to move.
    pub fn analyse(
        &mut self,
        game: &GameState,
        budget: Budget,
        stop: &StopToken,
    ) -> Result<Analysis, EngineError> {
        let mover = game.to_move().ok_or(EngineError::NotPlaying(game.phase()))?;
        if game.is_paused() || game.sealed().is_some() {
            return Err(EngineError::Interrupted);
        }
        let limits = self.limits(budget, stop);
        Ok(Analysis::of(self.search.run(game, &limits), mover))
    }

    /// What it holds dead, in seki and unsettled, and the count that follows; of a game in any phase.
    pub fn status(&self, game: &GameState) -> Status {
        Status::new(game, self.settings.seed)
    }

    fn limits(&self, budget: Budget, stop: &StopToken) -> Limits {
        let level = &self.settings.level;
        let visits = match budget {
            Budget { visits: Some(visits), .. } => visits,
            Budget { time: Some(_), .. } if level.uses_all_time => u32::MAX,
            _ => level.visits,
        };
        let limits = Limits { stop: stop.clone(), ..Limits::visits(visits.max(1)) };
        match budget.time {
            Some(time) => Limits { early_stop: true, ..limits.within(time) },
            None => limits,
        }
    }

    /// Whether it is time to resign: several moves in a row looked lost, and nothing on the board can be unclear.
    fn is_lost(&mut self, game: &GameState, analysis: &Analysis) -> bool {
        let value = for_color(analysis.win_rate, analysis.to_move);
        let now = game.move_number();
        let (count, last) = self.hopeless;
        let in_a_row = now > last && now - last <= 2;
        self.hopeless = match (value < self.settings.level.resign_below, in_a_row) {
            (true, true) => (count + 1, now),
            (true, false) => (1, now),
            (false, _) => (0, 0),
        };
        let area = u32::try_from(game.size().area()).unwrap_or(u32::MAX);
        self.settings.resigns && self.hopeless.0 >= HOPELESS_MOVES && now >= area / 4 && area > 25
    }

    /// The move to make: the most visited, or one drawn as the level says; never a pass when there is something better.
    fn draw(&mut self, game: &GameState, analysis: &Analysis, mover: Color) -> Move {
        let cleaning = manners::clean_up(game, analysis, self.settings.seed);
        let candidates: Vec<&MoveAnalysis> = match &cleaning {
            Some(points) => analysis
                .moves
                .iter()
                .filter(|entry| matches!(entry.mv, Move::Play(point) if points.contains(point)))
                .collect(),
            None => analysis.moves.iter().collect(),
        };
        let Some(best) = candidates.first() else { return Move::Pass };
        let temperature = self.settings.level.temperature;
        if temperature <= 0.0 || best.visits == 0 {
            return best.mv;
        }
        // A weak level plays weak moves, but none that throws the game away at once.
        let bound = for_color(best.win_rate, mover) - 0.2;
        let fair: Vec<&MoveAnalysis> = candidates
            .into_iter()
            .filter(|entry| entry.mv != Move::Pass || entry.mv == analysis.moves[0].mv)
            .filter(|entry| entry.visits > 1 && for_color(entry.win_rate, mover) >= bound)
            .collect();
        let weight =
            |entry: &MoveAnalysis| f64::from(entry.visits).powf(1.0 / f64::from(temperature));
        let total: f64 = fair.iter().map(|entry| weight(entry)).sum();
        #[expect(clippy::cast_precision_loss, reason = "53 bits are enough")]
        let mut left = (self.random.next_u64() >> 11) as f64 / (1u64 << 53) as f64 * total;
        for entry in &fair {
            left -= weight(entry);
            if left < 0.0 {
                return entry.mv;
            }
        }
        analysis.moves.first().map_or(Move::Pass, |entry| entry.mv)
    }
}
