//! [`Ledger`]: what games held when their players left, to be asked of a server again later: after a restart, after more
//! faults, or of a backup.

use std::sync::Arc;

use api::{EventBody, EventFrame, EventPage, GameId, PartyView, Seq};

use crate::error::LoadError;
use crate::http::{Http, HttpError};
use crate::log::fingerprint;
use crate::target::Target;

/// What games held when their players left.
#[derive(Debug, Default, Clone)]
pub struct Ledger {
    games: Vec<(GameId, String, Arc<[u64]>)>,
}

/// How much of a ledger a server must hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Holds {
    /// Every event, and perhaps later ones.
    Whole,
    /// Games as they were at some moment before: none other, none with a gap. A server that finds a running game interrupts
    /// it; that one event of its own may follow.
    Beginnings,
}

impl Ledger {
    pub(crate) fn note(&mut self, game: GameId, key: &str, events: Arc<[u64]>) {
        self.games.push((game, key.to_owned(), events));
    }

    /// How many games it knows.
    pub fn len(&self) -> usize {
        self.games.len()
    }

    /// Whether it knows none.
    pub fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// How many events it knows.
    pub fn events(&self) -> usize {
        self.games.iter().map(|(_, _, events)| events.len()).sum()
    }
}

/// All events of a game, as the API tells them.
///
/// # Errors
/// When the server does not answer.
pub(crate) async fn all_events(
    http: &mut Http,
    game: GameId,
    key: &str,
) -> Result<Vec<EventFrame>, HttpError> {
    let mut all: Vec<EventFrame> = Vec::new();
    loop {
        let after = all.last().map_or(Seq(0), |frame| frame.seq);
        let path = events_path(game, key, after);
        let page: EventPage = http.call("GET", &path, None, None).await?.json()?;
        let grows = !page.events.is_empty();
        all.extend(page.events);
        if !grows || all.last().map_or(Seq(0), |frame| frame.seq) >= page.last {
            return Ok(all);
        }
    }
}

/// Where the events of a game are.
pub(crate) fn events_path(game: GameId, key: &str, after: Seq) -> String {
    format!("/api/v1/games/{game}/events?after={}&key={key}", after.0)
}

/// Asks a server for every game of a ledger; answers what does not hold, and how many events were found.
///
/// # Errors
/// When there is no runtime or the server does not answer.
pub fn check_ledger(
    target: Target,
    ledger: &Ledger,
    holds: Holds,
) -> Result<(Vec<String>, usize), LoadError> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime
        .map_err(|error| LoadError::System { what: "starting a runtime".to_owned(), error })?;
    runtime.block_on(async {
        let mut http = Http::new(target);
        let mut found = 0;
        let mut faults = Vec::new();
        for (game, key, events) in &ledger.games {
            let held = match all_events(&mut http, *game, key).await {
                Ok(frames) => frames,
                Err(HttpError::Refused { code, .. })
                    if holds == Holds::Beginnings && code == "game.unknown" =>
                {
                    continue;
                }
                Err(error) => {
                    faults.push(format!("game {game}: {error}"));
                    continue;
                }
            };
            found += held.len();
            faults.extend(compare(*game, &held, events, holds));
        }
        Ok((faults, found))
    })
}

fn compare(game: GameId, held: &[EventFrame], events: &[u64], holds: Holds) -> Option<String> {
    let gap = held.iter().zip(1..).find(|(frame, seq)| frame.seq != Seq(*seq));
    if let Some((frame, seq)) = gap {
        return Some(format!("game {game}: event {} stands where {seq} should", frame.seq.0));
    }
    let interrupted =
        |frame: &EventFrame| matches!(frame.d, EventBody::Pause { by: PartyView::Server });
    let held = match held.split_last() {
        Some((last, before)) if holds == Holds::Beginnings && interrupted(last) => before,
        _ => held,
    };
    let differs = held.iter().zip(events).find(|(frame, print)| fingerprint(frame) != **print);
    if let Some((frame, _)) = differs {
        return Some(format!("game {game}: event {} is another than before", frame.seq.0));
    }
    (holds == Holds::Whole && held.len() < events.len())
        .then(|| format!("game {game}: {} of {} events are left", held.len(), events.len()))
}
