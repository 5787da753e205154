//! The socket fuzzer: random and mutated frames, broken frames and broken requests, while other games are played.
//!
//! What must hold: the server stays up and does not panic, the other games go on and are at their end what their players
//! made them, and nobody waits much longer than before.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use api::{Created, GamePage, ServerMessage};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::{Instant, timeout};
use tokio_tungstenite::tungstenite::Message;

use crate::error::LoadError;
use crate::http::{Http, HttpError};
use crate::lines::Line;
use crate::plan::Plan;
use crate::progress::Progress;
use crate::report::Report;
use crate::run::{Outcome, run, runtime};
use crate::socket::Socket;
use crate::target::Target;

/// How long, and with how many connections.
#[derive(Debug, Clone, Copy)]
pub struct Fuzz {
    /// How long.
    pub time: Duration,
    /// Connections that send nonsense at the same time.
    pub connections: usize,
    /// Games that are played meanwhile.
    pub games: usize,
    /// What draws the frames; the same seed draws the same.
    pub seed: u64,
}

/// What happened.
#[derive(Debug, Default)]
pub struct FuzzReport {
    /// Frames and requests that were sent.
    pub sent: u64,
    /// Connections that were opened.
    pub connections: u64,
    /// Answers, by kind and code.
    pub answers: BTreeMap<String, u64>,
    /// What the players of the other games found.
    pub bystanders: Report,
    /// What did not hold, the players' findings included.
    pub faults: Vec<String>,
}

/// Sends nonsense to a server.
///
/// # Errors
/// When the server is not there, or the other games cannot begin.
pub fn fuzz(target: Target, fuzz: Fuzz, lines: Vec<Line>) -> Result<FuzzReport, LoadError> {
    let progress = Arc::new(Progress::default());
    let plan = Plan {
        pace: Duration::from_millis(100),
        time: fuzz.time.min(Plan::LONGEST),
        ..Plan::new(target, fuzz.games, lines)
    };
    let shared = progress.clone();
    let players = std::thread::spawn(move || run(plan, &shared));
    let mut report = runtime()?.block_on(attack(target, fuzz))?;
    progress.stop();
    let Outcome { report: bystanders, .. } = players.join().unwrap_or_else(|_| {
        Err(LoadError::System {
            what: "the players' thread".to_owned(),
            error: std::io::Error::other("it panicked"),
        })
    })?;
    if bystanders.moves == 0 {
        report.faults.push("the other games could not be played".to_owned());
    }
    report.faults.extend(bystanders.faults.iter().cloned());
    report
        .faults
        .extend(bystanders.errors.iter().map(|(code, count)| format!("{count} times {code}")));
    report.bystanders = bystanders;
    Ok(report)
}

/// What the attackers know: cookies, and ids of their own and of others' games.
struct Known {
    target: Target,
    cookies: Vec<String>,
    games: Vec<String>,
    until: Instant,
}

