//! Games of the project's own rules as networks get to see them.

use std::sync::Arc;

use board::{Board, BoardSize, Color, Coordinates, Move, Point, PointSet};
use nn::Game;
use rules::{Decision, Edit, Event, GameState, Ruleset, Score, Start};

fn size() -> BoardSize {
    BoardSize::square(9).unwrap()
}

fn at(text: &str) -> Point {
    Coordinates::Gtp.parse(text, size()).unwrap()
}

fn state(ruleset: &str) -> GameState {
    GameState::new(Start::even(Ruleset::find(ruleset).unwrap(), size()))
}

fn play(state: &mut GameState, moves: &str) {
    for mv in moves.split(' ') {
        let mv = if mv == "pass" { Move::Pass } else { Move::Play(at(mv)) };
        state.play(mv).unwrap();
    }
}

#[test]
fn every_ruleset_becomes_a_game_that_stands_where_the_state_does() {
    for ruleset in Ruleset::all() {
        let mut state = GameState::new(Start::standard(ruleset.clone(), size()));
        play(&mut state, "E5 E4 F4 D5 pass F5 D4 G4 E3");
        let game = Game::from_state(&state);
        assert_eq!(game.board(), state.board(), "{}", ruleset.id);
        assert_eq!(game.to_move(), state.position().to_move);
        assert_eq!(game.ko(), state.position().ko);
        // Networks don't know suicide of a single stone.
        let alone = state.legal_plays() - game.legal_plays();
        let suicide = ruleset.suicide == rules::Suicide::Allowed;
        assert!(alone.is_empty() || suicide, "{}: {alone:?}", ruleset.id);
        assert!(game.legal_plays().is_subset(&state.legal_plays()));
        assert_eq!(game.komi(), ruleset.komi.even);
        assert_eq!(game.last_moves().len(), 5);
        assert_eq!(game.move_number(), 9);
        assert!(game.prevents_encore());
    }
}

#[test]
fn handicap_is_paid_as_the_ruleset_says() {
    for (id, stones, paid) in [
        ("chinese", 4, 4),
        ("aga", 4, 3),
        ("japanese", 4, 0),
        ("aga_territory", 4, 3),
        ("nz", 4, 0),
    ] {
        let ruleset = Ruleset::find(id).unwrap();
        let mut start = Start::even(ruleset, size());
        start.handicap = stones;
        start.komi = Score::half_points(1);
        start.to_move = Color::Black;
        let mut state = GameState::new(start);
        let placed: PointSet = ["C3", "G7", "C7", "G3"].into_iter().map(at).collect();
        state.apply(Event::PlaceHandicap { stones: Arc::new(placed) }).unwrap();
        let game = Game::from_state(&state);
        assert_eq!((game.to_move(), game.move_number()), (Color::White, 0), "{id}");
        // In territory scoring the stones set up are worth their points, which an area count takes back.
        let territory = game.rules().scoring == nn::Scoring::Territory;
        let stones = if territory { 4 } else { 0 };
        assert_eq!(
            game.white_points(),
            Score::half_points(1) + Score::points(paid + stones),
            "{id}"
        );
    }
}

#[test]
fn prisoners_and_edits_keep_the_territory_score() {
    let mut state = state("japanese");
    play(&mut state, "E5 E4 F4 A9 D4 A8 E3");
    let before = Game::from_state(&state);
    let edit = Edit { white: PointSet::single(at("J1")), ..Edit::default() };
    state.apply(Event::Edit(Arc::new(edit))).unwrap();
    let game = Game::from_state(&state);
    assert_eq!(game.board(), state.board());
    assert_eq!(game.move_number(), 0);
    // Set up, the white stone counts as if it had been played.
    assert_eq!(game.white_points(), before.white_points() - Score::points(1));
    assert_eq!(before.white_points() - before.komi(), Score::points(4 - 3));
}

#[test]
fn play_taken_up_again_needs_two_passes_to_stop_again() {
    for (id, ends) in [("chinese", true), ("japanese", false)] {
        let mut state = state(id);
        play(&mut state, "E5 C3 pass pass");
        let stopped = Game::from_state(&state);
        assert_eq!((stopped.is_finished(), stopped.is_past_end()), (ends, !ends), "{id}");
        state.apply(Event::Resume { asked_by: Color::Black }).unwrap();
        let game = Game::from_state(&state);
        assert_eq!(game.to_move(), state.position().to_move);
        assert!(!game.is_finished() && !game.pass_ends_phase(), "{id}");
        play(&mut state, "pass");
        assert!(Game::from_state(&state).pass_ends_phase(), "{id}");
    }
}

#[test]
fn undone_and_void_moves_leave_no_trace() {
    let mut state = state("chinese");
    play(&mut state, "E5 C3 G7");
    state.apply(Event::Undo { moves: 1, asked_by: Color::Black }).unwrap();
    assert_eq!(Game::from_state(&state).move_number(), 2);
    play(&mut state, "G7");
    state.apply(Event::ruling(Decision::VoidMove { turn_lost: true })).unwrap();
    let game = Game::from_state(&state);
    assert_eq!(game.board(), state.board());
    assert_eq!(game.last_moves()[0].mv, Move::Pass);
    let penalty = Decision::PointPenalty { against: Color::Black, points: Score::points(2) };
    state.apply(Event::ruling(penalty)).unwrap();
    assert_eq!(Game::from_state(&state).white_points(), game.white_points() + Score::points(2));
}

#[test]
fn a_suicide_that_networks_do_not_know_still_gives_the_right_board() {
    let ruleset = Ruleset::find("nz").unwrap();
    let rows = [".X.", "X..", "..O"];
    let mut start = Start::even(ruleset, BoardSize::square(3).unwrap());
    start.board = Board::from_rows(&rows).unwrap();
    start.to_move = Color::White;
    let mut state = GameState::new(start);
    let corner = Point::new(1, 1).unwrap();
    state.play(Move::Play(corner)).unwrap();
    let game = Game::from_state(&state);
    assert_eq!(game.board(), state.board());
    assert_eq!(game.to_move(), Color::Black);
    assert_eq!(game.last_moves()[0].mv, Move::Play(corner));
}
