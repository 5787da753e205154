//! Every record format, as one table, and the choice among them.
//!
//! To add a format: one file here and a line in [`FORMATS`].

mod gib;
mod ngf;
mod ugf;

use std::borrow::Cow;

use board::{BoardSize, Color};
use encoding_rs::{Encoding, UTF_8};
use rules::handicap::{ThirdStone, fixed};

use crate::charset;
use crate::diagnostic::{Code, Diagnostics, MAX_DIAGNOSTICS};
use crate::log::Log;
use crate::parse::{ParseOptions, Parsed, Reader, parse_with};
use crate::property::PropertyId;
use crate::tree::{GameTree, NodeId};
use crate::value::Coord;

/// A format that can be read.
#[derive(Clone, Copy)]
pub struct Format {
    /// Short name: `sgf`, `gib`, `ngf`, `ugf`.
    pub name: &'static str,
    /// What it is, in English.
    pub en: &'static str,
    /// What it is, in Chinese.
    pub zh: &'static str,
    /// File name extensions in small letters.
    pub extensions: &'static [&'static str],
    /// Whether the first bytes of a file look like the format.
    sniff: fn(&[u8]) -> bool,
    read: fn(&[u8], &ParseOptions) -> Parsed,
}

impl Format {
    /// Reads a file of this format.
    pub fn read(&self, bytes: &[u8], options: &ParseOptions) -> Parsed {
        (self.read)(bytes, options)
    }
}

impl std::fmt::Debug for Format {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Format").field("name", &self.name).finish_non_exhaustive()
    }
}

impl PartialEq for Format {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

/// The table. The first whose bytes fit is taken, so the one that is least particular is last.
pub const FORMATS: &[Format] = &[
    Format {
        name: "gib",
        en: "Tygem",
        zh: "弈城",
        extensions: &["gib"],
        sniff: gib::sniff,
        read: gib::read,
    },
    Format {
        name: "ugf",
        en: "Pandanet",
        zh: "熊猫网（IGS）",
        extensions: &["ugf", "ugi"],
        sniff: ugf::sniff,
        read: ugf::read,
    },
    Format {
        name: "ngf",
        en: "WBaduk",
        zh: "WBaduk",
        extensions: &["ngf"],
        sniff: ngf::sniff,
        read: ngf::read,
    },
    Format {
        name: "sgf",
        en: "Smart Game Format",
        zh: "SGF 棋谱",
        extensions: &["sgf", "mgt"],
        sniff: |bytes| bytes.contains(&b';') && bytes.contains(&b'['),
        read: parse_with,
    },
];

/// How much of a file is looked at to tell its format.
const HEAD: usize = 64 * 1024;

/// The format of a file: by its bytes, else by the extension of its name (without the dot, in any case).
pub fn detect(bytes: &[u8], extension: Option<&str>) -> Option<&'static Format> {
    let head = bytes.get(..HEAD).unwrap_or(bytes);
    let head = charset::transcode(head)
        .map_or(Cow::Borrowed(head), |(_, text)| Cow::Owned(text.into_bytes()));
    FORMATS.iter().find(|format| (format.sniff)(&head)).or_else(|| {
        let extension = extension?.to_ascii_lowercase();
        FORMATS.iter().find(|format| format.extensions.contains(&extension.as_str()))
    })
}

/// Reads a file of any format in the table.
pub fn parse_any(bytes: &[u8], extension: Option<&str>) -> Parsed {
    parse_any_with(bytes, extension, &ParseOptions::default())
}

/// Reads a file of any format in the table, with options.
pub fn parse_any_with(bytes: &[u8], extension: Option<&str>, options: &ParseOptions) -> Parsed {
    match detect(bytes, extension) {
        Some(format) => format.read(bytes, options),
        None => parse_with(bytes, options),
    }
}

/// The game trees of a file of any format, one after another: collections of SGF are read as they are asked for.
#[derive(Debug)]
pub struct AnyReader<'s> {
    inner: Inner<'s>,
}

#[derive(Debug)]
enum Inner<'s> {
    Sgf(Box<Reader<'s>>),
    Read(std::vec::IntoIter<GameTree>, Diagnostics),
}

impl<'s> AnyReader<'s> {
    /// A reader at the beginning of the file, which it takes borrowed or owned; the extension helps only where the bytes
    /// don't tell the format.
    pub fn new(
        bytes: impl Into<Cow<'s, [u8]>>,
        extension: Option<&str>,
        options: &ParseOptions,
    ) -> Self {
        let bytes = bytes.into();
        let inner = match detect(&bytes, extension) {
            Some(format) if format.name != "sgf" => {
                let parsed = format.read(&bytes, options);
                Inner::Read(parsed.trees.into_iter(), parsed.diagnostics)
            }
            _ => Inner::Sgf(Box::new(Reader::new(bytes, options))),
        };
        Self { inner }
    }

