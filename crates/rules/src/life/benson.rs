use board::{Board, Color, PointSet};

/// What one side keeps even if it passes for ever.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PassAlive {
    /// Stones of chains that cannot be captured even if their owner never answers.
    pub stones: PointSet,
    /// Points enclosed by those chains, opposing stones included, where the opponent cannot live even if the owner
    /// never answers.
    pub territory: PointSet,
}

impl PassAlive {
    /// The stones and the territory together.
    pub fn points(&self) -> PointSet {
        self.stones | self.territory
    }
}

/// The stones of `color` that are alive unconditionally, and the territory that follows from them.
///
/// The chains are those of Benson's theorem (D. B. Benson, *Life in the game of Go*, 1976): each has two enclosed
/// regions all of whose empty points are its liberties, and every chain around those regions is of the same kind.
/// A region enclosed by such chains alone is territory when the opponent finds no two places for eyes in it: an eye is
/// an empty point that does not touch the enclosing stones, and without suicide empty points only become fewer.
pub fn pass_alive(board: &Board, color: Color) -> PassAlive {
    let own = board.stones(color);
    let empty = board.empty();
    let mut chains: Vec<Chain> =
        own.components().map(|stones| Chain { stones, around: stones.neighbours() }).collect();
    let mut regions: Vec<Region> = (board.size().all() - own)
        .components()
        .map(|points| Region { points, empty: points & empty, around: points.neighbours() & own })
        .collect();
    loop {
        let before = (chains.len(), regions.len());
        chains
            .retain(|chain| regions.iter().filter(|region| region.is_vital_to(chain)).count() >= 2);
        let stones = union(chains.iter().map(|chain| chain.stones));
        regions.retain(|region| region.around.is_subset(&stones));
        if (chains.len(), regions.len()) == before {
            let enclosed = regions
                .iter()
                .filter(|region| !region.around.is_empty() && !region.has_room_for_two_eyes());
            return PassAlive { stones, territory: union(enclosed.map(|region| region.points)) };
        }
    }
}

struct Chain {
    stones: PointSet,
    around: PointSet,
}

/// A connected set of points without stones of the colour looked at.
struct Region {
    points: PointSet,
    empty: PointSet,
    around: PointSet,
}

impl Region {
    fn is_vital_to(&self, chain: &Chain) -> bool {
        !self.empty.is_empty() && self.empty.is_subset(&chain.around)
    }

    /// Whether two points that do not touch the enclosing stones lie apart.
    fn has_room_for_two_eyes(&self) -> bool {
        let inner = self.empty - self.around.dilate();
        inner.iter().any(|point| !(inner - PointSet::single(point).dilate()).is_empty())
    }
}

fn union(sets: impl Iterator<Item = PointSet>) -> PointSet {
    sets.fold(PointSet::EMPTY, |all, set| all | set)
}
