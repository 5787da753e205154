use std::collections::HashSet;
use std::sync::Mutex;

use board::{Color, Move};
use nn::Evaluation;
use search::Limits;
use search::net::{Evaluator, Params, Request, Scripted, Search};

use super::{at, counter, empty, plain, position, uniform};

#[test]
fn evaluations_are_asked_for_as_the_parameters_say() {
    let asked = Mutex::new(Vec::new());
    let noting = Scripted(|request: &Request<'_>, _: &mut Evaluation| {
        let noted = (request.options, request.symmetry.number(), request.game.to_move());
        asked.lock().expect("whole").push(noted);
    });
    let params = Params {
        root_symmetries: 8,
        doubling_advantage: 1.5,
        advantage_color: Some(Color::White),
        policy_optimism: 0.9,
        root_policy_optimism: 0.3,
        conservative_pass: true,
        ..Params::for_play()
    };
    let mut search = Search::new(noting, params);
    search.run(&empty("chinese", 7, 7), &Limits::visits(100)).expect("known");
    let asked = asked.lock().expect("whole");
    let of_root: Vec<_> = asked.iter().filter(|(options, ..)| options.is_root).collect();
    let orientations: HashSet<u8> = of_root.iter().map(|(_, symmetry, _)| *symmetry).collect();
    assert_eq!((of_root.len(), orientations.len()), (8, 8));
    let below: HashSet<u8> =
        asked.iter().filter(|(options, ..)| !options.is_root).map(|(_, s, _)| *s).collect();
    assert!(below.len() > 4, "orientations are drawn: {below:?}");
    for (options, _, to_move) in asked.iter() {
        let advantage = if *to_move == Color::White { 1.5 } else { -1.5 };
        assert_eq!(options.doubling_advantage, advantage);
        assert_eq!(options.policy_optimism, if options.is_root { 0.3 } else { 0.9 });
        assert!(options.conservative_pass);
    }
}

#[test]
fn rectangles_are_never_turned() {
    let turned = Mutex::new(HashSet::new());
    let noting = Scripted(|request: &Request<'_>, _: &mut Evaluation| {
        turned.lock().expect("whole").insert(request.symmetry.number());
    });
    let params = Params { root_symmetries: 8, ..Params::for_play() };
    Search::new(noting, params).run(&empty("aga", 4, 7), &Limits::visits(100)).expect("known");
    let mut turned: Vec<u8> = turned.into_inner().expect("whole").into_iter().collect();
    turned.sort_unstable();
    assert_eq!(turned, [0, 1, 2, 3]);
}

#[test]
fn plays_in_settled_areas_are_left_out() {
    // Black's corner is alive for ever; White's stones are not.
    let rows = [".XX.X.", "XXXXX.", "......", "......", "..OO..", "......"];
    let game = position("chinese", &rows, Color::White, 0);
    let has = |params: Params, point: &str| {
        let found = uniform(params).run(&game, &Limits::visits(50)).expect("known");
        found.moves.iter().any(|entry| entry.mv == at(&game, point))
    };
    let black = position("chinese", &rows, Color::Black, 0);
    let found = uniform(plain()).run(&black, &Limits::visits(50)).expect("known");
    for eye in ["A6", "D6"] {
        assert!(found.moves.iter().all(|entry| entry.mv != at(&game, eye)), "{eye}");
    }
    assert!(has(plain(), "C3") || has(plain(), "C4"));
    assert!(has(plain(), "E3"));
    // A dead stone inside may be taken.
    let rows = [".XX.X.", "XXXX.O", "...XXX", "......", "..OO..", "......"];
    let holding = position("tromp_taylor", &rows, Color::Black, 0);
    let found = uniform(plain()).run(&holding, &Limits::visits(50)).expect("known");
    assert!(found.moves.iter().any(|entry| entry.mv == at(&game, "E5")));
    let all = Params { prune_useless: false, ..plain() };
    let found = uniform(all).run(&black, &Limits::visits(50)).expect("known");
    assert!(found.moves.iter().any(|entry| entry.mv == at(&game, "A6")));
}

/// How many moves of the root were visited, with a policy that knows one move.
fn visited(params: Params) -> usize {
    let sharp = Scripted(|request: &Request<'_>, answer: &mut Evaluation| {
        let best = request.game.size().area() / 2;
        for (at, prior) in answer.policy.iter_mut().enumerate().filter(|(_, p)| **p >= 0.0) {
            *prior = if at == best { 0.99 } else { 1e-4 };
        }
    });
    let params = Params { root_symmetry_pruning: false, ..params };
    let found = Search::new(sharp, params).run(&empty("aga", 9, 9), &Limits::visits(200));
    let found = found.expect("known");
    // The policy is told as the network said it.
    assert!((found.moves.iter().map(|m| m.prior).fold(0.0, f32::max) - 0.99).abs() < 1e-3);
    found.moves.iter().filter(|entry| entry.edge_visits > 0).count()
}

