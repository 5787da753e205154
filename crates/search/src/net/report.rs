//! What a search has found, as an [`Analysis`].

use board::{BoardSize, Color, Move, PointMap, Symmetry};
use nn::{Evaluation, Game};

use super::graph::{Graph, Node, ROOT, Stats};
use super::moves::{code, decode};
use super::params::Params;
use super::question::Question;
use super::root::RootMoves;
use super::select::{edge_value, exploration};
use super::utility::Scale;
use crate::analysis::{Analysis, MoveAnalysis, NetView};

/// Nodes that are less than this share of a tree are not looked into for who owns what.
const LEAST_SHARE: f64 = 1.0 / 4000.0;

/// Points that a move must lead to beyond the count as it stands, to be made instead of a pass that ends the game.
const WORTH_PLAYING: f32 = 1.5;

/// What a report is made from.
pub(crate) struct Source<'a> {
    pub(crate) params: &'a Params,
    pub(crate) graph: &'a Graph,
    pub(crate) game: &'a Game,
    pub(crate) evaluation: &'a Evaluation,
    pub(crate) root_moves: &'a RootMoves,
    pub(crate) scale: &'a Scale,
    pub(crate) question: &'a Question,
    pub(crate) hashes: (u128, u128),
    pub(crate) new_visits: u32,
    pub(crate) is_partial: bool,
}

