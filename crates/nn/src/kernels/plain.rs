//! Arrays of four numbers, which every compiler turns into what its target has; no instruction set is asked for.

use super::simd::Simd;

/// The set.
#[derive(Clone, Copy)]
pub(super) struct Plain;

/// Four numbers.
type Four = [f32; 4];

/// The operation on each lane.
#[inline(always)]
fn each(a: Four, b: Four, f: impl Fn(f32, f32) -> f32) -> Four {
    [f(a[0], b[0]), f(a[1], b[1]), f(a[2], b[2]), f(a[3], b[3])]
}

impl Simd for Plain {
    const LANES: usize = 4;
    const ROWS: usize = 4;
    type V = Four;

    #[inline(always)]
    unsafe fn prefetch(_: *const f32) {}
    #[inline(always)]
    unsafe fn splat(x: f32) -> Four {
        [x; 4]
    }
    #[inline(always)]
    unsafe fn load(p: *const f32) -> Four {
        p.cast::<Four>().read_unaligned()
    }
    #[inline(always)]
    unsafe fn store(p: *mut f32, v: Four) {
        p.cast::<Four>().write_unaligned(v);
    }
    #[inline(always)]
    unsafe fn add(a: Four, b: Four) -> Four {
        each(a, b, |a, b| a + b)
    }
    #[inline(always)]
    unsafe fn sub(a: Four, b: Four) -> Four {
        each(a, b, |a, b| a - b)
    }
    #[inline(always)]
    unsafe fn mul(a: Four, b: Four) -> Four {
        each(a, b, |a, b| a * b)
    }
    #[inline(always)]
    unsafe fn div(a: Four, b: Four) -> Four {
        each(a, b, |a, b| a / b)
    }
    #[inline(always)]
    unsafe fn max(a: Four, b: Four) -> Four {
        each(a, b, |a, b| if a > b { a } else { b })
    }
    #[inline(always)]
    unsafe fn min(a: Four, b: Four) -> Four {
        each(a, b, |a, b| if a < b { a } else { b })
    }
    #[inline(always)]
    unsafe fn fma(a: Four, b: Four, c: Four) -> Four {
        // Two roundings: without the instruction a fused one would be a call of a library.
        Self::add(Self::mul(a, b), c)
    }
    #[inline(always)]
    unsafe fn fnma(a: Four, b: Four, c: Four) -> Four {
        Self::sub(c, Self::mul(a, b))
    }
    #[inline(always)]
    unsafe fn scale_by_power(p: Four, shifted: Four) -> Four {
        each(p, shifted, |p, n| f32::from_bits(p.to_bits().wrapping_add(n.to_bits() << 23)))
    }
}
