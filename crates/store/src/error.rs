//! What can go wrong with a database, in the few kinds that a caller can act on.

use std::sync::Arc;

use crate::address::AddressError;
use crate::encode::DecodeError;

/// A database that did not do what it was asked for.
///
/// Cheap to clone: one failed commit is answered to everyone whose write was in it.
#[derive(Debug, Clone, thiserror::Error)]
pub enum Fault {
    /// The disk, the quota or the size limit of the store is used up.
    #[error("the store is full: {0}")]
    Full(Arc<str>),
    /// The file or the database may only be read.
    #[error("the store is read-only: {0}")]
    ReadOnly(Arc<str>),
    /// Another process holds the database.
    #[error("the store is held by another process: {0}")]
    Busy(Arc<str>),
    /// The disk or the connection failed. Of a write it is not known whether it was kept: read before trying again.
    #[error("the store cannot be reached: {0}")]
    Unreachable(Arc<str>),
    /// What is there is no database of ours, or it is damaged.
    #[error("the store is damaged: {0}")]
    Damaged(Arc<str>),
    /// The store was closed.
    #[error("the store is closed")]
    Closed,
    /// Anything else the database says.
    #[error("the database refused: {0}")]
    Other(Arc<str>),
}

impl From<sqlx::Error> for Fault {
    fn from(error: sqlx::Error) -> Self {
        let text: Arc<str> = error.to_string().into();
        match &error {
            sqlx::Error::Database(database) => match database.code() {
                Some(code) => by_code(&code, text),
                None => Self::Other(text),
            },
            sqlx::Error::Io(io) if io.kind() == std::io::ErrorKind::StorageFull => Self::Full(text),
            sqlx::Error::Io(_)
            | sqlx::Error::Tls(_)
            | sqlx::Error::PoolTimedOut
            | sqlx::Error::WorkerCrashed => Self::Unreachable(text),
            sqlx::Error::PoolClosed => Self::Closed,
            sqlx::Error::ColumnDecode { .. }
            | sqlx::Error::ColumnNotFound(_)
            | sqlx::Error::ColumnIndexOutOfBounds { .. }
            | sqlx::Error::Decode(_) => Self::Damaged(text),
            _ => Self::Other(text),
        }
    }
}

/// SQLite's result codes are numbers (the lowest byte is the kind), PostgreSQL's SQLSTATE has five characters.
fn by_code(code: &str, text: Arc<str>) -> Fault {
    if code.len() != 5
        && let Ok(number) = code.parse::<u32>()
    {
        return match number & 0xff {
            13 => Fault::Full(text),
            8 => Fault::ReadOnly(text),
            5 | 6 => Fault::Busy(text),
            10 | 14 => Fault::Unreachable(text),
            11 | 26 => Fault::Damaged(text),
            _ => Fault::Other(text),
        };
    }
    match code {
        "53100" | "53200" => Fault::Full(text),
        "25006" => Fault::ReadOnly(text),
        "55P03" | "57014" => Fault::Busy(text),
        "XX001" | "XX002" => Fault::Damaged(text),
        code if ["08", "53", "57", "58"].iter().any(|class| code.starts_with(class)) => {
            Fault::Unreachable(text)
        }
        _ => Fault::Other(text),
    }
}

/// Why a store cannot be opened.
#[derive(Debug, Clone, thiserror::Error)]
pub enum OpenError {
    /// The address is none.
    #[error(transparent)]
    Address(#[from] AddressError),
    /// The database was made by a newer version of the program.
    #[error("the store has migration {0}, which this program does not know: it is too old for it")]
    Newer(i64),
    /// A migration that was applied is not the one this program knows.
    #[error("migration {0} of the store is not the one this program knows")]
    Foreign(i64),
    /// The tables are older than the program, and it was asked not to change them.
    #[error("the store has not been migrated to version {0} yet")]
    Older(i64),
    /// The database failed.
    #[error(transparent)]
    Fault(#[from] Fault),
}

impl From<sqlx::Error> for OpenError {
    fn from(error: sqlx::Error) -> Self {
        Self::Fault(error.into())
    }
}

/// Why nothing could be read.
#[derive(Debug, Clone, thiserror::Error)]
pub enum ReadError {
    /// The database failed.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// A row holds what cannot be; `place` says which row.
    #[error("{place}: {why}")]
    Damaged {
        /// Which row, such as `game 7zq, event 12`.
        place: String,
        /// What is wrong with it.
        why: DecodeError,
    },
}

impl From<sqlx::Error> for ReadError {
    fn from(error: sqlx::Error) -> Self {
        Self::Fault(error.into())
    }
}

impl ReadError {
    pub(crate) fn damaged(place: impl Into<String>, why: DecodeError) -> Self {
        Self::Damaged { place: place.into(), why }
    }
}

/// Why nothing was written.
#[derive(Debug, Clone, thiserror::Error)]
pub enum WriteError {
    /// The database failed.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// A text holds the character U+0000, which PostgreSQL cannot keep.
    #[error("{field} holds the character U+0000")]
    Nul {
        /// Which text.
        field: &'static str,
    },
}

impl From<sqlx::Error> for WriteError {
    fn from(error: sqlx::Error) -> Self {
        Self::Fault(error.into())
    }
}

/// Refuses the one character that only SQLite can keep.
///
/// # Errors
/// [`WriteError::Nul`] with the name of the first text that has it.
pub(crate) fn without_nul(texts: &[(&'static str, &str)]) -> Result<(), WriteError> {
    match texts.iter().find(|(_, text)| text.contains('\0')) {
        Some(&(field, _)) => Err(WriteError::Nul { field }),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_become_kinds() {
        let kind = |code: &str| match by_code(code, "".into()) {
            Fault::Full(_) => "full",
            Fault::ReadOnly(_) => "read-only",
            Fault::Busy(_) => "busy",
            Fault::Unreachable(_) => "unreachable",
            Fault::Damaged(_) => "damaged",
            Fault::Closed => "closed",
            Fault::Other(_) => "other",
        };
        let cases = [
            ("13", "full"),
            ("8", "read-only"),
            ("1032", "read-only"),
            ("5", "busy"),
            ("517", "busy"),
            ("778", "unreachable"),
            ("14", "unreachable"),
            ("11", "damaged"),
            ("26", "damaged"),
            ("2067", "other"),
            ("53100", "full"),
            ("25006", "read-only"),
            ("57P01", "unreachable"),
            ("08006", "unreachable"),
            ("57014", "busy"),
            ("23505", "other"),
        ];
        for (code, expected) in cases {
            assert_eq!(kind(code), expected, "{code}");
        }
    }

    #[test]
    fn names_the_text_with_a_nul() {
        assert!(without_nul(&[("name", "棋"), ("words", "")]).is_ok());
        let refused = without_nul(&[("name", "a"), ("words", "a\0")]);
        assert!(matches!(refused, Err(WriteError::Nul { field: "words" })));
    }
}
