//! One value of a property: raw bytes, read as the type that is asked for.

use std::borrow::Cow;

use board::{BoardSize, Point};
use encoding_rs::{Encoding, UTF_8};

/// A coordinate pair as SGF writes it: 0 for `a`, 25 for `z`, 26 for `A`, 51 for `Z`; (0, 0) is the upper left point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Coord {
    /// Column from the left, 0 to 51.
    pub x: u8,
    /// Row from the top, 0 to 51.
    pub y: u8,
}

impl Coord {
    /// Reads the two letters of a point.
    pub fn parse(letters: &[u8]) -> Option<Self> {
        match *letters {
            [x, y] => Some(Self { x: letter(x)?, y: letter(y)? }),
            _ => None,
        }
    }

    /// The point of the board; `None` when it lies outside.
    pub fn on(self, size: BoardSize) -> Option<Point> {
        size.point(self.x.checked_add(1)?, self.y.checked_add(1)?)
    }

    /// The two letters of the point; `None` past 51.
    pub fn letters(self) -> Option<[char; 2]> {
        Some([to_letter(self.x)?, to_letter(self.y)?])
    }
}

impl From<Point> for Coord {
    fn from(point: Point) -> Self {
        Self { x: point.column() - 1, y: point.row() - 1 }
    }
}

impl std::fmt::Display for Coord {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.letters().unwrap_or(['?', '?']).iter().try_for_each(|letter| write!(f, "{letter}"))
    }
}

fn letter(byte: u8) -> Option<u8> {
    match byte {
        b'a'..=b'z' => Some(byte - b'a'),
        b'A'..=b'Z' => Some(byte - b'A' + 26),
        _ => None,
    }
}

fn to_letter(number: u8) -> Option<char> {
    match number {
        0..=25 => Some(char::from(b'a' + number)),
        26..=51 => Some(char::from(b'A' + number - 26)),
        _ => None,
    }
}

/// A value of a move property.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveValue {
    /// A stone on this point.
    Play(Coord),
    /// An empty value.
    Pass,
    /// `tt`: a pass on boards up to 19×19, a point on larger ones.
    Tt,
}

/// A rectangle of points, both corners included; a single point is a rectangle of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rect {
    /// Upper left corner.
    pub from: Coord,
    /// Lower right corner.
    pub to: Coord,
}

impl Rect {
    /// Every point of the rectangle, row by row.
    pub fn coords(self) -> impl Iterator<Item = Coord> {
        (self.from.y..=self.to.y)
            .flat_map(move |y| (self.from.x..=self.to.x).map(move |x| Coord { x, y }))
    }
}

/// One value of a property.
#[derive(Clone, Copy)]
pub struct Value<'t> {
    raw: &'t [u8],
    encoding: &'static Encoding,
}

impl<'t> Value<'t> {
    pub(crate) fn new(raw: &'t [u8], encoding: &'static Encoding) -> Self {
        Self { raw, encoding }
    }

