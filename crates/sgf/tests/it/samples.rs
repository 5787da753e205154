//! Our own odd records in `testdata/sgf`, each with what it reads as in `NAME.expect`: trees, findings and replay.
//!
//! `UPDATE=1` writes the expected parts anew; look at the difference.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use board::Coordinates;
use sgf::{GameInfo, GameTree};

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name)
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_file())
        .collect();
    files.sort();
    files
}

#[test]
fn every_sample_reads_as_expected() {
    let mut count = 0;
    let mut wrong = Vec::new();
    for path in files(&folder("testdata/sgf")) {
        let extension = path.extension().and_then(|e| e.to_str()).unwrap_or_default();
        if extension == "expect" || extension == "md" {
            continue;
        }
        count += 1;
        let found = describe(&std::fs::read(&path).unwrap(), extension);
        let name = path.with_extension(format!("{extension}.expect"));
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(&name, &found).unwrap();
        }
        let expected = std::fs::read_to_string(&name).unwrap_or_default();
        if found != expected {
            wrong.push(format!("{}:\n{found}", path.display()));
        }
    }
    assert!(count >= 40, "{count} samples");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_laws_hold_for_every_sample_and_corpus() {
    let mut count = 0;
    for folder in
        [folder("testdata/sgf"), folder("fuzz/corpus/sgf_parse"), folder("fuzz/corpus/gib_ngf_ugf")]
    {
        for path in files(&folder) {
            let bytes = std::fs::read(path).unwrap();
            crate::laws::sgf(&bytes);
            crate::laws::other_formats(&bytes);
            count += 1;
        }
    }
    assert!(count > 100, "{count} files");
}

fn describe(bytes: &[u8], extension: &str) -> String {
    let parsed = sgf::parse_any(bytes, Some(extension));
    let mut out = String::new();
    for tree in &parsed.trees {
        writeln!(out, "tree in {}", tree.encoding().name()).unwrap();
        nodes(tree, &mut out);
        replay(tree, &mut out);
    }
    for diagnostic in &parsed.diagnostics {
        writeln!(out, "! {diagnostic} | {}", diagnostic.zh()).unwrap();
    }
    out
}

fn nodes(tree: &GameTree, out: &mut String) {
    for node in tree.walk() {
        let parent = tree.parent(node).map_or("-".to_owned(), |parent| parent.index().to_string());
        let properties: Vec<String> = tree.properties(node).map(|p| format!("{p:?}")).collect();
        writeln!(out, "  {} <{parent} {}", node.index(), properties.concat().replace('\n', "↵"))
            .unwrap();
    }
}

fn replay(tree: &GameTree, out: &mut String) {
    let (info, _) = GameInfo::read(tree);
    let komi = info.komi.map(|half| f64::from(half) / 2.0);
    let result = info.result.as_ref().map(ToString::to_string);
    writeln!(
        out,
        "  size {:?}, komi {komi:?}, handicap {:?}, result {result:?}",
        info.size, info.handicap
    )
    .unwrap();
    let findings = match sgf::replay(tree) {
        Ok(replay) => {
            let stones = replay.stones();
            writeln!(
                out,
                "  {} moves, {} black, {} white",
                replay.moves,
                stones.black.len(),
                stones.white.len()
            )
            .unwrap();
            if let Some(illegal) = &replay.illegal {
                let reason =
                    illegal.error.describe(rules::Lang::Zh, Coordinates::Gtp, replay.state.size());
                writeln!(
                    out,
                    "  move {} is illegal: {} ({reason})",
                    illegal.number,
                    illegal.error.code()
                )
                .unwrap();
            }
            replay.diagnostics
        }
        Err(error) => {
            writeln!(out, "  {error}").unwrap();
            return;
        }
    };
    for diagnostic in findings.into_iter().chain(sgf::health(tree)) {
        writeln!(out, "  ! {diagnostic} | {}", diagnostic.zh()).unwrap();
    }
}
