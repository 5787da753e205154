//! `shoutan show`.

use std::fs;

use crate::{golden, golden_pair, run};

#[test]
fn a_board_is_shown() {
    golden_pair("show", &["show", "example.sgf"], 0);
    golden_pair("show-move", &["show", "example.sgf", "--move", "24", "--coords", "cn"], 0);
    golden(
        "show-plain",
        &run(&["show", "example.sgf", "--plain", "--part", "a1:e5", "--coords", "1-1"]).out,
    );
    golden(
        "show-colour",
        &run(&["show", "example.sgf", "--color", "always", "--coords", "none"]).out,
    );
}

#[test]
fn an_illegal_record_is_shown_up_to_the_illegal_move() {
    golden_pair("show-illegal", &["show", "illegal.sgf"], 1);
}

#[test]
fn one_game_of_a_collection_is_shown() {
    let third = run(&["show", "collection.sgf", "--game", "3", "--json"]);
    let object: serde_json::Value = serde_json::from_str(&third.out).expect("an object");
    assert_eq!(
        (&object["moves"], &object["last"], &object["to_play"]),
        (&4.into(), &"D4".into(), &"B".into())
    );
    let none = run(&["show", "collection.sgf", "--game", "9", "--lang", "en"]);
    assert_eq!(none.code, 2);
    assert!(none.err.contains("holds 4 games"), "{}", none.err);
}

#[test]
fn pictures_are_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_owned();
    let run = run(&[
        "show",
        "example.sgf",
        "--numbers",
        "1-12",
        "--svg",
        &at("a.svg"),
        "--png",
        &at("a.png"),
    ]);
    assert_eq!((run.code, run.out.as_str()), (0, ""), "{}", run.err);
    let svg = fs::read_to_string(at("a.svg")).expect("the picture");
    assert!(svg.starts_with("<svg ") && svg.contains("12 White"), "{}", &svg[..300]);
    assert!(fs::read(at("a.png")).expect("the picture").starts_with(b"\x89PNG"));
    let again = crate::run(&["show", "example.sgf", "--svg", &at("a.svg"), "--lang", "zh"]);
    assert!(again.code == 2 && again.err.contains("文件已经存在"), "{}", again.err);
}
