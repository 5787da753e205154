use std::time::Duration;

use board::{BoardSize, Color, PointSet, SizeError};
use rules::Score;
use thiserror::Error;

use crate::line::Request;
use crate::value::{Vertex, parse_color, parse_vertex};

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
    /// `clear_board`
    ClearBoard,
    /// `komi POINTS`
    Komi(Score),
    /// `play COLOUR VERTEX`
    Play(Color, Vertex),
    /// `genmove COLOUR`
    GenMove(Color),
    /// `reg_genmove COLOUR`: a move that is not played
    RegGenMove(Color),
    /// `kgs-genmove_cleanup COLOUR`: a move after the other side disputed dead stones
    GenMoveCleanup(Color),
    /// `undo`
    Undo,
    /// `fixed_handicap N`
    FixedHandicap(u32),
    /// `place_free_handicap N`
    PlaceFreeHandicap(u32),
    /// `set_free_handicap VERTEX…`
    SetFreeHandicap(PointSet),
    /// `time_settings MAIN PERIOD STONES`, in seconds
    TimeSettings {
        /// Main time.
        main: Duration,
        /// Length of a period.
        period: Duration,
        /// Stones to be played in it.
        stones: u32,
    },
    /// `time_left COLOUR SECONDS STONES`
    TimeLeft {
        /// Whose.
        color: Color,
        /// What is left of the main time or the period.
        time: Duration,
        /// Stones left in the period, 0 in main time.
        stones: u32,
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
    /// `kata-set-rules NAME`
    SetRules(String),
    /// `kata-get-rules`
    GetRules,
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

/// Reads the arguments of one command.
struct Arguments<'a> {
    command: &'static str,
    left: std::slice::Iter<'a, String>,
}

impl Arguments<'_> {
    fn next<T>(
        &mut self,
        needs: &'static str,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<T, CommandError> {
        let word =
            self.left.next().ok_or(CommandError::Missing { command: self.command, needs })?;
        let argument = || CommandError::Argument { argument: word.clone(), needs };
        read(word).ok_or_else(argument)
    }

    fn color(&mut self) -> Result<Color, CommandError> {
        self.next("a colour", parse_color)
    }

    fn number(&mut self, needs: &'static str) -> Result<u32, CommandError> {
        self.next(needs, |word| word.parse().ok())
    }

    fn seconds(&mut self) -> Result<Duration, CommandError> {
        self.next("a number of seconds", seconds)
    }

    fn rest(self) -> String {
        let words: Vec<&str> = self.left.map(String::as_str).collect();
        words.join(" ")
    }
}

/// Whole or broken seconds, not negative (a negative rest of time, as some servers send it, is none).
fn seconds(word: &str) -> Option<Duration> {
    let seconds: f64 = word.parse().ok()?;
    if !seconds.is_finite() {
        return None;
    }
    Duration::try_from_secs_f64(seconds.max(0.0)).ok()
}

impl Command {
    /// The names of all commands, in alphabetical order.
    pub const NAMES: [&'static str; 27] = [
        "boardsize",
        "clear_board",
        "final_score",
        "final_status_list",
        "fixed_handicap",
        "genmove",
        "kata-get-rules",
        "kata-set-rules",
        "kgs-genmove_cleanup",
        "known_command",
        "komi",
        "list_commands",
        "loadsgf",
        "name",
        "place_free_handicap",
        "play",
        "printsgf",
        "protocol_version",
        "quit",
        "rectangular_boardsize",
        "reg_genmove",
        "set_free_handicap",
        "showboard",
        "time_left",
        "time_settings",
        "undo",
        "version",
    ];

    /// Reads a request. Vertices must be on a board of `size`. Arguments too many are not looked at, as the protocol has
    /// it.
    ///
    /// # Errors
    /// When the command is unknown or an argument is missing or makes no sense.
    pub fn parse(request: &Request, size: BoardSize) -> Result<Command, CommandError> {
        let unknown = || CommandError::Unknown(request.name.clone());
        let command =
            Command::NAMES.into_iter().find(|&name| name == request.name).ok_or_else(unknown)?;
        let mut arguments = Arguments { command, left: request.arguments.iter() };
        Ok(match command {
            "protocol_version" => Command::ProtocolVersion,
            "name" => Command::Name,
            "version" => Command::Version,
            "known_command" => {
                Command::KnownCommand(arguments.next("a name", |word| Some(word.to_owned()))?)
            }
            "list_commands" => Command::ListCommands,
            "quit" => Command::Quit,
            "boardsize" | "rectangular_boardsize" => board_size(arguments)?,
            "clear_board" => Command::ClearBoard,
            "komi" => Command::Komi(arguments.next("a komi in half points", komi)?),
            "play" => {
                let color = arguments.color()?;
                let vertex =
                    arguments.next("a point of the board", |word| parse_vertex(word, size))?;
                Command::Play(color, vertex)
            }
            "genmove" => Command::GenMove(arguments.color()?),
            "reg_genmove" => Command::RegGenMove(arguments.color()?),
            "kgs-genmove_cleanup" => Command::GenMoveCleanup(arguments.color()?),
            "undo" => Command::Undo,
            "fixed_handicap" => Command::FixedHandicap(arguments.number("a number of stones")?),
            "place_free_handicap" => {
                Command::PlaceFreeHandicap(arguments.number("a number of stones")?)
            }
            "set_free_handicap" => set_free_handicap(arguments, size)?,
            "time_settings" => Command::TimeSettings {
                main: arguments.seconds()?,
                period: arguments.seconds()?,
                stones: arguments.number("a number of stones")?,
            },
            "time_left" => Command::TimeLeft {
                color: arguments.color()?,
                time: arguments.seconds()?,
                stones: arguments.number("a number of stones")?,
            },
            "final_score" => Command::FinalScore,
            "final_status_list" => {
                Command::FinalStatusList(arguments.next("a status", StatusKind::parse)?)
            }
            "showboard" => Command::ShowBoard,
            "loadsgf" => load_sgf(arguments)?,
            "printsgf" => Command::PrintSgf(Some(arguments.rest()).filter(|file| !file.is_empty())),
            "kata-set-rules" => {
                let rules = arguments.rest();
                if rules.is_empty() {
                    return Err(CommandError::Missing { command, needs: "a ruleset" });
                }
                Command::SetRules(rules)
            }
            "kata-get-rules" => Command::GetRules,
            _ => return Err(unknown()),
        })
    }
}

