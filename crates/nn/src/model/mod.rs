//! What a network file holds, as plain data: every number as written but the norms', whose statistics are folded in;
//! nothing is packed for computing.
//!
//! Arrays keep the file's order: convolutions `[ky][kx][in][out]`, matrices `[in][out]`, the last index fastest.
//! [`Model::read`] takes the files of KataGo (versions 8 to 17, binary or text) and the compact half-precision ones that
//! [`Model::write`] makes beside them.

mod check;
mod error;
mod half;
mod read;
mod source;
mod summary;
mod write;

pub use error::NetError;
pub use write::Encoding;

/// A network.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// Its name, of letters, digits, `_` and `-`, at most 96.
    pub name: String,
    /// Version of the format, 8 to 17.
    pub version: u32,
    /// What the outputs are multiplied by.
    pub multipliers: Multipliers,
    /// Whether the area planes are made as if suicide were legal.
    pub prefer_pass_alive_under_suicide: bool,
    /// From planes and globals to features of each point.
    pub trunk: Trunk,
    /// From those to moves.
    pub policy: PolicyHead,
    /// From those to the result, the score and who owns what.
    pub value: ValueHead,
}

/// Factors of the outputs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Multipliers {
    /// Of the temporal-difference scores, which no search uses.
    pub td_score: f32,
    /// Of the mean score.
    pub score_mean: f32,
    /// Of the score's standard deviation.
    pub score_stdev: f32,
    /// Of the lead.
    pub lead: f32,
    /// Of the time that the game stays open.
    pub variance_time: f32,
    /// Of the short-term error of the value.
    pub win_loss_error: f32,
    /// Of the short-term error of the score.
    pub score_error: f32,
}

impl Default for Multipliers {
    /// Those of files that don't write them (before version 13).
    fn default() -> Multipliers {
        Multipliers {
            td_score: 20.0,
            score_mean: 20.0,
            score_stdev: 20.0,
            lead: 20.0,
            variance_time: 40.0,
            win_loss_error: 0.25,
            score_error: 30.0,
        }
    }
}

/// A function applied to each number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Activation {
    /// None.
    Identity,
    /// max(0, x).
    Relu,
    /// x · tanh(ln(1 + eˣ)).
    Mish,
    /// x / (1 + e⁻ˣ).
    Silu,
}

impl Activation {
    /// All of them.
    pub const ALL: [Activation; 4] =
        [Activation::Identity, Activation::Relu, Activation::Mish, Activation::Silu];

    /// Its word in files.
    pub const fn keyword(self) -> &'static str {
        match self {
            Activation::Identity => "ACTIVATION_IDENTITY",
            Activation::Relu => "ACTIVATION_RELU",
            Activation::Mish => "ACTIVATION_MISH",
            Activation::Silu => "ACTIVATION_SILU",
        }
    }
}

/// A convolution with zeros around the board and no bias; weights `[ky][kx][in][out]`.
#[derive(Clone, Debug, PartialEq)]
pub struct Conv {
    /// Rows of the kernel, odd.
    pub ky: usize,
    /// Columns of the kernel, odd.
    pub kx: usize,
    /// Channels in.
    pub inputs: usize,
    /// Channels out.
    pub outputs: usize,
    /// The weights.
    pub weights: Vec<f32>,
}

/// `y = x · scale + bias` for each channel: a normalisation with its statistics folded in.
#[derive(Clone, Debug, PartialEq)]
pub struct Norm {
    /// Factor of each channel.
    pub scale: Vec<f32>,
    /// Summand of each channel.
    pub bias: Vec<f32>,
}

/// A matrix `[in][out]` without bias.
#[derive(Clone, Debug, PartialEq)]
pub struct MatMul {
    /// Numbers in.
    pub inputs: usize,
    /// Numbers out.
    pub outputs: usize,
    /// The weights.
    pub weights: Vec<f32>,
}

