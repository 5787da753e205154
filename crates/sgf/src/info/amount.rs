//! Amounts as people write them: `6.5`, `5 1/2`, `3又3/4子`, `三又四分之三子`, `6目半`, `６目半`, `반집`.

/// What an amount counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unit {
    /// Points (目, 点, 집).
    Points,
    /// 子: half of the difference in points.
    Zi,
    /// The text does not say.
    Unstated,
}

/// An exact amount with its unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Amount {
    /// Thousandths of the unit, so that quarters and decimals are both exact.
    pub thousandths: i64,
    /// What is counted.
    pub unit: Unit,
}

impl Amount {
    /// The amount in half-points, `None` when it is no whole number of them. An unstated unit counts as points.
    pub fn half_points(self) -> Option<i32> {
        let points =
            if self.unit == Unit::Zi { self.thousandths.checked_mul(2)? } else { self.thousandths };
        (points % 500 == 0).then(|| i32::try_from(points / 500).ok()).flatten()
    }

    /// The same amount counted in 子.
    pub fn in_zi(self) -> Self {
        Self { unit: Unit::Zi, ..self }
    }
}

impl std::fmt::Display for Amount {
    /// The number as a decimal, with 子 where that is the unit.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let sign = if self.thousandths < 0 { "-" } else { "" };
        let size = self.thousandths.unsigned_abs();
        write!(f, "{sign}{}", size / 1000)?;
        if !size.is_multiple_of(1000) {
            write!(f, ".{}", format!("{:03}", size % 1000).trim_end_matches('0'))?;
        }
        if self.unit == Unit::Zi { f.write_str(" 子") } else { Ok(()) }
    }
}

/// The first amount in a text, whatever stands around it.
pub(crate) fn find(text: &str) -> Option<Amount> {
    let text = narrow(text);
    let start =
        text.find(|c: char| digit(c).is_some() || matches!(c, '½' | '¼' | '¾' | '半' | '반'))?;
    let negative = text.get(..start)?.trim_end().ends_with(['-', '−', '–']);
    let rest = text.get(start..)?;
    let (thousandths, after) = number(rest)?;
    let unit = unit(after);
    // 目半 and 집반 put the half behind the unit.
    let tail = after.trim_start().strip_prefix(['目', '집', '点', '點', '子']).unwrap_or("");
    let half = if tail.starts_with(['半', '반']) { 500 } else { 0 };
    let size = thousandths.checked_add(half)?;
    Some(Amount { thousandths: if negative { -size } else { size }, unit })
}

/// The whole text as an amount: a number, perhaps a unit, nothing else but words of the trade around it.
pub(crate) fn exact_decimal(text: &str) -> Option<Amount> {
    let text = text.trim();
    let plain = text.strip_prefix(['+', '-']).unwrap_or(text);
    let digits = plain.bytes().filter(u8::is_ascii_digit).count();
    let dots = plain.bytes().filter(|&byte| byte == b'.').count();
    if digits == 0 || dots > 1 || digits + dots != plain.len() {
        return None;
    }
    find(text)
}

fn unit(after: &str) -> Unit {
    let lower = after.trim_start().to_lowercase();
    if lower.starts_with('子') || lower.starts_with("zi") {
        Unit::Zi
    } else if ["目", "点", "點", "집", "point", "pt", "moku"]
        .iter()
        .any(|unit| lower.starts_with(unit))
    {
        Unit::Points
    } else {
        Unit::Unstated
    }
}

/// Full-width digits and signs as ASCII.
pub(crate) fn narrow(text: &str) -> String {
    text.chars()
        .map(|c| match c {
            '！'..='～' => char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c),
            '\u{3000}' => ' ',
            c => c,
        })
        .collect()
}

fn digit(c: char) -> Option<i64> {
    Some(match c {
        '0'..='9' => i64::from(u32::from(c) - u32::from('0')),
        '〇' | '零' => 0,
        '一' => 1,
        '二' | '两' | '兩' => 2,
        '三' => 3,
        '四' => 4,
        '五' => 5,
        '六' => 6,
        '七' => 7,
        '八' => 8,
        '九' => 9,
        '十' => 10,
        '百' => 100,
        _ => return None,
    })
}

/// A whole number in Arabic or Chinese digits, and what follows it.
pub(crate) fn whole(text: &str) -> Option<(i64, &str)> {
    let end = text.find(|c| digit(c).is_none()).unwrap_or(text.len());
    let (digits, rest) = text.split_at_checked(end).filter(|(digits, _)| !digits.is_empty())?;
    if digits.is_ascii() {
        return Some((digits.parse().ok()?, rest));
    }
    let mut total = 0_i64;
    let mut last: Option<i64> = None;
    for value in digits.chars().take(9).filter_map(digit) {
        if value >= 10 {
            total += last.take().unwrap_or(1) * value;
        } else {
            last = Some(last.unwrap_or(0) * 10 + value);
        }
    }
    Some((total + last.unwrap_or(0), rest))
}

