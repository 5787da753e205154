//! A board made for reading ladders: every chain knows its stones and liberties, and plays are taken back.

use board::{BoardSize, ByColor, Color, PointSet};

use super::bits::{Bits, CELLS, STRIDE, cell};

const EMPTY: u8 = 0;
const BORDER: u8 = 3;

/// What is written in a cell for a stone.
const fn stone(color: Color) -> u8 {
    1 + color.index() as u8
}

/// Distances to the four neighbours, with wrapping arithmetic.
const NEIGHBOURS: [usize; 4] = [STRIDE.wrapping_neg(), 1usize.wrapping_neg(), 1, STRIDE];

#[derive(Clone, Copy, Debug)]
pub(super) struct Chain {
    pub(super) color: Color,
    pub(super) stones: Bits,
    pub(super) liberties: Bits,
    /// At least the stones and all cells around them.
    halo: Bits,
    /// Number of stones.
    size: u16,
}

impl Chain {
    const fn none(color: Color) -> Chain {
        Chain { color, stones: Bits::EMPTY, liberties: Bits::EMPTY, halo: Bits::EMPTY, size: 0 }
    }
}

/// What one play changed.
#[derive(Clone, Copy, Debug)]
struct Step {
    cell: u16,
    /// How many saved chains there were before.
    saved: u32,
    /// How many chains there were before.
    chains: u16,
    ko: Option<u16>,
}

/// The board, with the memory it needs kept from use to use.
#[derive(Clone, Debug)]
pub(super) struct Grid {
    cells: [u8; CELLS],
    /// The chain of each stone; what stands at other cells means nothing.
    ids: [u16; CELLS],
    chains: Vec<Chain>,
    /// How many chains the board had before any play.
    first: usize,
    /// Chains as they were before plays changed them, latest last.
    saved: Vec<(u16, Chain)>,
    steps: Vec<Step>,
    /// For the labelling of chains.
    parents: Vec<u16>,
    pub(super) ko: Option<usize>,
    /// Cells on whose contents everything depends that was looked at since this was emptied.
    pub(super) seen: Bits,
    area: usize,
}

const fn at(cell: usize) -> usize {
    // The cells of a 19×19 board with its border are fewer than 448; neighbours of points never leave them.
    if cell < CELLS { cell } else { 0 }
}

impl Grid {
    pub(super) fn new() -> Grid {
        Grid {
            cells: [BORDER; CELLS],
            ids: [0; CELLS],
            chains: Vec::new(),
            first: 0,
            saved: Vec::new(),
            steps: Vec::new(),
            parents: Vec::new(),
            ko: None,
            seen: Bits::EMPTY,
            area: 0,
        }
    }

    /// Number of points of the board.
    pub(super) fn area(&self) -> usize {
        self.area
    }

    /// Sets these stones, which all have liberties, on a board of at most 19 lines.
    pub(super) fn set(&mut self, size: BoardSize, stones: &ByColor<PointSet>, ko: Option<usize>) {
        let (rows, columns) = (usize::from(size.rows()), usize::from(size.columns()));
        self.cells = [BORDER; CELLS];
        self.chains.clear();
        self.parents.clear();
        self.steps.clear();
        self.saved.clear();
        self.ko = ko;
        self.area = size.area();
        let (mut empty, mut black, mut all) = (Bits::EMPTY, Bits::EMPTY, Bits::EMPTY);
        let full = (1u32 << columns) - 1;
        for row in 0..rows {
            let line = |set: &PointSet| set.row(row as u8 + 1) >> 1;
            let here = line(&stones.black) | line(&stones.white);
            empty.add_row(row, full & !here);
            all.add_row(row, here);
            black.add_row(row, line(&stones.black));
            let start = cell(row, 0);
            if let Some(cells) = self.cells.get_mut(start..start + columns) {
                cells.fill(EMPTY);
            }
        }
        for cell in black.iter() {
            self.cells[at(cell)] = stone(Color::Black);
        }
        for cell in (all - black).iter() {
            self.cells[at(cell)] = stone(Color::White);
        }
        for cell in all.iter() {
            self.label(cell);
        }
        self.gather(all, empty);
        self.first = self.chains.len();
    }

    /// Gives a stone the label of its neighbour above or to the left, joining the two.
    fn label(&mut self, cell: usize) {
        let own = self.cells[cell];
        let up = (self.cells[cell - STRIDE] == own).then(|| self.root(self.ids[cell - STRIDE]));
        let left = (self.cells[cell - 1] == own).then(|| self.root(self.ids[cell - 1]));
        self.ids[cell] = match (up, left) {
            (None, None) => {
                let new = self.parents.len() as u16;
                self.parents.push(new);
                new
            }
            (Some(one), None) | (None, Some(one)) => one,
            (Some(up), Some(left)) => {
                let (low, high) = (up.min(left), up.max(left));
                self.parents[usize::from(high)] = low;
                low
            }
        };
    }

