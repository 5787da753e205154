//! Convolutions 3 × 3 after Winograd: tiles of the input and the weights are transformed, multiplied element by element
//! (that is, one product of matrices for each element of a tile), and transformed back. A tile of 4 × 4 outputs takes 36
//! products for each pair of channels instead of 144, one of 3 × 3 takes 25 instead of 81.
//!
//! Source: A. Lavin, S. Gray, "Fast Algorithms for Convolutional Neural Networks" (2015), with the points 0, ±1, ±2, ∞
//! and 0, ±1, 2, ∞.

use super::plane::{Finish, RawPlane};
use super::pointwise::activate;
use super::simd::Simd;

/// The one-dimensional transforms: `outputs = Aᵀ ((G weights) ⊙ (Bᵀ inputs))`.
pub(super) trait Transform<const T: usize, const M: usize> {
    /// Bᵀ
    unsafe fn input<S: Simd>(z: [S::V; T]) -> [S::V; T];
    /// Aᵀ
    unsafe fn output<S: Simd>(z: [S::V; T]) -> [S::V; M];
    /// G
    fn weights(g: [f32; 3]) -> [f32; T];
}

/// F(4, 3): four outputs from six inputs.
#[derive(Debug)]
pub(super) struct Four;

/// F(3, 3): three outputs from five inputs.
#[derive(Debug)]
pub(super) struct Three;

impl Transform<6, 4> for Four {
    // Bᵀ =  4  0 −5  0  1  0
    //       0 −4 −4  1  1  0
    //       0  4 −4 −1  1  0
    //       0 −2 −1  2  1  0
    //       0  2 −1 −2  1  0
    //       0  4  0 −5  0  1
    #[inline(always)]
    unsafe fn input<S: Simd>(z: [S::V; 6]) -> [S::V; 6] {
        let (two, four, five) = (S::splat(2.0), S::splat(4.0), S::splat(5.0));
        let a = S::fnma(four, z[2], z[4]);
        let b = S::fnma(four, z[1], z[3]);
        let c = S::sub(z[4], z[2]);
        let d = S::mul(two, S::sub(z[3], z[1]));
        [
            S::fma(four, z[0], S::fnma(five, z[2], z[4])),
            S::add(a, b),
            S::sub(a, b),
            S::add(c, d),
            S::sub(c, d),
            S::fma(four, z[1], S::fnma(five, z[3], z[5])),
        ]
    }

    // Aᵀ =  1  1  1  1  1  0
    //       0  1 −1  2 −2  0
    //       0  1  1  4  4  0
    //       0  1 −1  8 −8  1
    #[inline(always)]
    unsafe fn output<S: Simd>(z: [S::V; 6]) -> [S::V; 4] {
        let (p, m) = (S::add(z[1], z[2]), S::sub(z[1], z[2]));
        let (q, n) = (S::add(z[3], z[4]), S::sub(z[3], z[4]));
        [
            S::add(z[0], S::add(p, q)),
            S::fma(S::splat(2.0), n, m),
            S::fma(S::splat(4.0), q, p),
            S::add(S::fma(S::splat(8.0), n, m), z[5]),
        ]
    }

    // G  =   ¼    0    0
    //      −1/6 −1/6 −1/6
    //      −1/6  1/6 −1/6
    //      1/24 1/12  1/6
    //      1/24 −1/12 1/6
    //        0    0    1
    fn weights(g: [f32; 3]) -> [f32; 6] {
        let [a, b, c] = g;
        [
            a / 4.0,
            -(a + b + c) / 6.0,
            (b - a - c) / 6.0,
            (a + 2.0 * b + 4.0 * c) / 24.0,
            (a - 2.0 * b + 4.0 * c) / 24.0,
            c,
        ]
    }
}

impl Transform<5, 3> for Three {
    // Bᵀ =  2 −1 −2  1  0
    //       0 −2 −1  1  0
    //       0  2 −3  1  0
    //       0 −1  0  1  0
    //       0  2 −1 −2  1
    #[inline(always)]
    unsafe fn input<S: Simd>(z: [S::V; 5]) -> [S::V; 5] {
        let two = S::splat(2.0);
        let d = S::sub(z[3], z[1]);
        [
            S::fma(two, S::sub(z[0], z[2]), d),
            S::sub(S::fnma(two, z[1], z[3]), z[2]),
            S::add(S::fma(two, z[1], z[3]), S::mul(S::splat(-3.0), z[2])),
            d,
            S::add(S::fnma(two, d, z[4]), S::sub(S::splat(0.0), z[2])),
        ]
    }

    // Aᵀ =  1  1  1  1  0
    //       0  1 −1  2  0
    //       0  1  1  4  1
    #[inline(always)]
    unsafe fn output<S: Simd>(z: [S::V; 5]) -> [S::V; 3] {
        let (p, m) = (S::add(z[1], z[2]), S::sub(z[1], z[2]));
        [
            S::add(z[0], S::add(p, z[3])),
            S::fma(S::splat(2.0), z[3], m),
            S::add(S::fma(S::splat(4.0), z[3], p), z[4]),
        ]
    }

    // G  =   ½    0    0
    //       −½   −½   −½
    //      −1/6  1/6 −1/6
    //       1/6  1/3  2/3
    //        0    0    1
    fn weights(g: [f32; 3]) -> [f32; 5] {
        let [a, b, c] = g;
        [a / 2.0, -(a + b + c) / 2.0, (b - a - c) / 6.0, (a + 2.0 * b + 4.0 * c) / 6.0, c]
    }
}

