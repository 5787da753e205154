//! Games: how one is made, what a snapshot shows, what an event says.

use board::{BoardSize, Coordinates, Point, PointSet};
use clock::Side;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::clock_view::{ClockView, ControlView};
use crate::{ChatLine, GameId, Message, Seq, UserId};

/// A colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Color {
    /// Black.
    Black,
    /// White.
    White,
}

impl From<board::Color> for Color {
    fn from(color: board::Color) -> Self {
        match color {
            board::Color::Black => Self::Black,
            board::Color::White => Self::White,
        }
    }
}

impl From<Color> for board::Color {
    fn from(color: Color) -> Self {
        match color {
            Color::Black => Self::Black,
            Color::White => Self::White,
        }
    }
}

impl From<Side> for Color {
    fn from(side: Side) -> Self {
        match side {
            Side::Black => Self::Black,
            Side::White => Self::White,
        }
    }
}

impl From<Color> for Side {
    fn from(color: Color) -> Self {
        match color {
            Color::Black => Self::Black,
            Color::White => Self::White,
        }
    }
}

/// One thing for each side.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TwoSides<T> {
    /// Black's.
    pub black: T,
    /// White's.
    pub white: T,
}

/// Which colour whoever makes the game wants.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ColorChoice {
    /// Black.
    Black,
    /// White.
    White,
    /// By lot (猜先).
    #[default]
    Random,
}

/// Against whom.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Opponent {
    /// Whoever has the link.
    Link {},
    /// Whoever takes the open seek.
    Seek {},
    /// The engine.
    Engine {
        /// A level of `GET /levels`, or a number that one of them stands for.
        level: u8,
    },
    /// Two people at this device.
    Here {},
}

/// How handicap stones are put on the board.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Placement {
    /// As the ruleset says.
    #[default]
    Ruleset,
    /// On the usual points, 2 to 9 stones, and the large handicaps 13, 16 and 25.
    Fixed,
    /// Black puts them where he likes, with one event `place_handicap`.
    Free,
}

/// Where a game starts other than on the empty board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum StartFrom {
    /// After a move of a record; its moves become the game's.
    Record {
        /// The record in any format, at most 256 KB.
        #[schema(max_length = 262144)]
        text: String,
        /// After how many moves; all of the main line without it.
        #[serde(default)]
        moves: Option<u32>,
    },
    /// From stones on the board.
    Position {
        /// Black stones, such as `Q16`.
        black: Vec<String>,
        /// White stones.
        white: Vec<String>,
        /// Who moves first; without it the ruleset says.
        #[serde(default)]
        to_move: Option<Color>,
    },
}

/// A new game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CreateGame {
    /// Against whom.
    pub opponent: Opponent,
    /// The own colour.
    #[serde(default)]
    pub color: ColorChoice,
    /// Columns, 2 to 25.
    #[schema(minimum = 2, maximum = 25)]
    pub cols: u8,
    /// Rows, 2 to 25.
    #[schema(minimum = 2, maximum = 25)]
    pub rows: u8,
    /// A ruleset's name, perhaps with changes: `japanese`, `chinese repetition=positional`.
    #[schema(max_length = 400)]
    pub ruleset: String,
    /// Komi in points, such as `6.5`; the ruleset's without it.
    #[serde(default)]
    pub komi: Option<String>,
    /// Handicap stones; 0 and 1 are even games.
    #[serde(default)]
    #[schema(maximum = 100)]
    pub handicap: u32,
    /// How they are put.
    #[serde(default)]
    pub placement: Placement,
    /// Whether the four seated stones (座子) are set; the ruleset says without it.
    #[serde(default)]
    pub seats: Option<bool>,
    /// Another start than the empty board.
    #[serde(default)]
    pub start: Option<StartFrom>,
    /// Time control of both, such as `20m+5x30s`; `none` for no clock. See `GET /time-controls/parse`.
    #[schema(max_length = 200)]
    pub time: String,
    /// White's time control where it differs.
    #[serde(default)]
    #[schema(max_length = 200)]
    pub time_white: Option<String>,
    /// Only those with the link see it.
    #[serde(default)]
    pub private: bool,
    /// Whether the players want it to count for ratings.
    #[serde(default)]
    pub rated: bool,
}

/// A game that was made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Created {
    /// The game.
    pub id: GameId,
    /// The key for joining by link and for seeing a private game; only its maker is told.
    pub key: Option<String>,
    /// The path to send to the other player.
    pub link: String,
    /// The state.
    pub state: GameState,
}

/// How far a game is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum GameState {
    /// It waits for a second player.
    Waiting,
    /// It is being played or counted.
    Live,
    /// It is over.
    Done,
    /// It was cancelled before it had begun.
    Cancelled,
}