    /// The bytes between the brackets, with their escapes, in the encoding of the file.
    pub fn raw(&self) -> &'t [u8] {
        self.raw
    }

    /// How the bytes spell characters.
    pub fn encoding(&self) -> &'static Encoding {
        self.encoding
    }

    /// The bytes without white space around them.
    pub fn trimmed(&self) -> &'t [u8] {
        self.raw.trim_ascii()
    }

    /// The decoded bytes with escapes still in; broken characters become U+FFFD.
    pub(crate) fn decoded(&self) -> Cow<'t, str> {
        if self.encoding == UTF_8 {
            return String::from_utf8_lossy(self.raw);
        }
        self.encoding.decode_without_bom_handling(self.raw).0
    }

    /// Whether every byte belongs to a character.
    pub fn is_intact(&self) -> bool {
        self.raw.is_ascii() || !self.encoding.decode_without_bom_handling(self.raw).1
    }

    /// The value as `Text`: escapes resolved, line ends as `\n`, other white space as spaces (SGF FF\[4\], "Text").
    pub fn text(&self) -> Cow<'t, str> {
        unescape(self.decoded(), false)
    }

    /// The value as `SimpleText`: as [`Self::text`] in one line, without white space at its ends.
    pub fn simple_text(&self) -> Cow<'t, str> {
        let text = unescape(self.decoded(), true);
        let trimmed = text.trim();
        if trimmed.len() == text.len() { text } else { Cow::Owned(trimmed.to_owned()) }
    }

    /// The value as a whole number.
    pub fn number(&self) -> Option<i64> {
        let text = std::str::from_utf8(self.trimmed()).ok()?;
        text.strip_prefix('+').unwrap_or(text).parse().ok()
    }

    /// The value as a point.
    pub fn coord(&self) -> Option<Coord> {
        Coord::parse(self.raw).or_else(|| Coord::parse(self.trimmed()))
    }

    /// The value as a point or as a rectangle `aa:cc`; the corners may be given in any order.
    pub fn rect(&self) -> Option<Rect> {
        if let Some(coord) = self.coord() {
            return Some(Rect { from: coord, to: coord });
        }
        let (a, b) = match *self.trimmed() {
            [ax, ay, b':', bx, by] => (Coord::parse(&[ax, ay])?, Coord::parse(&[bx, by])?),
            _ => return None,
        };
        Some(Rect {
            from: Coord { x: a.x.min(b.x), y: a.y.min(b.y) },
            to: Coord { x: a.x.max(b.x), y: a.y.max(b.y) },
        })
    }

    /// The value as a move; `None` when it is neither a point nor empty.
    pub fn as_move(&self) -> Option<MoveValue> {
        match *self.trimmed() {
            [] => Some(MoveValue::Pass),
            [b't', b't'] => Some(MoveValue::Tt),
            ref letters => Coord::parse(letters).map(MoveValue::Play),
        }
    }

    /// The two halves around the first `:` that is not escaped.
    pub fn split(&self) -> Option<(Value<'t>, Value<'t>)> {
        let mut escaped = false;
        for (at, &byte) in self.raw.iter().enumerate() {
            match byte {
                _ if escaped => escaped = false,
                b'\\' => escaped = true,
                b':' => {
                    let (left, right) = self.raw.split_at_checked(at)?;
                    let right = right.get(1..)?;
                    return Some((Self { raw: left, ..*self }, Self { raw: right, ..*self }));
                }
                _ => {}
            }
        }
        None
    }
}

impl std::fmt::Debug for Value<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Value({:?})", self.decoded())
    }
}

/// Resolves escapes. In one line, line ends become spaces; otherwise LF, CR, CRLF and LFCR each become `\n`.
fn unescape(text: Cow<'_, str>, one_line: bool) -> Cow<'_, str> {
    let plain =
        |byte: u8| byte != b'\\' && byte != b'\r' && byte != b'\t' && byte != 11 && byte != 12;
    if text.bytes().all(|byte| plain(byte) && !(one_line && byte == b'\n')) {
        return text;
    }
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\\' => match chars.next() {
                Some(end @ ('\n' | '\r')) => skip_second_half(end, &mut chars),
                Some(c) if is_blank(c) => out.push(' '),
                Some(c) => out.push(c),
                None => {}
            },
            end @ ('\n' | '\r') => {
                skip_second_half(end, &mut chars);
                out.push(if one_line { ' ' } else { '\n' });
            }
            c if is_blank(c) => out.push(' '),
            c => out.push(c),
        }
    }
    Cow::Owned(out)
}

/// CRLF and LFCR are one line end.
fn skip_second_half(first: char, chars: &mut std::iter::Peekable<std::str::Chars<'_>>) {
    let second = if first == '\n' { '\r' } else { '\n' };
    chars.next_if_eq(&second);
}

fn is_blank(c: char) -> bool {
    matches!(c, '\t' | '\u{b}' | '\u{c}')
}

/// Escapes a text for a `Text` value.
pub fn escape_text(text: &str) -> String {
    escape(text, &[']', '\\'])
}

/// Escapes a text for a `SimpleText` value; line ends become spaces.
pub fn escape_simple(text: &str) -> String {
    escape(&text.replace("\r\n", " ").replace(['\n', '\r'], " "), &[']', '\\'])
}

/// Escapes a text for one half of a composed value, where `:` counts too.
pub fn escape_part(text: &str) -> String {
    escape(&text.replace("\r\n", " ").replace(['\n', '\r'], " "), &[']', '\\', ':'])
}

