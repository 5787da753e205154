//! Exact amounts: [`Score`] in half-points and [`Zi`] in quarter-子.
//!
//! A margin of one 子 is two points, because 子 are measured against half the board. The two types therefore convert
//! only through the board's base count (归本数): [`Zi::excess_over`] gives the margin of a count.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Neg, Sub, SubAssign};

use thiserror::Error;

use crate::text::Lang;

/// A score or komi in half-points; where it is a result, Black minus White with komi included.
///
/// ```
/// use rules::Score;
/// assert_eq!(Score::half_points(15).to_string(), "7.5");
/// assert_eq!(Score::parse("-0.5"), Ok(Score::half_points(-1)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Score(i32);

/// Why a text is not an exact amount.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum AmountError {
    /// The text is not a decimal number or mixed fraction.
    #[error("'{0}' is not a number")]
    NotANumber(String),
    /// The number is not a multiple of the smallest part.
    #[error("{value} is not a multiple of {step}")]
    NotAMultiple {
        /// The text as given.
        value: String,
        /// The smallest part: `0.5` point or `0.25` 子.
        step: &'static str,
    },
    /// The number is beyond anything a board can hold.
    #[error("{0} is too large")]
    TooLarge(String),
}

impl AmountError {
    /// The reason in words.
    pub fn describe(&self, lang: Lang) -> String {
        match (lang, self) {
            (Lang::En, error) => error.to_string(),
            (Lang::Zh, AmountError::NotANumber(text)) => format!("“{text}”不是数"),
            (Lang::Zh, AmountError::NotAMultiple { value, step }) => {
                format!("“{value}”不是 {step} 的整数倍")
            }
            (Lang::Zh, AmountError::TooLarge(text)) => format!("“{text}”太大"),
        }
    }
}

impl Score {
    /// No points.
    pub const ZERO: Score = Score(0);

    /// From half-points: `half_points(15)` is 7.5.
    pub const fn half_points(n: i32) -> Score {
        Score(n)
    }

    /// From whole points.
    pub const fn points(n: i32) -> Score {
        Score(n.saturating_mul(2))
    }

    /// In half-points.
    pub const fn as_half_points(self) -> i32 {
        self.0
    }

    /// The amount without its sign.
    pub const fn abs(self) -> Score {
        Score(self.0.saturating_abs())
    }

    /// Whether it is a whole number of points.
    pub const fn is_whole(self) -> bool {
        self.0 % 2 == 0
    }

    /// As a floating number of points, for display and JSON only; exact, since halves are.
    pub fn to_f64(self) -> f64 {
        f64::from(self.0) / 2.0
    }

    /// The same margin in 子: half as many, so 1.5 points are ¾ 子.
    pub const fn margin_in_zi(self) -> Zi {
        Zi(self.0)
    }

    /// Reads a decimal number of points such as `6.5`, `-7`, `+0.5`, `7.50`, `.5`, `6½`.
    ///
    /// # Errors
    /// When it is not a number, not a multiple of half a point, or beyond ±10,000.
    pub fn parse(text: &str) -> Result<Score, AmountError> {
        parse_quarters(text).and_then(|q| match q {
            q if q % 2 != 0 => {
                Err(AmountError::NotAMultiple { value: text.trim().to_owned(), step: "0.5" })
            }
            q => Ok(Score(q / 2)),
        })
    }
}

impl fmt::Display for Score {
    /// Points with at most one decimal: `7.5`, `-3`, `0`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let n = self.0.unsigned_abs();
        let half = if n % 2 == 1 { ".5" } else { "" };
        f.pad(&format!("{sign}{}{half}", n / 2))
    }
}

/// One side's count, or a margin between counts, in quarter-子.
///
/// ```
/// use rules::Zi;
/// let threshold = Zi::base(361) + Zi::quarters(15);
/// assert_eq!(threshold.to_string(), "184.25");
/// assert_eq!(Zi::stones(185).excess_over(threshold).as_half_points(), 3);
/// assert_eq!((Zi::stones(185) - threshold).mixed_zh(), "3/4");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Zi(i32);

