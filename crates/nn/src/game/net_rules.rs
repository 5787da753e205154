//! [`NetRules`]: KataGo's rule axes, their presets, and the forms in which programs write them.

use std::fmt;

use rules::{Compensation, Removal, Repetition, Ruleset, Suicide};

use super::state::counts_as_area;

/// Which repetitions are forbidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KoRule {
    /// Basic ko; long cycles give no result.
    Simple,
    /// No position may come back.
    Positional,
    /// No position may come back with the same player to move.
    Situational,
    /// A position may not come back unless there was a pass in between. Networks are not trained on it.
    Spight,
}

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scoring {
    /// Stones and surrounded points.
    Area,
    /// Surrounded points and prisoners, disputes being played out in the encore.
    Territory,
}

/// Which points do not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tax {
    /// All count.
    None,
    /// Those in seki don't.
    Seki,
    /// Those in seki don't, nor do two points of each group.
    All,
}

/// What White receives for handicap stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HandicapBonus {
    /// Nothing.
    Zero,
    /// A point a stone.
    N,
    /// A point a stone but the first.
    NMinusOne,
}

/// The rules that networks distinguish: KataGo's axes. [`rules::Ruleset`] knows more; the nearest of these stands for it.
///
/// `Display` writes KataGo's JSON (as `kata-get-rules` does), which [`NetRules::parse`] reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NetRules {
    /// Repetition.
    pub ko: KoRule,
    /// Counting.
    pub scoring: Scoring,
    /// Points that don't count.
    pub tax: Tax,
    /// Whether suicide of several stones is legal.
    pub multi_stone_suicide: bool,
    /// Whether the first pass is worth half a point.
    pub button: bool,
    /// White's points for handicap stones.
    pub handicap_bonus: HandicapBonus,
    /// Whether a player may pass before everything dead is taken, as people do.
    pub friendly_pass: bool,
}

/// Why a text does not name rules that networks know.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NetRulesError {
    /// No preset has that name, and it is neither a rule string nor a JSON object.
    #[error(
        "'{0}' is no ruleset that networks know; try chinese, japanese, tromp-taylor, aga or a JSON object"
    )]
    Unknown(String),
    /// Something follows the rules, or the object is broken off.
    #[error("'{0}' is not a flat JSON object of rules")]
    Json(String),
    /// The object has a key that is no rule.
    #[error(
        "'{0}' is no rule; the rules are ko, scoring, tax, suicide, hasButton, whiteHandicapBonus and friendlyPassOk"
    )]
    Key(String),
    /// The rule doesn't take that value.
    #[error("'{value}' is no value of the rule {key}")]
    Value {
        /// The rule.
        key: String,
        /// The value.
        value: String,
    },
    /// A rule that must be given is missing.
    #[error("the rule {0} is missing")]
    Missing(&'static str),
}

/// Names of presets, lower case with hyphens, and their rules.
const PRESETS: &[(&[&str], NetRules)] = &[
    (
        &["tromp-taylor", "tromptaylor", "tt"],
        preset(KoRule::Positional, true, HandicapBonus::Zero, false),
    ),
    (&["chinese"], preset(KoRule::Simple, false, HandicapBonus::N, true)),
    (
        &["chinese-ogs", "chinese-kgs", "chineseogs", "chinesekgs"],
        preset(KoRule::Positional, false, HandicapBonus::N, true),
    ),
    (&["aga", "bga", "french"], preset(KoRule::Situational, false, HandicapBonus::NMinusOne, true)),
    (
        &["aga-button", "agabutton"],
        NetRules {
            button: true,
            ..preset(KoRule::Situational, false, HandicapBonus::NMinusOne, true)
        },
    ),
    (
        &["new-zealand", "newzealand", "nz"],
        preset(KoRule::Situational, true, HandicapBonus::Zero, true),
    ),
    (&["goe", "ing"], preset(KoRule::Positional, true, HandicapBonus::Zero, true)),
    (
        &["stone-scoring", "stonescoring", "ancient-area", "ancientarea"],
        NetRules { tax: Tax::All, ..preset(KoRule::Simple, false, HandicapBonus::Zero, true) },
    ),
    (
        &["japanese", "korean"],
        NetRules {
            scoring: Scoring::Territory,
            tax: Tax::Seki,
            ..preset(KoRule::Simple, false, HandicapBonus::Zero, false)
        },
    ),
    (
        &["ancient-territory", "ancientterritory"],
        NetRules {
            scoring: Scoring::Territory,
            tax: Tax::All,
            ..preset(KoRule::Simple, false, HandicapBonus::Zero, false)
        },
    ),
];

