//! Records: files read, imported, listed, edited and drawn.

use std::collections::HashMap;
use std::sync::Arc;

use api::{
    Code, DiagramRequest, ErrorBody, GameId, ImportRecord, Imported, ListedRecord, OpenedFile,
    RecordId, RecordPage, RecordQuery, RecordTree, RecordView, Repair, SaveRecord, Saved, UserId,
};
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use clock::Millis;
use store::{Filter, NewRecord, RecordFilter};

use crate::app::App;
use crate::auth::{MaybeUser, User};
use crate::error::Error;
use crate::game::Message;
use crate::game::setup::LONGEST_RECORD;
use crate::http::extract::{Body, Id, Params};
use crate::http::games::{Key, ask, parse};
use crate::http::lists;
use crate::persist::{PersistError, RecordHead};
use crate::record::{self, File, Line};

/// Reads a file of any format and gives the chosen game's tree; nothing is saved.
#[utoipa::path(post, path = "/api/v1/records/read", tag = "records", request_body = ImportRecord,
    responses((status = 200, body = OpenedFile), (status = "default", body = ErrorBody)))]
pub(crate) async fn read(
    State(app): State<Arc<App>>,
    User(known): User,
    headers: HeaderMap,
    Body(request): Body<ImportRecord>,
) -> Result<Json<OpenedFile>, Error> {
    app.limiters.reading(known.id())?;
    let file = File::take(request, languages(&headers))?;
    Ok(Json(aside(move || file.open()).await?))
}

/// Imports a record into the archive and lists what was repaired in it.
#[utoipa::path(post, path = "/api/v1/records", tag = "records", request_body = ImportRecord,
    responses((status = 201, body = Imported), (status = "default", body = ErrorBody)))]
pub(crate) async fn import(
    State(app): State<Arc<App>>,
    User(known): User,
    headers: HeaderMap,
    Body(request): Body<ImportRecord>,
) -> Result<(StatusCode, Json<Imported>), Error> {
    app.limiters.creation(known.id())?;
    let file = File::take(request, languages(&headers))?;
    let now = app.now.now();
    let owner = known.id();
    let (mut record, repairs) = aside(move || new_record(file, owner, now)).await?;
    for _ in 0..5 {
        let bits = getrandom::u64().map_err(|_| Error::from(Code::Internal))?;
        record.head.id = RecordId::from_random(bits);
        match app.persist.add_record(record.clone()).await {
            Ok(()) => {
                let version = version(&record.sgf);
                let imported = Imported { id: record.head.id, version, repairs };
                return Ok((StatusCode::CREATED, Json(imported)));
            }
            Err(PersistError::Taken) => {}
            Err(error) => return Err(unsaved(&error)),
        }
    }
    Err(Code::Internal.into())
}

/// Imported records by any of their features, the newest import first.
#[utoipa::path(get, path = "/api/v1/records", tag = "records", params(RecordQuery),
    responses((status = 200, body = RecordPage), (status = "default", body = ErrorBody)))]
pub(crate) async fn list(
    State(app): State<Arc<App>>,
    MaybeUser(known): MaybeUser,
    Params(query): Params<RecordQuery>,
) -> Result<Json<RecordPage>, Error> {
    let viewer = known.map(|known| known.id());
    let page = lists::Page::check(query.cursor.as_deref(), query.limit)?;
    let account = if query.mine { Some(viewer.ok_or(Code::NoSession)?) } else { None };
    let filter = Filter {
        name: lists::short("player", query.player, 60)?,
        account,
        ruleset: lists::ruleset(query.ruleset)?,
        result: lists::short("result", query.result, 20)?,
        cols: query.cols,
        rows: query.rows,
        record: RecordFilter {
            text: lists::short("text", query.text, 60)?,
            from: day("from", query.from)?,
            to: day("to", query.to)?,
        },
        ..Filter::default()
    };
    let (heads, next) =
        app.persist.records(&filter, page.cursor, page.limit).await.map_err(|e| unread(&e))?;
    let mut stones = match query.stones {
        true => last_positions(&app, &heads).await?,
        false => HashMap::new(),
    };
    let records = heads
        .into_iter()
        .map(|head| {
            let stones = stones.remove(&head.id);
            listed(head, viewer, stones)
        })
        .collect();
    Ok(Json(RecordPage { records, next: next.map(|cursor| cursor.to_string()) }))
}

/// A record of the archive.
#[utoipa::path(get, path = "/api/v1/records/{id}", tag = "records", params(("id" = RecordId, Path)),
    responses((status = 200, body = RecordView), (status = "default", body = ErrorBody)))]