/// The part of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PhaseView {
    /// The players move.
    Play,
    /// Dead stones are being agreed.
    Counting,
    /// It is over.
    Done,
}

impl From<rules::Phase> for PhaseView {
    fn from(phase: rules::Phase) -> Self {
        match phase {
            rules::Phase::Play => Self::Play,
            rules::Phase::Counting => Self::Counting,
            rules::Phase::Done => Self::Done,
        }
    }
}

/// A player.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PlayerView {
    /// The account; none for the engine and while nobody has joined.
    pub id: Option<UserId>,
    /// The name shown.
    pub name: String,
    /// The engine's level, if it is the engine.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub engine: Option<u8>,
}

/// Whoever made a game that waits.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct MakerView {
    /// The name shown.
    pub name: String,
    /// Whether it is whoever asks.
    pub you: bool,
}

/// Terms of a game, fixed when it was made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct SetupView {
    /// Columns.
    pub cols: u8,
    /// Rows.
    pub rows: u8,
    /// The ruleset's id.
    pub ruleset: String,
    /// Its name.
    pub ruleset_name: Message,
    /// `zi`, `point` or `lu`: the unit of its results.
    pub unit: String,
    /// Komi in points.
    pub komi: String,
    /// Handicap stones.
    pub handicap: u32,
    /// Whether Black has still to put them (`place_handicap`).
    pub free_handicap: bool,
    /// Time controls.
    pub time: TwoSides<ControlView>,
    /// Only those with the link see it.
    pub private: bool,
    /// Whether it is to count for ratings.
    pub rated: bool,
    /// Two people at one device.
    pub here: bool,
}

/// Stones of both colours, in GTP's letters.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Stones {
    /// Black stones.
    pub black: Vec<String>,
    /// White stones.
    pub white: Vec<String>,
}

impl Stones {
    /// The stones on a board.
    pub fn of(board: &board::Board) -> Self {
        let list = |color| points(&board.stones(color), board.size());
        Self { black: list(board::Color::Black), white: list(board::Color::White) }
    }
}

/// Points in GTP's letters.
pub(crate) fn points(set: &PointSet, size: BoardSize) -> Vec<String> {
    set.iter().map(|point| vertex(point, size)).collect()
}

fn vertex(point: Point, size: BoardSize) -> String {
    Coordinates::Gtp.format(point, size)
}

/// A move in force.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct LineMove {
    /// Who moved.
    pub by: Color,
    /// A vertex such as `Q16`, or `pass`.
    pub at: String,
}

/// What is held dead and in seki.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct MarkingView {
    /// The event that set it; `agree` names it.
    pub seq: Seq,
    /// Dead stones.
    pub dead: Vec<String>,
    /// Stones of chains in seki.
    pub seki: Vec<String>,
}

impl MarkingView {
    /// A marking as event `seq` made it.
    pub fn of(marking: &rules::Marking, seq: Seq, size: BoardSize) -> Self {
        Self { seq, dead: points(&marking.dead, size), seki: points(&marking.seki, size) }
    }
}

/// The analyser's proposal of dead stones.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ProposalView {
    /// Dead stones.
    pub dead: Vec<String>,
    /// Stones of chains in seki.
    pub seki: Vec<String>,
    /// What was found of each group, with the reason.
    pub groups: Vec<ProposedGroup>,
    /// Empty points that are nobody's and could still be filled.
    pub dame: Vec<String>,
    /// Whether every group is settled; if not, look closely at those that are not.
    pub sure: bool,
}

/// A group in the proposal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ProposedGroup {
    /// Its colour.
    pub color: Color,
    /// Its stones.
    pub stones: Vec<String>,
    /// `alive`, `dead`, `seki` or `unsettled`.
    pub status: String,
    /// Why.
    pub reason: Message,
}

/// A long cycle on the board and how it may be ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct CycleView {
    /// Such as `triple_ko`.
    pub kind: String,
    /// What it is.
    pub text: Message,
    /// How both players may end it by proposing the same.
    pub endings: Vec<Ending>,
}

/// How a cycle is ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// A draw.
    Draw,
    /// No result.
    NoResult,
    /// Void, to be played again.
    Replay,
}

impl From<Ending> for rules::Ending {
    fn from(ending: Ending) -> Self {
        match ending {
            Ending::Draw => Self::Draw,
            Ending::NoResult => Self::NoResult,
            Ending::Replay => Self::Replay,
        }
    }
}

impl From<rules::Ending> for Ending {
    fn from(ending: rules::Ending) -> Self {
        match ending {
            rules::Ending::Draw => Self::Draw,
            rules::Ending::NoResult => Self::NoResult,
            rules::Ending::Replay => Self::Replay,
        }
    }
}

