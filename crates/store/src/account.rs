//! Accounts: guests and those with a login.

use api::UserId;
use clock::Millis;
use sqlx::any::AnyRow;

use crate::db::Store;
use crate::error::{Fault, ReadError, WriteError, without_nul};
use crate::row::{CellError, Cells};
use crate::writer::work;

/// An account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Account {
    /// The account.
    pub id: UserId,
    /// The name shown to others.
    pub name: String,
    /// The name to log in with, as it was typed; none for a guest.
    pub login: Option<String>,
    /// `zh` or `en`, where chosen.
    pub lang: Option<String>,
    /// What the client keeps there, as JSON text.
    pub preferences: String,
    /// When it was made, from 1970.
    pub created: Millis,
}

/// A new account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewAccount {
    /// The account.
    pub account: Account,
    /// The password's hash in PHC form (`$argon2id$…`), made by the caller; none for a guest.
    pub password: Option<String>,
}

/// What is needed to check a password.
#[derive(Clone, PartialEq, Eq)]
pub struct Login {
    /// The account.
    pub account: Account,
    /// The password's hash in PHC form.
    pub password: String,
}

impl std::fmt::Debug for Login {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Login").field("account", &self.account).finish_non_exhaustive()
    }
}

/// Changes to an account; what is left out stays.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AccountPatch {
    /// The name shown.
    pub name: Option<String>,
    /// The language.
    pub lang: Option<String>,
    /// The preferences, as JSON text.
    pub preferences: Option<String>,
    /// The password's hash.
    pub password: Option<String>,
}

/// Why an account was not made or did not become one with a login.
#[derive(Debug, Clone, thiserror::Error)]
pub enum AccountError {
    /// The id is another account's: draw another.
    #[error("there is an account {0} already")]
    IdTaken(UserId),
    /// The login is another account's, capital letters aside.
    #[error("the login '{0}' is taken")]
    LoginTaken(String),
    /// There is no such guest.
    #[error("there is no guest {0}")]
    NoGuest(UserId),
    /// It could not be written.
    #[error(transparent)]
    Write(#[from] WriteError),
}

impl From<Fault> for AccountError {
    fn from(fault: Fault) -> Self {
        Self::Write(fault.into())
    }
}

const COLUMNS: &str = "id, name, login, lang, preferences, created, password";

impl Store {
    /// Makes an account.
    ///
    /// # Errors
    /// When the id or the login is taken or nothing can be written.
    pub async fn create_account(&self, new: NewAccount) -> Result<(), AccountError> {
        const CREATE: &str =
            "INSERT INTO account (id, name, login, login_key, password, lang, preferences, created)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING";
        let NewAccount { account, password } = new;
        without_nul(&[
            ("name", &account.name),
            ("login", account.login.as_deref().unwrap_or_default()),
            ("password", password.as_deref().unwrap_or_default()),
            ("lang", account.lang.as_deref().unwrap_or_default()),
            ("preferences", &account.preferences),
        ])?;
        let (id, login) = (account.id, account.login.clone());
        let insert = work(move |connection| {
            Box::pin(async move {
                let done = sqlx::query(CREATE)
                    .bind(account.id.get())
                    .bind(account.name.as_str())
                    .bind(account.login.as_deref())
                    .bind(account.login.as_deref().map(key))
                    .bind(password.as_deref())
                    .bind(account.lang.as_deref())
                    .bind(account.preferences.as_str())
                    .bind(account.created.to_i64())
                    .execute(&mut *connection)
                    .await?;
                if done.rows_affected() == 1 {
                    return Ok(None);
                }
                let same_id = sqlx::query("SELECT id FROM account WHERE id = $1")
                    .bind(account.id.get())
                    .fetch_optional(connection)
                    .await?;
                Ok(Some(same_id.is_some()))
            })
        });
        match self.writer().write(insert).await? {
            None => Ok(()),
            Some(true) => Err(AccountError::IdTaken(id)),
            Some(false) => Err(AccountError::LoginTaken(login.unwrap_or_default())),
        }
    }

