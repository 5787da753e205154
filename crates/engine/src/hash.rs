//! Hashes of positions that analyses carry, so that programs can tell equal positions.

use board::{BoardSize, Color, Point, Symmetry};
use rules::{Event, GameState};

/// A hash of everything that decides how a game may go on, and of its last moves.
pub(crate) fn of_game(game: &GameState) -> u128 {
    let mut hash = game.board().hash().0;
    let mut add = |value: u64| hash = mix(hash ^ u128::from(value));
    let position = game.position();
    add(position.to_move.index() as u64);
    add(position.ko.map_or(0, |point| point.index() as u64));
    add(u64::from(game.consecutive_passes()));
    add(game.komi().to_f64().to_bits());
    for byte in game.ruleset().id.bytes() {
        add(u64::from(byte));
    }
    let mut last = [0; 5];
    for event in game.line() {
        last.rotate_left(1);
        last[4] = match event {
            Event::Move { mv: board::Move::Play(point), .. } => point.index() as u64,
            Event::Move { .. } => 1,
            _ => 0,
        };
    }
    last.into_iter().for_each(add);
    hash
}

/// A hash of the stones and the side to move that is the same for all symmetries of the board.
pub(crate) fn symmetric(game: &GameState) -> u128 {
    let size = game.size();
    let board = game.board();
    let hash = |symmetry: Symmetry| {
        let mut hash = 0;
        for color in Color::BOTH {
            for stone in &board.stones(color) {
                hash ^= stone_key(color, symmetry.apply(stone, size), symmetry.size(size));
            }
        }
        hash
    };
    let least = Symmetry::all().map(hash).min().unwrap_or_default();
    mix(least ^ (game.position().to_move.index() as u128 + 1))
}

fn stone_key(color: Color, point: Point, size: BoardSize) -> u128 {
    let place = (point.index() as u128) << 2 | color.index() as u128;
    mix(place << 16 | u128::from(size.columns()) << 8 | u128::from(size.rows()))
}

/// Stirs all bits (a multiplication and shifts, twice).
fn mix(value: u128) -> u128 {
    const ODD: u128 = 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835;
    let mut value = value.wrapping_add(ODD);
    for _ in 0..2 {
        value = (value ^ value >> 67).wrapping_mul(ODD);
        value ^= value >> 59;
    }
    value
}

#[cfg(test)]
mod tests {
    use board::{Board, BoardSize, Coordinates, Move};
    use rules::{Ruleset, Start};

    use super::*;

    fn after(moves: &[&str]) -> GameState {
        let size = BoardSize::square(9).unwrap();
        let mut game = GameState::new(Start::even(Ruleset::chinese(), size));
        for text in moves {
            let point = Coordinates::Gtp.parse(text, size).unwrap();
            game.play(Move::Play(point)).unwrap();
        }
        game
    }

    #[test]
    fn equal_games_have_equal_hashes_and_others_have_not() {
        assert_eq!(of_game(&after(&["C3", "G7"])), of_game(&after(&["C3", "G7"])));
        // The same stones, other last moves.
        let [one, two] = [after(&["C3", "G7", "E5"]), after(&["E5", "G7", "C3"])];
        assert_eq!(one.board().hash(), two.board().hash());
        assert_ne!(of_game(&one), of_game(&two));
        let start = Start::even(Ruleset::find("japanese").unwrap(), one.size());
        assert_ne!(of_game(&GameState::new(start)), of_game(&after(&[])));
    }

    #[test]
    fn mirror_images_have_the_same_symmetric_hash() {
        let hash = symmetric(&after(&["C3", "G7", "D5"]));
        for image in [["C7", "G3", "D5"], ["G7", "C3", "F5"], ["C3", "G7", "E4"]] {
            assert_eq!(symmetric(&after(&image)), hash, "{image:?}");
        }
        assert_ne!(symmetric(&after(&["C3", "G7", "D4"])), hash);
        let wide = |rows: &[&str]| {
            let board = Board::from_rows(rows).unwrap();
            symmetric(&GameState::new(Start::on(Ruleset::chinese(), board, 0)))
        };
        assert_eq!(wide(&["X..", "..."]), wide(&["...", "..X"]));
    }
}
