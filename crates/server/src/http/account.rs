//! Guests, registration, sessions, the own account.

use std::sync::Arc;

use api::{Account, Code, Credentials, ErrorBody, PatchMe, Registration, UserId};
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::app::App;
use crate::auth::{self, MaybeUser, User};
use crate::error::Error;
use crate::http::extract::{Body, ClientAddress};
use crate::http::system::speaks_chinese;
use crate::persist::{AccountRow, PersistError};

/// Preferences are at most this long as JSON, in bytes.
const LONGEST_PREFERENCES: usize = 8 * 1024;

fn view(account: &AccountRow) -> Account {
    Account {
        id: account.id,
        name: account.name.clone(),
        login: account.login.clone(),
        guest: account.login.is_none(),
        lang: account.lang.clone(),
        preferences: serde_json::from_str(&account.preferences)
            .unwrap_or_else(|_| serde_json::json!({})),
        created: account.created.get(),
    }
}

fn failed(error: PersistError) -> Error {
    match error {
        PersistError::Taken => Code::NameTaken.into(),
        PersistError::Missing => Code::NoSession.into(),
        PersistError::Failed(what) => {
            tracing::error!(error = what, "an account could not be saved");
            Code::StoreFailed.into()
        }
    }
}

fn with_cookie(app: &App, token: Option<&str>, body: impl IntoResponse) -> Response {
    let mut response = body.into_response();
    response.headers_mut().insert(header::SET_COOKIE, auth::cookie_out(app, token));
    response
}

/// Enters as a guest, in one click. Whoever has a session keeps it.
#[utoipa::path(post, path = "/api/v1/guest", tag = "account",
    responses((status = 200, body = Account), (status = "default", body = ErrorBody)))]
pub(crate) async fn guest(
    State(app): State<Arc<App>>,
    ClientAddress(address): ClientAddress,
    MaybeUser(known): MaybeUser,
    headers: HeaderMap,
) -> Result<Response, Error> {
    if let Some(known) = known {
        return Ok(Json(view(&known.account)).into_response());
    }
    app.limiters.guest(address)?;
    let mut bits = [0_u8; 8];
    getrandom::fill(&mut bits).map_err(|_| Error::from(Code::Internal))?;
    let id = UserId::from_random(u64::from_ne_bytes(bits));
    let word = if speaks_chinese(&headers) { "棋客" } else { "Guest " };
    let number = id.get() % 100_000;
    let account = AccountRow {
        id,
        name: format!("{word}{number:05}"),
        login: None,
        lang: None,
        preferences: "{}".to_owned(),
        created: app.now.now(),
    };
    app.persist.create_account(&account, None).await.map_err(failed)?;
    let token = auth::begin(&app, id, None).await?;
    metrics::counter!("shoutan_guests_total").increment(1);
    Ok(with_cookie(&app, Some(&token), Json(view(&account))))
}

/// Registers. A guest keeps id and games; the session is a new one.
#[utoipa::path(post, path = "/api/v1/register", tag = "account", request_body = Registration,
    responses((status = 200, body = Account), (status = "default", body = ErrorBody)))]
pub(crate) async fn register(
    State(app): State<Arc<App>>,
    ClientAddress(address): ClientAddress,
    MaybeUser(known): MaybeUser,
    Body(registration): Body<Registration>,
) -> Result<Response, Error> {
    app.limiters.login(address)?;
    let name = good_name(&registration.name)?;
    let password = &registration.password;
    if !(8..=200).contains(&password.chars().count()) || crate::text::has_controls(password) {
        return Err(Code::BadPassword.into());
    }
    if known.as_ref().is_some_and(|k| k.account.login.is_some()) {
        return Err(Code::Registered.into());
    }
    let password = auth::hash(&app.hashing, registration.password).await?;
    let account = match &known {
        Some(guest) => {
            let account =
                AccountRow { name: name.clone(), login: Some(name), ..guest.account.clone() };
            app.persist
                .register_guest(account.id, &account.name, &password)
                .await
                .map_err(failed)?;
            account
        }
        None => {
            let mut bits = [0_u8; 8];
            getrandom::fill(&mut bits).map_err(|_| Error::from(Code::Internal))?;
            let account = AccountRow {
                id: UserId::from_random(u64::from_ne_bytes(bits)),
                name: name.clone(),
                login: Some(name),
                lang: None,
                preferences: "{}".to_owned(),
                created: app.now.now(),
            };
            app.persist.create_account(&account, Some(password)).await.map_err(failed)?;
            account
        }
    };
    renew(&app, known.map(|k| k.token).as_deref(), &account).await
}

/// Logs in. The session is a new one.
#[utoipa::path(post, path = "/api/v1/login", tag = "account", request_body = Credentials,
    responses((status = 200, body = Account), (status = "default", body = ErrorBody)))]
