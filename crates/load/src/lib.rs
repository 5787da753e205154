//! The server under strain: a load generator, faults (kill -9, a store that cannot write, a backup under load) and a socket
//! fuzzer, all against a real server process on this machine.
//!
//! What it is not: no part of the server, and no tool to press other people's machines with: it talks to loopback addresses
//! only ([`Target`]), in bounded number and for a bounded time ([`Plan`]). It judges nothing by itself: what clients saw is
//! compared with what the server's own events endpoint says.
//!
//! Start reading at [`run`] (the phases of a run), then `table.rs` (two clients and their game, with resume and resend) and
//! `verify.rs` (what must hold at the end); `faults.rs` drives the same clients while it kills their server.

mod archive;
mod echo;
mod error;
pub mod faults;
pub mod fuzz;
mod http;
mod ledger;
mod lines;
mod log;
mod plan;
mod process;
mod progress;
mod report;
mod run;
mod shared;
mod socket;
mod table;
mod target;
mod verify;
mod watcher;

pub use archive::{ArchiveError, fill_archive};
pub use echo::{run_echo, serve_echo};
pub use error::LoadError;
pub use ledger::{Holds, Ledger, check_ledger};
pub use lines::{Line, lines_of_records, random_lines};
pub use plan::Plan;
pub use process::{Usage, load_average};
pub use progress::{Phase, Progress};
pub use report::{Memory, Percentiles, Report, ServerUse};
pub use run::{Outcome, run};
pub use shared::Outage;
pub use target::Target;
