//! Many games through one command: read one after another, worked on in parallel, answered in their order.
//!
//! Memory stays bounded whatever the size of a collection: while one handful of games is worked on, the next is
//! read, and no more than three are held.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::vec::IntoIter;

use rayon::prelude::*;
use rules::Lang;
use serde_json::{Value, json};

use crate::Manner;
use crate::exit::Exit;
use crate::input::{self, Source};
use crate::progress::Progress;
use crate::records::{self, Record, Records};
use crate::trouble::Trouble;

/// Games held and worked on at once.
const HANDFUL: usize = 64;

/// What a command answers about one game.
#[derive(Debug)]
pub(crate) struct Answer {
    /// For people: the whole story, or one line when there are several games.
    pub(crate) text: String,
    /// For programs: an object; the file and the number of the game are put before its fields.
    pub(crate) json: Value,
    /// Fine or negative; `Failed` when there is no answer.
    pub(crate) exit: Exit,
    /// What to count it as in the summary, a stable word.
    pub(crate) tally: &'static str,
}

/// One thing to answer.
enum Job {
    Game(Record),
    Trouble(Trouble),
}

/// How to show the answers of a run.
pub(crate) struct Style {
    /// The whole story also when there are several games.
    pub(crate) full: bool,
    /// The words of the summary, for the tallies that occur.
    pub(crate) word: fn(&str, Lang) -> &'static str,
}

/// Takes every game of the paths through `work` prints the answers in order, and a summary of several.
/// A few games at a time share a scratch value from `init`; the last argument of `work` is true when the whole story is
/// wanted.
///
/// # Errors
/// When the answer cannot be written.
pub(crate) fn run<S>(
    paths: &[PathBuf],
    options: records::Options,
    manner: Manner,
    style: &Style,
    init: impl Fn() -> S + Sync + Send,
    work: impl Fn(&mut S, &Record, bool) -> Result<Answer, Trouble> + Sync + Send,
) -> io::Result<Exit> {
    let sources = input::sources(paths, manner.lang);
    let progress = Progress::new(&sources);
    let mut feed = Feed {
        sources: sources.into_iter(),
        current: None,
        options,
        lang: manner.lang,
        progress: &progress,
    };
    let mut printer =
        Printer { manner, style, progress: &progress, exit: Exit::Fine, tallies: BTreeMap::new() };
    let mut jobs = feed.handful();
    let mut more = feed.handful();
    // A single game gets the whole story.
    let full = style.full || jobs.len() == 1 && more.is_empty();
    while !jobs.is_empty() {
        let (answers, next) = rayon::join(
            || answer(jobs, &init, &|scratch, record| work(scratch, record, full), &progress),
            || feed.handful(),
        );
        for answer in answers {
            printer.print(answer)?;
        }
        jobs = std::mem::replace(&mut more, next);
    }
    progress.finish();
    printer.summary()?;
    Ok(printer.exit)
}

/// Works on a handful of games.
fn answer<S>(
    jobs: Vec<Job>,
    init: &(impl Fn() -> S + Sync + Send),
    work: &(impl Fn(&mut S, &Record) -> Result<Answer, Trouble> + Sync + Send),
    progress: &Progress,
) -> Vec<(Option<Named>, Result<Answer, Trouble>)> {
    let one = |scratch: &mut S, job: Job| match job {
        Job::Trouble(trouble) => (None, Err(trouble)),
        Job::Game(record) => {
            let answer = work(scratch, &record);
            progress.worked();
            (Some(Named { file: Arc::clone(&record.file), number: record.number }), answer)
        }
    };
    // A game may take long: hand them out few at a time.
    jobs.into_par_iter().with_max_len(4).map_init(init, one).collect()
}

/// Which game an answer is about.
struct Named {
    file: Arc<str>,
    number: usize,
}

