//! A [`Game`] from a game of the project's own rules.

use board::{Color, Move};
use rules::{Decision, Event, GameState, Ruleset, Score};

use super::{Game, NetRules, Scoring, score};

impl Game {
    /// The game as networks know it, by the nearest rules they have; the encore is prevented. Where a play that our rules
    /// allow does not exist there, such as suicide of one stone, the board still becomes the same.
    pub fn from_state(state: &GameState) -> Game {
        Game::from_state_as(state, NetRules::nearest(state.ruleset()))
    }

    /// The same by rules of one's own choice.
    pub fn from_state_as(state: &GameState, rules: NetRules) -> Game {
        let start = state.start();
        let mut game = Game::new(rules, start.komi, start.board.clone(), start.to_move);
        for event in state.line() {
            game.follow(event);
        }
        if game.board() != state.board() {
            game = Game::new(rules, start.komi, state.board().clone(), state.position().to_move);
            game.credit_prisoners(state);
        }
        game.set_to_move(state.position().to_move);
        game.ko = state.position().ko.filter(|_| game.phase == 0);
        game.settle(state);
        game
    }

    fn follow(&mut self, event: &Event) {
        match event {
            Event::Move { by, mv } => self.follow_move(*by, *mv),
            Event::Unseal { mv } => {
                // A sealed move that proved illegal counted as a pass.
                let made = if self.is_legal(*mv) { *mv } else { Move::Pass };
                self.follow_move(self.to_move, made);
            }
            Event::Ruling(ruling) => {
                if let Decision::VoidMove { turn_lost: true } = ruling.decision {
                    self.follow_move(self.to_move, Move::Pass);
                }
            }
            Event::PlaceHandicap { stones } => {
                let mut board = self.board.clone();
                for point in stones.iter() {
                    if board.play(Color::Black, point).is_err() {
                        return;
                    }
                }
                *self = Game::new(self.rules, self.komi, board, Color::White);
            }
            Event::Edit(edit) => self.follow_edit(edit),
            Event::Dispute { .. } | Event::Resume { .. } => self.resume(),
            _ => {}
        }
    }

    fn follow_move(&mut self, by: Color, mv: Move) {
        // Whatever is refused here shows in the board at the end.
        let _ = self.play_unchecked(by, mv);
    }

    fn follow_edit(&mut self, edit: &rules::Edit) {
        if !edit.changes_stones() {
            if let Some(to_move) = edit.to_move {
                self.set_to_move(to_move);
            }
            return;
        }
        let mut setup = board::Setup::from(&self.board);
        let parts = [
            (edit.black, Some(Color::Black)),
            (edit.white, Some(Color::White)),
            (edit.empty, None),
        ];
        for (points, stone) in parts {
            for point in &points {
                setup.set(point, stone);
            }
        }
        if let Ok(board) = setup.build() {
            let to_move = edit.to_move.unwrap_or(self.to_move);
            // Stones set by hand change what the moves so far were worth; the prisoners stay.
            let taken = self.prisoner_points();
            *self = Game::new(self.rules, self.komi, board, to_move);
            self.bonus += taken;
        }
    }

    /// In territory scoring: what the prisoners so far are worth to White.
    fn prisoner_points(&self) -> Score {
        if self.rules.scoring != Scoring::Territory {
            return Score::ZERO;
        }
        let on_board = |color| score::whole(self.board.stone_count(color));
        self.bonus - (on_board(Color::Black) - on_board(Color::White))
    }

    fn credit_prisoners(&mut self, state: &GameState) {
        if self.rules.scoring == Scoring::Territory {
            let taken = state.prisoners();
            self.bonus += score::whole(taken.white) - score::whole(taken.black);
        }
    }

    /// What White receives by our rules for handicap, penalties and passing first.
    fn settle(&mut self, state: &GameState) {
        let ruleset = state.ruleset();
        let handicap = if counts_as_area(ruleset) {
            // With pass stones and White passing last, area counting is one point a stone but the first better for Black.
            score::whole(state.handicap().saturating_sub(1))
        } else {
            ruleset.compensation_for(state.handicap())
        };
        let penalties = state.penalties();
        let mut extra = penalties.black - penalties.white;
        if state.first_pass() == Some(Color::White) && !ruleset.button {
            extra += ruleset.komi.white_passed_first;
        }
        self.set_handicap_bonus(handicap + extra);
    }
}

/// Whether a territory count with pass stones comes to the same as an area count.
pub(super) fn counts_as_area(ruleset: &Ruleset) -> bool {
    ruleset.scoring == rules::Scoring::Territory
        && ruleset.pass_stones
        && ruleset.end.white_passes_last
}
