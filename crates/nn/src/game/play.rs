//! What a move does.

use std::sync::Arc;

use board::{ByColor, Color, Move, Point, PointSet};
use rules::Score;

use super::{Game, HISTORY, HandicapBonus, IllegalMove, KoRule, KoTaken, Scoring, Turn, score};

const HALF: Score = Score::half_points(1);

impl Game {
    /// Makes a move for the side to move.
    ///
    /// # Errors
    /// Why the move is illegal; the game is then unchanged.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        self.check(mv)?;
        self.make(mv);
        Ok(())
    }

    /// Makes a move for either side; out of turn, the ban of basic ko still holds.
    ///
    /// # Errors
    /// Why the move is illegal; the game is then unchanged.
    pub fn play_as(&mut self, by: Color, mv: Move) -> Result<(), IllegalMove> {
        let turn = self.to_move;
        self.to_move = by;
        self.play(mv).inspect_err(|_| self.to_move = turn)
    }

    /// Makes a move without asking whether it is legal; only a point that is off the board or occupied is refused.
    ///
    /// # Errors
    /// When there is no empty point to play on.
    pub fn play_unchecked(&mut self, by: Color, mv: Move) -> Result<(), IllegalMove> {
        if let Move::Play(point) = mv
            && !self.board.is_empty(point)
            && self.block_lifted(point, by).is_none()
        {
            return Err(self.no_empty_point(point).into());
        }
        self.to_move = by;
        self.make(mv);
        Ok(())
    }

    fn make(&mut self, mv: Move) {
        let by = self.to_move;
        if self.finished || self.past_end {
            self.valid = self.valid.min(1);
        }
        self.finished = false;
        self.no_result = false;
        self.past_end = false;
        let before = self.snapshot();
        let mut ends_by_pass = false;
        let mut lifted = None;
        match mv {
            Move::Play(point) => {
                self.passes = 0;
                lifted = self.block_lifted(point, by);
                match lifted {
                    Some(stone) => {
                        self.blocked.remove(stone);
                        self.ko = None;
                    }
                    None => self.put_stone(point, by),
                }
            }
            Move::Pass => {
                self.ko = None;
                ends_by_pass = self.make_pass(by);
            }
        }
        self.past = [before, self.past[0]];
        self.to_move = by.opponent();
        self.remember();
        self.note_turn(Turn { by, mv });
        let is_stone = mv != Move::Pass;
        if is_stone && lifted.is_none() && self.counts_moves() {
            self.bonus += gained(score::whole(1), by);
        }
        self.note_handicap(by, is_stone);
        if self.passes >= 2 || ends_by_pass {
            self.end_phase();
        }
        if is_stone && (self.phase > 0 || self.rules.ko == KoRule::Simple) {
            self.end_if_third_time();
        }
    }

    /// Whether moves are worth a point, so that an area count gives the territory score.
    fn counts_moves(&self) -> bool {
        self.rules.scoring == Scoring::Territory && self.phase <= 1
    }

    fn put_stone(&mut self, point: Point, by: Color) {
        let before = self.board.hash().0;
        let suicide = self.board.is_suicide(by, point);
        let mut lost = PointSet::EMPTY;
        if suicide {
            lost.insert(point);
            for near in self.board.size().neighbours(point) {
                if self.board.get(near) == Some(by) {
                    lost |= self.board.chain_set(near);
                }
            }
        }
        // Callers have made sure that the point is empty.
        let Ok(played) = self.board.play(by, point) else { return };
        self.stones[by].insert(point);
        let mut gone = lost;
        if played.captured_count() > 0 {
            gone |= self.board.captured_points(&played);
        }
        if !gone.is_empty() {
            self.stones.black -= gone;
            self.stones.white -= gone;
            self.vacated |= gone;
        }
        let ko = self.board.ko_after(&played);
        if self.phase == 0 {
            self.ko = ko;
            return;
        }
        self.ko = None;
        if ko.is_some() {
            self.blocked.insert(point);
            let taken = KoTaken { before, at: point, by };
            Arc::make_mut(self.kos_taken.get_or_insert_default()).push(taken);
        }
        self.blocked &= self.stones.black | self.stones.white;
    }

    /// A pass up to the point where it counts; true when it ends the phase by repeating an earlier pass.
    fn make_pass(&mut self, by: Color) -> bool {
        if self.button {
            self.button = false;
            self.bonus += gained(HALF, by.opponent());
            self.passes = 0;
            self.passed = ByColor::default();
            self.forget();
            return false;
        }
        let repeats = self.passed_here(by);
        if self.passes_clear() {
            self.forget();
        }
        self.passes = self.passes_after_pass();
        let here = self.situation(by);
        Arc::make_mut(self.passed[by].get_or_insert_default()).push(here);
        repeats
    }

    fn forget(&mut self) {
        self.seen.clear();
        self.vacated = PointSet::EMPTY;
    }

    /// Notes the present situation for the repetition rule.
    pub(super) fn remember(&mut self) {
        let here = self.situation(self.to_move);
        self.seen.push(here);
    }

    fn note_turn(&mut self, turn: Turn) {
        self.turns.rotate_right(1);
        self.turns[0] = turn;
        self.known = (self.known + 1).min(HISTORY);
        self.valid = (self.valid + 1).min(HISTORY);
        self.moves = self.moves.saturating_add(1);
    }

    /// Follows a run of black moves at the start, which White's first stone ends.
    fn note_handicap(&mut self, by: Color, is_stone: bool) {
        if !self.opening_handicap || self.rules.handicap_bonus == HandicapBonus::Zero {
            return;
        }
        let [_, earlier, ..] = self.turns;
        let handicap = &mut self.handicap;
        match by {
            Color::White => {
                handicap.white_played |= is_stone;
                handicap.two_white_turns |= self.known > 1 && earlier.by == Color::White;
            }
            Color::Black if !handicap.white_played => {
                handicap.run += u32::from(is_stone);
                self.handicap_bonus = self.handicap_points();
            }
            Color::Black => {}
        }
    }

    fn end_phase(&mut self) {
        if self.is_last_phase() {
            self.finished = true;
            if self.button {
                self.button = false;
                self.bonus += gained(HALF, self.to_move.opponent());
            }
        } else if self.prevent_encore {
            self.past_end = true;
            self.valid = self.valid.min(1);
        } else {
            self.enter_encore();
        }
    }

    fn enter_encore(&mut self) {
        self.phase += 1;
        self.valid = 0;
        if self.phase == 2 {
            self.second_encore = Some(Arc::new(self.stones));
        }
        self.passes = 0;
        self.passed = ByColor::default();
        self.blocked = PointSet::EMPTY;
        self.kos_taken = None;
        self.forget();
        self.remember();
    }

    fn end_if_third_time(&mut self) {
        let here = self.situation(self.to_move);
        if self.seen.contains(here) && self.seen.count(here) >= 3 {
            self.finished = true;
            self.no_result = true;
        }
    }
}

/// Points that are White's after Black's doing; after White's the same points are Black's.
fn gained(points: Score, by: Color) -> Score {
    match by {
        Color::Black => points,
        Color::White => -points,
    }
}
