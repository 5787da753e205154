//! `shoutan show`: a position on the terminal, or as a picture.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use board::{BoardSize, Coordinates, Point, Setup};
use clap::ValueEnum;
use diagram::{Diagram, Language, Mark, Part, TerminalOptions, TerminalStyle, Theme};
use rules::{Event, GameState, Lang};
use serde_json::json;
use sgf::replay::{Replay, Replayer};
use sgf::{GameTree, NodeId, PropertyId};

use super::judge::{illegal_text, side};
use super::position::{self, At};
use crate::Manner;
use crate::exit::Exit;
use crate::input::Source;
use crate::lang::tr;
use crate::output;
use crate::records::{self, Record, Records};
use crate::trouble::Trouble;

/// Show a position of a record on the terminal, or draw it as a picture
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The record; - is standard input
    file: PathBuf,
    /// Number of the game in a collection, from 1
    #[arg(long, value_name = "N", default_value_t = 1, hide_default_value = true)]
    game: usize,
    /// The position after this many moves; without it the last one
    #[arg(long = "move", value_name = "N")]
    move_number: Option<u32>,
    /// The position at this node, in variations too
    #[arg(long, value_name = "N", conflicts_with = "move_number")]
    node: Option<usize>,
    /// Moves to show with their numbers, such as 1-50, on the position before them
    #[arg(long, value_name = "FROM-TO", conflicts_with_all = ["move_number", "node"])]
    numbers: Option<String>,
    /// Write an SVG picture; - is standard output
    #[arg(long, value_name = "OUT")]
    svg: Option<PathBuf>,
    /// Write a PNG picture
    #[arg(long, value_name = "OUT")]
    png: Option<PathBuf>,
    /// Coordinates: a1, 1-1, cn (5．十路), sgf or none
    #[arg(
        long,
        value_name = "STYLE",
        default_value = "a1",
        hide_default_value = true,
        hide_possible_values = true
    )]
    coords: CoordsArg,
    /// Only a part of the board: two opposite corners, such as k10:t19
    #[arg(long, value_name = "A:B")]
    part: Option<String>,
    /// Look of a picture: wood, wood-dark, slate, slate-dark, ink, ink-dark or print
    #[arg(
        long,
        value_name = "NAME",
        default_value = "wood",
        hide_default_value = true,
        hide_possible_values = true
    )]
    theme: ThemeArg,
    /// No colours and no special characters: X, O and . for empty points
    #[arg(long)]
    plain: bool,
    /// The terminal draws ● ○ ┼ two columns wide, as Chinese, Japanese and Korean ones often do
    #[arg(long)]
    wide: bool,
    /// Read the texts in this encoding, whatever the file says
    #[arg(long, value_name = "NAME")]
    charset: Option<String>,
    /// Replace a picture that exists
    #[arg(long)]
    force: bool,
}

/// Styles of coordinates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum CoordsArg {
    #[value(name = "a1")]
    Gtp,
    #[value(name = "1-1")]
    Numeric,
    #[value(name = "cn")]
    Chinese,
    #[value(name = "sgf")]
    Sgf,
    #[value(name = "none")]
    Hidden,
}

impl CoordsArg {
    fn style(self) -> Option<Coordinates> {
        match self {
            CoordsArg::Gtp => Some(Coordinates::Gtp),
            CoordsArg::Numeric => Some(Coordinates::Numeric),
            CoordsArg::Chinese => Some(Coordinates::Chinese),
            CoordsArg::Sgf => Some(Coordinates::Sgf),
            CoordsArg::Hidden => None,
        }
    }
}

/// Looks of pictures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ThemeArg {
    Wood,
    WoodDark,
    Slate,
    SlateDark,
    Ink,
    InkDark,
    Print,
}

impl From<ThemeArg> for Theme {
    fn from(theme: ThemeArg) -> Theme {
        match theme {
            ThemeArg::Wood => Theme::Wood,
            ThemeArg::WoodDark => Theme::WoodDark,
            ThemeArg::Slate => Theme::Slate,
            ThemeArg::SlateDark => Theme::SlateDark,
            ThemeArg::Ink => Theme::Ink,
            ThemeArg::InkDark => Theme::InkDark,
            ThemeArg::Print => Theme::Print,
        }
    }
}

