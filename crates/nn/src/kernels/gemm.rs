//! Products of matrices: `C (m × n) = A (m × k) · B (k × n)`, rows of A and C in memory one after another, B packed.
//!
//! **Packing.** B stands in panels of two vectors: panel after panel, in each the k rows one after another, padded with
//! zeros; a last panel that fits in one vector is one vector wide. So the kernel reads B once from front to back.
//!
//! **Blocking.** A block of [`Simd::ROWS`] × 2 vectors of C stays in registers over all k. The rows of A that stay in the
//! first-level cache while all panels pass are chosen by their size; long k are cut, and C is added to.

use super::Then;
use super::simd::{Simd, silu};
use super::table::Functions;

/// What is done with a block when its sums are ready.
pub(super) mod epilogue {
    /// C = sums
    pub(in crate::kernels) const STORE: u8 = 0;
    /// C += sums
    pub(in crate::kernels) const ADD: u8 = 1;
    /// One vector for the panel's two: silu(first) · second.
    pub(in crate::kernels) const GATE: u8 = 2;
}

/// The arguments, checked by the caller.
#[derive(Clone, Copy)]
pub(super) struct Args {
    pub(super) m: usize,
    pub(super) n: usize,
    pub(super) k: usize,
    pub(super) a: *const f32,
    /// Numbers from a row of A to the next.
    pub(super) lda: usize,
    pub(super) b: *const f32,
    pub(super) c: *mut f32,
    /// Numbers from a row of C to the next.
    pub(super) ldc: usize,
}

/// Bytes of A that stay in the first-level cache, beside a panel of B.
const A_BYTES: usize = 20 << 10;

/// Longest k of one pass: a panel of 16 columns is then 16 KiB.
const K_BLOCK: usize = 256;

/// R rows × N vectors.
///
/// # Safety
/// A, B and C are as large as the arguments say; the CPU has the set.
#[inline(always)]
unsafe fn tile<S: Simd, const R: usize, const N: usize, const E: u8>(
    k: usize,
    a: *const f32,
    lda: usize,
    b: *const f32,
    c: *mut f32,
    ldc: usize,
) {
    let mut sums = [[S::splat(0.0); N]; R];
    let mut b = b;
    // Panels lie one after another: while one is computed with, the next comes nearer.
    let ahead = k * N * S::LANES;
    for p in 0..k {
        S::prefetch(b.wrapping_add(ahead));
        let mut columns = [S::splat(0.0); N];
        for (j, column) in columns.iter_mut().enumerate() {
            *column = S::load(b.add(j * S::LANES));
        }
        for (r, row) in sums.iter_mut().enumerate() {
            let x = S::splat(*a.add(r * lda + p));
            for (sum, &column) in row.iter_mut().zip(&columns) {
                *sum = S::fma(x, column, *sum);
            }
        }
        b = b.add(N * S::LANES);
    }
    for (r, row) in sums.iter().enumerate() {
        let c = c.add(r * ldc);
        if E == epilogue::GATE && N == 2 {
            S::store(c, S::mul(silu::<S>(row[0]), row[1]));
            continue;
        }
        for (j, &sum) in row.iter().enumerate() {
            let c = c.add(j * S::LANES);
            let sum = if E == epilogue::ADD { S::add(S::load(c), sum) } else { sum };
            S::store(c, sum);
        }
    }
}

/// All m rows of one panel, in blocks as equal as may be.
///
/// # Safety
/// As [`tile`].
#[inline(always)]
pub(super) unsafe fn panel<S: Simd, const N: usize, const E: u8>(
    m: usize,
    k: usize,
    a: *const f32,
    lda: usize,
    b: *const f32,
    c: *mut f32,
    ldc: usize,
) {
    let blocks = m.div_ceil(S::ROWS);
    let (least, larger) = (m / blocks, m % blocks);
    let mut row = 0;
    for block in 0..blocks {
        let rows = least + usize::from(block < larger);
        let (a, c) = (a.add(row * lda), c.add(row * ldc));
        macro_rules! rows {
            ($($r:literal)*) => {
                match rows {
                    $($r if $r <= S::ROWS => tile::<S, $r, N, E>(k, a, lda, b, c, ldc),)*
                    _ => {}
                }
            };
        }
        rows!(1 2 3 4 5 6 7 8 9 10 11 12 13);
        row += rows;
    }
}

/// One panel's rows: m, k, A, lda, B, C, ldc.
pub(super) type Panel = unsafe fn(usize, usize, *const f32, usize, *const f32, *mut f32, usize);

/// The product.
///
/// # Safety
/// A has m rows, C m rows of n numbers rounded up to a vector (half of that for `GATE`), B is packed for k × n; the
/// CPU has the set of the functions.
pub(super) unsafe fn multiply(functions: &Functions, args: &Args, then: Then) {
    let Args { m, n, k, a, lda, b, c, ldc } = *args;
    let (lanes, height) = (functions.lanes, functions.rows);
    // A gate needs whole sums.
    let k_block = if then == Then::Gate || k <= K_BLOCK + K_BLOCK / 2 { k } else { K_BLOCK };
    let m_block = (A_BYTES / 4 / k_block / height).max(2) * height;
    let mut row = 0;
    while row < m {
        let rows = if m - row < m_block + height { m - row } else { m_block };
        let (a, c) = (a.add(row * lda), c.add(row * ldc));
        let mut from = 0;
        while from < k {
            let length = (k - from).min(k_block);
            let panels = match then {
                Then::Gate => [functions.gate; 2],
                Then::Store if from == 0 => functions.store,
                Then::Store | Then::Add => functions.add,
            };
            for column in (0..n).step_by(2 * lanes) {
                let vectors = if n - column > lanes { 2 } else { 1 };
                let b = b.add(column * k + from * vectors * lanes);
                let c = c.add(if then == Then::Gate { column / 2 } else { column });
                panels[vectors - 1](rows, length, a.add(from), lda, b, c, ldc);
            }
            from += length;
        }
        row += rows;
    }
}

/// Numbers that k × n take when packed for vectors of so many lanes.
pub(super) fn packed_length(k: usize, n: usize, lanes: usize) -> usize {
    k * n.div_ceil(lanes) * lanes
}

/// Packs `k × n` numbers given by their row and column. `out` holds [`packed_length`] zeros.
pub(super) fn pack(
    k: usize,
    n: usize,
    lanes: usize,
    out: &mut [f32],
    at: impl Fn(usize, usize) -> f32,
) {
    for start in (0..n).step_by(2 * lanes) {
        let width = if n - start > lanes { 2 * lanes } else { lanes };
        let panel = &mut out[start * k..start * k + width * k];
        for (row, numbers) in panel.chunks_exact_mut(width).enumerate() {
            for (column, number) in numbers.iter_mut().enumerate().take(n - start) {
                *number = at(row, start + column);
            }
        }
    }
}
