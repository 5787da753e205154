use std::time::Duration;

use board::{BoardSize, Color, Point, PointSet, SizeError};
use rules::Score;
use thiserror::Error;

use crate::line::Request;
use crate::value::Vertex;

mod analyze;
mod arguments;
mod table;

pub use analyze::{AnalyzeOptions, Format, Restriction};

/// What a controller asks for.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// `protocol_version`
    ProtocolVersion,
    /// `name`
    Name,
    /// `version`
    Version,
    /// `known_command NAME`
    KnownCommand(String),
    /// `list_commands`
    ListCommands,
    /// `quit`
    Quit,
    /// `boardsize N`, or `boardsize COLUMNS ROWS` (also `rectangular_boardsize`)
    BoardSize(BoardSize),
    /// `query_boardsize`
    QueryBoardSize,
    /// `clear_board`
    ClearBoard,
    /// `set_position COLOUR VERTEX …`: a game that begins with these stones
    SetPosition(Vec<(Color, Point)>),
    /// `komi POINTS`
    Komi(Score),
    /// `get_komi`
    GetKomi,
    /// `play COLOUR VERTEX`
    Play(Color, Vertex),
    /// `gogui-play_sequence COLOUR VERTEX …`: all of them or none
    PlaySequence(Vec<(Color, Vertex)>),
    /// `genmove COLOUR`
    GenMove(Color),
    /// `reg_genmove COLOUR`: a move that is not played
    RegGenMove(Color),
    /// `kgs-genmove_cleanup COLOUR`: a move after the other side disputed dead stones
    GenMoveCleanup(Color),
    /// `kata-search`, `kata-genmove_analyze` and their kin
    Search(SearchCommand),
    /// `lz-analyze`, `kata-analyze`, `analyze`: reports until the next line
    Analyze {
        /// Who is to move; without it whoever is.
        color: Option<Color>,
        /// How it is written.
        format: Format,
        /// What and how often.
        options: AnalyzeOptions,
    },
    /// `stop`: ends thinking on the other side's time
    Stop,
    /// `undo`
    Undo,
    /// `gg-undo [N]`: several moves, or none of them
    UndoMoves(u32),
    /// `fixed_handicap N`
    FixedHandicap(u32),
    /// `place_free_handicap N`
    PlaceFreeHandicap(u32),
    /// `set_free_handicap VERTEX…`
    SetFreeHandicap(PointSet),
    /// `time_settings`, `kgs-time_settings`, `kata-time_settings`: the command and its arguments, which the crate `clock`
    /// reads
    TimeSettings {
        /// The command's name.
        command: &'static str,
        /// Its arguments.
        arguments: Vec<String>,
    },
    /// `kata-list_time_settings`
    ListTimeSettings,
    /// `time_left COLOUR SECONDS NUMBER`
    TimeLeft {
        /// Whose.
        color: Color,
        /// What is left of the main time or the period.
        time: Duration,
        /// Stones left in the period, or periods left in byo-yomi; 0 in main time.
        number: u32,
    },
    /// `final_score`
    FinalScore,
    /// `final_status_list STATUS`
    FinalStatusList(StatusKind),
    /// `showboard`
    ShowBoard,
    /// `loadsgf FILE [MOVE]`
    LoadSgf {
        /// The file.
        file: String,
        /// The position before this move (from 1); the end without it.
        before_move: Option<u32>,
    },
    /// `printsgf [FILE]`
    PrintSgf(Option<String>),
    /// `kata-set-rules NAME`, or an object in JSON; also `kgs-rules` and `scoring_system`
    SetRules(String),
    /// `kata-set-rule PART VALUE`
    SetRule {
        /// The part, as KataGo calls it: `ko`, `scoring` …
        part: String,
        /// Its value.
        value: String,
    },
    /// `kata-get-rules`
    GetRules,
    /// `kata-raw-nn SYMMETRY`, `kata-raw-human-nn SYMMETRY`
    RawNn {
        /// One of the eight, or all.
        symmetry: Option<u8>,
        /// Optimism of the policy, 0 to 1, where it is said.
        policy_optimism: Option<f32>,
        /// Whether the network that imitates people is asked.
        human: bool,
    },
    /// `kata-get-param NAME`
    GetParam(String),
    /// `kata-set-param NAME VALUE`
    SetParam {
        /// The setting.
        name: String,
        /// Its value.
        value: String,
    },
    /// `kata-list-params`
    ListParams,
    /// `kata-get-params`
    GetParams,
    /// `kata-get-models`
    GetModels,
    /// `clear_cache`
    ClearCache,
    /// `cputime`, `gomill-cpu_time`: seconds spent on moves
    CpuTime,
    /// `gomill-describe_engine`
    DescribeEngine,
    /// `debug_moves`: the moves so far
    DebugMoves,
    /// `is_legal COLOUR VERTEX`
    IsLegal(Color, Vertex),
    /// `all_legal COLOUR`
    AllLegal(Color),
    /// `list_stones COLOUR`
    ListStones(Color),
    /// `captures COLOUR`: prisoners that this side holds
    Captures(Color),
    /// `kgs-game_over`
    GameOver,
    /// `kgs-chat KIND NAME TEXT`
    Chat {
        /// `game` or `private`.
        kind: String,
        /// Who says it.
        name: String,
        /// What.
        text: String,
    },
    /// Commands of GoGui that answer what is on the board.
    GoGui(GoGui),
    /// `gogui-setup COLOUR VERTEX …`; no colour takes a stone off
    Setup(Vec<(Option<Color>, Point)>),
    /// `gogui-setup_player COLOUR`
    SetupPlayer(Color),
    /// `gogui-undo_setup`
    UndoSetup,
}