    fn root(&self, mut id: u16) -> u16 {
        loop {
            let parent = self.parents[usize::from(id)];
            if parent == id {
                return id;
            }
            id = parent;
        }
    }

    /// Makes the chains of the labels; roots are numbered in the order of their first stones.
    fn gather(&mut self, stones: Bits, empty: Bits) {
        // A root comes before everything below it, so its number is known when it is asked for.
        for label in 0..self.parents.len() {
            let parent = usize::from(self.parents[label]);
            self.parents[label] = match parent == label {
                true => {
                    self.chains.push(Chain::none(Color::Black));
                    self.chains.len() as u16 - 1
                }
                false => self.parents[parent],
            };
        }
        for cell in stones.iter() {
            let id = self.parents[usize::from(self.ids[at(cell)])];
            self.ids[at(cell)] = id;
            let chain = &mut self.chains[usize::from(id)];
            if chain.size == 0 && self.cells[at(cell)] == stone(Color::White) {
                chain.color = Color::White;
            }
            chain.stones.insert(cell);
            chain.size += 1;
        }
        for chain in &mut self.chains {
            let beside = chain.stones.beside();
            chain.liberties = beside & empty;
            chain.halo = chain.stones | beside;
        }
    }

    /// The chains that were set, in the order of their first stones.
    pub(super) fn chains(&self) -> &[Chain] {
        &self.chains[..self.first]
    }

    /// The chain with a stone on this cell; only to be asked where there is one.
    #[inline]
    pub(super) fn chain(&self, cell: usize) -> &Chain {
        &self.chains[usize::from(self.ids[at(cell)])]
    }

    /// Notes that what can be played on a cell was looked at.
    #[inline]
    pub(super) fn look(&mut self, cell: usize) {
        self.seen.insert(cell);
        for near in Self::around(cell) {
            self.seen.insert(near);
            if matches!(self.cells[at(near)], 1 | 2) {
                self.look_at_chain(near);
            }
        }
    }

    /// Notes that the chain with a stone on this cell was looked at.
    #[inline]
    pub(super) fn look_at_chain(&mut self, cell: usize) {
        self.seen |= self.chains[usize::from(self.ids[at(cell)])].halo;
    }

    /// The number of each stone's chain, for cells with stones.
    pub(super) fn ids(&self) -> &[u16; CELLS] {
        &self.ids
    }

    #[inline]
    fn is(&self, cell: usize, color: Color) -> bool {
        self.cells[at(cell)] == stone(color)
    }

    #[inline]
    fn around(cell: usize) -> [usize; 4] {
        NEIGHBOURS.map(|step| cell.wrapping_add(step))
    }

    #[inline]
    pub(super) fn has_empty_neighbour(&self, cell: usize) -> bool {
        Self::around(cell).iter().any(|&near| self.cells[at(near)] == EMPTY)
    }

    /// Whether a stone there is no suicide and does not retake the ko.
    pub(super) fn is_legal(&self, color: Color, cell: usize) -> bool {
        self.ko != Some(cell)
            && Self::around(cell).iter().any(|&near| match self.cells[at(near)] {
                EMPTY => true,
                BORDER => false,
                own if own == stone(color) => self.chain(near).liberties.up_to(3) > 1,
                _ => self.chain(near).liberties.up_to(3) == 1,
            })
    }

    /// Liberties of the chain that a stone there would belong to, captures not reckoned with.
    pub(super) fn liberties_after(&self, color: Color, cell: usize) -> Bits {
        let mut liberties = Bits::EMPTY;
        for near in Self::around(cell) {
            if self.cells[at(near)] == EMPTY {
                liberties.insert(near);
            } else if self.is(near, color) {
                liberties |= self.chain(near).liberties;
            }
        }
        liberties.remove(cell);
        liberties
    }

    /// Whether all around an empty cell are stones of `color`'s opponent or the edge, and just one chain among them could
    /// be taken there, a single stone.
    pub(super) fn is_ko_capture(&self, color: Color, cell: usize) -> bool {
        let mut single = None;
        for near in Self::around(cell) {
            match self.cells[at(near)] {
                BORDER => {}
                own if own == stone(color.opponent()) => {
                    let chain = self.chain(near);
                    if chain.liberties.up_to(3) == 1 {
                        if single.is_some() {
                            return false;
                        }
                        single = Some(chain.size == 1);
                    }
                }
                _ => return false,
            }
        }
        single == Some(true)
    }

