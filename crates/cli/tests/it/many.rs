//! Collections, folders and compressed files.

use std::fs;

use serde_json::Value;

use crate::{data, golden_pair, run};

fn objects(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("an object a line")).collect()
}

#[test]
fn a_collection_yields_one_verdict_per_game() {
    golden_pair("judge-collection", &["judge", "collection.sgf"], 1);
    golden_pair("check-collection", &["check", "collection.sgf"], 1);
    let plain = run(&["judge", "collection.sgf", "--json"]);
    let found = objects(&plain.out);
    assert_eq!(found.len(), 5, "four games and a summary");
    let statuses: Vec<&str> = found.iter().filter_map(|object| object["status"].as_str()).collect();
    assert_eq!(statuses, ["agrees", "illegal", "not-counted", "differs"]);
    assert_eq!(found[2]["game"], 3);
    assert_eq!(found[4]["summary"]["games"], 4);
    let packed = run(&["judge", "collection.sgf.gz", "--json"]);
    assert_eq!(packed.out.replace("sgf.gz", "sgf"), plain.out);
}

#[test]
fn a_folder_is_searched_to_the_bottom() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir_all(folder.path().join("b/c")).expect("folders");
    for (name, source) in
        [("a.SGF", "example.sgf"), ("b/c/d.sgf", "resigned.sgf"), ("e.txt", "illegal.sgf")]
    {
        fs::copy(data().join(source), folder.path().join(name)).expect("a copy");
    }
    let path = folder.path().to_str().expect("UTF-8");
    let run = run(&["check", path, "--json"]);
    let names: Vec<String> =
        objects(&run.out).iter().filter_map(|o| o["file"].as_str().map(str::to_owned)).collect();
    assert_eq!(names.len(), 2, "{names:?}");
    assert!(names[0].ends_with("a.SGF") && names[1].ends_with("d.sgf"), "{names:?}");
    assert_eq!(run.code, 0);
}

#[test]
fn answers_come_in_the_order_of_the_input() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("many.sgf");
    let games: String =
        (0..500).map(|game| format!("(;SZ[9]KM[{}.5]RE[B+R];B[ee];W[ff])\n", game % 80)).collect();
    fs::write(&path, games).expect("a file");
    let run = run(&["judge", path.to_str().expect("UTF-8"), "--json"]);
    let found = objects(&run.out);
    assert_eq!(found.len(), 501);
    for (index, object) in found.iter().take(500).enumerate() {
        assert_eq!(object["game"], index + 1);
        assert_eq!(object["komi"]["points"].as_f64(), Some((index % 80) as f64 + 0.5));
    }
    assert_eq!(run.code, 0);
}

#[test]
fn a_reader_that_has_seen_enough_is_no_failure() {
    let mut child = std::process::Command::new(assert_cmd::cargo::cargo_bin("shoutan"))
        .args(["rules", "--lang", "en"])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("it runs");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
}
