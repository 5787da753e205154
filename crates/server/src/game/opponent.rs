//! The engine as a player: its turn is put into the queue of the machine's thinking threads.

use api::{Code, Seq};
use board::Move;
use clock::Millis;
use rules::{Event, Phase};

use crate::engines::{Job, Reply};
use crate::game::actor::{Game, Message};
use crate::game::commit::Planned;
use crate::game::setup::side;
use crate::patience::Turn;

/// What the engine decided.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Thought {
    /// To move.
    Move(Move),
    /// To put these handicap stones.
    Handicap(Box<board::PointSet>),
    /// To give up.
    Resign,
}

impl Game {
    /// Puts the engine's turn into the queue, if it is its turn.
    pub(crate) fn ask_engine(&mut self, now: Millis) {
        let Some((color, level)) = self.engine() else { return };
        let turn = self.state.phase() == Phase::Play
            && !self.state.is_paused()
            && !self.stopping
            && self.state.to_move() == Some(color)
            && self.thinking != Some(self.seq);
        if !turn {
            return;
        }
        let Some(mailbox) = self.mailbox.upgrade() else { return };
        let (seq, app) = (self.seq, self.app.clone());
        self.thinking = Some(seq);
        let free =
            self.setup.free_handicap && !self.handicap_is_placed() && color == board::Color::Black;
        let job = Job {
            game: self.id,
            state: Box::new(self.state.clone()),
            level,
            handicap: free.then_some(self.setup.start.handicap),
            turn: Turn {
                clock: self.clock,
                side: side(color),
                moves: self.state.move_number(),
                area: self.state.size().area(),
                since: now,
            },
        };
        let (reply, answer) = tokio::sync::oneshot::channel::<Reply>();
        app.engines.submit(job, reply);
        tokio::spawn(async move {
            let thought = answer.await.ok().flatten();
            let _ = mailbox.send(Message::Thought { seq, thought }).await;
        });
    }

    /// The engine has decided. What it decided about an earlier position is dropped.
    pub(crate) async fn thought(&mut self, seq: Seq, thought: Option<Thought>, now: Millis) {
        if self.thinking == Some(seq) {
            self.thinking = None;
        }
        let Some((color, _)) = self.engine() else { return };
        if self.state.phase() != Phase::Play
            || self.state.is_paused()
            || self.state.to_move() != Some(color)
        {
            return;
        }
        if seq != self.seq {
            self.ask_engine(now);
            return;
        }
        if self.flag(now).await.unwrap_or(true) {
            return;
        }
        let event = match thought {
            Some(Thought::Move(mv)) => Event::Move { by: color, mv },
            Some(Thought::Handicap(stones)) => Event::PlaceHandicap { stones: (*stones).into() },
            Some(Thought::Resign) => {
                self.engine_event(Event::Resign { by: color }, now).await;
                return;
            }
            None => Event::Move { by: color, mv: Move::Pass },
        };
        let event = match self.state.accepts(&event) {
            Ok(()) => event,
            Err(refused) => {
                tracing::error!(game = %self.id, %refused, "the engine's move is refused; it passes");
                Event::Move { by: color, mv: Move::Pass }
            }
        };
        match self.pressed(event, None, None, Millis::ZERO, now) {
            Ok(Some(plan)) => {
                if let Err(error) = self.commit(vec![plan], now).await {
                    self.retry_engine(&error, now).await;
                }
            }
            Ok(None) => {
                let _ = self.lose_on_time(now).await;
            }
            Err(error) => tracing::error!(game = %self.id, %error, "the engine could not move"),
        }
    }

    async fn engine_event(&mut self, event: Event, now: Millis) {
        let plan = Planned::server(event, self.clock);
        if let Err(error) = self.commit(vec![plan], now).await {
            self.retry_engine(&error, now).await;
        }
    }

    /// A store that failed is asked again a little later; the engine thinks anew.
    async fn retry_engine(&mut self, error: &crate::error::Error, now: Millis) {
        tracing::warn!(game = %self.id, %error, "the engine's move could not be saved");
        if error.code() == Code::StoreFailed.as_str() {
            tokio::time::sleep(std::time::Duration::from_millis(500)).await;
            self.thinking = None;
            self.ask_engine(now);
        }
    }
}
