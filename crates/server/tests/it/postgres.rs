//! A database of its own on the server of `SHOUTAN_TEST_PG`.

use sqlx::Connection;

pub(crate) struct Database {
    pub(crate) url: String,
    server: String,
    name: String,
}

impl Database {
    /// A new database; none without a server.
    pub(crate) async fn new() -> Option<Database> {
        let Ok(server) = std::env::var("SHOUTAN_TEST_PG") else {
            eprintln!("skipped: SHOUTAN_TEST_PG not set");
            return None;
        };
        let name = format!("shoutan_server_{}", std::process::id());
        on_server(&server, format!("CREATE DATABASE {name}")).await;
        let (base, _) = server.rsplit_once('/').unwrap();
        Some(Database { url: format!("{base}/{name}"), server, name })
    }

    pub(crate) async fn remove(self) {
        on_server(&self.server, format!("DROP DATABASE {} WITH (FORCE)", self.name)).await;
    }
}

async fn on_server(server: &str, text: String) {
    sqlx::any::install_default_drivers();
    let mut connection = sqlx::AnyConnection::connect(server).await.unwrap();
    sqlx::raw_sql(sqlx::AssertSqlSafe(text)).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
}
