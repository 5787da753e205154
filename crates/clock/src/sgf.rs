//! Time in game records: the SGF properties `TM OT BL WL OB OW`, and what programs make of them.
//!
//! FF[4] defines `TM` as seconds and leaves `OT` free; these spellings are in use: KGS and CGoban `5x30 byo-yomi`,
//! `25/600 Canadian`; OGS `86400 fischer`, `259200 simple`; Fox `TM[300]TC[3]TT[30]` (periods and their length);
//! GoGui `25 moves / 10 min`; old records `OM[25]OP[600]`, `TM[5:00:00(5x1:00)]`, `TM[30:00+30:00/25]`; Tygem
//! `600-30-3`; Chinese programs `30秒3次`. What no program has a spelling for is written after the same pattern.

use crate::lexer::{Token, Word, lex};
use crate::millis::Seconds;
use crate::text::{control, correspondence, minutes, whole};
use crate::{ControlError, Millis, PlayerTime, Shown, TimeControl};

use Token::{Length as L, Number as N, Sign as S, Word as W};

/// Whose spelling is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SgfStyle {
    /// KGS, CGoban and Tygem: `TM` and `OT`.
    Kgs,
    /// OGS: as KGS, with `canadian` in small letters.
    Ogs,
    /// Fox: byo-yomi as `TM`, `TC` and `TT`.
    Fox,
}

/// Why the time settings or the time left of a record cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SgfTimeError {
    /// A property's value is in no known spelling.
    #[error("{property}[{value}] is in no known spelling")]
    Spelling {
        /// The property.
        property: &'static str,
        /// Its value.
        value: String,
    },
    /// The settings can be read but not played.
    #[error("TM and OT cannot be played: {0}")]
    Unplayable(#[from] ControlError),
    /// The time left does not belong to the time control.
    #[error("{left} s and {count:?} do not belong to the time control: {what}")]
    Misfit {
        /// The seconds of `BL` or `WL`.
        left: String,
        /// The number of `OB` or `OW`.
        count: Option<String>,
        /// What does not fit.
        what: &'static str,
    },
}

/// A player's time as a record holds it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SgfTimeLeft {
    /// `BL` or `WL`: seconds left, of the current period in overtime.
    pub left: String,
    /// `OB` or `OW`: in overtime, the periods, stones or extensions left, the current one included.
    pub count: Option<String>,
}

