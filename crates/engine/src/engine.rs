use std::thread::JoinHandle;

use board::{Color, Move};
use nn::{HumanProfile, NetworkError};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use rules::life;
use rules::{GameState, Phase};
use search::StopToken;
use thiserror::Error;

use crate::analysis::{Analysis, MoveAnalysis, for_color};
use crate::human;
use crate::level::Level;
use crate::manners;
use crate::mind::{Mind, net_for};
use crate::net::Net;
use crate::options::{AnalysisOptions, RawOptions};
use crate::overrides::Overrides;
use crate::resign::Resignation;
use crate::status::Status;
use crate::task::Task;
use crate::time::Budget;

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
    /// The most nodes in memory without a network, 40 bytes each.
    pub max_nodes: u32,
    /// Bytes of memory for the nodes with a network.
    pub net_memory: usize,
    /// Bytes of memory for evaluations of the network.
    pub net_cache: usize,
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
            net_memory: 1 << 30,
            net_cache: 128 << 20,
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
    mind: Option<Mind>,
    pondering: Option<Pondering>,
    random: Xoshiro256PlusPlus,
    resignation: Resignation,
}

/// A search on another thread, on the other side's time.
#[derive(Debug)]
struct Pondering {
    stop: StopToken,
    thread: JoinHandle<Mind>,
}

impl Engine {
    /// An engine ready to be asked.
    pub fn new(settings: Settings) -> Engine {
        Engine {
            mind: None,
            pondering: None,
            random: Xoshiro256PlusPlus::seed_from_u64(settings.seed.wrapping_add(1)),
            settings,
            resignation: Resignation::default(),
        }
    }

    /// Reads a network file: KataGo's formats 8 to 17, binary or text, compressed or not.
    ///
    /// # Errors
    /// When the bytes are none, or this machine cannot compute it.
    pub fn load_net(bytes: &[u8]) -> Result<Net, NetworkError> {
        Net::load(bytes)
    }

    /// The network that comes with the program.
    ///
    /// # Errors
    /// When this machine cannot compute it.
    pub fn default_net() -> Result<Net, NetworkError> {
        Net::load(nn::DEFAULT_NET)
    }

