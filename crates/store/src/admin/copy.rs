//! All rows from one store into another.

use std::fmt::Write as _;

use futures_util::TryStreamExt;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};

use super::{AdminError, Progress, Step, Watch};
use crate::columns::{Column, ColumnKind, TABLES, Table};

/// Rows of one insert: with 23 columns at most, well below what both databases take.
const ROWS: usize = 100;

/// Copies every table. Both connections are in a transaction; the caller ends them.
pub(super) async fn all(
    source: &mut AnyConnection,
    target: &mut AnyConnection,
    watch: Watch<'_>,
) -> Result<(), AdminError> {
    let mut total = 0;
    for table in TABLES {
        total += count(table, source).await?;
    }
    let mut progress = Progress { step: Step::Rows, done: 0, total };
    for table in TABLES {
        let select = format!("SELECT {} FROM {}", table.list(), table.name);
        let mut rows = sqlx::query(sqlx::AssertSqlSafe(select)).fetch(&mut *source);
        let mut gathered = Vec::with_capacity(ROWS);
        while let Some(row) = rows.try_next().await? {
            gathered.push(row);
            if gathered.len() == ROWS {
                insert(table, &gathered, target).await?;
                progress.done += u64::try_from(gathered.len()).unwrap_or(0);
                watch(progress);
                gathered.clear();
            }
        }
        insert(table, &gathered, target).await?;
        progress.done += u64::try_from(gathered.len()).unwrap_or(0);
        watch(progress);
    }
    Ok(())
}

/// The first table that has a row.
pub(super) async fn first_filled(
    connection: &mut AnyConnection,
) -> Result<Option<&'static str>, AdminError> {
    for table in TABLES {
        if count(table, connection).await? > 0 {
            return Ok(Some(table.name));
        }
    }
    Ok(None)
}

async fn count(table: &Table, connection: &mut AnyConnection) -> Result<u64, AdminError> {
    let text = format!("SELECT count(*) FROM {}", table.name);
    let count: i64 = sqlx::query_scalar(sqlx::AssertSqlSafe(text)).fetch_one(connection).await?;
    Ok(u64::try_from(count).unwrap_or(0))
}

async fn insert(
    table: &Table,
    rows: &[AnyRow],
    connection: &mut AnyConnection,
) -> Result<(), AdminError> {
    if rows.is_empty() {
        return Ok(());
    }
    let mut query = sqlx::query(sqlx::AssertSqlSafe(text(table, rows.len())));
    for row in rows {
        for &Column { name, kind, .. } in table.columns {
            query = match kind {
                ColumnKind::Int => query.bind(row.try_get::<Option<i64>, _>(name)?),
                ColumnKind::Text => query.bind(row.try_get::<Option<String>, _>(name)?),
                ColumnKind::Bytes => query.bind(row.try_get::<Option<Vec<u8>>, _>(name)?),
            };
        }
    }
    query.execute(connection).await?;
    Ok(())
}

fn text(table: &Table, rows: usize) -> String {
    let mut text = format!("INSERT INTO {} ({}) VALUES ", table.name, table.list());
    let width = table.columns.len();
    for row in 0..rows {
        text.push_str(if row > 0 { ", (" } else { "(" });
        for column in 1..=width {
            let comma = if column > 1 { ", " } else { "" };
            // Writing to a string cannot fail.
            let _ = write!(text, "{comma}${}", row * width + column);
        }
        text.push(')');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_insert_names_every_place_once() {
        let table = Table {
            name: "t",
            columns: &[
                Column { name: "a", kind: ColumnKind::Int, nullable: false },
                Column { name: "b", kind: ColumnKind::Text, nullable: true },
            ],
        };
        assert_eq!(text(&table, 2), "INSERT INTO t (a, b) VALUES ($1, $2), ($3, $4)");
    }
}
