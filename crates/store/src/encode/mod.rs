//! The form in which events and terms are kept: JSON with a version number, read for ever.
//!
//! Written is always the newest version; every older one stays readable, and `testdata/store/` has samples of each. A
//! version that was released is never changed, not even by an optional member: readers refuse members they do not know,
//! because a half-read event would make another game.

mod clock_v1;
mod event_v1;
mod points;
mod setup_v1;

use clock::Millis;
use rules::Event;
use serde::{Deserialize, Serialize};

use crate::event::ClockAfter;
use crate::setup::Setup;

/// Why stored text cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DecodeError {
    /// It was written by a newer version of the program.
    #[error("version {0} of the encoding is not known")]
    Version(u32),
    /// It is not JSON of the expected shape.
    #[error("not readable: {0}")]
    Shape(String),
    /// A value cannot be.
    #[error("{what}: '{value}' cannot be")]
    Value {
        /// Which value.
        what: &'static str,
        /// The value, its beginning if it is long.
        value: String,
    },
}

impl DecodeError {
    pub(crate) fn value(what: &'static str, value: impl ToString) -> Self {
        Self::Value { what, value: value.to_string().chars().take(60).collect() }
    }
}

impl From<serde_json::Error> for DecodeError {
    fn from(error: serde_json::Error) -> Self {
        Self::Shape(error.to_string())
    }
}

#[derive(Deserialize)]
struct Version {
    v: u32,
}

/// Version 1 of an event's body.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct BodyV1 {
    v: u32,
    /// What happened.
    e: event_v1::EventV1,
    /// Both clocks after it.
    c: clock_v1::ClockV1,
    /// Lag given back, in milliseconds.
    #[serde(default, skip_serializing_if = "is_zero")]
    r: u64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
pub(crate) fn is_zero(value: &u64) -> bool {
    *value == 0
}

/// What the column `body` holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Body {
    pub(crate) event: Event,
    pub(crate) clock: ClockAfter,
    pub(crate) refund: Millis,
}

impl Body {
    pub(crate) fn encode(
        event: &Event,
        clock: &ClockAfter,
        refund: Millis,
    ) -> Result<String, DecodeError> {
        let body = BodyV1 { v: 1, e: event.into(), c: clock.into(), r: refund.get() };
        Ok(serde_json::to_string(&body)?)
    }

    pub(crate) fn decode(text: &str) -> Result<Self, DecodeError> {
        match serde_json::from_str::<Version>(text)?.v {
            1 => {
                let body: BodyV1 = serde_json::from_str(text)?;
                Ok(Self {
                    event: body.e.try_into()?,
                    clock: body.c.into(),
                    refund: Millis::new(body.r),
                })
            }
            other => Err(DecodeError::Version(other)),
        }
    }
}

pub(crate) fn encode_setup(setup: &Setup) -> Result<String, DecodeError> {
    Ok(serde_json::to_string(&setup_v1::SetupV1::from(setup))?)
}

pub(crate) fn decode_setup(text: &str) -> Result<Setup, DecodeError> {
    match serde_json::from_str::<Version>(text)?.v {
        1 => serde_json::from_str::<setup_v1::SetupV1>(text)?.try_into(),
        other => Err(DecodeError::Version(other)),
    }
}

#[cfg(test)]
mod tests;
