//! What networks learn from: positions sampled from games, and what a teacher says about them.
//!
//! What it is not: it trains nothing (`training/` does), reads and writes no files (bytes come in and go out, compressed
//! by the caller), starts no threads and draws no random numbers without a seed.
//!
//! Start reading at [`GameRecord`] (a game with the plies at which positions are taken), [`own_play`] (games that a
//! network plays), [`pick`] (which plies), [`Teacher`] and [`write_label`] (a position with its label). The two file
//! formats are those of `training/FORMAT.md`.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod deal;
mod dice;
mod head;
mod identity;
mod label;
mod own_play;
mod pick;
mod record;
mod teacher;
mod thought;

pub use deal::{Deal, random_rules};
pub use dice::Dice;
pub use head::{Head, HeadError, Kind, read_head};
pub use identity::{game_identity, position_identity};
pub use label::{LabelHeader, label_length, write_label};
pub use own_play::{OwnPlay, own_play};
pub use pick::pick;
pub use record::{GameRecord, RecordError, Split};
pub use teacher::{Opinion, Teacher, TeacherError};
pub use thought::{SearchError, Thinker};
