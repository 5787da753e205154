//! [`Registry`]: the way to a game's actor; loads it when it is not there and runs it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use api::{Code, GameId, GameState, Seq};
use clock::{Clock, Millis};
use rules::{Event, GameState as State, Party, Phase};
use tokio::sync::mpsc;

use crate::app::App;
use crate::error::Error;
use crate::game::actor::{Game, Message, refusal};
use crate::game::asks::Asks;
use crate::game::commit::{Planned, id_hash};
use crate::game::settle::Stop;
use crate::game::subscribers::Subscribers;
use crate::game::timer::Waiting;
use crate::persist::{Entry, Row};

/// Messages that may wait for an actor; whoever sends more waits.
const MAILBOX: usize = 64;

/// An actor that nobody needs stays this long.
const LINGER: Duration = Duration::from_secs(30);

/// All actors of this process.
#[derive(Debug, Default)]
pub(crate) struct Registry {
    games: Mutex<HashMap<GameId, mpsc::Sender<Message>>>,
}

impl Registry {
    /// How many actors run.
    pub(crate) fn len(&self) -> usize {
        self.games.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// The mailbox of a game, which is loaded if it is not there. That the game exists shows when it answers.
    pub(crate) fn mailbox(&self, app: &Arc<App>, id: GameId) -> mpsc::Sender<Message> {
        let mut games = self.games.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(mailbox) = games.get(&id)
            && !mailbox.is_closed()
        {
            return mailbox.clone();
        }
        let (sender, receiver) = mpsc::channel(MAILBOX);
        games.insert(id, sender.clone());
        tokio::spawn(run(app.clone(), id, sender.downgrade(), receiver));
        sender
    }

    /// Sends a message to a game; one that was just going is loaded again.
    ///
    /// # Errors
    /// When the game goes away again and again, as it does while the server stops.
    pub(crate) async fn send(
        &self,
        app: &Arc<App>,
        id: GameId,
        message: Message,
    ) -> Result<(), Error> {
        let mut message = message;
        for _ in 0..5 {
            match self.mailbox(app, id).send(message).await {
                Ok(()) => return Ok(()),
                Err(mpsc::error::SendError(back)) => message = back,
            }
        }
        Err(Code::Busy.into())
    }

    /// The mailboxes of all actors.
    pub(crate) fn all(&self) -> Vec<mpsc::Sender<Message>> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner).values().cloned().collect()
    }

    /// Removes an actor's own mailbox, so that the next message loads the game anew.
    fn forget(&self, id: GameId, own: &mpsc::WeakSender<Message>) {
        let mut games = self.games.lock().unwrap_or_else(PoisonError::into_inner);
        let is_own = match (games.get(&id), own.upgrade()) {
            (Some(listed), Some(own)) => listed.same_channel(&own),
            (Some(listed), None) => listed.is_closed(),
            (None, _) => false,
        };
        if is_own {
            games.remove(&id);
        }
    }
}

/// Runs a game's actor until nobody needs it.
async fn run(
    app: Arc<App>,
    id: GameId,
    own: mpsc::WeakSender<Message>,
    mut mail: mpsc::Receiver<Message>,
) {
    let game = Game::load(&app, id, own.clone()).await;
    match game {
        Ok(game) => {
            let mut game = Box::new(game);
            metrics::gauge!("shoutan_games_loaded").increment(1.0);
            live(&mut game, &mut mail).await;
            metrics::gauge!("shoutan_games_loaded").decrement(1.0);
        }
        Err(error) => {
            app.registry.forget(id, &own);
            mail.close();
            while let Some(message) = mail.recv().await {
                reject(message, &error);
            }
            return;
        }
    }
    app.registry.forget(id, &own);
    mail.close();
    while let Some(message) = mail.recv().await {
        // Sent in the moment of going: the game is loaded again for it.
        let app = app.clone();
        tokio::spawn(async move {
            let _ = app.registry.send(&app, id, message).await;
        });
    }
}

