//! Networks computed by the kernels: each instruction set that this CPU has, against recorded answers and against the
//! reference.

use std::fs;
use std::path::Path;

use board::BoardSize;
use nn::{
    GLOBALS, Input, KernelSet, MAX_LINES, META, Model, Network, NetworkOptions, PLANES, RawOutputs,
    Symmetry, Workspace, reference,
};
use serde_json::Value;

use crate::samples::{Position, files, lines, model, numbers, positions, published};

/// A network for each set of kernels that this CPU has.
fn networks(model: &Model) -> impl Iterator<Item = (KernelSet, Network)> {
    KernelSet::available().map(|set| {
        let options = NetworkOptions { kernels: Some(set) };
        (set, Network::new(model, &options).unwrap())
    })
}

type Planes = [[u32; MAX_LINES as usize]; PLANES];

/// The planes as rows of bits. Those of an input larger than the board are set on the board only.
fn planes(position: &Position) -> Planes {
    let columns = usize::from(position.size.columns());
    let mut planes = [[0; MAX_LINES as usize]; PLANES];
    for (plane, values) in planes.iter_mut().zip(position.planes.chunks(position.size.area())) {
        for (index, _) in values.iter().enumerate().filter(|&(_, &value)| value != 0.0) {
            plane[index / columns] |= 1 << (index % columns);
        }
    }
    planes
}

fn ask(network: &Network, inputs: &[Input<'_>]) -> Vec<RawOutputs> {
    let mut outputs = vec![RawOutputs::default(); inputs.len()];
    network.evaluate(&mut Workspace::new(), inputs, &mut outputs).unwrap();
    outputs
}

fn close(what: &str, found: &[f32], expected: &[f32], absolute: f32, relative: f32) {
    assert_eq!(found.len(), expected.len(), "{what}");
    for (index, (found, expected)) in found.iter().zip(expected).enumerate() {
        let bound = absolute + relative * expected.abs();
        assert!((found - expected).abs() <= bound, "{what} {index}: {found}, expected {expected}");
    }
}

fn same(what: &str, found: &RawOutputs, expected: &RawOutputs, absolute: f32, relative: f32) {
    close(&format!("{what} policy"), &found.policy, &expected.policy, absolute, relative);
    close(
        &format!("{what} optimistic"),
        &found.optimistic,
        &expected.optimistic,
        absolute,
        relative,
    );
    close(&format!("{what} value"), &found.value, &expected.value, absolute, relative);
    close(&format!("{what} misc"), &found.misc, &expected.misc, absolute, relative);
    close(&format!("{what} ownership"), &found.ownership, &expected.ownership, absolute, relative);
}

/// KataGo's answer in a line of evaluations.
fn recorded(raw: &Value) -> RawOutputs {
    let list = |name: &str| raw.get(name).map(numbers).unwrap_or_default();
    let with_pass = |points: &str, pass: &str| {
        let mut all = list(points);
        if !all.is_empty() {
            all.push(raw[pass].as_f64().unwrap() as f32);
        }
        all
    };
    RawOutputs {
        policy: with_pass("policyLogits", "passLogit"),
        optimistic: with_pass("policyOptimisticLogits", "passOptimisticLogit"),
        value: list("valueLogits").try_into().unwrap(),
        misc: list("misc").try_into().unwrap(),
        ownership: list("ownershipPreTanh"),
    }
}

/// All recorded evaluations of a network, within the tolerance of the format.
fn check_recorded(model: &Model, evaluations: &[Value]) {
    let positions = positions();
    for (set, network) in networks(model) {
        for evaluation in evaluations {
            let id = evaluation["id"].as_str().unwrap();
            let position = &positions[id];
            let number = evaluation["params"]["symmetry"].as_u64().unwrap_or(0) as u8;
            let input = Input {
                size: position.board,
                planes: &planes(position),
                globals: &position.globals,
                symmetry: Symmetry::new(number).unwrap().on(position.size),
                meta: None,
            };
            let found = ask(&network, &[input]).remove(0);
            let what = format!("{} {set} {id}", model.name);
            same(&what, &found, &recorded(&evaluation["raw"]), 1e-3, 1e-4);
        }
    }
}

#[test]
fn random_networks_answer_as_katago_does() {
    let evaluations = lines("eval_random_nets.jsonl");
    for (name, bytes) in files() {
        let own: Vec<Value> =
            evaluations.iter().filter(|line| line["net"] == name.as_str()).cloned().collect();
        assert_eq!(own.len(), 2, "{name}");
        check_recorded(&Model::read(&bytes).unwrap(), &own);
    }
}

/// The four published networks on all recorded positions.
#[test]
fn published_networks_answer_as_katago_does() {
    for name in [
        "g170-b6c96-s175395328-d26788732",
        "b7c96h3tfrs-test5-cnorm",
        "b7c96h6kv3qk32v16tflrs-fson-bnh",
        "b10c384h6nbttflrs",
    ] {
        let Some(bytes) = published(name) else { return };
        let root = std::env::var_os("SHOUTAN_DATA").unwrap_or_default();
        let path = Path::new(&root).join(format!("../nn/vectors/eval_{name}.jsonl"));
        let Ok(text) = fs::read_to_string(&path) else { continue };
        let evaluations: Vec<Value> =
            text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(evaluations.len(), 40);
        check_recorded(&Model::read(&bytes).unwrap(), &evaluations);
    }
}

/// Pseudo-random planes and globals of a board; plane 0 is set everywhere.
struct Made {
    size: BoardSize,
    planes: Planes,
    globals: [f32; GLOBALS],
}

impl Made {
    fn new(columns: u32, rows: u32, seed: u32) -> Made {
        let size = BoardSize::new(columns, rows).unwrap();
        let mut state = seed.wrapping_mul(2_654_435_761) | 1;
        let mut next = move || {
            state ^= state << 13;
            state ^= state >> 17;
            state ^= state << 5;
            state
        };
        // What is off the board is set as well: it must not matter.
        let mut planes = [[u32::MAX; MAX_LINES as usize]; PLANES];
        for row in planes[1..].as_flattened_mut() {
            *row = next() & next();
        }
        let mut globals = [0.0; GLOBALS];
        globals.iter_mut().for_each(|global| *global = (next() % 200) as f32 / 100.0 - 1.0);
        Made { size, planes, globals }
    }

    fn input(&self, symmetry: Symmetry) -> Input<'_> {
        Input {
            size: self.size,
            planes: &self.planes,
            globals: &self.globals,
            symmetry,
            meta: None,
        }
    }

    fn reference(&self, model: &Model, symmetry: Symmetry) -> RawOutputs {
        let planes = self.numbers();
        reference::forward(model, &planes, &self.globals, None, self.size, symmetry)
    }

    /// The planes as numbers.
    fn numbers(&self) -> Vec<f32> {
        let (columns, rows) = (self.size.columns(), usize::from(self.size.rows()));
        let rows = self.planes.iter().flat_map(|plane| &plane[..rows]);
        rows.flat_map(|row| (0..columns).map(move |column| (row >> column & 1) as f32)).collect()
    }
}

