//! Any bytes as a game: the laws of `GameState` hold and nothing panics.
#![no_main]
#![allow(clippy::unwrap_used)]

use libfuzzer_sys::fuzz_target;

#[path = "../../crates/rules/tests/it/event_bytes.rs"]
mod event_bytes;

fuzz_target!(|bytes: &[u8]| event_bytes::check(bytes));
