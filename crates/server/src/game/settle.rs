//! When play has stopped and one player neither accepts the marking nor disputes it: after a stated time the other may let
//! the server decide.

use std::sync::Arc;

use api::{Code, TwoSides, UserId};
use board::{ByColor, Color};
use clock::{Clock, Millis};
use rules::{Decision, Event, GameState, Phase, Ruling};

use crate::error::Error;
use crate::game::actor::Game;
use crate::game::commit::Planned;

/// Without an acceptance the decision may be asked for after so many times the stated time.
const WITHOUT_ACCEPTANCE: u32 = 3;

/// Since when dead stones are being agreed, and since when who has accepted the present marking. It follows from the game's
/// events alone, and so is the same after a restart.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Stop {
    since: Option<Millis>,
    accepted: ByColor<Option<Millis>>,
}

impl Stop {
    /// Takes note of an event; `state` is the game after it.
    pub(crate) fn note(&mut self, event: &Event, state: &GameState, at: Millis) {
        if state.phase() != Phase::Counting {
            *self = Self::default();
            return;
        }
        self.since.get_or_insert(at);
        match event {
            Event::MarkDead { .. } => self.accepted = ByColor::default(),
            Event::Agree { by } => self.accepted[*by] = Some(at),
            // An interruption counts for nobody: the whole time begins again.
            Event::Unpause { .. } => {
                self.since = Some(at);
                self.accepted = ByColor::from_fn(|color| self.accepted[color].map(|_| at));
            }
            _ => {}
        }
    }

    /// From when on each player may let the server decide, in milliseconds since 1970; none while nothing is being agreed
    /// and while the game is interrupted.
    pub(crate) fn deadlines(&self, state: &GameState, limit: Millis) -> Option<TwoSides<u64>> {
        let since = self.since.filter(|_| !state.is_paused())?;
        let of = |color: Color| {
            let without = since.plus(limit.times(WITHOUT_ACCEPTANCE));
            let accepted = self.accepted[color].map(|at| at.plus(limit));
            accepted.map_or(without, |at| at.min(without)).get()
        };
        Some(TwoSides { black: of(Color::Black), white: of(Color::White) })
    }
}

impl Game {
    /// How long a player who has accepted waits for the other.
    pub(crate) fn settle_after(&self) -> Millis {
        let limits = &self.app.config.limits;
        let wait =
            if self.setup.is_slow() { limits.settle_after_slow } else { limits.settle_after };
        Millis::new(u64::try_from(wait.as_millis()).unwrap_or(u64::MAX))
    }

    /// The server decides: by the analyser's marking when that is sure of every group, or that the question is played out.
    ///
    /// # Errors
    /// When it is too early, or the analyser has not finished.
    pub(crate) async fn settle(
        &mut self,
        user: UserId,
        by: Color,
        id: &str,
        now: Millis,
    ) -> Result<(), Error> {
        if self.state.phase() != Phase::Counting {
            return Err(Code::NotCounting.into());
        }
        let Some(deadlines) = self.stop.deadlines(&self.state, self.settle_after()) else {
            return Err(Error::refused(&rules::Refused::Paused, self.setup.size()));
        };
        let from = match by {
            Color::Black => deadlines.black,
            Color::White => deadlines.white,
        };
        if now.get() < from {
            return Err(Code::TooEarlyToSettle.into());
        }
        let Some(finding) = &self.proposal else { return Err(Code::NoMarking.into()) };
        let (event, clock) = if finding.is_sure() {
            let mut ruling =
                Ruling::new(Decision::Status { marking: Arc::new(finding.marking.clone()) });
            ruling.reason = "settle".to_owned();
            (Event::Ruling(Arc::new(ruling)), self.clock)
        } else {
            let event = Event::Dispute { by: None };
            let clock = self.played_on(&event, now)?;
            (event, clock)
        };
        self.commit_one(event, clock, user, id, now).await
    }

    async fn commit_one(
        &mut self,
        event: Event,
        clock: Clock,
        user: UserId,
        id: &str,
        now: Millis,
    ) -> Result<(), Error> {
        let plan = Planned {
            event,
            clock,
            refund: Millis::ZERO,
            player: Some(user),
            client_id: Some(id.to_owned()),
        };
        self.commit(vec![plan], now).await
    }
}
