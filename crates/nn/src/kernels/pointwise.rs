//! Kernels that look at each point, or each channel of all points.

use super::plane::RawPlane;
use super::simd::{Simd, mish, silu, sum};

/// Activations as numbers, to be parameters.
pub(super) mod act {
    pub(in crate::kernels) const IDENTITY: u8 = 0;
    pub(in crate::kernels) const RELU: u8 = 1;
    pub(in crate::kernels) const MISH: u8 = 2;
    pub(in crate::kernels) const SILU: u8 = 3;
}

/// The activation of each lane.
///
/// # Safety
/// The CPU has the set.
#[inline(always)]
pub(super) unsafe fn activate<S: Simd, const ACT: u8>(v: S::V) -> S::V {
    match ACT {
        act::RELU => S::max(v, S::splat(0.0)),
        act::MISH => mish::<S>(v),
        act::SILU => silu::<S>(v),
        _ => v,
    }
}

/// `target = act(source · scale + bias)` for the pixels of some positions; `bias_step` numbers from the biases of a
/// position to those of the next.
///
/// # Safety
/// The planes hold the pixels, with channels rounded up to a vector; so do scale and bias.
#[inline(always)]
pub(super) unsafe fn norm<S: Simd, const ACT: u8>(
    (positions, rows, columns): (usize, usize, usize),
    channels: usize,
    source: &RawPlane,
    target: &RawPlane,
    scale: *const f32,
    bias: *const f32,
    bias_step: usize,
) {
    for position in 0..positions {
        let bias = bias.add(position * bias_step);
        for row in 0..rows {
            let (mut from, mut to) = (source.at(position, row, 0), target.at(position, row, 0));
            for _ in 0..columns {
                let mut c = 0;
                while c < channels {
                    let v =
                        S::fma(S::load(from.add(c)), S::load(scale.add(c)), S::load(bias.add(c)));
                    S::store(to.add(c), activate::<S, ACT>(v));
                    c += S::LANES;
                }
                (from, to) = (from.add(source.pixel), to.add(target.pixel));
            }
        }
    }
}

/// Each row divided by the root of its mean square: `target = source / √(mean(source²) + epsilon)`.
///
/// # Safety
/// Rows are `stride` numbers, of which those past `channels` are zeros in `source`, and a multiple of a vector.
#[inline(always)]
pub(super) unsafe fn root_mean_square<S: Simd>(
    points: usize,
    channels: usize,
    stride: usize,
    source: *const f32,
    target: *mut f32,
    epsilon: f32,
) {
    let width = channels.next_multiple_of(S::LANES);
    for point in 0..points {
        let (from, to) = (source.add(point * stride), target.add(point * stride));
        let squares = sum_squares::<S>(from, width);
        let factor = S::splat(1.0 / (squares / channels as f32 + epsilon).sqrt());
        let mut c = 0;
        while c < width {
            S::store(to.add(c), S::mul(S::load(from.add(c)), factor));
            c += S::LANES;
        }
    }
}

/// The sum of the squares of a multiple of a vector.
///
/// # Safety
/// There are as many numbers.
#[inline(always)]
pub(super) unsafe fn sum_squares<S: Simd>(from: *const f32, length: usize) -> f32 {
    let (mut first, mut second) = (S::splat(0.0), S::splat(0.0));
    let mut c = 0;
    while c + S::LANES < length {
        let (a, b) = (S::load(from.add(c)), S::load(from.add(c + S::LANES)));
        first = S::fma(a, a, first);
        second = S::fma(b, b, second);
        c += 2 * S::LANES;
    }
    if c < length {
        let a = S::load(from.add(c));
        first = S::fma(a, a, first);
    }
    sum::<S>(S::add(first, second))
}

/// The mean and the greatest of each channel over the points of one position.
///
/// # Safety
/// Rows are `stride` numbers, `channels` rounded up to a vector of them used; so are `mean` and `greatest`.
#[inline(always)]
pub(super) unsafe fn pool<S: Simd>(
    points: usize,
    channels: usize,
    stride: usize,
    source: *const f32,
    mean: *mut f32,
    greatest: *mut f32,
) {
    let part = S::splat(1.0 / points as f32);
    let mut c = 0;
    while c < channels {
        let (mut total, mut top) = (S::splat(0.0), S::load(source.add(c)));
        for point in 0..points {
            let v = S::load(source.add(point * stride + c));
            total = S::add(total, v);
            top = S::max(top, v);
        }
        S::store(mean.add(c), S::mul(total, part));
        S::store(greatest.add(c), top);
        c += S::LANES;
    }
}

/// Turns pairs of numbers by the place of their point. A head's first halves of the pairs stand before the second ones.
#[derive(Clone, Copy)]
pub(super) struct Turn {
    /// The first point's index within its board.
    pub(super) first: usize,
    pub(super) points: usize,
    pub(super) columns: usize,
    /// Rows of `stride` numbers: `heads` queries, then `kv_heads` keys, each `2 · pairs` long.
    pub(super) rows: *mut f32,
    pub(super) stride: usize,
    pub(super) heads: usize,
    pub(super) kv_heads: usize,
    pub(super) pairs: usize,
    /// Cosine and sine for the column: `[column][kv head][pair]`.
    pub(super) column: (*const f32, *const f32),
    /// Cosine and sine for the row: `[row][kv head][pair]`.
    pub(super) row: (*const f32, *const f32),
}

