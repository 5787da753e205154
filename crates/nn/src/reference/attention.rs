//! The blocks of transformers.

use super::Board;
use super::layers::{Planes, activate, count, matrix_of_points};
use super::mean_squares;
use crate::model::{Activation, Attention, FeedForward, PointNorm, Rope};

/// Root-mean-square normalisation of each point, 0 off the board.
fn point_norm(norm: &PointNorm, x: &Planes, board: &Board) -> Planes {
    let means = mean_squares(x, board, false);
    let mut out = x.clone();
    for (channel, &weight) in out.channels_mut().zip(&norm.weight) {
        for ((value, &mean), &mask) in channel.iter_mut().zip(&means).zip(&board.mask) {
            *value *= f64::from(weight) / (mean + f64::from(norm.epsilon)).sqrt() * mask;
        }
    }
    out
}

/// What attention adds.
pub(super) fn attention(block: &Attention, x: &Planes, board: &Board) -> Planes {
    let normed = point_norm(&block.norm, x, board);
    let mut query = matrix_of_points(&block.query, &normed);
    let mut key = matrix_of_points(&block.key, &normed);
    let value = matrix_of_points(&block.value, &normed);
    if let Some(rope) = &block.rope {
        rotate(&mut query, rope, block, block.heads);
        rotate(&mut key, rope, block, block.kv_heads);
    }
    let mut mixed = Planes::zeros(block.heads * block.value_length, x.size());
    for head in 0..block.heads {
        let kv_head = head / (block.heads / block.kv_heads);
        for point in 0..board.mask.len() {
            let weights = weights(block, (&query, head), (&key, kv_head), point, board);
            for index in 0..block.value_length {
                let values = value.channel(kv_head * block.value_length + index);
                let sum = values.iter().zip(&weights).map(|(value, weight)| value * weight).sum();
                mixed.channel_mut(head * block.value_length + index)[point] = sum;
            }
        }
    }
    masked(matrix_of_points(&block.output, &mixed), board)
}

/// How much a point takes from each point of the board: a softmax of the products of its query with their keys.
fn weights(
    block: &Attention,
    (query, head): (&Planes, usize),
    (key, kv_head): (&Planes, usize),
    point: usize,
    board: &Board,
) -> Vec<f64> {
    let length = block.query_length;
    let mut weights = vec![0.0; board.mask.len()];
    for index in 0..length {
        let query = query.channel(head * length + index)[point];
        for (weight, key) in weights.iter_mut().zip(key.channel(kv_head * length + index)) {
            *weight += query * key / count(length).sqrt();
        }
    }
    let on_board = weights.iter().zip(&board.mask).filter(|&(_, &mask)| mask != 0.0);
    let greatest = on_board.map(|(&weight, _)| weight).fold(f64::NEG_INFINITY, f64::max);
    for (weight, &mask) in weights.iter_mut().zip(&board.mask) {
        *weight = if mask == 0.0 { 0.0 } else { (*weight - greatest).exp() };
    }
    let sum: f64 = weights.iter().sum();
    weights.iter_mut().for_each(|weight| *weight /= sum);
    weights
}

/// Turns each pair of numbers of each head by an angle that its point gives.
fn rotate(x: &mut Planes, rope: &Rope, block: &Attention, heads: usize) {
    let pairs = block.query_length / 2;
    let columns = usize::from(x.size().columns());
    for head in 0..heads {
        let kv_head = head / (heads / block.kv_heads);
        for pair in 0..pairs {
            let (horizontal, vertical) = frequencies(rope, pairs, kv_head, pair);
            let first = head * block.query_length + 2 * pair;
            for point in 0..x.size().area() {
                let (row, column) = (count(point / columns), count(point % columns));
                let (sin, cos) = (column * horizontal + row * vertical).sin_cos();
                let (a, b) = (x.channel(first)[point], x.channel(first + 1)[point]);
                x.channel_mut(first)[point] = a * cos - b * sin;
                x.channel_mut(first + 1)[point] = a * sin + b * cos;
            }
        }
    }
}

/// Radians a column and a row.
fn frequencies(rope: &Rope, pairs: usize, kv_head: usize, pair: usize) -> (f64, f64) {
    match rope {
        Rope::Learned { frequencies } => {
            let at = (kv_head * pairs + pair) * 2;
            (frequencies[at].into(), frequencies[at + 1].into())
        }
        Rope::Fixed { theta } => {
            // The first half of the pairs tells rows apart, the second columns.
            let rows = pairs / 2;
            let within = if pair < rows { pair } else { pair - rows };
            let frequency = f64::from(*theta).powf(-2.0 * count(within) / count(pairs));
            if pair < rows { (0.0, frequency) } else { (frequency, 0.0) }
        }
    }
}

/// What the two layers of each point add.
pub(super) fn feed_forward(block: &FeedForward, x: &Planes, board: &Board) -> Planes {
    let normed = point_norm(&block.norm, x, board);
    let mut within = matrix_of_points(&block.up, &normed);
    for channel in within.channels_mut() {
        channel.iter_mut().for_each(|value| *value = activate(Activation::Silu, *value));
    }
    if let Some(gate) = &block.gate {
        let gate = matrix_of_points(gate, &normed);
        for (channel, gate) in within.channels_mut().zip(gate.channels()) {
            channel.iter_mut().zip(gate).for_each(|(value, gate)| *value *= gate);
        }
    }
    masked(matrix_of_points(&block.down, &within), board)
}

fn masked(mut x: Planes, board: &Board) -> Planes {
    for channel in x.channels_mut() {
        channel.iter_mut().zip(&board.mask).for_each(|(value, mask)| *value *= mask);
    }
    x
}
