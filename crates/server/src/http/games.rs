//! Games over HTTP: making, joining, looking.

use std::sync::Arc;

use api::{
    ChatLine, Code, CreateGame, Created, ErrorBody, EventPage, GameId, GameState, ProposalView,
    Seq, Snapshot,
};
use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use board::{ByColor, Color};
use rules::{Event, Party};
use serde::Deserialize;
use store::SecretHash;
use tokio::sync::oneshot;
use utoipa::IntoParams;

use crate::app::App;
use crate::auth::{MaybeUser, User, random_hex};
use crate::error::Error;
use crate::game::setup::{Kind, Setup};
use crate::game::{Message, find};
use crate::http::extract::{Body, Id, Params};
use crate::persist::{Entry, PersistError, Row};

/// The key of a game's link.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct Key {
    /// The key, for a private game and for joining by link.
    #[serde(default)]
    #[param(max_length = 64)]
    pub(crate) key: Option<String>,
}

/// Where events begin.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct After {
    /// Events after this number; all without it.
    #[serde(default)]
    after: Option<u32>,
    /// The key, for a private game.
    #[serde(default)]
    #[param(max_length = 64)]
    key: Option<String>,
}

/// Makes a game.
#[utoipa::path(post, path = "/api/v1/games", tag = "games", request_body = CreateGame,
    responses((status = 201, body = Created), (status = "default", body = ErrorBody)))]
pub(crate) async fn create(
    State(app): State<Arc<App>>,
    User(known): User,
    Body(request): Body<CreateGame>,
) -> Result<(StatusCode, Json<Created>), Error> {
    let user = known.id();
    app.limiters.creation(user)?;
    // Reading a long record and replaying it is work for another thread.
    let checked = tokio::task::spawn_blocking(move || Setup::check(&request)).await;
    let (mut setup, events) = checked.map_err(|_| Error::from(Code::Internal))??;
    check_limits(&app, user, setup.kind)?;
    if let Kind::Engine(level) = setup.kind {
        if !app.engines.is_on() {
            return Err(Code::NoEngine.into());
        }
        let offered = app.engines.level(level);
        let offered = offered.ok_or_else(|| Error::with(Code::EngineLevel, level.to_string()))?;
        setup.kind = Kind::Engine(offered.level);
    }
    let key = random_hex::<16>()?;
    let name = known.account.name.clone();
    let made = make(&app, user, name, setup, events, &key).await?;
    let link = format!("/g/{}?key={key}", made.id);
    let created = Created { id: made.id, key: Some(key), link, state: made.state };
    Ok((StatusCode::CREATED, Json(created)))
}

fn check_limits(app: &App, user: api::UserId, kind: Kind) -> Result<(), Error> {
    let (live, waiting) = app.lobby.busy(user);
    let waits = matches!(kind, Kind::Link | Kind::Seek);
    if waits && waiting >= app.config.limits.seeks {
        return Err(Code::TooManySeeks.into());
    }
    if live + waiting >= app.config.limits.games {
        return Err(Code::TooManyGames.into());
    }
    Ok(())
}

