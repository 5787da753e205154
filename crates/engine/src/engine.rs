use std::thread::JoinHandle;

use board::{Color, Move};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use rules::{GameState, Phase};
use search::StopToken;
use thiserror::Error;

use crate::analysis::{Analysis, MoveAnalysis, for_color};
use crate::level::Level;
use crate::manners;
use crate::net::{Net, NetError};
use crate::options::{AnalysisOptions, RawOptions};
use crate::overrides::Overrides;
use crate::rollouts::RolloutMind;
use crate::status::Status;
use crate::task::Task;
use crate::time::Budget;

/// Own moves in a row that must look lost before the engine resigns.
const HOPELESS_MOVES: u8 = 3;

/// How an engine is set up.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// How strong it plays.
    pub level: Level,
    /// What it thinks with; without a network by playouts.
    pub net: Option<Net>,
    /// Threads that think at once, at least 1; playouts use one.
    pub threads: u32,
    /// Where its random numbers begin; on one thread the same seed, game and visits give the same moves.
    pub seed: u64,
    /// Whether it may resign.
    pub resigns: bool,
    /// The most nodes in memory, 40 bytes each without a network.
    pub max_nodes: u32,
    /// Numbers of the search, unless a question brings its own.
    pub overrides: Overrides,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            level: Level::default(),
            net: None,
            threads: 1,
            seed: 0,
            resigns: true,
            max_nodes: 2_000_000,
            overrides: Overrides::default(),
        }
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
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EngineError {
    /// Nobody is to move in this phase.
    #[error("no move is to be made in phase {0:?}")]
    NotPlaying(Phase),
    /// The game is interrupted or a sealed move waits.
    #[error("the game is interrupted")]
    Interrupted,
    /// The question is for a network, and there is none, or none for boards of this size.
    #[error("there is no network for this board")]
    NoNet,
    /// The network does not know people, or not those of this profile.
    #[error("the network knows no profile {0}")]
    Profile(String),
}

/// A player and analyst. It keeps its tree from question to question and goes on with it when the game went on; nothing
/// else of a game stays in it.
#[derive(Debug)]
pub struct Engine {
    settings: Settings,
    mind: Option<RolloutMind>,
    pondering: Option<Pondering>,
    random: Xoshiro256PlusPlus,
    /// Own moves in a row that looked lost, and when the last of them was.
    hopeless: (u8, u32),
}

/// A search on another thread, on the other side's time.
#[derive(Debug)]
struct Pondering {
    stop: StopToken,
    thread: JoinHandle<RolloutMind>,
}

impl Engine {
    /// An engine ready to be asked.
    pub fn new(settings: Settings) -> Engine {
        Engine {
            mind: None,
            pondering: None,
            random: Xoshiro256PlusPlus::seed_from_u64(settings.seed.wrapping_add(1)),
            settings,
            hopeless: (0, 0),
        }
    }

    /// Reads a network file: KataGo's formats 8 to 17, binary or text, compressed or not.
    ///
    /// # Errors
    /// When the bytes are none.
    pub fn load_net(_bytes: &[u8]) -> Result<Net, NetError> {
        Err(NetError::NoKernels)
    }

    /// How it is set up.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Changes how it is set up; what it holds of the game stays unless network, seed or memory change.
    pub fn set(&mut self, settings: Settings) {
        let old = &self.settings;
        let keeps = old.net == settings.net
            && old.seed == settings.seed
            && old.max_nodes == settings.max_nodes;
        if keeps {
            self.stop_pondering();
            self.settings = settings;
        } else {
            *self = Engine::new(settings);
        }
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
        self.genmove_with(game, &AnalysisOptions::within(budget), &mut |_| {}, stop)
    }

    /// Chooses a move and reports on the way, as the options say. The analysis of the decision is what was asked for.
    ///
    /// # Errors
    /// When nobody is to move, or the options ask for what the network does not know.
    pub fn genmove_with(
        &mut self,
        game: &GameState,
        options: &AnalysisOptions,
        on_report: &mut dyn FnMut(&Analysis),
        stop: &StopToken,
    ) -> Result<Decision, EngineError> {
        // The choice looks at ownership, whoever else does.
        let asked = AnalysisOptions { ownership: true, ..options.clone() };
        let mut on_report = |analysis: &Analysis| {
            if options.ownership {
                on_report(analysis);
            } else {
                on_report(&Analysis { ownership: None, ..analysis.clone() });
            }
        };
        let mut analysis = self.think(game, &asked, true, &mut on_report, stop)?;
        let choice = self.choose(game, &analysis);
        if !options.ownership {
            analysis.ownership = None;
        }
        Ok(Decision { choice, analysis })
    }

