//! What the network in the program must manage with a few visits, whatever its strength: endings, ladders, eyes, large
//! handicaps, every board. Positions and games are in `testdata/engine/sanity.toml`; no exact answer of the network is asked
//! for, so that a better one can take its place.

use std::path::Path;

use board::{Board, BoardSize, Color, Coordinates, Move, Point, PointSet};
use engine::{Budget, Choice, Engine, Net, RawOptions, Settings, StopToken};
use rules::handicap::ThirdStone;
use rules::life::pass_alive;
use rules::{GameState, Phase, Ruleset, Score, Start};
use serde::Deserialize;

/// Visits for a position that is to be understood.
const VISITS: u32 = 60;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Suite {
    game: Vec<Game>,
    position: Vec<Position>,
    ladder: Vec<Ladder>,
}

/// A game to its end.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Game {
    id: String,
    size: u32,
    rules: Vec<String>,
    komi: f64,
    open: Vec<usize>,
    moves: String,
}

/// Which moves are right, or wrong.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Position {
    id: String,
    kind: Kind,
    to_move: Side,
    moves: Vec<String>,
    rows: Vec<String>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Play,
    Avoid,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Side {
    Black,
    White,
}

/// A stone that Black, to move, catches in a ladder.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Ladder {
    id: String,
    prey: String,
    rows: Vec<String>,
}

fn suite() -> Suite {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/engine/sanity.toml");
    toml::from_str(&std::fs::read_to_string(path).expect("a readable file")).expect("a suite")
}

/// The network in the program, or the file that `SHOUTAN_CANDIDATE` names: one that may take its place.
fn net() -> Net {
    match std::env::var_os("SHOUTAN_CANDIDATE") {
        Some(file) => {
            let bytes = std::fs::read(file).expect("a readable file");
            Engine::load_net(&bytes).expect("a network")
        }
        None => Engine::default_net().expect("the network in the program"),
    }
}

fn engine(net: &Net) -> Engine {
    Engine::new(Settings { net: Some(net.clone()), resigns: false, ..Settings::default() })
}

fn choose(engine: &mut Engine, game: &GameState, visits: u32) -> Move {
    let decision = engine.genmove(game, Budget::visits(visits), &StopToken::new());
    match decision.expect("a turn").choice {
        Choice::Move(mv) => mv,
        Choice::Resign => panic!("it was told not to resign"),
    }
}

fn point(text: &str, size: BoardSize) -> Point {
    Coordinates::Gtp.parse(text, size).expect("a point")
}

/// A board with the colours as they are, or exchanged.
fn board(rows: &[String], exchanged: bool) -> Board {
    let turned = |c| match (c, exchanged) {
        ('X', true) => 'O',
        ('O', true) => 'X',
        (c, _) => c,
    };
    let rows: Vec<String> = rows.iter().map(|row| row.chars().map(turned).collect()).collect();
    Board::from_rows(&rows).expect("a legal board")
}

fn on(board: Board, to_move: Color) -> GameState {
    let start = Start::on(Ruleset::chinese(), board, 0);
    GameState::new(Start { to_move, komi: Score::half_points(15), ..start })
}

/// The first moves of a game.
fn played(game: &Game, rules: &str, moves: usize) -> GameState {
    let size = BoardSize::square(game.size).expect("a size");
    let start = Start::even(Ruleset::find(rules).expect("a ruleset"), size);
    let komi = Score::parse(&game.komi.to_string()).expect("a komi");
    let mut state = GameState::new(Start { komi, ..start });
    for text in game.moves.split_whitespace().take(moves) {
        let mv = match text {
            "pass" => Move::Pass,
            text => Move::Play(point(text, size)),
        };
        state.play(mv).expect("legal");
    }
    state
}

