//! Any bytes as GIB, NGF and UGF: what they read as can be written as SGF, and nothing panics.
#![no_main]
#![allow(clippy::unwrap_used)]

use libfuzzer_sys::fuzz_target;

#[path = "../../crates/sgf/tests/it/laws.rs"]
#[allow(dead_code)]
mod laws;

fuzz_target!(|bytes: &[u8]| laws::other_formats(bytes));
