//! Work on a whole store: migrate, back up, restore, check. Blocking: each call has a runtime of its own.
//!
//! A backup is always a SQLite file with the same tables, whatever the store is in, so it can be restored into either
//! database: that is also the way from one to the other.

mod backup;
mod check;
mod copy;
mod restore;

use std::future::Future;
use std::path::{Path, PathBuf};

pub use check::{Problem, Report};

use crate::address::Address;
use crate::columns::TABLES;
pub use crate::columns::{Column, ColumnKind, Table};
use crate::db::{Kind, Options, Store, Tables};
use crate::error::{Fault, OpenError, ReadError};
use crate::migrate;

/// How far a piece of work is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// What is being done.
    pub step: Step,
    /// How much of it is done.
    pub done: u64,
    /// How much there is in all; 0 if that is not known.
    pub total: u64,
}

/// A step of a piece of work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// Bytes of a file are copied.
    Bytes,
    /// Rows are copied.
    Rows,
    /// The file is checked; there is no measure.
    File,
    /// Games are read and replayed.
    Games,
}

/// What is told how far the work is.
pub type Watch<'a> = &'a mut dyn FnMut(Progress);

/// Why a piece of work on a whole store was not done.
#[derive(Debug, thiserror::Error)]
pub enum AdminError {
    /// The store cannot be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// There is no store.
    #[error("there is no store at {0}")]
    NoStore(PathBuf),
    /// There is a file already where one is to be written.
    #[error("there is a file at {0} already")]
    Exists(PathBuf),
    /// The store that is to be filled is not empty.
    #[error("the store has rows already, in table {0}")]
    NotEmpty(&'static str),
    /// The backup is damaged.
    #[error("the backup is damaged: {0}")]
    DamagedBackup(String),
    /// A file cannot be read or written.
    #[error("{path}: {why}")]
    File {
        /// Which file.
        path: PathBuf,
        /// Why not.
        why: std::io::Error,
    },
    /// The database failed.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// Something cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
}

impl From<sqlx::Error> for AdminError {
    fn from(error: sqlx::Error) -> Self {
        Self::Fault(error.into())
    }
}

impl AdminError {
    fn file(path: &Path) -> impl FnOnce(std::io::Error) -> Self {
        let path = path.to_owned();
        move |why| Self::File { path, why }
    }
}

/// The tables and columns of a store.
pub fn layout() -> &'static [Table] {
    TABLES
}

/// Makes a store where there is none, or brings its tables up to date; answers the number of the last migration.
///
/// # Errors
/// When the database cannot be reached, is none of ours, or is newer than this program.
pub fn migrate(address: &Address) -> Result<i64, AdminError> {
    block(async {
        let store = Store::open(address, &Options::default()).await?;
        store.close().await;
        Ok(migrate::latest())
    })
}

/// Writes everything in a store into one new file, as it is at one moment; the store may be in use meanwhile.
///
/// # Errors
/// When there is no store, the file exists, or one of them fails. The file then does not exist.
pub fn backup(address: &Address, file: &Path, watch: Watch<'_>) -> Result<(), AdminError> {
    block(backup::run(address, file, watch))
}

/// Fills a new or empty store from a backup, and brings its tables up to date.
///
/// # Errors
/// When the backup is damaged or newer than this program, the store is not empty, or one of them fails. A SQLite store
/// then does not exist; a PostgreSQL store is empty.
pub fn restore(file: &Path, address: &Address, watch: Watch<'_>) -> Result<(), AdminError> {
    block(restore::run(file, address, watch))
}

/// Reads everything in a store and replays every game; changes nothing. The store may be in use meanwhile.
///
/// # Errors
/// When there is no store or it fails. What is found wrong in it is no error but in the report.
pub fn check(address: &Address, watch: Watch<'_>) -> Result<Report, AdminError> {
    block(check::run(address, watch))
}

fn block<T>(work: impl Future<Output = Result<T, AdminError>>) -> Result<T, AdminError> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| Fault::Other(error.to_string().into()))?;
    runtime.block_on(work)
}

/// Opens a store that must be there, for reading only.
async fn open_existing(address: &Address, tables: Tables) -> Result<Store, AdminError> {
    if let Some(path) = address.path()
        && !path.exists()
    {
        return Err(AdminError::NoStore(path.to_owned()));
    }
    let options = Options { read_only: true, ..Options::default() };
    Ok(Store::open_with(address, &options, tables).await?)
}

/// Asks SQLite whether a file is whole; answers what is wrong.
async fn file_problems(store: &Store) -> Result<Vec<String>, AdminError> {
    if store.kind() != Kind::Sqlite {
        return Ok(Vec::new());
    }
    let mut reader = store.reader().await?;
    let lines: Vec<String> =
        sqlx::query_scalar("PRAGMA integrity_check(20)").fetch_all(&mut *reader).await?;
    Ok(lines.into_iter().filter(|line| line != "ok").collect())
}

/// Makes sure that a file's content and its name have reached the disk.
fn sync(path: &Path) -> Result<(), AdminError> {
    let file = std::fs::File::open(path).map_err(AdminError::file(path))?;
    file.sync_all().map_err(AdminError::file(path))?;
    // Folders cannot be opened as files everywhere; where they cannot, the name is kept without this.
    if let Some(folder) = path.parent()
        && let Ok(folder) =
            std::fs::File::open(if folder.as_os_str().is_empty() { Path::new(".") } else { folder })
    {
        let _ = folder.sync_all();
    }
    Ok(())
}

/// The file beside `path` in which it is written before it gets its name.
fn unfinished(path: &Path) -> PathBuf {
    beside(path, ".part")
}

fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}
