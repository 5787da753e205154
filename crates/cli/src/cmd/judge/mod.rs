//! `shoutan judge`: replay, find the end, count, explain line by line, compare with the recorded result.
//!
//! The rules are applied by the crate `rules`; here a record becomes a case, and the verdict a text or an object.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use board::{BoardSize, ByColor, Coordinates};
use rules::lab::Row;
use rules::referee::{self, Agreement, Case, Claim, ClaimedBy, ClaimedUnit, Level, Verdict};
use rules::{KomiError, Lang, Marking, Marks, MarksFrom, Outcome, Phase, Ruleset, Start, WinBy};
use serde_json::Value;
use sgf::info::amount::{Amount, Unit};
use sgf::info::result::{RecordedResult, WinBy as RecordedBy};
use sgf::replay::{IllegalStep, Replay, ReplayOptions, Replayer};
use sgf::{Diagnostics, GameInfo, NodeId};

use crate::Manner;
use crate::batch::{self, Answer, Style};
use crate::cmd::position;
use crate::exit::Exit;
use crate::lang::tr;
use crate::layout::harmless;
use crate::records::{self, Record};
use crate::trouble::Trouble;

mod dead;
mod json;
mod lab;
mod line;
mod text;

pub(crate) use line::side;

/// Replay a record, count its end, explain the count and compare it with the recorded result
#[derive(Debug, Default, clap::Args)]
pub(crate) struct Args {
    /// Records: files or folders, compressed (.gz) or not; - is standard input
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Ruleset to judge by, whatever the record says; "all" shows the game under every ruleset
    #[arg(long, value_name = "NAME")]
    rules: Option<String>,
    /// Komi in points for White, whatever the record says: 7.5, -3, 3.75zi
    #[arg(long, value_name = "K", allow_hyphen_values = true)]
    komi: Option<String>,
    /// Dead stones: auto (our own reading), none, or a stone of each dead chain such as a1,b2;
    /// without it the record's marks, else auto
    #[arg(long, value_name = "POINTS")]
    dead: Option<String>,
    /// Judge the position after this many moves
    #[arg(long = "move", value_name = "N")]
    move_number: Option<u32>,
    /// Judge the position at this node, in variations too; `check --json` and the findings number the nodes
    #[arg(long, value_name = "N", conflicts_with = "move_number")]
    node: Option<usize>,
    /// Read the texts in this encoding, whatever the file says
    #[arg(long, value_name = "NAME")]
    charset: Option<String>,
    /// The whole story of each game, also when there are several
    #[arg(long)]
    full: bool,
}

/// Judges every game of the inputs.
///
/// # Errors
/// When the answer cannot be written.
pub(crate) fn run(args: &Args, manner: Manner) -> io::Result<Exit> {
    let plan = match Plan::new(args, manner.lang) {
        Ok(plan) => plan,
        Err(trouble) => {
            crate::complain(&trouble, manner.lang)?;
            return Ok(Exit::Failed);
        }
    };
    let style = Style { full: args.full, word };
    let init = || Replayer::new(plan.replay.clone());
    batch::run(&args.files, plan.records, manner, &style, init, |replayer, record, full| {
        plan.answer(replayer, record, full, manner)
    })
}

/// The words of the summary.
fn word(tally: &str, lang: Lang) -> &'static str {
    let (zh, en) = match tally {
        "agrees" => ("局相符", "agree"),
        "differs" => ("局不符", "differ"),
        "unfinished" => ("局未下完", "not finished"),
        "not-counted" => ("局非数子决胜", "not decided by counting"),
        "unrecorded" => ("局未记结果", "without a recorded result"),
        "illegal" => ("局有不合法的着手", "illegal"),
        _ => ("局无法判定", "could not be judged"),
    };
    if lang == Lang::Zh { zh } else { en }
}

/// Where the rules or the komi of a judgement are from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Origin {
    /// The command line.
    Option,
    /// The record.
    Record,
    /// The record says nothing usable.
    Default,
}

impl Origin {
    fn of(option: bool, record: bool) -> Self {
        match (option, record) {
            (true, _) => Origin::Option,
            (false, true) => Origin::Record,
            (false, false) => Origin::Default,
        }
    }

    /// A stable word.
    pub(crate) fn code(self) -> &'static str {
        match self {
            Origin::Option => "option",
            Origin::Record => "record",
            Origin::Default => "default",
        }
    }

    /// For people.
    pub(crate) fn describe(self, lang: Lang) -> String {
        match self {
            Origin::Option => tr!(lang, "依命令", "as asked"),
            Origin::Record => tr!(lang, "依棋谱", "as recorded"),
            Origin::Default => tr!(lang, "棋谱未记", "not recorded"),
        }
    }
}

