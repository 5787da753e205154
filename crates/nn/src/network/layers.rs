//! The layers of a network with their weights packed. What can be computed beforehand is: weights of norms go into the
//! matrices that follow, products that read the same rows stand side by side.

use std::f32::consts::LOG2_E;

use crate::MAX_LINES;
use crate::kernels::{Buffer, Filter, Kernels, Matrix, NormAct, Rotation, padded};
use crate::model::{
    self, Activation, Block, Conv, MatMul, MetaEncoder, Model, Norm, PolicyHead, Rope, Tip,
};

/// All of them.
#[derive(Debug)]
pub(super) struct Layers {
    pub(super) channels: usize,
    pub(super) first: Filter,
    pub(super) globals: Matrix,
    pub(super) meta: Option<Meta>,
    pub(super) blocks: Vec<Layer>,
    pub(super) tip: TipLayer,
    pub(super) heads: Heads,
}

/// A scale and a bias for each channel, padded with zeros, and an activation.
#[derive(Debug)]
pub(super) struct Affine {
    pub(super) scale: Buffer,
    pub(super) bias: Buffer,
    pub(super) activation: Activation,
}

/// A matrix, what is added, and an activation.
#[derive(Debug)]
pub(super) struct Dense {
    pub(super) matrix: Matrix,
    pub(super) after: Affine,
}

#[derive(Debug)]
pub(super) struct Meta {
    pub(super) first: Dense,
    pub(super) second: Dense,
    pub(super) third: Matrix,
}

#[derive(Debug)]
pub(super) enum TipLayer {
    Norm(Affine),
    Rms { epsilon: f32, spatial: bool, after: Affine },
}

/// A step of the trunk.
#[derive(Debug)]
pub(super) enum Layer {
    Ordinary(Box<Ordinary>),
    GlobalPooling(Box<GlobalPooling>),
    Nested(Box<Nested>),
    Attention(Box<Attention>),
    FeedForward(Box<FeedForward>),
}

#[derive(Debug)]
pub(super) struct Ordinary {
    pub(super) before1: Affine,
    pub(super) conv1: Filter,
    pub(super) before2: Affine,
    pub(super) conv2: Filter,
}

#[derive(Debug)]
pub(super) struct GlobalPooling {
    pub(super) before1: Affine,
    /// The regular channels, then those that are pooled.
    pub(super) conv1: Filter,
    pub(super) regular: usize,
    pub(super) pool: Pool,
    pub(super) before2: Affine,
    pub(super) conv2: Filter,
}

/// Channels that are pooled and turned into biases of others.
#[derive(Debug)]
pub(super) struct Pool {
    pub(super) channels: usize,
    pub(super) before: Affine,
    pub(super) to_bias: Matrix,
}

#[derive(Debug)]
pub(super) struct Nested {
    pub(super) before1: Affine,
    pub(super) pre: Matrix,
    pub(super) channels: usize,
    pub(super) blocks: Vec<Layer>,
    pub(super) before2: Affine,
    pub(super) post: Matrix,
}

#[derive(Debug)]
pub(super) struct Attention {
    pub(super) epsilon: f32,
    pub(super) heads: usize,
    pub(super) kv_heads: usize,
    pub(super) query_length: usize,
    pub(super) value_length: usize,
    /// Queries (in units of ln 2), keys and values side by side, the norm's weights in them.
    pub(super) all: Matrix,
    pub(super) angles: Option<Angles>,
    pub(super) output: Matrix,
}

/// Cosines and sines of the angles by which queries and keys are turned: `[line][kv head][pair]` for columns and rows.
#[derive(Debug)]
pub(super) struct Angles {
    columns: [Vec<f32>; 2],
    rows: [Vec<f32>; 2],
}

#[derive(Debug)]
pub(super) struct FeedForward {
    pub(super) epsilon: f32,
    pub(super) hidden: usize,
    pub(super) up: Matrix,
    pub(super) down: Matrix,
    /// The activation alone, where there is no gate.
    pub(super) ungated: Option<Affine>,
}

#[derive(Debug)]
pub(super) struct Heads {
    /// Channels of the policy's pool, of the policy and of the value side by side.
    pub(super) rows: Matrix,
    pub(super) pool: Pool,
    pub(super) policy_channels: usize,
    pub(super) before_policy: Affine,
    pub(super) policy: Matrix,
    /// How many policies.
    pub(super) policies: usize,
    /// The pass, either at once or with a hidden layer.
    pub(super) pass: Matrix,
    pub(super) pass_hidden: Option<(Affine, Matrix)>,
    pub(super) value_channels: usize,
    pub(super) before_value: Affine,
    pub(super) ownership: Matrix,
    pub(super) hidden: Dense,
    pub(super) result: Dense,
    pub(super) scores: Dense,
}

