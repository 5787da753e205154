//! Lists of games and records, a page at a time, newest first.

use std::fmt;
use std::str::FromStr;

use api::UserId;
use clock::Millis;
use sqlx::Any;
use sqlx::any::AnyRow;
use sqlx::query::Query;

use crate::db::Store;
use crate::error::ReadError;
use crate::game::{COLUMNS, Game, Stage, from_row};
use crate::record::{self, RecordHead};

/// What to look for. All conditions must hold; the default is everything that is public.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Filter {
    /// How far a game is; ignored for records.
    pub stage: Option<Stage>,
    /// Part of a player's name, in any case.
    pub name: Option<String>,
    /// Games that this account made or plays; records that it imported.
    pub account: Option<UserId>,
    /// Exactly this ruleset.
    pub ruleset: Option<String>,
    /// How the result begins: `B+`, `W+R`, `NoResult`.
    pub result: Option<String>,
    /// Columns.
    pub cols: Option<u8>,
    /// Rows.
    pub rows: Option<u8>,
    /// Made at this time or later.
    pub from: Option<Millis>,
    /// Made before this time.
    pub to: Option<Millis>,
    /// Who looks: private games are shown to their maker and players only.
    pub viewer: Option<UserId>,
    /// What records alone have; ignored for games.
    pub record: RecordFilter,
}

/// What else to look for among records.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RecordFilter {
    /// Part of the file's name or of the record's beginning, where it says what game it is; in any case.
    pub text: Option<String>,
    /// Played on this day or later, as far as it is written: `1963`, `1963-08`, `1963-08-04`.
    pub from: Option<String>,
    /// Played on this day or earlier.
    pub to: Option<String>,
}

/// Where the next page begins: behind the game or record with this time and number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cursor {
    created: i64,
    id: i64,
}

/// A text that is no cursor.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not the mark of a page")]
pub struct CursorError(pub String);

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.created, self.id)
    }
}

impl FromStr for Cursor {
    type Err = CursorError;

    fn from_str(text: &str) -> Result<Self, CursorError> {
        let parse = || {
            let (created, id) = text.split_once('.')?;
            Some(Self { created: created.parse().ok()?, id: id.parse().ok()? })
        };
        parse().ok_or_else(|| CursorError(text.chars().take(60).collect()))
    }
}

/// A page of games.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GamePage {
    /// The games, newest first.
    pub games: Vec<Game>,
    /// Where the next page begins; none on the last.
    pub next: Option<Cursor>,
}

/// A page of records.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordPage {
    /// The records, newest first.
    pub records: Vec<RecordHead>,
    /// Where the next page begins; none on the last.
    pub next: Option<Cursor>,
}

impl Store {
    /// Games by a filter, newest first, at most `limit` (1 or more).
    ///
    /// # Errors
    /// When the store fails or a row cannot be read.
    pub async fn games(
        &self,
        filter: &Filter,
        cursor: Option<Cursor>,
        limit: u32,
    ) -> Result<GamePage, ReadError> {
        let mut list = Conditions::new(format!("SELECT {COLUMNS} FROM game g"));
        list.games(filter);
        list.both(filter, cursor);
        let (rows, more) = list.page(self, limit).await?;
        let games = rows.iter().map(from_row).collect::<Result<Vec<_>, _>>()?;
        let last = games.last().filter(|_| more);
        let next = last.map(|game| Cursor { created: game.created.to_i64(), id: game.id.get() });
        Ok(GamePage { games, next })
    }

    /// Open seeks: public games that wait for anyone, newest first, at most `limit`.
    ///
    /// A seek has no table of its own: it is a waiting game, so that taking it ([`Store::change_game`] from
    /// [`Stage::Waiting`]) cannot happen twice.
    ///
    /// # Errors
    /// When the store fails or a row cannot be read.
    pub async fn seeks(&self, limit: u32) -> Result<Vec<Game>, ReadError> {
        let text = format!(
            "SELECT {COLUMNS} FROM game g WHERE g.stage = 'waiting' AND g.open = 1 AND g.private = 0
            ORDER BY g.created DESC, g.id DESC LIMIT $1"
        );
        let rows = sqlx::query(sqlx::AssertSqlSafe(text))
            .bind(i64::from(limit))
            .fetch_all(&mut *self.reader().await?)
            .await?;
        rows.iter().map(from_row).collect()
    }

