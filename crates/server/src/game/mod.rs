//! Live games: one actor (a task with a mailbox) owns each, loaded on demand and unloaded when nobody needs it.
//!
//! Start reading at [`actor`] (the mailbox), then `act` (what an action becomes), `commit` (save, then publish), `timer`,
//! `view` (what clients are shown), `setup` (the terms of a game).

mod act;
mod actor;
mod asks;
mod commit;
mod marking;
mod opponent;
mod registry;
mod seats;
mod settle;
pub(crate) mod setup;
mod sgf_out;
mod subscribers;
mod timer;
mod to_judge;
mod undo;
mod vacation;
mod view;

pub(crate) use actor::{ActRequest, ChatRequest, Message, SubRequest, Viewer, refusal};
pub(crate) use marking::{Finding, find};
pub(crate) use opponent::Thought;
pub(crate) use registry::Registry;
pub(crate) use subscribers::{Close, Outbox, frame, outbox};
pub(crate) use to_judge::ToJudge;
pub(crate) use view::{players, points_text, words};
