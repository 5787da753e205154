//! Whole collections of real games: every record parses, and legality, stones and prisoners are those of the index.

use rayon::prelude::*;
use serde_json::Value;
use sgf::{GameTree, Reader, Replayer};

/// The collections, in `NAME.sgf.gz` and `NAME.index.jsonl.gz`.
fn sets(folder: &std::path::Path) -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .filter_map(|entry| entry.unwrap().file_name().into_string().ok())
        .filter_map(|name| name.strip_suffix(".index.jsonl.gz").map(str::to_owned))
        .collect();
    names.sort();
    names
}

#[test]
fn a_sample_of_every_collection_agrees_with_its_index() {
    check(101);
}

#[test]
#[ignore = "slow: every game of every collection"]
fn every_game_agrees_with_its_index() {
    check(1);
}

/// Compares every `step`-th game.
fn check(step: usize) {
    let Some(folder) = crate::data("games") else { return };
    let mut wrong = Vec::new();
    let mut count = 0;
    for set in sets(&folder) {
        let bytes = crate::unzip(&folder.join(format!("{set}.sgf.gz")));
        let index =
            String::from_utf8(crate::unzip(&folder.join(format!("{set}.index.jsonl.gz")))).unwrap();
        let mut reader = Reader::new(bytes, &sgf::ParseOptions::default());
        let trees: Vec<GameTree> = std::iter::from_fn(|| reader.next_tree()).collect();
        let diagnostics = reader.finish();
        let rows: Vec<&str> = index.lines().collect();
        assert_eq!(trees.len(), rows.len(), "{set}");
        assert!(diagnostics.is_empty(), "{set}: {:?}", diagnostics.iter().next());
        let chosen: Vec<usize> = (0..rows.len()).step_by(step).collect();
        count += chosen.len();
        let found: Vec<String> = chosen
            .par_iter()
            .map_init(Replayer::default, |replayer, &at| {
                compare(replayer, &trees[at], rows[at]).map(|e| format!("{set} {}: {e}", at + 1))
            })
            .flatten()
            .collect();
        wrong.extend(found);
    }
    assert!(count > 0);
    assert!(
        wrong.is_empty(),
        "{} of {count}:\n{}",
        wrong.len(),
        wrong[..wrong.len().min(40)].join("\n")
    );
}

fn compare(replayer: &mut Replayer, tree: &GameTree, row: &str) -> Option<String> {
    let row: Value = serde_json::from_str(row).unwrap();
    let replay = match replayer.replay(tree) {
        Ok(replay) => replay,
        Err(error) => return Some(error.to_string()),
    };
    if let Some(illegal) = &replay.illegal {
        return Some(format!("{illegal:?}"));
    }
    let stones = replay.stones();
    let prisoners = replay.state.prisoners();
    let found = [
        replay.moves.into(),
        stones.black.len() as u64,
        stones.white.len() as u64,
        prisoners.black.into(),
        prisoners.white.into(),
    ];
    let last = &row["final"];
    let expected = [&row["moves"], &last["b"], &last["w"], &last["cap_by_b"], &last["cap_by_w"]]
        .map(|v| v.as_u64().unwrap());
    (found != expected).then(|| format!("{found:?}, expected {expected:?}"))
}