/// The games in their order.
struct Feed<'p> {
    sources: IntoIter<Result<Source, Trouble>>,
    current: Option<Records>,
    options: records::Options,
    lang: Lang,
    progress: &'p Progress,
}

impl Feed<'_> {
    /// The next games; fewer than a handful only at the end.
    fn handful(&mut self) -> Vec<Job> {
        let mut jobs = Vec::with_capacity(HANDFUL);
        while jobs.len() < HANDFUL {
            match self.next() {
                Some(job) => jobs.push(job),
                None => break,
            }
        }
        jobs
    }

    fn next(&mut self) -> Option<Job> {
        loop {
            if let Some(records) = &mut self.current {
                if let Some(record) = records.next() {
                    self.progress.read(records.share());
                    return Some(Job::Game(record));
                }
                let ended = self.current.take()?;
                self.progress.file_done();
                if let Some(trouble) = ended.nothing_found(self.lang) {
                    return Some(Job::Trouble(trouble));
                }
            }
            let opened = self
                .sources
                .next()?
                .and_then(|source| Records::open(&source, &self.options, self.lang));
            match opened {
                Ok(records) => self.current = Some(records),
                Err(trouble) => {
                    self.progress.file_done();
                    return Some(Job::Trouble(trouble));
                }
            }
        }
    }
}

/// Writes the answers.
struct Printer<'a> {
    manner: Manner,
    style: &'a Style,
    progress: &'a Progress,
    exit: Exit,
    tallies: BTreeMap<&'static str, usize>,
}

impl Printer<'_> {
    fn print(
        &mut self,
        (named, answer): (Option<Named>, Result<Answer, Trouble>),
    ) -> io::Result<()> {
        let (exit, tally) =
            answer.as_ref().map_or((Exit::Failed, "failed"), |answer| (answer.exit, answer.tally));
        self.exit = self.exit.max(exit);
        *self.tallies.entry(tally).or_default() += 1;
        let Manner { lang, json } = self.manner;
        self.progress.suspend(|| {
            let mut out = anstream::stdout().lock();
            match answer {
                Ok(answer) if json => writeln!(out, "{}", with_place(named.as_ref(), answer.json)),
                Ok(answer) => write!(out, "{}", answer.text),
                Err(trouble) => {
                    if json {
                        writeln!(out, "{}", with_place(named.as_ref(), trouble.json()))?;
                    }
                    out.flush()?;
                    crate::complain(&trouble, lang)
                }
            }
        })
    }

    /// A last line about several games.
    fn summary(&self) -> io::Result<()> {
        let total: usize = self.tallies.values().sum();
        if total < 2 {
            return Ok(());
        }
        let mut out = anstream::stdout().lock();
        if self.manner.json {
            let summary = json!({ "summary": { "games": total, "tally": self.tallies } });
            return writeln!(out, "{summary}");
        }
        let lang = self.manner.lang;
        let mut parts: Vec<(usize, &str)> = self
            .tallies
            .iter()
            .map(|(tally, &count)| (count, (self.style.word)(tally, lang)))
            .collect();
        parts.sort_by_key(|part| std::cmp::Reverse(part.0));
        let parts: Vec<String> =
            parts.iter().map(|(count, word)| format!("{count} {word}")).collect();
        let (colon, comma) = match lang {
            Lang::Zh => ("：", "，"),
            Lang::En => (": ", ", "),
        };
        let games = crate::lang::tr!(lang, "共 {total} 局", "{total} games");
        writeln!(out, "{games}{colon}{}", parts.join(comma))
    }
}

/// Puts the file and the number of the game before the fields of an object.
fn with_place(named: Option<&Named>, fields: Value) -> Value {
    let mut object = serde_json::Map::new();
    if let Some(Named { file, number }) = named {
        object.insert("file".into(), json!(**file));
        object.insert("game".into(), json!(number));
    }
    if let Value::Object(fields) = fields {
        object.extend(fields);
    }
    Value::Object(object)
}
