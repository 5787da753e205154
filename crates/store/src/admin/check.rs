//! Everything in a store is read, and every game replayed.

use api::{GameId, Seq, UserId};
use rules::{GameState, Outcome, Refused};
use sqlx::Row;

use super::{AdminError, Progress, Step, Watch, file_problems, open_existing};
use crate::address::Address;
use crate::db::{Store, Tables};
use crate::error::ReadError;
use crate::event::StoredEvent;
use crate::game::{Game, Stage};
use crate::search::Filter;
use crate::setup::StartError;

/// What was found in a store.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Report {
    /// Games that were replayed.
    pub games: u64,
    /// Their events.
    pub events: u64,
    /// Accounts that were read.
    pub accounts: u64,
    /// Imported records that were read.
    pub records: u64,
    /// What is wrong.
    pub problems: Vec<Problem>,
}

/// Something wrong in a store.
#[derive(Debug, Clone, PartialEq)]
pub enum Problem {
    /// The database itself says so.
    File(String),
    /// A row cannot be read; the text says which and why.
    Row(String),
    /// A number is missing in a game's events.
    Gap {
        /// The game.
        game: GameId,
        /// The number that is missing.
        missing: Seq,
    },
    /// A game cannot be begun by its terms.
    Terms {
        /// The game.
        game: GameId,
        /// Why not.
        why: Box<StartError>,
    },
    /// An event is none that the rules accept.
    Refused {
        /// The game.
        game: GameId,
        /// The event.
        seq: Seq,
        /// Why.
        why: Box<Refused>,
    },
    /// The clock after an event cannot be.
    Clock {
        /// The game.
        game: GameId,
        /// The event.
        seq: Seq,
        /// Why.
        why: String,
    },
    /// The noted outcome is not that of the events.
    Outcome {
        /// The game.
        game: GameId,
        /// What is noted.
        noted: Option<Outcome>,
        /// What the events make.
        played: Option<Outcome>,
    },
    /// There are events of a game that is not there.
    Orphan(GameId),
}

/// Games read at a time.
const PAGE: u32 = 100;

/// Events read at a time.
const EVENTS: u32 = 1_000;

pub(super) async fn run(address: &Address, watch: Watch<'_>) -> Result<Report, AdminError> {
    let store = open_existing(address, Tables::Verified).await?;
    let checked = whole(&store, watch).await;
    store.close().await;
    checked
}

async fn whole(store: &Store, watch: Watch<'_>) -> Result<Report, AdminError> {
    let mut report = Report::default();
    watch(Progress { step: Step::File, done: 0, total: 0 });
    report.problems.extend(file_problems(store).await?.into_iter().map(Problem::File));
    games(store, &mut report, watch).await?;
    orphans(store, &mut report).await?;
    accounts(store, &mut report).await?;
    records(store, &mut report).await?;
    Ok(report)
}

/// Ids of a table above `after`, in order.
async fn ids(store: &Store, table: &'static str, after: i64) -> Result<Vec<i64>, AdminError> {
    let text = format!("SELECT id FROM {table} WHERE id > $1 ORDER BY id LIMIT $2");
    let rows = sqlx::query(sqlx::AssertSqlSafe(text))
        .bind(after)
        .bind(i64::from(PAGE))
        .fetch_all(&mut *store.reader().await?)
        .await?;
    Ok(rows.iter().map(|row| row.try_get(0)).collect::<Result<_, sqlx::Error>>()?)
}

async fn games(store: &Store, report: &mut Report, watch: Watch<'_>) -> Result<(), AdminError> {
    let total: i64 = sqlx::query_scalar("SELECT count(*) FROM game")
        .fetch_one(&mut *store.reader().await?)
        .await?;
    let total = u64::try_from(total).unwrap_or(0);
    let mut after = 0;
    loop {
        let page = ids(store, "game", after).await?;
        let Some(&last) = page.last() else { return Ok(()) };
        after = last;
        for number in page {
            report.games += 1;
            match GameId::new(number) {
                Some(id) => game(store, id, report).await?,
                None => report.problems.push(Problem::Row(format!("game {number}"))),
            }
        }
        watch(Progress { step: Step::Games, done: report.games, total });
    }
}

