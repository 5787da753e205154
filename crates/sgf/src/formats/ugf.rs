//! UGF and UGI, the formats of Pandanet (IGS).
//!
//! Sections in brackets: `[Header]` with `Key=value`, `[Data]` with one move a line (`QP,B1,1,0`: the point with letters
//! from `A`, counted from the lower left corner in IGS files and from the upper left otherwise), `[ReviewNode]` with the
//! moves again as numbers and variations between `VARIATION` and `VARIATIONEND`, `[ReviewComment]` with a text for some
//! of those nodes. A point outside the board (`YA`; 20,20 on 19 lines) is a pass.

use std::collections::HashMap;

use board::{Color, MAX_LINES};

use super::{BadLines, Builder, LineFile};
use crate::charset;
use crate::diagnostic::Code;
use crate::info::date;
use crate::parse::{ParseOptions, Parsed};
use crate::property::PropertyId;
use crate::tree::NodeId;
use crate::value::Coord;

pub(super) fn sniff(bytes: &[u8]) -> bool {
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start();
    let section = |name: &[u8]| {
        text.starts_with(name)
            || text.windows(name.len() + 1).any(|w| w.starts_with(b"\n") && w.ends_with(name))
    };
    text.starts_with(b"[Header]") || (section(b"[Header]") && section(b"[Data]"))
}

/// A line of `[ReviewNode]`.
struct Review {
    id: u32,
    depth: usize,
    /// Index of the node before it.
    parent: Option<usize>,
    color: Option<Color>,
    x: i32,
    y: i32,
}

/// The board as the file sees it.
#[derive(Clone, Copy)]
struct Frame {
    lines: u8,
    from_below: bool,
}

impl Frame {
    /// A point from numbers that begin with 1; `None` outside the board.
    fn coord(self, x: i32, y: i32) -> Option<Coord> {
        let lines = i32::from(self.lines);
        if !(1..=lines).contains(&x) || !(1..=lines).contains(&y) {
            return None;
        }
        let y = if self.from_below { lines - y } else { y - 1 };
        Some(Coord { x: u8::try_from(x - 1).ok()?, y: u8::try_from(y).ok()? })
    }
}

#[derive(Default)]
struct Sections {
    header: Vec<(String, String)>,
    data: Vec<(usize, String)>,
    review: Vec<Review>,
    comments: HashMap<u32, String>,
}

pub(super) fn read(bytes: &[u8], options: &ParseOptions) -> Parsed {
    let declared = declared(bytes);
    let mut file = LineFile::new(bytes, options, declared);
    let mut bad = BadLines::default();
    let sections = split(&file, &mut bad);
    let mut builder = Builder::new(options);
    let frame = take_header(&mut builder, &sections.header, &mut file);
    let is_record = !sections.header.is_empty() || !sections.data.is_empty();
    play_data(&mut builder, &sections.data, frame, &mut bad);
    let main =
        sections.review.iter().filter(|node| node.depth == 0 && node.color.is_some()).count();
    if builder.moves == 0 || main == builder.moves {
        add_review(&mut builder, &sections, frame);
    }
    bad.report(&mut file);
    builder.finish(file, is_record)
}

/// `Lang=SJIS` and its like.
fn declared(bytes: &[u8]) -> Option<&'static encoding_rs::Encoding> {
    let head = bytes.get(..4096).unwrap_or(bytes);
    let line = head
        .split(|byte| *byte == b'\n')
        .find_map(|line| line.trim_ascii().strip_prefix(b"Lang="))?;
    charset::by_label(std::str::from_utf8(line).ok()?)
}

fn split(file: &LineFile<'_>, bad: &mut BadLines) -> Sections {
    let mut sections = Sections::default();
    let mut section = String::new();
    let mut comment = None;
    // The last node read at each depth, and the node that the open variation hangs on.
    let mut last: Vec<Option<usize>> = vec![None];
    for (at, line) in file.lines() {
        let line = line.trim();
        if let Some(name) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            section = name.to_ascii_lowercase();
            continue;
        }
        match section.as_str() {
            _ if line.is_empty() => {}
            "header" => {
                if let Some((key, value)) = line.split_once('=') {
                    sections
                        .header
                        .push((key.trim().to_ascii_lowercase(), value.trim().to_owned()));
                }
            }
            "data" => sections.data.push((at, line.to_owned())),
            "reviewnode" if review_line(line, &mut sections.review, &mut last) => {}
            "reviewnode" => bad.push(at, line),
            "reviewcomment" => match line.strip_prefix(".Comment,") {
                Some(number) => comment = number.trim().parse().ok(),
                None => {
                    if let Some(number) = comment {
                        let text = sections.comments.entry(number).or_default();
                        text.push_str(line);
                        text.push('\n');
                    }
                }
            },
            _ => {}
        }
    }
    sections
}

