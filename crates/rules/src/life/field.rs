//! A board for many quick games: no undo and no hash, but an "in atari" test in a few instructions.
//!
//! Liberties are counted once for each neighbouring stone ("pseudo-liberties"), with the sum of their cell numbers and
//! the sum of the squares: by Cauchy–Schwarz, `count · squares == sum²` holds only when all are the same cell.

use board::{Board, Color, PointSet};

const CELLS: usize = 1024;
const MASK: usize = CELLS - 1;
const ROW: u16 = 32;
const NEIGHBOURS: [u16; 4] = [u16::MAX, 1, ROW.wrapping_neg(), ROW];
const DIAGONALS: [u16; 4] = [ROW.wrapping_neg() - 1, ROW.wrapping_neg() + 1, ROW - 1, ROW + 1];

/// A cell number as in [`Point::index`].
pub(super) type Cell = u16;

/// What stands on a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(super) enum Content {
    Black = 0,
    White = 1,
    Empty = 2,
    Border = 3,
}

impl From<Color> for Content {
    fn from(color: Color) -> Content {
        match color {
            Color::Black => Content::Black,
            Color::White => Content::White,
        }
    }
}

/// Pseudo-liberties of a chain.
#[derive(Clone, Copy, Default)]
struct Liberties {
    count: u32,
    sum: u32,
    squares: u32,
}

impl Liberties {
    fn add(&mut self, cell: Cell) {
        self.count += 1;
        self.sum += u32::from(cell);
        self.squares += u32::from(cell) * u32::from(cell);
    }

    fn remove(&mut self, cell: Cell) {
        self.count -= 1;
        self.sum -= u32::from(cell);
        self.squares -= u32::from(cell) * u32::from(cell);
    }
}

/// Stones and chains of a game that is only played forwards.
#[derive(Clone)]
pub(super) struct Field {
    content: [Content; CELLS],
    head: [Cell; CELLS],
    next: [Cell; CELLS],
    stones: [u16; CELLS],
    liberties: [Liberties; CELLS],
    /// The empty cells that may be chosen at random.
    empty: Vec<Cell>,
    place: [u16; CELLS],
    outside: [bool; CELLS],
    ko: Option<Cell>,
}

impl Field {
    /// The board as it is; only empty points of `zone` will be listed by [`Field::empty`].
    pub(super) fn new(board: &Board, zone: &PointSet) -> Field {
        let mut field = Field {
            content: [Content::Border; CELLS],
            head: [0; CELLS],
            next: [0; CELLS],
            stones: [0; CELLS],
            liberties: [Liberties::default(); CELLS],
            empty: Vec::with_capacity(board.size().area()),
            place: [0; CELLS],
            outside: [true; CELLS],
            ko: None,
        };
        for point in zone {
            field.outside[point.index()] = false;
        }
        for point in board.size().points() {
            let cell = point.index() as Cell;
            field.set(cell, Content::Empty);
            field.add_empty(cell);
        }
        for color in Color::BOTH {
            for point in board.stones(color) {
                field.place_stone(color, point.index() as Cell);
            }
        }
        field
    }

    pub(super) fn get(&self, cell: Cell) -> Content {
        self.content[cell as usize & MASK]
    }

    fn set(&mut self, cell: Cell, content: Content) {
        self.content[cell as usize & MASK] = content;
    }

    pub(super) fn head(&self, cell: Cell) -> Cell {
        self.head[cell as usize & MASK]
    }

    /// The empty cells of the zone, in no particular order.
    pub(super) fn empty(&self) -> &[Cell] {
        &self.empty
    }

    pub(super) fn lift_ko(&mut self) {
        self.ko = None;
    }

    pub(super) fn neighbours(cell: Cell) -> [Cell; 4] {
        NEIGHBOURS.map(|step| cell.wrapping_add(step))
    }

    pub(super) fn diagonals(cell: Cell) -> [Cell; 4] {
        DIAGONALS.map(|step| cell.wrapping_add(step))
    }

    /// Number of stones of the chain on a cell.
    pub(super) fn chain_len(&self, cell: Cell) -> u16 {
        self.stones[self.head(cell) as usize & MASK]
    }

