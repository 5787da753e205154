//! Game records: bytes to game tree and back.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
