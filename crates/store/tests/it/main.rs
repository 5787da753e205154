//! One suite for both databases: SQLite always, PostgreSQL when `SHOUTAN_TEST_PG` names a server
//! (`postgres://USER@HOST:PORT/DATABASE`); each test has a database of its own there, which is dropped at the end.

#![expect(clippy::print_stderr, reason = "a test that is skipped says so")]

mod admin;
mod common;
mod conformance;
mod files;
mod schema;
