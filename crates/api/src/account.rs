//! Accounts.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::UserId;

/// The account of whoever asks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Account {
    /// The account.
    pub id: UserId,
    /// The name shown to others.
    pub name: String,
    /// The name to log in with; none for a guest.
    pub login: Option<String>,
    /// Whether it is a guest's.
    pub guest: bool,
    /// `zh` or `en`, where chosen.
    pub lang: Option<String>,
    /// Whatever the client keeps there; at most 8 KB of JSON.
    #[schema(value_type = Object)]
    pub preferences: serde_json::Value,
    /// When it was made, in milliseconds since 1970.
    pub created: u64,
}

/// Name and password.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Credentials {
    /// The name to log in with; capital letters do not matter.
    #[schema(max_length = 200)]
    pub name: String,
    /// The password.
    #[schema(max_length = 1000)]
    pub password: String,
}

impl std::fmt::Debug for Credentials {
    /// Without the password, so that no log can hold it.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Credentials").field("name", &self.name).finish_non_exhaustive()
    }
}

/// A new account; a guest keeps games and id.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Registration {
    /// The name to log in with: 2 to 24 letters of any script, digits, `-` or `_`; spaces around it do not count.
    #[schema(pattern = r"^\s*[^\x00-,./:-@\[-^`{-\x7f\s]{2,24}\s*$")]
    pub name: String,
    /// The password, without control characters.
    #[schema(min_length = 8, max_length = 200, pattern = r"^[^\x00-\x1f\x7f-\x9f]*$")]
    pub password: String,
}

impl std::fmt::Debug for Registration {
    /// Without the password, so that no log can hold it.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Registration").field("name", &self.name).finish_non_exhaustive()
    }
}

/// Changes to the own account; what is left out stays.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PatchMe {
    /// The name shown to others, 1 to 24 characters.
    #[serde(default)]
    #[schema(min_length = 1, max_length = 24)]
    pub name: Option<String>,
    /// `zh` or `en`.
    #[serde(default)]
    #[schema(pattern = "^(zh|en)$")]
    pub lang: Option<String>,
    /// At most 8 KB of JSON.
    #[serde(default)]
    #[schema(value_type = Option<Object>)]
    pub preferences: Option<serde_json::Value>,
}
