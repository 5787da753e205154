//! The functions of each instruction set, in one table each, and which of them this CPU has.

use std::fmt;

use super::plane::{Finish, RawPlane};
use super::pointwise::{Turn, act};
use super::winograd::{Four, Three, Tiles};
use super::{attention, gemm, pointwise, sparse, winograd};

/// An instruction set that the kernels are written for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KernelSet {
    /// AVX-512 F (x86-64).
    Avx512,
    /// AVX2 with FMA (x86-64).
    Avx2,
    /// NEON (64-bit ARM).
    Neon,
    /// Whatever every CPU of the platform has.
    Plain,
}

impl KernelSet {
    /// All, the fastest first.
    pub const ALL: [KernelSet; 4] =
        [KernelSet::Avx512, KernelSet::Avx2, KernelSet::Neon, KernelSet::Plain];

    /// Its name, in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            KernelSet::Avx512 => "avx512",
            KernelSet::Avx2 => "avx2",
            KernelSet::Neon => "neon",
            KernelSet::Plain => "plain",
        }
    }

    /// Whether this CPU has it.
    pub fn is_available(self) -> bool {
        match self {
            #[cfg(target_arch = "x86_64")]
            KernelSet::Avx512 => is_x86_feature_detected!("avx512f"),
            #[cfg(target_arch = "x86_64")]
            KernelSet::Avx2 => is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma"),
            #[cfg(target_arch = "aarch64")]
            KernelSet::Neon => std::arch::is_aarch64_feature_detected!("neon"),
            KernelSet::Plain => true,
            _ => false,
        }
    }

    /// Those that this CPU has, the fastest first.
    pub fn available() -> impl Iterator<Item = KernelSet> {
        KernelSet::ALL.into_iter().filter(|set| set.is_available())
    }

    /// The fastest that this CPU has.
    pub fn best() -> KernelSet {
        KernelSet::available().next().unwrap_or(KernelSet::Plain)
    }

    /// Does nothing but `rounds` × 12 multiplications with addition of whole vectors in registers, which no kernel can
    /// outdo; returns how many floating-point operations that was. 0 where the CPU lacks the set.
    pub fn multiply_and_add(self, rounds: usize) -> u64 {
        let Some(functions) = self.functions() else { return 0 };
        // SAFETY: the CPU has the set.
        std::hint::black_box(unsafe { (functions.peak)(std::hint::black_box(rounds)) });
        (rounds * functions.lanes * 12 * 2) as u64
    }

    /// Its functions, if this CPU has it.
    pub(super) fn functions(self) -> Option<&'static Functions> {
        if !self.is_available() {
            return None;
        }
        match self {
            #[cfg(target_arch = "x86_64")]
            KernelSet::Avx512 => Some(&avx512::FUNCTIONS),
            #[cfg(target_arch = "x86_64")]
            KernelSet::Avx2 => Some(&avx2::FUNCTIONS),
            #[cfg(target_arch = "aarch64")]
            KernelSet::Neon => Some(&neon::FUNCTIONS),
            KernelSet::Plain => Some(&plain::FUNCTIONS),
            _ => None,
        }
    }
}

impl fmt::Display for KernelSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Arguments of [`pointwise::norm`].
#[derive(Clone, Copy)]
pub(super) struct NormArgs {
    pub(super) pixels: (usize, usize, usize),
    pub(super) channels: usize,
    pub(super) source: RawPlane,
    pub(super) target: RawPlane,
    pub(super) scale: *const f32,
    pub(super) bias: *const f32,
    pub(super) bias_step: usize,
    pub(super) act: u8,
}

/// Arguments of [`winograd::output`].
#[derive(Clone, Copy)]
pub(super) struct OutputArgs {
    /// Outputs of a tile's side: 4 or 3.
    pub(super) tile: usize,
    pub(super) products: *const f32,
    pub(super) tiles: Tiles,
    /// Channels, a multiple of a vector.
    pub(super) channels: usize,
    /// Numbers from a tile to the next, and from an element to the next.
    pub(super) width: (usize, usize),
    pub(super) finish: Finish,
    pub(super) add: bool,
    /// The activation after the normalisation, if there is one.
    pub(super) norm: Option<u8>,
}

