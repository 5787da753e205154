//! Networks from the outside: files, vectors, and what must hold between the parts.

mod features;
mod files;
mod game;
mod net;
mod network;
mod post;
mod reference;
mod samples;
mod vectors;
