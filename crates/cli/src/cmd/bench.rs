//! `shoutan bench`: how fast the parts of the program are on this machine, on one thread; without a part, the signature of
//! how the engine behaves.

mod nn;
mod signature;

use std::hint::black_box;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use board::{Board, BoardSize, Color, Coordinates, Playout, Point, Position};
use clap::ValueEnum;
use engine::{AnalysisOptions, Budget, Engine, Net, Settings, StopToken};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use rules::{GameState, Ruleset, Start};
use serde_json::json;

use crate::Manner;
use crate::exit::Exit;
use crate::input;
use crate::lang::tr;
use crate::net;

/// How fast the parts of the program are on this machine, on one thread
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// What to measure: board (light random playouts), search (the engine), sgf (reading records) or nn (networks); without it the engine thinks about fixed positions, and a checksum of its thoughts tells whether it behaves as before
    #[arg(value_enum, hide_possible_values = true)]
    what: Option<Part>,
    /// Records to read for `sgf` instead of a made-up collection; networks for `nn`, files or names (default is the one in the program, taken without any); one for `search`, which thinks by playouts without
    files: Vec<PathBuf>,
    /// Seconds for each figure
    #[arg(long, value_name = "S", default_value_t = 2, hide_default_value = true)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=600))]
    seconds: u64,
    #[command(flatten)]
    nets: Nets,
}

/// What `nn` measures: each combination.
#[derive(Debug, clap::Args)]
struct Nets {
    /// Lines of the boards for `nn`
    #[arg(
        long,
        value_name = "LIST",
        value_delimiter = ',',
        default_value = "19",
        hide_default_value = true
    )]
    #[arg(value_parser = clap::value_parser!(u32).range(2..=19))]
    sizes: Vec<u32>,
    /// Positions evaluated together for `nn`
    #[arg(
        long,
        value_name = "LIST",
        value_delimiter = ',',
        default_value = "1",
        hide_default_value = true
    )]
    #[arg(value_parser = positive)]
    batches: Vec<usize>,
    /// Threads that evaluate side by side for `nn`
    #[arg(
        long,
        value_name = "LIST",
        value_delimiter = ',',
        default_value = "1",
        hide_default_value = true
    )]
    #[arg(value_parser = positive)]
    threads: Vec<usize>,
    /// Kernels for `nn` (avx512, avx2, neon, plain) instead of the fastest
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    kernels: Vec<String>,
}

/// A number of 1 to 1024.
fn positive(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(number) if (1..=1024).contains(&number) => Ok(number),
        _ => Err("1..=1024".to_owned()),
    }
}

/// What can be measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Part {
    /// Light random playouts.
    Board,
    /// The engine's tree search.
    Search,
    /// Reading records.
    Sgf,
    /// Evaluations of networks.
    Nn,
}

/// Measures and prints.
///
/// # Errors
/// When the answer cannot be written.
pub(crate) fn run(args: &Args, manner: Manner) -> io::Result<Exit> {
    let time = Duration::from_secs(args.seconds);
    match args.what {
        None => signature::run(manner),
        Some(Part::Board) => board(time, manner),
        Some(Part::Search) => {
            let named =
                args.files.first().map_or(net::WITHOUT.into(), |file| file.to_string_lossy());
            let found = net::find_net(Some(&named), None, manner.lang);
            let loaded = found.and_then(|net| net.map(|net| net.load(manner.lang)).transpose());
            match loaded {
                Ok(net) => search(net.as_ref(), time, manner),
                Err(trouble) => {
                    crate::complain(&trouble, manner.lang)?;
                    Ok(Exit::Failed)
                }
            }
        }
        Some(Part::Sgf) => sgf(&args.files, time, manner),
        Some(Part::Nn) => nn::run(&args.files, &args.nets, time, manner),
    }
}

/// Repeats until the time is over; how often per second it ran.
fn rate(time: Duration, mut once: impl FnMut()) -> f64 {
    let start = Instant::now();
    let mut runs = 0u32;
    while start.elapsed() < time {
        // The clock is read once in a hundred runs, so that reading it costs nothing.
        for _ in 0..100 {
            once();
        }
        runs += 100;
    }
    f64::from(runs) / start.elapsed().as_secs_f64()
}

/// Playouts per second on two sizes.
fn board(time: Duration, manner: Manner) -> io::Result<Exit> {
    for lines in [9, 19] {
        let Ok(size) = BoardSize::square(lines) else { continue };
        let start = Playout::new(&Position::new(Board::new(size), Color::Black));
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        let (mut moves, mut playouts) = (0u64, 0u32);
        let per_second = rate(time, || {
            let mut playout = start.clone();
            moves += u64::from(playout.run(&mut random).moves);
            playouts += 1;
            black_box(playout.area(Color::Black));
        });
        #[expect(clippy::cast_precision_loss, reason = "far below 2^53")]
        let length = moves as f64 / f64::from(playouts);
        let mut out = anstream::stdout();
        if manner.json {
            let figure = json!({ "bench": "board", "size": lines, "playouts_per_second": per_second.round(), "moves": length });
            writeln!(out, "{figure}")?;
        } else {
            let per_second = per_second.round();
            let line = tr!(
                manner.lang,
                "{size} 路：每秒 {per_second} 局随机对局，每局 {length:.0} 手",
                "{size}: {per_second} random playouts a second, {length:.0} moves each"
            );
            writeln!(out, "{line}")?;
        }
    }
    Ok(Exit::Fine)
}

