//! Lengths of time and moments, in whole milliseconds.

use std::fmt;

/// A length of time, or a moment counted from any fixed beginning (the server counts from 1970), in milliseconds.
///
/// Whole milliseconds, never negative; arithmetic saturates at both ends, so no input can make it panic or wrap.
/// `Display` is the compact form of the time controls: `1h30m`, `1m30.5s`, `0s`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Millis(u64);

impl Millis {
    /// No time at all.
    pub const ZERO: Self = Self(0);
    /// One second.
    pub const SECOND: Self = Self(1_000);
    /// One minute.
    pub const MINUTE: Self = Self(60_000);
    /// One hour.
    pub const HOUR: Self = Self(3_600_000);
    /// One day of 24 hours.
    pub const DAY: Self = Self(86_400_000);

    /// So many milliseconds.
    pub const fn new(millis: u64) -> Self {
        Self(millis)
    }

    /// So many seconds.
    pub const fn seconds(seconds: u64) -> Self {
        Self(seconds.saturating_mul(1_000))
    }

    /// So many minutes.
    pub const fn minutes(minutes: u64) -> Self {
        Self(minutes.saturating_mul(60_000))
    }

    /// So many hours.
    pub const fn hours(hours: u64) -> Self {
        Self(hours.saturating_mul(3_600_000))
    }

    /// So many days of 24 hours.
    pub const fn days(days: u64) -> Self {
        Self(days.saturating_mul(86_400_000))
    }

    /// The number of milliseconds.
    pub const fn get(self) -> u64 {
        self.0
    }

    /// The number of milliseconds as databases hold it; more than [`i64::MAX`] becomes that.
    pub fn to_i64(self) -> i64 {
        i64::try_from(self.0).unwrap_or(i64::MAX)
    }

    /// Whole seconds, rounded down.
    pub const fn whole_seconds(self) -> u64 {
        self.0 / 1_000
    }

    /// Whether this is no time at all.
    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }

    /// The sum; saturates.
    pub const fn plus(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }

    /// The difference, zero if `other` is longer.
    pub const fn minus(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }

    /// So many times as long; saturates.
    pub const fn times(self, count: u32) -> Self {
        Self(self.0.saturating_mul(count as u64))
    }
}

impl TryFrom<i64> for Millis {
    type Error = std::num::TryFromIntError;

    /// # Errors
    /// When the number is negative.
    fn try_from(millis: i64) -> Result<Self, Self::Error> {
        u64::try_from(millis).map(Self)
    }
}

impl fmt::Display for Millis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rest = self.0;
        for (unit, name) in [(86_400_000, "d"), (3_600_000, "h"), (60_000, "m")] {
            if rest >= unit {
                write!(f, "{}{name}", rest / unit)?;
                rest %= unit;
            }
        }
        if rest > 0 || self.0 == 0 {
            write!(f, "{}s", Seconds(Self(rest)))?;
        }
        Ok(())
    }
}

/// A length as decimal seconds without a unit and without superfluous zeros: `30`, `29.5`.
pub(crate) struct Seconds(pub(crate) Millis);

impl fmt::Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (seconds, thousandths) = (self.0.get() / 1_000, self.0.get() % 1_000);
        if thousandths == 0 {
            return write!(f, "{seconds}");
        }
        let digits = format!("{thousandths:03}");
        write!(f, "{seconds}.{}", digits.trim_end_matches('0'))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prints_without_superfluous_parts() {
        let cases = [
            (0, "0s"),
            (250, "0.25s"),
            (30_000, "30s"),
            (90_500, "1m30.5s"),
            (5_400_000, "1h30m"),
            (90_000_001, "1d1h0.001s"),
        ];
        for (millis, text) in cases {
            assert_eq!(Millis::new(millis).to_string(), text);
        }
    }

    #[test]
    fn arithmetic_stops_at_the_ends() {
        assert_eq!(Millis::SECOND.minus(Millis::MINUTE), Millis::ZERO);
        assert_eq!(Millis::new(u64::MAX).plus(Millis::SECOND).get(), u64::MAX);
        assert_eq!(Millis::new(u64::MAX).to_i64(), i64::MAX);
        assert!(Millis::try_from(-1).is_err());
    }
}
