//! The head that files of positions and of labels share.

use serde_json::{Map, Value};

/// The longest JSON that a head may have, in bytes.
const LONGEST: usize = 65_536;

/// What a file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Games as move lists.
    Positions,
    /// Positions as inputs, labelled or not.
    Labels,
}

impl Kind {
    const fn magic(self) -> &'static [u8; 8] {
        match self {
            Kind::Positions => b"SHTPOS01",
            Kind::Labels => b"SHTLAB01",
        }
    }
}

/// A head: its keys and values as they stand in the file.
#[derive(Clone, Debug, PartialEq)]
pub struct Head {
    /// What the file holds.
    pub kind: Kind,
    /// The keys; `records` is how many records follow.
    pub keys: Map<String, Value>,
}

/// Why bytes are no head.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HeadError {
    /// The file is of another kind or version.
    #[error("the file does not begin as {0} files do")]
    Magic(&'static str),
    /// The file ends within the head.
    #[error("the file ends within its head")]
    Short,
    /// The head is longer than heads may be.
    #[error("the head has {0} bytes, at most {LONGEST} are allowed")]
    Long(usize),
    /// The JSON can't be read or lacks the number of records.
    #[error("the head is no JSON object with a number of records")]
    Json,
}

impl Head {
    /// A head with the number of records and how the file was made.
    pub fn new(kind: Kind, records: usize, made: &str) -> Head {
        let mut keys = Map::new();
        keys.insert("records".into(), records.into());
        keys.insert("made".into(), made.into());
        Head { kind, keys }
    }

    /// With one more key.
    #[must_use]
    pub fn with(mut self, key: &str, value: impl Into<Value>) -> Head {
        self.keys.insert(key.into(), value.into());
        self
    }

    /// How many records follow.
    pub fn records(&self) -> usize {
        let records = self.keys.get("records").and_then(Value::as_u64);
        records.and_then(|n| usize::try_from(n).ok()).unwrap_or(0)
    }

    /// The bytes that a file begins with.
    pub fn to_bytes(&self) -> Vec<u8> {
        let json = Value::Object(self.keys.clone()).to_string().into_bytes();
        let mut bytes = self.kind.magic().to_vec();
        bytes.extend_from_slice(&u32::try_from(json.len()).unwrap_or(u32::MAX).to_le_bytes());
        bytes.extend_from_slice(&json);
        bytes
    }
}

/// Reads the head of a file's uncompressed bytes; returns it and what follows.
///
/// # Errors
/// [`HeadError`] when the bytes do not begin with a head of this kind.
pub fn read_head(kind: Kind, bytes: &[u8]) -> Result<(Head, &[u8]), HeadError> {
    let name = match kind {
        Kind::Positions => "position",
        Kind::Labels => "label",
    };
    let rest = bytes.strip_prefix(kind.magic()).ok_or(HeadError::Magic(name))?;
    let (length, rest) = rest.split_first_chunk::<4>().ok_or(HeadError::Short)?;
    let length = u32::from_le_bytes(*length) as usize;
    if length > LONGEST {
        return Err(HeadError::Long(length));
    }
    let (json, rest) = rest.split_at_checked(length).ok_or(HeadError::Short)?;
    match serde_json::from_slice(json) {
        Ok(Value::Object(keys)) if keys.get("records").is_some_and(Value::is_u64) => {
            Ok((Head { kind, keys }, rest))
        }
        _ => Err(HeadError::Json),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_are_read_as_written() {
        let head = Head::new(Kind::Labels, 7, "a test").with("teacher", "t");
        let mut bytes = head.to_bytes();
        bytes.push(9);
        assert_eq!(read_head(Kind::Labels, &bytes), Ok((head, &[9u8][..])));
        assert_eq!(read_head(Kind::Positions, &bytes), Err(HeadError::Magic("position")));
        for end in 0..bytes.len() - 1 {
            assert!(read_head(Kind::Labels, &bytes[..end]).is_err(), "{end}");
        }
        let mut long = bytes.clone();
        long[8..12].copy_from_slice(&70_000u32.to_le_bytes());
        assert_eq!(read_head(Kind::Labels, &long), Err(HeadError::Long(70_000)));
    }
}