    /// Cells next to the chain with this stone that hold stones of its opponent.
    pub(super) fn opponents_beside(&self, stone: usize) -> Bits {
        let chain = self.chain(stone);
        let opponent = chain.color.opponent();
        let mut found = Bits::EMPTY;
        for near in (chain.stones.beside() - chain.stones - chain.liberties).iter() {
            if self.is(near, opponent) {
                found.insert(near);
            }
        }
        found
    }

    /// Puts a stone on an empty cell where it is legal.
    pub(super) fn play(&mut self, color: Color, cell: usize) {
        self.steps.push(Step {
            cell: cell as u16,
            saved: self.saved.len() as u32,
            chains: self.chains.len() as u16,
            ko: self.ko.map(|ko| ko as u16),
        });
        self.ko = None;
        let around = Self::around(cell);
        let mut own = Chain::none(color);
        own.stones.insert(cell);
        own.halo.insert(cell);
        own.size = 1;
        let mut joined = [u16::MAX; 4];
        let mut keep = u16::MAX;
        for (index, near) in around.into_iter().enumerate() {
            own.halo.insert(near);
            match self.cells[at(near)] {
                EMPTY => own.liberties.insert(near),
                there if there == stone(color) => {
                    let id = self.ids[at(near)];
                    if joined.contains(&id) {
                        continue;
                    }
                    joined[index] = id;
                    let chain = &self.chains[usize::from(id)];
                    own.stones |= chain.stones;
                    own.liberties |= chain.liberties;
                    own.halo |= chain.halo;
                    own.size += chain.size;
                    if keep == u16::MAX || chain.size > self.chains[usize::from(keep)].size {
                        keep = id;
                    }
                }
                _ => {}
            }
        }
        own.liberties.remove(cell);
        for id in joined {
            if id != u16::MAX && id != keep {
                for stone in self.chains[usize::from(id)].stones.iter() {
                    self.ids[at(stone)] = keep;
                }
                self.save(id);
            }
        }
        if keep == u16::MAX {
            keep = self.chains.len() as u16;
            self.chains.push(own);
        } else {
            self.save(keep);
            self.chains[usize::from(keep)] = own;
        }
        self.cells[cell] = stone(color);
        self.ids[cell] = keep;
        self.press(color, cell, keep);
    }

    /// Takes the liberty from the opponents around a new stone, and their stones where it was the last.
    fn press(&mut self, color: Color, cell: usize, own: u16) {
        let mut taken = Bits::EMPTY;
        for near in Self::around(cell) {
            if !self.is(near, color.opponent()) {
                continue;
            }
            let id = self.ids[at(near)];
            self.save(id);
            let chain = &mut self.chains[usize::from(id)];
            chain.liberties.remove(cell);
            if chain.liberties.is_empty() {
                let stones = chain.stones;
                self.lift(color, stones);
                taken |= stones;
            }
        }
        let chain = &self.chains[usize::from(own)];
        if taken.up_to(3) == 1 && chain.size == 1 && chain.liberties.up_to(3) == 1 {
            self.ko = taken.first();
        }
    }

    /// Empties the cells of a taken chain and gives their neighbours of `color` the liberties.
    fn lift(&mut self, color: Color, stones: Bits) {
        for gone in stones.iter() {
            self.cells[at(gone)] = EMPTY;
        }
        for gone in stones.iter() {
            for near in Self::around(gone) {
                if self.is(near, color) {
                    let id = self.ids[at(near)];
                    self.save(id);
                    self.chains[usize::from(id)].liberties.insert(gone);
                }
            }
        }
    }

    #[inline]
    fn save(&mut self, id: u16) {
        self.saved.push((id, self.chains[usize::from(id)]));
    }

    /// Takes the last play back.
    pub(super) fn undo(&mut self) {
        let Some(step) = self.steps.pop() else { return };
        self.cells[usize::from(step.cell)] = EMPTY;
        while self.saved.len() > step.saved as usize {
            let Some((id, chain)) = self.saved.pop() else { break };
            self.chains[usize::from(id)] = chain;
            // Cells of taken stones get their colour back, those of joined chains their label.
            let first = chain.stones.first().map_or(0, at);
            if self.cells[first] == EMPTY || self.ids[first] != id {
                for cell in chain.stones.iter() {
                    self.cells[at(cell)] = stone(chain.color);
                    self.ids[at(cell)] = id;
                }
            }
        }
        self.chains.truncate(usize::from(step.chains));
        self.ko = step.ko.map(usize::from);
        self.cells[usize::from(step.cell)] = EMPTY;
    }
}
