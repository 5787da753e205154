//! A server on a free port, people with cookies, and sockets.

use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use server::{Config, Server};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::runtime::{Builder, Runtime};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

/// How long a test waits for something that must come; far beyond what it takes, so it is no measure of speed.
const PATIENCE: Duration = Duration::from_secs(60);

pub(crate) struct House {
    pub(crate) server: Option<Server>,
    /// The server's own; ending it is as good as killing the process.
    runtime: Option<Runtime>,
    _folder: tempfile::TempDir,
    pub(crate) address: String,
    config: Config,
}

impl Drop for House {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

impl House {
    pub(crate) async fn open() -> House {
        House::with(|_| {}).await
    }

    pub(crate) async fn with(change: impl FnOnce(&mut Config)) -> House {
        let folder = tempfile::tempdir().unwrap();
        let mut config = Config::new(folder.path().to_owned());
        config.listen = ([127, 0, 0, 1], 0).into();
        config.resume_after = Duration::from_millis(300);
        config.limits.requests = 100_000;
        config.limits.guests = 100_000;
        config.limits.messages = 1_000;
        config.limits.creations = 1_000;
        config.limits.logins = 1_000;
        change(&mut config);
        let address = String::new();
        let mut house = House { server: None, runtime: None, _folder: folder, address, config };
        house.start().await;
        house
    }

    async fn start(&mut self) {
        let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
        let server = runtime.spawn(Server::start(self.config.clone())).await.unwrap().unwrap();
        self.address = server.address().to_string();
        self.server = Some(server);
        self.runtime = Some(runtime);
    }

    /// Stops the server and starts another over the same folder.
    pub(crate) async fn restart(&mut self) {
        self.server.take().unwrap().stop().await;
        self.runtime.take().unwrap().shutdown_background();
        self.start().await;
    }

    /// Ends the server without a word, as a kill does, and starts another over the same folder.
    pub(crate) async fn crash(&mut self) {
        self.runtime.take().unwrap().shutdown_background();
        self.server = None;
        self.start().await;
    }

    pub(crate) async fn guest(&self) -> Person {
        let mut person = Person { address: self.address.clone(), cookie: None, id: String::new() };
        let answer = person.enter("/guest", &json!({})).await;
        assert_eq!(answer.status, 200, "{answer:?}");
        person.id = answer.json()["id"].as_str().unwrap().to_owned();
        person
    }

    /// Two people at a game made by link; the first is Black.
    pub(crate) async fn pair(&self, terms: Value) -> Table {
        let (black, white) = (self.guest().await, self.guest().await);
        let mut request = json!({
            "opponent": {"kind": "link"}, "color": "black", "cols": 9, "rows": 9, "ruleset": "chinese", "time": "none"
        });
        for (name, value) in terms.as_object().unwrap() {
            request[name] = value.clone();
        }
        let made = black.post("/games", &request).await;
        assert_eq!(made.status, 201, "{made:?}");
        let made = made.json();
        let game = made["id"].as_str().unwrap().to_owned();
        let key = made["key"].as_str().unwrap().to_owned();
        let joined = white.post(&format!("/games/{game}/join?key={key}"), &json!({})).await;
        assert_eq!(joined.status, 200, "{joined:?}");
        let mut black_socket = black.socket().await;
        let mut white_socket = white.socket().await;
        black_socket.open(&game).await;
        white_socket.open(&game).await;
        Table { game, key, black, white, b: black_socket, w: white_socket }
    }
}

/// Two people at a game.
pub(crate) struct Table {
    pub(crate) game: String,
    pub(crate) key: String,
    pub(crate) black: Person,
    pub(crate) white: Person,
    pub(crate) b: Socket,
    pub(crate) w: Socket,
}

impl Table {
    pub(crate) fn side(&mut self, color: &str) -> &mut Socket {
        if color == "black" { &mut self.b } else { &mut self.w }
    }

    /// Acts and waits until both have seen the event.
    pub(crate) async fn act(&mut self, color: &str, d: Value) -> Value {
        let game = self.game.clone();
        let id = self.side(color).act(&game, d).await;
        let own = self.side(color).event_with(&id).await;
        let other = if color == "black" { "white" } else { "black" };
        let seen = self.side(other).event_with(&id).await;
        assert_eq!(own, seen, "both see the same event");
        own
    }

