//! Finding a position in a record by move number or node.

use rules::Lang;
use sgf::NodeId;
use sgf::replay::ReplayError;

use crate::lang::tr;
use crate::records::Record;
use crate::trouble::Trouble;

/// A position on the way.
#[derive(Debug, Clone, Copy)]
pub(crate) enum At {
    /// After this many moves of the main line, passes included.
    Move(u32),
    /// At this node, counted in the order of the file from 0.
    Node(usize),
}

/// The node where the position is reached.
pub(crate) fn find(record: &Record, at: At, lang: Lang) -> Result<NodeId, Trouble> {
    let tree = &record.tree;
    match at {
        At::Node(index) => tree.walk().find(|node| node.index() == index).ok_or_else(|| {
            let last = tree.node_count().saturating_sub(1);
            Trouble::new(
                "no-such-node",
                record.place(),
                tr!(lang, "没有第 {index} 号节点", "there is no node {index}"),
                tr!(lang, "节点从 0 到 {last}", "nodes go from 0 to {last}"),
            )
        }),
        At::Move(wanted) => tree.node_after(wanted).map_err(|moves| {
            Trouble::new(
                "no-such-move",
                record.place(),
                tr!(lang, "没有第 {wanted} 手", "there is no move {wanted}"),
                tr!(lang, "主线共 {moves} 手", "the main line has {moves} moves"),
            )
        }),
    }
}

/// A record that cannot be put on a board.
pub(crate) fn unplayable(record: &Record, error: &ReplayError, lang: Lang) -> Trouble {
    let (code, remedy) = match error {
        ReplayError::OtherGame(_) => (
            "other-game",
            tr!(lang, "只能判围棋棋谱（GM[1]）", "only records of Go can be judged (GM[1])"),
        ),
        ReplayError::Size(_) => (
            "bad-size",
            tr!(
                lang,
                "能下的棋盘是 1×1 到 25×25；若 SZ 写错了，改正后再判",
                "boards from 1x1 to 25x25 can be played on; if SZ is a slip, correct it and judge again"
            ),
        ),
    };
    let at = record.tree.location(record.tree.root());
    let place = format!("{}:{}:{}", record.place(), at.line, at.column);
    Trouble::new(code, place, error.describe(lang), remedy)
}
