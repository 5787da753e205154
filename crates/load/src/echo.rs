//! The yardstick: the same frames on as many sockets through the same stack (axum), to a server that only sends them back.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use api::{Action, ClientMessage, GameId};
use axum::Router;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use axum::routing::any;
use axum::serve::ListenerExt;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep_until, timeout};

use crate::error::LoadError;
use crate::http::HttpError;
use crate::plan::Plan;
use crate::process::{Usage, load_average};
use crate::progress::{Phase, Progress};
use crate::report::{Memory, Percentiles, Report, ServerUse, cpu_between};
use crate::run::runtime;
use crate::shared::Shared;
use crate::socket::Socket;

/// Runs the server that only sends back, on a free port of this machine, told to `ready`; ends when `until` returns.
///
/// # Errors
/// When the system refuses a port or threads.
pub fn serve_echo(
    ready: impl FnOnce(SocketAddr),
    until: impl FnOnce() + Send + 'static,
) -> Result<(), LoadError> {
    let system = |error| LoadError::System { what: "serving the echo".to_owned(), error };
    let runtime =
        tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(system)?;
    runtime.block_on(async {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.map_err(system)?;
        ready(listener.local_addr().map_err(system)?);
        let listener = listener.tap_io(|stream| {
            // Without it the yardstick would only be slower.
            let _ = stream.set_nodelay(true);
        });
        let end = tokio::task::spawn_blocking(until);
        let app = Router::new().route("/ws", any(upgrade));
        tokio::select! {
            served = async { axum::serve(listener, app).await } => served.map_err(system),
            _ = end => Ok(()),
        }
    })
}

async fn upgrade(ws: WebSocketUpgrade) -> Response {
    ws.read_buffer_size(1024).write_buffer_size(0).max_message_size(4096).on_upgrade(echo)
}

async fn echo(mut socket: WebSocket) {
    while let Some(Ok(message)) = socket.recv().await {
        let text = matches!(message, Message::Text(_));
        if text && socket.send(message).await.is_err() {
            return;
        }
    }
}

/// Sends the frames of a plan's games to the echo server and measures the same as [`crate::run`]; `seen` is from the send to
/// the receive of the same client.
///
/// # Errors
/// When the plan is out of bounds or a socket cannot be opened.
pub fn run_echo(plan: Plan, progress: &Arc<Progress>) -> Result<Report, LoadError> {
    plan.check()?;
    runtime()?.block_on(phases(plan, progress))
}

async fn phases(plan: Plan, progress: &Arc<Progress>) -> Result<Report, LoadError> {
    let (stop, stopped) = watch::channel(false);
    let shared = Shared::new(plan, progress.clone(), stopped);
    let plan = &shared.plan;
    let usage = || plan.pid.and_then(Usage::of);
    let memory = || usage().map_or(0, |usage| usage.memory);
    progress.begin(Phase::Echoing, usize::try_from(plan.time.as_millis()).unwrap_or(usize::MAX));
    let before = memory();
    let mut pairs = Vec::with_capacity(plan.games);
    for _ in 0..plan.games {
        let open = || Socket::open(plan.target, None);
        let opened = async {
            Ok::<_, tokio_tungstenite::tungstenite::Error>([open().await?, open().await?])
        }
        .await;
        pairs.push(
            opened.map_err(|error| {
                HttpError::Connection(error.to_string()).in_setting_up("socket")
            })?,
        );
    }
    let connected = memory();
    let (server_before, own_before) = (usage(), Usage::own());
    let moves_before = progress.moves();
    let begun = Instant::now();
    let mut playing = JoinSet::new();
    let count = u32::try_from(plan.games).unwrap_or(u32::MAX).max(1);
    for (pair, number) in pairs.into_iter().zip(0_u32..) {
        playing.spawn(alternate(shared.clone(), pair, plan.pace * number / count, number));
    }
    while begun.elapsed() < plan.time && !progress.stopped() && !playing.is_empty() {
        tokio::time::sleep(Duration::from_millis(100)).await;
        progress.at(u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX));
        while playing.try_join_next().is_some() {}
    }
    let time = begun.elapsed();
    let (server_after, own_after) = (usage(), Usage::own());
    let busy = load_average();
    // Nobody listens when all have ended by themselves.
    let _ = stop.send(true);
    while playing.join_next().await.is_some() {}
    let mut stats = std::mem::take(&mut *shared.stats());
    Ok(Report {
        games: plan.games,
        time,
        moves: progress.moves() - moves_before,
        seen: Percentiles::of(std::mem::take(&mut stats.seen)),
        errors: stats.errors,
        server: server_after.map(|after| ServerUse {
            cpu: cpu_between(server_before, server_after),
            memory: Memory {
                before,
                connected,
                seated: connected,
                end: after.memory,
                peak: after.peak,
            },
        }),
        own_cpu: cpu_between(own_before, own_after),
        load_average: busy,
        ..Report::default()
    })
}

/// The two clients of a table take turns.
async fn alternate(shared: Arc<Shared>, mut pair: [Socket; 2], wait: Duration, number: u32) {
    let lines = &shared.plan.lines;
    let index = usize::try_from(number).unwrap_or(0) % lines.len().max(1);
    let Some(line) = lines.get(index).cloned() else { return };
    let mut next_at = Instant::now() + wait;
    for (turn, at) in line.iter().cycle().enumerate() {
        let mut stop = shared.stop.clone();
        tokio::select! {
            () = sleep_until(next_at) => {}
            _ = stop.wait_for(|&stop| stop) => return,
        }
        let sent = Instant::now();
        next_at = sent + shared.plan.pace;
        let message = ClientMessage::Event {
            game: GameId::from_random(number.into()),
            id: format!("m{turn}"),
            color: None,
            d: Action::Move(at.clone()),
        };
        let Some(socket) = pair.get_mut(turn % 2) else { return };
        let exchange = async {
            socket.send(&message).await?;
            socket.next_text().await
        };
        match timeout(Duration::from_secs(30), exchange).await {
            Ok(Ok(_)) => {
                let micros = u32::try_from(sent.elapsed().as_micros()).unwrap_or(u32::MAX);
                shared.stats().seen.push(micros);
                shared.progress.moves.fetch_add(1, Relaxed);
            }
            Ok(Err(error)) => return shared.error(&format!("connection: {error}")),
            Err(_) => return shared.error("answer.lost"),
        }
    }
}
