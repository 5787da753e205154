//! What a referee finds in a record, and how he says it.

use board::{BoardSize, Color, Coordinates};

use super::{Claim, ClaimedBy, ClaimedUnit};
use crate::count::CountError;
use crate::cycle::Cycle;
use crate::outcome::{Outcome, color_name};
use crate::refused::{IllegalMove, Refused};
use crate::ruleset::{Axis, Ruleset};
use crate::score::Score;
use crate::text::{Lang, Text, pick};

/// How much a finding weighs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Level {
    /// All is as it should be.
    Good,
    /// Worth knowing.
    Note,
    /// The record and the rules part here.
    Fault,
}

/// Where the rule behind a finding is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleReference {
    /// The axis of the ruleset.
    pub axis: Axis,
    /// The text.
    pub source: Text,
    /// Its article, may be empty.
    pub article: String,
}

/// One thing found in a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The event it is about, by its index; `None` for the end of the game.
    pub event: Option<usize>,
    /// The number of the move it is about: plays and passes from 1.
    pub move_number: u32,
    /// What it is.
    pub kind: FindingKind,
}

/// What can be found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FindingKind {
    /// The event is against the rules.
    Refused(Refused),
    /// A player moved although it was the other's turn, as records with unrecorded passes or handicap moves do.
    OutOfTurn {
        /// Who moved.
        by: Color,
    },
    /// Play went on after two passes.
    PlayedOn,
    /// A situation came back.
    Cycle(Cycle),
    /// The record ends before play was stopped by passes.
    NotStopped,
    /// The marks do not fit the board.
    CannotCount(CountError),
    /// The record states no result.
    NoClaim,
    /// The stated result is not a count, so counting does not check it.
    ClaimNotCounted {
        /// What it states.
        claim: Claim,
        /// What the board says.
        outcome: Outcome,
    },
    /// The stated result is right.
    Agrees,
    /// The stated margin is right when read in 子.
    MarginInZi,
    /// The winner is right, the margin is not.
    MarginDiffers {
        /// What it states.
        claim: Claim,
        /// What the board says.
        outcome: Outcome,
    },
    /// The winner differs.
    WinnerDiffers {
        /// What it states.
        claim: Claim,
        /// What the board says.
        outcome: Outcome,
    },
    /// The claim would be right without compensation for handicap stones.
    FitsWithoutCompensation,
    /// The claim would be right with this komi.
    FitsWithKomi(Score),
}

impl Finding {
    pub(super) fn at(event: usize, move_number: u32, kind: FindingKind) -> Finding {
        Finding { event: Some(event), move_number, kind }
    }

    pub(super) fn at_end(move_number: u32, kind: FindingKind) -> Finding {
        Finding { event: None, move_number, kind }
    }

    /// How much it weighs.
    pub fn level(&self) -> Level {
        match self.kind {
            FindingKind::Agrees => Level::Good,
            FindingKind::Refused(_)
            | FindingKind::CannotCount(_)
            | FindingKind::MarginDiffers { .. }
            | FindingKind::WinnerDiffers { .. } => Level::Fault,
            _ => Level::Note,
        }
    }

