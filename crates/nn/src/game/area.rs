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

/// What a side's enclosures look like once its chains that may die are known.
struct Enclosures {
    alive: PointSet,
    regions: Vec<Region>,
}

struct Region {
    points: PointSet,
    touches_dead: bool,
}

impl<'a> Field<'a> {
    fn new(board: &'a Board, stones: ByColor<PointSet>) -> Field<'a> {
        let all = board.size().all();
        Field { board, stones, empty: all - stones.black - stones.white, all }
    }

    /// Benson's algorithm for one side. A region is vital to a chain when each of its points (of its empty points where
    /// suicide is illegal) is a liberty of the chain.
    fn enclosures(&self, color: Color, suicide: bool) -> Enclosures {
        let chains: Vec<(PointSet, PointSet)> =
            self.board.chains(color).map(|chain| (chain, chain.dilate())).collect();
        let regions: Vec<PointSet> = (self.all - self.stones[color])
            .components()
            .filter(|region| region.intersects(&self.empty))
            .collect();
        let vital: Vec<Vec<usize>> =
            regions.iter().map(|region| self.vital_to(&chains, color, *region, suicide)).collect();
        let mut alive = vec![true; chains.len()];
        let mut touched = vec![false; regions.len()];
        loop {
            let mut eyes = vec![0u32; chains.len()];
            for (chains, _) in vital.iter().zip(&touched).filter(|(_, touched)| !**touched) {
                for &chain in chains {
                    eyes[chain] += 1;
                }
            }
            let mut changed = false;
            for (chain, (_, reach)) in chains.iter().enumerate() {
                if alive[chain] && eyes[chain] < 2 {
                    alive[chain] = false;
                    changed = true;
                    for (region, touched) in regions.iter().zip(&mut touched) {
                        *touched |= reach.intersects(region);
                    }
                }
            }
            if !changed {
                break;
            }
        }
        let living = chains.iter().zip(&alive).filter(|(_, alive)| **alive);
        Enclosures {
            alive: living.fold(PointSet::EMPTY, |sum, (chain, _)| sum | chain.0),
            regions: regions
                .into_iter()
                .zip(touched)
                .map(|(points, touches_dead)| Region { points, touches_dead })
                .collect(),
        }
    }

    fn vital_to(
        &self,
        chains: &[(PointSet, PointSet)],
        color: Color,
        region: PointSet,
        suicide: bool,
    ) -> Vec<usize> {
        let needed = if suicide { region } else { region & self.empty };
        let Some(first) = needed.first() else { return Vec::new() };
        let near = PointSet::single(first).dilate() & self.stones[color];
        if near.is_empty() {
            return Vec::new();
        }
        let vital = |(chain, reach): &(PointSet, PointSet)| {
            chain.intersects(&near) && needed.is_subset(reach)
        };
        chains.iter().enumerate().filter(|(_, c)| vital(c)).map(|(index, _)| index).collect()
    }

    /// Adds what is `color`'s to `owned`, which may already hold the other side's points.
    fn claim(&self, color: Color, suicide: bool, owned: &mut ByColor<PointSet>) {
        if self.stones[color].is_empty() {
            return;
        }
        let enclosures = self.enclosures(color, suicide);
        let mut sure = enclosures.alive;
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
