//! What holds for any bytes. The fuzz targets call these functions, and plain tests run them over the committed corpora.

use sgf::{GameInfo, GameTree, NodeId};

/// Any bytes as SGF: nothing panics, a written tree reads as the same tree, and writing it again gives the same bytes.
pub(crate) fn sgf(bytes: &[u8]) {
    let parsed = sgf::parse(bytes);
    for diagnostic in &parsed.diagnostics {
        assert!(!diagnostic.en().is_empty() && !diagnostic.zh().is_empty());
        assert!(diagnostic.place.line >= 1 && diagnostic.place.column >= 1, "{diagnostic:?}");
    }
    parsed.trees.iter().for_each(tree);
    let written = sgf::write_with(&parsed.trees, &sgf::WriteOptions::default());
    assert_eq!(sgf::parse(&written.bytes).trees.len(), parsed.trees.len());
}

/// Any bytes as a file of each other format, whatever they look like.
pub(crate) fn other_formats(bytes: &[u8]) {
    for format in sgf::FORMATS {
        if format.name != "sgf" {
            format.read(bytes, &sgf::ParseOptions::default()).trees.iter().for_each(tree);
        }
    }
    sgf::parse_any(bytes, None).trees.iter().for_each(tree);
}

fn tree(tree: &GameTree) {
    let nodes = tree.walk().count();
    assert!(nodes >= 1 && nodes <= tree.node_count());
    for node in tree.walk() {
        assert!(tree.children(node).all(|child| tree.parent(child) == Some(node)));
    }
    let written = sgf::write(tree);
    let again = sgf::parse(&written);
    assert_eq!(again.trees.len(), 1, "{}", String::from_utf8_lossy(&written));
    assert!(again.trees[0] == *tree, "{}\n{}", show(tree), show(&again.trees[0]));
    assert_eq!(sgf::write(&again.trees[0]), written);
    let _health = sgf::health(tree);
    let _info = GameInfo::read(tree);
    if let Ok(replay) = sgf::replay(tree) {
        assert_eq!(replay.nodes.len() as u32, replay.state.event_count());
    }
    let last = tree.walk().last().unwrap_or(NodeId::ROOT);
    if let Ok(replay) = sgf::Replayer::default().replay_to(tree, last, false) {
        assert!(replay.moves as usize <= tree.line_to(last).len() * 64 + tree.source().len());
    }
}

fn show(tree: &GameTree) -> String {
    tree.walk().map(|node| format!("{:?}", tree.properties(node).collect::<Vec<_>>())).collect()
}
