use std::time::{Duration, Instant};

use board::{Board, BoardSize, Color, Coordinates, Move};
use rules::{GameState, Ruleset, Start};
use search::rollout::{Evaluation, Evaluator, Leaf, Params, PlayoutParams, Rollouts, Search};
use search::{Limits, StopToken};

fn rollouts(seed: u64) -> Search<Rollouts> {
    Search::new(Rollouts::new(PlayoutParams::default(), seed), Params::for_rollouts())
}

fn game(ruleset: &str, columns: u32, rows: u32) -> GameState {
    let size = BoardSize::new(columns, rows).expect("a legal size");
    GameState::new(Start::even(Ruleset::find(ruleset).expect("a ruleset"), size))
}

fn position(rows: &[&str], to_move: Color, komi: i32) -> GameState {
    let board = Board::from_rows(rows).expect("a legal board");
    let start = Start::on(Ruleset::chinese(), board, 0);
    GameState::new(Start { to_move, komi: rules::Score::half_points(komi), ..start })
}

fn at(game: &GameState, text: &str) -> Move {
    Move::Play(Coordinates::Gtp.parse(text, game.size()).expect("a point"))
}

#[test]
fn the_same_seed_gives_the_same_analysis() {
    let mut game = game("chinese", 9, 9);
    let (mut one, mut two) = (rollouts(5), rollouts(5));
    for _ in 0..4 {
        let a = one.run(&game, &Limits::visits(300));
        let b = two.run(&game, &Limits::visits(300));
        assert_eq!(a, b);
        game.play(a.moves[0].mv).expect("the tree holds legal moves");
    }
    assert_ne!(rollouts(6).run(&game, &Limits::visits(300)), one.run(&game, &Limits::visits(300)));
}

#[test]
fn every_move_of_an_analysis_is_legal_and_sane() {
    for ruleset in Ruleset::all() {
        for (columns, rows) in [(1, 1), (2, 1), (2, 2), (3, 5), (5, 5)] {
            let size = BoardSize::new(columns, rows).expect("a legal size");
            let mut game = GameState::new(Start::even(ruleset.clone(), size));
            let mut search = rollouts(1);
            for _ in 0..3 * size.area() + 4 {
                let Some(mover) = game.to_move() else { break };
                let analysis = search.run(&game, &Limits::visits(60));
                assert!(analysis.visits >= 60 && (0.0..=1.0).contains(&analysis.value));
                assert!(analysis.moves.iter().any(|entry| entry.mv == Move::Pass));
                let sum: u32 = analysis.moves.iter().map(|entry| entry.visits).sum();
                assert!(sum <= analysis.visits);
                for entry in &analysis.moves {
                    assert!(game.check_move(mover, entry.mv).is_ok(), "{} {entry:?}", ruleset.id);
                    assert_eq!(entry.line[0], entry.mv);
                }
                game.play(analysis.moves[0].mv).expect("legal");
            }
        }
    }
}

#[test]
fn the_largest_boards_are_searched() {
    for (columns, rows) in [(25, 25), (25, 1), (1, 25), (19, 19)] {
        let analysis = rollouts(2).run(&game("aga", columns, rows), &Limits::visits(30));
        assert_eq!(analysis.visits, 30);
    }
}

#[test]
fn life_and_death_is_read() {
    // Three points in a row: the middle one is life for Black and death for White. Black's 8 points win with 35 more.
    let rows = [".......", "..O....", "....O..", ".......", "OOOOO..", "XXXXO..", "...XO.."];
    for color in Color::BOTH {
        let game = position(&rows, color, -70);
        let best = rollouts(3).run(&game, &Limits::visits(2000));
        assert_eq!(best.moves[0].mv, at(&game, "B1"), "{color:?}");
        let black_lives = color == Color::Black;
        assert_eq!(best.value > 0.5, black_lives, "{color:?}: {}", best.value);
    }
}

