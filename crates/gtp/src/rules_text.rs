//! Rules as KataGo's programs write them: names, and objects in JSON.

use std::sync::Arc;

use rules::{
    Axis, Compensation, Removal, Repetition, Ruleset, RulesetSpecError, Scoring, Suicide, Tax,
};
use serde::Serialize;
use serde_json::{Map, Value};
use thiserror::Error;

/// Why a text gives no rules.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RulesError {
    /// No ruleset has the name.
    #[error(transparent)]
    Name(#[from] RulesetSpecError),
    /// The text begins like an object of JSON and is none.
    #[error("no JSON object: {0}")]
    Json(String),
    /// There is no such part.
    #[error("rules have no part {0:?}")]
    Part(String),
    /// A part has no such value.
    #[error("{value} is no value of {part}; try {known}")]
    Value {
        /// The part.
        part: String,
        /// As written.
        value: String,
        /// What there is.
        known: &'static str,
    },
}

/// A part of the rules as KataGo names it, with the words of its values and ours: (word, our word).
struct Part {
    names: &'static [&'static str],
    axis: Axis,
    words: &'static [(&'static str, &'static str)],
    known: &'static str,
}

const PARTS: [Part; 7] = [
    Part {
        names: &["ko"],
        axis: Axis::Repetition,
        words: &[
            ("SIMPLE", "simple"),
            ("POSITIONAL", "positional"),
            ("SITUATIONAL", "situational"),
            ("SPIGHT", "natural-situational"),
        ],
        known: "SIMPLE, POSITIONAL, SITUATIONAL, SPIGHT",
    },
    Part {
        names: &["scoring", "score"],
        axis: Axis::Scoring,
        words: &[("AREA", "area"), ("TERRITORY", "territory")],
        known: "AREA, TERRITORY",
    },
    Part {
        names: &["tax"],
        axis: Axis::Tax,
        words: &[("NONE", "none"), ("SEKI", "seki"), ("ALL", "group")],
        known: "NONE, SEKI, ALL",
    },
    Part {
        names: &["suicide", "multiStoneSuicideLegal"],
        axis: Axis::Suicide,
        words: &[("FALSE", "no"), ("TRUE", "groups")],
        known: "true, false",
    },
    Part {
        names: &["hasButton"],
        axis: Axis::Button,
        words: &[("FALSE", "no"), ("TRUE", "yes")],
        known: "true, false",
    },
    Part {
        names: &["whiteHandicapBonus"],
        axis: Axis::Compensation,
        words: &[("0", "none"), ("N-1", "n-1"), ("N", "n")],
        known: "0, N-1, N",
    },
    // Whether dead stones may stay on the board when both pass.
    Part {
        names: &["friendlyPassOk"],
        axis: Axis::Removal,
        words: &[("FALSE", "all-alive"), ("TRUE", "agreement")],
        known: "true, false",
    },
];

/// Reads rules: a name or short string, or an object such as `{"ko":"SIMPLE","scoring":"AREA"}`. What an object does not
/// say is as in `tromp-taylor` without suicide.
///
/// # Errors
/// When there is no such name, part or value.
pub fn parse_rules(text: &str) -> Result<Arc<Ruleset>, RulesError> {
    let text = text.trim();
    if !text.starts_with('{') {
        return Ok(named(text)?);
    }
    let object: Map<String, Value> =
        serde_json::from_str(text).map_err(|error| RulesError::Json(error.to_string()))?;
    from_object(&object)
}

/// Names that only other programs use.
fn named(name: &str) -> Result<Arc<Ruleset>, RulesetSpecError> {
    let found = Ruleset::find(name);
    let plain = name.to_ascii_lowercase().replace(['_', ' '], "-");
    match (found, plain.as_str()) {
        (Ok(ruleset), _) => Ok(ruleset),
        (Err(_), "stone-scoring" | "ancient-area") => {
            Ruleset::find("koSIMPLEscoreAREAtaxALLsui0whb0")
        }
        (Err(_), "ancient-territory") => Ruleset::find("koSIMPLEscoreTERRITORYtaxALLsui0whb0"),
        (Err(_), "aga-button") => Ruleset::find("koSITUATIONALscoreAREAtaxNONEsui0button1whbN-1"),
        (Err(error), _) => Err(error),
    }
}

/// Rules from an object's fields.
pub(crate) fn from_object(object: &Map<String, Value>) -> Result<Arc<Ruleset>, RulesError> {
    let mut ruleset = Ruleset::find("koPOSITIONALscoreAREAtaxNONEsui0whb0")?;
    for (part, value) in object {
        let word = match value {
            Value::String(word) => word.clone(),
            other => other.to_string(),
        };
        // A komi in here is for those who ask; the command `komi` sets it.
        if part != "komi" {
            ruleset = with_part(&ruleset, part, &word)?;
        }
    }
    Ok(ruleset)
}