impl Zi {
    /// No stones.
    pub const ZERO: Zi = Zi(0);

    /// From quarter-子.
    pub const fn quarters(n: i32) -> Zi {
        Zi(n)
    }

    /// From whole stones.
    pub const fn stones(n: i32) -> Zi {
        Zi(n.saturating_mul(4))
    }

    /// In quarter-子.
    pub const fn as_quarters(self) -> i32 {
        self.0
    }

    /// The base count (归本数) of a board with `area` points: half of it, 180½ on 361.
    pub const fn base(area: usize) -> Zi {
        // A board has at most 625 points.
        Zi((area as i32).saturating_mul(2))
    }

    /// The amount without its sign.
    pub const fn abs(self) -> Zi {
        Zi(self.0.saturating_abs())
    }

    /// As a floating number, for display and JSON only; exact, since quarters are.
    pub fn to_f64(self) -> f64 {
        f64::from(self.0) / 4.0
    }

    /// By how many points a count of `self` beats `threshold`: a quarter-子 over it is half a point.
    pub const fn excess_over(self, threshold: Zi) -> Score {
        Score(self.0 - threshold.0)
    }

    /// The count without its sign as Chinese results write it: `1又3/4`, `1/2`, `12`.
    pub fn mixed_zh(self) -> String {
        self.mixed("又")
    }

    /// The count without its sign as a mixed number: `1 3/4`, `1/2`, `12`.
    pub fn mixed_en(self) -> String {
        self.mixed(" ")
    }

    fn mixed(self, joint: &str) -> String {
        let n = self.0.unsigned_abs();
        let part = match n % 4 {
            0 => return (n / 4).to_string(),
            1 => "1/4",
            2 => "1/2",
            _ => "3/4",
        };
        if n < 4 { part.to_owned() } else { format!("{}{joint}{part}", n / 4) }
    }

    /// Reads `3.75`, `3 3/4`, `3又3/4`, `1/2`, `184¼`.
    ///
    /// # Errors
    /// When it is not a number, not a multiple of ¼, or beyond ±10,000.
    pub fn parse(text: &str) -> Result<Zi, AmountError> {
        parse_quarters(text).map(Zi)
    }
}

impl fmt::Display for Zi {
    /// 子 with at most two decimals: `184.25`, `3.5`, `12`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let n = self.0.unsigned_abs();
        let part = ["", ".25", ".5", ".75"][(n % 4) as usize];
        f.pad(&format!("{sign}{}{part}", n / 4))
    }
}

/// Reads a number as quarters of one.
fn parse_quarters(text: &str) -> Result<i32, AmountError> {
    let trimmed = text.trim();
    let bad = || AmountError::NotANumber(text.trim().to_owned());
    let large = || AmountError::TooLarge(text.trim().to_owned());
    let (negative, body) = match trimmed.strip_prefix(['-', '−']) {
        Some(rest) => (true, rest),
        None => (false, trimmed.strip_prefix('+').unwrap_or(trimmed)),
    };
    let (whole, quarters) = split_fraction(body).ok_or_else(bad)?;
    let whole: i32 = match whole {
        "" => 0,
        w if w.bytes().all(|b| b.is_ascii_digit()) => w.parse().map_err(|_| large())?,
        _ => return Err(bad()),
    };
    let quarters = quarters
        .ok_or_else(|| AmountError::NotAMultiple { value: trimmed.to_owned(), step: "0.25" })?;
    if whole > 10_000 {
        return Err(large());
    }
    let total = whole * 4 + quarters;
    Ok(if negative { -total } else { total })
}