impl Layer {
    /// What a block that begins with a convolution does first.
    pub(super) fn first_conv(&self) -> Option<(&Affine, &Filter)> {
        match self {
            Layer::Ordinary(block) => Some((&block.before1, &block.conv1)),
            Layer::GlobalPooling(block) => Some((&block.before1, &block.conv1)),
            Layer::Nested(_) | Layer::Attention(_) | Layer::FeedForward(_) => None,
        }
    }
}

impl Affine {
    fn new(scale: impl Iterator<Item = f32>, bias: &[f32], activation: Activation) -> Affine {
        let length = padded(bias.len());
        let (mut scales, mut biases) = (Buffer::zeros(length), Buffer::zeros(length));
        for (to, from) in scales.iter_mut().zip(scale.take(bias.len())) {
            *to = from;
        }
        biases[..bias.len()].copy_from_slice(bias);
        Affine { scale: scales, bias: biases, activation }
    }

    fn norm(norm: &Norm, activation: Activation) -> Affine {
        Affine::new(norm.scale.iter().copied(), &norm.bias, activation)
    }

    fn bias(bias: &[f32], activation: Activation) -> Affine {
        Affine::new(std::iter::repeat(1.0), bias, activation)
    }

    pub(super) fn as_norm(&self) -> NormAct<'_> {
        NormAct { scale: &self.scale, bias: &self.bias, activation: self.activation }
    }

    /// The same with other biases.
    pub(super) fn with_bias<'a>(&'a self, bias: &'a [f32]) -> NormAct<'a> {
        NormAct { scale: &self.scale, bias, activation: self.activation }
    }
}

impl Dense {
    fn new(kernels: Kernels, matrix: &MatMul, bias: &[f32], activation: Activation) -> Dense {
        Dense { matrix: dense(kernels, matrix), after: Affine::bias(bias, activation) }
    }
}

fn dense(kernels: Kernels, matrix: &MatMul) -> Matrix {
    let outputs = matrix.outputs;
    Matrix::new(kernels, matrix.inputs, outputs, |i, o| matrix.weights[i * outputs + o])
}

/// A convolution of single points as a matrix.
fn pointwise(kernels: Kernels, conv: &Conv) -> Matrix {
    let outputs = conv.outputs;
    Matrix::new(kernels, conv.inputs, outputs, |i, o| conv.weights[i * outputs + o])
}

/// Two convolutions of the same input side by side, the smaller kernel within the larger one.
fn beside(first: &Conv, second: &Conv) -> Conv {
    let (ky, kx) = (first.ky.max(second.ky), first.kx.max(second.kx));
    let outputs = first.outputs + second.outputs;
    let mut weights = vec![0.0; ky * kx * first.inputs * outputs];
    for (conv, offset) in [(first, 0), (second, first.outputs)] {
        let (up, left) = ((ky - conv.ky) / 2, (kx - conv.kx) / 2);
        for (at, row) in conv.weights.chunks_exact(conv.outputs).enumerate() {
            let (element, input) = (at / conv.inputs, at % conv.inputs);
            let (y, x) = (element / conv.kx + up, element % conv.kx + left);
            let to = ((y * kx + x) * first.inputs + input) * outputs + offset;
            weights[to..to + conv.outputs].copy_from_slice(row);
        }
    }
    Conv { ky, kx, inputs: first.inputs, outputs, weights }
}

impl Layers {
    pub(super) fn new(model: &Model, kernels: Kernels) -> Layers {
        let trunk = &model.trunk;
        let tip = match &trunk.tip {
            Tip::Norm(norm) => TipLayer::Norm(Affine::norm(norm, trunk.activation)),
            Tip::Rms { epsilon, spatial, gamma, beta } => TipLayer::Rms {
                epsilon: *epsilon,
                spatial: *spatial,
                after: Affine::new(gamma.iter().copied(), beta, trunk.activation),
            },
        };
        Layers {
            channels: trunk.channels,
            first: Filter::of_bits(kernels, trunk.conv.clone()),
            globals: dense(kernels, &trunk.globals),
            meta: trunk.meta.as_ref().map(|meta| Meta::new(kernels, meta)),
            blocks: blocks(kernels, &trunk.blocks),
            tip,
            heads: Heads::new(kernels, &model.policy, &model.value),
        }
    }
}

