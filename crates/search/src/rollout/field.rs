//! [`Field`]: the board of a playout. It knows each chain's only liberty when the chain is in atari, which the board of
//! the rules does not need to know, and nothing of hashes, undo or history.
//!
//! A chain's head keeps the number of its pseudo-liberties (pairs of a stone and an adjacent empty point), the sum of
//! their cell numbers and the sum of the squares. All of them are the same point exactly when `count · squares = sum²`
//! (equality in the Cauchy–Schwarz inequality); that point is then `sum / count`.

use board::{BoardSize, Color, Point, Position};

/// Cells in the layout of [`Point`]: rows of 32, a power of two in all, so that a mask replaces the bounds check.
pub(crate) const CELLS: usize = 1024;
pub(crate) const ROW: u16 = 32;
pub(crate) const EMPTY: u8 = 0;
pub(crate) const BLACK: u8 = 1;
pub(crate) const WHITE: u8 = 2;
/// The border has the bits of both colours.
pub(crate) const BORDER: u8 = 3;
/// No cell: a pass, no ko.
pub(crate) const NONE: u16 = 0;

const NEIGHBOURS: [u16; 4] = [ROW.wrapping_neg(), 1u16.wrapping_neg(), 1, ROW];
const DIAGONALS: [u16; 4] = [(ROW + 1).wrapping_neg(), (ROW - 1).wrapping_neg(), ROW - 1, ROW + 1];

/// The four cells beside a cell.
#[inline(always)]
pub(crate) fn around(cell: u16) -> [u16; 4] {
    NEIGHBOURS.map(|step| cell.wrapping_add(step))
}

/// The four cells diagonal to a cell.
#[inline(always)]
pub(crate) fn diagonals(cell: u16) -> [u16; 4] {
    DIAGONALS.map(|step| cell.wrapping_add(step))
}

/// A colour as the bits of a cell.
pub(crate) const fn stone(color: Color) -> u8 {
    match color {
        Color::Black => BLACK,
        Color::White => WHITE,
    }
}

/// The other colour's bits.
#[inline(always)]
pub(crate) const fn other(color: u8) -> u8 {
    3 - color
}

/// The cell of a point.
#[expect(clippy::cast_possible_truncation, reason = "an index is below 1024")]
pub(crate) fn cell_of(point: Point) -> u16 {
    point.index() as u16
}

/// The point of a cell, if it is one.
#[expect(clippy::cast_possible_truncation, reason = "remainders and quotients below 32 and 64")]
pub(crate) fn point_of(cell: u16) -> Option<Point> {
    Point::new((cell % ROW) as u8, (cell / ROW) as u8)
}

#[inline(always)]
const fn at(cell: u16) -> usize {
    cell as usize & (CELLS - 1)
}

/// What a chain's head knows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Chain {
    /// Pseudo-liberties.
    pub(crate) liberties: u16,
    /// Stones.
    pub(crate) stones: u16,
    sum: u32,
    squares: u32,
}

impl Chain {
    #[inline(always)]
    fn gain(&mut self, cell: u16) {
        let cell = u32::from(cell);
        self.liberties = self.liberties.wrapping_add(1);
        self.sum = self.sum.wrapping_add(cell);
        self.squares = self.squares.wrapping_add(cell * cell);
    }

    #[inline(always)]
    fn lose(&mut self, cell: u16) {
        let cell = u32::from(cell);
        self.liberties = self.liberties.wrapping_sub(1);
        self.sum = self.sum.wrapping_sub(cell);
        self.squares = self.squares.wrapping_sub(cell * cell);
    }

    /// The only liberty, or `NONE` when there are none or several.
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "the mean of cell numbers is one")]
    pub(crate) fn only_liberty(&self) -> u16 {
        // One point touches at most four stones of a chain.
        if self.liberties == 0 || self.liberties > 4 {
            return NONE;
        }
        let (count, sum) = (u64::from(self.liberties), u64::from(self.sum));
        if count * u64::from(self.squares) == sum * sum { (sum / count) as u16 } else { NONE }
    }
}

