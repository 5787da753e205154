use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use board::{BoardSize, Color, Move};
use rules::{GameState, Ruleset, Start};
use search::net::{
    Evaluator, Params, Question, Reports, Request, Restriction, Root, Scripted, Search,
    SearchError, Uniform,
};
use search::{Analysis, Limits, StopToken};

use super::{at, counter, empty, plain, position, uniform};

fn visits(search: &mut Search<impl Evaluator>, game: &GameState, visits: u32) -> Analysis {
    search.run(game, &Limits::visits(visits)).expect("a board that networks know")
}

#[test]
fn the_same_seed_gives_the_same_analysis() {
    let params = Params { root_noise_weight: 0.25, wide_root_noise: 0.1, ..Params::for_play() };
    let mut game = empty("chinese", 9, 9);
    let search = |seed| Search::new(counter(), Params { seed, ..params.clone() });
    let (mut one, mut two, mut other) = (search(5), search(5), search(6));
    for _ in 0..4 {
        let a = visits(&mut one, &game, 200);
        assert_eq!(a, visits(&mut two, &game, 200));
        assert_ne!(a.moves, visits(&mut other, &game, 200).moves);
        game.play(a.moves[0].mv).expect("legal");
    }
}

#[test]
fn the_cache_changes_nothing_but_the_work() {
    let asked = AtomicU32::new(0);
    let counting = Scripted(|request: &Request<'_>, answer: &mut nn::Evaluation| {
        asked.fetch_add(1, Ordering::Relaxed);
        counter().evaluate(std::slice::from_ref(request), std::slice::from_mut(answer));
    });
    let game = empty("chinese", 7, 7);
    let mut cached = Search::new(&counting, plain());
    let first = visits(&mut cached, &game, 300);
    let work = asked.swap(0, Ordering::Relaxed);
    assert!((100..=300).contains(&work), "{work}");
    cached.clear();
    assert_eq!(visits(&mut cached, &game, 300), first);
    assert_eq!(asked.swap(0, Ordering::Relaxed), 0);
    cached.clear_cache();
    assert_eq!(visits(&mut cached, &game, 300), first);
    assert_eq!(asked.swap(0, Ordering::Relaxed), work);
    let mut bare = Search::new(&counting, Params { cache: 0, ..plain() });
    assert_eq!(visits(&mut bare, &game, 300), first);
}

#[test]
fn every_move_of_an_analysis_is_legal_and_sane_under_every_ruleset() {
    for ruleset in Ruleset::all() {
        for (columns, rows) in [(1, 1), (2, 1), (2, 2), (3, 4)] {
            let size = BoardSize::new(columns, rows).expect("a legal size");
            let mut game = GameState::new(Start::even(ruleset.clone(), size));
            let mut search = Search::new(counter(), Params::for_play());
            for _ in 0..3 * size.area() + 4 {
                let Some(mover) = game.to_move() else { break };
                let analysis = visits(&mut search, &game, 60);
                check(&game, mover, &analysis, 60);
                game.play(analysis.moves[0].mv).expect("legal");
            }
        }
    }
}

fn check(game: &GameState, mover: Color, analysis: &Analysis, visits: u32) {
    assert!(analysis.visits >= visits, "{}", analysis.visits);
    assert!((0.0..=1.0).contains(&analysis.value) && analysis.utility.abs() <= 1.4);
    assert!(analysis.moves.iter().any(|entry| entry.mv == Move::Pass));
    let searched = analysis.moves.iter().filter(|entry| entry.symmetry_of.is_none());
    let sum: u32 = searched.map(|entry| entry.edge_visits).sum();
    assert_eq!(sum + 1, analysis.visits);
    for entry in &analysis.moves {
        assert!(game.check_move(mover, entry.mv).is_ok(), "{} {entry:?}", game.ruleset().id);
        assert_eq!(entry.line[0], entry.mv);
        assert!((0.0..=1.0).contains(&entry.value) && (0.0..=1.0).contains(&entry.prior));
        assert!(entry.edge_visits <= entry.visits);
        assert_eq!(entry.line.len(), entry.line_visits.len());
        assert_eq!(entry.line.len(), entry.line_edge_visits.len());
        let better =
            if mover == Color::Black { entry.lcb <= entry.value } else { entry.lcb >= entry.value };
        assert!(better && entry.score_stdev >= 0.0);
    }
    for point in game.size().points() {
        assert!(analysis.ownership[point].abs() <= 1.01);
    }
}