async fn attack(target: Target, fuzz: Fuzz) -> Result<FuzzReport, LoadError> {
    let until = Instant::now() + fuzz.time;
    let mut http = Http::new(target);
    let unreachable = |error: HttpError| error.in_setting_up("attacker");
    let mut known = Known { target, cookies: Vec::new(), games: Vec::new(), until };
    for _ in 0..4 {
        let answer = http.call("POST", "/api/v1/guest", None, None).await.map_err(unreachable)?;
        known.cookies.extend(answer.cookie);
    }
    let body =
        r#"{"opponent":{"kind":"here"},"cols":9,"rows":9,"ruleset":"japanese","time":"10m+3x30s"}"#;
    for cookie in known.cookies.clone() {
        let answer = http
            .call("POST", "/api/v1/games", Some(&cookie), Some(body))
            .await
            .map_err(unreachable)?;
        known.games.push(answer.json::<Created>().map_err(unreachable)?.id.to_string());
    }
    // The others' games begin in these moments.
    for _ in 0..50 {
        let answer = http
            .call("GET", "/api/v1/games?state=live&limit=100", None, None)
            .await
            .map_err(unreachable)?;
        let page: GamePage = answer.json().map_err(unreachable)?;
        known.games.extend(page.games.iter().map(|game| game.id.to_string()));
        if page.games.len() > known.cookies.len() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let known = Arc::new(known);
    let mut attackers = tokio::task::JoinSet::new();
    for number in 0..u64::try_from(fuzz.connections).unwrap_or(1) {
        attackers.spawn(attacker(
            known.clone(),
            Xoshiro256PlusPlus::seed_from_u64(fuzz.seed ^ (number << 32)),
        ));
    }
    let mut report = FuzzReport::default();
    while let Some(done) = attackers.join_next().await {
        match done {
            Ok(one) => {
                report.sent += one.sent;
                report.connections += one.connections;
                for (answer, count) in one.answers {
                    *report.answers.entry(answer).or_default() += count;
                }
            }
            Err(error) => report.faults.push(format!("an attacker ended: {error}")),
        }
    }
    if let Err(error) = http.call("GET", "/healthz", None, None).await {
        report.faults.push(format!("the server does not answer any more: {error}"));
    }
    Ok(report)
}

/// One attacker, until the time is over.
async fn attacker(known: Arc<Known>, mut random: Xoshiro256PlusPlus) -> FuzzReport {
    let mut report = FuzzReport::default();
    while Instant::now() < known.until {
        report.connections += 1;
        let limit = Duration::from_secs(20);
        let kind = below(&mut random, 8);
        let ended = match kind {
            0 => timeout(limit, garbage(&known, &mut random, &mut report)).await,
            1 => timeout(limit, broken_frames(&known, &mut random, &mut report)).await,
            _ => timeout(limit, frames(&known, &mut random, &mut report)).await,
        };
        if ended.is_err() {
            *report.answers.entry("slow".to_owned()).or_default() += 1;
        }
        // Refused connections must not become a busy loop.
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    report
}

fn below(random: &mut Xoshiro256PlusPlus, bound: usize) -> usize {
    usize::try_from(random.next_u64() % u64::try_from(bound.max(1)).unwrap_or(1)).unwrap_or(0)
}

fn pick<'a, T>(random: &mut Xoshiro256PlusPlus, list: &'a [T]) -> Option<&'a T> {
    list.get(below(random, list.len()))
}

/// Bytes that are no HTTP, or nearly.
async fn garbage(known: &Known, random: &mut Xoshiro256PlusPlus, report: &mut FuzzReport) {
    let Ok(mut stream) = TcpStream::connect(known.target.address()).await else { return };
    let mut bytes = match below(random, 3) {
        0 => Vec::new(),
        1 => b"GET /ws HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n".to_vec(),
        _ => b"POST /api/v1/games HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 40\r\n\r\n".to_vec(),
    };
    let length = below(random, 3000);
    bytes.extend((0..length).map(|_| byte(random)));
    report.sent += 1;
    // A server may close at the first bad byte.
    let _ = stream.write_all(&bytes).await;
    let mut answer = [0; 12];
    let read = timeout(Duration::from_millis(100), stream.read(&mut answer)).await;
    if let Ok(Ok(read)) = read {
        let text = String::from_utf8_lossy(answer.get(9..read).unwrap_or_default()).into_owned();
        let kind = if text.is_empty() { "closed".to_owned() } else { format!("http.{text}") };
        if is_failure(&kind) {
            report.faults.push(format!("a healthy server answered {kind}"));
        }
        *report.answers.entry(kind).or_default() += 1;
    }
}

/// Whether an answer blames the server: nonsense must be refused as such while the store is well.
fn is_failure(kind: &str) -> bool {
    ["store.failed", "server.error"].iter().any(|code| kind.ends_with(code))
        || kind.starts_with("http.5")
}

fn byte(random: &mut Xoshiro256PlusPlus) -> u8 {
    u8::try_from(random.next_u64() & 0xff).unwrap_or(0)
}

