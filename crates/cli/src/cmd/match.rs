//! `shoutan match`: games between two engines, with an Elo difference at the end.
//!
//! Start reading at [`run`]: `spec.rs` has the players as they are written, `run.rs` the games at the same time, `game.rs`
//! one game, `journal.rs` what makes a match go on after it was broken off, `stats.rs` the figures.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use board::BoardSize;
use clap::ValueEnum;
use clock::{Millis, TimeControl};
use rules::{Lang, Ruleset, Start};
use serde_json::{Value, json};

use crate::Manner;
use crate::cmd::gtp::{find_rules, parse_time};
use crate::exit::Exit;
use crate::lang::tr;
use crate::trouble::Trouble;

mod adjudicate;
mod end;
mod game;
mod journal;
mod opening;
mod player;
mod process;
mod record;
mod report;
mod run;
mod spec;
mod stats;
mod timing;

use adjudicate::Adjudication;
use journal::{Entry, Journal};
use opening::{Opening, Source};
use report::Standing;
use spec::{Spec, SpecError};
use stats::{Sprt, Verdict};
use timing::Terms;

/// Games without a number on the command line.
const GAMES: u32 = 10;

/// The most games of a sequential test without a number on the command line.
const SPRT_GAMES: u32 = 100_000;

/// Play games between two engines and compare their strength
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The first engine: builtin: with settings, such as builtin:level5 or builtin:visits=64,resign=no, or a command that speaks GTP ({seed} in it becomes the game's number)
    #[arg(value_name = "A")]
    a: String,
    /// The second engine
    #[arg(value_name = "B")]
    b: String,
    /// How many games, 10 unless said otherwise; two games with one opening and exchanged colours are a pair
    #[arg(long, short = 'n', value_name = "N")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=100_000))]
    games: Option<u32>,
    /// Play until it is clear which of two Elo differences is nearer, A's over B: ELO0 ELO1, or ELO0 ELO1 ALPHA BETA (the error rates, 0.05 each)
    #[arg(long, value_name = "ELO", num_args = 2..=4, allow_negative_numbers = true)]
    sprt: Vec<f64>,
    /// Board size, such as 9, 19 or 7x9
    #[arg(long, value_name = "SIZE", default_value = "9", hide_default_value = true, value_parser = parse_size)]
    size: BoardSize,
    /// Rules, as `shoutan rules` lists them; without it Chinese
    #[arg(long, value_name = "NAME", default_value = "chinese", hide_default_value = true)]
    rules: String,
    /// Komi; without it that of the rules
    #[arg(long, value_name = "KOMI", allow_hyphen_values = true)]
    komi: Option<String>,
    /// Openings: a number of made ones (all of them without it), none, or a file (SGF, or lines of moves)
    #[arg(long, value_name = "WHICH", default_value = "", hide_default_value = true)]
    openings: String,
    /// Time for each move, such as 2s or 500ms
    #[arg(long, value_name = "TIME", value_parser = parse_time, conflicts_with = "clock")]
    time: Option<Duration>,
    /// Clock of each player, such as 10m, 5m+3s, 10m+3x30s or 10m+25/5m
    #[arg(long, value_name = "CONTROL")]
    clock: Option<TimeControl>,
    /// How much a player may overstep its time before it loses; one second unless said otherwise
    #[arg(long, value_name = "TIME", default_value = "1s", hide_default_value = true, value_parser = parse_time)]
    margin: Duration,
    /// How long an engine without a clock may be silent before it loses on time
    #[arg(long, value_name = "TIME", default_value = "120s", hide_default_value = true, value_parser = parse_time)]
    timeout: Duration,
    /// Who counts a game that was played out: engines (where they agree, else shoutan), shoutan, or all-alive (Tromp–Taylor)
    #[arg(
        long,
        value_name = "WHO",
        default_value = "engines",
        hide_default_value = true,
        hide_possible_values = true
    )]
    scoring: Scoring,
    /// End decided games early: agree or agree=POINTS (both engines' estimates), score or score=POINTS (an estimate of the match's own), none
    #[arg(long, value_name = "HOW", default_value = "none", hide_default_value = true)]
    resign: String,
    /// Games at the same time
    #[arg(long, value_name = "N", default_value_t = 1, hide_default_value = true)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=64))]
    jobs: u32,
    /// Where the order of the openings and the random numbers of built-in engines begin
    #[arg(long, value_name = "N", default_value_t = 1, hide_default_value = true)]
    seed: u64,
    /// Folder for records and results; a match that was broken off there goes on. Without it match-1, match-2 …: the one where this match was broken off, or a new one
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// Who counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Scoring {
    /// The engines where they agree, otherwise our own reading.
    Engines,
    /// Our own reading of the dead stones.
    Shoutan,
    /// Every stone is alive.
    AllAlive,
}

