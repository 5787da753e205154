//! Starting and stopping: the listener, the connections, the tasks in the background.

use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr};
use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use clock::Millis;
use hyper_util::rt::{TokioIo, TokioTimer};
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use store::{Address, Options, Store};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tower::ServiceExt;

use crate::app::App;
use crate::config::Config;
use crate::engines::Engines;
use crate::game::Message;
use crate::http::{ClientAddress, router};
use crate::persist::Persist;
use crate::player::BuiltIn;
use crate::time::Now;

/// Why the server did not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The data folder cannot be made.
    #[error("the data folder {path} cannot be used: {error}")]
    Folder {
        /// The folder.
        path: String,
        /// Why.
        error: std::io::Error,
    },
    /// The address of the database cannot be read.
    #[error("the database's address cannot be read: {0}")]
    Address(#[from] store::AddressError),
    /// The database cannot be opened.
    #[error("the database cannot be opened: {0}")]
    Store(#[from] store::OpenError),
    /// The database cannot be read.
    #[error("the database cannot be read: {0}")]
    Read(String),
    /// The address cannot be listened on.
    #[error("{address} cannot be listened on: {error}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// Why.
        error: std::io::Error,
    },
    /// The runtime cannot be made.
    #[error("the runtime cannot be started: {0}")]
    Runtime(std::io::Error),
}

/// A running server.
#[derive(Debug)]
pub struct Server {
    app: Arc<App>,
    address: SocketAddr,
    accepting: JoinHandle<()>,
    background: Vec<JoinHandle<()>>,
    /// Ends when every connection has let go of its half.
    connections: mpsc::Receiver<()>,
}

/// Runs a server until it is told to stop (Ctrl-C, SIGTERM); `started` is called with the address it listens on.
///
/// # Errors
/// When it cannot start.
pub fn run(config: Config, started: impl FnOnce(SocketAddr)) -> Result<(), StartError> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(StartError::Runtime)?;
    runtime.block_on(async {
        let server = Server::start(config).await?;
        started(server.address());
        told_to_stop().await;
        server.stop().await;
        Ok(())
    })
}

/// Waits for Ctrl-C or SIGTERM.
async fn told_to_stop() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = tokio::signal::ctrl_c() => {}
                _ = terminate.recv() => {}
            }
            return;
        }
    }
    let _ = tokio::signal::ctrl_c().await;
}

/// The recorder of metrics; a process has one, however many servers it runs.
fn recorder() -> PrometheusHandle {
    static HANDLE: OnceLock<PrometheusHandle> = OnceLock::new();
    HANDLE
        .get_or_init(|| {
            let recorder = PrometheusBuilder::new().build_recorder();
            let handle = recorder.handle();
            // Another recorder may be there already, in somebody else's process; ours then shows nothing.
            let _ = metrics::set_global_recorder(recorder);
            handle
        })
        .clone()
}

