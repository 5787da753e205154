//! Hashes of secrets: tokens and keys themselves are never stored.

use std::fmt;

use sha2::{Digest, Sha256};

/// SHA-256 of a secret with 128 random bits or more (a session's token, a game's key). Not for passwords.
///
/// Comparing two of these in varying time tells nothing about the secret.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct SecretHash([u8; 32]);

impl SecretHash {
    /// The hash of a secret.
    pub fn of(secret: &str) -> Self {
        Self(Sha256::digest(secret.as_bytes()).into())
    }

    pub(crate) fn as_slice(&self) -> &[u8] {
        &self.0
    }

    pub(crate) fn from_slice(bytes: &[u8]) -> Option<Self> {
        bytes.try_into().ok().map(Self)
    }
}

impl fmt::Debug for SecretHash {
    /// Four bytes, enough to tell two apart in a log.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b, c, d, ..] = self.0;
        write!(f, "SecretHash({a:02x}{b:02x}{c:02x}{d:02x}…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_sha256() {
        let hash = SecretHash::of("abc");
        assert_eq!(format!("{hash:?}"), "SecretHash(ba7816bf…)");
        assert_eq!(SecretHash::from_slice(hash.as_slice()), Some(hash));
        assert_eq!(SecretHash::from_slice(b"short"), None);
    }
}
