//! Games from and to records.

use board::{BoardSize, Color, Coordinates, Move, PointSet};
use rules::{Event, Refused, Start};
use sgf::{GameTree, NodeId, PropertyId, ReplayOptions, Replayer};

use super::game::{Game, Step};

/// Why a record is not loaded.
pub(crate) type Message = String;

/// The game of a record, up to the move before `before_move`.
pub(crate) fn load(bytes: &[u8], before_move: Option<u32>) -> Result<Game, Message> {
    let parsed = sgf::parse(bytes);
    let tree = parsed.trees.first().ok_or("no game in the file")?;
    let options = ReplayOptions { place_handicap: true, ..ReplayOptions::default() };
    let replay = Replayer::new(options).replay(tree).map_err(|error| error.to_string())?;
    let asked = before_move.map(|number| number.saturating_sub(1));
    if let Some(illegal) =
        replay.illegal.filter(|step| asked.is_none_or(|moves| step.number <= moves))
    {
        return Err(format!("illegal move {}: {}", illegal.number, illegal.error));
    }
    let wanted = asked.unwrap_or(replay.moves).min(replay.moves);
    let mut game = Game::new(replay.state.start().clone());
    for event in replay.state.events() {
        let refused = |refused: Refused| refused.to_string();
        match event {
            Event::Move { .. } if game.state().move_number() >= wanted => break,
            Event::Move { by, mv } => game.play(*by, *mv).map_err(refused)?,
            other => {
                let mut state = game.state().clone();
                state.apply(other.clone()).map_err(refused)?;
                game = Game::from_state(state);
            }
        }
    }
    Ok(game)
}

/// The game as SGF.
pub(crate) fn print(game: &Game) -> Vec<u8> {
    let mut tree = header(&game.start());
    let size = game.size();
    let mut node = tree.root();
    for step in game.steps() {
        node = tree.add_child(node);
        match step {
            Step::Move(color, mv) => {
                let value = match mv {
                    Move::Play(point) => Coordinates::Sgf.format(*point, size),
                    Move::Pass => String::new(),
                };
                let id = if *color == Color::Black { PropertyId::B } else { PropertyId::W };
                tree.set(node, id, &value);
            }
            Step::Setup(edit) => {
                for (name, points) in
                    [("AB", &edit.black), ("AW", &edit.white), ("AE", &edit.empty)]
                {
                    set_points(&mut tree, node, name, points, size);
                }
                if let Some(color) = edit.to_move {
                    tree.set_raw(node, "PL", &[color.letter().to_string()]);
                }
            }
        }
    }
    sgf::write(&tree)
}

/// A tree with what the start says.
pub(crate) fn header(start: &Start) -> GameTree {
    let mut tree = GameTree::new();
    let root = tree.root();
    let size = start.board.size();
    let lines = if size.is_square() {
        size.columns().to_string()
    } else {
        format!("{}:{}", size.columns(), size.rows())
    };
    tree.set(root, PropertyId::GM, "1");
    tree.set(root, PropertyId::FF, "4");
    tree.set(root, PropertyId::CA, "UTF-8");
    tree.set(root, PropertyId::SZ, &lines);
    tree.set(root, PropertyId::KM, &start.komi.to_string());
    tree.set_text(root, PropertyId::RU, &start.ruleset.sgf);
    if start.handicap >= 2 {
        tree.set(root, PropertyId::HA, &start.handicap.to_string());
    }
    for (color, name) in [(Color::Black, "AB"), (Color::White, "AW")] {
        set_points(&mut tree, root, name, &start.board.stones(color), size);
    }
    tree
}

fn set_points(tree: &mut GameTree, node: NodeId, name: &str, points: &PointSet, size: BoardSize) {
    let points: Vec<String> = points.iter().map(|p| Coordinates::Sgf.format(p, size)).collect();
    if !points.is_empty() {
        tree.set_raw(node, name, &points);
    }
}