    /// How many games of an account are in a stage, for limits.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn count_games(&self, owner: UserId, stage: Stage) -> Result<u32, ReadError> {
        const COUNT: &str = "SELECT count(*) FROM game WHERE owner = $1 AND stage = $2";
        let count: i64 = sqlx::query_scalar(COUNT)
            .bind(owner.get())
            .bind(stage.text())
            .fetch_one(&mut *self.reader().await?)
            .await?;
        Ok(u32::try_from(count).unwrap_or(u32::MAX))
    }

    /// Imported records by a filter, newest first, at most `limit` (1 or more).
    ///
    /// # Errors
    /// When the store fails or a row cannot be read.
    pub async fn records(
        &self,
        filter: &Filter,
        cursor: Option<Cursor>,
        limit: u32,
    ) -> Result<RecordPage, ReadError> {
        let mut list = Conditions::new(format!("SELECT {} FROM record g", record::HEAD));
        if let Some(account) = filter.account {
            list.and("g.owner = ", Value::Int(account.get()));
        }
        list.records(&filter.record);
        list.both(filter, cursor);
        let (rows, more) = list.page(self, limit).await?;
        let records = rows.iter().map(record::head).collect::<Result<Vec<_>, _>>()?;
        let last = records.last().filter(|_| more);
        let next = last.map(|head| Cursor { created: head.created.to_i64(), id: head.id.get() });
        Ok(RecordPage { records, next })
    }
}

/// How much of a record is searched for a text, in characters: its first node is there, but not the moves.
const BEGINNING: u32 = 1_000;

enum Value {
    Int(i64),
    Text(String),
}

/// A query that grows by conditions. Only constant text goes into the SQL; what is looked for is bound.
struct Conditions {
    text: String,
    values: Vec<Value>,
}

impl Conditions {
    fn new(select: String) -> Self {
        Self { text: select, values: Vec::new() }
    }

    /// Adds a condition that ends in the place of a value.
    fn and(&mut self, condition: &'static str, value: Value) {
        self.put(condition, value, "");
    }

    fn put(&mut self, before: &'static str, value: Value, after: &'static str) {
        self.text.push_str(if self.values.is_empty() { " WHERE " } else { " AND " });
        self.text.push_str(before);
        self.values.push(value);
        self.text.push_str(&format!("${}", self.values.len()));
        self.text.push_str(after);
    }

    fn games(&mut self, filter: &Filter) {
        let viewer = filter.viewer.map_or(0, UserId::get);
        self.put(
            "(g.private = 0 OR ",
            Value::Int(viewer),
            " IN (g.owner, coalesce(g.black, -1), coalesce(g.white, -1)))",
        );
        if let Some(account) = filter.account {
            // Three indexed searches instead of one that no index serves.
            self.put("g.id IN (SELECT id FROM game WHERE owner = ", Value::Int(account.get()), "");
            self.text.push_str(&format!(
                " UNION SELECT id FROM game WHERE black = ${0} UNION SELECT id FROM game WHERE white = ${0})",
                self.values.len()
            ));
        }
        if let Some(stage) = filter.stage {
            self.and("g.stage = ", Value::Text(stage.text().to_owned()));
        }
    }

