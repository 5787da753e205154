//! Whose each point is, once dead stones are off the board.

use board::{Board, ByColor, Color, PointSet};

/// Whose each point of a finished position is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Owners {
    /// Stones left on the board.
    pub living: ByColor<PointSet>,
    /// Empty points, those of dead stones included, that touch living stones of one colour only.
    pub surrounded: ByColor<PointSet>,
    /// Empty points that touch living stones of both colours, or of none.
    pub neutral: PointSet,
    /// Chains in seki and the points surrounded by them.
    pub seki: PointSet,
}

/// A living group for the group tax.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Group {
    /// Points that it surrounds.
    pub(super) eyes: u32,
    /// Whether it was marked as in seki.
    pub(super) in_seki: bool,
}

impl Owners {
    /// Takes the dead stones off and looks what each empty region touches.
    pub fn find(board: &Board, dead: PointSet, seki: PointSet) -> Owners {
        let living = ByColor::from_fn(|color| board.stones(color) - dead);
        let all = board.size().all();
        let mut owners = Owners {
            living,
            surrounded: ByColor::default(),
            neutral: PointSet::EMPTY,
            seki: PointSet::EMPTY,
        };
        for color in Color::BOTH {
            owners.seki |= (living[color] & seki).flood(living[color]);
        }
        let chains_in_seki = owners.seki;
        for region in (all - living.black - living.white).components() {
            let border = region.dilate() - region;
            match (border.intersects(&living.black), border.intersects(&living.white)) {
                (true, false) => owners.surrounded.black |= region,
                (false, true) => owners.surrounded.white |= region,
                _ => {
                    owners.neutral |= region;
                    continue;
                }
            }
            if border.intersects(&chains_in_seki) || region.intersects(&seki) {
                owners.seki |= region;
            }
        }
        owners
    }

    /// Whose a point is; `None` for neutral points and points off the board.
    pub fn owner(&self, point: board::Point) -> Option<Color> {
        Color::BOTH
            .into_iter()
            .find(|&c| self.living[c].contains(point) || self.surrounded[c].contains(point))
    }

    /// The eye points that a group tax takes from a colour: the first two of each group.
    pub(crate) fn taxed(&self, color: Color) -> PointSet {
        let all = self.living[color] | self.surrounded[color];
        all.components()
            .filter(|group| group.intersects(&self.living[color]))
            .flat_map(|group| (group & self.surrounded[color]).into_iter().take(2))
            .collect()
    }

    /// The groups of a colour: chains joined through points they alone surround.
    pub(super) fn groups(&self, color: Color) -> Vec<Group> {
        (self.living[color] | self.surrounded[color])
            .components()
            .filter(|group| group.intersects(&self.living[color]))
            .map(|group| Group {
                eyes: u32::try_from((group & self.surrounded[color]).len()).unwrap_or(u32::MAX),
                in_seki: (group & self.living[color]).intersects(&self.seki),
            })
            .collect()
    }
}
