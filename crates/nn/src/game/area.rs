//! Whose each point is, by unconditional life (Benson, "Life in the Game of Go", Information Sciences 10, 1976) and
//! plain enclosure, and which of it is independent of seki.

use board::{Board, ByColor, Color, Point, PointSet};

/// Points of each side, and how many regions a group tax is paid for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct Area {
    pub(crate) points: ByColor<PointSet>,
    pub(crate) regions: ByColor<u32>,
}

/// A board with its stones as sets and its chains listed once.
struct Field<'a> {
    board: &'a Board,
    stones: ByColor<PointSet>,
    empty: PointSet,
    all: PointSet,
}

/// A chain of one side.
struct Chain {
    stones: PointSet,
    /// The stones and their neighbours.
    reach: PointSet,
    alive: bool,
    /// How many regions are vital to it and touch no dead chain.
    eyes: u32,
}

/// Connected points without a side's stones, one of them empty at least.
struct Region {
    points: PointSet,
    /// The chains it is vital to.
    vital_to: Vec<u16>,
    touches_dead: bool,
}

/// One side's chains and the regions around them.
struct Enclosures {
    chains: Vec<Chain>,
    regions: Vec<Region>,
    /// The chain of each point that has one.
    owner: [u16; 1024],
}

impl Enclosures {
    fn find(field: &Field, color: Color, suicide: bool) -> Enclosures {
        let mut found = Enclosures { chains: Vec::new(), regions: Vec::new(), owner: [0; 1024] };
        let mut rest = field.stones[color];
        while let Some(stone) = rest.first() {
            let stones = field.board.chain_set(stone);
            rest -= stones;
            for stone in &stones {
                found.owner[stone.index()] = found.chains.len() as u16;
            }
            let reach = stones.dilate();
            found.chains.push(Chain { stones, reach, alive: true, eyes: 0 });
        }
        for points in (field.all - field.stones[color]).components() {
            if points.intersects(&field.empty) {
                let needed = if suicide { points } else { points & field.empty };
                let vital_to = found.chains_around(field, color, needed);
                found.regions.push(Region { points, vital_to, touches_dead: false });
            }
        }
        found
    }

    /// The chains to which every one of these points is a liberty.
    fn chains_around(&self, field: &Field, color: Color, needed: PointSet) -> Vec<u16> {
        let mut around = Vec::new();
        let Some(first) = needed.first() else { return around };
        for near in field.board.size().neighbours(first) {
            let index = self.owner[near.index()];
            if field.stones[color].contains(near)
                && !around.contains(&index)
                && self.chains.get(usize::from(index)).is_some_and(|c| needed.is_subset(&c.reach))
            {
                around.push(index);
            }
        }
        around
    }

    /// Benson's algorithm: chains with fewer than two vital regions die, and what touches a dead chain is vital to nobody.
    fn settle(&mut self) {
        loop {
            for chain in &mut self.chains {
                chain.eyes = 0;
            }
            for region in self.regions.iter().filter(|region| !region.touches_dead) {
                for &chain in &region.vital_to {
                    if let Some(chain) = self.chains.get_mut(usize::from(chain)) {
                        chain.eyes += 1;
                    }
                }
            }
            let mut dead = PointSet::EMPTY;
            for chain in self.chains.iter_mut().filter(|chain| chain.alive && chain.eyes < 2) {
                chain.alive = false;
                dead |= chain.reach;
            }
            if dead.is_empty() {
                return;
            }
            for region in &mut self.regions {
                region.touches_dead |= region.points.intersects(&dead);
            }
        }
    }
}

impl<'a> Field<'a> {
    fn new(board: &'a Board, stones: ByColor<PointSet>) -> Field<'a> {
        let all = board.size().all();
        Field { board, stones, empty: all - stones.black - stones.white, all }
    }

    /// Adds what is `color`'s to `owned`, which may already hold the other side's points.
    fn claim(&self, color: Color, suicide: bool, owned: &mut ByColor<PointSet>) {
        if self.stones[color].is_empty() {
            return;
        }
        let mut enclosures = Enclosures::find(self, color, suicide);
        enclosures.settle();
        let alive = enclosures.chains.iter().filter(|chain| chain.alive);
        let mut sure = alive.fold(PointSet::EMPTY, |sum, chain| sum | chain.stones);
        let mut loose = PointSet::EMPTY;
        let beside = self.stones[color].dilate();
        for region in &enclosures.regions {
            let unopposed = !region.points.intersects(&self.stones[color.opponent()]);
            if !region.touches_dead && (unopposed || (region.points - beside).len() <= 1) {
                sure |= region.points;
            } else if unopposed {
                loose |= region.points;
            }
        }
        owned[color.opponent()] -= sure;
        owned[color] |= sure;
        let free = loose - owned[color.opponent()];
        owned[color] |= free;
    }

    fn area(&self, suicide: bool) -> ByColor<PointSet> {
        let mut owned = ByColor::default();
        self.claim(Color::Black, suicide, &mut owned);
        self.claim(Color::White, suicide, &mut owned);
        let taken = owned.black | owned.white;
        ByColor::from_fn(|color| owned[color] | (self.stones[color] - taken))
    }

    /// Whether the connected points `part` of a side's area belong to a seki.
    fn in_seki(&self, color: Color, part: PointSet, beside_neutral: PointSet) -> bool {
        part.intersects(&beside_neutral) || self.in_atari(part & self.stones[color])
    }

    fn in_atari(&self, stones: PointSet) -> bool {
        let mut rest = stones;
        while let Some(stone) = rest.first() {
            let chain = self.board.chain_set(stone);
            if (chain.dilate() & self.empty).len() == 1 {
                return true;
            }
            rest -= chain;
        }
        false
    }
}

/// Which points outside independent regions still count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Keep {
    /// Points that are not the owner's stones.
    pub(crate) territory: bool,
    /// The owner's stones.
    pub(crate) stones: bool,
}

/// Whose each point is if all stones on the board that nothing surrounds alive are taken to be alive.
pub(crate) fn area(board: &Board, stones: ByColor<PointSet>, suicide: bool) -> Area {
    let points = Field::new(board, stones).area(suicide);
    Area { points, regions: ByColor::default() }
}

/// The part of [`area`] that is independent of seki, and what `keep` adds to it.
pub(crate) fn independent_area(
    board: &Board,
    stones: ByColor<PointSet>,
    suicide: bool,
    keep: Keep,
) -> Area {
    let field = Field::new(board, stones);
    let owned = field.area(suicide);
    let beside_neutral = (field.empty - owned.black - owned.white).dilate();
    let mut area = Area::default();
    for color in Color::BOTH {
        for part in owned[color].components() {
            if !field.in_seki(color, part, beside_neutral) {
                area.points[color] |= part;
                area.regions[color] += 1;
            }
        }
        if keep.territory {
            area.points[color] |= owned[color] - stones[color];
        }
        if keep.stones {
            area.points[color] |= owned[color] & stones[color];
        }
    }
    area
}

/// The stone that a play of `color` on the empty `point` would take as a ko: all around are the opponent's stones or the
/// edge, and just one chain among them can be taken, a single stone.
pub(crate) fn ko_capture(board: &Board, color: Color, point: Point) -> Option<Point> {
    if !board.is_empty(point) {
        return None;
    }
    let mut taken = None;
    for near in board.size().neighbours(point) {
        if board.get(near) != Some(color.opponent()) {
            return None;
        }
        if !board.has_liberties(near, 2) && taken.replace(near).is_some() {
            return None;
        }
    }
    taken.filter(|&stone| board.chain(stone).nth(1).is_none())
}