#[test]
fn finished_games_are_ended_by_a_pass() {
    let net = net();
    let mut wrong = Vec::new();
    for game in suite().game {
        for rules in &game.rules {
            let mut state = played(&game, rules, usize::MAX);
            for turn in ["first", "second"] {
                let mv = choose(&mut engine(&net), &state, VISITS);
                if mv != Move::Pass {
                    wrong.push(format!("{} {rules} {turn}: {mv:?}\n{:?}", game.id, state.board()));
                }
                state.play(Move::Pass).expect("legal");
            }
            assert_ne!(state.phase(), Phase::Play, "{} {rules}", game.id);
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn nobody_passes_while_much_is_open() {
    let net = net();
    for game in suite().game {
        for (rules, &moves) in
            game.rules.iter().zip(&game.open).chain(game.rules.iter().rev().zip(&game.open))
        {
            let mut state = played(&game, rules, moves);
            for after in ["a move", "a pass"] {
                let mv = choose(&mut engine(&net), &state, VISITS);
                assert_ne!(mv, Move::Pass, "{} {rules}: {moves} moves, after {after}", game.id);
                state.play(Move::Pass).expect("legal");
            }
        }
    }
}

#[test]
fn ladders_are_read() {
    let net = net();
    let (mut asked, mut wrong) = (0, Vec::new());
    for position in suite().position {
        for exchanged in [false, true] {
            let to_move = match (position.to_move, exchanged) {
                (Side::Black, false) | (Side::White, true) => Color::Black,
                _ => Color::White,
            };
            let state = on(board(&position.rows, exchanged), to_move);
            let chosen = choose(&mut engine(&net), &state, VISITS);
            let named =
                position.moves.iter().any(|mv| chosen == Move::Play(point(mv, state.size())));
            if named != matches!(position.kind, Kind::Play) {
                wrong.push(format!("{} {to_move:?}: {chosen:?}\n{:?}", position.id, state.board()));
            }
            asked += 1;
        }
    }
    // Networks of any strength miss one now and then.
    assert!(wrong.len() <= asked / 8, "{} of {asked}:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn ladders_that_work_are_played_out() {
    let net = net();
    let mut escaped = Vec::new();
    for ladder in suite().ladder {
        for exchanged in [false, true] {
            let hunter = if exchanged { Color::White } else { Color::Black };
            let mut state = on(board(&ladder.rows, exchanged), hunter);
            let prey = point(&ladder.prey, state.size());
            let mut player = engine(&net);
            while state.board().get(prey) == Some(!hunter) {
                let mv = choose(&mut player, &state, VISITS);
                state.play(mv).expect("legal");
                let left = state.board().liberties(prey);
                if left.len() > 1 {
                    escaped.push(format!("{} {hunter:?}:\n{:?}", ladder.id, state.board()));
                    break;
                }
                let run = left.first().map_or(Move::Pass, Move::Play);
                state.play(if state.is_legal(run) { run } else { Move::Pass }).expect("legal");
            }
        }
    }
    assert!(escaped.len() <= 1, "{}", escaped.join("\n"));
}

/// Points that one side has as eyes of a single point in what lives whatever the other side does.
fn real_eyes(board: &Board, color: Color) -> PointSet {
    let alive = pass_alive(board, color);
    let own = alive.stones;
    let around = |eye: Point| board.size().neighbours(eye).all(|next| own.contains(next));
    alive.territory.into_iter().filter(|&eye| board.is_empty(eye) && around(eye)).collect()
}

#[test]
fn it_never_fills_its_own_eyes() {
    let net = net();
    for (rules, lines, visits) in
        [("chinese", 9, 6), ("japanese", 9, 6), ("tromp_taylor", 7, 10), ("chinese", 13, 3)]
    {
        let size = BoardSize::square(lines).expect("a size");
        let ruleset = Ruleset::find(rules).expect("a ruleset");
        let mut state = GameState::new(Start::even(ruleset, size));
        let mut player = engine(&net);
        while let Some(mover) = state.to_move() {
            let mv = choose(&mut player, &state, visits);
            if let Move::Play(at) = mv {
                let eyes = real_eyes(state.board(), mover);
                assert!(!eyes.contains(at), "{rules} {mover:?} {at:?}\n{:?}", state.board());
            }
            state.play(mv).expect("legal");
            assert!(state.move_number() < 4 * 13 * 13, "{rules}: it does not end");
        }
    }
}

/// Plays a game against itself to its end.
fn whole_game(net: &Net, mut state: GameState, visits: u32) -> GameState {
    let mut player = engine(net);
    let limit = 4 * u32::try_from(state.size().area()).expect("small");
    while state.to_move().is_some() {
        let mv = choose(&mut player, &state, visits);
        state.play(mv).expect("legal");
        assert!(state.move_number() < limit, "it does not end:\n{:?}", state.board());
    }
    state
}

#[test]
fn large_handicaps_and_komi_are_seen_and_played_with() {
    let net = net();
    let size = |lines| BoardSize::square(lines).expect("a size");
    let komi = |lines, points: i32| {
        let start = Start::even(Ruleset::chinese(), size(lines));
        Start { komi: Score::points(points), ..start }
    };
    let japanese = || Ruleset::find("japanese").expect("a ruleset");
    let stones = |lines| {
        Start::with_handicap(japanese(), size(lines), 9, ThirdStone::default()).expect("stones")
    };
    for (start, visits, winner) in [
        (stones(19), 2, Color::Black),
        (stones(13), 4, Color::Black),
        (komi(19, 50), 2, Color::White),
        (komi(13, 50), 4, Color::White),
        (komi(13, -50), 4, Color::Black),
        (komi(9, 50), 4, Color::White),
        (komi(9, -50), 4, Color::Black),
    ] {
        let what = format!("{} {} {} stones", start.board.size(), start.komi, start.handicap);
        let state = GameState::new(start);
        let raw = engine(&net).raw_net(&state, &RawOptions::default()).expect("a network");
        let (black, sign) = (raw.win - raw.loss, if winner == Color::Black { 1.0 } else { -1.0 });
        assert!(black * sign > 0.3, "{what}: {black}");
        // Who wins the rest with so few visits is not asked.
        let ended = whole_game(&net, state, visits);
        assert!(ended.move_number() as usize > ended.size().area() / 4, "{what}");
        assert!(engine(&net).status(&ended).count.is_some(), "{what}");
    }
}

#[test]
fn every_board_is_played_on() {
    let net = net();
    let squares = (1..=25).map(|lines| (lines, lines));
    let rectangles =
        [(1, 5), (2, 25), (25, 2), (3, 19), (19, 7), (9, 13), (19, 18), (20, 9), (25, 24)];
    for (columns, rows) in squares.chain(rectangles) {
        let size = BoardSize::new(columns, rows).expect("a size");
        for rules in ["chinese", "japanese"] {
            let ruleset = Ruleset::find(rules).expect("a ruleset");
            let mut state = GameState::new(Start::even(ruleset, size));
            let mut player = engine(&net);
            for ply in 0..4 {
                if state.to_move().is_none() {
                    break;
                }
                let options = RawOptions::default();
                let known = columns.max(rows) <= 19;
                assert_eq!(player.raw_net(&state, &options).is_ok(), known, "{size}");
                let mv = choose(&mut player, &state, 4);
                let begins = ply == 0 && columns.min(rows) >= 5;
                assert!(mv != Move::Pass || !begins, "{size} {rules}");
                state.play(mv).expect("legal");
            }
        }
    }
}
