//! `shoutan admin`: back up, restore, migrate and check the database of a server.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anstyle::{AnsiColor, Style as Ink};
use board::{BoardSize, Coordinates};
use clap::ValueEnum;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use rules::{Lang, Outcome};
use serde_json::{Value, json};
use store::admin::{self, AdminError, Problem, Progress, Report, Step};
use store::{Address, AddressError, Fault, OpenError, ReadError};

use crate::Manner;
use crate::exit::Exit;
use crate::lang::tr;
use crate::trouble::Trouble;

/// Back up, restore, migrate or check the database of a server
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// backup (everything into one file, also while the server runs), restore (a backup into a new or empty
    /// database), migrate (make the tables or bring them up to date), check (read everything, replay every game)
    #[arg(value_name = "ACTION", hide_possible_values = true)]
    action: Action,
    /// The backup: the file to write, or to restore from
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    /// The database: sqlite:PATH or postgres://USER@HOST/NAME; without it the one that serve would use
    #[arg(long, value_name = "ADDRESS", env = "SHOUTAN_DATABASE", hide_env = true)]
    database: Option<String>,
    /// The data folder of the server; without it the system's place for data
    #[arg(long, value_name = "FOLDER", env = "SHOUTAN_DATA_DIR", hide_env = true)]
    data: Option<PathBuf>,
}

/// What is to be done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Action {
    /// Everything into one file.
    Backup,
    /// A backup into a new or empty database.
    Restore,
    /// The tables brought up to date.
    Migrate,
    /// Everything read, every game replayed.
    Check,
}

const GOOD: Ink = AnsiColor::Green.on_default().bold();
const BAD: Ink = AnsiColor::Red.on_default().bold();

/// Shorter work shows no bar.
const QUIET: Duration = Duration::from_secs(1);

/// Problems that are listed; with more, only their number is told.
const LISTED: usize = 100;

/// Does what is asked for and says how it went.
///
/// # Errors
/// When the answer cannot be written.
pub(crate) fn run(args: &Args, manner: Manner) -> io::Result<Exit> {
    match act(args, manner) {
        Ok((text, exit)) => {
            write!(anstream::stdout(), "{text}")?;
            Ok(exit)
        }
        Err(trouble) => {
            crate::complain(&trouble, manner.lang)?;
            Ok(Exit::Failed)
        }
    }
}

fn act(args: &Args, manner: Manner) -> Result<(String, Exit), Trouble> {
    let lang = manner.lang;
    let database = match &args.database {
        Some(database) => database.clone(),
        None => super::serve::database(args.data.as_deref(), lang)?,
    };
    let address: Address = database.parse().map_err(|error: AddressError| {
        trouble(&error.to_string(), AdminError::Open(error.into()), lang)
    })?;
    let place = address.to_string();
    let failed = |error| trouble(&place, error, lang);
    let bar = Bar::new();
    let answer = match (args.action, &args.file) {
        (Action::Backup, Some(file)) => {
            admin::backup(&address, file, &mut |progress| bar.show(progress)).map_err(failed)?;
            written(file, manner)
        }
        (Action::Restore, Some(file)) => {
            admin::restore(file, &address, &mut |progress| bar.show(progress)).map_err(failed)?;
            restored(&place, manner)
        }
        (Action::Migrate, None) => migrated(admin::migrate(&address).map_err(failed)?, manner),
        (Action::Check, None) => {
            let report =
                admin::check(&address, &mut |progress| bar.show(progress)).map_err(failed)?;
            checked(&report, manner)
        }
        (Action::Backup | Action::Restore, None) => return Err(file_missing(lang)),
        (Action::Migrate | Action::Check, Some(file)) => return Err(file_too_much(file, lang)),
    };
    bar.finish();
    Ok(answer)
}

fn file_missing(lang: Lang) -> Trouble {
    let what = tr!(lang, "缺少备份文件名", "the backup's file is missing");
    let remedy = tr!(
        lang,
        "例：shoutan admin backup games.backup",
        "as in shoutan admin backup games.backup"
    );
    Trouble::new("arguments", "FILE", what, remedy)
}

fn file_too_much(file: &Path, lang: Lang) -> Trouble {
    let what = tr!(lang, "这个动作不要文件", "this action takes no file");
    let remedy = tr!(lang, "数据库用 --database 指定", "--database names the database");
    Trouble::new("arguments", file.display().to_string(), what, remedy)
}

fn line(value: &Value) -> String {
    format!("{value}\n")
}

fn written(file: &Path, manner: Manner) -> (String, Exit) {
    let bytes = fs::metadata(file).map_or(0, |data| data.len());
    let name = file.display().to_string();
    let text = if manner.json {
        line(&json!({ "action": "backup", "file": name, "bytes": bytes }))
    } else {
        tr!(
            manner.lang,
            "{GOOD}已备份{GOOD:#}到 {name}（{bytes} 字节）\n",
            "{GOOD}backed up{GOOD:#} to {name} ({bytes} bytes)\n"
        )
    };
    (text, Exit::Fine)
}