/// A number with its fraction, in thousandths, and what follows it.
fn number(text: &str) -> Option<(i64, &str)> {
    if let Some(vulgar) = vulgar(text) {
        return Some(vulgar);
    }
    if let Some(rest) = text.strip_prefix(['半', '반']) {
        return Some((500, rest));
    }
    let (first, rest) = whole(text)?;
    if let Some(found) = fraction(first, rest) {
        return Some(found);
    }
    let base = first.checked_mul(1000)?;
    if let Some((part, after)) = rest.strip_prefix(['.', ',']).and_then(decimals) {
        return Some((base + part, after));
    }
    let joined = rest.trim_start();
    let joined = joined.strip_prefix(['又', '+', '-', '个', '個']).unwrap_or(joined).trim_start();
    if let Some((part, after)) = vulgar(joined) {
        return Some((base + part, after));
    }
    if let Some((part, after)) = whole(joined).and_then(|(number, after)| fraction(number, after)) {
        return Some((base + part, after));
    }
    if let Some(after) = rest.strip_prefix(['半', '반']) {
        return Some((base + 500, after));
    }
    Some((base, rest))
}

/// Up to three decimals in thousandths; later ones must be zero.
fn decimals(text: &str) -> Option<(i64, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (digits, rest) = text.split_at_checked(end).filter(|(digits, _)| !digits.is_empty())?;
    let (kept, dropped) = digits.split_at_checked(digits.len().min(3))?;
    if dropped.bytes().any(|digit| digit != b'0') {
        return None;
    }
    let mut value: i64 = kept.parse().ok()?;
    for _ in kept.len()..3 {
        value *= 10;
    }
    Some((value, rest))
}

/// `3/4` and `四分之三` after their first number.
fn fraction(first: i64, rest: &str) -> Option<(i64, &str)> {
    let (above, below, after) = if let Some(after) = rest.strip_prefix('/') {
        let (below, after) = whole(after)?;
        (first, below, after)
    } else {
        let (above, after) = whole(rest.strip_prefix("分之")?)?;
        (above, first, after)
    };
    let scaled = above.checked_mul(1000)?;
    (below > 0 && scaled % below == 0).then(|| (scaled / below, after))
}

fn vulgar(text: &str) -> Option<(i64, &str)> {
    let mut chars = text.chars();
    let value = match chars.next()? {
        '¼' => 250,
        '½' => 500,
        '¾' => 750,
        _ => return None,
    };
    Some((value, chars.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_of_many_hands() {
        use Unit::{Points, Unstated, Zi};
        for (text, thousandths, unit) in [
            ("6.5", 6500, Unstated),
            ("6.500000", 6500, Unstated),
            ("0,5", 500, Unstated),
            ("-1.5", -1500, Unstated),
            ("375", 375_000, Unstated),
            ("5 1/2", 5500, Unstated),
            ("3又3/4子", 3750, Zi),
            ("黑贴三又四分之三子", 3750, Zi),
            ("1/4子", 250, Zi),
            ("四分之一子", 250, Zi),
            ("2¾", 2750, Unstated),
            ("½ point", 500, Points),
            ("6目半", 6500, Points),
            ("６目半", 6500, Points),
            ("半目", 500, Points),
            ("3집반", 3500, Points),
            ("반집", 500, Points),
            ("二十三目", 23_000, Points),
            ("7.5 points", 7500, Points),
            ("5半", 5500, Unstated),
            ("3.75zi", 3750, Zi),
        ] {
            assert_eq!(find(text), Some(Amount { thousandths, unit }), "{text}");
        }
        assert_eq!(find("none"), None);
        assert_eq!(find("9".repeat(40).as_str()), None);
    }

    #[test]
    fn half_points_are_exact() {
        let zi = |thousandths| Amount { thousandths, unit: Unit::Zi };
        assert_eq!(zi(3750).half_points(), Some(15));
        assert_eq!(zi(250).half_points(), Some(1));
        assert_eq!(Amount { thousandths: 6500, unit: Unit::Unstated }.half_points(), Some(13));
        assert_eq!(Amount { thousandths: 3200, unit: Unit::Points }.half_points(), None);
        assert_eq!(zi(3750).to_string(), "3.75 子");
        assert_eq!(Amount { thousandths: -500, unit: Unit::Points }.to_string(), "-0.5");
    }
}
