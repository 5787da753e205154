//! Everything the server asks of the store, in one place: the store's types become the server's here.

use api::{Ask, AskKind, ChatLine, GameId, GameState, ListedGame, RecordId, Room, Seq, UserId};
use board::{ByColor, Color};
use clock::{Clock, ClockState, Millis};
use rules::{Event, Outcome};
use store::{
    AccountError, AccountPatch, Append, ClockAfter, CreateGameError, Filter, Game, GameChange,
    NewAccount, NewChatLine, NewEvent, NewRecord, NewSession, Seat, SecretHash, Stage, Store,
};

use crate::game::setup::{Kind, Setup};

pub(crate) use store::{Account as AccountRow, Cursor, RecordHead};

/// The store did not do it.
#[derive(Debug, Clone, thiserror::Error)]
pub(crate) enum PersistError {
    /// A name or id is taken.
    #[error("it is taken")]
    Taken,
    /// What was to be changed is not there any more, or not as it was.
    #[error("it is not there")]
    Missing,
    /// The store failed; nothing is saved.
    #[error("{0}")]
    Failed(String),
}

fn failed(error: impl std::fmt::Display) -> PersistError {
    PersistError::Failed(error.to_string())
}

/// An event as it is kept.
#[derive(Debug, Clone)]
pub(crate) struct Entry {
    /// Its number.
    pub(crate) seq: Seq,
    /// When.
    pub(crate) at: Millis,
    /// The account that sent it; none for the server.
    pub(crate) player: Option<UserId>,
    /// The id its sender gave it.
    pub(crate) client_id: Option<String>,
    /// What happened.
    pub(crate) event: Event,
    /// The clock after it.
    pub(crate) clock: ClockState,
    /// Lag given back with it.
    pub(crate) refund: Millis,
}

/// What changes in a game's row when it ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct RowUpdate {
    /// The state.
    pub(crate) state: GameState,
    /// The result.
    pub(crate) result: Option<Outcome>,
    /// Moves on the board.
    pub(crate) moves: u32,
    /// When.
    pub(crate) updated: Millis,
}

/// A game without its events.
#[derive(Debug, Clone)]
pub(crate) struct Row {
    /// The game.
    pub(crate) id: GameId,
    /// The terms.
    pub(crate) setup: Setup,
    /// The state.
    pub(crate) state: GameState,
    /// Who made it.
    pub(crate) maker: UserId,
    /// The maker's name.
    pub(crate) maker_name: String,
    /// The accounts that play; none for the engine and while nobody has joined.
    pub(crate) players: ByColor<Option<UserId>>,
    /// The names shown.
    pub(crate) names: ByColor<String>,
    /// The hash of the key in its link.
    pub(crate) key: Option<SecretHash>,
    /// How it ended.
    pub(crate) result: Option<Outcome>,
    /// Moves on the board when it was last listed.
    pub(crate) moves: u32,
    /// When it was made.
    pub(crate) created: Millis,
    /// When it was last listed.
    pub(crate) updated: Millis,
}

impl Row {
    /// Whether this key is the game's.
    pub(crate) fn opens_with(&self, key: Option<&str>) -> bool {
        // Hashes of 128 random bits: comparing them in varying time tells nothing.
        matches!((self.key, key), (Some(hash), Some(key)) if SecretHash::of(key) == hash)
    }

    /// The row as a list shows it.
    pub(crate) fn listed(&self) -> ListedGame {
        let size = self.setup.size();
        ListedGame {
            id: self.id,
            players: crate::game::players(self),
            cols: size.columns(),
            rows: size.rows(),
            ruleset: self.setup.start.ruleset.id.clone(),
            state: self.state,
            result: self.result.map(Outcome::to_sgf),
            moves: self.moves,
            created: self.created.get(),
            updated: self.updated.get(),
            stones: None,
        }
    }

    /// Takes over what an event changed.
    pub(crate) fn take(&mut self, update: RowUpdate) {
        self.state = update.state;
        self.result = update.result;
        self.moves = update.moves;
        self.updated = update.updated;
    }

    fn seats(&self) -> ByColor<Seat> {
        if self.state == GameState::Waiting || self.state == GameState::Cancelled {
            // The maker's seat while it waits; who plays what is settled when the other comes.
            let mut seats = ByColor::<Seat>::default();
            let color = self.setup.wish().unwrap_or(Color::Black);
            seats[color] =
                Seat { account: Some(self.maker), name: self.maker_name.clone(), engine: None };
            return seats;
        }
        ByColor::from_fn(|color| Seat {
            account: self.players[color],
            name: self.names[color].clone(),
            engine: match (self.players[color], self.setup.kind) {
                (None, Kind::Engine(level)) => Some(level),
                _ => None,
            },
        })
    }

