//! Life and death of a position in which play has stopped: unconditional life, whose each point is, false territory,
//! seki, and a proposal of the dead stones.
//!
//! What it is not: no network judges here, and nothing is decided for the players. A proposal says how sure it is and
//! names the chains it cannot settle.
//!
//! Start reading at [`propose()`]; [`Areas`] says what a marking of dead stones makes of the board, and [`pass_alive`]
//! what is certain without any search. [`confirm_japanese`] and [`group_status`] answer exactly, on small regions.

mod areas;
mod benson;
mod confirm;
mod exact;
mod field;
mod playouts;
mod proposal;
mod reading;
mod shapes;
mod verdict;

pub use areas::{Areas, false_territory};
pub use benson::{PassAlive, pass_alive};
pub use confirm::{ConfirmError, Confirmed, NODES, confirm_japanese};
pub use playouts::{Ownership, ownership};
pub use proposal::{Options, Proposal, propose};
pub use shapes::{GroupStatus, group_status};
pub use verdict::{Reason, Status, Verdict};
