//! The search step: a walk from the root to a position that nobody has looked at, and back.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use board::Move;
use nn::Game;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::bias::Biases;
use super::evaluator::Evaluator;
use super::graph::{Edge, Graph, Kind, ROOT};
use super::judge::Judge;
use super::key::child_key;
use super::moves::{code, decode};
use super::params::Params;
use super::question::Restriction;
use super::random;
use super::root::RootMoves;
use super::select::{Pick, pick, pick_root};
use super::utility::Scale;
use super::value::{Scratch, back_up, visit_end};

/// A wait is never longer than this without a look around.
const PATIENCE: Duration = Duration::from_millis(50);

/// What the threads of a search share, under one lock. It is held for choosing and backing up, some microseconds;
/// positions are played out and evaluated without it.
#[derive(Debug, Default)]
pub(crate) struct Shared {
    pub(crate) graph: Graph,
    pub(crate) biases: Biases,
    /// Walks begun by this search and not given up.
    pub(crate) begun: u32,
    /// Walks brought to their end by this search.
    pub(crate) done: u32,
}

/// One search at work.
pub(crate) struct Job<'a, E> {
    pub(crate) params: &'a Params,
    pub(crate) judge: Judge<'a, E>,
    pub(crate) scale: Scale,
    pub(crate) root: &'a Game,
    pub(crate) root_moves: &'a RootMoves,
    pub(crate) restrictions: &'a [Restriction],
    pub(crate) shared: &'a Mutex<Shared>,
    /// Told when an evaluation has arrived.
    pub(crate) arrived: Condvar,
    /// Walks that may begin in all.
    pub(crate) limit: u32,
    /// Set when the search is over.
    pub(crate) over: AtomicBool,
}

/// How a walk ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Walked {
    /// It counted a visit.
    Visited,
    /// It met a position whose evaluation was on the way, and gave up.
    Met,
    /// There is nothing more to do: the limit of visits, or no memory, or no move.
    Over,
}

/// What a thread uses again and again.
pub(crate) struct Walker {
    path: Vec<Step>,
    line: Vec<u16>,
    scratch: Scratch,
    random: Xoshiro256PlusPlus,
}

#[derive(Clone, Copy, Debug)]
struct Step {
    node: u32,
    /// Edge taken from the node; meaningless for the last.
    edge: usize,
}

impl Walker {
    pub(crate) fn new(random: Xoshiro256PlusPlus) -> Walker {
        Walker { path: Vec::new(), line: Vec::new(), scratch: Scratch::default(), random }
    }
}

/// Where choosing ended.
enum Found {
    /// The walk counts for everything on its path; the last node was visited already.
    End,
    /// A move to be tried for the first time.
    New(u16, f32),
    Met,
    Nothing,
}