impl Source<'_> {
    /// The report.
    pub(crate) fn analysis(&self) -> Analysis {
        let root = self.graph.get(ROOT);
        let stats = &root.stats;
        let (ownership, ownership_stdev) = match self.question.ownership {
            true => {
                let (mean, stdev) = self.ownership(ROOT);
                (mean, Some(Box::new(stdev)))
            }
            false => (PointMap::new(0.0), None),
        };
        Analysis {
            to_move: root.to_move,
            visits: stats.visits,
            new_visits: self.new_visits,
            value: value(stats),
            utility: single(stats.utility),
            lead: single(stats.lead),
            score_mean: single(stats.score_mean),
            score_stdev: score_stdev(stats),
            no_result: single(stats.no_result),
            weight: single(stats.weight),
            ownership,
            ownership_stdev,
            moves: self.moves(),
            net: Some(Box::new(self.net_view())),
            nodes: self.graph.len(),
            is_partial: self.is_partial,
        }
    }

    fn net_view(&self) -> NetView {
        let evaluation = self.evaluation;
        NetView {
            value: 0.5 + 0.5 * (evaluation.win - evaluation.loss),
            lead: evaluation.lead,
            score_mean: evaluation.score_mean,
            score_stdev: evaluation.score_stdev,
            no_result: evaluation.no_result,
            win_loss_error: evaluation.win_loss_error,
            score_error: evaluation.score_error,
            variance_time: evaluation.variance_time,
            policy: evaluation.policy.clone(),
            ownership: evaluation.ownership.clone(),
            hash: self.hashes.0,
            symmetric_hash: self.hashes.1,
        }
    }

    /// The moves, the best first, those that a symmetry exchanges beside each other.
    fn moves(&self) -> Vec<MoveAnalysis> {
        let root = self.graph.get(ROOT);
        let weights = play_weights(self.params, self.graph, self.root_moves);
        let mut moves: Vec<MoveAnalysis> = self
            .root_moves
            .moves
            .iter()
            .zip(weights)
            .map(|(entry, play_weight)| {
                let edge = root.edge(entry.mv).filter(|&at| root.edges[at].visits > 0);
                let mut found = match edge {
                    Some(at) => self.looked_at(root, at),
                    None => self.untried(root, entry.mv),
                };
                found.prior = entry.raw;
                found.play_weight = single(play_weight);
                found
            })
            .collect();
        moves.sort_by(|a, b| {
            let order = b.play_weight.total_cmp(&a.play_weight);
            let order = order.then(b.edge_visits.cmp(&a.edge_visits));
            order.then(b.prior.total_cmp(&a.prior)).then(code(a.mv).cmp(&code(b.mv)))
        });
        self.spare_losing_pass(&mut moves);
        let size = self.game.size();
        let mut all = Vec::with_capacity(moves.len());
        for (order, mut found) in (0..).zip(moves) {
            found.order = order;
            let from = all.len();
            all.push(found);
            for &symmetry in &self.root_moves.symmetries {
                let image = image(&all[from], symmetry, size);
                if all[from..].iter().all(|known| known.mv != image.mv) {
                    all.push(image);
                }
            }
        }
        all
    }

    /// Where a pass ends the game and everything on the board counts as it stands, puts a move before the pass that leads
    /// to more than that: what is dead must be taken first, however sure the network is of it.
    fn spare_losing_pass(&self, moves: &mut [MoveAnalysis]) {
        let game = self.game;
        let passes = moves.first().is_some_and(|entry| entry.mv == Move::Pass);
        if !passes || !game.pass_ends_game() || game.rules().friendly_pass {
            return;
        }
        let mut after = game.clone();
        let Some(score) = after.play(Move::Pass).ok().and_then(|()| after.score_if_finished())
        else {
            return;
        };
        let sign = if game.to_move() == Color::Black { 1.0 } else { -1.0 };
        let gain = |entry: &MoveAnalysis| sign * (entry.lead - score);
        let other =
            moves.iter().position(|entry| entry.mv != Move::Pass && gain(entry) > WORTH_PLAYING);
        if let Some(other) = other {
            moves[..=other].rotate_right(1);
        }
    }

    fn looked_at(&self, root: &Node, at: usize) -> MoveAnalysis {
        let edge = root.edges[at];
        let stats = &self.graph.get(edge.child).stats;
        let (weight, _) = edge_value(self.graph, root, at, 0.0);
        let sign = root.sign();
        let bound = sign * stats.utility - radius(self.params, stats, self.scale);
        let utility_lcb = sign * bound;
        let per_win = 2.0 * f64::from(self.params.win_loss_utility).max(1e-3);
        let line = self.line(ROOT, at);
        let ownership = self.question.move_ownership.then(|| self.ownership(edge.child));
        let (ownership, ownership_stdev) =
            ownership.map(|(mean, stdev)| (Box::new(mean), Box::new(stdev))).unzip();
        MoveAnalysis {
            mv: decode(edge.mv),
            order: 0,
            symmetry_of: None,
            visits: stats.visits,
            edge_visits: edge.visits,
            value: value(stats),
            utility: single(stats.utility),
            lead: single(stats.lead),
            score_mean: single(stats.score_mean),
            score_stdev: score_stdev(stats),
            no_result: single(stats.no_result),
            prior: edge.prior,
            lcb: value(stats) + single((utility_lcb - stats.utility) / per_win),
            utility_lcb: single(utility_lcb),
            weight: single(weight),
            play_weight: 0.0,
            line: line.iter().map(|&(mv, _, _)| decode(mv)).collect(),
            line_visits: line.iter().map(|&(_, visits, _)| visits).collect(),
            line_edge_visits: line.iter().map(|&(_, _, visits)| visits).collect(),
            ownership,
            ownership_stdev,
        }
    }

    fn untried(&self, root: &Node, mv: u16) -> MoveAnalysis {
        let stats = &root.stats;
        let far = -root.sign() * f64::from(self.scale.radius());
        MoveAnalysis {
            mv: decode(mv),
            order: 0,
            symmetry_of: None,
            visits: 0,
            edge_visits: 0,
            value: value(stats),
            utility: single(stats.utility),
            lead: single(stats.lead),
            score_mean: single(stats.score_mean),
            score_stdev: score_stdev(stats),
            no_result: single(stats.no_result),
            prior: 0.0,
            lcb: value(stats) + single(far),
            utility_lcb: single(stats.utility + 2.0 * far),
            weight: 0.0,
            play_weight: 0.0,
            line: vec![decode(mv)],
            line_visits: vec![0],
            line_edge_visits: vec![0],
            ownership: None,
            ownership_stdev: None,
        }
    }

    /// The line that begins with an edge: moves with the visits after them and of their edges.
    fn line(&self, start: u32, at: usize) -> Vec<(u16, u32, u32)> {
        let mut line = Vec::new();
        let mut edge = self.graph.get(start).edges.get(at);
        let mut seen = vec![start];
        while let Some(&here) = edge {
            let visits = self.graph.get(here.child).stats.visits;
            line.push((here.mv, visits, here.visits));
            if line.len() >= self.params.line_length || seen.contains(&here.child) {
                break;
            }
            seen.push(here.child);
            let next = self.graph.get(here.child).edges.iter().filter(|edge| edge.visits > 0);
            // The first of equals, which is the more probable.
            edge = next.fold(None, |best: Option<&_>, edge| match best {
                Some(best) if best.visits >= edge.visits => Some(best),
                _ => Some(edge),
            });
        }
        line
    }

    /// Whose the points are below a node, and how much the evaluations disagree.
    fn ownership(&self, start: u32) -> (PointMap<f32>, PointMap<f32>) {
        let points: Vec<_> = self.game.size().points().collect();
        let mut sums = vec![(0.0f32, 0.0f32); points.len()];
        let mut add = |node: &Node, share: f64| {
            let share = single(share);
            for (sum, &owner) in sums.iter_mut().zip(&node.ownership) {
                let owner = f32::from(owner) / 127.0;
                sum.0 += share * owner;
                sum.1 += share * owner * owner;
            }
        };
        let mut stack = vec![(start, 1.0)];
        while let Some((id, share)) = stack.pop() {
            let node = self.graph.get(id);
            let weights: Vec<f64> =
                (0..node.edges.len()).map(|at| edge_value(self.graph, node, at, 0.0).0).collect();
            let own = f64::from(node.own.weight).max(1e-9);
            let per_weight = share / (own + weights.iter().sum::<f64>());
            let mut rest = share;
            for (edge, weight) in node.edges.iter().zip(weights) {
                let part = per_weight * weight;
                if part >= LEAST_SHARE {
                    rest -= part;
                    stack.push((edge.child, part));
                }
            }
            add(node, rest);
        }
        let (mut mean, mut stdev) = (PointMap::new(0.0), PointMap::new(0.0));
        for (&point, &(sum, square)) in points.iter().zip(&sums) {
            mean[point] = sum;
            stdev[point] = (square - sum * sum).max(0.0).sqrt();
        }
        (mean, stdev)
    }
}

