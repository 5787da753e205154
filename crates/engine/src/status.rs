use board::{ByColor, Color, PointSet};
use rules::life::{self, Options};
use rules::{Count, GameState, Marking, Outcome};

/// What the engine holds of a position when play is to be counted: the static analyser's proposal.
#[derive(Clone, Debug, PartialEq)]
pub struct Status {
    /// Every dead stone.
    pub dead: PointSet,
    /// Stones in seki.
    pub seki: PointSet,
    /// Points that each side surrounds, those of dead stones included.
    pub territory: ByColor<PointSet>,
    /// Points of neither side.
    pub neutral: PointSet,
    /// Stones whose fate is open; the likelier guess decides whether they are among the dead.
    pub unsettled: PointSet,
    /// Empty points whose owner is open.
    pub contested: PointSet,
    /// The count with these dead stones, under the rules of the game.
    pub count: Option<Count>,
}

impl Status {
    /// Judges a game as it stands; the same seed gives the same answer.
    pub fn new(game: &GameState, seed: u64) -> Status {
        Status::with(game, &Options { seed, ..Options::default() })
    }

    pub(crate) fn with(game: &GameState, options: &Options) -> Status {
        let proposal = life::propose(game.board(), options);
        // The count takes the dead stones and the points still to be filled, as `shoutan judge` does.
        let marking = Marking { dead: proposal.dead, ..Marking::default() };
        let fill = proposal.areas.false_territory;
        Status {
            dead: proposal.dead,
            seki: proposal.stones(life::Status::Seki),
            territory: proposal.areas.surrounded,
            neutral: proposal.areas.neutral,
            unsettled: proposal.stones(life::Status::Unsettled),
            contested: proposal.contested,
            count: game.count_filling(&marking, fill.black | fill.white).ok(),
        }
    }

    /// Whether this side wins the count.
    pub fn wins(&self, color: Color) -> bool {
        let outcome = self.count.as_ref().map(Count::outcome);
        matches!(outcome, Some(Outcome::Win { winner, .. }) if winner == color)
    }

    /// Whether nothing on the board is open.
    pub fn is_settled(&self) -> bool {
        self.unsettled.is_empty() && self.contested.is_empty()
    }
}
