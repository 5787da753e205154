//! `shoutan positions`: positions to learn from, out of records and of games that a network plays.

use std::collections::HashSet;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::builder::RangedU64ValueParser;
use flate2::Compression;
use flate2::write::GzEncoder;
use nn::NetRules;
use rayon::prelude::*;
use rules::Lang;
use serde_json::json;
use teach::{Deal, Dice, GameRecord, Head, Kind, OwnPlay, Split, Teacher};

use crate::Manner;
use crate::exit::Exit;
use crate::input::{self, Source};
use crate::lang::tr;
use crate::net;
use crate::progress::{Progress, steps};
use crate::records::{Options, Records};
use crate::trouble::Trouble;

/// Games that one thread plays at once: enough for the network to work on several positions together.
const TABLES: usize = 16;

/// Shorter games teach nothing but openings.
const SHORTEST: usize = 8;

/// Sample positions from records and from a network's own play, as move lists for training
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Records: files or folders, compressed (.gz) or not
    #[arg(value_name = "FILE", required_unless_present = "net")]
    files: Vec<PathBuf>,
    /// Write to this file, such as train.positions.gz
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Let this network (a file, or a name of shoutan net list) play itself by its policy and take positions from those games, too
    #[arg(long, value_name = "NET", requires = "games")]
    net: Option<String>,
    /// How many games the network plays
    #[arg(long, value_name = "N", requires = "net", value_parser = RangedU64ValueParser::<usize>::new().range(1..=10_000_000))]
    games: Option<usize>,
    /// At most so many positions a game
    #[arg(long, value_name = "N", default_value_t = 8, hide_default_value = true)]
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(1..=1000))]
    per_game: usize,
    /// The share of records, 0 to 1, that get other rules and another komi
    #[arg(long, value_name = "SHARE", default_value_t = 0.25, hide_default_value = true, value_parser = parse_share)]
    vary: f64,
    /// Of a thousand games so many are for validation, and as many for the test
    #[arg(long, value_name = "N", default_value_t = 20, hide_default_value = true)]
    #[arg(value_parser = clap::value_parser!(u32).range(0..=500))]
    held_out: u32,
    /// Temperature of the network's policy: 1 as it is, less sharper
    #[arg(long, value_name = "T", default_value_t = 0.9, hide_default_value = true, value_parser = parse_temperature)]
    temperature: f64,
    /// Boards of the network's games, such as 9,13,19; without it mostly these, and all of 7 to 19 lines
    #[arg(long, value_name = "SIZES", value_delimiter = ',')]
    #[arg(value_parser = clap::value_parser!(u8).range(2..=19))]
    sizes: Vec<u8>,
    /// Threads; without it all
    #[arg(long, value_name = "N", value_parser = RangedU64ValueParser::<usize>::new().range(1..=1024))]
    jobs: Option<usize>,
    /// Where the random numbers begin
    #[arg(long, value_name = "N", default_value_t = 1, hide_default_value = true)]
    seed: u64,
}

fn parse_share(text: &str) -> Result<f64, String> {
    parse_number(text, 0.0, 1.0)
}

fn parse_temperature(text: &str) -> Result<f64, String> {
    parse_number(text, 0.01, 10.0)
}

fn parse_number(text: &str, least: f64, most: f64) -> Result<f64, String> {
    let number: f64 = text.parse().map_err(|_| format!("{text} is no number"))?;
    match (least..=most).contains(&number) {
        true => Ok(number),
        false => Err(format!("{text} is not from {least} to {most}")),
    }
}

/// Samples and writes.
///
/// # Errors
/// When the answer cannot be written.
pub(crate) fn run(args: &Args, manner: Manner) -> io::Result<Exit> {
    let lang = manner.lang;
    let made = pool(args.jobs, lang).and_then(|pool| {
        let mut collection = Collection::new(args);
        let exit = collection.add_records(args, lang)?;
        if let Some(net) = &args.net {
            pool.install(|| collection.add_own_play(net, args, lang))?;
        }
        collection.write(&args.out, lang)?;
        Ok((collection, exit))
    });
    match made {
        Ok((collection, exit)) => collection.report(manner).map(|()| exit),
        Err(trouble) => crate::complain(&trouble, lang).map(|()| Exit::Failed),
    }
}

