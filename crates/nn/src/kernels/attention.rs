//! Attention of one head: for a few queries at a time, their scores against all keys, the softmax, and the weighted
//! values, while the scores stay in the first-level cache.
//!
//! Scores are in units of ln 2 (the factor is in the queries' weights), so the softmax needs 2ˣ.

use super::simd::{Simd, exp2, greatest, sum};
use super::table::Functions;
use super::{Then, gemm};

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

/// The softmax of some rows of scores, `stride` apart, without the divisors, which go to `totals`.
///
/// # Safety
/// As [`softmax`].
#[inline(always)]
pub(super) unsafe fn weights<S: Simd>(
    rows: usize,
    keys: usize,
    scores: *mut f32,
    stride: usize,
    totals: *mut f32,
) {
    for row in 0..rows {
        *totals.add(row) = softmax::<S>(scores.add(row * stride), keys);
    }
}

/// Divides rows of `length` numbers, rounded up to a vector, by their divisors.
///
/// # Safety
/// The rows are there; the CPU has the set.
#[inline(always)]
pub(super) unsafe fn divide<S: Simd>(
    rows: usize,
    length: usize,
    out: *mut f32,
    stride: usize,
    totals: *const f32,
) {
    for row in 0..rows {
        let factor = S::splat(1.0 / *totals.add(row));
        let mut i = 0;
        while i < length {
            let p = out.add(row * stride + i);
            S::store(p, S::mul(S::load(p), factor));
            i += S::LANES;
        }
    }
}

/// The rows of `out`: `dv` numbers each, rounded up to a vector.
///
/// # Safety
/// The memory is as large as the arguments say; the CPU has the set of the functions.
pub(super) unsafe fn attend(functions: &Functions, args: &Args) {
    let Args { m, keys, dq, dv, scores, ldo, .. } = *args;
    let stride = scores_stride(keys);
    let mut row = 0;
    while row < m {
        let rows = (m - row).min(QUERIES / functions.rows * functions.rows);
        let product = gemm::Args {
            m: rows,
            n: keys,
            k: dq,
            a: args.queries.add(row * args.ldq),
            lda: args.ldq,
            b: args.packed_keys,
            c: scores,
            ldc: stride,
        };
        gemm::multiply(functions, &product, Then::Store);
        let mut totals = [1.0f32; QUERIES];
        (functions.weights)(rows, keys, scores, stride, totals.as_mut_ptr());
        let out = args.out.add(row * ldo);
        for column in (0..dv).step_by(2 * functions.lanes) {
            let vectors = if dv - column > functions.lanes { 2 } else { 1 };
            let (b, c) = (args.packed_values.add(column * keys), out.add(column));
            functions.store[vectors - 1](rows, keys, scores, stride, b, c, ldo);
        }
        (functions.divide)(rows, dv, out, ldo, totals.as_ptr());
        row += rows;
    }
}