    /// Acts and is refused; the code.
    pub(crate) async fn refused(&mut self, color: &str, d: Value) -> String {
        let game = self.game.clone();
        let id = self.side(color).act(&game, d).await;
        let answer = self.side(color).until(|m| m["id"] == json!(id)).await;
        assert_eq!(answer["t"], "refused", "{answer}");
        answer["code"].as_str().unwrap().to_owned()
    }

    /// Alternate moves from Black on.
    pub(crate) async fn moves(&mut self, moves: &[&str]) {
        for (number, at) in moves.iter().enumerate() {
            let color = if number % 2 == 0 { "black" } else { "white" };
            self.act(color, json!({"move": at})).await;
        }
    }

    /// Both come back to a server that was started again; Black's snapshot.
    pub(crate) async fn come_back(&mut self, house: &House) -> Value {
        self.black.address.clone_from(&house.address);
        self.white.address.clone_from(&house.address);
        self.b = self.black.socket().await;
        let shown = self.b.open(&self.game).await;
        self.w = self.white.socket().await;
        self.w.open(&self.game).await;
        shown
    }

    pub(crate) async fn show(&self) -> Value {
        self.black.get(&format!("/games/{}", self.game)).await.json()
    }

    /// Waits for the server's first marking; its number and what is dead.
    pub(crate) async fn marking(&mut self) -> (u64, Value) {
        let is_mark = |m: &Value| m["t"] == "event" && m["d"].get("mark").is_some();
        let frame = self.b.until(is_mark).await;
        assert_eq!(frame["d"]["mark"]["by"], "server");
        let seen = self.w.until(is_mark).await;
        assert_eq!(frame, seen);
        (frame["seq"].as_u64().unwrap(), frame["d"]["mark"]["dead"].clone())
    }

    /// Both accept; the result.
    pub(crate) async fn agree(&mut self, seq: u64) -> String {
        self.act("black", json!({"agree": {"seq": seq}})).await;
        let last = self.act("white", json!({"agree": {"seq": seq}})).await;
        assert_eq!(last["phase"], "done");
        self.show().await["result"].as_str().unwrap().to_owned()
    }
}

#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|e| panic!("{e}: {self:?}"))
    }

    pub(crate) fn code(&self) -> String {
        self.json()["error"]["code"].as_str().unwrap_or_default().to_owned()
    }

    pub(crate) fn set_cookie(&self) -> Option<String> {
        let line = self.head.lines().find(|l| l.to_ascii_lowercase().starts_with("set-cookie:"))?;
        Some(line.split_once(':')?.1.trim().split(';').next()?.to_owned())
    }
}

/// Sends bytes and reads the answer to its end.
pub(crate) async fn raw(address: &str, bytes: &[u8]) -> Answer {
    let mut stream = TcpStream::connect(address).await.unwrap();
    // A server that refuses may close before it has read everything.
    let _ = stream.write_all(bytes).await;
    let mut all = Vec::new();
    let read = tokio::time::timeout(PATIENCE, async {
        let mut part = [0; 8192];
        while let Ok(n) = stream.read(&mut part).await {
            if n == 0 {
                break;
            }
            all.extend_from_slice(&part[..n]);
        }
    });
    read.await.expect("the server closes");
    let text = String::from_utf8_lossy(&all).into_owned();
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
    let status = head.split_whitespace().nth(1).and_then(|s| s.parse().ok()).unwrap_or(0);
    let body = match head.to_ascii_lowercase().contains("transfer-encoding: chunked") {
        true => unchunk(body),
        false => body.to_owned(),
    };
    Answer { status, head: head.to_owned(), body }
}

fn unchunk(mut body: &str) -> String {
    let mut out = String::new();
    while let Some((size, rest)) = body.split_once("\r\n") {
        let size = usize::from_str_radix(size.trim(), 16).unwrap_or(0);
        if size == 0 || rest.len() < size {
            break;
        }
        out.push_str(&rest[..size]);
        body = rest[size..].trim_start_matches("\r\n");
    }
    out
}

#[derive(Debug, Clone)]
pub(crate) struct Person {
    pub(crate) address: String,
    pub(crate) cookie: Option<String>,
    pub(crate) id: String,
}