fn restored(place: &str, manner: Manner) -> (String, Exit) {
    let text = if manner.json {
        line(&json!({ "action": "restore", "database": place }))
    } else {
        tr!(manner.lang, "{GOOD}已恢复{GOOD:#}到 {place}\n", "{GOOD}restored{GOOD:#} to {place}\n")
    };
    (text, Exit::Fine)
}

fn migrated(number: i64, manner: Manner) -> (String, Exit) {
    let text = if manner.json {
        line(&json!({ "action": "migrate", "migration": number }))
    } else {
        tr!(
            manner.lang,
            "{GOOD}数据库已是最新{GOOD:#}（第 {number} 版）\n",
            "{GOOD}the database is up to date{GOOD:#} (migration {number})\n"
        )
    };
    (text, Exit::Fine)
}

fn checked(report: &Report, manner: Manner) -> (String, Exit) {
    let lang = manner.lang;
    let exit = if report.problems.is_empty() { Exit::Fine } else { Exit::Negative };
    let Report { games, events, accounts, records, problems } = report;
    if manner.json {
        let list: Vec<_> = problems
            .iter()
            .take(LISTED)
            .map(|problem| {
                json!({
                    "code": code(problem), "message": describe(problem, lang)
                })
            })
            .collect();
        let value = json!({
            "action": "check", "games": games, "events": events, "accounts": accounts,
            "records": records, "problem_count": problems.len(), "problems": list
        });
        return (line(&value), exit);
    }
    let read = tr!(
        lang,
        "{games} 局、{events} 个事件、{accounts} 个账号、{records} 份棋谱",
        "{games} games, {events} events, {accounts} accounts, {records} records"
    );
    let count = problems.len();
    let mut text = if count == 0 {
        tr!(lang, "{GOOD}完好{GOOD:#}：{read}\n", "{GOOD}sound{GOOD:#}: {read}\n")
    } else {
        tr!(
            lang,
            "{BAD}有 {count} 处问题{BAD:#}：{read}\n",
            "{BAD}{count} problems{BAD:#}: {read}\n"
        )
    };
    for problem in problems.iter().take(LISTED) {
        text.push_str(&format!("  {}\n", describe(problem, lang)));
    }
    if count > LISTED {
        let rest = count - LISTED;
        text.push_str(&tr!(lang, "  另有 {rest} 处\n", "  and {rest} more\n"));
    }
    (text, exit)
}

/// A stable word for programs.
fn code(problem: &Problem) -> &'static str {
    match problem {
        Problem::File(_) => "file",
        Problem::Row(_) => "row",
        Problem::Gap { .. } => "gap",
        Problem::Terms { .. } => "terms",
        Problem::Refused { .. } => "refused",
        Problem::Clock { .. } => "clock",
        Problem::Outcome { .. } => "outcome",
        Problem::Orphan(_) => "orphan",
    }
}

fn describe(problem: &Problem, lang: Lang) -> String {
    let outcome = |outcome: &Option<Outcome>| match outcome {
        Some(outcome) => outcome.to_sgf(),
        None => tr!(lang, "无", "none"),
    };
    match problem {
        Problem::File(why) => tr!(lang, "数据库文件：{why}", "database file: {why}"),
        Problem::Row(why) => tr!(lang, "读不出的一行：{why}", "unreadable row: {why}"),
        Problem::Gap { game, missing } => {
            let missing = missing.0;
            tr!(
                lang,
                "对局 {game}：缺第 {missing} 个事件",
                "game {game}: event {missing} is missing"
            )
        }
        Problem::Terms { game, why } => {
            tr!(lang, "对局 {game}：条件不成立（{why}）", "game {game}: impossible terms ({why})")
        }
        Problem::Refused { game, seq, why } => {
            // The size only turns points into letters; the largest has them all.
            let why = BoardSize::square(25).map_or_else(
                |_| why.code().to_owned(),
                |size| why.describe(lang, Coordinates::Numeric, size),
            );
            let seq = seq.0;
            tr!(
                lang,
                "对局 {game} 第 {seq} 个事件：规则不允许（{why}）",
                "game {game}, event {seq}: against the rules ({why})"
            )
        }
        Problem::Clock { game, seq, why } => {
            let seq = seq.0;
            tr!(
                lang,
                "对局 {game} 第 {seq} 个事件：棋钟不对（{why}）",
                "game {game}, event {seq}: impossible clock ({why})"
            )
        }
        Problem::Outcome { game, noted, played } => {
            let (noted, played) = (outcome(noted), outcome(played));
            tr!(
                lang,
                "对局 {game}：所记结果是{noted}，复盘所得是{played}",
                "game {game}: the noted result is {noted}, the events make {played}"
            )
        }
        Problem::Orphan(game) => {
            tr!(
                lang,
                "对局 {game}：有事件而没有这局棋",
                "game {game}: there are events but no game"
            )
        }
    }
}