    fn to_store(&self) -> Game {
        Game {
            id: self.id,
            stage: stage(self.state),
            owner: self.maker,
            wish: self.setup.wish(),
            open: self.setup.kind == Kind::Seek,
            private: self.setup.private,
            rated: self.setup.rated,
            key: self.key,
            players: self.seats(),
            setup: self.setup.to_store(),
            outcome: self.result,
            moves: self.moves,
            created: self.created,
            updated: self.updated,
        }
    }

    fn from_store(game: Game) -> Result<Self, PersistError> {
        let setup = Setup::from_store(&game).map_err(failed)?;
        let state = match game.stage {
            Stage::Waiting => GameState::Waiting,
            Stage::Live => GameState::Live,
            Stage::Done => GameState::Done,
            Stage::Cancelled => GameState::Cancelled,
        };
        let waits = state == GameState::Waiting || state == GameState::Cancelled;
        let [black, white] = [game.players.black, game.players.white];
        let maker = [&black, &white].into_iter().find(|s| s.account == Some(game.owner));
        let maker_name = maker.map(|seat| seat.name.clone()).unwrap_or_default();
        let seated = ByColor::new(black, white);
        // While it waits, only a maker who chose a colour has a seat.
        let keeps = |color: Color| !waits || setup.wish() == Some(color);
        Ok(Self {
            id: game.id,
            state,
            maker: game.owner,
            maker_name,
            players: ByColor::from_fn(|c| seated[c].account.filter(|_| keeps(c))),
            names: ByColor::from_fn(
                |c| if keeps(c) { seated[c].name.clone() } else { String::new() },
            ),
            key: game.key,
            result: game.outcome,
            moves: game.moves,
            created: game.created,
            updated: game.updated,
            setup,
        })
    }
}

fn stage(state: GameState) -> Stage {
    match state {
        GameState::Waiting => Stage::Waiting,
        GameState::Live => Stage::Live,
        GameState::Done => Stage::Done,
        GameState::Cancelled => Stage::Cancelled,
    }
}

fn room(room: Room) -> store::Room {
    match room {
        Room::Players => store::Room::Players,
        Room::Watchers => store::Room::Watchers,
    }
}

/// Events read at once.
const PAGE: u32 = 1_000;

/// The store, as the server sees it.
#[derive(Debug, Clone)]
pub(crate) struct Persist {
    store: Store,
}

impl Persist {
    /// Over an open store.
    pub(crate) fn new(store: Store) -> Self {
        Self { store }
    }

    /// Whether the store answers.
    pub(crate) async fn ping(&self) -> Result<(), PersistError> {
        self.store.ping().await.map_err(failed)
    }

    /// Finishes what is being written.
    pub(crate) async fn close(&self) {
        self.store.close().await;
    }

    /// Makes a game with the events it begins with: both or nothing.
    pub(crate) async fn create_game(
        &self,
        row: &Row,
        entries: Vec<Entry>,
    ) -> Result<(), PersistError> {
        let events = new_events(entries)?;
        self.store.create_game_with(&row.to_store(), &events).await.map_err(|error| match error {
            CreateGameError::IdTaken(_) => PersistError::Taken,
            error => failed(error),
        })
    }

    /// A game without its events.
    pub(crate) async fn game(&self, id: GameId) -> Result<Option<Row>, PersistError> {
        self.store.game(id).await.map_err(failed)?.map(Row::from_store).transpose()
    }

    /// All events of a game, oldest first.
    pub(crate) async fn entries(&self, row: &Row) -> Result<Vec<Entry>, PersistError> {
        let setup = row.setup.to_store();
        let mut entries = Vec::new();
        let mut after = Seq(0);
        loop {
            let page = self.store.events(row.id, after, PAGE).await.map_err(failed)?;
            let full = page.len() >= usize::try_from(PAGE).unwrap_or(usize::MAX);
            for stored in page {
                after = stored.seq;
                let clock = stored.new.clock.clock(&setup).map_err(failed)?;
                entries.push(Entry {
                    seq: stored.seq,
                    at: stored.new.at,
                    player: stored.new.player,
                    client_id: stored.new.client_id,
                    event: stored.new.event,
                    clock: *clock.state(),
                    refund: stored.new.refund,
                });
            }
            if !full {
                return Ok(entries);
            }
        }
    }

    /// Appends events after the last one, and changes the row where they end the game: all or nothing, on disk when it
    /// returns.
    pub(crate) async fn append(
        &self,
        game: GameId,
        after: Seq,
        entries: Vec<Entry>,
        update: Option<RowUpdate>,
    ) -> Result<(), PersistError> {
        let events = new_events(entries)?;
        let change = update.map(|update| GameChange {
            from: Stage::Live,
            to: stage(update.state),
            players: None,
            outcome: update.result,
            moves: update.moves,
            at: update.updated,
        });
        let appended = self.store.append(Append { game, after, events, change }).await;
        appended.map(drop).map_err(failed)
    }