/// Splits a number into its whole part and its quarters; the inner `None` says that it is finer than a quarter.
fn split_fraction(body: &str) -> Option<(&str, Option<i32>)> {
    for (sign, quarters) in [('¼', 1), ('½', 2), ('¾', 3)] {
        if let Some(whole) = body.strip_suffix(sign) {
            return Some((whole.trim_end(), Some(quarters)));
        }
    }
    for (part, quarters) in [("1/4", 1), ("2/4", 2), ("1/2", 2), ("3/4", 3)] {
        if let Some(rest) = body.strip_suffix(part) {
            let whole = rest.trim_end_matches([' ', '又', '+']);
            // `11/4` is not eleven quarters of anything a rule text writes.
            return (whole.is_empty() || whole.len() < rest.len())
                .then_some((whole, Some(quarters)));
        }
    }
    let (whole, decimals) = body.split_once(['.', ',']).unwrap_or((body, ""));
    if (whole.is_empty() && decimals.is_empty()) || !decimals.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let quarters = match decimals.trim_end_matches('0') {
        "" => Some(0),
        "25" => Some(1),
        "5" => Some(2),
        "75" => Some(3),
        _ => None,
    };
    Some((whole, quarters))
}

macro_rules! amount_arithmetic {
    ($($t:ident),*) => {$(
        impl Add for $t {
            type Output = $t;
            fn add(self, other: $t) -> $t {
                $t(self.0.saturating_add(other.0))
            }
        }
        impl Sub for $t {
            type Output = $t;
            fn sub(self, other: $t) -> $t {
                $t(self.0.saturating_sub(other.0))
            }
        }
        impl Neg for $t {
            type Output = $t;
            fn neg(self) -> $t {
                $t(self.0.saturating_neg())
            }
        }
        impl AddAssign for $t {
            fn add_assign(&mut self, other: $t) {
                *self = *self + other;
            }
        }
        impl SubAssign for $t {
            fn sub_assign(&mut self, other: $t) {
                *self = *self - other;
            }
        }
        impl Sum for $t {
            fn sum<I: Iterator<Item = $t>>(amounts: I) -> $t {
                amounts.fold($t::ZERO, Add::add)
            }
        }
    )*};
}
amount_arithmetic!(Score, Zi);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_read_and_written_exactly() {
        for (text, half) in [
            ("7.5", 15),
            ("-7.5", -15),
            ("+0.5", 1),
            (".5", 1),
            ("7", 14),
            ("6.50", 13),
            ("6½", 13),
            ("0", 0),
        ] {
            assert_eq!(Score::parse(text), Ok(Score::half_points(half)), "{text}");
        }
        assert_eq!(Score::half_points(-1).to_string(), "-0.5");
        assert_eq!(Score::points(-3).to_string(), "-3");
        assert_eq!(Score::half_points(15).margin_in_zi().mixed_zh(), "3又3/4");
    }

    #[test]
    fn bad_amounts_say_why() {
        for text in ["", ".", "-", "x", "1.x", "11/4", "--1", "1e3", "∞", "NaN"] {
            assert!(matches!(Score::parse(text), Err(AmountError::NotANumber(_))), "{text}");
        }
        assert!(matches!(Score::parse("6.25"), Err(AmountError::NotAMultiple { step: "0.5", .. })));
        assert!(matches!(Score::parse("6.3"), Err(AmountError::NotAMultiple { .. })));
        for text in ["99999999999999999999", "10001"] {
            assert!(matches!(Score::parse(text), Err(AmountError::TooLarge(_))), "{text}");
        }
    }

    #[test]
    fn zi_are_read_and_written_exactly() {
        for (text, quarters) in [
            ("3.75", 15),
            ("3 3/4", 15),
            ("3又3/4", 15),
            ("3¾", 15),
            ("1/2", 2),
            ("184¼", 737),
            ("12", 48),
        ] {
            assert_eq!(Zi::parse(text), Ok(Zi::quarters(quarters)), "{text}");
        }
        assert_eq!(Zi::quarters(7).mixed_zh(), "1又3/4");
        assert_eq!(Zi::quarters(7).mixed_en(), "1 3/4");
        assert_eq!(Zi::quarters(-2).mixed_zh(), "1/2");
        assert_eq!(Zi::stones(5).mixed_zh(), "5");
        assert_eq!(Zi::base(361), Zi::quarters(722));
    }
}