/// A proper upgrade, then bytes that are no frames: unmasked, of unknown kinds, of absurd length.
async fn broken_frames(known: &Known, random: &mut Xoshiro256PlusPlus, report: &mut FuzzReport) {
    let Ok(mut stream) = TcpStream::connect(known.target.address()).await else { return };
    let cookie = pick(random, &known.cookies).cloned().unwrap_or_default();
    let head = format!(
        "GET /ws HTTP/1.1\r\nHost: {}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n\
         Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nCookie: {cookie}\r\n\r\n",
        known.target
    );
    if stream.write_all(head.as_bytes()).await.is_err() {
        return;
    }
    let mut answer = [0; 1024];
    let _ = timeout(Duration::from_millis(500), stream.read(&mut answer)).await;
    let mut bytes = vec![byte(random), byte(random)];
    if below(random, 2) == 0 {
        // The longest length that a head can state.
        bytes = vec![0x81, 0xff];
        bytes.extend([0xff; 8]);
    }
    let length = below(random, 300);
    bytes.extend((0..length).map(|_| byte(random)));
    report.sent += 1;
    let _ = stream.write_all(&bytes).await;
    let read = timeout(Duration::from_millis(100), stream.read(&mut answer)).await;
    let kind = match read {
        Ok(Ok(0) | Err(_)) => "closed",
        Ok(Ok(_)) => "answered",
        Err(_) => "silent",
    };
    *report.answers.entry(format!("broken frame: {kind}")).or_default() += 1;
}

/// A connection that sends a few dozen frames: valid ones, mutated ones, random ones.
async fn frames(known: &Known, random: &mut Xoshiro256PlusPlus, report: &mut FuzzReport) {
    // One in eight has no session.
    let cookie = if below(random, 8) == 0 { None } else { pick(random, &known.cookies) };
    let Ok(mut socket) = Socket::open(known.target, cookie.map(String::as_str)).await else {
        return;
    };
    for _ in 0..below(random, 60) {
        let frame = frame(known, random);
        report.sent += 1;
        if socket.send_raw(frame).await.is_err() {
            *report.answers.entry("closed".to_owned()).or_default() += 1;
            return;
        }
        // Read what has come, without waiting for more.
        while let Ok(text) = timeout(Duration::from_micros(200), socket.next_text()).await {
            let Ok(text) = text else {
                *report.answers.entry("closed".to_owned()).or_default() += 1;
                return;
            };
            let kind = match serde_json::from_str::<ServerMessage>(&text) {
                Ok(ServerMessage::Refused { code, .. }) => format!("refused {code}"),
                Ok(ServerMessage::Error { code, .. }) => format!("error {code}"),
                Ok(ServerMessage::Bye { code }) => format!("bye {code}"),
                Ok(_) => "answer".to_owned(),
                Err(error) => {
                    report.faults.push(format!("a frame that is none of the protocol's: {error}"));
                    return;
                }
            };
            if is_failure(&kind) {
                report.faults.push(format!("a healthy server answered {kind}"));
            }
            *report.answers.entry(kind).or_default() += 1;
        }
    }
    if below(random, 2) == 0 {
        socket.close().await;
    }
}

/// Frames that a client may send; `GAME` and `N` are replaced.
const TEMPLATES: &[&str] = &[
    r#"{"t":"sub","game":"GAME"}"#,
    r#"{"t":"sub","game":"GAME","after":N}"#,
    r#"{"t":"sub","game":"GAME","after":N,"key":"0123456789abcdef0123456789abcdef"}"#,
    r#"{"t":"unsub","game":"GAME"}"#,
    r#"{"t":"event","game":"GAME","id":"xN","d":{"move":"C3"}}"#,
    r#"{"t":"event","game":"GAME","id":"m1","as":"white","d":{"move":"D4"}}"#,
    r#"{"t":"event","game":"GAME","id":"xN","d":{"move":"pass"}}"#,
    r#"{"t":"event","game":"GAME","id":"xN","d":{"resign":{}}}"#,
    r#"{"t":"event","game":"GAME","id":"xN","d":{"abort":{}}}"#,
    r#"{"t":"event","game":"GAME","id":"xN","d":{"undo_ask":{"moves":N}}}"#,
    r#"{"t":"event","game":"GAME","id":"xN","d":{"undo_answer":{"accept":true}}}"#,
    r#"{"t":"event","game":"GAME","id":"xN","d":{"mark":{"dead":["C3","D4"],"seki":["A1"]}}}"#,
    r#"{"t":"event","game":"GAME","id":"xN","d":{"agree":{"seq":N}}}"#,
    r#"{"t":"event","game":"GAME","id":"xN","d":{"dispute":{}}}"#,
    r#"{"t":"event","game":"GAME","id":"xN","d":{"resume":{}}}"#,
    r#"{"t":"event","game":"GAME","id":"xN","d":{"pause_ask":{}}}"#,
    r#"{"t":"event","game":"GAME","id":"xN","d":{"pause_answer":{"accept":false}}}"#,
    r#"{"t":"event","game":"GAME","id":"xN","d":{"unpause":{}}}"#,
    r#"{"t":"event","game":"GAME","id":"xN","d":{"end_propose":"draw"}}"#,
    r#"{"t":"event","game":"GAME","id":"xN","d":{"place_handicap":["C3","G7"]}}"#,
    r#"{"t":"chat","game":"GAME","room":"players","text":"你好 N"}"#,
    r#"{"t":"chat","game":"GAME","room":"watchers","text":"'; DROP TABLE game_event; --"}"#,
    r#"{"t":"ping","n":N}"#,
    r#"{"t":"lobby","on":true}"#,
];

