//! Any bytes as SGF: what is written reads as the same tree, and nothing panics.
#![no_main]
#![allow(clippy::unwrap_used)]

use libfuzzer_sys::fuzz_target;

#[path = "../../crates/sgf/tests/it/laws.rs"]
#[allow(dead_code)]
mod laws;

fuzz_target!(|bytes: &[u8]| laws::sgf(bytes));
