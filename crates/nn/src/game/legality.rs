//! Which moves are legal, and which moves end a phase.

use board::{Color, IllegalPlay, Move, Point, PointSet};

use super::area::ko_capture;
use super::history::mark;
use super::{Game, KoRule, Scoring};

/// Why a move is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalMove {
    /// The board itself refuses it.
    #[error(transparent)]
    Play(#[from] IllegalPlay),
    /// The play would bring back an earlier position, or make a ko capture of the encore a second time.
    #[error("a play at {0:?} would repeat an earlier position")]
    Repetition(Point),
}

impl Game {
    /// Whether the side to move may play so. A pass is always legal; so is any legal play after the game has ended.
    pub fn is_legal(&self, mv: Move) -> bool {
        self.check(mv).is_ok()
    }

    /// Why the side to move may not play so.
    ///
    /// # Errors
    /// The reason.
    pub fn check(&self, mv: Move) -> Result<(), IllegalMove> {
        let Move::Play(point) = mv else { return Ok(()) };
        if self.passes_for_ko(point, self.to_move) {
            return Ok(());
        }
        self.check_board(point)?;
        match self.is_repetition(point) {
            true => Err(IllegalMove::Repetition(point)),
            false => Ok(()),
        }
    }

    /// All points where the side to move may play.
    pub fn legal_plays(&self) -> PointSet {
        let empty = self.size().all() - self.stones.black - self.stones.white;
        let mut legal = empty - self.repetition_bans();
        if let Some(ko) = self.ko {
            legal.remove(ko);
        }
        // Only a point without an empty neighbour can be suicide.
        for point in &(empty - empty.beside()) {
            if self.is_illegal_suicide(point, self.to_move) {
                legal.remove(point);
            }
        }
        if self.phase > 0 {
            let near = self.blocked.dilate() & self.size().all();
            legal.extend(near.iter().filter(|&p| self.passes_for_ko(p, self.to_move)));
        }
        legal
    }

    fn check_board(&self, point: Point) -> Result<(), IllegalPlay> {
        if !self.board.is_empty(point) {
            return Err(self.no_empty_point(point));
        }
        if self.is_illegal_suicide(point, self.to_move) {
            return Err(IllegalPlay::Suicide(point));
        }
        if self.ko == Some(point) {
            return Err(IllegalPlay::Ko(point));
        }
        Ok(())
    }

    /// Why there is no empty point there.
    pub(super) fn no_empty_point(&self, point: Point) -> IllegalPlay {
        match self.size().contains(point) {
            true => IllegalPlay::Occupied(point),
            false => IllegalPlay::OffBoard(point),
        }
    }

    fn is_illegal_suicide(&self, point: Point, mover: Color) -> bool {
        self.board.is_suicide(mover, point) && !self.may_kill_itself(point, mover)
    }

    /// Suicide of a single stone is never legal here.
    fn may_kill_itself(&self, point: Point, mover: Color) -> bool {
        self.rules.multi_stone_suicide
            && self.size().neighbours(point).any(|near| self.board.get(near) == Some(mover))
    }

    /// In the encore: whether a play there only lifts the block on a recapture.
    pub(super) fn passes_for_ko(&self, point: Point, mover: Color) -> bool {
        self.block_lifted(point, mover).is_some()
    }

    /// The blocked stone whose block a play there lifts: the stone itself, or the one a ko capture there would take.
    pub(super) fn block_lifted(&self, point: Point, mover: Color) -> Option<Point> {
        if self.phase == 0 || self.blocked.is_empty() {
            return None;
        }
        if self.board.get(point) == Some(mover.opponent()) && self.blocked.contains(point) {
            return Some(point);
        }
        ko_capture(&self.board, mover, point).filter(|&stone| self.blocked.contains(stone))
    }

    /// Points the side to move may not play because of superko, or in the encore because it has made that very ko
    /// capture before. Basic ko is not among them.
    pub fn repetition_bans(&self) -> PointSet {
        if self.phase > 0 {
            return self.encore_bans();
        }
        if self.rules.ko == KoRule::Simple {
            return PointSet::EMPTY;
        }
        let empty = self.size().all() - self.stones.black - self.stones.white;
        // A stone on a point that never lost one makes a new position, but for suicides.
        let mut candidates = self.vacated & empty;
        if self.rules.multi_stone_suicide {
            let closed = (empty - empty.beside()) - candidates;
            candidates.extend(closed.iter().filter(|&p| self.board.is_suicide(self.to_move, p)));
        }
        candidates.iter().filter(|&point| self.repeats(point)).collect()
    }