    /// The next game tree; `None` at the end of the file.
    pub fn next_tree(&mut self) -> Option<GameTree> {
        match &mut self.inner {
            Inner::Sgf(reader) => reader.next_tree(),
            Inner::Read(trees, _) => trees.next(),
        }
    }

    /// Takes the findings made so far.
    pub fn take_diagnostics(&mut self) -> Diagnostics {
        match &mut self.inner {
            Inner::Sgf(reader) => reader.take_diagnostics(),
            Inner::Read(_, diagnostics) => std::mem::take(diagnostics),
        }
    }

    /// The findings not taken yet; at the end of a file without any tree, also that.
    pub fn finish(self) -> Diagnostics {
        match self.inner {
            Inner::Sgf(reader) => reader.finish(),
            Inner::Read(_, diagnostics) => diagnostics,
        }
    }
}

/// A file of lines in one encoding, for the formats that are made of lines.
struct LineFile<'s> {
    bytes: Cow<'s, [u8]>,
    encoding: &'static Encoding,
    log: Log,
}

impl<'s> LineFile<'s> {
    /// The file in the encoding asked for, else in the one it declares, else in the likeliest.
    fn new(bytes: &'s [u8], options: &ParseOptions, declared: Option<&'static Encoding>) -> Self {
        let too_large = bytes.len() > options.limits.bytes;
        let wide = if too_large { None } else { charset::transcode(bytes) };
        let name = wide.as_ref().map(|(name, _)| *name);
        let bytes = match wide {
            Some((_, text)) => Cow::Owned(text.into_bytes()),
            None => Cow::Borrowed(if too_large { &[][..] } else { bytes }),
        };
        let declared = declared.filter(|_| name.is_none());
        let encoding = options.charset.filter(|_| name.is_none()).unwrap_or_else(|| {
            charset::decide(&bytes, declared, &mut || charset::guess(&bytes, options.region)).0
        });
        let mut file = Self { log: Log::new(&bytes), bytes, encoding };
        if too_large {
            file.log.add(&[], Code::TooLarge, 0, None, options.limits.bytes);
        } else if let Some(name) = name {
            file.log.add(&file.bytes, Code::Utf16, 0, None, name);
        } else if options.charset.is_none() && encoding != UTF_8 && Some(encoding) != declared {
            file.log.add(&file.bytes, Code::CharsetUndeclared, 0, None, encoding.name());
        }
        file
    }

    /// Offset and decoded text of every line, without line end and white space around it.
    fn lines(&self) -> impl Iterator<Item = (usize, Cow<'_, str>)> {
        let start = self.bytes.as_ptr().addr();
        let text = self.bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&self.bytes);
        let end = if text.contains(&b'\n') { b'\n' } else { b'\r' };
        text.split(move |byte| *byte == end).map(move |line| {
            let line = line.trim_ascii();
            (line.as_ptr().addr() - start, self.encoding.decode_without_bom_handling(line).0)
        })
    }

    fn report(&mut self, code: Code, byte: usize, found: impl ToString) {
        self.log.add(&self.bytes, code, byte, None, found);
    }
}

/// Lines that could not be read; a hostile file cannot make the list long.
#[derive(Default)]
struct BadLines {
    found: Vec<(usize, String)>,
    more: usize,
}

impl BadLines {
    fn push(&mut self, at: usize, line: &str) {
        if self.found.len() < MAX_DIAGNOSTICS {
            self.found.push((at, line.chars().take(60).collect()));
        } else {
            self.more += 1;
        }
    }

    fn report(self, file: &mut LineFile<'_>) {
        for (at, line) in self.found {
            file.report(Code::LineUnreadable, at, line);
        }
        for _ in 0..self.more {
            file.log.diagnostics.count_only();
        }
    }
}

/// Builds the tree of a game move by move.
struct Builder {
    tree: GameTree,
    last: NodeId,
    moves: usize,
    limit: usize,
}

impl Builder {
    fn new(options: &ParseOptions) -> Self {
        let mut tree = GameTree::new();
        tree.set(NodeId::ROOT, PropertyId::FF, "4");
        tree.set(NodeId::ROOT, PropertyId::GM, "1");
        tree.set(NodeId::ROOT, PropertyId::CA, "UTF-8");
        Self { tree, last: NodeId::ROOT, moves: 0, limit: options.limits.nodes }
    }

