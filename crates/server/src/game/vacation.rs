//! Vacation in correspondence games: the player to move may stop the own clock for as long as vacation is left.

use api::Code;
use board::Color;
use clock::{Clock, Millis, PauseReason, PlayerTime, Run, Step};
use rules::{Event, Party, Phase};

use crate::error::Error;
use crate::game::actor::Game;
use crate::game::commit::Planned;
use crate::game::setup::{color, side};

impl Game {
    /// Who is on vacation.
    pub(crate) fn on_vacation(&self) -> Option<Color> {
        match self.clock.run() {
            Run::Paused { reason: PauseReason::Vacation(away), .. } => Some(color(away)),
            _ => None,
        }
    }

    /// The event and the clock with which a player goes on vacation or comes back.
    ///
    /// # Errors
    /// When it is not their turn, there is no vacation left, or they are not on vacation.
    pub(crate) fn vacation(
        &self,
        by: Color,
        on: bool,
        now: Millis,
    ) -> Result<(Event, Clock), Error> {
        let party = Party::Player(by);
        if !on {
            if self.on_vacation() != Some(by) {
                return Err(Code::NoVacation.into());
            }
            return Ok((Event::Unpause { by: party }, self.resumed(now)?));
        }
        let event = Event::Pause { by: party };
        let refused = |r: &rules::Refused| Error::refused(r, self.setup.size());
        self.state.accepts(&event).map_err(|r| refused(&r))?;
        if self.state.phase() != Phase::Play || self.state.to_move() != Some(by) {
            return Err(refused(&rules::Refused::NotYourTurn { to_move: by.opponent() }));
        }
        match self.clock.pause(now, PauseReason::Vacation(side(by))) {
            Ok(Step::Clock(clock)) => Ok((event, clock)),
            Ok(Step::Flag(_)) => Err(Code::FlagFell.into()),
            Err(_) => Err(Code::NoVacation.into()),
        }
    }

    /// When the vacation that is being taken is used up.
    pub(crate) fn vacation_ends(&self) -> Option<Millis> {
        let Run::Paused { reason: PauseReason::Vacation(away), at } = self.clock.run() else {
            return None;
        };
        match self.clock.shown(away, at).time {
            PlayerTime::Days { vacation, .. } => Some(at.plus(vacation)),
            _ => None,
        }
    }

    /// Lets the game go on when a vacation is used up: the clock runs from that moment on.
    ///
    /// # Errors
    /// When it could not be saved.
    pub(crate) async fn end_vacation(&mut self, now: Millis) -> Result<(), Error> {
        let Some(end) = self.vacation_ends().filter(|end| *end <= now) else { return Ok(()) };
        let clock = self.resumed(end)?;
        let event = Event::Unpause { by: Party::Server };
        self.commit(vec![Planned::server(event, clock)], now).await
    }
}
