//! `gtp` and `match` as their users meet them.

use serde_json::Value;

use super::{run, run_with};

#[test]
fn gtp_answers_until_quit() {
    let input = b"boardsize 5\n1 genmove b\n# a comment\n\n2 genmove w\nnonsense\nquit\nname\n";
    let found = run_with(&["gtp", "--level", "1", "--seed", "3"], input);
    assert_eq!(found.code, 0, "{}", found.err);
    let answers: Vec<&str> = found.out.split("\n\n").collect();
    assert_eq!(answers.len(), 6, "{}", found.out);
    assert_eq!(
        (answers[0], answers[3], answers[4], answers[5]),
        ("=", "? unknown command", "=", "")
    );
    assert!(answers[1].starts_with("=1 ") && answers[2].starts_with("=2 "));
    let again = run_with(&["gtp", "--level", "1", "--seed", "3"], input);
    assert_eq!(again.out, found.out);
}

#[test]
fn gtp_ends_with_its_input_and_keeps_to_a_time() {
    let found = run_with(&["gtp", "--time", "10ms", "--rules", "japanese"], b"genmove b\nkomi 0.5");
    assert_eq!(found.code, 0);
    assert!(found.out.starts_with("= ") && found.out.ends_with("\n\n=\n\n"), "{}", found.out);
}

#[test]
fn wrong_options_are_named() {
    for (arguments, word) in [
        (["gtp", "--rules", "chinaese", "--json"], "chinese"),
        (["gtp", "--time", "soon", "--json"], "soon"),
        (["match", "builtin:level9", "builtin:level1", "--json"], "level5"),
        (["match", "builtin:level1", "builtin:level1", "--komi=x"], "komi"),
        (["match", "builtin:level1", "builtin:level1", "--size=26"], "26"),
        (["match", "builtin:level1", "builtin:level1", "--resign=often"], "agree"),
        (["match", "builtin:level1", "builtin:level1", "--openings=no-such-file"], "no-such-file"),
        (["match", "builtin:level1", "builtin:level1", "--clock=soon"], "soon"),
    ] {
        let found = run(&arguments);
        assert_eq!(found.code, 2, "{arguments:?}");
        assert!(found.err.contains(word), "{arguments:?}: {}", found.err);
        assert!(found.out.is_empty());
    }
}

#[test]
fn a_match_tells_each_game_and_the_sum() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("records");
    let out = out.to_str().expect("UTF-8");
    let played = |players: [&str; 2], out: &str| {
        let options =
            ["-n", "4", "--size", "5", "--komi", "12.5", "--jobs", "2", "--json", "--out"];
        let arguments = [&["match"][..], &players[..], &options[..], &[out][..]].concat();
        run(&arguments)
    };
    let strong = ["builtin:visits=200", "builtin:visits=2"];
    let found = played(strong, out);
    let lines: Vec<Value> =
        found.out.lines().map(|line| serde_json::from_str(line).expect("an object")).collect();
    let [games @ .., summary] = lines.as_slice() else { panic!("{}", found.out) };
    assert_eq!(games.len(), 4);
    for game in games {
        let text = std::fs::read(game["file"].as_str().expect("a name")).expect("the record");
        let text = String::from_utf8(text).expect("UTF-8");
        assert!(text.contains(game["result"].as_str().expect("a result")), "{text}");
        assert!(text.contains("PB[builtin"), "{text}");
    }
    let summary = &summary["summary"];
    let score = summary["score"].as_f64().expect("a number");
    let sum = ["wins", "draws", "losses"].map(|name| summary[name].as_u64().expect("a number"));
    assert_eq!(sum.iter().sum::<u64>(), 4);
    assert_eq!(score, (sum[0] as f64 + sum[1] as f64 / 2.0) / 4.0);
    assert_eq!(found.code, i32::from(score < 0.5));
    // The same match is over; its folder still tells the sum. Another one is not written over it.
    let again = played(strong, out);
    assert_eq!((again.code, again.out.lines().count()), (found.code, 1), "{}", again.err);
    let sum: Value = serde_json::from_str(&again.out).expect("an object");
    assert_eq!(sum["summary"]["score"], summary["score"]);
    let other = played(["builtin:visits=2", "builtin:visits=3"], out);
    assert_eq!(other.code, 2);
    assert!(other.err.contains("builtin:visits=200"), "{}", other.err);
    // A command that speaks no GTP is an error, not a loss.
    let none = folder.path().join("none");
    let found = played(["builtin:level1", "true"], none.to_str().expect("UTF-8"));
    assert_eq!(found.code, 2);
    assert!(found.err.contains("true"), "{}", found.err);
}

#[test]
fn a_match_that_was_killed_goes_on_where_it_stopped() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("records");
    let arguments = [
        "match",
        "builtin:visits=150",
        "builtin:visits=100",
        "-n",
        "30",
        "--size",
        "5",
        "--jobs",
        "2",
        "--json",
        "--out",
    ];
    let arguments = [&arguments[..], &[out.to_str().expect("UTF-8")][..]].concat();
    let program = assert_cmd::cargo::cargo_bin("shoutan");
    let mut child = std::process::Command::new(program)
        .args(&arguments)
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .spawn()
        .expect("it runs");
    let results = out.join("results.jsonl");
    let lines = || std::fs::read_to_string(&results).unwrap_or_default().lines().count();
    while lines() < 4 && child.try_wait().expect("a state").is_none() {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    child.kill().expect("it is killed");
    child.wait().expect("it ends");
    let before = lines() - 1;
    assert!((3..30).contains(&before), "{before} games before it was killed");
    let found = run(&arguments);
    assert!(found.code <= 1, "{}", found.err);
    // The new games and the sum; the old ones are not played again.
    assert_eq!(found.out.lines().count(), 30 - before + 1, "{}", found.out);
    let text = std::fs::read_to_string(&results).expect("the results");
    let mut numbers: Vec<u64> = text
        .lines()
        .skip(1)
        .map(|line| serde_json::from_str::<Value>(line).expect("an object"))
        .map(|line| line["game"].as_u64().expect("a number"))
        .collect();
    numbers.sort_unstable();
    assert_eq!(numbers, (1..=30).collect::<Vec<u64>>());
    for number in 1..=30 {
        assert!(out.join(format!("game-{number:04}.sgf")).exists());
    }
    let sum: Value =
        serde_json::from_str(found.out.lines().last().expect("the sum")).expect("an object");
    assert_eq!(sum["summary"]["games"], 30);
    assert!(out.join("summary.json").exists());
}
