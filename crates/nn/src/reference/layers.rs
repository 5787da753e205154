//! The layers that all kinds of networks share.

use board::BoardSize;

use super::Board;
use crate::model::{Activation, Conv, MatMul, Norm};

/// Features of every point of the input: channel after channel, each row by row.
#[derive(Clone, Debug)]
pub(super) struct Planes {
    size: BoardSize,
    values: Vec<f64>,
}

impl Planes {
    pub(super) fn zeros(channels: usize, size: BoardSize) -> Planes {
        Planes { size, values: vec![0.0; channels * size.area()] }
    }

    pub(super) fn size(&self) -> BoardSize {
        self.size
    }

    pub(super) fn channel_count(&self) -> usize {
        self.values.len() / self.size.area()
    }

    pub(super) fn channels(&self) -> impl Iterator<Item = &[f64]> {
        self.values.chunks_exact(self.size.area())
    }

    pub(super) fn channels_mut(&mut self) -> impl Iterator<Item = &mut [f64]> {
        self.values.chunks_exact_mut(self.size.area())
    }

    pub(super) fn channel(&self, channel: usize) -> &[f64] {
        let area = self.size.area();
        &self.values[channel * area..(channel + 1) * area]
    }

    pub(super) fn channel_mut(&mut self, channel: usize) -> &mut [f64] {
        let area = self.size.area();
        &mut self.values[channel * area..(channel + 1) * area]
    }

    pub(super) fn add(&mut self, other: &Planes) {
        assert_eq!(self.values.len(), other.values.len());
        for (to, from) in self.values.iter_mut().zip(&other.values) {
            *to += from;
        }
    }

    /// Adds one number to all points of each channel, also off the board: every reader masks them.
    pub(super) fn add_to_channels(&mut self, summands: &[f64]) {
        assert_eq!(self.channel_count(), summands.len());
        for (channel, summand) in self.channels_mut().zip(summands) {
            channel.iter_mut().for_each(|value| *value += summand);
        }
    }
}

pub(super) fn activate(activation: Activation, x: f64) -> f64 {
    match activation {
        Activation::Identity => x,
        Activation::Relu => x.max(0.0),
        Activation::Mish => x * softplus(x).tanh(),
        Activation::Silu => x / (1.0 + (-x).exp()),
    }
}

/// ln(1 + eˣ).
fn softplus(x: f64) -> f64 {
    x.max(0.0) + (-x.abs()).exp().ln_1p()
}

pub(super) fn add_and_activate(values: &mut [f64], bias: &[f32], activation: Activation) {
    for (value, &bias) in values.iter_mut().zip(bias) {
        *value = activate(activation, *value + f64::from(bias));
    }
}

/// Factor and summand, activation, then 0 off the board.
pub(super) fn norm(norm: &Norm, activation: Activation, x: &Planes, board: &Board) -> Planes {
    let mut out = x.clone();
    for ((channel, &scale), &bias) in out.channels_mut().zip(&norm.scale).zip(&norm.bias) {
        for (value, &mask) in channel.iter_mut().zip(&board.mask) {
            *value = activate(activation, *value * f64::from(scale) + f64::from(bias)) * mask;
        }
    }
    out
}

/// Zeros around, no flip, no bias.
pub(super) fn conv(conv: &Conv, x: &Planes) -> Planes {
    let (rows, columns) = (usize::from(x.size.rows()), usize::from(x.size.columns()));
    let (above, left) = (conv.ky / 2, conv.kx / 2);
    let mut out = Planes::zeros(conv.outputs, x.size);
    for ky in 0..conv.ky {
        for kx in 0..conv.kx {
            // Points whose neighbour in this direction is within the input.
            let ys = above.saturating_sub(ky)..(rows + above).saturating_sub(ky).min(rows);
            let xs = left.saturating_sub(kx)..(columns + left).saturating_sub(kx).min(columns);
            if xs.is_empty() {
                continue;
            }
            for output in 0..conv.outputs {
                let to = out.channel_mut(output);
                for (input, from) in x.channels().enumerate() {
                    let at = ((ky * conv.kx + kx) * conv.inputs + input) * conv.outputs + output;
                    let weight = f64::from(conv.weights[at]);
                    for y in ys.clone() {
                        let to = &mut to[y * columns + xs.start..y * columns + xs.end];
                        let start = (y + ky - above) * columns + xs.start + kx - left;
                        for (to, from) in to.iter_mut().zip(&from[start..]) {
                            *to += weight * from;
                        }
                    }
                }
            }
        }
    }
    out
}

pub(super) fn matrix(matrix: &MatMul, x: &[f64]) -> Vec<f64> {
    let mut out = vec![0.0; matrix.outputs];
    for (&x, row) in x.iter().zip(matrix.weights.chunks_exact(matrix.outputs)) {
        for (out, &weight) in out.iter_mut().zip(row) {
            *out += x * f64::from(weight);
        }
    }
    out
}

/// A matrix applied to the channels of each point.
pub(super) fn matrix_of_points(matrix: &MatMul, x: &Planes) -> Planes {
    let mut out = Planes::zeros(matrix.outputs, x.size);
    for output in 0..matrix.outputs {
        let to = out.channel_mut(output);
        for (input, from) in x.channels().enumerate() {
            let weight = f64::from(matrix.weights[input * matrix.outputs + output]);
            for (to, from) in to.iter_mut().zip(from) {
                *to += weight * from;
            }
        }
    }
    out
}

/// The mean of each channel over the board, the means scaled by the board's size, and the greatest of each channel.
pub(super) fn pool(x: &Planes, board: &Board) -> Vec<f64> {
    let means = means(x, board);
    let scaled = means.iter().map(|mean| mean * board.offset() / 10.0);
    let greatest = x.channels().map(|channel| {
        let on_board = channel.iter().zip(&board.mask).filter(|&(_, &mask)| mask != 0.0);
        on_board.map(|(&value, _)| value).fold(f64::NEG_INFINITY, f64::max)
    });
    means.iter().copied().chain(scaled).chain(greatest).collect()
}

/// The mean of each channel over the board, scaled by the board's size and by its square.
pub(super) fn value_pool(x: &Planes, board: &Board) -> Vec<f64> {
    let (means, offset) = (means(x, board), board.offset());
    let scaled = means.iter().map(|mean| mean * offset / 10.0);
    let squared = means.iter().map(|mean| mean * (offset * offset / 100.0 - 0.1));
    means.iter().copied().chain(scaled).chain(squared).collect()
}

fn means(x: &Planes, board: &Board) -> Vec<f64> {
    x.channels().map(|channel| channel.iter().sum::<f64>() / board.area).collect()
}

#[expect(clippy::cast_precision_loss, reason = "sizes of layers are small")]
pub(super) fn count(number: usize) -> f64 {
    number as f64
}
