//! [`Ruleset`]: the rules of a game as plain data on independent axes.
//!
//! The values live in `rulesets/*.toml`, one file a ruleset; this file says which values exist. A new *mechanism* is a new
//! variant here, and the compiler then points at every `match` that must answer for it.

mod explain;
mod kata;
mod load;
mod spec;
#[cfg(test)]
mod tests;
mod words;

use std::sync::Arc;

use board::{BoardSize, Color};

use crate::score::Score;
use crate::text::{Lang, Text};

pub use explain::AxisText;
pub use load::UnknownRuleset;
pub use spec::{Axis, RulesetSpecError};

/// When a play is forbidden because the position was there before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Repetition {
    /// Basic ko only (劫): no taking back a single stone at once. Longer cycles are left to [`LongCycle`].
    Simple,
    /// Positional superko: no position (stones alone) may ever come back.
    Positional,
    /// Situational superko: no position may come back with the same player to move.
    Situational,
    /// Natural situational superko: a board play may not recreate what an earlier board play of the same player left.
    NaturalSituational,
}

/// What follows when a cycle repeats that the ko rule allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LongCycle {
    /// It can't happen: the repeating play is illegal.
    Forbidden,
    /// No result (无胜负) when both players agree and neither gains prisoners.
    NoResult,
    /// A draw.
    Draw,
    /// The referee offers a draw or a replay (and, where the event has it, no result).
    Referee,
}

/// Whether a play may remove one's own stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Suicide {
    /// Never.
    Forbidden,
    /// Allowed, single stones too.
    Allowed,
    /// Allowed for two stones or more.
    GroupsOnly,
}

/// What a side counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scoring {
    /// Living stones and the points they surround.
    Area,
    /// Surrounded points and prisoners.
    Territory,
    /// Living stones alone.
    Stones,
}

/// Who gets an empty point that touches living stones of both sides, or of neither.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SharedPoints {
    /// Half each.
    Halved,
    /// Nobody.
    Nobody,
}

/// Which surrounded points do not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tax {
    /// All count.
    None,
    /// Those of groups in seki don't.
    Seki,
    /// Two eye points of each living group don't (还棋头); a group in seki pays the eyes it has.
    Group,
}

/// Who wins when the counts are equal after komi.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ties {
    /// Nobody: a draw.
    Draw,
    /// Black.
    Black,
}

/// What White receives for the handicap stones, beside komi.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Compensation {
    /// Nothing.
    None,
    /// One point a stone; half a 子 in Chinese counting.
    PerStone,
    /// One point a stone but the first.
    PerStoneButOne,
}

/// Where handicap stones go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Placement {
    /// On the star points, by number.
    Fixed,
    /// Where Black likes.
    Free,
}

/// Stones on the board before an even game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Seats {
    /// An empty board.
    None,
    /// Four seated stones (座子) on the corner stars, two a side, diagonally.
    Four,
}

/// How stones that need no more play come off at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Removal {
    /// Both players agree on the dead stones; a dispute is played out or ruled.
    Agreement,
    /// None: what stands on the board is alive.
    AllAlive,
}

/// Who moves first when play resumes after it had stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Resumption {
    /// The player whose turn it would have been.
    InTurn,
    /// The opponent of the player who asks.
    OpponentOfAsker,
}

/// What an illegal move costs over the board (online it is simply refused).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IllegalMovePenalty {
    /// The move is void and the turn is lost.
    TurnLost,
    /// The game is lost.
    GameLost,
    /// Taken back and treated as a pass, with a pass stone.
    PassStone,
    /// Taken back; play it again elsewhere.
    TakenBack,
}

/// The unit a ruleset counts in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unit {
    /// 子: one side's stones and points against half the board.
    Zi,
    /// Points (目), komi added to White's.
    Point,
    /// 路: the points of the old Chinese count.
    Lu,
}

/// Komi and what belongs to it. All values in points, for White.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct KomiRule {
    /// In an even game.
    pub even: Score,
    /// In a handicap game, beside [`Compensation`].
    pub handicap: Score,
    /// More for White when White is the first to pass of the two passes that end play.
    pub white_passed_first: Score,
    /// Equal counts.
    pub ties: Ties,
}

/// How the game ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct EndRule {
    /// Consecutive passes that end it without any further claim, where the text has such a number (Ing: 4).
    pub final_passes: Option<u8>,
    /// How dead stones come off.
    pub removal: Removal,
    /// Whether the second stop is final: what then stands on the board is alive.
    pub second_stop_is_final: bool,
    /// Who moves first after a stop.
    pub resumption: Resumption,
    /// Whether White must make the last pass.
    pub white_passes_last: bool,
}

/// Where a rule is written.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Source {
    /// The text.
    pub title: Text,
    /// Articles or sections of it, as its own numbering has them; may be empty.
    pub article: String,
}

/// A remark on one axis of a ruleset, for people.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Note {
    /// The axis it is about.
    pub axis: Axis,
    /// What is special there.
    pub text: Text,
    /// Article of the first source, may be empty.
    pub article: String,
}

