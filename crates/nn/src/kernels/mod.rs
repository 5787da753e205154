//! The inner loops, for each instruction set, behind functions that check the sizes of what they are given.
//!
//! What it is not: it knows nothing of networks. Start reading at [`Kernels`], which is all that the rest of the crate
//! sees; `simd.rs` is the vocabulary in which the loops are written, `table.rs` chooses a set.
//!
//! Activations are rows of channels, one for each point. A row is as long as the channels rounded up to a cache line
//! ([`padded`]), and what lies past the channels is finite and without effect.

#![expect(unsafe_code, reason = "the only module that may")]
#![expect(
    unsafe_op_in_unsafe_fn,
    reason = "here a function is unsafe because all of it is: each says what it relies on"
)]

mod attention;
#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod buffer;
mod convolve;
mod gemm;
#[cfg(target_arch = "aarch64")]
mod neon;
mod packed;
mod plain;
mod plane;
mod pointwise;
mod simd;
mod sparse;
mod table;
mod winograd;

#[cfg(test)]
mod tests;

pub(crate) use buffer::Buffer;
pub(crate) use packed::{Filter, Matrix};
pub(crate) use plane::Layout;
pub use table::KernelSet;

use plane::Finish;
use table::{Functions, NormArgs};

use crate::model::Activation;

/// Channels as they stand in memory: rounded up to a cache line.
pub(crate) const fn padded(channels: usize) -> usize {
    channels.next_multiple_of(16)
}

/// The functions of an instruction set that this CPU has.
#[derive(Clone, Copy)]
pub(crate) struct Kernels {
    set: KernelSet,
    functions: &'static Functions,
}

impl std::fmt::Debug for Kernels {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Kernels({})", self.set)
    }
}

/// What is done with a product.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Then {
    /// It replaces what was there.
    Store,
    /// It is added to what was there.
    Add,
    /// Pairs of columns become one: silu(first) · second. Only for [`Matrix::gated`].
    Gate,
}

/// A scale and a bias for each channel (padded), then an activation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NormAct<'a> {
    pub(crate) scale: &'a [f32],
    pub(crate) bias: &'a [f32],
    pub(crate) activation: Activation,
}

/// Queries, keys and values of one head.
#[derive(Debug)]
pub(crate) struct Head<'a> {
    /// Rows of queries, `stride` apart, from the head's first number on.
    pub(crate) queries: &'a [f32],
    pub(crate) query_stride: usize,
    /// How many queries.
    pub(crate) count: usize,
    /// Packed by [`Kernels::pack_columns`].
    pub(crate) keys: &'a [f32],
    /// Packed by [`Kernels::pack_rows`].
    pub(crate) values: &'a [f32],
    /// How many keys and values.
    pub(crate) points: usize,
    pub(crate) query_length: usize,
    pub(crate) value_length: usize,
}

/// Rotations of queries and keys.
#[derive(Debug)]
pub(crate) struct Rotation<'a> {
    pub(crate) heads: usize,
    pub(crate) kv_heads: usize,
    /// Half the length of a query.
    pub(crate) pairs: usize,
    /// Cosines for the column: `[column][kv head][pair]`.
    pub(crate) column_cos: &'a [f32],
    pub(crate) column_sin: &'a [f32],
    pub(crate) row_cos: &'a [f32],
    pub(crate) row_sin: &'a [f32],
}