async fn live(game: &mut Game, mail: &mut mpsc::Receiver<Message>) {
    let now = game.app.now.now();
    game.wait_for_players(now).await;
    if game.state.phase() == Phase::Counting && game.row.state == GameState::Live {
        game.ask_analyser();
    }
    game.ask_engine(now);
    loop {
        let wake = match game.next_wake() {
            Some(at) => tokio::time::Instant::from_std(game.app.now.instant(at)),
            None => tokio::time::Instant::now() + LINGER,
        };
        tokio::select! {
            message = mail.recv() => match message {
                Some(message) => game.handle(message).await,
                None => return,
            },
            () = tokio::time::sleep_until(wake) => {
                if game.next_wake().is_none() && game.is_idle() && mail.is_empty() {
                    return;
                }
                game.wake().await;
            }
        }
        if game.stopping && mail.is_empty() {
            return;
        }
    }
}

/// Answers a message to a game that could not be loaded.
fn reject(message: Message, error: &Error) {
    match message {
        Message::Sub(request) => {
            request.outbox.tell(&refusal(None, None, error));
        }
        Message::Act(request) => {
            request.outbox.tell(&refusal(None, Some(request.id), error));
        }
        Message::Chat(request) => {
            request.outbox.tell(&refusal(None, None, error));
        }
        Message::Join { reply, .. } | Message::Show { reply, .. } => {
            let _ = reply.send(Err(error.clone()));
        }
        Message::Cancel { reply, .. } => {
            let _ = reply.send(Err(error.clone()));
        }
        Message::ChatLog { reply, .. } => {
            let _ = reply.send(Err(error.clone()));
        }
        Message::Events { reply, .. } => {
            let _ = reply.send(Err(error.clone()));
        }
        Message::Sgf { reply, .. } => {
            let _ = reply.send(Err(error.clone()));
        }
        Message::Judge { reply, .. } => {
            let _ = reply.send(Err(error.clone()));
        }
        Message::Stop(reply) => {
            let _ = reply.send(());
        }
        Message::Unsub(_) | Message::Proposed { .. } | Message::Thought { .. } => {}
    }
}

impl Game {
    /// Folds a game from the store.
    ///
    /// # Errors
    /// When there is no such game, or the store fails or holds something that is no game.
    async fn load(
        app: &Arc<App>,
        id: GameId,
        mailbox: mpsc::WeakSender<Message>,
    ) -> Result<Self, Error> {
        let (row, entries) = read(app, id).await?;
        let Folded { state, clock, seq, ids, marked_at, stop } = fold(&row, &entries)?;
        let asks = read_asks(app, id, &entries, state.phase() == Phase::Done).await?;
        let now = app.now.now();
        let mut game = Self {
            app: app.clone(),
            id,
            mailbox,
            setup: row.setup.clone(),
            row,
            state,
            clock,
            seq,
            ids,
            marked_at,
            proposal: None,
            asks,
            stop,
            subscribers: Subscribers::default(),
            waiting: Waiting::default(),
            called: now,
            thinking: None,
            stopping: false,
        };
        game.repair_after_crash(entries.last().map(|e| e.at), now).await?;
        Ok(game)
    }

    /// A game whose clock ran when the server was killed is interrupted at the last moment at which the server is known
    /// to have been up: time after that is charged to nobody.
    async fn repair_after_crash(&mut self, last: Option<Millis>, now: Millis) -> Result<(), Error> {
        let Some(last) = last else { return Ok(()) };
        let old = last < self.app.now.started();
        if !old
            || self.row.state != GameState::Live
            || self.state.is_paused()
            || self.setup.is_slow()
        {
            return Ok(());
        }
        if self.state.phase() == Phase::Done {
            return Ok(());
        }
        let up = self.app.last_up.max(last).min(now);
        let clock = match self.clock.pause(up, clock::PauseReason::Server) {
            Ok(clock::Step::Clock(clock)) => clock,
            Ok(clock::Step::Flag(_)) => return self.lose_on_time(up).await,
            Err(_) => self.clock,
        };
        let event = Event::Pause { by: Party::Server };
        self.commit(vec![Planned::server(event, clock)], now).await
    }

