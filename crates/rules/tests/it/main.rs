//! Tests of the rules from outside: the shared vectors, properties, counts, and the slow second implementation.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod agree;
mod cycles;
mod event_bytes;
mod events;
mod games;
mod judge;
mod life;
mod life_real;
mod life_vectors;
mod naive;
mod naive_vectors;
mod properties;
mod random_games;
mod real_games;
mod vectors;
