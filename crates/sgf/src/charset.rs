//! Which characters the bytes of a record spell.
//!
//! A record names its character set in `CA`, but the name is missing in most files from Asian servers and wrong in some.
//! The bytes decide: text that is valid UTF-8 in several places is UTF-8, whatever `CA` says; text that the named set
//! cannot spell is guessed. The choice comes before anything is split, because in GBK, Big5 and Shift_JIS the second
//! byte of a character may be `\` or `]`.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{
    BIG5, Encoding, GB18030, GBK, ISO_2022_JP, SHIFT_JIS, UTF_8, UTF_16BE, UTF_16LE,
};

/// The encoding for a name found in `CA`, in `Lang=` of UGF, or given by a person. Case, `-`, `_` and spaces don't matter.
pub fn by_label(label: &str) -> Option<&'static Encoding> {
    let label = label.trim();
    if let Some(encoding) = Encoding::for_label_no_replacement(label.as_bytes()) {
        return Some(encoding);
    }
    let plain: String =
        label.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase();
    let known = match plain.as_str() {
        "utf8" | "utf8bom" | "unicode" => "utf-8",
        "euccn" | "gb" | "cp936" | "ms936" | "936" | "windows936" | "gb23121980" | "hz"
        | "chinesesimplified" => "gbk",
        "cp950" | "ms950" | "950" | "big5hkscs" | "big5eten" | "chinesetraditional"
        | "xmacchinesetrad" => "big5",
        "sjis" | "shiftjis" | "cp932" | "ms932" | "932" | "mskanji" | "windows31j"
        | "xmacjapanese" => "shift_jis",
        "eucjp" | "ujis" => "euc-jp",
        "euckr" | "cp949" | "ms949" | "949" | "uhc" | "korean" | "ksc5601" | "xmackorean" => {
            "euc-kr"
        }
        "jis" | "iso2022jp" => "iso-2022-jp",
        "macroman" | "mac" | "xmacroman" | "macintosh" => "macintosh",
        "maccyrillic" | "xmaccyrillic" => "x-mac-cyrillic",
        "latin1" | "ascii" | "usascii" | "ansi" => "windows-1252",
        "latin9" => "iso-8859-15",
        "koi8r" | "koi8" => "koi8-r",
        other => return numbered(other),
    };
    Encoding::for_label_no_replacement(known.as_bytes())
}

/// Names that are a family and a number: `ISO8859_1`, `win1251`, `CP1250`.
fn numbered(plain: &str) -> Option<&'static Encoding> {
    let iso = plain.strip_prefix("iso8859").or_else(|| plain.strip_prefix("8859"));
    let windows =
        ["windows", "win", "cp", "ms"].iter().find_map(|family| plain.strip_prefix(family));
    let label = match (iso, windows) {
        (Some(part), _) => format!("iso-8859-{part}"),
        (None, Some(page)) => format!("windows-{page}"),
        (None, None) => format!("windows-{plain}"),
    };
    Encoding::for_label_no_replacement(label.as_bytes())
}

/// Whether a byte is the first of a two-byte character whose second byte may be `\` or `]`.
pub(crate) fn hides_brackets(encoding: &'static Encoding) -> bool {
    encoding == SHIFT_JIS || encoding == BIG5 || encoding == GBK || encoding == GB18030
}

/// The lead bytes of [`hides_brackets`] encodings.
pub(crate) fn is_lead(encoding: &'static Encoding, byte: u8) -> bool {
    if encoding == SHIFT_JIS {
        matches!(byte, 0x81..=0x9f | 0xe0..=0xfc)
    } else {
        matches!(byte, 0x81..=0xfe)
    }
}

/// Bytes that cannot be split as they are, made UTF-8: UTF-16 with or without byte order mark, UTF-32 with one,
/// ISO-2022-JP. `None` for everything else.
pub(crate) fn transcode(bytes: &[u8]) -> Option<(&'static str, String)> {
    if let Some(text) = utf32(bytes) {
        return Some(("UTF-32", text));
    }
    let utf16 = match Encoding::for_bom(bytes) {
        Some((encoding, _)) if encoding == UTF_16LE || encoding == UTF_16BE => Some(encoding),
        Some(_) => None,
        None => utf16_without_mark(bytes),
    };
    if let Some(encoding) = utf16 {
        return Some((encoding.name(), encoding.decode_with_bom_removal(bytes).0.into_owned()));
    }
    if is_iso_2022_jp(bytes) {
        return Some((
            ISO_2022_JP.name(),
            ISO_2022_JP.decode_without_bom_handling(bytes).0.into_owned(),
        ));
    }
    None
}