/// The board of a playout; see the module.
#[derive(Clone)]
pub(crate) struct Field {
    size: BoardSize,
    /// Cells in use: those of the rows of the board and the border around them.
    used: usize,
    cells: [u8; CELLS],
    head: [u16; CELLS],
    next: [u16; CELLS],
    chains: [Chain; CELLS],
    empty: [u16; CELLS],
    place: [u16; CELLS],
    empty_count: u16,
    /// Who moves.
    pub(crate) to_move: u8,
    /// Where the side to move may not retake, or `NONE`.
    pub(crate) ko: u16,
    /// The last move, or `NONE` for a pass or none.
    pub(crate) last: u16,
    /// The move before it, or `NONE`.
    pub(crate) before_last: u16,
    /// How many stones the last move took.
    pub(crate) captured: u16,
    /// Stones put on the board by Black less those by White since the field was made.
    pub(crate) placed: i32,
}

impl Field {
    pub(crate) fn new(position: &Position) -> Field {
        let size = position.board.size();
        let mut field = Field {
            size,
            used: (usize::from(size.rows()) + 2) * usize::from(ROW),
            cells: [BORDER; CELLS],
            head: [0; CELLS],
            next: [0; CELLS],
            chains: [Chain::default(); CELLS],
            empty: [0; CELLS],
            place: [0; CELLS],
            empty_count: 0,
            to_move: BLACK,
            ko: NONE,
            last: NONE,
            before_last: NONE,
            captured: 0,
            placed: 0,
        };
        for point in size.points() {
            field.cells[point.index()] = EMPTY;
            field.add_empty(cell_of(point));
        }
        // A chain set down stone by stone could be without liberties on the way; the order outward from its
        // liberties avoids it, since those stay empty.
        for color in Color::BOTH {
            for chain in position.board.chains(color) {
                let mut done = position.board.empty().dilate() & chain;
                let mut ring = done;
                while !ring.is_empty() {
                    ring.iter().for_each(|point| field.put(cell_of(point), stone(color)));
                    ring = (done.dilate() & chain) - done;
                    done |= ring;
                }
            }
        }
        field.to_move = stone(position.to_move);
        field.ko = position.ko.map_or(NONE, cell_of);
        (field.last, field.before_last, field.captured, field.placed) = (NONE, NONE, 0, 0);
        field
    }

    /// Becomes a copy of another field of the same size; only the rows in use are copied.
    pub(crate) fn copy_from(&mut self, from: &Field) {
        let n = from.used.min(CELLS);
        self.size = from.size;
        self.used = from.used;
        self.cells[..n].copy_from_slice(&from.cells[..n]);
        self.head[..n].copy_from_slice(&from.head[..n]);
        self.next[..n].copy_from_slice(&from.next[..n]);
        self.chains[..n].copy_from_slice(&from.chains[..n]);
        self.place[..n].copy_from_slice(&from.place[..n]);
        let m = usize::from(from.empty_count).min(CELLS);
        self.empty[..m].copy_from_slice(&from.empty[..m]);
        self.empty_count = from.empty_count;
        self.to_move = from.to_move;
        self.ko = from.ko;
        self.last = from.last;
        self.before_last = from.before_last;
        self.captured = from.captured;
        self.placed = from.placed;
    }

    pub(crate) fn size(&self) -> BoardSize {
        self.size
    }

    #[inline(always)]
    pub(crate) fn cell(&self, cell: u16) -> u8 {
        self.cells[at(cell)]
    }

    #[inline(always)]
    pub(crate) fn head(&self, cell: u16) -> u16 {
        self.head[at(cell)]
    }

    #[inline(always)]
    pub(crate) fn next(&self, cell: u16) -> u16 {
        self.next[at(cell)]
    }

    /// The chain that the stone on this cell belongs to.
    #[inline(always)]
    pub(crate) fn chain(&self, cell: u16) -> &Chain {
        &self.chains[at(self.head(cell))]
    }

    /// How many cells are empty.
    #[inline(always)]
    pub(crate) fn empty_count(&self) -> u16 {
        self.empty_count
    }

    /// The empty cell at a place of the list, whose order is arbitrary but the same for the same history.
    #[inline(always)]
    pub(crate) fn empty_at(&self, place: u16) -> u16 {
        self.empty[at(place)]
    }

