//! Restoring a backup into a new SQLite file or an empty PostgreSQL database.

use std::fs;
use std::io::{Read, Write};
use std::path::Path;

use sqlx::Connection;

use super::{
    AdminError, Progress, Step, Watch, beside, copy, file_problems, open_existing, sync, unfinished,
};
use crate::address::Address;
use crate::db::{Kind, Options, Store, Tables};

pub(super) async fn run(
    file: &Path,
    address: &Address,
    watch: Watch<'_>,
) -> Result<(), AdminError> {
    watch(Progress { step: Step::File, done: 0, total: 0 });
    let tables = Tables::for_copying(Kind::of(address));
    let backup = open_existing(&Address::Sqlite(file.to_owned()), tables).await?;
    let restored = match file_problems(&backup).await?.into_iter().next() {
        Some(problem) => Err(AdminError::DamagedBackup(problem)),
        None => match address {
            Address::Sqlite(path) => into_file(file, path, watch).await,
            Address::Postgres(_) => into_database(&backup, address, watch).await,
        },
    };
    backup.close().await;
    restored
}

async fn into_file(file: &Path, path: &Path, watch: Watch<'_>) -> Result<(), AdminError> {
    let part = unfinished(path);
    // A log without its file would be taken for the restored file's own.
    for taken in [path, &beside(path, "-wal"), &part] {
        if taken.exists() {
            return Err(AdminError::Exists(taken.to_owned()));
        }
    }
    let copied = copy_bytes(file, &part, watch)
        .and_then(|()| sync(&part))
        .and_then(|()| fs::rename(&part, path).map_err(AdminError::file(path)))
        .and_then(|()| sync(path));
    if let Err(error) = copied {
        let _ = fs::remove_file(&part);
        return Err(error);
    }
    let address = Address::Sqlite(path.to_owned());
    let store = Store::open(&address, &Options::default()).await?;
    store.close().await;
    Ok(())
}

fn copy_bytes(from: &Path, to: &Path, watch: Watch<'_>) -> Result<(), AdminError> {
    let mut source = fs::File::open(from).map_err(AdminError::file(from))?;
    let total = source.metadata().map_err(AdminError::file(from))?.len();
    let mut target = fs::File::create_new(to).map_err(AdminError::file(to))?;
    let mut buffer = vec![0; 1 << 20];
    let mut done = 0;
    loop {
        let length = source.read(&mut buffer).map_err(AdminError::file(from))?;
        let Some(read) = buffer.get(..length).filter(|read| !read.is_empty()) else {
            return Ok(());
        };
        target.write_all(read).map_err(AdminError::file(to))?;
        done += u64::try_from(length).unwrap_or(0);
        watch(Progress { step: Step::Bytes, done, total });
    }
}

async fn into_database(
    backup: &Store,
    address: &Address,
    watch: Watch<'_>,
) -> Result<(), AdminError> {
    let store = Store::open(address, &Options::default()).await?;
    let filled = fill(backup, &store, watch).await;
    store.close().await;
    filled
}

async fn fill(backup: &Store, store: &Store, watch: Watch<'_>) -> Result<(), AdminError> {
    let mut reader = backup.reader().await?;
    let mut writing = store.writing().await?;
    let mut into = writing.begin_with(store.kind().begin()).await?;
    if let Some(table) = copy::first_filled(&mut into).await? {
        return Err(AdminError::NotEmpty(table));
    }
    copy::all(&mut reader, &mut into, watch).await?;
    into.commit().await?;
    Ok(())
}
