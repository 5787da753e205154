//! `shoutan convert`.

use std::fs;
use std::io::Read;

use crate::{data, run, run_with};

#[test]
fn a_record_comes_back_the_same_in_another_encoding() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_owned();
    let run_to = |from: &str, to: &str, charset: &str| {
        let run = run(&["convert", from, to, "--charset", charset]);
        assert_eq!(run.code, 0, "{}", run.err);
    };
    run_to("example.sgf", &at("a.sgf"), "GB18030");
    let bytes = fs::read(at("a.sgf")).expect("the file");
    assert!(bytes.windows(11).any(|part| part == b"CA[gb18030]"), "the encoding is named");
    assert!(bytes.windows(6).any(|part| part == b"PB[\xbc\xd7]"), "甲 in GB18030");
    run_to(&at("a.sgf"), &at("b.sgf.gz"), "UTF-8");
    let mut text = String::new();
    flate2::read::GzDecoder::new(fs::File::open(at("b.sgf.gz")).expect("the file"))
        .read_to_string(&mut text)
        .expect("text");
    assert!(text.contains("PB[甲]"), "{text}");
    assert_eq!(run(&["check", &at("b.sgf.gz")]).code, 0);
}

#[test]
fn characters_that_an_encoding_lacks_are_counted() {
    let run = run(&[
        "convert",
        "example.sgf",
        "-",
        "--charset",
        "windows-1252",
        "--json",
        "--lang",
        "en",
    ]);
    assert!(run.out.contains("&#30002;"), "{}", run.out);
    assert!(run.err.contains("\"lossy_values\":2"), "{}", run.err);
}

#[test]
fn nothing_is_replaced_unasked() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("kept.sgf");
    fs::write(&path, "precious").expect("a file");
    let name = path.to_str().expect("UTF-8");
    let refused = run(&["convert", "example.sgf", name, "--lang", "en"]);
    assert_eq!(refused.code, 2);
    assert!(
        refused.err.contains("the file exists already") && refused.err.contains("--force"),
        "{}",
        refused.err
    );
    assert_eq!(fs::read_to_string(&path).expect("the file"), "precious");
    assert_eq!(run(&["convert", "example.sgf", name, "--force"]).code, 0);
    assert_ne!(fs::read_to_string(&path).expect("the file"), "precious");
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1, "no other file is left");
}

#[test]
fn only_sgf_is_written() {
    let refused = run(&["convert", "example.sgf", "out.gib", "--lang", "en"]);
    assert_eq!(refused.code, 2);
    assert!(refused.err.contains("must end in .sgf"), "{}", refused.err);
    assert!(!data().join("out.gib").exists());
    let unknown = run(&["convert", "example.sgf", "-", "--charset", "klingon", "--lang", "zh"]);
    assert!(unknown.err.contains("klingon") && unknown.err.contains("GB18030"), "{}", unknown.err);
}

#[test]
fn other_formats_are_read() {
    let gib =
        b"\\HS\r\n\\[GAMEBLACKNAME=a\\]\r\n\\[GAMEWHITENAME=b\\]\r\n\\HE\r\n\\GS\r\n2 1 0\r\n\
                INI 0 1 0 &4\r\nSTO 0 2 1 15 3\r\nSTO 0 3 2 3 3\r\n\\GE\r\n";
    let run = run_with(&["convert", "-", "-"], gib);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.contains("B[pd]") && run.out.contains("W[dd]"), "{}", run.out);
}

#[test]
fn nothing_is_written_when_a_part_cannot_be_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let (input, output) = (folder.path().join("deep.sgf"), folder.path().join("out.sgf"));
    std::fs::write(&input, "(;B[aa]".repeat(100_100)).expect("the record");
    let run = run(&[
        "convert",
        &input.display().to_string(),
        &output.display().to_string(),
        "--lang",
        "en",
    ]);
    assert_eq!(run.code, 2, "{}", run.err);
    assert!(run.err.contains("nested more than") && run.err.contains("remedy"), "{}", run.err);
    assert!(!output.exists());
}