/// The rules of a game: plain data, every value an enum or an exact number.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Ruleset {
    /// Stable name, also the file name: `chinese`. Variants add what they change: `chinese repetition=positional`.
    pub id: String,
    /// Name for people.
    pub name: Text,
    /// Year or version of the text, may be empty.
    pub edition: String,
    /// One or two sentences on what is special.
    pub summary: Text,
    /// Other spellings, in any case.
    pub aliases: Vec<String>,
    /// What SGF's `RU` says.
    pub sgf: String,
    /// Where the rules are written.
    pub sources: Vec<Source>,
    /// Remarks on single axes.
    pub notes: Vec<Note>,
    /// Ko and superko.
    pub repetition: Repetition,
    /// Cycles that `repetition` allows.
    pub long_cycle: LongCycle,
    /// Suicide.
    pub suicide: Suicide,
    /// Over-the-board penalty.
    pub illegal_move: IllegalMovePenalty,
    /// Who moves first in an even game.
    pub first_mover: Color,
    /// Stones set before an even game.
    pub seats: Seats,
    /// What counts.
    pub scoring: Scoring,
    /// Neutral points.
    pub shared: SharedPoints,
    /// Points that don't count.
    pub tax: Tax,
    /// Whether the first pass takes a button worth half a point.
    pub button: bool,
    /// Whether a pass costs one stone, given as a prisoner.
    pub pass_stones: bool,
    /// Komi.
    pub komi: KomiRule,
    /// White's compensation for handicap stones.
    pub compensation: Compensation,
    /// Where handicap stones go.
    pub placement: Placement,
    /// The end of the game.
    pub end: EndRule,
    /// Unit of the count.
    pub unit: Unit,
}

impl Ruleset {
    /// Every ruleset of the `rulesets` folder, in the order people expect: the common ones first.
    pub fn all() -> &'static [Arc<Ruleset>] {
        load::all()
    }

    /// The Chinese rules, the default of this project.
    pub fn chinese() -> Arc<Ruleset> {
        load::chinese()
    }

    /// Finds a ruleset by id, alias or SGF spelling in any case, by a KataGo string such as
    /// `koPOSITIONALscoreAREAtaxNONEsui1`, or either with overrides: `chinese ko=psk suicide=yes`.
    ///
    /// # Errors
    /// When nothing has that name; the error carries the nearest name that exists. Also when an override names no axis
    /// or no value of it.
    pub fn find(name: &str) -> Result<Arc<Ruleset>, RulesetSpecError> {
        spec::find(name)
    }

    /// A copy with one axis changed, its id and name saying so.
    ///
    /// # Errors
    /// When `value` is none of the axis's words.
    pub fn with(&self, axis: Axis, value: &str) -> Result<Ruleset, RulesetSpecError> {
        spec::with(self, axis, value)
    }

    /// Points White receives for `stones` handicap stones, beside komi; none for 0 or 1.
    pub fn compensation_for(&self, stones: u32) -> Score {
        let stones = i32::try_from(stones).unwrap_or(i32::MAX);
        match self.compensation {
            _ if stones < 2 => Score::ZERO,
            Compensation::None => Score::ZERO,
            Compensation::PerStone => Score::points(stones),
            Compensation::PerStoneButOne => Score::points(stones - 1),
        }
    }

    /// The komi of a game with `stones` handicap stones; smaller boards keep the 19-line value.
    pub fn komi_for(&self, stones: u32) -> Score {
        if stones < 2 { self.komi.even } else { self.komi.handicap }
    }

    /// Who moves first with `stones` handicap stones.
    pub fn first_mover_for(&self, stones: u32) -> Color {
        if stones < 2 { self.first_mover } else { Color::White }
    }

    /// Checks that `komi` can be meant for a board of `size`: no more than its area either way.
    ///
    /// # Errors
    /// When it is larger.
    pub fn check_komi(komi: Score, size: BoardSize) -> Result<Score, KomiError> {
        let area = i32::try_from(size.area()).unwrap_or(i32::MAX);
        if komi.abs() > Score::points(area) {
            return Err(KomiError::TooLarge { komi, area: size.area() });
        }
        Ok(komi)
    }

    /// Reads a komi in points for a board of `size`; `3.75子` and `3.75zi` are read as 子.
    ///
    /// # Errors
    /// When it is no number, not a multiple of half a point (a quarter 子), or larger than the board.
    pub fn parse_komi(text: &str, size: BoardSize) -> Result<Score, KomiError> {
        let trimmed = text.trim();
        let zi = trimmed.strip_suffix('子').or_else(|| trimmed.strip_suffix("zi"));
        let komi = match zi {
            Some(zi) => crate::score::Zi::parse(zi)?.excess_over(crate::score::Zi::ZERO),
            None => Score::parse(trimmed.trim_end_matches(['目', '点']))?,
        };
        Ruleset::check_komi(komi, size)
    }
}

/// Why a komi can't be meant.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KomiError {
    /// Not an exact number of half-points.
    #[error("komi {0}; give points in steps of 0.5, such as 7.5, or 子 in steps of 0.25")]
    Amount(#[from] crate::score::AmountError),
    /// More than the board holds.
    #[error("komi {komi} is more than the {area} points of the board")]
    TooLarge {
        /// The komi.
        komi: Score,
        /// Points on the board.
        area: usize,
    },
}

impl KomiError {
    /// The reason in words.
    pub fn describe(&self, lang: Lang) -> String {
        match (lang, self) {
            (Lang::En, error) => error.to_string(),
            (Lang::Zh, KomiError::Amount(error)) => {
                format!(
                    "贴目{}；请以 0.5 目为单位（如 7.5），或以 0.25 子为单位（如 3.75子）",
                    error.describe(lang)
                )
            }
            (Lang::Zh, KomiError::TooLarge { komi, area }) => {
                format!("贴目 {komi} 超过棋盘的 {area} 点")
            }
        }
    }
}
