//! The command as its users meet it: what it prints, in both languages, and how it ends.
//!
//! Whole answers are compared with `testdata/cli/golden/NAME.txt`; `UPDATE=1` rewrites them, and a person reads the
//! difference.

use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;

mod admin;
mod bad_input;
mod convert;
mod judge;
mod load;
mod many;
mod net;
mod pictures;
mod play;
mod review;
mod soak;
mod teach;

/// What a run printed and how it ended.
struct Run {
    out: String,
    err: String,
    code: i32,
}

/// The folder of the records; the command runs in it, so that answers name files without a path.
fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/cli")
}

/// A run that does not depend on the machine's language or terminal.
fn command(arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("shoutan").expect("the binary is built");
    command.current_dir(data()).env_clear().args(arguments);
    command
}

fn run_with(arguments: &[&str], input: &[u8]) -> Run {
    let output = command(arguments).write_stdin(input).output().expect("it runs");
    Run {
        out: String::from_utf8(output.stdout).expect("UTF-8"),
        err: String::from_utf8(output.stderr).expect("UTF-8"),
        code: output.status.code().expect("it was not killed"),
    }
}

fn run(arguments: &[&str]) -> Run {
    run_with(arguments, b"")
}

/// Compares with the golden file, or rewrites it.
#[track_caller]
fn golden(name: &str, found: &str) {
    let path = data().join("golden").join(format!("{name}.txt"));
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&path, found).expect("the golden file can be written");
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        found == expected,
        "{name} differs from {}:\n{found}\nexpected:\n{expected}",
        path.display()
    );
}

/// Runs in both languages and compares both answers.
#[track_caller]
fn golden_pair(name: &str, arguments: &[&str], code: i32) {
    for lang in ["en", "zh"] {
        let run = run(&[arguments, &["--lang", lang]].concat());
        assert_eq!(run.code, code, "{}{}", run.out, run.err);
        golden(&format!("{name}.{lang}"), &format!("{}{}", run.out, run.err));
    }
}

#[test]
fn the_server_says_what_it_would_do() {
    let run = run(&["serve", "--print-config", "--listen", "127.0.0.1:1", "--limit", "guests=5"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(
        run.out.contains("listen = \"127.0.0.1:1\"") && run.out.contains("guests = 5"),
        "{}",
        run.out
    );
}

#[test]
fn the_language_comes_from_the_locale() {
    for (name, value, word) in [
        ("LANG", "zh_CN.UTF-8", "用法"),
        ("LC_ALL", "zh_TW.UTF-8", "用法"),
        ("LC_MESSAGES", "zh_CN", "用法"),
        ("LANG", "en_GB.UTF-8", "Usage"),
        ("LANG", "C", "Usage"),
        ("LANG", "fr_FR.UTF-8", "Usage"),
    ] {
        let output = command(&["--help"]).env(name, value).output().expect("it runs");
        let text = String::from_utf8(output.stdout).expect("UTF-8");
        assert!(text.contains(word), "{name}={value}:\n{text}");
    }
    let output =
        command(&["--help", "--lang", "en"]).env("LANG", "zh_CN.UTF-8").output().expect("it runs");
    assert!(String::from_utf8_lossy(&output.stdout).contains("Usage"));
}

#[test]
fn every_command_has_help_in_both_languages() {
    for command in [
        "judge", "check", "show", "convert", "rules", "gtp", "match", "bench", "analyze",
        "analysis",
    ] {
        golden_pair(&format!("help-{command}"), &[command, "--help"], 0);
    }
}

#[test]
fn rulesets_are_listed_and_explained() {
    let ids: Vec<String> = run(&["rules", "--json"])
        .out
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).expect("an object"))
        .filter_map(|object| object["id"].as_str().map(str::to_owned))
        .collect();
    assert!(ids.len() >= 16, "{ids:?}");
    for (lang, sources) in [("en", "sources:"), ("zh", "出处：")] {
        let list = run(&["rules", "--lang", lang]).out;
        for id in &ids {
            assert!(
                list.lines().any(|line| line.split(' ').next() == Some(id)),
                "{id} is not in\n{list}"
            );
            let one = run(&["rules", id, "--lang", lang]).out;
            assert!(one.lines().count() > 25 && one.contains(sources), "{one}");
        }
    }
    let run = run(&["rules", "aga", "--json"]);
    let object: serde_json::Value = serde_json::from_str(&run.out).expect("one object");
    assert_eq!(object["id"], "aga");
    assert_eq!(object["axes"]["pass_stones"], "yes");
    assert!(object["sources"].as_array().is_some_and(|sources| !sources.is_empty()));
}

#[test]
fn colours_are_used_when_asked_for() {
    assert!(!run(&["rules"]).out.contains('\x1b'));
    assert!(run(&["rules", "--color", "always"]).out.contains('\x1b'));
    assert!(!run(&["rules", "--color", "never"]).out.contains('\x1b'));
}

#[test]
fn speed_is_measured() {
    let run = run(&["bench", "board", "--seconds", "1", "--json"]);
    assert_eq!(run.code, 0, "{}", run.err);
    let sizes: Vec<serde_json::Value> =
        run.out.lines().map(|line| serde_json::from_str(line).expect("an object")).collect();
    assert_eq!(sizes.len(), 2);
    assert!(
        sizes.iter().all(|object| object["playouts_per_second"].as_f64() > Some(0.0)),
        "{}",
        run.out
    );
    let run = crate::run(&["bench", "sgf", "example.sgf", "--seconds", "1", "--json"]);
    let object: serde_json::Value = serde_json::from_str(&run.out).expect("an object");
    assert_eq!(object["games"], 1);
}