fn parse_size(text: &str) -> Result<BoardSize, String> {
    let (columns, rows) = text.split_once(['x', 'X', '×']).unwrap_or((text, text));
    let read = |text: &str| text.trim().parse::<u32>().map_err(|_| format!("{text} is no number"));
    BoardSize::new(read(columns)?, read(rows)?).map_err(|error| error.to_string())
}

/// What all games share.
#[derive(Debug)]
pub(crate) struct Plan {
    players: [Spec; 2],
    start: Start,
    openings: Vec<Opening>,
    terms: Terms,
    scoring: Scoring,
    adjudication: Adjudication,
    games: u32,
    sprt: Option<Sprt>,
    seed: u64,
    folder: PathBuf,
    /// Whether each player has been at the board.
    proven: [AtomicBool; 2],
    /// What each player's program calls itself.
    introductions: [OnceLock<String>; 2],
}

impl Plan {
    /// The opening of a game; both games of a pair have the same.
    fn opening(&self, index: u32) -> &Opening {
        static EMPTY: Opening = Opening::new();
        let pair = usize::try_from(index / 2).unwrap_or(0);
        self.openings.get(pair % self.openings.len().max(1)).unwrap_or(&EMPTY)
    }

    /// Whether so many games are all there is to play.
    fn is_over(&self, standing: &Standing) -> bool {
        let decided = self.sprt.is_some_and(|sprt| sprt.verdict(&standing.tally) != Verdict::Open);
        decided || standing.tally.games() >= self.games
    }

    /// What makes two runs parts of one match. How many games, and how many at a time, may change.
    fn journal_terms(&self) -> journal::Terms {
        let size = self.start.board.size();
        let openings: Vec<String> =
            self.openings.iter().map(|opening| opening::text(opening, size)).collect();
        let value = json!({
            "a": self.players[0].name(),
            "b": self.players[1].name(),
            "size": format!("{}x{}", size.columns(), size.rows()),
            "rules": self.start.ruleset.id,
            "komi": self.start.komi.to_string(),
            "clock": self.terms.control.to_string(),
            "margin_ms": u64::try_from(self.terms.margin.as_millis()).unwrap_or(u64::MAX),
            "scoring": format!("{:?}", self.scoring),
            "resign": format!("{:?}", self.adjudication),
            "seed": self.seed,
            "openings": openings.len(),
            "openings_digest": digest(&openings.join("\n")),
        });
        match value {
            Value::Object(terms) => terms,
            _ => journal::Terms::new(),
        }
    }
}

/// A fingerprint of a text (FNV-1a, 64 bits).
fn digest(text: &str) -> String {
    let mix = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    format!("{:016x}", text.bytes().fold(0xcbf2_9ce4_8422_2325, mix))
}

/// Plays the match; the exit code is 1 when A scored less than half, or a sequential test kept the smaller difference.
///
/// # Errors
/// When the answer cannot be written.
pub(crate) fn run(args: &Args, manner: Manner) -> io::Result<Exit> {
    let prepared = plan(args, manner.lang).and_then(|plan| {
        let (journal, entries) = Journal::open(&plan.folder, &plan.journal_terms(), manner.lang)?;
        Ok((plan, journal, entries))
    });
    match prepared {
        Ok((plan, journal, entries)) => play(&plan, journal, &entries, args.jobs, manner),
        Err(trouble) => {
            crate::complain(&trouble, manner.lang)?;
            Ok(Exit::Failed)
        }
    }
}

