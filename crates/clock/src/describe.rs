//! Time controls and times as sentences for people, in Chinese and English.

use crate::{BySide, Millis, PlayerTime, Shown, TimeControl};

impl TimeControl {
    /// One sentence in Chinese.
    pub fn describe_zh(&self) -> String {
        match *self {
            Self::None => "不限时。".to_owned(),
            Self::Absolute { main } => format!("包干，每方 {}。", zh_length(main)),
            Self::Fischer { main, increment, cap } => {
                format!(
                    "每方 {}，每手加 {}{}。",
                    zh_length(main),
                    zh_length(increment),
                    zh_cap(cap)
                )
            }
            Self::Delay { main, delay } => {
                format!("每方 {}，每手前 {}不计时。", zh_length(main), zh_length(delay))
            }
            Self::ByoYomi { main, periods, period } => {
                format!("每方{} {periods} 次 {}读秒。", zh_main(main), zh_length(period))
            }
            Self::ChineseReading { total, reserve } => {
                format!("每方 {}，其中保留 {reserve} 分钟读秒。", zh_length(total))
            }
            Self::Canadian { main, stones, block } => {
                format!(
                    "每方{}每 {}须下 {stones} 手（加拿大读秒）。",
                    zh_main(main),
                    zh_length(block)
                )
            }
            Self::PerMove { time } => format!("每手 {}。", zh_length(time)),
            Self::Ing { main, periods, period, points } => format!(
                "应氏计时，每方基本时间 {}，超时每 {}罚 {points} 点，最多 {periods} 次。",
                zh_length(main),
                zh_length(period)
            ),
            Self::Hourglass { main } => {
                format!("沙漏，双方各 {}，一方用去的时间归对方。", zh_length(main))
            }
            Self::Correspondence { start, increment, cap, free_weekends, vacation } => {
                let weekends = if free_weekends { "，周末不计时" } else { "" };
                let vacation = match vacation {
                    Millis::ZERO => String::new(),
                    vacation => format!("，可休假 {}", zh_length(vacation)),
                };
                format!(
                    "通信棋，每方 {}，每手加 {}{}{weekends}{vacation}。",
                    zh_length(start),
                    zh_length(increment),
                    zh_cap(cap)
                )
            }
        }
    }

    /// One sentence in English.
    pub fn describe_en(&self) -> String {
        match *self {
            Self::None => "No time limit.".to_owned(),
            Self::Absolute { main } => format!("{} for the whole game.", en_length(main)),
            Self::Fischer { main, increment, cap } => format!(
                "{}, and {} more after each move{}.",
                en_length(main),
                en_length(increment),
                en_cap(cap)
            ),
            Self::Delay { main, delay } => format!(
                "{}, of which the first {} of each move are not charged.",
                en_length(main),
                en_length(delay)
            ),
            Self::ByoYomi { main, periods, period } => format!(
                "{}{periods} {} of {}.",
                en_main(main),
                if periods == 1 { "period" } else { "periods" },
                en_length(period)
            ),
            Self::ChineseReading { total, reserve } => format!(
                "{}, of which {reserve} {} reserved for reading (Chinese reading).",
                en_length(total),
                if reserve == 1 { "minute is" } else { "minutes are" }
            ),
            Self::Canadian { main, stones, block } => format!(
                "{}{stones} {} in each {} (Canadian overtime).",
                en_main(main),
                if stones == 1 { "move" } else { "moves" },
                en_length(block)
            ),
            Self::PerMove { time } => format!("{} for each move.", en_length(time)),
            Self::Ing { main, periods, period, points } => format!(
                "{} of basic time, then at most {periods} {} of {} at {points} points each (Ing).",
                en_length(main),
                if periods == 1 { "extension" } else { "extensions" },
                en_length(period)
            ),
            Self::Hourglass { main } => format!(
                "{} each; what one player uses, the other gains (hourglass).",
                en_length(main)
            ),
            Self::Correspondence { start, increment, cap, free_weekends, vacation } => {
                let weekends = if free_weekends { ", weekends free" } else { "" };
                let vacation = match vacation {
                    Millis::ZERO => String::new(),
                    vacation => format!(", with {} of vacation", en_length(vacation)),
                };
                format!(
                    "Correspondence: {}, and {} more after each move{}{weekends}{vacation}.",
                    en_length(start),
                    en_length(increment),
                    en_cap(cap)
                )
            }
        }
    }
}

/// The two players' controls as one text in Chinese.
pub fn describe_both_zh(controls: &BySide<TimeControl>) -> String {
    if controls.black == controls.white {
        return controls.black.describe_zh();
    }
    format!("黑：{}白：{}", controls.black.describe_zh(), controls.white.describe_zh())
}

/// The two players' controls as one text in English.
pub fn describe_both_en(controls: &BySide<TimeControl>) -> String {
    if controls.black == controls.white {
        return controls.black.describe_en();
    }
    format!("Black: {} White: {}", controls.black.describe_en(), controls.white.describe_en())
}

