use rules::{Lang, Text};

use crate::net::Net;

/// How strong the engine plays: plain data.
#[derive(Clone, Debug, PartialEq)]
pub struct Level {
    /// A stable number: 1 (weakest) to 5 for those that need no network.
    pub number: u8,
    /// Its name for people.
    pub name: Text,
    /// Visits of the root for each move.
    pub visits: u32,
    /// Whether a time limit, where there is one, takes the place of `visits`.
    pub uses_all_time: bool,
    /// How far the choice strays from the most visited move: a move with `v` visits is drawn with a weight of
    /// `v^(1/temperature)`; 0 always takes the most visited.
    pub temperature: f32,
    /// Value for the engine, 0 to 1, under which a move is a sign of defeat; three in a row are a resignation.
    pub resign_below: f32,
}

impl Level {
    /// The strongest level.
    pub const MAX: u8 = 5;

    /// All five, the weakest first.
    pub fn all() -> [Level; 5] {
        [
            level(1, "入门", "beginner", 40, 1.0, 0.02),
            level(2, "初级", "novice", 200, 0.5, 0.04),
            level(3, "中级", "casual", 1_000, 0.25, 0.06),
            level(4, "高级", "strong", 5_000, 0.1, 0.08),
            level(5, "最强", "strongest", 20_000, 0.0, 0.08),
        ]
    }

    /// The levels to offer to people, the weakest first.
    pub fn offered(_net: Option<&Net>) -> Vec<Level> {
        Level::all().to_vec()
    }

    /// The level with this number.
    pub fn numbered(number: u8) -> Option<Level> {
        Level::all().into_iter().find(|level| level.number == number)
    }

    /// Finds a level by its number or its name in either language, in any case.
    pub fn find(name: &str) -> Option<Level> {
        let name = name.trim();
        if let Ok(number) = name.parse() {
            return Level::numbered(number);
        }
        let named = |level: &Level| {
            Lang::ALL.iter().any(|&lang| level.name_in(lang).eq_ignore_ascii_case(name))
        };
        Level::all().into_iter().find(named)
    }

    /// Its name in a language.
    pub fn name_in(&self, lang: Lang) -> &str {
        self.name.get(lang)
    }
}

impl Default for Level {
    /// The strongest.
    fn default() -> Level {
        let [.., strongest] = Level::all();
        strongest
    }
}

fn level(
    number: u8,
    zh: &str,
    en: &str,
    visits: u32,
    temperature: f32,
    resign_below: f32,
) -> Level {
    let uses_all_time = number == Level::MAX;
    Level { number, name: Text::new(zh, en), visits, uses_all_time, temperature, resign_below }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_numbered_and_rise() {
        let levels = Level::all();
        for (number, level) in (1..).zip(&levels) {
            assert_eq!(level.number, number);
            assert_eq!(Level::numbered(number).as_ref(), Some(level));
            for lang in Lang::ALL {
                assert_eq!(Level::find(level.name_in(lang)).as_ref(), Some(level));
            }
        }
        for pair in levels.windows(2) {
            assert!(pair[0].visits < pair[1].visits && pair[0].temperature > pair[1].temperature);
        }
        assert_eq!(Level::numbered(0), None);
        assert_eq!(Level::find("nobody"), None);
        assert_eq!(Level::default().number, Level::MAX);
    }
}
