//! Records that were imported from files.

use api::{RecordId, UserId};
use clock::Millis;
use sqlx::any::AnyRow;

use crate::db::Store;
use crate::error::{Fault, ReadError, WriteError, without_nul};
use crate::game::names;
use crate::row::{CellError, Cells};
use crate::writer::work;

/// What is listed of a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordHead {
    /// The record.
    pub id: RecordId,
    /// Who imported it.
    pub owner: UserId,
    /// The file's name.
    pub file_name: String,
    /// Black's name; may be empty.
    pub black: String,
    /// White's name; may be empty.
    pub white: String,
    /// Columns.
    pub cols: u8,
    /// Rows.
    pub rows: u8,
    /// The ruleset's id, where the record says.
    pub ruleset: Option<String>,
    /// The result as in SGF, where the record says.
    pub result: Option<String>,
    /// When it was played, as the record says.
    pub played: Option<String>,
    /// Moves of the main line.
    pub moves: u32,
    /// When it was imported, from 1970.
    pub created: Millis,
}

/// A record to be kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewRecord {
    /// What is listed of it.
    pub head: RecordHead,
    /// The record as SGF.
    pub sgf: String,
    /// The file as it came: what was repaired can be found again.
    pub source: Vec<u8>,
}

/// A record that is kept.
pub type Record = NewRecord;

/// Why a record was not kept.
#[derive(Debug, Clone, thiserror::Error)]
pub enum RecordError {
    /// The id is another record's: draw another.
    #[error("there is a record {0} already")]
    IdTaken(RecordId),
    /// It could not be written.
    #[error(transparent)]
    Write(#[from] WriteError),
}

impl From<Fault> for RecordError {
    fn from(fault: Fault) -> Self {
        Self::Write(fault.into())
    }
}

/// Columns of [`RecordHead`]; `g` is the table.
pub(crate) const HEAD: &str =
    "g.id, g.owner, g.file_name, g.black_name, g.white_name, g.cols, g.rows, g.ruleset,
    g.result, g.played, g.moves, g.created";

impl Store {
    /// Keeps a record.
    ///
    /// # Errors
    /// When the id is taken or nothing can be written.
    pub async fn add_record(&self, new: NewRecord) -> Result<(), RecordError> {
        const ADD: &str =
            "INSERT INTO record (id, owner, file_name, source, sgf, black_name, white_name, names,
                cols, rows, ruleset, result, played, moves, created)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
            ON CONFLICT (id) DO NOTHING";
        let NewRecord { head, sgf, source } = new;
        without_nul(&[
            ("the file's name", &head.file_name),
            ("sgf", &sgf),
            ("Black's name", &head.black),
            ("White's name", &head.white),
            ("ruleset", head.ruleset.as_deref().unwrap_or_default()),
            ("result", head.result.as_deref().unwrap_or_default()),
            ("date", head.played.as_deref().unwrap_or_default()),
        ])?;
        let id = head.id;
        let insert = work(move |connection| {
            Box::pin(async move {
                let names = names([&head.black, &head.white]);
                let done = sqlx::query(ADD)
                    .bind(head.id.get())
                    .bind(head.owner.get())
                    .bind(head.file_name)
                    .bind(source)
                    .bind(sgf)
                    .bind(head.black)
                    .bind(head.white)
                    .bind(names)
                    .bind(i64::from(head.cols))
                    .bind(i64::from(head.rows))
                    .bind(head.ruleset)
                    .bind(head.result)
                    .bind(head.played)
                    .bind(i64::from(head.moves))
                    .bind(head.created.to_i64())
                    .execute(connection)
                    .await?;
                Ok(done.rows_affected() == 1)
            })
        });
        if self.writer().write(insert).await? { Ok(()) } else { Err(RecordError::IdTaken(id)) }
    }

