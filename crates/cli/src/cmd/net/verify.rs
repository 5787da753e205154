//! `net verify`: what a network answers with this machine's kernels, against plain loops.

use nn::{
    FeatureOptions, Features, Game, Input, Model, Network, NetworkOptions, RawOutputs, Symmetry,
    Workspace, reference,
};

use super::probe;

/// Lines, moves and orientation of the positions.
const POSITIONS: [(u32, usize, u8); 4] = [(5, 0, 0), (7, 20, 5), (9, 30, 2), (13, 60, 7)];

/// How a network did.
#[derive(Debug)]
pub(super) struct Verified {
    /// The instruction set.
    pub(super) kernels: String,
    pub(super) positions: usize,
    /// The largest difference of an output from that of the plain loops.
    pub(super) worst: f32,
    /// Whether every output is within 0.001 + 0.0001 of its size.
    pub(super) agrees: bool,
}

/// Asks a network about some positions in both ways.
pub(super) fn verify(model: &Model) -> Result<Verified, String> {
    let network = Network::new(model, &NetworkOptions::default()).map_err(|e| e.to_string())?;
    let mut verified =
        Verified { kernels: network.kernels().to_string(), positions: 0, worst: 0.0, agrees: true };
    for (seed, (lines, moves, symmetry)) in POSITIONS.into_iter().enumerate() {
        let game = probe::game(lines, moves, seed as u64);
        let Some((game, symmetry)) = game.zip(Symmetry::new(symmetry)) else { continue };
        let (found, expected) = both(model, &network, &game, symmetry)?;
        verified.positions += 1;
        for (found, expected) in numbers(&found).zip(numbers(&expected)) {
            let difference = (found - expected).abs();
            verified.worst = verified.worst.max(difference);
            // What is no number is no agreement.
            verified.agrees &= difference <= 1e-3 + 1e-4 * expected.abs();
        }
    }
    Ok(verified)
}

fn both(
    model: &Model,
    network: &Network,
    game: &Game,
    symmetry: Symmetry,
) -> Result<(RawOutputs, RawOutputs), String> {
    let size = game.size();
    let mut features = Features::new(size).map_err(|error| error.to_string())?;
    Features::encode(game, &FeatureOptions::default(), &mut features).map_err(|e| e.to_string())?;
    let mut planes = vec![0.0; nn::PLANES * size.area()];
    features.write_planes(Symmetry::IDENTITY, &mut planes);
    let expected = reference::forward(model, &planes, features.globals(), None, size, symmetry);
    let mut outputs = [RawOutputs::default()];
    let inputs = [Input::new(&features, symmetry)];
    network
        .evaluate(&mut Workspace::new(), &inputs, &mut outputs)
        .map_err(|error| error.to_string())?;
    let [found] = outputs;
    Ok((found, expected))
}

fn numbers(outputs: &RawOutputs) -> impl Iterator<Item = f32> {
    let points = outputs.policy.iter().chain(&outputs.optimistic).chain(&outputs.ownership);
    points.chain(&outputs.value).chain(&outputs.misc).copied()
}