pub(crate) async fn show(
    State(app): State<Arc<App>>,
    MaybeUser(known): MaybeUser,
    Id(id): Id<String>,
) -> Result<Json<RecordView>, Error> {
    let record = find(&app, &id).await?;
    let mine = known.is_some_and(|known| known.id() == record.head.owner);
    Ok(Json(aside(move || view(record, mine)).await?))
}

/// Saves an own record, edited. The file as it was imported is kept; another's record can be imported as a copy.
#[utoipa::path(put, path = "/api/v1/records/{id}", tag = "records", params(("id" = RecordId, Path)),
    request_body = SaveRecord,
    responses((status = 200, body = Saved), (status = "default", body = ErrorBody)))]
pub(crate) async fn save(
    State(app): State<Arc<App>>,
    User(known): User,
    Id(id): Id<String>,
    Body(request): Body<SaveRecord>,
) -> Result<Json<Saved>, Error> {
    app.limiters.creation(known.id())?;
    if request.sgf.len() > LONGEST_RECORD {
        return Err(Code::TooLarge.into());
    }
    let was = find(&app, &id).await?;
    if was.head.owner != known.id() {
        return Err(Code::Forbidden.into());
    }
    if version(&was.sgf) != request.version {
        return Err(Code::RecordChanged.into());
    }
    let head = was.head;
    let (head, sgf) = aside(move || edited(head, &request.sgf)).await?;
    let saved = Saved { version: version(&sgf) };
    match app.persist.change_record(head, was.sgf, sgf).await {
        Ok(()) => Ok(Json(saved)),
        Err(PersistError::Missing) => Err(Code::RecordChanged.into()),
        Err(error) => Err(unsaved(&error)),
    }
}

/// The file as it was imported.
#[utoipa::path(get, path = "/api/v1/records/{id}/source", tag = "records", params(("id" = RecordId, Path)),
    responses((status = 200, body = [u8], content_type = "application/octet-stream"), (status = "default", body = ErrorBody)))]
pub(crate) async fn source(
    State(app): State<Arc<App>>,
    Id(id): Id<String>,
) -> Result<Response, Error> {
    let record = find(&app, &id).await?;
    let ending = sgf::detect(&record.source, None).map_or("sgf", |format| format.name);
    // A name given by whoever sent the file stays out of the header.
    let headers = [
        (header::CONTENT_TYPE, "application/octet-stream".to_owned()),
        (
            header::CONTENT_DISPOSITION,
            format!("attachment; filename=\"{}.{ending}\"", record.head.id),
        ),
    ];
    Ok((headers, record.source).into_response())
}

/// A game's record as a tree, with the time left after each move.
#[utoipa::path(get, path = "/api/v1/games/{id}/record", tag = "records", params(("id" = GameId, Path), Key),
    responses((status = 200, body = RecordTree), (status = "default", body = ErrorBody)))]
pub(crate) async fn game(
    State(app): State<Arc<App>>,
    MaybeUser(known): MaybeUser,
    Id(id): Id<String>,
    Params(Key { key }): Params<Key>,
) -> Result<Json<RecordTree>, Error> {
    let user = known.map(|known| known.id());
    let bytes = ask(&app, parse(&id)?, |reply| Message::Sgf { user, key, reply }).await?;
    let tree = aside(move || record::view(&record::first(&String::from_utf8_lossy(&bytes))?));
    Ok(Json(tree.await?))
}

/// Draws a position or some moves of a record as SVG.
#[utoipa::path(post, path = "/api/v1/diagrams", tag = "records", request_body = DiagramRequest,
    responses((status = 200, body = String, content_type = "image/svg+xml"), (status = "default", body = ErrorBody)))]
pub(crate) async fn diagram(
    State(app): State<Arc<App>>,
    User(known): User,
    Body(request): Body<DiagramRequest>,
) -> Result<Response, Error> {
    app.limiters.reading(known.id())?;
    let picture = aside(move || record::picture(&request)).await?;
    Ok(([(header::CONTENT_TYPE, "image/svg+xml; charset=utf-8")], picture).into_response())
}

fn languages(headers: &HeaderMap) -> &str {
    headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok()).unwrap_or_default()
}

/// Work of milliseconds, beside the tasks that must not wait.
pub(crate) async fn aside<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Error> + Send + 'static,
) -> Result<T, Error> {
    tokio::task::spawn_blocking(work).await.map_err(|_| Error::from(Code::Internal))?
}

