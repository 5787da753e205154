//! Lists: games and the archive, open seeks.

use std::sync::Arc;

use api::{Code, ErrorBody, GameId, GamePage, GameQuery, GameState, ListedGame, Seek};
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
use crate::persist::{Cursor, PersistError, Row};
use crate::record;

/// Games by any of their features, newest first; private ones are shown to their players alone.
#[utoipa::path(get, path = "/api/v1/games", tag = "games", params(GameQuery),
    responses((status = 200, body = GamePage), (status = "default", body = ErrorBody)))]
pub(crate) async fn games(
    State(app): State<Arc<App>>,
    MaybeUser(known): MaybeUser,
    Params(query): Params<GameQuery>,
) -> Result<Json<GamePage>, Error> {
    let viewer = known.map(|known| known.id());
    let page = Page::check(query.cursor.as_deref(), query.limit)?;
    let account = if query.mine { Some(viewer.ok_or(Code::NoSession)?) } else { None };
    let filter = Filter {
        stage: query.state.map(|state| match state {
            GameState::Waiting => Stage::Waiting,
            GameState::Live => Stage::Live,
            GameState::Done => Stage::Done,
            GameState::Cancelled => Stage::Cancelled,
        }),
        name: short("player", query.player, 60)?,
        account,
        ruleset: ruleset(query.ruleset)?,
        result: short("result", query.result, 20)?,
        cols: query.cols,
        rows: query.rows,
        from: moment("from", query.from)?,
        to: moment("to", query.to)?,
        viewer,
        ..Filter::default()
    };
    let found = app.persist.games(&filter, page.cursor, page.limit).await;
    let (rows, next) = found.map_err(|error| unread(&error))?;
    let mut games: Vec<ListedGame> = rows.iter().map(Row::listed).collect();
    if query.stones {
        for (row, game) in rows.iter().zip(&mut games) {
            game.stones = last_stones(&app, row).await?;
        }
    }
    Ok(Json(GamePage { games, next: next.map(|cursor| cursor.to_string()) }))
}

fn unread(error: &PersistError) -> Error {
    tracing::error!(%error, "games could not be searched");
    Code::StoreFailed.into()
}

/// The last position of a finished game.
async fn last_stones(app: &App, row: &Row) -> Result<Option<String>, Error> {
    if row.state != GameState::Done {
        return Ok(None);
    }
    if let Some(known) = app.finals.get(row.id) {
        return Ok(Some(known.to_string()));
    }
    let entries = app.persist.entries(row).await.map_err(|error| unread(&error))?;
    let start = (*row.setup.start).clone();
    let events = entries.into_iter().map(|entry| entry.event);
    let state = rules::GameState::fold(start, events).map_err(|_| Error::from(Code::Internal))?;
    let stones = record::stones(&state);
    app.finals.put(row.id, &stones);
    Ok(Some(stones))
}

/// Which part of a list is asked for.
#[derive(Debug)]
pub(crate) struct Page {
    pub(crate) cursor: Option<Cursor>,
    pub(crate) limit: u32,
}

impl Page {
    /// Checks the fields `cursor` and `limit`.
    pub(crate) fn check(cursor: Option<&str>, limit: Option<u32>) -> Result<Self, Error> {
        let field = |name: &str| Error::with(Code::BadField, name);
        let cursor = match cursor {
            Some(text) => Some(text.parse::<Cursor>().map_err(|_| field("cursor"))?),
            None => None,
        };
        let limit = limit.unwrap_or(30);
        if !(1..=100).contains(&limit) {
            return Err(field("limit"));
        }
        Ok(Self { cursor, limit })
    }
}

/// A text to look for, of at most so many characters as the description says.
pub(crate) fn short(
    name: &str,
    text: Option<String>,
    longest: usize,
) -> Result<Option<String>, Error> {
    match text {
        Some(text) if text.chars().nth(longest).is_some() => Err(Error::with(Code::BadField, name)),
        text => Ok(text),
    }
}

/// The largest whole number that every JSON reader takes exactly: 2^53 - 1.
const LATEST: u64 = 9_007_199_254_740_991;

/// A moment in milliseconds since 1970.
fn moment(name: &str, ms: Option<u64>) -> Result<Option<Millis>, Error> {
    match ms {
        Some(ms) if ms > LATEST => Err(Error::with(Code::BadField, name)),
        ms => Ok(ms.map(Millis::new)),
    }
}

/// The id of a ruleset; names and spellings that people use lead to it.
pub(crate) fn ruleset(name: Option<String>) -> Result<Option<String>, Error> {
    let field = || Error::with(Code::BadField, "ruleset");
    match name {
        Some(name) if name.len() <= 400 => {
            Ok(Some(rules::Ruleset::find(&name).map_err(|_| field())?.id.clone()))
        }
        Some(_) => Err(field()),
        None => Ok(None),
    }
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