    /// How it is set up.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Changes how it is set up; what it holds of the game stays unless network, seed or memory change.
    pub fn set(&mut self, settings: Settings) {
        let old = &self.settings;
        let memory =
            |settings: &Settings| (settings.max_nodes, settings.net_memory, settings.net_cache);
        let keeps = old.net == settings.net
            && old.seed == settings.seed
            && memory(old) == memory(&settings);
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

    /// Forgets the tree, so that the next question is searched from nothing; what a network said of positions stays.
    pub fn forget(&mut self) {
        self.stop_pondering();
        match &mut self.mind {
            Some(Mind::Net(mind)) => mind.forget(),
            other => *other = None,
        }
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
        // The choice looks at ownership and policy, whoever else does.
        let asked = AnalysisOptions { ownership: true, policy: true, ..options.clone() };
        let only_asked = |analysis: &mut Analysis| {
            if !options.ownership {
                analysis.ownership = None;
            }
            if !options.policy {
                (analysis.policy, analysis.human_policy) = (None, None);
            }
        };
        let mut report = |analysis: &Analysis| {
            let mut analysis = analysis.clone();
            only_asked(&mut analysis);
            on_report(&analysis);
        };
        let mut analysis = self.think(game, &asked, true, &mut report, stop)?;
        let choice = self.choose(game, &analysis, &asked);
        only_asked(&mut analysis);
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
        game: &GameState,
        options: &RawOptions,
    ) -> Result<nn::Evaluation, EngineError> {
        let net = net_for(&self.settings, game).ok_or(EngineError::NoNet)?;
        let profile =
            self.profile(net_for(&self.settings, game), options.human_profile.as_deref())?;
        Ok(net.raw(game, options, profile))
    }

    /// Thinks about a position on another thread until the next question, [`Engine::stop_pondering`] or `clear`: the
    /// next question about a game that goes on from here finds the tree.
    ///
    /// # Errors
    /// When nobody is to move.
    #[expect(clippy::disallowed_methods, reason = "the crate that may start threads")]
    pub fn ponder(&mut self, game: &GameState) -> Result<(), EngineError> {
        let mover = mover_of(game)?;
        let mut mind = self.take_mind(game);
        let stop = StopToken::new();
        let (game, token, settings) = (game.clone(), stop.clone(), self.settings.clone());
        let thread = std::thread::spawn(move || {
            let options = AnalysisOptions {
                ownership: false,
                overrides: settings.overrides.clone(),
                ..AnalysisOptions::default()
            };
            let task = Task { is_play: true, ..Task::endless(&settings, &options) };
            mind.run(&game, mover, &task, None, &mut |_| {}, &token);
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
        match net_for(&self.settings, game) {
            Some(net) => {
                let options = life::Options { seed: self.settings.seed, ..Default::default() };
                Status::by_net(game, net, &options)
            }
            None => Status::new(game, self.settings.seed),
        }
    }

    fn take_mind(&mut self, game: &GameState) -> Mind {
        self.stop_pondering();
        let settings = &self.settings;
        let kept = self.mind.take().filter(|mind| mind.suits(settings, game));
        kept.unwrap_or_else(|| Mind::new(settings, game))
    }

    /// The people that are asked for.
    fn profile(
        &self,
        net: Option<&Net>,
        name: Option<&str>,
    ) -> Result<Option<HumanProfile>, EngineError> {
        let Some(name) = name else { return Ok(None) };
        let unknown = || EngineError::Profile(name.to_owned());
        let profile = HumanProfile::parse(name).map_err(|_| unknown())?;
        match net {
            Some(net) if net.knows_people() => Ok(Some(profile)),
            _ => Err(unknown()),
        }
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
        let net = net_for(&self.settings, game);
        let profile = self.profile(net, options.human_profile.as_deref())?;
        let overrides = options.overrides.over(&self.settings.overrides);
        let options = AnalysisOptions { overrides, ..options.clone() };
        let task = Task::new(&self.settings, &options, is_play, net.is_some());
        let mut mind = self.take_mind(game);
        let analysis = mind.run(game, mover, &task, profile, on_report, stop);
        self.mind = Some(mind);
        analysis.ok_or(EngineError::NoNet)
    }

    fn choose(
        &mut self,
        game: &GameState,
        analysis: &Analysis,
        options: &AnalysisOptions,
    ) -> Choice {
        let overrides = options.overrides.over(&self.settings.overrides);
        let may = overrides.allow_resignation.unwrap_or(self.settings.resigns);
        if self.resignation.is_due(game, analysis, &self.settings.level, &overrides) && may {
            return Choice::Resign;
        }
        let seed = self.settings.seed;
        let net = net_for(&self.settings, game).cloned();
        if manners::should_pass(game, analysis, net.as_ref(), seed) {
            return Choice::Move(Move::Pass);
        }
        let cleaning = manners::clean_up(game, analysis, seed)
            .or_else(|| manners::last_points(game, analysis, seed));
        if let (None, Some(net), Some(human)) = (&cleaning, &net, self.settings.level.human) {
            let random = &mut self.random;
            let mut lead_after = |mv| net.lead_after(game, mv);
            let chosen =
                human::choose(game, analysis, &human, &mut || unit(random), &mut lead_after);
            let fits = |mv: &Move| *mv != Move::Pass || !manners::is_open(game, seed);
            if let Some(mv) = chosen.filter(fits) {
                return Choice::Move(mv);
            }
        }
        let candidates: Vec<&MoveAnalysis> = match &cleaning {
            Some(points) => analysis
                .moves
                .iter()
                .filter(|entry| matches!(entry.mv, Move::Play(point) if points.contains(point)))
                .collect(),
            None if analysis.best() == Move::Pass && manners::is_open(game, seed) => {
                analysis.moves.iter().filter(|entry| entry.mv != Move::Pass).collect()
            }
            None => analysis.moves.iter().collect(),
        };
        let temperature = overrides.chosen_move_temperature;
        let temperature = temperature.unwrap_or(match self.settings.level.rank {
            Some(_) if net.is_some() => 0.0,
            _ => self.settings.level.temperature,
        });
        Choice::Move(self.draw(analysis, &candidates, temperature))
    }

    /// The move to make: the best, or one drawn by its visits; never a pass when there is something better.
    fn draw(
        &mut self,
        analysis: &Analysis,
        candidates: &[&MoveAnalysis],
        temperature: f32,
    ) -> Move {
        let mover = analysis.to_move;
        let Some(best) = candidates.first() else { return Move::Pass };
        if temperature <= 0.0 || best.visits == 0 {
            return best.mv;
        }
        // A weak level plays weak moves, but none that throws the game away at once.
        let bound = for_color(best.win_rate, mover) - 0.2;
        let fair: Vec<&MoveAnalysis> = candidates
            .iter()
            .copied()
            .filter(|entry| entry.mv != Move::Pass || entry.mv == analysis.best())
            .filter(|entry| entry.visits > 1 && for_color(entry.win_rate, mover) >= bound)
            .collect();
        let weight =
            |entry: &MoveAnalysis| f64::from(entry.visits).powf(1.0 / f64::from(temperature));
        let total: f64 = fair.iter().map(|entry| weight(entry)).sum();
        let mut left = unit(&mut self.random) * total;
        for entry in &fair {
            left -= weight(entry);
            if left < 0.0 {
                return entry.mv;
            }
        }
        best.mv
    }
}

/// A random number from 0 to 1.
#[expect(clippy::cast_precision_loss, reason = "53 bits are enough")]
fn unit(random: &mut Xoshiro256PlusPlus) -> f64 {
    (random.next_u64() >> 11) as f64 / (1u64 << 53) as f64
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
