//! Which move a walk takes: PUCT.
//!
//! Source: Silver et al. (2016, 2018); the growth, the scaling by variance and the reduction of first-play urgency are
//! KataGo's, described in its paper and in `docs/KataGoMethods.md`.

use super::graph::{Graph, Node, unpack_prior};
use super::moves::MoveSet;
use super::params::Params;
use super::root::RootMoves;

/// What a walk does next in a node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Pick {
    /// It follows this edge.
    Edge(usize),
    /// It tries a move with this probability for the first time.
    New(u16, f32),
}

/// A move of the root, with what the root does to it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct RootMove {
    pub(crate) mv: u16,
    /// Its probability as the network said.
    pub(crate) raw: f32,
    /// Its probability after temperature, noise and symmetry.
    pub(crate) prior: f32,
    /// Added to its utility for the mover: the manners of the end of the game.
    pub(crate) bonus: f32,
}

/// How much a move is explored, before its probability and visits.
pub(crate) struct Exploration {
    /// cPUCT times the root of the visits.
    pub(crate) factor: f64,
    /// Utility, for the mover, of a move nobody has looked at.
    pub(crate) untried: f64,
}

/// The edge's child as its parent sees it: weight and utility for the mover, without walks on their way.
pub(crate) fn edge_value(graph: &Graph, node: &Node, at: usize, untried: f64) -> (f64, f64) {
    let edge = &node.edges[at];
    let stats = &graph.get(edge.child).stats;
    if edge.visits == 0 || stats.visits == 0 {
        return (0.0, untried);
    }
    let share = (f64::from(edge.visits) / f64::from(stats.visits)).min(1.0);
    (stats.weight * share, node.sign() * stats.utility)
}

/// The exploration of a node whose children have this weight and whose looked-at moves have this probability in all.
pub(crate) fn exploration(
    params: &Params,
    node: &Node,
    weight: f64,
    looked_at: f64,
    is_root: bool,
) -> Exploration {
    let base = f64::from(params.cpuct_base);
    let growth = f64::from(params.cpuct_log) * ((weight + base) / base).ln();
    let factor = (f64::from(params.cpuct) + growth) * spread(params, node) * (weight + 0.01).sqrt();
    let reduction = if is_root { params.root_fpu_reduction } else { params.fpu_reduction };
    let looked_at = looked_at.clamp(0.0, 1.0);
    let power = f64::from(params.fpu_parent_power);
    let mean = if power == 2.0 { looked_at * looked_at } else { looked_at.powf(power) };
    let parent = mean * node.stats.utility + (1.0 - mean) * f64::from(node.own.utility);
    Exploration { factor, untried: node.sign() * parent - f64::from(reduction) * looked_at.sqrt() }
}

/// How much more the utility varies here than it does on average: more reason to explore.
fn spread(params: &Params, node: &Node) -> f64 {
    let scale = f64::from(params.utility_stdev_scale);
    if scale == 0.0 {
        return 1.0;
    }
    let prior = f64::from(params.utility_stdev_prior);
    let prior_weight = f64::from(params.utility_stdev_prior_weight);
    let stats = &node.stats;
    let seen = (stats.utility_sq - stats.utility * stats.utility).max(0.0);
    let variance = (prior * prior * prior_weight + seen * stats.weight)
        / (prior_weight + stats.weight - 1.0).max(1e-3);
    1.0 + scale * (variance.sqrt() / prior - 1.0)
}

/// Picks a move in a node below the root. `allowed` says no to moves that may not be made here; `None` when all may.
pub(crate) fn pick(
    graph: &Graph,
    params: &Params,
    id: u32,
    radius: f64,
    allowed: Option<&dyn Fn(u16) -> bool>,
) -> Option<Pick> {
    let node = graph.get(id);
    let is_allowed = |mv: u16| allowed.is_none_or(|allowed| allowed(mv));
    let best = best_edge(graph, params, node, false, radius, |edge| {
        is_allowed(node.edges[edge].mv).then_some((node.edges[edge].prior, 0.0))
    });
    let (exploration, edge) = best;
    let untried = untried_move(node, is_allowed);
    decide(&exploration, edge, untried.map(|(mv, prior)| (mv, prior, 0.0)))
}

