use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use board::Color;
use nn::{Evaluation, Game, MAX_LINES};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use rules::GameState;

use super::batch::Batcher;
use super::cache::Cache;
use super::evaluator::Evaluator;
use super::graph::{Kind, ROOT};
use super::judge::{Judge, own_of, pack_owner};
use super::key::position_key;
use super::moves::{code, scramble};
use super::params::Params;
use super::question::{Question, Reports, Restriction, Root, SearchError};
use super::report::Source;
use super::root::{RootMoves, hashes, prepare};
use super::utility::Scale;
use super::value::{Scratch, back_up, rescale};
use super::walk::{Job, Shared, Walked, Walker};
use crate::analysis::Analysis;
use crate::limits::{Limits, deadline_in, now};

/// Walks between two looks at whether the best move can still lose its place.
const WALKS_PER_LOOK: u32 = 8;

/// Monte-Carlo graph search over an [`Evaluator`]. On one thread the same seed, games and numbers of visits give the same
/// analyses. What it has found stays and is gone on with when the next game continues the last.
#[derive(Debug)]
pub struct Search<E> {
    evaluator: E,
    params: Params,
    shared: Mutex<Shared>,
    cache: Cache,
    rooted: Option<Rooted>,
}

/// What the nodes are about.
#[derive(Clone, Debug)]
struct Rooted {
    game: Game,
    restrictions: Vec<Restriction>,
    favoured: Color,
    /// Black's expected score that the utilities are about.
    expected: f32,
}

impl<E: Evaluator> Search<E> {
    /// A search that knows nothing yet.
    pub fn new(evaluator: E, params: Params) -> Search<E> {
        let cache = Cache::new(params.cache);
        Search { evaluator, params, shared: Mutex::default(), cache, rooted: None }
    }

    /// The evaluator.
    pub fn evaluator(&self) -> &E {
        &self.evaluator
    }

    /// The parameters.
    pub fn params(&self) -> &Params {
        &self.params
    }

    /// Takes other parameters. What was found is forgotten when it would be otherwise under them.
    pub fn set_params(&mut self, params: Params) {
        if !self.params.keeps_tree(&params) {
            self.clear();
        }
        if self.params.cache != params.cache {
            self.cache = Cache::new(params.cache);
        }
        self.params = params;
    }

    /// Forgets what was found; evaluations stay in the cache.
    pub fn clear(&mut self) {
        self.rooted = None;
        let shared = self.shared.get_mut().unwrap_or_else(PoisonError::into_inner);
        shared.graph.clear();
        shared.biases.clear();
    }

    /// Forgets the evaluations, too.
    pub fn clear_cache(&mut self) {
        self.clear();
        self.cache.clear();
    }

    /// Searches a game whose phase is play.
    ///
    /// # Errors
    /// When networks don't know the size of the board.
    pub fn run(&mut self, state: &GameState, limits: &Limits) -> Result<Analysis, SearchError> {
        let root = Root::from_state(state);
        self.run_with(&root, &Question::with_ownership(), limits, None)
    }

    /// Searches from a root, answering a question, with reports on the way.
    ///
    /// # Errors
    /// When networks don't know the size of the board.
    pub fn run_with(
        &mut self,
        root: &Root,
        question: &Question,
        limits: &Limits,
        reports: Option<Reports<'_>>,
    ) -> Result<Analysis, SearchError> {
        let size = root.game.size();
        if size.columns().max(size.rows()) > MAX_LINES {
            return Err(SearchError::TooLarge { columns: size.columns(), rows: size.rows() });
        }
        let favoured = self.params.advantage_color.unwrap_or(root.game.to_move());
        // If the evaluator panics, nothing of this search is gone on with.
        let before = self.rooted.take();
        let expected = self.take_root(before, root, question, favoured);
        let (analysis, expected) = self.search(root, question, favoured, expected, limits, reports);
        self.rooted = Some(Rooted {
            game: root.game.clone(),
            restrictions: question.restrictions.clone(),
            favoured,
            expected,
        });
        Ok(analysis)
    }

