//! A ruleset in words: every axis, its meaning, and where it is written.

use super::words::Words;
use super::{Axis, Note, Ruleset, Unit};
use crate::score::Score;
use crate::text::{Lang, pick};

/// One axis of a ruleset in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AxisText {
    /// The axis.
    pub axis: Axis,
    /// Its title, such as `ko and repetition`.
    pub title: &'static str,
    /// The value as files and overrides write it, such as `positional`.
    pub value: String,
    /// What the value means.
    pub text: String,
    /// Remarks that only this ruleset makes, each with the article it rests on (may be empty).
    pub notes: Vec<(String, String)>,
}

impl Ruleset {
    /// What this ruleset has on an axis, as a clause.
    pub fn describe(&self, axis: Axis, lang: Lang) -> String {
        let text = match axis {
            Axis::Repetition => self.repetition.describe(lang),
            Axis::LongCycle => self.long_cycle.describe(lang),
            Axis::Suicide => self.suicide.describe(lang),
            Axis::IllegalMove => self.illegal_move.describe(lang),
            Axis::FirstMover => self.first_mover.describe(lang),
            Axis::Seats => self.seats.describe(lang),
            Axis::Scoring => self.scoring.describe(lang),
            Axis::Shared => self.shared.describe(lang),
            Axis::Tax => self.tax.describe(lang),
            Axis::Button if self.button => pick(
                lang,
                "首先虚着者得纽扣，值半点",
                "the first pass takes a button worth half a point",
            ),
            Axis::Button => pick(lang, "无", "none"),
            Axis::PassStones if self.pass_stones => {
                pick(lang, "虚着交一子给对方", "a pass hands one stone to the opponent")
            }
            Axis::PassStones => pick(lang, "虚着不付子", "passing costs nothing"),
            Axis::Komi => return self.komi_text(self.komi.even, lang),
            Axis::HandicapKomi => return self.komi_text(self.komi.handicap, lang),
            Axis::WhitePassedFirst => return self.white_first_text(lang),
            Axis::Ties => self.komi.ties.describe(lang),
            Axis::Compensation => self.compensation.describe(lang),
            Axis::Placement => self.placement.describe(lang),
            Axis::FinalPasses => return self.final_passes_text(lang),
            Axis::Removal => self.end.removal.describe(lang),
            Axis::SecondStop if self.end.second_stop_is_final => pick(
                lang,
                "续下后再次停着即终局，盘上棋子都算活",
                "the second stop ends the game, and every stone then on the board is alive",
            ),
            Axis::SecondStop => pick(lang, "可多次停着续下", "play may stop and resume again"),
            Axis::Resumption => self.end.resumption.describe(lang),
            Axis::LastPass if self.end.white_passes_last => {
                pick(lang, "最后一次虚着须由白方作出", "White makes the last pass")
            }
            Axis::LastPass => pick(lang, "由任何一方作出", "either side makes the last pass"),
            Axis::Unit => self.unit.describe(lang),
        };
        text.to_owned()
    }

    /// Every axis in words, in the order to show them.
    pub fn explain(&self, lang: Lang) -> Vec<AxisText> {
        let note = |n: &Note| (n.text.get(lang).to_owned(), n.article.clone());
        Axis::all()
            .map(|axis| AxisText {
                axis,
                title: axis.title(lang),
                value: self.value(axis),
                text: self.describe(axis, lang),
                notes: self.notes.iter().filter(|n| n.axis == axis).map(note).collect(),
            })
            .collect()
    }

    /// Axes on which two rulesets differ: what makes one game end differently under them.
    pub fn differences(&self, other: &Ruleset) -> Vec<Axis> {
        Axis::all().filter(|&axis| self.value(axis) != other.value(axis)).collect()
    }

    fn komi_text(&self, komi: Score, lang: Lang) -> String {
        match (lang, self.unit) {
            (_, _) if komi == Score::ZERO => pick(lang, "不贴目", "none").to_owned(),
            (Lang::Zh, Unit::Zi) => {
                format!("黑贴 {} 子（{komi} 目）", komi.margin_in_zi().mixed_zh())
            }
            (Lang::Zh, _) => format!("黑贴 {komi} 目"),
            (Lang::En, Unit::Zi) => {
                format!("{} zi ({komi} points)", komi.margin_in_zi().mixed_en())
            }
            (Lang::En, _) => format!("{komi} points"),
        }
    }

    fn white_first_text(&self, lang: Lang) -> String {
        let extra = self.komi.white_passed_first;
        match lang {
            _ if extra == Score::ZERO => pick(lang, "无影响", "no effect").to_owned(),
            Lang::Zh => format!("白先停着，黑再贴 {extra} 点"),
            Lang::En => format!("when White passes first, Black gives {extra} more"),
        }
    }

    fn final_passes_text(&self, lang: Lang) -> String {
        match (self.end.final_passes, lang) {
            (None, _) => {
                pick(lang, "连续两次虚着停止对局", "two consecutive passes stop play").to_owned()
            }
            (Some(n), Lang::Zh) => format!("连续两次虚着停止对局，连续 {n} 次虚着终局"),
            (Some(n), Lang::En) => format!("two consecutive passes stop play, {n} end the game"),
        }
    }
}
