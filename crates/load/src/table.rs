//! A table: two players, each on a socket of their own, and the games they play one after another.
//!
//! The two take turns at the plan's pace. A move is over when both have received it. When connections break and the plan is
//! resilient, each comes back with the number of the last event it has, sends what was not acknowledged again under the same
//! id, and for good measure what was acknowledged last as well: that must change nothing.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use api::{
    Action, ClientMessage, Color, ColorChoice, CreateGame, Created, Empty, EventBody, EventFrame,
    EventPage, GameId, GameState, Opponent, Placement, Seq, ServerMessage, Snapshot,
};
use tokio::sync::mpsc::UnboundedSender;
use tokio::time::{Instant, sleep_until, timeout_at};

use crate::http::HttpError;
use crate::ledger::events_path;
use crate::log::{Fit, Log, fingerprint};
use crate::shared::Shared;
use crate::socket::Socket;
use crate::verify::{Evidence, examine};
use crate::watcher::{Watch, next};

/// An answer that takes longer is lost.
const LOST: Duration = Duration::from_secs(30);

/// A resilient client asks again after this time.
const AGAIN: Duration = Duration::from_secs(3);

/// How long clients wait at the end for events that they still lack.
const PATIENCE: Duration = Duration::from_secs(20);

/// One of the two.
#[derive(Debug)]
pub(crate) struct Player {
    cookie: String,
    socket: Option<Socket>,
    retry_at: Instant,
    log: Log,
}

impl Player {
    /// A player who has entered and connected.
    pub(crate) fn new(cookie: String, socket: Socket) -> Self {
        Self { cookie, socket: Some(socket), retry_at: Instant::now(), log: Log::default() }
    }
}

/// An action on its way.
#[derive(Debug)]
struct Sent {
    id: String,
    action: Action,
    by: usize,
    at: Instant,
    again_at: Instant,
    acknowledged: bool,
    seen: bool,
    /// A connection broke meanwhile: the time it takes says nothing about the server.
    disturbed: bool,
}

/// A game under way.
#[derive(Debug)]
pub(crate) struct Round {
    game: GameId,
    key: String,
    /// The last event that either of the two has.
    seq: Seq,
    moves: usize,
    to_move: Option<Color>,
    running: bool,
    over: bool,
    sent: Option<Sent>,
    last: Option<(usize, String, Action)>,
    next_at: Instant,
    acknowledged: Vec<(Seq, String)>,
}

/// How the play of a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    /// The line was played and the game is over.
    Over,
    /// The run is.
    Stopped,
    /// It cannot go on.
    Broken,
}

/// Two players and their watchers.
#[derive(Debug)]
pub(crate) struct Table {
    shared: Arc<Shared>,
    index: usize,
    players: [Player; 2],
    watchers: Vec<UnboundedSender<Watch>>,
    rounds: usize,
}

impl Table {
    pub(crate) fn new(
        shared: Arc<Shared>,
        index: usize,
        players: [Player; 2],
        watchers: Vec<UnboundedSender<Watch>>,
    ) -> Self {
        Self { shared, index, players, watchers, rounds: 0 }
    }