    /// The number of the event that a player's id made, if it made one.
    pub(crate) async fn find_by_client_id(
        &self,
        game: GameId,
        player: UserId,
        id: &str,
    ) -> Result<Option<Seq>, PersistError> {
        self.store.find_event(game, player, id).await.map_err(failed)
    }

    /// Saves who sits where and the state, for a game that was waiting. False when it was not waiting any more.
    pub(crate) async fn seat(&self, row: &Row) -> Result<bool, PersistError> {
        let change = GameChange {
            from: Stage::Waiting,
            to: stage(row.state),
            players: (row.state == GameState::Live).then(|| row.seats()),
            outcome: row.result,
            moves: row.moves,
            at: row.updated,
        };
        self.store.change_game(row.id, change).await.map_err(failed)
    }

    /// Live games, by id above `after`.
    pub(crate) async fn live_games(
        &self,
        after: Option<GameId>,
        limit: u32,
    ) -> Result<Vec<Row>, PersistError> {
        let games = self.store.live_games(after, limit).await.map_err(failed)?;
        games.into_iter().map(|(game, _)| Row::from_store(game)).collect()
    }

    /// Games that wait for anyone.
    pub(crate) async fn seeks(&self, limit: u32) -> Result<Vec<Row>, PersistError> {
        let games = self.store.seeks(limit).await.map_err(failed)?;
        games.into_iter().map(Row::from_store).collect()
    }

    /// A page of games.
    pub(crate) async fn games(
        &self,
        filter: &Filter,
        cursor: Option<Cursor>,
        limit: u32,
    ) -> Result<(Vec<Row>, Option<Cursor>), PersistError> {
        let page = self.store.games(filter, cursor, limit).await.map_err(failed)?;
        let rows = page.games.into_iter().map(Row::from_store).collect::<Result<Vec<_>, _>>()?;
        Ok((rows, page.next))
    }

    /// Makes an account.
    pub(crate) async fn create_account(
        &self,
        account: &AccountRow,
        password: Option<String>,
    ) -> Result<(), PersistError> {
        let new = NewAccount { account: account.clone(), password };
        self.store.create_account(new).await.map_err(account_error)
    }

    /// Gives a guest a login and the name shown.
    pub(crate) async fn register_guest(
        &self,
        id: UserId,
        login: &str,
        password: &str,
    ) -> Result<(), PersistError> {
        self.store.register_guest(id, login, password).await.map_err(account_error)?;
        let patch = AccountPatch { name: Some(login.to_owned()), ..AccountPatch::default() };
        self.store.patch_account(id, patch).await.map(drop).map_err(failed)
    }

    /// The account with a login, and its password's hash.
    pub(crate) async fn login(
        &self,
        login: &str,
    ) -> Result<Option<(AccountRow, String)>, PersistError> {
        let found = self.store.login(login).await.map_err(failed)?;
        Ok(found.map(|login| (login.account, login.password)))
    }

    /// Saves name, language and preferences.
    pub(crate) async fn update_account(&self, account: &AccountRow) -> Result<(), PersistError> {
        let patch = AccountPatch {
            name: Some(account.name.clone()),
            lang: account.lang.clone(),
            preferences: Some(account.preferences.clone()),
            password: None,
        };
        match self.store.patch_account(account.id, patch).await.map_err(failed)? {
            true => Ok(()),
            false => Err(PersistError::Missing),
        }
    }

    /// The account of a session's token.
    pub(crate) async fn session(
        &self,
        token: &str,
        now: Millis,
    ) -> Result<Option<AccountRow>, PersistError> {
        let session = self.store.session(SecretHash::of(token), now).await.map_err(failed)?;
        Ok(session.map(|session| session.account))
    }

    /// Begins a session; another ends in the same moment.
    pub(crate) async fn put_session(
        &self,
        token: &str,
        user: UserId,
        now: Millis,
        expires: Millis,
        replaces: Option<&str>,
    ) -> Result<(), PersistError> {
        let new = NewSession { token: SecretHash::of(token), account: user, created: now, expires };
        self.store.create_session(new, replaces.map(SecretHash::of)).await.map_err(failed)
    }

    /// Ends a session.
    pub(crate) async fn delete_session(&self, token: &str) -> Result<(), PersistError> {
        self.store.delete_session(SecretHash::of(token)).await.map_err(failed)
    }

    /// Removes sessions that have ended.
    pub(crate) async fn purge_sessions(&self, now: Millis) -> Result<u64, PersistError> {
        self.store.purge_sessions(now).await.map_err(failed)
    }

