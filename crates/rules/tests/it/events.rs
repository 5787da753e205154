//! The life of a game event by event: stops, agreements, undo, sealed moves, pauses and rulings.

use std::sync::Arc;

use board::{BoardSize, ByColor, Color, Coordinates, Move, Point, PointSet};
use rules::handicap::ThirdStone;
use rules::{
    Decision, Edit, Event, GameState, IllegalMove, Marking, Outcome, Party, Phase, Refused,
    Ruleset, Score, Start, WinBy,
};

use Color::{Black, White};

fn game(ruleset: &str) -> GameState {
    GameState::new(Start::even(Ruleset::find(ruleset).unwrap(), BoardSize::square(9).unwrap()))
}

fn at(text: &str) -> Point {
    Coordinates::Gtp.parse(text, BoardSize::square(9).unwrap()).unwrap()
}

fn play(state: &mut GameState, moves: &str) {
    for text in moves.split_whitespace() {
        let mv = if text == "pass" { Move::Pass } else { Move::Play(at(text)) };
        state.play(mv).unwrap_or_else(|e| panic!("{text}: {e}"));
    }
}

fn refuse(state: &mut GameState, event: Event) -> Refused {
    let before = state.clone();
    let refused = state.apply(event).unwrap_err();
    assert!(*state == before, "refused, yet changed");
    refused
}

fn rule(decision: Decision) -> Event {
    Event::ruling(decision)
}

#[test]
fn agreement_needs_both_on_the_same_marking() {
    let mut state = game("chinese");
    play(&mut state, "E5 A1 pass pass");
    let dead = |points: &[&str]| points.iter().map(|p| at(p)).collect::<PointSet>();
    state.apply(Event::mark_dead(Black, dead(&["A1"]))).unwrap();
    state.apply(Event::Agree { by: Black }).unwrap();
    state.apply(Event::mark_dead(White, PointSet::EMPTY)).unwrap();
    state.apply(Event::Agree { by: White }).unwrap();
    assert_eq!(state.phase(), Phase::Counting);
    state.apply(Event::mark_dead(White, dead(&["A1"]))).unwrap();
    state.apply(Event::Agree { by: White }).unwrap();
    state.apply(Event::Agree { by: Black }).unwrap();
    assert_eq!(state.outcome().map(Outcome::to_sgf).as_deref(), Some("B+73.5"));
}

#[test]
fn marks_must_be_on_stones_and_cover_whole_chains() {
    let mut state = game("japanese");
    play(&mut state, "E5 A1 E4 pass pass");
    let mark = |dead: &str, seki: &str| Event::MarkDead {
        by: Black,
        marking: Arc::new(Marking {
            dead: PointSet::single(at(dead)),
            seki: PointSet::single(at(seki)),
        }),
    };
    assert_eq!(refuse(&mut state, mark("B1", "E4")), Refused::MarkEmpty(at("B1")));
    assert_eq!(refuse(&mut state, mark("E4", "E5")), Refused::MarkConflict(at("E4")));
    state.apply(mark("A1", "E4")).unwrap();
    assert_eq!(state.marking().unwrap().seki.len(), 2);
}

#[test]
fn events_of_another_phase_are_refused() {
    let mut state = game("chinese");
    play(&mut state, "E5");
    let counting = Refused::WrongPhase { phase: Phase::Play };
    assert_eq!(refuse(&mut state, Event::Agree { by: Black }), counting);
    assert_eq!(refuse(&mut state, Event::Resume { asked_by: Black }), counting);
    assert_eq!(refuse(&mut state, Event::mark_dead(Black, PointSet::EMPTY)), counting);
    assert_eq!(
        refuse(&mut state, Event::Move { by: Black, mv: Move::Pass }),
        Refused::NotYourTurn { to_move: White }
    );
    let occupied = Refused::Illegal(IllegalMove::Occupied(at("E5")));
    assert_eq!(refuse(&mut state, Event::Move { by: White, mv: Move::Play(at("E5")) }), occupied);
    let outside = Point::new(10, 1).unwrap();
    let off = Refused::Illegal(IllegalMove::OffBoard(outside));
    assert_eq!(refuse(&mut state, Event::Move { by: White, mv: Move::Play(outside) }), off);
    play(&mut state, "pass pass");
    let stopped = Refused::WrongPhase { phase: Phase::Counting };
    assert_eq!(refuse(&mut state, Event::Move { by: White, mv: Move::Pass }), stopped);
    assert_eq!(refuse(&mut state, Event::TimeLoss { by: White }), stopped);
    state.apply(Event::Resign { by: White }).unwrap();
    for event in [
        Event::Move { by: White, mv: Move::Pass },
        Event::Resign { by: Black },
        Event::Undo { moves: 1, asked_by: Black },
        Event::Pause { by: Party::Server },
        Event::Edit(Arc::default()),
    ] {
        assert_eq!(refuse(&mut state, event), Refused::GameOver);
    }
}

