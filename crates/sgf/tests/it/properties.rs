//! Random trees and random damage.

use proptest::prelude::*;
use sgf::{GameTree, NodeId, PropertyId};

/// Names with every kind of value, and one that the format does not have.
const NAMES: &[&str] = &[
    "B", "W", "AB", "C", "N", "LB", "AR", "KM", "SZ", "FF", "GM", "PB", "RE", "FG", "KGSDE", "TW",
];

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-t]{2}",
        "\\PC{0,12}",
        "[\\[\\]\\\\;:()A-C a-b\n黑]{0,12}",
        Just("open ;B[aa".to_owned()),
        Just("x  PW[y".to_owned()),
        Just(String::new()),
    ]
}

/// A node: how far back its parent is, and its properties.
type Plan = Vec<(usize, Vec<(usize, Vec<String>)>)>;

fn plan() -> impl Strategy<Value = Plan> {
    let property = (0..NAMES.len(), prop::collection::vec(text(), 1..4));
    prop::collection::vec((0..4_usize, prop::collection::vec(property, 0..4)), 1..20)
}

fn build(plan: &Plan) -> GameTree {
    let mut tree = GameTree::new();
    let mut nodes = vec![NodeId::ROOT];
    for (back, properties) in plan {
        let parent = nodes[nodes.len() - 1 - back.min(&(nodes.len() - 1))];
        let node = tree.add_child(parent);
        nodes.push(node);
        for (name, values) in properties {
            let escaped: Vec<String> =
                values.iter().map(|value| sgf::value::escape_text(value)).collect();
            tree.set_raw(node, NAMES[*name], &escaped);
        }
    }
    tree
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_written_tree_reads_as_the_same_tree(plan in plan()) {
        let tree = build(&plan);
        let written = sgf::write(&tree);
        let parsed = sgf::parse(&written);
        prop_assert_eq!(parsed.trees.len(), 1);
        prop_assert!(parsed.trees[0] == tree, "{}", String::from_utf8_lossy(&written));
        prop_assert!(parsed.diagnostics.is_empty(), "{:?}\n{}", parsed.diagnostics, String::from_utf8_lossy(&written));
    }

    #[test]
    fn edits_keep_the_other_nodes(plan in plan(), at in 0..20_usize, texts in prop::collection::vec(text(), 1..6)) {
        let mut tree = build(&plan);
        let node = tree.walk().nth(at).unwrap_or(NodeId::ROOT);
        let before: Vec<String> = tree.walk().filter(|&other| other != node).map(|n| show(&tree, n)).collect();
        for text in &texts {
            tree.set_text(node, PropertyId::C, text);
            let read = tree.text(node, PropertyId::C).map(|text| text.into_owned());
            prop_assert_eq!(read.as_ref(), Some(text));
        }
        let after: Vec<String> = tree.walk().filter(|&other| other != node).map(|n| show(&tree, n)).collect();
        prop_assert_eq!(before, after);
        if node != NodeId::ROOT {
            let below = tree.walk().count();
            prop_assert!(tree.remove(node));
            prop_assert!(tree.walk().count() < below);
            prop_assert!(tree.walk().all(|n| n != node));
        }
    }

    #[test]
    fn damage_never_panics(plan in plan(), cuts in prop::collection::vec((0.0..1.0_f64, any::<u8>(), 0..3_u8), 0..12)) {
        let mut bytes = sgf::write(&build(&plan));
        for (at, byte, kind) in cuts {
            let at = (at * bytes.len() as f64) as usize;
            match kind {
                0 if at < bytes.len() => bytes[at] = byte,
                1 => bytes.insert(at.min(bytes.len()), b"[]();\\\n:"[usize::from(byte) % 8]),
                _ => bytes.truncate(bytes.len().saturating_sub(usize::from(byte) / 8)),
            }
        }
        crate::laws::sgf(&bytes);
        crate::laws::other_formats(&bytes);
    }
}

fn show(tree: &GameTree, node: NodeId) -> String {
    format!("{:?}", tree.properties(node).collect::<Vec<_>>())
}

/// One short value must not make a report of hundreds of lines.
#[test]
fn a_rectangle_off_the_board_is_reported_once() {
    let parsed = sgf::parse(b"(;SZ[9]AB[ii:zz][aa])");
    let replay = sgf::replay(&parsed.trees[0]).unwrap();
    let off = replay.diagnostics.iter().filter(|d| d.code == sgf::Code::PointOffBoard);
    assert_eq!(off.count(), 1);
    assert_eq!(replay.stones().black.len(), 2);
}