/// A pool of so many threads.
pub(crate) fn pool(threads: Option<usize>, lang: Lang) -> Result<rayon::ThreadPool, Trouble> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.unwrap_or(0)).build();
    pool.map_err(|error| {
        let what = tr!(lang, "不能启动线程（{error}）", "threads cannot be started ({error})");
        Trouble::new("threads", "--jobs", what, "")
    })
}

/// Reads a network: the one in the program, an installed one by its name, or a file.
pub(crate) fn teacher(named: &str, lang: Lang) -> Result<Teacher, Trouble> {
    let source = net::find_named(named, None, lang)?;
    Teacher::load(&source.read(lang)?).map_err(|error| {
        let what =
            tr!(lang, "不是可用的网络（{error}）", "is no network that works here ({error})");
        Trouble::new("bad-net", source.place(), what, "")
    })
}

/// The games so far, as bytes.
struct Collection {
    games: HashSet<u64>,
    positions: HashSet<u64>,
    body: Vec<u8>,
    kept: usize,
    by_split: [usize; 3],
    skipped: usize,
    per_game: usize,
    held_out: u32,
    dice: Dice,
    made: String,
}

impl Collection {
    fn new(args: &Args) -> Collection {
        let share = args.vary;
        Collection {
            games: HashSet::new(),
            positions: HashSet::new(),
            body: Vec::new(),
            kept: 0,
            by_split: [0; 3],
            skipped: 0,
            per_game: args.per_game,
            held_out: args.held_out,
            dice: Dice::new(args.seed),
            made: format!("shoutan positions, seed {}, rules varied {share}", args.seed),
        }
    }

    /// Takes a game in, unless it or all its positions are there.
    fn add(&mut self, mut record: GameRecord) {
        record.keep_legal();
        record.identify(self.held_out);
        if record.moves.len() < SHORTEST || !self.games.insert(record.game) {
            self.skipped += 1;
            return;
        }
        record.plies = teach::pick(&record, self.per_game, &mut self.dice).unwrap_or_default();
        let mut new = Vec::with_capacity(record.plies.len());
        // The record was played through when its moves were checked.
        let _ = record.visit(|ply, game| {
            if self.positions.insert(teach::position_identity(game)) {
                new.push(ply);
            }
        });
        record.plies = new;
        if record.plies.is_empty() {
            self.skipped += 1;
            return;
        }
        record.write(&mut self.body);
        self.kept += 1;
        let split = match record.split {
            Split::Train => 0,
            Split::Validation => 1,
            Split::Test => 2,
        };
        self.by_split[split] += record.plies.len();
    }

    fn add_records(&mut self, args: &Args, lang: Lang) -> Result<Exit, Trouble> {
        let sources = input::sources(&args.files, lang);
        let progress = Progress::new(&sources);
        let mut exit = Exit::Fine;
        let mut replayer = sgf::Replayer::default();
        for source in sources {
            let opened = source.and_then(|s| Records::open(&s, &Options::default(), lang));
            match opened {
                Ok(mut records) => {
                    while let Some(record) = records.next() {
                        self.add_tree(&mut replayer, &record.tree, args.vary);
                        progress.read(records.share());
                        progress.worked();
                    }
                    if let Some(trouble) = records.nothing_found(lang) {
                        exit = Exit::Negative;
                        progress.suspend(|| crate::complain(&trouble, lang)).map_err(unheard)?;
                    }
                }
                Err(trouble) => {
                    progress.finish();
                    return Err(trouble);
                }
            }
            progress.file_done();
        }
        progress.finish();
        Ok(exit)
    }