    /// Exchanges two places of the list of empty cells.
    #[inline(always)]
    pub(crate) fn swap_empty(&mut self, a: u16, b: u16) {
        let (x, y) = (self.empty[at(a)], self.empty[at(b)]);
        (self.empty[at(b)], self.place[at(x)]) = (x, b);
        (self.empty[at(a)], self.place[at(y)]) = (y, a);
    }

    fn add_empty(&mut self, cell: u16) {
        self.empty[at(self.empty_count)] = cell;
        self.place[at(cell)] = self.empty_count;
        self.empty_count += 1;
    }

    fn remove_empty(&mut self, cell: u16) {
        let place = self.place[at(cell)];
        self.empty_count -= 1;
        let moved = self.empty[at(self.empty_count)];
        self.empty[at(place)] = moved;
        self.place[at(moved)] = place;
    }

    #[inline(always)]
    pub(crate) fn has_empty_neighbour(&self, cell: u16) -> bool {
        around(cell).iter().any(|&near| self.cell(near) == EMPTY)
    }

    /// Whether the side with this colour may play on this empty cell under basic ko without suicide; the ko is that
    /// of the side to move.
    #[inline]
    pub(crate) fn is_legal(&self, cell: u16, color: u8) -> bool {
        if self.has_empty_neighbour(cell) {
            return true;
        }
        if cell == self.ko && color == self.to_move {
            return false;
        }
        around(cell).iter().any(|&near| {
            let here = self.cell(near);
            here != BORDER && (here == color) == (self.chain(near).only_liberty() != cell)
        })
    }

    /// Plays a stone of the side to move on a legal empty cell.
    #[inline]
    pub(crate) fn play(&mut self, cell: u16) {
        let color = self.to_move;
        self.put(cell, color);
        self.to_move = other(color);
        self.before_last = self.last;
        self.last = cell;
    }

    /// Passes.
    #[inline]
    pub(crate) fn pass(&mut self) {
        self.to_move = other(self.to_move);
        self.ko = NONE;
        self.before_last = self.last;
        self.last = NONE;
        self.captured = 0;
    }

    /// Puts a stone down, takes what has no liberty, and notes the ko.
    #[inline]
    pub(crate) fn put(&mut self, cell: u16, color: u8) {
        debug_assert_eq!(self.cell(cell), EMPTY);
        self.placed += if color == BLACK { 1 } else { -1 };
        self.remove_empty(cell);
        self.cells[at(cell)] = color;
        self.head[at(cell)] = cell;
        self.next[at(cell)] = cell;
        let mut own = Chain { stones: 1, ..Chain::default() };
        for near in around(cell) {
            self.chains[at(self.head[at(near)])].lose(cell);
            if self.cell(near) == EMPTY {
                own.gain(near);
            }
        }
        self.chains[at(cell)] = own;
        for near in around(cell) {
            if self.cell(near) == color && self.head(near) != self.head(cell) {
                self.join(cell, near);
            }
        }
        let mut taken = 0;
        let mut last_taken = NONE;
        for near in around(cell) {
            if self.cell(near) == other(color) && self.chain(near).liberties == 0 {
                taken += self.remove(self.head(near));
                last_taken = near;
            }
        }
        self.captured = taken;
        let chain = self.chain(cell);
        self.ko =
            if taken == 1 && chain.stones == 1 && chain.liberties == 1 { last_taken } else { NONE };
    }

    fn join(&mut self, cell: u16, near: u16) {
        let (a, b) = (self.head(cell), self.head(near));
        let (keep, lose) =
            if self.chains[at(a)].stones < self.chains[at(b)].stones { (b, a) } else { (a, b) };
        let lost = self.chains[at(lose)];
        let kept = &mut self.chains[at(keep)];
        kept.liberties = kept.liberties.wrapping_add(lost.liberties);
        kept.stones += lost.stones;
        kept.sum = kept.sum.wrapping_add(lost.sum);
        kept.squares = kept.squares.wrapping_add(lost.squares);
        let mut walk = lose;
        loop {
            self.head[at(walk)] = keep;
            walk = self.next(walk);
            if walk == lose {
                break;
            }
        }
        self.next.swap(at(cell), at(near));
    }