impl<E: Evaluator> Job<'_, E> {
    pub(crate) fn lock(&self) -> MutexGuard<'_, Shared> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// One walk.
    pub(crate) fn walk(&self, walker: &mut Walker) -> Walked {
        let mut shared = self.lock();
        if shared.done >= self.limit {
            return Walked::Over;
        }
        if shared.begun >= self.limit {
            // What others have begun may yet be given up.
            self.wait(shared);
            return Walked::Met;
        }
        shared.begun += 1;
        walker.path.clear();
        walker.line.clear();
        self.step_into(&mut shared, walker, ROOT);

        // Select: along edges to a move without one.
        let (mv, prior) = match self.select(&mut shared, walker) {
            Found::New(mv, prior) => (mv, prior),
            Found::End => return self.finish(&mut shared, walker),
            Found::Met => return self.give_up(shared, walker, Walked::Met),
            Found::Nothing => return self.give_up(shared, walker, Walked::Over),
        };

        // Expand: find out which position the move leads to, which takes a while.
        drop(shared);
        let parent = walker.path[walker.path.len() - 1].node;
        let mut game = self.root.clone();
        let mut line = walker.line.iter().copied().chain([mv]);
        let refused = line.position(|mv| game.play(decode(mv)).is_err());
        let mut shared = self.lock();
        if let Some(at) = refused {
            return self.back_out(shared, walker, at, mv);
        }
        let key = child_key(self.params, shared.graph.get(parent).key, &game, decode(mv));
        if shared.graph.get(parent).edge(mv).is_some() {
            // Another thread was faster.
            return self.give_up(shared, walker, Walked::Met);
        }
        if let Some(known) = shared.graph.find(key) {
            return self.join(shared, walker, Edge { child: known, visits: 0, prior, mv });
        }
        let room = self.params.memory.saturating_sub(shared.biases.bytes());
        if !shared.graph.has_room(game.size().area(), room) {
            return self.give_up(shared, walker, Walked::Over);
        }
        let Some(child) = shared.graph.add(key, game.to_move()) else {
            return self.give_up(shared, walker, Walked::Over);
        };
        let at = link(&mut shared.graph, parent, Edge { child, visits: 0, prior, mv });
        walker.step_along(at);
        self.step_into(&mut shared, walker, child);

        // Evaluate.
        drop(shared);
        let suppressed = self.is_end_suppressed(&game, walker.path.len() == 2);
        let judged = self.judge.judge(&game, &self.scale, suppressed);

        // Back up.
        let mut shared = self.lock();
        let bucket = match judged.kind {
            Kind::Open if self.params.bias_factor > 0.0 => Some(shared.biases.bucket(&game)),
            _ => None,
        };
        shared.graph.change(child, |node| judged.fill(node));
        if let Some(bucket) = bucket {
            shared.graph.get_mut(child).bucket = bucket;
        }
        let walked = self.finish(&mut shared, walker);
        drop(shared);
        self.arrived.notify_all();
        walked
    }

    fn step_into(&self, shared: &mut Shared, walker: &mut Walker, node: u32) {
        walker.path.push(Step { node, edge: usize::MAX });
        let node = shared.graph.get_mut(node);
        node.flying = node.flying.saturating_add(1);
    }

    /// Follows edges from the root as far as they go.
    fn select(&self, shared: &mut Shared, walker: &mut Walker) -> Found {
        loop {
            let depth = walker.path.len() - 1;
            let id = walker.path[depth].node;
            match shared.graph.get(id).kind {
                Kind::Waiting => return Found::Met,
                Kind::Ended => return Found::End,
                Kind::Open => {}
            }
            let at = match self.pick(&shared.graph, walker, id, depth) {
                None if depth == 0 => return Found::Nothing,
                None => return Found::End,
                Some(Pick::New(mv, prior)) => return Found::New(mv, prior),
                Some(Pick::Edge(at)) => at,
            };
            let edge = shared.graph.get(id).edges[at];
            walker.step_along(at);
            let stats = &shared.graph.get(edge.child).stats;
            // A child that other lines have looked at more: its visits count for this edge one by one, without new ones.
            // A cycle ends the same way.
            let is_cycle = walker.path.iter().any(|step| step.node == edge.child);
            if edge.visits < stats.visits || is_cycle {
                return Found::End;
            }
            walker.line.push(edge.mv);
            self.step_into(shared, walker, edge.child);
        }
    }

    fn pick(&self, graph: &Graph, walker: &mut Walker, id: u32, depth: usize) -> Option<Pick> {
        let radius = f64::from(self.scale.radius());
        if depth == 0 {
            let wide = f64::from(self.params.wide_root_noise);
            let noise = || if wide > 0.0 { random::tries(&mut walker.random) * wide } else { 0.0 };
            return pick_root(graph, self.params, self.root_moves, radius, noise);
        }
        if self.restrictions.is_empty() {
            return pick(graph, self.params, id, radius, None);
        }
        let color = graph.get(id).to_move;
        let allowed = |mv: u16| is_allowed(self.restrictions, color, mv, depth);
        pick(graph, self.params, id, radius, Some(&allowed))
    }

    /// Whether a finished game after a move is to be judged as if it went on: a pass at the root under a conservative
    /// passer, or a pass that friendly rules let the opponent answer.
    fn is_end_suppressed(&self, game: &Game, is_root_move: bool) -> bool {
        if !game.is_finished() || game.is_no_result() {
            return false;
        }
        let by_pass = game.last_moves().first().is_some_and(|turn| turn.mv == Move::Pass);
        let friendly = game.rules().friendly_pass
            && game.rules().scoring == nn::Scoring::Area
            && self.params.conservative_pass;
        by_pass && (friendly || is_root_move && self.params.conservative_pass)
    }

    /// Ends a walk one of whose moves is illegal by the history of this line: its position is shared with a line that
    /// may make it. Such lines meet only over cycles longer than the bound.
    fn back_out(
        &self,
        mut shared: MutexGuard<'_, Shared>,
        walker: &mut Walker,
        refused: usize,
        mv: u16,
    ) -> Walked {
        if refused < walker.line.len() {
            // The value that the move has counts once more; what is below it does not.
            for step in walker.path.drain(refused + 1..) {
                let node = shared.graph.get_mut(step.node);
                node.flying = node.flying.saturating_sub(1);
            }
            return self.finish(&mut shared, walker);
        }
        if let Some(parent) = walker.path.last() {
            forbid(&mut shared.graph, parent.node, mv);
        }
        self.give_up(shared, walker, Walked::Met)
    }

    /// Leads a move to a position that is known already.
    fn join(&self, mut shared: MutexGuard<'_, Shared>, walker: &mut Walker, edge: Edge) -> Walked {
        let Some(parent) = walker.path.last().map(|step| step.node) else {
            return self.give_up(shared, walker, Walked::Met);
        };
        let at = link(&mut shared.graph, parent, edge);
        if shared.graph.get(edge.child).kind == Kind::Waiting {
            return self.give_up(shared, walker, Walked::Met);
        }
        walker.step_along(at);
        self.finish(&mut shared, walker)
    }

    /// Counts the walk on its path and computes the values anew, from its end to the root.
    fn finish(&self, shared: &mut Shared, walker: &mut Walker) -> Walked {
        for step in walker.path.iter().rev() {
            let node = shared.graph.get_mut(step.node);
            node.flying = node.flying.saturating_sub(1);
            if let Some(edge) = node.edges.get_mut(step.edge) {
                edge.visits = edge.visits.saturating_add(1);
            }
            match node.kind {
                Kind::Ended => visit_end(&mut shared.graph, step.node),
                Kind::Open => back_up(
                    &mut shared.graph,
                    &mut shared.biases,
                    self.params,
                    step.node,
                    &mut walker.scratch,
                ),
                Kind::Waiting => {}
            }
        }
        shared.done += 1;
        if shared.done >= self.limit {
            self.arrived.notify_all();
        }
        Walked::Visited
    }

    /// Waits for another thread to bring something.
    fn wait(&self, shared: MutexGuard<'_, Shared>) {
        if self.over.load(Ordering::Relaxed) {
            return;
        }
        self.judge.batcher.set_walking(false);
        drop(self.arrived.wait_timeout(shared, PATIENCE));
        self.judge.batcher.set_walking(true);
    }

    /// Takes back what the walk left on its path; where it met another, waits for that one's evaluation.
    fn give_up(
        &self,
        mut shared: MutexGuard<'_, Shared>,
        walker: &Walker,
        walked: Walked,
    ) -> Walked {
        for step in &walker.path {
            let node = shared.graph.get_mut(step.node);
            node.flying = node.flying.saturating_sub(1);
        }
        shared.begun -= 1;
        let met = walker.path.last().map(|step| step.node);
        let waits = met.is_some_and(|id| shared.graph.get(id).kind == Kind::Waiting);
        self.arrived.notify_all();
        if walked == Walked::Met && waits {
            self.wait(shared);
        }
        walked
    }
}

