//! The moving parts: stones, chains as circular lists, and pseudo-liberties.
//!
//! A chain is a circular list of its stones; every stone knows the chain's head, and the head's entry counts the
//! chain's pseudo-liberties (pairs of a stone and an adjacent empty point), which are zero exactly when the liberties
//! are. Two circular lists are joined, and split again by undo, by exchanging one pair of links, so that neither
//! playing nor undoing allocates. Entry 0 is a waste bin: empty points and the border have head 0, so that updates of
//! neighbours need no branch.

use crate::color::Color;
use crate::point::{CELLS, NEIGHBOURS};
use crate::size::BoardSize;

pub(crate) const EMPTY: u8 = 0;
pub(crate) const BORDER: u8 = 3;

/// What is written in a cell for a stone: one bit for each colour; the border has both.
pub(crate) const fn stone(color: Color) -> u8 {
    1 << color.index()
}

/// Told of each stone that comes and goes, so that hashes and lists of empty points follow.
pub(crate) trait Tracker {
    fn placed(&mut self, color: Color, cell: u16);
    fn removed(&mut self, color: Color, cell: u16);
}

/// What one play changed; given back to [`Chains::undo`] in reverse order of play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Change {
    pub(crate) cell: u16,
    next_before: u16,
    liberties_before: u16,
    /// For each neighbour: the head that vanished when its chain was joined, or 0.
    joined: [u16; 4],
    /// For each neighbour: the head of the opposing chain taken there, or 0.
    pub(crate) captured: [u16; 4],
    /// The head of the own chain when it had to go, or 0.
    pub(crate) suicide: u16,
    /// Stones of the opponent taken.
    pub(crate) taken: u16,
    /// Own stones taken.
    pub(crate) lost: u16,
}

#[derive(Clone)]
pub(crate) struct Chains {
    cells: [u8; CELLS],
    head: [u16; CELLS],
    next: [u16; CELLS],
    /// Pseudo-liberties, valid at heads.
    liberties: [u16; CELLS],
}

const fn index(cell: u16) -> usize {
    cell as usize & (CELLS - 1)
}

impl Chains {
    pub(crate) fn new(size: BoardSize) -> Chains {
        let mut cells = [BORDER; CELLS];
        for point in size.points() {
            cells[point.index()] = EMPTY;
        }
        Chains { cells, head: [0; CELLS], next: [0; CELLS], liberties: [0; CELLS] }
    }

    #[inline(always)]
    pub(crate) fn cell(&self, cell: u16) -> u8 {
        self.cells[index(cell)]
    }

    #[inline(always)]
    pub(crate) fn head(&self, cell: u16) -> u16 {
        self.head[index(cell)]
    }

    #[inline(always)]
    pub(crate) fn next(&self, cell: u16) -> u16 {
        self.next[index(cell)]
    }

    /// Pseudo-liberties of the chain with this head.
    #[inline(always)]
    pub(crate) fn liberties(&self, head: u16) -> u16 {
        self.liberties[index(head)]
    }

    #[inline(always)]
    fn around(cell: u16) -> [u16; 4] {
        NEIGHBOURS.map(|step| cell.wrapping_add(step))
    }

    #[inline(always)]
    pub(crate) fn has_empty_neighbour(&self, cell: u16) -> bool {
        Self::around(cell).iter().any(|&near| self.cell(near) == EMPTY)
    }

    /// Whether a stone put on the empty `cell` would leave its own chain without a liberty and take nothing.
    #[inline]
    pub(crate) fn is_suicide(&self, color: Color, cell: u16) -> bool {
        if self.has_empty_neighbour(cell) {
            return false;
        }
        let around = Self::around(cell);
        let heads = around.map(|near| self.head(near));
        (0..4).all(|i| {
            let touching = heads.iter().filter(|&&head| head == heads[i]).count() as u16;
            let left = self.liberties(heads[i]) != touching;
            match self.cell(around[i]) {
                BORDER => true,
                own if own == stone(color) => !left,
                _ => left,
            }
        })
    }

