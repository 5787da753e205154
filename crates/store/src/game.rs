//! Games: one row each, for the lobby and the archive. The events are in `event.rs`.

use api::{GameId, Seq, UserId};
use board::{ByColor, Color};
use clock::Millis;
use rules::Outcome;
use sqlx::AnyConnection;
use sqlx::any::AnyRow;

use crate::db::Store;
use crate::encode::{DecodeError, decode_setup, encode_setup};
use crate::error::{Fault, ReadError, WriteError, without_nul};
use crate::event::{AppendError, NewEvent, StoredEvent, insert, read, rows};
use crate::row::{CellError, Cells, color_text};
use crate::secret::SecretHash;
use crate::setup::Setup;
use crate::writer::work;

/// How far a game is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Stage {
    /// It waits for a second player.
    Waiting,
    /// It is being played or counted.
    Live,
    /// It is over.
    Done,
    /// It was cancelled before it had begun.
    Cancelled,
}

impl Stage {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Waiting, Self::Live, Self::Done, Self::Cancelled];

    pub(crate) fn text(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Live => "live",
            Self::Done => "done",
            Self::Cancelled => "cancelled",
        }
    }

    fn parse(text: &str) -> Result<Self, DecodeError> {
        let found = Self::ALL.into_iter().find(|stage| stage.text() == text);
        found.ok_or_else(|| DecodeError::value("stage", text))
    }
}

/// Who plays a colour.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Seat {
    /// The account; none for the engine and for an empty seat.
    pub account: Option<UserId>,
    /// The name shown, as it was when the seat was taken.
    pub name: String,
    /// The engine's level, if it is the engine.
    pub engine: Option<u8>,
}

/// A game, without its events.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Game {
    /// The game.
    pub id: GameId,
    /// How far it is.
    pub stage: Stage,
    /// Who made it.
    pub owner: UserId,
    /// The colour its maker wants while it waits; by lot without it.
    pub wish: Option<Color>,
    /// Whether anyone may take the other seat (an open seek).
    pub open: bool,
    /// Whether only those with the key see it.
    pub private: bool,
    /// Whether it is to count for ratings.
    pub rated: bool,
    /// The hash of the key in its link.
    pub key: Option<SecretHash>,
    /// The players.
    pub players: ByColor<Seat>,
    /// The terms.
    pub setup: Setup,
    /// How it ended.
    pub outcome: Option<Outcome>,
    /// Moves on the board when the row was last changed.
    pub moves: u32,
    /// When it was made, from 1970.
    pub created: Millis,
    /// When this row was last changed; events alone do not change it.
    pub updated: Millis,
}

/// What becomes of a game; nothing does unless it is in the expected stage.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameChange {
    /// The stage it must be in.
    pub from: Stage,
    /// The stage after it.
    pub to: Stage,
    /// The players, where they change.
    pub players: Option<ByColor<Seat>>,
    /// The outcome after it.
    pub outcome: Option<Outcome>,
    /// Moves on the board after it.
    pub moves: u32,
    /// When, from 1970.
    pub at: Millis,
}

impl GameChange {
    pub(crate) fn check(&self) -> Result<(), WriteError> {
        match &self.players {
            Some(players) => check_names(players),
            None => Ok(()),
        }
    }
}

/// Why a game was not made.
#[derive(Debug, Clone, thiserror::Error)]
pub enum CreateGameError {
    /// The id is another game's: draw another.
    #[error("there is a game {0} already")]
    IdTaken(GameId),
    /// The terms cannot be written as text.
    #[error("the terms cannot be kept: {0}")]
    Unstorable(DecodeError),
    /// It could not be written.
    #[error(transparent)]
    Write(#[from] WriteError),
}

/// Columns of `game`, in the order that [`from_row`] expects; `g` is the table.
pub(crate) const COLUMNS: &str = "g.id, g.stage, g.owner, g.wish, g.open, g.private, g.rated, g.key_hash,
    g.black, g.black_name, g.black_bot, g.white, g.white_name, g.white_bot, g.result, g.moves, g.created, g.updated, g.setup";

impl Store {
    /// Makes a game without events.
    ///
    /// # Errors
    /// When the id is taken or nothing can be written.
    pub async fn create_game(&self, game: &Game) -> Result<(), CreateGameError> {
        self.create_game_with(game, &[]).await
    }