/// The move to an image of the root that a symmetry gives.
fn image(found: &MoveAnalysis, symmetry: Symmetry, size: BoardSize) -> MoveAnalysis {
    let of = |mv: Move| match mv {
        Move::Play(point) => Move::Play(symmetry.apply(point, size)),
        Move::Pass => Move::Pass,
    };
    let moved = |map: &Option<Box<PointMap<f32>>>| {
        map.as_ref().map(|map| {
            let mut after = PointMap::new(0.0);
            for point in size.points() {
                after[symmetry.apply(point, size)] = map[point];
            }
            Box::new(after)
        })
    };
    MoveAnalysis {
        mv: of(found.mv),
        symmetry_of: Some(found.mv),
        line: found.line.iter().map(|&mv| of(mv)).collect(),
        ownership: moved(&found.ownership),
        ownership_stdev: moved(&found.ownership_stdev),
        ..found.clone()
    }
}

/// What the choice goes by, for each of the root's moves: the weight of the visits, without those that were only tries;
/// then the move with the best bound comes first if it was looked at enough.
///
/// Source: visits that the best move's value does not warrant are taken off as in Wu (2019), "policy target pruning"; the
/// bound as in Leela Zero's pull request 2290.
pub(crate) fn play_weights(params: &Params, graph: &Graph, root_moves: &RootMoves) -> Vec<f64> {
    let root = graph.get(ROOT);
    let moves = &root_moves.moves;
    let edges: Vec<Option<usize>> = moves.iter().map(|entry| root.edge(entry.mv)).collect();
    let total: f64 =
        (0..root.edges.len()).map(|at| edge_value(graph, root, at, 0.0).0).sum::<f64>();
    let looked_at = root.edges.iter().map(|edge| f64::from(edge.prior)).sum();
    let explore = exploration(params, root, total, looked_at, true);
    let value = |index: usize| match edges[index] {
        Some(at) => edge_value(graph, root, at, explore.untried),
        None => (0.0, explore.untried),
    };
    let mut weights: Vec<f64> = (0..moves.len()).map(|index| value(index).0).collect();
    let best = (0..moves.len()).fold(None, |best: Option<usize>, index| match best {
        Some(best) if weights[best] >= weights[index] => Some(best),
        _ => Some(index),
    });
    let Some(best) = best else { return weights };
    let bound = |index: usize, weight: f64, utility: f64| {
        utility
            + f64::from(moves[index].bonus)
            + explore.factor * f64::from(moves[index].prior) / (1.0 + weight)
    };
    let (best_weight, best_utility) = value(best);
    let target = bound(best, best_weight, best_utility);
    for index in (0..moves.len()).filter(|&index| index != best) {
        let (weight, utility) = value(index);
        let gap = target - utility - f64::from(moves[index].bonus);
        if weight > 0.0 && gap > 0.0 {
            let warranted = explore.factor * f64::from(moves[index].prior) / gap - 1.0;
            weights[index] = weight.min(warranted.ceil().max(0.0));
        }
    }
    if params.use_lcb {
        prefer_best_bound(params, graph, root_moves, &edges, &mut weights);
    }
    weights
}