    /// Makes a game, seats the second player, opens it on both sockets.
    ///
    /// # Errors
    /// What the server holds against it.
    pub(crate) async fn seat(&mut self) -> Result<Round, HttpError> {
        let plan = &self.shared.plan;
        let count = plan.controls.len().max(1);
        let control = plan.controls.get(self.index % count).cloned().unwrap_or_default();
        let request = CreateGame {
            opponent: Opponent::Link {},
            color: ColorChoice::Black,
            cols: plan.size,
            rows: plan.size,
            ruleset: plan.ruleset.clone(),
            komi: None,
            handicap: 0,
            placement: Placement::Ruleset,
            seats: None,
            start: None,
            time: control,
            time_white: None,
            private: false,
            rated: false,
        };
        // The wire types are plain data; serialising them cannot fail.
        let body = serde_json::to_string(&request).unwrap_or_default();
        let [black, white] = &self.players;
        let made = self
            .shared
            .patient_http("POST", "/api/v1/games", Some(&black.cookie), Some(&body))
            .await?;
        let made: Created = made.json()?;
        let key = made.key.unwrap_or_default();
        let path = format!("/api/v1/games/{}/join?key={key}", made.id);
        self.shared.patient_http("POST", &path, Some(&white.cookie), None).await?;
        for player in &mut self.players {
            player.log = Log::default();
        }
        let mut round = Round {
            game: made.id,
            key,
            seq: Seq(0),
            moves: 0,
            to_move: None,
            running: false,
            over: false,
            sent: None,
            last: None,
            next_at: Instant::now(),
            acknowledged: Vec::new(),
        };
        for side in [0, 1] {
            self.subscribe(side, &mut round).await;
        }
        for watcher in &self.watchers {
            // A watcher that is gone has said so itself.
            let _ = watcher.send(Watch::Open(made.id));
        }
        self.rounds += 1;
        Ok(round)
    }

    /// Plays until the run is over; `wait` spreads the first moves of all tables over one pace.
    pub(crate) async fn play(mut self, mut round: Round, wait: Duration) {
        round.next_at = Instant::now() + wait;
        loop {
            let end = self.play_round(&mut round).await;
            if end == End::Broken {
                self.shared.error("game.abandoned");
            } else {
                self.finish(&round).await;
            }
            if end != End::Over || self.shared.stopping() {
                break;
            }
            let unsubscribe = ClientMessage::Unsub { game: round.game };
            for side in [0, 1] {
                self.send(side, &unsubscribe, &mut round).await;
            }
            match self.seat().await {
                Ok(next) => round = next,
                Err(error) => {
                    self.shared.error(error.code());
                    break;
                }
            }
        }
        for player in self.players {
            if let Some(socket) = player.socket {
                socket.close().await;
            }
        }
    }

    async fn play_round(&mut self, round: &mut Round) -> End {
        let mut stop = self.shared.stop.clone();
        let mut stopping_since = self.shared.stopping().then(Instant::now);
        loop {
            for side in [0, 1] {
                self.come_back(side, round).await;
            }
            if let Some(end) = self.step(round, stopping_since).await {
                return end;
            }
            let wake = self.wake(round, stopping_since);
            let [black, white] = &mut self.players;
            tokio::select! {
                message = next(&mut black.socket) => self.take(0, message, round),
                message = next(&mut white.socket) => self.take(1, message, round),
                () = sleep_until(wake) => {}
                _ = stop.changed(), if stopping_since.is_none() => stopping_since = Some(Instant::now()),
            }
            if !self.shared.plan.resilient
                && self.players.iter().any(|player| player.socket.is_none())
            {
                return End::Broken;
            }
        }
    }

    /// Does what is due; an end when there is nothing more to do.
    async fn step(&mut self, round: &mut Round, stopping_since: Option<Instant>) -> Option<End> {
        let now = Instant::now();
        let settled = round.sent.as_ref().is_none_or(|sent| sent.acknowledged && sent.seen);
        if settled && let Some(sent) = round.sent.take() {
            self.shared.progress.moves.fetch_add(1, Relaxed);
            round.next_at = round.next_at.max(sent.at + self.shared.plan.pace);
            round.last = Some((sent.by, sent.id, sent.action));
        }
        if let Some(sent) = &mut round.sent {
            // What is not answered by then stays open: it may be in the store or not, and nobody was told.
            if stopping_since.is_some_and(|since| now > since + PATIENCE) {
                return Some(End::Stopped);
            }
            if !self.shared.plan.resilient && now > sent.at + LOST {
                self.shared.error("answer.lost");
                return Some(End::Broken);
            }
            if round.running && now >= sent.again_at && !sent.acknowledged {
                sent.again_at = now + AGAIN;
                let (by, id, action) = (sent.by, sent.id.clone(), sent.action.clone());
                self.shared.stats().resends += 1;
                self.act(by, round, id, action).await;
            }
            return None;
        }
        if round.over {
            return Some(if stopping_since.is_some() { End::Stopped } else { End::Over });
        }
        if stopping_since.is_some() {
            return Some(End::Stopped);
        }
        let ready = round.running
            && now >= round.next_at
            && self.players.iter().all(|player| player.socket.is_some());
        if let (true, Some(color)) = (ready, round.to_move) {
            let by = usize::from(color == Color::White);
            let (id, action) = match self.line().get(round.moves) {
                Some(at) => (format!("m{}", round.moves), Action::Move(at.clone())),
                None => ("resign".to_owned(), Action::Resign(Empty {})),
            };
            let again_at = if self.shared.plan.resilient { now + AGAIN } else { now + LOST + LOST };
            round.sent = Some(Sent {
                id: id.clone(),
                action: action.clone(),
                by,
                at: now,
                again_at,
                acknowledged: false,
                seen: false,
                disturbed: false,
            });
            self.act(by, round, id, action).await;
        }
        None
    }