    /// Keeps a line of chat.
    pub(crate) async fn add_chat(
        &self,
        game: GameId,
        user: UserId,
        line: &ChatLine,
    ) -> Result<(), PersistError> {
        let new = NewChatLine {
            game,
            room: room(line.room),
            account: user,
            name: line.name.clone(),
            color: line.color.map(Into::into),
            at: Millis::new(line.at),
            text: line.text.clone(),
        };
        self.store.add_chat(new).await.map(drop).map_err(failed)
    }

    /// The last lines of a game's chat, of both rooms, oldest first.
    pub(crate) async fn chat(
        &self,
        game: GameId,
        limit: u32,
    ) -> Result<Vec<ChatLine>, PersistError> {
        let lines = self.store.chat(game, None, limit).await.map_err(failed)?;
        let line = |line: store::ChatLine| ChatLine {
            room: match line.new.room {
                store::Room::Players => Room::Players,
                store::Room::Watchers => Room::Watchers,
            },
            name: line.new.name,
            color: line.new.color.map(Into::into),
            at: line.new.at.get(),
            text: line.new.text,
        };
        Ok(lines.into_iter().map(line).collect())
    }

    /// Keeps a player's last request of a kind, and whether it waits for an answer; `after` is the game's last event.
    pub(crate) async fn put_ask(
        &self,
        game: GameId,
        ask: Ask,
        after: Seq,
        open: bool,
    ) -> Result<(), PersistError> {
        let kind = match ask.kind {
            AskKind::Undo => store::AskKind::Undo,
            AskKind::Pause => store::AskKind::Pause,
        };
        let ask = store::Ask { by: ask.by.into(), kind, moves: ask.moves, after, open };
        self.store.put_ask(game, ask).await.map_err(failed)
    }

    /// The last request of each player and kind, with the event after which it was made and whether it waits.
    pub(crate) async fn asks(&self, game: GameId) -> Result<Vec<(Ask, Seq, bool)>, PersistError> {
        let asks = self.store.asks(game).await.map_err(failed)?;
        let ask = |ask: store::Ask| {
            let kind = match ask.kind {
                store::AskKind::Undo => AskKind::Undo,
                store::AskKind::Pause => AskKind::Pause,
            };
            (Ask { by: ask.by.into(), kind, moves: ask.moves }, ask.after, ask.open)
        };
        Ok(asks.into_iter().map(ask).collect())
    }

    /// Keeps a record.
    pub(crate) async fn add_record(&self, record: NewRecord) -> Result<(), PersistError> {
        match self.store.add_record(record).await {
            Ok(()) => Ok(()),
            Err(store::RecordError::IdTaken(_)) => Err(PersistError::Taken),
            Err(error) => Err(failed(error)),
        }
    }

    /// A record.
    pub(crate) async fn record(&self, id: RecordId) -> Result<Option<NewRecord>, PersistError> {
        self.store.record(id).await.map_err(failed)
    }

    /// Puts an edited record in the place of `old`; missing when it is not there with this owner and text.
    pub(crate) async fn change_record(
        &self,
        head: RecordHead,
        old: String,
        sgf: String,
    ) -> Result<(), PersistError> {
        match self.store.change_record(head, old, sgf).await.map_err(failed)? {
            true => Ok(()),
            false => Err(PersistError::Missing),
        }
    }

    /// A page of records.
    pub(crate) async fn records(
        &self,
        filter: &Filter,
        cursor: Option<Cursor>,
        limit: u32,
    ) -> Result<(Vec<RecordHead>, Option<Cursor>), PersistError> {
        let page = self.store.records(filter, cursor, limit).await.map_err(failed)?;
        Ok((page.records, page.next))
    }

    /// Records as SGF, in no order.
    pub(crate) async fn record_texts(
        &self,
        ids: &[RecordId],
    ) -> Result<Vec<(RecordId, String)>, PersistError> {
        self.store.record_texts(ids).await.map_err(failed)
    }
}

/// Events as the store takes them.
fn new_events(entries: Vec<Entry>) -> Result<Vec<NewEvent>, PersistError> {
    let new = |entry: Entry| {
        let clock = Clock::from_state(entry.clock).map_err(failed)?;
        Ok(NewEvent {
            at: entry.at,
            player: entry.player,
            client_id: entry.client_id,
            event: entry.event,
            clock: ClockAfter::of(&clock),
            refund: entry.refund,
        })
    };
    entries.into_iter().map(new).collect()
}

fn account_error(error: AccountError) -> PersistError {
    match error {
        AccountError::LoginTaken(_) | AccountError::IdTaken(_) => PersistError::Taken,
        AccountError::NoGuest(_) => PersistError::Missing,
        error @ AccountError::Write(_) => failed(error),
    }
}
