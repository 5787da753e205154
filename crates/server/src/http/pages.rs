//! The web board: files of the bundle with the headers that let browsers keep them.

use std::borrow::Cow;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use api::Code;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Redirect, Response};

use crate::app::App;
use crate::error::Error;

/// The first parts of the addresses that the web board draws itself (`web/src/app.tsx`).
const PAGES: [&str; 9] = ["", "new", "g", "watch", "records", "record", "learn", "me", "boards"];

/// The names of files below it hold a digest of their content, so they never change.
const LASTING: &str = "assets/";

/// Whatever no other route took: a file of the web board, one of its pages, or nothing.
pub(crate) async fn page(
    State(app): State<Arc<App>>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, Error> {
    let path = uri.path().trim_start_matches('/');
    if !matches!(method, Method::GET | Method::HEAD) {
        return Err(nothing_here(path));
    }
    let Some(pages) = app.config.pages else {
        return if path.is_empty() {
            Ok(Redirect::to("/api").into_response())
        } else {
            Err(nothing_here(path))
        };
    };
    if path != "index.html"
        && let Some(answer) = file(pages, path, &headers)
    {
        return Ok(answer);
    }
    let first = path.split('/').next().unwrap_or_default();
    let is_page = PAGES.contains(&first);
    if !(is_page || wants_page(&headers)) || path.starts_with("api/") || path.starts_with(LASTING) {
        return Err(nothing_here(path));
    }
    let mut answer = file(pages, "index.html", &headers).ok_or_else(|| nothing_here(path))?;
    if !is_page {
        // The page itself says that there is nothing here, in words.
        *answer.status_mut() = StatusCode::NOT_FOUND;
    }
    Ok(answer)
}

fn nothing_here(path: &str) -> Error {
    Error::with(Code::NotFound, format!("/{}", path.chars().take(100).collect::<String>()))
}

fn wants_page(headers: &HeaderMap) -> bool {
    headers
        .get(header::ACCEPT)
        .and_then(|value| value.to_str().ok())
        .is_some_and(|text| text.contains("text/html"))
}

/// A file of the bundle, compressed if the browser takes that and it was built so.
fn file(pages: crate::Pages, path: &str, headers: &HeaderMap) -> Option<Response> {
    let accepted =
        headers.get(header::ACCEPT_ENCODING).and_then(|v| v.to_str().ok()).unwrap_or_default();
    let accepts = |name: &str| {
        accepted.split(',').any(|one| one.split(';').next().unwrap_or_default().trim() == name)
    };
    let found =
        [("br", ".br"), ("gzip", ".gz")].into_iter().filter(|(name, _)| accepts(name)).find_map(
            |(name, ending)| pages(&format!("{path}{ending}")).map(|bytes| (bytes, Some(name))),
        );
    let (bytes, encoding) = match found {
        Some(found) => found,
        None => (pages(path)?, None),
    };
    let tag = entity_tag(&bytes);
    let known =
        headers.get(header::IF_NONE_MATCH).is_some_and(|value| value.as_bytes() == tag.as_bytes());
    let mut answer =
        if known { StatusCode::NOT_MODIFIED.into_response() } else { body(bytes).into_response() };
    let set = answer.headers_mut();
    let lasting = path.starts_with(LASTING);
    let cache = if lasting { "public, max-age=31536000, immutable" } else { "no-cache" };
    set.insert(header::CACHE_CONTROL, HeaderValue::from_static(cache));
    set.insert(header::CONTENT_TYPE, HeaderValue::from_static(media_type(path)));
    set.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    set.insert(header::ETAG, HeaderValue::from_str(&tag).ok()?);
    if let Some(encoding) = encoding {
        set.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
    }
    Some(answer)
}

fn body(bytes: Cow<'static, [u8]>) -> axum::body::Body {
    match bytes {
        Cow::Borrowed(bytes) => bytes.into(),
        Cow::Owned(bytes) => bytes.into(),
    }
}

fn entity_tag(bytes: &[u8]) -> String {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    format!("\"{:016x}\"", hasher.finish())
}

fn media_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map(|(_, ending)| ending) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("json" | "webmanifest") => "application/json",
        Some("png") => "image/png",
        _ => "application/octet-stream",
    }
}
