//! GIB, the format of the Tygem server (弈城, 타이젬).
//!
//! A header of `\[KEY=value\]` lines, then a game section with `INI 0 1 HANDICAP` and `STO 0 NUMBER COLOUR X Y` lines,
//! coordinates from 0 in the upper left corner. The keys `GAMEINFOMAIN` and `GAMETAG` repeat the header as numbers.

use board::{BoardSize, Color};
use encoding_rs::GBK;

use super::{BadLines, Builder, LineFile};
use crate::info::result;
use crate::parse::{ParseOptions, Parsed};
use crate::property::PropertyId;
use crate::value::Coord;

pub(super) fn sniff(bytes: &[u8]) -> bool {
    let text = bytes.trim_ascii_start();
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    let line = |start: &[u8]| text.starts_with(start) || contains_line(text, start);
    text.starts_with(b"\\HS")
        || line(b"\\[GAME")
        || line(b"\\[GIBOKIND")
        || (line(b"INI 0 ") && line(b"STO 0 "))
}

fn contains_line(text: &[u8], start: &[u8]) -> bool {
    text.split(|byte| *byte == b'\n').any(|line| line.trim_ascii_start().starts_with(start))
}

/// What the header says; numbers come from `GAMEINFOMAIN` and, where that lacks them, from `GAMETAG`.
#[derive(Default)]
struct Header {
    result_code: Option<u32>,
    margin_tenths: Option<u32>,
    komi_tenths: Option<i32>,
    handicap: Option<u32>,
    result_text: Option<String>,
    main_seconds: Option<u32>,
    period_seconds: Option<u32>,
    periods: Option<u32>,
    moves: Option<(usize, usize)>,
}

pub(super) fn read(bytes: &[u8], options: &ParseOptions) -> Parsed {
    let mut file = LineFile::new(bytes, options, None);
    // Files of the Chinese client say so; the guess needs the help when there are few characters.
    if options.charset.is_none()
        && contains_line(bytes, b"\\[GIBOKIND=China")
        && file.encoding != encoding_rs::UTF_8
    {
        file.encoding = GBK;
    }
    let mut builder = Builder::new(options);
    let mut header = Header::default();
    let mut bad = BadLines::default();
    let mut is_record = false;
    builder.set(PropertyId::SZ, "19");
    for (at, line) in file.lines() {
        if let Some((key, value)) = setting(&line) {
            is_record = true;
            take(&mut header, &mut builder, at, key, value);
        } else if let Some(fields) = line.strip_prefix("INI") {
            is_record = true;
            header.handicap = fields
                .split_ascii_whitespace()
                .nth(2)
                .and_then(|n| n.parse().ok())
                .or(header.handicap);
        } else if let Some(fields) = line.strip_prefix("STO") {
            is_record = true;
            if stone(fields).and_then(|(color, coord)| builder.play(color, Some(coord))).is_none() {
                bad.push(at, &line);
            }
        } else if let Some(fields) = line.strip_prefix("SKI") {
            let color = if builder.moves % 2 == usize::from(header.handicap.unwrap_or(0) > 1) {
                Color::Black
            } else {
                Color::White
            };
            let written = fields.split_ascii_whitespace().nth(2).and_then(color_of);
            builder.play(written.unwrap_or(color), None);
        }
    }
    bad.report(&mut file);
    finish_header(&header, &mut builder);
    if let Some((at, moves)) = header.moves {
        builder.check_count(&mut file, at, moves);
    }
    builder.finish(file, is_record)
}

/// `\[KEY=value\]`
fn setting(line: &str) -> Option<(&str, &str)> {
    let inner = line.strip_prefix("\\[")?;
    let inner = inner.strip_suffix("\\]").unwrap_or(inner);
    inner.split_once('=')
}

fn color_of(text: &str) -> Option<Color> {
    match text {
        "1" => Some(Color::Black),
        "2" => Some(Color::White),
        _ => None,
    }
}

