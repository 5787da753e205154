//! The events of games: appended durably, read in order, never changed.

use std::fmt::Write as _;
use std::sync::LazyLock;

use api::{GameId, Seq, UserId};
use clock::{BySide, Clock, ClockState, Millis, PlayerTime, Run, Side, StateError};
use rules::Event;
use sqlx::AnyConnection;
use tokio::sync::oneshot;

use crate::db::Store;
use crate::encode::{Body, DecodeError};
use crate::error::{Fault, ReadError, WriteError, without_nul};
use crate::game::{GameChange, change};
use crate::row::{CellError, Cells};
use crate::setup::Setup;

/// What both clocks hold after an event, without what the game's terms say already.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClockAfter {
    /// Each player's time at the beginning of the turn.
    pub times: BySide<PlayerTime>,
    /// What each player's clock was charged since the game began.
    pub charged: BySide<Millis>,
    /// Each player's lag quota.
    pub quotas: BySide<Millis>,
    /// Whose clock runs, or will run when it is resumed.
    pub to_move: Side,
    /// What the running turn used before the moment in `run`.
    pub spent: Millis,
    /// Whether the clock runs.
    pub run: Run,
}

impl ClockAfter {
    /// What a clock holds.
    pub fn of(clock: &Clock) -> Self {
        let ClockState { times, charged, quotas, to_move, spent, run, .. } = *clock.state();
        Self { times, charged, quotas, to_move, spent, run }
    }

    /// The clock again, under the terms of its game.
    ///
    /// # Errors
    /// When it cannot belong to these terms.
    pub fn clock(&self, setup: &Setup) -> Result<Clock, StateError> {
        let Self { times, charged, quotas, to_move, spent, run } = *self;
        Clock::from_state(ClockState {
            controls: setup.controls,
            lag: setup.lag,
            times,
            charged,
            quotas,
            to_move,
            spent,
            run,
        })
    }
}

/// An event to be kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewEvent {
    /// When it happened, from 1970.
    pub at: Millis,
    /// The account that sent it; none for the server's own.
    pub player: Option<UserId>,
    /// The id its sender gave it. The store keeps each (game, player, id) once.
    pub client_id: Option<String>,
    /// What happened.
    pub event: Event,
    /// Both clocks after it.
    pub clock: ClockAfter,
    /// The network lag that was given back with it.
    pub refund: Millis,
}

/// An event that is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredEvent {
    /// Its number in its game.
    pub seq: Seq,
    /// The event.
    pub new: NewEvent,
}

/// Events to be appended to a game: all of them or none, together with the change of the game's row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Append {
    /// The game.
    pub game: GameId,
    /// The last event that whoever appends knows of; 0 before the first.
    pub after: Seq,
    /// The events, numbered on from `after`.
    pub events: Vec<NewEvent>,
    /// What becomes of the game, if they change that: its end, for instance.
    pub change: Option<GameChange>,
}

/// Why events were not appended.
#[derive(Debug, Clone, thiserror::Error)]
pub enum AppendError {
    /// Somebody else has appended: read what came after and decide again.
    #[error("the game is at event {}, not at {}", .last.0, .after.0)]
    Stale {
        /// The last event of the request.
        after: Seq,
        /// The last event in the store.
        last: Seq,
    },
    /// An event with this sender's id is there already; nothing was appended.
    #[error("the event was appended before, as number {}", .0.0)]
    Repeated(Seq),
    /// There is no such game.
    #[error("there is no game {0}")]
    NoGame(GameId),
    /// The game is not in the stage that the change expects.
    #[error("the game is not in the expected stage")]
    Stage,
    /// The event cannot be written as text.
    #[error("the event cannot be kept: {0}")]
    Unstorable(DecodeError),
    /// It could not be written.
    #[error(transparent)]
    Write(#[from] WriteError),
}

impl From<Fault> for AppendError {
    fn from(fault: Fault) -> Self {
        Self::Write(fault.into())
    }
}

impl Store {
    /// Appends events to a game and returns when they are on disk; answers the number of the last.
    ///
    /// Requests that come at the same time share a transaction. After [`Fault::Unreachable`] it is not known whether the
    /// events were kept: read them again.
    ///
    /// # Errors
    /// When the game has gone on otherwise, is not there, or nothing can be written.
    pub async fn append(&self, append: Append) -> Result<Seq, AppendError> {
        let (reply, answer) = oneshot::channel();
        let (appending, last) = Appending::new(append, reply)?;
        self.writer().append(appending).await?;
        answer.await.unwrap_or(Err(Fault::Closed.into()))?;
        Ok(last)
    }