/// Something a player has asked the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Ask {
    /// Who asked.
    pub by: Color,
    /// What.
    pub kind: AskKind,
    /// How many moves, for an undo.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves: Option<u32>,
}

/// What may be asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum AskKind {
    /// To take moves back.
    Undo,
    /// To interrupt the game.
    Pause,
}

/// Who acted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PartyView {
    /// The player of the black stones.
    Black,
    /// The player of the white stones.
    White,
    /// The referee.
    Referee,
    /// The organiser.
    Organiser,
    /// The server.
    Server,
}

impl From<rules::Party> for PartyView {
    fn from(party: rules::Party) -> Self {
        match party {
            rules::Party::Player(board::Color::Black) => Self::Black,
            rules::Party::Player(board::Color::White) => Self::White,
            rules::Party::Referee => Self::Referee,
            rules::Party::Organiser => Self::Organiser,
            rules::Party::Server => Self::Server,
        }
    }
}

impl From<board::Color> for PartyView {
    fn from(color: board::Color) -> Self {
        rules::Party::Player(color).into()
    }
}

/// What an event says. In JSON an object with one member, such as `{"move":{"by":"black","at":"Q16"}}`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum EventBody {
    /// A stone or a pass.
    Move {
        /// Who moved.
        by: Color,
        /// A vertex or `pass`.
        at: String,
    },
    /// Handicap stones.
    PlaceHandicap {
        /// Where.
        stones: Vec<String>,
    },
    /// Stones set by hand.
    Edit {
        /// Black stones set.
        black: Vec<String>,
        /// White stones set.
        white: Vec<String>,
        /// Points emptied.
        empty: Vec<String>,
    },
    /// A player gave up.
    Resign {
        /// Who.
        by: Color,
    },
    /// A player's time ran out.
    TimeLoss {
        /// Whose.
        by: Color,
    },
    /// The marking was set; acceptances are withdrawn.
    Mark {
        /// Who set it; the server puts its proposal first.
        by: PartyView,
        /// Dead stones.
        dead: Vec<String>,
        /// Stones of chains in seki.
        seki: Vec<String>,
    },
    /// A player accepted the marking.
    Agree {
        /// Who.
        by: Color,
    },
    /// A player disputes the marking; play goes on as the ruleset says.
    Dispute {
        /// Who.
        by: Option<Color>,
    },
    /// A player proposed how to end the cycle.
    EndPropose {
        /// Who.
        by: Color,
        /// How.
        ending: Ending,
    },
    /// Play goes on after it had stopped.
    Resume {
        /// Who asked.
        by: Color,
    },
    /// Moves were taken back by agreement.
    Undo {
        /// How many.
        moves: u32,
        /// Who asked.
        by: Color,
    },
    /// The game is interrupted.
    Pause {
        /// By whom.
        by: PartyView,
    },
    /// It goes on.
    Unpause {
        /// By whom.
        by: PartyView,
    },
    /// A move was sealed.
    Seal {
        /// By whom.
        by: Color,
    },
    /// The sealed move was opened.
    Unseal {
        /// A vertex or `pass`.
        at: String,
    },
    /// A referee or the server ruled.
    Ruling {
        /// What, by its code: `void`, `status`, `point_penalty`, ….
        decision: String,
        /// What, in words.
        text: Message,
        /// Dead stones, for `status`.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        dead: Vec<String>,
        /// Stones of chains in seki, for `status`.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        seki: Vec<String>,
    },
}

impl EventBody {
    /// The wire form of an event on a board; `by_server` says that the server itself set a marking.
    pub fn of(event: &rules::Event, size: BoardSize, by_server: bool) -> Self {
        use rules::Event;
        match event {
            Event::Move { by, mv } => Self::Move { by: (*by).into(), at: move_text(*mv, size) },
            Event::PlaceHandicap { stones } => Self::PlaceHandicap { stones: points(stones, size) },
            Event::Edit(edit) => Self::Edit {
                black: points(&edit.black, size),
                white: points(&edit.white, size),
                empty: points(&edit.empty, size),
            },
            Event::Resign { by } => Self::Resign { by: (*by).into() },
            Event::TimeLoss { by } => Self::TimeLoss { by: (*by).into() },
            Event::MarkDead { by, marking } => Self::Mark {
                by: if by_server { PartyView::Server } else { (*by).into() },
                dead: points(&marking.dead, size),
                seki: points(&marking.seki, size),
            },
            Event::Agree { by } => Self::Agree { by: (*by).into() },
            Event::Dispute { by } => Self::Dispute { by: by.map(Into::into) },
            Event::ProposeEnd { by, ending } => {
                Self::EndPropose { by: (*by).into(), ending: (*ending).into() }
            }
            Event::Resume { asked_by } => Self::Resume { by: (*asked_by).into() },
            Event::Undo { moves, asked_by } => Self::Undo { moves: *moves, by: (*asked_by).into() },
            Event::Pause { by } => Self::Pause { by: (*by).into() },
            Event::Unpause { by } => Self::Unpause { by: (*by).into() },
            // What the envelope holds is nobody's business before it is opened.
            Event::Seal { by, .. } => Self::Seal { by: (*by).into() },
            Event::Unseal { mv } => Self::Unseal { at: move_text(*mv, size) },
            Event::Ruling(ruling) => crate::ruling::body(&ruling.decision, size),
        }
    }
}

