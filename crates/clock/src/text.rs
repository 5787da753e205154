//! The compact text form of time controls.
//!
//! | text | control |
//! |---|---|
//! | `none` | no limit |
//! | `20m` | absolute |
//! | `15m+10s`, `15m+10s max 20m` | Fischer, with a cap |
//! | `10m delay 5s` | delay |
//! | `20m+5x30s`, `5x30s` | byo-yomi |
//! | `2h 保留5` | Chinese reading, five minutes reserved (`reserve` is understood too) |
//! | `10m+25/10m`, `25/10m` | Canadian: 25 moves in 10 minutes |
//! | `30s/move` | per move |
//! | `30m+3x5m 罚2` | Ing: three extensions at two points (`penalty` is understood; `ing 30m` is the standard) |
//! | `hourglass 5m` | hourglass |
//! | `corr 3d+1d max 7d weekends vacation 30d` | correspondence; the last three parts are optional |
//!
//! Lengths are `d h m s` with decimals (`1h30m`, `1.5s`) or `h:mm:ss`; Chinese and English unit names, capitals and
//! spaces are understood. Two controls are `B 20m | W 10m`.

use std::fmt;
use std::str::FromStr;

use crate::lexer::{LexError, Lexed, Token, Word, lex};
use crate::{BySide, ControlError, Millis, TimeControl, check_controls};

/// Why a text is no time control.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ParseControlError {
    /// It is empty.
    #[error("the time control is empty")]
    Empty,
    /// A word is not known.
    #[error("unknown word {word:?} at byte {at} of the time control")]
    UnknownWord {
        /// The word.
        word: String,
        /// Where it begins.
        at: usize,
    },
    /// A number cannot be read: two decimal points, more digits than any time has, or parts of a millisecond.
    #[error("the number {text:?} at byte {at} of the time control cannot be read")]
    BadNumber {
        /// The number.
        text: String,
        /// Where it begins.
        at: usize,
    },
    /// A number stands where a length is needed.
    #[error("the number {number:?} at byte {at} of the time control needs a unit: d, h, m or s")]
    MissingUnit {
        /// The number.
        number: String,
        /// Where it begins.
        at: usize,
    },
    /// A part does not follow what stands before it.
    #[error("{part:?} at byte {at} of the time control does not fit there")]
    Unexpected {
        /// The part.
        part: String,
        /// Where it begins.
        at: usize,
    },
    /// The text ends too early.
    #[error("the time control ends too early, after {after:?}")]
    Incomplete {
        /// The whole text.
        after: String,
    },
    /// It can be read but not played.
    #[error(transparent)]
    Unplayable(#[from] ControlError),
}

impl ParseControlError {
    /// The reason in Chinese.
    pub fn zh(&self) -> String {
        match self {
            Self::Empty => "没有写用时".to_owned(),
            Self::UnknownWord { word, at } => format!("用时第{at}字节处的“{word}”无法识别"),
            Self::BadNumber { text, at } => format!("用时第{at}字节处的数“{text}”无法识别"),
            Self::MissingUnit { number, at } => {
                format!("用时第{at}字节处的数“{number}”缺单位：天、小时、分或秒")
            }
            Self::Unexpected { part, at } => format!("用时第{at}字节处的“{part}”位置不对"),
            Self::Incomplete { after } => format!("用时不完整：“{after}”之后还缺内容"),
            Self::Unplayable(error) => error.zh(),
        }
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::None => f.write_str("none"),
            Self::Absolute { main } => write!(f, "{main}"),
            Self::Fischer { main, increment, cap } => {
                write!(f, "{main}+{increment}")?;
                cap.map_or(Ok(()), |cap| write!(f, " max {cap}"))
            }
            Self::Delay { main, delay } => write!(f, "{main} delay {delay}"),
            Self::ByoYomi { main, periods, period } => {
                write!(f, "{}{periods}x{period}", Before(main))
            }
            Self::ChineseReading { total, reserve } => write!(f, "{total} 保留{reserve}"),
            Self::Canadian { main, stones, block } => write!(f, "{}{stones}/{block}", Before(main)),
            Self::PerMove { time } => write!(f, "{time}/move"),
            Self::Ing { main, periods, period, points } => {
                write!(f, "{main}+{periods}x{period} 罚{points}")
            }
            Self::Hourglass { main } => write!(f, "hourglass {main}"),
            Self::Correspondence { start, increment, cap, free_weekends, vacation } => {
                write!(f, "corr {start}+{increment}")?;
                if let Some(cap) = cap {
                    write!(f, " max {cap}")?;
                }
                if free_weekends {
                    f.write_str(" weekends")?;
                }
                if !vacation.is_zero() {
                    write!(f, " vacation {vacation}")?;
                }
                Ok(())
            }
        }
    }
}

