//! Whom a network that imitates people shall imitate.
//!
//! Such networks take 192 numbers more: whether the players are people, their ranks, the clock, the date and where the
//! record is from. A profile is a set of these that is known to work, under the names that KataGo's users know.

use std::fmt;

use board::{BoardSize, Color};
use rules::Lang;
use thiserror::Error;

use crate::META;

/// Where the ranks of each side begin; each has 34 places.
const RANKS: [usize; 2] = [6, 40];

/// Where the date begins, and how many waves tell it.
const DATE: usize = 87;
const WAVES: usize = 32;

/// Where the sources of records begin.
const SOURCES: usize = 151;

/// Players to imitate.
///
/// [`parse`](HumanProfile::parse) and `Display` know the names: `rank_5k`, `rank_3d_1k` (Black's and White's rank),
/// `preaz_9d` (the same before computers changed openings), `proyear_1846` (professionals of a year).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct HumanProfile {
    kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Kind {
    /// Ranks as places below 9 dan: 0 is 9 dan, 9 is 1 kyu, 28 is 20 kyu.
    Ranks {
        black: u8,
        white: u8,
        before_computers: bool,
    },
    Professionals {
        year: u16,
    },
}

/// A name that is no profile.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "{0:?} is no profile: rank_20k to rank_9d, preaz_20k to preaz_9d, two ranks such as rank_1d_5k, or proyear_1800 to \
     proyear_2023"
)]
pub struct HumanProfileError(pub String);

impl HumanProfileError {
    /// The reason in words.
    pub fn describe(&self, lang: Lang) -> String {
        match lang {
            Lang::En => self.to_string(),
            Lang::Zh => format!(
                "{:?} 不是棋手档案：可用 rank_20k 至 rank_9d、preaz_20k 至 preaz_9d、两个段位（如 rank_1d_5k），或 proyear_1800 \
                 至 proyear_2023",
                self.0
            ),
        }
    }
}

impl HumanProfile {
    /// The profile of this name.
    ///
    /// # Errors
    /// [`HumanProfileError`] when there is none.
    pub fn parse(name: &str) -> Result<HumanProfile, HumanProfileError> {
        let kind = match name.split_once('_') {
            Some(("rank", ranks)) => parse_ranks(ranks, false),
            Some(("preaz", ranks)) => parse_ranks(ranks, true),
            Some(("proyear", year)) => parse_year(year),
            _ => None,
        };
        kind.map(|kind| HumanProfile { kind }).ok_or_else(|| HumanProfileError(name.to_owned()))
    }

    /// The 192 inputs for a position of this size with this side to move.
    pub fn inputs(self, to_move: Color, size: BoardSize) -> [f32; META] {
        let mut row = [0.0; META];
        // Both players are people.
        row[0] = 1.0;
        row[1] = 1.0;
        let (black, white) = match self.kind {
            Kind::Ranks { black, white, .. } => (black, white),
            Kind::Professionals { .. } => (0, 0),
        };
        let (own, other) = if to_move == Color::Black { (black, white) } else { (white, black) };
        for (start, rank) in RANKS.into_iter().zip([own, other]) {
            // As many ones as places from above 9 dan down to the rank.
            row[start..start + usize::from(rank) + 1].fill(1.0);
        }
        let (days, source) = match self.kind {
            Kind::Ranks { before_computers, .. } => {
                // Rated or not is unknown; the clock is byo-yomi.
                row[74] = 0.5;
                row[79] = 1.0;
                (if before_computers { days(2016, 9) } else { days(2020, 3) }, 2)
            }
            Kind::Professionals { year } => {
                // The clock is unknown. One collection has the old games, another the new.
                row[75] = 1.0;
                (days(year.into(), 6), if year <= 2020 { 5 } else { 6 })
            }
        };
        clock(&mut row, matches!(self.kind, Kind::Ranks { .. }));
        row[86] = single(0.5 * (count(size.area()) / 361.0).ln());
        date(&mut row[DATE..DATE + 2 * WAVES], days);
        row[SOURCES + source] = 1.0;
        row
    }
}

