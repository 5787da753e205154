//! Naming a ruleset: names, aliases, KataGo strings, and overrides of single axes.

use std::sync::Arc;

use board::Color;
use thiserror::Error;

use super::load::{self, UnknownRuleset};
use super::words::{Words, yes_no, yes_no_word};
use super::{
    Compensation, IllegalMovePenalty, LongCycle, Placement, Removal, Repetition, Resumption,
    Ruleset, Scoring, Seats, SharedPoints, Suicide, Tax, Ties, Unit, kata,
};
use crate::score::Score;
use crate::text::{Lang, Text, pick};

/// One independent part of a ruleset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Axis {
    /// Ko and superko.
    Repetition,
    /// The verdict on cycles the ko rule allows.
    LongCycle,
    /// Suicide.
    Suicide,
    /// Penalty for an illegal move.
    IllegalMove,
    /// First mover of an even game.
    FirstMover,
    /// Seated stones.
    Seats,
    /// Area, territory or stones.
    Scoring,
    /// Neutral points.
    Shared,
    /// Seki eyes and group tax.
    Tax,
    /// Button.
    Button,
    /// Pass stones.
    PassStones,
    /// Komi of an even game.
    Komi,
    /// Komi of a handicap game.
    HandicapKomi,
    /// White's extra point for passing first.
    WhitePassedFirst,
    /// Equal counts.
    Ties,
    /// Compensation for handicap stones.
    Compensation,
    /// Where handicap stones go.
    Placement,
    /// Passes that end the game without further claim.
    FinalPasses,
    /// How dead stones come off.
    Removal,
    /// Whether the second stop is final.
    SecondStop,
    /// Who moves first after a stop.
    Resumption,
    /// Who must pass last.
    LastPass,
    /// Unit of the count.
    Unit,
}

/// Axes with their file name, other names, and titles.
const AXES: &[(Axis, &[&str], &str, &str)] = &[
    (Axis::Repetition, &["repetition", "ko", "superko"], "劫与同形", "ko and repetition"),
    (Axis::LongCycle, &["long_cycle", "cycle"], "长循环", "long cycles"),
    (Axis::Suicide, &["suicide", "sui"], "自杀", "suicide"),
    (Axis::IllegalMove, &["illegal_move", "penalty"], "违例着手", "illegal move"),
    (Axis::FirstMover, &["first_mover", "first"], "先行", "first move"),
    (Axis::Seats, &["seats"], "座子", "set-up stones"),
    (Axis::Scoring, &["scoring", "score"], "计算对象", "what counts"),
    (Axis::Shared, &["shared"], "公共点", "neutral points"),
    (Axis::Tax, &["tax"], "眼位扣除", "eyes that don't count"),
    (Axis::Button, &["button"], "纽扣", "button"),
    (Axis::PassStones, &["pass_stones", "pass"], "弃权付子", "pass stones"),
    (Axis::Komi, &["komi"], "贴目", "komi"),
    (Axis::HandicapKomi, &["handicap_komi"], "让子棋贴目", "komi in handicap games"),
    (Axis::WhitePassedFirst, &["white_passed_first"], "白先停着", "White passes first"),
    (Axis::Ties, &["ties"], "数目相等", "equal counts"),
    (Axis::Compensation, &["compensation", "whb"], "让子贴还", "handicap compensation"),
    (Axis::Placement, &["placement"], "让子放置", "handicap placement"),
    (Axis::FinalPasses, &["final_passes"], "终局虚着数", "final passes"),
    (Axis::Removal, &["removal"], "死子", "dead stones"),
    (Axis::SecondStop, &["second_stop"], "第二次停着", "second stop"),
    (Axis::Resumption, &["resumption", "resume"], "续下", "resumption"),
    (Axis::LastPass, &["last_pass"], "最后一次虚着", "last pass"),
    (Axis::Unit, &["unit"], "单位", "unit"),
];

impl Axis {
    /// Every axis, in the order to show them.
    pub fn all() -> impl Iterator<Item = Axis> {
        AXES.iter().map(|row| row.0)
    }