fn plan(args: &Args, lang: Lang) -> Result<Plan, Trouble> {
    let ruleset = find_rules(&args.rules, lang)?;
    let spec = |text: &str| {
        Spec::parse(text).map_err(|error: SpecError| {
            let remedy = spec::settings_help(lang);
            Trouble::new("unknown-engine", text, error.describe(lang), remedy)
        })
    };
    let komi = match &args.komi {
        None => ruleset.komi_for(0),
        Some(text) => Ruleset::parse_komi(text, args.size).map_err(|error| {
            Trouble::new("komi", format!("--komi {text}"), error.to_string(), "")
        })?,
    };
    let start = Start { komi, ..Start::standard(ruleset, args.size) };
    let source = match args.openings.as_str() {
        "" => Source::Made(None),
        text => Source::parse(text),
    };
    let control = match (args.time, args.clock) {
        (Some(time), _) => {
            let time = Millis::new(u64::try_from(time.as_millis()).unwrap_or(u64::MAX));
            TimeControl::PerMove { time }
        }
        (None, control) => control.unwrap_or(TimeControl::None),
    };
    let sprt = sprt(&args.sprt, lang)?;
    let mut plan = Plan {
        players: [spec(&args.a)?, spec(&args.b)?],
        openings: opening::all(&source, &start, args.seed, lang)?,
        terms: Terms { control, margin: args.margin, timeout: args.timeout },
        scoring: args.scoring,
        adjudication: adjudication(&args.resign, args.size, lang)?,
        games: args.games.unwrap_or(if sprt.is_some() { SPRT_GAMES } else { GAMES }),
        sprt,
        seed: args.seed,
        folder: PathBuf::new(),
        start,
        proven: Default::default(),
        introductions: Default::default(),
    };
    plan.folder = args.out.clone().unwrap_or_else(|| free_folder(&plan, Path::new("")));
    Ok(plan)
}

fn sprt(numbers: &[f64], lang: Lang) -> Result<Option<Sprt>, Trouble> {
    if numbers.is_empty() {
        return Ok(None);
    }
    Sprt::new(numbers).map(Some).ok_or_else(|| {
        let place = format!("--sprt {}", numbers.iter().map(f64::to_string).collect::<Vec<_>>().join(" "));
        let what = tr!(
            lang,
            "要两个由小到大的 Elo 差，其后可再写两个 0 到 0.5 之间的错误率",
            "needs two Elo differences, the smaller first, and perhaps two error rates between 0 and 0.5"
        );
        Trouble::new("sprt", place, what, "")
    })
}

fn adjudication(text: &str, size: BoardSize, lang: Lang) -> Result<Adjudication, Trouble> {
    Adjudication::parse(text, size.area()).ok_or_else(|| {
        let what = tr!(
            lang,
            "要写 none、agree、agree=目数、score 或 score=目数",
            "must be none, agree, agree=POINTS, score or score=POINTS"
        );
        Trouble::new("resign", format!("--resign {text}"), what, "")
    })
}

/// The folder in `parent` where this match was broken off, else the first that does not exist.
fn free_folder(plan: &Plan, parent: &Path) -> PathBuf {
    let terms = plan.journal_terms();
    for number in 1u32.. {
        let path = parent.join(format!("match-{number}"));
        if !path.exists() {
            return path;
        }
        let Some((found, entries)) = journal::terms_in(&path) else { continue };
        let mut standing = Standing::default();
        entries.iter().for_each(|entry| standing.add(entry));
        if found == terms && !plan.is_over(&standing) {
            return path;
        }
    }
    parent.join("match")
}