/// Where the results of a convolution go.
#[derive(Debug)]
pub(crate) enum Outputs<'a> {
    /// As they are.
    Store(&'a mut [f32], Layout),
    /// Added to what is there.
    Add(&'a mut [f32], Layout),
    /// Normalised and activated.
    Norm(&'a mut [f32], Layout, NormAct<'a>),
    /// Added to what is there, and the sums normalised and activated to another place.
    AddNorm(&'a mut [f32], Layout, &'a mut [f32], Layout, NormAct<'a>),
}

/// The activation's number in the kernels.
fn number(activation: Activation) -> u8 {
    match activation {
        Activation::Identity => pointwise::act::IDENTITY,
        Activation::Relu => pointwise::act::RELU,
        Activation::Mish => pointwise::act::MISH,
        Activation::Silu => pointwise::act::SILU,
    }
}

impl Kernels {
    /// Those of a set, if this CPU has it.
    pub(crate) fn new(set: KernelSet) -> Option<Kernels> {
        Some(Kernels { set, functions: set.functions()? })
    }

    /// The set.
    pub(crate) fn set(self) -> KernelSet {
        self.set
    }

    /// Numbers in a vector.
    pub(crate) fn lanes(self) -> usize {
        self.functions.lanes
    }

    /// `c (m × n) = a (m × k) · b`, rows of `a` and `c` so far apart. The rows of `c` are written up to whole vectors.
    pub(crate) fn multiply(
        self,
        m: usize,
        (a, lda): (&[f32], usize),
        b: &Matrix,
        (c, ldc): (&mut [f32], usize),
        then: Then,
    ) {
        if m == 0 || b.columns() == 0 {
            return;
        }
        let written = match then {
            Then::Gate => (b.columns() / 2).next_multiple_of(self.lanes()),
            _ => b.columns().next_multiple_of(self.lanes()),
        };
        assert!(a.len() >= (m - 1) * lda + b.rows(), "rows of a");
        assert!(c.len() >= (m - 1) * ldc + written, "rows of c");
        assert!(
            b.is_gated() == (then == Then::Gate) && b.lanes() == self.lanes(),
            "how b is packed"
        );
        let args = gemm::Args {
            m,
            n: b.columns(),
            k: b.rows(),
            a: a.as_ptr(),
            lda,
            b: b.numbers().as_ptr(),
            c: c.as_mut_ptr(),
            ldc,
        };
        // SAFETY: the sizes were checked above, `Matrix` is packed as it says, and the CPU has the set.
        unsafe { gemm::multiply(self.functions, &args, then) }
    }

    /// One head: rows of `out`, `stride` apart, written up to whole vectors. `scores` as long as
    /// [`scores_length`](Kernels::scores_length).
    pub(crate) fn attend(
        self,
        head: &Head<'_>,
        scores: &mut [f32],
        out: &mut [f32],
        stride: usize,
    ) {
        if head.count == 0 || head.points == 0 {
            return;
        }
        let lanes = self.lanes();
        let (keys, dq, dv) = (head.points, head.query_length, head.value_length);
        assert!(head.queries.len() >= (head.count - 1) * head.query_stride + dq, "queries");
        assert!(head.keys.len() >= gemm::packed_length(dq, keys, lanes), "keys");
        assert!(head.values.len() >= gemm::packed_length(keys, dv, lanes), "values");
        assert!(scores.len() >= attention::scores_length(keys), "scores");
        assert!(out.len() >= (head.count - 1) * stride + dv.next_multiple_of(lanes), "out");
        let args = attention::Args {
            m: head.count,
            keys,
            dq,
            dv,
            queries: head.queries.as_ptr(),
            ldq: head.query_stride,
            packed_keys: head.keys.as_ptr(),
            packed_values: head.values.as_ptr(),
            scores: scores.as_mut_ptr(),
            out: out.as_mut_ptr(),
            ldo: stride,
        };
        // SAFETY: the sizes were checked above, and the CPU has the set.
        unsafe { attention::attend(self.functions, &args) }
    }

    /// Numbers that [`attend`](Kernels::attend) needs for scores.
    pub(crate) fn scores_length(points: usize) -> usize {
        attention::scores_length(points)
    }

    /// Numbers that `k × n` take when packed.
    pub(crate) fn packed_length(self, k: usize, n: usize) -> usize {
        gemm::packed_length(k, n, self.lanes())
    }

    /// Packs `n` rows of `k` numbers as columns.
    pub(crate) fn pack_columns(
        self,
        k: usize,
        n: usize,
        rows: &[f32],
        stride: usize,
        out: &mut [f32],
    ) {
        if n == 0 {
            return;
        }
        assert!(rows.len() >= (n - 1) * stride + k && out.len() >= self.packed_length(k, n));
        // SAFETY: checked above; the CPU has the set.
        unsafe { (self.functions.pack_columns)(k, n, rows.as_ptr(), stride, out.as_mut_ptr()) }
    }

    /// Packs `k` rows of `n` numbers as rows. A vector past the last number of each row must be there to be read.
    pub(crate) fn pack_rows(
        self,
        k: usize,
        n: usize,
        rows: &[f32],
        stride: usize,
        out: &mut [f32],
    ) {
        if k == 0 {
            return;
        }
        assert!(rows.len() >= (k - 1) * stride + n.next_multiple_of(self.lanes()));
        assert!(out.len() >= self.packed_length(k, n));
        // SAFETY: checked above; the CPU has the set.
        unsafe { (self.functions.pack_rows)(k, n, rows.as_ptr(), stride, out.as_mut_ptr()) }
    }

    /// Turns queries and keys by the place of their points. `rows` begin with the point number `first` of a board with so
    /// many columns, each `stride` long: all heads of queries, then of keys.
    pub(crate) fn turn(
        self,
        rotation: &Rotation<'_>,
        (first, points, columns): (usize, usize, usize),
        rows: &mut [f32],
        stride: usize,
    ) {
        if points == 0 {
            return;
        }
        let Rotation { heads, kv_heads, pairs, .. } = *rotation;
        let angles = kv_heads * pairs;
        let last = first + points - 1;
        assert!(stride >= 2 * pairs * (heads + kv_heads) && rows.len() >= points * stride);
        assert!(kv_heads > 0 && heads % kv_heads == 0);
        for table in [rotation.column_cos, rotation.column_sin] {
            assert!(table.len() >= columns * angles, "columns of the tables");
        }
        for table in [rotation.row_cos, rotation.row_sin] {
            assert!(table.len() >= (last / columns + 1) * angles, "rows of the tables");
        }
        let args = pointwise::Turn {
            first,
            points,
            columns,
            rows: rows.as_mut_ptr(),
            stride,
            heads,
            kv_heads,
            pairs,
            column: (rotation.column_cos.as_ptr(), rotation.column_sin.as_ptr()),
            row: (rotation.row_cos.as_ptr(), rotation.row_sin.as_ptr()),
        };
        // SAFETY: checked above; the CPU has the set.
        unsafe { (self.functions.turn)(&args) }
    }

    /// The first convolution: `cells` are the planes of each point of one board as bits.
    pub(crate) fn convolve_bits(
        self,
        (rows, columns): (usize, usize),
        cells: &[u32],
        filter: &Filter,
        bias: &[f32],
        out: &mut [f32],
        list: &mut Vec<u32>,
    ) {
        let stride = padded(filter.outputs());
        let (ky, kx) = filter.kernel();
        let planes = filter.inputs();
        assert!(cells.len() >= rows * columns && out.len() >= rows * columns * stride);
        assert!(bias.len() >= stride);
        assert!(filter.rows().len() >= ky * kx * planes * stride, "not packed as rows");
        let known = if planes >= 32 { u32::MAX } else { (1 << planes) - 1 };
        assert!(cells.iter().all(|cell| cell & !known == 0), "unknown planes");
        list.resize(ky * kx * planes, 0);
        let args = sparse::Args {
            rows,
            columns,
            cells: cells.as_ptr(),
            planes,
            kernel: (ky, kx),
            weights: filter.rows().as_ptr(),
            bias: bias.as_ptr(),
            out: out.as_mut_ptr(),
            stride,
            list: list.as_mut_ptr(),
        };
        // SAFETY: checked above; the CPU has the set.
        unsafe { (self.functions.convolve_bits)(&args) }
    }

    /// `target = act(source · scale + bias)`; with `bias_step` each position has its own biases, so far apart.
    pub(crate) fn norm(
        self,
        channels: usize,
        (source, from): (&[f32], Layout),
        target: (&mut [f32], Layout),
        norm: NormAct<'_>,
        bias_step: usize,
    ) {
        self.norm_part(channels, (source, from, 0), target, norm, bias_step);
    }

    /// [`norm`](Kernels::norm) of the channels that begin at `channel`.
    pub(crate) fn norm_part(
        self,
        channels: usize,
        (source, from, channel): (&[f32], Layout, usize),
        (target, to): (&mut [f32], Layout),
        norm: NormAct<'_>,
        bias_step: usize,
    ) {
        let width = channels.next_multiple_of(self.lanes());
        assert!((from.positions, from.rows, from.columns) == (to.positions, to.rows, to.columns));
        if from.points() == 0 {
            return;
        }
        // The last pixel's vectors may reach past its channels.
        let reached = (channel + width).saturating_sub(from.stride);
        assert!(source.len() >= from.length() + reached && target.len() >= to.length());
        assert!(to.stride >= width && norm.scale.len() >= width);
        assert!(norm.bias.len() >= (from.positions - 1) * bias_step + width);
        let args = NormArgs {
            pixels: (from.positions, from.rows, from.columns),
            channels,
            source: from.raw(source.as_ptr().cast_mut(), false).channel(channel),
            target: to.raw(target.as_mut_ptr(), false),
            scale: norm.scale.as_ptr(),
            bias: norm.bias.as_ptr(),
            bias_step,
            act: number(norm.activation),
        };
        // SAFETY: checked above, and the source is only read; the CPU has the set.
        unsafe { (self.functions.norm)(&args) }
    }

    /// [`norm`](Kernels::norm) of rows where they are.
    pub(crate) fn norm_in_place(
        self,
        channels: usize,
        rows: &mut [f32],
        stride: usize,
        norm: NormAct<'_>,
    ) {
        let width = channels.next_multiple_of(self.lanes());
        let count = rows.len() / stride;
        assert!(stride >= width && norm.scale.len() >= width && norm.bias.len() >= width);
        let plane = Layout::dense(1, 1, count, stride).raw(rows.as_mut_ptr(), false);
        let args = NormArgs {
            pixels: (1, 1, count),
            channels,
            source: plane,
            target: plane,
            scale: norm.scale.as_ptr(),
            bias: norm.bias.as_ptr(),
            bias_step: 0,
            act: number(norm.activation),
        };
        // SAFETY: checked above; each vector is read before it is written; the CPU has the set.
        unsafe { (self.functions.norm)(&args) }
    }

    /// Each row divided by the root of its mean square. What is past the channels of a row must be zeros.
    pub(crate) fn root_mean_square(
        self,
        channels: usize,
        stride: usize,
        source: &[f32],
        target: &mut [f32],
        epsilon: f32,
    ) {
        let points = source.len() / stride;
        assert!(
            stride >= channels.next_multiple_of(self.lanes()) && target.len() >= points * stride
        );
        let (from, to) = (source.as_ptr(), target.as_mut_ptr());
        // SAFETY: checked above; the CPU has the set.
        unsafe { (self.functions.root_mean_square)(points, channels, stride, from, to, epsilon) }
    }

    /// The sum of the squares of a multiple of 16 numbers.
    pub(crate) fn sum_squares(self, numbers: &[f32]) -> f32 {
        assert!(numbers.len().is_multiple_of(16));
        // SAFETY: whole vectors, as none is longer than 16; the CPU has the set.
        unsafe { (self.functions.sum_squares)(numbers.as_ptr(), numbers.len()) }
    }

    /// Mean and greatest of each channel over the rows.
    pub(crate) fn pool(
        self,
        channels: usize,
        stride: usize,
        rows: &[f32],
        mean: &mut [f32],
        greatest: &mut [f32],
    ) {
        let width = channels.next_multiple_of(self.lanes());
        let points = rows.len() / stride;
        assert!(points > 0 && stride >= width && mean.len() >= width && greatest.len() >= width);
        let (from, mean, greatest) = (rows.as_ptr(), mean.as_mut_ptr(), greatest.as_mut_ptr());
        // SAFETY: checked above; the CPU has the set.
        unsafe { (self.functions.pool)(points, channels, stride, from, mean, greatest) }
    }

    /// A convolution of bordered planes. `scratch` grows as needed.
    pub(crate) fn convolve(
        self,
        (source, layout): (&[f32], Layout),
        filter: &Filter,
        outputs: &mut Outputs<'_>,
        scratch: &mut Buffer,
    ) {
        if layout.points() == 0 {
            return;
        }
        assert!(source.len() >= layout.length() && layout.stride >= padded(filter.inputs()));
        match filter.tile(layout.rows, layout.columns) {
            Some(tile) => self.convolve_tiles((source, layout), filter, tile, outputs, scratch),
            None => self.convolve_directly((source, layout), filter, outputs, scratch),
        }
    }
}
