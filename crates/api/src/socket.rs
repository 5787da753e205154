//! What goes over the WebSocket: closed lists of messages in each direction.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::game::{Ask, Color, Ending, EventFrame, ProposalView, Room, Snapshot, TwoSides};
use crate::{GameId, ListedGame, Message, Seek, Seq};

/// A member without content.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Empty {}

/// What a client sends: a text frame with one JSON object, at most 4 KB.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "t", rename_all = "snake_case", deny_unknown_fields)]
pub enum ClientMessage {
    /// Opens a game: a snapshot, or the events after `after`, then every event.
    Sub {
        /// The game.
        game: GameId,
        /// The last event the client has.
        #[serde(default)]
        after: Option<Seq>,
        /// The key, for a private game.
        #[serde(default)]
        key: Option<String>,
    },
    /// Closes a game.
    Unsub {
        /// The game.
        game: GameId,
    },
    /// Does something in a game. The same id again is answered with the event it made and changes nothing.
    Event {
        /// The game.
        game: GameId,
        /// Chosen by the client, 1 to 36 characters, a new one for each action.
        id: String,
        /// For which colour, where one account plays both.
        #[serde(default, rename = "as")]
        color: Option<Color>,
        /// What.
        d: Action,
    },
    /// Says something.
    Chat {
        /// The game.
        game: GameId,
        /// Where.
        room: Room,
        /// 1 to 500 characters.
        text: String,
    },
    /// Asks for a `pong`.
    Ping {
        /// Comes back.
        n: u64,
    },
    /// Turns lobby news on or off.
    Lobby {
        /// On.
        on: bool,
    },
}

/// What a player does. In JSON an object with one member, such as `{"move":"Q16"}` or `{"resign":{}}`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// Plays at a vertex, or `pass`.
    Move(String),
    /// Gives up.
    Resign(Empty),
    /// Cancels a game in which not both have moved yet.
    Abort(Empty),
    /// Asks to take back so many moves; the last own move (and the reply) without a number.
    UndoAsk(UndoAsk),
    /// Answers it.
    UndoAnswer(Answer),
    /// Sets the marking.
    Mark(Mark),
    /// Accepts the marking that this event set.
    Agree(Agree),
    /// Disputes the marking: play goes on as the ruleset says.
    Dispute(Empty),
    /// Asks to play on.
    Resume(Empty),
    /// Asks to interrupt the game.
    PauseAsk(Empty),
    /// Answers it.
    PauseAnswer(Answer),
    /// Lets the server decide about dead stones, once the time for it has come.
    Settle(Empty),
    /// Goes on vacation or comes back from it (correspondence).
    Vacation(Vacation),
    /// Goes on with an interrupted game.
    Unpause(Empty),
    /// Proposes how to end a cycle.
    EndPropose(Ending),
    /// Puts the handicap stones.
    PlaceHandicap(Vec<String>),
}

/// How far to take back.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct UndoAsk {
    /// Number of moves.
    #[serde(default)]
    pub moves: Option<u32>,
}

/// An answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Answer {
    /// Yes.
    pub accept: bool,
}

/// Whether to be on vacation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Vacation {
    /// Going, or coming back.
    pub on: bool,
}

/// A marking; it replaces the one before.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Mark {
    /// One or more stones of each dead chain.
    pub dead: Vec<String>,
    /// One or more stones of each chain in seki.
    #[serde(default)]
    pub seki: Vec<String>,
}

/// Which marking is accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Agree {
    /// The number of the `mark` event.
    pub seq: Seq,
}

/// A line of chat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ChatLine {
    /// Where.
    pub room: Room,
    /// Who, by the name shown.
    pub name: String,
    /// The colour, if a player spoke.
    pub color: Option<Color>,
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// What.
    pub text: String,
}

/// A call of the clock, to be spoken now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct CallFrame {
    /// The game.
    pub game: GameId,
    /// Whose clock.
    pub by: Color,
    /// When it was due, in milliseconds since 1970.
    pub at: u64,
    /// What is called.
    pub text: Message,
}

/// What the server sends: a text frame with one JSON object.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum ServerMessage {
    /// A game as it stands.
    Snapshot(Box<Snapshot>),
    /// Something happened in a game; it is saved.
    Event(Box<EventFrame>),
    /// An action was refused; nothing happened.
    Refused {
        /// The game.
        game: Option<GameId>,
        /// The id of the action.
        id: Option<String>,
        /// The code.
        code: String,
        /// Why.
        message: Message,
    },
    /// Something was asked, answered or dropped: all that is open now.
    Asks {
        /// The game.
        game: GameId,
        /// The open requests.
        asks: Vec<Ask>,
        /// The request that was just declined.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        declined: Option<Ask>,
        /// The id of the action that changed it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        id: Option<String>,
    },
    /// The analyser's findings about the stopped position, with reasons.
    Proposal {
        /// The game.
        game: GameId,
        /// The proposal.
        proposal: ProposalView,
    },
    /// A line of chat.
    Chat {
        /// The game.
        game: GameId,
        /// The line.
        line: ChatLine,
    },
    /// Who is connected.
    Presence {
        /// The game.
        game: GameId,
        /// The players.
        present: TwoSides<bool>,
        /// How many watch.
        watchers: u32,
    },
    /// A call of the clock.
    Call(CallFrame),
    /// News of the lobby. Lists that are absent have not changed.
    Lobby {
        /// Open seeks, all of them.
        seeks: Option<Vec<Seek>>,
        /// Live public games, the latest.
        games: Option<Vec<ListedGame>>,
    },
    /// The answer to a ping.
    Pong {
        /// As sent.
        n: u64,
        /// Server time, in milliseconds since 1970.
        now: u64,
    },
    /// A frame could not be understood or was too much; nothing happened.
    Error {
        /// The code.
        code: String,
        /// Why.
        message: Message,
    },
    /// The server closes the connection.
    Bye {
        /// `restart` (come back and resume), `flood`, `slow` (too far behind: come back and resume).
        code: String,
    },
}
