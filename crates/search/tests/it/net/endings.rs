use board::{Color, Move};
use nn::Evaluation;
use search::Limits;
use search::net::{Params, Request, Scripted, Search};

use super::{at, counter, position};

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
    // White has passed; its two stones at the top are dead, and the network knows. But as everything stands they live,
    // and only where players agree on the dead can Black pass.
    let rows = [".......", "..O.O..", ".......", "XXXXXXX", "OOOOOOO", ".O.O.O.", "OOOOOOO"];
    let sure = Scripted(|request: &Request<'_>, answer: &mut Evaluation| {
        (answer.win, answer.loss, answer.lead, answer.score_mean) = (0.9, 0.1, 6.0, 6.0);
        // The pass, and a move that takes liberties of the dead.
        let points: Vec<_> = request.game.size().points().map(Some).chain([None]).collect();
        for (prior, point) in answer.policy.iter_mut().zip(points) {
            let idea = point.is_none_or(|point| (point.column(), point.row()) == (4, 2));
            *prior = match (*prior < 0.0, idea) {
                (true, _) => -1.0,
                (_, true) => {
                    if point.is_none() {
                        0.9
                    } else {
                        0.05
                    }
                }
                _ => 0.001,
            };
        }
    });
    for (ruleset, passes) in [("tromp_taylor", false), ("chinese", true)] {
        let mut game = position(ruleset, &rows, Color::White, 1);
        game.play(Move::Pass).expect("legal");
        let mut search = Search::new(&sure, Params::for_play());
        let analysis = search.run(&game, &Limits::visits(400)).expect("known");
        assert_eq!(analysis.moves[0].mv == Move::Pass, passes, "{ruleset}");
    }
}

#[test]
fn a_game_that_is_over_can_be_searched_as_if_it_went_on() {
    let rows = [".XXO.", "XXXOO", ".X.O.", "XXOOO", "XXOOO"];
    for ruleset in ["tromp_taylor", "chinese", "japanese"] {
        let mut game = position(ruleset, &rows, Color::Black, 1);
        game.play(Move::Pass).expect("legal");
        game.play(Move::Pass).expect("legal");
        assert_eq!(game.to_move(), None);
        let mut search = Search::new(counter(), Params::for_play());
        let analysis = search.run(&game, &Limits::visits(100)).expect("known");
        assert_eq!(analysis.visits, 100, "{ruleset}");
        assert!(analysis.moves.iter().any(|entry| entry.mv == at(&game, "C3")), "{ruleset}");
    }
}