fn utf32(bytes: &[u8]) -> Option<String> {
    let read: fn([u8; 4]) -> u32 = match bytes {
        [0xff, 0xfe, 0, 0, ..] => u32::from_le_bytes,
        [0, 0, 0xfe, 0xff, ..] => u32::from_be_bytes,
        _ => return None,
    };
    let (units, _) = bytes.as_chunks::<4>();
    Some(
        units
            .iter()
            .skip(1)
            .map(|&unit| char::from_u32(read(unit)).unwrap_or('\u{fffd}'))
            .collect(),
    )
}

/// A record begins with an ASCII character and is mostly ASCII, so in UTF-16 about every second byte is zero, and always
/// the same one of each pair.
fn utf16_without_mark(bytes: &[u8]) -> Option<&'static Encoding> {
    let head = bytes.get(..4096).unwrap_or(bytes);
    let (pairs, _) = head.as_chunks::<2>();
    let zero_first = pairs.iter().filter(|pair| pair[0] == 0 && pair[1] != 0).count();
    let zero_second = pairs.iter().filter(|pair| pair[0] != 0 && pair[1] == 0).count();
    let most =
        |count: usize, other: usize| count >= 4 && count * 2 >= pairs.len() && other * 16 <= count;
    match pairs.first()? {
        [1..=0x7f, 0] if most(zero_second, zero_first) => Some(UTF_16LE),
        [0, 1..=0x7f] if most(zero_first, zero_second) => Some(UTF_16BE),
        _ => None,
    }
}

/// Seven-bit Japanese: pure ASCII bytes with the escape sequences that switch to kanji and back.
fn is_iso_2022_jp(bytes: &[u8]) -> bool {
    let into = |w: &[u8]| w == b"\x1b$B" || w == b"\x1b$@";
    let back = |w: &[u8]| w == b"\x1b(B" || w == b"\x1b(J";
    bytes.contains(&0x1b)
        && bytes.is_ascii()
        && bytes.windows(3).any(into)
        && bytes.windows(3).any(back)
}

/// At most this many bytes from the first non-ASCII one are shown to the guesser.
const SAMPLE: usize = 64 * 1024;

/// The most likely encoding of bytes that name none.
pub(crate) fn guess(bytes: &[u8], region: Option<&str>) -> &'static Encoding {
    let Some(first) = bytes.iter().position(|byte| !byte.is_ascii()) else { return UTF_8 };
    if std::str::from_utf8(bytes).is_ok() || damaged_utf8(bytes) {
        return UTF_8;
    }
    let from = first.saturating_sub(64);
    let sample = bytes.get(from..bytes.len().min(first + SAMPLE)).unwrap_or(bytes);
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(sample, true);
    let region =
        region.map(str::as_bytes).filter(|r| !r.is_empty() && r.iter().all(u8::is_ascii_lowercase));
    match detector.guess(region, Utf8Detection::Deny) {
        guess if guess == BIG5 && looks_simplified(sample) => GBK,
        guess => guess,
    }
}

/// Text that passes for Big5 but is GBK: about four in ten second bytes of Big5 text are below 0x80, and hardly any of
/// the common characters of GBK.
fn looks_simplified(sample: &[u8]) -> bool {
    let (mut low, mut all) = (0_usize, 0_usize);
    let mut at = 0;
    while let Some(&byte) = sample.get(at) {
        at += 1;
        if byte >= 0x81 {
            all += 1;
            low += usize::from(sample.get(at).is_some_and(|second| *second < 0x80));
            at += 1;
        }
    }
    low * 7 < all && GBK.decode_without_bom_handling_and_without_replacement(sample).is_some()
}

