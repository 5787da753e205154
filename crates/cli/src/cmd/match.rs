//! `shoutan match`: games between two engines, with an Elo difference at the end.

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::thread;
use std::time::Duration;

use board::BoardSize;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use rules::{Lang, Ruleset, Score, Start};
use serde_json::json;

use crate::Manner;
use crate::cmd::gtp::{find_rules, parse_time};
use crate::exit::Exit;
use crate::lang::tr;
use crate::trouble::Trouble;

mod elo;
mod game;
mod player;

use elo::Tally;
use game::Played;
use player::{Spec, Terms};

/// Play games between two engines and compare their strength
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The first engine: builtin:level1 … builtin:level5, builtin:visits=N, or a command that speaks GTP ({seed} in it becomes the game's number)
    #[arg(value_name = "A")]
    a: String,
    /// The second engine
    #[arg(value_name = "B")]
    b: String,
    /// How many games; the colours change after each
    #[arg(long, short = 'n', value_name = "N", default_value_t = 10, hide_default_value = true)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=100_000))]
    games: u32,
    /// Board size, such as 9, 19 or 7x9
    #[arg(long, value_name = "SIZE", default_value = "9", hide_default_value = true, value_parser = parse_size)]
    size: BoardSize,
    /// Rules, as `shoutan rules` lists them; without it Chinese
    #[arg(long, value_name = "NAME", default_value = "chinese", hide_default_value = true)]
    rules: String,
    /// Komi; without it that of the rules
    #[arg(long, value_name = "KOMI")]
    komi: Option<String>,
    /// Time for each move, such as 2s: built-in engines keep it, others are told it
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    time: Option<Duration>,
    /// How long an engine may take for an answer before it loses on time
    #[arg(long, value_name = "TIME", default_value = "120s", hide_default_value = true, value_parser = parse_time)]
    timeout: Duration,
    /// Games at the same time
    #[arg(long, value_name = "N", default_value_t = 1, hide_default_value = true)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=64))]
    jobs: u32,
    /// Where the random numbers of built-in engines begin
    #[arg(long, value_name = "N", default_value_t = 1, hide_default_value = true)]
    seed: u64,
    /// Folder for the records; without it match-1, match-2 … (the first that does not exist)
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

fn parse_size(text: &str) -> Result<BoardSize, String> {
    let (columns, rows) = text.split_once(['x', 'X', '×']).unwrap_or((text, text));
    let read = |text: &str| text.trim().parse::<u32>().map_err(|_| format!("{text} is no number"));
    BoardSize::new(read(columns)?, read(rows)?).map_err(|error| error.to_string())
}

/// What all games share.
#[derive(Debug)]
struct Plan {
    players: [Spec; 2],
    start: Start,
    terms: Terms,
    games: u32,
    seed: u64,
    out: PathBuf,
}

/// Plays the match; the exit code is 1 when A scored less than half.
///
/// # Errors
/// When the answer cannot be written.
pub(crate) fn run(args: &Args, manner: Manner) -> io::Result<Exit> {
    match plan(args, manner.lang) {
        Ok(plan) => play(&plan, args.jobs, manner),
        Err(trouble) => {
            crate::complain(&trouble, manner.lang)?;
            Ok(Exit::Failed)
        }
    }
}

fn plan(args: &Args, lang: Lang) -> Result<Plan, Trouble> {
    let ruleset = find_rules(&args.rules, lang)?;
    let spec = |text: &str| {
        Spec::parse(text).ok_or_else(|| {
            let what = tr!(lang, "没有这样的内置引擎", "there is no such built-in engine");
            let remedy = tr!(
                lang,
                "可用：builtin:level1 到 builtin:level5，builtin:visits=N，或一条 GTP 命令",
                "use builtin:level1 to builtin:level5, builtin:visits=N, or a command that speaks GTP"
            );
            Trouble::new("unknown-engine", text, what, remedy)
        })
    };
    let komi = match &args.komi {
        None => ruleset.komi_for(0),
        Some(text) => Ruleset::parse_komi(text, args.size).map_err(|error| {
            Trouble::new("komi", format!("--komi {text}"), error.to_string(), "")
        })?,
    };
    Ok(Plan {
        players: [spec(&args.a)?, spec(&args.b)?],
        start: start(&ruleset, args.size, komi),
        terms: Terms { time: args.time, timeout: args.timeout },
        games: args.games,
        seed: args.seed,
        out: folder(args.out.as_ref(), lang)?,
    })
}

fn start(ruleset: &Arc<Ruleset>, size: BoardSize, komi: Score) -> Start {
    Start { komi, ..Start::standard(Arc::clone(ruleset), size) }
}

/// Makes the folder of the records; one that holds records of a match is not written into.
fn folder(out: Option<&PathBuf>, lang: Lang) -> Result<PathBuf, Trouble> {
    let path = out.cloned().unwrap_or_else(|| {
        let free = (1..).map(|n| PathBuf::from(format!("match-{n}"))).find(|path| !path.exists());
        free.unwrap_or_else(|| PathBuf::from("match"))
    });
    if path.join(record_name(1)).exists() {
        let what = tr!(lang, "里面已有对局的棋谱", "it holds the records of a match already");
        let remedy = tr!(lang, "另选一个文件夹", "choose another folder");
        return Err(Trouble::new("exists", path.display().to_string(), what, remedy));
    }
    std::fs::create_dir_all(&path).map_err(|error| {
        let what = tr!(lang, "不能建立文件夹（{error}）", "cannot make the folder ({error})");
        Trouble::new("unwritable", path.display().to_string(), what, "")
    })?;
    Ok(path)
}

fn record_name(number: u32) -> String {
    format!("game-{number:04}.sgf")
}

fn play(plan: &Plan, jobs: u32, manner: Manner) -> io::Result<Exit> {
    let bar = bar(u64::from(plan.games));
    let tally = Mutex::new(Tally::default());
    let next = AtomicUsize::new(0);
    let (sender, results) = mpsc::channel();
    let mut failed = None;
    thread::scope(|scope| -> io::Result<()> {
        for _ in 0..jobs.min(plan.games) {
            let sender = sender.clone();
            let next = &next;
            scope.spawn(move || {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Ok(index) = u32::try_from(index) else { return };
                    if index >= plan.games {
                        return;
                    }
                    let result = game::play(plan, index);
                    if sender.send((index, result)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        for (index, result) in results {
            let written = match result {
                Ok(played) => bar.suspend(|| note(plan, index, &played, &tally, manner)),
                Err(trouble) => {
                    failed = Some(trouble);
                    Ok(())
                }
            };
            if failed.is_some() || written.is_err() {
                // Lets the games that run come to their end and begins no other.
                next.store(plan.games as usize, Ordering::Relaxed);
                written?;
            }
            bar.inc(1);
        }
        Ok(())
    })?;
    bar.finish_and_clear();
    if let Some(trouble) = failed {
        crate::complain(&trouble.in_lang(manner.lang), manner.lang)?;
        return Ok(Exit::Failed);
    }
    let tally = tally.into_inner().unwrap_or_default();
    summary(plan, &tally, manner)?;
    Ok(if tally.score() < 0.5 { Exit::Negative } else { Exit::Fine })
}

fn bar(games: u64) -> ProgressBar {
    // Hidden when stderr is no terminal.
    let bar = ProgressBar::with_draw_target(Some(games), ProgressDrawTarget::stderr());
    let template = "{spinner} {wide_bar:.cyan/dim} {pos}/{len}  {elapsed}/{duration}";
    bar.set_style(
        ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar()),
    );
    bar.enable_steady_tick(Duration::from_millis(500));
    bar
}

/// Counts and prints a game.
fn note(
    plan: &Plan,
    index: u32,
    played: &Played,
    tally: &Mutex<Tally>,
    manner: Manner,
) -> io::Result<()> {
    let a_is_black = game::a_is_black(index);
    let mut sum = tally.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    sum.add(played.points_of_a(a_is_black), a_is_black);
    let number = index + 1;
    let file = plan.out.join(record_name(number)).display().to_string();
    let [black, white] = game::names(plan, index);
    let mut out = anstream::stdout();
    let Played { result, moves, end, .. } = played;
    if manner.json {
        let line = json!({
            "game": number, "black": black, "white": white, "a_is_black": a_is_black,
            "result": result, "moves": moves, "decided_by": end.code(),
            "detail": end.describe(Lang::En), "seconds": { "black": played.seconds.black, "white": played.seconds.white },
            "file": file,
        });
        return writeln!(out, "{line}");
    }
    let end = end.describe(manner.lang);
    let score = sum.points();
    let line = tr!(
        manner.lang,
        "第 {number} 局：黑 {black}，白 {white}：{result}（{moves} 手，{end}）；A 得 {score}/{number}",
        "game {number}: {black} (B) against {white} (W): {result} ({moves} moves, {end}); A has {score} of {number}"
    );
    writeln!(out, "{line}")
}

fn summary(plan: &Plan, tally: &Tally, manner: Manner) -> io::Result<()> {
    let [a, b] = &plan.players;
    let (a, b) = (a.name(), b.name());
    let Tally { wins, draws, losses, .. } = *tally;
    let games = tally.games();
    let percent = 100.0 * tally.score();
    let elo = tally.elo();
    let mut out = anstream::stdout();
    if manner.json {
        let finite = |x: f64| x.is_finite().then_some((x * 10.0).round() / 10.0);
        let line = json!({ "summary": {
            "a": a, "b": b, "games": games, "wins": wins, "draws": draws, "losses": losses,
            "wins_as_black": tally.wins_as_black, "score": tally.score(),
            "elo": finite(elo.middle), "elo_low": finite(elo.low), "elo_high": finite(elo.high),
            "folder": plan.out.display().to_string(),
        }});
        return writeln!(out, "{line}");
    }
    let folder = plan.out.display();
    let black = tally.wins_as_black;
    let text = tr!(
        manner.lang,
        "A {a} 对 B {b}：{games} 局，A 胜 {wins} 和 {draws} 负 {losses}（{percent:.1}%，执黑胜 {black}）\nElo 差 {elo}（95% 置信）\n棋谱在 {folder}",
        "A {a} against B {b}: {games} games, A won {wins}, drew {draws}, lost {losses} ({percent:.1} %, {black} of the wins as Black)\nElo difference {elo} (95 % confidence)\nrecords in {folder}"
    );
    writeln!(out, "{text}")
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
    fn in_lang(&self, lang: Lang) -> Trouble {
        let what = if lang == Lang::Zh { &self.zh } else { &self.en };
        let remedy = tr!(
            lang,
            "先在终端里单独试这条命令；它须说 GTP 协议",
            "try the command by itself first; it must speak GTP"
        );
        Trouble::new(self.code, self.place.clone(), what.clone(), remedy)
    }
}

#[cfg(test)]
mod tests {
    use board::Color;

    use super::game::End;
    use super::*;

    #[test]
    fn sizes_are_read() {
        assert_eq!(parse_size("9"), Ok(BoardSize::square(9).unwrap()));
        assert_eq!(parse_size("7x9"), Ok(BoardSize::new(7, 9).unwrap()));
        for bad in ["", "0", "26", "9x", "nine"] {
            assert!(parse_size(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_match_of_built_in_engines_keeps_its_records() {
        let folder = tempfile::tempdir().unwrap();
        let ruleset = Ruleset::find("tromp_taylor").unwrap();
        let size = BoardSize::square(5).unwrap();
        let komi = ruleset.komi_for(0);
        let plan = Plan {
            players: ["builtin:visits=30", "builtin:visits=5"]
                .map(|text| Spec::parse(text).unwrap()),
            start: start(&ruleset, size, komi),
            terms: Terms { time: None, timeout: Duration::from_secs(600) },
            games: 2,
            seed: 1,
            out: folder.path().to_owned(),
        };
        for index in 0..2 {
            let played = game::play(&plan, index).unwrap();
            assert!(played.moves > 4, "{played:?}");
            let bytes = std::fs::read(folder.path().join(record_name(index + 1))).unwrap();
            let parsed = sgf::parse(&bytes);
            let replay = sgf::replay(&parsed.trees[0]).unwrap();
            assert!(replay.is_legal());
            assert_eq!(replay.moves, played.moves);
            assert!(matches!(played.end, End::Counted | End::Resigned), "{played:?}");
        }
    }

    #[test]
    fn an_engine_that_is_none_is_a_failure_and_one_that_dies_loses() {
        let folder = tempfile::tempdir().unwrap();
        let ruleset = Ruleset::chinese();
        let size = BoardSize::square(5).unwrap();
        let mut plan = Plan {
            players: ["builtin:visits=5", "no-such-engine"].map(|text| Spec::parse(text).unwrap()),
            start: start(&ruleset, size, Score::ZERO),
            terms: Terms { time: None, timeout: Duration::from_secs(600) },
            games: 1,
            seed: 1,
            out: folder.path().to_owned(),
        };
        assert_eq!(game::play(&plan, 0).unwrap_err().code, "engine");
        // Answers what it is told before the game and dies when it is asked for a move.
        let script =
            "while read a b; do case $a in genmove) exit;; *) printf '= \\n\\n';; esac; done";
        plan.players[1] = Spec::parse(script).unwrap();
        let played = game::play(&plan, 0).unwrap();
        assert_eq!((played.end, played.result.as_str()), (End::Died(Color::White), "B+F"));
        let script = "while read a b; do case $a in genmove) printf '= A9\\n\\n';; *) printf '= \\n\\n';; esac; done";
        plan.players[1] = Spec::parse(script).unwrap();
        let played = game::play(&plan, 0).unwrap();
        assert_eq!(played.result, "B+F");
        assert!(matches!(played.end, End::Illegal(Color::White, _)), "{played:?}");
    }
}