    fn remove(&mut self, head: u16) -> u16 {
        let mut count = 0;
        let mut walk = head;
        loop {
            self.cells[at(walk)] = EMPTY;
            self.head[at(walk)] = 0;
            self.add_empty(walk);
            count += 1;
            walk = self.next(walk);
            if walk == head {
                break;
            }
        }
        loop {
            for near in around(walk) {
                self.chains[at(self.head[at(near)])].gain(walk);
            }
            walk = self.next(walk);
            if walk == head {
                return count;
            }
        }
    }

    /// What all four neighbours have in common, as bits of colours; the border has both.
    #[inline(always)]
    pub(crate) fn all_around(&self, cell: u16) -> u8 {
        around(cell).iter().fold(BORDER, |all, &near| all & self.cell(near))
    }

    /// Whether an empty cell is a one-point eye of the colour: only own stones and edges beside it, and at most one
    /// opposing stone on its diagonals (none at the edge).
    #[inline]
    pub(crate) fn is_eye(&self, cell: u16, color: u8) -> bool {
        if self.all_around(cell) & color == 0 {
            return false;
        }
        let (mut borders, mut opponents) = (0, 0);
        for diagonal in diagonals(cell) {
            borders += u8::from(self.cell(diagonal) == BORDER);
            opponents += u8::from(self.cell(diagonal) == other(color));
        }
        opponents + u8::from(borders > 0) < 2
    }

    /// Whose a cell is when play has ended: its stone's colour, or the only colour beside it; 0 or 3 for nobody's.
    #[inline(always)]
    pub(crate) fn owner(&self, cell: u16) -> u8 {
        match self.cell(cell) {
            EMPTY => self.all_around(cell),
            color => color,
        }
    }
}

#[cfg(test)]
mod tests {
    use board::{Board, Move};
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::{Rng, SeedableRng};

    use super::*;

    /// The field plays random games beside the board of the rules and agrees with it after each move.
    #[test]
    fn it_agrees_with_the_board_of_the_rules() {
        for (seed, (columns, rows)) in
            (0..).zip([(1, 1), (2, 2), (3, 2), (5, 5), (7, 4), (9, 9), (25, 6)])
        {
            let size = BoardSize::new(columns, rows).expect("a legal size");
            let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
            let mut position = Position::new(Board::new(size), Color::Black);
            let mut field = Field::new(&position);
            for _ in 0..4 * size.area() {
                let legal: Vec<Point> =
                    size.points().filter(|&p| position.check(p).is_ok()).collect();
                for point in size.points().filter(|&p| position.board.is_empty(p)) {
                    let claimed = field.is_legal(cell_of(point), field.to_move);
                    assert_eq!(claimed, legal.contains(&point), "{point:?} in {position:?}");
                }
                if legal.is_empty() {
                    position.play(Move::Pass).expect("a pass is legal");
                    field.pass();
                    continue;
                }
                let point = legal[random.next_u32() as usize % legal.len()];
                position.play(Move::Play(point)).expect("legal");
                field.play(cell_of(point));
                assert_eq!(point_of(field.ko), position.ko);
                agree(&field, &position);
            }
            let rebuilt = Field::new(&position);
            agree(&rebuilt, &position);
            assert_eq!(rebuilt.ko, field.ko);
        }
    }

    fn agree(field: &Field, position: &Position) {
        for point in position.board.size().points() {
            let cell = cell_of(point);
            let stone = position.board.get(point);
            assert_eq!(field.cell(cell), stone.map_or(EMPTY, super::stone));
            if stone.is_none() {
                continue;
            }
            let liberties = position.board.liberties(point);
            let chain = field.chain(cell);
            assert_eq!(usize::from(chain.stones), position.board.chain(point).count());
            let only =
                if liberties.len() == 1 { liberties.first().map_or(NONE, cell_of) } else { NONE };
            assert_eq!(chain.only_liberty(), only);
        }
        assert_eq!(usize::from(field.empty_count()), position.board.empty().len());
    }
}