/// A vertex or `pass`.
pub(crate) fn move_text(mv: board::Move, size: BoardSize) -> String {
    match mv {
        board::Move::Pass => "pass".to_owned(),
        board::Move::Play(point) => vertex(point, size),
    }
}

/// An event with what it did.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct EventFrame {
    /// The game.
    pub game: GameId,
    /// The event's number.
    pub seq: Seq,
    /// When the server accepted it, in milliseconds since 1970.
    pub at: u64,
    /// What it says.
    pub d: EventBody,
    /// Stones that came off, in GTP's letters.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub captures: Vec<String>,
    /// Prisoners each side holds after it.
    pub prisoners: TwoSides<u32>,
    /// Both clocks after it.
    pub clock: ClockView,
    /// The phase after it.
    pub phase: PhaseView,
    /// Who may move after it.
    pub to_move: Option<Color>,
    /// The result, when it ended the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    /// The cycle it closed, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cycle: Option<CycleView>,
    /// The id its sender gave it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// While dead stones are being agreed: from when on each player may let the server decide (`settle`), in milliseconds
    /// since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub settle: Option<TwoSides<u64>>,
}

/// Events of a game after a number.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct EventPage {
    /// The events, oldest first.
    pub events: Vec<EventFrame>,
    /// The game's last number.
    pub last: Seq,
}

/// A chat of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Room {
    /// The players'; watchers see it once the game is over.
    Players,
    /// The watchers'; players see it once the game is over.
    Watchers,
}

/// A line of the count's working.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct CountLine {
    /// The line.
    pub text: Message,
}

/// A count with its working.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct CountView {
    /// The result as in SGF, such as `B+1.5`.
    pub result: String,
    /// The result in words.
    pub text: Message,
    /// Both sides' totals in the ruleset's unit (`setup.unit`), such as `184.5`: for `zi` in 子, else in points with komi.
    pub totals: TwoSides<String>,
    /// The working, line by line.
    pub lines: Vec<CountLine>,
    /// Points that are Black's and White's at the end.
    pub owners: Stones,
}

/// A game as it stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Snapshot {
    /// The game.
    pub game: GameId,
    /// The last event's number.
    pub seq: Seq,
    /// The state.
    pub state: GameState,
    /// The terms.
    pub setup: SetupView,
    /// The players.
    pub players: TwoSides<PlayerView>,
    /// Which colours whoever asks plays; both at one device.
    pub you: Vec<Color>,
    /// Who made the game, while it waits for an opponent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub maker: Option<MakerView>,
    /// The phase.
    pub phase: PhaseView,
    /// Who may move.
    pub to_move: Option<Color>,
    /// Whether the game is interrupted.
    pub paused: bool,
    /// Stones before the first move.
    pub start: Stones,
    /// Moves in force.
    pub line: Vec<LineMove>,
    /// Stones on the board.
    pub stones: Stones,
    /// The point that a ko forbids to the side to move.
    pub ko: Option<String>,
    /// Prisoners each side holds.
    pub prisoners: TwoSides<u32>,
    /// Both clocks.
    pub clock: ClockView,
    /// The marking.
    pub marking: Option<MarkingView>,
    /// Who has accepted it.
    pub agreed: TwoSides<bool>,
    /// From when on each player may let the server decide (`settle`), in milliseconds since 1970; none unless dead stones
    /// are being agreed, and while the game is interrupted.
    pub settle: Option<TwoSides<u64>>,
    /// The cycle on the board.
    pub cycle: Option<CycleView>,
    /// What has been asked and not answered.
    pub asks: Vec<Ask>,
    /// Which players are connected.
    pub present: TwoSides<bool>,
    /// How many watch.
    pub watchers: u32,
    /// The result as in SGF, once the game is over.
    pub result: Option<String>,
    /// The result in words.
    pub result_text: Option<Message>,
    /// The count, where the game ended by counting, and while dead stones are being agreed.
    pub count: Option<CountView>,
    /// The latest lines of the chat that whoever asks may read.
    pub chat: Vec<ChatLine>,
}
