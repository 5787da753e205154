//! The cases that this board and the web's model are both held to (`testdata/board`).

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use board::{Board, BoardSize, Color, Coordinates, IllegalPlay, Move, Point, PointSet, Position};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    name: String,
    #[serde(default)]
    suicide: bool,
    start: Vec<String>,
    plays: Vec<Play>,
    after: Vec<String>,
    #[serde(default)]
    liberties: BTreeMap<String, Vec<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Play {
    black: Option<String>,
    white: Option<String>,
    #[serde(default)]
    captured: Vec<String>,
    #[serde(default)]
    lost: Vec<String>,
    ko: Option<String>,
    refused: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Game {
    cols: u32,
    rows: u32,
    moves: String,
    captures: Vec<(usize, u32)>,
    prisoners: Prisoners,
    ko: Vec<String>,
    suicide: Vec<String>,
    after: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Prisoners {
    black: u32,
    white: u32,
}

fn read<T: serde::de::DeserializeOwned>(name: &str) -> Vec<T> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/board").join(name);
    serde_json::from_str(&fs::read_to_string(file).expect("the file")).expect("its form")
}

fn point(text: &str, size: BoardSize) -> Point {
    Coordinates::Gtp.parse(text, size).expect("a point of the board")
}

fn points(list: &[String], size: BoardSize) -> PointSet {
    list.iter().map(|text| point(text, size)).collect()
}

#[test]
fn stones_do_what_the_cases_say() {
    for case in read::<Case>("cases.json") {
        let board = Board::from_rows(&case.start).expect("a board");
        let size = board.size();
        let mut position = Position::new(board, Color::Black);
        for play in &case.plays {
            if case.suicide {
                play_with_suicide(&case.name, &mut position, play);
            } else {
                play_without_suicide(&case.name, &mut position, play);
            }
        }
        assert_eq!(position.board.to_rows(), case.after, "{}", case.name);
        for (stone, liberties) in &case.liberties {
            let found = position.board.liberties(point(stone, size));
            assert_eq!(found, points(liberties, size), "{}: {stone}", case.name);
        }
    }
}

fn who_and_where(play: &Play) -> (Color, &str) {
    match (&play.black, &play.white) {
        (Some(at), None) => (Color::Black, at),
        (None, Some(at)) => (Color::White, at),
        _ => panic!("a play is of one colour"),
    }
}

fn play_without_suicide(name: &str, position: &mut Position, play: &Play) {
    let (color, at) = who_and_where(play);
    let size = position.board.size();
    // Basic ko binds the side that is to move after the capture; the cases keep to turns around every ko.
    position.to_move = color;
    if at == "pass" {
        position.play(Move::Pass).expect("a pass is always legal");
        return;
    }
    let before = position.board.clone();
    let result = position.play(Move::Play(point(at, size)));
    let refused = result.as_ref().err().map(|error| match error {
        IllegalPlay::OffBoard(_) => "offBoard",
        IllegalPlay::Occupied(_) => "occupied",
        IllegalPlay::Suicide(_) => "suicide",
        IllegalPlay::Ko(_) => "ko",
    });
    assert_eq!(refused, play.refused.as_deref(), "{name}: {at}");
    if refused.is_some() {
        return;
    }
    let taken = before.stones(color.opponent()) - position.board.stones(color.opponent());
    assert_eq!(taken, points(&play.captured, size), "{name}: {at}");
    assert_eq!(position.ko, play.ko.as_deref().map(|ko| point(ko, size)), "{name}: {at}");
    assert!(play.lost.is_empty(), "{name}: {at}");
}

fn play_with_suicide(name: &str, position: &mut Position, play: &Play) {
    let (color, at) = who_and_where(play);
    let size = position.board.size();
    let before = position.board.clone();
    let played = position.board.play(color, point(at, size)).expect("an empty point");
    assert_eq!(
        before.stones(color.opponent()) - position.board.stones(color.opponent()),
        points(&play.captured, size),
        "{name}: {at}"
    );
    let mut own = before.stones(color);
    own.insert(point(at, size));
    let lost = own - position.board.stones(color);
    assert_eq!(lost, points(&play.lost, size), "{name}: {at}");
    assert_eq!(lost.len(), played.self_captured_count() as usize, "{name}: {at}");
}

#[test]
fn random_games_end_as_written() {
    for game in read::<Game>("games.json") {
        let size = BoardSize::new(game.cols, game.rows).expect("a size");
        let mut position = Position::new(Board::new(size), Color::Black);
        let mut captures = Vec::new();
        for (text, number) in game.moves.split(' ').zip(1..) {
            let mv = if text == "pass" { Move::Pass } else { Move::Play(point(text, size)) };
            let played = position.play(mv).expect("a legal move");
            if let Some(played) = played.filter(|played| played.captured_count() > 0) {
                captures.push((number, played.captured_count()));
            }
        }
        assert_eq!(captures, game.captures, "{size}");
        assert_eq!(position.board.to_rows(), game.after, "{size}");
        assert_eq!(position.prisoners[Color::Black], game.prisoners.black, "{size}");
        assert_eq!(position.prisoners[Color::White], game.prisoners.white, "{size}");
        let refused = |why: fn(Point) -> IllegalPlay| -> PointSet {
            size.points().filter(|&point| position.check(point) == Err(why(point))).collect()
        };
        assert_eq!(refused(IllegalPlay::Ko), points(&game.ko, size), "{size}");
        assert_eq!(refused(IllegalPlay::Suicide), points(&game.suicide, size), "{size}");
    }
}
