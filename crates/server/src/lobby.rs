//! [`Lobby`]: open seeks and live public games in memory, and news of them to those who look.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Mutex, PoisonError};

use api::{GameId, GameState, ListedGame, Seek, ServerMessage, UserId};

use crate::game::setup::Kind;
use crate::game::{Outbox, frame};
use crate::persist::Row;

/// Games in a list.
const MOST_LISTED: usize = 50;

/// Open seeks and live games.
#[derive(Debug, Default)]
pub(crate) struct Lobby {
    inner: Mutex<Inner>,
}

#[derive(Debug, Default)]
struct Inner {
    seeks: BTreeMap<GameId, Seek>,
    /// Public live games by when they began.
    live: BTreeMap<(u64, GameId), ListedGame>,
    /// Games in progress and waiting, of each account.
    busy: HashMap<UserId, (u32, u32)>,
    counted: HashMap<GameId, (Vec<UserId>, bool)>,
    listeners: HashMap<u64, Outbox>,
    changed: (bool, bool),
}

impl Lobby {
    fn lock(&self) -> std::sync::MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A game was made, began, or ended.
    pub(crate) fn game_changed(&self, row: &Row) {
        let mut inner = self.lock();
        inner.count(row);
        let open =
            row.state == GameState::Waiting && row.setup.kind == Kind::Seek && !row.setup.private;
        let had = inner.seeks.remove(&row.id).is_some();
        if open {
            inner.seeks.insert(row.id, seek(row));
        }
        inner.changed.0 |= had || open;
        let key = (row.created.get(), row.id);
        let had = inner.live.remove(&key).is_some();
        let live = row.state == GameState::Live && !row.setup.private;
        if live {
            inner.live.insert(key, row.listed());
        }
        inner.changed.1 |= had || live;
    }

    /// Open seeks, the oldest first.
    pub(crate) fn seeks(&self) -> Vec<Seek> {
        let mut seeks: Vec<Seek> = self.lock().seeks.values().cloned().collect();
        seeks.sort_by_key(|seek| (seek.created, seek.id));
        seeks
    }

    /// Live public games, the newest first.
    pub(crate) fn live(&self) -> Vec<ListedGame> {
        self.lock().live.values().rev().take(MOST_LISTED).cloned().collect()
    }

    /// How many public games are played.
    pub(crate) fn live_count(&self) -> usize {
        self.lock().live.len()
    }

    /// How many games an account has in progress, and how many wait for an opponent.
    pub(crate) fn busy(&self, user: UserId) -> (u32, u32) {
        self.lock().busy.get(&user).copied().unwrap_or_default()
    }

    /// A connection wants news, and is told what there is.
    pub(crate) fn listen(&self, connection: u64, outbox: Outbox) {
        let message = ServerMessage::Lobby { seeks: Some(self.seeks()), games: Some(self.live()) };
        if outbox.tell(&message) {
            self.lock().listeners.insert(connection, outbox);
        }
    }

    /// A connection wants no more news.
    pub(crate) fn leave(&self, connection: u64) {
        self.lock().listeners.remove(&connection);
    }

    /// Sends the news since the last time; called every half second, so that a busy lobby costs no more than that.
    pub(crate) fn tell(&self) {
        let (seeks, games) = {
            let mut inner = self.lock();
            if inner.listeners.is_empty() {
                return;
            }
            std::mem::take(&mut inner.changed)
        };
        if !seeks && !games {
            return;
        }
        let message = ServerMessage::Lobby {
            seeks: seeks.then(|| self.seeks()),
            games: games.then(|| self.live()),
        };
        let text = frame(&message);
        self.lock().listeners.retain(|_, outbox| outbox.send(text.clone()));
    }
}

impl Inner {
    /// Keeps count of each account's games.
    fn count(&mut self, row: &Row) {
        if let Some((users, live)) = self.counted.remove(&row.id) {
            for user in users {
                if let Some(busy) = self.busy.get_mut(&user) {
                    let count = if live { &mut busy.0 } else { &mut busy.1 };
                    *count = count.saturating_sub(1);
                    if *busy == (0, 0) {
                        self.busy.remove(&user);
                    }
                }
            }
        }
        let live = match row.state {
            GameState::Live => true,
            GameState::Waiting => false,
            GameState::Done | GameState::Cancelled => return,
        };
        let mut users: Vec<UserId> =
            [row.players.black, row.players.white].into_iter().flatten().collect();
        if !live {
            users.clear();
            users.push(row.maker);
        }
        users.dedup();
        for user in &users {
            let busy = self.busy.entry(*user).or_default();
            let count = if live { &mut busy.0 } else { &mut busy.1 };
            *count += 1;
        }
        self.counted.insert(row.id, (users, live));
    }
}

fn seek(row: &Row) -> Seek {
    let controls = &row.setup.controls;
    let other = controls.white != controls.black;
    let size = row.setup.size();
    Seek {
        id: row.id,
        name: row.maker_name.clone(),
        color: row.setup.choice,
        cols: size.columns(),
        rows: size.rows(),
        ruleset: row.setup.start.ruleset.id.clone(),
        komi: row.setup.start.komi.to_string(),
        handicap: row.setup.start.handicap,
        time: controls.black.to_string(),
        time_white: other.then(|| controls.white.to_string()),
        rated: row.setup.rated,
        created: row.created.get(),
    }
}
