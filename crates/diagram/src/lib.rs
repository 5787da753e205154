//! Positions as pictures.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