    fn search(
        &self,
        root: &Root,
        question: &Question,
        favoured: Color,
        expected: Option<f32>,
        limits: &Limits,
        reports: Option<Reports<'_>>,
    ) -> (Analysis, f32) {
        let threads = self.params.threads.max(1);
        let batcher = Batcher::new(self.params.batch, threads);
        let judge = Judge {
            evaluator: &self.evaluator,
            cache: &self.cache,
            params: &self.params,
            batcher: &batcher,
            favoured,
            sure: AtomicBool::new(false),
        };
        let started = now();
        let evaluation = judge.root(&root.game);
        let seed = scramble(self.params.seed) ^ u64::from(root.game.move_number());
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let is_scaled = expected.is_some();
        let expected = expected.unwrap_or_else(|| self.expected(&evaluation));
        let scale = Scale::new(&self.params, root.game.size().area(), expected);
        let root_moves = prepare(&self.params, root, question, &evaluation, &scale, &mut random);
        if !is_scaled {
            self.rescale(&scale);
        }
        let kept = self.set_root(&root.game, &evaluation, &root_moves, &scale);
        let job = Job {
            params: &self.params,
            judge,
            scale,
            root: &root.game,
            root_moves: &root_moves,
            restrictions: &question.restrictions,
            shared: &self.shared,
            arrived: Condvar::new(),
            limit: limits
                .visits
                .saturating_sub(kept)
                .min(limits.playouts.saturating_sub(u32::from(kept == 1))),
            over: AtomicBool::new(false),
        };
        let findings = Findings {
            root,
            question,
            evaluation: &evaluation,
            root_moves: &root_moves,
            hashes: hashes(&root.game),
            kept,
        };
        let clock = Clock { limits, started };
        (1..threads).for_each(|_| batcher.set_walking(true));
        let main = || lead(&job, &clock, &findings, random, reports);
        on_threads(threads, main, |index| {
            let random = Xoshiro256PlusPlus::seed_from_u64(seed ^ scramble(index));
            follow(&job, &clock, random);
        });
        (findings.analysis(&job, false), expected)
    }

    /// Makes the utilities of the nodes that were kept be about another expected score.
    fn rescale(&self, scale: &Scale) {
        let mut guard = self.shared.lock().unwrap_or_else(PoisonError::into_inner);
        let Shared { graph, biases, .. } = &mut *guard;
        if graph.len() > 0 {
            rescale(graph, biases, &self.params, scale);
        }
    }

    /// Black's expected score: of what was found before, else what the network says.
    fn expected(&self, evaluation: &Evaluation) -> f32 {
        let shared = self.shared.lock().unwrap_or_else(PoisonError::into_inner);
        let known = (shared.graph.len() > 0).then(|| shared.graph.get(ROOT).stats);
        match known {
            #[expect(clippy::cast_possible_truncation, reason = "points need no more digits")]
            Some(stats) if stats.visits > 1 => stats.score_mean as f32,
            _ => evaluation.score_mean,
        }
    }

    /// Makes the root what this search wants it to be; how many visits it keeps, 1 for a new one.
    fn set_root(
        &self,
        game: &Game,
        evaluation: &Evaluation,
        root_moves: &RootMoves,
        scale: &Scale,
    ) -> u32 {
        let mut guard = self.shared.lock().unwrap_or_else(PoisonError::into_inner);
        let shared = &mut *guard;
        (shared.begun, shared.done) = (0, 0);
        if shared.graph.len() == 0 {
            shared.graph.add(position_key(game), game.to_move());
        }
        shared.graph.change(ROOT, |node| {
            node.kind = Kind::Open;
            node.own = own_of(evaluation, scale);
            node.ownership = evaluation.ownership.iter().map(|&owner| pack_owner(owner)).collect();
            node.edges.retain_mut(|edge| {
                let entry = root_moves.of(edge.mv);
                edge.prior = entry.map_or(0.0, |entry| entry.prior);
                entry.is_some()
            });
            node.edges.sort_by(|a, b| b.prior.total_cmp(&a.prior).then(a.mv.cmp(&b.mv)));
            node.in_order = false;
        });
        let mut scratch = Scratch::default();
        back_up(&mut shared.graph, &mut shared.biases, &self.params, ROOT, &mut scratch);
        shared.graph.get(ROOT).stats.visits
    }

    /// Keeps of the nodes what belongs to this root, or nothing when it is no continuation of the one before. For the same
    /// root, what its score was expected to be.
    fn take_root(
        &mut self,
        before: Option<Rooted>,
        root: &Root,
        question: &Question,
        favoured: Color,
    ) -> Option<f32> {
        let before = before.filter(|before| {
            before.restrictions == question.restrictions
                && (before.favoured == favoured || self.params.doubling_advantage == 0.0)
        });
        let found = before.as_ref().and_then(|before| self.find(&before.game, &root.game));
        match found {
            Some(ROOT) => return before.map(|before| before.expected),
            Some(id) => self.descend(id),
            None => self.clear(),
        }
        None
    }

    /// Keeps only what is below a node.
    fn descend(&mut self, id: u32) {
        let free = self.params.bias_free;
        let shared = self.shared.get_mut().unwrap_or_else(PoisonError::into_inner);
        let Shared { graph, biases, .. } = shared;
        graph.descend(id, |node| biases.forget(node, free));
        if biases.bytes() > self.params.memory / 16 {
            biases.clear();
            graph.forget_buckets();
        }
    }

    /// The node of a game that adds at most a few moves to the root's.
    fn find(&mut self, old: &Game, new: &Game) -> Option<u32> {
        let shared = self.shared.get_mut().unwrap_or_else(PoisonError::into_inner);
        let more = new.move_number().checked_sub(old.move_number())?;
        let turns = new.last_moves().get(..usize::try_from(more).ok()?)?;
        let mut game = old.clone();
        let mut id = ROOT;
        for turn in turns.iter().rev() {
            if turn.by != game.to_move() {
                return None;
            }
            let node = shared.graph.get(id);
            id = node.edges[node.edge(code(turn.mv))?].child;
            game.play(turn.mv).ok()?;
        }
        let node = shared.graph.get(id);
        let same = game.hash_with_history() == new.hash_with_history();
        (same && node.kind == Kind::Open && node.stats.visits > 0).then_some(id)
    }
}