/// How a record ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    /// Passes stopped play.
    Passes,
    /// The moves stop without passes.
    Stops,
    /// A position on the way was asked for.
    Asked,
    /// A move is illegal.
    Illegal,
}

impl End {
    /// A stable word.
    pub(crate) fn code(self) -> &'static str {
        match self {
            End::Passes => "passes",
            End::Stops => "stops",
            End::Asked => "asked",
            End::Illegal => "illegal",
        }
    }

    /// For people.
    pub(crate) fn describe(self, lang: Lang) -> String {
        match self {
            End::Passes => tr!(lang, "双方停着终局", "ended by passes"),
            End::Stops => tr!(lang, "没有停着", "no passes at the end"),
            End::Asked => tr!(lang, "数到此处", "counted at this point"),
            End::Illegal => tr!(lang, "其后有不合法的着手", "then an illegal one"),
        }
    }
}

/// One judged game.
#[derive(Debug)]
pub(crate) struct Judged {
    /// What the record says about its game.
    pub(crate) info: GameInfo,
    /// The judgement.
    pub(crate) verdict: Verdict,
    /// The result to show: counted, or as recorded where counting cannot tell.
    pub(crate) outcome: Option<Outcome>,
    /// The dead stones.
    pub(crate) marks: Marks,
    /// How the record ends.
    pub(crate) end: End,
    /// Where the rules are from.
    pub(crate) rules_from: Origin,
    /// Where the komi is from.
    pub(crate) komi_from: Origin,
    /// The first illegal move.
    pub(crate) illegal: Option<IllegalStep>,
    /// The node of each event.
    pub(crate) nodes: Vec<NodeId>,
    /// Repairs met in replaying.
    pub(crate) repairs: Diagnostics,
    /// The game under every ruleset, when asked for.
    pub(crate) lab: Option<Vec<Row>>,
    /// A ruleset that bears out the recorded result, where the record names none and the default does not.
    pub(crate) fits_rules: Option<Arc<Ruleset>>,
    /// Whether the recorded result is right when no stone is taken off, as some servers count, but not by our reading.
    pub(crate) fits_all_alive: bool,
}

impl Judged {
    /// What to count the game as.
    pub(crate) fn tally(&self) -> &'static str {
        match self.verdict.agreement {
            _ if self.illegal.is_some() => "illegal",
            Agreement::Agrees => "agrees",
            Agreement::Disagrees if self.is_unfinished() => "unfinished",
            Agreement::Disagrees => "differs",
            Agreement::NotChecked if self.states_result() => "not-counted",
            Agreement::NotChecked if self.is_unfinished() => "unfinished",
            Agreement::NotChecked => "unrecorded",
            Agreement::Impossible => "failed",
        }
    }

    /// Whether there is a recorded result to compare with.
    fn states_result(&self) -> bool {
        let known = |result: &RecordedResult| *result != RecordedResult::Unknown;
        self.end != End::Asked && self.info.result.as_ref().is_some_and(known)
    }

    /// Whether the moves stop while something is still to be played.
    pub(crate) fn is_unfinished(&self) -> bool {
        let open = !self.marks.unsettled.is_empty() || !self.marks.contested.is_empty();
        self.end == End::Stops && open
    }

    fn exit(&self, record: &Record) -> Exit {
        let lost = |found: &Diagnostics| found.worst() == Some(sgf::Severity::Error);
        match self.tally() {
            "failed" => Exit::Failed,
            // Part of the file could not be read.
            _ if lost(&record.diagnostics) => Exit::Failed,
            // A game that is not finished and states no result contradicts nothing.
            "unfinished" if self.verdict.agreement == Agreement::NotChecked => Exit::Fine,
            "illegal" | "differs" | "unfinished" => Exit::Negative,
            _ => Exit::Fine,
        }
    }

    /// What is wrong, in a few words.
    pub(crate) fn first_fault(&self, lang: Lang) -> Option<String> {
        let state = &self.verdict.state;
        if let Some(step) = &self.illegal {
            return Some(illegal_text(step, state.size(), lang));
        }
        let faults = self.verdict.findings.iter().filter(|finding| finding.level() == Level::Fault);
        faults
            .map(|finding| finding.describe(lang, state.ruleset(), Coordinates::Gtp, state.size()))
            .next()
    }
}

/// The illegal move in words.
pub(crate) fn illegal_text(step: &IllegalStep, size: BoardSize, lang: Lang) -> String {
    let (number, side) = (step.number, side(step.by, lang));
    let why = step.error.describe(lang, Coordinates::Gtp, size);
    let why = harmless(&why);
    tr!(lang, "第 {number} 手（{side}）：{why}", "move {number} ({side}): {why}")
}

/// The command line, made ready.
struct Plan {
    replay: ReplayOptions,
    records: records::Options,
    wanted: dead::Wanted,
    lab: bool,
    at: Option<position::At>,
    rules_given: bool,
}