fn unsaved(error: &PersistError) -> Error {
    tracing::error!(%error, "a record could not be saved");
    Code::StoreFailed.into()
}

fn unread(error: &PersistError) -> Error {
    tracing::error!(%error, "records could not be read");
    Code::StoreFailed.into()
}

async fn find(app: &App, id: &str) -> Result<NewRecord, Error> {
    let id: RecordId = id.parse().map_err(|_| Error::from(Code::NoRecord))?;
    let found = app.persist.record(id).await.map_err(|error| unread(&error))?;
    found.ok_or(Code::NoRecord.into())
}

/// A day as far as it is given: `1963`, `1963-08`, `1963-08-04`.
fn day(name: &str, text: Option<String>) -> Result<Option<String>, Error> {
    let fits = |text: &String| {
        matches!(text.len(), 4 | 7 | 10)
            && text.bytes().enumerate().all(|(at, byte)| match at {
                4 | 7 => byte == b'-',
                _ => byte.is_ascii_digit(),
            })
    };
    match text {
        Some(text) if fits(&text) => Ok(Some(text)),
        Some(_) => Err(Error::with(Code::BadField, name)),
        None => Ok(None),
    }
}

async fn last_positions(
    app: &App,
    heads: &[RecordHead],
) -> Result<HashMap<RecordId, String>, Error> {
    let ids: Vec<RecordId> = heads.iter().map(|head| head.id).collect();
    let texts = app.persist.record_texts(&ids).await.map_err(|error| unread(&error))?;
    aside(move || {
        let last = |(id, text): (RecordId, String)| Some((id, record::last_stones(&text)?));
        Ok(texts.into_iter().filter_map(last).collect())
    })
    .await
}

fn listed(head: RecordHead, viewer: Option<UserId>, stones: Option<String>) -> ListedRecord {
    ListedRecord {
        id: head.id,
        mine: viewer == Some(head.owner),
        name: head.file_name,
        black: head.black,
        white: head.white,
        cols: head.cols,
        rows: head.rows,
        ruleset: head.ruleset,
        result: head.result,
        played: head.played,
        moves: head.moves,
        created: head.created.get(),
        stones,
    }
}

/// Changes with every change of the text (FNV-1a, 64 bits). It tells two versions apart, it proves nothing.
fn version(sgf: &str) -> String {
    let hash = sgf.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{hash:016x}")
}

/// The columns of a record, from its main line.
fn columns(head: RecordHead, line: &Line) -> RecordHead {
    let size = line.replay.state.size();
    let info = &line.info;
    RecordHead {
        black: info.black.clone(),
        white: info.white.clone(),
        cols: size.columns(),
        rows: size.rows(),
        ruleset: info.ruleset.clone(),
        result: info.result.clone(),
        played: info.played.clone(),
        moves: line.replay.moves,
        ..head
    }
}

fn new_record(file: File, owner: UserId, now: Millis) -> Result<(NewRecord, Vec<Repair>), Error> {
    let parsed = file.read();
    let (sgf, tree) = file.chosen(&parsed)?;
    let line = Line::of(&tree)?;
    let head = RecordHead {
        id: RecordId::from_random(0),
        owner,
        file_name: record::clean(&file.name),
        black: String::new(),
        white: String::new(),
        cols: 19,
        rows: 19,
        ruleset: None,
        result: None,
        played: None,
        moves: 0,
        created: now,
    };
    let record = NewRecord { head: columns(head, &line), sgf, source: file.bytes };
    Ok((record, record::repairs(&parsed.diagnostics)))
}

fn edited(head: RecordHead, text: &str) -> Result<(RecordHead, String), Error> {
    let (sgf, tree) = record::normal(&record::first(text)?)?;
    let line = Line::of(&tree)?;
    Ok((columns(head, &line), sgf))
}

fn view(record: NewRecord, mine: bool) -> Result<RecordView, Error> {
    let tree = record::view(&record::first(&record.sgf)?)?;
    let source = record::parse(&record.source, None, None);
    Ok(RecordView {
        id: record.head.id,
        name: record.head.file_name,
        version: version(&record.sgf),
        sgf: record.sgf,
        black: record.head.black,
        white: record.head.white,
        result: record.head.result,
        moves: record.head.moves,
        illegal: tree.illegal.as_ref().map(|illegal| illegal.text.clone()),
        repairs: record::repairs(&source.diagnostics),
        winner: tree.info.winner,
        tree,
        mine,
        created: record.head.created.get(),
    })
}