    /// The name in files and overrides: `repetition`.
    pub fn name(self) -> &'static str {
        self.row().and_then(|row| row.1.first()).copied().unwrap_or_default()
    }

    /// The name for people.
    pub fn title(self, lang: Lang) -> &'static str {
        self.row().map_or("", |row| pick(lang, row.2, row.3))
    }

    /// Reads a name or a synonym (`ko`, `superko`, `sui`, `score` …), `-` and `_` alike.
    pub fn parse(name: &str) -> Option<Axis> {
        let name = name.trim().to_ascii_lowercase().replace('-', "_");
        AXES.iter().find(|row| row.1.contains(&name.as_str())).map(|row| row.0)
    }

    fn row(self) -> Option<&'static (Axis, &'static [&'static str], &'static str, &'static str)> {
        AXES.iter().find(|row| row.0 == self)
    }
}

/// Why a text names no ruleset.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RulesetSpecError {
    /// No ruleset has this name.
    #[error(transparent)]
    Unknown(#[from] UnknownRuleset),
    /// An override names no axis.
    #[error("'{name}' is no part of a ruleset; the parts are {known}")]
    Axis {
        /// The name.
        name: String,
        /// All names that exist.
        known: String,
    },
    /// An override gives a value the axis doesn't have.
    #[error("'{value}' is no value of {axis}; try {known}")]
    Value {
        /// The axis.
        axis: &'static str,
        /// The value.
        value: String,
        /// Values that exist.
        known: String,
    },
}

impl RulesetSpecError {
    /// The reason in words.
    pub fn describe(&self, lang: Lang) -> String {
        match (lang, self) {
            (Lang::En, error) => error.to_string(),
            (Lang::Zh, RulesetSpecError::Unknown(UnknownRuleset { name, nearest })) => {
                format!("没有叫“{name}”的规则；是不是“{nearest}”？")
            }
            (Lang::Zh, RulesetSpecError::Axis { name, known }) => {
                format!("规则没有“{name}”这一项；可用的有 {known}")
            }
            (Lang::Zh, RulesetSpecError::Value { axis, value, known }) => {
                format!("{axis} 不能是“{value}”；可用的有 {known}")
            }
        }
    }
}

/// Passes that end the game for good: `none` or a number from 2 to 9.
fn final_passes(word: &str) -> Option<Option<u8>> {
    match word.trim() {
        "none" => Some(None),
        n => n.parse().ok().filter(|n| (2..=9).contains(n)).map(Some),
    }
}

/// `final` or `open`.
fn second_stop(word: &str) -> Option<bool> {
    match word.trim() {
        "final" => Some(true),
        "open" => Some(false),
        _ => None,
    }
}

/// `white` or `either`.
fn last_pass(word: &str) -> Option<bool> {
    match word.trim() {
        "white" => Some(true),
        "either" => Some(false),
        _ => None,
    }
}

/// The words an axis takes, for messages.
fn known_values(axis: Axis) -> String {
    fn words<T: Words>() -> String {
        T::all_words().join(", ")
    }
    match axis {
        Axis::Repetition => words::<Repetition>(),
        Axis::LongCycle => words::<LongCycle>(),
        Axis::Suicide => words::<Suicide>(),
        Axis::IllegalMove => words::<IllegalMovePenalty>(),
        Axis::FirstMover => words::<Color>(),
        Axis::Seats => words::<Seats>(),
        Axis::Scoring => words::<Scoring>(),
        Axis::Shared => words::<SharedPoints>(),
        Axis::Tax => words::<Tax>(),
        Axis::Button | Axis::PassStones => "yes, no".to_owned(),
        Axis::Komi | Axis::HandicapKomi | Axis::WhitePassedFirst => {
            "points in steps of 0.5".to_owned()
        }
        Axis::Ties => words::<Ties>(),
        Axis::Compensation => words::<Compensation>(),
        Axis::Placement => words::<Placement>(),
        Axis::FinalPasses => "none, 2 … 9".to_owned(),
        Axis::Removal => words::<Removal>(),
        Axis::SecondStop => "final, open".to_owned(),
        Axis::Resumption => words::<Resumption>(),
        Axis::LastPass => "white, either".to_owned(),
        Axis::Unit => words::<Unit>(),
    }
}