/// Area rules without tax and button.
const fn preset(
    ko: KoRule,
    suicide: bool,
    handicap_bonus: HandicapBonus,
    friendly: bool,
) -> NetRules {
    NetRules {
        ko,
        scoring: Scoring::Area,
        tax: Tax::None,
        multi_stone_suicide: suicide,
        button: false,
        handicap_bonus,
        friendly_pass: friendly,
    }
}

impl NetRules {
    /// Chinese rules as networks know them.
    pub const CHINESE: NetRules = preset(KoRule::Simple, false, HandicapBonus::N, true);

    /// Japanese and Korean rules as networks know them.
    pub const JAPANESE: NetRules = NetRules {
        scoring: Scoring::Territory,
        tax: Tax::Seki,
        ..preset(KoRule::Simple, false, HandicapBonus::Zero, false)
    };

    /// Tromp–Taylor rules without suicide of a single stone.
    pub const TROMP_TAYLOR: NetRules = preset(KoRule::Positional, true, HandicapBonus::Zero, false);

    /// The nearest rules to a ruleset. Where two are equally near, those that networks were trained on.
    pub fn nearest(ruleset: &Ruleset) -> NetRules {
        if let Some(exact) = parse_string(&ruleset.id) {
            return exact;
        }
        let area = ruleset.scoring != rules::Scoring::Territory || counts_as_area(ruleset);
        NetRules {
            ko: match ruleset.repetition {
                Repetition::Simple => KoRule::Simple,
                Repetition::Positional => KoRule::Positional,
                Repetition::Situational | Repetition::NaturalSituational => KoRule::Situational,
            },
            scoring: if area { Scoring::Area } else { Scoring::Territory },
            tax: match (ruleset.scoring, ruleset.tax) {
                (rules::Scoring::Stones, _) | (_, rules::Tax::Group) => Tax::All,
                (_, rules::Tax::Seki) => Tax::Seki,
                (_, rules::Tax::None) => Tax::None,
            },
            multi_stone_suicide: ruleset.suicide != Suicide::Forbidden,
            button: ruleset.button && area,
            handicap_bonus: match ruleset.compensation {
                _ if counts_as_area(ruleset) => HandicapBonus::NMinusOne,
                Compensation::None => HandicapBonus::Zero,
                Compensation::PerStone => HandicapBonus::N,
                Compensation::PerStoneButOne => HandicapBonus::NMinusOne,
            },
            friendly_pass: area && ruleset.end.removal == Removal::Agreement,
        }
    }

    /// Reads a preset such as `chinese` or `tromp-taylor`, a rule string such as `koPOSITIONALscoreAREAtaxNONEsui1whbN-1`,
    /// or a JSON object such as `{"ko":"SIMPLE","scoring":"AREA","suicide":false}`. In the last two, tax is what goes with
    /// the scoring unless it is given, and everything else that is not given is "no" or 0.
    ///
    /// # Errors
    /// [`NetRulesError`] says what can't be read.
    pub fn parse(text: &str) -> Result<NetRules, NetRulesError> {
        let text = text.trim();
        if text.starts_with('{') {
            return NetRules::from_fields(json_fields(text)?);
        }
        let name = text.to_ascii_lowercase().replace(['_', ' '], "-");
        let preset = PRESETS.iter().find(|(names, _)| names.contains(&name.as_str()));
        preset
            .map(|(_, rules)| *rules)
            .or_else(|| parse_string(text))
            .ok_or_else(|| NetRulesError::Unknown(text.chars().take(60).collect()))
    }