/// Counts of well-formed and broken multi-byte sequences when the bytes are read as UTF-8, over at most a sample.
fn utf8_sequences(bytes: &[u8]) -> (usize, usize) {
    let first = bytes.iter().position(|byte| !byte.is_ascii()).unwrap_or(0);
    let sample = bytes.get(first..bytes.len().min(first + SAMPLE)).unwrap_or(bytes);
    let mut good = 0;
    let mut bad = 0;
    for chunk in sample.utf8_chunks() {
        good += chunk.valid().chars().filter(|c| !c.is_ascii()).count();
        bad += usize::from(!chunk.invalid().is_empty());
    }
    (good, bad)
}

/// UTF-8 in which an earlier program destroyed some bytes: most sequences are still whole, which does not happen by
/// chance in another encoding.
fn damaged_utf8(bytes: &[u8]) -> bool {
    let (good, bad) = utf8_sequences(bytes);
    good >= 2 && good >= bad
}

/// What was decided for one tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// The bytes are ASCII, or fit what the record says.
    Fits,
    /// The record says nothing.
    Undeclared,
    /// The bytes fit another encoding than the record says.
    Wrong,
    /// The encoding is right, but some characters are broken.
    Damaged,
}

/// The encoding of a tree's bytes, given what its `CA` names (if it names a known one) and how an undeclared text in
/// this file is to be read.
pub(crate) fn decide(
    bytes: &[u8],
    declared: Option<&'static Encoding>,
    undeclared: &mut dyn FnMut() -> &'static Encoding,
) -> (&'static Encoding, Verdict) {
    if bytes.is_ascii() {
        return (UTF_8, Verdict::Fits);
    }
    let valid = std::str::from_utf8(bytes).is_ok();
    let Some(declared) = declared else {
        if valid {
            return (UTF_8, Verdict::Undeclared);
        }
        let encoding = undeclared();
        let damaged = encoding.decode_without_bom_handling_and_without_replacement(bytes).is_none();
        return (encoding, if damaged { Verdict::Damaged } else { Verdict::Undeclared });
    };
    if declared == UTF_8 {
        if valid {
            return (UTF_8, Verdict::Fits);
        }
        if damaged_utf8(bytes) {
            return (UTF_8, Verdict::Damaged);
        }
        return (guess(bytes, None), Verdict::Wrong);
    }
    decide_legacy(bytes, declared, valid)
}

fn decide_legacy(
    bytes: &[u8],
    declared: &'static Encoding,
    valid_utf8: bool,
) -> (&'static Encoding, Verdict) {
    let spells = declared.decode_without_bom_handling_and_without_replacement(bytes).is_some();
    if valid_utf8 {
        // Two Chinese characters in GBK can look like UTF-8 ("联通" does); many in a row cannot.
        let enough = if declared.is_single_byte() { 1 } else { 3 };
        if !spells || utf8_sequences(bytes).0 >= enough {
            return (UTF_8, Verdict::Wrong);
        }
    }
    if spells {
        return (declared, Verdict::Fits);
    }
    if damaged_utf8(bytes) {
        return (UTF_8, Verdict::Wrong);
    }
    let other = guess(bytes, None);
    if other != declared
        && other.decode_without_bom_handling_and_without_replacement(bytes).is_some()
    {
        return (other, Verdict::Wrong);
    }
    (declared, Verdict::Damaged)
}

/// Whether bytes that name this encoding would be read in it.
pub(crate) fn reads_as(bytes: &[u8], encoding: &'static Encoding) -> bool {
    encoding != UTF_8 || decide(bytes, Some(encoding), &mut || UTF_8).0 == UTF_8
}

/// How far into a record its `CA` is looked for.
const HEADER: usize = 4096;

