use board::{ByColor, Color, PointSet};
use rules::life::{self, Options};
use rules::{Count, GameState, Outcome, Terms, count};

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
    pub(crate) fn of(game: &GameState, options: &Options) -> Status {
        let board = game.board();
        let proposal = life::propose(board, options);
        let seki = proposal.stones(life::Status::Seki);
        // The count takes the dead stones alone, as `shoutan judge` does.
        let terms = Terms { dead: proposal.dead, seki: PointSet::EMPTY, ..game.terms() };
        Status {
            dead: proposal.dead,
            seki,
            territory: proposal.areas.surrounded,
            neutral: proposal.areas.neutral,
            unsettled: proposal.stones(life::Status::Unsettled),
            contested: proposal.contested,
            count: count(board, game.ruleset(), &terms).ok(),
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
