//! Whether an event is accepted, and from which state it goes on.

use std::sync::Arc;

use board::{Move, PointSet};

use super::enact::{edited, is_penalty};
use super::{GameState, Phase};
use crate::event::{Decision, Edit, Event, Marking};
use crate::history::Logged;
use crate::refused::{IllegalMove, Refused};

/// Longest log a game may have; the longest games on record have some hundreds of events.
pub(crate) const MAX_EVENTS: u32 = 1 << 22;

/// What an accepted event changed on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Effect {
    /// The opponent's stones that came off.
    pub captured: PointSet,
    /// Own stones that came off (suicide), the stone played included.
    pub self_captured: PointSet,
    /// Why a sealed move was void; its turn then counted as a pass.
    pub void: Option<IllegalMove>,
}

/// Where an accepted event goes on from.
enum From {
    /// The present state.
    Here,
    /// The state after this event.
    After(u32),
}

impl GameState {
    /// Accepts the event and returns what it changed, or refuses it and changes nothing.
    ///
    /// # Errors
    /// The reason of the refusal.
    pub fn apply(&mut self, event: Event) -> Result<Effect, Refused> {
        if self.log.len() >= MAX_EVENTS {
            return Err(Refused::TooManyEvents(MAX_EVENTS));
        }
        let void = self.void_seal(&event);
        let follows = match self.check(&event)? {
            From::Here => self.head,
            From::After(at) => {
                self.go_back_to(at);
                at
            }
        };
        let number = self.log.len() + 1;
        let mut effect = self.enact(&event, number, void.is_some());
        effect.void = void;
        self.log.push(Logged { event, follows, void: void.is_some() });
        self.keep_checkpoint(number);
        Ok(effect)
    }

    /// Makes a move for the side to move.
    ///
    /// # Errors
    /// The reason of the refusal.
    pub fn play(&mut self, mv: Move) -> Result<Effect, Refused> {
        self.apply(Event::Move { by: self.position.to_move, mv })
    }

    /// Whether the event would be accepted.
    ///
    /// # Errors
    /// The reason of the refusal.
    pub fn accepts(&self, event: &Event) -> Result<(), Refused> {
        self.check(event).map(|_| ())
    }

    fn void_seal(&self, event: &Event) -> Option<IllegalMove> {
        match event {
            Event::Unseal { mv: Move::Play(point) } => self.check_play(*point).err(),
            _ => None,
        }
    }

    /// Takes back the line to an earlier event. What was ruled against a player stays, and so does an interruption.
    fn go_back_to(&mut self, at: u32) {
        let log = std::mem::take(&mut self.log);
        let checkpoints = std::mem::take(&mut self.checkpoints);
        let mut earlier = self.replayed(log, checkpoints, at);
        earlier.warnings = self.warnings;
        earlier.penalties = self.penalties;
        earlier.paused = self.paused;
        earlier.sealed = None;
        *self = earlier;
    }

    fn check(&self, event: &Event) -> Result<From, Refused> {
        match event {
            Event::Move { by, mv } => self.check_move(*by, *mv)?,
            Event::PlaceHandicap { stones } => self.check_handicap(stones)?,
            Event::Edit(edit) => self.check_edit(edit)?,
            Event::Resign { .. } => self.check_going()?,
            Event::TimeLoss { .. } => {
                self.check_phase(Phase::Play)?;
                self.check_unpaused()?;
            }
            Event::MarkDead { marking, .. } => {
                self.check_phase(Phase::Counting)?;
                self.check_marking(marking)?;
            }
            Event::Agree { .. } | Event::Dispute { .. } | Event::Resume { .. } => {
                self.check_phase(Phase::Counting)?;
                self.check_unpaused()?;
            }
            Event::ProposeEnd { ending, .. } => {
                self.check_going()?;
                self.cycle().ok_or(Refused::NoCycle)?;
                if !self.offered_endings().contains(ending) {
                    return Err(Refused::EndingNotOffered);
                }
            }
            Event::Undo { moves, .. } => return self.check_undo(*moves).map(From::After),
            Event::Pause { .. } => {
                self.check_going()?;
                self.check_unpaused()?;
            }
            Event::Unpause { .. } => {
                self.check_going()?;
                if !self.paused {
                    return Err(Refused::NotPaused);
                }
            }
            Event::Seal { by, .. } => {
                self.check_phase(Phase::Play)?;
                // A seal needs what a pass needs: the turn, and that the game goes on.
                self.check_move(*by, Move::Pass)?;
            }
            Event::Unseal { .. } => {
                self.check_phase(Phase::Play)?;
                self.check_unpaused()?;
                if self.sealed.is_none() {
                    return Err(Refused::NothingSealed);
                }
            }
            Event::Ruling(ruling) => return self.check_decision(&ruling.decision),
        }
        Ok(From::Here)
    }

    fn check_going(&self) -> Result<(), Refused> {
        if self.phase == Phase::Done { Err(Refused::GameOver) } else { Ok(()) }
    }

    fn check_phase(&self, phase: Phase) -> Result<(), Refused> {
        self.check_going()?;
        if self.phase == phase { Ok(()) } else { Err(Refused::WrongPhase { phase: self.phase }) }
    }

    fn check_unpaused(&self) -> Result<(), Refused> {
        if self.paused { Err(Refused::Paused) } else { Ok(()) }
    }

