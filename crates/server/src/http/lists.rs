//! Lists: games and the archive, open seeks.

use std::sync::Arc;

use api::{Code, ErrorBody, GameId, GamePage, GameQuery, GameState, Seek};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use clock::Millis;
use store::{Filter, Stage};

use crate::app::App;
use crate::auth::{MaybeUser, User};
use crate::error::Error;
use crate::game::Message;
use crate::http::extract::{Id, Params};
use crate::http::games::{ask, parse};
use crate::persist::{Cursor, Row};

/// Games by any of their features, newest first; private ones are shown to their players alone.
#[utoipa::path(get, path = "/api/v1/games", tag = "games", params(GameQuery),
    responses((status = 200, body = GamePage), (status = "default", body = ErrorBody)))]
pub(crate) async fn games(
    State(app): State<Arc<App>>,
    MaybeUser(known): MaybeUser,
    Params(query): Params<GameQuery>,
) -> Result<Json<GamePage>, Error> {
    let field = |name: &str| Error::with(Code::BadField, name);
    let cursor = match &query.cursor {
        Some(text) => Some(text.parse::<Cursor>().map_err(|_| field("cursor"))?),
        None => None,
    };
    let limit = query.limit.unwrap_or(30);
    if !(1..=100).contains(&limit) {
        return Err(field("limit"));
    }
    if [&query.player, &query.result].into_iter().flatten().any(|text| text.len() > 200) {
        return Err(field("player"));
    }
    let ruleset = match &query.ruleset {
        // Names and spellings that people use lead to the id.
        Some(name) if name.len() <= 400 => {
            Some(rules::Ruleset::find(name).map_err(|_| field("ruleset"))?.id.clone())
        }
        Some(_) => return Err(field("ruleset")),
        None => None,
    };
    let filter = Filter {
        stage: query.state.map(|state| match state {
            GameState::Waiting => Stage::Waiting,
            GameState::Live => Stage::Live,
            GameState::Done => Stage::Done,
            GameState::Cancelled => Stage::Cancelled,
        }),
        name: query.player,
        account: None,
        ruleset,
        result: query.result,
        cols: query.cols,
        rows: query.rows,
        from: query.from.map(Millis::new),
        to: query.to.map(Millis::new),
        viewer: known.map(|k| k.id()),
    };
    let (rows, next) = app.persist.games(&filter, cursor, limit).await.map_err(|error| {
        tracing::error!(%error, "games could not be searched");
        Error::from(Code::StoreFailed)
    })?;
    let games = rows.iter().map(Row::listed).collect();
    Ok(Json(GamePage { games, next: next.map(|cursor| cursor.to_string()) }))
}

/// Open seeks, the oldest first.
#[utoipa::path(get, path = "/api/v1/seeks", tag = "games",
    responses((status = 200, body = Vec<Seek>), (status = "default", body = ErrorBody)))]
pub(crate) async fn seeks(State(app): State<Arc<App>>) -> Json<Vec<Seek>> {
    Json(app.lobby.seeks())
}

/// Takes an own waiting game back, a seek or an invitation by link.
#[utoipa::path(delete, path = "/api/v1/seeks/{id}", tag = "games", params(("id" = GameId, Path)),
    responses((status = 204), (status = "default", body = ErrorBody)))]
pub(crate) async fn cancel(
    State(app): State<Arc<App>>,
    User(known): User,
    Id(id): Id<String>,
) -> Result<StatusCode, Error> {
    let user = known.id();
    ask(&app, parse(&id)?, |reply| Message::Cancel { user, reply }).await?;
    Ok(StatusCode::NO_CONTENT)
}