impl Walker {
    /// Notes the edge taken from the last node of the path.
    fn step_along(&mut self, edge: usize) {
        if let Some(step) = self.path.last_mut() {
            step.edge = edge;
        }
    }
}

/// Adds an edge to a node.
fn link(graph: &mut Graph, id: u32, edge: Edge) -> usize {
    let at = graph.link(id, edge);
    let node = graph.get_mut(id);
    node.in_order &= node.moves.get(at) == Some(&edge.mv);
    at
}

/// Takes a move out of a node's list.
fn forbid(graph: &mut Graph, id: u32, mv: u16) {
    graph.change(id, |node| {
        let kept = |at: &usize| node.moves[*at] != mv;
        let places: Vec<usize> = (0..node.moves.len()).filter(kept).collect();
        let moves = places.iter().map(|&at| node.moves[at]).collect();
        let priors = places.iter().map(|&at| node.priors[at]).collect();
        (node.moves, node.priors) = (moves, priors);
    });
}

/// Whether restrictions let `color` make a move `depth` moves below the root.
pub(crate) fn is_allowed(
    restrictions: &[Restriction],
    color: board::Color,
    mv: u16,
    depth: usize,
) -> bool {
    restrictions
        .iter()
        .filter(|r| r.color == color && depth < r.until_depth as usize)
        .all(|r| r.moves.iter().any(|&named| code(named) == mv) == r.only)
}