/// Plays what is left and says what came of it.
fn play(
    plan: &Plan,
    journal: Journal,
    entries: &[Entry],
    jobs: u32,
    manner: Manner,
) -> io::Result<Exit> {
    let lang = manner.lang;
    let mut standing = Standing::default();
    entries.iter().for_each(|entry| standing.add(entry));
    if !entries.is_empty() {
        let (played, folder) = (entries.len(), plan.folder.display());
        let text = tr!(
            lang,
            "{folder} 里已有 {played} 局，接着下",
            "{played} games are in {folder} already; going on from there"
        );
        writeln!(anstream::stderr(), "{text}")?;
    }
    let left: Vec<u32> = (0..plan.games)
        .filter(|index| entries.iter().all(|entry| entry.game != index + 1))
        .collect();
    let mut failed = None;
    if !plan.is_over(&standing) {
        failed = play_games(plan, &left, journal, &mut standing, jobs, manner)?;
    }
    let sum = report::summary_json(plan, &standing);
    let path = plan.folder.join("summary.json");
    if standing.tally.games() > 0
        && let Err(trouble) = crate::output::write(&path, format!("{sum}\n").as_bytes(), lang)
    {
        failed.get_or_insert(trouble);
    }
    if let Some(trouble) = failed {
        crate::complain(&trouble, lang)?;
        return Ok(Exit::Failed);
    }
    let mut out = anstream::stdout();
    if manner.json {
        writeln!(out, "{sum}")?;
    } else {
        write!(out, "{}", report::summary(plan, &standing, lang))?;
    }
    let lost = match plan.sprt.map(|sprt| sprt.verdict(&standing.tally)) {
        Some(Verdict::Smaller) => true,
        Some(Verdict::Greater) => false,
        _ => standing.tally.score() < 0.5,
    };
    Ok(if lost { Exit::Negative } else { Exit::Fine })
}

/// Plays these games; what stopped them before their end, if anything did.
fn play_games(
    plan: &Plan,
    games: &[u32],
    mut journal: Journal,
    standing: &mut Standing,
    jobs: u32,
    manner: Manner,
) -> io::Result<Option<Trouble>> {
    let bar = report::bar(plan.games, standing.tally.games());
    let began = Instant::now();
    let mut done = 0u32;
    let mut failed = None;
    let jobs = usize::try_from(jobs).unwrap_or(1);
    run::all(plan, games, jobs, |shared, result| -> io::Result<()> {
        let entry = match result {
            Ok(entry) => entry,
            Err(failure) => {
                failed = Some(failure.in_lang(manner.lang));
                return Ok(());
            }
        };
        if let Err(error) = journal.add(&entry) {
            failed = Some(crate::output::unwritable(journal.path(), &error, manner.lang));
            shared.stop();
            return Ok(());
        }
        standing.add(&entry);
        done += 1;
        if plan.is_over(standing) {
            shared.stop();
        }
        let hours = began.elapsed().as_secs_f64() / 3600.0;
        let per_hour = f64::from(done) / hours.max(1e-9);
        bar.inc(1);
        bar.set_message(report::live(standing, plan.sprt.as_ref(), per_hour, manner.lang));
        bar.suspend(|| {
            let mut out = anstream::stdout();
            if manner.json {
                writeln!(out, "{}", report::line_json(&entry, plan))
            } else {
                writeln!(out, "{}", report::line(&entry, standing, manner.lang))
            }
        })
    })?;
    bar.finish_and_clear();
    Ok(failed)
}

/// What stops a match: in both languages, since it happens far from where the language is known.
#[derive(Debug, Clone)]
pub(crate) struct Failure {
    code: &'static str,
    place: String,
    zh: String,
    en: String,
}

impl Failure {
    fn new(code: &'static str, place: &str, zh: &str, en: &str) -> Failure {
        Failure { code, place: place.to_owned(), zh: zh.to_owned(), en: en.to_owned() }
    }

    fn in_lang(&self, lang: Lang) -> Trouble {
        let what = if lang == Lang::Zh { &self.zh } else { &self.en };
        let remedy = match self.code {
            "engine" => tr!(
                lang,
                "先在终端里单独试这条命令；它须说 GTP 协议。再下同一场对局就接着下",
                "try the command by itself first; it must speak GTP. The same match again goes on from here"
            ),
            _ => String::new(),
        };
        Trouble::new(self.code, self.place.clone(), what.clone(), remedy)
    }
}

#[cfg(test)]
mod tests;
