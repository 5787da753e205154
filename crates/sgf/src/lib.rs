//! Game records: bytes to game tree and back.