/// Pixels of a PNG for one of the SVG.
const PNG_SCALE: f32 = 2.0;

/// Shows the position.
///
/// # Errors
/// When the answer cannot be written.
pub(crate) fn run(args: &Args, manner: Manner) -> io::Result<Exit> {
    match show(args, manner) {
        Ok(shown) => {
            if let Some(text) = &shown.text {
                anstream::stdout().write_all(text.as_bytes())?;
            }
            anstream::stderr().write_all(shown.note.as_bytes())?;
            Ok(shown.exit)
        }
        Err(trouble) => {
            crate::complain(&trouble, manner.lang)?;
            Ok(Exit::Failed)
        }
    }
}

/// What to print.
struct Shown {
    /// For stdout.
    text: Option<String>,
    /// For stderr.
    note: String,
    exit: Exit,
}

fn show(args: &Args, manner: Manner) -> Result<Shown, Trouble> {
    let Manner { lang, json } = manner;
    let charset =
        args.charset.as_deref().map(|name| super::convert::charset(name, lang)).transpose()?;
    let record = nth_game(&args.file, args.game, &records::Options { charset }, lang)?;
    let numbers = args.numbers.as_deref().map(|text| range(text, lang)).transpose()?;
    let node = target(args, numbers, &record, lang)?;
    let mut replayer = Replayer::default();
    let replay = match node {
        Some(node) => replayer.replay_to(&record.tree, node, false),
        None => replayer.replay(&record.tree),
    };
    let replay = replay.map_err(|error| position::unplayable(&record, &error, lang))?;
    let end = node.or_else(|| record.tree.main_line().last()).unwrap_or(record.tree.root());
    let picture = picture(&replay, &record.tree, end, numbers);
    let size = picture.size();
    let part = args.part.as_deref().map(|text| part(text, size, lang)).transpose()?;
    let language = if lang == Lang::Zh { Language::Chinese } else { Language::English };
    let options = diagram::Options {
        theme: args.theme.into(),
        coordinates: args.coords.style(),
        part,
        language,
        ..diagram::Options::default()
    };
    for path in [&args.svg, &args.png].into_iter().flatten() {
        output::may_write(path, args.force, lang)?;
    }
    if let Some(path) = &args.svg {
        output::write(path, diagram::svg(&picture, &options).as_bytes(), lang)?;
    }
    if let Some(path) = &args.png {
        output::write(path, &png(&picture, &options, path, lang)?, lang)?;
    }
    let drawn = args.svg.is_some() || args.png.is_some();
    let text = match (json, drawn) {
        (true, _) => Some(format!("{}\n", object(&record, &replay))),
        (false, true) => None,
        (false, false) => Some(board_text(args, &picture, part, language, &replay, lang)),
    };
    let (note, exit) = match &replay.illegal {
        Some(step) => (stopped(&illegal_text(step, size, lang), lang), Exit::Negative),
        None => (String::new(), Exit::Fine),
    };
    // The object or the picture may be piped on: the note would go between.
    let text = text.filter(|_| {
        !(json && [&args.svg, &args.png].into_iter().flatten().any(|path| output::is_stdout(path)))
    });
    Ok(Shown { text, note, exit })
}

/// The note that the record goes on with an illegal move.
fn stopped(why: &str, lang: Lang) -> String {
    tr!(lang, "只显示到不合法的着手之前：{why}\n", "shown up to an illegal move: {why}\n")
}

/// One game of a file.
pub(super) fn nth_game(
    path: &Path,
    number: usize,
    options: &records::Options,
    lang: Lang,
) -> Result<Record, Trouble> {
    let source =
        if output::is_stdout(path) { Source::Stdin } else { Source::File(path.to_path_buf()) };
    let mut records = Records::open(&source, options, lang)?;
    let mut found = 0;
    while let Some(record) = records.next() {
        found = record.number;
        if found == number {
            return Ok(record);
        }
    }
    if let (0, Some(trouble)) = (found, records.nothing_found(lang)) {
        return Err(trouble);
    }
    Err(Trouble::new(
        "no-such-game",
        path.display().to_string(),
        tr!(lang, "没有第 {number} 局", "there is no game {number}"),
        tr!(lang, "文件里有 {found} 局，从 1 数起", "the file holds {found} games, counted from 1"),
    ))
}

