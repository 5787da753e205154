use std::fmt;
use std::str::FromStr;

use rules::Text;
use thiserror::Error;

/// A strength as people name it: 20 kyu (weakest) to 1 kyu, then 1 dan to 9 dan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rank {
    /// 级, 1 the strongest.
    Kyu(u8),
    /// 段, 9 the strongest.
    Dan(u8),
}

/// Why a text is no rank.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0:?} is no rank from 20 kyu to 9 dan, such as 5k, 3d, 5级 or 3段")]
pub struct RankError(String);

impl Rank {
    /// The weakest that the engine plays.
    pub const LOWEST: Rank = Rank::Kyu(20);

    /// All ranks, the weakest first.
    pub fn all() -> impl DoubleEndedIterator<Item = Rank> {
        (1..=20).rev().map(Rank::Kyu).chain((1..=9).map(Rank::Dan))
    }

    /// A number that rises with the strength: 11 for 20 kyu, 30 for 1 kyu, 31 to 39 for the dan ranks.
    pub fn number(self) -> u8 {
        match self {
            Rank::Kyu(kyu) => 31_u8.saturating_sub(kyu),
            Rank::Dan(dan) => 30_u8.saturating_add(dan),
        }
    }

    /// Its name for people.
    pub fn name(self) -> Text {
        match self {
            Rank::Kyu(kyu) => Text::new(format!("{kyu} 级"), format!("{kyu} kyu")),
            Rank::Dan(dan) => Text::new(format!("{dan} 段"), format!("{dan} dan")),
        }
    }
}

impl fmt::Display for Rank {
    /// The short form: `5k`, `3d`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Rank::Kyu(kyu) => write!(f, "{kyu}k"),
            Rank::Dan(dan) => write!(f, "{dan}d"),
        }
    }
}

/// The Chinese numerals of ranks, with their values.
const NUMERALS: [(&str, u8); 9] = [
    ("一", 1),
    ("二", 2),
    ("三", 3),
    ("四", 4),
    ("五", 5),
    ("六", 6),
    ("七", 7),
    ("八", 8),
    ("九", 9),
];

impl FromStr for Rank {
    type Err = RankError;

    /// Reads `5k`, `5 kyu`, `5级`, `3d`, `3 dan`, `3段`, `三段`, in any case.
    fn from_str(text: &str) -> Result<Rank, RankError> {
        let lower = text.trim().to_ascii_lowercase();
        let refused = || RankError(text.trim().chars().take(20).collect());
        let endings = [("kyu", true), ("级", true), ("級", true), ("k", true)];
        let endings = endings.into_iter().chain([("dan", false), ("段", false), ("d", false)]);
        let (number, is_kyu) = endings
            .into_iter()
            .find_map(|(ending, kyu)| Some((lower.strip_suffix(ending)?.trim_end(), kyu)))
            .ok_or_else(refused)?;
        let numeral = NUMERALS.iter().find(|(numeral, _)| *numeral == number);
        let number = match numeral {
            Some(&(_, value)) => value,
            // 初段 is a rank, 初级 is none.
            None if number == "初" && !is_kyu => 1,
            None => number.parse().map_err(|_| refused())?,
        };
        match (is_kyu, number) {
            (true, 1..=20) => Ok(Rank::Kyu(number)),
            (false, 1..=9) => Ok(Rank::Dan(number)),
            _ => Err(refused()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_read_in_both_languages() {
        for text in ["5k", "5K", " 5 kyu", "5 级", "5级", "五级", "5級"] {
            assert_eq!(text.parse(), Ok(Rank::Kyu(5)), "{text}");
        }
        for text in ["3d", "3 Dan", "3段", "三段", "3 段"] {
            assert_eq!(text.parse(), Ok(Rank::Dan(3)), "{text}");
        }
        assert_eq!("初段".parse(), Ok(Rank::Dan(1)));
        for bad in ["", "k", "0k", "21k", "10d", "3", "dan", "3p", "-1k", "初", "初级"] {
            assert!(bad.parse::<Rank>().is_err(), "{bad}");
        }
        for rank in Rank::all() {
            assert_eq!(rank.to_string().parse(), Ok(rank));
            let name = rank.name();
            assert_eq!((name.zh.parse(), name.en.parse()), (Ok(rank), Ok(rank)));
        }
    }

    #[test]
    fn numbers_rise_with_strength() {
        let numbers: Vec<u8> = Rank::all().map(Rank::number).collect();
        assert_eq!(numbers, (11..=39).collect::<Vec<u8>>());
    }
}
