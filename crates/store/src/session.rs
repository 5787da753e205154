//! Sessions: who is logged in. Tokens themselves are never stored.

use api::UserId;
use clock::Millis;

use crate::account::Account;
use crate::db::Store;
use crate::error::{ReadError, WriteError};
use crate::row::{CellError, Cells};
use crate::secret::SecretHash;
use crate::writer::work;

/// A new session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NewSession {
    /// The hash of its token.
    pub token: SecretHash,
    /// Whose it is.
    pub account: UserId,
    /// When it begins, from 1970.
    pub created: Millis,
    /// When it ends.
    pub expires: Millis,
}

/// A session that holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Session {
    /// Whose it is.
    pub account: Account,
    /// When it began, from 1970.
    pub created: Millis,
    /// When it ends.
    pub expires: Millis,
}

impl Store {
    /// Begins a session. With `replaces`, another session ends in the same moment, as at login.
    ///
    /// # Errors
    /// When nothing can be written.
    pub async fn create_session(
        &self,
        new: NewSession,
        replaces: Option<SecretHash>,
    ) -> Result<(), WriteError> {
        const CREATE: &str =
            "INSERT INTO session (token_hash, account, created, expires) VALUES ($1, $2, $3, $4)
            ON CONFLICT (token_hash) DO NOTHING";
        let insert = work(move |connection| {
            Box::pin(async move {
                if let Some(old) = replaces {
                    sqlx::query(DELETE)
                        .bind(old.as_slice().to_vec())
                        .execute(&mut *connection)
                        .await?;
                }
                sqlx::query(CREATE)
                    .bind(new.token.as_slice().to_vec())
                    .bind(new.account.get())
                    .bind(new.created.to_i64())
                    .bind(new.expires.to_i64())
                    .execute(connection)
                    .await
                    .map(drop)
            })
        });
        Ok(self.writer().write(insert).await?)
    }

    /// The session of a token with its account, if it holds at `now`.
    ///
    /// # Errors
    /// When the store fails or the row cannot be read.
    pub async fn session(
        &self,
        token: SecretHash,
        now: Millis,
    ) -> Result<Option<Session>, ReadError> {
        const SESSION: &str = "SELECT s.account, s.created AS begun, s.expires,
                a.name, a.login, a.lang, a.preferences, a.created
            FROM session s JOIN account a ON a.id = s.account
            WHERE s.token_hash = $1 AND s.expires > $2";
        let row = sqlx::query(SESSION)
            .bind(token.as_slice().to_vec())
            .bind(now.to_i64())
            .fetch_optional(&mut *self.reader().await?)
            .await?;
        let Some(row) = row else { return Ok(None) };
        let cells = Cells(&row);
        let whole = || -> Result<Session, CellError> {
            Ok(Session {
                account: Account {
                    id: cells.user("account")?,
                    name: cells.text("name")?,
                    login: cells.maybe_text("login")?,
                    lang: cells.maybe_text("lang")?,
                    preferences: cells.text("preferences")?,
                    created: cells.millis("created")?,
                },
                created: cells.millis("begun")?,
                expires: cells.millis("expires")?,
            })
        };
        whole().map(Some).map_err(|error| error.at(|| format!("session {token:?}")))
    }

    /// Moves the end of a session; answers `false` when it is not there.
    ///
    /// # Errors
    /// When nothing can be written.
    pub async fn extend_session(
        &self,
        token: SecretHash,
        expires: Millis,
    ) -> Result<bool, WriteError> {
        const EXTEND: &str = "UPDATE session SET expires = $1 WHERE token_hash = $2";
        let update = work(move |connection| {
            Box::pin(async move {
                let done = sqlx::query(EXTEND)
                    .bind(expires.to_i64())
                    .bind(token.as_slice().to_vec())
                    .execute(connection)
                    .await?;
                Ok(done.rows_affected() == 1)
            })
        });
        Ok(self.writer().write(update).await?)
    }

    /// Ends a session.
    ///
    /// # Errors
    /// When nothing can be written.
    pub async fn delete_session(&self, token: SecretHash) -> Result<(), WriteError> {
        self.delete(DELETE, Key::Token(token)).await.map(drop)
    }

    /// Ends all sessions of an account; answers how many there were.
    ///
    /// # Errors
    /// When nothing can be written.
    pub async fn delete_sessions_of(&self, account: UserId) -> Result<u64, WriteError> {
        self.delete("DELETE FROM session WHERE account = $1", Key::Number(account.get())).await
    }

    /// Removes sessions that ended at `now` or before; answers how many there were.
    ///
    /// # Errors
    /// When nothing can be written.
    pub async fn purge_sessions(&self, now: Millis) -> Result<u64, WriteError> {
        self.delete("DELETE FROM session WHERE expires <= $1", Key::Number(now.to_i64())).await
    }

    async fn delete(&self, text: &'static str, key: Key) -> Result<u64, WriteError> {
        let delete = work(move |connection| {
            Box::pin(async move {
                let query = match key {
                    Key::Token(token) => sqlx::query(text).bind(token.as_slice().to_vec()),
                    Key::Number(number) => sqlx::query(text).bind(number),
                };
                Ok(query.execute(connection).await?.rows_affected())
            })
        });
        Ok(self.writer().write(delete).await?)
    }
}

const DELETE: &str = "DELETE FROM session WHERE token_hash = $1";

enum Key {
    Token(SecretHash),
    Number(i64),
}
