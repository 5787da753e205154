//! The first convolution: its planes are bits, most of them 0, so the weights of the set ones are added up.

use super::simd::Simd;

/// The arguments, checked by the caller.
#[derive(Clone, Copy)]
pub(super) struct Args {
    pub(super) rows: usize,
    pub(super) columns: usize,
    /// For each point its planes, the lowest bit the first.
    pub(super) cells: *const u32,
    pub(super) planes: usize,
    /// Rows and columns of the kernel.
    pub(super) kernel: (usize, usize),
    /// `[ky][kx][plane]`, each a row of `stride` numbers.
    pub(super) weights: *const f32,
    /// Added to every point.
    pub(super) bias: *const f32,
    pub(super) out: *mut f32,
    /// Numbers of a point; a multiple of a cache line.
    pub(super) stride: usize,
    /// Room for the rows to add: as many as kernel elements × planes.
    pub(super) list: *mut u32,
}

/// Sums for N vectors of channels.
///
/// # Safety
/// The list's rows exist.
#[inline(always)]
unsafe fn gather<S: Simd, const N: usize>(
    list: &[u32],
    weights: *const f32,
    bias: *const f32,
    out: *mut f32,
) {
    let mut sums = [S::splat(0.0); N];
    for (v, sum) in sums.iter_mut().enumerate() {
        *sum = S::load(bias.add(v * S::LANES));
    }
    for &offset in list {
        let row = weights.add(offset as usize);
        for (v, sum) in sums.iter_mut().enumerate() {
            *sum = S::add(*sum, S::load(row.add(v * S::LANES)));
        }
    }
    for (v, &sum) in sums.iter().enumerate() {
        S::store(out.add(v * S::LANES), sum);
    }
}

/// One position.
///
/// # Safety
/// The memory is as large as the arguments say.
#[inline(always)]
pub(super) unsafe fn convolve<S: Simd>(args: &Args) {
    let Args { rows, columns, planes, kernel, stride, .. } = *args;
    let (up, left) = (kernel.0 / 2, kernel.1 / 2);
    for y in 0..rows {
        for x in 0..columns {
            let mut count = 0;
            for ky in up.saturating_sub(y)..kernel.0.min(rows + up - y) {
                for kx in left.saturating_sub(x)..kernel.1.min(columns + left - x) {
                    let mut cell = *args.cells.add((y + ky - up) * columns + x + kx - left);
                    let first = (ky * kernel.1 + kx) * planes;
                    while cell != 0 {
                        let row = first + cell.trailing_zeros() as usize;
                        *args.list.add(count) = (row * stride) as u32;
                        count += 1;
                        cell &= cell - 1;
                    }
                }
            }
            let list = std::slice::from_raw_parts(args.list, count);
            let out = args.out.add((y * columns + x) * stride);
            let mut c = 0;
            while c < stride {
                let (weights, bias, out) = (args.weights.add(c), args.bias.add(c), out.add(c));
                let vectors = (stride - c) / S::LANES;
                let done = match vectors {
                    12.. => {
                        gather::<S, 12>(list, weights, bias, out);
                        12
                    }
                    6..12 => {
                        gather::<S, 6>(list, weights, bias, out);
                        6
                    }
                    2..6 => {
                        gather::<S, 2>(list, weights, bias, out);
                        2
                    }
                    _ => {
                        gather::<S, 1>(list, weights, bias, out);
                        1
                    }
                };
                c += done * S::LANES;
            }
        }
    }
}
