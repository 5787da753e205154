//! kill -9 at random moments.

use std::time::Duration;

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use crate::error::LoadError;
use crate::faults::server::now;
use crate::faults::{Clients, Launch, Server};
use crate::ledger::{Holds, check_ledger};
use crate::lines::Line;
use crate::plan::Plan;
use crate::report::Report;
use crate::shared::Outage;

/// What the games are played with: absolute, byo-yomi from the first move, Chinese reading in its reserved minutes,
/// Canadian overtime, Fischer, and byo-yomi after main time.
const CONTROLS: [&str; 6] = ["5h", "60x2m", "1h 保留60", "25/2h", "1h+10s", "1h+5x1m"];

/// How often, under how many games.
#[derive(Debug, Clone)]
pub struct Kills {
    /// How often the server is killed.
    pub kills: usize,
    /// Games at once.
    pub games: usize,
    /// Watchers.
    pub watchers: usize,
    /// Time between two moves of a game.
    pub pace: Duration,
    /// The server lives at least this long each time.
    pub least: Duration,
    /// And at most this long.
    pub most: Duration,
    /// What draws the moments.
    pub seed: u64,
}

/// What happened.
#[derive(Debug)]
pub struct KillReport {
    /// How often the server was killed.
    pub kills: usize,
    /// Kills between which the games went on: moves were made again after them.
    pub resumed: usize,
    /// The longest time from the start of a server to its first answer.
    pub slowest_start: Duration,
    /// What the clients found.
    pub report: Report,
    /// Games and events that were still the same after one more kill and start.
    pub held: (usize, usize),
    /// What did not hold, the clients' findings included.
    pub faults: Vec<String>,
}

/// Kills the server of a crowd of clients again and again. `each` is called after each time with the number so far.
///
/// # Errors
/// When a server does not start or the clients cannot begin.
pub fn kills(
    launch: &Launch,
    wanted: &Kills,
    lines: Vec<Line>,
    mut each: impl FnMut(usize),
) -> Result<KillReport, LoadError> {
    let mut server = Server::start(launch)?;
    let mut slowest_start = server.started_in;
    let plan = Plan {
        watchers: wanted.watchers,
        pace: wanted.pace,
        time: Plan::LONGEST,
        // All of them long enough that no flag falls.
        controls: CONTROLS.map(str::to_owned).into(),
        resilient: true,
        ..Plan::new(launch.target()?, wanted.games, lines)
    };
    let clients = Clients::start(plan)?;
    let mut random = Xoshiro256PlusPlus::seed_from_u64(wanted.seed);
    let span = wanted.most.saturating_sub(wanted.least).as_micros().max(1);
    let mut faults = Vec::new();
    let mut resumed = 0;
    for number in 1..=wanted.kills {
        let extra = u128::from(random.next_u64()) % span;
        std::thread::sleep(wanted.least + Duration::from_micros(u64::try_from(extra).unwrap_or(0)));
        if !server.is_up() {
            faults.push(format!("before kill {number} the server had ended by itself"));
        }
        faults.extend(server.panics());
        server.kill();
        let down = now();
        server = Server::start(launch)?;
        clients.progress.outage(Outage { down, up: now() });
        slowest_start = slowest_start.max(server.started_in);
        if clients.more_moves(1, Duration::from_secs(60)) {
            resumed += 1;
        } else {
            faults.push(format!("after kill {number} no move was made for a minute"));
        }
        each(number);
    }
    clients.more_moves(u64::try_from(wanted.games).unwrap_or(1), Duration::from_secs(30));
    let outcome = clients.end()?;
    faults.extend(server.panics());
    server.kill();
    server = Server::start(launch)?;
    let (changed, events) = check_ledger(launch.target()?, &outcome.ledger, Holds::Whole)?;
    faults.extend(changed);
    if !server.stop() {
        faults.push("the server did not stop well when asked".to_owned());
    }
    faults.extend(outcome.report.faults.iter().cloned());
    faults
        .extend(outcome.report.errors.iter().map(|(code, count)| format!("{count} times {code}")));
    Ok(KillReport {
        kills: wanted.kills,
        resumed,
        slowest_start,
        report: outcome.report,
        held: (outcome.ledger.len(), events),
        faults,
    })
}