    /// The rules that these keys and values of KataGo's JSON give; `komi` is passed over. See [`NetRules::parse`] for what
    /// may be left out.
    ///
    /// # Errors
    /// [`NetRulesError`] when a key or value is unknown, or `ko`, `scoring` or `suicide` is not given.
    pub fn from_fields<K, V>(
        fields: impl IntoIterator<Item = (K, V)>,
    ) -> Result<NetRules, NetRulesError>
    where
        K: AsRef<str>,
        V: AsRef<str>,
    {
        let mut rules = preset(KoRule::Positional, false, HandicapBonus::Zero, false);
        let (mut ko, mut scoring, mut tax, mut suicide) = (false, false, false, false);
        for (key, value) in fields {
            rules = rules.with(key.as_ref(), value.as_ref())?;
            match key.as_ref() {
                "ko" => ko = true,
                "score" | "scoring" => scoring = true,
                "tax" => tax = true,
                "suicide" | "multiStoneSuicideLegal" => suicide = true,
                _ => {}
            }
        }
        for (given, name) in [(ko, "ko"), (scoring, "scoring"), (suicide, "suicide")] {
            if !given {
                return Err(NetRulesError::Missing(name));
            }
        }
        if !tax && rules.scoring == Scoring::Territory {
            rules.tax = Tax::Seki;
        }
        Ok(rules)
    }

    /// These rules with one of them changed, as `kata-set-rule` does.
    ///
    /// # Errors
    /// [`NetRulesError`] when there is no such rule or value.
    pub fn with(mut self, key: &str, value: &str) -> Result<NetRules, NetRulesError> {
        let bad = || NetRulesError::Value { key: key.to_owned(), value: value.to_owned() };
        let is = |word: &str| value.eq_ignore_ascii_case(word);
        let find = |words: &[&str]| words.iter().position(|word| is(word)).ok_or_else(bad);
        let yes = || match value.to_ascii_lowercase().as_str() {
            "true" | "1" => Ok(true),
            "false" | "0" => Ok(false),
            _ => Err(bad()),
        };
        match key {
            "ko" => self.ko = KO[find(&KO.map(|(_, word)| word))?].0,
            "score" | "scoring" => self.scoring = SCORING[find(&SCORING.map(|(_, word)| word))?].0,
            "tax" => self.tax = TAX[find(&TAX.map(|(_, word)| word))?].0,
            "suicide" | "multiStoneSuicideLegal" => self.multi_stone_suicide = yes()?,
            "button" | "hasButton" => self.button = yes()?,
            "friendlyPassOk" => self.friendly_pass = yes()?,
            "whiteHandicapBonus" => {
                self.handicap_bonus = BONUS[find(&BONUS.map(|(_, word)| word))?].0
            }
            "komi" => {}
            _ => return Err(NetRulesError::Key(key.to_owned())),
        }
        Ok(self)
    }

    /// Rules that networks were trained on: natural superko becomes situational, and there is no button with territory.
    #[must_use]
    pub fn supported(mut self) -> NetRules {
        if self.ko == KoRule::Spight {
            self.ko = KoRule::Situational;
        }
        if self.scoring == Scoring::Territory {
            self.button = false;
        }
        self
    }

    /// KataGo's name of these rules, such as `chinese`; where several mean the same, the best known.
    pub fn preset_name(&self) -> Option<&'static str> {
        PRESETS
            .iter()
            .find(|(_, rules)| rules == self)
            .and_then(|(names, _)| names.first().copied())
    }

    /// As a rule string, such as `koPOSITIONALscoreAREAtaxNONEsui1`.
    pub fn to_rule_string(&self) -> String {
        let mut text = format!(
            "ko{}score{}tax{}sui{}",
            word(&KO, self.ko),
            word(&SCORING, self.scoring),
            word(&TAX, self.tax),
            u8::from(self.multi_stone_suicide)
        );
        if self.button {
            text += "button1";
        }
        if self.handicap_bonus != HandicapBonus::Zero {
            text += "whb";
            text += word(&BONUS, self.handicap_bonus);
        }
        if self.friendly_pass {
            text += "fpok1";
        }
        text
    }

    /// A number that tells the rules apart.
    pub(super) fn code(&self) -> u64 {
        let parts = [
            (self.ko as u64, 4),
            (self.scoring as u64, 2),
            (self.tax as u64, 3),
            (u64::from(self.multi_stone_suicide), 2),
            (u64::from(self.button), 2),
            (self.handicap_bonus as u64, 3),
            (u64::from(self.friendly_pass), 2),
        ];
        parts.iter().fold(0, |code, (part, values)| code * values + part)
    }
}

