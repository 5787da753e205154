//! Which names there are and how the arguments of each are read.

use board::{BoardSize, Color, PointSet};

use super::analyze::{self, Format};
use super::arguments::Arguments;
use super::{Command, CommandError, GoGui, SearchCommand, StatusKind};
use crate::line::Request;
use crate::value::{Vertex, parse_color};

type Read = fn(Arguments<'_>) -> Result<Command, CommandError>;

/// Every command, by name in alphabetical order, and the function that reads its arguments.
#[rustfmt::skip]
pub(super) const TABLE: [(&str, Read); 82] = [
    ("all_legal", |mut a| Ok(Command::AllLegal(a.color()?))),
    ("analyze", |a| endless(a, Format::Sabaki)),
    ("boardsize", board_size),
    ("captures", |mut a| Ok(Command::Captures(a.color()?))),
    ("clear_board", |_| Ok(Command::ClearBoard)),
    ("clear_cache", |_| Ok(Command::ClearCache)),
    ("cputime", |_| Ok(Command::CpuTime)),
    ("debug_moves", |_| Ok(Command::DebugMoves)),
    ("final_score", |_| Ok(Command::FinalScore)),
    ("final_status_list", |mut a| Ok(Command::FinalStatusList(a.next("a status", StatusKind::parse)?))),
    ("fixed_handicap", |mut a| Ok(Command::FixedHandicap(a.number("a number of stones")?))),
    ("genmove", |mut a| Ok(Command::GenMove(a.color()?))),
    ("genmove_analyze", |a| search(a, true, false, Some(Format::Sabaki))),
    ("get_komi", |_| Ok(Command::GetKomi)),
    ("gg-undo", |mut a| Ok(Command::UndoMoves(if a.is_empty() { 1 } else { a.number("a number of moves")? }))),
    ("gogui-analyze_commands", |_| Ok(Command::GoGui(GoGui::AnalyzeCommands))),
    ("gogui-interrupt", |_| Ok(Command::GoGui(GoGui::Interrupt))),
    ("gogui-play_sequence", play_sequence),
    ("gogui-rules_board", |_| Ok(Command::GoGui(GoGui::Board))),
    ("gogui-rules_board_size", |_| Ok(Command::GoGui(GoGui::BoardSize))),
    ("gogui-rules_captured_count", |_| Ok(Command::GoGui(GoGui::CapturedCount))),
    ("gogui-rules_final_result", |_| Ok(Command::GoGui(GoGui::FinalResult))),
    ("gogui-rules_game_id", |_| Ok(Command::GoGui(GoGui::GameId))),
    ("gogui-rules_legal_moves", |_| Ok(Command::GoGui(GoGui::LegalMoves))),
    ("gogui-rules_side_to_move", |_| Ok(Command::GoGui(GoGui::SideToMove))),
    ("gogui-setup", setup),
    ("gogui-setup_player", |mut a| Ok(Command::SetupPlayer(a.color()?))),
    ("gogui-title", |_| Ok(Command::GoGui(GoGui::Title))),
    ("gogui-undo_setup", |_| Ok(Command::UndoSetup)),
    ("gomill-cpu_time", |_| Ok(Command::CpuTime)),
    ("gomill-describe_engine", |_| Ok(Command::DescribeEngine)),
    ("is_legal", |mut a| Ok(Command::IsLegal(a.color()?, a.vertex()?))),
    ("kata-analyze", |a| endless(a, Format::Kata)),
    ("kata-genmove_analyze", |a| search(a, true, false, Some(Format::Kata))),
    ("kata-get-models", |_| Ok(Command::GetModels)),
    ("kata-get-param", |mut a| Ok(Command::GetParam(a.word("a setting")?))),
    ("kata-get-params", |_| Ok(Command::GetParams)),
    ("kata-get-rules", |_| Ok(Command::GetRules)),
    ("kata-list-params", |_| Ok(Command::ListParams)),
    ("kata-list_time_settings", |_| Ok(Command::ListTimeSettings)),
    ("kata-raw-human-nn", |a| raw_nn(a, true)),
    ("kata-raw-nn", |a| raw_nn(a, false)),
    ("kata-search", |a| search(a, false, false, None)),
    ("kata-search_analyze", |a| search(a, false, false, Some(Format::Kata))),
    ("kata-search_analyze_cancellable", |a| search(a, false, true, Some(Format::Kata))),
    ("kata-search_cancellable", |a| search(a, false, true, None)),
    ("kata-set-param", |mut a| Ok(Command::SetParam { name: a.word("a setting")?, value: a.rest() })),
    ("kata-set-rule", |mut a| Ok(Command::SetRule { part: a.word("a part of the rules")?, value: a.word("a value")? })),
    ("kata-set-rules", set_rules),
    ("kata-time_settings", time_settings),
    ("kgs-chat", |mut a| Ok(Command::Chat { kind: a.word("game or private")?, name: a.word("a name")?, text: a.rest() })),
    ("kgs-game_over", |_| Ok(Command::GameOver)),
    ("kgs-genmove_cleanup", |mut a| Ok(Command::GenMoveCleanup(a.color()?))),
    ("kgs-rules", kgs_rules),
    ("kgs-time_settings", time_settings),
    ("known_command", |mut a| Ok(Command::KnownCommand(a.word("a name")?))),
    ("komi", |mut a| Ok(Command::Komi(a.komi()?))),
    ("list_commands", |_| Ok(Command::ListCommands)),
    ("list_stones", |mut a| Ok(Command::ListStones(a.color()?))),
    ("loadsgf", load_sgf),
    ("lz-analyze", |a| endless(a, Format::LeelaZero)),
    ("lz-genmove_analyze", |a| search(a, true, false, Some(Format::LeelaZero))),
    ("name", |_| Ok(Command::Name)),
    ("place_free_handicap", |mut a| Ok(Command::PlaceFreeHandicap(a.number("a number of stones")?))),
    ("play", |mut a| Ok(Command::Play(a.color()?, a.vertex()?))),
    ("printsgf", |a| Ok(Command::PrintSgf(Some(a.rest()).filter(|file| !file.is_empty())))),
    ("protocol_version", |_| Ok(Command::ProtocolVersion)),
    ("query_boardsize", |_| Ok(Command::QueryBoardSize)),
    ("quit", |_| Ok(Command::Quit)),
    ("rectangular_boardsize", board_size),
    ("reg_genmove", |mut a| Ok(Command::RegGenMove(a.color()?))),
    ("scoring_system", scoring_system),
    ("set_free_handicap", set_free_handicap),
    ("set_position", set_position),
    ("shoutan-ownership", |_| Ok(Command::GoGui(GoGui::Ownership))),
    ("shoutan-policy", |_| Ok(Command::GoGui(GoGui::Policy))),
    ("showboard", |_| Ok(Command::ShowBoard)),
    ("stop", |_| Ok(Command::Stop)),
    ("time_left", time_left),
    ("time_settings", time_settings),
    ("undo", |_| Ok(Command::Undo)),
    ("version", |_| Ok(Command::Version)),
];

/// The names of [`TABLE`].
pub(super) const NAMES: [&str; TABLE.len()] = {
    let mut names = [""; TABLE.len()];
    let mut at = 0;
    #[expect(clippy::indexing_slicing, reason = "a constant over its own length")]
    while at < TABLE.len() {
        names[at] = TABLE[at].0;
        at += 1;
    }
    names
};

pub(super) fn parse(request: &Request, size: BoardSize) -> Result<Command, CommandError> {
    let found = TABLE.iter().find(|(name, _)| *name == request.name);
    let (command, read) = found.ok_or_else(|| CommandError::Unknown(request.name.clone()))?;
    read(Arguments { command, size, left: request.arguments.iter() })
}

fn endless(arguments: Arguments<'_>, format: Format) -> Result<Command, CommandError> {
    let (color, options) = analyze::options(arguments)?;
    Ok(Command::Analyze { color, format, options })
}

fn search(
    mut arguments: Arguments<'_>,
    plays: bool,
    is_cancellable: bool,
    format: Option<Format>,
) -> Result<Command, CommandError> {
    let (color, reports) = match format {
        Some(format) => {
            let (color, options) = analyze::options(arguments)?;
            (color, Some((format, options)))
        }
        None if arguments.is_empty() => (None, None),
        None => (Some(arguments.next("a colour", parse_color)?), None),
    };
    Ok(Command::Search(SearchCommand { color, plays, is_cancellable, reports }))
}

fn board_size(mut arguments: Arguments<'_>) -> Result<Command, CommandError> {
    // KataGo also takes COLUMNS:ROWS.
    if let Some((columns, rows)) = arguments.peek().and_then(|word| word.split_once(':')) {
        let lines = |word: &str| {
            let argument =
                || CommandError::Argument { argument: word.to_owned(), needs: "a number of lines" };
            word.parse::<u32>().map_err(|_| argument())
        };
        return Ok(Command::BoardSize(BoardSize::new(lines(columns)?, lines(rows)?)?));
    }
    let columns = arguments.number("a number of lines")?;
    let rows =
        if arguments.is_empty() { columns } else { arguments.number("a number of lines")? };
    Ok(Command::BoardSize(BoardSize::new(columns, rows)?))
}

fn play_sequence(mut arguments: Arguments<'_>) -> Result<Command, CommandError> {
    let mut moves = Vec::new();
    while !arguments.is_empty() {
        moves.push((arguments.color()?, arguments.vertex()?));
    }
    Ok(Command::PlaySequence(moves))
}

fn set_position(mut arguments: Arguments<'_>) -> Result<Command, CommandError> {
    let mut stones = Vec::new();
    while !arguments.is_empty() {
        stones.push((arguments.color()?, arguments.point()?));
    }
    Ok(Command::SetPosition(stones))
}

fn setup(mut arguments: Arguments<'_>) -> Result<Command, CommandError> {
    let mut stones = Vec::new();
    while !arguments.is_empty() {
        let read = |word: &str| -> Option<Option<Color>> {
            match word.to_ascii_lowercase().as_str() {
                "e" | "empty" => Some(None),
                _ => parse_color(word).map(Some),
            }
        };
        stones.push((arguments.next("a colour, or e for empty", read)?, arguments.point()?));
    }
    Ok(Command::Setup(stones))
}

fn set_free_handicap(mut arguments: Arguments<'_>) -> Result<Command, CommandError> {
    let size = arguments.size;
    let mut stones = PointSet::EMPTY;
    while !arguments.is_empty() {
        let read = |word: &str| match crate::value::parse_vertex(word, size) {
            Some(Vertex::Point(point)) if stones.insert(point) => Some(point),
            _ => None,
        };
        arguments.next("a point of the board, named once", read)?;
    }
    Ok(Command::SetFreeHandicap(stones))
}

/// The crate `clock` knows the systems; here only that there are arguments at all.
fn time_settings(mut arguments: Arguments<'_>) -> Result<Command, CommandError> {
    let command = arguments.command;
    let mut words = vec![arguments.word(match command {
        "time_settings" => "a number of seconds",
        _ => "a time system",
    })?];
    words.extend(arguments.left.cloned());
    Ok(Command::TimeSettings { command, arguments: words })
}

fn time_left(mut arguments: Arguments<'_>) -> Result<Command, CommandError> {
    Ok(Command::TimeLeft {
        color: arguments.color()?,
        time: arguments.seconds()?,
        number: arguments.number("a number of stones or periods")?,
    })
}

fn set_rules(arguments: Arguments<'_>) -> Result<Command, CommandError> {
    let command = arguments.command;
    let rules = arguments.rest();
    if rules.is_empty() {
        return Err(CommandError::Missing { command, needs: "a ruleset" });
    }
    Ok(Command::SetRules(rules))
}

/// KGS plays its Chinese rules with a superko.
fn kgs_rules(mut arguments: Arguments<'_>) -> Result<Command, CommandError> {
    let name = arguments.word("a ruleset")?;
    let name = match name.to_ascii_lowercase().as_str() {
        "chinese" => "chinese-kgs".to_owned(),
        "new_zealand" => "new-zealand".to_owned(),
        _ => name,
    };
    Ok(Command::SetRules(name))
}

/// From an early draft of GTP 2; GoGui still says it.
fn scoring_system(mut arguments: Arguments<'_>) -> Result<Command, CommandError> {
    arguments.next("area or territory", |word| match word {
        "area" => Some(Command::SetRules("chinese".to_owned())),
        "territory" => Some(Command::SetRules("japanese".to_owned())),
        _ => None,
    })
}

fn raw_nn(mut arguments: Arguments<'_>, human: bool) -> Result<Command, CommandError> {
    let symmetry = arguments.next("a symmetry from 0 to 7, or all", |word| match word {
        "all" => Some(None),
        _ => word.parse().ok().filter(|symmetry| *symmetry < 8).map(Some),
    })?;
    let optimism = |word: &str| word.parse().ok().filter(|n: &f32| (0.0..=1.0).contains(n));
    let policy_optimism = match arguments.is_empty() {
        true => None,
        false => Some(arguments.next("an optimism from 0 to 1", optimism)?),
    };
    Ok(Command::RawNn { symmetry, policy_optimism, human })
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