impl Plan {
    fn new(args: &Args, lang: Lang) -> Result<Self, Trouble> {
        let lab = args.rules.as_deref() == Some("all");
        let ruleset = match args.rules.as_deref() {
            None | Some("all") => None,
            Some(name) => Some(super::rules::find(name, lang)?),
        };
        let charset =
            args.charset.as_deref().map(|name| super::convert::charset(name, lang)).transpose()?;
        // The largest board: what cannot be meant there can be meant nowhere.
        let largest = BoardSize::square(25)
            .map_err(|error| Trouble::new("size", "", error.to_string(), ""))?;
        let komi = args.komi.as_deref().map(|text| {
            Ruleset::parse_komi(text, largest).map_err(|error| bad_komi(text, &error, lang))
        });
        let at = args.move_number.map(position::At::Move).or(args.node.map(position::At::Node));
        let rules_given = ruleset.is_some();
        let replay = ReplayOptions {
            // Who names the rules wants them whole.
            superko: rules_given,
            ruleset,
            komi: komi.transpose()?,
            ..ReplayOptions::default()
        };
        Ok(Self {
            rules_given,
            replay,
            records: records::Options { charset },
            wanted: dead::Wanted::parse(args.dead.as_deref()),
            lab,
            at,
        })
    }

    fn answer(
        &self,
        replayer: &mut Replayer,
        record: &Record,
        full: bool,
        manner: Manner,
    ) -> Result<Answer, Trouble> {
        let Manner { lang, json } = manner;
        let judged = self.judge(replayer, record, lang)?;
        let (exit, tally) = (judged.exit(record), judged.tally());
        let (text, json) = match (json, full) {
            (true, _) => (String::new(), json::verdict(record, &judged, lang)),
            (false, true) => (text::full(record, &judged, lang), Value::Null),
            (false, false) => (line::line(record, &judged, lang), Value::Null),
        };
        Ok(Answer { text, json, exit, tally })
    }

    fn judge(
        &self,
        replayer: &mut Replayer,
        record: &Record,
        lang: Lang,
    ) -> Result<Judged, Trouble> {
        let replay = self.replayed(replayer, record, lang)?;
        if let Some(komi) = self.replay.komi {
            let checked = Ruleset::check_komi(komi, replay.state.size());
            checked.map_err(|error| bad_komi(&komi.to_string(), &error, lang))?;
        }
        let rules_from = Origin::of(self.rules_given, replay.rules_stated);
        let komi_from = Origin::of(self.replay.komi.is_some(), replay.info.komi.is_some());
        let end = match replay.state.phase() {
            _ if replay.illegal.is_some() => End::Illegal,
            _ if self.at.is_some() => End::Asked,
            Phase::Play => End::Stops,
            Phase::Counting | Phase::Done => End::Passes,
        };
        let Replay { info, state, nodes, illegal, territory, diagnostics, .. } = replay;
        let claim = if self.at.is_some() { None } else { info.result.as_ref().and_then(claim) };
        // A resigned game has no end to count; who wants it counted all the same says so.
        let count = self.lab
            || self.at.is_some()
            || self.wanted != dead::Wanted::Default
            || claim.as_ref().is_none_or(|claim| claim.is_counted() || is_winner_alone(claim));
        if illegal.is_some() || !count {
            let outcome =
                if illegal.is_some() { None } else { claim.as_ref().and_then(outcome_of) };
            let agreement =
                if illegal.is_some() { Agreement::Impossible } else { Agreement::NotChecked };
            let verdict = Verdict { state, count: None, outcome, agreement, findings: Vec::new() };
            return Ok(Judged {
                info,
                verdict,
                outcome,
                marks: Marks::none(),
                end,
                rules_from,
                komi_from,
                illegal,
                nodes,
                repairs: diagnostics,
                lab: None,
                fits_rules: None,
                fits_all_alive: false,
            });
        }
        let marks = dead::marks(&self.wanted, &state, territory.as_ref(), &record.place(), lang)?;
        let start = state.start().clone();
        let events: Vec<_> = state.events().cloned().collect();
        let lab = self.lab.then(|| {
            rules::lab::rows(&rules::lab::Case {
                game: &state,
                marking: marks.marking.clone(),
                fill: marks.fill,
                komi: self.replay.komi,
                penalties: ByColor::default(),
            })
        });
        let not_counted = claim.as_ref().filter(|claim| !claim.is_counted()).and_then(outcome_of);
        let case = Case { start, events, marking: marks.marking.clone(), fill: marks.fill, claim };
        let verdict = referee::judge(case.clone());
        let differs = verdict.agreement == Agreement::Disagrees;
        let fits_rules =
            if differs && rules_from == Origin::Default { fitting_rules(&case) } else { None };
        let fits_all_alive = differs && marks.from == MarksFrom::Analysis && fits_all_alive(case);
        let outcome = match not_counted {
            Some(recorded) if verdict.agreement == Agreement::NotChecked => Some(recorded),
            _ => verdict.outcome,
        };
        Ok(Judged {
            info,
            verdict,
            outcome,
            marks,
            end,
            rules_from,
            komi_from,
            illegal,
            nodes,
            repairs: diagnostics,
            lab,
            fits_rules,
            fits_all_alive,
        })
    }

