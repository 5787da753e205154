//! The position of a test: a record up to a move, or up to the first move on a point.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, anyhow};
use board::{BoardSize, Move};
use rules::Event;

/// The command that loads a position. A point becomes the number of the first move on it, since few engines read points.
pub(super) fn load_command(path: &Path, at: Option<&str>) -> Result<String> {
    let file = path.display();
    let at = at.map(str::trim).filter(|at| !at.is_empty());
    let number = match at {
        None => return Ok(format!("loadsgf {file}")),
        Some(at) => match at.parse::<u32>() {
            Ok(number) => number,
            Err(_) => first_move_on(path, at)?,
        },
    };
    Ok(format!("loadsgf {file} {number}"))
}

fn first_move_on(path: &Path, at: &str) -> Result<u32> {
    let bytes = fs::read(path).with_context(|| path.display().to_string())?;
    let parsed = sgf::parse(&bytes);
    let tree = parsed.trees.first().ok_or_else(|| anyhow!("{}: no game", path.display()))?;
    let replay = sgf::replay(tree)?;
    let size: BoardSize = replay.state.size();
    let moves = replay.state.line().filter_map(|event| match event {
        Event::Move { mv, .. } => Some(*mv),
        _ => None,
    });
    let wanted = gtp::parse_vertex(at, size);
    let is_there = |mv: &Move| match (mv, wanted) {
        (Move::Play(point), Some(gtp::Vertex::Point(wanted))) => *point == wanted,
        _ => false,
    };
    let number = (1..).zip(moves).find(|(_, mv)| is_there(mv)).map(|(number, _)| number);
    number.ok_or_else(|| anyhow!("{}: no move on {at}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_become_numbers() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.sgf");
        fs::write(&path, "(;SZ[9]AB[aa];B[ee];W[cc];B[gg])").unwrap();
        let of =
            |at| load_command(&path, at).map(|line| line.replace(&path.display().to_string(), "F"));
        assert_eq!(of(None).unwrap(), "loadsgf F");
        assert_eq!(of(Some("7")).unwrap(), "loadsgf F 7");
        assert_eq!(of(Some("C7")).unwrap(), "loadsgf F 2");
        assert!(of(Some("A1")).is_err());
    }
}