    /// Makes a game with the events it begins with: both or nothing.
    ///
    /// # Errors
    /// When the id is taken or nothing can be written.
    pub async fn create_game_with(
        &self,
        game: &Game,
        events: &[NewEvent],
    ) -> Result<(), CreateGameError> {
        const CREATE: &str = "INSERT INTO game (id, stage, owner, wish, open, private, rated, key_hash,
                black, black_name, black_bot, white, white_name, white_bot, names,
                cols, rows, ruleset, result, moves, created, updated, setup)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23)
            ON CONFLICT DO NOTHING";
        check_names(&game.players)?;
        without_nul(&[("ruleset", &game.setup.ruleset)])?;
        let setup = encode_setup(&game.setup).map_err(CreateGameError::Unstorable)?;
        let rows = rows(game.id, Seq(0), events).map_err(|error| match error {
            AppendError::Write(error) => CreateGameError::Write(error),
            AppendError::Unstorable(why) => CreateGameError::Unstorable(why),
            other => CreateGameError::Unstorable(DecodeError::value("events", other)),
        })?;
        let game = game.clone();
        let id = game.id;
        let create = work(move |connection| {
            Box::pin(async move {
                let ByColor { black, white } = &game.players;
                let done = sqlx::query(CREATE)
                    .bind(game.id.get())
                    .bind(game.stage.text())
                    .bind(game.owner.get())
                    .bind(game.wish.map(color_text))
                    .bind(i64::from(game.open))
                    .bind(i64::from(game.private))
                    .bind(i64::from(game.rated))
                    .bind(game.key.map(|key| key.as_slice().to_vec()))
                    .bind(black.account.map(UserId::get))
                    .bind(black.name.as_str())
                    .bind(black.engine.map(i64::from))
                    .bind(white.account.map(UserId::get))
                    .bind(white.name.as_str())
                    .bind(white.engine.map(i64::from))
                    .bind(names([&black.name, &white.name]))
                    .bind(i64::from(game.setup.size.columns()))
                    .bind(i64::from(game.setup.size.rows()))
                    .bind(game.setup.ruleset.as_str())
                    .bind(game.outcome.map(outcome_text))
                    .bind(i64::from(game.moves))
                    .bind(game.created.to_i64())
                    .bind(game.updated.to_i64())
                    .bind(setup.as_str())
                    .execute(&mut *connection)
                    .await?;
                if done.rows_affected() == 0 {
                    return Ok(false);
                }
                let rows: Vec<_> = rows.iter().collect();
                if insert(&rows, connection).await? == rows.len() {
                    return Ok(true);
                }
                Err(sqlx::Error::Protocol("a new game has events already".to_owned()))
            })
        });
        let made = self.writer().write(create).await.map_err(WriteError::from)?;
        if made { Ok(()) } else { Err(CreateGameError::IdTaken(id)) }
    }

    /// A game, without its events.
    ///
    /// # Errors
    /// When the store fails or the row cannot be read.
    pub async fn game(&self, id: GameId) -> Result<Option<Game>, ReadError> {
        let text = format!("SELECT {COLUMNS} FROM game g WHERE g.id = $1");
        let row = sqlx::query(sqlx::AssertSqlSafe(text))
            .bind(id.get())
            .fetch_optional(&mut *self.reader().await?)
            .await?;
        row.as_ref().map(from_row).transpose()
    }

    /// Changes a game's row; answers `false`, having changed nothing, when it is not in the expected stage or not there.
    ///
    /// To change it together with an event, see [`crate::Append::change`].
    ///
    /// # Errors
    /// When nothing can be written.
    pub async fn change_game(&self, id: GameId, wanted: GameChange) -> Result<bool, WriteError> {
        wanted.check()?;
        let update =
            work(move |connection| Box::pin(async move { change(id, &wanted, connection).await }));
        Ok(self.writer().write(update).await?)
    }

    /// Live games with their last event, by id above `after`, at most `limit`: what a server that starts must know to
    /// set its timers.
    ///
    /// # Errors
    /// When the store fails or a row cannot be read.
    pub async fn live_games(
        &self,
        after: Option<GameId>,
        limit: u32,
    ) -> Result<Vec<(Game, Option<StoredEvent>)>, ReadError> {
        let text = format!(
            "SELECT {COLUMNS}, e.seq, e.at, e.player, e.client_id, e.body
            FROM game g LEFT JOIN game_event e ON e.game = g.id
                AND e.seq = (SELECT max(m.seq) FROM game_event m WHERE m.game = g.id)
            WHERE g.stage = 'live' AND g.id > $1 ORDER BY g.id LIMIT $2"
        );
        let rows = sqlx::query(sqlx::AssertSqlSafe(text))
            .bind(after.map_or(0, GameId::get))
            .bind(i64::from(limit))
            .fetch_all(&mut *self.reader().await?)
            .await?;
        rows.iter().map(with_last_event).collect()
    }
}

fn with_last_event(row: &AnyRow) -> Result<(Game, Option<StoredEvent>), ReadError> {
    let game = from_row(row)?;
    let cells = Cells(row);
    let seq = cells.maybe_int("seq").map_err(|error| error.at(|| format!("game {}", game.id)))?;
    let last = seq.map(|_| read(game.id, &cells)).transpose()?;
    Ok((game, last))
}

