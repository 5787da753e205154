//! Time settings as words: numbers, lengths, signs and the vocabulary of Chinese, English and file formats.

use crate::Millis;

/// One word of a time setting.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Token {
    /// A number without a unit, in thousandths.
    Number(u64),
    /// A number with its unit, several of them in a row, or `h:mm:ss`.
    Length(Millis),
    /// `+ / ( ) , - |`; `×` is a [`Word::Times`].
    Sign(char),
    /// A known word.
    Word(Word),
}

/// The vocabulary.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Word {
    Times,
    Absolute,
    ByoYomi,
    Canadian,
    Black,
    Cap,
    Correspondence,
    Count,
    Delay,
    Each,
    Fischer,
    Hourglass,
    Ing,
    Move,
    None,
    Penalty,
    PerMove,
    Reserve,
    Simple,
    Vacation,
    Weekends,
    White,
}

/// A word and its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Lexed<'a> {
    pub(crate) token: Token,
    /// The text it was read from.
    pub(crate) text: &'a str,
    /// Where that begins, in bytes.
    pub(crate) at: usize,
}

/// What cannot be read, its place and why.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LexError<'a> {
    Unknown { text: &'a str, at: usize },
    Number { text: &'a str, at: usize },
}

/// Units by their spellings, in milliseconds.
const UNITS: &[(&str, u64)] = &[
    ("ms", 1),
    ("毫秒", 1),
    ("s", 1_000),
    ("sec", 1_000),
    ("secs", 1_000),
    ("second", 1_000),
    ("seconds", 1_000),
    ("秒钟", 1_000),
    ("秒", 1_000),
    ("m", 60_000),
    ("min", 60_000),
    ("mins", 60_000),
    ("minute", 60_000),
    ("minutes", 60_000),
    ("分钟", 60_000),
    ("分鐘", 60_000),
    ("分", 60_000),
    ("h", 3_600_000),
    ("hr", 3_600_000),
    ("hrs", 3_600_000),
    ("hour", 3_600_000),
    ("hours", 3_600_000),
    ("小时", 3_600_000),
    ("小時", 3_600_000),
    ("時間", 3_600_000),
    ("时", 3_600_000),
    ("d", 86_400_000),
    ("day", 86_400_000),
    ("days", 86_400_000),
    ("天", 86_400_000),
    ("日", 86_400_000),
    ("초", 1_000),
    ("분", 60_000),
    ("시간", 3_600_000),
    ("일", 86_400_000),
    ("w", 604_800_000),
    ("周", 604_800_000),
];

/// Words by their spellings, in small letters; the longest that fits is taken.
const WORDS: &[(&str, Word)] = &[
    ("x", Word::Times),
    ("×", Word::Times),
    ("*", Word::Times),
    ("absolute", Word::Absolute),
    ("sudden death", Word::Absolute),
    ("包干", Word::Absolute),
    ("byo-yomi", Word::ByoYomi),
    ("byoyomi", Word::ByoYomi),
    ("byo yomi", Word::ByoYomi),
    ("japanese", Word::ByoYomi),
    ("countdown", Word::ByoYomi),
    ("读秒", Word::ByoYomi),
    ("讀秒", Word::ByoYomi),
    ("秒読み", Word::ByoYomi),
    ("초읽기", Word::ByoYomi),
    ("canadian", Word::Canadian),
    ("加拿大", Word::Canadian),
    ("black", Word::Black),
    ("b", Word::Black),
    ("黑方", Word::Black),
    ("黑", Word::Black),
    ("max", Word::Cap),
    ("cap", Word::Cap),
    ("capped", Word::Cap),
    ("封顶", Word::Cap),
    ("最多", Word::Cap),
    ("corr", Word::Correspondence),
    ("correspondence", Word::Correspondence),
    ("通信棋", Word::Correspondence),
    ("通信", Word::Correspondence),
    ("time", Word::Count),
    ("times", Word::Count),
    ("period", Word::Count),
    ("periods", Word::Count),
    ("次", Word::Count),
    ("回", Word::Count),
    ("회", Word::Count),
    ("delay", Word::Delay),
    ("延时", Word::Delay),
    ("延", Word::Delay),
    ("each", Word::Each),
    ("time limit", Word::Each),
    ("每方", Word::Each),
    ("各", Word::Each),
    ("fischer", Word::Fischer),
    ("fisher", Word::Fischer),
    ("菲舍尔", Word::Fischer),
    ("加秒", Word::Fischer),
    ("hourglass", Word::Hourglass),
    ("沙漏", Word::Hourglass),
    ("ing", Word::Ing),
    ("应氏", Word::Ing),
    ("應氏", Word::Ing),
    ("move", Word::Move),
    ("moves", Word::Move),
    ("stone", Word::Move),
    ("stones", Word::Move),
    ("手", Word::Move),
    ("步", Word::Move),
    ("子", Word::Move),
    ("none", Word::None),
    ("no limit", Word::None),
    ("no time limit", Word::None),
    ("unlimited", Word::None),
    ("untimed", Word::None),
    ("∞", Word::None),
    ("不限时", Word::None),
    ("无限", Word::None),
    ("无", Word::None),
    ("penalty", Word::Penalty),
    ("罚点", Word::Penalty),
    ("罚", Word::Penalty),
    ("per move", Word::PerMove),
    ("a move", Word::PerMove),
    ("每步", Word::PerMove),
    ("每手", Word::PerMove),
    ("reserve", Word::Reserve),
    ("r", Word::Reserve),
    ("保留", Word::Reserve),
    ("simple", Word::Simple),
    ("vacation", Word::Vacation),
    ("休假", Word::Vacation),
    ("假期", Word::Vacation),
    ("weekends free", Word::Weekends),
    ("weekends", Word::Weekends),
    ("周末不计时", Word::Weekends),
    ("周末", Word::Weekends),
    ("white", Word::White),
    ("w", Word::White),
    ("白方", Word::White),
    ("白", Word::White),
];

/// Splits a text into words.
pub(crate) fn lex(text: &str) -> Result<Vec<Lexed<'_>>, LexError<'_>> {
    let mut words: Vec<Lexed<'_>> = Vec::new();
    let mut rest = text;
    loop {
        rest = rest.trim_start();
        let Some(first) = rest.chars().next() else { return Ok(words) };
        let at = text.len() - rest.len();
        let (token, length) = match first {
            '0'..='9' => number(rest, at)?,
            '+' | '＋' => (Token::Sign('+'), first.len_utf8()),
            '/' | '／' => (Token::Sign('/'), first.len_utf8()),
            '(' | '（' => (Token::Sign('('), first.len_utf8()),
            ')' | '）' => (Token::Sign(')'), first.len_utf8()),
            ',' | '，' | '、' => (Token::Sign(','), first.len_utf8()),
            '|' | ';' | '；' | '｜' => (Token::Sign('|'), first.len_utf8()),
            '-' => (Token::Sign('-'), first.len_utf8()),
            ':' | '：' => (Token::Sign(':'), first.len_utf8()),
            _ => {
                let (word, length) = word(rest, at)?;
                (Token::Word(word), length)
            }
        };
        let (read, after) = rest.split_at(length.min(rest.len()));
        rest = after;
        // `1h30m` is one length; what follows must be of a smaller unit.
        if let (
            Some(Lexed { token: Token::Length(sum), text: whole, at: start }),
            Token::Length(more),
        ) = (words.last_mut(), token)
            && more < *sum
        {
            *sum = sum.plus(more);
            *whole = text.get(*start..at + length).unwrap_or(whole);
            continue;
        }
        words.push(Lexed { token, text: read, at });
    }
}

/// A number, a number with its unit, or `h:mm:ss`, and how many bytes it takes.
fn number(text: &str, at: usize) -> Result<(Token, usize), LexError<'_>> {
    let digits = prefix(text, |c| c.is_ascii_digit() || matches!(c, '.' | ':'));
    // A sentence may end after a number.
    let digits = digits.trim_end_matches(['.', ':']);
    let bad = LexError::Number { text: digits, at };
    if digits.contains(':') {
        return Ok((Token::Length(clock_face(digits).ok_or(bad)?), digits.len()));
    }
    let value = thousandths(digits).ok_or(bad)?;
    let after = text.get(digits.len()..).unwrap_or_default();
    let spaces = after.len() - after.trim_start().len();
    match unit(after.trim_start()) {
        Some((millis, length)) => {
            let scaled = u128::from(value) * u128::from(millis);
            if scaled % 1_000 != 0 {
                return Err(bad);
            }
            let millis = u64::try_from(scaled / 1_000).map_err(|_| bad)?;
            Ok((Token::Length(Millis::new(millis)), digits.len() + spaces + length))
        }
        None => Ok((Token::Number(value), digits.len())),
    }
}

