//! The rules of Go made executable.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
