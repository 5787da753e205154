//! [`Outcome`]: how a game ended, and its short forms.

use board::Color;
use thiserror::Error;

use crate::ruleset::Unit;
use crate::score::Score;
use crate::text::{Lang, pick};

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// One side won.
    Win {
        /// Who.
        winner: Color,
        /// How.
        by: WinBy,
    },
    /// A draw (和棋).
    Jigo,
    /// No result (无胜负), such as by a long cycle.
    NoResult,
    /// Both sides lost.
    BothLose,
    /// The game does not count.
    Void,
}

/// How a side won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WinBy {
    /// By counting, with this margin in points; 0 where ties are a side's.
    Score(Score),
    /// The opponent resigned (中盘).
    Resignation,
    /// The opponent's time ran out.
    Time,
    /// The opponent broke a rule or did not play.
    Forfeit,
    /// Not stated.
    Unknown,
}

/// A text that is no SGF result.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{0}' is not a result; write B+3.5, W+R, B+T, W+F, 0 or Void")]
pub struct ResultError(pub String);

impl Outcome {
    /// A win.
    pub const fn win(winner: Color, by: WinBy) -> Outcome {
        Outcome::Win { winner, by }
    }

    /// The outcome of a count: Black minus White, komi included; `tie` decides zero.
    pub fn from_margin(margin: Score, tie: Option<Color>) -> Outcome {
        match margin.as_half_points() {
            0 => {
                tie.map_or(Outcome::Jigo, |winner| Outcome::win(winner, WinBy::Score(Score::ZERO)))
            }
            1.. => Outcome::win(Color::Black, WinBy::Score(margin)),
            _ => Outcome::win(Color::White, WinBy::Score(margin.abs())),
        }
    }

    /// Who won, if one side did.
    pub const fn winner(self) -> Option<Color> {
        match self {
            Outcome::Win { winner, .. } => Some(winner),
            _ => None,
        }
    }

    /// The margin of a counted win, in points.
    pub const fn margin(self) -> Option<Score> {
        match self {
            Outcome::Win { by: WinBy::Score(margin), .. } => Some(margin),
            _ => None,
        }
    }

    /// The value of SGF's `RE`: `B+1.5`, `W+R`, `0`, `Void`. FF\[4\] has no word for a loss of both sides or for no
    /// result, so these are `Void` too.
    pub fn to_sgf(self) -> String {
        match self {
            Outcome::Win { winner, by } => {
                let how = match by {
                    WinBy::Score(margin) => margin.to_string(),
                    WinBy::Resignation => "R".to_owned(),
                    WinBy::Time => "T".to_owned(),
                    WinBy::Forfeit => "F".to_owned(),
                    WinBy::Unknown => String::new(),
                };
                format!("{}+{how}", winner.letter())
            }
            Outcome::Jigo => "0".to_owned(),
            Outcome::NoResult | Outcome::BothLose | Outcome::Void => "Void".to_owned(),
        }
    }

    /// Reads SGF's `RE` in any case, with the long words too; `None` for an empty text or `?`, which state nothing.
    ///
    /// # Errors
    /// When it is nothing of the kind, a margin finer than half a point included.
    pub fn from_sgf(text: &str) -> Result<Option<Outcome>, ResultError> {
        let trimmed = text.trim();
        let lower = trimmed.to_ascii_lowercase();
        match lower.as_str() {
            "" | "?" => return Ok(None),
            "0" | "draw" | "jigo" => return Ok(Some(Outcome::Jigo)),
            "void" => return Ok(Some(Outcome::Void)),
            _ => {}
        }
        let error = || ResultError(trimmed.chars().take(60).collect());
        let (side, how) = lower.split_once('+').ok_or_else(error)?;
        let winner = match side.trim() {
            "b" | "black" => Color::Black,
            "w" | "white" => Color::White,
            _ => return Err(error()),
        };
        let by = match how.trim() {
            "" => WinBy::Unknown,
            "r" | "res" | "resign" | "resignation" => WinBy::Resignation,
            "t" | "time" => WinBy::Time,
            "f" | "forfeit" => WinBy::Forfeit,
            number => {
                let margin = Score::parse(number).ok().filter(|s| *s >= Score::ZERO);
                WinBy::Score(margin.ok_or_else(error)?)
            }
        };
        Ok(Some(Outcome::win(winner, by)))
    }

