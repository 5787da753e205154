//! The socket: one connection for each tab. A frame that cannot be understood is answered with an error and does nothing.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use api::{ClientMessage, Code, GameId, ServerMessage};
use axum::Extension;
use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message as Frame, WebSocket, WebSocketUpgrade};
use axum::http::HeaderMap;
use axum::response::Response;
use clock::Millis;
use governor::RateLimiter;
use tokio::time::{Instant, timeout};

use crate::app::App;
use crate::auth::{MaybeUser, check_origin};
use crate::error::Error;
use crate::game::{ActRequest, ChatRequest, Message, Outbox, SubRequest, outbox};
use crate::limits::{Single, per_second};
use crate::persist::AccountRow;

/// A client's frame is at most this long, in bytes.
const LONGEST_FRAME: usize = 4 * 1024;

/// After so many frames beyond the rate the connection is closed.
const PATIENCE: u32 = 100;

/// Opens a socket. Browsers send cookies with it from any page, so where it comes from is checked.
pub(crate) async fn upgrade(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    MaybeUser(known): MaybeUser,
    Extension(held): Extension<Held>,
    socket: WebSocketUpgrade,
) -> Result<Response, Error> {
    check_origin(&headers, &app.config.origins)?;
    if app.is_stopping() {
        return Err(Code::Stopping.into());
    }
    let account = known.map(|known| known.account);
    Ok(socket
        .read_buffer_size(1024)
        .write_buffer_size(0)
        .max_write_buffer_size(256 * 1024)
        .max_message_size(LONGEST_FRAME)
        .max_frame_size(LONGEST_FRAME)
        .on_upgrade(move |socket| async move {
            let _held = held;
            app.sockets.fetch_add(1, Ordering::Relaxed);
            Connection::new(app.clone(), account).run(socket).await;
            app.sockets.fetch_sub(1, Ordering::Relaxed);
        }))
}

struct Connection {
    app: Arc<App>,
    number: u64,
    account: Option<Box<AccountRow>>,
    open: Vec<GameId>,
    listens: bool,
    rate: Single,
    refused: u32,
    /// Half of the last round trip that was measured.
    lag: Millis,
    pinged: Option<Millis>,
}

/// Why a connection ends.
enum End {
    /// The client has closed it, or it is broken.
    Gone,
    /// The server closes it and says why.
    Bye(&'static str),
}

impl Connection {
    fn new(app: Arc<App>, account: Option<AccountRow>) -> Self {
        let rate = RateLimiter::direct(per_second(app.config.limits.messages));
        Self {
            number: app.next_connection(),
            account: account.map(Box::new),
            open: Vec::new(),
            listens: false,
            rate,
            refused: 0,
            lag: Millis::ZERO,
            pinged: None,
            app,
        }
    }

    async fn run(mut self, mut socket: WebSocket) {
        let (out, frames, close) = outbox();
        let end = self.talk(&mut socket, &out, frames, &close).await;
        for game in std::mem::take(&mut self.open) {
            let _ = self.app.registry.send(&self.app, game, Message::Unsub(self.number)).await;
        }
        if self.listens {
            self.app.lobby.leave(self.number);
        }
        if let End::Bye(code) = end {
            let bye = crate::game::frame(&ServerMessage::Bye { code: code.to_owned() });
            let wait = std::time::Duration::from_secs(1);
            let _ = timeout(wait, socket.send(Frame::Text(bye))).await;
            let close = CloseFrame { code: 1001, reason: code.into() };
            let _ = timeout(wait, socket.send(Frame::Close(Some(close)))).await;
            // What is still on its way must be read, or the system throws our last words away with it.
            let rest = async { while let Some(Ok(_)) = socket.recv().await {} };
            let _ = timeout(wait, rest).await;
        }
    }

    async fn talk(
        &mut self,
        socket: &mut WebSocket,
        out: &Outbox,
        mut frames: tokio::sync::mpsc::Receiver<axum::extract::ws::Utf8Bytes>,
        close: &crate::game::Close,
    ) -> End {
        let mut stop = self.app.stop_signal();
        let every = self.app.config.limits.ping;
        let mut heard = Instant::now();
        let mut ping_at = Instant::now() + std::time::Duration::from_millis(50);
        loop {
            tokio::select! {
                biased;
                reason = close.wait() => return End::Bye(reason),
                _ = stop.changed() => return End::Bye("restart"),
                frame = frames.recv() => {
                    let Some(frame) = frame else { return End::Gone };
                    // A client that does not read fills its outbox and is closed for that; this bounds the wait itself.
                    match timeout(every * 2, socket.send(Frame::Text(frame))).await {
                        Ok(Ok(())) => {}
                        _ => return End::Gone,
                    }
                }
                received = socket.recv() => {
                    let Some(Ok(frame)) = received else { return End::Gone };
                    heard = Instant::now();
                    match self.receive(frame, out).await {
                        Ok(()) => {}
                        Err(end) => return end,
                    }
                }
                () = tokio::time::sleep_until(ping_at) => {
                    if heard.elapsed() > every * 3 {
                        return End::Gone;
                    }
                    ping_at = Instant::now() + every;
                    let now = self.app.now.now();
                    self.pinged = Some(now);
                    let payload = now.get().to_be_bytes().to_vec();
                    if timeout(every, socket.send(Frame::Ping(payload.into()))).await.is_err() {
                        return End::Gone;
                    }
                }
            }
        }
    }

