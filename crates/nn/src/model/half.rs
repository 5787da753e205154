//! IEEE 754 half precision, as bits.

/// The greatest finite half.
pub(super) const MAX: f32 = 65504.0;

/// The nearest half, ties to even; beyond [`MAX`] infinity.
pub(super) fn from_f32(value: f32) -> u16 {
    let bits = value.to_bits();
    let sign = (bits >> 16) & 0x8000;
    let magnitude = bits & 0x7fff_ffff;
    let half = if magnitude >= 0x7f80_0000 {
        // Infinity and not-a-number.
        0x7c00 | u32::from(magnitude > 0x7f80_0000) << 9
    } else if magnitude >= 0x4780_0000 {
        0x7c00
    } else if magnitude >= 0x3880_0000 {
        // Normal: the exponent moves by 112, the mantissa loses 13 bits; a carry may reach the exponent, as it should.
        round(magnitude, 13) - (112 << 10)
    } else if magnitude >= 0x3300_0000 {
        // Subnormal: 24 bits of mantissa, shifted to units of 2^-24.
        let shift = 126 - (magnitude >> 23);
        round((magnitude & 0x7f_ffff) | 0x80_0000, shift)
    } else {
        0
    };
    #[expect(clippy::cast_possible_truncation, reason = "both parts have 16 bits")]
    let bits = (sign | half) as u16;
    bits
}

/// `value / 2^shift`, rounded to the nearest, ties to even.
fn round(value: u32, shift: u32) -> u32 {
    let (whole, rest, half) = (value >> shift, value & ((1 << shift) - 1), 1 << (shift - 1));
    whole + u32::from(rest > half || (rest == half && whole & 1 == 1))
}

/// The number that a half means, exactly.
pub(super) fn to_f32(bits: u16) -> f32 {
    let (sign, exponent, mantissa) =
        (u32::from(bits & 0x8000) << 16, u32::from(bits >> 10) & 31, u32::from(bits & 0x3ff));
    let magnitude = match exponent {
        // Units of 2^-24: the product is exact.
        0 => (u32_to_f32(mantissa) * f32::from_bits(0x3380_0000)).to_bits(),
        31 => 0x7f80_0000 | mantissa << 13,
        _ => (exponent + 112) << 23 | mantissa << 13,
    };
    f32::from_bits(sign | magnitude)
}

#[expect(clippy::cast_precision_loss, reason = "at most ten bits")]
fn u32_to_f32(value: u32) -> f32 {
    value as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_half_comes_back() {
        for bits in 0..=u16::MAX {
            let value = to_f32(bits);
            if !value.is_nan() {
                assert_eq!(from_f32(value), bits, "{value}");
            } else {
                assert!(to_f32(from_f32(value)).is_nan());
            }
        }
    }

    #[test]
    fn the_nearest_half_is_taken() {
        // Between two neighbours the nearer one, in the middle the even one.
        for bits in (0..0x7bffu16).step_by(7) {
            let (low, high) = (f64::from(to_f32(bits)), f64::from(to_f32(bits + 1)));
            #[expect(
                clippy::cast_possible_truncation,
                reason = "the test wants the nearest single"
            )]
            let at = |part: f64| from_f32((low + (high - low) * part) as f32);
            assert_eq!((at(0.25), at(0.75)), (bits, bits + 1));
            assert_eq!(at(0.5), bits + (bits & 1));
        }
        assert_eq!(to_f32(from_f32(65504.0)), MAX);
        assert_eq!(from_f32(65520.0), 0x7c00);
        assert_eq!(from_f32(1e-9), 0);
        assert_eq!(from_f32(-1e-9), 0x8000);
    }
}