    /// Events of a game with numbers above `after`, in order, at most `limit`.
    ///
    /// # Errors
    /// When the store fails or an event cannot be read.
    pub async fn events(
        &self,
        game: GameId,
        after: Seq,
        limit: u32,
    ) -> Result<Vec<StoredEvent>, ReadError> {
        const EVENTS: &str = "SELECT seq, at, player, client_id, body FROM game_event
            WHERE game = $1 AND seq > $2 ORDER BY seq LIMIT $3";
        let rows = sqlx::query(EVENTS)
            .bind(game.get())
            .bind(i64::from(after.0))
            .bind(i64::from(limit))
            .fetch_all(&mut *self.reader().await?)
            .await?;
        rows.iter().map(|row| read(game, &Cells(row))).collect()
    }

    /// The number of the event that a sender's id made, if it made one.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn find_event(
        &self,
        game: GameId,
        player: UserId,
        client_id: &str,
    ) -> Result<Option<Seq>, ReadError> {
        if client_id.contains('\0') {
            return Ok(None);
        }
        let mut reader = self.reader().await?;
        let found = find(game.get(), Some(player.get()), Some(client_id), &mut reader).await;
        found.map_err(|error| error.at(|| format!("game {game}")))
    }

    /// The number of a game's last event; 0 before the first.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn last_seq(&self, game: GameId) -> Result<Seq, ReadError> {
        let mut reader = self.reader().await?;
        last(game, &mut reader).await.map_err(|error| error.at(|| format!("game {game}")))
    }
}

/// Reads an event from a row with the columns `seq, at, player, client_id, body`.
pub(crate) fn read(game: GameId, cells: &Cells<'_>) -> Result<StoredEvent, ReadError> {
    let seq = cells.seq("seq").map_err(|error| error.at(|| format!("game {game}")))?;
    let whole = || -> Result<StoredEvent, CellError> {
        let Body { event, clock, refund } = Body::decode(&cells.text("body")?)?;
        let new = NewEvent {
            at: cells.millis("at")?,
            player: cells.maybe_user("player")?,
            client_id: cells.maybe_text("client_id")?,
            event,
            clock,
            refund,
        };
        Ok(StoredEvent { seq, new })
    };
    whole().map_err(|error| error.at(|| format!("game {game}, event {}", seq.0)))
}

async fn last(game: GameId, connection: &mut AnyConnection) -> Result<Seq, CellError> {
    const LAST: &str = "SELECT coalesce(max(seq), 0) AS last FROM game_event WHERE game = $1";
    let row = sqlx::query(LAST).bind(game.get()).fetch_one(connection).await?;
    Cells(&row).seq("last")
}

async fn find(
    game: i64,
    player: Option<i64>,
    client_id: Option<&str>,
    connection: &mut AnyConnection,
) -> Result<Option<Seq>, CellError> {
    const FIND: &str =
        "SELECT seq FROM game_event WHERE game = $1 AND player = $2 AND client_id = $3";
    let query = sqlx::query(FIND).bind(game).bind(player).bind(client_id);
    let row = query.fetch_optional(connection).await?;
    row.map(|row| Cells(&row).seq("seq")).transpose()
}

