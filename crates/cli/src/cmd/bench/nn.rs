//! `shoutan bench nn`: evaluations per second of networks, and where the time of one goes.

use std::borrow::Cow;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use board::{Board, BoardSize, Color, Move, Point};
use nn::{
    FeatureOptions, Features, Game, Input, KernelSet, Model, NetRules, Network, NetworkOptions,
    RawOutputs, Step, StepKind, Symmetry, Workspace,
};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use rules::{Lang, Ruleset, Score};
use serde_json::json;

use super::Nets;
use crate::Manner;
use crate::exit::Exit;
use crate::lang::tr;
use crate::net;
use crate::trouble::Trouble;

/// The processor time that this thread has used, in seconds; where the system does not tell, the time that has passed.
fn now() -> f64 {
    #[cfg(unix)]
    {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
    }
    #[cfg(not(unix))]
    {
        use std::sync::LazyLock;
        static START: LazyLock<Instant> = LazyLock::new(Instant::now);
        START.elapsed().as_secs_f64()
    }
}

/// What one measurement is of.
struct Case<'a> {
    network: &'a Network,
    name: &'a str,
    size: BoardSize,
    batch: usize,
    threads: usize,
    /// The most that the instruction set does, in operations a second.
    peak: f64,
}

/// What came out: processor time of a thread for each evaluation, in seconds.
struct Figures {
    best: f64,
    median: f64,
    /// For each kind of step the time of an evaluation and its operations.
    steps: Vec<(StepKind, f64, u64)>,
}

/// Measures each network with each set of kernels, size, batch and number of threads.
///
/// # Errors
/// When the answer cannot be written.
pub(super) fn run(
    files: &[impl AsRef<Path>],
    nets: &Nets,
    time: Duration,
    manner: Manner,
) -> io::Result<Exit> {
    let sets: Vec<KernelSet> = match nets.kernels.as_slice() {
        [] => vec![KernelSet::best()],
        names => {
            KernelSet::available().filter(|set| names.iter().any(|n| n == set.name())).collect()
        }
    };
    if sets.is_empty() {
        crate::complain(&missing(nets, manner.lang), manner.lang)?;
        return Ok(Exit::Failed);
    }
    let mut named: Vec<Cow<'_, str>> =
        files.iter().map(|file| file.as_ref().to_string_lossy()).collect();
    if named.is_empty() {
        named.push(net::BUILT_IN.into());
    }
    for name in &named {
        let model = match load(name, manner.lang) {
            Ok(model) => model,
            Err(trouble) => {
                crate::complain(&trouble, manner.lang)?;
                return Ok(Exit::Failed);
            }
        };
        for &set in &sets {
            let Ok(network) = Network::new(&model, &NetworkOptions { kernels: Some(set) }) else {
                continue;
            };
            let peak = peak(set);
            for &lines in &nets.sizes {
                let Ok(size) = BoardSize::square(lines) else { continue };
                for &batch in &nets.batches {
                    for &threads in &nets.threads {
                        let case = Case {
                            network: &network,
                            name: &model.name,
                            size,
                            batch,
                            threads,
                            peak,
                        };
                        show(&case, &measure(&case, time), manner)?;
                    }
                }
            }
        }
    }
    Ok(Exit::Fine)
}

/// Why nothing can be measured.
fn missing(nets: &Nets, lang: Lang) -> Trouble {
    let names: Vec<&str> = KernelSet::available().map(KernelSet::name).collect();
    let (asked, names) = (nets.kernels.join(","), names.join(", "));
    let what = tr!(lang, "本机没有指令集 {asked}", "this processor has no kernels named {asked}");
    let remedy = tr!(lang, "可用的有：{names}", "it has: {names}");
    Trouble::new("no-kernels", "--kernels", what, remedy)
}

fn load(named: &str, lang: Lang) -> Result<Model, Trouble> {
    let source = net::find_named(named, None, lang)?;
    Model::read(&source.read(lang)?)
        .map_err(|error| net::broken(&source.place(), error.describe(lang), lang))
}

/// The most operations a second of a set of kernels on this thread, the best of many short runs.
fn peak(set: KernelSet) -> f64 {
    let mut best = 0.0f64;
    for _ in 0..30 {
        let start = now();
        let operations = set.multiply_and_add(500_000);
        best = best.max(operations as f64 / (now() - start));
    }
    best
}

/// A game of a quarter of the board's points, played at random.
fn position(size: BoardSize) -> Option<Features> {
    let mut game = Game::new(
        NetRules::nearest(&Ruleset::chinese()),
        Score::half_points(15),
        Board::new(size),
        Color::Black,
    );
    let points: Vec<Point> = size.points().collect();
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    for _ in 0..size.area() / 4 {
        let at = random.next_u64() % points.len() as u64;
        // What is not legal is left out.
        let _ = game.play(Move::Play(points[usize::try_from(at).unwrap_or(0)]));
    }
    let mut features = Features::new(size).ok()?;
    Features::encode(&game, &FeatureOptions::default(), &mut features).ok()?;
    Some(features)
}

fn measure(case: &Case<'_>, time: Duration) -> Figures {
    let Some(features) = position(case.size) else {
        return Figures { best: f64::NAN, median: f64::NAN, steps: Vec::new() };
    };
    let mut times: Vec<f64> = std::thread::scope(|scope| {
        let threads: Vec<_> =
            (0..case.threads).map(|_| scope.spawn(|| evaluate(case, &features, time))).collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap_or_default()).collect()
    });
    times.sort_by(f64::total_cmp);
    let at =
        |part: f64| times.get((times.len() as f64 * part) as usize).copied().unwrap_or(f64::NAN);
    Figures { best: at(0.0), median: at(0.5), steps: steps(case, &features) }
}

