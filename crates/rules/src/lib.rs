//! The rules of Go made executable.
