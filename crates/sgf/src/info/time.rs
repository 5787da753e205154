//! Time limits as recorded: main time and overtime, in milliseconds.

use super::amount;

/// The kind of overtime.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Overtime {
    /// Japanese byo-yomi: a number of periods per move.
    ByoYomi {
        /// How many periods.
        periods: u32,
        /// Length of one, in milliseconds.
        period_ms: u64,
    },
    /// A number of stones in each period.
    Canadian {
        /// Stones to play in a period.
        stones: u32,
        /// Length of a period, in milliseconds.
        period_ms: u64,
    },
    /// Time added with each move.
    Fischer {
        /// Added per move, in milliseconds.
        increment_ms: u64,
    },
    /// Anything else, as written.
    Other(String),
}

/// The longest time that is believed, in milliseconds: ten years.
const LONGEST: u64 = 10 * 366 * 24 * 3_600_000;

/// Main time in milliseconds. A bare number is seconds; hours, minutes and seconds in words are added up.
pub fn parse_main(text: &str) -> Option<u64> {
    let narrow = amount::narrow(text);
    let lower = narrow.trim().to_lowercase();
    if let Some(seconds) = amount::exact_decimal(&lower) {
        return u64::try_from(seconds.thousandths).ok().filter(|&ms| ms <= LONGEST);
    }
    // What follows a plus sign is overtime.
    let main = lower.split('+').next().unwrap_or(&lower);
    durations(main)
        .into_iter()
        .map(|(ms, _)| ms)
        .reduce(u64::saturating_add)
        .filter(|&ms| ms <= LONGEST)
}

/// Every "number and unit of time" of a text, in milliseconds, with the text up to it.
fn durations(text: &str) -> Vec<(u64, &str)> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(at) =
        rest.find(|c: char| c.is_ascii_digit() || "一二三四五六七八九十".contains(c))
    {
        let Some((before, from)) = rest.split_at_checked(at) else { break };
        let Some((number, after)) = amount::whole(from) else { break };
        rest = after;
        let unit = after.trim_start();
        let each: u64 = if unit.starts_with(['h', '时', '時'])
            || unit.starts_with("小时")
            || unit.starts_with("小時")
            || unit.starts_with("시간")
        {
            3_600_000
        } else if unit.starts_with(['分', '분', '\''])
            || (unit.starts_with('m') && !unit.starts_with("move"))
        {
            60_000
        } else if unit.starts_with(['秒', '초', '"'])
            || (unit.starts_with('s') && !unit.starts_with("stone"))
        {
            1000
        } else {
            continue;
        };
        if let Ok(number) = u64::try_from(number) {
            found.push((number.saturating_mul(each), before));
        }
    }
    found
}

/// Overtime from an `OT` value.
pub fn parse_overtime(text: &str) -> Option<Overtime> {
    let narrow = amount::narrow(text);
    let lower = narrow.trim().to_lowercase();
    if lower.is_empty() || lower == "none" || lower == "no" || lower == "无" {
        return None;
    }
    Some(typed(&lower).unwrap_or_else(|| Overtime::Other(text.trim().to_owned())))
}

fn typed(lower: &str) -> Option<Overtime> {
    let (first, after) = leading(lower)?;
    let rest = after.trim_start();
    // 5x30, 6x30 byo-yomi, 3×60秒
    if let Some((seconds, _)) =
        rest.strip_prefix(['x', '×', '*']).and_then(|rest| leading(rest.trim_start()))
    {
        return Some(Overtime::ByoYomi {
            periods: u32::try_from(first).ok()?,
            period_ms: seconds.checked_mul(1000)?,
        });
    }
    // 25/600 Canadian
    if let Some((seconds, _)) = rest.strip_prefix('/').and_then(|rest| leading(rest.trim_start())) {
        return Some(Overtime::Canadian {
            stones: u32::try_from(first).ok()?,
            period_ms: seconds.checked_mul(1000)?,
        });
    }
    let durations = durations(lower);
    let &(length, _) = durations.first()?;
    if lower.contains("fischer") || lower.contains("加秒") {
        return Some(Overtime::Fischer { increment_ms: length });
    }
    let count =
        ["次", "回", "periods", "times", "번"].iter().find_map(|word| number_before(lower, word));
    if let Some(periods) = count {
        return Some(Overtime::ByoYomi { periods, period_ms: length });
    }
    let stones = ["stones", "moves", "手"].iter().find_map(|word| number_before(lower, word))?;
    Some(Overtime::Canadian { stones, period_ms: length })
}

fn leading(text: &str) -> Option<(u64, &str)> {
    let at = text.find(|c: char| c.is_ascii_digit())?;
    let (number, rest) = amount::whole(text.get(at..)?)?;
    u64::try_from(number).ok().filter(|&number| number < 1_000_000_000).map(|number| (number, rest))
}

/// The number that stands right before a word.
fn number_before(text: &str, word: &str) -> Option<u32> {
    let before = text.get(..text.find(word)?)?.trim_end();
    let digits = before.bytes().rev().take_while(u8::is_ascii_digit).count();
    before.get(before.len() - digits..)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn main_time() {
        for (text, seconds) in [
            ("1800", 1800),
            ("600.0", 600),
            ("60 minutes + 5 minutes / 30 stones", 3600),
            ("2 hours", 7200),
            ("1h30m", 5400),
            ("3小时", 10_800),
            ("各2时间30分", 9000),
            ("9 hours", 32_400),
            ("10 min", 600),
        ] {
            assert_eq!(parse_main(text), Some(seconds * 1000), "{text}");
        }
        assert_eq!(parse_main("no limit"), None);
        assert_eq!(parse_main("-5"), None);
        assert_eq!(parse_main(&"9".repeat(30)), None);
    }

    #[test]
    fn overtime() {
        let byo =
            |periods, seconds: u64| Some(Overtime::ByoYomi { periods, period_ms: seconds * 1000 });
        let canadian =
            |stones, seconds: u64| Some(Overtime::Canadian { stones, period_ms: seconds * 1000 });
        assert_eq!(parse_overtime("6x30 byo-yomi"), byo(6, 30));
        assert_eq!(parse_overtime("3×60秒"), byo(3, 60));
        assert_eq!(parse_overtime("30秒3次"), byo(3, 30));
        assert_eq!(parse_overtime("1分10回"), byo(10, 60));
        assert_eq!(parse_overtime("25/600 Canadian"), canadian(25, 600));
        assert_eq!(parse_overtime("5 minutes / 30 stones"), canadian(30, 300));
        assert_eq!(parse_overtime("fischer 10s"), Some(Overtime::Fischer { increment_ms: 10_000 }));
        assert_eq!(parse_overtime("sudden death"), Some(Overtime::Other("sudden death".into())));
        assert_eq!(parse_overtime(" none "), None);
    }
}
