//! The engine with a network: a small one of random weights, which plays no better than anybody.

use std::path::Path;

use board::{BoardSize, Color, Move};
use engine::{
    AnalysisOptions, Budget, Choice, Engine, EngineError, Level, Net, RawOptions, Restriction,
    Settings, StopToken,
};
use rules::{GameState, Ruleset, Start};

fn net() -> Net {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../testdata/nn/random_nets/random-v14-s2.bin.gz");
    let bytes = std::fs::read(path).expect("the network is in the project");
    Engine::load_net(&bytes).expect("a network")
}

fn engine(level: Level, seed: u64) -> Engine {
    Engine::new(Settings { level, net: Some(net()), seed, ..Settings::default() })
}

fn even(ruleset: &str, lines: u32) -> GameState {
    let size = BoardSize::square(lines).expect("a legal size");
    GameState::new(Start::standard(Ruleset::find(ruleset).expect("a ruleset"), size))
}

#[test]
fn an_analysis_tells_everything_that_was_asked_for() {
    let game = even("japanese", 7);
    let options = AnalysisOptions {
        budget: Budget::visits(40),
        ownership_stdev: true,
        moves_ownership: true,
        moves_ownership_stdev: true,
        pv_visits: true,
        policy: true,
        ..AnalysisOptions::default()
    };
    let mut player = engine(Level::default(), 1);
    let found = player.analyse(&game, &options, &mut |_| {}, &StopToken::new()).expect("a turn");
    assert_eq!((found.visits, found.new_visits), (40, 40));
    let raw = found.raw.expect("there is a network");
    assert!((0.0..=1.0).contains(&raw.win_rate) && raw.lead.abs() < 49.0, "{raw:?}");
    let policy = found.policy.as_ref().expect("asked for");
    let sum: f32 = policy.iter().filter(|&&prior| prior >= 0.0).sum();
    assert_eq!(policy.len(), 50);
    assert!((sum - 1.0).abs() < 1e-3, "{sum}");
    assert!(found.ownership.is_some() && found.ownership_stdev.is_some());
    assert!(found.human_policy.is_none() && found.score_stdev.is_some());
    let best = &found.moves[0];
    assert!(best.ownership.is_some() && best.ownership_stdev.is_some(), "{best:?}");
    let visits = best.line_visits.as_ref().expect("asked for");
    assert_eq!((visits.len(), visits[0]), (best.line.len(), best.visits));
    let searched = found.moves.iter().filter(|entry| entry.symmetry_of.is_none());
    let all: u32 = searched.map(|entry| entry.edge_visits).sum();
    assert_eq!(all, 39);
    // Nothing more than what is asked for.
    let plain = AnalysisOptions { ownership: false, ..AnalysisOptions::within(Budget::visits(50)) };
    let found = player.analyse(&game, &plain, &mut |_| {}, &StopToken::new()).expect("a turn");
    assert!(found.ownership.is_none() && found.policy.is_none());
    assert!(found.new_visits <= 11, "the tree is kept: {}", found.new_visits);
}

#[test]
fn raw_answers_agree_with_the_root() {
    let game = even("chinese", 9);
    let player = engine(Level::default(), 1);
    let one = player.raw_net(&game, &RawOptions { symmetry: Some(3), ..RawOptions::default() });
    let all = player.raw_net(&game, &RawOptions::default());
    let (one, all) = (one.expect("a network"), all.expect("a network"));
    assert!((one.win + one.loss + one.no_result - 1.0).abs() < 1e-4);
    assert_eq!((one.policy.len(), one.ownership.len()), (82, 81));
    // The empty board is symmetric, and so is the mean.
    assert!((all.policy[0] - all.policy[8]).abs() < 1e-5);
    let profile = Some("rank_5k".to_owned());
    let human =
        player.raw_net(&game, &RawOptions { human_profile: profile, ..RawOptions::default() });
    assert_eq!(human, Err(EngineError::Profile("rank_5k".to_owned())));
}

