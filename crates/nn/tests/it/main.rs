//! Networks from the outside: files, vectors, and what must hold between the parts.

mod allocations;
mod features;
mod files;
mod from_state;
mod game;
mod ladders;
mod laws;
mod net;
mod network;
mod post;
mod properties;
mod random;
mod reference;
mod samples;
mod vectors;
