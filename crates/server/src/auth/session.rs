//! Sessions: a random token in an HttpOnly cookie, its SHA-256 in the store. A token is only ever made here: one that a
//! client brings along and the store does not know is nobody's, and a log-in makes a new one.

use std::sync::Arc;

use api::{Code, UserId};
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, header};
use clock::Millis;

use crate::app::App;
use crate::error::Error;
use crate::persist::AccountRow;

/// The cookie's name.
const COOKIE: &str = "shoutan_session";

/// How long a session lives.
const LIFETIME: Millis = Millis::days(180);

/// Who asks.
#[derive(Debug, Clone)]
pub(crate) struct Known {
    /// The account.
    pub(crate) account: AccountRow,
    /// The token they showed.
    pub(crate) token: String,
}

impl Known {
    /// The account's id.
    pub(crate) fn id(&self) -> UserId {
        self.account.id
    }
}

/// Whoever asks, or nobody.
#[derive(Debug, Clone)]
pub(crate) struct MaybeUser(pub(crate) Option<Known>);

/// Whoever asks; nobody is refused.
#[derive(Debug, Clone)]
pub(crate) struct User(pub(crate) Known);

impl FromRequestParts<Arc<App>> for MaybeUser {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Error> {
        let Some(token) = token_of(&parts.headers) else { return Ok(Self(None)) };
        let found = app.persist.session(&token, app.now.now()).await;
        let account = found.map_err(|error| {
            tracing::error!(%error, "a session could not be read");
            Error::from(Code::StoreFailed)
        })?;
        Ok(Self(account.map(|account| Known { account, token })))
    }
}

impl FromRequestParts<Arc<App>> for User {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Error> {
        let MaybeUser(known) = MaybeUser::from_request_parts(parts, app).await?;
        known.map(Self).ok_or_else(|| Code::NoSession.into())
    }
}

/// The token a request shows, if it looks like one of ours.
pub(crate) fn token_of(headers: &HeaderMap) -> Option<String> {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|v| v.to_str().ok());
    let mut pairs =
        cookies.flat_map(|line| line.split(';')).filter_map(|p| p.trim().split_once('='));
    let (_, token) = pairs.find(|(name, _)| *name == COOKIE)?;
    let fits = token.len() == 64 && token.bytes().all(|b| b.is_ascii_hexdigit());
    fits.then(|| token.to_owned())
}

/// Random bytes as hexadecimal digits.
///
/// # Errors
/// When the system has no random numbers.
pub(crate) fn random_hex<const N: usize>() -> Result<String, Error> {
    let mut bytes = [0_u8; N];
    getrandom::fill(&mut bytes).map_err(|_| Error::from(Code::Internal))?;
    Ok(bytes.iter().fold(String::with_capacity(2 * N), |mut text, byte| {
        for digit in [byte >> 4, byte & 15] {
            text.push(char::from_digit(u32::from(digit), 16).unwrap_or('0'));
        }
        text
    }))
}

/// Begins a session in place of another; answers its token.
///
/// # Errors
/// When it cannot be saved.
pub(crate) async fn begin(
    app: &App,
    user: UserId,
    replaces: Option<&str>,
) -> Result<String, Error> {
    let token = random_hex::<32>()?;
    let now = app.now.now();
    app.persist
        .put_session(&token, user, now, now.plus(LIFETIME), replaces)
        .await
        .map_err(|_| Error::from(Code::StoreFailed))?;
    Ok(token)
}

/// Ends a session.
///
/// # Errors
/// When the store fails.
pub(crate) async fn end(app: &App, token: &str) -> Result<(), Error> {
    app.persist.delete_session(token).await.map_err(|_| Code::StoreFailed.into())
}

/// The `Set-Cookie` header for a token; without one, the header that takes the cookie away.
pub(crate) fn cookie_out(app: &App, token: Option<&str>) -> HeaderValue {
    let secure = if app.config.secure_cookies { "; Secure" } else { "" };
    let text = match token {
        Some(token) => format!(
            "{COOKIE}={token}; Path=/; HttpOnly; SameSite=Lax; Max-Age={}{secure}",
            LIFETIME.whole_seconds()
        ),
        None => format!("{COOKIE}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0{secure}"),
    };
    // Tokens are hexadecimal digits, so the text is a header's.
    HeaderValue::from_str(&text).unwrap_or(HeaderValue::from_static(""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_our_tokens_are_read() {
        let read = |cookie: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::COOKIE, cookie.parse().unwrap());
            token_of(&headers)
        };
        let token = random_hex::<32>().unwrap();
        assert_eq!(read(&format!("a=b; {COOKIE}={token}; c=d")), Some(token.clone()));
        assert_eq!(read(&format!("{COOKIE}={token}0")), None);
        assert_eq!(read(&format!("{COOKIE}=' OR 1=1 --")), None);
        assert_eq!(read("shoutan=1"), None);
        assert_ne!(random_hex::<32>().unwrap(), token);
    }
}