    /// A stable code for programs.
    pub fn code(&self) -> &'static str {
        match &self.kind {
            FindingKind::Refused(refused) => refused.code(),
            FindingKind::OutOfTurn { .. } => "out_of_turn",
            FindingKind::PlayedOn => "played_on",
            FindingKind::Cycle(_) => "cycle",
            FindingKind::NotStopped => "not_stopped",
            FindingKind::CannotCount(_) => "cannot_count",
            FindingKind::NoClaim => "no_claim",
            FindingKind::ClaimNotCounted { .. } => "claim_not_counted",
            FindingKind::Agrees => "agrees",
            FindingKind::MarginInZi => "margin_in_zi",
            FindingKind::MarginDiffers { .. } => "margin_differs",
            FindingKind::WinnerDiffers { .. } => "winner_differs",
            FindingKind::FitsWithoutCompensation => "fits_without_compensation",
            FindingKind::FitsWithKomi(_) => "fits_with_komi",
        }
    }

    /// The part of the ruleset it rests on, if it is about one.
    pub fn axis(&self) -> Option<Axis> {
        Some(match &self.kind {
            FindingKind::Refused(Refused::Illegal(IllegalMove::Suicide(_))) => Axis::Suicide,
            FindingKind::Refused(Refused::Illegal(
                IllegalMove::Ko(_) | IllegalMove::Repetition { .. },
            )) => Axis::Repetition,
            FindingKind::Refused(_) | FindingKind::OutOfTurn { .. } => Axis::IllegalMove,
            FindingKind::PlayedOn => Axis::Resumption,
            FindingKind::Cycle(_) => Axis::LongCycle,
            FindingKind::NotStopped => Axis::FinalPasses,
            FindingKind::CannotCount(_) => Axis::Removal,
            FindingKind::MarginInZi => Axis::Unit,
            FindingKind::MarginDiffers { .. } | FindingKind::WinnerDiffers { .. } => Axis::Scoring,
            FindingKind::FitsWithoutCompensation => Axis::Compensation,
            FindingKind::FitsWithKomi(_) => Axis::Komi,
            FindingKind::NoClaim | FindingKind::ClaimNotCounted { .. } | FindingKind::Agrees => {
                return None;
            }
        })
    }

    /// Where the ruleset has the rule from: its first source, and the article noted for the axis.
    pub fn rule(&self, ruleset: &Ruleset) -> Option<RuleReference> {
        let axis = self.axis()?;
        let source = ruleset.sources.first()?;
        let note = ruleset.notes.iter().find(|n| n.axis == axis && !n.article.is_empty());
        let article = note.map_or_else(String::new, |n| n.article.clone());
        Some(RuleReference { axis, source: source.title.clone(), article })
    }

    /// The finding in one sentence.
    pub fn describe(
        &self,
        lang: Lang,
        ruleset: &Ruleset,
        coordinates: Coordinates,
        size: BoardSize,
    ) -> String {
        let unit = ruleset.unit;
        // Records seldom say whether their margin is in points or 子: both are shown, so that either can be compared.
        let ours = |outcome: &Outcome| outcome.describe_in_both_units(lang, unit);
        let number = self.move_number;
        match (&self.kind, lang) {
            (FindingKind::Refused(refused), Lang::Zh) => {
                format!("第 {number} 手：{}", refused.describe(lang, coordinates, size))
            }
            (FindingKind::Refused(refused), Lang::En) => {
                format!("move {number}: {}", refused.describe(lang, coordinates, size))
            }
            (FindingKind::OutOfTurn { by }, Lang::Zh) => {
                format!("第 {number} 手：未轮到{}方，按记录接受", color_name(*by, lang))
            }
            (FindingKind::OutOfTurn { by }, Lang::En) => {
                format!(
                    "move {number}: {} moved out of turn; taken as recorded",
                    color_name(*by, lang)
                )
            }
            (FindingKind::PlayedOn, Lang::Zh) => format!("第 {number} 手：停着之后续下"),
            (FindingKind::PlayedOn, Lang::En) => {
                format!("move {number}: play went on after it had stopped")
            }
            (FindingKind::Cycle(cycle), Lang::Zh) => {
                format!("第 {number} 手：{}", cycle.describe(lang))
            }
            (FindingKind::Cycle(cycle), Lang::En) => {
                format!("move {number}: {}", cycle.describe(lang))
            }
            (FindingKind::CannotCount(error), _) => error.describe(lang, coordinates),
            (FindingKind::ClaimNotCounted { claim, outcome }, Lang::Zh) => {
                format!(
                    "记录为{}，无法以计数核对；盘面计数为{}",
                    claim.describe(lang),
                    ours(outcome)
                )
            }
            (FindingKind::ClaimNotCounted { claim, outcome }, Lang::En) => {
                format!(
                    "recorded: {}, which counting can't check; the board counts as: {}",
                    claim.describe(lang),
                    ours(outcome)
                )
            }
            (FindingKind::MarginDiffers { claim, outcome }, Lang::Zh) => {
                format!(
                    "胜方相同而差数不同：记录为{}，计数为{}",
                    claim.describe(lang),
                    ours(outcome)
                )
            }
            (FindingKind::MarginDiffers { claim, outcome }, Lang::En) => {
                format!(
                    "the winner is right, the margin is not: recorded {}, counted {}",
                    claim.describe(lang),
                    ours(outcome)
                )
            }
            (FindingKind::WinnerDiffers { claim, outcome }, Lang::Zh) => {
                format!("结果不同：记录为{}，核算为{}", claim.describe(lang), ours(outcome))
            }
            (FindingKind::WinnerDiffers { claim, outcome }, Lang::En) => {
                format!(
                    "the result differs: recorded {}, found {}",
                    claim.describe(lang),
                    ours(outcome)
                )
            }
            (FindingKind::FitsWithKomi(komi), Lang::Zh) => format!("若贴 {komi} 目，则与记录相符"),
            (FindingKind::FitsWithKomi(komi), Lang::En) => {
                format!("with a komi of {komi} it would agree")
            }
            (kind, _) => kind.fixed(lang).to_owned(),
        }
    }
}

