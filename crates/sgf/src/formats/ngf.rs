//! NGF, the format of the WBaduk and Cyberoro servers.
//!
//! Header lines at fixed places, then `PMxxCabba` lines: a counter, the colour, and the point twice with letters from
//! `B`, counted from the upper left corner; `A` is outside the board and means a pass. The Chinese client writes another
//! header and `GI` before each of its lines.

use board::{BoardSize, Color};

use super::{BadLines, Builder, LineFile};
use crate::info::{amount, date, result};
use crate::parse::{ParseOptions, Parsed};
use crate::property::PropertyId;
use crate::value::Coord;

pub(super) fn sniff(bytes: &[u8]) -> bool {
    bytes
        .split(|byte| *byte == b'\n' || *byte == b'\r')
        .filter(|line| stone(line.trim_ascii()).is_some())
        .take(3)
        .count()
        == 3
}

/// `PMxxCabba`; a pass gives `None` for the point.
fn stone(line: &[u8]) -> Option<(Color, Option<(u8, u8)>)> {
    let &[b'P', b'M', n1, n2, color, x, y, ..] = line else { return None };
    let color = match color {
        b'B' => Color::Black,
        b'W' => Color::White,
        _ => return None,
    };
    if ![n1, n2, x, y].iter().all(u8::is_ascii_uppercase) {
        return None;
    }
    let point = if x == b'A' || y == b'A' { None } else { Some((x - b'B', y - b'B')) };
    Some((color, point))
}

/// Numbers of the header lines of one of the two layouts; the white player comes first in both.
struct Layout {
    size: usize,
    white: usize,
    black: usize,
    place: usize,
    handicap: usize,
    komi: usize,
    date: usize,
    count: usize,
}

const PLAIN: Layout =
    Layout { size: 1, white: 2, black: 3, place: 4, handicap: 5, komi: 7, date: 8, count: 11 };
const CHINESE: Layout =
    Layout { size: 6, white: 1, black: 2, place: 3, handicap: 7, komi: 9, date: 5, count: 10 };

pub(super) fn read(bytes: &[u8], options: &ParseOptions) -> Parsed {
    let mut file = LineFile::new(bytes, options, None);
    let mut builder = Builder::new(options);
    let mut header: Vec<(usize, String)> = Vec::new();
    let mut bad = BadLines::default();
    let mut rest: Vec<String> = Vec::new();
    let mut size = None;
    for (at, line) in file.lines() {
        let Some((color, point)) = stone(line.as_bytes()) else {
            if builder.moves == 0 && header.len() < 32 {
                header.push((at, line.strip_prefix("GI").unwrap_or(&line).trim().to_owned()));
            } else if !line.is_empty() && rest.len() < 32 {
                rest.push(line.into_owned());
            }
            continue;
        };
        let size = *size.get_or_insert_with(|| take_header(&mut builder, &header));
        let coord = point.map(|(x, y)| Coord { x, y });
        let fits = coord.is_none_or(|coord| coord.x < size && coord.y < size);
        if !fits || builder.play(color, coord).is_none() {
            bad.push(at, &line);
        }
    }
    let is_record = builder.moves > 0 || layout(&header).is_some();
    if size.is_none() {
        take_header(&mut builder, &header);
    }
    bad.report(&mut file);
    if let Some(result) = result_of(&header, &rest) {
        builder.set(PropertyId::RE, &result);
    }
    let count = layout(&header).and_then(|layout| header.get(layout.count));
    if let Some((at, count)) = count.and_then(|(at, text)| Some((*at, text.parse().ok()?))) {
        builder.check_count(&mut file, at, count);
    }
    builder.finish(file, is_record)
}

/// The layout whose size line holds a board size.
fn layout(header: &[(usize, String)]) -> Option<&'static Layout> {
    [&PLAIN, &CHINESE].into_iter().find(|layout| {
        let size = header.get(layout.size).and_then(|(_, text)| text.parse::<u32>().ok());
        size.is_some_and(|lines| (5..=25).contains(&lines))
    })
}

