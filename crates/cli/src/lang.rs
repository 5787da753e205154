//! Which language to speak, and the macro that holds every text in both.

use std::ffi::OsString;

use clap::ValueEnum;
use rules::Lang;

/// The languages of `--lang`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum LangArg {
    /// Simplified Chinese.
    Zh,
    /// English.
    En,
}

impl From<LangArg> for Lang {
    fn from(lang: LangArg) -> Lang {
        match lang {
            LangArg::Zh => Lang::Zh,
            LangArg::En => Lang::En,
        }
    }
}

/// A formatted text in the language asked for: `tr!(lang, "中文 {x}", "English {x}")`.
macro_rules! tr {
    ($lang:expr, $zh:literal, $en:literal $(, $($rest:tt)*)?) => {
        match $lang {
            ::rules::Lang::Zh => format!($zh $(, $($rest)*)?),
            ::rules::Lang::En => format!($en $(, $($rest)*)?),
        }
    };
}
pub(crate) use tr;

/// A number with its English noun: `1 move`, `2 moves`.
pub(crate) fn count(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

/// The language before the arguments are parsed, so that help and errors about them speak it too: `--lang`, else
/// the locale, else English.
pub(crate) fn detect(arguments: &[OsString]) -> Lang {
    asked(arguments).or_else(|| locale(|name| std::env::var(name).ok())).unwrap_or(Lang::En)
}

/// What `--lang` says, when it says something valid.
fn asked(arguments: &[OsString]) -> Option<Lang> {
    let texts: Vec<&str> = arguments.iter().filter_map(|argument| argument.to_str()).collect();
    let separate = texts.windows(2).find(|pair| pair[0] == "--lang").map(|pair| pair[1]);
    let joined = || texts.iter().find_map(|text| text.strip_prefix("--lang="));
    LangArg::from_str(separate.or_else(joined)?, true).ok().map(Lang::from)
}

/// The language of the POSIX locale: the first of the three variables that is set decides.
fn locale(variable: impl Fn(&str) -> Option<String>) -> Option<Lang> {
    let names = ["LC_ALL", "LC_MESSAGES", "LANG"];
    let value = names.into_iter().filter_map(variable).find(|value| !value.is_empty())?;
    Lang::parse(&value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arguments(texts: &[&str]) -> Vec<OsString> {
        texts.iter().map(OsString::from).collect()
    }

    #[test]
    fn the_flag_is_found_in_both_forms() {
        assert_eq!(asked(&arguments(&["shoutan", "--lang", "zh", "rules"])), Some(Lang::Zh));
        assert_eq!(asked(&arguments(&["shoutan", "rules", "--lang=en"])), Some(Lang::En));
        assert_eq!(asked(&arguments(&["shoutan", "--lang", "klingon"])), None);
        assert_eq!(asked(&arguments(&["shoutan", "--lang"])), None);
    }

    #[test]
    fn the_first_variable_that_is_set_decides() {
        let set = |pairs: &'static [(&str, &str)]| {
            locale(|name| pairs.iter().find(|pair| pair.0 == name).map(|pair| pair.1.to_owned()))
        };
        assert_eq!(set(&[("LANG", "zh_CN.UTF-8")]), Some(Lang::Zh));
        assert_eq!(set(&[("LANG", "zh_CN.UTF-8"), ("LC_ALL", "C")]), Some(Lang::En));
        assert_eq!(set(&[("LANG", "zh_CN.UTF-8"), ("LC_ALL", "")]), Some(Lang::Zh));
        assert_eq!(set(&[("LC_MESSAGES", "zh_TW"), ("LANG", "en_GB")]), Some(Lang::Zh));
        assert_eq!(set(&[("LANG", "fr_FR")]), None);
        assert_eq!(set(&[]), None);
    }
}