    /// Analyses a game without moving. Reports come as the options say, from this thread; the answer is the last word.
    ///
    /// # Errors
    /// When nobody is to move, or the options ask for what the network does not know.
    pub fn analyse(
        &mut self,
        game: &GameState,
        options: &AnalysisOptions,
        on_report: &mut dyn FnMut(&Analysis),
        stop: &StopToken,
    ) -> Result<Analysis, EngineError> {
        self.think(game, options, false, on_report, stop)
    }

    /// What the network says of a position without any search, from Black's view.
    ///
    /// # Errors
    /// [`EngineError::NoNet`] when there is no network, or the board is too large for it.
    pub fn raw_net(
        &self,
        _game: &GameState,
        _options: &RawOptions,
    ) -> Result<nn::Evaluation, EngineError> {
        Err(EngineError::NoNet)
    }

    /// Thinks about a position on another thread until the next question, [`Engine::stop_pondering`] or `clear`: the
    /// next question about a game that goes on from here finds the tree.
    ///
    /// # Errors
    /// When nobody is to move.
    #[expect(clippy::disallowed_methods, reason = "the crate that may start threads")]
    pub fn ponder(&mut self, game: &GameState) -> Result<(), EngineError> {
        let mover = mover_of(game)?;
        let mut mind = self.take_mind();
        let stop = StopToken::new();
        let (game, token) = (game.clone(), stop.clone());
        let options = AnalysisOptions { ownership: false, ..AnalysisOptions::default() };
        let thread = std::thread::spawn(move || {
            let task = Task {
                visits: u32::MAX,
                playouts: None,
                deadline: None,
                early_stop: false,
                options: &options,
            };
            mind.run(&game, mover, &task, &mut |_| {}, &token);
            mind
        });
        self.pondering = Some(Pondering { stop, thread });
        Ok(())
    }

    /// Ends what [`Engine::ponder`] began and keeps what it found.
    pub fn stop_pondering(&mut self) {
        if let Some(Pondering { stop, thread }) = self.pondering.take() {
            stop.stop();
            self.mind = thread.join().ok();
        }
    }

    /// Whether it thinks on another thread.
    pub fn is_pondering(&self) -> bool {
        self.pondering.is_some()
    }

    /// What it holds dead, in seki and unsettled, and the count that follows; of a game in any phase.
    pub fn status(&self, game: &GameState) -> Status {
        Status::new(game, self.settings.seed)
    }

    fn take_mind(&mut self) -> RolloutMind {
        self.stop_pondering();
        let settings = &self.settings;
        self.mind.take().unwrap_or_else(|| RolloutMind::new(settings.max_nodes, settings.seed))
    }

    fn think(
        &mut self,
        game: &GameState,
        options: &AnalysisOptions,
        is_play: bool,
        on_report: &mut dyn FnMut(&Analysis),
        stop: &StopToken,
    ) -> Result<Analysis, EngineError> {
        let mover = mover_of(game)?;
        if let Some(profile) = &options.human_profile {
            return Err(EngineError::Profile(profile.clone()));
        }
        let overrides = options.overrides.over(&self.settings.overrides);
        let options = AnalysisOptions { overrides, ..options.clone() };
        let task = Task::new(&self.settings.level, &options, is_play);
        let mut mind = self.take_mind();
        let analysis = mind.run(game, mover, &task, on_report, stop);
        self.mind = Some(mind);
        Ok(analysis)
    }

    fn choose(&mut self, game: &GameState, analysis: &Analysis) -> Choice {
        if self.is_lost(game, analysis) {
            return Choice::Resign;
        }
        if manners::should_pass(game, analysis, self.settings.seed) {
            return Choice::Move(Move::Pass);
        }
        Choice::Move(self.draw(game, analysis, analysis.to_move))
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

impl Drop for Engine {
    fn drop(&mut self) {
        self.stop_pondering();
    }
}

/// Whose turn it is.
fn mover_of(game: &GameState) -> Result<Color, EngineError> {
    let mover = game.to_move().ok_or(EngineError::NotPlaying(game.phase()))?;
    if game.is_paused() || game.sealed().is_some() {
        return Err(EngineError::Interrupted);
    }
    Ok(mover)
}
