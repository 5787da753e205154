//! Dates of a game: the format's lists with their shortcuts, and common other spellings.

use super::amount;

/// A date of which the later parts may be unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PartialDate {
    /// Year, 1 to 9999.
    pub year: u16,
    /// Month, 1 to 12.
    pub month: Option<u8>,
    /// Day, 1 to 31.
    pub day: Option<u8>,
}

impl std::fmt::Display for PartialDate {
    /// `2016-03-09`, `2016-03` or `2016`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:04}", self.year)?;
        if let Some(month) = self.month {
            write!(f, "-{month:02}")?;
        }
        if let Some(day) = self.day {
            write!(f, "-{day:02}")?;
        }
        Ok(())
    }
}

/// The dates in a `DT` value, and whether they are written as the format asks. Empty when none can be read.
pub fn parse(text: &str) -> (Vec<PartialDate>, bool) {
    let narrow = amount::narrow(text);
    let text = narrow.trim();
    if let Some(dates) = listed(text) {
        return (dates, true);
    }
    (free(text).into_iter().collect(), false)
}

/// At most this many dates of one game are kept.
const MOST: usize = 64;

/// `2016-03-09,10,2017`: parts left out are those of the date before (SGF FF\[4\], `DT`).
fn listed(text: &str) -> Option<Vec<PartialDate>> {
    let mut dates: Vec<PartialDate> = Vec::new();
    for item in text.split(',').take(MOST) {
        let parts: Vec<&str> = item.trim().split('-').collect();
        let before = dates.last().copied();
        let date = match (parts.as_slice(), before) {
            ([year, rest @ ..], _) if year.len() == 4 => {
                let month = optional(rest.first(), 12)?;
                let day = optional(rest.get(1), 31)?;
                if rest.len() > 2 {
                    return None;
                }
                PartialDate { year: valid_year(year)?, month, day }
            }
            ([month, day], Some(before)) => PartialDate {
                year: before.year,
                month: Some(small(month, 12)?),
                day: Some(small(day, 31)?),
            },
            ([part], Some(before)) if before.day.is_some() => {
                PartialDate { day: Some(small(part, 31)?), ..before }
            }
            ([part], Some(before)) => PartialDate { month: Some(small(part, 12)?), ..before },
            _ => return None,
        };
        dates.push(date);
    }
    Some(dates)
}

/// A part that may be missing, but must be readable when it is there.
fn optional(part: Option<&&str>, most: u8) -> Option<Option<u8>> {
    part.map_or(Some(None), |part| small(part, most).map(Some))
}

fn small(text: &str, most: u8) -> Option<u8> {
    let valid = text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|number| valid && (1..=most).contains(number))
}

fn valid_year(text: &str) -> Option<u16> {
    let valid = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|&year| valid && year > 0)
}

/// The first numbers that make a date: `2012年11月22日`, `2020- 6-14- 1-26-14`, `2019/03/08,22:09`, `20170316 [09:37]`,
/// `12.03.2004`.
fn free(text: &str) -> Option<PartialDate> {
    let mut numbers: Vec<(usize, u32)> = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find(|c: char| c.is_ascii_digit()) {
        let from = rest.get(at..)?;
        let len = from.find(|c: char| !c.is_ascii_digit()).unwrap_or(from.len());
        let (digits, after) = from.split_at_checked(len)?;
        numbers.push((len, digits.parse().ok()?));
        rest = after;
        if numbers.len() == 3 {
            break;
        }
    }
    let month = |number: u32| u8::try_from(number).ok().filter(|month| (1..=12).contains(month));
    let day = |number: u32| u8::try_from(number).ok().filter(|day| (1..=31).contains(day));
    let year = |number: u32| u16::try_from(number).ok().filter(|year| (1..=9999).contains(year));
    match *numbers.as_slice() {
        [(8, number), ..] => Some(PartialDate {
            year: year(number / 10_000)?,
            month: month(number / 100 % 100),
            day: day(number % 100),
        }),
        [(4, y), (1..=2, m), (1..=2, d)] => {
            Some(PartialDate { year: year(y)?, month: month(m), day: day(d) })
        }
        [(1..=2, d), (1..=2, m), (4, y)] => {
            // Day first, unless only the other order is possible.
            let (d, m) = if m > 12 { (m, d) } else { (d, m) };
            Some(PartialDate { year: year(y)?, month: month(m), day: day(d) })
        }
        [(4, y), (1..=2, m), ..] => {
            Some(PartialDate { year: year(y)?, month: month(m), day: None })
        }
        [(4, y), ..] => Some(PartialDate { year: year(y)?, month: None, day: None }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_and_other_spellings() {
        for (text, dates, is_normal) in [
            ("2016-03-09", "2016-03-09", true),
            ("1963-08-04,05", "1963-08-04 1963-08-05", true),
            ("1996-12-27,28,1997-01-03,04", "1996-12-27 1996-12-28 1997-01-03 1997-01-04", true),
            ("1996-05,06", "1996-05 1996-06", true),
            ("1996-05-06,07-08", "1996-05-06 1996-07-08", true),
            ("1996", "1996", true),
            ("2012年11月22日 下午 6:3", "2012-11-22", false),
            ("2020- 6-14- 1-26-14", "2020-06-14", false),
            ("20170316 [09:37]", "2017-03-16", false),
            ("2006-9-5", "2006-09-05", false),
            ("2019/03/08,22:09:00,2019/03/09,07:16:59", "2019-03-08", false),
            ("13.05.1995", "1995-05-13", false),
            ("05/13/1995", "1995-05-13", false),
            ("spring 1846", "1846", false),
            ("a sunny afternoon", "", false),
            ("", "", false),
        ] {
            let (found, normal) = parse(text);
            let found: Vec<String> = found.iter().map(ToString::to_string).collect();
            assert_eq!((found.join(" ").as_str(), normal), (dates, is_normal), "{text}");
        }
    }
}