fn review_line(line: &str, review: &mut Vec<Review>, last: &mut Vec<Option<usize>>) -> bool {
    let mut fields = line.split(',').map(str::trim);
    match fields.next() {
        Some("VARIATION") => {
            // Its first node follows the last one outside, which keeps its place for the nodes after the variation.
            last.push(last.last().copied().flatten());
            true
        }
        Some("VARIATIONEND") => {
            if last.len() > 1 {
                last.pop();
            }
            true
        }
        Some("NODE") => {
            let numbers: Vec<i32> = fields.map_while(|field| field.parse().ok()).collect();
            let &[id, color, x, y, ..] = numbers.as_slice() else { return false };
            let color = match color {
                1 => Some(Color::Black),
                2 => Some(Color::White),
                _ => None,
            };
            let depth = last.len() - 1;
            let parent = last.last().copied().flatten();
            if let Some(place) = last.last_mut() {
                *place = Some(review.len());
            }
            review.push(Review { id: u32::try_from(id).unwrap_or(0), depth, parent, color, x, y });
            true
        }
        _ => false,
    }
}

fn take_header(
    builder: &mut Builder,
    header: &[(String, String)],
    file: &mut LineFile<'_>,
) -> Frame {
    use PropertyId as P;
    let get = |key: &str| {
        header.iter().find(|(name, _)| name == key).map_or("", |(_, value)| value.as_str())
    };
    let lines = get("size");
    let asked = lines.parse().ok().filter(|lines| (1..=MAX_LINES).contains(lines));
    if asked.is_none() && !lines.is_empty() {
        file.report(Code::SizeUnreadable, 0, lines);
    }
    let from_below = get("coordinatetype").eq_ignore_ascii_case("IGS");
    let frame = Frame { lines: asked.unwrap_or(19), from_below };
    builder.set(P::SZ, &frame.lines.to_string());
    builder.set(P::EV, get("title").trim_matches(',').trim());
    builder.set(P::PC, get("place"));
    if let Some(date) = date::parse(get("date")).0.first() {
        builder.set(P::DT, &date.to_string());
    }
    match get("rule") {
        "JPN" => builder.set(P::RU, "Japanese"),
        "CHN" => builder.set(P::RU, "Chinese"),
        other => builder.set(P::RU, other),
    }
    for (key, name, rank) in [("playerb", P::PB, P::BR), ("playerw", P::PW, P::WR)] {
        let mut fields = get(key).split(',');
        builder.set(name, fields.next().unwrap_or_default());
        builder.set(rank, fields.next().unwrap_or_default());
    }
    let (handicap, komi) = get("hdcp").split_once(',').unwrap_or((get("hdcp"), ""));
    builder.set(P::HA, if handicap.trim() == "0" { "" } else { handicap });
    builder.set(P::KM, komi);
    if let Some(result) = result_of(get("winner")) {
        builder.set(P::RE, &result);
    }
    builder.set(P::US, get("writer"));
    builder.set(P::CP, get("copyright"));
    builder.set(P::GC, get("comment"));
    frame
}

/// `B,7.50`, `W,C` (resigned: 中押し, "chuoshi"), `B,T`.
fn result_of(text: &str) -> Option<String> {
    let (winner, how) = text.split_once(',').unwrap_or((text, ""));
    let winner = match winner.trim() {
        winner @ ("B" | "W") => winner,
        "D" => return Some("0".into()),
        _ => return None,
    };
    let how = match how.trim() {
        "C" | "R" => "R".to_owned(),
        "T" => "T".to_owned(),
        number => crate::info::amount::exact_decimal(number)
            .map(|amount| amount.to_string())
            .unwrap_or_default(),
    };
    Some(format!("{winner}+{how}"))
}

/// `QP,B1,1,0`; handicap stones are written as Black's first moves.
fn play_data(builder: &mut Builder, data: &[(usize, String)], frame: Frame, bad: &mut BadLines) {
    let handicap = builder
        .tree
        .find(NodeId::ROOT, PropertyId::HA)
        .and_then(|p| p.first().number())
        .unwrap_or(0);
    let mut stones: Vec<Coord> = Vec::new();
    for (at, line) in data {
        let mut fields = line.split(',').map(str::trim);
        let point = fields.next().unwrap_or_default().as_bytes();
        let color = match fields.next().and_then(|field| field.chars().next()) {
            Some('B') => Color::Black,
            Some('W') => Color::White,
            _ => {
                bad.push(*at, line);
                continue;
            }
        };
        let &[x @ b'A'..=b'Z', y @ b'A'..=b'Z'] = point else {
            bad.push(*at, line);
            continue;
        };
        let coord = frame.coord(i32::from(x - b'A') + 1, i32::from(y - b'A') + 1);
        match coord {
            Some(coord)
                if color == Color::Black
                    && builder.moves == 0
                    && (stones.len() as i64) < handicap =>
            {
                stones.push(coord)
            }
            _ => {
                if builder.play(color, coord).is_none() {
                    bad.push(*at, line);
                    break;
                }
            }
        }
    }
    if !stones.is_empty() {
        builder.stones(&stones);
    }
}

