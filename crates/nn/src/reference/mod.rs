//! What a network answers, computed by plain loops in double precision: the truth that kernels are tested against.
//!
//! It is slow on purpose: nothing is packed, fused or skipped. Features of points are stored channel after channel, each
//! row by row; points off the board, where the input is larger than the board, are kept at 0 wherever a layer reads
//! neighbours.
//!
//! Source: section 2 of the network format.

use board::BoardSize;

use self::layers::{Planes, activate, conv, matrix, norm, pool, value_pool};
use crate::model::{Block, GlobalPooling, MetaEncoder, Model, PolicyHead, Tip, Trunk, ValueHead};
use crate::{GLOBALS, META, PLANES, RawOutputs, Symmetry};

mod attention;
mod layers;

/// Asks a network about one position, turned by `symmetry`; the answer is turned back.
///
/// `planes` are `[22][rows × columns]` of an input of `size`, the first of them 1 on the board; `meta` is what is known
/// about the players, for networks that take it: nothing counts as zeros.
///
/// # Panics
/// When `planes` has another length, or the model's sizes don't fit each other ([`Model::check`]).
pub fn forward(
    model: &Model,
    planes: &[f32],
    globals: &[f32; GLOBALS],
    meta: Option<&[f32; META]>,
    size: BoardSize,
    symmetry: Symmetry,
) -> RawOutputs {
    let sources = symmetry.sources(size);
    assert_eq!(planes.len(), PLANES * sources.len(), "planes for an input of {size}");
    let mut input = Planes::zeros(PLANES, size);
    for (after, before) in input.channels_mut().zip(planes.chunks_exact(sources.len())) {
        for (value, &source) in after.iter_mut().zip(&sources) {
            *value = before[usize::from(source)].into();
        }
    }
    let board = Board::new(input.channel(0).to_vec());
    let globals: Vec<f64> = globals.iter().copied().map(f64::from).collect();
    let meta =
        meta.map_or_else(|| vec![0.0; META], |meta| meta.iter().copied().map(f64::from).collect());

    let features = trunk(&model.trunk, &input, &globals, &meta, &board);
    let mut outputs = RawOutputs::default();
    policy(&model.policy, &features, &board, &sources, &mut outputs);
    value(&model.value, &features, &board, &sources, &mut outputs);
    outputs
}

/// Which points of the input are on the board.
struct Board {
    /// 1 on the board, else 0.
    mask: Vec<f64>,
    /// Points on the board.
    area: f64,
}

impl Board {
    fn new(mask: Vec<f64>) -> Board {
        Board { area: mask.iter().sum(), mask }
    }

    /// How far the board's side is from 14 lines.
    fn offset(&self) -> f64 {
        self.area.sqrt() - 14.0
    }
}

fn trunk(trunk: &Trunk, input: &Planes, globals: &[f64], meta: &[f64], board: &Board) -> Planes {
    let mut x = conv(&trunk.conv, input);
    x.add_to_channels(&matrix(&trunk.globals, globals));
    if let Some(encoder) = &trunk.meta {
        x.add_to_channels(&encode_meta(encoder, meta));
    }
    blocks(&trunk.blocks, &mut x, board);
    match &trunk.tip {
        Tip::Norm(tip) => norm(tip, trunk.activation, &x, board),
        Tip::Rms { epsilon, spatial, gamma, beta } => {
            let factors = mean_squares(&x, board, *spatial)
                .into_iter()
                .map(|mean| 1.0 / (mean + f64::from(*epsilon)).sqrt())
                .collect::<Vec<f64>>();
            for ((channel, &gamma), &beta) in x.channels_mut().zip(gamma).zip(beta) {
                for ((value, &factor), &mask) in channel.iter_mut().zip(&factors).zip(&board.mask) {
                    let scaled = *value * factor * f64::from(gamma) + f64::from(beta);
                    *value = activate(trunk.activation, scaled) * mask;
                }
            }
            x
        }
    }
}

/// For each point, the mean of the squares of its channels, or, if `spatial`, that of all points of the board.
fn mean_squares(x: &Planes, board: &Board, spatial: bool) -> Vec<f64> {
    let mut means = vec![0.0; board.mask.len()];
    for channel in x.channels() {
        for (mean, &value) in means.iter_mut().zip(channel) {
            *mean += value * value / layers::count(x.channel_count());
        }
    }
    if spatial {
        let on_board = means.iter().zip(&board.mask).map(|(&mean, &mask)| mean * mask);
        let mean = on_board.sum::<f64>() / board.area;
        means.fill(mean);
    }
    means
}