impl Ruleset {
    /// The word for this ruleset's value on an axis, as files and overrides write it.
    pub fn value(&self, axis: Axis) -> String {
        let word = match axis {
            Axis::Repetition => self.repetition.word(),
            Axis::LongCycle => self.long_cycle.word(),
            Axis::Suicide => self.suicide.word(),
            Axis::IllegalMove => self.illegal_move.word(),
            Axis::FirstMover => self.first_mover.word(),
            Axis::Seats => self.seats.word(),
            Axis::Scoring => self.scoring.word(),
            Axis::Shared => self.shared.word(),
            Axis::Tax => self.tax.word(),
            Axis::Button => yes_no_word(self.button),
            Axis::PassStones => yes_no_word(self.pass_stones),
            Axis::Komi => return self.komi.even.to_string(),
            Axis::HandicapKomi => return self.komi.handicap.to_string(),
            Axis::WhitePassedFirst => return self.komi.white_passed_first.to_string(),
            Axis::Ties => self.komi.ties.word(),
            Axis::Compensation => self.compensation.word(),
            Axis::Placement => self.placement.word(),
            Axis::FinalPasses => {
                return self.end.final_passes.map_or("none".to_owned(), |n| n.to_string());
            }
            Axis::Removal => self.end.removal.word(),
            Axis::SecondStop => {
                if self.end.second_stop_is_final {
                    "final"
                } else {
                    "open"
                }
            }
            Axis::Resumption => self.end.resumption.word(),
            Axis::LastPass => {
                if self.end.white_passes_last {
                    "white"
                } else {
                    "either"
                }
            }
            Axis::Unit => self.unit.word(),
        };
        word.to_owned()
    }

    /// Sets one axis; `None` when it doesn't have that value.
    pub(super) fn set(&mut self, axis: Axis, value: &str) -> Option<()> {
        match axis {
            Axis::Repetition => self.repetition = Words::from_word(value)?,
            Axis::LongCycle => self.long_cycle = Words::from_word(value)?,
            Axis::Suicide => self.suicide = Words::from_word(value)?,
            Axis::IllegalMove => self.illegal_move = Words::from_word(value)?,
            Axis::FirstMover => self.first_mover = Words::from_word(value)?,
            Axis::Seats => self.seats = Words::from_word(value)?,
            Axis::Scoring => self.scoring = Words::from_word(value)?,
            Axis::Shared => self.shared = Words::from_word(value)?,
            Axis::Tax => self.tax = Words::from_word(value)?,
            Axis::Button => self.button = yes_no(value)?,
            Axis::PassStones => self.pass_stones = yes_no(value)?,
            Axis::Komi => self.komi.even = Score::parse(value).ok()?,
            Axis::HandicapKomi => self.komi.handicap = Score::parse(value).ok()?,
            Axis::WhitePassedFirst => self.komi.white_passed_first = Score::parse(value).ok()?,
            Axis::Ties => self.komi.ties = Words::from_word(value)?,
            Axis::Compensation => self.compensation = Words::from_word(value)?,
            Axis::Placement => self.placement = Words::from_word(value)?,
            Axis::FinalPasses => self.end.final_passes = final_passes(value)?,
            Axis::Removal => self.end.removal = Words::from_word(value)?,
            Axis::SecondStop => self.end.second_stop_is_final = second_stop(value)?,
            Axis::Resumption => self.end.resumption = Words::from_word(value)?,
            Axis::LastPass => self.end.white_passes_last = last_pass(value)?,
            Axis::Unit => self.unit = Words::from_word(value)?,
        }
        Some(())
    }
}

/// A copy of `base` with one axis changed and whatever that change drags along.
pub(super) fn with(base: &Ruleset, axis: Axis, value: &str) -> Result<Ruleset, RulesetSpecError> {
    let mut changed = base.clone();
    changed.set(axis, value).ok_or_else(|| RulesetSpecError::Value {
        axis: axis.name(),
        value: value.trim().to_owned(),
        known: known_values(axis),
    })?;
    let word = changed.value(axis);
    if word == base.value(axis) {
        return Ok(changed);
    }
    settle(&mut changed, axis);
    changed.id = format!("{} {}={word}", base.id, axis.name());
    changed.name = Text::new(
        format!("{}（{}：{word}）", base.name.zh, axis.title(Lang::Zh)),
        format!("{} ({}: {word})", base.name.en, axis.title(Lang::En)),
    );
    changed.notes.retain(|note| note.axis != axis);
    changed.aliases.clear();
    Ok(changed)
}

