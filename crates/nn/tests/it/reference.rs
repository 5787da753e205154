use board::BoardSize;
use nn::model::{Activation, MatMul, MetaEncoder};
use nn::{GLOBALS, META, PLANES, RawOutputs, Symmetry, reference};
use serde_json::Value;

use crate::samples::{Position, lines, model, numbers, positions};

fn close(what: &str, found: &[f32], expected: &[f32], tolerance: f32) {
    assert_eq!(found.len(), expected.len(), "{what}");
    for (index, (found, expected)) in found.iter().zip(expected).enumerate() {
        let bound = tolerance * (1.0 + expected.abs() / 10.0);
        assert!((found - expected).abs() <= bound, "{what} {index}: {found}, expected {expected}");
    }
}

fn compare(name: &str, position: &Position, found: &RawOutputs, raw: &Value) {
    let check = |what: &str, found: &[f32], expected: &Value| {
        close(&format!("{name} {what}"), found, &numbers(expected), 1e-4);
    };
    let (pass, points) = found.policy.split_last().unwrap();
    check("policy", &position.on_board(points), &raw["policyLogits"]);
    check("pass", &[*pass], &Value::Array(vec![raw["passLogit"].clone()]));
    match found.optimistic.split_last() {
        None => assert!(raw["policyOptimisticLogits"].is_null(), "{name}"),
        Some((pass, points)) => {
            check("optimistic", &position.on_board(points), &raw["policyOptimisticLogits"]);
            check("pass", &[*pass], &Value::Array(vec![raw["passOptimisticLogit"].clone()]));
        }
    }
    check("value", &found.value, &raw["valueLogits"]);
    check("misc", &found.misc, &raw["misc"]);
    check("ownership", &position.on_board(&found.ownership), &raw["ownershipPreTanh"]);
}

#[test]
fn random_networks_answer_as_katago_does() {
    let positions = positions();
    let evaluations = lines("eval_random_nets.jsonl");
    assert_eq!(evaluations.len(), 26);
    for evaluation in evaluations {
        let (net, id) = (evaluation["net"].as_str().unwrap(), evaluation["id"].as_str().unwrap());
        let position = &positions[id];
        let (model, none) = (model(net), Symmetry::IDENTITY);
        let found = reference::forward(
            &model,
            &position.planes,
            &position.globals,
            None,
            position.size,
            none,
        );
        compare(&format!("{net} {id}"), position, &found, &evaluation["raw"]);
    }
}

/// The planes of an input after a symmetry, made point by point.
fn turned(planes: &[f32], size: BoardSize, symmetry: Symmetry) -> Vec<f32> {
    let points: Vec<_> = size.points().collect();
    let movement = symmetry.on(size).to_board();
    let mut turned = vec![0.0; planes.len()];
    for plane in 0..PLANES {
        for (index, &point) in points.iter().enumerate() {
            let after = movement.apply(point, size);
            let after = points.iter().position(|&other| other == after).unwrap();
            turned[plane * points.len() + after] = planes[plane * points.len() + index];
        }
    }
    turned
}

#[test]
fn a_symmetry_turns_the_input_and_turns_the_answer_back() {
    let positions = positions();
    let rectangle = BoardSize::new(7, 5).unwrap();
    let mut planes = vec![0.0; PLANES * rectangle.area()];
    planes[..rectangle.area()].fill(1.0);
    planes[rectangle.area() + 9] = 1.0;
    let globals = [0.25; GLOBALS];
    let own = Position { planes, globals, size: rectangle, board: rectangle };
    for position in [&positions["s24"], &own] {
        let model = model("random-v16");
        for symmetry in Symmetry::ALL {
            let ask = |planes: &[f32], symmetry| {
                reference::forward(&model, planes, &position.globals, None, position.size, symmetry)
            };
            let found = ask(&position.planes, symmetry);
            let turned_input = turned(&position.planes, position.size, symmetry);
            let turned_answer = ask(&turned_input, Symmetry::IDENTITY);
            for (after, &before) in symmetry.sources(position.size).iter().enumerate() {
                let before = usize::from(before);
                assert_eq!(found.policy[before], turned_answer.policy[after]);
                assert_eq!(found.optimistic[before], turned_answer.optimistic[after]);
                assert_eq!(found.ownership[before], turned_answer.ownership[after]);
            }
            assert_eq!((found.value, found.misc), (turned_answer.value, turned_answer.misc));
            if symmetry != Symmetry::IDENTITY && symmetry.on(position.size) == symmetry {
                assert_ne!(found.policy, ask(&position.planes, Symmetry::IDENTITY).policy);
            }
        }
    }
}

