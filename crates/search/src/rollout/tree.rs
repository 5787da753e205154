//! The arena of the tree: nodes in one vector, children of a node in one run of it.

use board::Move;

use crate::rollout::field::point_of;
use crate::rollout::rollouts::code;

/// Number of the root.
pub(crate) const ROOT: u32 = 0;

/// A move in the tree and what is known of it. Values are sums from Black's view.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Node {
    /// First child, meaningful when there are children.
    first: u32,
    children: u16,
    /// The move's cell, 0 for a pass.
    pub(crate) mv: u16,
    pub(crate) prior: f32,
    pub(crate) visits: u32,
    pub(crate) value: f32,
    pub(crate) lead: f32,
    /// Playouts in which the move was made by its player before anyone else played there.
    pub(crate) rave_visits: u32,
    pub(crate) rave_value: f32,
}

impl Node {
    /// Black's mean value; a half when unvisited.
    pub(crate) fn mean(&self) -> f32 {
        if self.visits == 0 { 0.5 } else { self.value / self.visits as f32 }
    }

    /// Black's mean lead in points.
    pub(crate) fn mean_lead(&self) -> f32 {
        if self.visits == 0 { 0.0 } else { self.lead / self.visits as f32 }
    }

    /// The move.
    pub(crate) fn played(&self) -> Move {
        point_of(self.mv).map_or(Move::Pass, Move::Play)
    }

    pub(crate) fn is_leaf(&self) -> bool {
        self.children == 0
    }
}

/// All nodes.
#[derive(Clone, Debug)]
pub(crate) struct Tree {
    nodes: Vec<Node>,
    limit: usize,
}

impl Tree {
    pub(crate) fn new(max_nodes: u32) -> Tree {
        Tree { nodes: vec![Node::default()], limit: max_nodes.max(1) as usize }
    }

    pub(crate) fn clear(&mut self) {
        self.nodes.clear();
        self.nodes.push(Node::default());
    }

    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    #[inline]
    pub(crate) fn get(&self, id: u32) -> &Node {
        &self.nodes[id as usize]
    }

    #[inline]
    pub(crate) fn get_mut(&mut self, id: u32) -> &mut Node {
        &mut self.nodes[id as usize]
    }

    /// The children of a node with the number of the first.
    #[inline]
    pub(crate) fn children(&self, id: u32) -> (u32, &[Node]) {
        let node = self.get(id);
        let first = node.first as usize;
        (node.first, &self.nodes[first..first + usize::from(node.children)])
    }

    #[inline]
    pub(crate) fn children_mut(&mut self, id: u32) -> &mut [Node] {
        let node = *self.get(id);
        let first = node.first as usize;
        &mut self.nodes[first..first + usize::from(node.children)]
    }

    /// Whether `count` more nodes fit.
    pub(crate) fn has_room(&self, count: usize) -> bool {
        self.nodes.len() + count <= self.limit
    }

    /// Makes the moves of a leaf its children.
    pub(crate) fn expand(&mut self, id: u32, policy: &[(Move, f32)]) {
        let (Ok(first), Ok(children)) =
            (u32::try_from(self.nodes.len()), u16::try_from(policy.len()))
        else {
            return;
        };
        let new = policy.iter().map(|&(mv, prior)| Node { mv: code(mv), prior, ..Node::default() });
        self.nodes.extend(new);
        let node = self.get_mut(id);
        (node.first, node.children) = (first, children);
    }

    /// The child of a node that makes this move.
    pub(crate) fn child(&self, id: u32, mv: Move) -> Option<u32> {
        let (first, children) = self.children(id);
        let at = children.iter().position(|child| child.mv == code(mv))?;
        Some(first + u32::try_from(at).ok()?)
    }

    /// Keeps only what is below a node, which becomes the root.
    pub(crate) fn descend(&mut self, id: u32) {
        let mut kept = vec![*self.get(id)];
        let mut done = 0;
        while done < kept.len() {
            let node = kept[done];
            let old = node.first as usize;
            // The number fits: there are no more nodes than before.
            kept[done].first = u32::try_from(kept.len()).unwrap_or(u32::MAX);
            kept.extend_from_slice(&self.nodes[old..old + usize::from(node.children)]);
            done += 1;
        }
        self.nodes = kept;
    }
}

#[cfg(test)]
mod tests {
    use board::{Move, Point};

    use super::*;

    fn mv(column: u8) -> Move {
        Move::Play(Point::new(column, 1).expect("on the board"))
    }

    #[test]
    fn descending_keeps_the_subtree_and_nothing_else() {
        let mut tree = Tree::new(100);
        tree.expand(ROOT, &[(mv(1), 0.5), (mv(2), 0.3), (Move::Pass, 0.2)]);
        let second = tree.child(ROOT, mv(2)).expect("a child");
        tree.expand(second, &[(mv(3), 0.9), (Move::Pass, 0.1)]);
        let third = tree.child(second, mv(3)).expect("a child");
        tree.expand(third, &[(mv(4), 1.0)]);
        tree.get_mut(third).visits = 7;
        tree.descend(second);
        assert_eq!(tree.len(), 4);
        let third = tree.child(ROOT, mv(3)).expect("still a child");
        assert_eq!(tree.get(third).visits, 7);
        assert!(tree.child(third, mv(4)).is_some());
        assert!(tree.child(ROOT, mv(1)).is_none());
    }

    #[test]
    fn room_is_bounded() {
        let mut tree = Tree::new(3);
        assert!(tree.has_room(2) && !tree.has_room(3));
        tree.expand(ROOT, &[(mv(1), 0.5), (Move::Pass, 0.5)]);
        assert!(!tree.has_room(1));
    }
}