/// The tiles of some positions.
#[derive(Clone, Copy)]
pub(super) struct Tiles {
    pub(super) positions: usize,
    /// Rows of tiles of a position.
    pub(super) down: usize,
    /// Columns of tiles of a position.
    pub(super) across: usize,
}

impl Tiles {
    /// How many in all.
    pub(super) fn count(self) -> usize {
        self.positions * self.down * self.across
    }
}

/// Transforms the input: `out[element][tile][channel]`, with `stride` numbers from a tile to the next and `step` from an
/// element to the next.
///
/// # Safety
/// `source`, which begins at the upper left border, covers all tiles and a border of one; `out` holds the result.
#[inline(always)]
pub(super) unsafe fn input<S: Simd, F: Transform<T, M>, const T: usize, const M: usize>(
    source: &RawPlane,
    tiles: Tiles,
    channels: usize,
    (stride, step): (usize, usize),
    out: *mut f32,
) {
    let mut out = out;
    for position in 0..tiles.positions {
        for down in 0..tiles.down {
            for across in 0..tiles.across {
                let from = source.at(position, down * M, across * M);
                let mut c = 0;
                while c < channels {
                    let mut half = [[S::splat(0.0); T]; T];
                    for (y, half) in half.iter_mut().enumerate() {
                        let row = from.add(y * source.row + c);
                        let mut z = [S::splat(0.0); T];
                        for (x, z) in z.iter_mut().enumerate() {
                            *z = S::load(row.add(x * source.pixel));
                        }
                        *half = F::input::<S>(z);
                    }
                    for x in 0..T {
                        let mut z = [S::splat(0.0); T];
                        for (z, half) in z.iter_mut().zip(&half) {
                            *z = half[x];
                        }
                        for (y, &v) in F::input::<S>(z).iter().enumerate() {
                            S::store(out.add((y * T + x) * step + c), v);
                        }
                    }
                    c += S::LANES;
                }
                out = out.add(stride);
            }
        }
    }
}

/// Transforms one panel of outputs back and finishes it; `width` numbers from a tile to the next, `step` from an element
/// to the next.
///
/// # Safety
/// `products` are `[element][tile][panel column]`; the planes of `finish` begin at the panel's first channel and cover the board.
#[inline(always)]
pub(super) unsafe fn output<
    S: Simd,
    F: Transform<T, M>,
    const T: usize,
    const M: usize,
    const ADD: bool,
    const NORM: bool,
    const ACT: u8,
>(
    products: *const f32,
    tiles: Tiles,
    channels: usize,
    (width, step): (usize, usize),
    finish: &Finish,
) {
    let mut from = products;
    for position in 0..tiles.positions {
        for down in 0..tiles.down {
            for across in 0..tiles.across {
                let rows = (finish.rows - down * M).min(M);
                let columns = (finish.columns - across * M).min(M);
                let sum = finish.sum.at(position, down * M, across * M);
                let normed = finish.normed.at(position, down * M, across * M);
                let mut c = 0;
                while c < channels {
                    let (scale, bias) = if NORM {
                        (S::load(finish.scale.add(c)), S::load(finish.bias.add(c)))
                    } else {
                        (S::splat(0.0), S::splat(0.0))
                    };
                    let mut half = [[S::splat(0.0); T]; M];
                    for x in 0..T {
                        let mut z = [S::splat(0.0); T];
                        for (y, z) in z.iter_mut().enumerate() {
                            *z = S::load(from.add((y * T + x) * step + c));
                        }
                        for (half, &v) in half.iter_mut().zip(&F::output::<S>(z)) {
                            half[x] = v;
                        }
                    }
                    for (y, half) in half.iter().enumerate().take(rows) {
                        let line = F::output::<S>(*half);
                        for (x, &value) in line.iter().enumerate().take(columns) {
                            let mut value = value;
                            let at = sum.add(y * finish.sum.row + x * finish.sum.pixel + c);
                            if ADD {
                                value = S::add(value, S::load(at));
                            }
                            if ADD || !NORM {
                                S::store(at, value);
                            }
                            if NORM {
                                let value = activate::<S, ACT>(S::fma(value, scale, bias));
                                let offset = y * finish.normed.row + x * finish.normed.pixel + c;
                                S::store(normed.add(offset), value);
                            }
                        }
                    }
                    c += S::LANES;
                }
                from = from.add(width);
            }
        }
    }
}

/// Packs the weights `[3][3][in][out]`: for each panel and element of a tile, `in` rows of the panel's width.
pub(super) fn pack<F: Transform<T, M>, const T: usize, const M: usize>(
    inputs: usize,
    outputs: usize,
    lanes: usize,
    at: impl Fn(usize, usize, usize) -> f32,
    out: &mut [f32],
) {
    for o in 0..outputs {
        let start = o / (2 * lanes) * (2 * lanes);
        let width = if outputs - start > lanes { 2 * lanes } else { lanes };
        let panel = &mut out[start * T * T * inputs..];
        for i in 0..inputs {
            // First the rows, then the columns.
            let half = [0, 1, 2].map(|x| F::weights([0, 1, 2].map(|y| at(y * 3 + x, i, o))));
            for y in 0..T {
                for (x, &weight) in
                    F::weights([half[0][y], half[1][y], half[2][y]]).iter().enumerate()
                {
                    panel[((y * T + x) * inputs + i) * width + o - start] = weight;
                }
            }
        }
    }
}
