//! Bodies, queries and paths, with our own answers when they cannot be read; and a client's address.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use api::Code;
use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

use crate::app::App;
use crate::error::Error;
use crate::text;

/// A JSON body.
#[derive(Debug)]
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<Arc<App>> for Body<T> {
    type Rejection = Error;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Self, Error> {
        match Json::<T>::from_request(request, app).await {
            Ok(Json(value)) => Ok(Self(value)),
            Err(JsonRejection::MissingJsonContentType(_)) => Err(Code::BadType.into()),
            Err(JsonRejection::JsonDataError(error)) => {
                Err(Error::with(Code::BadField, clip(&error.body_text())))
            }
            Err(JsonRejection::JsonSyntaxError(error)) => {
                Err(Error::with(Code::BadRequest, clip(&error.body_text())))
            }
            Err(error) if error.status() == StatusCode::PAYLOAD_TOO_LARGE => {
                Err(Code::TooLarge.into())
            }
            Err(error) => Err(Error::with(Code::BadRequest, clip(&error.body_text()))),
        }
    }
}

/// A query.
#[derive(Debug)]
pub(crate) struct Params<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequestParts<Arc<App>> for Params<T> {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Error> {
        // No query has a use for control characters; so no search meets a database that cannot take them.
        if let Ok(Query(pairs)) = Query::<Vec<(String, String)>>::try_from_uri(&parts.uri) {
            for (name, value) in &pairs {
                text::one_line("query", name)?;
                text::one_line(name, value)?;
            }
        }
        match Query::<T>::from_request_parts(parts, app).await {
            Ok(Query(value)) => Ok(Self(value)),
            Err(error) => Err(Error::with(Code::BadField, clip(&error.body_text()))),
        }
    }
}

/// The id in the path; one that is none is as good as one that is unknown.
#[derive(Debug)]
pub(crate) struct Id<T>(pub(crate) T);

impl<T: DeserializeOwned + Send> FromRequestParts<Arc<App>> for Id<T> {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Error> {
        match Path::<T>::from_request_parts(parts, app).await {
            Ok(Path(value)) => Ok(Self(value)),
            Err(_) => Err(Code::NotFound.into()),
        }
    }
}

/// Where a request comes from.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ClientAddress(pub(crate) IpAddr);

impl ClientAddress {
    /// The address of the connection, or what the proxy in front says.
    pub(crate) fn of(app: &App, peer: SocketAddr, headers: &axum::http::HeaderMap) -> Self {
        let told = app.config.trust_proxy.then(|| headers.get("x-forwarded-for")).flatten();
        let last = told.and_then(|v| v.to_str().ok()).and_then(|text| text.rsplit(',').next());
        Self(last.and_then(|text| text.trim().parse().ok()).unwrap_or(peer.ip()))
    }
}

impl FromRequestParts<Arc<App>> for ClientAddress {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &Arc<App>) -> Result<Self, Error> {
        parts.extensions.get::<Self>().copied().ok_or_else(|| Code::Internal.into())
    }
}

fn clip(text: &str) -> String {
    text.chars().take(300).collect()
}
