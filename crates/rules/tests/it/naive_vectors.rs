//! The slow implementation against the published vectors, before anything is compared with it.

use crate::naive::{self, Ending, Game, Ko, Pair, Rules, Spot, Suicide, Verdict, side};
use serde_json::Value;
use std::collections::BTreeSet;

/// Every case of one file of `testdata/rules`.
fn cases(file: &str) -> Vec<Value> {
    let path = format!("{}/../../testdata/rules/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    text.lines().map(|line| serde_json::from_str(line).expect("one JSON object a line")).collect()
}

/// A GTP name as a spot; row 1 is at the bottom and the letter I is left out.
fn spot(name: &str, rows: usize) -> Spot {
    let letter = name.chars().next().expect("a letter");
    let column = "ABCDEFGHJKLMNOPQRSTUVWXYZ".find(letter).expect("a column");
    let row: usize = name[1..].parse().expect("a row");
    (column, rows.wrapping_sub(row))
}

fn rows(value: &Value) -> naive::Grid {
    let rows: Vec<String> = value
        .as_array()
        .expect("rows")
        .iter()
        .map(|row| row.as_str().expect("a row of text").to_owned())
        .collect();
    naive::grid(&rows)
}

fn stone(value: &Value) -> char {
    if value == "B" { 'X' } else { 'O' }
}

fn pair(value: &Value) -> Pair {
    ["B", "W"].map(|color| value[color].as_i64().unwrap_or(0))
}

/// A number that is a multiple of a quarter, times `units`.
fn times(value: &Value, units: f64) -> i64 {
    (value.as_f64().expect("a number") * units) as i64
}

#[test]
fn naive_legality_vectors() {
    let cases = cases("legality.jsonl");
    assert!(cases.len() >= 55, "only {} cases", cases.len());
    for case in cases {
        let id = case["id"].as_str().expect("an id");
        let height = case["height"].as_u64().expect("a height") as usize;
        let width = case["width"].as_u64().expect("a width") as usize;
        let board = match &case["setup"] {
            Value::Null => vec![vec!['.'; width]; height],
            setup => rows(setup),
        };
        let rules = Rules {
            ko: match case["ko"].as_str() {
                Some("psk") => Ko::Positional,
                Some("ssk") => Ko::Situational,
                Some("nssk") => Ko::Natural,
                _ => Ko::Simple,
            },
            suicide: if case["suicide"] == true { Suicide::Yes } else { Suicide::No },
            ..Rules::book("chinese").expect("a row of the table")
        };
        let superko = rules.ko != Ko::Simple;
        let mut game = Game::new(rules, board, stone(&case["to_play"]));
        for (number, step) in case["moves"].as_array().expect("moves").iter().enumerate() {
            let place = format!("{id}, move {number}: {step}");
            assert_eq!(game.now().to_move, stone(&step["c"]), "{place}");
            let at = step["p"].as_str().expect("a point");
            if at == "pass" {
                game.pass();
                continue;
            }
            let reason = match game.play(spot(at, height)) {
                Verdict::Legal(_, taken, lost) => {
                    assert_eq!(step["captured"], taken.len(), "{place}");
                    assert_eq!(step["self_captured"], lost.len(), "{place}");
                    assert_eq!(step["legal"], true, "{place}");
                    continue;
                }
                Verdict::OffBoard => "off_board",
                Verdict::Occupied => "occupied",
                Verdict::Suicide => "suicide",
                Verdict::Ko => "ko",
                Verdict::Superko(_) => "superko",
            };
            assert_eq!(step["legal"], false, "{place}");
            let equal = superko && (step["reason"] == "ko" || step["reason"] == "superko");
            if equal {
                assert!(reason == "ko" || reason == "superko", "{place}: {reason}");
            } else {
                assert_eq!(step["reason"], reason, "{place}");
            }
        }
        assert_eq!(game.now().board, rows(&case["final"]), "{id}");
        assert_eq!(game.now().prisoners, pair(&case["prisoners"]), "{id}");
    }
}

#[test]
fn naive_scoring_vectors() {
    let cases = cases("scoring.jsonl");
    assert!(cases.len() >= 97, "only {} cases", cases.len());
    for case in cases {
        let id = case["id"].as_str().expect("an id");
        let board = rows(&case["rows"]);
        let points = |name: &str| -> BTreeSet<Spot> {
            let names = case[name].as_array().expect("a list of points").iter();
            names.map(|point| spot(point.as_str().expect("a point"), board.len())).collect()
        };
        let ending = Ending {
            dead: points("dead"),
            seki: points("seki"),
            prisoners: pair(&case["prisoners"]),
            passes: pair(&case["passes"]),
            first_pass: case["first_pass"].as_str().map(|c| if c == "B" { 'X' } else { 'O' }),
            komi: times(&case["komi"], 2.0),
            handicap: case["handicap"].as_i64().expect("handicap"),
            board: board.clone(),
        };
        let name = case["ruleset"].as_str().expect("a ruleset");
        let rules = Rules::book(name).unwrap_or_else(|| panic!("{id}: no row for {name}"));
        let tally = naive::count(&rules, &ending);
        let expect = &case["expect"];
        assert_eq!(tally.total, [&expect["B"], &expect["W"]].map(|v| times(v, 4.0)), "{id}");
        assert_eq!(tally.margin.abs(), times(&expect["margin_points"], 2.0), "{id}");
        let winner = match tally.winner {
            'X' => "B",
            'O' => "W",
            _ => "draw",
        };
        assert_eq!(expect["winner"], winner, "{id}");
        for (color, c) in [('X', "B"), ('O', "W")] {
            if let Some(groups) = expect[format!("groups_{c}")].as_i64() {
                assert_eq!(tally.groups[side(color)], groups, "{id}");
            }
            if let Some(territory) = expect[format!("territory_{c}")].as_i64() {
                assert_eq!(tally.territory[side(color)], territory, "{id}");
            }
        }
        if !expect["komi_used"].is_null() {
            assert_eq!(tally.komi, times(&expect["komi_used"], 2.0), "{id}");
        }
        if !expect["margin_zi"].is_null() {
            assert_eq!(tally.margin.abs(), times(&expect["margin_zi"], 4.0), "{id}");
        }
    }
}

#[test]
fn naive_game_end_vectors() {
    let cases = cases("gameend.jsonl");
    assert!(cases.len() >= 9, "only {} cases", cases.len());
    for case in cases {
        let id = case["id"].as_str().expect("an id");
        let name = case["ruleset"].as_str().expect("a ruleset");
        let rules = Rules::book(name).unwrap_or_else(|| panic!("{id}: no row for {name}"));
        let mut game = Game::new(rules, vec![vec!['.'; 9]; 9], 'X');
        // Resignation and agreement end a game whatever the position, and have no counterpart in `Game`.
        let mut finished = false;
        for step in case["moves"].as_array().expect("moves") {
            match (step[0].as_str(), step[1].as_str()) {
                (Some("agree"), _) | (_, Some("resign")) => finished = true,
                (Some("resume"), Some(asker)) => game.resume(if asker == "B" { 'X' } else { 'O' }),
                (Some("dispute"), _) => game.resume(game.now().to_move),
                (Some(_), Some("pass")) => game.pass(),
                (Some(_), Some(point)) => {
                    let verdict = game.play(spot(point, 9));
                    assert!(matches!(verdict, Verdict::Legal(..)), "{id}: {verdict:?}");
                }
                other => panic!("{id}: {other:?}"),
            }
        }
        let expect = &case["expect"];
        let phase = match game.phase {
            _ if finished => "finished",
            naive::Phase::Over => "finished",
            naive::Phase::Play => "playing",
            naive::Phase::Stopped => "agreement",
        };
        assert_eq!(expect["phase"], phase, "{id}");
        if !expect["to_play"].is_null() {
            assert_eq!(stone(&expect["to_play"]), game.now().to_move, "{id}");
        }
        if !expect["pass_stones"].is_null() {
            assert_eq!(pair(&expect["pass_stones"]), game.final_passes(), "{id}");
        }
    }
}
