//! A store that cannot write: the disk is full, or writing fails.

use std::time::{Duration, Instant};

use crate::error::LoadError;
use crate::faults::{Clients, Launch, Server};
use crate::ledger::{Holds, check_ledger};
use crate::lines::Line;
use crate::plan::Plan;
use crate::report::Report;

/// What happened.
#[derive(Debug)]
pub struct FullReport {
    /// Moves until nothing could be saved any more, and after.
    pub moves: u64,
    /// Actions that were refused with `store.failed`.
    pub refused: u64,
    /// What the clients found.
    pub report: Report,
    /// Games and events that were the same once there was room again.
    pub held: (usize, usize),
    /// What did not hold, the clients' findings included.
    pub faults: Vec<String>,
}

/// Lets clients play until their server cannot save any more, and a little longer; then gives it room and looks at every game.
/// `launch` is to have too little room, by its `file_limit` or its folder; `room` is called while no server runs and makes
/// some, or moves the folder to where there is.
///
/// # Errors
/// When a server does not start or the clients cannot begin.
pub fn full_disk(
    launch: &Launch,
    games: usize,
    lines: Vec<Line>,
    within: Duration,
    room: impl FnOnce(&mut Launch),
) -> Result<FullReport, LoadError> {
    let mut server = Server::start(launch)?;
    let plan = Plan {
        pace: Duration::from_millis(20),
        time: Plan::LONGEST,
        resilient: true,
        ..Plan::new(launch.target()?, games, lines.clone())
    };
    let clients = Clients::start(plan)?;
    let mut faults = Vec::new();
    let begun = Instant::now();
    let enough = u64::try_from(games * 3).unwrap_or(u64::MAX);
    while clients.progress.refused() < enough && begun.elapsed() < within {
        std::thread::sleep(Duration::from_millis(20));
    }
    let (moves, refused) = (clients.progress.moves(), clients.progress.refused());
    if refused == 0 {
        faults.push(format!("after {moves} moves nothing had been refused"));
    }
    if !server.is_up() {
        faults.push("the server ended by itself".to_owned());
    }
    let outcome = clients.end()?;
    faults.extend(server.panics());
    server.kill();
    let mut launch = launch.clone();
    room(&mut launch);
    server = Server::start(&launch)?;
    let (changed, events) = check_ledger(launch.target()?, &outcome.ledger, Holds::Whole)?;
    faults.extend(changed);
    // And games can be played again.
    let again =
        Clients::start(Plan { pace: Duration::ZERO, ..Plan::new(launch.target()?, 2, lines) })?;
    if !again.more_moves(20, Duration::from_secs(30)) {
        faults.push("with room again, no games could be played".to_owned());
    }
    let after = again.end()?;
    server.stop();
    for report in [&outcome.report, &after.report] {
        faults.extend(report.faults.iter().cloned());
        faults.extend(report.errors.iter().map(|(code, count)| format!("{count} times {code}")));
    }
    Ok(FullReport {
        moves,
        refused,
        report: outcome.report,
        held: (outcome.ledger.len(), events),
        faults,
    })
}