/// What kept it from being done, in words, with what would help.
fn trouble(place: &str, error: AdminError, lang: Lang) -> Trouble {
    let new = |code, what: String, remedy: String| Trouble::new(code, place, what, remedy);
    match error {
        AdminError::NoStore(path) => new(
            "missing",
            tr!(lang, "{} 不存在", "there is nothing at {}", path.display()),
            tr!(lang, "看看路径是否写对", "see whether the path is right"),
        ),
        AdminError::Exists(path) => new(
            "exists",
            tr!(lang, "{} 已经存在", "{} exists already", path.display()),
            tr!(lang, "换一个名字，或先把它移走", "take another name, or move it away first"),
        ),
        AdminError::NotEmpty(table) => new(
            "not-empty",
            tr!(
                lang,
                "数据库里已有内容（表 {table}）",
                "the database is not empty (table {table})"
            ),
            tr!(lang, "恢复到一个新的空数据库", "restore into a new, empty database"),
        ),
        AdminError::DamagedBackup(why) => new(
            "damaged",
            tr!(lang, "备份已损坏：{why}", "the backup is damaged: {why}"),
            tr!(lang, "换另一份备份", "take another backup"),
        ),
        AdminError::File { path, why } => new(
            "file",
            format!("{}: {why}", path.display()),
            tr!(
                lang,
                "看看文件夹是否存在、可写、有空间",
                "see that the folder exists, is writable and has room"
            ),
        ),
        AdminError::Open(error) => opening(place, error, lang),
        AdminError::Fault(fault) => new("database", fault_text(&fault, lang), String::new()),
        AdminError::Read(ReadError::Fault(fault)) => {
            new("database", fault_text(&fault, lang), String::new())
        }
        AdminError::Read(damaged) => new(
            "damaged",
            tr!(lang, "有一行读不出：{damaged}", "a row cannot be read: {damaged}"),
            String::new(),
        ),
    }
}

fn opening(place: &str, error: OpenError, lang: Lang) -> Trouble {
    let (code, what, remedy) = match error {
        OpenError::Address(error) => (
            "address",
            tr!(lang, "不是数据库地址（{error}）", "{error}"),
            tr!(
                lang,
                "写成 sqlite:路径 或 postgres://用户@主机/库名",
                "write sqlite:PATH or postgres://USER@HOST/NAME"
            ),
        ),
        OpenError::Newer(number) => (
            "newer",
            tr!(
                lang,
                "数据库是更新的程序建的（第 {number} 版）",
                "the database was made by a newer program (migration {number})"
            ),
            tr!(lang, "用更新的 shoutan", "take a newer shoutan"),
        ),
        OpenError::Foreign(number) => (
            "foreign",
            tr!(
                lang,
                "数据库第 {number} 版与本程序的不同",
                "migration {number} of the database is not this program's"
            ),
            tr!(lang, "用建立它的那个程序", "take the program that made it"),
        ),
        OpenError::Older(number) => (
            "older",
            tr!(
                lang,
                "数据库还没有更新到第 {number} 版",
                "the database is not at migration {number} yet"
            ),
            "shoutan admin migrate".to_owned(),
        ),
        OpenError::Fault(fault) => ("database", fault_text(&fault, lang), String::new()),
    };
    Trouble::new(code, place, what, remedy)
}

/// What the database itself says is in its own language.
fn fault_text(fault: &Fault, lang: Lang) -> String {
    match fault {
        Fault::Full(why) => {
            tr!(lang, "磁盘或存储已满（{why}）", "the disk or the store is full ({why})")
        }
        Fault::ReadOnly(why) => tr!(lang, "只能读，不能写（{why}）", "it is read-only ({why})"),
        Fault::Busy(why) => {
            tr!(lang, "被另一个程序占用（{why}）", "another process holds it ({why})")
        }
        Fault::Unreachable(why) => {
            tr!(lang, "打不开或连不上（{why}）", "it cannot be reached ({why})")
        }
        Fault::Damaged(why) => {
            tr!(
                lang,
                "已损坏，或不是手谈的数据库（{why}）",
                "it is damaged, or no database of shoutan ({why})"
            )
        }
        Fault::Closed => tr!(lang, "已关闭", "it is closed"),
        Fault::Other(why) => tr!(lang, "数据库拒绝了（{why}）", "the database refused ({why})"),
    }
}

/// A bar on stderr for work that takes over a second.
struct Bar {
    bar: ProgressBar,
    start: Instant,
}

impl Bar {
    fn new() -> Self {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        let template = "{spinner} {wide_bar:.cyan/dim} {percent:>3} %  {elapsed}/{duration}";
        bar.set_style(
            ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar()),
        );
        Self { bar, start: Instant::now() }
    }

    fn show(&self, progress: Progress) {
        if self.bar.is_hidden() && self.start.elapsed() > QUIET {
            // Stays hidden when stderr is no terminal.
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        if progress.step == Step::File {
            self.bar.tick();
            return;
        }
        self.bar.set_length(progress.total.max(progress.done));
        self.bar.set_position(progress.done);
    }

    fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