/// A ruleset with one part changed, named and valued as KataGo does.
///
/// # Errors
/// When there is no such part, or no such value of it.
pub fn with_part(ruleset: &Ruleset, part: &str, value: &str) -> Result<Arc<Ruleset>, RulesError> {
    let found = PARTS.iter().find(|known| known.names.contains(&part));
    let known = found.ok_or_else(|| RulesError::Part(part.to_owned()))?;
    let word = value.trim().to_ascii_uppercase();
    let ours = known.words.iter().find(|(theirs, _)| *theirs == word).map(|(_, ours)| *ours);
    let ours = ours.ok_or_else(|| RulesError::Value {
        part: part.to_owned(),
        value: value.to_owned(),
        known: known.known,
    })?;
    Ok(Arc::new(ruleset.with(known.axis, ours)?))
}

/// In the order of KataGo's answers.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Object {
    friendly_pass_ok: bool,
    has_button: bool,
    ko: &'static str,
    scoring: &'static str,
    suicide: bool,
    tax: &'static str,
    white_handicap_bonus: &'static str,
}

/// The rules as an object in JSON, as `kata-get-rules` answers them.
pub fn format_rules(rules: &Ruleset) -> String {
    let object = Object {
        friendly_pass_ok: rules.end.removal != Removal::AllAlive,
        has_button: rules.button,
        ko: match rules.repetition {
            Repetition::Simple => "SIMPLE",
            Repetition::Positional => "POSITIONAL",
            Repetition::Situational => "SITUATIONAL",
            Repetition::NaturalSituational => "SPIGHT",
        },
        scoring: match rules.scoring {
            Scoring::Territory => "TERRITORY",
            _ => "AREA",
        },
        suicide: rules.suicide != Suicide::Forbidden,
        tax: match (rules.scoring, rules.tax) {
            // Counting stones alone comes to the same as area less two eyes for each group.
            (Scoring::Stones, _) | (_, Tax::Group) => "ALL",
            (_, Tax::None) => "NONE",
            (_, Tax::Seki) => "SEKI",
        },
        white_handicap_bonus: match rules.compensation {
            Compensation::None => "0",
            Compensation::PerStone => "N",
            Compensation::PerStoneButOne => "N-1",
        },
    };
    serde_json::to_string(&object).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_of_other_programs_is_known() {
        for name in [
            "tromp-taylor",
            "chinese",
            "chinese-ogs",
            "chinese-kgs",
            "japanese",
            "korean",
            "stone-scoring",
            "stone_scoring",
            "aga",
            "bga",
            "new-zealand",
            "new zealand",
            "new_zealand",
            "aga-button",
            "koSIMPLEscoreAREAtaxNONEsui0",
            "ancient-area",
        ] {
            assert!(parse_rules(name).is_ok(), "{name}: {:?}", parse_rules(name));
        }
        assert!(matches!(parse_rules("chinaese"), Err(RulesError::Name(_))));
    }

    #[test]
    fn objects_are_read_and_written() {
        for text in [
            r#"{"friendlyPassOk":true,"hasButton":false,"ko":"SIMPLE","scoring":"TERRITORY","suicide":false,"tax":"SEKI","whiteHandicapBonus":"0"}"#,
            r#"{"friendlyPassOk":false,"hasButton":true,"ko":"SPIGHT","scoring":"AREA","suicide":true,"tax":"ALL","whiteHandicapBonus":"N-1"}"#,
        ] {
            let rules = parse_rules(text).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(format_rules(&rules), text);
        }
        let rules = parse_rules(r#"{"ko":"simple","whiteHandicapBonus":0}"#).unwrap();
        assert_eq!(rules.repetition, Repetition::Simple);
        assert_eq!(rules.compensation, Compensation::None);
    }

    #[test]
    fn wrong_objects_are_refused() {
        assert!(matches!(parse_rules("{"), Err(RulesError::Json(_))));
        assert!(matches!(parse_rules(r#"{"koo":"SIMPLE"}"#), Err(RulesError::Part(_))));
        let error = parse_rules(r#"{"ko":"NEVER"}"#).unwrap_err();
        assert_eq!(
            error.to_string(),
            "NEVER is no value of ko; try SIMPLE, POSITIONAL, SITUATIONAL, SPIGHT"
        );
        let chinese = Ruleset::chinese();
        assert!(with_part(&chinese, "scoring", "territory").is_ok());
        assert!(matches!(with_part(&chinese, "suicide", "2"), Err(RulesError::Value { .. })));
    }
}
