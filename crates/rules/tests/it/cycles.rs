//! Long cycles under basic ko: found, named, and ended as the ruleset says.

use std::sync::Arc;

use board::{Board, ByColor, Color, Coordinates, Move};
use rules::{
    Cycle, CycleKind, Ending, Event, GameState, Lang, Outcome, Phase, Refused, Ruleset, Start,
};

fn start(ruleset: &str, rows: &[&str], to_move: Color) -> GameState {
    let mut start = Start::on(Ruleset::find(ruleset).unwrap(), Board::from_rows(rows).unwrap(), 0);
    start.to_move = to_move;
    GameState::new(start)
}

fn play(state: &mut GameState, moves: &str) {
    for text in moves.split_whitespace() {
        let mv = match text {
            "pass" => Move::Pass,
            p => Move::Play(Coordinates::Gtp.parse(p, state.size()).unwrap()),
        };
        state.play(mv).unwrap_or_else(|e| panic!("{text}: {e}\n{:?}", state.board()));
    }
}

/// Plays rounds of a cycle until the first repetition, and says what it is.
fn cycle_of(ruleset: &str, rows: &[&str], to_move: Color, round: &str) -> (GameState, Cycle) {
    let mut state = start(ruleset, rows, to_move);
    for text in round.split_whitespace().cycle().take(40) {
        play(&mut state, text);
        if let Some(cycle) = state.cycle() {
            return (state, cycle);
        }
    }
    panic!("no cycle in {round}\n{:?}", state.board());
}

const TRIPLE: [&str; 6] = ["OOOOOOO", "OXO.O.O", "X.XOXOX", "XXXXXXX", "OOOOOOO", "......."];
const TRIPLE_ROUND: &str = "D5 B4 F5 D4 B5 F4";

#[test]
fn triple_ko() {
    let (state, cycle) = cycle_of("chinese", &TRIPLE, Color::Black, TRIPLE_ROUND);
    assert_eq!((cycle.kind, cycle.plies, cycle.net()), (CycleKind::TripleKo, 6, 0));
    assert_eq!(cycle.captured, ByColor::new(3, 3));
    assert_eq!(cycle.kind.code(), "triple_ko");
    assert!(cycle.describe(Lang::Zh).starts_with("三劫循环"));
    // The start had no ko ban, so the first situation to come back is the one after the first play.
    assert_eq!((cycle.first_seen, state.move_number()), (1, 7));
    assert_eq!(state.offered_endings(), [Ending::Draw, Ending::Replay, Ending::NoResult]);
}

#[test]
fn the_same_cycle_is_named_again_in_its_second_round() {
    let mut state = start("japanese", &TRIPLE, Color::Black);
    for _ in 0..4 {
        play(&mut state, TRIPLE_ROUND);
    }
    let cycle = state.cycle().unwrap();
    assert_eq!((cycle.kind, cycle.plies), (CycleKind::TripleKo, 6));
}

#[test]
fn quadruple_ko() {
    let rows = ["OOOOOOOOO", "OXO.O.OXO", "X.XOXOX.X", "XXXXXXXXX", "OOOOOOOOO", "........."];
    let (_, cycle) = cycle_of("chinese", &rows, Color::Black, "D5 B4 F5 H4 B5 D4 H5 F4");
    assert_eq!(
        (cycle.kind, cycle.plies, cycle.captured),
        (CycleKind::QuadrupleKo, 8, ByColor::new(4, 4))
    );
}

#[test]
fn five_kos() {
    let rows = ["O.O.O.", "OOXO.O", "OX.XO.", "OXX.XO", ".OXX.X"];
    let round = "E1 A1 C3 F1 D2 F3 B1 D3 F2 C4";
    let (_, cycle) = cycle_of("japanese", &rows, Color::White, round);
    assert_eq!((cycle.kind, cycle.plies), (CycleKind::ManyKos(5), 10));
}

#[test]
fn both_take_two() {
    let eight = [".XX.XX", "OX.XXO", ".OXOO.", "OOXOOO", ".OO.O."];
    let (_, cycle) = cycle_of("chinese", &eight, Color::Black, "F3 C4 C3 F4 C2 A5 A3 A4");
    assert_eq!(
        (cycle.kind, cycle.plies, cycle.captured),
        (CycleKind::RoundRobin, 8, ByColor::new(4, 4))
    );
    let six = [".XOX..", "XXOOXX", ".OOX.X", "O.X.XX"];
    let (_, cycle) = cycle_of("chinese", &six, Color::White, "E4 B1 D1 C1 F4 D4");
    assert_eq!(
        (cycle.kind, cycle.plies, cycle.captured),
        (CycleKind::RoundRobin, 6, ByColor::new(3, 3))
    );
    assert_eq!(cycle.kind.code(), "double_two_stones");
}

