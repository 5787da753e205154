//! Any bytes as lines of a GTP controller: nothing panics, and answers are read back as they were meant.
#![no_main]
#![allow(clippy::unwrap_used)]

use libfuzzer_sys::fuzz_target;

#[path = "../../crates/gtp/tests/it/laws.rs"]
mod laws;

fuzz_target!(|bytes: &[u8]| laws::lines(bytes));