#[test]
fn second_stops_are_final_where_the_rules_say_so() {
    for (ruleset, phase) in
        [("aga", Phase::Done), ("wmsg2008", Phase::Done), ("chinese", Phase::Counting)]
    {
        let mut state = game(ruleset);
        play(&mut state, "E5 pass pass");
        state.apply(Event::Dispute { by: Some(White) }).unwrap();
        assert_eq!(state.to_move(), Some(White));
        play(&mut state, "D5 pass pass");
        assert_eq!(state.phase(), phase, "{ruleset}");
    }
}

#[test]
fn ing_ends_with_four_passes() {
    let mut state = game("ing");
    play(&mut state, "E5 pass pass");
    assert_eq!(state.phase(), Phase::Counting);
    play(&mut state, "pass pass");
    assert_eq!(state.phase(), Phase::Done);
    assert_eq!(state.outcome().map(Outcome::to_sgf).as_deref(), Some("B+73"));
}

#[test]
fn the_button_pass_is_no_ending_pass() {
    let mut state = game("button");
    play(&mut state, "E5 pass");
    assert_eq!((state.consecutive_passes(), state.first_pass()), (0, Some(White)));
    play(&mut state, "pass pass");
    assert_eq!(state.phase(), Phase::Counting);
    assert_eq!(state.count().unwrap().margin, Score::half_points(2 * 74 - 1));
}

#[test]
fn white_owes_a_pass_stone_only_when_black_passed_last() {
    let mut state = game("aga_territory");
    play(&mut state, "E5 pass pass");
    assert_eq!(state.count().unwrap().sides.black.pass_stones, 2);
    assert_eq!(state.pass_stones(), ByColor::new(1, 1));
    for by in Color::BOTH {
        state.apply(Event::Agree { by }).unwrap();
    }
    assert_eq!(state.pass_stones(), ByColor::new(1, 2));
    assert_eq!(state.count().unwrap().sides.black.pass_stones, 2);
    let area = {
        let mut s = game("aga");
        play(&mut s, "E5 pass pass");
        s.count().unwrap().margin
    };
    assert_eq!(state.count().unwrap().margin, area);
}

#[test]
fn undo_goes_back_to_the_very_same_state() {
    let mut state = game("aga");
    play(&mut state, "E5 D5 pass");
    let before = state.clone();
    play(&mut state, "D4 pass pass");
    assert_eq!(state.phase(), Phase::Counting);
    state.apply(Event::Undo { moves: 3, asked_by: White }).unwrap();
    assert_eq!(state.position(), before.position());
    assert_eq!(
        (state.phase(), state.move_number(), state.pass_stones()),
        (Phase::Play, 3, before.pass_stones())
    );
    assert_eq!(state.line().count(), 4);
    assert_eq!(state.event_count(), 7);
    assert_eq!(
        refuse(&mut state, Event::Undo { moves: 4, asked_by: White }),
        Refused::NothingToUndo { asked: 4, available: 3 }
    );
    assert_eq!(
        refuse(&mut state, Event::Undo { moves: 0, asked_by: White }),
        Refused::NothingToUndo { asked: 0, available: 3 }
    );
}

#[test]
fn the_last_stone_is_that_of_the_last_move_in_force() {
    let mut state = game("aga");
    let at = |state: &GameState| {
        state.last_play().map(|point| Coordinates::Gtp.format(point, state.size()))
    };
    assert_eq!(at(&state), None);
    play(&mut state, "E5 D5");
    assert_eq!(at(&state).as_deref(), Some("D5"));
    play(&mut state, "pass");
    assert_eq!(at(&state), None);
    state.apply(Event::Undo { moves: 2, asked_by: White }).unwrap();
    assert_eq!(at(&state).as_deref(), Some("E5"));
}

