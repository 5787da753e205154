//! Openings: the first moves that both games of a pair share, so that equal players don't repeat one game.

use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;

use board::{BoardSize, Coordinates, Move, Point, Symmetry};
use gtp::{Vertex, parse_vertex};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use rules::{Event, GameState, Lang, Start};

use crate::lang::tr;
use crate::trouble::Trouble;

/// Moves that are played before the players are asked.
pub(crate) type Opening = Vec<Move>;

/// Where the openings of a match come from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Source {
    /// So many of the made ones, or all of them.
    Made(Option<usize>),
    /// Every game from the start.
    None,
    /// A file: records, or moves in lines.
    File(String),
}

impl Source {
    /// The word of the command line: `none`, a number, or a file.
    pub(crate) fn parse(text: &str) -> Source {
        match text.parse::<usize>() {
            Ok(0) => Source::None,
            Ok(number) => Source::Made(Some(number)),
            Err(_) if text == "none" => Source::None,
            Err(_) => Source::File(text.to_owned()),
        }
    }
}

/// The openings of a match in the order in which pairs take them; at least one, which may be empty.
///
/// # Errors
/// When a file cannot be read, or an opening in it isn't legal on this start.
pub(crate) fn all(
    source: &Source,
    start: &Start,
    seed: u64,
    lang: Lang,
) -> Result<Vec<Opening>, Trouble> {
    let openings = match source {
        Source::None => Vec::new(),
        Source::File(file) => read(Path::new(file), start, lang)?,
        Source::Made(number) => {
            let mut openings = made(start.board.size());
            // Stones on the board, or a start without free choice, leave no room for these.
            openings.retain(|opening| check(opening, start).is_ok());
            shuffle(&mut openings, seed);
            openings.truncate(number.unwrap_or(usize::MAX));
            openings
        }
    };
    Ok(if openings.is_empty() { vec![Opening::new()] } else { openings })
}

/// The game after an opening, or the number of the first move that isn't legal.
pub(crate) fn check(opening: &[Move], start: &Start) -> Result<GameState, usize> {
    let mut game = GameState::new(start.clone());
    for (number, &mv) in (1..).zip(opening) {
        if game.to_move().is_none() || game.play(mv).is_err() {
            return Err(number);
        }
    }
    // An opening that ends the game is none.
    if game.to_move().is_none() { Err(opening.len()) } else { Ok(game) }
}

fn shuffle(openings: &mut [Opening], seed: u64) {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    for at in (1..openings.len()).rev() {
        let other = random.next_u64() % (at as u64 + 1);
        openings.swap(at, usize::try_from(other).unwrap_or(at));
    }
}

/// Different openings up to symmetry, one of each kind: on large boards a stone in each corner, two for either side; on
/// small ones two stones away from the edge. Boards under 6 lines have none.
fn made(size: BoardSize) -> Vec<Opening> {
    let lines = size.columns().min(size.rows());
    let sequences = match lines {
        0..6 => Vec::new(),
        6..11 => two_stones(size),
        _ => four_corners(size),
    };
    let mut seen = HashSet::new();
    let mut openings = Vec::new();
    for points in sequences {
        if seen.insert(canonical(&points, size)) {
            openings.push(points.into_iter().map(Move::Play).collect());
        }
    }
    openings
}

/// The same for all sequences that a symmetry of the board turns into each other.
fn canonical(points: &[Point], size: BoardSize) -> Vec<Point> {
    let kept = Symmetry::all().filter(|symmetry| symmetry.size(size) == size);
    let turned = kept.map(|symmetry| points.iter().map(|&p| symmetry.apply(p, size)).collect());
    turned.min().unwrap_or_else(|| points.to_vec())
}

/// Black on the third line or higher, White too, neither touching the other.
fn two_stones(size: BoardSize) -> Vec<Vec<Point>> {
    let edge = |point: Point| {
        let (column, row) = (point.column(), point.row());
        column.min(row).min(size.columns() + 1 - column).min(size.rows() + 1 - row)
    };
    let inner: Vec<Point> = size.points().filter(|&point| edge(point) >= 3).collect();
    let apart =
        |a: Point, b: Point| a.column().abs_diff(b.column()).max(a.row().abs_diff(b.row())) >= 2;
    let pairs = inner.iter().flat_map(|&black| inner.iter().map(move |&white| [black, white]));
    pairs.filter(|[black, white]| apart(*black, *white)).map(|pair| pair.to_vec()).collect()
}

