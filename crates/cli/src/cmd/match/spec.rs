//! Players as they are written on the command line.

use std::time::Duration;

use engine::{Budget, Level, Net, Settings};
use rules::{Lang, Text};

use crate::cmd::gtp::parse_time;
use crate::lang::tr;
use crate::net;

/// A player as it is written on the command line.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Spec {
    /// The engine in this program.
    BuiltIn(Box<BuiltIn>),
    /// A command that speaks GTP.
    Command(String),
}

/// The engine in this program with its settings.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct BuiltIn {
    /// As written.
    pub(crate) name: String,
    /// How it is set up; the seed comes from the match.
    pub(crate) settings: Settings,
    /// Visits for each move instead of the level's.
    pub(crate) visits: Option<u32>,
    /// Time for each move, whatever the match says.
    pub(crate) time: Option<Duration>,
}

/// Why a text is no built-in player.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum SpecError {
    /// A part is not known.
    #[error("there is no setting {0:?}")]
    Unknown(String),
    /// A part has a value that it can't have.
    #[error("{key} cannot be {value:?}")]
    Value {
        /// The setting.
        key: &'static str,
        /// As written.
        value: String,
    },
    /// A network cannot be used.
    #[error("the network {file} cannot be used: {}", why.get(Lang::En))]
    Net {
        /// Its file.
        file: String,
        /// Why not.
        why: Text,
    },
    /// Nothing stands behind `builtin:`.
    #[error("no setting is given")]
    Empty,
}

impl SpecError {
    /// In words.
    pub(crate) fn describe(&self, lang: Lang) -> String {
        match self {
            SpecError::Unknown(text) => {
                tr!(
                    lang,
                    "内置引擎没有“{text}”这个设置",
                    "built-in engines have no setting \"{text}\""
                )
            }
            SpecError::Value { key, value } => {
                tr!(lang, "{key} 不能是“{value}”", "{key} cannot be \"{value}\"")
            }
            SpecError::Net { file, why } => {
                let why = why.get(lang);
                tr!(lang, "网络 {file} 不能用：{why}", "the network {file} cannot be used: {why}")
            }
            SpecError::Empty => {
                tr!(lang, "builtin: 之后没有设置", "there is no setting behind builtin:")
            }
        }
    }
}

/// What may stand behind `builtin:`, for people.
pub(crate) fn settings_help(lang: Lang) -> String {
    tr!(
        lang,
        "写 builtin: 加逗号分隔的设置：level5、rank=3d、net=文件或名称、visits=64、time=500ms、threads=1、nodes=N、resign=no；或写一条 GTP 命令",
        "write builtin: and settings with commas between: level5, rank=3d, net=FILE|NAME, visits=64, time=500ms, threads=1, nodes=N, resign=no; or a command that speaks GTP"
    )
}

impl Spec {
    /// Reads a player.
    ///
    /// # Errors
    /// When it begins with `builtin:` and what follows is not known.
    pub(crate) fn parse(text: &str) -> Result<Spec, SpecError> {
        let Some(parts) = text.strip_prefix("builtin:") else {
            return Ok(Spec::Command(text.to_owned()));
        };
        if parts.trim().is_empty() {
            return Err(SpecError::Empty);
        }
        let mut player = BuiltIn {
            name: text.to_owned(),
            settings: Settings::default(),
            visits: None,
            time: None,
        };
        for part in parts.split(',').map(str::trim) {
            player.set(part)?;
        }
        Ok(Spec::BuiltIn(Box::new(player)))
    }

    /// As written.
    pub(crate) fn name(&self) -> &str {
        match self {
            Spec::BuiltIn(player) => &player.name,
            Spec::Command(command) => command,
        }
    }
}

