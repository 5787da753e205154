//! `shoutan analysis`: positions analysed for programs that speak KataGo's JSON protocol, over standard input and output.

use std::io::{self, BufRead, Read, Write};
use std::sync::Arc;
use std::thread;

use engine::{Engine, Net};
use gtp::{Action, ActionRequest, Message, Perspective, Query, QueryError, Warning};
use rules::Lang;

use self::desk::{Asked, Desk};
use self::position::Told;
use crate::Manner;
use crate::exit::Exit;
use crate::settings::Settings;
use crate::thinking::{self, Thinking};
use crate::trouble::Trouble;

mod desk;
mod position;
mod worker;

/// The version of KataGo whose protocol this is: programs ask for it to know what they may use.
const PROTOCOL: &str = "1.16.0";

/// The longest query, in bytes.
const MOST_BYTES: u64 = 16 << 20;

/// Visits for a position when nothing says how many.
const VISITS: u32 = 500;

/// Analyse positions for other programs: KataGo's JSON protocol on standard input and output
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Visits for each position of queries that say nothing of them; without it the settings', else 500
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    visits: Option<u32>,
    /// Positions analysed at the same time; without it the settings', else one for each core
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    analysis_threads: Option<u16>,
    /// Give up what is not analysed yet when the input ends
    #[arg(long)]
    quit_without_waiting: bool,
    #[command(flatten)]
    thinking: Thinking,
}

/// Answers queries until the input ends and all is answered.
///
/// # Errors
/// When an answer cannot be written or the input fails.
pub(crate) fn run(args: &Args, manner: Manner) -> io::Result<Exit> {
    let set_up = || -> Result<(Settings, Option<Net>), Trouble> {
        Ok((settings(args, manner.lang)?, args.thinking.net(manner.lang)?))
    };
    let (settings, net) = match set_up() {
        Ok(found) => found,
        Err(trouble) => {
            crate::complain(&trouble, manner.lang)?;
            return Ok(Exit::Failed);
        }
    };
    let desk = Arc::new(Desk::new(Box::new(io::stdout())));
    let count = settings.positions.unwrap_or_else(cores);
    let workers: Vec<_> = (0..count)
        .map(|_| {
            let (desk, engine) = (Arc::clone(&desk), engine(net.clone(), &settings, count));
            thread::spawn(move || worker::work(&desk, engine))
        })
        .collect();
    // Programs wait for these words, which are KataGo's.
    let version = env!("CARGO_PKG_VERSION");
    writeln!(anstream::stderr(), "Shoutan {version}: Started, ready to begin handling requests")?;
    let clerk = Clerk { desk: &desk, settings: &settings, net: net.as_ref() };
    let result = clerk.serve(&mut io::stdin().lock());
    if args.quit_without_waiting || result.is_err() {
        desk.give_up();
    }
    desk.close();
    for worker in workers {
        // A worker that panicked has said so on stderr.
        let _ = worker.join();
    }
    result.and(desk.take_error()).map(|()| Exit::Fine)
}

/// What queries do not say.
fn settings(args: &Args, lang: Lang) -> Result<Settings, Trouble> {
    let mut settings = args.thinking.settings(lang)?;
    let overrides = &mut settings.overrides;
    if args.visits.is_some() {
        overrides.max_visits = args.visits;
    }
    if overrides.max_visits.is_none() && overrides.max_time.is_none() {
        overrides.max_visits = Some(VISITS);
    }
    if let Some(threads) = args.analysis_threads {
        settings.positions = Some(threads.into());
    }
    // KataGo's own example file says Black; a file that says nothing means the side to move, as with KataGo.
    if settings.perspective.is_none() && !args.thinking.has_config() {
        settings.perspective = Some(Perspective::Black);
    }
    Ok(settings)
}

