use board::{Color, Move};
use search::Limits;
use search::net::{Evaluator, Search};

use super::{at, counter, empty, plain, position, reader};

#[test]
fn the_smallest_boards_are_solved() {
    // Under area scoring the first player takes all of 1×3 and of 3×3 from the middle; komi leaves only that as a win.
    // Source: E. van der Werf, *AI techniques for the game of Go* (2005), values of small boards.
    fn check(evaluator: impl Evaluator, rows: &[&str], komi: i32, best: &str) {
        let game = position("tromp_taylor", rows, Color::Black, komi);
        let mut search = Search::new(evaluator, plain());
        let analysis = search.run(&game, &Limits::visits(10_000)).expect("known");
        let found = &analysis.moves[0];
        assert_eq!(found.mv, at(&game, best));
        assert!(found.value > 0.55, "{best}: {}", found.value);
        let mut others = analysis.moves.iter().skip(1).filter(|m| m.symmetry_of.is_none());
        assert!(others.all(|other| other.value < 0.5), "{best}");
    }
    check(counter(), &["..."], 5, "B1");
    check(reader(), &["..."; 3], 9, "B2");
}

#[test]
fn life_and_death_is_read() {
    // Three points in a row: the middle one is life for Black and death for White. Black's 8 points win, none lose.
    let rows = ["O.OO.O", "OOOOOO", "OOOOO.", "XXXXO.", "...XO."];
    for color in Color::BOTH {
        let game = position("tromp_taylor", &rows, color, -44);
        let analysis = Search::new(reader(), plain()).run(&game, &Limits::visits(4000));
        let analysis = analysis.expect("known");
        assert_eq!(analysis.moves[0].mv, at(&game, "B1"), "{color:?}");
        assert_eq!(analysis.value > 0.5, color == Color::Black, "{color:?}: {}", analysis.value);
    }
}

#[test]
fn a_ko_is_fought_with_threats() {
    let mut game = empty("tromp_taylor", 5, 5);
    // A ko at B4/C4: Black takes it, White may not take back at once.
    for text in ["B5", "C5", "A4", "D4", "B3", "C3", "E1", "B4", "C4"] {
        let mv = at(&game, text);
        game.play(mv).expect("legal");
    }
    let banned = at(&game, "B4");
    let analysis =
        Search::new(counter(), plain()).run(&game, &Limits::visits(2000)).expect("known");
    assert!(analysis.moves.iter().all(|entry| entry.mv != banned));
    assert!(
        analysis
            .moves
            .iter()
            .any(|entry| entry.line.contains(&banned) && entry.line[0] != Move::Pass)
    );
}
