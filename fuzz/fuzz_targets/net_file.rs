//! Any bytes as a network file: nothing panics, memory is bounded, and what is read can be written and computed.
#![no_main]
#![allow(clippy::unwrap_used)]

use libfuzzer_sys::fuzz_target;

#[path = "../../crates/nn/tests/it/laws.rs"]
mod laws;

fuzz_target!(|bytes: &[u8]| laws::file(bytes));
