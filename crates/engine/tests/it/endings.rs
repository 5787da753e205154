//! How games are ended with a network that knows the game: one from the folder `SHOUTAN_DATA` names. Without it these tests
//! say that they are skipped.

use std::path::Path;

use board::{Board, Color, Coordinates, Move, Point};
use engine::{Budget, Choice, Engine, Level, Net, Settings, StopToken};
use rules::{GameState, Phase, Ruleset, Score, Start};

#[expect(clippy::print_stderr, reason = "a skipped test says so")]
fn net() -> Option<Net> {
    let Some(folder) = std::env::var_os("SHOUTAN_DATA") else {
        eprintln!("skipped: SHOUTAN_DATA not set");
        return None;
    };
    let path = Path::new(&folder).join("nets/b7c96h3tfrs-test5-cnorm.bin.gz");
    let bytes = std::fs::read(path).expect("a readable file");
    Some(Engine::load_net(&bytes).expect("a network"))
}

fn engine(net: &Net, level: &str) -> Engine {
    let level = Level::find(level).expect("a level");
    Engine::new(Settings { level, net: Some(net.clone()), resigns: false, ..Settings::default() })
}

fn position(ruleset: &str, rows: &[&str], to_move: Color, half_points: i32) -> GameState {
    let board = Board::from_rows(rows).expect("a legal board");
    let start = Start::on(Ruleset::find(ruleset).expect("a ruleset"), board, 0);
    GameState::new(Start { to_move, komi: Score::half_points(half_points), ..start })
}

fn at(game: &GameState, text: &str) -> Point {
    Coordinates::Gtp.parse(text, game.size()).expect("a point")
}

/// The move that is chosen within this many visits, or by the level.
fn choose(engine: &mut Engine, game: &GameState, visits: Option<u32>) -> Move {
    let budget = Budget { visits, ..Budget::LEVEL };
    match engine.genmove(game, budget, &StopToken::new()).expect("a turn").choice {
        Choice::Move(mv) => mv,
        Choice::Resign => panic!("it was told not to resign"),
    }
}

/// Both live and nothing is open: 36 points for Black and 45 for White; in territory 17 and 16.
const SETTLED: [&str; 9] = [
    ".X.XO.O.O",
    ".X.XO.O.O",
    ".X.XO.O.O",
    ".X.XO.O.O",
    ".XXXOOOOO",
    ".X.XO.O.O",
    ".X.XO.O.O",
    ".X.XO.O.O",
    ".X.XO.O.O",
];

fn settled_but(changed: &[(usize, &'static str)]) -> [&'static str; 9] {
    let mut rows = SETTLED;
    for &(row, text) in changed {
        rows[row] = text;
    }
    rows
}

const LEVELS: [(&str, Option<u32>); 4] =
    [("strongest", Some(100)), ("6d", None), ("5k", None), ("18k", None)];

#[test]
fn it_passes_when_nothing_is_left() {
    let Some(net) = net() else { return };
    for ruleset in ["chinese", "japanese", "aga", "korean", "tromp_taylor"] {
        for (level, visits) in LEVELS {
            for color in Color::BOTH {
                let game = position(ruleset, &SETTLED, color, 1);
                let mv = choose(&mut engine(&net, level), &game, visits);
                assert_eq!(mv, Move::Pass, "{ruleset} {level} {color:?}");
            }
        }
    }
}

#[test]
fn it_takes_the_last_point_where_it_counts() {
    let Some(net) = net() else { return };
    let rows = settled_but(&[(0, ".XX.O.O.O")]);
    for (level, visits) in LEVELS {
        for color in Color::BOTH {
            let game = position("chinese", &rows, color, 1);
            let mv = choose(&mut engine(&net, level), &game, visits);
            assert_eq!(mv, Move::Play(at(&game, "D9")), "{level} {color:?}");
        }
    }
}

#[test]
fn dead_stones_are_taken_before_the_end_where_everything_counts() {
    let Some(net) = net() else { return };
    // White's stone at A7 is dead, but under Tromp-Taylor it counts while it stands.
    let rows = settled_but(&[(2, "OX.XO.O.O")]);
    for (level, visits) in LEVELS {
        let mut game = position("tromp_taylor", &rows, Color::Black, 1);
        let mut player = engine(&net, level);
        for _ in 0..20 {
            let mv = match game.to_move() {
                Some(Color::Black) => choose(&mut player, &game, visits),
                Some(Color::White) => Move::Pass,
                None => break,
            };
            game.play(mv).expect("legal");
        }
        assert_eq!(game.phase(), Phase::Done, "{level}: {:?}", game.board());
        assert_eq!(game.board().get(at(&game, "A7")), None, "{level}: {:?}", game.board());
    }
}

#[test]
fn dead_stones_are_left_alone_where_they_are_agreed_on() {
    let Some(net) = net() else { return };
    let rows = settled_but(&[(2, "OX.XO.O.O")]);
    for ruleset in ["chinese", "japanese"] {
        for (level, visits) in LEVELS {
            let mut game = position(ruleset, &rows, Color::Black, 1);
            let mut player = engine(&net, level);
            let mut plays = 0;
            for _ in 0..8 {
                let Some(mover) = game.to_move() else { break };
                let mv = match mover {
                    Color::Black => choose(&mut player, &game, visits),
                    Color::White => Move::Pass,
                };
                plays += u32::from(mv != Move::Pass);
                game.play(mv).expect("legal");
            }
            assert_eq!((game.phase(), plays), (Phase::Counting, 0), "{ruleset} {level}");
            let count = player.status(&game).count.expect("it can be counted");
            let margin = if ruleset == "chinese" { -9.5 } else { 1.5 };
            assert_eq!(count.margin.to_f64(), margin, "{ruleset} {level}");
        }
    }
}

#[test]
fn a_won_game_ends_with_the_other_sides_pass() {
    let Some(net) = net() else { return };
    for ruleset in ["chinese", "japanese", "aga"] {
        for (level, visits) in LEVELS {
            let mut game = position(ruleset, &SETTLED, Color::Black, 1);
            game.play(Move::Pass).expect("legal");
            assert_eq!(choose(&mut engine(&net, level), &game, visits), Move::Pass, "{level}");
        }
    }
}

#[test]
fn nobody_passes_while_the_board_is_open() {
    let Some(net) = net() else { return };
    let empty = ["........."; 9];
    for (level, visits) in LEVELS {
        let mut game = position("japanese", &empty, Color::Black, 13);
        game.play(Move::Pass).expect("legal");
        assert_ne!(choose(&mut engine(&net, level), &game, visits), Move::Pass, "{level}");
    }
}
