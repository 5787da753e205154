//! The automation of the project: what `cargo xtask test` and `cargo xtask vectors` do.
//!
//! It is not part of the program: nothing depends on it. It is a library as well as a binary so that the
//! layer test and the vectors run under plain `cargo test` too.
//!
//! Start reading at [`test::run`] (the steps of the test command), [`layers`] (who may use what),
//! [`vectors::run`] (the conformance vectors), [`faults::run`] (a real server, killed and starved) and [`peers::run`]
//! (other programs' test suites).

use std::path::{Path, PathBuf};

mod browser;
pub mod count;
mod debian;
pub mod faults;
pub mod layers;
pub mod peers;
mod postgres;
pub mod test;
mod training;
pub mod vectors;
mod web;

/// The folder that holds the workspace's `Cargo.toml`.
pub fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_path_buf()
}
