//! The record of a game of a match.

use board::{Color, Coordinates, Move};
use rules::{Event, Lang};
use sgf::PropertyId;

use super::game::Played;
use crate::cmd::gtp::header;

/// Who played, for the record.
#[derive(Debug, Clone)]
pub(crate) struct Names<'a> {
    pub(crate) black: &'a str,
    pub(crate) white: &'a str,
    /// Number of the game in the match, from 1.
    pub(crate) number: u32,
    /// Moves of the opening.
    pub(crate) opening: usize,
}

/// The file of a game.
pub(crate) fn file_name(number: u32) -> String {
    format!("game-{number:04}.sgf")
}

/// The game as SGF, with what the players said of their moves and how it ended.
pub(crate) fn write(played: &Played, names: &Names<'_>) -> Vec<u8> {
    let game = &played.game;
    let mut tree = header(game.start());
    let root = tree.root();
    let result = played.outcome.to_sgf();
    tree.set_text(root, PropertyId::PB, names.black);
    tree.set_text(root, PropertyId::PW, names.white);
    tree.set_text(root, PropertyId::RE, &result);
    tree.set_text(root, PropertyId::RO, &names.number.to_string());
    let size = game.size();
    let mut node = root;
    let moves = game.line().filter_map(|event| match event {
        Event::Move { by, mv } => Some((*by, *mv)),
        _ => None,
    });
    let mut comment = String::new();
    for (index, (by, mv)) in moves.enumerate() {
        node = tree.add_child(node);
        let value = match mv {
            Move::Play(point) => Coordinates::Sgf.format(point, size),
            Move::Pass => String::new(),
        };
        tree.set(node, if by == Color::Black { PropertyId::B } else { PropertyId::W }, &value);
        let remark = played.remarks.get(index).map(String::as_str).unwrap_or_default();
        comment = if index < names.opening { "opening".to_owned() } else { remark.to_owned() };
        if !comment.is_empty() {
            tree.set_text(node, PropertyId::C, &comment);
        }
    }
    let how = played.end.describe(Lang::En);
    let between = if comment.is_empty() { "" } else { "\n" };
    tree.set_text(node, PropertyId::C, &format!("{comment}{between}{result} ({how})"));
    sgf::write(&tree)
}
