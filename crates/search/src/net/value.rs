//! A node's values from its children's: backing up.

use super::bias::Biases;
use super::graph::{Graph, Kind, Own, Stats};
use super::params::Params;
use super::utility::Scale;

/// A child as its parent sees it.
#[derive(Clone, Copy, Debug)]
struct Child {
    stats: Stats,
    /// Share of the child's visits that came by this edge.
    share: f64,
    weight: f64,
    prior: f64,
    /// Utility for the mover.
    utility: f64,
}

/// Room for the children of a node, used again and again.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scratch(Vec<Child>);

/// Computes a node's means anew from its own evaluation and its children's means, weighted by the visits that its edges
/// made: `Q = (w·U + Σ wᵢ·Qᵢ) / (w + Σ wᵢ)`.
pub(crate) fn back_up(
    graph: &mut Graph,
    biases: &mut Biases,
    params: &Params,
    id: u32,
    scratch: &mut Scratch,
) {
    let node = graph.get(id);
    if node.kind != Kind::Open {
        return;
    }
    let children = &mut scratch.0;
    children.clear();
    let (sign, mut visits) = (node.sign(), 1u32);
    for edge in &node.edges {
        let stats = graph.get(edge.child).stats;
        if edge.visits == 0 || stats.visits == 0 {
            continue;
        }
        visits = visits.saturating_add(edge.visits);
        let share = (f64::from(edge.visits) / f64::from(stats.visits)).min(1.0);
        children.push(Child {
            stats,
            share,
            weight: stats.weight * share,
            prior: f64::from(edge.prior),
            utility: sign * stats.utility,
        });
    }
    if !node.in_order {
        children.sort_by(|a, b| b.prior.total_cmp(&a.prior));
    }
    weigh_by_value(params, children);
    if params.use_noise_pruning {
        prune_noise(f64::from(params.noise_prune_scale), children);
    }
    let below: f64 = children.iter().map(|child| child.weight).sum();
    let own_utility = learn(graph, biases, params, id, children, below);
    let node = graph.get_mut(id);
    node.stats = means(&node.own, own_utility, visits, children);
}

/// Tells the bucket of this kind of place what deeper search found; the node's own utility with the bucket's error
/// taken off.
fn learn(
    graph: &mut Graph,
    biases: &mut Biases,
    params: &Params,
    id: u32,
    children: &[Child],
    below: f64,
) -> f64 {
    let node = graph.get_mut(id);
    let own = f64::from(node.own.utility);
    if params.bias_factor <= 0.0 {
        return own;
    }
    if below > 0.0 {
        let sum: f64 = children.iter().map(|child| child.weight * child.stats.utility).sum();
        biases.learn(node, own - sum / below, below.powf(f64::from(params.bias_exponent)));
    }
    own - f64::from(params.bias_factor) * biases.of(node)
}

fn means(own: &Own, utility: f64, visits: u32, children: &[Child]) -> Stats {
    let (w, stdev) = (f64::from(own.weight), f64::from(own.score_stdev));
    let mean = f64::from(own.score_mean);
    let mut sum = Stats {
        visits,
        weight: w,
        weight_sq: w * w,
        win_loss: w * f64::from(own.win_loss),
        no_result: w * f64::from(own.no_result),
        score_mean: w * mean,
        score_sq: w * (mean * mean + stdev * stdev),
        lead: w * f64::from(own.lead),
        utility: w * utility,
        utility_sq: w * utility * utility,
    };
    for child in children {
        let (w, stats) = (child.weight, &child.stats);
        sum.weight += w;
        // A share of the visits has that share of the squares; weighing them otherwise squares the factor.
        let scale = if stats.weight > 0.0 { w / stats.weight } else { 0.0 };
        sum.weight_sq += stats.weight_sq * scale * scale / child.share;
        sum.win_loss += w * stats.win_loss;
        sum.no_result += w * stats.no_result;
        sum.score_mean += w * stats.score_mean;
        sum.score_sq += w * stats.score_sq;
        sum.lead += w * stats.lead;
        sum.utility += w * stats.utility;
        sum.utility_sq += w * stats.utility_sq;
    }
    let total = sum.weight.max(1e-30);
    sum.win_loss /= total;
    sum.no_result /= total;
    sum.score_mean /= total;
    sum.score_sq /= total;
    sum.lead /= total;
    sum.utility /= total;
    sum.utility_sq /= total;
    sum
}

/// Lets children that look worse than the mean weigh less, by how sure that is; the sum of the weights stays. Source:
/// KataGo's setting `valueWeightExponent`; the curve is ours.
fn weigh_by_value(params: &Params, children: &mut [Child]) {
    let exponent = f64::from(params.value_weight_exponent);
    if exponent <= 0.0 || children.len() < 2 {
        return;
    }
    let total: f64 = children.iter().map(|child| child.weight).sum();
    let mean = children.iter().map(|child| child.weight * child.utility).sum::<f64>() / total;
    let mut after = 0.0;
    for child in children.iter_mut() {
        let z = (child.utility - mean) * child.weight.max(1e-6).sqrt().sqrt() * 1.25;
        // About the probability that a normal variable is below z.
        let share = 1e-4 + 1.0 / (1.0 + (-1.7 * z).exp());
        child.weight *= if exponent == 0.25 { share.sqrt().sqrt() } else { share.powf(exponent) };
        after += child.weight;
    }
    if after > 0.0 {
        children.iter_mut().for_each(|child| child.weight *= total / after);
    }
}

