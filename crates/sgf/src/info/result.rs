//! The result as recorded: the forms of the format, and the sentences that servers and books write.

use board::Color;

use super::amount::{self, Amount};

/// A recorded result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordedResult {
    /// One side won.
    Win {
        /// Who.
        winner: Color,
        /// How.
        by: WinBy,
    },
    /// A draw (`0`, `Draw`, 和棋, 持碁).
    Draw,
    /// No result, or the game is void (`Void`, 无胜负, 無勝負).
    Void,
    /// The record says that the result is not known (`?`).
    Unknown,
}

/// How a recorded game was won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WinBy {
    /// By counting, with this margin. The unit is often unstated: servers write 子 under Chinese rules without saying so.
    Margin(Amount),
    /// The other side resigned.
    Resignation,
    /// The other side ran out of time.
    Time,
    /// The other side broke the rules or did not play.
    Forfeit,
    /// Only the winner is recorded.
    Unstated,
}

/// How a text was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadResult {
    /// What it says.
    pub result: RecordedResult,
    /// Whether it is written as SGF asks: `B+R`, `W+3.5`, `0`, `Void`, `?` …
    pub is_normal: bool,
}

/// Reads a result; `None` when no winner and no kind of draw can be found in the text.
pub fn parse(text: &str) -> Option<ReadResult> {
    let narrow = amount::narrow(text);
    let text = narrow.trim();
    let (result, is_normal) = match normal(text) {
        Some(result) => (result, true),
        None => (sentence(text)?, false),
    };
    // Servers write a margin of 0.0 when they only know the winner.
    Some(match result {
        RecordedResult::Win { winner, by: WinBy::Margin(Amount { thousandths: 0, .. }) } => {
            ReadResult {
                result: RecordedResult::Win { winner, by: WinBy::Unstated },
                is_normal: false,
            }
        }
        result => ReadResult { result, is_normal },
    })
}

/// The forms that the format defines.
fn normal(text: &str) -> Option<RecordedResult> {
    match text {
        "0" | "Draw" => return Some(RecordedResult::Draw),
        "Void" => return Some(RecordedResult::Void),
        "?" => return Some(RecordedResult::Unknown),
        _ => {}
    }
    let (winner, how) = text.split_once('+')?;
    let winner = match winner {
        "B" => Color::Black,
        "W" => Color::White,
        _ => return None,
    };
    let by = match how {
        "" => WinBy::Unstated,
        "R" | "Resign" => WinBy::Resignation,
        "T" | "Time" => WinBy::Time,
        "F" | "Forfeit" => WinBy::Forfeit,
        number => WinBy::Margin(amount::exact_decimal(number)?),
    };
    Some(RecordedResult::Win { winner, by })
}

const VOID: &[&str] =
    &["void", "无胜负", "無勝負", "无结果", "無結果", "no result", "무효", "annul"];
const DRAW: &[&str] = &[
    "draw",
    "jigo",
    "tie",
    "和棋",
    "平局",
    "平手",
    "和局",
    "持碁",
    "ジゴ",
    "무승부",
    "빅",
    "비김",
    "双方和",
];
const UNKNOWN: &[&str] = &[
    "?",
    "unknown",
    "unfinished",
    "adjourn",
    "打挂",
    "打掛",
    "打ち掛け",
    "封棋",
    "未完",
    "未知",
    "no further",
];
const BLACK: &[&str] = &["black", "黑", "黒", "흑"];
const WHITE: &[&str] = &["white", "白", "백"];
const LOSES: &[&str] = &[
    "负", "負", "败", "敗", "패", "认输", "認輸", "投了", "投子", "lose", "lost", "resigns",
    "resigned", "ran out", "runs out", "forfeits",
];
const RESIGNATION: &[&str] = &[
    "resign",
    "中盘",
    "中盤",
    "中押",
    "不计点",
    "不計点",
    "不計點",
    "认输",
    "認輸",
    "投了",
    "投子",
    "불계",
];
const TIME: &[&str] = &["time", "超时", "超時", "时间", "時間", "시간"];
const FORFEIT: &[&str] = &[
    "forfeit", "反则", "反則", "犯规", "犯規", "弃权", "棄權", "棄権", "不战", "不戦", "不戰",
    "반칙", "기권", "逃",
];

fn has(text: &str, words: &[&str]) -> bool {
    words.iter().any(|word| text.contains(word))
}

fn first(text: &str, words: &[&str]) -> Option<usize> {
    words.iter().filter_map(|word| text.find(word)).min()
}

fn sentence(text: &str) -> Option<RecordedResult> {
    let lower = text.to_lowercase();
    if let Some(result) = initial(&lower) {
        return Some(result);
    }
    if has(&lower, VOID) {
        return Some(RecordedResult::Void);
    }
    let side = match (first(&lower, BLACK), first(&lower, WHITE)) {
        (Some(black), Some(white)) => Some(if black < white { Color::Black } else { Color::White }),
        (Some(_), None) => Some(Color::Black),
        (None, Some(_)) => Some(Color::White),
        (None, None) => None,
    };
    let Some(side) = side else {
        return if has(&lower, DRAW) || lower.starts_with("d+") {
            Some(RecordedResult::Draw)
        } else if has(&lower, UNKNOWN) {
            Some(RecordedResult::Unknown)
        } else {
            None
        };
    };
    if has(&lower, DRAW) {
        return Some(RecordedResult::Draw);
    }
    let wins = ["胜", "勝", "승", "win", "won", "+", "resign", "time"];
    if !has(&lower, LOSES) && !has(&lower, &wins) {
        return None;
    }
    let winner = if has(&lower, LOSES) { side.opponent() } else { side };
    Some(RecordedResult::Win { winner, by: how(&lower) })
}

