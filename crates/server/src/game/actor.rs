//! The actor: the only task that owns a game and its clock. It takes its messages in turn and reads the time once for each.

use std::sync::Arc;

use api::{
    Action, Ask, ChatLine, Code, EventPage, GameId, GameState, Room, Seq, ServerMessage, Snapshot,
    UserId,
};
use board::{ByColor, Color};
use clock::{Clock, Millis};
use tokio::sync::{mpsc, oneshot};

use crate::app::App;
use crate::error::Error;
use crate::game::asks::Asks;
use crate::game::opponent::Thought;
use crate::game::settle::Stop;
use crate::game::setup::{Kind, Setup};
use crate::game::subscribers::{Outbox, Subscribers, frame};
use crate::game::timer::Waiting;
use crate::persist::Row;

/// Who looks at a game: which colours they play.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Viewer {
    /// The account.
    pub(crate) user: Option<UserId>,
    /// The colours it plays; both at one device.
    pub(crate) colors: ByColor<bool>,
}

impl Viewer {
    /// Whether they play this colour.
    pub(crate) fn plays(&self, color: Color) -> bool {
        self.colors[color]
    }

    /// Whether they play at all.
    pub(crate) fn is_player(&self) -> bool {
        self.colors.black || self.colors.white
    }

    /// Whether they may read a room: their own, and both once the game is over.
    pub(crate) fn may_read(&self, room: Room, over: bool) -> bool {
        over || self.is_player() == (room == Room::Players)
    }
}

/// A connection opens a game.
#[derive(Debug)]
pub(crate) struct SubRequest {
    /// The connection.
    pub(crate) connection: u64,
    /// The account.
    pub(crate) user: Option<UserId>,
    /// The key it showed.
    pub(crate) key: Option<String>,
    /// The last event it has.
    pub(crate) after: Option<Seq>,
    /// The way back.
    pub(crate) outbox: Outbox,
}

/// A player acts.
#[derive(Debug)]
pub(crate) struct ActRequest {
    /// The account.
    pub(crate) user: UserId,
    /// Chosen by the client.
    pub(crate) id: String,
    /// For which colour, where one account plays both.
    pub(crate) color: Option<Color>,
    /// What.
    pub(crate) action: Action,
    /// The connection's lag as the server measured it.
    pub(crate) lag: Millis,
    /// Where the answer goes.
    pub(crate) outbox: Outbox,
}

/// Somebody speaks.
#[derive(Debug)]
pub(crate) struct ChatRequest {
    /// The account.
    pub(crate) user: UserId,
    /// The name shown.
    pub(crate) name: String,
    /// Where.
    pub(crate) room: Room,
    /// What; checked for length.
    pub(crate) text: String,
    /// Where a refusal goes.
    pub(crate) outbox: Outbox,
}

/// What an actor is told. Large parts are boxed: the mailbox keeps room for many.
#[derive(Debug)]
pub(crate) enum Message {
    /// A connection opens the game.
    Sub(Box<SubRequest>),
    /// It closes it.
    Unsub(u64),
    /// A player acts.
    Act(Box<ActRequest>),
    /// Somebody speaks.
    Chat(Box<ChatRequest>),
    /// Somebody takes the free seat.
    Join {
        /// Who, and their name.
        user: UserId,
        /// The name shown.
        name: String,
        /// The key they showed.
        key: Option<String>,
        /// The game's state afterwards.
        reply: oneshot::Sender<Result<Snapshot, Error>>,
    },
    /// The maker takes a waiting game back.
    Cancel {
        /// Who.
        user: UserId,
        /// When it is done.
        reply: oneshot::Sender<Result<(), Error>>,
    },
    /// The whole chat.
    ChatLog {
        /// For whom.
        user: Option<UserId>,
        /// The key they showed.
        key: Option<String>,
        /// Where it goes.
        reply: oneshot::Sender<Result<Vec<ChatLine>, Error>>,
    },
    /// The game as it stands.
    Show {
        /// For whom.
        user: Option<UserId>,
        /// The key they showed.
        key: Option<String>,
        /// The answer.
        reply: oneshot::Sender<Result<Snapshot, Error>>,
    },
    /// Events after a number.
    Events {
        /// For whom.
        user: Option<UserId>,
        /// The key they showed.
        key: Option<String>,
        /// After which.
        after: Seq,
        /// The answer.
        reply: oneshot::Sender<Result<EventPage, Error>>,
    },
    /// The record as SGF.
    Sgf {
        /// For whom.
        user: Option<UserId>,
        /// The key they showed.
        key: Option<String>,
        /// The answer.
        reply: oneshot::Sender<Result<Vec<u8>, Error>>,
    },
    /// The game as something to count.
    Judge {
        /// For whom.
        user: Option<UserId>,
        /// The key they showed.
        key: Option<String>,
        /// The answer.
        reply: oneshot::Sender<Result<Box<crate::game::ToJudge>, Error>>,
    },
    /// The analyser has looked at a stopped position.
    Proposed {
        /// The event after which it was asked.
        seq: Seq,
        /// What it found.
        finding: Box<crate::game::marking::Finding>,
    },
    /// The engine has decided.
    Thought {
        /// The event after which it was asked.
        seq: Seq,
        /// What it decided; none when it could not.
        thought: Option<Thought>,
    },
    /// The server stops: pause the game and say when it is saved.
    Stop(oneshot::Sender<()>),
}

