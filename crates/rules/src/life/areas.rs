use board::{Board, ByColor, Color, PointSet};

/// Whose each point is once the dead stones have been taken off.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Areas {
    /// Living stones of each side.
    pub stones: ByColor<PointSet>,
    /// Points only one side surrounds, those under dead stones included: its territory under area rules.
    pub surrounded: ByColor<PointSet>,
    /// Points of `surrounded` that are no territory under territory rules: see [`false_territory`].
    pub false_territory: ByColor<PointSet>,
    /// Empty points both sides touch (dame, or the shared points of a seki), and regions nobody touches.
    pub neutral: PointSet,
}

impl Areas {
    /// The areas of a position whose `dead` stones are taken off; points of `dead` without a stone are ignored.
    pub fn of(board: &Board, dead: PointSet) -> Areas {
        let stones =
            ByColor::new(board.stones(Color::Black) - dead, board.stones(Color::White) - dead);
        let empty = board.size().all() - stones[Color::Black] - stones[Color::White];
        let mut areas = Areas { stones, ..Areas::default() };
        for region in empty.components() {
            match owner(&region, &areas.stones) {
                Some(color) => areas.surrounded[color] |= region,
                None => areas.neutral |= region,
            }
        }
        for color in Color::BOTH {
            areas.false_territory[color] =
                false_territory(areas.stones[color], areas.surrounded[color], areas.neutral);
        }
        areas
    }

    /// The points that count under territory rules: surrounded and not false.
    pub fn territory(&self, color: Color) -> PointSet {
        self.surrounded[color] - self.false_territory[color]
    }

    /// The points that count under area rules: living stones and what they surround. Shared points are not in it.
    pub fn area(&self, color: Color) -> PointSet {
        self.stones[color] | self.surrounded[color]
    }
}

/// The only side that touches the region.
fn owner(region: &PointSet, stones: &ByColor<PointSet>) -> Option<Color> {
    let around = region.neighbours();
    match Color::BOTH.map(|color| around.intersects(&stones[color])) {
        [true, false] => Some(Color::Black),
        [false, true] => Some(Color::White),
        _ => None,
    }
}

/// The points a side must still fill when every neutral point is taken: protective moves (手入れ), false eyes, and the
/// single eyes of chains in seki.
///
/// Chains that touch the same neutral region can join or reach each other through it, so they stand or fall together.
/// When such a cluster has exactly one more liberty, that liberty is no territory: once the neutral points are gone the
/// cluster is in atari and its owner has to connect there. Filling it may leave the joined cluster with one liberty in
/// turn, so the rule is applied until nothing changes.
///
/// This is how the KGS server counts (RULEBOOK 3.3 and 5.1 leave these points to the players): on 451 games of that
/// server with published territory marks the rule gives every mark.
pub fn false_territory(stones: PointSet, surrounded: PointSet, neutral: PointSet) -> PointSet {
    let mut filled = PointSet::EMPTY;
    loop {
        let last_liberties = clusters(stones | filled, neutral)
            .into_iter()
            .map(|cluster| cluster.neighbours() & (surrounded - filled))
            .filter(|liberties| liberties.len() == 1)
            .fold(PointSet::EMPTY, |all, one| all | one);
        if last_liberties.is_empty() {
            return filled;
        }
        filled |= last_liberties;
    }
}

/// Chains joined through the neutral regions they touch.
fn clusters(stones: PointSet, neutral: PointSet) -> Vec<PointSet> {
    let bridges: PointSet = neutral
        .components()
        .filter(|region| region.neighbours().intersects(&stones))
        .fold(PointSet::EMPTY, |all, region| all | region);
    (stones | bridges).components().map(|cluster| cluster & stones).collect()
}