/// Inputs and outputs of a batch.
fn batch<'a>(case: &Case<'_>, features: &'a Features) -> (Vec<Input<'a>>, Vec<RawOutputs>) {
    let input = Input::new(features, Symmetry::IDENTITY);
    (vec![input; case.batch], vec![RawOutputs::default(); case.batch])
}

/// Asks again and again; how long each evaluation took.
fn evaluate(case: &Case<'_>, features: &Features, time: Duration) -> Vec<f64> {
    let (inputs, mut outputs) = batch(case, features);
    let mut workspace = Workspace::new();
    let start = Instant::now();
    let mut times = Vec::new();
    // The first run allocates and packs.
    while start.elapsed() < time || times.len() < 3 {
        let start = now();
        let _ = case.network.evaluate(&mut workspace, &inputs, &mut outputs);
        times.push((now() - start) / case.batch as f64);
    }
    times.split_off(1)
}

/// The steps of the fastest of some runs.
fn steps(case: &Case<'_>, features: &Features) -> Vec<(StepKind, f64, u64)> {
    let (inputs, mut outputs) = batch(case, features);
    let mut workspace = Workspace::new();
    let mut best = (f64::INFINITY, Vec::new());
    for _ in 0..20 {
        let record = Mutex::new((now(), Vec::new()));
        let start = now();
        let observe = |step: Step| {
            if let Ok(mut record) = record.lock() {
                let now = now();
                let took = now - std::mem::replace(&mut record.0, now);
                record.1.push((step, took));
            }
        };
        let _ = case.network.evaluate_observed(&mut workspace, &inputs, &mut outputs, &observe);
        let took = now() - start;
        if took < best.0 {
            best = (took, record.into_inner().map(|record| record.1).unwrap_or_default());
        }
    }
    let mut sums: Vec<(StepKind, f64, u64)> = Vec::new();
    for (step, took) in best.1 {
        let took = took / case.batch as f64;
        let operations = step.operations / case.batch as u64;
        match sums.iter_mut().find(|sum| sum.0 == step.kind) {
            Some(sum) => (sum.1, sum.2) = (sum.1 + took, sum.2 + operations),
            None => sums.push((step.kind, took, operations)),
        }
    }
    sums
}

/// The name of a kind of step, for programs and in both languages.
fn name(kind: StepKind, lang: Lang) -> (&'static str, String) {
    match kind {
        StepKind::First => ("first", tr!(lang, "首层卷积", "first convolution")),
        StepKind::Convolution => ("convolution", tr!(lang, "卷积", "convolutions")),
        StepKind::Norm => ("norm", tr!(lang, "归一化", "norms")),
        StepKind::Pooling => ("pooling", tr!(lang, "全局池化", "pooling")),
        StepKind::Projection => ("projection", tr!(lang, "逐点矩阵", "matrices")),
        StepKind::Attention => ("attention", tr!(lang, "注意力", "attention")),
        StepKind::FeedForward => ("feed_forward", tr!(lang, "前馈层", "feed-forward")),
        StepKind::Heads => ("heads", tr!(lang, "输出头", "heads")),
    }
}

fn show(case: &Case<'_>, figures: &Figures, manner: Manner) -> io::Result<()> {
    let Case { name: net, size, batch, threads, peak, .. } = *case;
    let set = case.network.kernels();
    let per_second = threads as f64 / figures.median;
    let mut out = anstream::stdout();
    let peak_giga = peak / 1e9;
    if manner.json {
        let steps: Vec<_> = figures
            .steps
            .iter()
            .map(|&(kind, took, operations)| {
                let rate = operations as f64 / took;
                json!({
                    "kind": name(kind, manner.lang).0,
                    "ms": took * 1e3,
                    "gflops": rate / 1e9,
                    "of_peak": rate / peak,
                })
            })
            .collect();
        let figure = json!({
            "bench": "nn",
            "net": net,
            "kernels": set.name(),
            "size": size.to_string(),
            "batch": batch,
            "threads": threads,
            "evaluations_per_second": per_second,
            "ms": figures.median * 1e3,
            "ms_best": figures.best * 1e3,
            "peak_gflops": peak_giga,
            "steps": steps,
        });
        return writeln!(out, "{figure}");
    }
    let (median, best) = (figures.median * 1e3, figures.best * 1e3);
    let line = tr!(
        manner.lang,
        "{net} {size}，{set}，每批 {batch}，{threads} 线程：每秒 {per_second:.1} 次评估（每次 {median:.3} 毫秒处理器时间，最快 {best:.3}；峰值 {peak_giga:.1} GFLOP/s）",
        "{net} {size}, {set}, batch {batch}, {threads} threads: {per_second:.1} evaluations a second ({median:.3} ms of processor time each, best {best:.3}; peak {peak_giga:.1} GFLOP/s)"
    );
    writeln!(out, "{line}")?;
    for &(kind, took, operations) in &figures.steps {
        let label = name(kind, manner.lang).1;
        let (ms, rate) = (took * 1e3, operations as f64 / took);
        let (giga, part) = (rate / 1e9, rate / peak * 100.0);
        if operations == 0 {
            writeln!(out, "  {label:<18} {ms:>8.3} ms")?;
        } else {
            writeln!(out, "  {label:<18} {ms:>8.3} ms {giga:>7.1} GFLOP/s {part:>4.0} %")?;
        }
    }
    Ok(())
}