/// Root-mean-square normalisation over the channels of a point, inside transformer blocks.
#[derive(Clone, Debug, PartialEq)]
pub struct PointNorm {
    /// Added to the mean square.
    pub epsilon: f32,
    /// Factor of each channel.
    pub weight: Vec<f32>,
}

/// What stands at the end of the trunk, before its activation.
#[derive(Clone, Debug, PartialEq)]
pub enum Tip {
    /// A factor and a summand for each channel.
    Norm(Norm),
    /// Root-mean-square normalisation, then a factor and a summand for each channel.
    Rms {
        /// Added to the mean square.
        epsilon: f32,
        /// Whether the mean is over the channels of all points of the board, not of each point.
        spatial: bool,
        /// Factor of each channel.
        gamma: Vec<f32>,
        /// Summand of each channel.
        beta: Vec<f32>,
    },
}

/// From the inputs to the features of each point.
#[derive(Clone, Debug, PartialEq)]
pub struct Trunk {
    /// Channels between the blocks.
    pub channels: usize,
    /// From the planes.
    pub conv: Conv,
    /// From the globals, added to every point.
    pub globals: MatMul,
    /// From the ranks and the date of a human player, added to every point; only in networks that imitate people.
    pub meta: Option<MetaEncoder>,
    /// The blocks in order.
    pub blocks: Vec<Block>,
    /// The end.
    pub tip: Tip,
    /// The activation after it.
    pub activation: Activation,
}

/// Turns the 192 numbers about the players into a summand of the trunk.
#[derive(Clone, Debug, PartialEq)]
pub struct MetaEncoder {
    /// First layer.
    pub mul1: MatMul,
    /// Its summand.
    pub bias1: Vec<f32>,
    /// Its activation.
    pub act1: Activation,
    /// Second layer.
    pub mul2: MatMul,
    /// Its summand.
    pub bias2: Vec<f32>,
    /// Its activation.
    pub act2: Activation,
    /// To the trunk.
    pub mul3: MatMul,
}

/// A step of the trunk. Each adds what it computes to what it was given.
#[derive(Clone, Debug, PartialEq)]
pub enum Block {
    /// Two convolutions.
    Ordinary(Ordinary),
    /// Two convolutions, the first with a branch that looks at the whole board.
    GlobalPooling(GlobalPooling),
    /// Blocks within fewer channels.
    Nested(Nested),
    /// Attention between the points.
    Attention(Attention),
    /// Two layers for each point.
    FeedForward(FeedForward),
}

/// `x += conv2(act2(norm2(conv1(act1(norm1(x))))))`.
#[derive(Clone, Debug, PartialEq)]
#[expect(missing_docs, reason = "the formula above names them")]
pub struct Ordinary {
    pub norm1: Norm,
    pub act1: Activation,
    pub conv1: Conv,
    pub norm2: Norm,
    pub act2: Activation,
    pub conv2: Conv,
}

/// `t = act1(norm1(x)); r = conv1(t) + pool_to_bias · pool(act_pool(norm_pool(conv_pool(t)))); x += conv2(act2(norm2(r)))`,
/// where `pool` gives the mean, the mean scaled by the board's size, and the greatest of each channel.
#[derive(Clone, Debug, PartialEq)]
#[expect(missing_docs, reason = "the formula above names them")]
pub struct GlobalPooling {
    pub norm1: Norm,
    pub act1: Activation,
    pub conv1: Conv,
    pub conv_pool: Conv,
    pub norm_pool: Norm,
    pub act_pool: Activation,
    pub pool_to_bias: MatMul,
    pub norm2: Norm,
    pub act2: Activation,
    pub conv2: Conv,
}

/// `t = pre(act1(norm1(x)))`, the blocks change `t`, `x += post(act2(norm2(t)))`; `pre` and `post` are 1×1.
#[derive(Clone, Debug, PartialEq)]
#[expect(missing_docs, reason = "the formula above names them")]
pub struct Nested {
    pub norm1: Norm,
    pub act1: Activation,
    pub pre: Conv,
    pub blocks: Vec<Block>,
    pub norm2: Norm,
    pub act2: Activation,
    pub post: Conv,
}

