//! [`Error`]: what a request or an action is answered when it is refused; it knows its code and HTTP status.

use api::{Code, ErrorBody, ErrorDetail, Message};
use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use board::{BoardSize, Coordinates};
use rules::{Lang, Refused};

/// Why something is refused. Nothing has happened then.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Error {
    /// One of the server's own errors.
    #[error("{}: {detail:?}", .code.as_str())]
    Code {
        /// Which.
        code: Code,
        /// The offending field or value.
        detail: Option<String>,
    },
    /// The rules refuse it.
    #[error("{code}")]
    Rules {
        /// `illegal.ko`, `not_your_turn`, ….
        code: &'static str,
        /// Why.
        message: Message,
    },
}

impl Error {
    /// An error about a field or value.
    pub(crate) fn with(code: Code, detail: impl Into<String>) -> Self {
        Self::Code { code, detail: Some(detail.into()) }
    }

    /// The rules' refusal, with points in GTP's letters.
    pub(crate) fn refused(refused: &Refused, size: BoardSize) -> Self {
        let say = |lang| refused.describe(lang, Coordinates::Gtp, size);
        Self::Rules { code: refused.code(), message: Message::new(say(Lang::Zh), say(Lang::En)) }
    }

    /// The stable code.
    pub(crate) fn code(&self) -> &'static str {
        match self {
            Self::Code { code, .. } => code.as_str(),
            Self::Rules { code, .. } => code,
        }
    }

    /// The sentence in both languages.
    pub(crate) fn message(&self) -> Message {
        match self {
            Self::Code { code, .. } => code.message(),
            Self::Rules { message, .. } => message.clone(),
        }
    }

    /// The HTTP status.
    pub(crate) fn status(&self) -> StatusCode {
        let status = match self {
            Self::Code { code, .. } => code.status(),
            Self::Rules { .. } => 409,
        };
        StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
    }

    fn body(&self) -> ErrorBody {
        let detail = match self {
            Self::Code { detail, .. } => detail.clone(),
            Self::Rules { .. } => None,
        };
        ErrorBody {
            error: ErrorDetail { code: self.code().to_owned(), message: self.message(), detail },
        }
    }
}

impl From<Code> for Error {
    fn from(code: Code) -> Self {
        Self::Code { code, detail: None }
    }
}

impl IntoResponse for Error {
    fn into_response(self) -> Response {
        (self.status(), Json(self.body())).into_response()
    }
}