/// A search for a move, played or not.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchCommand {
    /// Who is to move; without it whoever is.
    pub color: Option<Color>,
    /// Whether the move is played.
    pub plays: bool,
    /// Whether the next line ends it without a move.
    pub is_cancellable: bool,
    /// Reports on the way.
    pub reports: Option<(Format, AnalyzeOptions)>,
}

/// Commands of GoGui that ask and change nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GoGui {
    /// `gogui-analyze_commands`
    AnalyzeCommands,
    /// `gogui-interrupt`
    Interrupt,
    /// `gogui-title`
    Title,
    /// `gogui-rules_game_id`
    GameId,
    /// `gogui-rules_board`
    Board,
    /// `gogui-rules_board_size`
    BoardSize,
    /// `gogui-rules_side_to_move`
    SideToMove,
    /// `gogui-rules_legal_moves`
    LegalMoves,
    /// `gogui-rules_final_result`
    FinalResult,
    /// `gogui-rules_captured_count`
    CapturedCount,
    /// `shoutan-ownership`: GoGui's kind `dboard`
    Ownership,
    /// `shoutan-policy`: GoGui's kind `gfx`
    Policy,
}

/// What `final_status_list` asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatusKind {
    /// Living stones.
    Alive,
    /// Stones in seki.
    Seki,
    /// Dead stones.
    Dead,
    /// White's territory.
    WhiteTerritory,
    /// Black's territory.
    BlackTerritory,
    /// Points of neither.
    Dame,
}

/// Why a request is no command. The message is GTP's where the protocol has one.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CommandError {
    /// Nobody knows the command.
    #[error("unknown command")]
    Unknown(String),
    /// An argument is missing.
    #[error("syntax error: {command} needs {needs}")]
    Missing {
        /// The command.
        command: &'static str,
        /// What it needs.
        needs: &'static str,
    },
    /// An argument makes no sense.
    #[error("syntax error: {argument:?} is not {needs}")]
    Argument {
        /// As written.
        argument: String,
        /// What was needed.
        needs: &'static str,
    },
    /// The board size can't be played on.
    #[error("unacceptable size")]
    Size(#[from] SizeError),
}

impl Command {
    /// The names of all commands, in alphabetical order.
    pub const NAMES: [&'static str; table::TABLE.len()] = table::NAMES;

    /// Reads a request. Vertices must be on a board of `size`. Arguments too many are not looked at, as the protocol has
    /// it.
    ///
    /// # Errors
    /// When the command is unknown or an argument is missing or makes no sense.
    pub fn parse(request: &Request, size: BoardSize) -> Result<Command, CommandError> {
        table::parse(request, size)
    }
}

impl StatusKind {
    /// Reads a status word of GTP or of its extension with territory.
    pub fn parse(word: &str) -> Option<StatusKind> {
        Some(match word {
            "alive" => StatusKind::Alive,
            "seki" => StatusKind::Seki,
            "dead" => StatusKind::Dead,
            "white_territory" => StatusKind::WhiteTerritory,
            "black_territory" => StatusKind::BlackTerritory,
            "dame" => StatusKind::Dame,
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests;