/// The functions of one set. Each may be called where the CPU has the set and the arguments are as its kernel says.
pub(super) struct Functions {
    pub(super) lanes: usize,
    /// Most rows of a block.
    pub(super) rows: usize,
    /// Panels of one vector and of two.
    pub(super) store: [gemm::Panel; 2],
    pub(super) add: [gemm::Panel; 2],
    pub(super) gate: gemm::Panel,
    pub(super) weights: unsafe fn(usize, usize, *mut f32, usize, *mut f32),
    pub(super) divide: unsafe fn(usize, usize, *mut f32, usize, *const f32),
    pub(super) convolve_bits: unsafe fn(&sparse::Args),
    pub(super) tiles_in: unsafe fn(usize, &RawPlane, Tiles, usize, (usize, usize), *mut f32),
    pub(super) tiles_out: unsafe fn(&OutputArgs),
    pub(super) norm: unsafe fn(&NormArgs),
    pub(super) root_mean_square: unsafe fn(usize, usize, usize, *const f32, *mut f32, f32),
    pub(super) sum_squares: unsafe fn(*const f32, usize) -> f32,
    pub(super) pool: unsafe fn(usize, usize, usize, *const f32, *mut f32, *mut f32),
    pub(super) turn: unsafe fn(&Turn),
    pub(super) pack_columns: unsafe fn(usize, usize, *const f32, usize, *mut f32),
    pub(super) pack_rows: unsafe fn(usize, usize, *const f32, usize, *mut f32),
    pub(super) peak: unsafe fn(usize) -> f32,
}