    /// The result as people say it, margins in the given unit: `黑胜1又3/4子`, `Black wins by 3.5 points`.
    pub fn describe(self, lang: Lang, unit: Unit) -> String {
        let Outcome::Win { winner, by } = self else {
            return match self {
                Outcome::Jigo => pick(lang, "和棋", "a draw"),
                Outcome::NoResult => pick(lang, "无胜负", "no result"),
                Outcome::BothLose => pick(lang, "双方负", "both sides lose"),
                _ => pick(lang, "对局无效", "the game is void"),
            }
            .to_owned();
        };
        let side = color_name(winner, lang);
        let WinBy::Score(margin) = by else {
            return match (lang, by) {
                (Lang::Zh, WinBy::Resignation) => format!("{side}中盘胜"),
                (Lang::Zh, WinBy::Time) => format!("{side}超时胜"),
                (Lang::Zh, WinBy::Forfeit) => format!("{side}判胜"),
                (Lang::Zh, _) => format!("{side}胜"),
                (Lang::En, WinBy::Resignation) => format!("{side} wins by resignation"),
                (Lang::En, WinBy::Time) => format!("{side} wins on time"),
                (Lang::En, WinBy::Forfeit) => format!("{side} wins by forfeit"),
                (Lang::En, _) => format!("{side} wins"),
            };
        };
        if margin == Score::ZERO {
            return match lang {
                Lang::Zh => format!("平手，{side}胜"),
                Lang::En => format!("{side} wins the tie"),
            };
        }
        match lang {
            Lang::Zh => format!("{side}胜{}", amount(margin, lang, unit)),
            Lang::En => format!("{side} wins by {}", amount(margin, lang, unit)),
        }
    }

    /// The same with the margin in points and 子, the ruleset's unit first: `黑胜3/4子（1.5目）`.
    pub fn describe_in_both_units(self, lang: Lang, unit: Unit) -> String {
        let own = self.describe(lang, unit);
        let Some(margin) = self.margin().filter(|margin| *margin != Score::ZERO) else {
            return own;
        };
        let other = match unit {
            Unit::Zi => Unit::Point,
            Unit::Point | Unit::Lu => Unit::Zi,
        };
        let other = amount(margin, lang, other);
        match lang {
            Lang::Zh => format!("{own}（{other}）"),
            Lang::En => format!("{own} ({other})"),
        }
    }
}

/// A margin in words: `3/4子`, `1.5目`, `1.5 points`.
pub(crate) fn amount(margin: Score, lang: Lang, unit: Unit) -> String {
    match (lang, unit) {
        (Lang::Zh, Unit::Zi) => format!("{}子", margin.margin_in_zi().mixed_zh()),
        (Lang::Zh, Unit::Point) => format!("{}目", margin.abs()),
        (Lang::Zh, Unit::Lu) => format!("{}路", margin.abs()),
        (Lang::En, Unit::Zi) => format!("{} zi", margin.margin_in_zi().mixed_en()),
        (Lang::En, Unit::Lu) => format!("{} lu", margin.abs()),
        (Lang::En, Unit::Point) if margin.abs() == Score::points(1) => "1 point".to_owned(),
        (Lang::En, Unit::Point) => format!("{} points", margin.abs()),
    }
}

/// The colour in words.
pub(crate) fn color_name(color: Color, lang: Lang) -> &'static str {
    match color {
        Color::Black => pick(lang, "黑", "Black"),
        Color::White => pick(lang, "白", "White"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sgf_results_come_back_the_same() {
        for text in ["B+1.5", "W+0.5", "B+0", "W+R", "B+T", "W+F", "0", "Void", "B+"] {
            let outcome = Outcome::from_sgf(text).unwrap().unwrap();
            assert_eq!(outcome.to_sgf(), text);
        }
        assert_eq!(Outcome::from_sgf("black+resign").unwrap().unwrap().to_sgf(), "B+R");
        assert_eq!(Outcome::from_sgf("Draw").unwrap(), Some(Outcome::Jigo));
        assert_eq!(Outcome::from_sgf(" ? "), Ok(None));
    }

    #[test]
    fn other_texts_are_refused() {
        for text in ["X+1", "B+W", "W+0.25", "B+-1", "1.5", "黑胜"] {
            assert!(Outcome::from_sgf(text).is_err(), "{text}");
        }
    }

    #[test]
    fn results_in_words() {
        let win = Outcome::win(Color::Black, WinBy::Score(Score::half_points(7)));
        assert_eq!(win.describe(Lang::Zh, Unit::Zi), "黑胜1又3/4子");
        assert_eq!(win.describe(Lang::En, Unit::Point), "Black wins by 3.5 points");
        assert_eq!(Outcome::Jigo.describe(Lang::Zh, Unit::Zi), "和棋");
    }
}
