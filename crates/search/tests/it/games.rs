//! Whole games.

use board::{BoardSize, Color, Move};
use rules::{GameState, Outcome, Ruleset, Start};
use search::Limits;
use search::rollout::{Params, PlayoutParams, Rollouts, Search};

/// More visits win: the side with forty times as many takes nearly every game of a 5x5 match with a fair komi.
#[test]
fn more_visits_are_stronger() {
    let ruleset = Ruleset::find("tromp_taylor").expect("a ruleset");
    let size = BoardSize::square(5).expect("a legal size");
    let mut wins = 0;
    for seed in 0..6 {
        let start = Start::even(ruleset.clone(), size);
        let komi = rules::Score::half_points(if seed % 2 == 0 { 49 } else { 9 });
        let mut game = GameState::new(Start { komi, ..start });
        let strong = if seed % 2 == 0 { Color::White } else { Color::Black };
        let mut search = [0, 1].map(|player| {
            let rollouts = Rollouts::new(PlayoutParams::default(), seed * 2 + player);
            Search::new(rollouts, Params::for_rollouts())
        });
        while let Some(mover) = game.to_move() {
            if game.move_number() > 100 {
                break;
            }
            let visits = if mover == strong { 400 } else { 10 };
            let analysis = search[mover.index()].run(&game, &Limits::visits(visits));
            game.play(analysis.moves[0].mv).expect("legal");
        }
        let won = matches!(game.outcome(), Some(Outcome::Win { winner, .. }) if winner == strong);
        wins += u32::from(won);
    }
    assert!(wins >= 5, "{wins} of 6");
}

/// On a board that is filled but for two eyes each, both sides pass.
#[test]
fn nothing_is_left_to_play_when_only_eyes_are_left() {
    let board = board::Board::from_rows(&[".XO.", "XXOO", ".XO.", "XXOO"]).expect("legal");
    let start = Start::on(Ruleset::find("tromp_taylor").expect("a ruleset"), board, 0);
    let mut game = GameState::new(start);
    let mut search =
        Search::new(Rollouts::new(PlayoutParams::default(), 1), Params::for_rollouts());
    for _ in 0..2 {
        let analysis = search.run(&game, &Limits::visits(100));
        assert_eq!(analysis.moves[0].mv, Move::Pass, "{:?}", analysis.moves);
        game.play(Move::Pass).expect("legal");
    }
    assert!(game.outcome().is_some());
}