impl Shown {
    /// The time left in Chinese; what a player in reading who asks must be told (referee law 7.1).
    pub fn zh(&self) -> String {
        let penalty = match self.penalty {
            0 => String::new(),
            points => format!("，已罚 {points} 点"),
        };
        match (self.time, self.until_flag, self.period_left) {
            (_, None, _) => "不限时".to_owned(),
            (_, Some(Millis::ZERO), _) => "时间用完".to_owned(),
            (PlayerTime::Periods { left, .. }, _, Some(period)) => {
                format!("读秒还剩 {}，共 {left} 次", zh_length(period))
            }
            (PlayerTime::Periods { main, left }, ..) => {
                format!("还剩 {}及 {left} 次读秒", zh_length(main))
            }
            (PlayerTime::Block { main: Millis::ZERO, left, stones }, ..) => {
                format!("还剩 {}，须下 {stones} 手", zh_length(left))
            }
            (PlayerTime::Block { main, .. }, ..) => format!("基本时间还剩 {}", zh_length(main)),
            (PlayerTime::Penalties { .. }, _, Some(period)) => {
                format!("本次延时还剩 {}{penalty}", zh_length(period))
            }
            (PlayerTime::Penalties { .. }, Some(left), None) => {
                format!("连同延时还剩 {}{penalty}", zh_length(left))
            }
            (_, Some(left), _) => format!("还剩 {}", zh_length(left)),
        }
    }

    /// The time left in English; what a player in reading who asks must be told (referee law 7.1).
    pub fn en(&self) -> String {
        let penalty = match self.penalty {
            0 => String::new(),
            points => format!(", {points} points of penalty"),
        };
        match (self.time, self.until_flag, self.period_left) {
            (_, None, _) => "no time limit".to_owned(),
            (_, Some(Millis::ZERO), _) => "time is up".to_owned(),
            (PlayerTime::Periods { left, .. }, _, Some(period)) => {
                let periods = if left == 1 { "the last period" } else { "the period" };
                format!("{} of {periods} left, {left} in all", en_length(period))
            }
            (PlayerTime::Periods { main, left }, ..) => {
                format!("{} left and {left} {}", en_length(main), plural(left, "period"))
            }
            (PlayerTime::Block { main: Millis::ZERO, left, stones }, ..) => {
                format!("{} left for {stones} {}", en_length(left), plural(stones, "move"))
            }
            (PlayerTime::Block { main, .. }, ..) => {
                format!("{} of main time left", en_length(main))
            }
            (PlayerTime::Penalties { .. }, _, Some(period)) => {
                format!("{} of this extension left{penalty}", en_length(period))
            }
            (PlayerTime::Penalties { .. }, Some(left), None) => {
                format!("{} left with all extensions{penalty}", en_length(left))
            }
            (_, Some(left), _) => format!("{} left", en_length(left)),
        }
    }
}

fn plural(count: u32, word: &str) -> String {
    if count == 1 { word.to_owned() } else { format!("{word}s") }
}

fn zh_main(main: Millis) -> String {
    if main.is_zero() { String::new() } else { format!(" {}，之后", zh_length(main)) }
}

fn en_main(main: Millis) -> String {
    if main.is_zero() { String::new() } else { format!("{}, then ", en_length(main)) }
}

fn zh_cap(cap: Option<Millis>) -> String {
    cap.map_or_else(String::new, |cap| format!("，最多存 {}", zh_length(cap)))
}

fn en_cap(cap: Option<Millis>) -> String {
    cap.map_or_else(String::new, |cap| format!(", at most {}", en_length(cap)))
}

/// Whole days, hours and minutes of a length, and the rest.
fn parts(length: Millis) -> ([u64; 3], Millis) {
    let minutes = length.get() / Millis::MINUTE.get();
    let whole = [minutes / 1_440, minutes / 60 % 24, minutes % 60];
    (whole, Millis::new(length.get() % Millis::MINUTE.get()))
}

/// A length in Chinese: `1 小时 30 分钟`, `1 分 30 秒`.
pub(crate) fn zh_length(length: Millis) -> String {
    let ([days, hours, minutes], seconds) = parts(length);
    let mut words = Vec::new();
    if days > 0 {
        words.push(format!("{days} 天"));
    }
    if hours > 0 {
        words.push(format!("{hours} 小时"));
    }
    match (minutes, seconds) {
        (0, _) => {}
        (minutes, Millis::ZERO) => words.push(format!("{minutes} 分钟")),
        (minutes, _) => words.push(format!("{minutes} 分")),
    }
    if !seconds.is_zero() || words.is_empty() {
        words.push(format!("{} 秒", crate::millis::Seconds(seconds)));
    }
    words.join(" ")
}

/// A length in English: `1 hour 30 minutes`.
pub(crate) fn en_length(length: Millis) -> String {
    let ([days, hours, minutes], seconds) = parts(length);
    let mut words = Vec::new();
    for (number, unit) in [(days, "day"), (hours, "hour"), (minutes, "minute")] {
        match number {
            0 => {}
            1 => words.push(format!("1 {unit}")),
            number => words.push(format!("{number} {unit}s")),
        }
    }
    if seconds == Millis::SECOND {
        words.push("1 second".to_owned());
    } else if !seconds.is_zero() || words.is_empty() {
        words.push(format!("{} seconds", crate::millis::Seconds(seconds)));
    }
    words.join(" ")
}