const KO: [(KoRule, &str); 4] = [
    (KoRule::Simple, "SIMPLE"),
    (KoRule::Positional, "POSITIONAL"),
    (KoRule::Situational, "SITUATIONAL"),
    (KoRule::Spight, "SPIGHT"),
];
const SCORING: [(Scoring, &str); 2] = [(Scoring::Area, "AREA"), (Scoring::Territory, "TERRITORY")];
const TAX: [(Tax, &str); 3] = [(Tax::None, "NONE"), (Tax::Seki, "SEKI"), (Tax::All, "ALL")];
const BONUS: [(HandicapBonus, &str); 3] =
    [(HandicapBonus::Zero, "0"), (HandicapBonus::NMinusOne, "N-1"), (HandicapBonus::N, "N")];

fn word<T: PartialEq>(words: &[(T, &'static str)], value: T) -> &'static str {
    words.iter().find(|(v, _)| *v == value).map_or("", |(_, word)| word)
}

impl fmt::Display for NetRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            r#"{{"friendlyPassOk":{},"hasButton":{},"ko":"{}","scoring":"{}","suicide":{},"tax":"{}","whiteHandicapBonus":"{}"}}"#,
            self.friendly_pass,
            self.button,
            word(&KO, self.ko),
            word(&SCORING, self.scoring),
            self.multi_stone_suicide,
            word(&TAX, self.tax),
            word(&BONUS, self.handicap_bonus),
        )
    }
}

/// Keys of the rule string, the key each stands for in JSON, and its words, longer ones first.
const STRING_KEYS: [(&str, &str, &[&str]); 7] = [
    ("ko", "ko", &["SIMPLE", "POSITIONAL", "SITUATIONAL", "SPIGHT"]),
    ("score", "scoring", &["AREA", "TERRITORY"]),
    ("tax", "tax", &["NONE", "SEKI", "ALL"]),
    ("sui", "suicide", &["0", "1"]),
    ("button", "hasButton", &["0", "1"]),
    ("whb", "whiteHandicapBonus", &["N-1", "N", "0"]),
    ("fpok", "friendlyPassOk", &["0", "1"]),
];

/// Reads a rule string in any case.
fn parse_string(text: &str) -> Option<NetRules> {
    let upper = text.trim().to_ascii_uppercase();
    let mut rest = upper.as_str();
    let mut fields = Vec::new();
    while !rest.is_empty() {
        let (name, words, after) = STRING_KEYS.iter().find_map(|(key, name, words)| {
            rest.strip_prefix(key.to_ascii_uppercase().as_str()).map(|after| (*name, *words, after))
        })?;
        let value = words.iter().find(|word| after.starts_with(**word))?;
        rest = after.strip_prefix(value)?;
        fields.push((name, *value));
    }
    if fields.is_empty() { None } else { NetRules::from_fields(fields).ok() }
}