/// A live game.
pub(crate) struct Game {
    pub(crate) app: Arc<App>,
    pub(crate) id: GameId,
    pub(crate) mailbox: mpsc::WeakSender<Message>,
    pub(crate) row: Row,
    pub(crate) setup: Setup,
    pub(crate) state: rules::GameState,
    pub(crate) clock: Clock,
    pub(crate) seq: Seq,
    /// Hashes of the ids that players gave their events; a hit is looked up in the store.
    pub(crate) ids: Vec<u32>,
    /// The event that set the marking.
    pub(crate) marked_at: Seq,
    pub(crate) proposal: Option<Box<crate::game::marking::Finding>>,
    pub(crate) asks: Asks,
    /// What is known of the stop in which dead stones are agreed.
    pub(crate) stop: Stop,
    pub(crate) subscribers: Subscribers,
    pub(crate) waiting: Waiting,
    /// The moment up to which the clock's calls were made.
    pub(crate) called: Millis,
    pub(crate) thinking: Option<Seq>,
    pub(crate) stopping: bool,
}

impl std::fmt::Debug for Game {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Game").field("id", &self.id).field("seq", &self.seq).finish_non_exhaustive()
    }
}

impl Game {
    /// Handles one message.
    pub(crate) async fn handle(&mut self, message: Message) {
        let now = self.app.now.now();
        match message {
            Message::Sub(request) => self.subscribe(*request, now).await,
            Message::Unsub(connection) => {
                if self.subscribers.remove(connection) {
                    self.presence_changed(now).await;
                }
            }
            Message::Act(request) => self.act(*request, now).await,
            Message::Chat(request) => self.chat(*request, now).await,
            Message::Join { user, name, key, reply } => {
                let joined = self.join(user, name, key.as_deref(), now).await;
                let _ = reply.send(joined);
            }
            Message::Cancel { user, reply } => {
                let _ = reply.send(self.cancel(user, now).await);
            }
            Message::Show { user, key, reply } => {
                let shown = match self.admit(user, key.as_deref()) {
                    Ok(viewer) => Ok(self.snapshot(viewer, now).await),
                    Err(error) => Err(error),
                };
                let _ = reply.send(shown);
            }
            Message::ChatLog { user, key, reply } => {
                let lines = match self.admit(user, key.as_deref()) {
                    Ok(viewer) => self.whole_chat(viewer).await,
                    Err(error) => Err(error),
                };
                let _ = reply.send(lines);
            }
            Message::Events { user, key, after, reply } => {
                let page = match self.admit(user, key.as_deref()) {
                    Ok(_) => self
                        .frames_after(after, now)
                        .await
                        .map(|events| EventPage { events, last: self.seq }),
                    Err(error) => Err(error),
                };
                let _ = reply.send(page);
            }
            Message::Sgf { user, key, reply } => {
                let sgf = match self.admit(user, key.as_deref()) {
                    Ok(_) => self.to_sgf().await,
                    Err(error) => Err(error),
                };
                let _ = reply.send(sgf);
            }
            Message::Judge { user, key, reply } => {
                let case = self.admit(user, key.as_deref()).and_then(|_| self.to_judge());
                let _ = reply.send(case.map(Box::new));
            }
            Message::Proposed { seq, finding } => self.proposed(seq, finding, now).await,
            Message::Thought { seq, thought } => self.thought(seq, thought, now).await,
            Message::Stop(reply) => {
                self.stop(now).await;
                let _ = reply.send(());
            }
        }
    }

