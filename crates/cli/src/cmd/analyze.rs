//! `shoutan analyze`: a whole game looked at by the engine.

use std::io::{self, Write};
use std::path::PathBuf;
use std::thread;

use engine::Net;
use rules::{Lang, Score};
use sgf::replay::{Replay, ReplayOptions, Replayer};

use self::review::Review;
use super::position;
use crate::Manner;
use crate::exit::Exit;
use crate::lang::tr;
use crate::output;
use crate::records::{self, Record};
use crate::thinking::Thinking;
use crate::trouble::Trouble;

mod graph;
mod notes;
mod review;
mod run;
mod text;

/// Visits for each position without `--visits`.
const VISITS: u32 = 200;

/// Review a whole game: win rate and lead, mistakes with their cost, a summary for each player
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The record; - is standard input
    file: PathBuf,
    /// Number of the game in a collection, from 1
    #[arg(long, value_name = "N", default_value_t = 1, hide_default_value = true)]
    game: usize,
    /// Visits for each position; without it 200
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    visits: Option<u32>,
    /// Analyse under this ruleset, whatever the record says
    #[arg(long, value_name = "NAME")]
    rules: Option<String>,
    /// Analyse with this komi, whatever the record says
    #[arg(long, value_name = "POINTS", allow_negative_numbers = true)]
    komi: Option<String>,
    /// How many of the worst mistakes to list
    #[arg(long, value_name = "N", default_value_t = 10, hide_default_value = true)]
    mistakes: usize,
    /// Show whose each point is in the end, too
    #[arg(long)]
    ownership: bool,
    /// Write win rates, leads, mistakes and better variations into this SGF file
    #[arg(long, value_name = "OUT")]
    out: Option<PathBuf>,
    /// Replace a file that exists
    #[arg(long)]
    force: bool,
    /// Positions analysed at the same time; without it one for each core
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: Option<u16>,
    /// Read the texts in this encoding, whatever the file says
    #[arg(long, value_name = "NAME")]
    charset: Option<String>,
    #[command(flatten)]
    thinking: Thinking,
}

/// Reviews and prints.
///
/// # Errors
/// When the answer cannot be written.
pub(crate) fn run(args: &Args, manner: Manner) -> io::Result<Exit> {
    match reviewed(args, manner.lang) {
        Ok(done) => {
            for note in &done.notes {
                writeln!(anstream::stderr(), "{note}")?;
            }
            let text = match manner.json {
                true => text::json(&done.review),
                false => text::full(&done.record, &done.review, args.mistakes, manner.lang),
            };
            anstream::stdout().write_all(text.as_bytes())?;
            Ok(Exit::Fine)
        }
        Err(trouble) => {
            crate::complain(&trouble, manner.lang)?;
            Ok(Exit::Failed)
        }
    }
}

/// A review, and what to say of it.
struct Done {
    record: Record,
    review: Review,
    notes: Vec<String>,
}

fn reviewed(args: &Args, lang: Lang) -> Result<Done, Trouble> {
    let charset =
        args.charset.as_deref().map(|name| super::convert::charset(name, lang)).transpose()?;
    let options = records::Options { charset };
    let mut record = super::show::nth_game(&args.file, args.game, &options, lang)?;
    let replay = replay(args, &record, lang)?;
    if let Some(out) = &args.out {
        output::may_write(out, args.force, lang)?;
    }
    let mut settings = args.thinking.settings(lang)?;
    if args.visits.is_some() {
        settings.overrides.max_visits = args.visits;
    }
    if settings.overrides.max_visits.is_none() && settings.overrides.max_time.is_none() {
        settings.overrides.max_visits = Some(VISITS);
    }
    let net = args.thinking.net(lang)?;
    let jobs = match args.jobs {
        Some(jobs) => jobs.into(),
        None => settings.positions.unwrap_or_else(cores),
    };
    let thinker = net.as_ref().map(|net: &Net| net.name().to_owned());
    let analyses = run::all(&replay, net.as_ref(), &settings, jobs, args.ownership);
    let review = Review::new(&replay, analyses, thinker);
    if let Some(out) = &args.out {
        notes::write(&mut record.tree, &review, lang);
        output::write(out, &sgf::write(&record.tree), lang)?;
    }
    let notes = remarks(args, &replay, lang);
    Ok(Done { record, review, notes })
}

/// What a reader must know to trust the numbers.
fn remarks(args: &Args, replay: &Replay, lang: Lang) -> Vec<String> {
    let mut notes = Vec::new();
    let state = &replay.state;
    if args.rules.is_none() && !replay.rules_stated {
        let name = state.ruleset().name.get(lang);
        notes.push(tr!(
            lang,
            "棋谱没有写明规则，按{name}分析；--rules 可另外指定",
            "the record names no rules: taken as {name} (--rules says otherwise)"
        ));
    }
    if args.komi.is_none() && replay.info.komi.is_none() {
        let komi = state.komi();
        notes.push(tr!(
            lang,
            "棋谱没有写明贴目，按贴 {komi} 目分析；--komi 可另外指定",
            "the record names no komi: taken as {komi} (--komi says otherwise)"
        ));
    }
    if let Some(step) = &replay.illegal {
        let number = step.number;
        notes.push(tr!(
            lang,
            "第 {number} 手不合法，只分析到它之前",
            "move {number} is illegal: analysed up to it"
        ));
    }
    notes
}

fn replay(args: &Args, record: &Record, lang: Lang) -> Result<Replay, Trouble> {
    let rules = args.rules.as_deref().map(|name| super::gtp::find_rules(name, lang)).transpose()?;
    let komi = args.komi.as_deref().map(|text| {
        Score::parse(text).map_err(|error| {
            let remedy = tr!(lang, "写成 7.5、-3 这样", "write a number such as 7.5 or -3");
            Trouble::new("bad-komi", "--komi", error.describe(lang), remedy)
        })
    });
    let options =
        ReplayOptions { ruleset: rules, komi: komi.transpose()?, ..ReplayOptions::default() };
    Replayer::new(options)
        .replay(&record.tree)
        .map_err(|error| position::unplayable(record, &error, lang))
}

fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}
