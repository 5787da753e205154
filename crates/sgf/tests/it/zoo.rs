//! Odd real files: each ends as its index says.

use serde_json::Value;
use sgf::{Code, NodeId, Parsed, PropertyId, ReplayError, Severity};

/// Where the index and this reader differ for a reason.
const EXCEPTIONS: &[(&str, &str)] = &[];

#[test]
fn every_file_ends_as_its_index_says() {
    let Some(folder) = crate::data("zoo") else { return };
    let index = std::fs::read_to_string(folder.join("index.jsonl")).unwrap();
    let mut wrong = Vec::new();
    let mut count = 0;
    for line in index.lines() {
        let row: Value = serde_json::from_str(line).unwrap();
        let name = row["file"].as_str().unwrap();
        if EXCEPTIONS.iter().any(|(file, _)| *file == name) {
            continue;
        }
        count += 1;
        let bytes = std::fs::read(folder.join(name)).unwrap();
        for problem in compare(name, &bytes, &row["expect"]) {
            wrong.push(format!("{name}: {problem}"));
        }
    }
    assert!(count > 0);
    assert!(wrong.is_empty(), "{} of {count}:\n{}", wrong.len(), wrong.join("\n"));
}

fn compare(name: &str, bytes: &[u8], expect: &Value) -> Vec<String> {
    let parsed = sgf::parse_any(bytes, name.rsplit('.').next());
    let mut wrong = Vec::new();
    let judged = expect["judged"].as_str().unwrap();
    let worst = parsed.diagnostics.worst();
    match judged {
        "error" if !parsed.trees.is_empty() || !parsed.diagnostics.has(Code::NoGameTree) => {
            wrong.push("should have no game tree".to_owned());
        }
        "error" => return wrong,
        "recover" if worst < Some(Severity::Warning) => {
            wrong.push("recovered without a warning".to_owned())
        }
        "recover-or-error" | "error-or-recover" if worst < Some(Severity::Warning) => {
            wrong.push("no warning".to_owned())
        }
        _ => {}
    }
    if parsed.trees.is_empty() {
        if !judged.contains("error") {
            wrong.push("no tree".to_owned());
        }
        return wrong;
    }
    shape(&parsed, expect, &mut wrong);
    texts(&parsed, expect, &mut wrong);
    main_line(&parsed, expect, &mut wrong);
    for tree in &parsed.trees {
        if sgf::parse(&sgf::write(tree)).trees != [tree.clone()] {
            wrong.push("written and read again, the tree differs".to_owned());
        }
    }
    wrong
}

/// As many trees and nodes as at least one of the other programs finds.
fn shape(parsed: &Parsed, expect: &Value, wrong: &mut Vec<String>) {
    let nodes: usize = parsed.trees.iter().map(|tree| tree.walk().count()).sum();
    let first = parsed.trees[0].walk().count();
    let peers: Vec<(Option<u64>, u64)> = ["sgfmill", "sabaki", "pysgf"]
        .iter()
        .filter_map(|peer| Some((expect[peer]["trees"].as_u64(), expect[peer]["nodes"].as_u64()?)))
        .collect();
    let agrees = |&(trees, count): &(Option<u64>, u64)| match trees {
        Some(trees) => trees as usize == parsed.trees.len() && count as usize == nodes,
        // pysgf reads the first tree only, and leaves empty nodes out.
        None => count as usize == first || count as usize == nodes,
    };
    if !peers.is_empty() && !peers.iter().any(agrees) {
        wrong.push(format!("{} trees, {nodes} nodes; others: {peers:?}", parsed.trees.len()));
    }
    let moves = parsed.trees[0].main_line().filter(|&node| has_move(parsed, node)).count();
    if let Some(count) = expect["moves_by_count"].as_u64()
        && moves as u64 != count
    {
        wrong.push(format!("{moves} moves, not {count}"));
    }
}

fn has_move(parsed: &Parsed, node: NodeId) -> bool {
    let tree = &parsed.trees[0];
    tree.find(node, PropertyId::B).is_some() || tree.find(node, PropertyId::W).is_some()
}

fn texts(parsed: &Parsed, expect: &Value, wrong: &mut Vec<String>) {
    let Some(texts) = expect["text"].as_object() else { return };
    let tree = &parsed.trees[0];
    for (name, text) in texts {
        let found = tree
            .walk()
            .find_map(|node| tree.find_named(node, name).map(|p| p.first().text().into_owned()));
        let expected = text.as_str().unwrap();
        if found.as_deref().map(str::trim) != Some(expected.trim()) {
            wrong.push(format!("{name} is {found:?}, not {expected:?}"));
        }
    }
}

fn main_line(parsed: &Parsed, expect: &Value, wrong: &mut Vec<String>) {
    let line = &expect["main_line"];
    if line.is_null() || line.get("error").is_some() {
        return;
    }
    let replay = match sgf::replay(&parsed.trees[0]) {
        Ok(replay) => replay,
        Err(ReplayError::OtherGame(_)) => return,
        Err(error) => return wrong.push(error.to_string()),
    };
    let legal = line["legal"].as_bool().unwrap();
    if legal != replay.is_legal() {
        return wrong.push(format!("legal: {:?}", replay.illegal));
    }
    if let Some(illegal) = &replay.illegal {
        let first = &line["first_illegal"];
        if (first["move"].as_u64(), first["reason"].as_str())
            != (Some(illegal.number.into()), Some(illegal.error.code()))
        {
            wrong.push(format!("{illegal:?}, not {first}"));
        }
        return;
    }
    let stones = replay.stones();
    let prisoners = replay.state.prisoners();
    let found = [
        stones.black.len() as u64,
        stones.white.len() as u64,
        prisoners.black.into(),
        prisoners.white.into(),
    ];
    let expected =
        ["b", "w", "cap_by_b", "cap_by_w"].map(|key| line["final"][key].as_u64().unwrap());
    if found != expected || u64::from(replay.moves) != line["moves"].as_u64().unwrap() {
        wrong.push(format!(
            "{} moves, {found:?}; expected {} and {expected:?}",
            replay.moves, line["moves"]
        ));
    }
}