/// `1-50`, or `7` for one move.
fn range(text: &str, lang: Lang) -> Result<(u32, u32), Trouble> {
    let (from, to) = text.split_once('-').unwrap_or((text, text));
    match (from.trim().parse(), to.trim().parse()) {
        (Ok(from), Ok(to)) if (1..=to).contains(&from) => Ok((from, to)),
        _ => Err(Trouble::new(
            "bad-range",
            "--numbers",
            tr!(lang, "“{text}”不是手数的范围", "\"{text}\" is no range of moves"),
            tr!(lang, "写成 1-50 这样", "write a range such as 1-50"),
        )),
    }
}

/// The node asked for; `None` is the end of the main line.
fn target(
    args: &Args,
    numbers: Option<(u32, u32)>,
    record: &Record,
    lang: Lang,
) -> Result<Option<NodeId>, Trouble> {
    let at = match (args.move_number, args.node, numbers) {
        (Some(number), _, _) => At::Move(number),
        (_, Some(node), _) => At::Node(node),
        (_, _, Some((_, to))) => At::Move(to),
        _ => return Ok(None),
    };
    position::find(record, at, lang).map(Some)
}

/// `k10:t19`.
fn part(text: &str, size: BoardSize, lang: Lang) -> Result<Part, Trouble> {
    let corner = |text: &str| Coordinates::parse_any(text, size).ok().map(|(point, _)| point);
    let corners = text
        .split_once([':', ','])
        .and_then(|(first, second)| Some((corner(first)?, corner(second)?)));
    let part = corners.and_then(|(first, second)| Part::new(size, first, second).ok());
    part.ok_or_else(|| {
        Trouble::new(
            "bad-part",
            "--part",
            tr!(
                lang,
                "“{text}”不是 {size} 棋盘的一部分",
                "\"{text}\" is no part of a {size} board"
            ),
            tr!(lang, "写出两个对角点，如 a1:k10", "name two opposite corners, such as a1:k10"),
        )
    })
}

/// Everything to be seen in the position.
fn picture(replay: &Replay, tree: &GameTree, node: NodeId, numbers: Option<(u32, u32)>) -> Diagram {
    let state = &replay.state;
    let mut picture = match (&replay.impossible_setup, replay.moves) {
        // Stones without liberties, shown as the file has them.
        (Some(setup), 0) => Diagram::new(setup.clone()),
        _ => Diagram::from(state.board()),
    };
    match numbers {
        Some((from, _)) => number_moves(&mut picture, state, from),
        None => {
            picture.last = state.last_play().filter(|&point| state.board().get(point).is_some());
            picture.ko = state.position().ko;
        }
    }
    let size = picture.size();
    for property in tree.properties(node) {
        let mark = match property.id() {
            Some(PropertyId::TR) => Mark::Triangle,
            Some(PropertyId::SQ) => Mark::Square,
            Some(PropertyId::CR) => Mark::Circle,
            Some(PropertyId::MA) => Mark::Cross,
            Some(PropertyId::LB) => {
                for value in property.values() {
                    if let Some((place, label)) = value.split()
                        && let Some(point) = place.coord().and_then(|coord| coord.on(size))
                    {
                        picture.marks.push((point, Mark::Label(label.simple_text().into_owned())));
                    }
                }
                continue;
            }
            _ => continue,
        };
        let points =
            property.values().filter_map(|value| value.rect()).flat_map(|rect| rect.coords());
        picture
            .marks
            .extend(points.filter_map(|coord| coord.on(size)).map(|point| (point, mark.clone())));
    }
    if let Some(territory) = &replay.territory {
        let is_here =
            tree.properties(node).any(|p| matches!(p.id(), Some(PropertyId::TB | PropertyId::TW)));
        if is_here {
            picture.territory = *territory;
            let board = state.board();
            picture.dead = (board.stones(board::Color::Black) & territory.white)
                | (board.stones(board::Color::White) & territory.black);
        }
    }
    picture
}