#[test]
fn boards_that_networks_do_not_know_are_played_by_playouts() {
    let game = even("chinese", 21);
    let mut player = engine(Level::numbered(1).expect("a level"), 1);
    assert_eq!(player.raw_net(&game, &RawOptions::default()), Err(EngineError::NoNet));
    let decision = player.genmove(&game, Budget::visits(20), &StopToken::new());
    let decision = decision.expect("a turn");
    assert!(matches!(decision.choice, Choice::Move(Move::Play(_))));
    assert_eq!(decision.analysis.raw, None);
    // And the next board with the network again.
    let small = player.genmove(&even("chinese", 5), Budget::visits(2), &StopToken::new());
    assert!(small.expect("a turn").analysis.raw.is_some());
}

#[test]
fn only_allowed_moves_are_looked_at() {
    let game = even("chinese", 5);
    let size = game.size();
    let moves: Vec<Move> = size.points().take(2).map(Move::Play).collect();
    let restriction =
        Restriction { color: Color::Black, moves: moves.clone(), only: true, depth: 1 };
    let options = AnalysisOptions {
        budget: Budget::visits(30),
        restrictions: vec![restriction],
        ..AnalysisOptions::default()
    };
    let mut player = engine(Level::default(), 1);
    let found = player.analyse(&game, &options, &mut |_| {}, &StopToken::new()).expect("a turn");
    assert!(found.moves.iter().all(|entry| moves.contains(&entry.mv)), "{:?}", found.moves);
    let decision = player.genmove_with(&game, &options, &mut |_| {}, &StopToken::new());
    let Choice::Move(mv) = decision.expect("a turn").choice else { panic!("too early") };
    assert!(moves.contains(&mv));
}

#[test]
fn seeds_decide_everything_on_one_thread() {
    let play = |seed: u64| {
        let mut game = even("chinese", 5);
        let mut player = engine(Level::find("15k").expect("a level"), seed);
        let mut moves = Vec::new();
        for _ in 0..8 {
            let decision = player.genmove(&game, Budget::LEVEL, &StopToken::new());
            let Choice::Move(mv) = decision.expect("a turn").choice else { break };
            game.play(mv).expect("legal");
            moves.push(mv);
        }
        moves
    };
    assert_eq!(play(1), play(1));
    assert!((2..8).any(|seed| play(seed) != play(1)));
}

#[test]
fn every_ruleset_is_played_to_its_end_at_any_rank() {
    for ruleset in Ruleset::all() {
        for (lines, ranks) in [(2, ["20k", "1d"]), (4, ["10k", "5d"]), (5, ["2k", "17k"])] {
            let mut game = even(&ruleset.id, lines);
            let mut players =
                ranks.map(|rank| engine(Level::find(rank).expect("a level"), u64::from(lines)));
            let limit = 12 * u32::try_from(game.size().area()).expect("small") + 10;
            while let Some(mover) = game.to_move() {
                let player = &mut players[mover.index()];
                let decision = player.genmove(&game, Budget::LEVEL, &StopToken::new());
                match decision.expect("a turn").choice {
                    Choice::Move(mv) => game.play(mv).map(|_| ()).expect("legal"),
                    Choice::Resign => break,
                }
                if game.move_number() > limit {
                    // A network that knows nothing may go round where that is allowed.
                    assert_eq!(ruleset.repetition, rules::Repetition::Simple, "{}", ruleset.id);
                    break;
                }
            }
        }
    }
}

#[test]
fn several_threads_make_one_search() {
    let game = even("chinese", 7);
    let settings = Settings { net: Some(net()), threads: 2, ..Settings::default() };
    let mut player = Engine::new(settings);
    let options = AnalysisOptions::within(Budget::visits(60));
    let found = player.analyse(&game, &options, &mut |_| {}, &StopToken::new()).expect("a turn");
    assert!((60..=62).contains(&found.visits), "{}", found.visits);
}

#[test]
fn ponderings_end_when_the_next_question_comes() {
    let mut game = even("chinese", 7);
    let mut player = engine(Level::default(), 1);
    player.ponder(&game).expect("a turn");
    std::thread::sleep(std::time::Duration::from_millis(80));
    let once = AnalysisOptions::within(Budget { playouts: Some(1), ..Budget::LEVEL });
    let found = player.analyse(&game, &once, &mut |_| {}, &StopToken::new()).expect("a turn");
    assert!(found.visits > 3 && !player.is_pondering(), "{}", found.visits);
    game.play(found.best()).expect("legal");
    player.ponder(&game).expect("a turn");
    drop(player);
}
