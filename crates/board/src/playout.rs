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

#[cfg(test)]
mod tests {
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::SeedableRng;

    use super::*;
    use crate::{Board, Move};

    /// The policy in words: legal, and no own one-point eye.
    fn candidates(position: &Position) -> PointSet {
        let board = &position.board;
        let (own, opponent) = (position.to_move, position.to_move.opponent());
        let fills_eye = |point: Point| {
            let mut beside = board.size().neighbours(point);
            let diagonals = [(-1, -1), (1, -1), (-1, 1), (1, 1)]
                .map(|(columns, rows)| point.offset(columns, rows))
                .map(|diagonal| diagonal.filter(|&diagonal| board.size().contains(diagonal)));
            let opposing = diagonals.iter().flatten().filter(|&&d| board.get(d) == Some(opponent));
            let allowed = usize::from(diagonals.iter().all(Option::is_some));
            beside.all(|near| board.get(near) == Some(own)) && opposing.count() <= allowed
        };
        let points = board.size().points();
        points.filter(|&point| position.check(point).is_ok() && !fills_eye(point)).collect()
    }

    /// Positions with kos, eyes, false eyes and points without liberties, and one with nothing to play.
    fn positions() -> Vec<Position> {
        let boards: [&[&str]; 6] = [
            &["....", "....", "....", "...."],
            &[".XO..", "XO.O.", ".XO..", ".....", "....."],
            &[".X.XO", "XXXOO", "X.XO.", "OXXXX", ".OX.X"],
            &[".XX.O.OX.X.", "XXXOOOOXXXX"],
            &["X.X.XX.", "XXXXXXX"],
            &["."],
        ];
        let mut positions = Vec::new();
        for rows in boards {
            let board = Board::from_rows(rows).expect("a legal board");
            for color in Color::BOTH {
                positions.push(Position::new(board.clone(), color));
            }
        }
        // Black has just taken a ko in the second one.
        let mut ko = positions[2].clone();
        let point = ko.board.size().point(3, 2).expect("on the board");
        ko.play(Move::Play(point)).expect("takes the ko");
        assert!(ko.ko.is_some());
        positions.push(ko);
        positions
    }

    /// The first move of a playout by `random`, or `None` for a pass.
    fn first_move(start: &Playout, random: &mut Xoshiro256PlusPlus) -> Option<Point> {
        let mut playout = start.clone();
        let color = playout.to_move;
        let before = playout.stones(color);
        playout.step(random).then(|| {
            let new = playout.stones(color) - before;
            new.first().expect("the stone played")
        })
    }

    #[test]
    fn the_first_move_is_uniform_among_the_candidates() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(2026);
        for position in positions() {
            let candidates = candidates(&position);
            let start = Playout::new(&position);
            if candidates.is_empty() {
                assert_eq!(first_move(&start, &mut random), None, "{position:?}");
                continue;
            }
            let each = 2000;
            let mut counts = [0u32; CELLS];
            for _ in 0..each * candidates.len() {
                let point = first_move(&start, &mut random).expect("a candidate exists");
                assert!(candidates.contains(point), "{point:?} in {position:?}");
                counts[point.index()] += 1;
            }
            let expected = each as f64;
            let chi_square: f64 = candidates
                .iter()
                .map(|point| (f64::from(counts[point.index()]) - expected).powi(2) / expected)
                .sum();
            // Mean k and deviation √2k for k degrees of freedom; five deviations are a chance of about one in a million.
            let freedom = candidates.len() as f64 - 1.0;
            assert!(
                chi_square <= freedom + 5.0 * (2.0 * freedom).sqrt(),
                "{chi_square} for {freedom} degrees of freedom in {position:?}"
            );
        }
    }

    #[test]
    fn every_move_of_a_playout_is_a_candidate() {
        for (seed, start) in
            (0..40).flat_map(|seed| positions().into_iter().map(move |p| (seed, p)))
        {
            let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
            let mut playout = Playout::new(&start);
            let mut position = start.clone();
            for _ in 0..3 * position.board.size().area() {
                let before = playout.stones(position.to_move);
                let candidates = candidates(&position);
                if !playout.step(&mut random) {
                    assert!(candidates.is_empty(), "a pass in {position:?}");
                    position.play(Move::Pass).expect("a pass is legal");
                    continue;
                }
                let point = (playout.stones(position.to_move) - before).first().expect("a stone");
                assert!(candidates.contains(point), "{point:?} in {position:?}");
                position.play(Move::Play(point)).expect("a candidate is legal");
                for color in Color::BOTH {
                    assert_eq!(playout.stones(color), position.board.stones(color));
                }
            }
        }
    }
}