impl Layers {
    /// All convolutions of more than single points, but the first.
    pub(super) fn for_each_filter(&self, f: &mut dyn FnMut(&Filter)) {
        fn visit(blocks: &[Layer], f: &mut dyn FnMut(&Filter)) {
            for block in blocks {
                match block {
                    Layer::Ordinary(block) => {
                        [&block.conv1, &block.conv2].into_iter().for_each(&mut *f)
                    }
                    Layer::GlobalPooling(block) => {
                        [&block.conv1, &block.conv2].into_iter().for_each(&mut *f);
                    }
                    Layer::Nested(block) => visit(&block.blocks, f),
                    Layer::Attention(_) | Layer::FeedForward(_) => {}
                }
            }
        }
        visit(&self.blocks, f);
    }
}

impl Meta {
    fn new(kernels: Kernels, meta: &MetaEncoder) -> Meta {
        Meta {
            first: Dense::new(kernels, &meta.mul1, &meta.bias1, meta.act1),
            second: Dense::new(kernels, &meta.mul2, &meta.bias2, meta.act2),
            third: dense(kernels, &meta.mul3),
        }
    }
}

fn blocks(kernels: Kernels, blocks: &[Block]) -> Vec<Layer> {
    let pack = |block: &Block| match block {
        Block::Ordinary(block) => Layer::Ordinary(Box::new(Ordinary {
            before1: Affine::norm(&block.norm1, block.act1),
            conv1: Filter::new(kernels, block.conv1.clone()),
            before2: Affine::norm(&block.norm2, block.act2),
            conv2: Filter::new(kernels, block.conv2.clone()),
        })),
        Block::GlobalPooling(block) => Layer::GlobalPooling(Box::new(GlobalPooling {
            before1: Affine::norm(&block.norm1, block.act1),
            conv1: Filter::new(kernels, beside(&block.conv1, &block.conv_pool)),
            regular: block.conv1.outputs,
            pool: Pool {
                channels: block.conv_pool.outputs,
                before: Affine::norm(&block.norm_pool, block.act_pool),
                to_bias: dense(kernels, &block.pool_to_bias),
            },
            before2: Affine::norm(&block.norm2, block.act2),
            conv2: Filter::new(kernels, block.conv2.clone()),
        })),
        Block::Nested(block) => Layer::Nested(Box::new(Nested {
            before1: Affine::norm(&block.norm1, block.act1),
            pre: pointwise(kernels, &block.pre),
            channels: block.pre.outputs,
            blocks: self::blocks(kernels, &block.blocks),
            before2: Affine::norm(&block.norm2, block.act2),
            post: pointwise(kernels, &block.post),
        })),
        Block::Attention(block) => Layer::Attention(Box::new(Attention::new(kernels, block))),
        Block::FeedForward(block) => Layer::FeedForward(Box::new(FeedForward::new(kernels, block))),
    };
    blocks.iter().map(pack).collect()
}

impl Attention {
    fn new(kernels: Kernels, block: &model::Attention) -> Attention {
        let (dq, weights) = (block.query_length, &block.norm.weight);
        // Pairs that are turned stand together in a file; here all their first numbers come first, so that they are turned
        // vector by vector. Scores don't see the order.
        let source = |column: usize| {
            let (head, at) = (column / dq, column % dq);
            match block.rope {
                Some(_) if at < dq / 2 => head * dq + 2 * at,
                Some(_) => head * dq + 2 * (at - dq / 2) + 1,
                None => column,
            }
        };
        let unit = LOG2_E / (dq as f32).sqrt();
        let (queries, keys) = (block.heads * dq, block.kv_heads * dq);
        let values = block.kv_heads * block.value_length;
        let at = |matrix: &MatMul, i: usize, o: usize| {
            matrix.weights[i * matrix.outputs + o] * weights[i]
        };
        let all = Matrix::new(kernels, weights.len(), queries + keys + values, |i, o| {
            if o < queries {
                at(&block.query, i, source(o)) * unit
            } else if o < queries + keys {
                at(&block.key, i, source(o - queries))
            } else {
                at(&block.value, i, o - queries - keys)
            }
        });
        Attention {
            epsilon: block.norm.epsilon,
            heads: block.heads,
            kv_heads: block.kv_heads,
            query_length: dq,
            value_length: block.value_length,
            all,
            angles: block.rope.as_ref().map(|rope| Angles::new(rope, block.kv_heads, dq / 2)),
            output: dense(kernels, &block.output),
        }
    }

