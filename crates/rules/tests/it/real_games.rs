//! Real games, read from the folder that `SHOUTAN_DATA` names: every final board and prisoner count, and every first repetition,
//! as the index beside the games has them. Skipped, saying so, without the folder.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use board::{BoardSize, ByColor, Color, Move, Point, Setup};
use flate2::read::GzDecoder;
use rules::{Edit, Event, GameState, IllegalMove, Phase, Refused, Ruleset, Start};
use serde_json::Value;

struct Record {
    setup: Setup,
    moves: Vec<(Color, Move)>,
    index: Value,
}

#[expect(clippy::print_stdout, reason = "a test that is skipped says so")]
fn games_folder() -> Option<PathBuf> {
    let folder = std::env::var_os("SHOUTAN_DATA").map(|f| Path::new(&f).join("games"));
    if folder.is_none() {
        println!("skipped: SHOUTAN_DATA not set");
    }
    folder
}

fn lines(path: &Path) -> impl Iterator<Item = String> + use<> {
    let file = File::open(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    BufReader::new(GzDecoder::new(file)).lines().map(Result::unwrap)
}

/// One game of a normalised collection: main line only, one line of text, no escapes in the properties looked at.
fn record(line: &str, index: &str) -> Record {
    let index: Value = serde_json::from_str(index).unwrap();
    let size = BoardSize::square(index["size"].as_u64().unwrap() as u32).unwrap();
    let mut setup = Setup::new(size);
    let mut moves = Vec::new();
    let mut key = "";
    let mut rest = line;
    while let Some(open) = rest.find('[') {
        let name = rest[..open].trim_start_matches([';', '(', ')', ']']);
        key = if name.is_empty() { key } else { name };
        let bytes = rest.as_bytes();
        let mut end = open + 1;
        while bytes[end] != b']' {
            end += if bytes[end] == b'\\' { 2 } else { 1 };
        }
        let value = &bytes[open + 1..end];
        let point = || Point::new(value[0] - b'a' + 1, value[1] - b'a' + 1).unwrap();
        let mv = || if value.is_empty() { Move::Pass } else { Move::Play(point()) };
        match key {
            "AB" => _ = setup.set(point(), Some(Color::Black)),
            "AW" => _ = setup.set(point(), Some(Color::White)),
            "B" => moves.push((Color::Black, mv())),
            "W" => moves.push((Color::White, mv())),
            _ => {}
        }
        rest = &rest[end + 1..];
    }
    Record { setup, moves, index }
}

fn records(folder: &Path, set: &str) -> impl Iterator<Item = Record> {
    let games = lines(&folder.join(format!("{set}.sgf.gz")));
    let index = lines(&folder.join(format!("{set}.index.jsonl.gz")));
    games.zip(index).map(|(game, index)| record(&game, &index))
}

/// Replays as records are meant; the first repetition that the ruleset forbids ends it, with the number of its move.
fn replay(ruleset: &Arc<Ruleset>, record: &Record) -> (GameState, Option<u64>) {
    let mut start = Start::on(ruleset.clone(), record.setup.build().unwrap(), 0);
    start.to_move = record.moves.first().map_or(Color::Black, |m| m.0);
    let mut state = GameState::new(start);
    for (number, &(by, mv)) in (1..).zip(&record.moves) {
        if state.phase() == Phase::Counting {
            state.apply(Event::Dispute { by: None }).unwrap();
        }
        if state.to_move() == Some(by.opponent()) {
            let turn = Edit { to_move: Some(by), ..Edit::default() };
            state.apply(Event::Edit(Arc::new(turn))).unwrap();
        }
        match state.apply(Event::Move { by, mv }) {
            Ok(_) => {}
            Err(Refused::Illegal(IllegalMove::Repetition { .. })) => return (state, Some(number)),
            Err(refused) => panic!("{}, move {number}: {refused}", record.index["src"]),
        }
    }
    (state, None)
}

#[test]
fn final_boards_and_prisoners_are_as_indexed() {
    let Some(folder) = games_folder() else { return };
    for set in ["small9", "meijin", "ai_vs_human"] {
        for record in records(&folder, set) {
            let (state, _) = replay(&Ruleset::chinese(), &record);
            let number = |key: &str| record.index["final"][key].as_u64().unwrap() as u32;
            let stones = ByColor::from_fn(|color| state.board().stone_count(color));
            assert_eq!(stones, ByColor::new(number("b"), number("w")), "{}", record.index["src"]);
            let taken = ByColor::new(number("cap_by_b"), number("cap_by_w"));
            assert_eq!(state.prisoners(), taken, "{}", record.index["src"]);
        }
    }
}

#[test]
fn repetitions_are_found_where_indexed() {
    let Some(folder) = games_folder() else { return };
    let superko = Ruleset::find("chinese ko=psk").unwrap();
    let mut found = 0;
    for set in ["small9", "fox_pro"] {
        for record in records(&folder, set) {
            let (_, repeated) = replay(&superko, &record);
            assert_eq!(repeated, record.index["superko_at"].as_u64(), "{}", record.index["src"]);
            found += u32::from(repeated.is_some());
        }
    }
    assert!(found > 10, "{found}");
}