    /// Which colours an account plays.
    pub(crate) fn viewer(&self, user: Option<UserId>) -> Viewer {
        let plays = |color: Color| user.is_some() && self.row.players[color] == user;
        Viewer { user, colors: ByColor::from_fn(plays) }
    }

    /// Whether somebody may see the game.
    ///
    /// # Errors
    /// A private game is there for its players and for those who have the key; others are not even told that it exists.
    pub(crate) fn admit(&self, user: Option<UserId>, key: Option<&str>) -> Result<Viewer, Error> {
        let viewer = self.viewer(user);
        let maker = user == Some(self.row.maker);
        if self.setup.private && !viewer.is_player() && !maker && !self.row.opens_with(key) {
            return Err(Code::NoGame.into());
        }
        Ok(viewer)
    }

    async fn subscribe(&mut self, request: SubRequest, now: Millis) {
        let viewer = match self.admit(request.user, request.key.as_deref()) {
            Ok(viewer) => viewer,
            Err(error) => {
                request.outbox.tell(&refusal(Some(self.id), None, &error));
                return;
            }
        };
        let gap = match request.after {
            Some(after) if after <= self.seq && self.seq.0 - after.0 <= 64 => {
                self.frames_after(after, now).await.ok()
            }
            _ => None,
        };
        match gap {
            Some(events) => {
                for event in events {
                    request.outbox.tell(&ServerMessage::Event(Box::new(event)));
                }
                let present = self.present();
                let watchers = self.subscribers.watchers();
                request.outbox.tell(&ServerMessage::Presence { game: self.id, present, watchers });
                if !self.asks.open().is_empty() {
                    request.outbox.tell(&self.asks_message(None, None));
                }
            }
            None => {
                let snapshot = self.snapshot(viewer, now).await;
                request.outbox.tell(&ServerMessage::Snapshot(Box::new(snapshot)));
            }
        }
        if let Some(finding) = &self.proposal {
            request
                .outbox
                .tell(&ServerMessage::Proposal { game: self.id, proposal: finding.view() });
        }
        self.subscribers.add(request.connection, viewer, request.outbox);
        self.presence_changed(now).await;
    }

    async fn chat(&mut self, request: ChatRequest, now: Millis) {
        let viewer = self.viewer(Some(request.user));
        let over = self.row.state != GameState::Live && self.row.state != GameState::Waiting;
        if !viewer.may_read(request.room, over) {
            request.outbox.tell(&refusal(Some(self.id), None, &Code::ChatRoom.into()));
            return;
        }
        let color = match (viewer.colors.black, viewer.colors.white) {
            (true, false) => Some(api::Color::Black),
            (false, true) => Some(api::Color::White),
            _ => None,
        };
        let line = ChatLine {
            room: request.room,
            name: request.name,
            color,
            at: now.get(),
            text: request.text,
        };
        if self.app.persist.add_chat(self.id, request.user, &line).await.is_err() {
            request.outbox.tell(&refusal(Some(self.id), None, &Code::StoreFailed.into()));
            return;
        }
        let room = line.room;
        let text = frame(&ServerMessage::Chat { game: self.id, line });
        self.subscribers.send_room(&text, room, over);
    }

    /// Whether one account plays both sides.
    pub(crate) fn is_here(&self) -> bool {
        self.setup.kind == Kind::Here
    }

    /// The engine's colour and level, if it plays.
    pub(crate) fn engine(&self) -> Option<(Color, u8)> {
        let Kind::Engine(level) = self.setup.kind else { return None };
        Color::BOTH.into_iter().find(|c| self.row.players[*c].is_none()).map(|color| (color, level))
    }

    /// The open requests as a message.
    pub(crate) fn asks_message(&self, declined: Option<Ask>, id: Option<String>) -> ServerMessage {
        ServerMessage::Asks { game: self.id, asks: self.asks.open(), declined, id }
    }

    /// Tells everyone.
    pub(crate) fn tell_all(&mut self, message: &ServerMessage) {
        self.subscribers.send(&frame(message));
    }
}

/// The frame that refuses something.
pub(crate) fn refusal(game: Option<GameId>, id: Option<String>, error: &Error) -> ServerMessage {
    ServerMessage::Refused { game, id, code: error.code().to_owned(), message: error.message() }
}
