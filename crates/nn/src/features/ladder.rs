//! Which chains are caught in ladders.

use board::{BoardSize, Color};

use super::bits::{Bits, CELLS};
use super::grid::{Chain, Grid};
use crate::game::Snapshot;

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

/// What was read about one chain, and the cells it rests on.
#[derive(Clone, Copy, Debug)]
struct Reading {
    stones: Bits,
    rests_on: Bits,
    caught: bool,
    starts: Bits,
}

/// The readings of the board that was read last. A chain is not read again when the cells its reading rests on are the
/// same: from one move to the next most are.
#[derive(Clone, Debug)]
pub(super) struct Memory {
    size: Option<BoardSize>,
    stones: [Bits; 2],
    ko: Option<usize>,
    ids: [u16; CELLS],
    readings: Vec<Reading>,
    /// What is being read.
    new: Vec<Reading>,
    /// The boards read last, whole: those of one and two moves ago were often read before.
    recent: [Option<Recent>; RECENT],
    oldest: usize,
}

const RECENT: usize = 8;

#[derive(Clone, Copy, Debug)]
struct Recent {
    size: BoardSize,
    board: Snapshot,
    ladders: Ladders,
}

impl Memory {
    pub(super) fn new() -> Memory {
        Memory {
            size: None,
            stones: [Bits::EMPTY; 2],
            ko: None,
            ids: [0; CELLS],
            readings: Vec::new(),
            new: Vec::new(),
            recent: [None; RECENT],
            oldest: 0,
        }
    }

    /// The ladders of this board, if it was among the last that were read.
    pub(super) fn find(&self, size: BoardSize, board: &Snapshot) -> Option<Ladders> {
        let mut recent = self.recent.iter().flatten();
        recent.find(|r| r.size == size && r.board == *board).map(|r| r.ladders)
    }

    /// Remembers a board with its ladders.
    pub(super) fn keep(&mut self, size: BoardSize, board: Snapshot, ladders: Ladders) {
        if let Some(slot) = self.recent.get_mut(self.oldest % RECENT) {
            *slot = Some(Recent { size, board, ladders });
            self.oldest = (self.oldest + 1) % RECENT;
        }
    }

    /// The ladders on the board that was just set in `grid`.
    pub(super) fn read(&mut self, size: BoardSize, grid: &mut Grid) -> Ladders {
        let mut stones = [Bits::EMPTY; 2];
        for chain in grid.chains() {
            stones[chain.color.index()] |= chain.stones;
        }
        let mut changed = (stones[0] ^ self.stones[0]) | (stones[1] ^ self.stones[1]);
        if grid.ko != self.ko {
            for ko in [grid.ko, self.ko].into_iter().flatten() {
                changed.insert(ko);
            }
        }
        let usable = self.size == Some(size);
        self.new.clear();
        let mut found = Ladders::default();
        for index in 0..grid.chains().len() {
            let Some(&chain) = grid.chains().get(index) else { break };
            let known = if usable { self.recall(&chain, changed) } else { None };
            let reading = known.unwrap_or_else(|| read_chain(grid, &chain));
            if reading.caught {
                found.caught |= chain.stones;
                found.starts[chain.color.index()] |= reading.starts;
            }
            self.new.push(reading);
        }
        std::mem::swap(&mut self.readings, &mut self.new);
        (self.size, self.stones, self.ko) = (Some(size), stones, grid.ko);
        self.ids = *grid.ids();
        found
    }

    fn recall(&self, chain: &Chain, changed: Bits) -> Option<Reading> {
        let first = chain.stones.first()?;
        let reading = self.readings.get(usize::from(*self.ids.get(first)?))?;
        let same = reading.stones == chain.stones && (reading.rests_on & changed).is_empty();
        same.then_some(*reading)
    }
}

/// Reads a chain with one or two liberties: with one, its owner moves; with two, the attacker.
fn read_chain(grid: &mut Grid, chain: &Chain) -> Reading {
    let stones = chain.stones;
    let mut reading = Reading { stones, rests_on: stones, caught: false, starts: Bits::EMPTY };
    let Some(first) = stones.first() else { return reading };
    grid.seen = Bits::EMPTY;
    grid.look_at_chain(first);
    match chain.liberties.up_to(3) {
        1 => reading.caught = is_caught(grid, chain),
        2 => {
            reading.starts = starts(grid, chain);
            reading.caught = !reading.starts.is_empty();
        }
        _ => {}
    }
    reading.rests_on = grid.seen;
    reading
}

/// The liberties, of two, that the attacker can play to take the chain.
fn starts(grid: &mut Grid, chain: &Chain) -> Bits {
    let attacker = chain.color.opponent();
    let mut starts = Bits::EMPTY;
    for liberty in chain.liberties.iter() {
        grid.look(liberty);
    }
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
        after.up_to(3) >= 3
    })
}

/// Whether the chain is taken when its owner moves first. A ko ban that stands now is lifted.
fn is_caught(grid: &mut Grid, chain: &Chain) -> bool {
    let Some(stone) = chain.stones.first() else { return false };
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
        let chain = self.grid.chain(self.stone);
        let (color, liberties) = (chain.color, chain.liberties);
        // Ladders that need a ko don't count.
        if liberties.up_to(3) >= 2 || self.grid.ko.is_some() {
            return Some(false);
        }
        let Some(last) = liberties.first() else { return Some(true) };
        self.grid.look(last);
        let run = self.grid.liberties_after(color, last).up_to(3);
        if run >= 3 {
            return Some(false);
        }
        let mut tried = Bits::EMPTY;
        let attackers = self.grid.opponents_beside(self.stone);
        for near in attackers.iter() {
            self.grid.look_at_chain(near);
            let attacker = self.grid.chain(near);
            if attacker.liberties.up_to(3) == 1 {
                tried |= attacker.liberties;
            }
        }
        tried.insert(last);
        for cell in tried.iter() {
            self.grid.look(cell);
            if !self.grid.is_legal(color, cell) {
                continue;
            }
            self.grid.play(color, cell);
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
        let chain = self.grid.chain(self.stone);
        let (defender, liberties) = (chain.color, chain.liberties);
        match liberties.up_to(3) {
            0 | 1 => return Some(true),
            2 => {}
            _ => return Some(false),
        }
        let mut both = liberties.iter();
        let (Some(one), Some(other)) = (both.next(), both.next()) else { return Some(true) };
        self.grid.look(one);
        self.grid.look(other);
        let after = [one, other].map(|cell| self.grid.liberties_after(defender, cell));
        if self.is_double_ko_death(one, other, after) {
            return Some(true);
        }
        // First where the chain would gain most.
        let [of_one, of_other] = after.map(|liberties| liberties.up_to(3));
        let order = if of_other > of_one { [other, one] } else { [one, other] };
        for cell in order {
            if !self.grid.is_legal(defender.opponent(), cell)
                || escapes_at_once(self.grid, defender, liberties, cell)
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
    fn is_double_ko_death(&mut self, one: usize, other: usize, after: [Bits; 2]) -> bool {
        let attacker = self.grid.chain(self.stone).color.opponent();
        let is_ko = |cell: usize| {
            !self.grid.has_empty_neighbour(cell) && self.grid.is_ko_capture(attacker, cell)
        };
        if !is_ko(one) || !is_ko(other) || after.iter().any(|liberties| liberties.up_to(3) > 2) {
            return false;
        }
        for near in self.grid.opponents_beside(self.stone).iter() {
            self.grid.look_at_chain(near);
            if self.grid.chain(near).liberties.up_to(3) == 1 {
                return false;
            }
        }
        true
    }
}
