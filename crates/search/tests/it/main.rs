//! What searches promise, whatever the board and the rules.

mod games;
mod net;
mod promises;