    fn line(&self) -> crate::lines::Line {
        let lines = &self.shared.plan.lines;
        // The plan has at least one line.
        let number = (self.index + self.rounds) % lines.len().max(1);
        lines.get(number).cloned().unwrap_or_else(|| Arc::from([]))
    }

    fn wake(&self, round: &Round, stopping_since: Option<Instant>) -> Instant {
        let now = Instant::now();
        let retries = self.players.iter().filter(|p| p.socket.is_none()).map(|p| p.retry_at);
        let sent = round.sent.as_ref().map(|sent| {
            if round.running { sent.again_at.min(sent.at + LOST) } else { sent.at + LOST }
        });
        let next = (round.sent.is_none() && round.running).then_some(round.next_at);
        let stop = stopping_since.map(|since| since + PATIENCE);
        let first = retries.chain(sent).chain(next).chain(stop).min().unwrap_or(now + LOST);
        // Whatever is overdue waits for something that comes by itself; look again soon.
        first.max(now + Duration::from_millis(1))
    }

    async fn act(&mut self, side: usize, round: &mut Round, id: String, action: Action) {
        let message = ClientMessage::Event { game: round.game, id, color: None, d: action };
        self.send(side, &message, round).await;
    }

    async fn subscribe(&mut self, side: usize, round: &mut Round) {
        let Some(player) = self.players.get(side) else { return };
        let after = (player.log.last() > Seq(0)).then(|| player.log.last());
        let message = ClientMessage::Sub { game: round.game, after, key: Some(round.key.clone()) };
        self.send(side, &message, round).await;
    }

    async fn send(&mut self, side: usize, message: &ClientMessage, round: &mut Round) {
        let Some(socket) = self.players.get_mut(side).and_then(|player| player.socket.as_mut())
        else {
            return;
        };
        if let Err(error) = socket.send(message).await {
            self.broken(side, &error, round);
        }
    }

    fn broken(&mut self, side: usize, why: &dyn std::fmt::Display, round: &mut Round) {
        let Some(player) = self.players.get_mut(side) else { return };
        if player.socket.take().is_none() {
            return;
        }
        // The whole crowd does not come back in the same moment.
        let spread = u64::try_from(self.index % 50).unwrap_or(0) * 4;
        player.retry_at = Instant::now() + Duration::from_millis(100 + spread);
        if let Some(sent) = &mut round.sent {
            sent.disturbed = true;
        }
        if self.shared.plan.resilient {
            self.shared.stats().reconnects += 1;
        } else {
            self.shared.error(&format!("connection: {why}"));
        }
    }

    /// Opens a broken connection again, resumes, and sends again.
    async fn come_back(&mut self, side: usize, round: &mut Round) {
        let Some(player) = self.players.get_mut(side) else { return };
        if player.socket.is_some()
            || Instant::now() < player.retry_at
            || !self.shared.plan.resilient
        {
            return;
        }
        player.retry_at = Instant::now() + Duration::from_millis(200);
        let Ok(socket) = Socket::open(self.shared.plan.target, Some(&player.cookie)).await else {
            return;
        };
        player.socket = Some(socket);
        self.subscribe(side, round).await;
        if let Some((by, id, action)) = round.last.clone()
            && by == side
        {
            self.shared.stats().resends += 1;
            self.act(side, round, id, action).await;
        }
        if let Some(sent) = &mut round.sent {
            sent.again_at = Instant::now();
        }
    }

