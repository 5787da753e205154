//! Cross-site requests: browsers say where a request comes from, and what comes from elsewhere changes nothing.

use api::Code;
use axum::http::{HeaderMap, header};

use crate::error::Error;

/// Whether a request that may change something, or opens a socket, comes from our own page or from no page at all.
///
/// Browsers send `Origin` with every such request, and `Sec-Fetch-Site` where they are newer; programs send neither.
///
/// # Errors
/// When it comes from another site.
pub(crate) fn check_origin(headers: &HeaderMap, allowed: &[String]) -> Result<(), Error> {
    let text = |name: &str| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
    if let Some(origin) = text(header::ORIGIN.as_str()) {
        if allowed.iter().any(|site| site.trim_end_matches('/').eq_ignore_ascii_case(origin)) {
            return Ok(());
        }
        let host = text(header::HOST.as_str()).unwrap_or_default();
        let from = origin.strip_prefix("https://").or_else(|| origin.strip_prefix("http://"));
        return match from {
            Some(from) if !host.is_empty() && from.eq_ignore_ascii_case(host) => Ok(()),
            _ => Err(Error::with(Code::BadOrigin, origin.chars().take(100).collect::<String>())),
        };
    }
    match text("sec-fetch-site") {
        None | Some("same-origin" | "none") => Ok(()),
        Some(site) => Err(Error::with(Code::BadOrigin, site.chars().take(100).collect::<String>())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(pairs: &[(&'static str, &'static str)]) -> bool {
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            headers.insert(*name, value.parse().unwrap());
        }
        check_origin(&headers, &["https://go.example.org".to_owned()]).is_ok()
    }

    #[test]
    fn only_own_pages_and_programs_pass() {
        assert!(check(&[("host", "localhost:8361")]));
        assert!(check(&[("host", "localhost:8361"), ("origin", "http://localhost:8361")]));
        assert!(check(&[("host", "127.0.0.1:1"), ("origin", "https://go.example.org")]));
        assert!(!check(&[("host", "localhost:8361"), ("origin", "http://localhost:9999")]));
        assert!(!check(&[("host", "localhost:8361"), ("origin", "http://evil.example")]));
        assert!(!check(&[("host", "localhost:8361"), ("origin", "null")]));
        assert!(!check(&[("origin", "http://")]));
        assert!(!check(&[("host", "a"), ("sec-fetch-site", "cross-site")]));
        assert!(check(&[("host", "a"), ("sec-fetch-site", "same-origin")]));
    }
}
