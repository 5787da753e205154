//! Records imported from files in any format.

use std::sync::Arc;

use api::{Code, ErrorBody, ImportRecord, Imported, Message, RecordId, RecordView, Repair};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use board::Coordinates;
use clock::Millis;
use rules::Lang;
use store::NewRecord;

use crate::app::App;
use crate::auth::User;
use crate::error::Error;
use crate::game::setup::LONGEST_RECORD;
use crate::http::extract::{Body, Id};
use crate::persist::{PersistError, RecordHead};

/// Imports a record into the archive and lists what was repaired in it.
#[utoipa::path(post, path = "/api/v1/records", tag = "records", request_body = ImportRecord,
    responses((status = 201, body = Imported), (status = "default", body = ErrorBody)))]
pub(crate) async fn import(
    State(app): State<Arc<App>>,
    User(known): User,
    Body(request): Body<ImportRecord>,
) -> Result<(StatusCode, Json<Imported>), Error> {
    app.limiters.creation(known.id())?;
    let field = |name: &str| Error::with(Code::BadField, name);
    let bytes = match (request.text, request.base64) {
        (Some(text), None) => text.into_bytes(),
        (None, Some(text)) => from_base64(&text).ok_or(field("base64"))?,
        _ => return Err(field("text")),
    };
    if bytes.len() > LONGEST_RECORD {
        return Err(Code::TooLarge.into());
    }
    let name: String =
        request.name.unwrap_or_default().chars().filter(|c| !c.is_control()).take(200).collect();
    let now = app.now.now();
    let owner = known.id();
    let read = tokio::task::spawn_blocking(move || read(bytes, &name, owner, now));
    let (mut record, repairs) = read.await.map_err(|_| Error::from(Code::Internal))??;
    for _ in 0..5 {
        let bits = getrandom::u64().map_err(|_| Error::from(Code::Internal))?;
        record.head.id = RecordId::from_random(bits);
        match app.persist.add_record(record.clone()).await {
            Ok(()) => {
                return Ok((StatusCode::CREATED, Json(Imported { id: record.head.id, repairs })));
            }
            Err(PersistError::Taken) => {}
            Err(error) => {
                tracing::error!(%error, "a record could not be saved");
                return Err(Code::StoreFailed.into());
            }
        }
    }
    Err(Code::Internal.into())
}

/// A record of the archive.
#[utoipa::path(get, path = "/api/v1/records/{id}", tag = "records", params(("id" = RecordId, Path)),
    responses((status = 200, body = RecordView), (status = "default", body = ErrorBody)))]
pub(crate) async fn show(
    State(app): State<Arc<App>>,
    Id(id): Id<String>,
) -> Result<Json<RecordView>, Error> {
    let id: RecordId = id.parse().map_err(|_| Error::from(Code::NoRecord))?;
    let found = app.persist.record(id).await.map_err(|_| Error::from(Code::StoreFailed))?;
    let record = found.ok_or(Error::from(Code::NoRecord))?;
    let seen = tokio::task::spawn_blocking(move || view(record)).await;
    seen.map_err(|_| Error::from(Code::Internal))?.map(Json)
}

fn repairs(diagnostics: &sgf::Diagnostics) -> Vec<Repair> {
    let one = |d: &sgf::Diagnostic| Repair {
        code: d.code.name().to_owned(),
        severity: format!("{:?}", d.severity()).to_ascii_lowercase(),
        text: Message::new(d.zh(), d.en()),
    };
    diagnostics.iter().take(200).map(one).collect()
}

fn read(
    bytes: Vec<u8>,
    name: &str,
    owner: api::UserId,
    now: Millis,
) -> Result<(NewRecord, Vec<Repair>), Error> {
    let extension = name.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase());
    let parsed = sgf::parse_any(&bytes, extension.as_deref());
    let repaired = repairs(&parsed.diagnostics);
    let none = || Error::with(Code::BadField, "text: there is no game record in it");
    let tree = parsed.trees.first().ok_or_else(none)?;
    let replay =
        sgf::replay(tree).map_err(|e| Error::with(Code::BadField, format!("text: {e}")))?;
    let info = &replay.info;
    let text = String::from_utf8_lossy(
        &sgf::write::write_with(parsed.trees.iter(), &sgf::write::WriteOptions::default()).bytes,
    )
    .into_owned();
    let size = replay.state.size();
    let clean = |text: &str| -> String { text.chars().filter(|c| *c != '\0').take(100).collect() };
    let root = tree.root();
    let stated = |id| tree.text(root, id).map(|text| clean(&text)).filter(|text| !text.is_empty());
    let head = RecordHead {
        id: RecordId::from_random(0),
        owner,
        file_name: clean(name),
        black: clean(info.players.black.name.as_deref().unwrap_or_default()),
        white: clean(info.players.white.name.as_deref().unwrap_or_default()),
        cols: size.columns(),
        rows: size.rows(),
        ruleset: replay.rules_stated.then(|| replay.state.ruleset().id.clone()),
        result: stated(sgf::PropertyId::RE),
        played: stated(sgf::PropertyId::DT),
        moves: replay.moves,
        created: now,
    };
    Ok((NewRecord { head, sgf: text.replace('\0', "\u{fffd}"), source: bytes }, repaired))
}

fn view(record: NewRecord) -> Result<RecordView, Error> {
    let parsed = sgf::parse_any(&record.source, None);
    let damaged = || Error::from(Code::Internal);
    let tree = parsed.trees.first().ok_or_else(damaged)?;
    let replay = sgf::replay(tree).map_err(|_| damaged())?;
    let size = replay.state.size();
    let illegal = replay.illegal.as_ref().map(|step| {
        let say = |lang| step.error.describe(lang, Coordinates::Gtp, size);
        let number = step.number;
        Message::new(
            format!("第 {number} 手：{}", say(Lang::Zh)),
            format!("move {number}: {}", say(Lang::En)),
        )
    });
    let winner = match &replay.info.result {
        Some(sgf::info::result::RecordedResult::Win { winner, .. }) => Some((*winner).into()),
        _ => None,
    };
    Ok(RecordView {
        id: record.head.id,
        name: record.head.file_name,
        sgf: record.sgf,
        black: record.head.black,
        white: record.head.white,
        result: record.head.result,
        moves: record.head.moves,
        illegal,
        repairs: repairs(&parsed.diagnostics),
        winner,
    })
}

/// Base 64 with or without padding and line breaks.
fn from_base64(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let (mut bits, mut count) = (0_u32, 0);
    let digits = text.trim_end().trim_end_matches('=').bytes().filter(|b| !b.is_ascii_whitespace());
    for digit in digits {
        let value = match digit {
            b'A'..=b'Z' => digit - b'A',
            b'a'..=b'z' => digit - b'a' + 26,
            b'0'..=b'9' => digit - b'0' + 52,
            b'+' | b'-' => 62,
            b'/' | b'_' => 63,
            _ => return None,
        };
        bits = bits << 6 | u32::from(value);
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push(u8::try_from(bits >> count & 0xff).unwrap_or(0));
        }
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_read() {
        assert_eq!(from_base64("R28=").as_deref(), Some(&b"Go"[..]));
        assert_eq!(from_base64("5omL\n6LCI").as_deref(), Some("手谈".as_bytes()));
        assert_eq!(from_base64("").as_deref(), Some(&b""[..]));
        assert_eq!(from_base64("a*b"), None);
    }
}