    fn set(&mut self, id: PropertyId, text: &str) {
        let text = text.trim();
        if !text.is_empty() {
            self.tree.set_text(NodeId::ROOT, id, text);
        }
    }

    /// A player's name, with the rank behind it moved to its own property: `kim (2D)`, `LQC   9DP`, `朴承华 初段`.
    fn player(&mut self, color: Color, text: &str) {
        use PropertyId as P;
        let (name_id, rank_id) =
            if color == Color::Black { (P::PB, P::BR) } else { (P::PW, P::WR) };
        let text = text.trim();
        let at = text.rfind(['(', '（', ' ', '\t']).unwrap_or(text.len());
        let (name, rank) = text.split_at_checked(at).unwrap_or((text, ""));
        match crate::info::rank::Rank::parse(rank) {
            Some(rank) if !name.trim().is_empty() => {
                self.set(name_id, name);
                self.set(rank_id, &rank.to_string());
            }
            _ => self.set(name_id, text),
        }
    }

    /// Handicap of a server that puts the stones on the usual points.
    fn handicap(&mut self, stones: u32, size: BoardSize) {
        if stones < 2 {
            return;
        }
        self.set(PropertyId::HA, &stones.to_string());
        if let Ok(points) = fixed(size, stones, ThirdStone::UpperLeft) {
            let coords: Vec<Coord> = points.iter().map(Coord::from).collect();
            self.stones(&coords);
        }
    }

    fn stones(&mut self, points: &[Coord]) {
        let points: Vec<String> = points.iter().map(ToString::to_string).collect();
        self.tree.set_raw(NodeId::ROOT, "AB", &points);
    }

    /// Adds a move after the last; `None` is a pass. Gives the node, or nothing when the tree is as large as allowed.
    fn play(&mut self, color: Color, at: Option<Coord>) -> Option<NodeId> {
        self.last = self.play_after(self.last, color, at)?;
        self.moves += 1;
        Some(self.last)
    }

    fn play_after(&mut self, parent: NodeId, color: Color, at: Option<Coord>) -> Option<NodeId> {
        if self.tree.node_count() >= self.limit {
            return None;
        }
        let node = self.tree.add_child(parent);
        let id = if color == Color::Black { PropertyId::B } else { PropertyId::W };
        self.tree.set(node, id, &at.map(|at| at.to_string()).unwrap_or_default());
        Some(node)
    }

    /// Compares with the number of moves in the file's header.
    fn check_count(&self, file: &mut LineFile<'_>, at: usize, expected: usize) {
        if expected != self.moves {
            file.report(Code::CountMismatch, at, format!("{} / {expected}", self.moves));
        }
    }

    fn finish(self, mut file: LineFile<'_>, is_record: bool) -> Parsed {
        if !is_record {
            file.report(Code::NoGameTree, 0, "");
            return Parsed { trees: Vec::new(), diagnostics: file.log.diagnostics };
        }
        Parsed { trees: vec![self.tree], diagnostics: file.log.diagnostics }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_tell_the_format_before_the_name_does() {
        let name = |bytes: &[u8], extension| detect(bytes, extension).map(|format| format.name);
        assert_eq!(name(b"\\HS\n\\[GAMEDATE=x\\]\n", Some("sgf")), Some("gib"));
        assert_eq!(name(b"[Header]\nVer=UGF3\n[Data]\n", None), Some("ugf"));
        assert_eq!(name(b"(;GM[1])", Some("GIB")), Some("sgf"));
        assert_eq!(name(b"", Some("NGF")), Some("ngf"));
        assert_eq!(name(b"hello", None), None);
        assert!(parse_any(b"hello", None).diagnostics.has(Code::NoGameTree));
        let wide: Vec<u8> =
            "[Header]\nVer=UGF3\n[Data]\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(name(&wide, None), Some("ugf"));
    }

    #[test]
    fn players_lose_their_rank() {
        let mut builder = Builder::new(&ParseOptions::default());
        for (text, name, rank) in [
            ("kim (2D)", "kim", Some("2d")),
            ("石下之臣(2段)", "石下之臣", Some("2d")),
            ("LQC         9DP", "LQC", Some("9p")),
            ("朴承华 初段", "朴承华", Some("1d")),
            ("two words", "two words", None),
        ] {
            builder.tree.set_raw::<&str>(NodeId::ROOT, "BR", &[]);
            builder.player(Color::Black, text);
            assert_eq!(builder.tree.text(NodeId::ROOT, PropertyId::PB).as_deref(), Some(name));
            assert_eq!(builder.tree.text(NodeId::ROOT, PropertyId::BR).as_deref(), rank);
        }
    }
}