/// A row of `game_event`, and the number after which its request comes.
#[derive(Debug)]
pub(crate) struct EventRow {
    game: i64,
    seq: i64,
    at: i64,
    player: Option<i64>,
    client_id: Option<String>,
    body: String,
    after: i64,
}

/// What came of writing a request alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// All of it is written.
    Kept,
    /// The game is not in the stage that the change expects.
    OtherStage,
    /// A row could not be inserted.
    Conflict,
}

/// An [`Append`] on its way through the writer.
pub(crate) struct Appending {
    game: GameId,
    after: Seq,
    pub(crate) rows: Vec<EventRow>,
    change: Option<GameChange>,
    outcome: Result<(), AppendError>,
    reply: oneshot::Sender<Result<(), AppendError>>,
}

impl Appending {
    fn new(
        append: Append,
        reply: oneshot::Sender<Result<(), AppendError>>,
    ) -> Result<(Self, Seq), AppendError> {
        let Append { game, after, events, change } = append;
        if let Some(change) = &change {
            change.check()?;
        }
        let rows = rows(game, after, &events)?;
        let last = Seq(after.0.saturating_add(u32::try_from(rows.len()).unwrap_or(u32::MAX)));
        Ok((Self { game, after, rows, change, outcome: Ok(()), reply }, last))
    }

    pub(crate) fn is_more_than_events(&self) -> bool {
        self.change.is_some()
    }

    /// Writes the request alone. What a verdict other than [`Verdict::Kept`] wrote is to be taken back.
    pub(crate) async fn run(
        &mut self,
        connection: &mut AnyConnection,
    ) -> Result<Verdict, sqlx::Error> {
        if let Some(wanted) = &self.change
            && !change(self.game, wanted, connection).await?
        {
            return Ok(Verdict::OtherStage);
        }
        let rows: Vec<_> = self.rows.iter().collect();
        let inserted = insert(&rows, connection).await?;
        Ok(if inserted == rows.len() { Verdict::Kept } else { Verdict::Conflict })
    }

    /// Finds out why, after what was written has been taken back.
    pub(crate) async fn refuse(
        &mut self,
        verdict: Verdict,
        connection: &mut AnyConnection,
    ) -> Result<(), sqlx::Error> {
        self.outcome = Err(match verdict {
            Verdict::Kept => return Ok(()),
            Verdict::OtherStage if exists(self.game, connection).await? => AppendError::Stage,
            Verdict::OtherStage => AppendError::NoGame(self.game),
            Verdict::Conflict => self.explain(connection).await?,
        });
        Ok(())
    }

    async fn explain(&self, connection: &mut AnyConnection) -> Result<AppendError, sqlx::Error> {
        for row in self.rows.iter().filter(|row| row.client_id.is_some()) {
            match find(row.game, row.player, row.client_id.as_deref(), connection).await {
                Ok(None) => {}
                Ok(Some(seq)) => return Ok(AppendError::Repeated(seq)),
                Err(CellError::Database(error)) => return Err(error),
                Err(CellError::Value(why)) => return Ok(AppendError::Unstorable(why)),
            }
        }
        if !exists(self.game, connection).await? {
            return Ok(AppendError::NoGame(self.game));
        }
        match last(self.game, connection).await {
            Ok(last) => Ok(AppendError::Stale { after: self.after, last }),
            Err(CellError::Database(error)) => Err(error),
            Err(CellError::Value(why)) => Ok(AppendError::Unstorable(why)),
        }
    }

    pub(crate) fn fail(&mut self, fault: Fault) {
        self.outcome = Err(fault.into());
    }

    pub(crate) fn answer(self, kept: Result<(), Fault>) {
        // Whoever asked may have gone away.
        let _ = self.reply.send(kept.map_err(AppendError::from).and(self.outcome));
    }
}