/// Reads the header and gives the number of lines of the board.
fn take_header(builder: &mut Builder, header: &[(usize, String)]) -> u8 {
    use PropertyId as P;
    let line = |number: usize| header.get(number).map_or("", |(_, text)| text.as_str());
    builder.set(P::GN, line(0));
    let Some(layout) = layout(header) else {
        builder.set(P::SZ, "19");
        return 19;
    };
    let lines: u8 = line(layout.size).parse().unwrap_or(19);
    builder.set(P::SZ, &lines.to_string());
    builder.player(Color::White, line(layout.white));
    builder.player(Color::Black, line(layout.black));
    builder.set(P::PC, line(layout.place));
    if let Some(date) = date::parse(line(layout.date)).0.first() {
        builder.set(P::DT, &date.to_string());
    }
    let handicap: u32 = line(layout.handicap).parse().unwrap_or(0);
    if let Ok(size) = BoardSize::square(u32::from(lines)) {
        builder.handicap(handicap, size);
    }
    if let Some(komi) = amount::exact_decimal(line(layout.komi)) {
        // The server drops the half point of even games.
        let whole = komi.thousandths % 1000 == 0 && handicap < 2;
        let thousandths = komi.thousandths + if whole { 500 } else { 0 };
        builder.set(P::KM, &amount::Amount { thousandths, ..komi }.to_string());
    }
    lines
}

/// The result: a sentence in the header (`Black wins by 0.5!`) or after the moves (`IDB[211] 黑中盘胜(…)[EndTxt]`).
fn result_of(header: &[(usize, String)], rest: &[String]) -> Option<String> {
    let sentence = |line: &str| {
        let text = line.split("[EndTxt").next().unwrap_or(line);
        let text = text
            .strip_prefix("ID")
            .and_then(|text| text.split_once(']'))
            .map_or(text, |(_, after)| after);
        result::parse(text).map(|read| read.result.to_string())
    };
    // Only these places: a player may be called "Black".
    header
        .get(10)
        .and_then(|(_, text)| sentence(text))
        .or_else(|| rest.iter().find_map(|line| sentence(line)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Code;
    use crate::tree::{GameTree, NodeId};

    fn header(tree: &GameTree) -> String {
        tree.properties(NodeId::ROOT).skip(3).map(|property| format!("{property:?}")).collect()
    }

    #[test]
    fn both_layouts() {
        let moves = "PMABBREER\r\nPMACWEEEE\r\nPMADBAAAA\r\nPMAEWZZZZ\r\n";
        let plain = format!(
            "Rated game\r\n19\r\nanna 9D\r\nbo 3K\r\nwww.cyberoro.com\r\n0\r\n0\r\n7\r\n20170316 [09:37]\r\n5\r\nWhite wins by resign!\r\n4\r\n{moves}"
        );
        let parsed = read(plain.as_bytes(), &ParseOptions::default());
        assert_eq!(
            header(&parsed.trees[0]),
            "GN[Rated game]SZ[19]PW[anna]WR[9d]PB[bo]BR[3k]PC[www.cyberoro.com]DT[2017-03-16]KM[7.5]RE[W+R]"
        );
        let played: Vec<String> = parsed.trees[0]
            .main_line()
            .skip(1)
            .flat_map(|node| parsed.trees[0].properties(node))
            .map(|p| format!("{p:?}"))
            .collect();
        assert_eq!(played, ["B[qd]", "W[dd]", "B[]"]);
        let codes: Vec<Code> = parsed.diagnostics.iter().map(|d| d.code).collect();
        assert_eq!(codes, [Code::LineUnreadable, Code::CountMismatch]);
        let chinese = "GI十段战\nGI朴承华 初段\nGI李载雄 五段\nGI\nGI\nGI2006-9-5\nGI19\nGI2\nGI0\nGI0\nGI2\nPMABWREER\nPMACBEEEE\nGI1\nIDB[2] 黑中盘胜(现场消息)[EndTxt]\n";
        let bytes = encoding_rs::GBK.encode(chinese).0.into_owned();
        let parsed = read(&bytes, &ParseOptions::default());
        assert_eq!(
            header(&parsed.trees[0]),
            "GN[十段战]SZ[19]PW[朴承华]WR[1d]PB[李载雄]BR[5d]DT[2006-09-05]HA[2]AB[pd][dp]KM[0]RE[B+R]"
        );
    }
}
