//! `shoutan gtp`: the engine for programs that speak the Go Text Protocol, over standard input and output.

use std::io::{self, Write};
use std::time::Duration;

use board::BoardSize;
use engine::{Budget, Engine, Level, Settings};
use gtp::{Answer, Command, Request};
use rules::{Lang, Ruleset};

use crate::Manner;
use crate::exit::Exit;
use crate::lang::tr;
use crate::thinking::Thinking;
use crate::trouble::Trouble;

mod game;
mod input;
mod record;
mod session;

pub(crate) use game::{fresh, with_turn};
pub(crate) use input::Input;
pub(crate) use record::header;
pub(crate) use session::Session;

/// The board before the controller says another size.
const FIRST_LINES: u32 = 19;

/// Play as an engine over the Go Text Protocol (GTP 2) on standard input and output
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Strength: 1 (weakest) to 5, or with a network a rank from 20k to 9d; without it the strongest
    #[arg(long, value_name = "LEVEL", value_parser = parse_level)]
    level: Option<Level>,
    /// Rules, as `shoutan rules` lists them; without it Chinese
    #[arg(long, value_name = "NAME")]
    rules: Option<String>,
    /// Time for each move, such as 2s or 500ms, whatever the other side says of clocks
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    time: Option<Duration>,
    /// Visits for each move instead of the level's
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    visits: Option<u32>,
    /// Where the random numbers begin; the same seed, game and visits give the same moves
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    seed: u64,
    /// Never resign
    #[arg(long)]
    no_resign: bool,
    /// Think on the other side's time
    #[arg(long)]
    ponder: bool,
    #[command(flatten)]
    thinking: Thinking,
}

/// A level by its number, rank or name.
fn parse_level(text: &str) -> Result<Level, String> {
    Level::find(text).ok_or_else(|| format!("{text} is no level: 1 to 5, or 20k to 9d"))
}

/// A time such as `2s`, `0.5s`, `500ms` or `2` (seconds).
pub(crate) fn parse_time(text: &str) -> Result<Duration, String> {
    let (number, unit) = match text.strip_suffix("ms") {
        Some(number) => (number, 1e-3),
        None => (text.strip_suffix('s').unwrap_or(text), 1.0),
    };
    let seconds = number.trim().parse::<f64>().ok().map(|number| number * unit);
    let fine = |time: &Duration| *time >= Duration::from_millis(1) && time.as_secs() <= 86_400;
    seconds
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .filter(fine)
        .ok_or_else(|| format!("{text} is no time from 1ms to 24 hours, such as 2s"))
}

/// Finds a ruleset, or says which name is near.
pub(crate) fn find_rules(name: &str, lang: Lang) -> Result<std::sync::Arc<Ruleset>, Trouble> {
    Ruleset::find(name).map_err(|error| {
        let remedy = tr!(lang, "shoutan rules 列出全部规则", "shoutan rules lists all rulesets");
        Trouble::new("unknown-rules", format!("--rules {name}"), error.to_string(), remedy)
    })
}

/// Answers until `quit` or the end of the input.
///
/// # Errors
/// When an answer cannot be written or the input fails.
pub(crate) fn run(args: &Args, manner: Manner) -> io::Result<Exit> {
    match set_up(args, manner.lang) {
        Ok(mut session) => {
            let input = Input::read(io::BufReader::new(io::stdin()));
            // Some programs wait for this line, which is KataGo's.
            writeln!(anstream::stderr(), "GTP ready, beginning main protocol loop")?;
            converse(&mut session, &input, &mut io::stdout().lock())?;
            Ok(Exit::Fine)
        }
        Err(trouble) => {
            crate::complain(&trouble, manner.lang)?;
            Ok(Exit::Failed)
        }
    }
}

/// The session that the flags ask for.
fn set_up(args: &Args, lang: Lang) -> Result<Session, Trouble> {
    let mut settings = args.thinking.settings(lang)?;
    let rules = args.rules.as_deref().or(settings.rules.as_deref()).unwrap_or("chinese");
    let ruleset = find_rules(rules, lang)?;
    if args.ponder {
        settings.overrides.ponder = Some(true);
    }
    let net = args.thinking.net(lang)?;
    let level = match &args.level {
        // Ranks are a network's; without one the level that is nearest.
        Some(level) if net.is_none() => Level::offered_for(level.number, None),
        other => other.clone(),
    };
    let engine = Engine::new(Settings {
        level: level.unwrap_or_default(),
        net,
        seed: args.seed,
        resigns: !args.no_resign,
        ..Settings::default()
    });
    let budget = Budget { visits: args.visits, time: args.time, ..Budget::LEVEL };
    let size = BoardSize::square(FIRST_LINES).map_err(|error| {
        Trouble::new("bad-size", FIRST_LINES.to_string(), error.to_string(), "")
    })?;
    Ok(Session::new(engine, ruleset, size, budget, settings))
}

