//! [`Target`]: an address on this machine, and no other.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::str::FromStr;

use crate::error::LoadError;

/// Where the server listens: always a loopback address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Target(SocketAddr);

impl Target {
    /// A loopback address.
    ///
    /// # Errors
    /// When the address is another machine's, or one that others can reach.
    pub fn new(address: SocketAddr) -> Result<Self, LoadError> {
        if address.ip().to_canonical().is_loopback() {
            Ok(Self(address))
        } else {
            Err(LoadError::NotLoopback(address.to_string()))
        }
    }

    /// The address.
    pub const fn address(self) -> SocketAddr {
        self.0
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Target {
    type Err = LoadError;

    /// Reads `127.0.0.1:8361`, `localhost:8361`, `[::1]:8361`, with or without `http://` before and `/` behind. Names are
    /// never looked up: `localhost` is 127.0.0.1.
    fn from_str(text: &str) -> Result<Self, LoadError> {
        let bare = text.trim();
        let bare = bare.strip_prefix("http://").unwrap_or(bare);
        let bare = bare.strip_suffix('/').unwrap_or(bare);
        if let Ok(address) = bare.parse() {
            return Self::new(address);
        }
        let bad = || LoadError::Address(text.chars().take(100).collect());
        let (host, port) = bare.rsplit_once(':').ok_or_else(bad)?;
        let port: u16 = port.parse().map_err(|_| bad())?;
        if host.eq_ignore_ascii_case("localhost") {
            return Self::new(SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), port));
        }
        let is_name = host.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '-'));
        if is_name && !host.is_empty() {
            return Err(LoadError::NotLoopback(host.chars().take(100).collect()));
        }
        Err(bad())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_machine_is_accepted() {
        for (text, address) in [
            ("127.0.0.1:8361", "127.0.0.1:8361"),
            ("http://localhost:1/", "127.0.0.1:1"),
            ("[::1]:80", "[::1]:80"),
            ("127.9.9.9:80", "127.9.9.9:80"),
            ("[::ffff:127.0.0.1]:80", "[::ffff:127.0.0.1]:80"),
        ] {
            assert_eq!(text.parse::<Target>().unwrap().to_string(), address);
        }
    }

    #[test]
    fn others_are_refused() {
        for text in [
            "192.168.1.2:80",
            "8.8.8.8:80",
            "0.0.0.0:80",
            "[::]:80",
            "example.org:80",
            "127.0.0.1.nip.io:80",
        ] {
            let error = text.parse::<Target>().unwrap_err();
            assert!(matches!(error, LoadError::NotLoopback(_)), "{text}: {error}");
        }
        for text in ["", "127.0.0.1", "localhost:99999", "https://localhost:1", ":80", "a b:80"] {
            let error = text.parse::<Target>().unwrap_err();
            assert!(matches!(error, LoadError::Address(_)), "{text}: {error}");
        }
    }
}
