//! Requests of players that wait for the opponent's answer: the last one of each player and kind in each game.
//!
//! A row is never removed. Whether it still holds follows from the game's events: a move, an undo or a pause after the
//! event it names ends it. So nothing has to be written when a game goes on, and no crash can leave a request behind that
//! is none any more.

use api::{GameId, Seq};
use board::Color;
use sqlx::any::AnyRow;

use crate::db::Store;
use crate::encode::DecodeError;
use crate::error::{ReadError, WriteError};
use crate::row::{CellError, Cells, color_text};
use crate::writer::work;

/// What is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AskKind {
    /// To take moves back.
    Undo,
    /// To interrupt the game.
    Pause,
}

impl AskKind {
    fn text(self) -> &'static str {
        match self {
            Self::Undo => "undo",
            Self::Pause => "pause",
        }
    }

    fn parse(text: &str) -> Result<Self, DecodeError> {
        match text {
            "undo" => Ok(Self::Undo),
            "pause" => Ok(Self::Pause),
            other => Err(DecodeError::value("kind", other)),
        }
    }
}

/// A player's last request of a kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ask {
    /// Who asks.
    pub by: Color,
    /// What.
    pub kind: AskKind,
    /// How many moves, for an undo.
    pub moves: Option<u32>,
    /// The game's last event when it was asked.
    pub after: Seq,
    /// Whether it waits for an answer; not when it was declined or taken back.
    pub open: bool,
}

impl Store {
    /// Keeps a request in place of the last one of the same player and kind; on disk when it returns.
    ///
    /// # Errors
    /// When nothing can be written.
    pub async fn put_ask(&self, game: GameId, ask: Ask) -> Result<(), WriteError> {
        const PUT: &str = "INSERT INTO ask (game, side, kind, moves, after, open)
            VALUES ($1, $2, $3, $4, $5, $6)
            ON CONFLICT (game, side, kind) DO UPDATE SET moves = excluded.moves, after = excluded.after,
                open = excluded.open";
        let put = work(move |connection| {
            Box::pin(async move {
                sqlx::query(PUT)
                    .bind(game.get())
                    .bind(color_text(ask.by))
                    .bind(ask.kind.text())
                    .bind(ask.moves.map(i64::from))
                    .bind(i64::from(ask.after.0))
                    .bind(i64::from(ask.open))
                    .execute(connection)
                    .await
                    .map(drop)
            })
        });
        Ok(self.writer().write(put).await?)
    }

    /// The last request of each player and kind in a game; which of them still hold, its events say.
    ///
    /// # Errors
    /// When the store fails or a row cannot be read.
    pub async fn asks(&self, game: GameId) -> Result<Vec<Ask>, ReadError> {
        const ASKS: &str = "SELECT side, kind, moves, after, open FROM ask WHERE game = $1
            ORDER BY after, side, kind";
        let rows = sqlx::query(ASKS).bind(game.get()).fetch_all(&mut *self.reader().await?).await?;
        rows.iter().map(|row| from_row(game, row)).collect()
    }
}

fn from_row(game: GameId, row: &AnyRow) -> Result<Ask, ReadError> {
    let cells = Cells(row);
    let whole = || -> Result<Ask, CellError> {
        let side = cells.maybe_color("side")?;
        Ok(Ask {
            by: side.ok_or_else(|| DecodeError::value("side", "none"))?,
            kind: AskKind::parse(&cells.text("kind")?)?,
            moves: cells.maybe_number("moves")?,
            after: cells.seq("after")?,
            open: cells.flag("open")?,
        })
    };
    whole().map_err(|error| error.at(|| format!("requests of game {game}")))
}
