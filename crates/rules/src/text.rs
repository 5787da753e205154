//! Texts for people, always in both languages.

use std::fmt;

/// A language people read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum Lang {
    /// Simplified Chinese.
    Zh,
    /// English.
    #[default]
    En,
}

impl Lang {
    /// Both languages, Chinese first.
    pub const ALL: [Lang; 2] = [Lang::Zh, Lang::En];

    /// The IETF tag's first part: `zh` or `en`.
    pub fn code(self) -> &'static str {
        match self {
            Lang::Zh => "zh",
            Lang::En => "en",
        }
    }

    /// Reads a tag or a POSIX locale such as `zh`, `zh-CN`, `zh_CN.UTF-8`, `en_GB`; `None` for any other language.
    pub fn parse(tag: &str) -> Option<Lang> {
        let first = tag.split(['-', '_', '.', '@']).next().unwrap_or_default();
        match first.to_ascii_lowercase().as_str() {
            "zh" | "chinese" | "cn" => Some(Lang::Zh),
            "en" | "english" | "c" | "posix" => Some(Lang::En),
            _ => None,
        }
    }
}

impl fmt::Display for Lang {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

/// One text in both languages.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Text {
    /// 简体中文.
    pub zh: String,
    /// English.
    pub en: String,
}

impl Text {
    /// A text from its two versions.
    pub fn new(zh: impl Into<String>, en: impl Into<String>) -> Text {
        Text { zh: zh.into(), en: en.into() }
    }

    /// The version in `lang`.
    pub fn get(&self, lang: Lang) -> &str {
        match lang {
            Lang::Zh => &self.zh,
            Lang::En => &self.en,
        }
    }

    /// Whether there is nothing to show in either language.
    pub fn is_empty(&self) -> bool {
        self.zh.is_empty() && self.en.is_empty()
    }
}

/// Picks one of two fixed texts: the shape of every small table of words in this crate.
pub(crate) fn pick(lang: Lang, zh: &'static str, en: &'static str) -> &'static str {
    match lang {
        Lang::Zh => zh,
        Lang::En => en,
    }
}

/// `n` and a noun with the English plural: `1 stone`, `2 stones`; Chinese has no plural.
pub(crate) fn counted(lang: Lang, n: u32, zh: &str, one: &str, many: &str) -> String {
    match lang {
        Lang::Zh => format!("{n}{zh}"),
        Lang::En => format!("{n} {}", if n == 1 { one } else { many }),
    }
}