    async fn receive(&mut self, frame: Frame, out: &Outbox) -> Result<(), End> {
        match frame {
            Frame::Text(text) => {
                if self.rate.check().is_err() {
                    self.refused += 1;
                    metrics::counter!("shoutan_limited_total", "what" => "frame").increment(1);
                    if self.refused > PATIENCE {
                        return Err(End::Bye("flood"));
                    }
                    out.tell(&error(&Code::TooFast.into()));
                    return Ok(());
                }
                match serde_json::from_str::<ClientMessage>(&text) {
                    Ok(message) => self.understand(message, out).await,
                    Err(_) => {
                        out.tell(&error(&Code::BadEvent.into()));
                    }
                }
            }
            Frame::Binary(_) => {
                out.tell(&error(&Code::BadEvent.into()));
            }
            Frame::Pong(payload) => self.measure(&payload),
            Frame::Ping(_) => {}
            Frame::Close(_) => return Err(End::Gone),
        }
        Ok(())
    }

    /// Takes the lag from the answer to the server's own ping. A client that answers late on purpose gains what the
    /// clock's bounded quota allows, and no more.
    fn measure(&mut self, payload: &[u8]) {
        let Some(sent) = self.pinged else { return };
        if payload == sent.get().to_be_bytes() {
            self.pinged = None;
            self.lag = self.app.now.now().minus(sent);
        }
    }

    async fn understand(&mut self, message: ClientMessage, out: &Outbox) {
        let done = match message {
            ClientMessage::Sub { game, after, key } => self.subscribe(game, after, key, out).await,
            ClientMessage::Unsub { game } => {
                self.open.retain(|open| *open != game);
                self.app.registry.send(&self.app, game, Message::Unsub(self.number)).await
            }
            ClientMessage::Event { game, id, color, d } => {
                let acted = match self.player(game) {
                    Ok(account) => {
                        let request = ActRequest {
                            user: account.id,
                            id: id.clone(),
                            color: color.map(Into::into),
                            action: d,
                            lag: self.lag,
                            outbox: out.clone(),
                        };
                        self.app
                            .registry
                            .send(&self.app, game, Message::Act(Box::new(request)))
                            .await
                    }
                    Err(error) => Err(error),
                };
                if let Err(error) = acted {
                    out.tell(&crate::game::refusal(Some(game), Some(id), &error));
                }
                Ok(())
            }
            ClientMessage::Chat { game, room, text } => self.chat(game, room, text, out).await,
            ClientMessage::Ping { n } => {
                out.tell(&ServerMessage::Pong { n, now: self.app.now.now().get() });
                Ok(())
            }
            ClientMessage::Lobby { on } => {
                self.listens = on;
                match on {
                    true => self.app.lobby.listen(self.number, out.clone()),
                    false => self.app.lobby.leave(self.number),
                }
                Ok(())
            }
        };
        if let Err(refused) = done {
            out.tell(&error(&refused));
        }
    }

    async fn subscribe(
        &mut self,
        game: GameId,
        after: Option<api::Seq>,
        key: Option<String>,
        out: &Outbox,
    ) -> Result<(), Error> {
        if key.as_deref().is_some_and(crate::text::has_controls) {
            return Err(Code::BadText.into());
        }
        if !self.open.contains(&game) {
            if self.open.len() >= self.app.config.limits.subscriptions {
                return Err(Code::TooManySubs.into());
            }
            self.open.push(game);
        }
        let user = self.account.as_ref().map(|account| account.id);
        let request = SubRequest { connection: self.number, user, key, after, outbox: out.clone() };
        self.app.registry.send(&self.app, game, Message::Sub(Box::new(request))).await
    }

    /// Whoever acts must have entered and have the game open.
    fn player(&self, game: GameId) -> Result<&AccountRow, Error> {
        let account = self.account.as_deref().ok_or(Error::from(Code::NoSession))?;
        if !self.open.contains(&game) {
            return Err(Code::NotSubscribed.into());
        }
        Ok(account)
    }

    async fn chat(
        &self,
        game: GameId,
        room: api::Room,
        text: String,
        out: &Outbox,
    ) -> Result<(), Error> {
        let account = self.player(game)?;
        // A line that was pasted may have breaks and tabs; other control characters are no text.
        let text = text.trim().replace(['\r', '\n', '\t'], " ");
        if crate::text::has_controls(&text) {
            return Err(Code::BadText.into());
        }
        if !(1..=500).contains(&text.chars().count()) {
            return Err(Code::ChatTooLong.into());
        }
        self.app.limiters.chat(account.id)?;
        let request = ChatRequest {
            user: account.id,
            name: account.name.clone(),
            room,
            text,
            outbox: out.clone(),
        };
        self.app.registry.send(&self.app, game, Message::Chat(Box::new(request))).await
    }
}

fn error(error: &Error) -> ServerMessage {
    ServerMessage::Error { code: error.code().to_owned(), message: error.message() }
}

/// Keeps a connection counted while its socket is open.
#[derive(Clone)]
pub(crate) struct Held {
    _entered: Arc<crate::serve::Entered>,
}

impl Held {
    /// Holds the count.
    pub(crate) fn new(entered: Arc<crate::serve::Entered>) -> Self {
        Self { _entered: entered }
    }
}
