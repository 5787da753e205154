//! `levels.toml`, read once.

use std::sync::OnceLock;

use rules::Text;
use serde::Deserialize;

use super::{Human, Level, Rank, RankError};

const TEXT: &str = include_str!("levels.toml");

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    free: Vec<Free>,
    rank: Vec<Ranked>,
}

/// A level that needs no network.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Free {
    number: u8,
    /// The rank that stands for it where there is a network.
    like: String,
    zh: String,
    en: String,
    visits: u32,
    net_visits: u32,
    temperature: f32,
    resign_below: f32,
    #[serde(default)]
    uses_all_time: bool,
}

/// A level by rank.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Ranked {
    rank: String,
    /// The free level that it plays at without a network.
    free: u8,
    visits: u32,
    /// Those of [`Human`], together or not at all.
    temperature: Option<f32>,
    oversight: Option<f32>,
    loss: Option<f32>,
}

/// All levels: those without a network, then those by rank.
pub(super) fn levels() -> &'static [Level] {
    static LEVELS: OnceLock<Vec<Level>> = OnceLock::new();
    LEVELS.get_or_init(|| read(TEXT).unwrap_or_else(|_| vec![strongest(); usize::from(Level::MAX)]))
}

/// The strongest level by itself: what there would be without the file, whose reading is tested.
pub(super) fn strongest() -> Level {
    Level {
        number: Level::MAX,
        instead: Rank::Dan(2).number(),
        rank: None,
        name: Text::new("最强", "strongest"),
        visits: 20_000,
        net_visits: 500,
        uses_all_time: true,
        temperature: 0.0,
        resign_below: 0.08,
        human: None,
    }
}

fn read(text: &str) -> Result<Vec<Level>, String> {
    let file: File = toml::from_str(text).map_err(|error| error.to_string())?;
    let levels: Result<Vec<Level>, RankError> = file.free.into_iter().map(free).collect();
    let mut levels = levels.map_err(|error| error.to_string())?;
    if levels.len() != usize::from(Level::MAX) {
        return Err(format!("{} levels without a network", levels.len()));
    }
    for entry in file.rank {
        let base = levels.iter().find(|level| level.number == entry.free);
        let base = base.ok_or_else(|| format!("{}: no level {}", entry.rank, entry.free))?;
        let rank: Rank = entry.rank.parse().map_err(|error| format!("{error}"))?;
        let human = match (entry.temperature, entry.oversight, entry.loss) {
            (Some(temperature), Some(oversight), Some(loss)) => {
                Some(Human { temperature, oversight, loss })
            }
            (None, None, None) => None,
            _ => return Err(format!("{rank}: temperature, oversight and loss go together")),
        };
        let level = Level {
            number: rank.number(),
            instead: entry.free,
            rank: Some(rank),
            name: rank.name(),
            net_visits: entry.visits,
            uses_all_time: false,
            human,
            ..base.clone()
        };
        levels.push(level);
    }
    Ok(levels)
}

fn free(entry: Free) -> Result<Level, RankError> {
    Ok(Level {
        number: entry.number,
        instead: entry.like.parse::<Rank>()?.number(),
        rank: None,
        name: Text::new(entry.zh, entry.en),
        visits: entry.visits,
        net_visits: entry.net_visits,
        uses_all_time: entry.uses_all_time,
        temperature: entry.temperature,
        resign_below: entry.resign_below,
        human: None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_is_read_and_faults_in_it_are_found() {
        assert_eq!(read(TEXT).map(|levels| levels.len()), Ok(5 + 29));
        for (old, new) in [
            ("rank = \"20k\"", "rank = \"30k\""),
            ("rank = \"20k\"\nfree = 1", "rank = \"20k\"\nfree = 9"),
            ("oversight = ", "overlooks = "),
            ("number = 1\n", "\n"),
        ] {
            assert!(TEXT.contains(old));
            assert!(read(&TEXT.replacen(old, new, 1)).is_err(), "{new}");
        }
    }
}