fn encode_meta(encoder: &MetaEncoder, meta: &[f64]) -> Vec<f64> {
    let mut hidden = matrix(&encoder.mul1, meta);
    layers::add_and_activate(&mut hidden, &encoder.bias1, encoder.act1);
    let mut hidden = matrix(&encoder.mul2, &hidden);
    layers::add_and_activate(&mut hidden, &encoder.bias2, encoder.act2);
    matrix(&encoder.mul3, &hidden)
}

/// Each block adds to `x`.
fn blocks(blocks: &[Block], x: &mut Planes, board: &Board) {
    for block in blocks {
        let added = match block {
            Block::Ordinary(block) => {
                let within = conv(&block.conv1, &norm(&block.norm1, block.act1, x, board));
                conv(&block.conv2, &norm(&block.norm2, block.act2, &within, board))
            }
            Block::GlobalPooling(block) => global_pooling(block, x, board),
            Block::Nested(block) => {
                let mut within = conv(&block.pre, &norm(&block.norm1, block.act1, x, board));
                self::blocks(&block.blocks, &mut within, board);
                conv(&block.post, &norm(&block.norm2, block.act2, &within, board))
            }
            Block::Attention(block) => attention::attention(block, x, board),
            Block::FeedForward(block) => attention::feed_forward(block, x, board),
        };
        x.add(&added);
    }
}

fn global_pooling(block: &GlobalPooling, x: &Planes, board: &Board) -> Planes {
    let before = norm(&block.norm1, block.act1, x, board);
    let mut within = conv(&block.conv1, &before);
    let pooled = norm(&block.norm_pool, block.act_pool, &conv(&block.conv_pool, &before), board);
    within.add_to_channels(&matrix(&block.pool_to_bias, &pool(&pooled, board)));
    conv(&block.conv2, &norm(&block.norm2, block.act2, &within, board))
}

fn policy(head: &PolicyHead, x: &Planes, board: &Board, sources: &[u16], out: &mut RawOutputs) {
    let pooled = norm(&head.norm_pool, head.act_pool, &conv(&head.conv_pool, x), board);
    let pooled = pool(&pooled, board);
    let mut within = conv(&head.conv1, x);
    within.add_to_channels(&matrix(&head.pool_to_bias, &pooled));
    let points = conv(&head.conv2, &norm(&head.norm2, head.act2, &within, board));
    let mut pass = matrix(&head.pass, &pooled);
    if let Some(hidden) = &head.pass_hidden {
        layers::add_and_activate(&mut pass, &hidden.bias, hidden.activation);
        pass = matrix(&hidden.output, &pass);
    }
    let mut policies = points.channels().zip(pass).map(|(points, pass)| {
        let mut policy = turned_back(points, sources);
        policy.push(single(pass));
        policy
    });
    out.policy = policies.next().unwrap_or_default();
    out.optimistic = policies.next().unwrap_or_default();
}

fn value(head: &ValueHead, x: &Planes, board: &Board, sources: &[u16], out: &mut RawOutputs) {
    let within = norm(&head.norm, head.activation, &conv(&head.conv, x), board);
    let mut hidden = matrix(&head.hidden, &value_pool(&within, board));
    layers::add_and_activate(&mut hidden, &head.hidden_bias, head.hidden_activation);
    let result = matrix(&head.result, &hidden);
    for ((to, value), &bias) in out.value.iter_mut().zip(result).zip(&head.result_bias) {
        *to = single(value + f64::from(bias));
    }
    let scores = matrix(&head.scores, &hidden);
    for ((to, value), &bias) in out.misc.iter_mut().zip(scores).zip(&head.scores_bias) {
        *to = single(value + f64::from(bias));
    }
    out.ownership = turned_back(conv(&head.ownership, &within).channel(0), sources);
}

/// A plane in the orientation that was asked about.
fn turned_back(plane: &[f64], sources: &[u16]) -> Vec<f32> {
    let mut values = vec![0.0; plane.len()];
    for (&value, &source) in plane.iter().zip(sources) {
        values[usize::from(source)] = single(value);
    }
    values
}

#[expect(clippy::cast_possible_truncation, reason = "the outputs of networks are single precision")]
fn single(value: f64) -> f32 {
    value as f32
}
