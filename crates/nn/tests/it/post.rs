use std::collections::HashMap;

use board::{BoardSize, Color, PointSet};
use nn::model::Multipliers;
use nn::{Game, Meaning, PostOptions, RawOutputs, Situation, post_process};
use serde_json::Value;

use crate::samples::{lines, model, numbers};
use crate::vectors;

fn number(value: &Value) -> f32 {
    value.as_f64().unwrap() as f32
}

fn raw(line: &Value) -> RawOutputs {
    let with_pass = |points: &Value, pass: &Value| {
        let mut policy = numbers(points);
        policy.push(number(pass));
        policy
    };
    RawOutputs {
        policy: with_pass(&line["policyLogits"], &line["passLogit"]),
        optimistic: match &line["policyOptimisticLogits"] {
            Value::Null => Vec::new(),
            points => with_pass(points, &line["passOptimisticLogit"]),
        },
        value: numbers(&line["valueLogits"]).try_into().unwrap(),
        misc: numbers(&line["misc"]).try_into().unwrap(),
        ownership: numbers(&line["ownershipPreTanh"]),
    }
}

fn near(what: &str, found: f32, expected: f32) {
    assert!(
        (found - expected).abs() <= 2e-6 * expected.abs().max(1.0),
        "{what}: {found}, expected {expected}"
    );
}

#[test]
fn random_networks_mean_what_katago_says() {
    let games: HashMap<String, Game> = vectors::read("positions.jsonl")
        .iter()
        .map(|line| (line.id().to_owned(), line.game()))
        .collect();
    for line in lines("eval_random_nets.jsonl") {
        let (net, id) = (line["net"].as_str().unwrap(), line["id"].as_str().unwrap());
        let (game, model, processed) = (&games[id], model(net), &line["processed"]);
        let situation = Situation::of(game);
        let mut expected = numbers(&processed["policy"]);
        expected.push(number(&processed["policyPass"]));
        let options = PostOptions::default();
        let found = post_process(Meaning::of(&model), &raw(&line["raw"]), &situation, &options);

        near("White wins", found.loss, number(&processed["whiteWin"]));
        near("White loses", found.win, number(&processed["whiteLoss"]));
        near("no result", found.no_result, number(&processed["noResult"]));
        near("score", -found.score_mean, number(&processed["whiteScoreMean"]));
        near("lead", -found.lead, number(&processed["whiteLead"]));
        let squares = found.score_mean.powi(2) + found.score_stdev.powi(2);
        near("squares", squares, number(&processed["whiteScoreMeanSq"]));
        for (what, found, name) in [
            ("time", found.variance_time, "varTimeLeft"),
            ("value's error", found.win_loss_error, "shorttermWinlossError"),
            ("score's error", found.score_error, "shorttermScoreError"),
        ] {
            near(what, found.unwrap_or(-1.0), number(&processed[name]));
        }
        for (found, &expected) in found.policy.iter().zip(&expected) {
            near(&format!("{net} {id} policy"), *found, expected);
        }
        for (found, expected) in found.ownership.iter().zip(numbers(&processed["whiteOwnership"])) {
            near("ownership", -found, expected);
        }
        let area = game.size().area();
        assert_eq!((found.policy.len(), found.ownership.len()), (area + 1, area));
    }
}

/// An answer about a board of 2×2.
fn small() -> (Meaning, RawOutputs, Situation) {
    let size = BoardSize::square(2).unwrap();
    let raw = RawOutputs {
        policy: vec![1.0, 0.0, -1.0, 2.0, 0.5],
        optimistic: vec![0.0, 3.0, -1.0, 2.0, 1.5],
        value: [1.0, -1.0, 0.5],
        misc: [0.5, -0.25, 0.75, 0.1, -2.0, -1.0],
        ownership: vec![0.0, 0.5, -0.5, 40.0],
    };
    let mut legal = PointSet::full(size);
    legal.remove(size.points().nth(3).unwrap());
    let situation = Situation { size, to_move: Color::Black, legal, can_have_no_result: false };
    (Meaning { version: 15, multipliers: Multipliers::default() }, raw, situation)
}

fn softmax(logits: &[f32]) -> Vec<f32> {
    let sum: f32 = logits.iter().map(|logit| logit.exp()).sum();
    logits.iter().map(|logit| logit.exp() / sum).collect()
}

#[test]
fn optimism_and_temperature_change_the_policy() {
    let (meaning, raw, situation) = small();
    let ask = |policy_optimism, policy_temperature| {
        let options = PostOptions { policy_optimism, policy_temperature, ..PostOptions::default() };
        post_process(meaning, &raw, &situation, &options).policy
    };
    let check = |found: Vec<f32>, logits: &[f32; 4]| {
        let expected = softmax(logits);
        near("illegal", found[3], -1.0);
        for (index, &at) in [0, 1, 2, 4].iter().enumerate() {
            near("policy", found[at], expected[index]);
        }
    };
    check(ask(0.0, 1.0), &[1.0, 0.0, -1.0, 0.5]);
    check(ask(1.0, 1.0), &[0.0, 3.0, -1.0, 1.5]);
    check(ask(0.5, 1.0), &[0.5, 1.5, -1.0, 1.0]);
    check(ask(0.0, 2.0), &[0.5, 0.0, -0.5, 0.25]);
    check(ask(0.0, 0.5), &[2.0, 0.0, -2.0, 1.0]);
    assert_eq!(ask(0.0, 0.0)[0], 1.0, "the best move alone");
}