/// Picks a move at the root.
pub(crate) fn pick_root(
    graph: &Graph,
    params: &Params,
    moves: &RootMoves,
    radius: f64,
    mut noise: impl FnMut() -> f64,
) -> Option<Pick> {
    let node = graph.get(super::graph::ROOT);
    let mut tried = MoveSet::EMPTY;
    for edge in &node.edges {
        tried.insert(edge.mv);
    }
    let (exploration, edge) = best_edge(graph, params, node, true, radius, |edge| {
        let root = moves.of(node.edges[edge].mv)?;
        Some((root.prior, f64::from(root.bonus) + noise()))
    });
    let mut untried: Option<(u16, f32, f64)> = None;
    for root in moves.moves.iter().filter(|root| !tried.contains(root.mv)) {
        let bonus = f64::from(root.bonus) + noise();
        let worth = |prior: f32, bonus: f64| f64::from(prior) * exploration.factor + bonus;
        if untried.is_none_or(|(_, prior, best)| worth(root.prior, bonus) > worth(prior, best)) {
            untried = Some((root.mv, root.prior, bonus));
        }
    }
    decide(&exploration, edge, untried)
}

fn decide(
    exploration: &Exploration,
    edge: Option<(usize, f64)>,
    untried: Option<(u16, f32, f64)>,
) -> Option<Pick> {
    let new = untried.map(|(mv, prior, bonus)| {
        let score = exploration.untried + bonus + exploration.factor * f64::from(prior);
        (Pick::New(mv, prior), score)
    });
    match (edge, new) {
        (Some((_, old)), Some((pick, score))) if score > old => Some(pick),
        (None, Some((pick, _))) => Some(pick),
        (Some((at, _)), _) => Some(Pick::Edge(at)),
        (None, None) => None,
    }
}

/// The edge with the greatest bound, and the node's exploration. `of` gives an edge's probability and bonus, nothing
/// where it may not be followed.
fn best_edge(
    graph: &Graph,
    params: &Params,
    node: &Node,
    is_root: bool,
    radius: f64,
    mut of: impl FnMut(usize) -> Option<(f32, f64)>,
) -> (Exploration, Option<(usize, f64)>) {
    let (mut weight, mut looked_at) = (0.0, 0.0);
    for (at, edge) in node.edges.iter().enumerate() {
        weight += edge_value(graph, node, at, 0.0).0;
        looked_at += f64::from(edge.prior);
        let flying = graph.get(edge.child).flying;
        weight += f64::from(params.virtual_losses) * f64::from(flying);
    }
    let exploration = exploration(params, node, weight, looked_at, is_root);
    let mut best: Option<(usize, f64)> = None;
    for at in 0..node.edges.len() {
        let Some((prior, bonus)) = of(at) else { continue };
        let (mut weight, mut utility) = edge_value(graph, node, at, exploration.untried);
        let flying = graph.get(node.edges[at].child).flying;
        if flying > 0 {
            // Walks on their way are held to be lost, so that others go elsewhere.
            let lost = f64::from(params.virtual_losses) * f64::from(flying);
            utility = (utility * weight - radius * lost) / (weight + lost);
            weight += lost;
        }
        let score = utility + bonus + exploration.factor * f64::from(prior) / (1.0 + weight);
        if best.is_none_or(|(_, best)| score > best) {
            best = Some((at, score));
        }
    }
    (exploration, best)
}

/// The most probable move that has no edge yet.
fn untried_move(node: &Node, allowed: impl Fn(u16) -> bool) -> Option<(u16, f32)> {
    let place = if node.in_order {
        // The edges are the first moves, in order.
        (node.edges.len()..node.moves.len()).find(|&at| allowed(node.moves[at]))
    } else {
        let mut tried = MoveSet::EMPTY;
        node.edges.iter().for_each(|edge| tried.insert(edge.mv));
        let free = |&at: &usize| !tried.contains(node.moves[at]) && allowed(node.moves[at]);
        (0..node.moves.len()).find(free)
    }?;
    Some((node.moves[place], unpack_prior(node.priors[place])))
}