/// The name in the first `CA` of a record's beginning, untrimmed.
pub(crate) fn declared_label(record: &[u8]) -> Option<&[u8]> {
    let head = record.get(..HEADER).unwrap_or(record);
    let mut before = 0;
    for (at, &byte) in head.iter().enumerate() {
        match byte {
            b'A' if before == b'C' => {
                let starts_name =
                    at < 2 || head.get(at - 2).is_none_or(|byte| !byte.is_ascii_alphabetic());
                let after = head.get(at + 1..).unwrap_or_default().trim_ascii_start();
                if let (true, Some(value)) = (starts_name, after.strip_prefix(b"[")) {
                    return value.get(..value.iter().position(|&byte| byte == b']')?);
                }
            }
            // The next game of a collection.
            b'(' if before == b')' || before == b'\n' => return None,
            _ => {}
        }
        before = byte;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_of_the_wild() {
        for (label, name) in [
            ("UTF8", "UTF-8"),
            ("GB2312", "GBK"),
            ("EUC-CN", "GBK"),
            ("MS_KANJI", "Shift_JIS"),
            ("SJIS", "Shift_JIS"),
            ("ISO8859_1", "windows-1252"),
            ("ISO-8859-15", "ISO-8859-15"),
            ("Windows-1251", "windows-1251"),
            ("cp1250", "windows-1250"),
            ("macintosh", "macintosh"),
            ("Big5", "Big5"),
            ("euc_kr", "EUC-KR"),
            ("ASCII", "windows-1252"),
            ("ISO-8859-3", "ISO-8859-3"),
        ] {
            assert_eq!(by_label(label).map(Encoding::name), Some(name), "{label}");
        }
        assert_eq!(by_label("no such set"), None);
        assert_eq!(by_label(""), None);
    }

    #[test]
    fn the_bytes_beat_the_name() {
        let gbk = GBK.encode("黑方古力，白方柯洁，围棋").0.into_owned();
        let mut unused = || UTF_8;
        assert_eq!(decide(&gbk, Some(GBK), &mut unused), (GBK, Verdict::Fits));
        assert_eq!(decide(&gbk, Some(UTF_8), &mut unused), (GBK, Verdict::Wrong));
        assert_eq!(
            decide("围棋真好玩".as_bytes(), Some(GBK), &mut unused),
            (UTF_8, Verdict::Wrong)
        );
        assert_eq!(decide(&GBK.encode("联通").0, Some(GBK), &mut unused), (GBK, Verdict::Fits));
        assert_eq!(
            decide("é".as_bytes(), Some(encoding_rs::WINDOWS_1252), &mut unused),
            (UTF_8, Verdict::Wrong)
        );
        assert_eq!(decide(b"plain", Some(SHIFT_JIS), &mut unused), (UTF_8, Verdict::Fits));
        assert_eq!(
            decide("围棋?\u{fffd}".as_bytes(), None, &mut unused),
            (UTF_8, Verdict::Undeclared)
        );
        assert_eq!(
            decide(b"\xe5\x9b\xb4\xe6\xa3\x8b\xe6?\x8e", Some(UTF_8), &mut unused),
            (UTF_8, Verdict::Damaged)
        );
    }

    #[test]
    fn undeclared_text_is_guessed() {
        for (encoding, text) in [
            (GBK, "黑方古力白方柯洁，围棋三番棋决赛第一局，黑中盘胜"),
            (BIG5, "圍棋十番賽第三局，黑中盤勝，張栩對王立誠"),
            (SHIFT_JIS, "第三期囲碁名人戦決勝、黒の中押し勝ち、井山裕太"),
            (encoding_rs::EUC_KR, "이세돌 구단 흑 불계승, 바둑 대국 결승전"),
            (encoding_rs::WINDOWS_1251, "Чёрные выиграли партию, первый тур чемпионата"),
        ] {
            let bytes = encoding.encode(text).0.into_owned();
            assert_eq!(guess(&bytes, None).name(), encoding.name());
        }
    }

    #[test]
    fn wide_and_seven_bit_text_becomes_utf8() {
        let text = "(;GM[1]PB[囲碁];B[dd])";
        let le: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let be: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
        let utf32: Vec<u8> = "\u{feff}"
            .chars()
            .chain(text.chars())
            .flat_map(|c| u32::from(c).to_le_bytes())
            .collect();
        let jis = b"(;GM[1]PB[\x1b$B0O8k\x1b(B];B[dd])".to_vec();
        for bytes in [le, be, utf32, jis] {
            assert_eq!(transcode(&bytes).map(|(_, text)| text).as_deref(), Some(text));
        }
        assert!(transcode(text.as_bytes()).is_none());
    }

    #[test]
    fn the_name_is_found_near_the_start() {
        assert_eq!(declared_label(b"(;GM[1]CA[gb2312]"), Some(&b"gb2312"[..]));
        assert_eq!(declared_label(b"(;PCA[x]CA [Big5]"), Some(&b"Big5"[..]));
        assert_eq!(declared_label(b"(;GM[1]"), None);
        assert_eq!(declared_label(b"(;CA[open"), None);
    }
}