/// The clock's settings: 20 minutes and 5 periods of 30 seconds, or none.
fn clock(row: &mut [f32; META], known: bool) {
    let (main_seconds, period_seconds, periods) =
        if known { (1200.0_f64, 30.0_f64, 5.0_f64) } else { (0.0, 0.0, 0.0) };
    row[82] = single(0.4 * ((main_seconds + 60.0).ln() - 6.5));
    row[83] = single(0.3 * ((period_seconds + 1.0).ln() - 3.0));
    row[84] = single(0.5 * ((periods + 2.0).ln() - 1.5));
    // Moves of a Canadian period: none.
    row[85] = single(0.25 * (2.0_f64.ln() - 1.5));
}

/// A date as waves of a week to 80,000 weeks.
fn date(waves: &mut [f32], days: i32) {
    let step = 80_000.0_f64.powf(1.0 / (count(WAVES) - 1.0));
    let mut period = 7.0;
    for wave in waves.chunks_exact_mut(2) {
        let (sin, cos) = (f64::from(days) / period * std::f64::consts::TAU).sin_cos();
        wave[0] = single(cos);
        wave[1] = single(sin);
        period *= step;
    }
}

/// Days from the first of 1970 to the first of a month of the Gregorian calendar.
fn days(year: i32, month: i32) -> i32 {
    // Years from March on, so that the leap day is the last of its year.
    let (year, month) = if month < 3 { (year - 1, month + 9) } else { (year, month - 3) };
    let leap_days = year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    365 * year + leap_days + (153 * month + 2) / 5 - 719_468
}

fn parse_ranks(text: &str, before_computers: bool) -> Option<Kind> {
    let (black, white) = text.split_once('_').unwrap_or((text, text));
    Some(Kind::Ranks { black: parse_rank(black)?, white: parse_rank(white)?, before_computers })
}

/// `9d` is 0, `20k` is 28.
fn parse_rank(text: &str) -> Option<u8> {
    let (number, unit) = (text.get(..text.len().checked_sub(1)?)?, text.get(text.len() - 1..)?);
    if number.starts_with('0') || !number.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    match (number.parse().ok()?, unit) {
        (dan @ 1..=9, "d") => Some(9 - dan),
        (kyu @ 1..=20, "k") => Some(8 + kyu),
        _ => None,
    }
}

fn parse_year(text: &str) -> Option<Kind> {
    let digits = text.len() == 4 && text.bytes().all(|byte| byte.is_ascii_digit());
    let year = text.parse().ok().filter(|year| digits && (1800..=2023).contains(year))?;
    Some(Kind::Professionals { year })
}

impl fmt::Display for HumanProfile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            Kind::Professionals { year } => write!(f, "proyear_{year}"),
            Kind::Ranks { black, white, before_computers } => {
                let rank = |place: u8| match place {
                    dan @ ..=8 => format!("{}d", 9 - dan),
                    kyu => format!("{}k", kyu - 8),
                };
                f.write_str(if before_computers { "preaz_" } else { "rank_" })?;
                f.write_str(&rank(black))?;
                if black == white { Ok(()) } else { write!(f, "_{}", rank(white)) }
            }
        }
    }
}

#[expect(clippy::cast_possible_truncation, reason = "inputs are single precision")]
fn single(value: f64) -> f32 {
    value as f32
}