/// How far from its two edges a first stone in a corner stands.
const CORNER_POINTS: [(u8, u8); 4] = [(4, 4), (3, 4), (4, 3), (3, 3)];

/// Black, White, Black, White in four different corners, each on one of the usual points.
fn four_corners(size: BoardSize) -> Vec<Vec<Point>> {
    let point = |corner: usize, (x, y): (u8, u8)| {
        let column = if corner & 1 == 0 { x } else { size.columns() + 1 - x };
        let row = if corner & 2 == 0 { y } else { size.rows() + 1 - y };
        size.point(column, row)
    };
    // The first corner is any; after it the second player faces it or takes the diagonal, then the order of the rest.
    let orders =
        [[0, 1, 2, 3], [0, 1, 3, 2], [0, 2, 1, 3], [0, 2, 3, 1], [0, 3, 1, 2], [0, 3, 2, 1]];
    let mut sequences = Vec::new();
    for order in orders {
        for kinds in 0..CORNER_POINTS.len().pow(4) {
            let mut left = kinds;
            let sequence: Option<Vec<Point>> = order
                .into_iter()
                .map(|corner| {
                    let kind = CORNER_POINTS.get(left % CORNER_POINTS.len())?;
                    left /= CORNER_POINTS.len();
                    point(corner, *kind)
                })
                .collect();
            sequences.extend(sequence);
        }
    }
    sequences
}

/// Openings of a file: the main lines of SGF games, or lines of moves as GTP writes them (`#` begins a comment).
fn read(path: &Path, start: &Start, lang: Lang) -> Result<Vec<Opening>, Trouble> {
    let bytes = std::fs::read(path).map_err(|error| {
        let what = tr!(lang, "读不了（{error}）", "cannot be read ({error})");
        Trouble::new("unreadable", path.display().to_string(), what, "")
    })?;
    let is_sgf = bytes.iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b'(');
    let openings = if is_sgf {
        from_sgf(&bytes, start, path, lang)?
    } else {
        from_text(&bytes, start, path, lang)?
    };
    if openings.is_empty() {
        let what = tr!(lang, "没有布局", "it holds no opening");
        return Err(Trouble::new("openings", path.display().to_string(), what, ""));
    }
    for (number, opening) in (1..).zip(&openings) {
        if let Err(mv) = check(opening, start) {
            let place = format!("{} #{number}", path.display());
            let what = tr!(lang, "第 {mv} 手不能下", "move {mv} cannot be played");
            return Err(Trouble::new("openings", place, what, ""));
        }
    }
    Ok(openings)
}

fn from_sgf(bytes: &[u8], start: &Start, path: &Path, lang: Lang) -> Result<Vec<Opening>, Trouble> {
    let options = sgf::ReplayOptions {
        ruleset: Some(Arc::clone(&start.ruleset)),
        ..sgf::ReplayOptions::default()
    };
    let mut replayer = sgf::Replayer::new(options);
    let mut openings = Vec::new();
    for (number, tree) in (1..).zip(&sgf::parse(bytes).trees) {
        let wrong = |what: String| {
            Trouble::new("openings", format!("{} #{number}", path.display()), what, "")
        };
        let replay = replayer.replay(tree).map_err(|error| wrong(error.to_string()))?;
        let state = &replay.state;
        if state.start().board != start.board || replay.illegal.is_some() {
            let what = tr!(
                lang,
                "起始局面与本次对局不同，或有不合法的着手",
                "it does not begin as this match does, or has an illegal move"
            );
            return Err(wrong(what));
        }
        let moves = state.line().filter_map(|event| match event {
            Event::Move { mv, .. } => Some(*mv),
            _ => None,
        });
        openings.push(moves.collect());
    }
    Ok(openings)
}