    /// Puts an edited record in the place of `old`, the text that was edited; the file as it came stays. False, and nothing
    /// is changed, when it is not this owner's or its text is another by now.
    ///
    /// # Errors
    /// When nothing can be written.
    pub async fn change_record(
        &self,
        head: RecordHead,
        old: String,
        sgf: String,
    ) -> Result<bool, WriteError> {
        const CHANGE: &str =
            "UPDATE record SET sgf = $1, black_name = $2, white_name = $3, names = $4, cols = $5,
                rows = $6, ruleset = $7, result = $8, played = $9, moves = $10
            WHERE id = $11 AND owner = $12 AND sgf = $13";
        without_nul(&[
            ("sgf", &sgf),
            ("Black's name", &head.black),
            ("White's name", &head.white),
            ("ruleset", head.ruleset.as_deref().unwrap_or_default()),
            ("result", head.result.as_deref().unwrap_or_default()),
            ("date", head.played.as_deref().unwrap_or_default()),
        ])?;
        let change = work(move |connection| {
            Box::pin(async move {
                let names = names([&head.black, &head.white]);
                let done = sqlx::query(CHANGE)
                    .bind(sgf)
                    .bind(head.black)
                    .bind(head.white)
                    .bind(names)
                    .bind(i64::from(head.cols))
                    .bind(i64::from(head.rows))
                    .bind(head.ruleset)
                    .bind(head.result)
                    .bind(head.played)
                    .bind(i64::from(head.moves))
                    .bind(head.id.get())
                    .bind(head.owner.get())
                    .bind(old)
                    .execute(connection)
                    .await?;
                Ok(done.rows_affected() == 1)
            })
        });
        Ok(self.writer().write(change).await?)
    }

    /// The records among these ids, as SGF, in no order.
    ///
    /// # Errors
    /// When the store fails or a row cannot be read.
    pub async fn record_texts(
        &self,
        ids: &[RecordId],
    ) -> Result<Vec<(RecordId, String)>, ReadError> {
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        let places: Vec<String> = (1..=ids.len()).map(|number| format!("${number}")).collect();
        let text =
            format!("SELECT g.id, g.sgf FROM record g WHERE g.id IN ({})", places.join(", "));
        let mut query = sqlx::query(sqlx::AssertSqlSafe(text));
        for id in ids {
            query = query.bind(id.get());
        }
        let rows = query.fetch_all(&mut *self.reader().await?).await?;
        let one = |row: &AnyRow| {
            let cells = Cells(row);
            let both = || Ok((cells.record("id")?, cells.text("sgf")?));
            both().map_err(|error: CellError| error.at(|| "a record's text".to_owned()))
        };
        rows.iter().map(one).collect()
    }

    /// A record.
    ///
    /// # Errors
    /// When the store fails or the row cannot be read.
    pub async fn record(&self, id: RecordId) -> Result<Option<Record>, ReadError> {
        let text = format!("SELECT {HEAD}, g.sgf, g.source FROM record g WHERE g.id = $1");
        let row = sqlx::query(sqlx::AssertSqlSafe(text))
            .bind(id.get())
            .fetch_optional(&mut *self.reader().await?)
            .await?;
        let Some(row) = row else { return Ok(None) };
        let cells = Cells(&row);
        let place = || format!("record {id}");
        let record = Record {
            head: head(&row)?,
            sgf: cells.text("sgf").map_err(|error| error.at(place))?,
            source: cells.bytes("source").map_err(|error| error.at(place))?,
        };
        Ok(Some(record))
    }
}

pub(crate) fn head(row: &AnyRow) -> Result<RecordHead, ReadError> {
    let cells = Cells(row);
    let id = cells.record("id").map_err(|error| error.at(|| "a record's id".to_owned()))?;
    let whole = || -> Result<RecordHead, CellError> {
        Ok(RecordHead {
            id,
            owner: cells.user("owner")?,
            file_name: cells.text("file_name")?,
            black: cells.text("black_name")?,
            white: cells.text("white_name")?,
            cols: cells.number("cols")?,
            rows: cells.number("rows")?,
            ruleset: cells.maybe_text("ruleset")?,
            result: cells.maybe_text("result")?,
            played: cells.maybe_text("played")?,
            moves: cells.number("moves")?,
            created: cells.millis("created")?,
        })
    };
    whole().map_err(|error| error.at(|| format!("record {id}")))
}
