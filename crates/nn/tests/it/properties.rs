//! What must hold of every game and its inputs, tried on random games.

use board::{Board, BoardSize, Color, Move, PointSet};
use nn::{FeatureOptions, Features, Game, HandicapBonus, MAX_LINES, PLANES, Symmetry};
use rules::{Event, GameState, Marking, Ruleset, Start};

use crate::random::{self, Random, is_eye};

fn options(random: &mut Random) -> FeatureOptions {
    FeatureOptions {
        playout_doubling_advantage: random.pick(&[0.0, 0.0, 1.5, -2.0]),
        is_root: random.below(2) == 0,
        conservative_pass: random.below(2) == 0,
        passing_hacks: random.below(2) == 0,
        draw_equivalent_wins: random.pick(&[0.5, 0.0, 0.75]),
        max_history: random.pick(&[5, 5, 0, 2]),
        pass_alive_suicide: random.below(2) == 0,
    }
}

fn encode(game: &Game, options: &FeatureOptions) -> Features {
    let mut features = Features::new(game.size()).unwrap();
    Features::encode(game, options, &mut features).unwrap();
    features
}

/// The same game with every move changed.
struct Twin {
    game: Game,
    change: fn(Move, BoardSize, usize) -> Move,
    number: usize,
}

#[test]
fn the_eight_symmetries_commute_with_the_inputs() {
    let mut random = Random::new(1);
    let turned = |mv: Move, size: BoardSize, number: usize| match mv {
        Move::Play(p) => Move::Play(Symmetry::ALL[number].to_board().apply(p, size)),
        Move::Pass => Move::Pass,
    };
    for _ in 0..60 {
        let mut game = random::start(&mut random);
        let size = game.size();
        let mut twins: Vec<Twin> = (1..8)
            .map(|number| {
                let size = Symmetry::ALL[number].to_board().size(size);
                let mut twin =
                    Game::new(*game.rules(), game.komi(), Board::new(size), Color::Black);
                twin.set_prevent_encore(game.prevents_encore());
                Twin { game: twin, change: turned, number }
            })
            .collect();
        for ply in 0..size.area() * 3 / 2 {
            let mv = random.mv(&game, 12);
            game.play(mv).unwrap();
            for twin in &mut twins {
                twin.game.play((twin.change)(mv, size, twin.number)).unwrap();
            }
            if ply % 7 != 0 {
                continue;
            }
            let options = options(&mut random);
            let own = encode(&game, &options);
            for twin in &twins {
                let other = encode(&twin.game, &options);
                assert_eq!(own.globals(), other.globals());
                assert!(same_planes(&own, &other, Symmetry::ALL[twin.number].to_board()));
            }
        }
    }
}

fn same_planes(own: &Features, other: &Features, symmetry: board::Symmetry) -> bool {
    own.size().points().all(|point| {
        let there = symmetry.apply(point, own.size());
        (0..PLANES).all(|plane| {
            let at = |f: &Features, p: board::Point| {
                f.is_set(plane, usize::from(p.row()) - 1, usize::from(p.column()) - 1)
            };
            at(own, point) == at(other, there)
        })
    })
}

#[test]
fn exchanging_the_colours_changes_nothing() {
    let mut random = Random::new(2);
    for _ in 0..120 {
        let mut game = random::start(&mut random);
        let rules = nn::NetRules { handicap_bonus: HandicapBonus::Zero, ..*game.rules() };
        let size = game.size();
        let mut twin = Game::new(rules, -game.komi(), Board::new(size), Color::White);
        twin.set_prevent_encore(game.prevents_encore());
        for ply in 0..size.area() * 3 / 2 {
            let mv = random.mv(&game, 12);
            game.play(mv).unwrap();
            twin.play(mv).unwrap();
            assert_eq!(game.score_now(), -twin.score_now());
            if ply % 7 == 0 {
                let mut own = options(&mut random);
                own.draw_equivalent_wins = 0.25;
                let other = FeatureOptions { draw_equivalent_wins: 0.75, ..own };
                assert_eq!(encode(&game, &own), encode(&twin, &other));
            }
        }
    }
}

#[test]
fn a_clone_that_plays_on_equals_the_game_made_anew() {
    let mut random = Random::new(3);
    for _ in 0..60 {
        let first = random::start(&mut random);
        let mut game = first.clone();
        let mut kept = Features::new(first.size()).unwrap();
        let mut moves: Vec<Move> = Vec::new();
        for _ in 0..first.size().area().min(60) * 3 {
            let mv = random.mv(&game, 9);
            moves.push(mv);
            let before = game.clone();
            game.play(mv).unwrap();
            let mut again = before.clone();
            again.play(mv).unwrap();
            assert_eq!(game.hash_with_history(), again.hash_with_history());
            assert_ne!(game.hash_with_history(), before.hash_with_history());
            if moves.len().is_multiple_of(16) {
                let mut anew = first.clone();
                for &mv in &moves {
                    anew.play(mv).unwrap();
                }
                assert_eq!(anew.hash_with_history(), game.hash_with_history());
                assert_eq!(anew.legal_plays(), game.legal_plays());
                let options = options(&mut random);
                // Memory of other positions must not show.
                Features::encode(&game, &options, &mut kept).unwrap();
                assert_eq!(encode(&anew, &options), kept);
            }
        }
    }
}

