//! Tables: migrations can be run again, and both databases get the same columns.

use sqlx::{AnyConnection, Connection, Row};
use store::admin::{ColumnKind, layout};
use store::{Address, OpenError, Options, Store};

use crate::common::*;

/// `table.column kind nullable` of everything in a database, in order.
async fn columns(address: &Address) -> Vec<String> {
    const SQLITE: &str = "SELECT m.name, c.name, c.type, 1 - c.\"notnull\" FROM sqlite_master m
        JOIN pragma_table_info(m.name) c WHERE m.type = 'table' AND m.name NOT LIKE '\\_sqlx%' ESCAPE '\\'
        ORDER BY m.name, c.cid";
    const POSTGRES: &str = "SELECT c.table_name::text, c.column_name::text, c.data_type::text,
            CASE c.is_nullable WHEN 'YES' THEN 1 ELSE 0 END::bigint
        FROM information_schema.columns c
        WHERE c.table_schema = 'public' AND c.table_name NOT LIKE '\\_sqlx%'
        ORDER BY c.table_name, c.ordinal_position";
    let (url, text) = match address {
        Address::Sqlite(path) => {
            let name = path.to_str().unwrap().replace('%', "%25").replace('?', "%3F");
            (format!("sqlite://{name}"), SQLITE)
        }
        Address::Postgres(url) => (url.clone(), POSTGRES),
    };
    let mut connection = AnyConnection::connect(&url).await.unwrap();
    let rows = sqlx::query(text).fetch_all(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    let line = |row: &sqlx::any::AnyRow| {
        let text = |index: usize| row.get::<String, _>(index).to_lowercase();
        let kind = match text(2).as_str() {
            "bigint" => "Int",
            "text" => "Text",
            "blob" | "bytea" => "Bytes",
            other => panic!("{other} is not portable"),
        };
        format!("{}.{} {kind} {}", text(0), text(1), row.get::<i64, _>(3))
    };
    rows.iter().map(line).collect()
}

fn expected() -> Vec<String> {
    let mut tables = layout().to_vec();
    tables.sort_by_key(|table| table.name);
    let line = |table: &str, column: &store::admin::Column| {
        let kind = match column.kind {
            ColumnKind::Int => "Int",
            ColumnKind::Text => "Text",
            ColumnKind::Bytes => "Bytes",
        };
        format!("{table}.{} {kind} {}", column.name, i64::from(column.nullable))
    };
    let all =
        tables.iter().flat_map(|table| table.columns.iter().map(|column| line(table.name, column)));
    all.collect()
}

async fn opened_twice(place: &Place) {
    let store = place.open().await;
    store.create_game(&game(1)).await.unwrap();
    store.append(append(1, 0, 2)).await.unwrap();
    store.close().await;
    let again = place.open().await;
    assert_eq!(again.last_seq(id(1)).await.unwrap().0, 2);
    // Two at the same moment, as when two nodes start.
    let (one, two) = tokio::join!(place.open(), place.open());
    for store in [again, one, two] {
        store.close().await;
    }
    assert_eq!(columns(&place.address).await, expected());
}

/// What happens with a store that a newer program has migrated, or another.
async fn foreign_migrations(place: &Place, change: &str) -> OpenError {
    place.open().await.close().await;
    let url = match &place.address {
        Address::Sqlite(path) => {
            format!("sqlite://{}", path.to_str().unwrap().replace('%', "%25").replace('?', "%3F"))
        }
        Address::Postgres(url) => url.clone(),
    };
    let mut connection = AnyConnection::connect(&url).await.unwrap();
    sqlx::raw_sql(sqlx::AssertSqlSafe(change.to_owned())).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    Store::open(&place.address, &Options::default()).await.unwrap_err()
}

const NEWER: &str =
    "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
    SELECT 999, 'future', success, checksum, 0 FROM _sqlx_migrations WHERE version = 1";
const OTHER: &str = "UPDATE _sqlx_migrations SET checksum = checksum || checksum WHERE version = 1";

#[test]
fn sqlite_migrations_run_again() {
    block(async { opened_twice(&Place::sqlite()).await });
}

#[test]
fn postgres_migrations_run_again() {
    block(async {
        let Some(place) = Place::postgres().await else { return };
        opened_twice(&place).await;
        place.remove().await;
    });
}

#[test]
fn newer_and_foreign_stores_are_refused() {
    block(async {
        let newer = foreign_migrations(&Place::sqlite(), NEWER).await;
        assert!(matches!(newer, OpenError::Newer(999)), "{newer}");
        let other = foreign_migrations(&Place::sqlite(), OTHER).await;
        assert!(matches!(other, OpenError::Foreign(1)), "{other}");
        if let Some(place) = Place::postgres().await {
            let newer = foreign_migrations(&place, NEWER).await;
            assert!(matches!(newer, OpenError::Newer(999)), "{newer}");
            place.remove().await;
        }
    });
}