/// ` 0 NUMBER COLOUR X Y`
fn stone(fields: &str) -> Option<(Color, Coord)> {
    let mut fields = fields.split_ascii_whitespace().skip(2);
    let color = color_of(fields.next()?)?;
    let x = fields.next()?.parse().ok().filter(|x| *x < 19)?;
    let y = fields.next()?.parse().ok().filter(|y| *y < 19)?;
    Some((color, Coord { x, y }))
}

fn take(header: &mut Header, builder: &mut Builder, at: usize, key: &str, value: &str) {
    use PropertyId as P;
    match key {
        "GAMEBLACKNAME" => builder.player(Color::Black, value),
        "GAMEWHITENAME" => builder.player(Color::White, value),
        "GAMENAME" => builder.set(P::GN, value),
        "GAMEPLACE" => builder.set(P::PC, value),
        "GAMEDATE" => builder.set(P::DT, &date(value)),
        "GAMECOMMENT" => builder.set(P::GC, value),
        "GAMELECNAME" => builder.set(P::AN, value),
        "GAMERESULT" => header.result_text = Some(value.to_owned()),
        "GAMETOTALNUM" => {
            let digits: String = value.chars().filter(char::is_ascii_digit).collect();
            header.moves = digits.parse().ok().map(|moves| (at, moves));
        }
        "GAMEINFOMAIN" => main(header, value),
        "GAMETAG" => tag(header, value),
        _ => {}
    }
}

/// `2020- 6-14- 1-26-14` as `2020-06-14`, else as it is.
fn date(value: &str) -> String {
    crate::info::date::parse(value).0.first().map_or_else(|| value.to_owned(), ToString::to_string)
}

/// `GBKIND:3,GCDT:0,GTIME:600-30-3,GRLT:8,ZIPSU:0,GONGJE:65,TCNT:232,…`
fn main(header: &mut Header, value: &str) {
    for (key, value) in value.split(',').filter_map(|field| field.split_once(':')) {
        match key.trim() {
            "GRLT" => header.result_code = value.parse().ok(),
            "ZIPSU" => header.margin_tenths = value.parse().ok(),
            "GONGJE" => header.komi_tenths = value.parse().ok(),
            "GTIME" => {
                let mut numbers = value.split('-').map(|number| number.trim().parse().ok());
                header.main_seconds = numbers.next().flatten();
                header.period_seconds = numbers.next().flatten();
                header.periods = numbers.next().flatten();
            }
            _ => {}
        }
    }
}

/// `S0,R5,D0,G65,W1,Z110,T30-3-600,C2020:06:14:01:26,…`
fn tag(header: &mut Header, value: &str) {
    for field in value.split(',').map(str::trim) {
        let Some((letter, value)) = field.split_at_checked(1) else { continue };
        match letter {
            "R" => header.handicap = header.handicap.or(value.parse().ok()),
            "G" => header.komi_tenths = header.komi_tenths.or(value.parse().ok()),
            "W" => header.result_code = header.result_code.or(value.parse().ok()),
            "Z" => header.margin_tenths = header.margin_tenths.or(value.parse().ok()),
            _ => {}
        }
    }
}

fn finish_header(header: &Header, builder: &mut Builder) {
    use PropertyId as P;
    if let (Some(stones), Ok(size)) = (header.handicap, BoardSize::square(19)) {
        builder.handicap(stones, size);
    }
    if let Some(komi) = header.komi_tenths.filter(|komi| komi.abs() <= 10_000) {
        builder.set(P::KM, &format!("{}", f64::from(komi) / 10.0));
    }
    if let Some(seconds) = header.main_seconds {
        builder.set(P::TM, &seconds.to_string());
    }
    if let (Some(periods @ 1..), Some(seconds @ 1..)) = (header.periods, header.period_seconds) {
        builder.set(P::OT, &format!("{periods}x{seconds} byo-yomi"));
    }
    if let Some(result) = result_of(header) {
        builder.set(P::RE, &result);
    }
}

