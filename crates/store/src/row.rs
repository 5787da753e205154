//! Reading the cells of a row as what they stand for.

use api::{GameId, RecordId, Seq, UserId};
use board::Color;
use clock::Millis;
use sqlx::Row;
use sqlx::any::AnyRow;

use crate::encode::DecodeError;
use crate::error::ReadError;
use crate::secret::SecretHash;

/// A cell that cannot be read.
#[derive(Debug)]
pub(crate) enum CellError {
    Database(sqlx::Error),
    Value(DecodeError),
}

impl From<sqlx::Error> for CellError {
    fn from(error: sqlx::Error) -> Self {
        Self::Database(error)
    }
}

impl From<DecodeError> for CellError {
    fn from(error: DecodeError) -> Self {
        Self::Value(error)
    }
}

impl CellError {
    /// Says in which row it is.
    pub(crate) fn at(self, place: impl FnOnce() -> String) -> ReadError {
        match self {
            Self::Database(error) => error.into(),
            Self::Value(why) => ReadError::damaged(place(), why),
        }
    }
}

/// A row whose cells are read by name.
pub(crate) struct Cells<'r>(pub(crate) &'r AnyRow);

impl Cells<'_> {
    pub(crate) fn int(&self, name: &'static str) -> Result<i64, CellError> {
        Ok(self.0.try_get(name)?)
    }

    pub(crate) fn maybe_int(&self, name: &'static str) -> Result<Option<i64>, CellError> {
        Ok(self.0.try_get(name)?)
    }

    pub(crate) fn text(&self, name: &'static str) -> Result<String, CellError> {
        Ok(self.0.try_get(name)?)
    }

    pub(crate) fn maybe_text(&self, name: &'static str) -> Result<Option<String>, CellError> {
        Ok(self.0.try_get(name)?)
    }

    pub(crate) fn bytes(&self, name: &'static str) -> Result<Vec<u8>, CellError> {
        Ok(self.0.try_get(name)?)
    }

    pub(crate) fn number<T: TryFrom<i64>>(&self, name: &'static str) -> Result<T, CellError> {
        fit(name, self.int(name)?)
    }

    pub(crate) fn maybe_number<T: TryFrom<i64>>(
        &self,
        name: &'static str,
    ) -> Result<Option<T>, CellError> {
        self.maybe_int(name)?.map(|value| fit(name, value)).transpose()
    }

    pub(crate) fn flag(&self, name: &'static str) -> Result<bool, CellError> {
        match self.int(name)? {
            0 => Ok(false),
            1 => Ok(true),
            other => Err(DecodeError::value(name, other).into()),
        }
    }

    pub(crate) fn millis(&self, name: &'static str) -> Result<Millis, CellError> {
        self.number(name)
    }

    pub(crate) fn seq(&self, name: &'static str) -> Result<Seq, CellError> {
        self.number(name).map(Seq)
    }

    pub(crate) fn game(&self, name: &'static str) -> Result<GameId, CellError> {
        id(name, self.int(name)?, GameId::new)
    }

    pub(crate) fn record(&self, name: &'static str) -> Result<RecordId, CellError> {
        id(name, self.int(name)?, RecordId::new)
    }

    pub(crate) fn user(&self, name: &'static str) -> Result<UserId, CellError> {
        id(name, self.int(name)?, UserId::new)
    }

    pub(crate) fn maybe_user(&self, name: &'static str) -> Result<Option<UserId>, CellError> {
        self.maybe_int(name)?.map(|number| id(name, number, UserId::new)).transpose()
    }

    pub(crate) fn maybe_color(&self, name: &'static str) -> Result<Option<Color>, CellError> {
        let Some(text) = self.maybe_text(name)? else { return Ok(None) };
        match text.as_str() {
            "b" => Ok(Some(Color::Black)),
            "w" => Ok(Some(Color::White)),
            other => Err(DecodeError::value(name, other).into()),
        }
    }

    pub(crate) fn maybe_hash(&self, name: &'static str) -> Result<Option<SecretHash>, CellError> {
        let bytes: Option<Vec<u8>> = self.0.try_get(name)?;
        let Some(bytes) = bytes else { return Ok(None) };
        let wrong = || DecodeError::value(name, format!("{} bytes", bytes.len())).into();
        SecretHash::from_slice(&bytes).map(Some).ok_or_else(wrong)
    }
}

fn fit<T: TryFrom<i64>>(name: &'static str, value: i64) -> Result<T, CellError> {
    T::try_from(value).map_err(|_| DecodeError::value(name, value).into())
}

fn id<T>(name: &'static str, number: i64, new: fn(i64) -> Option<T>) -> Result<T, CellError> {
    new(number).ok_or_else(|| DecodeError::value(name, number).into())
}

/// A colour as a column holds it.
pub(crate) fn color_text(color: Color) -> &'static str {
    match color {
        Color::Black => "b",
        Color::White => "w",
    }
}