#[test]
fn boards_that_networks_do_not_know_are_refused() {
    let game = empty("chinese", 20, 5);
    let error = uniform(plain()).run(&game, &Limits::visits(10)).unwrap_err();
    assert_eq!(error, SearchError::TooLarge { columns: 20, rows: 5 });
    assert_eq!(visits(&mut uniform(plain()), &empty("aga", 19, 19), 30).visits, 30);
}

#[test]
fn the_tree_goes_on_where_the_game_went_on() {
    let mut game = empty("chinese", 9, 9);
    let mut search = Search::new(counter(), plain());
    let first = visits(&mut search, &game, 2000);
    let best = &first.moves[0];
    let reply = *best.line.get(1).expect("a reply was looked at");
    game.play(best.mv).expect("legal");
    game.play(reply).expect("legal");
    let second = visits(&mut search, &game, 1);
    assert_eq!(second.new_visits, 0);
    assert!(second.visits > 5, "{} visits were kept", second.visits);
    assert!(second.nodes < first.nodes);
    let third = search.run(&game, &Limits { playouts: 50, ..Limits::visits(u32::MAX) });
    assert_eq!(third.expect("a board that networks know").visits, second.visits + 50);
    // Another game begins anew, and so does one with another komi.
    assert_eq!(visits(&mut search, &empty("chinese", 9, 9), 1).visits, 1);
    visits(&mut search, &game, 100);
    let komi = rules::Score::points(1);
    let other = GameState::new(Start { komi, ..Start::even(Ruleset::chinese(), game.size()) });
    assert_eq!(visits(&mut search, &other, 1).visits, 1);
}

#[test]
fn memory_is_bounded_and_the_search_ends_there() {
    let memory = 400_000;
    let mut search = Search::new(counter(), Params { memory, ..plain() });
    let mut game = empty("chinese", 9, 9);
    let full = visits(&mut search, &game, 1_000_000);
    assert!(full.nodes * 400 <= memory && full.nodes > 100, "{} nodes", full.nodes);
    // Nothing is lost by asking again, and there is room again when the game has gone on.
    assert!(visits(&mut search, &game, 1_000_000).visits >= full.visits);
    game.play(full.moves[0].mv).expect("legal");
    let next = visits(&mut search, &game, 1_000_000);
    assert!(next.new_visits > 20, "{}", next.new_visits);
}

#[test]
fn stop_and_deadline_end_a_search_within_an_evaluation() {
    let game = empty("chinese", 9, 9);
    let stop = StopToken::new();
    let asked = AtomicU32::new(0);
    let stopping = Scripted(|_: &Request<'_>, _: &mut nn::Evaluation| {
        if asked.fetch_add(1, Ordering::Relaxed) == 20 {
            stop.stop();
        }
    });
    let params = Params { random_symmetry: false, ..plain() };
    let mut search = Search::new(stopping, params);
    let analysis = search.run(&game, &Limits::until(&stop)).expect("known");
    assert!(analysis.visits >= 21);
    assert_eq!(asked.load(Ordering::Relaxed), 21);
    // A deadline that has passed: the root alone is evaluated.
    let limits = Limits { deadline: Some(Instant::now()), ..Limits::visits(u32::MAX) };
    let analysis = uniform(plain()).run(&game, &limits).expect("known");
    assert_eq!(analysis.visits, 1);
    assert!(!analysis.moves.is_empty());
    let limits = Limits::time(Duration::from_millis(20));
    assert!(uniform(plain()).run(&game, &limits).expect("known").visits > 1);
}

#[test]
fn a_decided_search_stops_early() {
    // Only one move does not lose at once.
    let game =
        position("tromp_taylor", &["XOOO.", "XXOOO", "XXXX.", ".XXXX", "X.XXX"], Color::White, 0);
    let limits = Limits { early_stop: true, ..Limits::visits(10_000) };
    let analysis = Search::new(counter(), plain()).run(&game, &limits).expect("known");
    assert!(analysis.visits < 9_000, "{}", analysis.visits);
}

