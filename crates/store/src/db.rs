//! Opening a store, and what its two databases do differently.

use std::sync::Arc;
use std::time::Duration;

use sqlx::any::{AnyConnectOptions, AnyPoolOptions};
use sqlx::pool::PoolConnection;
use sqlx::{Any, AnyConnection, AnyPool, ConnectOptions, Connection};

use crate::address::Address;
use crate::error::{Fault, OpenError};
use crate::writer::WriterCounts;
use crate::{migrate, writer};

/// Which database a store is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// SQLite, in a file.
    Sqlite,
    /// PostgreSQL.
    Postgres,
}

/// How a store is opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// Connections for reading; writing has one of its own. At least 1.
    pub readers: u32,
    /// How long to wait for a database that another process holds or that does not answer.
    pub patience: Duration,
    /// The greatest size of a SQLite file in bytes, without its log; writing beyond it is [`Fault::Full`]. A store that is
    /// larger already stays as it is. PostgreSQL has quotas of its own.
    pub max_bytes: Option<u64>,
    /// Nothing is written, not even migrations.
    pub read_only: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { readers: 4, patience: Duration::from_secs(5), max_bytes: None, read_only: false }
    }
}

/// What is done about the tables of a store that is opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tables {
    /// They are brought up to date.
    Migrated,
    /// They must be up to date.
    Verified,
    /// They may be those of an older program: good enough for copying the file.
    PerhapsOlder,
}

impl Tables {
    /// A file is copied as it is; what goes row by row from or to a server must have the columns of this program.
    pub(crate) fn for_copying(kind: Kind) -> Self {
        match kind {
            Kind::Sqlite => Self::PerhapsOlder,
            Kind::Postgres => Self::Verified,
        }
    }
}

/// An open store. A handle: clones share connections and the writer.
#[derive(Debug, Clone)]
pub struct Store {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    kind: Kind,
    readers: AnyPool,
    writing: AnyPool,
    writer: writer::Handle,
}

impl Store {
    /// Opens a store, making it where it does not exist, and brings its tables up to date. Must be called in a tokio
    /// runtime, in which the writer then lives.
    ///
    /// # Errors
    /// When the database cannot be reached, is none of ours, or is newer than this program.
    pub async fn open(address: &Address, options: &Options) -> Result<Self, OpenError> {
        let tables = if options.read_only { Tables::Verified } else { Tables::Migrated };
        Self::open_with(address, options, tables).await
    }

    pub(crate) async fn open_with(
        address: &Address,
        options: &Options,
        tables: Tables,
    ) -> Result<Self, OpenError> {
        sqlx::any::install_default_drivers();
        let kind = Kind::of(address);
        let mode = match (options.read_only, kind) {
            (true, _) => "ro",
            (false, _) => "rwc",
        };
        let connect = parsed(&address.url(mode)?)?;
        // A pool would try again until its time is up, and then not say why.
        let mut first = AnyConnection::connect_with(&connect).await?;
        prepare(kind, options, &mut first).await?;
        first.close().await?;
        let writing = pool(kind, options, 1).connect_with(connect.clone()).await?;
        let applied = match tables {
            Tables::Migrated => migrate::run(kind, &writing).await,
            Tables::Verified => migrate::verify(kind, &writing).await,
            Tables::PerhapsOlder => match migrate::verify(kind, &writing).await {
                Err(OpenError::Older(_)) => Ok(()),
                verified => verified,
            },
        };
        if let Err(error) = applied {
            writing.close().await;
            return Err(error);
        }
        let readers = pool(kind, options, options.readers.max(1)).connect_lazy_with(connect);
        let writer = writer::start(kind, writing.clone());
        Ok(Self { shared: Arc::new(Shared { kind, readers, writing, writer }) })
    }

    /// Which database it is in.
    pub fn kind(&self) -> Kind {
        self.shared.kind
    }

    /// Whether the store answers, for a readiness check.
    ///
    /// # Errors
    /// When it does not.
    pub async fn ping(&self) -> Result<(), Fault> {
        let mut reader = self.reader().await?;
        sqlx::query("SELECT 1").execute(&mut *reader).await?;
        Ok(())
    }