#[test]
fn a_larger_input_does_not_change_the_answer() {
    // The same position alone and in the corner of a larger input: only tensor positions of RoPE count from the corner.
    let small = BoardSize::new(6, 5).unwrap();
    let large = BoardSize::new(9, 8).unwrap();
    let mut globals = [0.0; GLOBALS];
    globals[5] = 0.375;
    let stones = [(1, 7), (1, 11), (2, 12), (2, 20), (9, 20)];
    let input = |size: BoardSize| {
        let mut planes = vec![0.0; PLANES * size.area()];
        for (plane, cell) in (0..30).map(|cell| (0, cell)).chain(stones) {
            let (row, column) = (cell / 6, cell % 6);
            planes[plane * size.area() + row * usize::from(size.columns()) + column] = 1.0;
        }
        Position { planes, globals, size, board: small }
    };
    let (alone, within) = (input(small), input(large));
    for name in ["random-v8", "random-v12", "random-v15-s2", "random-v15-s3", "random-v17-s3"] {
        let model = model(name);
        let ask = |position: &Position| {
            let (planes, globals) = (&position.planes, &position.globals);
            reference::forward(&model, planes, globals, None, position.size, Symmetry::IDENTITY)
        };
        let (a, b) = (ask(&alone), ask(&within));
        close(name, &alone.on_board(&a.policy), &within.on_board(&b.policy), 1e-6);
        close(name, &alone.on_board(&a.ownership), &within.on_board(&b.ownership), 1e-6);
        close(name, &a.value, &b.value, 1e-6);
        close(name, &a.misc, &b.misc, 1e-6);
        close(name, &a.policy[30..], &b.policy[72..], 1e-6);
    }
}

#[test]
fn what_is_known_about_the_players_is_added_to_every_point() {
    let position = &positions()["s24"];
    let mut model = model("random-v17-s2");
    let ask = |model: &nn::Model, meta: Option<&[f32; META]>| {
        let (planes, globals) = (&position.planes, &position.globals);
        reference::forward(model, planes, globals, meta, position.size, Symmetry::IDENTITY)
    };
    let plain = ask(&model, None);
    // The first input, doubled, shifted and cut, arrives at the first global's place: as if that global were set.
    let matrix = |inputs: usize, outputs: usize, weights: &[(usize, f32)]| {
        let mut all = vec![0.0; inputs * outputs];
        weights.iter().for_each(|&(at, weight)| all[at] = weight);
        MatMul { inputs, outputs, weights: all }
    };
    let channels = model.trunk.channels;
    let global: Vec<(usize, f32)> =
        model.trunk.globals.weights[..channels].iter().copied().enumerate().collect();
    model.trunk.meta = Some(MetaEncoder {
        mul1: matrix(META, 2, &[(0, 2.0)]),
        bias1: vec![-1.0, -3.0],
        act1: Activation::Relu,
        mul2: matrix(2, 1, &[(0, 0.5), (1, 9.0)]),
        bias2: vec![0.25],
        act2: Activation::Identity,
        mul3: matrix(1, channels, &global),
    });
    let mut meta = [0.0; META];
    meta[0] = 1.25;
    let mut globals = position.globals;
    globals[0] += 1.0;
    let expected = {
        let mut without = model.clone();
        without.trunk.meta = None;
        assert_eq!(ask(&without, Some(&meta)), plain, "other networks don't ask");
        reference::forward(
            &without,
            &position.planes,
            &globals,
            None,
            position.size,
            Symmetry::IDENTITY,
        )
    };
    let found = ask(&model, Some(&meta));
    assert_ne!(found, plain);
    close("policy", &found.policy, &expected.policy, 1e-6);
    close("value", &found.value, &expected.value, 1e-6);
    assert_ne!(ask(&model, None), plain, "zeros are an input as well");
}