    fn take(
        &mut self,
        side: usize,
        message: Result<ServerMessage, tokio_tungstenite::tungstenite::Error>,
        round: &mut Round,
    ) {
        match message {
            Ok(ServerMessage::Event(frame)) if frame.game == round.game => {
                self.event(side, &frame, round)
            }
            Ok(ServerMessage::Snapshot(snapshot)) if snapshot.game == round.game => {
                self.snapshot(side, &snapshot, round)
            }
            Ok(ServerMessage::Refused { id, code, .. }) => {
                self.refused(id.as_deref(), &code, round)
            }
            Ok(ServerMessage::Error { code, .. }) => self.shared.error(&code),
            Ok(ServerMessage::Bye { code }) => self.broken(side, &code, round),
            Ok(_) => {}
            Err(error) => self.broken(side, &error, round),
        }
    }

    fn snapshot(&mut self, side: usize, snapshot: &Snapshot, round: &mut Round) {
        if let Some(player) = self.players.get_mut(side) {
            player.log.skip_to(snapshot.seq);
        }
        if snapshot.seq >= round.seq {
            round.seq = snapshot.seq;
            round.moves = snapshot.line.len();
            round.to_move = snapshot.to_move;
            round.running = snapshot.clock.running.is_some();
            round.over = matches!(snapshot.state, GameState::Done | GameState::Cancelled);
        }
    }

    fn event(&mut self, side: usize, frame: &EventFrame, round: &mut Round) {
        let Some(player) = self.players.get_mut(side) else { return };
        let who = ["black", "white"].get(side).copied().unwrap_or_default();
        match player.log.note(frame) {
            Fit::Next | Fit::Again => {}
            Fit::Changed => {
                let (game, seq) = (frame.game, frame.seq.0);
                self.shared
                    .fault(format!("game {game}: {who} saw event {seq} twice, not the same"));
            }
            Fit::Gap => {
                let (game, seq, last) = (frame.game, frame.seq.0, player.log.last().0);
                self.shared.fault(format!("game {game}: {who} saw event {seq} after {last}"));
            }
        }
        if frame.seq > round.seq {
            round.seq = frame.seq;
            round.moves += usize::from(matches!(frame.d, EventBody::Move { .. }));
            round.to_move = frame.to_move;
            round.running = frame.clock.running.is_some();
            round.over = frame.result.is_some();
        }
        let Some(sent) = round.sent.as_mut().filter(|sent| frame.id.as_ref() == Some(&sent.id))
        else {
            return;
        };
        let micros = u32::try_from(sent.at.elapsed().as_micros()).unwrap_or(u32::MAX);
        let first = if side == sent.by { !sent.acknowledged } else { !sent.seen };
        if first && !sent.disturbed {
            let mut stats = self.shared.stats();
            if side == sent.by { stats.acknowledged.push(micros) } else { stats.seen.push(micros) }
        }
        if side == sent.by {
            if !sent.acknowledged {
                round.acknowledged.push((frame.seq, sent.id.clone()));
            }
            sent.acknowledged = true;
        } else {
            sent.seen = true;
        }
    }