#[test]
fn threads_find_what_one_thread_finds() {
    let game =
        position("tromp_taylor", &[".....", ".XO..", ".XO..", ".XO..", "....."], Color::Black, 13);
    let one = visits(&mut Search::new(counter(), plain()), &game, 3000);
    for (threads, batch) in [(2, 1), (4, 1), (4, 4), (5, 2), (3, 8)] {
        let mut search = Search::new(counter(), Params { threads, batch, ..plain() });
        let many = visits(&mut search, &game, 3000);
        assert_eq!(many.visits, 3000, "{threads} {batch}");
        assert!((many.value - one.value).abs() < 0.1, "{} {}", many.value, one.value);
        assert!((many.lead - one.lead).abs() < 1.5, "{} {}", many.lead, one.lead);
        let best = one.moves.iter().find(|entry| entry.mv == many.moves[0].mv).expect("a move");
        assert!((best.utility - one.moves[0].utility).abs() < 0.15);
        // No walk is left on its way: the tree is as good as new for one thread.
        search.set_params(Params { threads: 1, ..plain() });
        assert_eq!(visits(&mut search, &game, 3500).visits, 3500);
    }
}

#[test]
fn batches_bring_positions_together() {
    let largest = AtomicU32::new(0);
    struct Batches<'a>(&'a AtomicU32);
    impl Evaluator for Batches<'_> {
        fn evaluate(&self, requests: &[Request<'_>], _: &mut [nn::Evaluation]) {
            self.0.fetch_max(requests.len() as u32, Ordering::Relaxed);
            std::thread::sleep(Duration::from_micros(200));
        }
    }
    let params = Params { threads: 8, batch: 4, ..plain() };
    let mut search = Search::new(Batches(&largest), params);
    assert_eq!(visits(&mut search, &empty("chinese", 9, 9), 400).visits, 400);
    let largest = largest.load(Ordering::Relaxed);
    assert!((2..=4).contains(&largest), "{largest}");
}

#[test]
fn a_graph_finds_what_a_tree_finds_with_fewer_nodes() {
    let game = position("tromp_taylor", &["...."; 4], Color::Black, 5);
    let tree = Params { use_graph: false, ..plain() };
    let tree = visits(&mut Search::new(counter(), tree), &game, 6000);
    let graph = visits(&mut Search::new(counter(), plain()), &game, 6000);
    assert!(graph.nodes < tree.nodes * 9 / 10, "{} {}", graph.nodes, tree.nodes);
    assert!((graph.value - tree.value).abs() < 0.12, "{} {}", graph.value, tree.value);
}

#[test]
fn superko_is_obeyed_within_the_graph_and_cycles_do_no_harm() {
    for ruleset in ["tromp_taylor", "aga", "japanese"] {
        for (columns, rows) in [(3, 1), (2, 2), (4, 1), (3, 2)] {
            let mut game = empty(ruleset, columns, rows);
            let mut search = uniform(plain());
            for _ in 0..12 {
                if game.to_move().is_none() {
                    break;
                }
                let analysis = visits(&mut search, &game, 1500);
                assert_eq!(analysis.visits.max(1500), analysis.visits);
                for entry in &analysis.moves {
                    let mut line = game.clone();
                    for &mv in entry.line.iter().take(11) {
                        if line.to_move().is_none() {
                            break;
                        }
                        assert!(
                            line.play(mv).is_ok(),
                            "{ruleset} {:?} {:?}",
                            entry.line,
                            game.board()
                        );
                    }
                }
                game.play(analysis.moves[0].mv).expect("legal");
            }
        }
    }
}

