//! Requests to the opponent: put, answered, taken back. An open request is kept, and so survives a restart; a move, an undo,
//! a pause or the end of the game ends it. Asking stops no clock.

use api::{Ask, AskKind, Code, Seq, UserId};
use board::Color;
use clock::{Millis, Step};
use rules::{Event, Party, Phase};

use crate::error::Error;
use crate::game::actor::Game;
use crate::game::commit::Planned;
use crate::persist::{Entry, PersistError};

/// The requests since the last event that ends all of them: at most one of each player and kind.
#[derive(Debug, Clone, Default)]
pub(crate) struct Asks {
    list: Vec<(Ask, bool)>,
}

/// Whether an event ends what was asked before it. The server's own interruptions do not.
pub(crate) fn ends_asks(event: &Event) -> bool {
    matches!(event, Event::Move { .. } | Event::Undo { .. } | Event::Pause { by: Party::Player(_) })
}

impl Asks {
    /// Those of the stored requests that hold after a game's events.
    pub(crate) fn holding(stored: Vec<(Ask, Seq, bool)>, entries: &[Entry], over: bool) -> Self {
        if over {
            return Self::default();
        }
        let ended = entries.iter().rev().find(|entry| ends_asks(&entry.event));
        let ended = ended.map_or(Seq(0), |entry| entry.seq);
        let holds = stored.into_iter().filter(|(_, after, _)| *after >= ended);
        Self { list: holds.map(|(ask, _, open)| (ask, open)).collect() }
    }

    /// Those that wait for an answer.
    pub(crate) fn open(&self) -> Vec<Ask> {
        self.list.iter().filter(|(_, open)| *open).map(|(ask, _)| *ask).collect()
    }

    /// Nothing that was asked before holds any more.
    pub(crate) fn clear(&mut self) {
        self.list.clear();
    }

    fn is_empty(&self) -> bool {
        !self.list.iter().any(|(_, open)| *open)
    }

    /// Whether there is a request of this player and kind, and whether it is open.
    fn of(&self, kind: AskKind, by: Color) -> Option<(Ask, bool)> {
        let found = self.list.iter().find(|(ask, _)| ask.kind == kind && Color::from(ask.by) == by);
        found.copied()
    }

    fn put(&mut self, ask: Ask, open: bool) {
        self.list.retain(|(other, _)| (other.kind, other.by) != (ask.kind, ask.by));
        self.list.push((ask, open));
    }
}

impl Game {
    /// Puts a request; at one device there is nobody else to ask, and the engine grants what it is asked.
    ///
    /// # Errors
    /// When the player has asked the same since the last move: whoever was declined cannot go on asking.
    pub(crate) async fn ask(
        &mut self,
        ask: Ask,
        user: UserId,
        id: &str,
        now: Millis,
    ) -> Result<(), Error> {
        let by: Color = ask.by.into();
        if self.is_here() || self.engine().is_some() {
            return self.grant(ask, Some(user), Some(id.to_owned()), now).await;
        }
        match self.asks.of(ask.kind, by) {
            Some((_, true)) => return Err(Code::AskTwice.into()),
            Some((_, false)) => return Err(Code::AskDeclined.into()),
            None => {}
        }
        // The other has asked the same already: that is an agreement.
        if let Some((open, true)) = self.asks.of(ask.kind, by.opponent())
            && open.moves == ask.moves
        {
            return self.grant(open, Some(user), Some(id.to_owned()), now).await;
        }
        self.keep_ask(ask, true).await?;
        self.tell_asks(None, Some(id.to_owned()));
        Ok(())
    }