/// Main time before overtime; nothing if there is none.
struct Before(Millis);

impl fmt::Display for Before {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_zero() { Ok(()) } else { write!(f, "{}+", self.0) }
    }
}

impl FromStr for TimeControl {
    type Err = ParseControlError;

    /// # Errors
    /// When the text is none of the forms above, naming the offending part, or the control cannot be played.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let words = words(text)?;
        let control = one(text, &words)?;
        control.check()?;
        Ok(control)
    }
}

/// Reads the time controls of a game: one for both players, or `B … | W …`.
///
/// # Errors
/// When a text is no time control, or only one player has an hourglass.
pub fn parse_controls(text: &str) -> Result<BySide<TimeControl>, ParseControlError> {
    let words = words(text)?;
    let both = match split(&words) {
        Some((black, white)) => BySide::new(one(text, black)?, one(text, white)?),
        None => BySide::both(one(text, &words)?),
    };
    check_controls(&both)?;
    Ok(both)
}

/// Writes the time controls of a game as [`parse_controls`] reads them.
pub fn print_controls(controls: &BySide<TimeControl>) -> String {
    if controls.black == controls.white {
        return controls.black.to_string();
    }
    format!("B {} | W {}", controls.black, controls.white)
}

/// The parts of `B … | W …`, also in the other order and with a colon after the colour.
fn split<'a, 't>(words: &'t [Lexed<'a>]) -> Option<(&'t [Lexed<'a>], &'t [Lexed<'a>])> {
    let bar = words.iter().position(|word| word.token == Token::Sign('|'))?;
    let (first, second) = (words.get(..bar)?, words.get(bar + 1..)?);
    let side = |part: &'t [Lexed<'a>]| {
        let (head, rest) = part.split_first()?;
        let rest = match rest.split_first() {
            Some((Lexed { token: Token::Sign(':'), .. }, rest)) => rest,
            _ => rest,
        };
        Some((head.token, rest))
    };
    match (side(first)?, side(second)?) {
        ((Token::Word(Word::Black), black), (Token::Word(Word::White), white)) => {
            Some((black, white))
        }
        ((Token::Word(Word::White), white), (Token::Word(Word::Black), black)) => {
            Some((black, white))
        }
        _ => None,
    }
}

fn words(text: &str) -> Result<Vec<Lexed<'_>>, ParseControlError> {
    lex(text).map_err(|error| match error {
        LexError::Unknown { text, at } => {
            ParseControlError::UnknownWord { word: text.to_owned(), at }
        }
        LexError::Number { text, at } => ParseControlError::BadNumber { text: text.to_owned(), at },
    })
}

/// A whole number from thousandths.
pub(crate) fn whole(thousandths: u64) -> Option<u32> {
    if !thousandths.is_multiple_of(1_000) {
        return None;
    }
    u32::try_from(thousandths / 1_000).ok()
}

use Token::{Length as L, Number as N, Sign as S, Word as W};

