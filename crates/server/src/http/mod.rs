//! HTTP: handlers are thin; each parses, calls, and maps the error.

mod account;
mod extract;
mod games;
mod guard;
mod info;
mod judge;
mod links;
mod lists;
mod pages;
mod records;
mod system;

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::routing::{delete, get, post};

use crate::app::App;

pub(crate) use extract::ClientAddress;
pub(crate) use system::openapi;

/// Bodies of ordinary requests are at most this long, in bytes.
const SMALL_BODY: usize = 16 * 1024;

/// Bodies that carry a record.
const RECORD_BODY: usize = 512 * 1024;

/// All routes.
pub(crate) fn router(app: Arc<App>) -> Router {
    let big = Router::new()
        .route("/games", post(games::create).get(lists::games))
        .route("/records", post(records::import).get(records::list))
        .route("/records/read", post(records::read))
        .route("/records/{id}", get(records::show).put(records::save))
        .route("/diagrams", post(records::diagram))
        .route("/judge", post(judge::record))
        .layer(DefaultBodyLimit::max(RECORD_BODY));
    let v1 = Router::new()
        .route("/guest", post(account::guest))
        .route("/register", post(account::register))
        .route("/login", post(account::login))
        .route("/logout", post(account::logout))
        .route("/me", get(account::me).patch(account::patch))
        .route("/rulesets", get(info::rulesets))
        .route("/rulesets/{id}", get(info::ruleset))
        .route("/time-controls/parse", get(info::parse_time))
        .route("/levels", get(info::levels))
        .route("/games/{id}", get(games::show))
        .route("/games/{id}/join", post(games::join))
        .route("/games/{id}/events", get(games::events))
        .route("/games/{id}/chat", get(games::chat))
        .route("/games/{id}/sgf", get(games::sgf))
        .route("/games/{id}/judgement", get(judge::game))
        .route("/games/{id}/proposal", post(games::proposal))
        .route("/seeks", get(lists::seeks))
        .route("/seeks/{id}", delete(lists::cancel))
        .route("/records/{id}/source", get(records::source))
        .route("/games/{id}/record", get(records::game))
        .layer(DefaultBodyLimit::max(SMALL_BODY))
        .merge(big);
    Router::new()
        .nest("/api/v1", v1)
        .route("/ws", get(crate::ws::upgrade))
        .route("/healthz", get(system::healthz))
        .route("/readyz", get(system::readyz))
        .route("/metrics", get(system::metrics))
        .route("/openapi.json", get(system::openapi_json))
        .route("/api", get(system::api_page))
        .fallback(pages::page)
        .method_not_allowed_fallback(system::wrong_method)
        .layer(from_fn_with_state(app.clone(), guard::guard))
        .layer(from_fn(guard::headers))
        .with_state(app)
}