impl BuiltIn {
    /// Takes one `key=value`, or `levelN`.
    fn set(&mut self, part: &str) -> Result<(), SpecError> {
        let unknown = || SpecError::Unknown(part.to_owned());
        let (key, value) = match part.split_once('=') {
            Some((key, value)) => (key.trim(), value.trim()),
            // `level3` is short for `level=3`.
            None => part.split_at_checked("level".len()).ok_or_else(unknown)?,
        };
        let wrong = |key| SpecError::Value { key, value: value.to_owned() };
        let number = || value.parse::<u32>().ok().filter(|number| *number > 0);
        match key {
            "level" | "rank" => {
                self.settings.level = Level::find(value).ok_or_else(|| wrong("level"))?;
            }
            "visits" => self.visits = Some(number().ok_or_else(|| wrong("visits"))?),
            "time" => self.time = Some(parse_time(value).map_err(|_| wrong("time"))?),
            "threads" => self.settings.threads = number().ok_or_else(|| wrong("threads"))?,
            "net" => self.settings.net = load(value)?,
            "nodes" => self.settings.max_nodes = number().ok_or_else(|| wrong("nodes"))?,
            "resign" => {
                self.settings.resigns = match value {
                    "yes" => true,
                    "no" => false,
                    _ => return Err(wrong("resign")),
                }
            }
            // Numbers of the search, under the names that KataGo's files have.
            _ if part.contains('=') => {
                let changed = self.settings.overrides.set(key, value);
                changed.map_err(|error| SpecError::Unknown(error.to_string()))?;
            }
            _ => return Err(unknown()),
        }
        Ok(())
    }

    /// What a move may cost: its own limits first, then what the clock allows, then its level's visits.
    pub(crate) fn budget(&self, clock: Budget) -> Budget {
        let clock = match self.time {
            Some(time) => Budget::time(time),
            None => clock,
        };
        Budget { visits: self.visits, ..clock }
    }
}

/// Reads a network: the one in the program, an installed one by its name, or a file; `none` is none.
fn load(named: &str) -> Result<Option<Net>, SpecError> {
    let load =
        |lang| net::find_net(Some(named), None, lang)?.map(|source| source.load(lang)).transpose();
    load(Lang::En).map_err(|english| SpecError::Net {
        file: named.to_owned(),
        why: Text::new(
            load(Lang::Zh).err().map_or_else(String::new, |chinese| chinese.what),
            english.what,
        ),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn built_in(text: &str) -> BuiltIn {
        match Spec::parse(text) {
            Ok(Spec::BuiltIn(player)) => *player,
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn players_are_read() {
        assert_eq!(built_in("builtin:level3").settings.level.number, 3);
        let player = built_in("builtin:visits=100, resign=no,time=500ms,level=2");
        assert_eq!((player.visits, player.settings.resigns), (Some(100), false));
        assert_eq!(player.settings.level.number, 2);
        assert_eq!(player.time, Some(Duration::from_millis(500)));
        assert!(built_in("builtin:rank=3d").settings.level.rank.is_some());
        assert!(built_in("builtin:net=default").settings.net.is_some());
        assert_eq!(built_in("builtin:net=default,net=none").settings.net, None);
        assert_eq!(Spec::parse("gnugo --mode gtp").unwrap().name(), "gnugo --mode gtp");
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (text, word) in [
            ("builtin:", "no setting"),
            ("builtin:level6", "level"),
            ("builtin:visits=0", "visits"),
            ("builtin:best", "best"),
            ("builtin:级", "级"),
            ("builtin:level5,speed=3", "speed"),
            ("builtin:time=soon", "time"),
            ("builtin:resign=maybe", "maybe"),
            ("builtin:net=no-such-file.bin.gz", "no-such-file"),
            ("builtin:threads=many", "threads"),
        ] {
            let error = Spec::parse(text).expect_err(text);
            assert!(error.to_string().contains(word), "{text}: {error}");
            assert!(!error.describe(Lang::Zh).is_empty());
        }
    }

    #[test]
    fn own_limits_come_first() {
        let clock = Budget {
            most_time: Some(Duration::from_secs(9)),
            ..Budget::time(Duration::from_secs(5))
        };
        let player = built_in("builtin:level1,time=1s");
        assert_eq!(player.budget(clock), Budget::time(Duration::from_secs(1)));
        let player = built_in("builtin:visits=9");
        assert_eq!(player.budget(clock), Budget { visits: Some(9), ..clock });
    }
}