    /// Replays the line that was asked for.
    fn replayed(
        &self,
        replayer: &mut Replayer,
        record: &Record,
        lang: Lang,
    ) -> Result<Replay, Trouble> {
        let tree = &record.tree;
        let replayed = match self.at {
            None => replayer.replay(tree),
            Some(at) => {
                let node = position::find(record, at, lang)?;
                replayer.replay_to(tree, node, false)
            }
        };
        replayed.map_err(|error| position::unplayable(record, &error, lang))
    }
}

/// The ruleset, of the two that most records without a ruleset were played by, under which the recorded result is right.
fn fitting_rules(case: &Case) -> Option<Arc<Ruleset>> {
    ["japanese", "chinese"].into_iter().filter_map(|name| Ruleset::find(name).ok()).find(
        |ruleset| {
            let start = Start { ruleset: Arc::clone(ruleset), ..case.start.clone() };
            referee::judge(Case { start, ..case.clone() }).agreement == Agreement::Agrees
        },
    )
}

/// Whether the recorded result is right with every stone left on the board alive.
fn fits_all_alive(case: Case) -> bool {
    let all_alive = Case { marking: Marking::default(), ..case };
    referee::judge(all_alive).agreement == Agreement::Agrees
}

/// A komi that cannot be meant.
fn bad_komi(text: &str, error: &KomiError, lang: Lang) -> Trouble {
    let (what, remedy) = match error {
        KomiError::TooLarge { area, .. } => (
            tr!(
                lang,
                "贴 {text} 目超过棋盘的 {area} 点",
                "a komi of {text} is more than the {area} points of the board"
            ),
            tr!(lang, "通常的贴目是 6.5、7.5 或 3.75子", "usual values are 6.5, 7.5 or 3.75zi"),
        ),
        KomiError::Amount(_) => (
            tr!(lang, "“{text}”不是可用的贴目", "\"{text}\" is no possible komi"),
            tr!(
                lang,
                "写成以 0.5 目为单位的数，如 7.5；或以 0.25 子为单位，如 3.75子",
                "give points in steps of 0.5, such as 7.5, or zi in steps of 0.25, such as 3.75zi"
            ),
        ),
    };
    Trouble::new("bad-komi", "--komi", what, remedy)
}

/// A recorded result as a claim; `None` when the record says that it is not known.
fn claim(recorded: &RecordedResult) -> Option<Claim> {
    let by = |by: &RecordedBy| match by {
        RecordedBy::Margin(Amount { thousandths, unit }) => {
            let unit = match unit {
                Unit::Points => ClaimedUnit::Points,
                Unit::Zi => ClaimedUnit::Zi,
                Unit::Unstated => ClaimedUnit::Unstated,
            };
            let thousandths = u32::try_from(thousandths.unsigned_abs()).unwrap_or(u32::MAX);
            ClaimedBy::Margin { thousandths, unit }
        }
        RecordedBy::Resignation => ClaimedBy::Other(WinBy::Resignation),
        RecordedBy::Time => ClaimedBy::Other(WinBy::Time),
        RecordedBy::Forfeit => ClaimedBy::Other(WinBy::Forfeit),
        RecordedBy::Unstated => ClaimedBy::Other(WinBy::Unknown),
    };
    match recorded {
        RecordedResult::Win { winner, by: how } => {
            Some(Claim::Win { winner: *winner, by: by(how) })
        }
        RecordedResult::Draw => Some(Claim::Draw),
        RecordedResult::Void => Some(Claim::Void),
        RecordedResult::Unknown => None,
    }
}

/// A claim that is no count, as an outcome.
fn outcome_of(claim: &Claim) -> Option<Outcome> {
    match claim {
        Claim::Win { winner, by: ClaimedBy::Other(by) } => Some(Outcome::win(*winner, *by)),
        Claim::Win { by: ClaimedBy::Margin { .. }, .. } => None,
        Claim::Draw => Some(Outcome::Jigo),
        Claim::Void => Some(Outcome::Void),
    }
}

/// Whether a claim names a winner and nothing else, as some records do.
fn is_winner_alone(claim: &Claim) -> bool {
    matches!(claim, Claim::Win { by: ClaimedBy::Other(WinBy::Unknown), .. })
}