/// Keeps axes together that can't differ: a superko leaves no cycle to judge, and 子 measure areas only.
fn settle(ruleset: &mut Ruleset, changed: Axis) {
    match changed {
        Axis::Repetition => match (ruleset.repetition, ruleset.long_cycle) {
            (Repetition::Simple, LongCycle::Forbidden) => ruleset.long_cycle = LongCycle::NoResult,
            (Repetition::Simple, _) => {}
            _ => ruleset.long_cycle = LongCycle::Forbidden,
        },
        Axis::Scoring if ruleset.scoring == Scoring::Territory => {
            ruleset.shared = SharedPoints::Nobody;
            if ruleset.unit == Unit::Zi {
                ruleset.unit = Unit::Point;
            }
        }
        _ => {}
    }
}

/// Finds a ruleset by anything that names it.
pub(super) fn find(text: &str) -> Result<Arc<Ruleset>, RulesetSpecError> {
    if let Some(found) = by_name(text) {
        return Ok(found);
    }
    let (name, overrides) = split_overrides(text);
    let base = by_name(name).ok_or_else(|| unknown(name))?;
    if overrides.is_empty() {
        return Ok(base);
    }
    let mut ruleset = Ruleset::clone(&base);
    for (axis, value) in overrides {
        let axis = Axis::parse(axis).ok_or_else(|| RulesetSpecError::Axis {
            name: axis.trim().to_owned(),
            known: AXES
                .iter()
                .filter_map(|row| row.1.first().copied())
                .collect::<Vec<_>>()
                .join(", "),
        })?;
        ruleset = with(&ruleset, axis, value)?;
    }
    Ok(Arc::new(ruleset))
}

fn by_name(name: &str) -> Option<Arc<Ruleset>> {
    let by_name = &load::library().by_name;
    let whole = load::fold(name);
    if let Some(found) = by_name.get(&whole) {
        return Some(found.clone());
    }
    // What records add to a name: the word for rules, and a remark in brackets.
    let plain = load::fold(name.split(['(', '（', '[']).next().unwrap_or_default());
    let stripped = RULES_WORDS.iter().find_map(|word| plain.strip_suffix(word)).unwrap_or(&plain);
    by_name.get(stripped).cloned().or_else(|| kata::parse(name))
}

/// Words for "rules" that may end a name.
const RULES_WORDS: &[&str] =
    &["ruleset", "rules", "rule", "规则", "規則", "规约", "規約", "ルール", "룰"];

/// Splits `chinese ko=psk, suicide=yes` into the name and its overrides.
fn split_overrides(text: &str) -> (&str, Vec<(&str, &str)>) {
    let Some(equals) = text.find('=') else { return (text.trim(), Vec::new()) };
    let is_separator = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | '+' | '，' | '；');
    let head = text[..equals].trim_end();
    let split = head.rfind(is_separator).unwrap_or(0);
    let overrides = text[split..]
        .split(is_separator)
        .filter(|part| !part.is_empty())
        .map(|part| part.split_once('=').unwrap_or((part, "")))
        .collect();
    (text[..split].trim_matches(is_separator), overrides)
}

fn unknown(name: &str) -> RulesetSpecError {
    let wanted: Vec<char> = load::fold(name).chars().collect();
    let names = Ruleset::all().iter().flat_map(|r| r.aliases.iter().chain([&r.id, &r.sgf]));
    let nearest = names
        .min_by_key(|candidate| {
            let candidate: Vec<char> = load::fold(candidate).chars().collect();
            (distance(&wanted, &candidate), !candidate.starts_with(&wanted))
        })
        .cloned()
        .unwrap_or_default();
    UnknownRuleset { name: shorten(name.trim()), nearest }.into()
}

/// A name from outside, cut to what fits a message.
fn shorten(name: &str) -> String {
    const LONGEST: usize = 60;
    match name.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &name[..end]),
        None => name.to_owned(),
    }
}

/// Edit distance with insertions, deletions and substitutions; beyond 60 letters only the difference in length.
fn distance(a: &[char], b: &[char]) -> usize {
    if a.len() > 60 {
        return a.len().abs_diff(b.len());
    }
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut diagonal = i;
        let mut left = i + 1;
        for (slot, y) in row.iter_mut().skip(1).zip(b) {
            let here = (diagonal + usize::from(x != y)).min(left + 1).min(*slot + 1);
            diagonal = *slot;
            *slot = here;
            left = here;
        }
        if let Some(first) = row.first_mut() {
            *first = i + 1;
        }
    }
    row.last().copied().unwrap_or_default()
}
