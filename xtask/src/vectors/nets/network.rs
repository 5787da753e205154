//! A network that answers, with the kernels or with plain loops.

use anyhow::Result;
use nn::{
    Input, MAX_LINES, Meaning, Model, Network as Kernels, NetworkOptions, PLANES, RawOutputs,
    Symmetry, Workspace, reference,
};

use super::position::Position;

/// A network, read.
pub(super) struct Network {
    model: Model,
    /// None: plain loops.
    kernels: Option<Kernels>,
    sha256: String,
}

impl Network {
    pub(super) fn load(bytes: &[u8], reference: bool) -> Result<Network> {
        let model = Model::read(bytes)?;
        let kernels = match reference {
            true => None,
            false => Some(Kernels::new(&model, &NetworkOptions::default())?),
        };
        Ok(Network { model, kernels, sha256: nn::sha256(bytes) })
    }

    pub(super) fn sha256(&self) -> &str {
        &self.sha256
    }

    pub(super) fn meaning(&self) -> Meaning {
        Meaning::of(&self.model)
    }

    /// What computes it, in words.
    pub(super) fn how(&self) -> String {
        self.kernels
            .as_ref()
            .map_or("plain loops".to_owned(), |kernels| kernels.kernels().to_string())
    }

    /// The answer on the board's points.
    pub(super) fn answer(&self, position: &Position, symmetry: Symmetry) -> Result<RawOutputs> {
        let globals = &position.globals;
        let symmetry = symmetry.on(position.input);
        let Some(kernels) = &self.kernels else {
            let (planes, input) = (&position.planes, position.input);
            let found = reference::forward(&self.model, planes, globals, None, input, symmetry);
            return Ok(on_board(found, position));
        };
        let planes = rows(position);
        let size = position.game.size();
        let input = Input { size, planes: &planes, globals, symmetry, meta: None };
        let mut outputs = [RawOutputs::default()];
        kernels.evaluate(&mut Workspace::new(), &[input], &mut outputs)?;
        let [found] = outputs;
        Ok(found)
    }
}

/// The planes as rows of bits; the board is in the input's corner.
fn rows(position: &Position) -> [[u32; MAX_LINES as usize]; PLANES] {
    let mut planes = [[0; MAX_LINES as usize]; PLANES];
    let (area, columns) = (position.input.area(), usize::from(position.input.columns()));
    for (rows, cells) in planes.iter_mut().zip(position.planes.chunks_exact(area)) {
        for (bits, row) in rows.iter_mut().zip(cells.chunks_exact(columns)) {
            for (column, _) in row.iter().enumerate().filter(|(_, cell)| **cell != 0.0) {
                *bits |= 1 << column;
            }
        }
    }
    planes
}

/// An answer about a larger input, cut to the board in its corner.
fn on_board(mut answer: RawOutputs, position: &Position) -> RawOutputs {
    let (input, board) = (position.input, position.game.size());
    if input == board {
        return answer;
    }
    let cut = |values: &[f32]| -> Vec<f32> {
        let rows = values.chunks(input.columns().into()).take(board.rows().into());
        rows.flat_map(|row| row.iter().copied().take(board.columns().into())).collect()
    };
    let with_pass = |policy: &[f32]| match policy.split_last() {
        None => Vec::new(),
        Some((&pass, points)) => {
            let mut cut = cut(points);
            cut.push(pass);
            cut
        }
    };
    answer.policy = with_pass(&answer.policy);
    answer.optimistic = with_pass(&answer.optimistic);
    answer.ownership = cut(&answer.ownership);
    answer
}
