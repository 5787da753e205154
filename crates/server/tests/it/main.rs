//! The server through its doors: a real listener, real sockets.

mod harness;
mod play;
