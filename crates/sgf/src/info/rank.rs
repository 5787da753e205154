//! Ranks: `9d`, `3 kyu`, `9p`, `P9段`, `九段`, `18级`, `4단`, `7d?`, `\[2k*\]`.

use super::amount;

/// The scale of a rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Grade {
    /// Pupil grades, counted down: 30 to 1.
    Kyu,
    /// Amateur grades, counted up from 1.
    Dan,
    /// Professional dan, counted up from 1.
    Professional,
}

/// A player's rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rank {
    /// The number, 1 to 50.
    pub number: u8,
    /// The scale.
    pub grade: Grade,
    /// Whether the record marks the rank as uncertain (`?`) or provisional.
    pub is_uncertain: bool,
}

impl Rank {
    /// Reads a rank; `None` when the text names none (`NR`, `-`, `Honinbo`).
    pub fn parse(text: &str) -> Option<Self> {
        let lower = amount::narrow(text).to_lowercase();
        let text = lower.trim_matches(|c: char| c.is_whitespace() || "[]()（）【】".contains(c));
        let is_uncertain = text.contains('?');
        let pro_before = text.starts_with('p')
            || text.starts_with("职业")
            || text.starts_with("職業")
            || text.starts_with("프로");
        let start =
            text.find(|c: char| c.is_ascii_digit() || "一二三四五六七八九十初".contains(c))?;
        let at = text.get(start..)?;
        let (number, after) = match at.strip_prefix('初') {
            Some(after) => (1, after),
            None => amount::whole(at)?,
        };
        let unit = after.trim_start_matches([' ', '-']);
        let is_dan = unit.starts_with(['d', '段', '단']);
        let pro_after = unit.starts_with('p')
            || unit.starts_with("dp")
            || unit.starts_with("段p")
            || unit.contains("pro");
        let grade = if unit.starts_with(['k', '级', '級', '급']) {
            Grade::Kyu
        } else if pro_after || (pro_before && is_dan) {
            Grade::Professional
        } else if is_dan {
            Grade::Dan
        } else {
            return None;
        };
        let number = u8::try_from(number).ok().filter(|number| (1..=50).contains(number))?;
        Some(Self { number, grade, is_uncertain })
    }
}

impl std::fmt::Display for Rank {
    /// `3k`, `5d`, `9p`, with `?` when uncertain.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let letter = match self.grade {
            Grade::Kyu => 'k',
            Grade::Dan => 'd',
            Grade::Professional => 'p',
        };
        write!(f, "{}{letter}{}", self.number, if self.is_uncertain { "?" } else { "" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_of_all_servers() {
        for (text, rank) in [
            ("9d", "9d"),
            ("9 Dan", "9d"),
            ("2 kyu", "2k"),
            ("9p", "9p"),
            ("P9段", "9p"),
            ("职业九段", "9p"),
            ("九段", "9d"),
            ("初段", "1d"),
            ("18级", "18k"),
            ("十八級", "18k"),
            ("4단", "4d"),
            ("2급", "2k"),
            ("[8k*]", "8k"),
            ("2k?", "2k?"),
            ("9DP", "9p"),
            ("7 dan pro", "7p"),
            ("（３段）", "3d"),
            ("1dan", "1d"),
        ] {
            assert_eq!(
                Rank::parse(text).map(|rank| rank.to_string()).as_deref(),
                Some(rank),
                "{text}"
            );
        }
        for text in ["", "NR", "-", "Honinbo", "9", "500d", "Meijin 2000"] {
            assert_eq!(Rank::parse(text), None, "{text}");
        }
    }
}