/// Puts the move with the best bound first, by as much as its bound is better.
fn prefer_best_bound(
    params: &Params,
    graph: &Graph,
    root_moves: &RootMoves,
    edges: &[Option<usize>],
    weights: &mut [f64],
) {
    let root = graph.get(ROOT);
    let greatest = weights.iter().copied().fold(0.0, f64::max);
    let least = greatest * f64::from(params.lcb_min_share);
    // Bound and radius of the moves that were looked at enough.
    let bounds: Vec<Option<(f64, f64)>> = (0..weights.len())
        .map(|index| {
            let edge = &root.edges[edges[index]?];
            let stats = &graph.get(edge.child).stats;
            if weights[index] < least || weights[index] <= 0.0 || stats.visits < 2 {
                return None;
            }
            let radius = f64::from(params.lcb_stdevs) * deviation(params, stats);
            let bonus = f64::from(root_moves.moves[index].bonus);
            Some((root.sign() * stats.utility + bonus - radius, radius))
        })
        .collect();
    let best = (0..bounds.len())
        .filter_map(|index| bounds[index].map(|(bound, _)| (index, bound)))
        .fold(None, |best: Option<(usize, f64)>, entry| match best {
            Some(best) if best.1 >= entry.1 => Some(best),
            _ => Some(entry),
        });
    let Some((best, bound)) = best else { return };
    let raised = (0..bounds.len()).filter(|&index| index != best).filter_map(|index| {
        let (other, radius) = bounds[index]?;
        // A bound as good as the best would take so many more visits of the other.
        let excess = (bound - other) / radius.max(1e-9);
        Some(weights[index] * (1.0 + excess.clamp(1e-6, 4.0)))
    });
    weights[best] = raised.fold(weights[best], f64::max);
}

/// Standard deviation of a mean utility: of what was seen, with one visit's worth of the prior deviation.
fn deviation(params: &Params, stats: &Stats) -> f64 {
    let prior = f64::from(params.utility_stdev_prior);
    let count = stats.weight * stats.weight / stats.weight_sq.max(1e-30);
    let seen = (stats.utility_sq - stats.utility * stats.utility).max(0.0);
    let variance = (seen * count + prior * prior) / (count + 1.0);
    (variance / count.max(1e-3)).sqrt()
}

fn radius(params: &Params, stats: &Stats, scale: &Scale) -> f64 {
    let most = 2.0 * f64::from(scale.radius());
    if stats.visits < 2 {
        return most;
    }
    (f64::from(params.lcb_stdevs) * deviation(params, stats)).min(most)
}

fn value(stats: &Stats) -> f32 {
    single(0.5 + 0.5 * stats.win_loss)
}

fn score_stdev(stats: &Stats) -> f32 {
    single((stats.score_sq - stats.score_mean * stats.score_mean).max(0.0).sqrt())
}

#[expect(clippy::cast_possible_truncation, reason = "what is reported needs no more digits")]
fn single(number: f64) -> f32 {
    number as f32
}