async fn make(
    app: &App,
    user: api::UserId,
    name: String,
    setup: Setup,
    events: Vec<Event>,
    key: &str,
) -> Result<Row, Error> {
    let now = app.now.now();
    let lot = app.lot().map_err(|_| Error::from(Code::Internal))?;
    let own = setup.wish().unwrap_or(if lot { Color::Black } else { Color::White });
    let (players, names, state) = match setup.kind {
        Kind::Link | Kind::Seek => {
            let seated = |color| (setup.wish() == Some(color)).then_some(user);
            let named =
                |color| if setup.wish() == Some(color) { name.clone() } else { String::new() };
            (ByColor::from_fn(seated), ByColor::from_fn(named), GameState::Waiting)
        }
        Kind::Here => (
            ByColor::new(Some(user), Some(user)),
            ByColor::new(name.clone(), name.clone()),
            GameState::Live,
        ),
        Kind::Engine(level) => {
            let seated = |color| (color == own).then_some(user);
            let rank = app.engines.level(level).and_then(|known| known.rank);
            let engine = format!("Shoutan {}", rank.unwrap_or_else(|| level.to_string()));
            let named = |color| if color == own { name.clone() } else { engine.clone() };
            (ByColor::from_fn(seated), ByColor::from_fn(named), GameState::Live)
        }
    };
    let mut state_now = rules::GameState::new((*setup.start).clone());
    let mut all = Vec::with_capacity(events.len() + 1);
    for event in events {
        state_now.apply(event.clone()).map_err(|r| Error::refused(&r, setup.size()))?;
        all.push(event);
    }
    // A game begins interrupted by the server: it goes on when its players are there, and at once where days are counted.
    all.push(Event::Pause { by: Party::Server });
    let clock =
        setup.clock(state_now.position().to_move).map_err(|_| Error::from(Code::Internal))?;
    let entries: Vec<Entry> = all
        .into_iter()
        .zip(1..)
        .map(|(event, seq)| Entry {
            seq: Seq(seq),
            at: now,
            player: None,
            client_id: None,
            event,
            clock: *clock.state(),
            refund: clock::Millis::ZERO,
        })
        .collect();
    let mut row = Row {
        id: GameId::from_random(0),
        setup,
        state,
        maker: user,
        maker_name: name,
        players,
        names,
        key: Some(SecretHash::of(key)),
        result: None,
        moves: state_now.move_number(),
        created: now,
        updated: now,
    };
    for _ in 0..5 {
        let bits = getrandom::u64().map_err(|_| Error::from(Code::Internal))?;
        row.id = GameId::from_random(bits);
        match app.persist.create_game(&row, entries.clone()).await {
            Ok(()) => {
                metrics::counter!("shoutan_games_created_total").increment(1);
                app.lobby.game_changed(&row);
                return Ok(row);
            }
            Err(PersistError::Taken) => {}
            Err(error) => {
                tracing::error!(%error, "a game could not be saved");
                return Err(Code::StoreFailed.into());
            }
        }
    }
    Err(Code::Internal.into())
}

/// The game as it stands; with `.sgf` behind the id, its record.
#[utoipa::path(get, path = "/api/v1/games/{id}", tag = "games", params(("id" = GameId, Path), Key),
    responses((status = 200, body = Snapshot), (status = "default", body = ErrorBody)))]
pub(crate) async fn show(
    State(app): State<Arc<App>>,
    MaybeUser(known): MaybeUser,
    Id(id): Id<String>,
    Params(Key { key }): Params<Key>,
) -> Result<Response, Error> {
    let user = known.map(|k| k.id());
    if let Some(id) = id.strip_suffix(".sgf") {
        return record(&app, parse(id)?, user, key).await;
    }
    let id = parse(&id)?;
    let snapshot = ask(&app, id, |reply| Message::Show { user, key, reply }).await?;
    Ok(Json(snapshot).into_response())
}

/// The game's record as SGF, with the time left after each move.
#[utoipa::path(get, path = "/api/v1/games/{id}/sgf", tag = "games", params(("id" = GameId, Path), Key),
    responses((status = 200, body = String, content_type = "application/x-go-sgf"), (status = "default", body = ErrorBody)))]
pub(crate) async fn sgf(
    State(app): State<Arc<App>>,
    MaybeUser(known): MaybeUser,
    Id(id): Id<String>,
    Params(Key { key }): Params<Key>,
) -> Result<Response, Error> {
    record(&app, parse(&id)?, known.map(|k| k.id()), key).await
}

async fn record(
    app: &Arc<App>,
    id: GameId,
    user: Option<api::UserId>,
    key: Option<String>,
) -> Result<Response, Error> {
    let bytes = ask(app, id, |reply| Message::Sgf { user, key, reply }).await?;
    let disposition = format!("attachment; filename=\"shoutan-{id}.sgf\"");
    let headers = [
        (header::CONTENT_TYPE, "application/x-go-sgf; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, disposition),
    ];
    Ok((headers, bytes).into_response())
}

/// Events after a number, for those who cannot hold a socket.
#[utoipa::path(get, path = "/api/v1/games/{id}/events", tag = "games", params(("id" = GameId, Path), After),
    responses((status = 200, body = EventPage), (status = "default", body = ErrorBody)))]
