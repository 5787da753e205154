//! What a judgement of a game needs of it.

use api::{Code, ProposedGroup, TwoSides};
use board::{ByColor, Color};
use rules::{Marks, MarksFrom, Outcome, Phase, Score};

use crate::error::Error;
use crate::game::actor::Game;
use crate::game::view::players;

/// A game that has stopped, for a thread that counts.
#[derive(Debug)]
pub(crate) struct ToJudge {
    /// The game.
    pub(crate) state: rules::GameState,
    /// The players' names.
    pub(crate) names: TwoSides<String>,
    /// The players' marking; without it the analyser is to be asked.
    pub(crate) marks: Option<Marks>,
    /// What the analyser found when play stopped, if that is still known.
    pub(crate) groups: Vec<ProposedGroup>,
    /// Points forfeited by the clock.
    pub(crate) penalties: ByColor<Score>,
    /// Whether the game ended by this count.
    pub(crate) decided: bool,
}

impl Game {
    /// The game as something to count.
    ///
    /// # Errors
    /// While it is being played: nobody is told then what is dead.
    pub(crate) fn to_judge(&self) -> Result<ToJudge, Error> {
        let state = &self.state;
        let decided = is_counted(state);
        if state.phase() == Phase::Play {
            return Err(Code::NotCounting.into());
        }
        let agreed = decided || state.phase() == Phase::Counting && state.marking().is_some();
        let marks = agreed.then(|| {
            let marking = state.marking().cloned().unwrap_or_default();
            Marks::new(MarksFrom::Players, marking)
        });
        let named = players(&self.row);
        Ok(ToJudge {
            state: state.clone(),
            names: TwoSides { black: named.black.name, white: named.white.name },
            marks,
            groups: self.proposal.as_ref().map(|found| found.view().groups).unwrap_or_default(),
            penalties: ByColor::from_fn(|color: Color| self.ing_points(color)),
            decided,
        })
    }
}

/// Whether a game ended by counting.
pub(crate) fn is_counted(state: &rules::GameState) -> bool {
    state.phase() == Phase::Done
        && state.outcome().is_some_and(|outcome| {
            outcome == Outcome::Jigo && state.consecutive_passes() > 1 || outcome.margin().is_some()
        })
}