impl TimeControl {
    /// Reads the time control from a record's root; `property` gives a property's value by its name.
    ///
    /// `None` when the record states no time.
    ///
    /// # Errors
    /// When a value is in no known spelling or the control cannot be played.
    pub fn from_sgf<'a>(
        property: impl Fn(&str) -> Option<&'a str>,
    ) -> Result<Option<Self>, SgfTimeError> {
        let value = |name| property(name).map(str::trim).filter(|value| !is_unstated(value));
        let (main, whole_control) = match value("TM") {
            Some(text) => main_time(text).ok_or_else(|| spelling("TM", text))?,
            None => (Millis::ZERO, None),
        };
        let overtime = match (value("OT"), value("TC"), value("TT"), value("OM"), value("OP")) {
            (Some(text), ..) => Some(
                tokens(text)
                    .and_then(|words| overtime(main, &words))
                    .ok_or_else(|| spelling("OT", text))?,
            ),
            (None, Some(count), Some(length), ..) => fox(main, count, length)?,
            (None, _, _, Some(stones), Some(block)) => old(main, stones, block)?,
            _ => None,
        };
        let control = match (overtime, whole_control) {
            (Some(control), _) | (None, Some(control)) => control,
            (None, None) if main.is_zero() => return Ok(None),
            (None, None) => Self::Absolute { main },
        };
        control.check()?;
        Ok(Some(control))
    }

    /// The properties that state the time control in a record, by name, in the order in which they are written.
    ///
    /// [`TimeControl::from_sgf`] reads the same control from them.
    pub fn to_sgf(&self, style: SgfStyle) -> Vec<(&'static str, String)> {
        let seconds = |length: Millis| Seconds(length).to_string();
        let capped = |cap: Option<Millis>| {
            cap.map_or_else(String::new, |cap| format!(" max {}", Seconds(cap)))
        };
        let (main, overtime) = match *self {
            Self::None => (None, Some("none".to_owned())),
            Self::Absolute { main } => (Some(main), None),
            Self::Fischer { main, increment, cap } => {
                (Some(main), Some(format!("{} fischer{}", Seconds(increment), capped(cap))))
            }
            Self::Delay { main, delay } => (Some(main), Some(format!("{} delay", Seconds(delay)))),
            Self::ByoYomi { main, periods, period } if style == SgfStyle::Fox => {
                let properties = [("TM", seconds(main)), ("TC", periods.to_string())];
                return properties.into_iter().chain([("TT", seconds(period))]).collect();
            }
            Self::ByoYomi { main, periods, period } => {
                (Some(main), Some(format!("{periods}x{} byo-yomi", Seconds(period))))
            }
            Self::ChineseReading { total, reserve } => {
                (Some(total), Some(format!("reserve {reserve}")))
            }
            Self::Canadian { main, stones, block } => {
                let name = if style == SgfStyle::Ogs { "canadian" } else { "Canadian" };
                (Some(main), Some(format!("{stones}/{} {name}", Seconds(block))))
            }
            Self::PerMove { time } => {
                (Some(Millis::ZERO), Some(format!("{} simple", Seconds(time))))
            }
            Self::Ing { main, periods, period, points } => {
                (Some(main), Some(format!("{periods}x{} penalty {points}", Seconds(period))))
            }
            Self::Hourglass { main } => (Some(main), Some("hourglass".to_owned())),
            Self::Correspondence { start, increment, cap, free_weekends, vacation } => {
                let weekends = if free_weekends { " weekends" } else { "" };
                let vacation = match vacation {
                    Millis::ZERO => String::new(),
                    vacation => format!(" vacation {}", Seconds(vacation)),
                };
                let increment = Seconds(increment);
                let cap = capped(cap);
                (Some(start), Some(format!("{increment} correspondence{cap}{weekends}{vacation}")))
            }
        };
        let main = main.map(|main| ("TM", seconds(main)));
        main.into_iter().chain(overtime.map(|text| ("OT", text))).collect()
    }
}

impl Shown {
    /// The time as a record holds it; `None` without a limit.
    pub fn to_sgf(&self, control: &TimeControl) -> Option<SgfTimeLeft> {
        let (left, count) = match (self.time, self.period_left) {
            (PlayerTime::Unlimited, _) => return None,
            (PlayerTime::Main { left } | PlayerTime::Days { left, .. }, _) => (left, None),
            (PlayerTime::Periods { left, .. }, Some(period)) => (period, Some(left)),
            (PlayerTime::Periods { main, .. }, None) => (main, None),
            (PlayerTime::Block { main: Millis::ZERO, left, stones }, _) => (left, Some(stones)),
            (PlayerTime::Block { main, .. }, _) => (main, None),
            (PlayerTime::Penalties { used }, Some(period)) => {
                let TimeControl::Ing { periods, .. } = *control else { return None };
                let entered = crate::time::penalties(control, used);
                (period, Some(periods.saturating_sub(entered) + 1))
            }
            (PlayerTime::Penalties { .. }, None) => (self.time.main(control)?, None),
        };
        let count = count.map(|count| count.to_string());
        Some(SgfTimeLeft { left: Seconds(left).to_string(), count })
    }
}

