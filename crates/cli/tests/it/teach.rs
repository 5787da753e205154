//! `positions` and `label`: from records to shards, resumed, and refused where something is amiss.

use std::fs;
use std::io::Read;
use std::path::Path;

use flate2::read::MultiGzDecoder;
use serde_json::Value;

use crate::{Run, run};

fn text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

fn json(run: &Run) -> Value {
    assert_eq!(run.code, 0, "{}", run.err);
    serde_json::from_str(&run.out).expect("one JSON object")
}

/// The JSON of a file's head and how many bytes follow.
fn head(path: &Path) -> (Value, usize) {
    let mut bytes = Vec::new();
    let file = fs::File::open(path).expect("the file is there");
    MultiGzDecoder::new(file).read_to_end(&mut bytes).expect("it is compressed");
    let length = u32::from_le_bytes(bytes[8..12].try_into().expect("four bytes")) as usize;
    let json = serde_json::from_slice(&bytes[12..12 + length]).expect("JSON");
    (json, bytes.len() - 12 - length)
}

const NET: &str = "../nn/random_nets/random-v15-s1.bin.gz";

#[test]
fn records_become_positions_and_positions_become_shards() {
    let folder = tempfile::tempdir().expect("a folder");
    let positions = folder.path().join("a.positions.gz");
    let out = folder.path().join("labels");
    let sample = |more: &[&str]| {
        let own = ["positions", "example.sgf", "collection.sgf", "--out", text(&positions)];
        json(&run(&[&own, more, &["--json"]].concat()))
    };
    let made = sample(&["--per-game", "5"]);
    let games = made["games"].as_u64().expect("a number");
    let by_split = made["positions"].as_object().expect("an object");
    let total: u64 = by_split.values().filter_map(Value::as_u64).sum();
    assert!(games > 0 && total > games, "{made}");
    assert_eq!(head(&positions).0["records"], games);

    let label = |more: &[&str]| {
        let own = ["label", text(&positions), "--out", text(&out), "--threads", "2"];
        run(&[&own, more, &["--json"]].concat())
    };
    let net = ["--net", NET, "--symmetries", "2", "--shard", "16"];
    let made = json(&label(&net));
    assert_eq!(made["positions"], total);
    let shards = made["shards"].as_u64().expect("a number");
    let first = out.join("shard-00000.labels.gz");
    let (keys, bytes) = head(&first);
    assert_eq!((&keys["symmetries"], &keys["visits"]), (&Value::from(2), &Value::from(0)));
    assert_eq!(keys["sets"][0], "a");
    assert!(bytes > 0 && keys["records"].as_u64().is_some_and(|n| n > 0));

    // One shard is lost: it alone is made again, and it is the same.
    let before = fs::read(&first).expect("it is there");
    fs::remove_file(&first).expect("it can be removed");
    let made = json(&label(&net));
    assert_eq!((&made["shards"], &made["shards_there"]), (&1.into(), &(shards - 1).into()));
    assert_eq!(fs::read(&first).expect("it is there again"), before);

    // Searched labels are another job.
    let other = label(&[&net[..], &["--visits", "4"]].concat());
    assert!(other.code == 2 && other.err.contains("visits"), "{}", other.err);
    let other = label(&["--features-only", "--shard", "16"]);
    assert_eq!(other.code, 2);
    assert!(other.err.contains("teacher_sha256"), "{}", other.err);
}

#[test]
fn a_network_plays_and_the_same_seed_gives_the_same_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let play = |name: &str| {
        let path = folder.path().join(name);
        let arguments =
            ["positions", "--net", NET, "--games", "4", "--sizes", "5,7", "--out", text(&path)];
        let made = json(&run(&[&arguments[..], &["--json"]].concat()));
        assert!(made["games"].as_u64().is_some_and(|games| games > 0), "{made}");
        fs::read(path).expect("it was written")
    };
    assert_eq!(play("a"), play("b"));
}

#[test]
fn what_is_no_file_of_positions_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("labels");
    for file in ["example.sgf", "nowhere.positions.gz"] {
        let run = run(&["label", file, "--features-only", "--out", text(&out)]);
        assert_eq!(run.code, 2, "{file}");
        assert!(run.err.contains(file), "{}", run.err);
    }
    let run = run(&["label", "example.sgf", "--net", "example.sgf", "--out", text(&out)]);
    assert_eq!(run.code, 2);
}