/// Adds the variations and comments of a review. The main line is already there when the file has a `[Data]` section;
/// its nodes are added shallowest first, so that the line played stays before its variations.
fn add_review(builder: &mut Builder, sections: &Sections, frame: Frame) {
    let review = &sections.review;
    let mut order: Vec<usize> = (0..review.len()).collect();
    order.sort_by_key(|&index| review.get(index).map_or(0, |node| node.depth));
    let mut made: Vec<Option<NodeId>> = vec![None; review.len()];
    let main: Vec<NodeId> = builder.tree.main_line().skip(1).collect();
    let mut main = main.into_iter();
    for index in order {
        let Some(node) = review.get(index) else { continue };
        let parent = node
            .parent
            .and_then(|parent| made.get(parent).copied().flatten())
            .unwrap_or(NodeId::ROOT);
        let id = match node.color {
            None => Some(parent),
            Some(color) if node.depth == 0 => {
                main.next().or_else(|| builder.play(color, frame.coord(node.x, node.y)))
            }
            Some(color) => builder.play_after(parent, color, frame.coord(node.x, node.y)),
        };
        if let Some(place) = made.get_mut(index) {
            *place = id;
        }
        if let (Some(id), Some(text)) = (id, sections.comments.get(&node.id)) {
            builder.tree.set_text(id, PropertyId::C, text.trim_end());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "[Header]\nLang=SJIS\nTitle=棋戦,,\nDate=2019/03/08,22:09:00,2019/03/09,07:16:59\nRule=JPN\nSize=9\n\
        Hdcp=0,6.50\nWinner=W,C\nCoordinateType=IGS\nPlayerB=黒番,2k,,\nPlayerW=bo,3d?,,x\n[Data]\nCC,B1,1,0\nGG,W1,2,0\n\
        YA,B1,3,0\nodd line\n[ReviewNode]\nNODE,1,0,0,0\nNODE,2,1,3,3\n  VARIATION,\n    NODE,5,2,1,1\n    NODE,6,1,2,1\n\
        VARIATIONEND,\nNODE,3,2,7,7\nNODE,4,1,20,20\n[ReviewComment]\n.Comment,6\nwhy not\nhere?\n";

    #[test]
    fn header_moves_and_review() {
        let bytes = encoding_rs::SHIFT_JIS.encode(FILE).0.into_owned();
        let parsed = read(&bytes, &ParseOptions::default());
        let tree = &parsed.trees[0];
        let root: String =
            tree.properties(NodeId::ROOT).skip(3).map(|p| format!("{p:?}")).collect();
        assert_eq!(
            root,
            "SZ[9]EV[棋戦]DT[2019-03-08]RU[Japanese]PB[黒番]BR[2k]PW[bo]WR[3d?]KM[6.50]RE[W+R]"
        );
        let show = |node| tree.properties(node).map(|p| format!("{p:?}")).collect::<String>();
        assert_eq!(
            tree.main_line().skip(1).map(show).collect::<Vec<_>>(),
            ["B[cg]", "W[gc]", "B[]"]
        );
        assert_eq!(
            tree.walk().skip(4).map(show).collect::<Vec<_>>(),
            ["W[ai]", "B[bi]C[why not\nhere?]"]
        );
        assert_eq!(
            parsed.diagnostics.iter().map(|d| d.code).collect::<Vec<_>>(),
            [Code::LineUnreadable]
        );
    }

    #[test]
    fn handicap_stones_are_the_first_moves() {
        let text = "[Header]\nSize=9\nHdcp=2,0.50\n[Data]\nCC,B1,0,0\nGG,B1,0,0\nCG,W1,1,0\n";
        let parsed = read(text.as_bytes(), &ParseOptions::default());
        let tree = &parsed.trees[0];
        assert_eq!(
            tree.find(NodeId::ROOT, PropertyId::AB).map(|p| format!("{p:?}")).as_deref(),
            Some("AB[cc][gg]")
        );
        assert_eq!(tree.node_count(), 2);
    }
}