/// The rows of events that come after `after`.
pub(crate) fn rows(
    game: GameId,
    after: Seq,
    events: &[NewEvent],
) -> Result<Vec<EventRow>, AppendError> {
    let mut rows: Vec<EventRow> = Vec::with_capacity(events.len());
    let mut seq = after;
    for event in events {
        seq = seq.next();
        let row = EventRow::new(game, after, seq, event)?;
        let same = |other: &&EventRow| row.client_id.is_some() && row.sender() == other.sender();
        if let Some(first) = rows.iter().find(same) {
            return Err(AppendError::Repeated(Seq(u32::try_from(first.seq).unwrap_or(0))));
        }
        rows.push(row);
    }
    Ok(rows)
}

impl EventRow {
    fn new(game: GameId, after: Seq, seq: Seq, event: &NewEvent) -> Result<Self, AppendError> {
        if let Some(id) = &event.client_id {
            without_nul(&[("the event's id", id)])?;
        }
        let body = Body::encode(&event.event, &event.clock, event.refund)
            .map_err(AppendError::Unstorable)?;
        Ok(Self {
            game: game.get(),
            seq: seq.0.into(),
            at: event.at.to_i64(),
            player: event.player.map(UserId::get),
            client_id: event.client_id.clone(),
            body,
            after: after.0.into(),
        })
    }

    fn sender(&self) -> (Option<i64>, Option<&str>) {
        (self.player, self.client_id.as_deref())
    }
}

async fn exists(game: GameId, connection: &mut AnyConnection) -> Result<bool, sqlx::Error> {
    const EXISTS: &str = "SELECT id FROM game WHERE id = $1";
    Ok(sqlx::query(EXISTS).bind(game.get()).fetch_optional(connection).await?.is_some())
}

/// Rows of the largest insert: 256, as a power of two.
const LARGEST: usize = 8;

/// Texts that insert 1, 2, 4, … 256 rows, so that few statements need to be prepared.
static INSERTS: LazyLock<[String; LARGEST + 1]> =
    LazyLock::new(|| std::array::from_fn(|power| insert_text(1 << power)));

/// A row goes in when the event before its request is there (or the game, before the first), and its own number and
/// client id are not.
fn insert_text(rows: usize) -> String {
    let mut text =
        String::from("WITH v (game, seq, at, player, client_id, body, prev) AS (VALUES ");
    for row in 0..rows {
        let comma = if row > 0 { ", " } else { "" };
        let n = row * 7;
        // Writing to a string cannot fail.
        let _ = write!(
            text,
            "{comma}(${}, ${}, ${}, ${}, ${}, ${}, ${})",
            n + 1,
            n + 2,
            n + 3,
            n + 4,
            n + 5,
            n + 6,
            n + 7
        );
    }
    text.push_str(
        ") INSERT INTO game_event (game, seq, at, player, client_id, body)
        SELECT v.game, v.seq, v.at, v.player, v.client_id, v.body FROM v
        WHERE (v.prev = 0 AND EXISTS (SELECT 1 FROM game g WHERE g.id = v.game))
            OR EXISTS (SELECT 1 FROM game_event p WHERE p.game = v.game AND p.seq = v.prev)
        ON CONFLICT DO NOTHING",
    );
    text
}

/// Inserts rows; answers how many went in.
pub(crate) async fn insert(
    rows: &[&EventRow],
    connection: &mut AnyConnection,
) -> Result<usize, sqlx::Error> {
    let mut rest = rows;
    let mut inserted = 0;
    while let Some(bits) = rest.len().checked_ilog2() {
        let power = usize::try_from(bits).unwrap_or(0).min(LARGEST);
        let (now, later) = rest.split_at(1 << power);
        rest = later;
        let Some(text) = INSERTS.get(power) else { break };
        let mut query = sqlx::query(text.as_str());
        for row in now {
            query = query
                .bind(row.game)
                .bind(row.seq)
                .bind(row.at)
                .bind(row.player)
                .bind(row.client_id.as_deref())
                .bind(row.body.as_str())
                .bind(row.after);
        }
        let done = query.execute(&mut *connection).await?.rows_affected();
        inserted += usize::try_from(done).unwrap_or(0);
    }
    Ok(inserted)
}
