//! Numbers as programs that read analyses know them: six significant digits.

/// Digits that are kept.
const DIGITS: usize = 6;

/// A number with at most six significant digits: `0.480018`, `-1.2e-05`, `24.7058`, `1`. With `point` every digit and the
/// decimal point stay: `1.00000`. What is no number becomes 0.
pub(crate) fn general(value: f32, point: bool) -> String {
    let value = if value.is_finite() { f64::from(value) } else { 0.0 };
    let text = format!("{value:.*e}", DIGITS - 1);
    let Some((mantissa, exponent)) = text.split_once('e') else { return text };
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let most = i32::try_from(DIGITS).unwrap_or(i32::MAX);
    if exponent < -4 || exponent >= most {
        let mantissa = if point { mantissa } else { trimmed(mantissa) };
        let sign = if exponent < 0 { '-' } else { '+' };
        return format!("{mantissa}e{sign}{:02}", exponent.unsigned_abs());
    }
    let decimals = usize::try_from(most - 1 - exponent).unwrap_or(0);
    let fixed = format!("{value:.decimals$}");
    match point {
        true if decimals == 0 => format!("{fixed}."),
        true => fixed,
        false => trimmed(&fixed).to_owned(),
    }
}

/// Without the zeros at the end of a fraction.
fn trimmed(number: &str) -> &str {
    if !number.contains('.') {
        return number;
    }
    match number.trim_end_matches('0').trim_end_matches('.') {
        "-0" => "0",
        number => number,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn six_digits_are_kept() {
        for (value, plain, pointed) in [
            (0.0, "0", "0.00000"),
            (-0.0, "0", "-0.00000"),
            (1.0, "1", "1.00000"),
            (0.480_018, "0.480018", "0.480018"),
            (-0.040_835_7, "-0.0408357", "-0.0408357"),
            (24.705_8, "24.7058", "24.7058"),
            (0.000_012, "1.2e-05", "1.20000e-05"),
            (123_456.7, "123457", "123457."),
            (1_234_567.0, "1.23457e+06", "1.23457e+06"),
            (-361.5, "-361.5", "-361.500"),
            (f32::NAN, "0", "0.00000"),
            (f32::INFINITY, "0", "0.00000"),
        ] {
            assert_eq!(general(value, false), plain);
            assert_eq!(general(value, true), pointed);
        }
    }
}
