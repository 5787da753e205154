//! Taking moves back by agreement, also after the reply.

use api::{Ask, AskKind, Code, UserId};
use board::Color;
use clock::{Clock, Millis, Snapshot, Step};
use rules::{Event, Phase};

use crate::error::Error;
use crate::game::actor::Game;
use crate::game::commit::Planned;
use crate::persist::Entry;

impl Game {
    /// Asks to take moves back; without a number, the own last move and what came after it.
    pub(crate) async fn ask_undo(
        &mut self,
        user: UserId,
        by: Color,
        moves: Option<u32>,
        id: &str,
        now: Millis,
    ) -> Result<(), Error> {
        let moves = match moves {
            Some(moves) => moves,
            None if self.is_here() => 1,
            // After the own move the opponent is to move; after the reply it is oneself.
            None if self.state.position().to_move == by => 2,
            None => 1,
        };
        let event = Event::Undo { moves, asked_by: by };
        self.state.accepts(&event).map_err(|r| Error::refused(&r, self.setup.size()))?;
        self.ask(Ask { by: by.into(), kind: AskKind::Undo, moves: Some(moves) }, user, id, now)
            .await
    }

    /// Takes the moves back. The clocks follow RULEBOOK 7.10: periods go back, main time spent since does not.
    pub(crate) async fn undo(
        &mut self,
        ask: Ask,
        user: Option<UserId>,
        id: Option<String>,
        now: Millis,
    ) -> Result<(), Error> {
        let moves = ask.moves.unwrap_or(1);
        let event = Event::Undo { moves, asked_by: ask.by.into() };
        self.state.accepts(&event).map_err(|r| Error::refused(&r, self.setup.size()))?;
        let snapshot = self.clock_before(moves).await?;
        let clock = match self.clock.undo(now, &snapshot) {
            Ok(Step::Clock(clock)) => clock,
            Ok(Step::Flag(_)) => {
                self.lose_on_time(now).await?;
                return Err(Code::FlagFell.into());
            }
            Err(error) => return Err(Error::with(Code::ClockUndo, error.to_string())),
        };
        // Taken back out of the counting, play goes on and so does the clock.
        let clock = match (self.state.phase(), clock.resume(now)) {
            (Phase::Counting, Ok(Step::Clock(running))) => running,
            _ => clock,
        };
        let plan = Planned { event, clock, refund: Millis::ZERO, player: user, client_id: id };
        self.commit(vec![plan], now).await
    }

    /// Both clocks as they were before the last `moves` moves, from the store: undoing is rare, so no game carries them
    /// about.
    async fn clock_before(&self, moves: u32) -> Result<Snapshot, Error> {
        let entries = self
            .app
            .persist
            .entries(&self.row)
            .await
            .map_err(|_| Error::from(Code::StoreFailed))?;
        let first =
            self.setup.clock(self.setup.start.to_move).map_err(|_| Error::from(Code::Internal))?;
        let line = moves_in_force(&entries);
        let back = usize::try_from(moves).unwrap_or(usize::MAX);
        let index = line.len().checked_sub(back).and_then(|at| line.get(at).copied());
        let Some(index) = index else { return Err(Code::ClockUndo.into()) };
        let before = index.checked_sub(1).and_then(|at| entries.get(at));
        let clock = match before {
            Some(entry) => {
                Clock::from_state(entry.clock).map_err(|_| Error::from(Code::Internal))?
            }
            None => first,
        };
        let mover = match entries.get(index).map(|e| &e.event) {
            Some(Event::Move { by, .. }) => *by,
            _ => return Err(Code::ClockUndo.into()),
        };
        Ok(Snapshot { to_move: crate::game::setup::side(mover), ..clock.snapshot() })
    }
}

/// Where in the log the moves in force stand.
fn moves_in_force(entries: &[Entry]) -> Vec<usize> {
    let mut line = Vec::new();
    for (index, entry) in entries.iter().enumerate() {
        match entry.event {
            Event::Move { .. } => line.push(index),
            Event::Undo { moves, .. } => {
                let left = line.len().saturating_sub(usize::try_from(moves).unwrap_or(usize::MAX));
                line.truncate(left);
            }
            _ => {}
        }
    }
    line
}
