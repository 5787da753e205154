//! NEON of 64-bit ARM: pairs of four lanes count as one vector, so that blocks are as wide as with AVX2.

use std::arch::aarch64::*;

use super::simd::Simd;

/// The set.
#[derive(Clone, Copy)]
pub(super) struct Neon;

/// Two registers.
type Pair = (float32x4_t, float32x4_t);

impl Simd for Neon {
    const LANES: usize = 8;
    const ROWS: usize = 6;
    type V = Pair;

    #[inline(always)]
    unsafe fn prefetch(_: *const f32) {}
    #[inline(always)]
    unsafe fn splat(x: f32) -> Pair {
        (vdupq_n_f32(x), vdupq_n_f32(x))
    }
    #[inline(always)]
    unsafe fn load(p: *const f32) -> Pair {
        (vld1q_f32(p), vld1q_f32(p.add(4)))
    }
    #[inline(always)]
    unsafe fn store(p: *mut f32, v: Pair) {
        vst1q_f32(p, v.0);
        vst1q_f32(p.add(4), v.1);
    }
    #[inline(always)]
    unsafe fn add(a: Pair, b: Pair) -> Pair {
        (vaddq_f32(a.0, b.0), vaddq_f32(a.1, b.1))
    }
    #[inline(always)]
    unsafe fn sub(a: Pair, b: Pair) -> Pair {
        (vsubq_f32(a.0, b.0), vsubq_f32(a.1, b.1))
    }
    #[inline(always)]
    unsafe fn mul(a: Pair, b: Pair) -> Pair {
        (vmulq_f32(a.0, b.0), vmulq_f32(a.1, b.1))
    }
    #[inline(always)]
    unsafe fn div(a: Pair, b: Pair) -> Pair {
        (vdivq_f32(a.0, b.0), vdivq_f32(a.1, b.1))
    }
    #[inline(always)]
    unsafe fn max(a: Pair, b: Pair) -> Pair {
        (vmaxq_f32(a.0, b.0), vmaxq_f32(a.1, b.1))
    }
    #[inline(always)]
    unsafe fn min(a: Pair, b: Pair) -> Pair {
        (vminq_f32(a.0, b.0), vminq_f32(a.1, b.1))
    }
    #[inline(always)]
    unsafe fn fma(a: Pair, b: Pair, c: Pair) -> Pair {
        (vfmaq_f32(c.0, a.0, b.0), vfmaq_f32(c.1, a.1, b.1))
    }
    #[inline(always)]
    unsafe fn fnma(a: Pair, b: Pair, c: Pair) -> Pair {
        (vfmsq_f32(c.0, a.0, b.0), vfmsq_f32(c.1, a.1, b.1))
    }
    #[inline(always)]
    unsafe fn scale_by_power(p: Pair, shifted: Pair) -> Pair {
        (scale(p.0, shifted.0), scale(p.1, shifted.1))
    }
}

/// `p · 2ⁿ` for one register.
#[inline(always)]
unsafe fn scale(p: float32x4_t, shifted: float32x4_t) -> float32x4_t {
    let power = vshlq_n_s32::<23>(vreinterpretq_s32_f32(shifted));
    vreinterpretq_f32_s32(vaddq_s32(vreinterpretq_s32_f32(p), power))
}
