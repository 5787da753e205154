//! A review as remarks in the record: `C`, the estimates `V` and `SBKV`, marks for bad moves, and better variations.

use board::{BoardSize, Color, Coordinates, Move};
use rules::Lang;
use sgf::{GameTree, NodeId, PropertyId};

use super::review::{Candidate, Grade, Played, Review, Standing};
use super::text::{best_move, summary_lines, vertex};
use crate::lang::tr;

/// Moves of a variation.
const LONGEST: usize = 12;

/// Writes the review into the record; what stands there stays.
pub(super) fn write(tree: &mut GameTree, review: &Review, lang: Lang) {
    let root = tree.root();
    if let Some(first) = review.positions.first() {
        estimate(tree, root, first);
    }
    add_comment(tree, root, &summary_lines(review, lang).join("\n"));
    for played in &review.moves {
        let (Some(node), Some(after)) = (played.node, review.after(played)) else { continue };
        estimate(tree, node, after);
        mark(tree, node, played.grade);
        add_comment(tree, node, &remark(review, played, after, lang));
        let better = review.before(played).and_then(|before| before.best.first());
        if let (true, Some(better)) = (played.grade > Grade::Fine, better) {
            add_variation(tree, node, played.color, better, review.size, lang);
        }
    }
}

fn estimate(tree: &mut GameTree, node: NodeId, standing: &Standing) {
    tree.set_raw(node, "V", &[format!("{:.1}", standing.lead)]);
    tree.set_raw(node, "SBKV", &[format!("{:.2}", standing.win_rate * 100.0)]);
}

/// Bad moves are marked unless the record marks the move already.
fn mark(tree: &mut GameTree, node: NodeId, grade: Grade) {
    let is_marked =
        ["BM", "DO", "IT", "TE"].iter().any(|name| tree.find_named(node, name).is_some());
    if is_marked {
        return;
    }
    match grade {
        Grade::Fine => {}
        Grade::Inaccuracy => tree.set_raw(node, "DO", &[""]),
        Grade::Mistake => tree.set_raw(node, "BM", &["1"]),
        Grade::Blunder => tree.set_raw(node, "BM", &["2"]),
    }
}

fn add_comment(tree: &mut GameTree, node: NodeId, text: &str) {
    let before = tree.text(node, PropertyId::C).map(|text| text.trim_end().to_owned());
    let text = match before.filter(|before| !before.is_empty()) {
        Some(before) => format!("{before}\n\n{text}"),
        None => text.to_owned(),
    };
    tree.set_text(node, PropertyId::C, &text);
}

fn remark(review: &Review, played: &Played, after: &Standing, lang: Lang) -> String {
    let (percent, lead) = (after.win_rate * 100.0, after.lead);
    let mut text = tr!(
        lang,
        "黑胜率 {percent:.1} %，黑领先 {lead:+.1} 目",
        "Black wins {percent:.1} %, leads by {lead:+.1}"
    );
    if played.grade > Grade::Fine {
        let (grade, lost) = (played.grade.word(lang), played.points_lost);
        let better = best_move(review, played);
        text += &tr!(
            lang,
            "\n{grade}：损失 {lost:.1} 目，{better} 更好",
            "\n{grade}: loses {lost:.1} points, {better} is better"
        );
    }
    text
}

/// What should have been played, beside the move.
fn add_variation(
    tree: &mut GameTree,
    node: NodeId,
    color: Color,
    better: &Candidate,
    size: BoardSize,
    lang: Lang,
) {
    let Some(mut parent) = tree.parent(node) else { return };
    let mut color = color;
    for (step, &mv) in better.line.iter().take(LONGEST).enumerate() {
        parent = tree.add_child(parent);
        let value = match mv {
            Move::Play(point) => Coordinates::Sgf.format(point, size),
            Move::Pass => String::new(),
        };
        tree.set(parent, if color == Color::Black { PropertyId::B } else { PropertyId::W }, &value);
        if step == 0 {
            let (percent, lead, visits) = (better.win_rate * 100.0, better.lead, better.visits);
            let mv = vertex(mv, size);
            let text = tr!(
                lang,
                "更好：{mv}，黑胜率 {percent:.1} %，黑领先 {lead:+.1} 目（{visits} 次搜索）",
                "better: {mv}, Black wins {percent:.1} %, leads by {lead:+.1} ({visits} visits)"
            );
            tree.set_text(parent, PropertyId::C, &text);
        }
        color = color.opponent();
    }
}
