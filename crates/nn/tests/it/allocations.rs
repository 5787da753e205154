//! An evaluation allocates nothing once its memory has grown.

use board::BoardSize;
use nn::{
    FeatureOptions, Features, Game, Input, Model, NetRules, Network, NetworkOptions, RawOutputs,
    Symmetry, Workspace,
};
use rules::{Ruleset, Score};

use crate::samples::files;

#[test]
fn evaluations_allocate_nothing() {
    let feature = |lines: u32| {
        let size = BoardSize::square(lines).unwrap();
        let rules = NetRules::nearest(&Ruleset::chinese());
        let board = board::Board::new(size);
        let game = Game::new(rules, Score::half_points(15), board, board::Color::Black);
        let mut features = Features::new(size).unwrap();
        Features::encode(&game, &FeatureOptions::default(), &mut features).unwrap();
        features
    };
    let (small, large) = (feature(9), feature(19));
    let symmetry = Symmetry::ALL[6];
    let inputs = [&small, &large, &small].map(|features| Input::new(features, symmetry));
    let mut workspace = Workspace::new();
    let mut outputs = vec![RawOutputs::default(); inputs.len()];
    for (name, bytes) in files() {
        let model = Model::read(&bytes).unwrap();
        let network = Network::new(&model, &NetworkOptions::default()).unwrap();
        network.evaluate(&mut workspace, &inputs, &mut outputs).unwrap();
        let counted = allocation_counter::measure(|| {
            network.evaluate(&mut workspace, &inputs, &mut outputs).unwrap();
            network.evaluate(&mut workspace, &inputs[1..2], &mut outputs[1..2]).unwrap();
        });
        assert_eq!(counted.count_total, 0, "{name}");
    }
}