fn from_text(
    bytes: &[u8],
    start: &Start,
    path: &Path,
    lang: Lang,
) -> Result<Vec<Opening>, Trouble> {
    let size = start.board.size();
    let mut openings = Vec::new();
    for (number, line) in (1..).zip(String::from_utf8_lossy(bytes).lines()) {
        let line = line.split('#').next().unwrap_or_default();
        let moves = line.split_whitespace().map(|word| match parse_vertex(word, size) {
            Some(Vertex::Point(point)) => Ok(Move::Play(point)),
            Some(Vertex::Pass) => Ok(Move::Pass),
            _ => Err(word),
        });
        let opening: Opening = moves.collect::<Result<_, &str>>().map_err(|word| {
            let place = format!("{}:{number}", path.display());
            let what =
                tr!(lang, "“{word}”不是这种棋盘上的点", "\"{word}\" is no point of this board");
            Trouble::new("openings", place, what, "")
        })?;
        if !opening.is_empty() {
            openings.push(opening);
        }
    }
    Ok(openings)
}

/// An opening as GTP writes it.
pub(crate) fn text(opening: &[Move], size: BoardSize) -> String {
    let words: Vec<String> = opening
        .iter()
        .map(|mv| match mv {
            Move::Play(point) => Coordinates::Gtp.format(*point, size),
            Move::Pass => "pass".to_owned(),
        })
        .collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use rules::Ruleset;

    use super::*;

    fn start(columns: u32, rows: u32) -> Start {
        Start::even(Ruleset::chinese(), BoardSize::new(columns, rows).unwrap())
    }

    #[test]
    fn every_size_has_openings_that_differ() {
        for (columns, rows, least) in
            [(7, 7, 5), (9, 9, 60), (13, 13, 300), (19, 19, 300), (9, 13, 60)]
        {
            let start = start(columns, rows);
            let size = start.board.size();
            let openings = all(&Source::Made(None), &start, 1, Lang::En).unwrap();
            assert!(openings.len() >= least, "{size}: {}", openings.len());
            let points = |opening: &Opening| -> Vec<Point> {
                let points = opening.iter().map(|mv| match mv {
                    Move::Play(point) => *point,
                    Move::Pass => panic!("no opening has a pass"),
                });
                points.collect()
            };
            let different: HashSet<_> =
                openings.iter().map(|opening| canonical(&points(opening), size)).collect();
            assert_eq!(different.len(), openings.len());
            for opening in &openings {
                assert_eq!(check(opening, &start).unwrap().to_move(), start.to_move.into());
            }
        }
    }

    #[test]
    fn small_boards_begin_empty() {
        let openings = all(&Source::Made(None), &start(5, 5), 1, Lang::En).unwrap();
        assert_eq!(openings, [Opening::new()]);
    }

    #[test]
    fn the_seed_gives_the_order_and_a_number_the_length() {
        let of = |seed, number| all(&Source::Made(number), &start(9, 9), seed, Lang::En).unwrap();
        assert_eq!(of(1, None), of(1, None));
        assert_ne!(of(1, None), of(2, None));
        assert_eq!(of(1, Some(3)), of(1, None)[..3]);
    }

    #[test]
    fn sources_are_read() {
        assert_eq!(Source::parse("none"), Source::None);
        assert_eq!(Source::parse("0"), Source::None);
        assert_eq!(Source::parse("12"), Source::Made(Some(12)));
        assert_eq!(Source::parse("my.sgf"), Source::File("my.sgf".to_owned()));
    }

    #[test]
    fn files_are_read_or_their_fault_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("openings");
        let read = |text: &str| {
            std::fs::write(&path, text).unwrap();
            let source = Source::File(path.to_str().unwrap().to_owned());
            all(&source, &start(9, 9), 1, Lang::En)
        };
        let openings = read("# two\nE5 C3 # tengen\n\nC3 G7 C7\n").unwrap();
        let texts: Vec<String> =
            openings.iter().map(|opening| text(opening, BoardSize::square(9).unwrap())).collect();
        assert_eq!(texts, ["E5 C3", "C3 G7 C7"]);
        let openings = read("(;SZ[9];B[ee];W[cc])(;SZ[9];B[cc])").unwrap();
        assert_eq!(openings.iter().map(Vec::len).collect::<Vec<_>>(), [2, 1]);
        for (text, word) in [
            ("E5 E5", "move 2"),
            ("E5 K5", "K5"),
            ("# nothing", "no opening"),
            ("(;SZ[19];B[ee])", "does not begin"),
            ("pass pass", "move 2"),
        ] {
            let trouble = read(text).expect_err(text);
            assert!(trouble.what.contains(word), "{text}: {trouble:?}");
        }
    }
}