    fn refused(&mut self, id: Option<&str>, code: &str, round: &mut Round) {
        let Some(sent) = round.sent.as_mut().filter(|sent| id == Some(&sent.id)) else {
            // Sent again after it had been answered; the game has gone on or stands still. That it changed nothing is
            // checked at the end.
            let expected = [
                "paused",
                "game.not_started",
                "store.failed",
                "server.busy",
                "server.stopping",
                "game_over",
            ];
            if !(self.shared.plan.resilient && expected.contains(&code)) {
                self.shared.error(code);
            }
            return;
        };
        let passing = [
            "paused",
            "game.not_started",
            "event.not_subscribed",
            "store.failed",
            "server.busy",
            "server.stopping",
            "limit.rate",
        ];
        if self.shared.plan.resilient && passing.contains(&code) {
            sent.again_at = Instant::now() + Duration::from_millis(250);
            sent.disturbed = true;
            *self.shared.stats().refusals.entry(code.to_owned()).or_default() += 1;
            self.shared.progress.refused.fetch_add(u64::from(code == "store.failed"), Relaxed);
        } else {
            self.shared.error(code);
            // Counts as over, so that the rest of the game is still compared.
            sent.acknowledged = true;
            sent.seen = true;
            round.over = true;
        }
    }

    /// Compares what everybody saw with what the server holds.
    async fn finish(&mut self, round: &Round) {
        let frames = match self.events(round).await {
            Ok(frames) => frames,
            Err(error) => {
                self.shared
                    .fault(format!("game {}: its events cannot be read: {error}", round.game));
                return;
            }
        };
        let last = frames.last().map_or(Seq(0), |frame| frame.seq);
        for side in [0, 1] {
            self.catch_up(side, round, last).await;
        }
        let line = self.line();
        let [black, white] = &self.players;
        let evidence = Evidence {
            line: &line,
            acknowledged: &round.acknowledged,
            logs: &[("black", &black.log), ("white", &white.log)],
            outages: &self.shared.progress.outages(),
        };
        let findings = examine(&frames, &evidence);
        for fault in findings.faults {
            self.shared.fault(format!("game {}: {fault}", round.game));
        }
        let truth: Arc<[u64]> = frames.iter().map(fingerprint).collect();
        for watcher in &self.watchers {
            // A watcher that is gone has said so itself.
            let _ = watcher.send(Watch::Close(truth.clone()));
        }
        let wide = |n: usize| u64::try_from(n).unwrap_or(u64::MAX);
        let mut stats = self.shared.stats();
        stats.games += 1;
        stats.clients += 2;
        stats.events += wide(black.log.count() + white.log.count());
        stats.acks += wide(round.acknowledged.len());
        stats.uncharged = stats.uncharged.max(findings.uncharged);
        stats.ledger.note(round.game, &round.key, truth);
    }

    async fn events(&self, round: &Round) -> Result<Vec<EventFrame>, HttpError> {
        let mut all: Vec<EventFrame> = Vec::new();
        loop {
            let after = all.last().map_or(Seq(0), |frame| frame.seq);
            let path = events_path(round.game, &round.key, after);
            let page: EventPage =
                self.shared.patient_http("GET", &path, None, None).await?.json()?;
            let grows = !page.events.is_empty();
            all.extend(page.events);
            if !grows || all.last().map_or(Seq(0), |frame| frame.seq) >= page.last {
                return Ok(all);
            }
        }
    }

    /// Reads a player's socket until it has everything.
    async fn catch_up(&mut self, side: usize, round: &Round, last: Seq) {
        let until = Instant::now() + PATIENCE;
        // Only the log counts from here on.
        let mut rest = Round {
            sent: None,
            last: None,
            acknowledged: Vec::new(),
            key: round.key.clone(),
            game: round.game,
            seq: round.seq,
            moves: round.moves,
            to_move: round.to_move,
            running: round.running,
            over: round.over,
            next_at: round.next_at,
        };
        loop {
            self.come_back(side, &mut rest).await;
            let Some(player) = self.players.get_mut(side) else { return };
            if player.log.last() >= last || Instant::now() >= until {
                return;
            }
            if player.socket.is_none() {
                if !self.shared.plan.resilient {
                    return;
                }
                let retry_at = player.retry_at;
                sleep_until(retry_at).await;
                continue;
            }
            match timeout_at(until, next(&mut player.socket)).await {
                Ok(message) => self.take(side, message, &mut rest),
                Err(_) => return,
            }
        }
    }
}
