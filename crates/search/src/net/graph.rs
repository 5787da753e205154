//! The positions that a search knows, and how moves lead from one to another. Positions reached in different orders are
//! one node, so that this is a graph, not a tree.
//!
//! Source: KataGo's `docs/GraphSearch.md` ("Monte-Carlo graph search from first principles"): edges count their own
//! visits, and a node's values follow from its children's.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use board::Color;

/// Number of the root.
pub(crate) const ROOT: u32 = 0;

/// No bucket.
pub(crate) const NO_BUCKET: u32 = u32::MAX;

/// A move that was tried in a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge {
    /// The position after it.
    pub(crate) child: u32,
    /// How often the search made it here.
    pub(crate) visits: u32,
    /// Its probability before the search.
    pub(crate) prior: f32,
    /// The move.
    pub(crate) mv: u16,
}

/// What a node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Its evaluation is on the way.
    Waiting,
    /// It can be searched.
    Open,
    /// The game is over there.
    Ended,
}

/// An evaluation of one position, from Black's view.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Own {
    pub(crate) win_loss: f32,
    pub(crate) no_result: f32,
    pub(crate) score_mean: f32,
    pub(crate) score_stdev: f32,
    pub(crate) lead: f32,
    pub(crate) utility: f32,
    pub(crate) weight: f32,
}

/// Means over a node and what is below it, from Black's view.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Stats {
    pub(crate) visits: u32,
    pub(crate) weight: f64,
    /// Sum of the squares of the weights.
    pub(crate) weight_sq: f64,
    pub(crate) win_loss: f64,
    pub(crate) no_result: f64,
    pub(crate) score_mean: f64,
    /// Mean square of the score.
    pub(crate) score_sq: f64,
    pub(crate) lead: f64,
    pub(crate) utility: f64,
    /// Mean square of the utility.
    pub(crate) utility_sq: f64,
}

/// A position.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) key: u128,
    pub(crate) stats: Stats,
    pub(crate) own: Own,
    pub(crate) edges: Vec<Edge>,
    /// All moves, the most probable first; the edges are the first of them, in order, while `in_order`.
    pub(crate) moves: Box<[u16]>,
    /// Their probabilities, packed ([`pack_prior`]).
    pub(crate) priors: Box<[u16]>,
    /// Whose the points are, row by row: 127 Black's, −127 White's.
    pub(crate) ownership: Box<[i8]>,
    /// Bucket of similar places ([`super::bias`]), and what this node has put into it.
    pub(crate) bucket: u32,
    pub(crate) bias_error: f32,
    pub(crate) bias_weight: f32,
    /// Walks on their way through it.
    pub(crate) flying: u16,
    pub(crate) kind: Kind,
    pub(crate) in_order: bool,
    pub(crate) to_move: Color,
}

impl Node {
    /// A node whose evaluation is on the way.
    pub(crate) fn waiting(key: u128, to_move: Color) -> Node {
        Node {
            key,
            stats: Stats::default(),
            own: Own::default(),
            edges: Vec::new(),
            moves: Box::default(),
            priors: Box::default(),
            ownership: Box::default(),
            bucket: NO_BUCKET,
            bias_error: 0.0,
            bias_weight: 0.0,
            flying: 0,
            kind: Kind::Waiting,
            in_order: true,
            to_move,
        }
    }

    /// 1 when Black is to move, −1 when White is: what Black's values are multiplied by for the mover.
    pub(crate) fn sign(&self) -> f64 {
        match self.to_move {
            Color::Black => 1.0,
            Color::White => -1.0,
        }
    }

    /// The edge of a move.
    pub(crate) fn edge(&self, mv: u16) -> Option<usize> {
        self.edges.iter().position(|edge| edge.mv == mv)
    }

    /// Bytes of what hangs on it.
    fn hanging(&self) -> usize {
        self.edges.capacity() * size_of::<Edge>() + self.moves.len() * 4 + self.ownership.len()
    }
}

