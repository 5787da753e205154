//! [`run`]: the phases of a run: connect, seat, play, check.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{mpsc, watch};
use tokio::task::JoinSet;
use tokio::time::Instant;

use crate::error::LoadError;
use crate::http::HttpError;
use crate::ledger::Ledger;
use crate::plan::Plan;
use crate::process::{Usage, load_average};
use crate::progress::{Phase, Progress};
use crate::report::{Memory, Percentiles, Report, ServerUse, cpu_between};
use crate::shared::Shared;
use crate::socket::Socket;
use crate::table::{Player, Round, Table};
use crate::watcher::{Watch, Watcher};

/// The result of a run.
#[derive(Debug)]
pub struct Outcome {
    /// The figures.
    pub report: Report,
    /// What the games held at the end.
    pub ledger: Ledger,
}

/// Memory is read this long after something was done, so that the server has come to rest.
const REST: Duration = Duration::from_millis(500);

/// Runs a plan; blocks until it is over.
///
/// # Errors
/// When the plan is out of bounds, the server is not there, or a player or game cannot be set up.
pub fn run(plan: Plan, progress: &Arc<Progress>) -> Result<Outcome, LoadError> {
    plan.check()?;
    let runtime = runtime()?;
    runtime.block_on(phases(plan, progress))
}

/// One thread: the clients are to take no more than one core.
pub(crate) fn runtime() -> Result<tokio::runtime::Runtime, LoadError> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.map_err(|error| LoadError::System { what: "starting a runtime".to_owned(), error })
}

async fn phases(plan: Plan, progress: &Arc<Progress>) -> Result<Outcome, LoadError> {
    let (stop, stopped) = watch::channel(false);
    let shared = Shared::new(plan, progress.clone(), stopped);
    let plan = &shared.plan;
    if let Err(HttpError::Connection(why)) = shared.http("GET", "/healthz", None, None).await {
        return Err(LoadError::Unreachable(plan.target.to_string(), why));
    }
    let usage = || plan.pid.and_then(Usage::of);
    let memory = || usage().map_or(0, |usage| usage.memory);
    let begun = Instant::now();
    let before = memory();
    let clients = connect(&shared).await?;
    tokio::time::sleep(REST).await;
    let connected = memory();
    let (tables, crowd) = seat(&shared, clients).await?;
    tokio::time::sleep(REST).await;
    let seated = memory();
    let set_up = begun.elapsed();

    let (server_before, own_before) = (usage(), Usage::own());
    let begun = Instant::now();
    let play = play(&shared, tables).await;
    let time = begun.elapsed();
    let (server_after, own_after) = (usage(), Usage::own());
    let moves = progress.moves();
    let busy = load_average();
    // Nobody listens when all tables have ended by themselves.
    let _ = stop.send(true);
    check(&shared, play, crowd).await;

    let mut stats = std::mem::take(&mut *shared.stats());
    let server = server_after.map(|after| ServerUse {
        cpu: cpu_between(server_before, server_after),
        memory: Memory { before, connected, seated, end: after.memory, peak: after.peak },
    });
    let report = Report {
        games: plan.games,
        watchers: plan.watchers,
        time,
        set_up,
        moves,
        seen: Percentiles::of(std::mem::take(&mut stats.seen)),
        acknowledged: Percentiles::of(std::mem::take(&mut stats.acknowledged)),
        errors: stats.errors,
        refusals: stats.refusals,
        reconnects: stats.reconnects,
        resends: stats.resends,
        checked_games: stats.games,
        checked_clients: stats.clients,
        checked_events: stats.events,
        checked_acknowledgements: stats.acks,
        faults: stats.faults,
        fault_count: stats.fault_count,
        uncharged: stats.uncharged,
        server,
        own_cpu: cpu_between(own_before, own_after),
        load_average: busy,
    };
    Ok(Outcome { report, ledger: stats.ledger })
}

/// Connections of everybody: players, then watchers.
async fn connect(shared: &Arc<Shared>) -> Result<Vec<(String, Socket)>, LoadError> {
    let count = shared.plan.games * 2 + shared.plan.watchers;
    shared.progress.begin(Phase::Connecting, count);
    let mut clients = Vec::with_capacity(count);
    let mut under_way = JoinSet::new();
    for _ in 0..count {
        if under_way.len() >= shared.plan.ramp
            && let Some(done) = under_way.join_next().await
        {
            clients.push(done.map_err(ended)??);
        }
        let shared = shared.clone();
        under_way.spawn(async move { enter(&shared).await });
    }
    while let Some(done) = under_way.join_next().await {
        clients.push(done.map_err(ended)??);
    }
    Ok(clients)
}