#[test]
fn forbidden_moves_are_not_made_and_allowed_ones_alone_are() {
    let game = empty("chinese", 5, 5);
    let named = |names: &[&str]| names.iter().map(|name| at(&game, name)).collect::<Vec<_>>();
    let ask = |restrictions: Vec<Restriction>| {
        let question = Question { restrictions, ..Question::default() };
        let root = Root::from_state(&game);
        let mut search = uniform(plain());
        search.run_with(&root, &question, &Limits::visits(300), None).expect("known")
    };
    let only = Restriction {
        color: Color::Black,
        moves: named(&["B2", "C3"]),
        until_depth: 1,
        only: true,
    };
    let found = ask(vec![only.clone()]);
    assert_eq!(found.moves.len(), 2);
    assert!(found.moves.iter().all(|entry| only.moves.contains(&entry.mv)));
    let avoid =
        |color, until_depth| Restriction { color, moves: named(&["C3"]), until_depth, only: false };
    let found = ask(vec![avoid(Color::Black, 1), avoid(Color::White, 3)]);
    let center = at(&game, "C3");
    assert!(found.moves.iter().all(|entry| entry.mv != center));
    assert!(found.moves.iter().any(|entry| entry.mv == Move::Pass));
    // Everything forbidden: there is nothing to tell, and no harm.
    let nothing = Restriction { moves: Vec::new(), ..only };
    let found = ask(vec![nothing]);
    assert!(found.moves.is_empty());
    assert_eq!(found.visits, 1);
}

#[test]
fn moves_that_only_mirror_each_other_are_searched_once() {
    let game = empty("chinese", 5, 5);
    let found = visits(&mut uniform(plain()), &game, 200);
    assert_eq!(found.moves.len(), 26);
    // Centre, beside it, diagonal to it, two from it, knight's move away, corner; and the pass.
    let searched = found.moves.iter().filter(|entry| entry.symmetry_of.is_none());
    assert_eq!(searched.count(), 7);
    for entry in &found.moves {
        let Some(other) = entry.symmetry_of else { continue };
        let other = found.moves.iter().find(|known| known.mv == other).expect("a move");
        assert_eq!((other.order, other.visits), (entry.order, entry.visits));
        assert_eq!(other.symmetry_of, None);
    }
    let all = Params { root_symmetry_pruning: false, ..plain() };
    let found = visits(&mut uniform(all), &game, 200);
    assert!(found.moves.iter().all(|entry| entry.symmetry_of.is_none()));
}

#[test]
fn reports_come_on_the_way() {
    let game = empty("chinese", 9, 9);
    let mut seen = Vec::new();
    let mut tell = |report: &Analysis| seen.push((report.visits, report.is_partial));
    let reports = Reports { first: Duration::ZERO, every: Duration::ZERO, tell: &mut tell };
    let question = Question { ownership: true, move_ownership: true, ..Question::default() };
    let limits = Limits::visits(5000);
    let root = Root::from_state(&game);
    let mut search = Search::new(Uniform, plain());
    let last = search.run_with(&root, &question, &limits, Some(reports)).expect("known");
    assert!(!last.is_partial);
    assert!(seen.iter().all(|&(_, partial)| partial) && !seen.is_empty());
    assert!(seen.windows(2).all(|pair| pair[0].0 <= pair[1].0));
    assert!(
        last.moves.iter().filter(|entry| entry.visits > 0).all(|entry| entry.ownership.is_some())
    );
    let net = last.net.expect("a network's view");
    assert_eq!(net.policy.len(), 82);
    assert!(net.hash != net.symmetric_hash || net.hash != 0);
}

#[test]
fn a_panic_in_the_evaluator_does_no_lasting_harm() {
    let game = empty("chinese", 7, 7);
    let asked = AtomicU32::new(0);
    let failing = Scripted(|_: &Request<'_>, _: &mut nn::Evaluation| {
        assert_ne!(asked.fetch_add(1, Ordering::Relaxed), 40, "on purpose");
    });
    for (threads, batch) in [(1, 1), (4, 2)] {
        asked.store(0, Ordering::Relaxed);
        let mut search = Search::new(&failing, Params { threads, batch, cache: 0, ..plain() });
        visits(&mut search, &game, 20);
        let panics = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            visits(&mut search, &game, 100);
        }));
        assert!(panics.is_err());
        assert_eq!(visits(&mut search, &game, 200).visits, 200);
    }
}