impl PlayerTime {
    /// Reads a player's time from `BL` and `OB` (or `WL` and `OW`).
    ///
    /// What is left of a byo-yomi period is not kept: the next turn begins with a full one.
    ///
    /// # Errors
    /// When a value is no number, or does not belong to the time control.
    pub fn from_sgf(
        control: &TimeControl,
        left: &str,
        count: Option<&str>,
    ) -> Result<Self, SgfTimeError> {
        let words = tokens(left).unwrap_or_default();
        let [word] = words.as_slice() else { return Err(spelling("BL", left)) };
        let seconds = length(*word).ok_or_else(|| spelling("BL", left))?;
        let number = match count {
            Some(text) => Some(text.trim().parse::<u32>().map_err(|_| spelling("OB", text))?),
            None => None,
        };
        let misfit = |what| SgfTimeError::Misfit {
            left: left.to_owned(),
            count: count.map(str::to_owned),
            what,
        };
        let time = Self::from_left(control, seconds, number)
            .ok_or_else(|| misfit("there are too many extensions"))?;
        time.misfit(control).map_or(Ok(time), |what| Err(misfit(what)))
    }
}

fn spelling(property: &'static str, value: &str) -> SgfTimeError {
    SgfTimeError::Spelling { property, value: value.to_owned() }
}

/// How records say that nothing is known.
fn is_unstated(value: &str) -> bool {
    matches!(value, "" | "-" | "?" | "unknown" | "Unknown")
}

fn tokens(text: &str) -> Option<Vec<Token>> {
    Some(lex(text).ok()?.iter().map(|word| word.token).collect())
}

/// A length; a number without a unit is seconds.
fn length(token: Token) -> Option<Millis> {
    match token {
        N(thousandths) => Some(Millis::new(thousandths)),
        L(length) => Some(length),
        _ => None,
    }
}

/// The main time, and the whole control where `TM` holds it.
fn main_time(text: &str) -> Option<(Millis, Option<TimeControl>)> {
    let words = tokens(text)?;
    let words = match words.as_slice() {
        [W(Word::Each), rest @ ..] | [rest @ .., W(Word::Each)] => rest,
        all => all,
    };
    match *words {
        [W(Word::None)] => Some((Millis::ZERO, Some(TimeControl::None))),
        [main] => Some((length(main)?, None)),
        [main, S('('), ref over @ .., S(')')] | [main, S('+' | ':' | ','), ref over @ ..]
            if over.len() > 2 && over.get(1) != Some(&S(',')) =>
        {
            let main = length(main)?;
            Some((main, Some(overtime(main, over)?)))
        }
        [main, S('-'), period, S('-'), N(count)]
        | [main, S(','), N(0), S(','), period, S(','), N(count)] => {
            let (main, period) = (length(main)?, length(period)?);
            Some((main, Some(TimeControl::ByoYomi { main, periods: whole(count)?, period })))
        }
        ref all => {
            let whole = overtime(Millis::ZERO, all).or_else(|| control(all))?;
            Some((Millis::ZERO, Some(whole)))
        }
    }
}

