//! What went wrong, where, and what to do about it.

use anstyle::{AnsiColor, Style};
use rules::Lang;
use serde_json::{Value, json};

use crate::lang::tr;
use crate::layout::harmless;

/// A problem that keeps the command from answering (exit code 2), ready to be shown.
#[derive(Debug, Clone)]
pub(crate) struct Trouble {
    /// A stable word for programs, such as `unreadable`.
    pub(crate) code: &'static str,
    /// Where: a file, a place in it, or the argument.
    pub(crate) place: String,
    /// What is wrong, with the offending value.
    pub(crate) what: String,
    /// What would help; empty when nothing is known.
    pub(crate) remedy: String,
}

/// The label of an error.
const RED: Style = AnsiColor::Red.on_default().bold();
/// The label of the remedy.
const CYAN: Style = AnsiColor::Cyan.on_default();

impl Trouble {
    pub(crate) fn new(
        code: &'static str,
        place: impl Into<String>,
        what: impl Into<String>,
        remedy: impl Into<String>,
    ) -> Self {
        Self { code, place: place.into(), what: what.into(), remedy: remedy.into() }
    }

    /// The text for stderr, with its colours and a line end.
    pub(crate) fn text(&self, lang: Lang) -> String {
        let [place, what, remedy] =
            [&self.place, &self.what, &self.remedy].map(|text| harmless(text));
        let label = tr!(lang, "错误", "error");
        let mut text = tr!(
            lang,
            "{RED}{label}：{RED:#}{place}：{what}\n",
            "{RED}{label}:{RED:#} {place}: {what}\n"
        );
        if !remedy.is_empty() {
            let line =
                tr!(lang, "  {CYAN}办法：{CYAN:#}{remedy}\n", "  {CYAN}remedy:{CYAN:#} {remedy}\n");
            text.push_str(&line);
        }
        text
    }

    /// The object for `--json`.
    pub(crate) fn json(&self) -> Value {
        json!({
            "error": { "code": self.code, "place": self.place, "message": self.what, "remedy": self.remedy }
        })
    }
}