    /// Gives a guest a login and a password's hash; id and games stay.
    ///
    /// # Errors
    /// When the login is taken, there is no such guest, or nothing can be written.
    pub async fn register_guest(
        &self,
        id: UserId,
        login: &str,
        password: &str,
    ) -> Result<(), AccountError> {
        const TAKEN: &str = "SELECT id FROM account WHERE login_key = $1";
        const REGISTER: &str = "UPDATE account SET login = $1, login_key = $2, password = $3
            WHERE id = $4 AND login IS NULL";
        without_nul(&[("login", login), ("password", password)])?;
        let (login, password) = (login.to_owned(), password.to_owned());
        let wanted = login.clone();
        let update = work(move |connection| {
            Box::pin(async move {
                let key = key(&login);
                let taken =
                    sqlx::query(TAKEN).bind(key.as_str()).fetch_optional(&mut *connection).await?;
                if taken.is_some() {
                    return Ok(Some(true));
                }
                let done = sqlx::query(REGISTER)
                    .bind(login)
                    .bind(key)
                    .bind(password)
                    .bind(id.get())
                    .execute(connection)
                    .await;
                match done {
                    Ok(done) => Ok((done.rows_affected() != 1).then_some(false)),
                    // Another node was faster.
                    Err(sqlx::Error::Database(error)) if error.is_unique_violation() => {
                        Ok(Some(true))
                    }
                    Err(error) => Err(error),
                }
            })
        });
        match self.writer().write(update).await? {
            None => Ok(()),
            Some(true) => Err(AccountError::LoginTaken(wanted)),
            Some(false) => Err(AccountError::NoGuest(id)),
        }
    }

    /// An account.
    ///
    /// # Errors
    /// When the store fails or the row cannot be read.
    pub async fn account(&self, id: UserId) -> Result<Option<Account>, ReadError> {
        let text = format!("SELECT {COLUMNS} FROM account WHERE id = $1");
        let row = sqlx::query(sqlx::AssertSqlSafe(text))
            .bind(id.get())
            .fetch_optional(&mut *self.reader().await?)
            .await?;
        Ok(row.as_ref().map(from_row).transpose()?.map(|(account, _)| account))
    }

    /// The account with a login, in any case, and what its password is checked against.
    ///
    /// # Errors
    /// When the store fails or the row cannot be read.
    pub async fn login(&self, login: &str) -> Result<Option<Login>, ReadError> {
        if login.contains('\0') {
            return Ok(None);
        }
        let text = format!("SELECT {COLUMNS} FROM account WHERE login_key = $1");
        let row = sqlx::query(sqlx::AssertSqlSafe(text))
            .bind(key(login))
            .fetch_optional(&mut *self.reader().await?)
            .await?;
        let found = row.as_ref().map(from_row).transpose()?;
        Ok(found.and_then(|(account, password)| Some(Login { account, password: password? })))
    }

    /// Changes an account; answers `false` when it is not there.
    ///
    /// # Errors
    /// When nothing can be written.
    pub async fn patch_account(&self, id: UserId, patch: AccountPatch) -> Result<bool, WriteError> {
        const PATCH: &str =
            "UPDATE account SET name = coalesce($1, name), lang = coalesce($2, lang),
                preferences = coalesce($3, preferences), password = coalesce($4, password)
            WHERE id = $5";
        without_nul(&[
            ("name", patch.name.as_deref().unwrap_or_default()),
            ("lang", patch.lang.as_deref().unwrap_or_default()),
            ("preferences", patch.preferences.as_deref().unwrap_or_default()),
            ("password", patch.password.as_deref().unwrap_or_default()),
        ])?;
        let update = work(move |connection| {
            Box::pin(async move {
                let done = sqlx::query(PATCH)
                    .bind(patch.name)
                    .bind(patch.lang)
                    .bind(patch.preferences)
                    .bind(patch.password)
                    .bind(id.get())
                    .execute(connection)
                    .await?;
                Ok(done.rows_affected() == 1)
            })
        });
        Ok(self.writer().write(update).await?)
    }
}

/// Capital letters do not make another login.
fn key(login: &str) -> String {
    login.to_lowercase()
}

fn from_row(row: &AnyRow) -> Result<(Account, Option<String>), ReadError> {
    let cells = Cells(row);
    let id = cells.user("id").map_err(|error| error.at(|| "an account's id".to_owned()))?;
    let whole = || -> Result<_, CellError> {
        let account = Account {
            id,
            name: cells.text("name")?,
            login: cells.maybe_text("login")?,
            lang: cells.maybe_text("lang")?,
            preferences: cells.text("preferences")?,
            created: cells.millis("created")?,
        };
        Ok((account, cells.maybe_text("password")?))
    };
    whole().map_err(|error| error.at(|| format!("account {id}")))
}