    fn add_tree(&mut self, replayer: &mut sgf::Replayer, tree: &sgf::GameTree, vary: f64) {
        let record = replayer.replay(tree).ok().and_then(|replay| {
            let rules = NetRules::nearest(replay.state.ruleset());
            GameRecord::from_state(&replay.state, rules)
        });
        let Some(mut record) = record else {
            self.skipped += 1;
            return;
        };
        if self.dice.chance(vary)
            && let Some(other) = Deal::default().game(&mut self.dice)
        {
            record.rules = other.rules;
            record.encore = other.encore;
            record.komi = other.komi;
        }
        self.add(record);
    }

    fn add_own_play(&mut self, net: &str, args: &Args, lang: Lang) -> Result<(), Trouble> {
        let teacher = teacher(net, lang)?;
        let mut options = OwnPlay { temperature: args.temperature, ..OwnPlay::default() };
        if !args.sizes.is_empty() {
            options.deal.sides = args.sizes.iter().map(|&side| (side, 1.0)).collect();
            options.deal.rectangles = 0.0;
        }
        let games = args.games.unwrap_or(0);
        let bar = steps(games);
        self.made += &format!(", {games} games of {}", teacher.name());
        let tasks: Vec<(u64, usize)> = (0..games)
            .step_by(TABLES)
            .map(|start| (start as u64, TABLES.min(games - start)))
            .collect();
        let threads = rayon::current_num_threads();
        for tasks in tasks.chunks(4 * threads) {
            let played: Result<Vec<_>, _> = tasks
                .par_iter()
                .map(|&(start, count)| {
                    let seed = args.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ (start + 1);
                    let played = teach::own_play(&teacher, &options, count, &mut Dice::new(seed));
                    bar.inc(count as u64);
                    played
                })
                .collect();
            let played =
                played.map_err(|error| Trouble::new("bad-net", net, error.to_string(), ""))?;
            played.into_iter().flatten().for_each(|record| self.add(record));
        }
        bar.finish_and_clear();
        Ok(())
    }

    fn write(&self, out: &Path, lang: Lang) -> Result<(), Trouble> {
        let head = Head::new(Kind::Positions, self.kept, &self.made);
        write_gz(out, &[&head.to_bytes(), &self.body], lang)
    }

    fn report(&self, manner: Manner) -> io::Result<()> {
        let [train, validation, test] = self.by_split;
        let (games, skipped) = (self.kept, self.skipped);
        let mut out = anstream::stdout().lock();
        if manner.json {
            let line = json!({
                "games": games, "skipped": skipped,
                "positions": { "train": train, "validation": validation, "test": test },
            });
            return writeln!(out, "{line}");
        }
        let text = tr!(
            manner.lang,
            "{games} 局（略去 {skipped} 局）；局面：训练 {train}，验证 {validation}，测试 {test}",
            "{games} games ({skipped} left out); positions: {train} to train, {validation} to validate, {test} to test"
        );
        writeln!(out, "{text}")
    }
}

/// An error that could not be said.
fn unheard(error: io::Error) -> Trouble {
    Trouble::new("unwritable", "stderr", error.to_string(), "")
}

/// Writes parts one after the other into a compressed file, which appears under its name when it is whole.
pub(crate) fn write_gz(path: &Path, parts: &[&[u8]], lang: Lang) -> Result<(), Trouble> {
    let mut name = path.as_os_str().to_owned();
    name.push(".tmp");
    let temporary = PathBuf::from(name);
    let written = (|| {
        let mut file = GzEncoder::new(fs::File::create(&temporary)?, Compression::default());
        for part in parts {
            file.write_all(part)?;
        }
        file.finish()?.sync_all()?;
        fs::rename(&temporary, path)
    })();
    written.map_err(|error| {
        // Half a file is of no use; that it stays when even this fails is no further harm.
        let _ = fs::remove_file(&temporary);
        let what = tr!(lang, "写不出去（{error}）", "cannot be written ({error})");
        Trouble::new("unwritable", path.display().to_string(), what, "")
    })
}

/// Reads a file that is compressed or not.
pub(crate) fn read_file(path: &Path, lang: Lang) -> Result<Vec<u8>, Trouble> {
    Source::File(path.to_owned()).read(lang)
}
