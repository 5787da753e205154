//! Chat of games.

use api::{GameId, UserId};
use board::Color;
use clock::Millis;
use sqlx::any::AnyRow;

use crate::db::Store;
use crate::encode::DecodeError;
use crate::error::{ReadError, WriteError, without_nul};
use crate::row::{CellError, Cells, color_text};
use crate::writer::work;

/// A chat of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Room {
    /// The players'.
    Players,
    /// The watchers'.
    Watchers,
}

impl Room {
    fn text(self) -> &'static str {
        match self {
            Self::Players => "players",
            Self::Watchers => "watchers",
        }
    }

    fn parse(text: &str) -> Result<Self, DecodeError> {
        match text {
            "players" => Ok(Self::Players),
            "watchers" => Ok(Self::Watchers),
            other => Err(DecodeError::value("room", other)),
        }
    }
}

/// A line of chat to be kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewChatLine {
    /// The game.
    pub game: GameId,
    /// Where.
    pub room: Room,
    /// Who.
    pub account: UserId,
    /// The name shown, as it was then.
    pub name: String,
    /// The colour, if a player spoke.
    pub color: Option<Color>,
    /// When, from 1970.
    pub at: Millis,
    /// What.
    pub text: String,
}

/// A line of chat that is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChatLine {
    /// Its number in the game, from 1, over both rooms.
    pub number: u32,
    /// The line.
    pub new: NewChatLine,
}

impl Store {
    /// Keeps a line of chat; answers its number.
    ///
    /// # Errors
    /// When nothing can be written.
    pub async fn add_chat(&self, new: NewChatLine) -> Result<u32, WriteError> {
        // The number is found and taken in one statement; another node that takes it first makes it try the next.
        const ADD: &str = "INSERT INTO chat (game, line, at, room, account, name, side, words)
            SELECT $1, coalesce(max(c.line), 0) + 1, $2, $3, $4, $5, $6, $7 FROM chat c WHERE c.game = $8
            ON CONFLICT (game, line) DO NOTHING RETURNING line";
        without_nul(&[("name", &new.name), ("text", &new.text)])?;
        let insert = work(move |connection| {
            Box::pin(async move {
                loop {
                    let line: Option<i64> = sqlx::query_scalar(ADD)
                        .bind(new.game.get())
                        .bind(new.at.to_i64())
                        .bind(new.room.text())
                        .bind(new.account.get())
                        .bind(new.name.as_str())
                        .bind(new.color.map(color_text))
                        .bind(new.text.as_str())
                        .bind(new.game.get())
                        .fetch_optional(&mut *connection)
                        .await?;
                    if let Some(line) = line {
                        return Ok(line);
                    }
                }
            })
        });
        let line = self.writer().write(insert).await?;
        Ok(u32::try_from(line).unwrap_or(u32::MAX))
    }

    /// The last lines of a game's chat in one room or both, oldest first, at most `limit`.
    ///
    /// # Errors
    /// When the store fails or a row cannot be read.
    pub async fn chat(
        &self,
        game: GameId,
        room: Option<Room>,
        limit: u32,
    ) -> Result<Vec<ChatLine>, ReadError> {
        const CHAT: &str = "SELECT line, at, room, account, name, side, words FROM chat
            WHERE game = $1 AND room IN ($2, $3) ORDER BY line DESC LIMIT $4";
        let [first, second] = match room {
            Some(room) => [room, room],
            None => [Room::Players, Room::Watchers],
        };
        let rows = sqlx::query(CHAT)
            .bind(game.get())
            .bind(first.text())
            .bind(second.text())
            .bind(i64::from(limit))
            .fetch_all(&mut *self.reader().await?)
            .await?;
        rows.iter().rev().map(|row| from_row(game, row)).collect()
    }
}

fn from_row(game: GameId, row: &AnyRow) -> Result<ChatLine, ReadError> {
    let cells = Cells(row);
    let whole = || -> Result<ChatLine, CellError> {
        let new = NewChatLine {
            game,
            room: Room::parse(&cells.text("room")?)?,
            account: cells.user("account")?,
            name: cells.text("name")?,
            color: cells.maybe_color("side")?,
            at: cells.millis("at")?,
            text: cells.text("words")?,
        };
        Ok(ChatLine { number: cells.number("line")?, new })
    };
    whole().map_err(|error| error.at(|| format!("chat of game {game}")))
}