fn one(text: &str, words: &[Lexed<'_>]) -> Result<TimeControl, ParseControlError> {
    if words.is_empty() {
        return Err(ParseControlError::Empty);
    }
    if let Some(word) = words.iter().find(|word| matches!(word.token, N(n) if whole(n).is_none())) {
        return Err(ParseControlError::BadNumber { text: word.text.to_owned(), at: word.at });
    }
    let tokens: Vec<Token> = words.iter().map(|word| word.token).collect();
    control(&tokens).ok_or_else(|| misplaced(text, words))
}

pub(crate) fn control(tokens: &[Token]) -> Option<TimeControl> {
    Some(match *tokens {
        [W(Word::None)] => TimeControl::None,
        [L(main)] | [W(Word::Absolute), L(main)] => TimeControl::Absolute { main },
        [L(main), S('+'), L(increment)] => TimeControl::Fischer { main, increment, cap: None },
        [L(main), S('+'), L(increment), W(Word::Cap), L(cap)] => {
            TimeControl::Fischer { main, increment, cap: Some(cap) }
        }
        [L(main), W(Word::Delay), L(delay)] => TimeControl::Delay { main, delay },
        [N(periods), W(Word::Times), L(period)] => {
            TimeControl::ByoYomi { main: Millis::ZERO, periods: whole(periods)?, period }
        }
        [L(main), S('+'), N(periods), W(Word::Times), L(period)] => {
            TimeControl::ByoYomi { main, periods: whole(periods)?, period }
        }
        [L(total), W(Word::Reserve), N(reserve)] => {
            TimeControl::ChineseReading { total, reserve: whole(reserve)? }
        }
        [L(total), W(Word::Reserve), L(reserve)] => {
            TimeControl::ChineseReading { total, reserve: minutes(reserve)? }
        }
        [N(stones), S('/'), L(block)] => {
            TimeControl::Canadian { main: Millis::ZERO, stones: whole(stones)?, block }
        }
        [L(main), S('+'), N(stones), S('/'), L(block)] => {
            TimeControl::Canadian { main, stones: whole(stones)?, block }
        }
        [L(time), S('/'), W(Word::Move)]
        | [L(time), W(Word::PerMove)]
        | [W(Word::PerMove), L(time)] => TimeControl::PerMove { time },
        [W(Word::Ing), L(main)] => TimeControl::ing(main),
        [L(main), S('+'), N(periods), W(Word::Times), L(period), W(Word::Penalty), N(points)] => {
            let (periods, points) = (whole(periods)?, whole(points)?);
            TimeControl::Ing { main, periods, period, points }
        }
        [W(Word::Hourglass), L(main)] => TimeControl::Hourglass { main },
        [W(Word::Correspondence), L(start), S('+'), L(increment), ref rest @ ..] => {
            correspondence(start, increment, rest)?
        }
        _ => return None,
    })
}

pub(crate) fn minutes(length: Millis) -> Option<u32> {
    if !length.get().is_multiple_of(Millis::MINUTE.get()) {
        return None;
    }
    u32::try_from(length.get() / Millis::MINUTE.get()).ok()
}

pub(crate) fn correspondence(
    start: Millis,
    increment: Millis,
    rest: &[Token],
) -> Option<TimeControl> {
    let (mut cap, mut free_weekends, mut vacation) = (None, false, Millis::ZERO);
    let mut rest = rest;
    loop {
        rest = match *rest {
            [] => break,
            [W(Word::Cap), L(most), ref rest @ ..] => {
                cap = Some(most);
                rest
            }
            [W(Word::Weekends), ref rest @ ..] => {
                free_weekends = true;
                rest
            }
            [W(Word::Vacation), L(length), ref rest @ ..] => {
                vacation = length;
                rest
            }
            _ => return None,
        };
    }
    Some(TimeControl::Correspondence { start, increment, cap, free_weekends, vacation })
}

/// The kinds of words in each form, only to find the place at which a text leaves them all.
const FORMS: &[&[Token]] = &{
    const ANY: Token = L(Millis::ZERO);
    [
        &[W(Word::None)] as &[Token],
        &[W(Word::Absolute), ANY],
        &[ANY, S('+'), ANY, W(Word::Cap), ANY],
        &[ANY, W(Word::Delay), ANY],
        &[N(0), W(Word::Times), ANY],
        &[ANY, S('+'), N(0), W(Word::Times), ANY, W(Word::Penalty), N(0)],
        &[ANY, W(Word::Reserve), N(0)],
        &[ANY, W(Word::Reserve), ANY],
        &[N(0), S('/'), ANY],
        &[ANY, S('+'), N(0), S('/'), ANY],
        &[ANY, S('/'), W(Word::Move)],
        &[ANY, W(Word::PerMove)],
        &[W(Word::PerMove), ANY],
        &[W(Word::Ing), ANY],
        &[W(Word::Hourglass), ANY],
        &[W(Word::Correspondence), ANY, S('+'), ANY, W(Word::Cap), ANY, W(Word::Weekends)],
        &[W(Word::Correspondence), ANY, S('+'), ANY, W(Word::Cap), ANY, W(Word::Vacation), ANY],
        &[W(Word::Correspondence), ANY, S('+'), ANY, W(Word::Weekends), W(Word::Vacation), ANY],
        &[W(Word::Correspondence), ANY, S('+'), ANY, W(Word::Vacation), ANY],
    ]
};

fn fits(token: Token, form: Token) -> bool {
    match (token, form) {
        (N(_), N(_)) | (L(_), L(_)) => true,
        (token, form) => token == form,
    }
}

/// The first word that no form has in its place.
fn misplaced(text: &str, words: &[Lexed<'_>]) -> ParseControlError {
    let common = |form: &&[Token]| {
        words.iter().zip(form.iter()).take_while(|(word, form)| fits(word.token, **form)).count()
    };
    let reached = FORMS.iter().map(common).max().unwrap_or(0);
    let place = match words {
        [Lexed { token: N(_), .. }] => 0,
        _ => reached,
    };
    let Some(word) = words.get(place) else {
        return ParseControlError::Incomplete { after: text.trim().to_owned() };
    };
    let wants_length =
        FORMS.iter().any(|form| common(form) == reached && matches!(form.get(reached), Some(L(_))));
    if matches!(word.token, N(_)) && (wants_length || place < reached) {
        return ParseControlError::MissingUnit { number: word.text.to_owned(), at: word.at };
    }
    ParseControlError::Unexpected { part: word.text.to_owned(), at: word.at }
}