    fn check_handicap(&self, stones: &PointSet) -> Result<(), Refused> {
        self.check_phase(Phase::Play)?;
        self.check_unpaused()?;
        if self.moves > 0 || self.position.board != self.start.board {
            return Err(Refused::HandicapTooLate);
        }
        let count = stones.len();
        let declared = self.start.handicap;
        if count < 2 || (declared > 1 && u32::try_from(count) != Ok(declared)) {
            return Err(Refused::BadHandicap);
        }
        if !stones.is_subset(&self.position.board.empty()) {
            return Err(Refused::BadHandicap);
        }
        let edit = Edit { black: *stones, ..Edit::default() };
        edited(&self.position.board, &edit).build().map(|_| ()).map_err(|_| Refused::BadHandicap)
    }

    fn check_edit(&self, edit: &Edit) -> Result<(), Refused> {
        self.check_going()?;
        self.check_unpaused()?;
        if self.sealed.is_some() {
            return Err(Refused::Sealed);
        }
        let twice =
            (edit.black & edit.white) | (edit.black & edit.empty) | (edit.white & edit.empty);
        let outside = (edit.black | edit.white | edit.empty) - self.size().all();
        if let Some(point) = (twice | outside).first() {
            return Err(Refused::EditPoint(point));
        }
        edited(&self.position.board, edit).build()?;
        Ok(())
    }

    fn check_marking(&self, marking: &Marking) -> Result<(), Refused> {
        let board = &self.position.board;
        for point in marking.dead.iter().chain(&marking.seki) {
            if board.get(point).is_none() {
                return Err(Refused::MarkEmpty(point));
            }
        }
        let conflict = marking.dead.iter().find(|&p| board.chain_set(p).intersects(&marking.seki));
        conflict.map_or(Ok(()), |point| Err(Refused::MarkConflict(point)))
    }

    /// The event after which the game stands when `moves` moves are taken back.
    fn check_undo(&self, moves: u32) -> Result<u32, Refused> {
        self.check_going()?;
        self.check_unpaused()?;
        if self.sealed.is_some() {
            return Err(Refused::Sealed);
        }
        if moves == 0 || moves > self.moves {
            return Err(Refused::NothingToUndo { asked: moves, available: self.moves });
        }
        Ok(self.event_before_move(self.moves - moves + 1))
    }

    /// The last event in force before move `number` was made; the last of all when it wasn't made yet.
    fn event_before_move(&self, number: u32) -> u32 {
        let mut moves = 0;
        let mut before = 0;
        for event in self.log.line(self.head, |_| false) {
            moves += u32::from(self.log.get(event).is_some_and(Logged::is_move));
            if moves >= number {
                break;
            }
            before = event;
        }
        before
    }

    /// The event that made move `number`, or the start for 0, with the edits that came right after it.
    fn event_of_move(&self, number: u32) -> u32 {
        let mut moves = 0;
        let mut found = 0;
        for event in self.log.line(self.head, |_| false) {
            let Some(logged) = self.log.get(event) else { break };
            moves += u32::from(logged.is_move());
            let edits = matches!(logged.event, Event::Edit(_) | Event::PlaceHandicap { .. });
            if moves > number || (moves == number && !logged.is_move() && !edits) {
                break;
            }
            found = event;
        }
        found
    }

    fn check_decision(&self, decision: &Decision) -> Result<From, Refused> {
        match decision {
            Decision::VoidMove { .. } if self.moves == 0 => {
                Err(Refused::NothingToUndo { asked: 1, available: 0 })
            }
            Decision::VoidMove { .. } => Ok(From::After(self.event_before_move(self.moves))),
            Decision::Restore { moves } if *moves > self.moves => {
                Err(Refused::NoSuchMove { asked: *moves, available: self.moves })
            }
            Decision::Restore { moves } if *moves < self.moves => {
                Ok(From::After(self.event_before_move(moves + 1)))
            }
            Decision::Restore { moves } => Ok(From::After(self.event_of_move(*moves))),
            Decision::PointPenalty { points, .. } if !is_penalty(*points) => {
                Err(Refused::BadPenalty(*points))
            }
            Decision::Status { .. } | Decision::Recount
                if self.phase == Phase::Play
                    || (self.phase == Phase::Done && !self.ended_by_count()) =>
            {
                Err(Refused::WrongPhase { phase: self.phase })
            }
            Decision::Status { marking } => self.check_marking(marking).map(|()| From::Here),
            _ => Ok(From::Here),
        }
    }
}

impl Logged {
    /// Whether this event is a move on the line: a play, a pass, or a void move that costs the turn.
    fn is_move(&self) -> bool {
        match &self.event {
            Event::Move { .. } | Event::Unseal { .. } => true,
            Event::Ruling(ruling) => {
                matches!(ruling.decision, Decision::VoidMove { turn_lost: true })
            }
            _ => false,
        }
    }
}

impl Event {
    /// A move event.
    pub fn play(by: board::Color, mv: Move) -> Event {
        Event::Move { by, mv }
    }

    /// A marking of dead stones alone.
    pub fn mark_dead(by: board::Color, dead: PointSet) -> Event {
        Event::MarkDead { by, marking: Arc::new(Marking { dead, seki: PointSet::EMPTY }) }
    }

    /// A ruling without particulars.
    pub fn ruling(decision: Decision) -> Event {
        Event::Ruling(Arc::new(crate::event::Ruling::new(decision)))
    }
}
