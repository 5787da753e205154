//! What happens to every request: rates, origin, time limit, metrics, security headers.

use std::sync::Arc;
use std::time::Instant;

use api::Code;
use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderName, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::app::App;
use crate::auth::check_origin;
use crate::error::Error;
use crate::http::ClientAddress;

/// Checks a request before its handler sees it, and measures it.
pub(crate) async fn guard(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let began = Instant::now();
    let route =
        request.extensions().get::<MatchedPath>().map_or("none", MatchedPath::as_str).to_owned();
    let method = request.method().clone();
    let response = match admit(&app, &request) {
        Err(error) => error.into_response(),
        Ok(()) => {
            let limit = app.config.limits.header_timeout * 2;
            match tokio::time::timeout(limit, next.run(request)).await {
                Ok(response) => response,
                Err(_) => Error::from(Code::Timeout).into_response(),
            }
        }
    };
    let status = response.status().as_u16().to_string();
    if response.status().is_server_error() {
        tracing::warn!(%method, route, status, "a request failed");
    }
    metrics::counter!("shoutan_requests_total", "route" => route.clone(), "method" => method.to_string(), "status" => status)
        .increment(1);
    metrics::histogram!("shoutan_request_seconds", "route" => route)
        .record(began.elapsed().as_secs_f64());
    response
}

fn admit(app: &App, request: &Request) -> Result<(), Error> {
    let path = request.uri().path();
    let is_probe = matches!(path, "/healthz" | "/readyz" | "/metrics");
    if let Some(ClientAddress(address)) = request.extensions().get::<ClientAddress>()
        && !is_probe
    {
        app.limiters.request(*address)?;
    }
    let changes = !matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    if changes {
        check_origin(request.headers(), &app.config.origins)?;
        if app.is_stopping() {
            return Err(Code::Stopping.into());
        }
    }
    Ok(())
}

/// Headers that keep browsers from doing harm. The key of a private game is in its address, so no address is passed on.
pub(crate) async fn headers(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let set = response.headers_mut();
    const HEADERS: [(&str, &str); 6] = [
        (
            "content-security-policy",
            "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; object-src 'none'; \
             base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
        ),
        ("x-content-type-options", "nosniff"),
        ("x-frame-options", "DENY"),
        ("referrer-policy", "no-referrer"),
        ("cross-origin-opener-policy", "same-origin"),
        ("permissions-policy", "camera=(), microphone=(), geolocation=()"),
    ];
    for (name, value) in HEADERS {
        set.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    set.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}