impl Server {
    /// Starts a server in the present runtime.
    ///
    /// # Errors
    /// When the data folder, the database or the address cannot be used.
    pub async fn start(config: Config) -> Result<Self, StartError> {
        let folder = |error| StartError::Folder { path: config.data.display().to_string(), error };
        std::fs::create_dir_all(&config.data).map_err(folder)?;
        let address: Address = match &config.database {
            Some(text) => text.parse()?,
            None => Address::Sqlite(config.data.join("shoutan.sqlite")),
        };
        let store = Store::open(&address, &Options::default()).await?;
        let persist = Persist::new(store);
        let now = Now::start(config.speed);
        let last_up = read_heartbeat(&config.data);
        let opponent = Arc::new(BuiltIn::new(config.net.clone()));
        let engines = Engines::start(Some(opponent), config.engine_threads, now);
        let listener = TcpListener::bind(config.listen)
            .await
            .map_err(|error| StartError::Listen { address: config.listen, error })?;
        let address = listener
            .local_addr()
            .map_err(|error| StartError::Listen { address: config.listen, error })?;
        let app = App::new(config, persist, engines, recorder(), now, last_up);
        let failed = |error: crate::persist::PersistError| StartError::Read(error.to_string());
        for row in app.persist.seeks(10_000).await.map_err(failed)? {
            app.lobby.game_changed(&row);
        }
        let (open, connections) = mpsc::channel(1);
        let accepting = tokio::spawn(accept(listener, app.clone(), open));
        let background = vec![
            tokio::spawn(heartbeat(app.clone())),
            tokio::spawn(tidy(app.clone())),
            tokio::spawn(wake_games(app.clone())),
        ];
        tracing::info!(%address, "listening");
        Ok(Self { app, address, accepting, background, connections })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Stops: no new connections; games are interrupted and saved; sockets are told to come back; what is being answered
    /// is finished.
    pub async fn stop(mut self) {
        let within = self.app.config.stop_within;
        tracing::info!("stopping");
        self.app.begin_stop();
        self.accepting.abort();
        let paused = async {
            let (sender, mut done) = mpsc::channel::<()>(1);
            for mailbox in self.app.registry.all() {
                let sender = sender.clone();
                tokio::spawn(async move {
                    let (reply, answer) = tokio::sync::oneshot::channel();
                    if mailbox.send(Message::Stop(reply)).await.is_ok() {
                        let _ = answer.await;
                    }
                    drop(sender);
                });
            }
            drop(sender);
            let _ = done.recv().await;
        };
        if tokio::time::timeout(within, paused).await.is_err() {
            tracing::error!("not every game could be interrupted in time");
        }
        self.app.close_connections();
        let _ =
            tokio::time::timeout(within.min(Duration::from_secs(3)), self.connections.recv()).await;
        for task in &self.background {
            task.abort();
        }
        write_heartbeat(&self.app.config.data, self.app.now.now());
        self.app.persist.close().await;
        tracing::info!("stopped");
    }
}

/// Connections of each address.
#[derive(Debug, Default)]
struct Counts {
    each: Mutex<HashMap<IpAddr, usize>>,
}

impl Counts {
    fn enter(self: &Arc<Self>, address: IpAddr, most: usize, in_all: usize) -> Option<Entered> {
        let mut each = self.each.lock().unwrap_or_else(PoisonError::into_inner);
        let total: usize = if each.len() < 2 { 0 } else { each.values().sum() };
        let own = each.entry(address).or_default();
        if *own >= most || (*own).max(total) >= in_all {
            return None;
        }
        *own += 1;
        Some(Entered { counts: self.clone(), address })
    }
}

/// A counted connection.
pub(crate) struct Entered {
    counts: Arc<Counts>,
    address: IpAddr,
}

impl Drop for Entered {
    fn drop(&mut self) {
        let mut each = self.counts.each.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(own) = each.get_mut(&self.address) {
            *own -= 1;
            if *own == 0 {
                each.remove(&self.address);
            }
        }
    }
}

async fn accept(listener: TcpListener, app: Arc<App>, open: mpsc::Sender<()>) {
    let routes = router(app.clone());
    let counts = Arc::new(Counts::default());
    loop {
        let (stream, peer) = match listener.accept().await {
            Ok(accepted) => accepted,
            Err(error) => {
                // Out of file handles, most likely; those in use come back.
                tracing::error!(%error, "a connection could not be accepted");
                tokio::time::sleep(Duration::from_millis(100)).await;
                continue;
            }
        };
        let limits = &app.config.limits;
        let Some(entered) =
            counts.enter(peer.ip(), limits.connections_per_address, limits.connections)
        else {
            metrics::counter!("shoutan_limited_total", "what" => "connection").increment(1);
            continue;
        };
        connect(stream, peer, entered, &app, &routes, open.clone());
    }
}

/// Serves one connection. A client that sends its header slowly is dropped.
fn connect(
    stream: TcpStream,
    peer: SocketAddr,
    entered: Entered,
    app: &Arc<App>,
    routes: &Router,
    open: mpsc::Sender<()>,
) {
    // A move is one small packet; it must not wait for more.
    let _ = stream.set_nodelay(true);
    let entered = Arc::new(entered);
    let (routes, shared) = (routes.clone(), app.clone());
    let held = entered.clone();
    let service =
        hyper::service::service_fn(move |request: hyper::Request<hyper::body::Incoming>| {
            let mut request: Request = request.map(axum::body::Body::new);
            let address = ClientAddress::of(&shared, peer, request.headers());
            request.extensions_mut().insert(address);
            // A socket outlives the HTTP connection; it is counted for as long as it is open.
            request.extensions_mut().insert(crate::ws::Held::new(held.clone()));
            routes.clone().oneshot(request)
        });
    let connection = hyper::server::conn::http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(app.config.limits.header_timeout)
        .max_buf_size(16 * 1024)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut stop = app.stop_signal();
    tokio::spawn(async move {
        let mut connection = std::pin::pin!(connection);
        let ended = tokio::select! {
            ended = connection.as_mut() => ended,
            _ = stop.changed() => {
                connection.as_mut().graceful_shutdown();
                connection.await
            }
        };
        // Clients that break off or are too slow are no news.
        if let Err(error) = ended {
            tracing::debug!(%error, "a connection ended");
        }
        drop((entered, open));
    });
}

/// News of the lobby twice a second; old sessions and rates are cleared now and then.
async fn tidy(app: Arc<App>) {
    let mut ticks: u32 = 0;
    loop {
        tokio::time::sleep(Duration::from_millis(500)).await;
        app.lobby.tell();
        ticks = ticks.wrapping_add(1);
        if ticks.is_multiple_of(10) {
            // Without it histograms keep every single measurement.
            app.metrics.run_upkeep();
        }
        if ticks.is_multiple_of(120) {
            app.limiters.tidy();
        }
        if ticks.is_multiple_of(7_200)
            && let Err(error) = app.persist.purge_sessions(app.now.now()).await
        {
            tracing::warn!(%error, "old sessions could not be cleared");
        }
    }
}

/// Loads the games that were being played, so that their clocks and waits go on.
async fn wake_games(app: Arc<App>) {
    let mut after = None;
    loop {
        let page = match app.persist.live_games(after, 200).await {
            Ok(page) => page,
            Err(error) => {
                tracing::error!(%error, "live games could not be read; trying again");
                tokio::time::sleep(Duration::from_secs(5)).await;
                continue;
            }
        };
        let Some(last) = page.last() else { return };
        after = Some(last.id);
        for row in &page {
            app.lobby.game_changed(row);
            drop(app.registry.mailbox(&app, row.id));
        }
        tokio::task::yield_now().await;
    }
}

/// Notes every second that the server is up: after a crash, time beyond the last note is charged to nobody.
async fn heartbeat(app: Arc<App>) {
    loop {
        write_heartbeat(&app.config.data, app.now.now());
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
}

fn write_heartbeat(folder: &Path, now: Millis) {
    let (path, new) = (folder.join("alive"), folder.join("alive.new"));
    let written =
        std::fs::write(&new, now.get().to_string()).and_then(|()| std::fs::rename(&new, &path));
    if let Err(error) = written {
        tracing::warn!(%error, "the heartbeat could not be written");
    }
}

fn read_heartbeat(folder: &Path) -> Millis {
    let text = std::fs::read_to_string(folder.join("alive")).unwrap_or_default();
    Millis::new(text.trim().parse().unwrap_or(0))
}