/// Puts the position before a move and the numbered moves from there in place of the last position.
fn number_moves(picture: &mut Diagram, state: &GameState, from: u32) {
    let events: Vec<&Event> = state.events().collect();
    let mut number = 0;
    let mut first = events.len();
    for (index, event) in events.iter().enumerate() {
        if matches!(event, Event::Move { .. }) {
            number += 1;
            if number == from {
                first = index;
                break;
            }
        }
    }
    let (before, after) = events.split_at(first);
    // These events were accepted once, so they are again.
    if let Ok(before) =
        GameState::fold(state.start().clone(), before.iter().map(|&event| event.clone()))
    {
        picture.position = Setup::from(before.board());
    }
    let mut number = from;
    for event in after {
        if let Event::Move { by, mv } = event {
            picture.moves.push(diagram::NumberedMove { number, color: *by, play: *mv });
            number += 1;
        }
    }
}

/// The board and a line beneath.
fn board_text(
    args: &Args,
    picture: &Diagram,
    part: Option<Part>,
    language: Language,
    replay: &Replay,
    lang: Lang,
) -> String {
    let colours = anstream::AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never;
    let style = match (args.plain, colours) {
        (true, _) => TerminalStyle::Ascii,
        (false, true) => TerminalStyle::Color,
        (false, false) => TerminalStyle::Unicode,
    };
    let options = TerminalOptions {
        style,
        coordinates: args.coords.style(),
        part,
        wide: args.wide,
        legend: true,
        language,
    };
    let mut text = diagram::terminal(picture, &options);
    let state = &replay.state;
    let moves = replay.moves;
    let prisoners = state.prisoners();
    let (black, white) = (prisoners.black, prisoners.white);
    let turn = side(state.position().to_move, lang);
    text.push_str(&tr!(
        lang,
        "第 {moves} 手后，轮到{turn}；提子：黑 {black}，白 {white}\n",
        "after move {moves}, {turn} to play; prisoners: Black {black}, White {white}\n"
    ));
    text
}

/// The position for programs.
fn object(record: &Record, replay: &Replay) -> serde_json::Value {
    let state = &replay.state;
    let name = |point: Point| Coordinates::Gtp.format(point, state.size());
    let prisoners = state.prisoners();
    json!({
        "file": &*record.file,
        "game": record.number,
        "moves": replay.moves,
        "to_play": state.position().to_move.letter().to_string(),
        "position": state.board().to_rows(),
        "last": state.last_play().map(name),
        "ko": state.position().ko.map(name),
        "prisoners": { "black": prisoners.black, "white": prisoners.white },
        "legal": replay.is_legal(),
    })
}

#[cfg(feature = "png")]
fn png(
    picture: &Diagram,
    options: &diagram::Options,
    path: &Path,
    lang: Lang,
) -> Result<Vec<u8>, Trouble> {
    diagram::png(picture, options, PNG_SCALE).map_err(|error| {
        let what = tr!(lang, "画不出来（{error}）", "cannot be drawn ({error})");
        let remedy = tr!(lang, "改用 --svg，或用 --part 缩小", "use --svg, or a smaller --part");
        Trouble::new("undrawable", path.display().to_string(), what, remedy)
    })
}

#[cfg(not(feature = "png"))]
fn png(_: &Diagram, _: &diagram::Options, path: &Path, lang: Lang) -> Result<Vec<u8>, Trouble> {
    let _scale = PNG_SCALE;
    Err(Trouble::new(
        "no-png",
        path.display().to_string(),
        tr!(lang, "本程序编译时没有 PNG", "this program was built without PNG"),
        tr!(
            lang,
            "改用 --svg，或加上 png 特性重新编译",
            "use --svg, or build with the feature png"
        ),
    ))
}
