//! [`Config`]: ready values; `cli` makes it from flags, environment and file.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

/// Gives a file of the web board by its path, such as `index.html` or `assets/main.js.br`.
pub type Pages = fn(&str) -> Option<std::borrow::Cow<'static, [u8]>>;

/// How the server runs.
#[derive(Debug, Clone)]
pub struct Config {
    /// Where it listens; port 0 picks a free one.
    pub listen: SocketAddr,
    /// The folder for the database and the heartbeat; made when missing.
    pub data: PathBuf,
    /// The database, `sqlite:PATH` or `postgres://…`; a file in the data folder without it.
    pub database: Option<String>,
    /// Sites whose pages may use the server besides its own, such as `https://go.example.org`.
    pub origins: Vec<String>,
    /// Take the client's address from the last entry of `X-Forwarded-For`. Only behind a proxy that sets it.
    pub trust_proxy: bool,
    /// Send the session cookie over HTTPS only.
    pub secure_cookies: bool,
    /// What clients may do.
    pub limits: Limits,
    /// Threads that think for the engine; 0 turns the engine off.
    pub engine_threads: usize,
    /// The network that the engine thinks with; without one it plays by playouts, at fewer levels.
    pub net: Option<engine::Net>,
    /// How long a graceful stop waits for open requests.
    pub stop_within: Duration,
    /// After a restart, and at its beginning, a game goes on when both players are there, or one has waited this long.
    pub resume_after: Duration,
    /// The web board; without it only the interfaces for programs are served.
    pub pages: Option<Pages>,
    /// The server's clock runs so many times as fast as the wall clock; anything but 1 is for tests.
    pub speed: u32,
}

/// What clients may do. Rates are per network address unless said otherwise.
#[derive(Debug, Clone)]
pub struct Limits {
    /// HTTP requests a minute.
    pub requests: u32,
    /// New guests a minute.
    pub guests: u32,
    /// Log-ins and registrations a minute.
    pub logins: u32,
    /// Games and records counted a minute.
    pub judgements: u32,
    /// Socket messages a second, per connection.
    pub messages: u32,
    /// Lines of chat a minute, per account.
    pub chat: u32,
    /// Games one account has waiting for an opponent.
    pub seeks: u32,
    /// Games one account plays at once.
    pub games: u32,
    /// New games a minute, per account.
    pub creations: u32,
    /// Games open on one connection.
    pub subscriptions: usize,
    /// Open connections in all.
    pub connections: usize,
    /// Open connections of one address.
    pub connections_per_address: usize,
    /// A request's header must be complete within this time, and each request answered within twice of it.
    pub header_timeout: Duration,
    /// A socket is pinged when it has been silent this long, and closed after three times as long.
    pub ping: Duration,
    /// A player who has accepted the marking may let the server decide after this time; without acceptance, after three
    /// times as long.
    pub settle_after: Duration,
    /// The same in games with days or without a clock.
    pub settle_after_slow: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            requests: 1_200,
            guests: 120,
            logins: 20,
            judgements: 60,
            messages: 20,
            chat: 20,
            seeks: 3,
            games: 50,
            creations: 30,
            subscriptions: 16,
            connections: 50_000,
            connections_per_address: 20_000,
            header_timeout: Duration::from_secs(10),
            ping: Duration::from_secs(25),
            settle_after: Duration::from_secs(5 * 60),
            settle_after_slow: Duration::from_secs(3 * 24 * 3_600),
        }
    }
}

impl Config {
    /// The defaults, with this data folder.
    pub fn new(data: PathBuf) -> Self {
        Self {
            listen: SocketAddr::from(([127, 0, 0, 1], 8361)),
            data,
            database: None,
            origins: Vec::new(),
            trust_proxy: false,
            secure_cookies: false,
            limits: Limits::default(),
            net: None,
            engine_threads: std::thread::available_parallelism()
                .map_or(1, |n| n.get().saturating_sub(1).max(1)),
            stop_within: Duration::from_secs(10),
            resume_after: Duration::from_secs(30),
            pages: None,
            speed: 1,
        }
    }
}
