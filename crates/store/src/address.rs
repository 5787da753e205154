//! Where a store is: a file or a database server.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// Where a store is.
///
/// In text: `sqlite:PATH` (the path as it is, nothing escaped), a bare path, or `postgres://USER:PASSWORD@HOST/DATABASE`.
#[derive(Clone, PartialEq, Eq)]
pub enum Address {
    /// A SQLite file; it is made where it does not exist.
    Sqlite(PathBuf),
    /// A PostgreSQL database, as a URL.
    Postgres(String),
}

/// A text that is no address of a store.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AddressError {
    /// Nothing is there.
    #[error("the address of the store is empty")]
    Empty,
    /// The database is of another make.
    #[error("'{0}:' is not sqlite or postgres")]
    Scheme(String),
    /// The path cannot be written as text.
    #[error("the path {0:?} is not valid Unicode")]
    Path(PathBuf),
}

impl Address {
    /// The URL for the driver.
    ///
    /// # Errors
    /// When a path is not valid Unicode.
    pub(crate) fn url(&self, mode: &str) -> Result<String, AddressError> {
        match self {
            Self::Postgres(url) => Ok(url.clone()),
            Self::Sqlite(path) => {
                let whole = whole(path);
                let text = whole.to_str().ok_or_else(|| AddressError::Path(path.clone()))?;
                Ok(format!("sqlite://{}?mode={mode}", escaped(text)))
            }
        }
    }

    /// The file, if it is one.
    pub fn path(&self) -> Option<&Path> {
        match self {
            Self::Sqlite(path) => Some(path),
            Self::Postgres(_) => None,
        }
    }
}

/// The absolute path without `..`, which a URL's parser would take out without looking at links.
fn whole(path: &Path) -> PathBuf {
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    match (absolute.parent().and_then(|parent| parent.canonicalize().ok()), absolute.file_name()) {
        (Some(parent), Some(name)) => parent.join(name),
        _ => absolute,
    }
}

/// Every byte that means something in a URL, as `%XX`.
fn escaped(path: &str) -> String {
    let mut text = String::with_capacity(path.len() + 16);
    for byte in path.bytes() {
        match byte {
            b'/' | b'-' | b'_' | b'.' | b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' => {
                text.push(char::from(byte))
            }
            _ => text.push_str(&format!("%{byte:02X}")),
        }
    }
    text
}

impl FromStr for Address {
    type Err = AddressError;

    fn from_str(text: &str) -> Result<Self, AddressError> {
        let text = text.trim();
        if text.is_empty() {
            return Err(AddressError::Empty);
        }
        if text.starts_with("postgres://") || text.starts_with("postgresql://") {
            return Ok(Self::Postgres(text.to_owned()));
        }
        if let Some(path) = text.strip_prefix("sqlite:") {
            let path = path.strip_prefix("//").unwrap_or(path);
            return if path.is_empty() {
                Err(AddressError::Empty)
            } else {
                Ok(Self::Sqlite(path.into()))
            };
        }
        match text.split_once("://") {
            Some((scheme, _)) => Err(AddressError::Scheme(scheme.chars().take(40).collect())),
            None => Ok(Self::Sqlite(text.into())),
        }
    }
}

impl fmt::Display for Address {
    /// Without the password, so that logs can show it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sqlite(path) => write!(f, "sqlite:{}", path.display()),
            Self::Postgres(url) => {
                let (scheme, rest) = url.split_once("://").unwrap_or(("postgres", url));
                let rest = rest.split('?').next().unwrap_or_default();
                let shown = match rest.rsplit_once('@') {
                    Some((who, place)) => {
                        let user = who.split(':').next().unwrap_or_default();
                        format!("{user}@{place}")
                    }
                    None => rest.to_owned(),
                };
                write!(f, "{scheme}://{shown}")
            }
        }
    }
}

impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Address({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_both_kinds() {
        for text in ["sqlite:/a/b.db", "sqlite:///a/b.db", "/a/b.db"] {
            assert_eq!(text.parse(), Ok(Address::Sqlite("/a/b.db".into())), "{text}");
        }
        assert_eq!("sqlite:a b.db".parse(), Ok(Address::Sqlite("a b.db".into())));
        let address: Address = "postgres://u:secret@host:1/db?x=secret".parse().unwrap();
        assert_eq!(address.to_string(), "postgres://u@host:1/db");
        assert!(!format!("{address:?}").contains("secret"));
        assert_eq!("mysql://x".parse::<Address>(), Err(AddressError::Scheme("mysql".into())));
        assert_eq!(" ".parse::<Address>(), Err(AddressError::Empty));
        assert_eq!("sqlite:".parse::<Address>(), Err(AddressError::Empty));
    }

    #[test]
    fn escapes_paths() {
        let url = Address::Sqlite("/a b/%41?#棋.db".into()).url("rwc").unwrap();
        assert_eq!(url, "sqlite:///a%20b/%2541%3F%23%E6%A3%8B.db?mode=rwc");
    }
}
