//! Any bytes as lines of the JSON analysis protocol: nothing panics, and answers are single lines that name their query.
#![no_main]
#![allow(clippy::unwrap_used)]

use libfuzzer_sys::fuzz_target;

#[path = "../../crates/gtp/tests/it/laws.rs"]
mod laws;

fuzz_target!(|bytes: &[u8]| laws::queries(bytes));