    /// What the writer has done so far, for metrics.
    pub fn writer_counts(&self) -> WriterCounts {
        self.shared.writer.counts()
    }

    /// Finishes what is being written and closes all connections. Every later use of any clone is [`Fault::Closed`].
    pub async fn close(&self) {
        self.shared.writer.close().await;
        self.shared.readers.close().await;
        self.shared.writing.close().await;
    }

    pub(crate) async fn reader(&self) -> Result<PoolConnection<Any>, sqlx::Error> {
        self.shared.readers.acquire().await
    }

    /// The connection that the writer uses, for work on the whole store before anyone else writes.
    pub(crate) async fn writing(&self) -> Result<PoolConnection<Any>, sqlx::Error> {
        self.shared.writing.acquire().await
    }

    pub(crate) fn writer(&self) -> &writer::Handle {
        &self.shared.writer
    }
}

impl Kind {
    /// The kind of an address.
    pub fn of(address: &Address) -> Self {
        match address {
            Address::Sqlite(_) => Self::Sqlite,
            Address::Postgres(_) => Self::Postgres,
        }
    }

    /// How a writing transaction begins. SQLite's would otherwise take the lock late, when it can no longer wait for it.
    pub(crate) fn begin(self) -> &'static str {
        match self {
            Self::Sqlite => "BEGIN IMMEDIATE",
            Self::Postgres => "BEGIN",
        }
    }
}

/// Statements are logged at `trace` only: their values are people's.
pub(crate) fn parsed(url: &str) -> Result<AnyConnectOptions, sqlx::Error> {
    Ok(url.parse::<AnyConnectOptions>()?.disable_statement_logging())
}

fn pool(kind: Kind, options: &Options, connections: u32) -> AnyPoolOptions {
    let owned = options.clone();
    AnyPoolOptions::new()
        .max_connections(connections)
        .acquire_timeout(options.patience + Duration::from_secs(1))
        // A file does not go away; a server's connection may have.
        .test_before_acquire(kind == Kind::Postgres)
        .after_connect(move |connection, _| {
            let options = owned.clone();
            Box::pin(async move { prepare(kind, &options, connection).await })
        })
}

async fn prepare(
    kind: Kind,
    options: &Options,
    connection: &mut AnyConnection,
) -> Result<(), sqlx::Error> {
    match kind {
        Kind::Sqlite => prepare_sqlite(connection, options).await,
        Kind::Postgres => prepare_postgres(connection, options.patience).await,
    }
}

/// `synchronous = FULL` with a write-ahead log: a commit has reached the disk before it is answered.
async fn prepare_sqlite(
    connection: &mut AnyConnection,
    options: &Options,
) -> Result<(), sqlx::Error> {
    let millis = options.patience.as_millis();
    let mut text = format!("PRAGMA busy_timeout = {millis};");
    if !options.read_only {
        text.push_str(
            "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA journal_size_limit = 67108864;",
        );
    }
    sqlx::raw_sql(sqlx::AssertSqlSafe(text)).execute(&mut *connection).await?;
    if let Some(bytes) = options.max_bytes {
        let size: i64 = sqlx::query_scalar("PRAGMA page_size").fetch_one(&mut *connection).await?;
        let pages = (bytes / u64::try_from(size).unwrap_or(4096).max(1)).max(1);
        let limit = sqlx::AssertSqlSafe(format!("PRAGMA max_page_count = {pages}"));
        sqlx::raw_sql(limit).execute(&mut *connection).await?;
    }
    Ok(())
}

/// A statement that the server does not finish is given up, so that nothing hangs for ever.
async fn prepare_postgres(
    connection: &mut AnyConnection,
    patience: Duration,
) -> Result<(), sqlx::Error> {
    let lock = patience.as_millis();
    let statement = lock.saturating_mul(12);
    let text = format!("SET lock_timeout = {lock}; SET statement_timeout = {statement};");
    sqlx::raw_sql(sqlx::AssertSqlSafe(text)).execute(connection).await.map(drop)
}