/// `b+3.5 points`, `w+timeout`, `B`, `W wins`: a letter for the winner, then anything.
fn initial(lower: &str) -> Option<RecordedResult> {
    let mut chars = lower.chars();
    let winner = match chars.next()? {
        'b' => Color::Black,
        'w' => Color::White,
        _ => return None,
    };
    let rest = chars.as_str().trim_start();
    if rest.is_empty() {
        return Some(RecordedResult::Win { winner, by: WinBy::Unstated });
    }
    let rest = match rest.strip_prefix('+') {
        Some(how) => how.trim(),
        None if rest.starts_with("win") || rest.starts_with("won") => rest,
        None => return None,
    };
    let by = match rest {
        "" | "win" | "wins" | "won" | "?" => WinBy::Unstated,
        "r" | "res" => WinBy::Resignation,
        "t" => WinBy::Time,
        "f" => WinBy::Forfeit,
        other => how(other),
    };
    Some(RecordedResult::Win { winner, by })
}

fn how(text: &str) -> WinBy {
    // A number at the very start is the margin, whatever remark follows it.
    if text.starts_with(|c: char| c.is_ascii_digit()) {
        return amount::find(text).map_or(WinBy::Unstated, WinBy::Margin);
    }
    if has(text, RESIGNATION) {
        WinBy::Resignation
    } else if has(text, TIME) {
        WinBy::Time
    } else if has(text, FORFEIT) {
        WinBy::Forfeit
    } else {
        amount::find(text).map_or(WinBy::Unstated, WinBy::Margin)
    }
}

impl std::fmt::Display for RecordedResult {
    /// The form that SGF asks for; a margin in 子 is written in points.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (winner, by) = match self {
            Self::Draw => return f.write_str("0"),
            Self::Void => return f.write_str("Void"),
            Self::Unknown => return f.write_str("?"),
            Self::Win { winner, by } => (winner, by),
        };
        f.write_str(if *winner == Color::Black { "B+" } else { "W+" })?;
        match by {
            WinBy::Resignation => f.write_str("R"),
            WinBy::Time => f.write_str("T"),
            WinBy::Forfeit => f.write_str("F"),
            WinBy::Unstated => Ok(()),
            WinBy::Margin(amount) => match amount.half_points() {
                Some(half) => {
                    write!(
                        f,
                        "{}",
                        Amount { thousandths: i64::from(half) * 500, unit: amount::Unit::Points }
                    )
                }
                None => write!(f, "{amount}"),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_of_all_countries() {
        for (text, normal) in [
            ("B+R", "B+R"),
            ("W+Resign", "W+R"),
            ("B+Time", "B+T"),
            ("W+F", "W+F"),
            ("B+", "B+"),
            ("B+3.5", "B+3.5"),
            ("W+0.25", "W+0.25"),
            ("0", "0"),
            ("Draw", "0"),
            ("draw", "0"),
            ("jigo", "0"),
            ("Void", "Void"),
            ("?", "?"),
            ("? (No further moves known)", "?"),
            ("白不戦敗", "B+F"),
            ("黑方弃权负", "W+F"),
            ("B", "B+"),
            ("w+resign", "W+R"),
            ("B+1.5 ? W+timeout", "B+1.5"),
            ("Black resigns. W 25.5 B 17.0", "W+R"),
            ("black wins by 5 3/4 points", "B+5.75"),
            ("Black wins by 0.5!", "B+0.5"),
            ("White wins by resignation", "W+R"),
            ("white wins by time", "W+T"),
            ("white 59.5 win", "W+59.5"),
            ("black 4 points win", "B+4"),
            ("黑中盘胜", "B+R"),
            ("白中盤勝", "W+R"),
            ("黑胜3.25子", "B+6.5"),
            ("白胜1又3/4子", "W+3.5"),
            ("白胜四分之一子", "W+0.5"),
            ("黑胜三又四分之三子", "B+7.5"),
            ("和棋", "0"),
            ("无胜负", "Void"),
            ("黑超时负", "W+T"),
            ("白超时胜", "W+T"),
            ("黑认输", "W+R"),
            ("白11目胜", "W+11"),
            ("黑不计点胜", "B+R"),
            ("黑胜", "B+"),
            ("黒番中押し勝ち", "B+R"),
            ("黒3目半勝ち", "B+3.5"),
            ("白番半目勝", "W+0.5"),
            ("白２目半勝ち", "W+2.5"),
            ("持碁", "0"),
            ("無勝負", "Void"),
            ("黒時間切れ負け", "W+T"),
            ("白反則負け", "B+F"),
            ("흑 불계승", "B+R"),
            ("백 반집승", "W+0.5"),
            ("흑 3집반승", "B+3.5"),
            ("흑 시간승", "B+T"),
            ("백 4.5집승", "W+4.5"),
            ("무승부", "0"),
        ] {
            let read = parse(text).unwrap_or_else(|| panic!("{text}"));
            assert_eq!(read.result.to_string(), normal, "{text}");
        }
        for text in ["", "john", "see comment", "B won"] {
            let known = parse(text).map(|read| read.result.to_string());
            assert_eq!(known, (text == "B won").then(|| "B+".to_owned()), "{text}");
        }
    }

    #[test]
    fn normal_forms_are_told_from_the_rest() {
        for (text, is_normal) in
            [("B+R", true), ("W+0", false), ("b+r", false), ("黑胜", false), ("Void", true)]
        {
            assert_eq!(parse(text).map(|read| read.is_normal), Some(is_normal), "{text}");
        }
    }
}