fn escape(text: &str, special: &[char]) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        if special.contains(&c) {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

/// A value's decoded text in one fixed spelling, for comparing and for writing: only `]`, `\` and `:` keep their escapes
/// (a `:` only where it has one), line ends are `\n`, removed line ends are gone.
pub(crate) fn canonical(text: Cow<'_, str>) -> Cow<'_, str> {
    let plain = |byte: u8| byte != b'\\' && byte != b']' && byte != b'\r';
    if text.bytes().all(plain) {
        return text;
    }
    let mut out = String::with_capacity(text.len() + 8);
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\\' => match chars.next() {
                Some(end @ ('\n' | '\r')) => skip_second_half(end, &mut chars),
                Some(c @ (']' | '\\' | ':')) => out.extend(['\\', c]),
                Some(c) => out.push(c),
                None => {}
            },
            ']' => out.push_str("\\]"),
            end @ ('\n' | '\r') => {
                skip_second_half(end, &mut chars);
                out.push('\n');
            }
            c => out.push(c),
        }
    }
    Cow::Owned(out)
}

/// Whether two values say the same once decoded and unescaped.
pub(crate) fn same_value(a: Value<'_>, b: Value<'_>) -> bool {
    (a.encoding == b.encoding && a.raw == b.raw) || canonical(a.decoded()) == canonical(b.decoded())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(raw: &str) -> Value<'_> {
        Value::new(raw.as_bytes(), UTF_8)
    }

    #[test]
    fn texts_lose_their_escapes_and_keep_their_lines() {
        assert_eq!(value("a\\]b\\\\c\\:d").text(), "a]b\\c:d");
        assert_eq!(value("soft\\\nbreak \\\r\nhere").text(), "softbreak here");
        assert_eq!(value("one\r\ntwo\n\rthree\rfour\tfive").text(), "one\ntwo\nthree\nfour five");
        assert_eq!(value(" one\r\ntwo ").simple_text(), "one two");
        assert_eq!(value("ends in\\").text(), "ends in");
    }

    #[test]
    fn shift_jis_keeps_a_backslash_byte_inside_a_character() {
        // 表 is 0x95 0x5C: its second byte is no escape.
        let value = Value::new(b"\x95\x5c\x8e\xa6", encoding_rs::SHIFT_JIS);
        assert_eq!(value.text(), "表示");
    }

    #[test]
    fn points_moves_numbers() {
        assert_eq!(value("dp").coord(), Some(Coord { x: 3, y: 15 }));
        assert_eq!(value("zA").coord(), Some(Coord { x: 25, y: 26 }));
        assert_eq!(value("Z9").coord(), None);
        assert_eq!(value("").as_move(), Some(MoveValue::Pass));
        assert_eq!(value("tt").as_move(), Some(MoveValue::Tt));
        assert_eq!(value("d4p").as_move(), None);
        assert_eq!(value(" 19 ").number(), Some(19));
        assert_eq!(value("-3").number(), Some(-3));
        assert_eq!(value("1.5").number(), None);
        let rect = value("cb:aa").rect().unwrap();
        assert_eq!(
            rect.coords().map(|c| c.to_string()).collect::<Vec<_>>(),
            ["aa", "ba", "ca", "ab", "bb", "cb"]
        );
        assert_eq!(value("aa:").rect(), None);
    }

    #[test]
    fn composed_values_split_at_the_first_bare_colon() {
        let (left, right) = value("a\\:b:c:d").split().map(|(a, b)| (a.text(), b.text())).unwrap();
        assert_eq!((left.as_ref(), right.as_ref()), ("a:b", "c:d"));
        assert!(value("no colon").split().is_none());
    }

    #[test]
    fn escaping_and_reading_gives_the_text_back() {
        for text in ["", "a]b", "\\", "a\\]:", "汉字\nline"] {
            assert_eq!(value(&escape_text(text)).text(), text);
        }
        assert!(value(&escape_part("a:b]")).split().is_none());
    }

    #[test]
    fn canonical_spelling() {
        assert_eq!(canonical("a\\b\\]\\:\\\n]\r\nz\\".into()), "ab\\]\\:\\]\nz");
    }
}
