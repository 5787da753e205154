//! `shoutan label`: what a teacher says about sampled positions, in shards for training.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::builder::RangedU64ValueParser;
use indicatif::ProgressBar;
use nn::{FeatureOptions, Features, Game, Net, NetworkOptions};
use rayon::prelude::*;
use rules::Lang;
use serde_json::{Value, json};
use teach::{Dice, GameRecord, Head, Kind, LabelHeader, Opinion, Teacher, Thinker, read_head};

use super::positions::{pool, read_file, teacher, write_gz};
use crate::Manner;
use crate::exit::Exit;
use crate::input::unreadable;
use crate::lang::tr;
use crate::progress::steps;
use crate::trouble::Trouble;

/// Positions that a thread asks about at once.
const BATCH: usize = 16;

/// Label sampled positions with a teacher network, in shards for training
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Files that `shoutan positions` wrote
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Folder for the shards; those that are there are not made again
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// The teacher: a network file, or a name of shoutan net list
    #[arg(long, value_name = "NET", required_unless_present = "features_only")]
    net: Option<String>,
    /// Write the network's inputs alone, without labels
    #[arg(long, conflicts_with = "net")]
    features_only: bool,
    /// Average over so many symmetries, 1 to 8
    #[arg(long, value_name = "N", default_value_t = 2, hide_default_value = true)]
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(1..=8))]
    symmetries: usize,
    /// Let the teacher search so many visits a position: better labels, N times slower (0: its first impression)
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    #[arg(value_parser = clap::value_parser!(u32).range(..=100_000), conflicts_with = "features_only")]
    visits: u32,
    /// Threads; without it all
    #[arg(long, value_name = "N", value_parser = RangedU64ValueParser::<usize>::new().range(1..=1024))]
    threads: Option<usize>,
    /// About so many positions in each shard, 16 at least
    #[arg(long, value_name = "N", default_value_t = 16_384, hide_default_value = true)]
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(16..=65_536))]
    shard: usize,
    /// Where the random numbers for the order and the symmetries begin
    #[arg(long, value_name = "N", default_value_t = 1, hide_default_value = true)]
    seed: u64,
}

/// Labels and writes.
///
/// # Errors
/// When the answer cannot be written.
pub(crate) fn run(args: &Args, manner: Manner) -> io::Result<Exit> {
    let lang = manner.lang;
    match label(args, lang) {
        Ok(done) => done.report(manner).map(|()| Exit::Fine),
        Err(trouble) => crate::complain(&trouble, lang).map(|()| Exit::Failed),
    }
}

/// What a run did.
#[derive(Default)]
struct Done {
    shards: usize,
    kept_shards: usize,
    positions: usize,
    broken_games: usize,
}

impl Done {
    fn report(&self, manner: Manner) -> io::Result<()> {
        let Done { shards, kept_shards, positions, broken_games } = self;
        let mut out = anstream::stdout().lock();
        if manner.json {
            let line = json!({
                "shards": shards, "shards_there": kept_shards, "positions": positions, "broken_games": broken_games,
            });
            return writeln!(out, "{line}");
        }
        let text = tr!(
            manner.lang,
            "写出 {shards} 个分片，{positions} 个局面；{kept_shards} 个分片已有；{broken_games} 局读不通",
            "{shards} shards with {positions} positions written; {kept_shards} were there; {broken_games} games could not be played"
        );
        writeln!(out, "{text}")
    }
}

/// A game and the file it is from.
struct Sampled {
    set: u16,
    record: GameRecord,
}

fn label(args: &Args, lang: Lang) -> Result<Done, Trouble> {
    let pool = pool(args.threads, lang)?;
    let teacher = args.net.as_deref().map(|net| teacher(net, lang)).transpose()?;
    let mut games = read_games(&args.files, lang)?;
    Dice::new(args.seed).shuffle(&mut games);
    fs::create_dir_all(&args.out)
        .map_err(|error| unreadable(&args.out.display().to_string(), &error, lang))?;
    let net = thinking(args, lang)?;
    let job = Job { args, teacher: teacher.as_ref(), net, digest: digest(&games, args), lang };
    let shards = cut(&games, args.shard);
    let total = games.iter().map(|game| game.record.plies.len()).sum();
    let bar = steps(total);
    let mut done = Done::default();
    for (number, games) in shards.into_iter().enumerate() {
        let path = args.out.join(format!("shard-{number:05}.labels.gz"));
        let positions: usize = games.iter().map(|game| game.record.plies.len()).sum();
        if path.exists() {
            job.check(&path)?;
            done.kept_shards += 1;
            bar.inc(positions as u64);
            continue;
        }
        let (records, broken) = pool.install(|| job.shard(games, number, &bar))?;
        job.write(&path, records, number, &mut done)?;
        done.broken_games += broken;
    }
    bar.finish_and_clear();
    Ok(done)
}

