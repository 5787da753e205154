use rand_xoshiro::rand_core::Rng;

use crate::chains::{self, Chains, EMPTY, Tracker};
use crate::color::Color;
use crate::point::{CELLS, DIAGONALS, NEIGHBOURS, Point};
use crate::position::Position;
use crate::set::PointSet;
use crate::size::BoardSize;

/// A light random playout: each move is uniform among the legal points (basic ko, no suicide) that do not fill an own
/// one-point eye; a side without such a point passes; two passes end it.
///
/// A one-point eye has only own stones and edges beside it, and at most one opposing stone on its diagonals (none at
/// the edge of the board). The yardstick for speed is libEGO's playout, which follows the same policy.
#[derive(Clone)]
pub struct Playout {
    chains: Chains,
    empty: EmptyPoints,
    size: BoardSize,
    to_move: Color,
    ko: u16,
}

/// How a playout ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayoutEnd {
    /// Moves played, passes included.
    pub moves: u32,
    /// Whether two passes ended it, rather than the limit of three moves per point of the board.
    pub finished: bool,
}

/// The empty points in any order, with each one's place in the list.
#[derive(Clone)]
struct EmptyPoints {
    list: [u16; CELLS],
    place: [u16; CELLS],
    count: u16,
}

impl EmptyPoints {
    #[inline(always)]
    fn get(&self, place: u16) -> u16 {
        self.list[place as usize & (CELLS - 1)]
    }

    #[inline(always)]
    fn put(&mut self, cell: u16, place: u16) {
        self.list[place as usize & (CELLS - 1)] = cell;
        self.place[cell as usize & (CELLS - 1)] = place;
    }

    #[inline(always)]
    fn swap(&mut self, a: u16, b: u16) {
        let (x, y) = (self.get(a), self.get(b));
        self.put(x, b);
        self.put(y, a);
    }
}

impl Tracker for EmptyPoints {
    #[inline(always)]
    fn placed(&mut self, _: Color, cell: u16) {
        let place = self.place[cell as usize & (CELLS - 1)];
        self.count -= 1;
        let last = self.get(self.count);
        self.put(last, place);
    }

    #[inline(always)]
    fn removed(&mut self, _: Color, cell: u16) {
        self.put(cell, self.count);
        self.count += 1;
    }
}

impl Playout {
    /// A playout that will start from a position.
    pub fn new(position: &Position) -> Playout {
        let size = position.board.size();
        let mut playout = Playout {
            chains: position.board.chains_copy(),
            empty: EmptyPoints { list: [0; CELLS], place: [0; CELLS], count: 0 },
            size,
            to_move: position.to_move,
            ko: position.ko.map_or(0, Point::cell),
        };
        for point in position.board.empty() {
            playout.empty.removed(Color::Black, point.cell());
        }
        playout
    }

    /// Plays to the end.
    pub fn run(&mut self, random: &mut impl Rng) -> PlayoutEnd {
        let limit = 3 * self.size.area() as u32 + 2;
        let mut passes = 0;
        for moves in 1..=limit {
            passes = if self.step(random) { 0 } else { passes + 1 };
            if passes == 2 {
                return PlayoutEnd { moves, finished: true };
            }
        }
        PlayoutEnd { moves: limit, finished: false }
    }

    /// The stones of a colour now.
    pub fn stones(&self, color: Color) -> PointSet {
        self.size
            .points()
            .filter(|point| self.chains.cell(point.cell()) == chains::stone(color))
            .collect()
    }

    /// Area of a colour now, in points: its stones and the empty points that have only its stones and edges beside
    /// them. After a playout nothing else is left but a few points of seki.
    pub fn area(&self, color: Color) -> u32 {
        let own = chains::stone(color);
        let counts = |point: &Point| match self.chains.cell(point.cell()) {
            EMPTY => self.all_around(point.cell()) == own,
            cell => cell == own,
        };
        self.size.points().filter(counts).count() as u32
    }

    /// One move; false for a pass. Candidates that fail are moved behind the ones still to try, which keeps the
    /// choice uniform.
    #[inline]
    fn step(&mut self, random: &mut impl Rng) -> bool {
        let color = self.to_move;
        self.to_move = color.opponent();
        let mut untried = self.empty.count;
        while untried > 0 {
            let place = ((u64::from(random.next_u32()) * u64::from(untried)) >> 32) as u16;
            let cell = self.empty.get(place);
            if self.is_candidate(color, cell) {
                self.play(color, cell);
                return true;
            }
            untried -= 1;
            self.empty.swap(place, untried);
        }
        self.ko = 0;
        false
    }

    #[inline(always)]
    fn play(&mut self, color: Color, cell: u16) {
        let change = self.chains.place(color, cell, &mut self.empty);
        let ko =
            change.taken == 1 && self.chains.next(cell) == cell && self.chains.liberties(cell) == 1;
        self.ko = if ko { self.empty.get(self.empty.count - 1) } else { 0 };
    }

    #[inline(always)]
    fn is_candidate(&self, color: Color, cell: u16) -> bool {
        if self.chains.has_empty_neighbour(cell) {
            return true;
        }
        cell != self.ko && !self.is_eye(color, cell) && !self.chains.is_suicide(color, cell)
    }

    /// What all four neighbours have in common, as bits of colours; the border has both.
    #[inline(always)]
    fn all_around(&self, cell: u16) -> u8 {
        NEIGHBOURS
            .iter()
            .fold(chains::BORDER, |all, step| all & self.chains.cell(cell.wrapping_add(*step)))
    }

    #[inline(always)]
    fn is_eye(&self, color: Color, cell: u16) -> bool {
        if self.all_around(cell) & chains::stone(color) == 0 {
            return false;
        }
        let (mut borders, mut opponents) = (0, 0);
        for step in DIAGONALS {
            let diagonal = self.chains.cell(cell.wrapping_add(step));
            borders += u8::from(diagonal == chains::BORDER);
            opponents += u8::from(diagonal == chains::stone(color.opponent()));
        }
        opponents + u8::from(borders > 0) < 2
    }
}

impl std::fmt::Debug for Playout {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Playout")
            .field("size", &self.size)
            .field("empty", &self.empty.count)
            .finish_non_exhaustive()
    }
}