/// Changes a game's row if it is in the expected stage; answers whether it was.
pub(crate) async fn change(
    id: GameId,
    wanted: &GameChange,
    connection: &mut AnyConnection,
) -> Result<bool, sqlx::Error> {
    const CHANGE: &str = "UPDATE game SET stage = $1, result = $2, moves = $3, updated = $4
        WHERE id = $5 AND stage = $6";
    const SEATS: &str = "UPDATE game SET black = $1, black_name = $2, black_bot = $3,
            white = $4, white_name = $5, white_bot = $6, names = $7
        WHERE id = $8";
    let done = sqlx::query(CHANGE)
        .bind(wanted.to.text())
        .bind(wanted.outcome.map(outcome_text))
        .bind(i64::from(wanted.moves))
        .bind(wanted.at.to_i64())
        .bind(id.get())
        .bind(wanted.from.text())
        .execute(&mut *connection)
        .await?;
    if done.rows_affected() == 0 {
        return Ok(false);
    }
    if let Some(ByColor { black, white }) = &wanted.players {
        sqlx::query(SEATS)
            .bind(black.account.map(UserId::get))
            .bind(black.name.as_str())
            .bind(black.engine.map(i64::from))
            .bind(white.account.map(UserId::get))
            .bind(white.name.as_str())
            .bind(white.engine.map(i64::from))
            .bind(names([&black.name, &white.name]))
            .bind(id.get())
            .execute(connection)
            .await?;
    }
    Ok(true)
}

fn check_names(players: &ByColor<Seat>) -> Result<(), WriteError> {
    without_nul(&[("Black's name", &players.black.name), ("White's name", &players.white.name)])
}

/// What the column `names` holds: small letters, so that one search text finds a name in either colour on both databases.
pub(crate) fn names(both: [&str; 2]) -> String {
    both.map(|name| name.replace('\n', " ").to_lowercase()).join("\n")
}

/// What the column `result` holds: SGF's `RE`, with words of its own where that has none.
pub(crate) fn outcome_text(outcome: Outcome) -> String {
    match outcome {
        Outcome::NoResult => "NoResult".to_owned(),
        Outcome::BothLose => "BothLose".to_owned(),
        outcome => outcome.to_sgf(),
    }
}

fn parse_outcome(text: &str) -> Result<Outcome, DecodeError> {
    match text {
        "NoResult" => Ok(Outcome::NoResult),
        "BothLose" => Ok(Outcome::BothLose),
        text => match Outcome::from_sgf(text) {
            Ok(Some(outcome)) => Ok(outcome),
            _ => Err(DecodeError::value("result", text)),
        },
    }
}

pub(crate) fn from_row(row: &AnyRow) -> Result<Game, ReadError> {
    let cells = Cells(row);
    let id = cells.game("id").map_err(|error| error.at(|| "a game's id".to_owned()))?;
    whole(id, &cells).map_err(|error| error.at(|| format!("game {id}")))
}

fn whole(id: GameId, cells: &Cells<'_>) -> Result<Game, CellError> {
    let black = Seat {
        account: cells.maybe_user("black")?,
        name: cells.text("black_name")?,
        engine: cells.maybe_number("black_bot")?,
    };
    let white = Seat {
        account: cells.maybe_user("white")?,
        name: cells.text("white_name")?,
        engine: cells.maybe_number("white_bot")?,
    };
    Ok(Game {
        id,
        stage: Stage::parse(&cells.text("stage")?)?,
        owner: cells.user("owner")?,
        wish: cells.maybe_color("wish")?,
        open: cells.flag("open")?,
        private: cells.flag("private")?,
        rated: cells.flag("rated")?,
        key: cells.maybe_hash("key_hash")?,
        players: ByColor::new(black, white),
        setup: decode_setup(&cells.text("setup")?)?,
        outcome: cells.maybe_text("result")?.map(|text| parse_outcome(&text)).transpose()?,
        moves: cells.number("moves")?,
        created: cells.millis("created")?,
        updated: cells.millis("updated")?,
    })
}

impl From<Fault> for CreateGameError {
    fn from(fault: Fault) -> Self {
        Self::Write(fault.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::{Score, WinBy};

    #[test]
    fn outcomes_come_back() {
        let ways = [
            WinBy::Score(Score::half_points(7)),
            WinBy::Score(Score::ZERO),
            WinBy::Resignation,
            WinBy::Time,
            WinBy::Forfeit,
            WinBy::Unknown,
        ];
        let wins = Color::BOTH.into_iter().flat_map(|color| ways.map(|by| Outcome::win(color, by)));
        let others = [Outcome::Jigo, Outcome::NoResult, Outcome::BothLose, Outcome::Void];
        for outcome in wins.chain(others) {
            assert_eq!(parse_outcome(&outcome_text(outcome)), Ok(outcome));
        }
        assert!(parse_outcome("?").is_err());
        assert!(parse_outcome("A+1").is_err());
    }

    #[test]
    fn names_are_lines() {
        assert_eq!(names(["Ke\nJie", "申眞諝"]), "ke jie\n申眞諝");
    }
}