pub(crate) async fn events(
    State(app): State<Arc<App>>,
    MaybeUser(known): MaybeUser,
    Id(id): Id<String>,
    Params(After { after, key }): Params<After>,
) -> Result<Json<EventPage>, Error> {
    let user = known.map(|k| k.id());
    let after = Seq(after.unwrap_or(0));
    let id = parse(&id)?;
    Ok(Json(ask(&app, id, |reply| Message::Events { user, key, after, reply }).await?))
}

/// The chat of a game, as far as whoever asks may read it: its last thousand lines, oldest first.
#[utoipa::path(get, path = "/api/v1/games/{id}/chat", tag = "games", params(("id" = GameId, Path), Key),
    responses((status = 200, body = Vec<ChatLine>), (status = "default", body = ErrorBody)))]
pub(crate) async fn chat(
    State(app): State<Arc<App>>,
    MaybeUser(known): MaybeUser,
    Id(id): Id<String>,
    Params(Key { key }): Params<Key>,
) -> Result<Json<Vec<ChatLine>>, Error> {
    let user = known.map(|k| k.id());
    let id = parse(&id)?;
    Ok(Json(ask(&app, id, |reply| Message::ChatLog { user, key, reply }).await?))
}

/// Takes the free seat. Whoever sits there already is answered the same, so it may be sent again.
#[utoipa::path(post, path = "/api/v1/games/{id}/join", tag = "games", params(("id" = GameId, Path), Key),
    responses((status = 200, body = Snapshot), (status = "default", body = ErrorBody)))]
pub(crate) async fn join(
    State(app): State<Arc<App>>,
    User(known): User,
    Id(id): Id<String>,
    Params(Key { key }): Params<Key>,
) -> Result<Json<Snapshot>, Error> {
    let (user, name) = (known.id(), known.account.name.clone());
    let (live, _) = app.lobby.busy(user);
    if live >= app.config.limits.games {
        return Err(Code::TooManyGames.into());
    }
    let id = parse(&id)?;
    Ok(Json(ask(&app, id, |reply| Message::Join { user, name, key, reply }).await?))
}

/// What the analyser finds dead as the game stands, with reasons.
#[utoipa::path(post, path = "/api/v1/games/{id}/proposal", tag = "games", params(("id" = GameId, Path), Key),
    responses((status = 200, body = ProposalView), (status = "default", body = ErrorBody)))]
pub(crate) async fn proposal(
    State(app): State<Arc<App>>,
    User(known): User,
    Id(id): Id<String>,
    Params(Key { key }): Params<Key>,
) -> Result<Json<ProposalView>, Error> {
    let user = Some(known.id());
    app.limiters.creation(known.id())?;
    let id = parse(&id)?;
    let snapshot = ask(&app, id, |reply| Message::Show { user, key, reply }).await?;
    if snapshot.phase == api::PhaseView::Play {
        return Err(Code::NotCounting.into());
    }
    let slot =
        app.analyser.clone().acquire_owned().await.map_err(|_| Error::from(Code::Stopping))?;
    let found = tokio::task::spawn_blocking(move || {
        let _slot = slot;
        crate::game::setup::board_of(&snapshot).map(|board| find(&board).view())
    });
    found.await.map_err(|_| Error::from(Code::Internal))?.map(Json)
}

/// An id from the path; one that is none is as good as one that is unknown.
pub(crate) fn parse(id: &str) -> Result<GameId, Error> {
    id.parse().map_err(|_| Code::NoGame.into())
}

/// Asks a game's actor.
pub(crate) async fn ask<T>(
    app: &Arc<App>,
    id: GameId,
    message: impl FnOnce(oneshot::Sender<Result<T, Error>>) -> Message,
) -> Result<T, Error> {
    let (reply, answer) = oneshot::channel();
    app.registry.send(app, id, message(reply)).await?;
    answer.await.map_err(|_| Error::from(Code::Busy))?
}
