//! The board of Go.