/// Takes away the weight that a child has beyond its probability, compared with the more probable ones before it, as far
/// as it is worse than they are: such visits only showed that a try was bad. Source: KataGo's setting
/// `useNoisePruning`; the formula is ours. Children come the most probable first.
fn prune_noise(scale: f64, children: &mut [Child]) {
    let (mut prior, mut weight, mut utility) = (0.0, 0.0, 0.0);
    for child in children {
        if weight > 0.0 && prior > 0.0 {
            let deserved = weight * child.prior / prior;
            let gap = utility / weight - child.utility;
            if gap > 0.0 && child.weight > deserved {
                child.weight = deserved + (child.weight - deserved) * (-gap / scale).exp();
            }
        }
        prior += child.prior;
        weight += child.weight;
        utility += child.weight * child.utility;
    }
}

/// One more visit of a position where the game is over.
pub(crate) fn visit_end(graph: &mut Graph, id: u32) {
    let node = graph.get_mut(id);
    let once = means(&node.own, f64::from(node.own.utility), 1, &[]);
    let visits = node.stats.visits.saturating_add(1);
    node.stats = Stats {
        visits,
        weight: once.weight * f64::from(visits),
        weight_sq: once.weight_sq * f64::from(visits),
        ..once
    };
}

/// Computes every utility below the root anew, after what is expected of the score has changed.
pub(crate) fn rescale(graph: &mut Graph, biases: &mut Biases, params: &Params, scale: &Scale) {
    let mut scratch = Scratch::default();
    for id in graph.below(super::graph::ROOT) {
        let node = graph.get_mut(id);
        let own = &mut node.own;
        own.utility = scale.utility(own.win_loss, own.no_result, own.score_mean, own.score_stdev);
        match node.kind {
            Kind::Open => back_up(graph, biases, params, id, &mut scratch),
            Kind::Ended => {
                let utility = f64::from(own.utility);
                (node.stats.utility, node.stats.utility_sq) = (utility, utility * utility);
            }
            Kind::Waiting => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use board::Color;

    use super::*;
    use crate::net::graph::Edge;

    /// A root with ended children: (prior, visits, utility).
    fn graph(own: f32, children: &[(f32, u32, f32)]) -> Graph {
        let mut graph = Graph::default();
        let root = graph.add(0, Color::Black).unwrap();
        graph.get_mut(root).kind = Kind::Open;
        graph.get_mut(root).own = Own { utility: own, weight: 1.0, ..Own::default() };
        for (key, &(prior, visits, utility)) in (1..).zip(children) {
            let child = graph.add(key, Color::White).unwrap();
            let node = graph.get_mut(child);
            node.kind = Kind::Ended;
            node.own = Own { utility, weight: 1.0, ..Own::default() };
            for _ in 0..visits {
                visit_end(&mut graph, child);
            }
            let mv = u16::try_from(key).unwrap();
            graph.link(root, Edge { child, visits, prior, mv });
        }
        graph
    }

    fn plain() -> Params {
        Params {
            value_weight_exponent: 0.0,
            use_noise_pruning: false,
            bias_factor: 0.0,
            ..Params::for_play()
        }
    }

    fn utility(params: &Params, graph: &mut Graph) -> f64 {
        back_up(graph, &mut Biases::default(), params, 0, &mut Scratch::default());
        graph.get(0).stats.utility
    }

    #[test]
    fn a_node_is_the_mean_of_its_visits() {
        let mut graph = graph(0.5, &[(0.6, 3, 1.0), (0.4, 1, -1.0)]);
        assert!((utility(&plain(), &mut graph) - 2.5 / 5.0).abs() < 1e-9);
        assert_eq!(graph.get(0).stats.visits, 5);
        assert!((graph.get(0).stats.weight - 5.0).abs() < 1e-9);
    }

    #[test]
    fn an_edge_takes_its_share_of_a_child_that_others_visit_too() {
        let mut graph = graph(0.0, &[(1.0, 8, 1.0)]);
        graph.get_mut(0).edges[0].visits = 2;
        assert!((utility(&plain(), &mut graph) - 2.0 / 3.0).abs() < 1e-9);
        assert_eq!(graph.get(0).stats.visits, 3);
    }

    #[test]
    fn bad_children_weigh_less() {
        let children = [(0.5, 10, 0.5), (0.5, 10, -0.5)];
        let even = utility(&plain(), &mut graph(0.0, &children));
        let params = Params { value_weight_exponent: 0.25, ..plain() };
        let mut tilted = graph(0.0, &children);
        assert!(utility(&params, &mut tilted) > even + 0.05);
        assert!((tilted.get(0).stats.weight - 21.0).abs() < 1e-6);
    }

    #[test]
    fn excess_visits_of_bad_moves_are_pruned() {
        let params = Params { use_noise_pruning: true, ..plain() };
        // The second move got far more visits than its probability warrants, and is bad.
        let mut pruned = graph(0.0, &[(0.9, 10, 0.5), (0.1, 10, -0.9)]);
        let mut kept = pruned.clone();
        assert!(utility(&params, &mut pruned) > utility(&plain(), &mut kept) + 0.3);
        // Were it good, nothing would change.
        let mut good = graph(0.0, &[(0.9, 10, 0.5), (0.1, 10, 0.9)]);
        let mut same = good.clone();
        assert_eq!(utility(&params, &mut good), utility(&plain(), &mut same));
    }
}