/// One position for each core.
fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// One of several that share the memory of one player.
fn engine(net: Option<Net>, settings: &Settings, count: usize) -> Engine {
    let whole = engine::Settings::default();
    let share = u32::try_from(count).unwrap_or(u32::MAX).max(1);
    Engine::new(engine::Settings {
        net,
        threads: settings.threads.or(settings.overrides.threads).unwrap_or(1),
        // Every worker has the same seed: which of them answers changes nothing.
        seed: 0,
        max_nodes: (whole.max_nodes / share).max(50_000),
        net_memory: (whole.net_memory / count.max(1)).max(32 << 20),
        net_cache: (whole.net_cache / count.max(1)).max(16 << 20),
        ..whole
    })
}

/// Takes in queries and carries out actions.
struct Clerk<'a> {
    desk: &'a Arc<Desk>,
    settings: &'a Settings,
    net: Option<&'a Net>,
}

impl Clerk<'_> {
    fn serve(&self, input: &mut impl BufRead) -> io::Result<()> {
        let mut line = Vec::new();
        while next_line(input, &mut line)? && !self.desk.has_failed() {
            if line.len() as u64 > MOST_BYTES {
                let message = format!("a query is longer than {MOST_BYTES} bytes");
                self.desk.say(&QueryError { id: None, field: None, message }.answer());
                continue;
            }
            if line.trim_ascii().is_empty() {
                continue;
            }
            match Message::parse(&line) {
                Ok(Message::Query(query)) => self.take(*query),
                Ok(Message::Action(request)) => self.act(&request),
                Err(error) => self.desk.say(&error.answer()),
            }
        }
        Ok(())
    }

    fn take(&self, query: Query) {
        match self.asked(query) {
            Ok((asked, warnings)) => {
                for warning in warnings.iter().chain(&asked.query.warnings) {
                    self.desk.say(&warning.answer(&asked.query.id));
                }
                self.desk.put(&Arc::new(asked));
            }
            Err(error) => self.desk.say(&error.answer()),
        }
    }

    /// Checks what the protocol's reader cannot: the settings' names, and the game itself.
    fn asked(&self, query: Query) -> Result<(Asked, Vec<Warning>), QueryError> {
        let mut own = Settings::default();
        let mut warnings = Vec::new();
        for set in &query.overrides {
            let known = own.set(&set.name, &set.value).map_err(|message| QueryError {
                id: Some(query.id.clone()),
                field: Some(set.field),
                message,
            })?;
            if !known {
                let message = format!("unknown setting {}", set.name);
                warnings.push(Warning { field: set.field.to_owned(), message });
            }
        }
        if let Some(model) = &query.model
            && self.net.is_none_or(|net| net.name() != model)
        {
            let message = format!("no network is called {model}");
            return Err(QueryError { id: Some(query.id), field: Some("model"), message });
        }
        let (game, repeated) = Told::new(&query)?;
        warnings.extend(repeated);
        let settings = own.over(self.settings);
        Ok((Asked { query, game, settings }, warnings))
    }

    fn act(&self, request: &ActionRequest) {
        let answer = match &request.action {
            Action::QueryVersion => {
                request.version(PROTOCOL, concat!("Shoutan ", env!("CARGO_PKG_VERSION")))
            }
            Action::QueryModels => request.models(&thinking::models(self.net)),
            Action::ClearCache => {
                self.desk.clear();
                request.echo()
            }
            Action::Terminate { id, turns } => {
                self.desk.terminate(Some(id), turns.as_deref());
                request.echo()
            }
            Action::TerminateAll { turns } => {
                self.desk.terminate(None, turns.as_deref());
                request.echo()
            }
        };
        self.desk.say(&answer);
    }
}

/// Reads a line without its end; of one that is too long only the beginning.
fn next_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<bool> {
    line.clear();
    if input.by_ref().take(MOST_BYTES + 1).read_until(b'\n', line)? == 0 {
        return Ok(false);
    }
    if line.last() == Some(&b'\n') {
        line.pop();
    } else if line.len() as u64 > MOST_BYTES {
        input.skip_until(b'\n')?;
    }
    Ok(true)
}

#[cfg(test)]
mod tests;