    /// Numbers of queries, keys and values for a point.
    pub(super) fn width(&self) -> usize {
        self.query_length * (self.heads + self.kv_heads) + self.value_length * self.kv_heads
    }

    /// How queries and keys are turned.
    pub(super) fn rotation(&self) -> Option<Rotation<'_>> {
        self.angles.as_ref().map(|angles| Rotation {
            heads: self.heads,
            kv_heads: self.kv_heads,
            pairs: self.query_length / 2,
            column_cos: &angles.columns[0],
            column_sin: &angles.columns[1],
            row_cos: &angles.rows[0],
            row_sin: &angles.rows[1],
        })
    }
}

impl Angles {
    fn new(rope: &Rope, kv_heads: usize, pairs: usize) -> Angles {
        // Radians a line for columns and rows.
        let frequencies = |kv: usize, pair: usize| match rope {
            Rope::Learned { frequencies } => {
                let at = (kv * pairs + pair) * 2;
                (f64::from(frequencies[at]), f64::from(frequencies[at + 1]))
            }
            Rope::Fixed { theta } => {
                let half = pairs / 2;
                let exponent = |pair: usize| -2.0 * pair as f64 / pairs as f64;
                if pair < half {
                    (0.0, f64::from(*theta).powf(exponent(pair)))
                } else {
                    (f64::from(*theta).powf(exponent(pair - half)), 0.0)
                }
            }
        };
        let table = |of: &dyn Fn(f64) -> f64, column: bool| {
            let mut numbers = Vec::with_capacity(usize::from(MAX_LINES) * kv_heads * pairs);
            for line in 0..MAX_LINES {
                for kv in 0..kv_heads {
                    for pair in 0..pairs {
                        let (x, y) = frequencies(kv, pair);
                        numbers.push(of(f64::from(line) * if column { x } else { y }) as f32);
                    }
                }
            }
            numbers
        };
        Angles {
            columns: [table(&f64::cos, true), table(&f64::sin, true)],
            rows: [table(&f64::cos, false), table(&f64::sin, false)],
        }
    }
}

impl FeedForward {
    fn new(kernels: Kernels, block: &model::FeedForward) -> FeedForward {
        let (weights, hidden) = (&block.norm.weight, block.up.outputs);
        let at = |matrix: &MatMul, i: usize, o: usize| matrix.weights[i * hidden + o] * weights[i];
        let up = |i, o| at(&block.up, i, o);
        let (matrix, ungated) = match &block.gate {
            Some(gate) => {
                (Matrix::gated(kernels, weights.len(), hidden, up, |i, o| at(gate, i, o)), None)
            }
            None => {
                let silu = Affine::bias(&vec![0.0; hidden], Activation::Silu);
                (Matrix::new(kernels, weights.len(), hidden, up), Some(silu))
            }
        };
        FeedForward {
            epsilon: block.norm.epsilon,
            hidden,
            up: matrix,
            down: dense(kernels, &block.down),
            ungated,
        }
    }
}

impl Heads {
    fn new(kernels: Kernels, policy: &PolicyHead, value: &model::ValueHead) -> Heads {
        let (pooled, own) = (policy.conv_pool.outputs, policy.conv1.outputs);
        let channels = policy.conv1.inputs;
        let all = beside(&beside(&policy.conv_pool, &policy.conv1), &value.conv);
        debug_assert_eq!(all.inputs, channels);
        Heads {
            rows: pointwise(kernels, &all),
            pool: Pool {
                channels: pooled,
                before: Affine::norm(&policy.norm_pool, policy.act_pool),
                to_bias: dense(kernels, &policy.pool_to_bias),
            },
            policy_channels: own,
            before_policy: Affine::norm(&policy.norm2, policy.act2),
            policy: pointwise(kernels, &policy.conv2),
            policies: policy.channels,
            pass: dense(kernels, &policy.pass),
            pass_hidden: policy.pass_hidden.as_ref().map(|hidden| {
                (Affine::bias(&hidden.bias, hidden.activation), dense(kernels, &hidden.output))
            }),
            value_channels: value.conv.outputs,
            before_value: Affine::norm(&value.norm, value.activation),
            ownership: pointwise(kernels, &value.ownership),
            hidden: Dense::new(kernels, &value.hidden, &value.hidden_bias, value.hidden_activation),
            result: Dense::new(kernels, &value.result, &value.result_bias, Activation::Identity),
            scores: Dense::new(kernels, &value.scores, &value.scores_bias, Activation::Identity),
        }
    }
}