impl Person {
    pub(crate) async fn send(
        &self,
        method: &str,
        path: &str,
        body: Option<&str>,
        headers: &str,
    ) -> Answer {
        let cookie = self.cookie.as_ref().map(|c| format!("Cookie: {c}\r\n")).unwrap_or_default();
        let length = body
            .map(|b| format!("Content-Type: application/json\r\nContent-Length: {}\r\n", b.len()));
        let text = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n{cookie}{headers}{}\r\n{}",
            self.address,
            length.unwrap_or_default(),
            body.unwrap_or_default()
        );
        raw(&self.address, text.as_bytes()).await
    }

    pub(crate) async fn post(&self, path: &str, body: &Value) -> Answer {
        self.call("POST", path, body).await
    }

    /// Posts, and keeps the cookie that comes back.
    pub(crate) async fn enter(&mut self, path: &str, body: &Value) -> Answer {
        let answer = self.call("POST", path, body).await;
        if let Some(cookie) = answer.set_cookie() {
            self.cookie = Some(cookie);
        }
        answer
    }

    pub(crate) async fn call(&self, method: &str, path: &str, body: &Value) -> Answer {
        self.send(method, &format!("/api/v1{path}"), Some(&body.to_string()), "").await
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.send("GET", &format!("/api/v1{path}"), None, "").await
    }

    pub(crate) async fn socket(&self) -> Socket {
        self.try_socket("").await.expect("the socket opens")
    }

    pub(crate) async fn try_socket(&self, origin: &str) -> Result<Socket, String> {
        let mut request = format!("ws://{}/ws", self.address).into_client_request().unwrap();
        if let Some(cookie) = &self.cookie {
            request.headers_mut().insert("cookie", cookie.parse().unwrap());
        }
        if !origin.is_empty() {
            request.headers_mut().insert("origin", origin.parse().unwrap());
        }
        match tokio_tungstenite::connect_async(request).await {
            Ok((stream, _)) => Ok(Socket { stream }),
            Err(error) => Err(error.to_string()),
        }
    }
}

pub(crate) struct Socket {
    pub(crate) stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
}

impl Socket {
    pub(crate) async fn say(&mut self, message: &Value) {
        self.stream.send(Message::text(message.to_string())).await.unwrap();
    }

    pub(crate) async fn say_text(&mut self, text: &str) {
        self.stream.send(Message::text(text)).await.unwrap();
    }

    /// The next message that is one of ours; none when the connection is closed.
    pub(crate) async fn next(&mut self) -> Option<Value> {
        // The server's pings are no message.
        let end = tokio::time::Instant::now() + PATIENCE;
        loop {
            let got = tokio::time::timeout_at(end, self.stream.next()).await;
            match got.expect("a message comes") {
                Some(Ok(Message::Text(text))) => return Some(serde_json::from_str(&text).unwrap()),
                Some(Ok(Message::Close(_))) | Some(Err(_)) | None => return None,
                Some(Ok(_)) => {}
            }
        }
    }

    pub(crate) async fn until(&mut self, is_it: impl Fn(&Value) -> bool) -> Value {
        loop {
            let message = self.next().await.expect("the connection stays open");
            if is_it(&message) {
                return message;
            }
        }
    }

    pub(crate) async fn event_with(&mut self, id: &str) -> Value {
        let message = self.until(|m| m["id"] == json!(id) && m["t"] != "asks").await;
        assert_eq!(message["t"], "event", "{message}");
        message
    }

    /// Opens a game; its snapshot.
    pub(crate) async fn open(&mut self, game: &str) -> Value {
        self.say(&json!({"t": "sub", "game": game})).await;
        self.until(|m| m["t"] == "snapshot").await
    }

    /// Acts under a new id, which is answered.
    pub(crate) async fn act(&mut self, game: &str, d: Value) -> String {
        // Ids are a player's own over all connections, so none is ever used again.
        static NEXT: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(1);
        let id = format!("a{}", NEXT.fetch_add(1, std::sync::atomic::Ordering::Relaxed));
        self.say(&json!({"t": "event", "game": game, "id": id, "d": d})).await;
        id
    }
}
