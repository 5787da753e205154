//! Which moves are legal.

use board::{Board, Color, Move, Point, PointSet};

use super::{GameState, Phase};
use crate::refused::{IllegalMove, Refused};
use crate::ruleset::{Repetition, Suicide};

impl GameState {
    /// Whether the player may make this move now.
    ///
    /// # Errors
    /// The reason why not; a pass is never a repetition, but needs the turn like any move.
    pub fn check_move(&self, by: Color, mv: Move) -> Result<(), Refused> {
        match self.phase {
            Phase::Done => return Err(Refused::GameOver),
            Phase::Counting if mv != Move::Pass || self.ruleset().end.final_passes.is_none() => {
                return Err(Refused::WrongPhase { phase: self.phase });
            }
            _ => {}
        }
        if self.paused {
            return Err(Refused::Paused);
        }
        if self.sealed.is_some() {
            return Err(Refused::Sealed);
        }
        if by != self.position.to_move {
            return Err(Refused::NotYourTurn { to_move: self.position.to_move });
        }
        match mv {
            Move::Pass => Ok(()),
            Move::Play(point) => self.check_play(point).map_err(Refused::Illegal),
        }
    }

    /// Whether the board, ko and repetition rules let the side to move play on this point, whatever the phase.
    ///
    /// # Errors
    /// The reason why not. Suicide is tested before ko, ko before repetition.
    pub fn check_play(&self, point: Point) -> Result<(), IllegalMove> {
        self.check_play_on(point, &mut None)
    }

    /// Whether the side to move may play there now.
    pub fn is_legal(&self, mv: Move) -> bool {
        self.check_move(self.position.to_move, mv).is_ok()
    }

    /// All points where the side to move may play now; none when play has stopped.
    pub fn legal_plays(&self) -> PointSet {
        if self.phase != Phase::Play || self.paused || self.sealed.is_some() {
            return PointSet::EMPTY;
        }
        let mut scratch = None;
        self.size()
            .points()
            .filter(|&point| self.check_play_on(point, &mut scratch).is_ok())
            .collect()
    }

    /// `scratch` is a copy of the board to try plays on, made when the first one needs it.
    fn check_play_on(&self, point: Point, scratch: &mut Option<Board>) -> Result<(), IllegalMove> {
        let board = &self.position.board;
        if !board.is_empty(point) {
            let on_board = board.size().contains(point);
            return Err(if on_board {
                IllegalMove::Occupied(point)
            } else {
                IllegalMove::OffBoard(point)
            });
        }
        let suicide = board.is_suicide(self.position.to_move, point);
        if suicide && !self.allows_suicide(point) {
            return Err(IllegalMove::Suicide(point));
        }
        if self.position.ko == Some(point) {
            return Err(IllegalMove::Ko(point));
        }
        if self.ruleset().repetition == Repetition::Simple {
            return Ok(());
        }
        // A stone on a point that never lost one makes a position that never was.
        if !suicide && !self.vacated.contains(point) {
            return Ok(());
        }
        match self.repeats(point, scratch.get_or_insert_with(|| board.clone())) {
            Some(first_seen) => Err(IllegalMove::Repetition { point, first_seen }),
            None => Ok(()),
        }
    }

    fn allows_suicide(&self, point: Point) -> bool {
        match self.ruleset().suicide {
            Suicide::Forbidden => false,
            Suicide::Allowed => true,
            Suicide::GroupsOnly => {
                let board = &self.position.board;
                let mover = self.position.to_move;
                self.size().neighbours(point).any(|near| board.get(near) == Some(mover))
            }
        }
    }

    /// After how many moves the position stood before that a play here would bring back against the superko rule.
    fn repeats(&self, point: Point, scratch: &mut Board) -> Option<u32> {
        let mover = self.position.to_move;
        let played = scratch.play(mover, point).ok()?;
        let key = self.repetition_key(scratch, mover.opponent(), None, mover);
        let found = self.seen.find(key, u32::MAX);
        let same = found.into_iter().find_map(|at| self.same_at(at, scratch, mover));
        scratch.undo(played);
        same
    }

    /// The number of moves at event `at`, if the situation after it really is the one that a play of `mover` would leave:
    /// stones exactly, and the player where the rule looks at him.
    fn same_at(&self, at: u32, after: &Board, mover: Color) -> Option<u32> {
        let past = self.rebuilt(at);
        let same_player = match self.ruleset().repetition {
            Repetition::Simple | Repetition::Positional => true,
            // Under the natural rule only board plays are kept, so the one who then moved was the other's opponent.
            Repetition::Situational | Repetition::NaturalSituational => {
                past.position.to_move == mover.opponent()
            }
        };
        (same_player && past.position.board == *after).then_some(past.moves)
    }

    /// What the repetition rule compares, as a key: equal situations have equal keys.
    pub(super) fn repetition_key(
        &self,
        board: &Board,
        to_move: Color,
        ko: Option<Point>,
        mover: Color,
    ) -> u64 {
        let hash = match self.ruleset().repetition {
            Repetition::Positional => board.hash(),
            Repetition::NaturalSituational => board.hash().with_turn(mover),
            Repetition::Simple | Repetition::Situational => board.hash().with_turn(to_move),
        };
        let ko = ko.filter(|_| self.ruleset().repetition == Repetition::Simple);
        let ko =
            ko.map_or(0, |point| (point.index() as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        (hash.0 as u64) ^ ((hash.0 >> 64) as u64) ^ ko
    }
}
