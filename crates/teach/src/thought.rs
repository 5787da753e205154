//! [`Thinker`]: what a few visits of search add to a teacher's opinion.

use std::sync::Arc;

use board::{Color, Move};
use nn::{Game, Net};
pub use search::net::SearchError;
use search::net::{Params, Question, Root, Search};
use search::{Analysis, Limits};

use crate::teacher::Opinion;

/// Visits that the policy before the search counts in the policy after it: few visits say little of moves that were never
/// looked at.
const PRIOR_VISITS: f32 = 8.0;

/// A network that looks ahead. One thread; the same position and seed give the same thoughts, whatever was thought before.
#[derive(Debug)]
pub struct Thinker {
    search: Search<Arc<Net>>,
    visits: u32,
}

impl Thinker {
    /// Searches so many visits a position.
    pub fn new(net: Arc<Net>, visits: u32, seed: u64) -> Thinker {
        let params = Params { threads: 1, seed, cache: 0, ..Params::default() };
        Thinker { search: Search::new(net, params), visits }
    }

    /// Replaces in an opinion on the game what the search knows better: the policy becomes the share of visits (with
    /// 8 visits' weight of the policy before), the outcome, the score and the owners those of the whole search.
    /// What it does not know (errors, deviation, time left) stays.
    ///
    /// # Errors
    /// When the board is larger than networks know.
    pub fn improve(&mut self, game: &Game, opinion: &mut Opinion) -> Result<(), SearchError> {
        self.search.clear();
        let root = Root::from_game(game.clone());
        let limits = Limits::visits(self.visits);
        let found = self.search.run_with(&root, &Question::with_ownership(), &limits, None)?;
        merge(game, &found, opinion);
        Ok(())
    }
}

fn merge(game: &Game, found: &Analysis, opinion: &mut Opinion) {
    let size = game.size();
    let black = found.to_move == Color::Black;
    let sign = if black { 1.0 } else { -1.0 };
    let half = found.no_result / 2.0;
    let win = (if black { found.value } else { 1.0 - found.value } - half).max(0.0);
    opinion.value = [win, (1.0 - found.no_result - win).max(0.0), found.no_result];
    opinion.scores[0] = sign * found.score_mean;
    opinion.scores[2] = sign * found.lead;
    for (own, point) in opinion.ownership.iter_mut().zip(size.points()) {
        *own = sign * found.ownership[point];
    }
    let visits: u32 = found.moves.iter().map(|one| one.edge_visits).sum();
    let whole = visits as f32 + PRIOR_VISITS;
    for probability in opinion.policy.iter_mut().filter(|p| **p >= 0.0) {
        *probability *= PRIOR_VISITS / whole;
    }
    for one in &found.moves {
        let index = match one.mv {
            Move::Pass => Some(size.area()),
            Move::Play(point) => size.points().position(|other| other == point),
        };
        if let Some(probability) = index.and_then(|index| opinion.policy.get_mut(index)) {
            *probability = probability.max(0.0) + one.edge_visits as f32 / whole;
        }
    }
}