impl FindingKind {
    /// The sentences that name no value.
    fn fixed(&self, lang: Lang) -> &'static str {
        match self {
            FindingKind::NotStopped => pick(
                lang,
                "记录在双方停着之前结束",
                "the record ends before play was stopped by passes",
            ),
            FindingKind::NoClaim => pick(lang, "记录没有结果", "the record states no result"),
            FindingKind::Agrees => pick(lang, "与记录的结果相符", "the recorded result is right"),
            FindingKind::MarginInZi => pick(
                lang,
                "与记录的结果相符（记录以子计）",
                "the recorded result is right, its margin being in 子",
            ),
            FindingKind::FitsWithoutCompensation => pick(
                lang,
                "若不贴还让子，则与记录相符",
                "without compensation for handicap stones it would agree",
            ),
            _ => "",
        }
    }
}

impl Claim {
    /// The claim in words.
    pub fn describe(&self, lang: Lang) -> String {
        let (winner, by) = match self {
            Claim::Win { winner, by } => (*winner, *by),
            Claim::Draw => return Outcome::Jigo.describe(lang, crate::ruleset::Unit::Point),
            Claim::Void => return pick(lang, "无胜负", "void").to_owned(),
        };
        let (thousandths, unit) = match by {
            ClaimedBy::Other(by) => {
                return Outcome::win(winner, by).describe(lang, crate::ruleset::Unit::Point);
            }
            ClaimedBy::Margin { thousandths, unit } => (thousandths, unit),
        };
        let number = decimal(thousandths);
        let name = color_name(winner, lang);
        match (lang, unit) {
            (Lang::Zh, ClaimedUnit::Points) => format!("{name}胜{number}目"),
            (Lang::Zh, ClaimedUnit::Zi) => format!("{name}胜{number}子"),
            (Lang::Zh, ClaimedUnit::Unstated) => format!("{name}胜{number}"),
            (Lang::En, ClaimedUnit::Points) => format!("{name} by {number} points"),
            (Lang::En, ClaimedUnit::Zi) => format!("{name} by {number} zi"),
            (Lang::En, ClaimedUnit::Unstated) => format!("{name} by {number}"),
        }
    }
}

fn decimal(thousandths: u32) -> String {
    let (whole, part) = (thousandths / 1000, thousandths % 1000);
    if part == 0 {
        return whole.to_string();
    }
    format!("{whole}.{}", format!("{part:03}").trim_end_matches('0'))
}
