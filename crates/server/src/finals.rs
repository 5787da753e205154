//! The last positions of finished games, remembered: a list shows them, and they never change.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use api::GameId;

/// So many are kept, about 400 bytes each; then it begins anew.
const MOST: usize = 10_000;

/// Last positions by game.
#[derive(Debug, Default)]
pub(crate) struct Finals {
    known: Mutex<HashMap<GameId, Arc<str>>>,
}

impl Finals {
    /// The position of a game, if it is known.
    pub(crate) fn get(&self, game: GameId) -> Option<Arc<str>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner).get(&game).cloned()
    }

    /// Remembers one.
    pub(crate) fn put(&self, game: GameId, stones: &str) {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= MOST {
            known.clear();
        }
        known.insert(game, stones.into());
    }
}
