//! The wire types of the server: what HTTP and the WebSocket carry, ids, and the stable error codes.
//!
//! What it is not: it knows no sockets, no database and no game logic, and it decides nothing. Everything here is plain data
//! with public fields; `server` turns it into `rules` and `clock` types and back.
//!
//! Start reading at [`ClientMessage`] and [`ServerMessage`] (the socket), then [`CreateGame`] and [`Snapshot`]; [`Code`] is
//! the table of errors. `docs/SERVER.md` describes the protocol with examples.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing,
        clippy::cast_possible_truncation
    )
)]

mod account;
mod archive;
mod clock_view;
mod error;
mod game;
mod id;
mod judge;
mod record;
mod rules_view;
mod ruling;
mod socket;

pub use account::{Account, Credentials, PatchMe, Registration};
pub use archive::{GamePage, GameQuery, ListedGame, Seek};
pub use clock_view::{ClockView, ControlView, TimeView};
pub use error::{Code, ErrorBody, ErrorDetail, Message};
pub use game::{
    Ask, AskKind, Color, ColorChoice, CountLine, CountView, CreateGame, Created, CycleView, Ending,
    EventBody, EventFrame, EventPage, GameState, LineMove, MakerView, MarkingView, Opponent,
    PartyView, PhaseView, Placement, PlayerView, ProposalView, ProposedGroup, Room, SetupView,
    Snapshot, StartFrom, Stones, TwoSides,
};
pub use id::{BadId, GameId, RecordId, Seq, UserId};
pub use judge::{
    CountTerms, CountedBy, JudgeRequest, JudgedCount, JudgedLine, JudgedMarks, JudgedOwners,
    Judgement, LabDifference, LabRow, SideTerms,
};
pub use record::{
    DiagramCoordinates, DiagramRequest, DiagramTheme, GameInFile, IllegalMove, ImportRecord,
    Imported, ListedRecord, OpenedFile, RecordInfo, RecordNode, RecordPage, RecordProperty,
    RecordQuery, RecordTree, RecordView, Repair, SaveRecord, Saved,
};
pub use rules_view::{Axis, EngineLevel, RulesetLine, RulesetView};
pub use socket::{Action, CallFrame, ChatLine, ClientMessage, Empty, ServerMessage};
