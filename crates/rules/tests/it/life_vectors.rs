//! The shared vectors of life and death: `life_death.jsonl` and `shape.jsonl`.

use board::{Board, Color, Coordinates};
use rules::life::{self, Confirmed, GroupStatus};
use serde_json::Value;

fn vectors(file: &str) -> Vec<Value> {
    let path = format!("{}/../../testdata/rules/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn board(vector: &Value) -> Board {
    let rows: Vec<&str> =
        vector["rows"].as_array().unwrap().iter().map(|row| row.as_str().unwrap()).collect();
    Board::from_rows(&rows).unwrap()
}

fn color(vector: &Value, key: &str) -> Color {
    if vector[key] == "B" { Color::Black } else { Color::White }
}

#[test]
fn every_life_death_vector() {
    let mut failed = Vec::new();
    for vector in vectors("life_death.jsonl") {
        let board = board(&vector);
        let point =
            Coordinates::Gtp.parse(vector["string"].as_str().unwrap(), board.size()).unwrap();
        let expected = if vector["expect"] == "alive" { Confirmed::Alive } else { Confirmed::Dead };
        let found = life::confirm_japanese(&board, point, life::NODES).unwrap();
        if found != expected {
            failed.push(format!("{} {}: {found:?}", vector["id"], vector["name"]));
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

#[test]
fn a_search_that_is_too_small_says_so() {
    let vector = &vectors("shape.jsonl")[4];
    let board = board(vector);
    assert_eq!(
        life::group_status(&board, color(vector, "defender"), color(vector, "to_move"), 1),
        GroupStatus::Unknown
    );
    let empty = Coordinates::Gtp.parse("K4", board.size()).unwrap();
    assert_eq!(life::confirm_japanese(&board, empty, 1), Err(life::ConfirmError::NoStone(empty)));
}

#[test]
fn every_shape_vector() {
    let mut failed = Vec::new();
    for vector in vectors("shape.jsonl") {
        let expected = match vector["expect"].as_str().unwrap() {
            "dead" => GroupStatus::Dead,
            "ko" => GroupStatus::Ko,
            _ => GroupStatus::Alive,
        };
        let found = life::group_status(
            &board(&vector),
            color(&vector, "defender"),
            color(&vector, "to_move"),
            life::NODES,
        );
        if found != expected {
            failed.push(format!(
                "{} {}: {found:?}, expected {expected:?}",
                vector["id"], vector["name"]
            ));
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}
