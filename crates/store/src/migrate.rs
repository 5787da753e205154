//! The tables and how they came about. Migrations are written once for each database; a test compares the columns.

use std::borrow::Cow;

use sqlx::migrate::{MigrateError, Migration, MigrationType, Migrator};
use sqlx::{AnyPool, Row, SqlSafeStr};

use crate::db::Kind;
use crate::error::OpenError;

/// Number, name, text for SQLite, text for PostgreSQL. Texts that were released are never changed: a new one follows.
const MIGRATIONS: &[(i64, &str, &str, &str)] = &[
    (
        1,
        "first",
        include_str!("../migrations/sqlite/0001_first.sql"),
        include_str!("../migrations/postgres/0001_first.sql"),
    ),
    (
        2,
        "ask",
        include_str!("../migrations/sqlite/0002_ask.sql"),
        include_str!("../migrations/postgres/0002_ask.sql"),
    ),
];

/// Number of the last migration.
pub(crate) fn latest() -> i64 {
    MIGRATIONS.last().map_or(0, |(number, ..)| *number)
}

fn migrator(kind: Kind) -> Migrator {
    let list = MIGRATIONS.iter().map(|&(number, name, sqlite, postgres)| {
        let text = match kind {
            Kind::Sqlite => sqlite,
            Kind::Postgres => postgres,
        };
        Migration::new(
            number,
            Cow::Borrowed(name),
            MigrationType::Simple,
            text.into_sql_str(),
            false,
        )
    });
    Migrator::with_migrations(list.collect())
}

/// Brings the tables up to date; does nothing where they are.
pub(crate) async fn run(kind: Kind, pool: &AnyPool) -> Result<(), OpenError> {
    migrator(kind).run(pool).await.map_err(|error| match error {
        MigrateError::VersionMissing(number) => OpenError::Newer(number),
        MigrateError::VersionMismatch(number) => OpenError::Foreign(number),
        MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => error.into(),
        other => sqlx::Error::Migrate(Box::new(other)).into(),
    })
}

/// Checks without writing that the tables are those of this program.
pub(crate) async fn verify(kind: Kind, pool: &AnyPool) -> Result<(), OpenError> {
    let applied = applied(pool).await?;
    if let Some(newer) = applied.iter().map(|(number, _)| *number).find(|number| *number > latest())
    {
        return Err(OpenError::Newer(newer));
    }
    for migration in migrator(kind).iter() {
        match applied.iter().find(|(number, _)| *number == migration.version) {
            None => return Err(OpenError::Older(latest())),
            Some((_, checksum)) if *checksum != *migration.checksum => {
                return Err(OpenError::Foreign(migration.version));
            }
            Some(_) => {}
        }
    }
    Ok(())
}

/// Numbers and checksums of the migrations in the store.
async fn applied(pool: &AnyPool) -> Result<Vec<(i64, Vec<u8>)>, OpenError> {
    const APPLIED: &str = "SELECT version, checksum FROM _sqlx_migrations ORDER BY version";
    let rows = sqlx::query(APPLIED).fetch_all(pool).await?;
    let read = |row: &sqlx::any::AnyRow| Ok((row.try_get(0)?, row.try_get(1)?));
    Ok(rows.iter().map(read).collect::<Result<_, sqlx::Error>>()?)
}