/// Codes seen: 0 and 1 by counting, 3 and 4 by resignation, 7 and 8 on time; Black's are 0, 3 and 7.
fn result_of(header: &Header) -> Option<String> {
    let tenths = header.margin_tenths.filter(|tenths| *tenths > 0);
    let margin = |winner: char| {
        tenths.map(|tenths| {
            format!("{winner}+{}.{}", tenths / 10, tenths % 10).trim_end_matches(".0").to_owned()
        })
    };
    let coded = match header.result_code {
        Some(0) => margin('B'),
        Some(1) => margin('W'),
        Some(3) => Some("B+R".to_owned()),
        Some(4) => Some("W+R".to_owned()),
        Some(7) => Some("B+T".to_owned()),
        Some(8) => Some("W+T".to_owned()),
        _ => None,
    };
    coded.or_else(|| {
        result::parse(header.result_text.as_deref()?).map(|read| read.result.to_string())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Code;
    use crate::tree::NodeId;

    #[test]
    fn a_game_of_the_korean_client() {
        let text = "\\HS\n\\[GIBOKIND=Korea\\]\n\\[GAMERESULT=흑 불계승\\]\n\\[GAMEWHITENAME=백돌이 (3단)\\]\n\
            \\[GAMEBLACKNAME=흑돌이 (2급)\\]\n\\[GAMEDATE=2020- 6-14- 1-26-14\\]\n\\[GAMETOTALNUM=4\\]\n\
            \\[GAMEINFOMAIN=GBKIND:0,GTIME:600-30-3,GRLT:3,ZIPSU:0,GONGJE:65,TCNT:4\\]\n\\HE\n\\GS\nINI 0 1 2 &4\n\
            STO 0 2 2 15 15\nSTO 0 3 1 2 3\nSTO 0 4 2 99 0\nSKI 0 5\n\\GE\n";
        let bytes = encoding_rs::EUC_KR.encode(text).0.into_owned();
        let parsed = read(&bytes, &ParseOptions::default());
        let tree = &parsed.trees[0];
        let get = |id| tree.text(NodeId::ROOT, id).unwrap_or_default().into_owned();
        assert_eq!(
            (get(PropertyId::PB), get(PropertyId::BR), get(PropertyId::PW), get(PropertyId::WR)),
            ("흑돌이".into(), "2k".into(), "백돌이".into(), "3d".into())
        );
        assert_eq!(
            (get(PropertyId::KM), get(PropertyId::RE), get(PropertyId::HA)),
            ("6.5".into(), "B+R".into(), "2".into())
        );
        assert_eq!(
            (get(PropertyId::DT), get(PropertyId::OT)),
            ("2020-06-14".into(), "3x30 byo-yomi".into())
        );
        assert_eq!(
            tree.find(NodeId::ROOT, PropertyId::AB).map(|p| format!("{p:?}")).as_deref(),
            Some("AB[pd][dp]")
        );
        let moves: Vec<String> = tree
            .main_line()
            .skip(1)
            .flat_map(|node| tree.properties(node))
            .map(|p| format!("{p:?}"))
            .collect();
        assert_eq!(moves, ["W[pp]", "B[cd]", "W[]"]);
        let codes: Vec<Code> = parsed.diagnostics.iter().map(|d| d.code).collect();
        assert_eq!(codes, [Code::CharsetUndeclared, Code::LineUnreadable, Code::CountMismatch]);
    }

    #[test]
    fn nothing_of_the_format_is_no_record() {
        assert!(read(b"STOP", &ParseOptions::default()).trees.len() <= 1);
        assert!(read(b"hello", &ParseOptions::default()).diagnostics.has(Code::NoGameTree));
    }

    #[test]
    fn counted_results() {
        let header = |code, tenths| Header {
            result_code: Some(code),
            margin_tenths: Some(tenths),
            ..Header::default()
        };
        assert_eq!(result_of(&header(1, 595)).as_deref(), Some("W+59.5"));
        assert_eq!(result_of(&header(0, 40)).as_deref(), Some("B+4"));
        assert_eq!(result_of(&header(0, 0)), None);
    }
}
