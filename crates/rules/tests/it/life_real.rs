//! Finished real games, read from the folder that `SHOUTAN_DATA` names. Skipped, saying so, without the folder.

use std::io::Read;
use std::path::{Path, PathBuf};

use board::{Board, BoardSize, Color, Coordinates, PointSet};
use flate2::read::GzDecoder;
use rules::life::{self, Areas, Options};
use serde_json::Value;

#[expect(clippy::print_stdout, reason = "says that the test was skipped")]
fn records(name: &str) -> Option<Vec<Value>> {
    let Some(folder) = std::env::var_os("SHOUTAN_DATA") else {
        println!("skipped: SHOUTAN_DATA not set");
        return None;
    };
    let path: PathBuf = Path::new(&folder).join("scoring").join(name);
    let mut text = String::new();
    GzDecoder::new(std::fs::File::open(&path).unwrap()).read_to_string(&mut text).unwrap();
    Some(text.lines().map(|line| serde_json::from_str(line).unwrap()).collect())
}

/// The final board of a normalised record: stones and moves in order, no escapes in the properties looked at.
fn final_board(record: &Value) -> Board {
    let size = BoardSize::square(u32::try_from(record["size"].as_u64().unwrap()).unwrap()).unwrap();
    let mut board = Board::new(size);
    let mut key = String::new();
    for part in record["sgf"].as_str().unwrap().split_inclusive(']') {
        let Some((name, value)) = part.trim_end_matches(']').split_once('[') else { continue };
        let name: String = name.chars().filter(char::is_ascii_uppercase).collect();
        if !name.is_empty() {
            key = name;
        }
        let color = if key.ends_with('B') { Color::Black } else { Color::White };
        if matches!(key.as_str(), "B" | "W" | "AB" | "AW") && !value.is_empty() {
            let _ = board.play(color, Coordinates::Sgf.parse(value, size).unwrap()).unwrap();
        }
    }
    board
}

fn points(list: &Value, size: BoardSize) -> PointSet {
    let names = list.as_array().unwrap().iter().map(|name| name.as_str().unwrap());
    names.map(|name| Coordinates::Sgf.parse(name, size).unwrap()).collect()
}

#[test]
fn territory_of_every_marked_game_is_as_the_server_marked_it() {
    for record in records("territory19_marked.jsonl.gz").into_iter().flatten() {
        if record["rules"] != "Japanese" {
            continue;
        }
        let board = final_board(&record);
        let size = board.size();
        let dead = points(&record["dead_black"], size) | points(&record["dead_white"], size);
        let areas = Areas::of(&board, dead);
        let territory = &record["territory"];
        assert_eq!(
            areas.territory(Color::Black),
            points(&territory["TB"], size),
            "{}",
            record["id"]
        );
        assert_eq!(
            areas.territory(Color::White),
            points(&territory["TW"], size),
            "{}",
            record["id"]
        );
    }
}

#[test]
fn most_dead_stones_of_marked_games_are_proposed() {
    let records: Vec<Value> =
        records("territory19_marked.jsonl.gz").into_iter().flatten().step_by(12).collect();
    let exact = records.iter().filter(|record| {
        let board = final_board(record);
        let dead = points(&record["dead_black"], board.size())
            | points(&record["dead_white"], board.size());
        life::propose(&board, &Options::default()).dead == dead
    });
    // 19 of 20 on the whole set; a stone nobody cared to mark makes the rest.
    assert!(10 * exact.count() >= 9 * records.len());
}