    /// Puts a stone on an empty cell of the board, takes opposing chains without liberties, then the own chain if it
    /// has none.
    #[inline]
    pub(crate) fn place(&mut self, color: Color, cell: u16, tracker: &mut impl Tracker) -> Change {
        debug_assert_eq!(self.cell(cell), EMPTY);
        let at = index(cell);
        let mut change = Change {
            cell,
            next_before: self.next[at],
            liberties_before: self.liberties[at],
            ..Change::default()
        };
        self.cells[at] = stone(color);
        self.head[at] = cell;
        self.next[at] = cell;
        tracker.placed(color, cell);
        let around = Self::around(cell);
        let mut empty = 0;
        for near in around {
            let head = index(self.head(near));
            self.liberties[head] = self.liberties[head].wrapping_sub(1);
            empty += u16::from(self.cell(near) == EMPTY);
        }
        self.liberties[at] = empty;
        for (i, near) in around.into_iter().enumerate() {
            if self.cell(near) == stone(color) && self.head(near) != self.head(cell) {
                change.joined[i] = self.join(cell, near);
            }
        }
        for (i, near) in around.into_iter().enumerate() {
            if self.cell(near) == stone(color.opponent()) && self.liberties(self.head(near)) == 0 {
                change.captured[i] = self.head(near);
                change.taken += self.remove(color.opponent(), self.head(near), tracker);
            }
        }
        if self.liberties(self.head(cell)) == 0 {
            change.suicide = self.head(cell);
            change.lost = self.remove(color, self.head(cell), tracker);
        }
        change
    }

    /// Joins the chains of two neighbouring stones; returns the head that vanished.
    fn join(&mut self, cell: u16, near: u16) -> u16 {
        let (a, b) = (self.head(cell), self.head(near));
        let (keep, lose) = if self.is_shorter(a, b) { (b, a) } else { (a, b) };
        self.liberties[index(keep)] = self.liberties(keep).wrapping_add(self.liberties(lose));
        self.relabel(lose, keep);
        self.next.swap(index(cell), index(near));
        lose
    }

    /// Walks both circles in step: the cost is that of the shorter one.
    #[inline]
    fn is_shorter(&self, a: u16, b: u16) -> bool {
        let (mut x, mut y) = (self.next(a), self.next(b));
        loop {
            if x == a {
                return true;
            }
            if y == b {
                return false;
            }
            x = self.next(x);
            y = self.next(y);
        }
    }

    #[inline]
    fn relabel(&mut self, start: u16, head: u16) {
        let mut at = start;
        loop {
            self.head[index(at)] = head;
            at = self.next(at);
            if at == start {
                return;
            }
        }
    }

    fn remove(&mut self, color: Color, head: u16, tracker: &mut impl Tracker) -> u16 {
        let mut count = 0;
        let mut at = head;
        loop {
            self.cells[index(at)] = EMPTY;
            self.head[index(at)] = 0;
            tracker.removed(color, at);
            count += 1;
            at = self.next(at);
            if at == head {
                break;
            }
        }
        loop {
            for near in Self::around(at) {
                let beside = index(self.head(near));
                self.liberties[beside] = self.liberties[beside].wrapping_add(1);
            }
            at = self.next(at);
            if at == head {
                return count;
            }
        }
    }

    /// Puts a removed chain back: its links are still there, since later plays on its points have been undone.
    fn restore(&mut self, color: Color, head: u16, tracker: &mut impl Tracker) {
        let mut at = head;
        loop {
            for near in Self::around(at) {
                let beside = index(self.head(near));
                self.liberties[beside] = self.liberties[beside].wrapping_sub(1);
            }
            at = self.next(at);
            if at == head {
                break;
            }
        }
        loop {
            self.cells[index(at)] = stone(color);
            self.head[index(at)] = head;
            tracker.placed(color, at);
            at = self.next(at);
            if at == head {
                break;
            }
        }
        self.liberties[index(head)] = 0;
    }

    /// Takes the last play back.
    pub(crate) fn undo(&mut self, color: Color, change: Change, tracker: &mut impl Tracker) {
        if change.suicide != 0 {
            self.restore(color, change.suicide, tracker);
        }
        for head in change.captured.into_iter().rev().filter(|&head| head != 0) {
            self.restore(color.opponent(), head, tracker);
        }
        let cell = change.cell;
        let around = Self::around(cell);
        for (i, near) in around.into_iter().enumerate().rev() {
            let lost = change.joined[i];
            if lost != 0 {
                let kept = self.head(cell);
                self.next.swap(index(cell), index(near));
                self.relabel(lost, lost);
                self.liberties[index(kept)] =
                    self.liberties(kept).wrapping_sub(self.liberties(lost));
            }
        }
        let at = index(cell);
        self.cells[at] = EMPTY;
        self.head[at] = 0;
        self.next[at] = change.next_before;
        self.liberties[at] = change.liberties_before;
        tracker.removed(color, cell);
        for near in around {
            let beside = index(self.head(near));
            self.liberties[beside] = self.liberties[beside].wrapping_add(1);
        }
    }
}