const SIZES: [(u32, u32); 12] = [
    (1, 1),
    (2, 2),
    (1, 7),
    (3, 3),
    (4, 5),
    (6, 6),
    (7, 13),
    (9, 9),
    (13, 13),
    (19, 2),
    (17, 18),
    (19, 19),
];

#[test]
fn every_kernel_set_agrees_with_the_reference_on_every_kind_of_board() {
    for (name, bytes) in files() {
        let model = Model::read(&bytes).unwrap();
        for (set, network) in networks(&model) {
            for (seed, (columns, rows)) in SIZES.into_iter().enumerate() {
                let made = Made::new(columns, rows, seed as u32);
                let symmetry = Symmetry::ALL[seed % 8].on(made.size);
                let found = ask(&network, &[made.input(symmetry)]).remove(0);
                let what = format!("{name} {set} {}", made.size);
                same(&what, &found, &made.reference(&model, symmetry), 1e-4, 1e-4);
            }
        }
    }
}

#[test]
fn a_batch_answers_as_one_by_one() {
    for name in ["random-v8", "random-v15-s2", "random-v15-s3", "random-v17-s3"] {
        let model = model(name);
        for (set, network) in networks(&model) {
            let mut workspace = Workspace::new();
            for count in 1..=5 {
                // Of two sizes, mixed.
                let made: Vec<Made> = (0..count)
                    .map(|at| if at % 3 == 2 { Made::new(7, 5, at) } else { Made::new(9, 9, at) })
                    .collect();
                let inputs: Vec<Input<'_>> = made
                    .iter()
                    .enumerate()
                    .map(|(at, made)| made.input(Symmetry::ALL[at % 8]))
                    .collect();
                let mut outputs = vec![RawOutputs::default(); inputs.len()];
                network.evaluate(&mut workspace, &inputs, &mut outputs).unwrap();
                for (at, (input, output)) in inputs.iter().zip(&outputs).enumerate() {
                    let alone = ask(&network, &[*input]).remove(0);
                    same(&format!("{name} {set} {at} of {count}"), output, &alone, 1e-5, 1e-5);
                }
            }
        }
    }
}