/// Attention between the points of the board.
#[derive(Clone, Debug, PartialEq)]
pub struct Attention {
    /// Heads of the queries.
    pub heads: usize,
    /// Heads of keys and values; divides `heads`.
    pub kv_heads: usize,
    /// Length of a query and of a key.
    pub query_length: usize,
    /// Length of a value.
    pub value_length: usize,
    /// How the place of a point enters.
    pub rope: Option<Rope>,
    /// Before everything.
    pub norm: PointNorm,
    /// To `heads × query_length`.
    pub query: MatMul,
    /// To `kv_heads × query_length`.
    pub key: MatMul,
    /// To `kv_heads × value_length`.
    pub value: MatMul,
    /// From `heads × value_length` back.
    pub output: MatMul,
}

/// Rotation of queries and keys by the place of their point.
#[derive(Clone, Debug, PartialEq)]
pub enum Rope {
    /// Frequencies from a base.
    Fixed {
        /// The base.
        theta: f32,
    },
    /// Frequencies as trained: `[kv_heads][query_length / 2][x, y]`, in radians a line.
    Learned {
        /// The frequencies.
        frequencies: Vec<f32>,
    },
}

/// `u = norm(x); x += down · (silu(up · u) ⊙ (gate · u))`; without a gate `x += down · silu(up · u)`.
#[derive(Clone, Debug, PartialEq)]
#[expect(missing_docs, reason = "the formula above names them")]
pub struct FeedForward {
    pub norm: PointNorm,
    pub up: MatMul,
    pub gate: Option<MatMul>,
    pub down: MatMul,
}

/// From the trunk to the moves.
#[derive(Clone, Debug, PartialEq)]
pub struct PolicyHead {
    /// Policies: 1, 2 (normal, optimistic) or 4 (and two that no search uses).
    pub channels: usize,
    /// To the head's channels.
    pub conv1: Conv,
    /// To the channels that are pooled.
    pub conv_pool: Conv,
    /// Of the pooled channels.
    pub norm_pool: Norm,
    /// Of the pooled channels.
    pub act_pool: Activation,
    /// From the pool to a summand of each of the head's channels.
    pub pool_to_bias: MatMul,
    /// Of the head's channels.
    pub norm2: Norm,
    /// Of the head's channels.
    pub act2: Activation,
    /// To the policies of the points.
    pub conv2: Conv,
    /// From the pool to the policies of the pass, or to its hidden layer.
    pub pass: MatMul,
    /// The pass's hidden layer, from version 15 on.
    pub pass_hidden: Option<PassHidden>,
}

/// The hidden layer of the pass.
#[derive(Clone, Debug, PartialEq)]
pub struct PassHidden {
    /// Its summand.
    pub bias: Vec<f32>,
    /// Its activation.
    pub activation: Activation,
    /// To the policies of the pass.
    pub output: MatMul,
}

/// From the trunk to the result.
#[derive(Clone, Debug, PartialEq)]
pub struct ValueHead {
    /// To the head's channels.
    pub conv: Conv,
    /// Of them.
    pub norm: Norm,
    /// Of them.
    pub activation: Activation,
    /// From the pool to the hidden layer.
    pub hidden: MatMul,
    /// Its summand.
    pub hidden_bias: Vec<f32>,
    /// Its activation.
    pub hidden_activation: Activation,
    /// To win, loss and no result.
    pub result: MatMul,
    /// Their summands.
    pub result_bias: Vec<f32>,
    /// To the scores: 4 numbers in version 8, 6 after it.
    pub scores: MatMul,
    /// Their summands.
    pub scores_bias: Vec<f32>,
    /// To the owner of each point.
    pub ownership: Conv,
}

/// Whether a text can be a network's name.
fn is_name(name: &str) -> bool {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
    (1..=96).contains(&name.len()) && name.bytes().all(allowed)
}