#[expect(clippy::cast_precision_loss, reason = "a board's area, a number of waves")]
fn count(number: usize) -> f64 {
    number as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inputs(name: &str, to_move: Color) -> [f32; META] {
        let size = BoardSize::square(19).unwrap();
        HumanProfile::parse(name).unwrap().inputs(to_move, size)
    }

    fn ones(row: &[f32; META], start: usize) -> usize {
        let places = &row[start..start + 34];
        let ones = places.iter().take_while(|value| **value == 1.0).count();
        assert!(places[ones..].iter().all(|value| *value == 0.0));
        ones
    }

    #[test]
    fn names_are_read_and_written_back() {
        let ranks = (1..=20).map(|n| format!("{n}k")).chain((1..=9).map(|n| format!("{n}d")));
        for rank in ranks {
            for name in [format!("rank_{rank}"), format!("preaz_{rank}")] {
                assert_eq!(HumanProfile::parse(&name).unwrap().to_string(), name);
            }
        }
        for name in ["rank_3d_15k", "preaz_20k_9d", "proyear_1800", "proyear_2023"] {
            assert_eq!(HumanProfile::parse(name).unwrap().to_string(), name);
        }
        for name in [
            "",
            "_",
            "rank",
            "rank_",
            "rank_0d",
            "rank_10d",
            "rank_21k",
            "rank_05k",
            "rank_+5k",
            "rank_5",
            "rank_k",
            "rank_5k_",
            "rank_5k_3k_1k",
            "rank_5段",
            "Rank_5k",
            "proyear_1799",
            "proyear_2024",
            "proyear_01900",
            "proyear_+900",
            "preaz_1990",
        ] {
            let error = HumanProfile::parse(name).unwrap_err();
            assert!(error.describe(Lang::Zh).contains("proyear_1800"), "{name}");
        }
    }

    #[test]
    fn ranks_are_ones_from_above() {
        let row = inputs("rank_9d", Color::Black);
        assert_eq!((ones(&row, 6), ones(&row, 40)), (1, 1));
        let row = inputs("preaz_20k", Color::White);
        assert_eq!((ones(&row, 6), ones(&row, 40)), (29, 29));
        let row = inputs("rank_1d_1k", Color::Black);
        assert_eq!((ones(&row, 6), ones(&row, 40)), (9, 10));
        let row = inputs("rank_1d_1k", Color::White);
        assert_eq!((ones(&row, 6), ones(&row, 40)), (10, 9));
        let row = inputs("proyear_1990", Color::White);
        assert_eq!((ones(&row, 6), ones(&row, 40)), (1, 1));
    }

    #[test]
    fn the_rest_of_a_row_is_as_expected() {
        let row = inputs("rank_5k", Color::Black);
        assert_eq!(row[..6], [1.0, 1.0, 0.0, 0.0, 0.0, 0.0]);
        assert_eq!(row[74..82], [0.5, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0]);
        let clock = [0.255_547, 0.130_196, 0.222_955, -0.201_713];
        for (found, expected) in row[82..86].iter().zip(clock) {
            assert!((found - expected).abs() < 1e-5, "{found} {expected}");
        }
        assert_eq!(row[86], 0.0);
        assert_eq!(row[151..154], [0.0, 0.0, 1.0]);
        assert!(row[154..].iter().all(|value| *value == 0.0));

        let row = inputs("proyear_2021", Color::Black);
        assert_eq!(row[74..82], [0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
        assert_eq!(row[151 + 6], 1.0);
        assert_eq!(inputs("proyear_2020", Color::Black)[151 + 5], 1.0);

        let small = BoardSize::square(9).unwrap();
        let row = HumanProfile::parse("rank_1d").unwrap().inputs(Color::Black, small);
        assert!((row[86] - 0.5 * (81.0_f32 / 361.0).ln()).abs() < 1e-6);
    }

    #[test]
    fn dates_are_days_and_waves() {
        assert_eq!((days(1970, 1), days(1970, 3), days(2000, 3)), (0, 59, 11_017));
        assert_eq!((days(2016, 9), days(2020, 3), days(1800, 6)), (17_045, 18_322, -61_940));
        // The first of September 2016 was a Thursday as the first of January 1970: whole weeks.
        let row = inputs("preaz_1d", Color::Black);
        assert!((row[87] - 1.0).abs() < 1e-5 && row[88].abs() < 1e-5);
        // The slowest wave takes 80,000 weeks.
        let angle = 17_045.0 / (7.0 * 80_000.0) * std::f64::consts::TAU;
        assert!((f64::from(row[149]) - angle.cos()).abs() < 1e-6);
        assert!((f64::from(row[150]) - angle.sin()).abs() < 1e-6);
    }
}