    /// The stones of the chain on a cell.
    pub(super) fn chain(&self, cell: Cell) -> impl Iterator<Item = Cell> + '_ {
        let mut next = Some(cell);
        std::iter::from_fn(move || {
            let here = next?;
            let after = self.next[here as usize & MASK];
            next = (after != cell).then_some(after);
            Some(here)
        })
    }

    /// The only liberty of the chain on a cell, if it has just one.
    pub(super) fn only_liberty(&self, cell: Cell) -> Option<Cell> {
        let liberties = self.liberties[self.head(cell) as usize & MASK];
        let single = u64::from(liberties.count) * u64::from(liberties.squares)
            == u64::from(liberties.sum) * u64::from(liberties.sum);
        (single && liberties.count > 0).then(|| (liberties.sum / liberties.count) as Cell)
    }

    /// Whether the play is no suicide, no retaking of a ko and on an empty cell.
    pub(super) fn is_legal(&self, color: Color, cell: Cell) -> bool {
        if self.ko == Some(cell) || self.get(cell) != Content::Empty {
            return false;
        }
        let own = Content::from(color);
        Field::neighbours(cell).into_iter().any(|near| match self.get(near) {
            Content::Empty => true,
            Content::Border => false,
            content => (content == own) != self.only_liberty(near).is_some(),
        })
    }

    /// Plays a legal move; returns how many stones it took.
    pub(super) fn play(&mut self, color: Color, cell: Cell) -> usize {
        let other = Content::from(color.opponent());
        let own = Content::from(color);
        let near = Field::neighbours(cell);
        let was_surrounded =
            near.iter().all(|&at| matches!(self.get(at), Content::Border) || self.get(at) == other);
        self.place_stone(color, cell);
        let mut taken = 0;
        let mut last_taken = cell;
        for at in near {
            if self.get(at) == other && self.liberties[self.head(at) as usize & MASK].count == 0 {
                taken += self.take_chain(at);
                last_taken = at;
            }
        }
        debug_assert!(self.get(cell) == own);
        self.ko = (taken == 1 && was_surrounded).then_some(last_taken);
        taken
    }

    fn place_stone(&mut self, color: Color, cell: Cell) {
        let own = Content::from(color);
        self.remove_empty(cell);
        self.set(cell, own);
        let at = cell as usize & MASK;
        self.head[at] = cell;
        self.next[at] = cell;
        self.stones[at] = 1;
        self.liberties[at] = Liberties::default();
        for near in Field::neighbours(cell) {
            match self.get(near) {
                Content::Border => {}
                Content::Empty => self.liberties[self.head(cell) as usize & MASK].add(near),
                content => {
                    self.liberties[self.head(near) as usize & MASK].remove(cell);
                    if content == own && self.head(near) != self.head(cell) {
                        self.join(self.head(cell), self.head(near));
                    }
                }
            }
        }
    }

    /// Joins two chains, walking the shorter one.
    fn join(&mut self, one: Cell, other: Cell) {
        let (long, short) =
            match self.stones[one as usize & MASK] >= self.stones[other as usize & MASK] {
                true => (one as usize & MASK, other as usize & MASK),
                false => (other as usize & MASK, one as usize & MASK),
            };
        let added = self.liberties[short];
        let liberties = &mut self.liberties[long];
        liberties.count += added.count;
        liberties.sum += added.sum;
        liberties.squares += added.squares;
        self.stones[long] += self.stones[short];
        let mut at = short;
        loop {
            self.head[at] = long as Cell;
            at = self.next[at] as usize & MASK;
            if at == short {
                break;
            }
        }
        self.next.swap(long, short);
    }

    fn take_chain(&mut self, start: Cell) -> usize {
        let mut taken = 0;
        let mut cell = start;
        loop {
            let after = self.next[cell as usize & MASK];
            self.set(cell, Content::Empty);
            self.add_empty(cell);
            taken += 1;
            for near in Field::neighbours(cell) {
                if matches!(self.get(near), Content::Black | Content::White) {
                    self.liberties[self.head(near) as usize & MASK].add(cell);
                }
            }
            cell = after;
            if cell == start {
                return taken;
            }
        }
    }

    fn add_empty(&mut self, cell: Cell) {
        if self.outside[cell as usize & MASK] {
            return;
        }
        self.place[cell as usize & MASK] = self.empty.len() as u16;
        self.empty.push(cell);
    }

    fn remove_empty(&mut self, cell: Cell) {
        if self.outside[cell as usize & MASK] {
            return;
        }
        let place = self.place[cell as usize & MASK] as usize;
        self.empty.swap_remove(place);
        if let Some(&moved) = self.empty.get(place) {
            self.place[moved as usize & MASK] = place as u16;
        }
    }
}
