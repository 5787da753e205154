//! When the engine gives up.

use board::Color;
use rules::GameState;

use crate::analysis::{Analysis, for_color, signed};
use crate::level::Level;
use crate::overrides::Overrides;

/// Own moves in a row that must look lost.
const MOVES: u32 = 3;

/// Points that it must be behind on 19 lines; smaller boards ask for less, in proportion to their side.
const BEHIND: f32 = 8.0;

/// How much of the board must be played before anybody resigns, in hundredths of its points.
const PLAYED: u32 = 25;

/// The same for each handicap stone that the engine gives: it began far behind and waits for mistakes.
const PLAYED_PER_STONE: u32 = 5;

/// Remembers how the last own moves looked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Resignation {
    /// Own moves in a row that looked lost, and when the last of them was.
    hopeless: (u32, u32),
}

impl Resignation {
    /// Whether it is time to resign: several moves in a row looked lost by enough, and the game is old enough for nothing
    /// to be unclear.
    pub(crate) fn is_due(
        &mut self,
        game: &GameState,
        analysis: &Analysis,
        level: &Level,
        overrides: &Overrides,
    ) -> bool {
        let mover = analysis.to_move;
        let area = u32::try_from(game.size().area()).unwrap_or(u32::MAX);
        let side = f32::from(game.size().columns().max(game.size().rows()));
        let looks_lost = match overrides.resign_threshold {
            Some(utility) => signed(analysis.utility, mover) < utility,
            None => for_color(analysis.win_rate, mover) < level.resign_below,
        };
        let behind = overrides.resign_min_lead.unwrap_or(BEHIND * side / 19.0);
        let is_behind = signed(analysis.lead, mover) <= -behind;
        let now = game.move_number();
        let (count, last) = self.hopeless;
        let in_a_row = now > last && now - last <= 2;
        self.hopeless = match (looks_lost && is_behind, in_a_row) {
            (true, true) => (count + 1, now),
            (true, false) => (1, now),
            (false, _) => (0, 0),
        };
        let given = if mover == Color::White { game.handicap() } else { 0 };
        let old = PLAYED.saturating_add(given.saturating_mul(PLAYED_PER_STONE)).min(80);
        let wanted = overrides.resign_moves.unwrap_or(MOVES);
        self.hopeless.0 >= wanted && now >= area.saturating_mul(old) / 100 && area > 25
    }
}

#[cfg(test)]
mod tests {
    use board::{BoardSize, Move};
    use rules::{Ruleset, Start};

    use super::*;
    use crate::analysis::tests::analysis;

    /// A game of so many passes and plays along the edge, with so many handicap stones.
    fn game(moves: usize, handicap: u32) -> GameState {
        let size = BoardSize::square(9).unwrap();
        let start = Start::even(Ruleset::chinese(), size);
        let mut game = GameState::new(Start { handicap, ..start });
        let points: Vec<_> = size.points().collect();
        for point in points.into_iter().take(moves) {
            game.play(Move::Play(point)).unwrap();
        }
        game
    }

    fn lost(game: &GameState, lead: f32) -> Analysis {
        let mover = game.to_move().unwrap();
        let mut found = analysis(mover);
        (found.win_rate, found.lead) = match mover {
            Color::Black => (0.01, -lead),
            Color::White => (0.99, lead),
        };
        found.utility = signed(-0.98, mover);
        found
    }

    fn resigns(moves: [usize; 3], lead: f32, handicap: u32, overrides: &Overrides) -> bool {
        let mut resignation = Resignation::default();
        let mut due = false;
        for moves in moves {
            let game = game(moves, handicap);
            due = resignation.is_due(&game, &lost(&game, lead), &Level::default(), overrides);
        }
        due
    }

    #[test]
    fn three_lost_moves_in_a_row_are_enough() {
        let none = Overrides::default();
        assert!(resigns([31, 33, 35], 20.0, 0, &none));
        assert!(!resigns([29, 33, 35], 20.0, 0, &none), "not in a row");
        assert!(!resigns([5, 7, 9], 20.0, 0, &none), "too early");
        assert!(!resigns([31, 33, 35], 2.0, 0, &none), "too close");
    }

    #[test]
    fn who_gives_handicap_waits_longer() {
        let none = Overrides::default();
        assert!(!resigns([27, 29, 31], 20.0, 4, &none));
        assert!(resigns([41, 43, 45], 20.0, 4, &none));
        // Black, who receives it, does not wait.
        assert!(resigns([28, 30, 32], 20.0, 4, &none));
    }

    #[test]
    fn the_terms_can_be_changed() {
        let with = |name: &str, value: &str| {
            let mut overrides = Overrides::default();
            overrides.set(name, value).unwrap();
            overrides
        };
        assert!(!resigns([31, 33, 35], 20.0, 0, &with("resignConsecTurns", "4")));
        assert!(!resigns([31, 33, 35], 20.0, 0, &with("resignMinScoreDifference", "30")));
        assert!(!resigns([31, 33, 35], 20.0, 0, &with("resignThreshold", "-0.99")));
        assert!(resigns([31, 33, 35], 20.0, 0, &with("resignThreshold", "-0.9")));
    }
}