#[test]
fn superko_is_obeyed_within_the_tree() {
    // Under positional superko on 1x3 lines soon repeat; everything offered must be legal three moves deep.
    let mut game = game("tromp_taylor", 3, 1);
    let mut search = rollouts(4);
    for _ in 0..12 {
        if game.to_move().is_none() {
            break;
        }
        let analysis = search.run(&game, &Limits::visits(400));
        for entry in &analysis.moves {
            let mut line = game.clone();
            for &mv in &entry.line {
                assert!(line.play(mv).is_ok(), "{:?} in {:?}", entry.line, game.board());
            }
        }
        game.play(analysis.moves[0].mv).expect("legal");
    }
}

#[test]
fn the_tree_goes_on_where_the_game_went_on() {
    let mut game = game("chinese", 9, 9);
    let mut search = rollouts(7);
    let first = search.run(&game, &Limits::visits(2000));
    let best = &first.moves[0];
    let reply = *best.line.get(1).expect("a reply was looked at");
    game.play(best.mv).expect("legal");
    game.play(reply).expect("legal");
    let second = search.run(&game, &Limits::visits(1));
    assert_eq!(second.new_visits, 1);
    assert!(second.visits > 10, "{} visits were kept", second.visits);
    assert!(second.nodes < first.nodes);
    // Another game begins anew.
    let other = GameState::new(Start::even(Ruleset::chinese(), game.size()));
    assert_eq!(search.run(&other, &Limits::visits(1)).visits, 1);
}

#[test]
fn memory_is_bounded_and_the_search_goes_on() {
    let params = Params { max_nodes: 500, ..Params::for_rollouts() };
    let mut search = Search::new(Rollouts::new(PlayoutParams::default(), 1), params);
    let analysis = search.run(&game("chinese", 9, 9), &Limits::visits(3000));
    assert!(analysis.nodes <= 500);
    assert_eq!(analysis.visits, 3000);
}

#[test]
fn stop_and_deadline_end_a_search() {
    let game = game("chinese", 9, 9);
    let stop = StopToken::new();
    stop.stop();
    let limits = Limits { stop, ..Limits::visits(u32::MAX) };
    assert!(rollouts(1).run(&game, &limits).visits <= 16);
    // A deadline that has passed ends it at the first look; no assertion on how long that takes.
    let limits = Limits { deadline: Some(Instant::now()), ..Limits::visits(u32::MAX) };
    assert!(rollouts(1).run(&game, &limits).visits <= 16);
    assert!(rollouts(1).run(&game, &Limits::time(Duration::from_millis(20))).visits >= 1);
}

/// Every move equally likely, nobody ahead: what a network looks like from the tree.
struct Uniform;

impl Evaluator for Uniform {
    fn start(&mut self, _: &GameState) {}

    fn evaluate(&mut self, leaf: &Leaf<'_>, into: &mut Evaluation) {
        (into.value, into.lead, into.has_first_plays) = (0.5, 0.0, false);
        into.policy.clear();
        assert!(leaf.wants_policy() || leaf.line().len() >= 2);
        let state = leaf.state();
        assert_eq!(state.position().to_move, leaf.to_move());
        let points: Vec<Move> = state.size().points().map(Move::Play).collect();
        let share = 1.0 / points.len() as f32;
        into.policy.extend(points.into_iter().map(|mv| (mv, share)));
    }
}

#[test]
fn an_evaluator_from_outside_is_asked_once_for_each_visit() {
    let mut search = Search::new(Uniform, Params::for_networks());
    let game = game("tromp_taylor", 3, 3);
    let analysis = search.run(&game, &Limits::visits(200));
    assert_eq!(analysis.visits, 200);
    assert_eq!(analysis.moves.len(), 10);
    // Nothing tells the points apart, so they are visited alike.
    let plays = analysis.moves.iter().filter(|entry| entry.mv != Move::Pass);
    let visits: Vec<u32> = plays.map(|entry| entry.visits).collect();
    assert!(visits.iter().all(|&v| (15..=30).contains(&v)), "{visits:?}");
}