    fn is_repetition(&self, point: Point) -> bool {
        if self.phase > 0 {
            return self.encore_bans().contains(point);
        }
        if self.rules.ko == KoRule::Simple {
            return false;
        }
        let new = !self.vacated.contains(point) && !self.board.is_suicide(self.to_move, point);
        !new && self.repeats(point)
    }

    fn encore_bans(&self) -> PointSet {
        let Some(taken) = self.kos_taken.as_deref() else { return PointSet::EMPTY };
        let now = self.board.hash().0;
        taken.iter().filter(|t| t.before == now && t.by == self.to_move).map(|t| t.at).collect()
    }

    /// Whether a play there, legal otherwise, makes a position that was there before.
    fn repeats(&self, point: Point) -> bool {
        if self.ko == Some(point) || self.is_illegal_suicide(point, self.to_move) {
            return false;
        }
        let mut after = self.board.hash().0 ^ stone_hash(self.to_move, point);
        let mut own = PointSet::single(point);
        let mut took = false;
        let mut counted = PointSet::EMPTY;
        let mut free = false;
        for near in self.size().neighbours(point) {
            match self.board.get(near) {
                None => free = true,
                Some(color) if color == self.to_move => {
                    free |= self.board.has_liberties(near, 2);
                    if !own.contains(near) {
                        own |= self.board.chain_set(near);
                    }
                }
                Some(_) if counted.contains(near) || self.board.has_liberties(near, 2) => {}
                Some(color) => {
                    took = true;
                    for stone in self.board.chain(near) {
                        counted.insert(stone);
                        after ^= stone_hash(color, stone);
                    }
                }
            }
        }
        if !took && !free {
            after = own.iter().fold(after, |hash, stone| hash ^ stone_hash(self.to_move, stone));
        }
        self.seen.contains(self.situation_of(after, self.to_move.opponent()))
    }

    /// What the repetition rule compares: the stones, the side to move where it matters, and the blocks of the encore.
    pub(super) fn situation(&self, to_move: Color) -> u128 {
        self.situation_of(self.board.hash().0, to_move)
    }

    fn situation_of(&self, stones: u128, to_move: Color) -> u128 {
        let sided = self.phase > 0 || matches!(self.rules.ko, KoRule::Situational | KoRule::Simple);
        let side = if sided && to_move == Color::White { mark(20, 1) } else { 0 };
        let blocked = if self.phase > 0 { super::set_hash(21, self.blocked) } else { 0 };
        stones ^ side ^ blocked
    }

    /// Whether passes clear the history that superko looks at.
    pub(super) fn passes_clear(&self) -> bool {
        self.phase > 0 || matches!(self.rules.ko, KoRule::Simple | KoRule::Spight)
    }

    /// Passes that would stand after one more.
    pub(super) fn passes_after_pass(&self) -> u32 {
        if self.phase > 0 || self.rules.ko != KoRule::Spight { self.passes + 1 } else { 0 }
    }

    /// Whether this player has passed in this very situation before, where that ends a phase.
    pub(super) fn passed_here(&self, by: Color) -> bool {
        self.passes_clear()
            && self.passed[by].as_deref().is_some_and(|p| p.contains(&self.situation(by)))
    }

    /// Whether a pass of the side to move would end the phase: the second in a row, or one in a situation where the same
    /// player has passed before. A pass that takes the button is judged alike.
    pub fn pass_ends_phase(&self) -> bool {
        self.passes_after_pass() >= 2 || self.passed_here(self.to_move)
    }

    /// Whether the end of this phase is the end of the game.
    pub(super) fn is_last_phase(&self) -> bool {
        self.rules.scoring == Scoring::Area || self.phase >= 2
    }

    /// Whether a pass of the side to move would end the game.
    pub fn pass_ends_game(&self) -> bool {
        self.is_last_phase() && self.pass_ends_phase()
    }

    /// Whether a pass would be the second of a friendly end: the rules let players pass before they have taken what is
    /// dead.
    pub fn pass_is_friendly(&self) -> bool {
        self.rules.friendly_pass
            && self.rules.scoring == Scoring::Area
            && self.passes_after_pass() == 2
            && !self.passed_here(self.to_move)
    }
}

/// The stone's share in the board's hash.
fn stone_hash(color: Color, point: Point) -> u128 {
    board::Hash::stone(color, point).0
}
