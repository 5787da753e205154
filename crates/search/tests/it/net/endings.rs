use board::{Color, Move};
use search::Limits;
use search::net::{Params, Search};

use super::{at, counter, plain, position};

#[test]
fn nothing_is_left_to_play_when_only_eyes_are_left() {
    for ruleset in ["tromp_taylor", "chinese", "aga", "japanese"] {
        let mut game = position(ruleset, &[".XO.", "XXOO", ".XO.", "XXOO"], Color::Black, 1);
        let mut search = Search::new(counter(), Params::for_play());
        for _ in 0..2 {
            let analysis = search.run(&game, &Limits::visits(100)).expect("known");
            assert_eq!(analysis.moves[0].mv, Move::Pass, "{ruleset}");
            game.play(Move::Pass).expect("legal");
        }
        assert!(game.to_move().is_none() || ruleset == "aga");
    }
}

#[test]
fn dame_are_filled_before_passing() {
    let rows = [".XXO.", "XXXOO", ".X.O.", "XXOOO", "XXOOO"];
    for ruleset in ["tromp_taylor", "chinese", "aga"] {
        let game = position(ruleset, &rows, Color::Black, 1);
        let mut search = Search::new(counter(), Params::for_play());
        let analysis = search.run(&game, &Limits::visits(200)).expect("known");
        assert_eq!(analysis.moves[0].mv, at(&game, "C3"), "{ruleset}");
    }
}

#[test]
fn a_pass_that_would_lose_is_not_made() {
    // White has passed. As it stands White's dead stone counts for White, and White wins by half a point.
    let rows = ["OXX.X", ".XXXX", "XXOOO", "OOOO.", ".O.OO"];
    let mut game = position("tromp_taylor", &rows, Color::White, 1);
    game.play(Move::Pass).expect("legal");
    let mut search = Search::new(counter(), plain());
    let analysis = search.run(&game, &Limits::visits(400)).expect("known");
    let best = &analysis.moves[0];
    assert!(
        best.value >= analysis.moves.iter().find(|m| m.mv == Move::Pass).expect("a pass").value
    );
}