/// Longest run of pairs turned at a time.
const PAIRS: usize = 32;

/// # Safety
/// Rows and tables are as large as the arguments say.
#[inline(always)]
pub(super) unsafe fn turn<S: Simd>(args: &Turn) {
    let angles = args.kv_heads * args.pairs;
    let group = args.heads / args.kv_heads;
    for point in 0..args.points {
        let (y, x) = ((args.first + point) / args.columns, (args.first + point) % args.columns);
        let row = args.rows.add(point * args.stride);
        for kv in 0..args.kv_heads {
            let mut from = 0;
            while from < args.pairs {
                let count = (args.pairs - from).min(PAIRS);
                // cos(a + b), sin(a + b) from those of the column's angle and the row's.
                let (mut cos, mut sin) = ([0.0f32; PAIRS], [0.0f32; PAIRS]);
                let (at_x, at_y) =
                    (x * angles + kv * args.pairs + from, y * angles + kv * args.pairs + from);
                let (cx, sx) = (args.column.0.add(at_x), args.column.1.add(at_x));
                let (cy, sy) = (args.row.0.add(at_y), args.row.1.add(at_y));
                for i in 0..count {
                    cos[i] = *cx.add(i) * *cy.add(i) - *sx.add(i) * *sy.add(i);
                    sin[i] = *sx.add(i) * *cy.add(i) + *cx.add(i) * *sy.add(i);
                }
                for head in 0..=group {
                    // The group's queries, then the key.
                    let head = if head < group { kv * group + head } else { args.heads + kv };
                    let a = row.add(head * 2 * args.pairs + from);
                    pairs::<S>(a, a.add(args.pairs), &cos, &sin, count);
                }
                from += count;
            }
        }
    }
}

/// Turns some pairs.
///
/// # Safety
/// `a` and `b` hold `count` numbers, at most [`PAIRS`].
#[inline(always)]
unsafe fn pairs<S: Simd>(
    a: *mut f32,
    b: *mut f32,
    cos: &[f32; PAIRS],
    sin: &[f32; PAIRS],
    count: usize,
) {
    let mut i = 0;
    while i + S::LANES <= count {
        let (c, s) = (S::load(cos.as_ptr().add(i)), S::load(sin.as_ptr().add(i)));
        let (x, y) = (S::load(a.add(i)), S::load(b.add(i)));
        S::store(a.add(i), S::fnma(y, s, S::mul(x, c)));
        S::store(b.add(i), S::fma(x, s, S::mul(y, c)));
        i += S::LANES;
    }
    while i < count {
        let (x, y) = (*a.add(i), *b.add(i));
        *a.add(i) = x * cos[i] - y * sin[i];
        *b.add(i) = x * sin[i] + y * cos[i];
        i += 1;
    }
}

/// Packs rows as the columns of a matrix for [`super::gemm`]: `k × n` from `n` rows of `k` numbers.
///
/// # Safety
/// `rows` are `stride` apart; `out` holds the packed numbers.
#[inline(always)]
pub(super) unsafe fn pack_columns<S: Simd>(
    k: usize,
    n: usize,
    rows: *const f32,
    stride: usize,
    out: *mut f32,
) {
    let mut start = 0;
    while start < n {
        let width = if n - start > S::LANES { 2 * S::LANES } else { S::LANES };
        let panel = out.add(start * k);
        for column in 0..width {
            let from = rows.add((start + column).min(n - 1) * stride);
            for i in 0..k {
                *panel.add(i * width + column) = *from.add(i);
            }
        }
        start += 2 * S::LANES;
    }
}

/// Packs rows as the rows of a matrix for [`super::gemm`]: `k × n` from `k` rows of `n` numbers.
///
/// # Safety
/// `rows` are `stride` apart, with a vector to be read past the last number; `out` holds the packed numbers.
#[inline(always)]
pub(super) unsafe fn pack_rows<S: Simd>(
    k: usize,
    n: usize,
    rows: *const f32,
    stride: usize,
    out: *mut f32,
) {
    let mut start = 0;
    while start < n {
        let vectors = if n - start > S::LANES { 2 } else { 1 };
        let mut to = out.add(start * k);
        for row in 0..k {
            let from = rows.add(row * stride + start);
            for v in 0..vectors {
                S::store(to, S::load(from.add(v * S::LANES)));
                to = to.add(S::LANES);
            }
        }
        start += 2 * S::LANES;
    }
}

/// Nothing but `rounds` × 12 multiplications with addition in registers, two per cycle where the CPU can: its peak.
///
/// # Safety
/// The CPU has the set.
#[inline(always)]
pub(super) unsafe fn peak<S: Simd>(rounds: usize) -> f32 {
    // Unknown and unequal, or the compiler would see that fewer sums do.
    let numbers: [f32; 14] = std::hint::black_box(std::array::from_fn(|i| 1.0 / (i + 2) as f32));
    let (a, b) = (S::splat(numbers[12]), S::splat(numbers[13]));
    let mut sums = [S::splat(0.0); 12];
    for (sum, &number) in sums.iter_mut().zip(&numbers) {
        *sum = S::splat(number);
    }
    for _ in 0..rounds {
        for sum in &mut sums {
            *sum = S::fma(*sum, a, b);
        }
    }
    let mut total = S::splat(0.0);
    for v in sums {
        total = S::add(total, v);
    }
    sum::<S>(total)
}
