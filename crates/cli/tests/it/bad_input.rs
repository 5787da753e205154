//! Input that cannot be answered: exit code 2, the place, and what would help.

use crate::{run, run_with};

/// Both languages name the place and a remedy, and nothing is on stdout but objects for programs.
#[track_caller]
fn refused(arguments: &[&str], input: &[u8], place: &str, what: &str, remedy: &str) {
    let english = run_with(&[arguments, &["--lang", "en"]].concat(), input);
    assert_eq!((english.code, english.out.as_str()), (2, ""), "{}", english.err);
    for text in ["error:", place, what, "remedy:", remedy] {
        assert!(english.err.contains(text), "{text:?} is not in\n{}", english.err);
    }
    let chinese = run_with(&[arguments, &["--lang", "zh"]].concat(), input);
    assert_eq!(chinese.code, 2);
    for text in ["错误：", place, "办法："] {
        assert!(chinese.err.contains(text), "{text:?} is not in\n{}", chinese.err);
    }
}

#[test]
fn unreadable_files() {
    refused(&["judge", "missing.sgf"], b"", "missing.sgf", "there is no such file", "spelling");
    refused(&["check", "golden"], b"", "golden", "holds no game records", "sgf, gib");
    refused(&["check", "-"], b"", "-:1:1", "no game tree", "is this a game record");
    refused(&["check", "-"], &[0x1f, 0x8b, 8, 0, 0], "-", "cut off or damaged", "again");
}

#[test]
fn unknown_names_come_with_the_nearest() {
    refused(
        &["judge", "example.sgf", "--rules", "chinees"],
        b"",
        "--rules",
        "\"chinees\"",
        "chinese",
    );
    refused(&["rules", "日本规侧"], b"", "--rules", "日本规侧", "日本规则");
    refused(
        &["judge", "example.sgf", "--rules", "chinese kko=psk"],
        b"",
        "--rules",
        "kko",
        "repetition",
    );
    refused(&["juge", "example.sgf"], b"", "juge", "there is no command", "judge");
    refused(&["judge", "example.sgf", "--kommi", "3"], b"", "--kommi", "no such option", "--komi");
    refused(&["judge"], b"", "FILES", "missing", "--help");
    refused(&["show", "example.sgf", "--coords", "b2"], b"", "--coords", "\"b2\"", "a1, 1-1, cn");
}

#[test]
fn impossible_komi() {
    for komi in ["abc", "7.3", "1e9", "", "7.25"] {
        refused(
            &["judge", "example.sgf", "--komi", komi],
            b"",
            "--komi",
            "no possible komi",
            "7.5",
        );
    }
    refused(
        &["judge", "example.sgf", "--komi", "100"],
        b"",
        "--komi",
        "more than the 81 points",
        "7.5",
    );
    refused(&["judge", "example.sgf", "--komi", "9999"], b"", "--komi", "more than", "7.5");
}

#[test]
fn impossible_dead_marks() {
    refused(
        &["judge", "example.sgf", "--dead", "a1"],
        b"",
        "example.sgf --dead",
        "A1 is empty",
        "shoutan show",
    );
    refused(&["judge", "example.sgf", "--dead", "z99"], b"", "--dead", "\"z99\"", "d4,q16");
}

#[test]
fn boards_that_cannot_be_played_on() {
    refused(&["judge", "size26.sgf"], b"", "size26.sgf:1:", "26", "1x1 to 25x25");
    refused(&["check", "-"], b"(;GM[2]SZ[8];B[a1])", "-:1:", "not a Go record", "GM[1]");
}

#[test]
fn a_flood_of_brackets() {
    let flood = vec![b'('; 20_000_000];
    refused(&["check", "-"], &flood, "-:1:100001", "nested more than 100000 deep", "single games");
    let closed = [vec![b'('; 1_000_000], vec![b')'; 1_000_000]].concat();
    let run = run_with(&["check", "-"], &closed);
    assert_eq!(run.code, 2, "{}", run.err);
}

#[test]
fn places_that_do_not_exist() {
    refused(&["show", "example.sgf", "--move", "99"], b"", "example.sgf", "no move 99", "42 moves");
    refused(&["judge", "example.sgf", "--node", "99"], b"", "example.sgf", "no node 99", "0 to 42");
    refused(&["show", "example.sgf", "--numbers", "9-3"], b"", "--numbers", "9-3", "1-50");
    refused(&["show", "example.sgf", "--part", "a1:k10"], b"", "--part", "a1:k10", "corners");
}

#[test]
fn troubles_are_objects_for_programs() {
    let run = run(&["check", "missing.sgf", "example.sgf", "--json"]);
    assert_eq!(run.code, 2);
    let lines: Vec<serde_json::Value> =
        run.out.lines().map(|line| serde_json::from_str(line).expect("an object")).collect();
    assert_eq!(lines[0]["error"]["code"], "unreadable");
    assert_eq!(lines[1]["status"], "sound", "the other file is answered all the same");
    assert_eq!(lines[2]["summary"]["tally"]["failed"], 1);
}

#[test]
fn texts_of_a_record_do_not_steer_the_terminal() {
    let record = b"(;SZ[9]PB[a\0\x1b[31mred\x1b\\]0;title\x07]PW[\xc2\x9b7m\xe2\x80\xae]RE[\x1b[2J]RU[\x1b[5m];B[\x1b[4m])";
    for command in ["judge", "check", "show"] {
        let run = run_with(&[command, "-", "--lang", "en", "--color", "always"], record);
        for steering in [
            "\x1b[31mred",
            "\x1b]",
            "\x1b[2J",
            "\x1b[5m",
            "\x1b[4m",
            "\0",
            "\x07",
            "\u{9b}",
            "\u{202e}",
        ] {
            assert!(!run.out.contains(steering), "{command} {steering:?}: {:?}", run.out);
            assert!(!run.err.contains(steering), "{command} {steering:?}: {:?}", run.err);
        }
    }
    let run = run_with(&["judge", "-", "--lang", "en"], record);
    assert!(run.out.contains("Black a␀␛[31mred␛]0;title␇"), "{}", run.out);
    let run = run_with(&["judge", "no\x1b[31msuch", "--color", "always"], b"");
    assert!(run.err.contains("no␛[31msuch"), "{}", run.err);
}

#[cfg(unix)]
#[test]
fn pipes_in_a_folder_are_passed_over() {
    let folder = tempfile::tempdir().expect("a folder");
    let pipe = folder.path().join("pipe.sgf");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo runs");
    assert!(made.success());
    std::fs::write(folder.path().join("real.sgf"), "(;SZ[9];B[cc])").expect("a record");
    let run = run(&["check", &folder.path().display().to_string()]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.contains("real.sgf") && !run.out.contains("pipe"), "{}", run.out);
}
