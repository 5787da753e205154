//! KataGo's rule strings, such as `koPOSITIONALscoreAREAtaxNONEsui1whbN-1`, as rulesets of our own axes.

use std::sync::Arc;

use super::{
    Axis, Compensation, LongCycle, Removal, Repetition, Ruleset, Scoring, SharedPoints, Suicide,
    Tax, Unit,
};
use crate::text::Text;

/// Keys of the string, each with the words it takes: (word, our axis, our word, Chinese, English).
type Words = &'static [(&'static str, &'static str, &'static str, &'static str)];

const KO: Words = &[
    ("simple", "simple", "单劫", "basic ko"),
    ("positional", "positional", "全局禁同形", "positional superko"),
    ("situational", "situational", "禁同形（同一方）", "situational superko"),
    ("spight", "natural-situational", "自然禁同形", "natural situational superko"),
];
const SCORE: Words =
    &[("area", "area", "数子", "area"), ("territory", "territory", "数目", "territory")];
const TAX: Words = &[
    ("none", "none", "双活眼计算", "seki eyes count"),
    ("seki", "seki", "双活眼不计", "seki eyes don't count"),
    ("all", "group", "还棋头", "group tax"),
];
const SUICIDE: Words =
    &[("0", "no", "禁自杀", "no suicide"), ("1", "groups", "许多子自杀", "multi-stone suicide")];
const BUTTON: Words = &[("0", "no", "", ""), ("1", "yes", "纽扣", "button")];
const BONUS: Words = &[
    ("0", "none", "", ""),
    ("n-1", "n-1", "让子贴还 N−1", "N−1 points for N handicap stones"),
    ("n", "n", "让子贴还 N", "N points for N handicap stones"),
];
const FRIENDLY: Words = &[("0", "", "", ""), ("1", "", "", "")];

/// The keys in their order, with the axis each sets; the first four must be there.
const KEYS: &[(&str, Option<Axis>, Words)] = &[
    ("ko", Some(Axis::Repetition), KO),
    ("score", Some(Axis::Scoring), SCORE),
    ("tax", Some(Axis::Tax), TAX),
    ("sui", Some(Axis::Suicide), SUICIDE),
    ("button", Some(Axis::Button), BUTTON),
    ("whb", Some(Axis::Compensation), BONUS),
    ("fpok", None, FRIENDLY),
];
const REQUIRED: usize = 4;

/// Reads such a string in any case; `None` when it isn't one.
pub(super) fn parse(text: &str) -> Option<Arc<Ruleset>> {
    let text = text.trim();
    let lower = text.to_ascii_lowercase();
    let mut rest = lower.as_str();
    let mut ruleset = base();
    let (mut zh, mut en) = (Vec::new(), Vec::new());
    for (i, &(key, axis, words)) in KEYS.iter().enumerate() {
        let Some(after) = rest.strip_prefix(key) else {
            if i < REQUIRED {
                return None;
            }
            continue;
        };
        let &(word, ours, name_zh, name_en) = words.iter().find(|w| after.starts_with(w.0))?;
        rest = after.strip_prefix(word)?;
        if let Some(axis) = axis {
            ruleset.set(axis, ours)?;
        }
        if !name_zh.is_empty() {
            zh.push(name_zh);
            en.push(name_en);
        }
    }
    if !rest.is_empty() {
        return None;
    }
    ruleset.id = text.to_owned();
    ruleset.sgf = text.to_owned();
    ruleset.name =
        Text::new(format!("自定义：{}", zh.join("、")), format!("custom: {}", en.join(", ")));
    finish(&mut ruleset);
    Some(Arc::new(ruleset))
}

/// What the string doesn't say: dead stones are agreed, and everything else is as plain as can be.
fn base() -> Ruleset {
    let mut base = Ruleset::clone(&Ruleset::chinese());
    base.aliases.clear();
    base.notes.clear();
    base.sources.clear();
    base.edition.clear();
    base.suicide = Suicide::Forbidden;
    base.compensation = Compensation::None;
    base.end.removal = Removal::Agreement;
    base.unit = Unit::Point;
    base.shared = SharedPoints::Nobody;
    base.tax = Tax::None;
    base.summary = Text::new(
        "由 KataGo 规则字符串给出的一组规则；贴目另行约定。",
        "Rules given part by part in KataGo's notation; komi is agreed separately.",
    );
    base
}

fn finish(ruleset: &mut Ruleset) {
    let simple = ruleset.repetition == Repetition::Simple;
    ruleset.long_cycle = if simple { LongCycle::NoResult } else { LongCycle::Forbidden };
    if ruleset.scoring == Scoring::Territory {
        ruleset.komi.even = crate::score::Score::half_points(13);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_become_axes() {
        let r = parse("koPOSITIONALscoreAREAtaxNONEsui1whbN-1").unwrap();
        assert_eq!(r.repetition, Repetition::Positional);
        assert_eq!(r.suicide, Suicide::GroupsOnly);
        assert_eq!(r.compensation, Compensation::PerStoneButOne);
        assert_eq!(
            r.name.en,
            "custom: positional superko, area, seki eyes count, multi-stone suicide, N−1 points for N handicap stones"
        );
        let r = parse("kosimplescoreterritorytaxsekisui0").unwrap();
        assert_eq!(
            (r.scoring, r.tax, r.long_cycle),
            (Scoring::Territory, Tax::Seki, LongCycle::NoResult)
        );
        assert_eq!(parse("koSPIGHTscoreAREAtaxALLsui0button1fpok1").map(|r| r.button), Some(true));
    }

    #[test]
    fn other_strings_are_not_taken() {
        for text in [
            "",
            "ko",
            "koFOOscoreAREAtaxNONEsui1",
            "koSIMPLEscoreAREAtaxNONEsui1x",
            "koSIMPLEscoreAREA",
        ] {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