/// The network to search with, when a search is wanted.
fn thinking(args: &Args, lang: Lang) -> Result<Option<Arc<Net>>, Trouble> {
    let Some(named) = args.net.as_deref().filter(|_| args.visits > 0) else { return Ok(None) };
    let source = crate::net::find_named(named, None, lang)?;
    let net = Net::load(&source.read(lang)?, &NetworkOptions::default())
        .map_err(|error| crate::net::broken(&source.place(), error.describe(lang), lang))?;
    Ok(Some(Arc::new(net)))
}

/// All games of the files.
fn read_games(files: &[PathBuf], lang: Lang) -> Result<Vec<Sampled>, Trouble> {
    let mut games = Vec::new();
    for (set, path) in files.iter().enumerate() {
        let place = path.display().to_string();
        let bad = |error: &dyn std::fmt::Display| {
            let what = tr!(
                lang,
                "不是 shoutan positions 写的文件（{error}）",
                "is no file of shoutan positions ({error})"
            );
            Trouble::new("bad-positions", place.clone(), what, "")
        };
        let bytes = read_file(path, lang)?;
        let (head, mut rest) = read_head(Kind::Positions, &bytes).map_err(|e| bad(&e))?;
        for _ in 0..head.records() {
            let (record, after) = GameRecord::read(rest).map_err(|e| bad(&e))?;
            let set = u16::try_from(set).unwrap_or(u16::MAX);
            games.push(Sampled { set, record });
            rest = after;
        }
        if !rest.is_empty() {
            return Err(bad(&tr!(lang, "末尾多出字节", "bytes are left over")));
        }
    }
    Ok(games)
}

/// Parts of the games with about so many positions each.
fn cut(games: &[Sampled], positions: usize) -> Vec<&[Sampled]> {
    let mut parts = Vec::new();
    let (mut start, mut held) = (0, 0);
    for (index, game) in games.iter().enumerate() {
        held += game.record.plies.len();
        if held >= positions {
            parts.extend(games.get(start..=index));
            (start, held) = (index + 1, 0);
        }
    }
    parts.extend(games.get(start..).filter(|rest| !rest.is_empty()));
    parts
}

/// A fingerprint of what the shards of a job depend on but the teacher (FNV-1a).
fn digest(games: &[Sampled], args: &Args) -> String {
    let numbers = games.iter().flat_map(|game| {
        let plies = game.record.plies.iter().map(|&ply| u64::from(ply));
        std::iter::once(game.record.game).chain(plies)
    });
    let mix = |hash: u64, number: u64| (hash ^ number).wrapping_mul(0x0000_0100_0000_01b3);
    let seed = [args.seed, args.shard as u64];
    format!("{:016x}", numbers.chain(seed).fold(0xcbf2_9ce4_8422_2325, mix))
}

struct Job<'a> {
    args: &'a Args,
    teacher: Option<&'a Teacher>,
    /// What searches, when a search is wanted.
    net: Option<Arc<Net>>,
    digest: String,
    lang: Lang,
}

