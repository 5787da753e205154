//! A backup taken while games are played.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::error::LoadError;
use crate::faults::{Clients, Launch, Server};
use crate::ledger::{Holds, check_ledger};
use crate::lines::Line;
use crate::plan::Plan;
use crate::report::Report;

/// What happened.
#[derive(Debug)]
pub struct BackupReport {
    /// How long the backup took.
    pub took: Duration,
    /// Moves that were made while it was taken.
    pub moves_meanwhile: u64,
    /// Games and events in the restored server.
    pub restored: (usize, usize),
    /// Events in the server that went on.
    pub events: usize,
    /// What the clients found.
    pub report: Report,
    /// What did not hold, the clients' findings included.
    pub faults: Vec<String>,
}

/// Takes a backup under load, restores it into `folder`/restored, and looks at every game there.
///
/// # Errors
/// When a server does not start, the clients cannot begin, or the command fails.
pub fn backup_under_load(
    launch: &Launch,
    games: usize,
    lines: Vec<Line>,
    folder: &Path,
) -> Result<BackupReport, LoadError> {
    let mut server = Server::start(launch)?;
    let plan = Plan {
        pace: Duration::from_millis(50),
        time: Plan::LONGEST,
        ..Plan::new(launch.target()?, games, lines)
    };
    let clients = Clients::start(plan)?;
    let wide = u64::try_from(games).unwrap_or(1);
    clients.more_moves(wide * 5, Duration::from_secs(60));
    let (file, restored) = (folder.join("backup.db"), folder.join("restored"));
    let (begun, before) = (Instant::now(), clients.progress.moves());
    admin(launch, "backup", &file)?;
    let (took, moves_meanwhile) = (begun.elapsed(), clients.progress.moves() - before);
    clients.more_moves(wide * 2, Duration::from_secs(60));
    let outcome = clients.end()?;
    let mut faults = server.panics();
    server.stop();
    let copy = Launch { data: restored, ..launch.clone() };
    std::fs::create_dir_all(&copy.data)
        .map_err(|error| LoadError::System { what: copy.data.display().to_string(), error })?;
    admin(&copy, "restore", &file)?;
    let mut server = Server::start(&copy)?;
    let (changed, events) = check_ledger(copy.target()?, &outcome.ledger, Holds::Beginnings)?;
    faults.extend(changed);
    if events == 0 {
        faults.push("the restored server holds no event".to_owned());
    }
    server.stop();
    faults.extend(outcome.report.faults.iter().cloned());
    faults
        .extend(outcome.report.errors.iter().map(|(code, count)| format!("{count} times {code}")));
    Ok(BackupReport {
        took,
        moves_meanwhile,
        restored: (outcome.ledger.len(), events),
        events: outcome.ledger.events(),
        report: outcome.report,
        faults,
    })
}

/// Runs `shoutan admin` on the database of a data folder.
fn admin(launch: &Launch, action: &str, file: &Path) -> Result<(), LoadError> {
    let mut command = Command::new(&launch.binary);
    command
        .args(["admin", action, "--database"])
        .arg(launch.database())
        .arg(file)
        .stdin(Stdio::null());
    let what = || format!("shoutan admin {action}");
    let output = command.output().map_err(|error| LoadError::System { what: what(), error })?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    Err(LoadError::System { what: what(), error: std::io::Error::other(said) })
}
