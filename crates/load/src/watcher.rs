//! A watcher: opens the games of one table one after another and compares what it saw.

use std::sync::Arc;
use std::time::Duration;

use api::{ClientMessage, GameId, Seq, ServerMessage};
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::time::{Instant, sleep_until, timeout_at};

use crate::log::{Fit, Log};
use crate::shared::Shared;
use crate::socket::Socket;

/// What a table tells its watchers.
#[derive(Debug, Clone)]
pub(crate) enum Watch {
    /// A game begins.
    Open(GameId),
    /// It is over, or left; these are its events.
    Close(Arc<[u64]>),
}

/// How long a watcher waits for events that it still lacks at the end.
const PATIENCE: Duration = Duration::from_secs(20);

/// A connected watcher.
#[derive(Debug)]
pub(crate) struct Watcher {
    shared: Arc<Shared>,
    cookie: String,
    socket: Option<Socket>,
    retry_at: Instant,
    game: Option<GameId>,
    log: Log,
}

impl Watcher {
    pub(crate) fn new(shared: Arc<Shared>, cookie: String, socket: Socket) -> Self {
        Self {
            shared,
            cookie,
            socket: Some(socket),
            retry_at: Instant::now(),
            game: None,
            log: Log::default(),
        }
    }

    /// Watches until the table is gone.
    pub(crate) async fn run(mut self, mut orders: UnboundedReceiver<Watch>) {
        loop {
            self.come_back().await;
            let has_socket = self.socket.is_some();
            let retry_at = self.retry_at;
            tokio::select! {
                order = orders.recv() => match order {
                    Some(Watch::Open(game)) => self.open(game).await,
                    Some(Watch::Close(truth)) => self.close(&truth).await,
                    None => break,
                },
                message = next(&mut self.socket), if has_socket => self.take(message),
                () = sleep_until(retry_at), if !has_socket => {}
            }
        }
        if let Some(socket) = self.socket {
            socket.close().await;
        }
    }

    async fn come_back(&mut self) {
        if self.socket.is_some() || Instant::now() < self.retry_at {
            return;
        }
        self.retry_at = Instant::now() + Duration::from_millis(200);
        let Ok(socket) = Socket::open(self.shared.plan.target, Some(&self.cookie)).await else {
            return;
        };
        self.socket = Some(socket);
        if let Some(game) = self.game {
            let after = (self.log.last() > Seq(0)).then(|| self.log.last());
            self.send(&ClientMessage::Sub { game, after, key: None }).await;
        }
    }

    async fn send(&mut self, message: &ClientMessage) {
        if let Some(socket) = &mut self.socket
            && let Err(error) = socket.send(message).await
        {
            self.broken(&error);
        }
    }

    fn broken(&mut self, error: &impl std::fmt::Display) {
        self.socket = None;
        self.retry_at = Instant::now() + Duration::from_millis(200);
        if self.shared.plan.resilient {
            self.shared.stats().reconnects += 1;
        } else {
            self.shared.error(&format!("watcher.connection: {error}"));
        }
    }

    async fn open(&mut self, game: GameId) {
        self.game = Some(game);
        self.log = Log::default();
        self.send(&ClientMessage::Sub { game, after: None, key: None }).await;
    }

    fn take(&mut self, message: Result<ServerMessage, impl std::fmt::Display>) {
        match message {
            Ok(ServerMessage::Snapshot(snapshot)) if Some(snapshot.game) == self.game => {
                self.log.skip_to(snapshot.seq)
            }
            Ok(ServerMessage::Event(frame)) if Some(frame.game) == self.game => {
                match self.log.note(&frame) {
                    Fit::Next | Fit::Again => {}
                    Fit::Changed => self.shared.fault(format!(
                        "game {}: a watcher saw event {} twice, not the same",
                        frame.game, frame.seq.0
                    )),
                    Fit::Gap => self.shared.fault(format!(
                        "game {}: a watcher saw event {} after {}",
                        frame.game,
                        frame.seq.0,
                        self.log.last().0
                    )),
                }
            }
            Ok(ServerMessage::Refused { code, .. } | ServerMessage::Error { code, .. }) => {
                self.shared.error(&code)
            }
            Ok(ServerMessage::Bye { code }) => self.broken(&code),
            Ok(_) => {}
            Err(error) => self.broken(&error),
        }
    }

    async fn close(&mut self, truth: &[u64]) {
        let Some(game) = self.game else { return };
        let last = Seq(u32::try_from(truth.len()).unwrap_or(u32::MAX));
        let until = Instant::now() + PATIENCE;
        while self.log.last() < last && Instant::now() < until {
            self.come_back().await;
            if self.socket.is_none() {
                sleep_until(self.retry_at).await;
                continue;
            }
            match timeout_at(until, next(&mut self.socket)).await {
                Ok(message) => self.take(message),
                Err(_) => break,
            }
        }
        if let Some(seq) = self.log.differs(truth) {
            self.shared.fault(format!(
                "game {game}: a watcher saw another event {} than the server holds",
                seq.0
            ));
        } else if self.log.last() < last {
            self.shared.fault(format!(
                "game {game}: a watcher saw {} of {} events",
                self.log.last().0,
                last.0
            ));
        }
        {
            let mut stats = self.shared.stats();
            stats.clients += 1;
            stats.events += u64::try_from(self.log.count()).unwrap_or(0);
        }
        self.send(&ClientMessage::Unsub { game }).await;
        self.game = None;
    }
}

/// The next message of a connection; never, without one.
pub(crate) async fn next(
    socket: &mut Option<Socket>,
) -> Result<ServerMessage, tokio_tungstenite::tungstenite::Error> {
    match socket {
        Some(socket) => socket.next().await,
        None => std::future::pending().await,
    }
}
