//! Health, metrics, the API's description, and a plain first page.

use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use api::Code;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use utoipa::OpenApi;

use crate::app::App;
use crate::error::Error;
use crate::http::links::Links;
use crate::http::{account, games, info, judge, lists, records};

/// The description of the API, made from the handlers.
#[derive(Debug, OpenApi)]
#[openapi(
    info(
        title = "Shoutan 手谈",
        description = "Play Go: games, clocks, counting, records. The socket at /ws is described in docs/SERVER.md.",
        license(name = "MIT OR Apache-2.0"),
    ),
    paths(
        account::guest,
        account::register,
        account::login,
        account::logout,
        account::me,
        account::patch,
        info::rulesets,
        info::ruleset,
        info::parse_time,
        info::levels,
        games::create,
        games::show,
        games::join,
        games::events,
        games::chat,
        games::sgf,
        games::proposal,
        judge::game,
        judge::record,
        lists::games,
        lists::seeks,
        lists::cancel,
        records::read,
        records::import,
        records::list,
        records::show,
        records::save,
        records::source,
        records::game,
        records::diagram,
    ),
    components(schemas(api::ClientMessage, api::ServerMessage)),
    modifiers(&Links)
)]
struct Description;

/// The description of the API as JSON text.
pub(crate) fn openapi() -> String {
    Description::openapi().to_pretty_json().unwrap_or_default()
}

/// The description of the API.
pub(crate) async fn openapi_json() -> Response {
    ([(header::CONTENT_TYPE, "application/json")], openapi()).into_response()
}

/// Whether the process is up.
pub(crate) async fn healthz() -> &'static str {
    "ok\n"
}

/// Whether it can serve: the store answers and no stop has begun.
pub(crate) async fn readyz(State(app): State<Arc<App>>) -> Response {
    if app.is_stopping() {
        return (StatusCode::SERVICE_UNAVAILABLE, "stopping\n").into_response();
    }
    match app.persist.ping().await {
        Ok(()) => "ready\n".into_response(),
        Err(error) => {
            tracing::error!(%error, "the store does not answer");
            (StatusCode::SERVICE_UNAVAILABLE, "store\n").into_response()
        }
    }
}

/// Figures for Prometheus.
pub(crate) async fn metrics(State(app): State<Arc<App>>) -> Response {
    #[expect(clippy::cast_precision_loss, reason = "gauges")]
    {
        metrics::gauge!("shoutan_sockets").set(app.sockets.load(Ordering::Relaxed) as f64);
        metrics::gauge!("shoutan_actors").set(app.registry.len() as f64);
        metrics::gauge!("shoutan_public_games_live").set(app.lobby.live_count() as f64);
    }
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], app.metrics.render()).into_response()
}

/// The address does not take this method.
pub(crate) async fn wrong_method() -> Error {
    Code::BadMethod.into()
}

/// Whether a browser wants Chinese first; those that say nothing do.
pub(crate) fn speaks_chinese(headers: &HeaderMap) -> bool {
    let wanted = headers.get(header::ACCEPT_LANGUAGE).and_then(|v| v.to_str().ok()).unwrap_or("zh");
    wanted.trim_start().to_ascii_lowercase().starts_with("zh")
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

const STYLE: &str = "body{font:16px/1.6 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem;\
color:#222;background:#faf7f0}h1{font-weight:600}table{border-collapse:collapse;width:100%}\
td,th{text-align:left;padding:.3rem .6rem;border-bottom:1px solid #ddd6c4}a{color:#7a4a12}\
@media(prefers-color-scheme:dark){body{color:#e8e2d4;background:#1d1b18}td,th{border-color:#443f36}a{color:#e0b070}}";

/// A list of the API's addresses.
pub(crate) async fn api_page(headers: HeaderMap) -> Html<String> {
    let title = if speaks_chinese(&headers) { "接口一览" } else { "The API" };
    let mut text = format!(
        "<!doctype html><meta charset=\"utf-8\"><title>{title}</title><style>{STYLE}</style><h1>{title}</h1>\
         <p><a href=\"/\">Shoutan 手谈</a> · <a href=\"/openapi.json\">openapi.json</a></p><table>"
    );
    for (path, item) in Description::openapi().paths.paths {
        let methods = [
            ("GET", item.get),
            ("POST", item.post),
            ("PUT", item.put),
            ("PATCH", item.patch),
            ("DELETE", item.delete),
        ];
        for (method, operation) in methods {
            let Some(operation) = operation else { continue };
            let about = operation.summary.or(operation.description).unwrap_or_default();
            let _ = write!(
                text,
                "<tr><td>{method}<td><code>{}</code><td>{}</tr>",
                escape(&path),
                escape(&about)
            );
        }
    }
    text.push_str("<tr><td>WS<td><code>/ws</code><td>docs/SERVER.md</tr></table>");
    Html(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_route_is_described() {
        let text = openapi();
        for path in [
            "/api/v1/guest",
            "/api/v1/games/{id}/join",
            "/api/v1/records/{id}",
            "/api/v1/seeks/{id}",
        ] {
            assert!(text.contains(&format!("\"{path}\"")), "{path}");
        }
        assert!(text.contains("ClientMessage") && text.contains("ServerMessage"));
    }
}