#[test]
fn passing_hacks_leave_something_for_moves() {
    let (meaning, mut raw, situation) = small();
    raw.policy[4] = 30.0;
    let ask = |situation: &Situation, passing_hacks| {
        let options = PostOptions { passing_hacks, ..PostOptions::default() };
        post_process(meaning, &raw, situation, &options).policy
    };
    assert!(ask(&situation, false)[4] > 0.999_999);
    let capped = ask(&situation, true);
    near("pass", capped[4], 0.95);
    near("all", capped.iter().filter(|policy| **policy >= 0.0).sum(), 1.0);
    let stuck = Situation { legal: PointSet::EMPTY, ..situation };
    assert_eq!(ask(&stuck, true), [-1.0, -1.0, -1.0, -1.0, 1.0], "a pass is always legal");
}

#[test]
fn everything_is_blacks_view() {
    let (meaning, raw, black) = small();
    let white = Situation { to_move: Color::White, ..black.clone() };
    let ask =
        |situation: &Situation| post_process(meaning, &raw, situation, &PostOptions::default());
    let (b, w) = (ask(&black), ask(&white));
    assert_eq!((b.win, b.loss, b.score_mean, b.lead), (w.loss, w.win, -w.score_mean, -w.lead));
    assert_eq!(b.policy, w.policy);
    assert!(b.ownership.iter().zip(&w.ownership).all(|(b, w)| *b == -w));
    assert!(b.win > 0.8 && b.ownership[3] == 1.0);
    assert_eq!(b.no_result, 0.0);
    let open = ask(&Situation { can_have_no_result: true, ..black });
    near("three outcomes", open.no_result, softmax(&raw.value)[2]);
    near("less is counted", open.lead, b.lead * (1.0 - open.no_result));
    let options = PostOptions { ownership: false, ..PostOptions::default() };
    assert!(post_process(meaning, &raw, &white, &options).ownership.is_empty());
}

#[test]
fn short_term_errors_depend_on_the_version() {
    let (meaning, raw, situation) = small();
    let ask = |version| {
        let meaning = Meaning { version, ..meaning };
        let found = post_process(meaning, &raw, &situation, &PostOptions::default());
        (found.variance_time, found.win_loss_error, found.score_error)
    };
    let softplus = |x: f32| x.exp().ln_1p();
    let both = |version, win_loss: f32, score: f32| {
        let (time, found_win_loss, found_score) = ask(version);
        near("time", time.unwrap(), 40.0 * softplus(0.1));
        near("value", found_win_loss.unwrap(), win_loss);
        near("score", found_score.unwrap(), score);
    };
    assert_eq!(ask(8), (None, None, None));
    both(9, softplus(-2.0), 10.0 * softplus(-1.0));
    both(10, (softplus(-2.0) * 0.25).sqrt(), (softplus(-1.0) * 30.0).sqrt());
    both(13, (softplus(-2.0) * 0.25).sqrt(), (softplus(-1.0) * 30.0).sqrt());
    both(14, softplus(-1.0) * 0.5, softplus(-0.5) * 30.0_f32.sqrt());
}

#[test]
fn outputs_beyond_all_numbers_still_mean_something_finite() {
    let (meaning, _, situation) = small();
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX] {
        let raw = RawOutputs {
            policy: vec![bad; 5],
            optimistic: vec![-bad, bad, 0.0, bad, bad],
            value: [bad, 0.0, bad],
            misc: [bad; 6],
            ownership: vec![bad; 4],
        };
        let options = PostOptions { policy_optimism: 0.5, ..PostOptions::default() };
        let found = post_process(meaning, &raw, &situation, &options);
        let all = [
            found.win,
            found.loss,
            found.no_result,
            found.score_mean,
            found.score_stdev,
            found.lead,
        ];
        let rest =
            [found.variance_time, found.win_loss_error, found.score_error].map(Option::unwrap);
        assert!(
            all.iter()
                .chain(&rest)
                .chain(&found.policy)
                .chain(&found.ownership)
                .all(|n| n.is_finite())
        );
        near("policy", found.policy.iter().filter(|policy| **policy >= 0.0).sum(), 1.0);
        near("outcomes", found.win + found.loss, 1.0);
    }
    let nothing =
        post_process(meaning, &RawOutputs::default(), &situation, &PostOptions::default());
    near("no policy is an even one", nothing.policy[4], 0.25);
}