/// Bytes of a node itself: twice, because vectors grow by doubling, and its place in the table.
const NODE: usize = 2 * size_of::<Node>() + 64;

/// A probability in 16 bits; relative precision is better than 0.3 % down to a millionth.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 65535")]
pub(crate) fn pack_prior(prior: f32) -> u16 {
    (prior.clamp(0.0, 1.0).sqrt().sqrt() * 65535.0).round() as u16
}

/// The probability again.
pub(crate) fn unpack_prior(packed: u16) -> f32 {
    let root = f32::from(packed) / 65535.0;
    let square = root * root;
    square * square
}

/// Keys are hashes already.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }

    #[expect(clippy::cast_possible_truncation, reason = "half of the key is enough")]
    fn write_u128(&mut self, key: u128) {
        self.0 = key as u64 ^ (key >> 64) as u64;
    }
}

/// A table by key.
pub(crate) type KeyMap<T> = HashMap<u128, T, BuildHasherDefault<KeyHasher>>;

/// All nodes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Graph {
    nodes: Vec<Node>,
    table: KeyMap<u32>,
    /// Bytes of what hangs on the nodes.
    hanging: usize,
}

impl Graph {
    pub(crate) fn clear(&mut self) {
        *self = Graph::default();
    }

    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Bytes in use, an upper bound.
    pub(crate) fn bytes(&self) -> usize {
        self.nodes.len() * NODE + self.hanging
    }

    #[inline]
    pub(crate) fn get(&self, id: u32) -> &Node {
        &self.nodes[id as usize]
    }

    #[inline]
    pub(crate) fn get_mut(&mut self, id: u32) -> &mut Node {
        &mut self.nodes[id as usize]
    }

    /// The node with this key.
    pub(crate) fn find(&self, key: u128) -> Option<u32> {
        self.table.get(&key).copied()
    }

    /// Adds a node whose evaluation is on the way.
    pub(crate) fn add(&mut self, key: u128, to_move: Color) -> Option<u32> {
        let id = u32::try_from(self.nodes.len()).ok()?;
        self.nodes.push(Node::waiting(key, to_move));
        self.table.insert(key, id);
        Some(id)
    }

    /// Adds a move of a node; its place among the node's edges.
    pub(crate) fn link(&mut self, id: u32, edge: Edge) -> usize {
        let node = self.get_mut(id);
        let before = node.edges.capacity();
        node.edges.push(edge);
        let (at, after) = (node.edges.len() - 1, node.edges.capacity());
        self.hanging += (after - before) * size_of::<Edge>();
        at
    }

    /// Changes what hangs on a node, keeping count of the bytes.
    pub(crate) fn change(&mut self, id: u32, change: impl FnOnce(&mut Node)) {
        let node = &mut self.nodes[id as usize];
        let before = node.hanging();
        change(node);
        self.hanging = self.hanging + node.hanging() - before;
    }

    /// Whether a node for a board of `area` points fits into `limit` bytes.
    pub(crate) fn has_room(&self, area: usize, limit: usize) -> bool {
        self.bytes() + NODE + (area + 1) * 5 + 8 * size_of::<Edge>() <= limit
    }

    /// Takes every node out of its bucket.
    pub(crate) fn forget_buckets(&mut self) {
        for node in &mut self.nodes {
            node.bucket = NO_BUCKET;
            (node.bias_error, node.bias_weight) = (0.0, 0.0);
        }
    }

    /// Nodes that can be reached from `start`, children before their parents where there is no cycle.
    pub(crate) fn below(&self, start: u32) -> Vec<u32> {
        let mut order = Vec::new();
        let mut seen = vec![false; self.nodes.len()];
        // A node with the place of the next edge to follow: depth first without recursion.
        let mut stack = vec![(start, 0)];
        seen[start as usize] = true;
        while let Some((id, next)) = stack.last_mut() {
            let node = &self.nodes[*id as usize];
            match node.edges.get(*next) {
                Some(edge) => {
                    *next += 1;
                    let child = edge.child;
                    if !std::mem::replace(&mut seen[child as usize], true) {
                        stack.push((child, 0));
                    }
                }
                None => {
                    order.push(*id);
                    stack.pop();
                }
            }
        }
        order
    }