/// What follows the main time.
fn overtime(main: Millis, words: &[Token]) -> Option<TimeControl> {
    let byo_yomi = |periods, period| {
        Some(TimeControl::ByoYomi { main, periods: whole(periods)?, period: length(period)? })
    };
    let canadian = |stones, block| {
        Some(TimeControl::Canadian { main, stones: whole(stones)?, block: length(block)? })
    };
    match *words {
        [W(Word::None)] if main.is_zero() => Some(TimeControl::None),
        [W(Word::None | Word::Absolute)] => Some(TimeControl::Absolute { main }),
        [N(count), W(Word::Times | Word::Count), period]
        | [N(count), W(Word::Times | Word::Count), period, W(Word::ByoYomi)]
        | [N(count), W(Word::Count), W(Word::ByoYomi), period]
        | [W(Word::ByoYomi), N(count), W(Word::Times | Word::Count), period]
        | [period, N(count), W(Word::Count)]
        | [period, N(count), W(Word::Count), W(Word::ByoYomi)]
        | [period, W(Word::ByoYomi), N(count), W(Word::Count)]
        | [period, W(Word::Times), N(count), W(Word::Count)]
        | [W(Word::ByoYomi), period, N(count), W(Word::Count)]
        | [W(Word::ByoYomi), period, W(Word::Times), N(count)] => byo_yomi(count, period),
        [N(count), W(Word::Times), period, W(Word::Penalty | Word::Ing), N(points)] => {
            let (periods, period) = (whole(count)?, length(period)?);
            Some(TimeControl::Ing { main, periods, period, points: whole(points)? })
        }
        [N(stones), S('/'), block]
        | [N(stones), S('/'), block, W(Word::Canadian)]
        | [W(Word::Canadian), N(stones), S('/'), block]
        | [N(stones), W(Word::Move), S('/'), block]
        | [block, S('/'), N(stones)]
        | [block, S('/'), N(stones), W(Word::Move)] => canadian(stones, block),
        [increment, W(Word::Fischer), ref rest @ ..]
        | [W(Word::Fischer), S('+'), increment, ref rest @ ..]
        | [S('+'), increment, W(Word::Fischer), ref rest @ ..]
        | [W(Word::Fischer), increment, ref rest @ ..] => fischer(main, length(increment)?, rest),
        [time, W(Word::Simple | Word::PerMove)]
        | [W(Word::Simple | Word::PerMove), time]
        | [time, S('/'), W(Word::Move)] => per_move(main, length(time)?),
        [W(Word::Reserve), N(reserve)] => {
            Some(TimeControl::ChineseReading { total: main, reserve: whole(reserve)? })
        }
        [W(Word::Reserve), L(reserve)] => {
            Some(TimeControl::ChineseReading { total: main, reserve: minutes(reserve)? })
        }
        [W(Word::Hourglass)] => Some(TimeControl::Hourglass { main }),
        [delay, W(Word::Delay)] | [W(Word::Delay), delay] => {
            Some(TimeControl::Delay { main, delay: length(delay)? })
        }
        [increment, W(Word::Correspondence), ref rest @ ..] => {
            let rest: Vec<Token> =
                rest.iter().map(|token| length(*token).map_or(*token, L)).collect();
            correspondence(main, length(increment)?, &rest)
        }
        _ => None,
    }
}

fn fischer(main: Millis, increment: Millis, rest: &[Token]) -> Option<TimeControl> {
    let cap = match *rest {
        [] => None,
        // "capped" without a number means that the clock never holds more than at the start.
        [W(Word::Cap)] => Some(main),
        [W(Word::Cap), cap] => Some(length(cap)?),
        _ => return None,
    };
    Some(TimeControl::Fischer { main, increment, cap })
}

fn per_move(main: Millis, time: Millis) -> Option<TimeControl> {
    Some(if main.is_zero() {
        TimeControl::PerMove { time }
    } else {
        TimeControl::ByoYomi { main, periods: 1, period: time }
    })
}

/// Fox's `TC` and `TT`; zero periods mean that there is no overtime.
fn fox(main: Millis, count: &str, length: &str) -> Result<Option<TimeControl>, SgfTimeError> {
    let periods: u32 = count.parse().map_err(|_| spelling("TC", count))?;
    let period = crate::lexer::thousandths(length).ok_or_else(|| spelling("TT", length))?;
    if periods == 0 || period == 0 {
        return Ok(None);
    }
    Ok(Some(TimeControl::ByoYomi { main, periods, period: Millis::new(period) }))
}

/// The `OM` and `OP` of old records: moves and seconds of a block; zero moves mean that there is no overtime.
fn old(main: Millis, stones: &str, block: &str) -> Result<Option<TimeControl>, SgfTimeError> {
    let stones: u32 = stones.parse().map_err(|_| spelling("OM", stones))?;
    let block = crate::lexer::thousandths(block).ok_or_else(|| spelling("OP", block))?;
    if stones == 0 || block == 0 {
        return Ok(None);
    }
    Ok(Some(TimeControl::Canadian { main, stones, block: Millis::new(block) }))
}