/// Visits per second of the engine from the empty board, on one thread.
fn search(net: Option<&Net>, time: Duration, manner: Manner) -> io::Result<Exit> {
    for lines in [9, 19] {
        let Ok(size) = BoardSize::square(lines) else { continue };
        let game = GameState::new(Start::even(Ruleset::chinese(), size));
        let mut engine = Engine::new(Settings { net: net.cloned(), ..Settings::default() });
        let options = AnalysisOptions::within(Budget::time(time));
        let start = Instant::now();
        let analysis = engine.analyse(&game, &options, &mut |_| {}, &StopToken::new());
        let seconds = start.elapsed().as_secs_f64();
        let Ok(analysis) = analysis else { continue };
        let per_second = (f64::from(analysis.new_visits) / seconds).round();
        let mut out = anstream::stdout();
        if manner.json {
            let figure = json!({
                "bench": "search", "size": lines, "visits_per_second": per_second,
                "net": net.map(Net::name),
            });
            writeln!(out, "{figure}")?;
        } else if let Some(name) = net.map(Net::name) {
            let line = tr!(
                manner.lang,
                "{size} 路：搜索每秒 {per_second} 次（网络 {name}）",
                "{size}: {per_second} visits a second in search (network {name})"
            );
            writeln!(out, "{line}")?;
        } else {
            let line = tr!(
                manner.lang,
                "{size} 路：搜索每秒 {per_second} 次（每次一局模拟）",
                "{size}: {per_second} visits a second in search, a playout each"
            );
            writeln!(out, "{line}")?;
        }
    }
    Ok(Exit::Fine)
}

/// Megabytes per second from bytes to game trees.
fn sgf(files: &[PathBuf], time: Duration, manner: Manner) -> io::Result<Exit> {
    let mut texts = Vec::new();
    for source in input::sources(files, manner.lang) {
        match source.and_then(|source| source.read(manner.lang)) {
            Ok(bytes) => texts.push(bytes),
            Err(trouble) => {
                crate::complain(&trouble, manner.lang)?;
                return Ok(Exit::Failed);
            }
        }
    }
    if texts.is_empty() {
        texts.push(made_up_collection());
    }
    let bytes: usize = texts.iter().map(Vec::len).sum();
    let start = Instant::now();
    let (mut rounds, mut games) = (0u32, 0usize);
    while rounds == 0 || start.elapsed() < time {
        games = 0;
        for text in &texts {
            let mut reader = sgf::Reader::new(text, &sgf::ParseOptions::default());
            while let Some(tree) = reader.next_tree() {
                games += 1;
                black_box(tree);
            }
        }
        rounds += 1;
    }
    #[expect(clippy::cast_precision_loss, reason = "far below 2^53")]
    let speed = bytes as f64 * f64::from(rounds) / 1e6 / start.elapsed().as_secs_f64();
    let mut out = anstream::stdout();
    if manner.json {
        writeln!(
            out,
            "{}",
            json!({ "bench": "sgf", "games": games, "bytes": bytes, "mb_per_second": speed })
        )?;
    } else {
        let line = tr!(
            manner.lang,
            "SGF：每秒 {speed:.0} MB（{games} 局，{bytes} 字节，读成棋谱树）",
            "SGF: {speed:.0} MB a second ({games} games, {bytes} bytes, from bytes to game trees)"
        );
        writeln!(out, "{line}")?;
    }
    Ok(Exit::Fine)
}

/// A thousand games with the header and length of real ones; the moves are points in a random order.
fn made_up_collection() -> Vec<u8> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(2);
    let mut text = String::new();
    let Ok(size) = BoardSize::square(19) else { return Vec::new() };
    let mut points: Vec<Point> = size.points().collect();
    for game in 0..1000 {
        text.push_str("(;GM[1]FF[4]CA[UTF-8]SZ[19]KM[7.5]RU[Chinese]PB[黑方");
        text.push_str(&format!("{game}]PW[白方{game}]DT[2026-01-01]RE[B+R]"));
        for at in (1..points.len()).rev() {
            let other = random.next_u64() % (at as u64 + 1);
            points.swap(at, usize::try_from(other).unwrap_or(at));
        }
        for (turn, &point) in points.iter().take(230).enumerate() {
            let color = if turn % 2 == 0 { "B" } else { "W" };
            text.push_str(&format!(";{color}[{}]", Coordinates::Sgf.format(point, size)));
        }
        text.push_str(")\n");
    }
    text.into_bytes()
}
