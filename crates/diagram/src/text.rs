//! Numbers, escaping and runs of letters for the SVG text.

use std::collections::BTreeSet;
use std::fmt;

use crate::outlines::{CAPITALS, EM, HAN_MIDDLE, Weight, outline};

/// A length with at most two decimals.
pub(crate) struct Px(pub(crate) f64);

impl fmt::Display for Px {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = format!("{:.2}", self.0);
        let text = text.trim_end_matches('0').trim_end_matches('.');
        f.write_str(if text == "-0" { "0" } else { text })
    }
}

/// Text as XML: markup characters become references, characters XML 1.0 does not allow become `�`.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&apos;"),
            '\t' | '\n' | '\r' => out.push(' '),
            '\u{0}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            other => out.push(other),
        }
    }
    out
}

/// How letters without an outline are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fallback {
    /// As text, in whatever font the viewer has.
    Text,
    /// As an empty box, where there is no font.
    #[cfg(feature = "png")]
    Box,
}

/// Width of a letter without an outline, in ems.
const UNKNOWN_WIDTH: f64 = 1.0;

const FONTS: &str =
    "system-ui, 'Noto Sans', 'Noto Sans CJK SC', 'PingFang SC', 'Microsoft YaHei', sans-serif";

/// Writes letters and remembers which outlines the picture has to define.
#[derive(Debug)]
pub(crate) struct Letters {
    used: BTreeSet<(Weight, char)>,
    id: String,
    fallback: Fallback,
}

impl Letters {
    pub(crate) fn new(id: &str, fallback: Fallback) -> Letters {
        Letters { used: BTreeSet::new(), id: id.to_owned(), fallback }
    }

    /// Width of a text in ems.
    pub(crate) fn width(weight: Weight, text: &str) -> f64 {
        text.chars()
            .map(|letter| outline(weight, letter).map_or(UNKNOWN_WIDTH, |found| found.advance / EM))
            .sum()
    }

    /// A text of the given height, its middle at `x`, `y`.
    pub(crate) fn centred(
        &mut self,
        (x, y): (f64, f64),
        size: f64,
        weight: Weight,
        text: &str,
        fill: &str,
    ) -> String {
        let left = x - Letters::width(weight, text) * size / 2.0;
        let han = text.chars().any(is_han);
        let baseline = y + size * if han { HAN_MIDDLE } else { CAPITALS / 2.0 };
        self.run((left, baseline), size, weight, text, fill)
    }

    /// A text of the given height, from `x` on the baseline `y`.
    pub(crate) fn run(
        &mut self,
        (x, y): (f64, f64),
        size: f64,
        weight: Weight,
        text: &str,
        fill: &str,
    ) -> String {
        let mut uses = String::new();
        let mut at = 0.0;
        for letter in text.chars() {
            match outline(weight, letter) {
                Some(found) => {
                    if !found.path.is_empty() {
                        uses += &self.place(weight, letter, at);
                    }
                    at += found.advance;
                }
                None => {
                    uses += &self.unknown(letter, at);
                    at += UNKNOWN_WIDTH * EM;
                }
            }
        }
        let scale = format!("{:.5}", size / EM);
        let scale = scale.trim_end_matches('0').trim_start_matches('0');
        format!(
            "<g transform=\"translate({} {}) scale({scale})\" fill=\"{fill}\">{uses}</g>",
            Px(x),
            Px(y),
        )
    }

    fn place(&mut self, weight: Weight, letter: char, at: f64) -> String {
        self.used.insert((weight, letter));
        let x = if at > 0.0 { format!(" x=\"{}\"", Px(at)) } else { String::new() };
        format!("<use href=\"#{}\"{x}/>", self.name(weight, letter))
    }

    fn name(&self, weight: Weight, letter: char) -> String {
        format!("{}-{}{:x}", self.id, weight.letter(), u32::from(letter))
    }

    fn unknown(&self, letter: char, at: f64) -> String {
        match self.fallback {
            Fallback::Text => {
                let middle = Px(at + UNKNOWN_WIDTH * EM / 2.0);
                let letter = escape(letter.encode_utf8(&mut [0; 4]));
                format!(
                    "<text x=\"{middle}\" font-size=\"1000\" font-family=\"{FONTS}\" font-weight=\"600\" \
                     text-anchor=\"middle\">{letter}</text>"
                )
            }
            #[cfg(feature = "png")]
            Fallback::Box => {
                format!(
                    "<path d=\"M{} 0h700v-750h-700zm80 -80v-590h540v590z\" fill-rule=\"evenodd\"/>",
                    Px(at + 150.0)
                )
            }
        }
    }

    /// The outlines used so far, to stand in `<defs>`.
    pub(crate) fn definitions(&self) -> String {
        self.used
            .iter()
            .filter_map(|&(weight, letter)| {
                let path = outline(weight, letter)?.path;
                Some(format!("<path id=\"{}\" d=\"{path}\"/>", self.name(weight, letter)))
            })
            .collect()
    }
}

fn is_han(letter: char) -> bool {
    ('\u{2e80}'..='\u{9fff}').contains(&letter) || letter >= '\u{f900}'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_short() {
        let text = |value| Px(value).to_string();
        assert_eq!(text(3.0), "3");
        assert_eq!(text(0.125), "0.12");
        assert_eq!(text(-0.001), "0");
        assert_eq!(text(100.0), "100");
    }

    #[test]
    fn markup_is_escaped() {
        assert_eq!(escape("a<b&\"c'\u{1}\n"), "a&lt;b&amp;&quot;c&apos;\u{fffd} ");
    }
}