fn board_size(mut arguments: Arguments<'_>) -> Result<Command, CommandError> {
    let columns = arguments.number("a number of lines")?;
    let rows = match arguments.left.len() {
        0 => columns,
        _ => arguments.number("a number of lines")?,
    };
    Ok(Command::BoardSize(BoardSize::new(columns, rows)?))
}

fn set_free_handicap(
    mut arguments: Arguments<'_>,
    size: BoardSize,
) -> Result<Command, CommandError> {
    let mut stones = PointSet::EMPTY;
    while arguments.left.len() > 0 {
        let stone =
            arguments.next("a point of the board, named once", |word| {
                match parse_vertex(word, size) {
                    Some(Vertex::Point(point)) if stones.insert(point) => Some(point),
                    _ => None,
                }
            })?;
        debug_assert!(stones.contains(stone));
    }
    Ok(Command::SetFreeHandicap(stones))
}

/// A file name may hold blanks; a number at the end is the move.
fn load_sgf(arguments: Arguments<'_>) -> Result<Command, CommandError> {
    let mut words: Vec<&str> = arguments.left.map(String::as_str).collect();
    let before_move = match words.as_slice() {
        [_, .., last] => last.parse().ok(),
        _ => None,
    };
    if before_move.is_some() {
        words.pop();
    }
    if words.is_empty() {
        return Err(CommandError::Missing { command: "loadsgf", needs: "a file" });
    }
    Ok(Command::LoadSgf { file: words.join(" "), before_move })
}

/// A komi in points; GTP's floats are read exactly, and those between half points are refused.
fn komi(word: &str) -> Option<Score> {
    Score::parse(word).ok()
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
mod tests {
    use super::*;

    fn parse(line: &str) -> Result<Command, String> {
        let request = Request::parse(line.as_bytes()).expect("a line").expect("a request");
        let size = BoardSize::square(19).expect("a legal size");
        Command::parse(&request, size).map_err(|error| error.to_string())
    }

    #[test]
    fn every_name_is_read_and_the_list_is_sorted() {
        assert!(Command::NAMES.is_sorted());
        for name in Command::NAMES {
            assert_ne!(parse(name), Err("unknown command".to_owned()), "{name}");
        }
        assert_eq!(parse("Name"), Err("unknown command".to_owned()));
    }

    #[test]
    fn arguments_are_typed() {
        assert_eq!(parse("komi 6.5"), Ok(Command::Komi(Score::half_points(13))));
        assert_eq!(parse("komi -0.5"), Ok(Command::Komi(Score::half_points(-1))));
        assert_eq!(parse("play w pass"), Ok(Command::Play(Color::White, Vertex::Pass)));
        let size = BoardSize::new(7, 9).expect("a legal size");
        assert_eq!(parse("boardsize 7 9"), Ok(Command::BoardSize(size)));
        assert_eq!(
            parse("time_left b -3 0"),
            Ok(Command::TimeLeft { color: Color::Black, time: Duration::ZERO, stones: 0 })
        );
        assert_eq!(
            parse("loadsgf a b.sgf 12"),
            Ok(Command::LoadSgf { file: "a b.sgf".to_owned(), before_move: Some(12) })
        );
        assert_eq!(
            parse("loadsgf 12"),
            Ok(Command::LoadSgf { file: "12".to_owned(), before_move: None })
        );
    }

    #[test]
    fn wrong_arguments_are_named() {
        assert_eq!(parse("boardsize 26"), Err("unacceptable size".to_owned()));
        for line in [
            "play b T20",
            "play D4 b",
            "play b",
            "komi seven",
            "komi 6.3",
            "genmove",
            "time_settings 1 2",
            "time_left b nan 0",
            "final_status_list",
            "final_status_list sleeping",
            "set_free_handicap D4 D4",
            "fixed_handicap -1",
        ] {
            let message = parse(line).expect_err(line);
            assert!(message.starts_with("syntax error: "), "{line}: {message}");
        }
    }
}
