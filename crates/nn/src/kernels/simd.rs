//! The vocabulary in which the kernels are written: one vector type, its arithmetic, and the shape of the matrix kernel.
//!
//! A kernel is a generic function over [`Simd`], always inlined into a function that carries the target features of one
//! instruction set; so each is written once. See [`super::table`] for how the functions of a set are chosen.

/// One instruction set.
///
/// # Safety
/// All functions may be called only where the CPU has the instruction set; those with pointers read or write
/// [`LANES`](Simd::LANES) numbers there. They need no alignment.
pub(super) trait Simd: Copy {
    /// Numbers in a vector.
    const LANES: usize;
    /// Most rows of a block of the matrix kernel, which is two vectors wide.
    const ROWS: usize;
    /// A vector.
    type V: Copy;

    /// Asks for the memory of two vectors, which need not exist.
    unsafe fn prefetch(p: *const f32);
    /// The same number in all lanes.
    unsafe fn splat(x: f32) -> Self::V;
    /// From memory.
    unsafe fn load(p: *const f32) -> Self::V;
    /// To memory.
    unsafe fn store(p: *mut f32, v: Self::V);
    /// a + b
    unsafe fn add(a: Self::V, b: Self::V) -> Self::V;
    /// a − b
    unsafe fn sub(a: Self::V, b: Self::V) -> Self::V;
    /// a · b
    unsafe fn mul(a: Self::V, b: Self::V) -> Self::V;
    /// a / b
    unsafe fn div(a: Self::V, b: Self::V) -> Self::V;
    /// The greater of each lane.
    unsafe fn max(a: Self::V, b: Self::V) -> Self::V;
    /// The smaller of each lane.
    unsafe fn min(a: Self::V, b: Self::V) -> Self::V;
    /// a · b + c, rounded once where the set can.
    unsafe fn fma(a: Self::V, b: Self::V, c: Self::V) -> Self::V;
    /// c − a · b, rounded once where the set can.
    unsafe fn fnma(a: Self::V, b: Self::V, c: Self::V) -> Self::V;
    /// `p · 2ⁿ`, where `n` stands in the low bits of `shifted` (a number to which [`SHIFT`] was added); both normal.
    unsafe fn scale_by_power(p: Self::V, shifted: Self::V) -> Self::V;
}

/// Added to a number of small magnitude it leaves the nearest integer in the low bits of the sum: 1.5 · 2²³.
pub(super) const SHIFT: f32 = 12_582_912.0;

/// The sum of the lanes.
///
/// # Safety
/// The CPU has the instruction set.
#[inline(always)]
pub(super) unsafe fn sum<S: Simd>(v: S::V) -> f32 {
    let mut lanes = [0.0f32; 16];
    S::store(lanes.as_mut_ptr(), v);
    // In halves, as the lanes would be added in registers.
    let mut width = S::LANES;
    while width > 1 {
        width /= 2;
        for lane in 0..width {
            lanes[lane] += lanes[lane + width];
        }
    }
    lanes[0]
}

/// The greatest of the lanes.
///
/// # Safety
/// The CPU has the instruction set.
#[inline(always)]
pub(super) unsafe fn greatest<S: Simd>(v: S::V) -> f32 {
    let mut lanes = [f32::NEG_INFINITY; 16];
    S::store(lanes.as_mut_ptr(), v);
    let mut width = S::LANES;
    while width > 1 {
        width /= 2;
        for lane in 0..width {
            lanes[lane] = lanes[lane].max(lanes[lane + width]);
        }
    }
    lanes[0]
}

/// 2ˣ for x in −126 … 127 (below, it stays at 2⁻¹²⁶); relative error below 2·10⁻⁷.
///
/// The integer part goes to the exponent; for the fraction in −½ … ½ a polynomial of degree 5, that with the least
/// relative error (9·10⁻⁸ before rounding) among those that give 1 at 0.
///
/// # Safety
/// The CPU has the instruction set.
#[inline(always)]
#[expect(clippy::approx_constant, reason = "the best polynomial's number, near ln 2 but not it")]
pub(super) unsafe fn exp2<S: Simd>(x: S::V) -> S::V {
    let x = S::max(x, S::splat(-126.0));
    let shifted = S::add(x, S::splat(SHIFT));
    let f = S::sub(x, S::sub(shifted, S::splat(SHIFT)));
    let mut p = S::splat(1.326_472_7e-3);
    p = S::fma(p, f, S::splat(9.671_513e-3));
    p = S::fma(p, f, S::splat(5.550_733_7e-2));
    p = S::fma(p, f, S::splat(2.402_224_2e-1));
    p = S::fma(p, f, S::splat(0.693_147));
    p = S::fma(p, f, S::splat(1.0));
    S::scale_by_power(p, shifted)
}

/// eˣ where the result is a normal number; at least 2⁻¹²⁶, at most 2¹²⁶.
///
/// # Safety
/// The CPU has the instruction set.
#[inline(always)]
pub(super) unsafe fn exp<S: Simd>(x: S::V) -> S::V {
    exp2::<S>(S::min(S::mul(x, S::splat(std::f32::consts::LOG2_E)), S::splat(126.0)))
}

/// x / (1 + e⁻ˣ)
///
/// # Safety
/// The CPU has the instruction set.
#[inline(always)]
pub(super) unsafe fn silu<S: Simd>(x: S::V) -> S::V {
    let e = exp2::<S>(S::min(S::mul(x, S::splat(-std::f32::consts::LOG2_E)), S::splat(126.0)));
    S::div(x, S::add(e, S::splat(1.0)))
}

/// x · tanh(ln(1 + eˣ)) = x · n / (n + 2) with n = e²ˣ + 2eˣ; for x ≥ 20 that is x.
///
/// # Safety
/// The CPU has the instruction set.
#[inline(always)]
pub(super) unsafe fn mish<S: Simd>(x: S::V) -> S::V {
    let e = exp::<S>(S::min(x, S::splat(20.0)));
    let n = S::mul(e, S::add(e, S::splat(2.0)));
    S::div(S::mul(x, n), S::add(n, S::splat(2.0)))
}