    /// Answers the opponent's request; declining the own one takes it back.
    ///
    /// # Errors
    /// When there is none, or the own one is accepted.
    pub(crate) async fn answer(
        &mut self,
        kind: AskKind,
        user: UserId,
        by: Color,
        accept: bool,
        id: &str,
        now: Millis,
    ) -> Result<(), Error> {
        let ask = match (self.asks.of(kind, by.opponent()), self.asks.of(kind, by)) {
            (Some((theirs, true)), _) if accept => {
                return self.grant(theirs, Some(user), Some(id.to_owned()), now).await;
            }
            (Some((theirs, true)), _) => theirs,
            (_, Some((_, true))) if accept => return Err(Code::OwnAsk.into()),
            (_, Some((own, true))) => own,
            _ => return Err(Code::NoSuchAsk.into()),
        };
        self.keep_ask(ask, false).await?;
        self.tell_asks(Some(ask), Some(id.to_owned()));
        Ok(())
    }

    /// Keeps a request, or that it waits no more, before anybody hears of it.
    async fn keep_ask(&mut self, ask: Ask, open: bool) -> Result<(), Error> {
        let kept = self.app.persist.put_ask(self.id, ask, self.seq, open).await;
        kept.map_err(|error: PersistError| {
            tracing::error!(game = %self.id, %error, "a request could not be saved");
            Error::from(Code::StoreFailed)
        })?;
        self.asks.put(ask, open);
        Ok(())
    }

    /// Does what was asked.
    async fn grant(
        &mut self,
        ask: Ask,
        user: Option<UserId>,
        id: Option<String>,
        now: Millis,
    ) -> Result<(), Error> {
        let had = !self.asks.is_empty();
        match ask.kind {
            AskKind::Undo => self.undo(ask, user, id, now).await?,
            AskKind::Pause => {
                let clock = match self.clock.pause(now, clock::PauseReason::Agreement) {
                    Ok(Step::Clock(clock)) => clock,
                    Ok(Step::Flag(_)) => {
                        self.lose_on_time(now).await?;
                        return Err(Code::FlagFell.into());
                    }
                    Err(_) => self.clock,
                };
                let event = Event::Pause { by: Party::Player(ask.by.into()) };
                let plan =
                    Planned { event, clock, refund: Millis::ZERO, player: user, client_id: id };
                self.commit(vec![plan], now).await?;
            }
        }
        if had {
            self.tell_asks(None, None);
        }
        Ok(())
    }

    /// Whether the game is over for requests.
    pub(crate) fn asks_end(&self, event: &Event) -> bool {
        ends_asks(event) || self.state.phase() == Phase::Done
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stored_requests_hold_until_an_event_ends_them() {
        let ask = |by, kind| Ask { by, kind, moves: None };
        let stored = vec![
            (ask(api::Color::Black, AskKind::Undo), Seq(3), true),
            (ask(api::Color::White, AskKind::Undo), Seq(4), false),
            (ask(api::Color::White, AskKind::Pause), Seq(5), true),
        ];
        let clock = crate::game::setup::Setup::check(
            &serde_json::from_str(
                r#"{"opponent":{"kind":"link"},"cols":9,"rows":9,"ruleset":"chinese","time":"none"}"#,
            )
            .unwrap(),
        )
        .unwrap()
        .0
        .clock(Color::Black)
        .unwrap();
        let entry = |seq, event| Entry {
            seq: Seq(seq),
            at: Millis::ZERO,
            player: None,
            client_id: None,
            event,
            clock: *clock.state(),
            refund: Millis::ZERO,
        };
        let pass = |seq| entry(seq, Event::Move { by: Color::Black, mv: board::Move::Pass });
        let agree = |seq| entry(seq, Event::Agree { by: Color::Black });
        let holding = |entries: &[Entry]| Asks::holding(stored.clone(), entries, false).open();
        assert_eq!(holding(&[pass(1), pass(4), agree(5)]).len(), 1);
        assert_eq!(holding(&[pass(1), pass(3), agree(5)]).len(), 2);
        assert_eq!(holding(&[pass(6)]), []);
        let asks = Asks::holding(stored.clone(), &[pass(1)], false);
        assert_eq!(asks.of(AskKind::Undo, Color::White).map(|(_, open)| open), Some(false));
        assert_eq!(Asks::holding(stored, &[pass(1)], true).open(), []);
    }
}