/// Enters as a guest and connects.
pub(crate) async fn enter(shared: &Shared) -> Result<(String, Socket), LoadError> {
    let answer = shared.patient_http("POST", "/api/v1/guest", None, None).await;
    let answer = answer.map_err(|error| error.in_setting_up("player"))?;
    let missing =
        || HttpError::Connection("the server sets no cookie".to_owned()).in_setting_up("player");
    let cookie = answer.cookie.ok_or_else(missing)?;
    let opened = Socket::open(shared.plan.target, Some(&cookie)).await;
    let socket =
        opened.map_err(|error| HttpError::Connection(error.to_string()).in_setting_up("socket"))?;
    shared.progress.step();
    Ok((cookie, socket))
}

fn ended(error: tokio::task::JoinError) -> LoadError {
    LoadError::System { what: "a client's task".to_owned(), error: std::io::Error::other(error) }
}

/// Makes the games; the watchers begin to watch.
async fn seat(
    shared: &Arc<Shared>,
    clients: Vec<(String, Socket)>,
) -> Result<(Vec<(Table, Round)>, JoinSet<()>), LoadError> {
    let games = shared.plan.games;
    shared.progress.begin(Phase::Seating, games);
    let mut clients = clients.into_iter();
    let mut pairs = Vec::with_capacity(games);
    while pairs.len() < games
        && let (Some(black), Some(white)) = (clients.next(), clients.next())
    {
        pairs.push([Player::new(black.0, black.1), Player::new(white.0, white.1)]);
    }
    let mut crowd = JoinSet::new();
    let mut orders: Vec<Vec<mpsc::UnboundedSender<Watch>>> = vec![Vec::new(); games];
    for (number, (cookie, socket)) in clients.enumerate() {
        let (order, receiver) = mpsc::unbounded_channel();
        crowd.spawn(Watcher::new(shared.clone(), cookie, socket).run(receiver));
        if let Some(list) = orders.get_mut(number % games) {
            list.push(order);
        }
    }
    let mut tables = Vec::with_capacity(games);
    let mut under_way = JoinSet::new();
    for (index, (players, watchers)) in pairs.into_iter().zip(orders).enumerate() {
        if under_way.len() >= shared.plan.ramp
            && let Some(done) = under_way.join_next().await
        {
            tables.push(done.map_err(ended)??);
        }
        let shared = shared.clone();
        under_way.spawn(async move {
            let mut table = Table::new(shared.clone(), index, players, watchers);
            let round = table.seat().await.map_err(|error| error.in_setting_up("game"))?;
            shared.progress.step();
            Ok::<_, LoadError>((table, round))
        });
    }
    while let Some(done) = under_way.join_next().await {
        tables.push(done.map_err(ended)??);
    }
    Ok((tables, crowd))
}

/// Lets all tables play until the time is over; answers their tasks.
async fn play(shared: &Arc<Shared>, tables: Vec<(Table, Round)>) -> JoinSet<()> {
    let limit = shared.plan.time;
    shared.progress.begin(Phase::Playing, usize::try_from(limit.as_millis()).unwrap_or(usize::MAX));
    let mut playing = JoinSet::new();
    let count = u32::try_from(tables.len()).unwrap_or(u32::MAX).max(1);
    for ((table, round), number) in tables.into_iter().zip(0_u32..) {
        playing.spawn(table.play(round, shared.plan.pace * number / count));
    }
    let begun = Instant::now();
    while begun.elapsed() < limit && !shared.progress.stopped() && !playing.is_empty() {
        let left = limit.saturating_sub(begun.elapsed()).min(Duration::from_millis(100));
        tokio::time::sleep(left).await;
        shared.progress.at(u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX));
        while playing.try_join_next().is_some() {}
    }
    playing
}

/// Waits for the tables to compare, and for the watchers to leave.
async fn check(shared: &Arc<Shared>, mut playing: JoinSet<()>, mut crowd: JoinSet<()>) {
    shared.progress.begin(Phase::Checking, playing.len() + crowd.len());
    while let Some(done) = playing.join_next().await {
        ended_well(shared, done);
    }
    while let Some(done) = crowd.join_next().await {
        ended_well(shared, done);
    }
}

fn ended_well(shared: &Shared, done: Result<(), tokio::task::JoinError>) {
    shared.progress.step();
    if let Err(error) = done {
        shared.fault(format!("a client's task ended: {error}"));
    }
}