/// Numbers at the edges.
const NUMBERS: &[&str] = &[
    "0",
    "1",
    "7",
    "-1",
    "4294967295",
    "4294967296",
    "9007199254740993",
    "18446744073709551616",
    "1e308",
    "0.5",
    "null",
];

/// Pieces that are put into frames.
const PIECES: &[&str] = &[
    "{",
    "}",
    "[",
    "]",
    "\"",
    "\\",
    ",",
    ":",
    "null",
    "true",
    "\u{0}",
    "\u{1b}",
    "\\u0000",
    "\\ud800",
    "💥",
    "../",
    "25",
    "T19",
    "tt",
    "Z99",
    "1e999",
    "\"t\":\"event\"",
    "\"as\":\"black\"",
];

fn frame(known: &Known, random: &mut Xoshiro256PlusPlus) -> Message {
    let number = pick(random, NUMBERS).copied().unwrap_or("1");
    let game = pick(random, &known.games).cloned().unwrap_or_default();
    let template = pick(random, TEMPLATES).copied().unwrap_or_default();
    let text = template
        .replace("GAME", &game)
        .replace(":N", &format!(":{number}"))
        .replace('N', &below(random, 50).to_string());
    match below(random, 12) {
        0..=3 => Message::text(text),
        4..=8 => {
            let mut bytes = text.into_bytes();
            for _ in 0..=below(random, 4) {
                mutate(&mut bytes, random);
            }
            Message::text(String::from_utf8_lossy(&bytes).into_owned())
        }
        9 => Message::binary((0..below(random, 500)).map(|_| byte(random)).collect::<Vec<u8>>()),
        10 => Message::text(
            (0..below(random, 200))
                .map(|_| pick(random, PIECES).copied().unwrap_or("x"))
                .collect::<String>(),
        ),
        // Beyond the limit, and very deep.
        _ => Message::text(
            pick(random, &["[", "{\"t\":", "9"])
                .copied()
                .unwrap_or("[")
                .repeat(500 + below(random, 6000)),
        ),
    }
}

fn mutate(bytes: &mut Vec<u8>, random: &mut Xoshiro256PlusPlus) {
    let at = below(random, bytes.len());
    match below(random, 6) {
        0 => {
            if let Some(byte) = bytes.get_mut(at) {
                *byte ^= 1 << below(random, 8);
            }
        }
        1 => bytes.truncate(at),
        2 => {
            let piece = pick(random, PIECES).copied().unwrap_or_default();
            bytes.splice(at..at, piece.bytes());
        }
        3 => {
            let end = bytes.len().min(at + below(random, 12));
            bytes.drain(at..end);
        }
        4 => {
            let end = bytes.len().min(at + below(random, 40));
            let part: Vec<u8> = bytes.get(at..end).unwrap_or_default().to_vec();
            bytes.splice(at..at, part);
        }
        _ => {
            if let Some(byte) = bytes.get_mut(at) {
                *byte = self::byte(random);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blaming_the_server_is_a_failure() {
        for kind in
            ["refused store.failed", "error store.failed", "refused server.error", "http.503"]
        {
            assert!(is_failure(kind), "{kind}");
        }
        for kind in ["refused game_over", "error event.bad", "http.400", "answer", "closed"] {
            assert!(!is_failure(kind), "{kind}");
        }
    }
}
