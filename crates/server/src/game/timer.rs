//! The one timer of a game: the flag, the calls, waiting for players, news of who is present.

use api::{CallFrame, GameState, Message as Words, ServerMessage, TwoSides};
use board::Color;
use clock::Millis;
use rules::{Event, Party, Phase};

use crate::error::Error;
use crate::game::actor::Game;
use crate::game::commit::{Planned, runs};
use crate::game::setup::color;

/// What a game waits for besides its flag.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Waiting {
    /// When an interrupted game goes on with one player alone.
    pub(crate) resume_at: Option<Millis>,
    /// When the news of who is present is due.
    pub(crate) presence_at: Option<Millis>,
    /// What was told of it last.
    pub(crate) told: Option<(TwoSides<bool>, u32)>,
}

/// Presence is told at most this often.
const PRESENCE_EVERY: Millis = Millis::SECOND;

impl Game {
    /// When the actor must wake if no message comes.
    pub(crate) fn next_wake(&self) -> Option<Millis> {
        let call =
            (!self.subscribers.is_empty()).then(|| self.clock.next_call(self.called)).flatten();
        let flag = match self.vacation_ends() {
            // The clock runs again from then on; before that no flag can fall.
            Some(end) => Some(end),
            None => self.clock.next_deadline(),
        };
        [flag, call, self.waiting.resume_at, self.waiting.presence_at].into_iter().flatten().min()
    }

    /// The timer has gone off.
    pub(crate) async fn wake(&mut self) {
        let now = self.app.now.now();
        self.make_calls(now);
        if let Err(error) = self.flag(now).await {
            tracing::warn!(game = %self.id, %error, "a loss on time could not be saved; trying again");
            tokio::time::sleep(std::time::Duration::from_millis(200)).await;
        }
        if self.waiting.resume_at.is_some_and(|at| at <= now) {
            self.waiting.resume_at = None;
            self.go_on(now).await;
        }
        if self.waiting.presence_at.is_some_and(|at| at <= now) {
            self.waiting.presence_at = None;
            self.tell_presence();
        }
    }

    /// Makes the calls that are due.
    fn make_calls(&mut self, now: Millis) {
        if self.subscribers.is_empty() {
            self.called = now;
            return;
        }
        let due = self.clock.announcements(self.called, now);
        self.called = now;
        for call in due {
            let message = ServerMessage::Call(CallFrame {
                game: self.id,
                by: color(call.side).into(),
                at: call.at.get(),
                text: Words::new(call.call.zh(), call.call.en()),
            });
            self.tell_all(&message);
        }
    }

    /// Ends the game when the flag has fallen; whether it has.
    ///
    /// # Errors
    /// When it could not be saved.
    pub(crate) async fn flag(&mut self, now: Millis) -> Result<bool, Error> {
        self.end_vacation(now).await?;
        if self.state.phase() != Phase::Play || self.clock.flag(now).is_none() {
            return Ok(false);
        }
        self.lose_on_time(now).await?;
        Ok(true)
    }

    /// The side to move has lost on time.
    ///
    /// # Errors
    /// When it could not be saved.
    pub(crate) async fn lose_on_time(&mut self, now: Millis) -> Result<(), Error> {
        let loser = color(self.clock.to_move());
        let clock =
            self.clock.flag(now).map_or_else(|| self.clock.stop(now), |fallen| fallen.clock);
        self.commit(vec![Planned::server(Event::TimeLoss { by: loser }, clock)], now).await
    }

    /// Who of the players is connected; the engine always is.
    pub(crate) fn present(&self) -> TwoSides<bool> {
        let engine = self.engine().map(|(color, _)| color);
        let there = |color| engine == Some(color) || self.subscribers.has(color);
        TwoSides { black: there(Color::Black), white: there(Color::White) }
    }

    /// Somebody has come or gone.
    pub(crate) async fn presence_changed(&mut self, now: Millis) {
        let present = self.present();
        let players_changed = self.waiting.told.is_none_or(|(told, _)| told != present);
        if players_changed {
            self.tell_presence();
        } else {
            self.waiting.presence_at.get_or_insert(now.plus(PRESENCE_EVERY));
        }
        self.wait_for_players(now).await;
    }

    fn tell_presence(&mut self) {
        let (present, watchers) = (self.present(), self.subscribers.watchers());
        self.waiting.told = Some((present, watchers));
        self.tell_all(&ServerMessage::Presence { game: self.id, present, watchers });
    }

    /// An interruption by the server ends when both players are there, or when one has waited long enough.
    pub(crate) async fn wait_for_players(&mut self, now: Millis) {
        if !self.is_paused_by_server() || self.row.state != GameState::Live || self.stopping {
            self.waiting.resume_at = None;
            return;
        }
        let present = self.present();
        let engine = self.engine().is_some();
        let humans = |c: Color| self.subscribers.has(c);
        let anybody = humans(Color::Black) || humans(Color::White);
        if self.setup.is_slow() || (present.black && present.white && anybody) {
            self.go_on(now).await;
        } else if anybody && !engine {
            let wait = self.app.config.resume_after;
            let wait = Millis::new(u64::try_from(wait.as_millis()).unwrap_or(u64::MAX));
            self.waiting.resume_at.get_or_insert(now.plus(wait));
        } else {
            self.waiting.resume_at = None;
        }
    }

    /// Whether the server's own interruption is the one in force.
    pub(crate) fn is_paused_by_server(&self) -> bool {
        if !self.state.is_paused() {
            return false;
        }
        let last = self.state.events().filter_map(|event| match event {
            Event::Pause { by } => Some(*by),
            _ => None,
        });
        last.last() == Some(Party::Server)
    }

    /// Ends the server's interruption.
    async fn go_on(&mut self, now: Millis) {
        self.waiting.resume_at = None;
        let Ok(clock) = self.resumed(now) else { return };
        let event = Event::Unpause { by: Party::Server };
        if let Err(error) = self.commit(vec![Planned::server(event, clock)], now).await {
            tracing::warn!(game = %self.id, %error, "the game could not be resumed");
        }
    }

    /// Interrupts the game before the server stops, so that nobody's time runs meanwhile.
    pub(crate) async fn stop(&mut self, now: Millis) {
        self.stopping = true;
        if self.row.state != GameState::Live || self.state.is_paused() || self.setup.is_slow() {
            return;
        }
        if self.flag(now).await.unwrap_or(false) || self.state.phase() == Phase::Done {
            return;
        }
        let clock = match self.clock.pause(now, clock::PauseReason::Server) {
            Ok(clock::Step::Clock(clock)) => clock,
            Ok(clock::Step::Flag(_)) | Err(_) => self.clock,
        };
        let event = Event::Pause { by: Party::Server };
        if let Err(error) = self.commit(vec![Planned::server(event, clock)], now).await {
            tracing::error!(game = %self.id, %error, "the game could not be paused for the stop");
        }
    }

    /// Whether the actor may go: nobody looks, no clock runs, nothing is waited for.
    pub(crate) fn is_idle(&self) -> bool {
        self.subscribers.is_empty()
            && !runs(&self.clock)
            && self.thinking.is_none()
            && self.waiting.resume_at.is_none()
    }
}