/// Keys and values of a JSON object without nesting; strings lose their quotes.
fn json_fields(text: &str) -> Result<Vec<(String, String)>, NetRulesError> {
    let bad = || NetRulesError::Json(text.chars().take(200).collect());
    let inner = text.strip_prefix('{').and_then(|t| t.strip_suffix('}')).ok_or_else(bad)?;
    if inner.trim().is_empty() {
        return Ok(Vec::new());
    }
    let plain = |part: &str| {
        let part = part.trim();
        let text = part.strip_prefix('"').map_or(Some(part), |p| p.strip_suffix('"'));
        // No rule has a character that JSON must escape.
        text.filter(|t| !t.contains(['"', '\\', '{', '[', ':'])).map(str::to_owned)
    };
    inner
        .split(',')
        .map(|field| {
            let (key, value) = field.split_once(':').ok_or_else(bad)?;
            let is_string = key.trim().starts_with('"');
            match (plain(key), plain(value)) {
                (Some(key), Some(value)) if is_string => Ok((key, value)),
                _ => Err(bad()),
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presets_strings_and_json_say_the_same() {
        for (names, rules) in PRESETS {
            for name in *names {
                assert_eq!(NetRules::parse(name), Ok(*rules), "{name}");
            }
            assert_eq!(NetRules::parse(&rules.to_rule_string()), Ok(*rules));
            assert_eq!(NetRules::parse(&rules.to_string()), Ok(*rules));
        }
        assert_eq!(NetRules::parse("Chinese_OGS").map(|r| r.ko), Ok(KoRule::Positional));
        assert_eq!(NetRules::CHINESE.preset_name(), Some("chinese"));
        assert_eq!(NetRules::JAPANESE, NetRules::parse("korean").unwrap());
    }

    #[test]
    fn json_is_written_as_gtp_programs_expect_it() {
        let expected = concat!(
            r#"{"friendlyPassOk":true,"hasButton":false,"ko":"SIMPLE","scoring":"AREA","#,
            r#""suicide":false,"tax":"NONE","whiteHandicapBonus":"N"}"#
        );
        assert_eq!(NetRules::CHINESE.to_string(), expected);
    }

    #[test]
    fn what_is_left_out_has_its_default() {
        let rules = NetRules::parse(
            r#"{ "ko": "simple", "score": "TERRITORY", "suicide": false, "komi": 6.5 }"#,
        );
        assert_eq!(rules, Ok(NetRules::JAPANESE));
        assert_eq!(NetRules::parse("koPOSITIONALscoreAREAsui1"), Ok(NetRules::TROMP_TAYLOR));
    }

    #[test]
    fn what_cannot_be_read_is_named() {
        let error = |text| NetRules::parse(text).unwrap_err();
        assert_eq!(error("martian"), NetRulesError::Unknown("martian".into()));
        assert_eq!(error(""), NetRulesError::Unknown(String::new()));
        assert_eq!(error("{}"), NetRulesError::Missing("ko"));
        assert!(matches!(error(r#"{"ko":"SIMPLE""#), NetRulesError::Json(_)));
        assert!(matches!(error(r#"{"ko":{"a":1}}"#), NetRulesError::Json(_)));
        assert_eq!(error(r#"{"moon":"full"}"#), NetRulesError::Key("moon".into()));
        let value = NetRulesError::Value { key: "ko".into(), value: "NONE".into() };
        assert_eq!(error(r#"{"ko":"NONE"}"#), value);
        assert!(matches!(error("koSIMPLEscoreAREAtaxNONEsui2"), NetRulesError::Unknown(_)));
    }

    #[test]
    fn every_ruleset_has_rules_near_it() {
        let name = |id: &str| {
            let rules = NetRules::nearest(&Ruleset::find(id).unwrap());
            rules.preset_name().map_or_else(|| rules.to_rule_string(), str::to_owned)
        };
        for (id, expected) in [
            ("chinese", "chinese"),
            ("chinese1988", "chinese"),
            ("japanese", "japanese"),
            ("korean", "japanese"),
            ("aga", "aga"),
            ("aga_territory", "aga"),
            ("bga", "aga"),
            ("nz", "new-zealand"),
            ("tromp_taylor", "tromp-taylor"),
            ("ing", "goe"),
            ("mingqing", "stone-scoring"),
            ("dunhuang", "stone-scoring"),
            ("tangsong", "ancient-territory"),
            ("rangxian", "koSIMPLEscoreAREAtaxNONEsui0fpok1"),
            ("wmsg2008", "koPOSITIONALscoreAREAtaxNONEsui0fpok1"),
            ("button", "koSITUATIONALscoreAREAtaxNONEsui0button1fpok1"),
            ("koSIMPLEscoreAREAtaxSEKIsui1", "koSIMPLEscoreAREAtaxSEKIsui1"),
        ] {
            assert_eq!(name(id), expected, "{id}");
        }
    }
}