/// When a search ends.
struct Clock<'a> {
    limits: &'a Limits,
    started: Instant,
}

impl Clock<'_> {
    fn is_over(&self) -> bool {
        self.limits.stop.is_stopped() || self.limits.deadline.is_some_and(|end| now() >= end)
    }

    /// Walks that can still be made at the speed so far, of those that are `left` by their number.
    fn possible(&self, done: u32, left: u32) -> u32 {
        let Some(deadline) = self.limits.deadline else { return left };
        let now = now();
        let spent = now.duration_since(self.started).as_secs_f64().max(1e-6);
        let time = deadline.saturating_duration_since(now).as_secs_f64();
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "saturates")]
        let possible = (f64::from(done) / spent * time) as u32;
        left.min(possible.max(1))
    }
}

/// What reports are made from besides the nodes.
struct Findings<'a> {
    root: &'a Root,
    question: &'a Question,
    evaluation: &'a Evaluation,
    root_moves: &'a RootMoves,
    hashes: (u128, u128),
    kept: u32,
}

impl Findings<'_> {
    fn analysis<E: Evaluator>(&self, job: &Job<'_, E>, is_partial: bool) -> Analysis {
        let shared = job.lock();
        let source = Source {
            params: job.params,
            graph: &shared.graph,
            game: &self.root.game,
            evaluation: self.evaluation,
            root_moves: self.root_moves,
            scale: &job.scale,
            question: self.question,
            hashes: self.hashes,
            new_visits: shared.done + u32::from(self.kept == 1),
            is_partial,
        };
        source.analysis()
    }
}

/// The work of the thread that called the search: walks, reports, and the decision to stop early.
fn lead<E: Evaluator>(
    job: &Job<'_, E>,
    clock: &Clock<'_>,
    findings: &Findings<'_>,
    random: Xoshiro256PlusPlus,
    mut reports: Option<Reports<'_>>,
) {
    let _end = End(job);
    let mut walker = Walker::new(random);
    let mut due = reports.as_ref().and_then(|reports| deadline_in(reports.first));
    let mut walks = 0u32;
    while !job.over.load(Ordering::Relaxed) && !clock.is_over() {
        if let Some(reports) = &mut reports
            && due.is_some_and(|due| now() >= due)
        {
            (reports.tell)(&findings.analysis(job, true));
            due = deadline_in(reports.every.max(Duration::from_millis(1)));
        }
        match job.walk(&mut walker) {
            Walked::Over => break,
            Walked::Met => continue,
            Walked::Visited => walks += 1,
        }
        let looks = clock.limits.early_stop && walks.is_multiple_of(WALKS_PER_LOOK);
        if looks && is_decided(job, clock) {
            break;
        }
    }
}

/// The work of every other thread.
fn follow<E: Evaluator>(job: &Job<'_, E>, clock: &Clock<'_>, random: Xoshiro256PlusPlus) {
    let _end = End(job);
    let mut walker = Walker::new(random);
    while !job.over.load(Ordering::Relaxed) && !clock.is_over() {
        if job.walk(&mut walker) == Walked::Over {
            break;
        }
    }
}

/// Ends the search for all threads when one of them is done with it, even by a panic in the evaluator.
struct End<'a, 'b, E: Evaluator>(&'a Job<'b, E>);

impl<E: Evaluator> Drop for End<'_, '_, E> {
    fn drop(&mut self) {
        self.0.over.store(true, Ordering::Relaxed);
        self.0.arrived.notify_all();
        self.0.judge.batcher.set_walking(false);
    }
}

/// Whether the most visited move can't lose its place any more.
fn is_decided<E: Evaluator>(job: &Job<'_, E>, clock: &Clock<'_>) -> bool {
    let shared = job.lock();
    let left = clock.possible(shared.done, job.limit.saturating_sub(shared.begun));
    let (mut best, mut second) = (0, 0);
    for edge in &shared.graph.get(ROOT).edges {
        if edge.visits > best {
            (best, second) = (edge.visits, best);
        } else {
            second = second.max(edge.visits);
        }
    }
    best - second > left
}

/// Runs `main` on this thread and `other`, with a number from 1, on each of the others.
#[expect(
    clippy::disallowed_methods,
    reason = "the caller has said how many threads a search may use"
)]
fn on_threads(threads: usize, main: impl FnOnce(), other: impl Fn(u64) + Sync) {
    std::thread::scope(|scope| {
        let other = &other;
        for index in (1u64..).take(threads - 1) {
            scope.spawn(move || other(index));
        }
        main();
    });
}
