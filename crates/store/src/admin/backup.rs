//! Backup: `VACUUM INTO` from SQLite, a copy of all rows in one snapshot from PostgreSQL.

use std::path::Path;
use std::time::Duration;

use sqlx::Connection;

use super::{
    AdminError, Progress, Step, Watch, beside, copy, file_problems, open_existing, sync, unfinished,
};
use crate::address::Address;
use crate::db::{Kind, Options, Store, Tables};
use crate::error::Fault;

pub(super) async fn run(
    address: &Address,
    file: &Path,
    watch: Watch<'_>,
) -> Result<(), AdminError> {
    let part = unfinished(file);
    for path in [file, &part] {
        if path.exists() {
            return Err(AdminError::Exists(path.to_owned()));
        }
    }
    let written = write(address, &part, watch).await;
    let named = written.and_then(|()| {
        sync(&part)?;
        std::fs::rename(&part, file).map_err(AdminError::file(file))?;
        sync(file)
    });
    if named.is_err() {
        for ending in ["", "-wal", "-shm", "-journal"] {
            // Most of them are not there.
            let _ = std::fs::remove_file(beside(&part, ending));
        }
    }
    named
}

async fn write(address: &Address, part: &Path, watch: Watch<'_>) -> Result<(), AdminError> {
    let store = open_existing(address, Tables::for_copying(Kind::of(address))).await?;
    let copied = match store.kind() {
        Kind::Sqlite => vacuum(&store, part, watch).await,
        Kind::Postgres => copy_out(&store, part, watch).await,
    };
    store.close().await;
    copied?;
    watch(Progress { step: Step::File, done: 0, total: 0 });
    let written = open_existing(&Address::Sqlite(part.to_owned()), Tables::PerhapsOlder).await?;
    let problems = file_problems(&written).await;
    written.close().await;
    match problems?.into_iter().next() {
        Some(problem) => Err(AdminError::DamagedBackup(problem)),
        None => Ok(()),
    }
}

/// SQLite reads one moment of the store, while the writer goes on.
async fn vacuum(store: &Store, part: &Path, watch: Watch<'_>) -> Result<(), AdminError> {
    let name = part.to_str().ok_or_else(|| crate::AddressError::Path(part.to_owned()));
    let name = name.map_err(crate::OpenError::from)?.to_owned();
    let mut reader = store.reader().await?;
    let pages: i64 = sqlx::query_scalar("PRAGMA page_count").fetch_one(&mut *reader).await?;
    let size: i64 = sqlx::query_scalar("PRAGMA page_size").fetch_one(&mut *reader).await?;
    let total = u64::try_from(pages.saturating_mul(size)).unwrap_or(0);
    let mut vacuum = std::pin::pin!(sqlx::query("VACUUM INTO $1").bind(name).execute(&mut *reader));
    loop {
        match tokio::time::timeout(Duration::from_millis(200), &mut vacuum).await {
            Ok(done) => {
                done?;
                watch(Progress { step: Step::Bytes, done: total, total });
                return Ok(());
            }
            Err(_) => {
                let done = std::fs::metadata(part).map_or(0, |file| file.len()).min(total);
                watch(Progress { step: Step::Bytes, done, total });
            }
        }
    }
}

/// All rows of one snapshot into a new SQLite file.
async fn copy_out(store: &Store, part: &Path, watch: Watch<'_>) -> Result<(), AdminError> {
    const ONE_MOMENT: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
    let target = Store::open(&Address::Sqlite(part.to_owned()), &Options::default()).await?;
    let mut reader = store.reader().await?;
    let mut source = reader.begin_with(ONE_MOMENT).await?;
    // A copy may take longer than one statement of a server should.
    sqlx::raw_sql("SET LOCAL statement_timeout = 0").execute(&mut *source).await?;
    let mut writing = target.writing().await?;
    let mut into = writing.begin_with(target.kind().begin()).await?;
    let copied = copy::all(&mut source, &mut into, watch).await;
    match copied {
        Ok(()) => into.commit().await.map_err(Fault::from)?,
        Err(error) => return Err(error),
    }
    // One file, without a log beside it.
    sqlx::raw_sql("PRAGMA journal_mode = DELETE").execute(&mut *writing).await?;
    drop(writing);
    target.close().await;
    Ok(())
}