#[test]
fn undo_keeps_a_resumption_and_free_handicap() {
    let mut state = game("japanese");
    play(&mut state, "E5 pass pass");
    state.apply(Event::Resume { asked_by: White }).unwrap();
    assert_eq!(state.to_move(), Some(Black));
    play(&mut state, "D4");
    state.apply(Event::Undo { moves: 1, asked_by: Black }).unwrap();
    assert_eq!((state.phase(), state.to_move()), (Phase::Play, Some(Black)));

    let mut state = game("ing");
    let stones: PointSet = ["C3", "G7", "E5"].into_iter().map(at).collect();
    state.apply(Event::PlaceHandicap { stones: Arc::new(stones) }).unwrap();
    assert_eq!((state.handicap(), state.to_move()), (3, Some(White)));
    play(&mut state, "D4");
    assert_eq!(
        refuse(&mut state, Event::PlaceHandicap { stones: Arc::new(stones) }),
        Refused::HandicapTooLate
    );
    state.apply(Event::Undo { moves: 1, asked_by: White }).unwrap();
    assert_eq!((state.handicap(), state.board().stone_count(Black)), (3, 3));
}

#[test]
fn games_begin_as_their_rules_say() {
    let size = BoardSize::square(19).unwrap();
    let start = |name, stones| {
        Start::with_handicap(Ruleset::find(name).unwrap(), size, stones, ThirdStone::default())
    };
    let seated = start("mingqing", 0).unwrap();
    assert_eq!((seated.board.stone_count(Black), seated.board.stone_count(White)), (2, 2));
    assert_eq!(seated.to_move, White);
    let chinese = start("chinese", 9).unwrap();
    assert_eq!(
        (chinese.board.stone_count(Black), chinese.to_move, chinese.komi),
        (9, White, Score::ZERO)
    );
    assert_eq!(start("chinese", 1).unwrap(), Start::even(Ruleset::chinese(), size));
    assert!(start("japanese", 10).is_err());
    let mut free = GameState::new(start("nz", 11).unwrap());
    assert_eq!((free.board().stone_count(Black), free.handicap()), (0, 11));
    let stones = |n: usize| Event::PlaceHandicap {
        stones: Arc::new(size.points().step_by(2).take(n).collect()),
    };
    assert_eq!(refuse(&mut free, stones(10)), Refused::BadHandicap);
    free.apply(stones(11)).unwrap();
    assert_eq!((free.board().stone_count(Black), free.to_move()), (11, Some(White)));
}

#[test]
fn sealed_moves() {
    let mut state = game("chinese");
    play(&mut state, "E5");
    let seal = |by| Event::Seal { by, envelope: Arc::from(&b"?"[..]) };
    assert_eq!(refuse(&mut state, seal(Black)), Refused::NotYourTurn { to_move: White });
    state.apply(seal(White)).unwrap();
    assert_eq!(refuse(&mut state, Event::Move { by: White, mv: Move::Pass }), Refused::Sealed);
    state.apply(Event::Pause { by: Party::Referee }).unwrap();
    assert_eq!(refuse(&mut state, Event::Unseal { mv: Move::Play(at("D5")) }), Refused::Paused);
    state.apply(Event::Unpause { by: Party::Referee }).unwrap();
    let mut legal = state.clone();
    assert_eq!(legal.apply(Event::Unseal { mv: Move::Play(at("D5")) }).unwrap().void, None);
    assert_eq!(legal.board().get(at("D5")), Some(White));
    // An illegal sealed move is void and costs the turn.
    let effect = state.apply(Event::Unseal { mv: Move::Play(at("E5")) }).unwrap();
    assert_eq!(effect.void, Some(IllegalMove::Occupied(at("E5"))));
    assert_eq!((state.to_move(), state.move_number()), (Some(Black), 2));
    let again = GameState::fold(state.start().clone(), state.events().cloned()).unwrap();
    assert!(again == state);
    assert_eq!(refuse(&mut state, Event::Unseal { mv: Move::Pass }), Refused::NothingSealed);
}

