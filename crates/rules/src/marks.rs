//! [`Marks`]: which stones a count takes off, who says so, and how sure that is.

use board::{Board, ByColor, Color, PointSet};

use crate::count::Owners;
use crate::event::Marking;
use crate::life::{Proposal, Status};

/// Who names the dead stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MarksFrom {
    /// The players agreed on them, or are about to.
    Players,
    /// Whoever asks for the count.
    Given,
    /// Territory marks in a record.
    Record,
    /// The analyser.
    Analysis,
    /// Nobody: every stone counts as alive.
    Nobody,
}

/// The dead stones to count with.
#[derive(Clone, Debug, PartialEq)]
pub struct Marks {
    /// Dead stones and sekis.
    pub marking: Marking,
    /// Points that must still be filled, so that they are no territory.
    pub fill: PointSet,
    /// Chains whose life is not settled.
    pub unsettled: Vec<PointSet>,
    /// Stones that seem to live in seki.
    pub seki: PointSet,
    /// Empty points that may still go to either side.
    pub contested: PointSet,
    /// How sure the analyser is of the least certain chain, 0.5 to 1.
    pub confidence: Option<f32>,
    /// Who says so.
    pub from: MarksFrom,
}

impl Marks {
    /// A marking that somebody makes.
    pub fn new(from: MarksFrom, marking: Marking) -> Marks {
        Marks {
            seki: marking.seki,
            marking,
            fill: PointSet::EMPTY,
            unsettled: Vec::new(),
            contested: PointSet::EMPTY,
            confidence: None,
            from,
        }
    }

    /// Every stone is alive.
    pub fn none() -> Marks {
        Marks::new(MarksFrom::Nobody, Marking::default())
    }

    /// What the territory marks of a record say: stones inside the other side's territory are dead, surrounded regions
    /// without any mark are eyes in seki, and single points without one must still be filled.
    pub fn of_territory(board: &Board, territory: &ByColor<PointSet>) -> Marks {
        let side = |color: Color| board.stones(color) & territory[color.opponent()];
        let dead = side(Color::Black) | side(Color::White);
        let owners = Owners::find(board, dead, PointSet::EMPTY);
        let (mut seki, mut fill) = (PointSet::EMPTY, PointSet::EMPTY);
        for color in Color::BOTH {
            for region in owners.surrounded[color].components() {
                match region.intersects(&territory[color]) {
                    true => fill |= region - territory[color],
                    false => seki |= region & board.empty(),
                }
            }
        }
        let marking = Marking { dead, seki };
        Marks { fill, seki: PointSet::EMPTY, ..Marks::new(MarksFrom::Record, marking) }
    }

    /// What the analyser proposes. Its sekis are named, but their eyes count: it is for the players to say otherwise.
    pub fn of_proposal(proposal: &Proposal) -> Marks {
        let with = |status: Status| {
            proposal.verdicts.iter().filter(move |verdict| verdict.status == status)
        };
        let marking = Marking { dead: proposal.dead, ..Marking::default() };
        let false_territory = &proposal.areas.false_territory;
        Marks {
            fill: false_territory.black | false_territory.white,
            unsettled: with(Status::Unsettled).map(|verdict| verdict.stones).collect(),
            seki: proposal.stones(Status::Seki),
            contested: proposal.contested,
            confidence: Some(
                proposal.verdicts.iter().map(|verdict| verdict.confidence).fold(1.0, f32::min),
            ),
            ..Marks::new(MarksFrom::Analysis, marking)
        }
    }
}

#[cfg(test)]
mod tests {
    use board::Coordinates;

    use super::*;

    #[test]
    fn marks_in_a_record_name_dead_stones_and_sekis() {
        // White's two stones on the left are dead; Black's eye at E3 is in seki, so it is not marked.
        let board = Board::from_rows(&["O.XXO", ".XXOO", "OXX.X", ".XXOO"]).unwrap();
        let at = |text| Coordinates::Gtp.parse(text, board.size()).unwrap();
        let black = ["A4", "B4", "A3", "A2", "A1"].map(at).into_iter().collect();
        let marks = Marks::of_territory(&board, &ByColor::new(black, PointSet::EMPTY));
        assert_eq!(marks.marking.dead, [at("A4"), at("A2")].into_iter().collect());
        assert_eq!(marks.from, MarksFrom::Record);
    }
}