#[test]
fn each_legal_play_is_in_the_set_of_legal_plays() {
    let mut random = Random::new(4);
    for _ in 0..150 {
        let mut game = random::start(&mut random);
        for _ in 0..game.size().area() {
            let legal = game.legal_plays();
            let one_by_one: PointSet =
                game.size().points().filter(|&p| game.is_legal(Move::Play(p))).collect();
            assert_eq!(legal, one_by_one, "{game:?}");
            game.play(random.mv(&game, 15)).unwrap();
        }
    }
}

/// Rulesets whose legality networks know exactly.
const EXACT: [&str; 6] = ["chinese", "japanese", "aga", "wmsg2008", "ing", "button"];

#[test]
fn legal_plays_agree_with_the_rules() {
    let mut random = Random::new(5);
    for round in 0..240 {
        let ruleset = Ruleset::find(EXACT[round % EXACT.len()]).unwrap();
        let (columns, rows) =
            random.pick(&[(2, 2), (3, 2), (3, 3), (4, 4), (1, 6), (5, 5), (7, 7)]);
        let size = BoardSize::new(columns, rows).unwrap();
        let mut state = GameState::new(Start::even(ruleset, size));
        let mut game = Game::from_state(&state);
        for _ in 0..120 {
            assert_eq!(
                game.legal_plays(),
                state.legal_plays(),
                "{}:\n{game:?}",
                state.ruleset().id
            );
            let mut mv = random.mv(&game, 8);
            if mv == Move::Pass && state.consecutive_passes() > 0 {
                // A second pass would stop the one and not the other.
                let Some(point) = game.legal_plays().first() else { break };
                mv = Move::Play(point);
            }
            state.play(mv).unwrap();
            game.play(mv).unwrap();
            let folded = Game::from_state(&state);
            assert_eq!(folded.hash_with_history(), game.hash_with_history());
        }
    }
}

/// Plays at random until nothing but eyes is left.
fn play_out(state: &mut GameState, random: &mut Random) -> bool {
    for _ in 0..state.size().area() * 4 {
        let mover = state.position().to_move;
        let choice: Vec<_> =
            state.legal_plays().iter().filter(|&p| !is_eye(state.board(), mover, p)).collect();
        let mv = if choice.is_empty() { Move::Pass } else { Move::Play(random.pick(&choice)) };
        state.play(mv).unwrap();
        if state.to_move().is_none() {
            return true;
        }
    }
    false
}

#[test]
fn final_scores_agree_with_the_count_when_nothing_dead_is_left() {
    let mut random = Random::new(6);
    for id in ["chinese", "tromp_taylor", "aga", "japanese", "korean", "nz", "ing", "wmsg2008"] {
        let mut compared = 0;
        for _ in 0..60 {
            let (columns, rows) = random.pick(&[(5, 5), (7, 7), (9, 9), (6, 8)]);
            let size = BoardSize::new(columns, rows).unwrap();
            let mut start = Start::even(Ruleset::find(id).unwrap(), size);
            start.komi = rules::Score::half_points(random.below(30) as i32 - 15);
            let mut state = GameState::new(start);
            if !play_out(&mut state, &mut random) {
                continue;
            }
            let count = match state.count_with(&Marking::default()) {
                Ok(count) => count,
                Err(error) => panic!("{error}"),
            };
            let mut game = Game::from_state(&state);
            if game.rules().scoring == nn::Scoring::Territory {
                assert!(game.is_past_end() && !game.is_finished());
                game = replay(&state, &game);
                for _ in 0..4 {
                    game.play(Move::Pass).unwrap();
                }
                assert_eq!(game.encore_phase(), 2);
            }
            // Stones in the other's area are dead, and points of nobody would be a seki.
            let area = game.area();
            let stones = game.stones();
            if area.black.intersects(&stones.white)
                || area.white.intersects(&stones.black)
                || (area.black | area.white) != size.all()
            {
                continue;
            }
            compared += 1;
            assert!(game.is_finished(), "{id}");
            let margin = count.margin.to_f64() as f32;
            assert_eq!(game.score_if_finished(), Some(margin), "{id}\n{game:?}");
        }
        assert!(compared >= 20, "{id}: {compared}");
    }
}

/// The game again with the encore allowed.
fn replay(state: &GameState, like: &Game) -> Game {
    let start = state.start();
    let mut game = Game::new(*like.rules(), start.komi, start.board.clone(), start.to_move);
    game.set_prevent_encore(false);
    for event in state.line() {
        if let Event::Move { by, mv } = event {
            game.play_as(*by, *mv).unwrap();
        }
    }
    game
}

#[test]
fn boards_beyond_19_lines_are_refused() {
    let size = BoardSize::new(20, 5).unwrap();
    let error = Features::new(size).unwrap_err();
    assert_eq!(
        error.to_string(),
        format!("networks know boards up to {MAX_LINES} lines, this one is 20x5")
    );
    let rules = nn::NetRules::CHINESE;
    let mut game = Game::new(rules, rules::Score::ZERO, Board::new(size), Color::Black);
    let mut features = Features::new(BoardSize::square(9).unwrap()).unwrap();
    let before = features.clone();
    assert!(Features::encode(&game, &FeatureOptions::default(), &mut features).is_err());
    assert_eq!(features, before);
    for mv in [Move::Pass, Move::Pass] {
        game.play(mv).unwrap();
    }
    assert_eq!(game.score_if_finished(), Some(0.0));
}