    /// Keeps only what can be reached from a node, which becomes the root. `dropped` is told of every other node.
    pub(crate) fn descend(&mut self, root: u32, mut dropped: impl FnMut(&Node)) {
        let mut kept = self.below(root);
        // The root comes last in that order and must be number 0.
        kept.reverse();
        let mut place = vec![u32::MAX; self.nodes.len()];
        for (new, &old) in (0..).zip(&kept) {
            place[old as usize] = new;
        }
        let mut old: Vec<Option<Node>> =
            std::mem::take(&mut self.nodes).into_iter().map(Some).collect();
        self.table.clear();
        self.hanging = 0;
        for (new, &id) in (0..).zip(&kept) {
            let Some(mut node) = old[id as usize].take() else { continue };
            for edge in &mut node.edges {
                edge.child = place[edge.child as usize];
            }
            self.hanging += node.hanging();
            self.table.insert(node.key, new);
            self.nodes.push(node);
        }
        old.iter().flatten().for_each(&mut dropped);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edge(mv: u16, child: u32) -> Edge {
        Edge { child, visits: 1, prior: 0.5, mv }
    }

    fn graph(links: &[(u32, u32)], nodes: u32) -> Graph {
        let mut graph = Graph::default();
        for id in 0..nodes {
            graph.add(u128::from(id) + 100, Color::Black).unwrap();
        }
        for &(from, to) in links {
            graph.link(from, edge(u16::try_from(to).unwrap(), to));
        }
        graph
    }

    #[test]
    fn descending_keeps_what_is_below_and_nothing_else() {
        // 0 → 1 → 3, 0 → 2 → 3 → 4 → 1 (a cycle), 0 → 5.
        let mut graph = graph(&[(0, 1), (1, 3), (0, 2), (2, 3), (3, 4), (4, 1), (0, 5)], 6);
        let mut dropped = Vec::new();
        graph.descend(2, |node| dropped.push(node.key));
        assert_eq!(graph.len(), 4);
        assert_eq!(graph.get(ROOT).key, 102);
        dropped.sort_unstable();
        assert_eq!(dropped, [100, 105]);
        let three = graph.get(ROOT).edges[0].child;
        assert_eq!(graph.get(three).key, 103);
        assert_eq!(graph.find(103), Some(three));
        assert_eq!(graph.find(105), None);
        let order = graph.below(ROOT);
        assert_eq!(order.len(), 4);
        assert_eq!(order.last(), Some(&ROOT));
    }

    #[test]
    fn children_come_before_parents() {
        let graph = graph(&[(0, 1), (0, 2), (1, 2), (2, 3), (1, 3)], 4);
        assert_eq!(graph.below(0), [3, 2, 1, 0]);
    }

    #[test]
    fn bytes_are_counted() {
        let mut graph = graph(&[], 2);
        let before = graph.bytes();
        graph.change(1, |node| {
            node.moves = vec![0; 82].into();
            node.priors = vec![0; 82].into();
            node.ownership = vec![0; 81].into();
        });
        assert_eq!(graph.bytes() - before, 82 * 4 + 81);
        graph.link(0, edge(1, 1));
        assert!(graph.bytes() > before + 82 * 4 + 81);
        assert!(!graph.has_room(361, graph.bytes()));
        assert!(graph.has_room(361, graph.bytes() + 10_000));
    }

    #[test]
    fn packed_priors_are_near() {
        for prior in [1.0, 0.5, 0.1, 0.003, 1e-5, 1e-6] {
            let again = unpack_prior(pack_prior(prior));
            assert!((again / prior - 1.0).abs() < 3e-3, "{prior} {again}");
        }
        assert_eq!(unpack_prior(pack_prior(0.0)), 0.0);
    }
}