/// Writes the functions of a set: each kernel in a function with the set's target features.
macro_rules! functions {
    ($module:ident, $set:ty $(, $features:literal)?) => {
        mod $module {
            use super::*;

            type S = $set;

            pub(in crate::kernels) static FUNCTIONS: Functions = Functions {
                lanes: <S as super::super::simd::Simd>::LANES,
                rows: <S as super::super::simd::Simd>::ROWS,
                store: [store1, store2],
                add: [add1, add2],
                gate,
                weights,
                divide,
                convolve_bits,
                tiles_in,
                tiles_out,
                norm,
                root_mean_square,
                sum_squares,
                pool,
                turn,
                pack_columns,
                pack_rows,
                peak,
            };

            /// A panel function: its name, vectors and epilogue.
            macro_rules! panel {
                ($name:ident, $vectors:literal, $epilogue:ident) => {
                    $(#[target_feature(enable = $features)])?
                    unsafe fn $name(
                        m: usize,
                        k: usize,
                        a: *const f32,
                        lda: usize,
                        b: *const f32,
                        c: *mut f32,
                        ldc: usize,
                    ) {
                        gemm::panel::<S, $vectors, { gemm::epilogue::$epilogue }>(m, k, a, lda, b, c, ldc);
                    }
                };
            }

            panel!(store1, 1, STORE);
            panel!(store2, 2, STORE);
            panel!(add1, 1, ADD);
            panel!(add2, 2, ADD);
            panel!(gate, 2, GATE);

            $(#[target_feature(enable = $features)])?
            unsafe fn weights(rows: usize, keys: usize, scores: *mut f32, stride: usize, totals: *mut f32) {
                attention::weights::<S>(rows, keys, scores, stride, totals);
            }

            $(#[target_feature(enable = $features)])?
            unsafe fn divide(rows: usize, length: usize, out: *mut f32, stride: usize, totals: *const f32) {
                attention::divide::<S>(rows, length, out, stride, totals);
            }

            $(#[target_feature(enable = $features)])?
            unsafe fn convolve_bits(args: &sparse::Args) {
                sparse::convolve::<S>(args);
            }

            $(#[target_feature(enable = $features)])?
            unsafe fn tiles_in(
                tile: usize,
                source: &RawPlane,
                tiles: Tiles,
                channels: usize,
                strides: (usize, usize),
                out: *mut f32,
            ) {
                if tile == 4 {
                    winograd::input::<S, Four, 6, 4>(source, tiles, channels, strides, out);
                } else {
                    winograd::input::<S, Three, 5, 3>(source, tiles, channels, strides, out);
                }
            }

            $(#[target_feature(enable = $features)])?
            unsafe fn tiles_out(args: &OutputArgs) {
                let OutputArgs { tile, products, tiles, channels, width, finish, add, norm } = *args;
                macro_rules! finished {
                    ($tile:ty, $t:literal, $m:literal) => {
                        match (add, norm) {
                            (false, None) => winograd::output::<S, $tile, $t, $m, false, false, 0>(products, tiles, channels, width, &finish),
                            (true, None) => winograd::output::<S, $tile, $t, $m, true, false, 0>(products, tiles, channels, width, &finish),
                            (false, Some(act::RELU)) => winograd::output::<S, $tile, $t, $m, false, true, 1>(products, tiles, channels, width, &finish),
                            (false, Some(act::MISH)) => winograd::output::<S, $tile, $t, $m, false, true, 2>(products, tiles, channels, width, &finish),
                            (false, Some(act::SILU)) => winograd::output::<S, $tile, $t, $m, false, true, 3>(products, tiles, channels, width, &finish),
                            (false, Some(_)) => winograd::output::<S, $tile, $t, $m, false, true, 0>(products, tiles, channels, width, &finish),
                            (true, Some(act::RELU)) => winograd::output::<S, $tile, $t, $m, true, true, 1>(products, tiles, channels, width, &finish),
                            (true, Some(act::MISH)) => winograd::output::<S, $tile, $t, $m, true, true, 2>(products, tiles, channels, width, &finish),
                            (true, Some(act::SILU)) => winograd::output::<S, $tile, $t, $m, true, true, 3>(products, tiles, channels, width, &finish),
                            (true, Some(_)) => winograd::output::<S, $tile, $t, $m, true, true, 0>(products, tiles, channels, width, &finish),
                        }
                    };
                }
                if tile == 4 {
                    finished!(Four, 6, 4);
                } else {
                    finished!(Three, 5, 3);
                }
            }

            $(#[target_feature(enable = $features)])?
            unsafe fn norm(args: &NormArgs) {
                let NormArgs { pixels, channels, source, target, scale, bias, bias_step, act } = *args;
                match act {
                    act::RELU => pointwise::norm::<S, 1>(pixels, channels, &source, &target, scale, bias, bias_step),
                    act::MISH => pointwise::norm::<S, 2>(pixels, channels, &source, &target, scale, bias, bias_step),
                    act::SILU => pointwise::norm::<S, 3>(pixels, channels, &source, &target, scale, bias, bias_step),
                    _ => pointwise::norm::<S, 0>(pixels, channels, &source, &target, scale, bias, bias_step),
                }
            }

            $(#[target_feature(enable = $features)])?
            unsafe fn root_mean_square(
                points: usize,
                channels: usize,
                stride: usize,
                source: *const f32,
                target: *mut f32,
                epsilon: f32,
            ) {
                pointwise::root_mean_square::<S>(points, channels, stride, source, target, epsilon);
            }

            $(#[target_feature(enable = $features)])?
            unsafe fn sum_squares(from: *const f32, length: usize) -> f32 {
                pointwise::sum_squares::<S>(from, length)
            }

            $(#[target_feature(enable = $features)])?
            unsafe fn pool(
                points: usize,
                channels: usize,
                stride: usize,
                source: *const f32,
                mean: *mut f32,
                greatest: *mut f32,
            ) {
                pointwise::pool::<S>(points, channels, stride, source, mean, greatest);
            }

            $(#[target_feature(enable = $features)])?
            unsafe fn turn(args: &Turn) {
                pointwise::turn::<S>(args);
            }

            $(#[target_feature(enable = $features)])?
            unsafe fn pack_columns(k: usize, n: usize, rows: *const f32, stride: usize, out: *mut f32) {
                pointwise::pack_columns::<S>(k, n, rows, stride, out);
            }

            $(#[target_feature(enable = $features)])?
            unsafe fn pack_rows(k: usize, n: usize, rows: *const f32, stride: usize, out: *mut f32) {
                pointwise::pack_rows::<S>(k, n, rows, stride, out);
            }

            $(#[target_feature(enable = $features)])?
            unsafe fn peak(rounds: usize) -> f32 {
                pointwise::peak::<S>(rounds)
            }
        }
    };
}

#[cfg(target_arch = "x86_64")]
functions!(avx512, super::super::avx512::Avx512, "avx512f,avx2,fma");
#[cfg(target_arch = "x86_64")]
functions!(avx2, super::super::avx2::Avx2, "avx2,fma");
#[cfg(target_arch = "aarch64")]
functions!(neon, super::super::neon::Neon, "neon");
functions!(plain, super::super::plain::Plain);