#[test]
fn kos_taken_with_passes_between_have_no_name() {
    let rows = [".XXXX", "XXOX.", "OO.OX", "O.OOO", ".O.O."];
    let (_, cycle) = cycle_of("japanese", &rows, Color::Black, "C3 E4 pass C4 E3 pass");
    assert_eq!((cycle.kind, cycle.plies, cycle.passes), (CycleKind::Other, 6, 2));
}

#[test]
fn eternal_life() {
    let rows = ["........", "OOOOOO..", "XXXXXO..", "XOOOXXOO", ".O.X.OX."];
    let (_, cycle) = cycle_of("japanese", &rows, Color::Black, "C1 E1 D1 F1");
    assert_eq!(
        (cycle.kind, cycle.plies, cycle.captured),
        (CycleKind::EternalLife, 4, ByColor::new(2, 2))
    );
}

#[test]
fn sending_two_returning_one() {
    let rows = [".O.XXO", "OXXXO.", "O.X.OO", "XX.OO.", "OOOO.O"];
    let mut state = start("japanese", &rows, Color::White);
    // White sends two into the corner, Black takes both, White takes one back, Black passes.
    play(&mut state, "C5 A5");
    let before = state.clone();
    assert!(before.cycle().is_none());
    let (_, cycle) = cycle_of("japanese", &rows, Color::White, "C5 A5 B5 pass");
    assert_eq!((cycle.kind, cycle.plies, cycle.passes), (CycleKind::SendingTwo, 4, 1));
    assert_eq!(cycle.net().abs(), 1);
}

#[test]
fn no_result_needs_equal_prisoners_and_both_players() {
    let (mut state, _) = cycle_of("japanese", &TRIPLE, Color::Black, TRIPLE_ROUND);
    let propose = |by, ending| Event::ProposeEnd { by, ending };
    assert_eq!(state.apply(propose(Color::Black, Ending::Draw)), Err(Refused::EndingNotOffered));
    state.apply(propose(Color::Black, Ending::NoResult)).unwrap();
    assert_eq!(state.phase(), Phase::Play);
    state.apply(propose(Color::White, Ending::NoResult)).unwrap();
    assert_eq!((state.phase(), state.outcome()), (Phase::Done, Some(Outcome::NoResult)));

    let rows = [".O.XXO", "OXXXO.", "O.X.OO", "XX.OO.", "OOOO.O"];
    let (mut state, _) = cycle_of("japanese", &rows, Color::White, "C5 A5 B5 pass");
    assert_eq!(
        state.apply(propose(Color::White, Ending::NoResult)),
        Err(Refused::EndingNotOffered)
    );
}

#[test]
fn a_proposal_ends_with_the_next_move() {
    let (mut state, _) = cycle_of("korean", &TRIPLE, Color::Black, TRIPLE_ROUND);
    state.apply(Event::ProposeEnd { by: Color::Black, ending: Ending::Draw }).unwrap();
    play(&mut state, "B4");
    state.apply(Event::ProposeEnd { by: Color::White, ending: Ending::Draw }).unwrap();
    assert_eq!(state.phase(), Phase::Play);
    state.apply(Event::ProposeEnd { by: Color::Black, ending: Ending::Draw }).unwrap();
    assert_eq!(state.outcome(), Some(Outcome::Jigo));
}

#[test]
fn superko_rules_have_no_cycle() {
    for ruleset in ["aga", "bga", "nz", "ing", "wmsg2008", "tromp_taylor", "chinese ko=psk"] {
        let mut state = start(ruleset, &TRIPLE, Color::Black);
        play(&mut state, "D5 B4 F5 D4 B5");
        let f4 = Coordinates::Gtp.parse("F4", state.size()).unwrap();
        let refused = state.play(Move::Play(f4)).map(|_| ());
        // The natural rule looks at positions left by one's own plays, and nobody has played the set-up.
        let expected = if ruleset == "bga" { Ok(()) } else { Err("illegal.superko") };
        assert_eq!(refused.as_ref().map(|_| ()).map_err(Refused::code), expected, "{ruleset}");
        assert_eq!(state.cycle(), None);
    }
}

#[test]
fn first_seen_counts_moves_on_the_line() {
    let mut state = start("chinese ko=psk", &TRIPLE, Color::Black);
    play(&mut state, "D5 A1");
    state.apply(Event::Undo { moves: 1, asked_by: Color::White }).unwrap();
    play(&mut state, "B4 F5 D4 B5 pass");
    // White's F4 brings the set-up position back, whoever is to move then.
    let f4 = Coordinates::Gtp.parse("F4", state.size()).unwrap();
    state
        .apply(Event::Edit(Arc::new(rules::Edit {
            to_move: Some(Color::White),
            ..Default::default()
        })))
        .unwrap();
    let refused = state.play(Move::Play(f4)).unwrap_err();
    let Refused::Illegal(rules::IllegalMove::Repetition { first_seen, .. }) = refused else {
        panic!("{refused}")
    };
    assert_eq!(first_seen, 0);
}