#[test]
fn threads_change_nothing() {
    for name in ["random-v8", "random-v15-s2", "random-v15-s3", "random-v17-s3"] {
        let model = model(name);
        let network = Network::new(&model, &NetworkOptions::default()).unwrap();
        for threads in [2, 3, 5] {
            let mut workspace = Workspace::with_threads(threads).unwrap();
            assert_eq!(workspace.threads(), threads);
            for count in [1, 2, 4, 7] {
                let made: Vec<Made> = (0..count).map(|seed| Made::new(7, 9, seed)).collect();
                let inputs: Vec<Input<'_>> =
                    made.iter().map(|made| made.input(Symmetry::ALL[3])).collect();
                let mut outputs = vec![RawOutputs::default(); inputs.len()];
                network.evaluate(&mut workspace, &inputs, &mut outputs).unwrap();
                for (input, output) in inputs.iter().zip(&outputs) {
                    let alone = ask(&network, &[*input]).remove(0);
                    same(&format!("{name} {threads} threads"), output, &alone, 1e-5, 1e-5);
                }
            }
        }
    }
}

/// A batch larger than what is computed together.
#[test]
fn large_batches_are_cut() {
    let model = model("random-v12");
    let network = Network::new(&model, &NetworkOptions::default()).unwrap();
    let made: Vec<Made> = (0..40).map(|seed| Made::new(5, 5, seed)).collect();
    let inputs: Vec<Input<'_>> = made.iter().map(|made| made.input(Symmetry::IDENTITY)).collect();
    for (output, made) in ask(&network, &inputs).iter().zip(&made) {
        same("batch", output, &made.reference(&model, Symmetry::IDENTITY), 1e-4, 1e-4);
    }
}

#[test]
fn wrong_inputs_are_named() {
    let network = Network::new(&model("random-v8"), &NetworkOptions::default()).unwrap();
    let mut workspace = Workspace::new();
    let mut outputs = [RawOutputs::default()];
    let error = network.evaluate(&mut workspace, &[], &mut outputs).unwrap_err();
    assert_eq!(error.to_string(), "1 outputs for 0 inputs");
    let large = Made::new(20, 20, 1);
    let input = large.input(Symmetry::IDENTITY);
    let error = network.evaluate(&mut workspace, &[input], &mut outputs).unwrap_err();
    assert_eq!(error.to_string(), "networks know boards up to 19x19, not 20x20");
}

#[test]
fn what_is_known_about_the_players_is_taken_in() {
    let mut model = model("random-v17-s2");
    let channels = model.trunk.channels;
    let matrix = |inputs: usize, outputs: usize| nn::model::MatMul {
        inputs,
        outputs,
        weights: (0..inputs * outputs).map(|at| ((at * 37 % 19) as f32 - 9.0) / 40.0).collect(),
    };
    model.trunk.meta = Some(nn::model::MetaEncoder {
        mul1: matrix(META, 21),
        bias1: vec![0.25; 21],
        act1: nn::model::Activation::Mish,
        mul2: matrix(21, 5),
        bias2: vec![-0.125; 5],
        act2: nn::model::Activation::Silu,
        mul3: matrix(5, channels),
    });
    let meta: [f32; META] = std::array::from_fn(|at| (at % 5) as f32 / 4.0);
    let made = Made::new(9, 9, 3);
    let planes = made.numbers();
    for meta in [Some(&meta), None] {
        let expected =
            reference::forward(&model, &planes, &made.globals, meta, made.size, Symmetry::IDENTITY);
        for (set, network) in networks(&model) {
            let input = Input { meta, ..made.input(Symmetry::IDENTITY) };
            let found = ask(&network, &[input]).remove(0);
            same(&format!("{set}"), &found, &expected, 1e-4, 1e-4);
        }
    }
}
