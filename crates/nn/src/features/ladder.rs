//! Which chains are caught in ladders.

use board::Color;

use super::bits::Bits;
use super::grid::{Chain, Grid};

/// A search that makes more plays than this answers "not caught".
const MOST_PLAYS: u32 = 25_000;

/// What ladders there are on a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Ladders {
    /// Stones of caught chains.
    pub(super) caught: Bits,
    /// For Black's and White's caught chains with two liberties: where the other side starts the ladder.
    pub(super) starts: [Bits; 2],
}

/// Reads every chain with one or two liberties: with one, its owner moves; with two, the attacker.
pub(super) fn ladders(grid: &mut Grid) -> Ladders {
    let mut found = Ladders::default();
    for index in 0..grid.chains().len() {
        let Some(&chain) = grid.chains().get(index) else { break };
        let caught = match chain.liberties.len() {
            1 => is_caught(grid, &chain),
            2 => {
                let starts = starts(grid, &chain);
                found.starts[chain.color.index()] |= starts;
                !starts.is_empty()
            }
            _ => false,
        };
        if caught {
            found.caught |= chain.stones;
        }
    }
    found
}

/// The liberties, of two, that the attacker can play to take the chain.
fn starts(grid: &mut Grid, chain: &Chain) -> Bits {
    let attacker = chain.color.opponent();
    let mut starts = Bits::EMPTY;
    for liberty in chain.liberties.iter() {
        if !grid.is_legal(attacker, liberty)
            || escapes_at_once(grid, chain.color, chain.liberties, liberty)
        {
            continue;
        }
        grid.play(attacker, liberty);
        if is_caught(grid, chain) {
            starts.insert(liberty);
        }
        grid.undo();
    }
    starts
}

/// Whether a chain with these two liberties gets three by playing the one that the attacker leaves.
fn escapes_at_once(grid: &Grid, defender: Color, liberties: Bits, taken: usize) -> bool {
    let left = liberties.iter().find(|&liberty| liberty != taken);
    left.is_some_and(|left| {
        let mut after = grid.liberties_after(defender, left);
        after.remove(taken);
        after.len() >= 3
    })
}

/// Whether the chain is taken when its owner moves first. A ko ban that stands now is lifted.
fn is_caught(grid: &mut Grid, chain: &Chain) -> bool {
    let Some(stone) = chain.stones.iter().next() else { return false };
    let ko = grid.ko.take();
    let deepest = grid.area() * 3 / 2;
    let mut search = Search { grid, stone, plays: 0, deepest };
    let caught = search.defend(0) == Some(true);
    grid.ko = ko;
    caught
}

/// A reading; an answer is `None` when it is broken off.
struct Search<'a> {
    grid: &'a mut Grid,
    stone: usize,
    plays: u32,
    deepest: usize,
}

impl Search<'_> {
    /// The owner moves: whether the chain is taken all the same.
    fn defend(&mut self, depth: usize) -> Option<bool> {
        if depth >= self.deepest {
            return Some(true);
        }
        if self.plays >= MOST_PLAYS {
            return None;
        }
        let chain = *self.grid.chain(self.stone);
        // Ladders that need a ko don't count.
        if chain.liberties.len() >= 2 || self.grid.ko.is_some() {
            return Some(false);
        }
        let Some(last) = chain.liberties.iter().next() else { return Some(true) };
        let run = self.grid.liberties_after(chain.color, last).len();
        if run >= 3 {
            return Some(false);
        }
        let mut tried = Bits::EMPTY;
        for near in self.grid.opponents_beside(&chain) {
            let attacker = self.grid.chain(near);
            if attacker.liberties.len() == 1 {
                tried |= attacker.liberties;
            }
        }
        tried.insert(last);
        for cell in tried.iter() {
            if !self.grid.is_legal(chain.color, cell) {
                continue;
            }
            self.grid.play(chain.color, cell);
            self.plays += 1;
            let answer = self.attack(depth + 1);
            self.grid.undo();
            if !answer? {
                return Some(false);
            }
        }
        Some(true)
    }

    /// The attacker moves: whether the chain is taken.
    fn attack(&mut self, depth: usize) -> Option<bool> {
        if depth >= self.deepest {
            return Some(true);
        }
        if self.plays >= MOST_PLAYS {
            return None;
        }
        let chain = *self.grid.chain(self.stone);
        match chain.liberties.len() {
            0 | 1 => return Some(true),
            2 => {}
            _ => return Some(false),
        }
        let mut liberties = chain.liberties.iter();
        let (Some(one), Some(other)) = (liberties.next(), liberties.next()) else {
            return Some(true);
        };
        let defender = chain.color;
        let after = [one, other].map(|cell| self.grid.liberties_after(defender, cell));
        if self.is_double_ko_death(one, other, after) {
            return Some(true);
        }
        // First where the chain would gain most.
        let [of_one, of_other] = after.map(|liberties| liberties.len());
        let order = if of_other > of_one { [other, one] } else { [one, other] };
        for cell in order {
            if !self.grid.is_legal(defender.opponent(), cell)
                || escapes_at_once(self.grid, defender, chain.liberties, cell)
            {
                continue;
            }
            self.grid.play(defender.opponent(), cell);
            self.plays += 1;
            let answer = self.defend(depth + 1);
            self.grid.undo();
            if answer? {
                return Some(true);
            }
        }
        Some(false)
    }

    /// Both liberties are ko captures for the attacker, and the chain gains nothing by either: no ko saves it.
    fn is_double_ko_death(&self, one: usize, other: usize, after: [Bits; 2]) -> bool {
        let grid = &*self.grid;
        let attacker = grid.chain(self.stone).color.opponent();
        let is_ko =
            |cell: usize| !grid.has_empty_neighbour(cell) && grid.is_ko_capture(attacker, cell);
        if !is_ko(one) || !is_ko(other) || after.iter().any(|liberties| liberties.len() > 2) {
            return false;
        }
        let mut beside = grid.opponents_beside(grid.chain(self.stone));
        !beside.any(|near| grid.chain(near).liberties.len() == 1)
    }
}