impl Job<'_> {
    fn head(&self, records: usize) -> Head {
        let made = format!("shoutan label, seed {}", self.args.seed);
        let sets: Vec<Value> = self.args.files.iter().map(|path| set_name(path).into()).collect();
        let symmetries = if self.teacher.is_some() { self.args.symmetries } else { 1 };
        Head::new(Kind::Labels, records, &made)
            .with("teacher", self.teacher.map_or("", Teacher::name))
            .with("teacher_sha256", self.teacher.map_or("", Teacher::sha256))
            .with("symmetries", symmetries)
            .with("visits", self.args.visits)
            .with("sets", sets)
            .with("job", self.digest.clone())
    }

    /// Refuses a shard of another job, so that two are never mixed.
    fn check(&self, path: &Path) -> Result<(), Trouble> {
        let lang = self.lang;
        let trouble = |what: String| {
            let remedy = tr!(lang, "换一个空文件夹", "take an empty folder");
            Err(Trouble::new("other-job", path.display().to_string(), what, remedy))
        };
        let bytes = read_file(path, lang)?;
        let found = match read_head(Kind::Labels, &bytes) {
            Ok((head, _)) => head,
            Err(error) => return trouble(error.to_string()),
        };
        let own = self.head(0);
        for key in ["job", "teacher_sha256", "symmetries", "visits"] {
            if found.keys.get(key) != own.keys.get(key) {
                return trouble(tr!(
                    lang,
                    "是另一次标注的分片（{key} 不同）",
                    "is a shard of another run ({key} differs)"
                ));
            }
        }
        Ok(())
    }

    /// The records of a shard in their games' order, and how many games could not be played.
    fn shard(
        &self,
        games: &[Sampled],
        number: usize,
        bar: &ProgressBar,
    ) -> Result<(Vec<Vec<u8>>, usize), Trouble> {
        let parts: Result<Vec<_>, _> = games
            .par_chunks(4)
            .enumerate()
            .map(|(part, games)| {
                let seed = self.args.seed ^ (number as u64) << 40 ^ (part as u64 + 1) << 8;
                let found = self.part(games, &mut Dice::new(seed));
                bar.inc(games.iter().map(|game| game.record.plies.len() as u64).sum());
                found
            })
            .collect();
        let mut all = (Vec::new(), 0);
        for (records, broken) in parts? {
            all.0.extend(records);
            all.1 += broken;
        }
        Ok(all)
    }

    fn part(&self, games: &[Sampled], dice: &mut Dice) -> Result<(Vec<Vec<u8>>, usize), Trouble> {
        let mut broken = 0;
        let (mut headers, mut positions): (Vec<LabelHeader>, Vec<Game>) = (Vec::new(), Vec::new());
        for Sampled { set, record } in games {
            let (game, split, set) = (record.game, record.split, *set);
            let played = record.visit(|ply, position| {
                headers.push(LabelHeader { game, ply, split, set });
                positions.push(position.clone());
            });
            broken += usize::from(played.is_err());
        }
        let mut records = Vec::with_capacity(headers.len());
        for (headers, positions) in headers.chunks(BATCH).zip(positions.chunks(BATCH)) {
            self.batch(headers, positions, dice, &mut records)?;
        }
        Ok((records, broken))
    }

    fn batch(
        &self,
        headers: &[LabelHeader],
        positions: &[Game],
        dice: &mut Dice,
        records: &mut Vec<Vec<u8>>,
    ) -> Result<(), Trouble> {
        let failed = |error: &dyn std::fmt::Display| {
            Trouble::new("bad-positions", "label", error.to_string(), "")
        };
        let mut opinions = match self.teacher {
            None => Vec::new(),
            Some(teacher) => teacher
                .judge(positions, self.args.symmetries, dice)
                .map_err(|error| failed(&error))?,
        };
        self.think(positions, &mut opinions).map_err(|error| failed(&error))?;
        for (index, (header, game)) in headers.iter().zip(positions).enumerate() {
            let mut features = Features::new(game.size()).map_err(|error| failed(&error))?;
            Features::encode(game, &FeatureOptions::default(), &mut features)
                .map_err(|error| failed(&error))?;
            let mut record = Vec::with_capacity(teach::label_length(game.size().area()));
            teach::write_label(header, game, &features, opinions.get(index), &mut record);
            records.push(record);
        }
        Ok(())
    }

    fn think(
        &self,
        positions: &[Game],
        opinions: &mut [Opinion],
    ) -> Result<(), teach::SearchError> {
        let Some(net) = &self.net else { return Ok(()) };
        let mut thinker = Thinker::new(net.clone(), self.args.visits, self.args.seed);
        positions
            .iter()
            .zip(opinions)
            .try_for_each(|(game, opinion)| thinker.improve(game, opinion))
    }

    fn write(
        &self,
        path: &Path,
        mut records: Vec<Vec<u8>>,
        number: usize,
        done: &mut Done,
    ) -> Result<(), Trouble> {
        Dice::new(self.args.seed ^ (number as u64 + 1) << 24).shuffle(&mut records);
        let head = self.head(records.len()).to_bytes();
        write_gz(path, &[&head, &records.concat()], self.lang)?;
        done.shards += 1;
        done.positions += records.len();
        Ok(())
    }
}

/// The name of a set: that of its file without folder and extensions.
fn set_name(path: &Path) -> String {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    name.split('.').next().unwrap_or_default().to_owned()
}
