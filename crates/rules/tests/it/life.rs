//! Life and death of finished positions: small positions whose answer is known, and properties.

use board::{Board, Color, Coordinates, PointSet};
use rules::life::{self, Areas, Options, Status};
use rules::{Lang, Ruleset, Score, Terms, count};

fn board(rows: &[&str]) -> Board {
    Board::from_rows(rows).unwrap()
}

fn points(board: &Board, names: &str) -> PointSet {
    names
        .split_whitespace()
        .map(|name| Coordinates::Gtp.parse(name, board.size()).unwrap())
        .collect()
}

#[test]
fn two_eyes_are_alive_without_an_answer_and_one_is_not() {
    let two = board(&[".O.OX", "OOOOX", "XXXXX", "X.X.X", "XXXXX"]);
    let white = life::pass_alive(&two, Color::White);
    assert_eq!(white.stones, two.stones(Color::White));
    assert_eq!(white.territory, points(&two, "A5 C5"));
    let one = board(&["..OX.", "OOOXX", "XXXX.", "X.XXX", "XXX.X"]);
    assert!(life::pass_alive(&one, Color::White).points().is_empty());
    assert_eq!(life::pass_alive(&one, Color::Black).stones, one.stones(Color::Black));
}

#[test]
fn stones_in_unconditional_territory_are_dead_for_certain() {
    let board = board(&[".X..O", "XX.X.", "..XXX", "XX.X.", ".XX.X"]);
    let proposal = life::propose(&board, &Options::default());
    let verdict = proposal.verdict(points(&board, "E5").first().unwrap()).unwrap();
    assert_eq!(verdict.status, Status::Dead);
    assert_eq!(proposal.dead, points(&board, "E5"));
    assert_eq!(proposal.areas.surrounded.black, board.empty() | points(&board, "E5"));
}

#[test]
fn a_seki_stays_on_the_board_and_is_named() {
    let board = board(&["XXX.OX.X", "OOX.OXXX", "OOOOOX.X", "XXXXXXXX"]);
    let proposal = life::propose(&board, &Options::default());
    assert!(proposal.dead.is_empty(), "{:?}", proposal.verdicts);
    assert_eq!(proposal.areas.neutral, points(&board, "D4 D3"));
    assert!(
        points(&board, "A4 E4").is_subset(&proposal.stones(Status::Seki)),
        "{:?}",
        proposal.verdicts
    );
}

#[test]
fn a_point_that_must_be_filled_in_the_end_is_false_territory() {
    // White's corner stones A4 B4 are cut off once the neutral points are gone: C4 must be filled.
    let board = board(&["OO.OXX", "XXOOX.", ".XOXX.", "XXOX.X", ".XOOXX", "XX.OX."]);
    let areas = Areas::of(&board, PointSet::EMPTY);
    assert_eq!(areas.surrounded.white & points(&board, "C6"), points(&board, "C6"));
    assert_eq!(areas.false_territory.white, points(&board, "C6"));
    assert!(!areas.territory(Color::White).contains(points(&board, "C6").first().unwrap()));
    assert!(areas.area(Color::White).contains(points(&board, "C6").first().unwrap()));
}

#[test]
fn equal_seeds_give_equal_proposals() {
    let board =
        board(&["..X.O..", ".XXOO.O", "XX.XO.O", "OXXXOO.", "O.OXXOO", "OOOX.XX", "...OX.."]);
    let options = Options { seed: 7, ..Options::default() };
    let (one, two) = (life::propose(&board, &options), life::propose(&board, &options));
    assert_eq!(one.verdicts, two.verdicts);
    for verdict in &one.verdicts {
        assert!((0.5..=1.0).contains(&verdict.confidence));
        assert!(Lang::ALL.iter().all(|&lang| !verdict.reason.text().get(lang).is_empty()));
    }
}

#[test]
fn points_that_must_be_filled_are_no_territory_but_area() {
    let board = board(&["OO.OXX", "XXOOX.", ".XOXX.", "XXOX.X", ".XOOXX", "XX.OX."]);
    let fill = Areas::of(&board, PointSet::EMPTY).false_territory;
    let margin = |ruleset: &str, fill: PointSet| {
        let terms = Terms { fill, ..Terms::default() };
        count(&board, &Ruleset::find(ruleset).unwrap(), &terms).unwrap()
    };
    let all = fill.black | fill.white;
    let japanese = margin("japanese", all);
    assert_eq!(japanese.sides.white.unfilled, fill.white.len() as u32);
    let difference = fill.white.len() as i32 - fill.black.len() as i32;
    let without = margin("japanese", PointSet::EMPTY);
    assert_eq!(japanese.margin - without.margin, Score::points(difference));
    for ruleset in ["chinese", "aga", "aga_territory", "tromp_taylor", "tangsong"] {
        assert_eq!(margin(ruleset, all), margin(ruleset, PointSet::EMPTY), "{ruleset}");
    }
}