#[test]
fn noise_and_temperature_widen_the_root() {
    let narrow = visited(plain());
    assert!(narrow <= 4, "{narrow}");
    assert!(visited(Params { root_noise_weight: 0.5, ..plain() }) > narrow + 2);
    assert!(visited(Params { wide_root_noise: 0.3, ..plain() }) > narrow + 2);
    let hot =
        Params { root_policy_temperature: 3.0, root_policy_temperature_early: 3.0, ..plain() };
    assert!(visited(hot) > narrow + 2);
    // The early temperature is gone late in the game only.
    assert!(visited(Params { root_policy_temperature_early: 3.0, ..plain() }) > narrow + 2);
}

#[test]
fn mirror_play_is_led_to_the_centre() {
    let mut game = empty("chinese", 9, 9);
    for text in ["C3", "G7", "C7", "G3", "E3", "E7", "D5", "F5"] {
        game.play(at(&game, text)).expect("legal");
    }
    let center = at(&game, "E5");
    let visits = |params: Params| {
        let found = uniform(params).run(&game, &Limits::visits(300)).expect("known");
        let entry = found.moves.iter().find(|entry| entry.mv == center).expect("legal");
        entry.edge_visits
    };
    assert!(visits(Params { anti_mirror: true, ..plain() }) > 3 * visits(plain()));
}

#[test]
fn parameters_change_between_searches() {
    let game = empty("chinese", 7, 7);
    let mut search = Search::new(counter(), plain());
    let first = search.run(&game, &Limits::visits(200)).expect("known");
    // What the nodes mean has not changed: they stay.
    search.set_params(Params { threads: 2, lcb_stdevs: 3.0, wide_root_noise: 0.1, ..plain() });
    assert_eq!(search.run(&game, &Limits::visits(1)).expect("known").visits, first.visits);
    search.set_params(Params { cpuct: 2.0, ..plain() });
    assert_eq!(search.params().cpuct, 2.0);
    assert_eq!(search.run(&game, &Limits::visits(1)).expect("known").visits, 1);
}

#[test]
fn black_and_white_are_alike() {
    // The same position with the colours exchanged gives the same values with the sign changed.
    let rows = [".......", ".XO.O..", "..XO...", "..X....", "....O..", ".......", "......."];
    let swapped: Vec<String> = rows
        .iter()
        .map(|row| {
            row.chars()
                .map(|c| match c {
                    'X' => 'O',
                    'O' => 'X',
                    c => c,
                })
                .collect()
        })
        .collect();
    let swapped: Vec<&str> = swapped.iter().map(String::as_str).collect();
    let params = Params { random_symmetry: false, ..Params::for_play() };
    let run = |rows: &[&str], color, komi| {
        let game = position("tromp_taylor", rows, color, komi);
        Search::new(counter(), params.clone()).run(&game, &Limits::visits(300)).expect("known")
    };
    let (one, two) = (run(&rows, Color::Black, 3), run(&swapped, Color::White, -3));
    assert!((one.value + two.value - 1.0).abs() < 1e-4, "{} {}", one.value, two.value);
    assert!((one.lead + two.lead).abs() < 1e-3);
    for (a, b) in one.moves.iter().zip(&two.moves) {
        assert_eq!((a.mv, a.edge_visits), (b.mv, b.edge_visits));
        assert!((a.utility_lcb + b.utility_lcb).abs() < 1e-3);
    }
    assert!(one.moves.iter().any(|entry| entry.mv != Move::Pass));
}

/// Keeps the bound on evaluators in sight: they are shared between threads.
#[test]
fn evaluators_may_be_borrowed_boxed_and_shared() {
    let game = empty("chinese", 5, 5);
    let evaluator = counter();
    let boxed: Box<dyn Evaluator> = Box::new(counter());
    let shared = std::sync::Arc::new(counter());
    let limits = Limits::visits(50);
    let one = Search::new(&evaluator, plain()).run(&game, &limits).expect("known");
    assert_eq!(Search::new(boxed, plain()).run(&game, &limits).expect("known"), one);
    assert_eq!(Search::new(shared, plain()).run(&game, &limits).expect("known"), one);
}
