//! The server through its doors: a real listener, real sockets.

#![expect(clippy::print_stderr, reason = "a test that cannot run here says why")]

mod attacks;
mod clocks;
mod description;
mod ends;
mod harness;
mod house;
mod judge;
mod pages;
mod play;
mod postgres;
mod ranks;
mod records;
mod requests;
mod rulesets;
mod settle;
mod stores;
mod vacation;
