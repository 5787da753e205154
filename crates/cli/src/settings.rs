//! Settings by KataGo's names: from configuration files, `-override-config`, `kata-set-param` and `overrideSettings`.
//! Those of the search are [`engine::Overrides`]; the others are of the protocols.

use engine::{OverrideError, Overrides};
use gtp::Perspective;

/// What settings come to.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Settings {
    /// Those of the search.
    pub(crate) overrides: Overrides,
    /// `reportAnalysisWinratesAs`: whose view values are told in.
    pub(crate) perspective: Option<Perspective>,
    /// `analysisPVLen`: moves of a line after the first.
    pub(crate) line_length: Option<usize>,
    /// `humanSLProfile`: whose moves to expect; empty for nobody's.
    pub(crate) profile: Option<String>,
    /// `numAnalysisThreads`: positions analysed at the same time.
    pub(crate) positions: Option<usize>,
    /// `numSearchThreadsPerAnalysisThread`: threads for each of them.
    pub(crate) threads: Option<u32>,
    /// `rules`.
    pub(crate) rules: Option<String>,
}

/// The most positions at the same time.
const MOST_POSITIONS: usize = 1024;

/// The longest line.
const LONGEST_LINE: usize = 1000;

/// Names of the protocols' own settings that a game may change.
const OWN: [&str; 2] = ["analysisPVLen", "humanSLProfile"];

/// What is true before anybody sets it, for those who ask.
const DEFAULTS: [(&str, &str); 6] = [
    ("analysisPVLen", "15"),
    ("analysisWideRootNoise", "0"),
    ("humanSLProfile", ""),
    ("numSearchThreads", "1"),
    ("playoutDoublingAdvantage", "0"),
    ("ponderingEnabled", "false"),
];

impl Settings {
    /// Sets one; `false` when nothing has the name.
    ///
    /// # Errors
    /// When it has no such value.
    pub(crate) fn set(&mut self, name: &str, value: &str) -> Result<bool, String> {
        let value = value.trim();
        let bad = |wanted: &str| format!("{name} is {value}, not {wanted}");
        let number = |most: usize| {
            let number = value.parse().ok().filter(|number| (1..=most).contains(number));
            number.ok_or_else(|| bad(&format!("a whole number from 1 to {most}")))
        };
        match name {
            "reportAnalysisWinratesAs" => {
                let view = Perspective::parse(value);
                self.perspective = Some(view.ok_or_else(|| bad("BLACK, WHITE or SIDETOMOVE"))?);
            }
            "analysisPVLen" => self.line_length = Some(number(LONGEST_LINE)?),
            "humanSLProfile" => self.profile = Some(value.to_owned()),
            "numAnalysisThreads" => self.positions = Some(number(MOST_POSITIONS)?),
            "numSearchThreadsPerAnalysisThread" => {
                self.threads = u32::try_from(number(MOST_POSITIONS)?).ok();
            }
            "rules" => self.rules = Some(value.to_owned()),
            // The analysis protocol's name for the same.
            "wideRootNoise" => return self.search("analysisWideRootNoise", value),
            _ => return self.search(name, value),
        }
        Ok(true)
    }

    fn search(&mut self, name: &str, value: &str) -> Result<bool, String> {
        match self.overrides.set(name, value) {
            Ok(()) => Ok(true),
            Err(OverrideError::Unknown(_)) => Ok(false),
            Err(error) => Err(error.to_string()),
        }
    }

    /// Sets several; the names that nothing has come back.
    ///
    /// # Errors
    /// When one has no such value.
    pub(crate) fn set_all(&mut self, settings: &[(String, String)]) -> Result<Vec<String>, String> {
        let mut unknown = Vec::new();
        for (name, value) in settings {
            if !self.set(name, value)? {
                unknown.push(name.clone());
            }
        }
        Ok(unknown)
    }

    /// The value of one that a game may change; `None` when it is not set and no default is known.
    pub(crate) fn get(&self, name: &str) -> Option<String> {
        let own = match name {
            "analysisPVLen" => self.line_length.map(|length| length.to_string()),
            "humanSLProfile" => self.profile.clone(),
            _ => self.overrides.get(name),
        };
        let default = || DEFAULTS.iter().find(|known| known.0 == name).map(|known| known.1);
        own.or_else(|| default().map(str::to_owned))
    }

    /// The names that a game may change, sorted.
    pub(crate) fn names() -> Vec<&'static str> {
        let mut names: Vec<&str> = Overrides::NAMES.iter().copied().chain(OWN).collect();
        names.sort_unstable();
        names
    }

    /// These, and what they do not say as in `base`.
    pub(crate) fn over(&self, base: &Settings) -> Settings {
        Settings {
            overrides: self.overrides.over(&base.overrides),
            perspective: self.perspective.or(base.perspective),
            line_length: self.line_length.or(base.line_length),
            profile: self.profile.clone().or_else(|| base.profile.clone()),
            positions: self.positions.or(base.positions),
            threads: self.threads.or(base.threads),
            rules: self.rules.clone().or_else(|| base.rules.clone()),
        }
    }

    /// The profile, where there is one.
    pub(crate) fn human_profile(&self) -> Option<String> {
        self.profile.clone().filter(|profile| !profile.is_empty())
    }

    /// Moves of a reported line, the first included.
    pub(crate) fn longest_line(&self) -> usize {
        self.line_length.unwrap_or(15) + 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_set_by_name() {
        let mut settings = Settings::default();
        for (name, value) in [
            ("reportAnalysisWinratesAs", "black"),
            ("numAnalysisThreads", "2"),
            ("wideRootNoise", "0.04"),
            ("maxVisits", "100"),
            ("analysisPVLen", "3"),
        ] {
            assert_eq!(settings.set(name, value), Ok(true), "{name}");
        }
        assert_eq!(settings.set("logDir", "x"), Ok(false));
        assert!(settings.set("numAnalysisThreads", "0").is_err());
        assert!(settings.set("maxTime", "soon").is_err());
        assert_eq!(settings.overrides.wide_root_noise, Some(0.04));
        assert_eq!((settings.positions, settings.longest_line()), (Some(2), 4));
        assert_eq!(settings.get("maxVisits").as_deref(), Some("100"));
        assert_eq!(settings.get("playoutDoublingAdvantage").as_deref(), Some("0"));
        assert_eq!(settings.get("colour"), None);
        let mut above = Settings::default();
        above.set("maxVisits", "5").unwrap();
        assert_eq!(above.over(&settings).get("maxVisits").as_deref(), Some("5"));
        assert_eq!(above.over(&settings).perspective, Some(Perspective::Black));
    }
}
