//! Who listens to a game: each connection has an outbox, and a frame that is serialised once goes to all of them.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use api::{Room, ServerMessage};
use axum::extract::ws::Utf8Bytes;
use board::Color;
use tokio::sync::{Notify, mpsc};

use crate::game::Viewer;

/// Frames that may wait for a connection; one that falls further behind is closed and comes back with its last number.
const OUTBOX: usize = 128;

/// The way to one connection. Sending never waits.
#[derive(Debug, Clone)]
pub(crate) struct Outbox {
    frames: mpsc::Sender<Utf8Bytes>,
    close: Arc<Close>,
}

/// How a connection is told to close.
#[derive(Debug, Default)]
pub(crate) struct Close {
    is_slow: AtomicBool,
    notify: Notify,
}

impl Close {
    /// Waits until the connection is to close; the word that its `bye` says.
    pub(crate) async fn wait(&self) -> &'static str {
        while !self.is_slow.load(Ordering::Acquire) {
            self.notify.notified().await;
        }
        "slow"
    }

    fn set(&self) {
        self.is_slow.store(true, Ordering::Release);
        self.notify.notify_one();
    }
}

/// An outbox, its other end, and the order to close.
pub(crate) fn outbox() -> (Outbox, mpsc::Receiver<Utf8Bytes>, Arc<Close>) {
    let (frames, receiver) = mpsc::channel(OUTBOX);
    let close = Arc::new(Close::default());
    (Outbox { frames, close: close.clone() }, receiver, close)
}

impl Outbox {
    /// Sends a frame; a connection that is too far behind is closed instead. False when it is gone.
    pub(crate) fn send(&self, frame: Utf8Bytes) -> bool {
        match self.frames.try_send(frame) {
            Ok(()) => true,
            Err(mpsc::error::TrySendError::Full(_)) => {
                self.close.set();
                metrics::counter!("shoutan_sockets_slow_total").increment(1);
                false
            }
            Err(mpsc::error::TrySendError::Closed(_)) => false,
        }
    }

    /// Sends a message to this connection alone.
    pub(crate) fn tell(&self, message: &ServerMessage) -> bool {
        self.send(frame(message))
    }
}

/// A message as the bytes of a text frame.
pub(crate) fn frame(message: &ServerMessage) -> Utf8Bytes {
    // The wire types are plain data; serialising them cannot fail.
    serde_json::to_string(message).unwrap_or_default().into()
}

/// One connection that has the game open.
#[derive(Debug)]
struct Subscriber {
    connection: u64,
    viewer: Viewer,
    outbox: Outbox,
}

/// The connections that have a game open.
#[derive(Debug, Default)]
pub(crate) struct Subscribers {
    all: Vec<Subscriber>,
}

impl Subscribers {
    /// Adds a connection, or replaces its earlier subscription.
    pub(crate) fn add(&mut self, connection: u64, viewer: Viewer, outbox: Outbox) {
        self.remove(connection);
        self.all.push(Subscriber { connection, viewer, outbox });
    }

    /// Removes a connection; whether it was there.
    pub(crate) fn remove(&mut self, connection: u64) -> bool {
        let before = self.all.len();
        self.all.retain(|s| s.connection != connection);
        self.all.len() != before
    }

    /// Whether nobody listens.
    pub(crate) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Sends a frame to everyone; connections that are gone are dropped.
    pub(crate) fn send(&mut self, frame: &Utf8Bytes) {
        self.all.retain(|s| s.outbox.send(frame.clone()));
    }

    /// Sends a frame to those who may read a room.
    pub(crate) fn send_room(&mut self, frame: &Utf8Bytes, room: Room, over: bool) {
        self.all.retain(|s| !s.viewer.may_read(room, over) || s.outbox.send(frame.clone()));
    }

    /// Whether a player of this colour is connected.
    pub(crate) fn has(&self, color: Color) -> bool {
        self.all.iter().any(|s| s.viewer.plays(color))
    }

    /// How many connections only watch.
    pub(crate) fn watchers(&self) -> u32 {
        let count = self.all.iter().filter(|s| !s.viewer.is_player()).count();
        u32::try_from(count).unwrap_or(u32::MAX)
    }
}

impl Subscribers {
    /// Looks up again who plays, after a seat was taken.
    pub(crate) fn reseat(&mut self, viewer: impl Fn(Viewer) -> Viewer) {
        for subscriber in &mut self.all {
            subscriber.viewer = viewer(subscriber.viewer);
        }
    }

    /// Every connection with what its viewer is.
    pub(crate) fn each(&self) -> Vec<(Viewer, Outbox)> {
        self.all.iter().map(|s| (s.viewer, s.outbox.clone())).collect()
    }
}