    fn records(&mut self, filter: &RecordFilter) {
        if let Some(text) = &filter.text {
            let part = Value::Text(format!("%{}%", escaped(&text.to_lowercase())));
            self.put("(lower(g.file_name) LIKE ", part, " ESCAPE '\\'");
            self.text.push_str(&format!(
                " OR lower(substr(g.sgf, 1, {BEGINNING})) LIKE ${} ESCAPE '\\')",
                self.values.len()
            ));
        }
        for (day, compare) in [(&filter.from, "<="), (&filter.to, ">=")] {
            // A day is compared as far as it is given, so that a month includes its days under any collation.
            let Some(day) = day else { continue };
            self.and("", Value::Text(without_nul(day)));
            self.text.push_str(&format!(" {compare} substr(g.played, 1, {})", day.chars().count()));
        }
    }

    fn both(&mut self, filter: &Filter, cursor: Option<Cursor>) {
        if let Some(name) = &filter.name {
            let part = escaped(&name.replace('\n', " ").to_lowercase());
            self.put("g.names LIKE ", Value::Text(format!("%{part}%")), " ESCAPE '\\'");
        }
        if let Some(ruleset) = &filter.ruleset {
            self.and("g.ruleset = ", Value::Text(without_nul(ruleset)));
        }
        if let Some(result) = &filter.result {
            self.put(
                "g.result LIKE ",
                Value::Text(format!("{}%", escaped(result))),
                " ESCAPE '\\'",
            );
        }
        if let Some(cols) = filter.cols {
            self.and("g.cols = ", Value::Int(cols.into()));
        }
        if let Some(rows) = filter.rows {
            self.and("g.rows = ", Value::Int(rows.into()));
        }
        if let Some(from) = filter.from {
            self.and("g.created >= ", Value::Int(from.to_i64()));
        }
        if let Some(to) = filter.to {
            self.and("g.created < ", Value::Int(to.to_i64()));
        }
        if let Some(Cursor { created, id }) = cursor {
            self.and("g.created <= ", Value::Int(created));
            self.put("(g.created < ", Value::Int(created), "");
            self.values.push(Value::Int(id));
            self.text.push_str(&format!(" OR g.id < ${})", self.values.len()));
        }
    }

    /// The rows, and whether there are more.
    async fn page(mut self, store: &Store, limit: u32) -> Result<(Vec<AnyRow>, bool), ReadError> {
        let limit = limit.max(1);
        self.values.push(Value::Int(i64::from(limit) + 1));
        self.text
            .push_str(&format!(" ORDER BY g.created DESC, g.id DESC LIMIT ${}", self.values.len()));
        let mut query: Query<'_, Any, _> = sqlx::query(sqlx::AssertSqlSafe(self.text));
        for value in self.values {
            query = match value {
                Value::Int(number) => query.bind(number),
                Value::Text(text) => query.bind(text),
            };
        }
        let mut rows = query.fetch_all(&mut *store.reader().await?).await?;
        let wanted = usize::try_from(limit).unwrap_or(usize::MAX);
        let more = rows.len() > wanted;
        rows.truncate(wanted);
        Ok((rows, more))
    }
}

/// PostgreSQL takes no U+0000 even in what is looked for; no stored text has one, so another sign finds as little.
fn without_nul(text: &str) -> String {
    text.replace('\0', "\u{fffd}")
}

/// Text for `LIKE … ESCAPE '\'` that stands for itself.
fn escaped(text: &str) -> String {
    let mut pattern = String::with_capacity(text.len());
    for sign in without_nul(text).chars() {
        if matches!(sign, '%' | '_' | '\\') {
            pattern.push('\\');
        }
        pattern.push(sign);
    }
    pattern
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cursors_come_back() {
        let cursor = Cursor { created: 1_800_000_000_000, id: 42 };
        assert_eq!(cursor.to_string().parse(), Ok(cursor));
        for text in ["", "1", "1.", ".1", "a.b", "1.2.3", "9999999999999999999999.1"] {
            assert!(text.parse::<Cursor>().is_err(), "{text}");
        }
    }

    #[test]
    fn patterns_stand_for_themselves() {
        assert_eq!(escaped("100%_\\\0"), "100\\%\\_\\\\\u{fffd}");
    }
}