/// The unit that the text begins with, and its bytes.
fn unit(text: &str) -> Option<(u64, usize)> {
    let run = prefix(text, |c| c.is_ascii_alphabetic());
    let spelt = |name: &str| {
        if run.is_empty() { text.starts_with(name) } else { run.eq_ignore_ascii_case(name) }
    };
    UNITS
        .iter()
        .filter(|(name, _)| spelt(name))
        .max_by_key(|(name, _)| name.len())
        .map(|(name, millis)| (*millis, name.len()))
}

fn word(text: &str, at: usize) -> Result<(Word, usize), LexError<'_>> {
    let found = WORDS
        .iter()
        .copied()
        .filter(|(name, _)| begins(text, name))
        .max_by_key(|(name, _)| name.len());
    found.map(|(name, word)| (word, name.len())).ok_or_else(|| {
        let run = prefix(text, |c| c.is_alphabetic() || c == '-');
        let one = text.chars().next().map_or(0, char::len_utf8);
        LexError::Unknown { text: text.get(..run.len().max(one)).unwrap_or(text), at }
    })
}

/// Whether a text begins with a word, in letters of any size, and the word ends there.
fn begins(text: &str, name: &str) -> bool {
    let Some(head) = text.get(..name.len()) else { return false };
    let after = text.get(name.len()..).and_then(|rest| rest.chars().next());
    let ends = !name.ends_with(|c: char| c.is_ascii_alphabetic())
        || !after.is_some_and(|c| c.is_ascii_alphabetic());
    head.eq_ignore_ascii_case(name) && ends
}

fn prefix(text: &str, is_part: impl Fn(char) -> bool) -> &str {
    let end = text.find(|c| !is_part(c)).unwrap_or(text.len());
    text.get(..end).unwrap_or_default()
}

/// A decimal number in thousandths; more than three decimals must be zeros or are cut.
pub(crate) fn thousandths(text: &str) -> Option<u64> {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
    let digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || !digits(whole) || !digits(decimals) {
        return None;
    }
    let padded: String = decimals.chars().chain("000".chars()).take(3).collect();
    whole.parse::<u64>().ok()?.checked_mul(1_000)?.checked_add(padded.parse().ok()?)
}

/// `mm:ss` or `h:mm:ss`, the seconds perhaps with decimals.
fn clock_face(text: &str) -> Option<Millis> {
    let mut parts = text.split(':').rev();
    let mut sum = thousandths(parts.next()?)?;
    let mut unit = 60_000_u64;
    for part in parts {
        if unit > 3_600_000 {
            return None;
        }
        sum = sum.checked_add(part.parse::<u64>().ok()?.checked_mul(unit)?)?;
        unit *= 60;
    }
    Some(Millis::new(sum))
}
