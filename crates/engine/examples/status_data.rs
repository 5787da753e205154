//! Counts finished games of a scoring file with the dead stones of the static analyser and with those of a network beside
//! it, and compares both with the recorded results.
//!
//! `cargo run --release -p engine --example status_data -- NET FILE.jsonl.gz [--sample N] [--jobs N] [--show]`
#![allow(clippy::print_stdout, clippy::print_stderr, clippy::disallowed_methods)]

use std::io::Read;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use board::{Board, BoardSize, ByColor, Color, Coordinates, PointSet};
use engine::{Engine, Settings, Status};
use rules::{GameState, Ruleset, Score, Start, life};
use serde_json::Value;

#[derive(Default)]
struct Sum {
    games: usize,
    alone: usize,
    with_net: usize,
    gained: usize,
    lost: usize,
    seconds: [f64; 2],
}

fn main() {
    let mut paths = Vec::new();
    let (mut sample, mut jobs, mut show) = (usize::MAX, 1, false);
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let mut number = || args.next().and_then(|n| n.parse().ok()).expect("a number");
        match arg.as_str() {
            "--sample" => sample = number(),
            "--jobs" => jobs = number(),
            "--show" => show = true,
            _ => paths.push(arg),
        }
    }
    let [net, file] = &paths[..] else { panic!("NET and FILE") };
    let net = Engine::load_net(&std::fs::read(net).expect("a readable file")).expect("a network");
    let mut text = String::new();
    flate2::read::GzDecoder::new(std::fs::File::open(file).expect("a readable file"))
        .read_to_string(&mut text)
        .expect("gzip of UTF-8");
    let records: Vec<Value> =
        text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let chosen = sample.min(records.len());
    let next = AtomicUsize::new(0);
    let sum = Mutex::new(Sum::default());
    std::thread::scope(|scope| {
        for _ in 0..jobs {
            scope.spawn(|| {
                let settings = Settings { net: Some(net.clone()), seed: 1, ..Settings::default() };
                let engine = Engine::new(settings);
                loop {
                    let k = next.fetch_add(1, Ordering::Relaxed);
                    if k >= chosen {
                        return;
                    }
                    judge(k * records.len() / chosen, &records, &engine, show, &sum);
                }
            });
        }
    });
    let Sum { games, alone, with_net, gained, lost, seconds } = sum.into_inner().expect("a sum");
    let percent = |n: usize| 100.0 * n as f64 / games.max(1) as f64;
    let each = seconds.map(|all| 1000.0 * all / games.max(1) as f64);
    println!(
        "{games} games: alone {alone} = {:.2} % ({:.0} ms), with {} {with_net} = {:.2} % ({:.0} ms); gained {gained}, lost {lost}",
        percent(alone),
        each[0],
        net.info().name,
        percent(with_net),
        each[1],
    );
}

fn judge(index: usize, records: &[Value], engine: &Engine, show: bool, sum: &Mutex<Sum>) {
    let record = &records[index];
    let (board, prisoners, handicap) = replay(record);
    let rules = record["rules"].as_str().unwrap_or("?");
    let komi = record["komi_effective"].as_f64().or(record["komi"].as_f64()).unwrap_or(0.0);
    let ruleset = Ruleset::find(rules).unwrap_or_else(|_| Ruleset::chinese());
    let start = Start::on(ruleset, board.clone(), 0);
    let score = Score::parse(&format!("{:.1}", (komi * 2.0).round() / 2.0)).unwrap_or(start.komi);
    let game = GameState::new(Start { komi: score, ..start });
    let count = |dead: PointSet| {
        let areas = life::Areas::of(&board, dead);
        let side = |color: Color| {
            if rules == "Japanese" {
                let taken = (dead & board.stones(color.opponent())).len();
                areas.territory(color).len() as f64 + f64::from(prisoners[color]) + taken as f64
            } else {
                areas.area(color).len() as f64
            }
        };
        let given = match rules {
            "Chinese" if handicap > 1 => f64::from(handicap),
            "AGA" if handicap > 1 => f64::from(handicap) - 1.0,
            _ => 0.0,
        };
        side(Color::Black) - side(Color::White) - komi - given
    };
    let started = Instant::now();
    let alone = Status::new(&game, 1);
    let middle = Instant::now();
    let with_net = engine.status(&game);
    let end = Instant::now();
    let expected = expected(record["re"].as_str().or(record["re_engine"].as_str()).unwrap_or(""));
    let [one, other] = [&alone, &with_net].map(|status| Some(count(status.dead)) == expected);
    let mut sum = sum.lock().expect("no thread panicked");
    sum.games += 1;
    sum.alone += usize::from(one);
    sum.with_net += usize::from(other);
    sum.gained += usize::from(other && !one);
    sum.lost += usize::from(one && !other);
    sum.seconds[0] += middle.duration_since(started).as_secs_f64();
    sum.seconds[1] += end.duration_since(middle).as_secs_f64();
    if show && one != other {
        let size = board.size();
        let names = |set: PointSet| -> String {
            set.iter().map(|point| Coordinates::Sgf.format(point, size) + " ").collect()
        };
        println!(
            "#{index} {rules} {} {expected:?}: {} by {}; differ in {}",
            if other { "gained" } else { "lost" },
            count(alone.dead),
            count(with_net.dead),
            names(alone.dead ^ with_net.dead)
        );
    }
}

fn expected(re: &str) -> Option<f64> {
    if re == "0" || re == "Draw" {
        return Some(0.0);
    }
    let points: f64 = re.get(2..)?.parse().ok()?;
    match re.get(..2)? {
        "B+" => Some(points),
        "W+" => Some(-points),
        _ => None,
    }
}

/// Final board, prisoners and handicap of a record that is one line of plain properties.
fn replay(record: &Value) -> (Board, ByColor<u32>, u32) {
    let lines = record["size"].as_u64().and_then(|n| u32::try_from(n).ok()).unwrap_or(19);
    let size = BoardSize::square(lines).expect("a size");
    let mut board = Board::new(size);
    let mut prisoners = ByColor::new(0, 0);
    let mut handicap = 0;
    let text = record["sgf"].as_str().unwrap_or("");
    let mut name = String::new();
    for part in text.split(']') {
        let Some((before, value)) = part.split_once('[') else { continue };
        let own: String = before.chars().filter(char::is_ascii_uppercase).collect();
        if !own.is_empty() {
            name = own;
        }
        let color = if name.ends_with('B') { Color::Black } else { Color::White };
        match name.as_str() {
            "B" | "W" | "AB" | "AW" if !(value.is_empty() || value == "tt" && lines < 20) => {
                let point = Coordinates::Sgf.parse(value, size).expect("a point");
                prisoners[color] += board.play(color, point).expect("legal").captured_count();
            }
            "HA" => handicap = value.parse().unwrap_or(0),
            _ => {}
        }
    }
    (board, prisoners, handicap)
}