#[test]
fn rulings_on_moves() {
    let mut state = game("chinese");
    play(&mut state, "E5 D5 D4");
    state.apply(rule(Decision::Warning { to: Black })).unwrap();
    state.apply(rule(Decision::VoidMove { turn_lost: true })).unwrap();
    assert_eq!(
        (state.board().get(at("D4")), state.to_move(), state.move_number()),
        (None, Some(White), 3)
    );
    assert_eq!(state.warnings(), ByColor::new(1, 0));
    play(&mut state, "C5");
    state.apply(rule(Decision::VoidMove { turn_lost: false })).unwrap();
    assert_eq!((state.to_move(), state.move_number()), (Some(White), 3));
    state.apply(rule(Decision::Restore { moves: 1 })).unwrap();
    assert_eq!(
        (state.to_move(), state.move_number(), state.board().stone_count(White)),
        (Some(White), 1, 0)
    );
    assert_eq!(state.warnings(), ByColor::new(1, 0));
    assert_eq!(
        refuse(&mut state, rule(Decision::Restore { moves: 2 })),
        Refused::NoSuchMove { asked: 2, available: 1 }
    );
    state.apply(rule(Decision::Restore { moves: 0 })).unwrap();
    assert_eq!(
        refuse(&mut state, rule(Decision::VoidMove { turn_lost: true })),
        Refused::NothingToUndo { asked: 1, available: 0 }
    );
}

#[test]
fn rulings_on_results() {
    let won = |winner, by| Some(Outcome::win(winner, by));
    for (decision, outcome) in [
        (Decision::Draw, Some(Outcome::Jigo)),
        (Decision::Replay, Some(Outcome::Void)),
        (Decision::Void, Some(Outcome::Void)),
        (Decision::NoResult, Some(Outcome::NoResult)),
        (Decision::BothLose, Some(Outcome::BothLose)),
        (Decision::Forfeit { loser: Black }, won(White, WinBy::Forfeit)),
        (Decision::Award { winner: Black }, won(Black, WinBy::Forfeit)),
        (Decision::Stands, None),
        (Decision::Note, None),
    ] {
        let mut state = game("chinese");
        play(&mut state, "E5");
        state.apply(rule(decision)).unwrap();
        assert_eq!(state.outcome(), outcome);
    }
}

#[test]
fn penalties_and_recounts_change_the_result() {
    let mut state = game("japanese");
    play(&mut state, "E5 A1 pass pass");
    let penalty = |points| rule(Decision::PointPenalty { against: Black, points });
    assert_eq!(refuse(&mut state, penalty(Score::ZERO)), Refused::BadPenalty(Score::ZERO));
    for by in Color::BOTH {
        state.apply(Event::Agree { by }).unwrap();
    }
    let before = state.count().unwrap().margin;
    state.apply(penalty(Score::points(3))).unwrap();
    assert_eq!(state.count().unwrap().margin, before - Score::points(3));
    assert_eq!(state.outcome(), Some(state.count().unwrap().outcome()));
    state.apply(rule(Decision::Recount)).unwrap();
    assert_eq!((state.phase(), state.outcome()), (Phase::Counting, None));
    let dead = Arc::new(Marking { dead: PointSet::single(at("A1")), seki: PointSet::EMPTY });
    state.apply(rule(Decision::Status { marking: dead })).unwrap();
    assert_eq!(state.count().unwrap().sides.black.dead_taken, 1);
    assert_eq!(state.phase(), Phase::Done);
    let mut resigned = game("japanese");
    resigned.apply(Event::Resign { by: White }).unwrap();
    assert_eq!(
        refuse(&mut resigned, rule(Decision::Recount)),
        Refused::WrongPhase { phase: Phase::Done }
    );
}

#[test]
fn edits_restart_the_history_and_are_checked() {
    let mut state = game("chinese ko=psk");
    play(&mut state, "E5 D5");
    let edit = |black: &[&str], empty: &[&str], to_move| {
        let set = |points: &[&str]| points.iter().map(|p| at(p)).collect();
        Event::Edit(Arc::new(Edit {
            black: set(black),
            empty: set(empty),
            white: PointSet::EMPTY,
            to_move,
        }))
    };
    assert_eq!(refuse(&mut state, edit(&["A1"], &["A1"], None)), Refused::EditPoint(at("A1")));
    assert!(matches!(refuse(&mut state, edit(&["C5", "D4", "D6"], &[], None)), Refused::Edit(_)));
    state.apply(edit(&["A1"], &["E5"], Some(White))).unwrap();
    assert_eq!(
        (state.to_move(), state.board().stone_count(Black), state.move_number()),
        (Some(White), 1, 2)
    );
    let outside = PointSet::single(Point::new(20, 20).unwrap());
    let event = Event::Edit(Arc::new(Edit { white: outside, ..Edit::default() }));
    assert!(matches!(refuse(&mut state, event), Refused::EditPoint(_)));
}
