//! Which positions are the same node.
//!
//! Two lines of play that reach the same position, with the same player to move, the same bans and the same state of
//! passes, may still differ in what will be forbidden later (superko) or end the game (a position that comes up for the
//! third time). That matters only if play can go back to a position from before they met. A move after which that takes
//! long makes the past irrelevant:
//!
//! *A play stays on the board unless its chain is taken. Let `C` be its chain after the play and `R` the empty regions
//! beside it. Suppose a cycle of plays comes back to a position from before the play. Then every stone of `C` is taken
//! within the cycle, so every liberty of `C` in `R` is played on. Suppose some point of `R` were never played on in the
//! cycle. As regions are connected, one such point lies beside a point that is; the stone that is played there must
//! be taken again, but its chain always has that liberty. So all of `R` is played on, and `C` is filled anew: the cycle
//! has at least |C| + |R| plays.*
//!
//! So a node's key is the position alone after a play whose `|C| + |R|` exceeds a bound, and else the position together
//! with the key of the node before. KataGo's `docs/GraphSearch.md` describes the same idea with the bound 11; cycles
//! longer than it are taken to be as rare as they are.

use board::{Move, Point};
use nn::Game;

use super::moves::{code, mix};
use super::params::Params;

/// The key of the node that `mv` led to, from the node with key `parent`. `game` is after the move.
pub(crate) fn child_key(params: &Params, parent: u128, game: &Game, mv: Move) -> u128 {
    let position = position_key(game);
    if !params.use_graph {
        return mix(mix(parent, position), u128::from(code(mv)));
    }
    if may_repeat(game, mv, params.repetition_bound) { mix(parent, position) } else { position }
}

/// The key of a position whatever led to it.
pub(crate) fn position_key(game: &Game) -> u128 {
    let ended = u128::from(game.is_finished()) << 1 | u128::from(game.is_past_end());
    if ended == 0 { game.hash() } else { mix(game.hash(), ended) }
}

/// Whether play could be back at a position from before this move within `bound` plays.
fn may_repeat(game: &Game, mv: Move, bound: u32) -> bool {
    let Move::Play(point) = mv else { return true };
    let board = game.board();
    if board.get(point).is_none() {
        return true;
    }
    let bound = usize::try_from(bound).unwrap_or(usize::MAX);
    let size = board.size();
    let chain = board.chain_set(point);
    let mut count = chain.len();
    // The empty regions beside the chain, as far as the bound.
    let mut region: Vec<Point> = Vec::with_capacity(bound.min(64) + 4);
    for liberty in &board.liberties(point) {
        region.push(liberty);
    }
    let mut next = 0;
    count += region.len();
    while count <= bound {
        let Some(&point) = region.get(next) else { return true };
        next += 1;
        for near in size.neighbours(point) {
            if board.is_empty(near) && !region.contains(&near) {
                region.push(near);
                count += 1;
            }
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use board::{Board, Color, Coordinates};
    use rules::{GameState, Ruleset, Start};

    use super::*;

    fn game(rows: &[&str], to_move: Color) -> Game {
        let board = Board::from_rows(rows).expect("a legal board");
        let ruleset = Ruleset::find("tromp_taylor").expect("a ruleset");
        Game::from_state(&GameState::new(Start { to_move, ..Start::on(ruleset, board, 0) }))
    }

    fn at(game: &Game, text: &str) -> Move {
        Move::Play(Coordinates::Gtp.parse(text, game.size()).expect("a point"))
    }

    fn key_after(game: &Game, moves: &[&str]) -> u128 {
        let params = Params::for_play();
        let mut game = game.clone();
        let mut key = position_key(&game);
        for text in moves {
            let mv = if *text == "pass" { Move::Pass } else { at(&game, text) };
            game.play(mv).expect("legal");
            key = child_key(&params, key, &game, mv);
        }
        key
    }

    #[test]
    fn orders_of_play_in_the_open_meet() {
        let game = game(&["......."; 7], Color::Black);
        assert_eq!(key_after(&game, &["B2", "F6", "F2"]), key_after(&game, &["F2", "F6", "B2"]));
        assert_ne!(key_after(&game, &["B2", "F6", "F2"]), key_after(&game, &["F2", "B2", "F6"]));
    }

    #[test]
    fn a_ko_keeps_its_past_until_a_play_that_stays() {
        let rows = [".......", ".XO....", "XO.O...", ".XO....", ".......", ".......", "......."];
        let game = game(&rows, Color::Black);
        // Taking the ko may be repeated.
        let mut after = game.clone();
        let take = at(&game, "C5");
        after.play(take).expect("legal");
        assert!(may_repeat(&after, take, 2), "taking and retaking are two plays");
        assert!(!may_repeat(&after, take, 1));
        let far = at(&game, "F2");
        after.play(far).expect("legal");
        assert!(!may_repeat(&after, far, 11));
        assert!(may_repeat(&after, Move::Pass, 11));
    }

    #[test]
    fn a_pass_does_not_forget() {
        let game = game(&["...", "...", "..."], Color::Black);
        assert_ne!(key_after(&game, &["pass"]), position_key(&game));
    }

    #[test]
    fn without_a_graph_every_line_is_alone() {
        let game = game(&["......."; 7], Color::Black);
        let params = Params { use_graph: false, ..Params::for_play() };
        let mut keys = [["B2", "F6", "F2"], ["F2", "F6", "B2"]].map(|line| {
            let mut game = game.clone();
            line.iter().fold(0, |key, text| {
                let mv = at(&game, text);
                game.play(mv).expect("legal");
                child_key(&params, key, &game, mv)
            })
        });
        keys.sort_unstable();
        assert_ne!(keys[0], keys[1]);
    }
}
