//! A game tree as the wire carries it, and what is listed of it.

use api::{Code, IllegalMove, RecordInfo, RecordNode, RecordProperty, RecordTree};
use sgf::info::result::RecordedResult;
use sgf::{GameTree, NodeId, PropertyId, Replay};

use crate::error::Error;
use crate::record::{clean, reason};

/// The main line, replayed: what a list shows of it.
#[derive(Debug)]
pub(crate) struct Line {
    pub(crate) replay: Replay,
    pub(crate) info: RecordInfo,
}

impl Line {
    /// Replays the main line.
    pub(crate) fn of(tree: &GameTree) -> Result<Self, Error> {
        let replay =
            sgf::replay(tree).map_err(|e| Error::with(Code::BadField, format!("text: {e}")))?;
        let root = tree.root();
        let stated = |id| tree.text(root, id).map(|text| clean(&text)).filter(|t| !t.is_empty());
        let info = &replay.info;
        let winner = match &info.result {
            Some(RecordedResult::Win { winner, .. }) => Some((*winner).into()),
            _ => None,
        };
        let info = RecordInfo {
            black: clean(info.players.black.name.as_deref().unwrap_or_default()),
            white: clean(info.players.white.name.as_deref().unwrap_or_default()),
            result: stated(PropertyId::RE),
            winner,
            ruleset: replay.rules_stated.then(|| replay.state.ruleset().id.clone()),
            komi: info.komi.map(halves),
            played: stated(PropertyId::DT),
        };
        Ok(Self { replay, info })
    }
}

/// Half-points as points: `7.5`.
fn halves(komi: i32) -> String {
    let sign = if komi < 0 { "-" } else { "" };
    let (whole, half) = (komi.unsigned_abs() / 2, komi.unsigned_abs() % 2);
    format!("{sign}{whole}{}", if half == 1 { ".5" } else { "" })
}

/// The whole tree. It should be one that was read from UTF-8, so that values are the text they stand for.
pub(crate) fn view(tree: &GameTree) -> Result<RecordTree, Error> {
    let Line { replay, info } = Line::of(tree)?;
    let size = replay.state.size();
    let order: Vec<NodeId> = tree.walk().collect();
    let mut numbers = vec![0; tree.node_count()];
    for (number, node) in (0..).zip(&order) {
        if let Some(place) = numbers.get_mut(node.index()) {
            *place = number;
        }
    }
    let number = |node: NodeId| numbers.get(node.index()).copied().unwrap_or(0);
    let illegal = replay.illegal.as_ref().map(|step| IllegalMove {
        node: number(step.node),
        number: step.number,
        code: step.error.code().to_owned(),
        text: reason(step, size),
    });
    let node = |&node: &NodeId| RecordNode {
        parent: tree.parent(node).map(number),
        properties: tree.properties(node).map(property).collect(),
    };
    Ok(RecordTree {
        cols: size.columns(),
        rows: size.rows(),
        moves: replay.moves,
        info,
        illegal,
        nodes: order.iter().map(node).collect(),
    })
}

fn property(property: sgf::Property<'_>) -> RecordProperty {
    let text = |value: sgf::Value<'_>| String::from_utf8_lossy(value.raw()).into_owned();
    RecordProperty {
        name: property.name().into_owned(),
        values: property.values().map(text).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trees_are_nodes_with_parents() {
        let tree = crate::record::first(
            "(;SZ[9]KM[-0.5]RU[Japanese];B[ee]C[a\\]b](;W[cc])(;W[dd]XX[1][2]))",
        );
        let view = view(&tree.unwrap()).unwrap();
        let parents: Vec<Option<u32>> = view.nodes.iter().map(|node| node.parent).collect();
        assert_eq!(parents, [None, Some(0), Some(1), Some(1)]);
        let texts = |node: usize| {
            let properties = view.nodes[node].properties.iter();
            properties.map(|p| format!("{}={}", p.name, p.values.join("|"))).collect::<Vec<_>>()
        };
        assert_eq!(texts(1), ["B=ee", "C=a\\]b"]);
        assert_eq!(texts(3), ["W=dd", "XX=1|2"]);
        assert_eq!((view.cols, view.moves, view.illegal), (9, 2, None));
        assert_eq!(view.info.komi.as_deref(), Some("-0.5"));
        assert_eq!(view.info.ruleset.as_deref(), Some("japanese"));
    }

    #[test]
    fn the_first_illegal_move_is_named() {
        let tree = crate::record::first("(;SZ[9];B[ee];C[nothing];W[ee])").unwrap();
        let illegal = view(&tree).unwrap().illegal.unwrap();
        assert_eq!((illegal.node, illegal.number, illegal.code.as_str()), (3, 2, "occupied"));
    }

    #[test]
    fn halves_are_points() {
        assert_eq!([halves(15), halves(-1), halves(0), halves(13)], ["7.5", "-0.5", "0", "6.5"]);
    }
}
