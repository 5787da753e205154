//! Attention of one head: for a few queries at a time, their scores against all keys, the softmax, and the weighted
//! values, while the scores stay in the first-level cache.
//!
//! Scores are in units of ln 2 (the factor is in the queries' weights), so the softmax needs 2ˣ.

use super::gemm::{self, epilogue};
use super::simd::{Simd, exp2, greatest, sum};

/// The arguments, checked by the caller.
#[derive(Clone, Copy)]
pub(super) struct Args {
    /// Queries.
    pub(super) m: usize,
    /// Keys and values.
    pub(super) keys: usize,
    /// Length of a query.
    pub(super) dq: usize,
    /// Length of a value.
    pub(super) dv: usize,
    pub(super) queries: *const f32,
    /// Numbers from a query to the next.
    pub(super) ldq: usize,
    /// The keys as columns, packed as B of `dq × keys`.
    pub(super) packed_keys: *const f32,
    /// The values as rows, packed as B of `keys × dv`.
    pub(super) packed_values: *const f32,
    /// Room for [`scores_length`] numbers.
    pub(super) scores: *mut f32,
    pub(super) out: *mut f32,
    /// Numbers from a row of `out` to the next.
    pub(super) ldo: usize,
}

/// Queries at a time: two blocks with AVX2, so that a panel of keys or values is used twice.
const QUERIES: usize = 13;

/// Numbers of a row of scores.
fn scores_stride(keys: usize) -> usize {
    // An odd number of cache lines: rows fall on different sets.
    (keys.div_ceil(16) | 1) * 16
}

/// Numbers that the scores of a few queries take.
pub(super) fn scores_length(keys: usize) -> usize {
    QUERIES * scores_stride(keys)
}

/// Softmax of one row without the division: what the row's weights are to be divided by.
///
/// # Safety
/// `row` holds `keys` numbers rounded up to a vector; the CPU has the set.
#[inline(always)]
unsafe fn softmax<S: Simd>(row: *mut f32, keys: usize) -> f32 {
    for pad in keys..keys.next_multiple_of(S::LANES) {
        *row.add(pad) = f32::MIN;
    }
    let mut top = S::load(row);
    let mut second = top;
    let mut i = S::LANES;
    while i + S::LANES < keys {
        top = S::max(top, S::load(row.add(i)));
        second = S::max(second, S::load(row.add(i + S::LANES)));
        i += 2 * S::LANES;
    }
    if i < keys {
        top = S::max(top, S::load(row.add(i)));
    }
    let top = S::splat(greatest::<S>(S::max(top, second)));
    let mut total = S::splat(0.0);
    let mut i = 0;
    while i < keys {
        let e = exp2::<S>(S::sub(S::load(row.add(i)), top));
        S::store(row.add(i), e);
        total = S::add(total, e);
        i += S::LANES;
    }
    // Padding added next to nothing: 2⁻¹²⁶ each.
    sum::<S>(total)
}

/// The rows of `out`: `dv` numbers each, rounded up to a vector.
///
/// # Safety
/// The memory is as large as the arguments say; the CPU has the set.
#[inline(always)]
pub(super) unsafe fn attention<S: Simd>(args: &Args) {
    let Args { m, keys, dq, dv, scores, ldo, .. } = *args;
    let stride = scores_stride(keys);
    let per_pass = if S::ROWS > 6 { S::ROWS } else { 2 * S::ROWS };
    let mut row = 0;
    while row < m {
        let rows = (m - row).min(per_pass);
        gemm::gemm::<S, { epilogue::STORE }>(&gemm::Args {
            m: rows,
            n: keys,
            k: dq,
            a: args.queries.add(row * args.ldq),
            lda: args.ldq,
            b: args.packed_keys,
            c: scores,
            ldc: stride,
        });
        let mut totals = [1.0f32; QUERIES];
        for (r, total) in totals.iter_mut().enumerate().take(rows) {
            *total = softmax::<S>(scores.add(r * stride), keys);
        }
        let out = args.out.add(row * ldo);
        values::<S>(rows, keys, dv, scores, stride, args.packed_values, out, ldo);
        for (r, total) in totals.iter().enumerate().take(rows) {
            let factor = S::splat(1.0 / total);
            let mut i = 0;
            while i < dv {
                let p = out.add(r * ldo + i);
                S::store(p, S::mul(S::load(p), factor));
                i += S::LANES;
            }
        }
        row += rows;
    }
}

/// Weighted values, all keys in one pass.
///
/// # Safety
/// As [`attention`].
#[inline(always)]
#[expect(clippy::too_many_arguments, reason = "the operands of a product")]
unsafe fn values<S: Simd>(
    rows: usize,
    keys: usize,
    dv: usize,
    scores: *const f32,
    stride: usize,
    values: *const f32,
    out: *mut f32,
    ldo: usize,
) {
    let mut column = 0;
    while column < dv {
        let (b, c) = (values.add(column * keys), out.add(column));
        if dv - column > S::LANES {
            gemm::panel::<S, 2, { epilogue::STORE }>(rows, keys, scores, stride, b, c, ldo);
        } else {
            gemm::panel::<S, 1, { epilogue::STORE }>(rows, keys, scores, stride, b, c, ldo);
        }
        column += 2 * S::LANES;
    }
}
