//! The server through its doors: a real listener, real sockets.

mod attacks;
mod clocks;
mod description;
mod ends;
mod harness;
mod house;
mod pages;
mod play;
mod rulesets;
