//! Ids: newtypes, so that ids of different things do not mix.

use std::fmt;
use std::str::FromStr;

use serde::de::{Deserialize, Deserializer};
use serde::ser::{Serialize, Serializer};

/// A text that is no id.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not an id")]
pub struct BadId(pub String);

/// Crockford's digits without the ones that look alike, in lower case.
const DIGITS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

fn print(mut value: u64, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let mut text = [b'0'; 13];
    let mut start = text.len();
    for (index, digit) in text.iter_mut().enumerate().rev() {
        *digit =
            usize::try_from(value % 32).ok().and_then(|d| DIGITS.get(d)).copied().unwrap_or(b'0');
        value /= 32;
        start = index;
        if value == 0 {
            break;
        }
    }
    f.write_str(std::str::from_utf8(text.get(start..).unwrap_or_default()).unwrap_or_default())
}

fn parse(text: &str) -> Option<i64> {
    if text.is_empty() || text.len() > 11 || (text.len() > 1 && text.starts_with('0')) {
        return None;
    }
    let mut value: i64 = 0;
    for byte in text.bytes() {
        let digit = DIGITS.iter().position(|d| *d == byte)?;
        value = value * 32 + i64::try_from(digit).ok()?;
    }
    (1..1 << 53).contains(&value).then_some(value)
}

macro_rules! id {
    ($(#[$doc:meta])* $name:ident, $example:literal) => {
        $(#[$doc])*
        ///
        /// A positive number below 2⁵³. Its text form (also in JSON) is base 32 in lower case, without `i`, `l`, `o` and `u`.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(i64);

        impl $name {
            /// The id with this number; `None` when it is not in `1..2^53`.
            pub const fn new(number: i64) -> Option<Self> {
                if number >= 1 && number < 1 << 53 { Some(Self(number)) } else { None }
            }

            /// An id from random bits: the lowest 53 of `bits`, and 1 for none of them set.
            pub const fn from_random(bits: u64) -> Self {
                let number = (bits & ((1 << 53) - 1)).cast_signed();
                Self(if number == 0 { 1 } else { number })
            }

            /// The number, as the store keeps it.
            pub const fn get(self) -> i64 {
                self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                print(self.0.unsigned_abs(), f)
            }
        }

        impl FromStr for $name {
            type Err = BadId;
            fn from_str(text: &str) -> Result<Self, BadId> {
                parse(text).map(Self).ok_or_else(|| BadId(text.chars().take(40).collect()))
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
                text.parse().map_err(serde::de::Error::custom)
            }
        }

        impl utoipa::PartialSchema for $name {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
                utoipa::openapi::ObjectBuilder::new()
                    .schema_type(utoipa::openapi::schema::Type::String)
                    .pattern(Some("^[1-9a-hjkmnp-tv-z][0-9a-hjkmnp-tv-z]{0,10}$"))
                    .examples([serde_json::Value::from($example)])
                    .into()
            }
        }

        impl utoipa::ToSchema for $name {}
    };
}

id!(
    /// A game.
    GameId, "7zq3k9m2xa"
);
id!(
    /// A person's account, a guest's included.
    UserId, "2c8h0p5d1w"
);
id!(
    /// A record in the archive that was imported from a file.
    RecordId, "5n1v6r8t3y"
);

/// The number of an event within its game, from 1; 0 stands before the first.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Default,
    serde::Serialize,
    serde::Deserialize,
    utoipa::ToSchema,
)]
pub struct Seq(pub u32);

impl Seq {
    /// The next number.
    #[must_use]
    pub const fn next(self) -> Self {
        Self(self.0.saturating_add(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_comes_back() {
        for number in [1, 31, 32, 12_345_678_901, (1 << 53) - 1] {
            let id = GameId::new(number).unwrap();
            assert_eq!(id.to_string().parse::<GameId>(), Ok(id));
            let json = serde_json::to_string(&id).unwrap();
            assert_eq!(serde_json::from_str::<GameId>(&json).unwrap(), id);
        }
        assert_eq!(UserId::new(32).unwrap().to_string(), "10");
    }

    #[test]
    fn other_texts_are_refused() {
        for text in ["", "0", "01", "l", "O", "../x", "zzzzzzzzzzzz", "zzzzzzzzzzz", "-1", "１"] {
            assert!(text.parse::<GameId>().is_err(), "{text}");
        }
        assert_eq!(GameId::new(0), None);
        assert_eq!(GameId::new(1 << 53), None);
        assert_eq!(GameId::from_random(u64::MAX).get(), (1 << 53) - 1);
        assert_eq!(GameId::from_random(1 << 53).get(), 1);
    }
}