    /// Drops the state and takes what the store holds.
    pub(crate) async fn reload(&mut self, now: Millis) {
        for wait in [0, 50, 200, 1000] {
            tokio::time::sleep(Duration::from_millis(wait)).await;
            let Ok((row, entries)) = read(&self.app, self.id).await else { continue };
            let Ok(folded) = fold(&row, &entries) else { continue };
            let over = folded.state.phase() == Phase::Done;
            let Ok(asks) = read_asks(&self.app, self.id, &entries, over).await else { continue };
            self.asks = asks;
            self.stop = folded.stop;
            self.row = row;
            self.state = folded.state;
            self.clock = folded.clock;
            self.seq = folded.seq;
            self.ids = folded.ids;
            self.marked_at = folded.marked_at;
            self.called = now;
            self.thinking = None;
            return;
        }
        // Nothing can be said of this game now. The actor goes; whoever comes next loads it or is told why not.
        tracing::error!(game = %self.id, "the game cannot be reloaded");
        let error = Error::from(Code::StoreFailed);
        self.tell_all(&refusal(Some(self.id), None, &error));
        self.stopping = true;
    }
}

async fn read_asks(app: &App, id: GameId, entries: &[Entry], over: bool) -> Result<Asks, Error> {
    let stored = app.persist.asks(id).await.map_err(|error| {
        tracing::error!(game = %id, %error, "a game's requests could not be read");
        Error::from(Code::StoreFailed)
    })?;
    Ok(Asks::holding(stored, entries, over))
}

async fn read(app: &App, id: GameId) -> Result<(Row, Vec<Entry>), Error> {
    let failed = |error: crate::persist::PersistError| {
        tracing::error!(game = %id, %error, "a game could not be read");
        Error::from(Code::StoreFailed)
    };
    let row = app.persist.game(id).await.map_err(failed)?.ok_or(Error::from(Code::NoGame))?;
    let entries = app.persist.entries(&row).await.map_err(failed)?;
    Ok((row, entries))
}

/// What follows from a game's events.
pub(crate) struct Folded {
    pub(crate) state: State,
    pub(crate) clock: Clock,
    pub(crate) seq: Seq,
    pub(crate) ids: Vec<u32>,
    pub(crate) marked_at: Seq,
    pub(crate) stop: Stop,
}

/// Folds a game's events.
///
/// # Errors
/// When they are no game; that is a damaged store.
pub(crate) fn fold(row: &Row, entries: &[Entry]) -> Result<Folded, Error> {
    let damaged = |what: &dyn std::fmt::Display| {
        tracing::error!(game = %row.id, "stored game: {what}");
        Error::from(Code::Internal)
    };
    let mut state = State::new((*row.setup.start).clone());
    let mut folded_ids = Vec::with_capacity(entries.len());
    let mut marked_at = Seq(0);
    let mut stop = Stop::default();
    for entry in entries {
        state.apply(entry.event.clone()).map_err(|e| damaged(&e))?;
        stop.note(&entry.event, &state, entry.at);
        if let (Some(user), Some(id)) = (entry.player, &entry.client_id) {
            folded_ids.push(id_hash(user, id));
        }
        if matches!(entry.event, Event::MarkDead { .. }) {
            marked_at = entry.seq;
        }
    }
    let clock = match entries.last() {
        Some(entry) => Clock::from_state(entry.clock).map_err(|e| damaged(&e))?,
        None => row.setup.clock(state.position().to_move).map_err(|e| damaged(&e))?,
    };
    let seq = entries.last().map_or(Seq(0), |e| e.seq);
    Ok(Folded { state, clock, seq, ids: folded_ids, marked_at, stop })
}
