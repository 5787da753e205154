//! Lining up texts on a terminal, where Chinese characters take two columns.

use std::borrow::Cow;

/// A text from a record, a file name or the command line, fit to be shown: what would steer the terminal (control
/// characters, marks that turn the direction of writing) is shown as what it is, such as `␛`.
pub(crate) fn harmless(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_steering) {
        return Cow::Borrowed(text);
    }
    let shown = |c: char| match u32::from(c) {
        _ if !is_steering(c) => c,
        // Unicode has pictures of the ASCII controls, in their order.
        code @ 0..=0x1f => char::from_u32(0x2400 + code).unwrap_or(char::REPLACEMENT_CHARACTER),
        0x7f => '␡',
        _ => char::REPLACEMENT_CHARACTER,
    };
    Cow::Owned(text.chars().map(shown).collect())
}

/// Control characters, and the invisible ones of Unicode that reorder the text around them.
fn is_steering(c: char) -> bool {
    c.is_control()
        || matches!(u32::from(c), 0x061c | 0x200e | 0x200f | 0x2028..=0x202e | 0x2066..=0x2069)
}

/// Columns that a text takes.
pub(crate) fn width(text: &str) -> usize {
    text.chars().map(|c| if is_wide(c) { 2 } else { 1 }).sum()
}

/// Whether a character takes two columns: the blocks of Unicode's East Asian Width that occur in our texts.
fn is_wide(c: char) -> bool {
    matches!(u32::from(c),
        0x1100..=0x115f | 0x2e80..=0x303e | 0x3041..=0x33ff | 0x3400..=0x4dbf | 0x4e00..=0x9fff
        | 0xac00..=0xd7a3 | 0xf900..=0xfaff | 0xfe30..=0xfe4f | 0xff00..=0xff60 | 0xffe0..=0xffe6
        | 0x20000..=0x3fffd)
}

/// The text with blanks behind it, at least `columns` wide.
pub(crate) fn left(text: &str, columns: usize) -> String {
    format!("{text}{}", " ".repeat(columns.saturating_sub(width(text))))
}

/// The text with blanks before it, at least `columns` wide.
pub(crate) fn right(text: &str, columns: usize) -> String {
    format!("{}{text}", " ".repeat(columns.saturating_sub(width(text))))
}

/// Breaks a text into lines of at most `columns`: at blanks, and between Chinese characters but not before a mark.
pub(crate) fn wrap(text: &str, columns: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    let mut used = 0;
    for piece in pieces(text) {
        let trimmed = width(piece.trim_end());
        if used > 0 && used + trimmed > columns {
            lines.push(line.trim_end().to_owned());
            line.clear();
            used = 0;
        }
        line.push_str(piece);
        used += width(piece);
    }
    if !line.trim_end().is_empty() {
        lines.push(line.trim_end().to_owned());
    }
    lines
}

/// The parts of a text between which a line may break.
fn pieces(text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut start = 0;
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let end = at + c.len_utf8();
        let next = chars.peek().map(|&(_, next)| next);
        let breaks = c == ' ' || is_wide(c) && !is_opening(c) || next.is_some_and(is_wide);
        if breaks && next.is_some_and(|next| !is_closing(next) && next != ' ') && !is_opening(c) {
            pieces.push(&text[start..end]);
            start = end;
        }
    }
    pieces.push(&text[start..]);
    pieces
}

/// Marks that may not begin a line.
fn is_closing(c: char) -> bool {
    "，。；：、！？）》”’」』】,.;:!?)".contains(c)
}

/// Marks that may not end a line.
fn is_opening(c: char) -> bool {
    "（《“‘「『【(".contains(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_steers_the_terminal() {
        assert_eq!(harmless("黑 1\u{b7}a"), "黑 1\u{b7}a");
        assert_eq!(harmless("a\0\u{1b}[31mb\u{7f}"), "a␀␛[31mb␡");
        assert_eq!(harmless("\u{9b}31m\u{202e}x"), "\u{fffd}31m\u{fffd}x");
    }

    #[test]
    fn chinese_takes_two_columns() {
        assert_eq!(width("黑 185子"), 2 + 1 + 3 + 2);
        assert_eq!(left("黑", 4), "黑  ");
        assert_eq!(right("½", 3), "  ½");
        assert_eq!(right("too long", 3), "too long");
    }

    #[test]
    fn lines_break_at_blanks_and_between_characters() {
        assert_eq!(wrap("one two three", 8), ["one two", "three"]);
        assert_eq!(wrap("数子法：活子与空点", 10), ["数子法：活", "子与空点"]);
        assert_eq!(wrap("", 10), Vec::<String>::new());
    }

    #[test]
    fn no_line_begins_with_a_mark() {
        for columns in 4..12 {
            for line in wrap("黑棋、白棋（活）。共 12 子，终。", columns) {
                assert!(!line.starts_with(is_closing), "{line}");
            }
        }
    }
}