/// Reads requests and writes answers.
pub(crate) fn converse(
    session: &mut Session,
    input: &Input,
    output: &mut dyn Write,
) -> io::Result<()> {
    while let Some(line) = input.next()? {
        match Request::parse(&line) {
            Ok(None) => continue,
            Ok(Some(request)) => session.answer(&request, input, output)?,
            Err(error) => {
                write!(output, "{}", Answer::failure(error.id(), error.to_string()))?;
                output.flush()?;
            }
        }
        if session.has_quit() {
            break;
        }
    }
    Ok(())
}

/// Whether the protocol's list of commands holds a name.
pub(crate) fn is_known(name: &str) -> bool {
    Command::NAMES.contains(&name)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use gtp::MAX_LINE;

    use super::*;

    /// The answers to a transcript: lines of the controller start with `>`, everything else is what comes back. The
    /// first line may hold flags: `# level=1 rules=japanese visits=100 seed=3`.
    fn play(transcript: &str) -> String {
        let flag = |name: &str| {
            let line = transcript.lines().next().filter(|line| line.starts_with('#'))?;
            line.split(' ').find_map(|word| word.strip_prefix(name)?.strip_prefix('='))
        };
        let number =
            |name: &str, otherwise: u64| flag(name).map_or(otherwise, |n| n.parse().unwrap());
        let level = Level::numbered(number("level", 5) as u8).unwrap();
        let settings = Settings { level, seed: number("seed", 0), ..Settings::default() };
        let rules = Ruleset::find(flag("rules").unwrap_or("chinese")).unwrap();
        let budget = Budget::visits(number("visits", 100) as u32);
        let size = BoardSize::square(FIRST_LINES).unwrap();
        let katago = crate::settings::Settings::default();
        let mut session = Session::new(Engine::new(settings), rules, size, budget, katago);
        let mut text = String::new();
        for line in transcript.lines() {
            if line.starts_with('#') {
                text.push_str(&format!("{line}\n"));
            }
            let Some(request) = line.strip_prefix("> ") else { continue };
            text.push_str(&format!("{line}\n"));
            let mut output = Vec::new();
            converse(&mut session, &Input::of(request.as_bytes()), &mut output).unwrap();
            text.push_str(&String::from_utf8(output).unwrap());
        }
        text
    }

    /// `UPDATE=1` writes what the engine answers now.
    #[test]
    fn transcripts_come_out_as_they_are_written() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/gtp");
        let mut seen = 0;
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_none_or(|extension| extension != "txt") {
                continue;
            }
            let expected = fs::read_to_string(&path).unwrap();
            let found = play(&expected);
            if std::env::var_os("UPDATE").is_some() {
                fs::write(&path, &found).unwrap();
            } else {
                assert_eq!(found, expected, "{}", path.display());
            }
            seen += 1;
        }
        assert!(seen >= 5, "{seen} transcripts");
    }

    #[test]
    fn times_are_read() {
        assert_eq!(parse_time("2s"), Ok(Duration::from_secs(2)));
        assert_eq!(parse_time("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(parse_time("0.25"), Ok(Duration::from_millis(250)));
        for bad in ["", "s", "0", "-1s", "nan", "1e9s", "two"] {
            assert!(parse_time(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_line_without_end_is_read_over() {
        let rules = Ruleset::chinese();
        let engine = Engine::new(Settings::default());
        let size = BoardSize::square(FIRST_LINES).unwrap();
        let katago = crate::settings::Settings::default();
        let mut session = Session::new(engine, rules, size, Budget::visits(1), katago);
        let mut input = vec![b'a'; 3 * MAX_LINE];
        input.extend_from_slice(b"\n1 name\n");
        let mut output = Vec::new();
        converse(&mut session, &Input::of(&input), &mut output).unwrap();
        let text = String::from_utf8(output).unwrap();
        assert!(text.starts_with("? line of "), "{text}");
        assert!(text.ends_with("=1 Shoutan\n\n"), "{text}");
    }
}