pub(crate) async fn login(
    State(app): State<Arc<App>>,
    ClientAddress(address): ClientAddress,
    MaybeUser(known): MaybeUser,
    Body(credentials): Body<Credentials>,
) -> Result<Response, Error> {
    app.limiters.login(address)?;
    if credentials.password.len() > 1_000 || credentials.name.len() > 200 {
        return Err(Code::BadLogin.into());
    }
    let (account, hash) = app.persist.login(credentials.name.trim()).await.map_err(failed)?.unzip();
    let right = auth::verify(&app.hashing, credentials.password, hash).await?;
    let Some(account) = account.filter(|_| right) else { return Err(Code::BadLogin.into()) };
    renew(&app, known.map(|k| k.token).as_deref(), &account).await
}

/// A new session in place of the old one.
async fn renew(app: &App, old: Option<&str>, account: &AccountRow) -> Result<Response, Error> {
    let token = auth::begin(app, account.id, old).await?;
    Ok(with_cookie(app, Some(&token), Json(view(account))))
}

/// Ends the session.
#[utoipa::path(post, path = "/api/v1/logout", tag = "account",
    responses((status = 204), (status = "default", body = ErrorBody)))]
pub(crate) async fn logout(
    State(app): State<Arc<App>>,
    MaybeUser(known): MaybeUser,
    _: HeaderMap,
) -> Result<Response, Error> {
    if let Some(known) = known {
        auth::end(&app, &known.token).await?;
    }
    Ok(with_cookie(&app, None, StatusCode::NO_CONTENT))
}

/// The own account.
#[utoipa::path(get, path = "/api/v1/me", tag = "account",
    responses((status = 200, body = Account), (status = "default", body = ErrorBody)))]
pub(crate) async fn me(User(known): User) -> Json<Account> {
    Json(view(&known.account))
}

/// Changes the own account.
#[utoipa::path(patch, path = "/api/v1/me", tag = "account", request_body = PatchMe,
    responses((status = 200, body = Account), (status = "default", body = ErrorBody)))]
pub(crate) async fn patch(
    State(app): State<Arc<App>>,
    User(known): User,
    Body(patch): Body<PatchMe>,
) -> Result<Json<Account>, Error> {
    let mut account = known.account;
    if let Some(name) = patch.name {
        account.name = shown_name(&name)?;
    }
    if let Some(lang) = patch.lang {
        let known = matches!(lang.as_str(), "zh" | "en");
        account.lang = known.then_some(lang).ok_or(Error::with(Code::BadField, "lang"))?.into();
    }
    if let Some(preferences) = patch.preferences {
        let text = preferences.to_string();
        let odd = crate::text::json_has_controls(&preferences);
        if !preferences.is_object() || text.len() > LONGEST_PREFERENCES || odd {
            return Err(Error::with(Code::BadField, "preferences"));
        }
        account.preferences = text;
    }
    app.persist.update_account(&account).await.map_err(failed)?;
    Ok(Json(view(&account)))
}

/// A name to log in with.
fn good_name(name: &str) -> Result<String, Error> {
    let name = name.trim();
    let fits = (2..=24).contains(&name.chars().count())
        && name.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '-');
    if fits { Ok(name.to_owned()) } else { Err(Code::BadName.into()) }
}

/// A name to show: spaces inside are fine, control and invisible characters are not.
fn shown_name(name: &str) -> Result<String, Error> {
    let name = name.trim();
    let odd = |c: char| {
        c.is_control()
            || matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
    };
    // Some letters look like nothing at all; a name of nothing else could be anybody's.
    let blank = |c: char| {
        c.is_whitespace()
            || matches!(
                c,
                '\u{115f}'
                    | '\u{1160}'
                    | '\u{3164}'
                    | '\u{ffa0}'
                    | '\u{2800}'
                    | '\u{00ad}'
                    | '\u{034f}'
            )
    };
    let good = !name.chars().any(odd) && !name.chars().all(blank);
    if good && (1..=24).contains(&name.chars().count()) {
        Ok(name.to_owned())
    } else {
        Err(Code::BadName.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        assert_eq!(good_name(" 吴清源 ").unwrap(), "吴清源");
        for name in ["a", "a b", "x'; DROP TABLE account; --", "<b>", "", &"长".repeat(25)] {
            assert!(good_name(name).is_err(), "{name}");
        }
        assert!(shown_name("Go Seigen").is_ok());
        assert!(shown_name("\u{202e}nigeSoG").is_err());
        for nothing in ["   ", "\u{3164}", "\u{2800}\u{115f} \u{ffa0}"] {
            assert!(shown_name(nothing).is_err(), "{nothing:?}");
        }
    }
}
