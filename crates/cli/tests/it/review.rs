//! `analyze` and `analysis` as their users meet them.

use serde_json::Value;

use super::{run, run_with};

#[test]
fn a_game_is_reviewed_in_both_languages() {
    for (lang, words) in [
        (
            "en",
            ["Black's win rate", "Black's lead in points", "loss a move", "whose each point is"],
        ),
        ("zh", ["黑胜率", "黑领先目数", "每手损失", "终局时每点归谁"]),
    ] {
        let options = ["--visits", "30", "--mistakes", "3", "--ownership", "--lang", lang];
        let found = run(&[&["analyze", "example.sgf"], &options[..]].concat());
        assert_eq!(found.code, 0, "{}", found.err);
        for word in words {
            assert!(found.out.contains(word), "{word}:\n{}", found.out);
        }
        assert!(found.out.lines().all(|line| line.chars().count() <= 100), "{}", found.out);
        assert!(!found.out.contains('\x1b'));
    }
}

#[test]
fn what_the_record_leaves_out_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("bare.sgf");
    std::fs::write(&file, "(;SZ[5];B[cc];W[cb])").expect("written");
    let file = file.to_str().expect("UTF-8");
    let remarks = |more: &[&str]| {
        let found = run(&[&["analyze", file, "--visits", "5", "--lang", "en"], more].concat());
        assert_eq!(found.code, 0, "{}", found.err);
        ["names no rules", "names no komi"].map(|words| found.err.contains(words))
    };
    assert_eq!(remarks(&[]), [true, true]);
    assert_eq!(remarks(&["--rules", "japanese"]), [false, true]);
    assert_eq!(remarks(&["--komi", "0"]), [true, false]);
}

#[test]
fn programs_get_an_object_for_each_position() {
    let found = run(&["analyze", "example.sgf", "--visits", "20", "--json", "--jobs", "2"]);
    assert_eq!(found.code, 0, "{}", found.err);
    let lines: Vec<Value> =
        found.out.lines().map(|line| serde_json::from_str(line).expect("an object")).collect();
    let [positions @ .., last] = lines.as_slice() else { panic!("{}", found.out) };
    let moves = last["summary"]["moves"].as_u64().expect("a number");
    assert_eq!(positions.len() as u64, moves + 1);
    for (turn, position) in positions.iter().enumerate() {
        assert_eq!(position["turn"], turn);
        assert!((0.0..=1.0).contains(&position["win_rate_black"].as_f64().expect("a number")));
        assert_eq!(position["played"].is_null(), turn == 0);
        assert!(position["ownership"].is_null());
    }
    let sides = ["black", "white"].map(|side| last["summary"][side]["moves"].as_u64());
    assert_eq!(sides.iter().flatten().sum::<u64>(), moves);
    let again = run(&["analyze", "example.sgf", "--visits", "20", "--json", "--jobs", "1"]);
    assert_eq!(again.out, found.out, "the number of workers changes nothing");
}

#[test]
fn the_record_gets_remarks() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("reviewed.sgf");
    let out = out.to_str().expect("UTF-8");
    let arguments = ["analyze", "example.sgf", "--visits", "20", "--out", out, "--lang", "en"];
    let found = run(&arguments);
    assert_eq!(found.code, 0, "{}", found.err);
    let text = std::fs::read_to_string(out).expect("written");
    let moves = text.matches("SBKV[").count();
    assert!(moves > 5 && text.matches("V[").count() >= moves, "{text}");
    assert!(text.contains("Black wins") && text.contains("loss a move"), "{text}");
    assert_eq!(run(&arguments).code, 2, "an existing file is not replaced unasked");
    let again = [&arguments[..], &["--force"]].concat();
    assert_eq!(run(&again).code, 0);
    assert_eq!(run(&["check", out]).code, 0);
}

#[test]
fn what_cannot_be_reviewed_is_named() {
    for (arguments, word) in [
        (vec!["analyze", "missing.sgf"], "missing.sgf"),
        (vec!["analyze", "example.sgf", "--rules", "chinaese"], "chinese"),
        (vec!["analyze", "example.sgf", "--komi", "x"], "komi"),
        (vec!["analyze", "example.sgf", "--game", "7"], "7"),
        (vec!["analyze", "example.sgf", "--net", "missing.bin.gz"], "missing.bin.gz"),
        (vec!["analyze", "example.sgf", "--net", "example.sgf"], "example.sgf"),
        (vec!["gtp", "--config", "missing.cfg"], "missing.cfg"),
        (vec!["analysis", "--override-config", "maxVisits=none"], "maxVisits"),
    ] {
        let found = run(&arguments);
        assert_eq!(found.code, 2, "{arguments:?}: {}", found.err);
        assert!(found.err.contains(word), "{arguments:?}: {}", found.err);
    }
}

#[test]
fn queries_are_answered_in_katagos_way() {
    let folder = tempfile::tempdir().expect("a folder");
    let config = folder.path().join("analysis.cfg");
    let text = "logDir = logs\nreportAnalysisWinratesAs = BLACK\nnumAnalysisThreads = 2\n";
    std::fs::write(&config, text).expect("written");
    let config = config.to_str().expect("UTF-8");
    let input = br#"{"id":"a","moves":[["B","C3"]],"rules":"japanese","komi":6.5,"boardXSize":5,"boardYSize":5,"analyzeTurns":[0,1],"maxVisits":10}
{"id":"b","action":"query_version"}
{"id":"c"
"#;
    let arguments =
        ["analysis", "-config", config, "-override-config", "maxVisits=5", "-unknown", "x"];
    let found = run_with(&arguments, input);
    assert_eq!(found.code, 0, "{}", found.err);
    assert!(found.err.contains("ready to begin handling requests"), "{}", found.err);
    assert!(found.err.contains("logDir") && found.err.contains("-unknown x"), "{}", found.err);
    let answers: Vec<Value> =
        found.out.lines().map(|line| serde_json::from_str(line).expect("an object")).collect();
    assert_eq!(answers.len(), 4, "{}", found.out);
    let turns = answers.iter().filter(|answer| answer["rootInfo"]["visits"] == 10);
    assert_eq!(turns.count(), 2, "{}", found.out);
    assert!(answers.iter().any(|answer| answer["error"].is_string()));
    // What is not wanted any more is not waited for.
    let many = br#"{"id":"a","moves":[],"rules":"chinese","boardXSize":9,"boardYSize":9,"maxVisits":100000000}"#;
    let found = run_with(&["analysis", "-quit-without-waiting"], many);
    assert_eq!(found.code, 0, "{}", found.err);
}