async fn game(store: &Store, id: GameId, report: &mut Report) -> Result<(), AdminError> {
    let Some(game) = readable(store.game(id).await, report)? else { return Ok(()) };
    // A game that somebody made meanwhile and that was never there is no problem.
    let Some(game) = game else { return Ok(()) };
    let start = match game.setup.start() {
        Ok(start) => start,
        Err(why) => {
            report.problems.push(Problem::Terms { game: id, why: Box::new(why) });
            return Ok(());
        }
    };
    let mut replay = Replay { game: &game, state: GameState::new(start), last: Seq(0) };
    loop {
        let Some(events) = readable(store.events(id, replay.last, EVENTS).await, report)? else {
            return Ok(());
        };
        report.events += u64::try_from(events.len()).unwrap_or(0);
        if events.is_empty() {
            break;
        }
        for event in events {
            if let Err(problem) = replay.take(event) {
                report.problems.push(problem);
                return Ok(());
            }
        }
    }
    report.problems.extend(replay.end());
    Ok(())
}

/// A row that cannot be read is a problem, a store that fails is an error.
fn readable<T>(read: Result<T, ReadError>, report: &mut Report) -> Result<Option<T>, AdminError> {
    match read {
        Ok(value) => Ok(Some(value)),
        Err(ReadError::Fault(fault)) => Err(fault.into()),
        Err(damaged) => {
            report.problems.push(Problem::Row(damaged.to_string()));
            Ok(None)
        }
    }
}

struct Replay<'g> {
    game: &'g Game,
    state: GameState,
    last: Seq,
}

impl Replay<'_> {
    fn take(&mut self, StoredEvent { seq, new }: StoredEvent) -> Result<(), Problem> {
        let game = self.game.id;
        if seq != self.last.next() {
            return Err(Problem::Gap { game, missing: self.last.next() });
        }
        self.last = seq;
        if let Err(why) = new.clock.clock(&self.game.setup) {
            return Err(Problem::Clock { game, seq, why: why.to_string() });
        }
        match self.state.apply(new.event) {
            Ok(_) => Ok(()),
            Err(why) => Err(Problem::Refused { game, seq, why: Box::new(why) }),
        }
    }

    /// The outcome counts once the game is over; while it goes on, the row may lag behind the events just read.
    fn end(self) -> Option<Problem> {
        let Game { id, stage, outcome, .. } = *self.game;
        let played = self.state.outcome();
        (stage == Stage::Done && played != outcome).then_some(Problem::Outcome {
            game: id,
            noted: outcome,
            played,
        })
    }
}

async fn orphans(store: &Store, report: &mut Report) -> Result<(), AdminError> {
    const ORPHANS: &str = "SELECT DISTINCT e.game FROM game_event e
        WHERE NOT EXISTS (SELECT 1 FROM game g WHERE g.id = e.game) ORDER BY e.game LIMIT 100";
    let rows = sqlx::query(ORPHANS).fetch_all(&mut *store.reader().await?).await?;
    for row in rows {
        let number: i64 = row.try_get(0)?;
        report.problems.push(match GameId::new(number) {
            Some(id) => Problem::Orphan(id),
            None => Problem::Row(format!("events of game {number}")),
        });
    }
    Ok(())
}

async fn accounts(store: &Store, report: &mut Report) -> Result<(), AdminError> {
    let mut after = 0;
    loop {
        let page = ids(store, "account", after).await?;
        let Some(&last) = page.last() else { return Ok(()) };
        after = last;
        for number in page {
            report.accounts += 1;
            match UserId::new(number) {
                Some(id) => drop(readable(store.account(id).await, report)?),
                None => report.problems.push(Problem::Row(format!("account {number}"))),
            }
        }
    }
}

async fn records(store: &Store, report: &mut Report) -> Result<(), AdminError> {
    let mut cursor = None;
    loop {
        let page = store.records(&Filter::default(), cursor, PAGE).await;
        let Some(page) = readable(page, report)? else { return Ok(()) };
        report.records += u64::try_from(page.records.len()).unwrap_or(0);
        cursor = page.next;
        if cursor.is_none() {
            return Ok(());
        }
    }
}
