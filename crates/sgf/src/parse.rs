//! From bytes to game trees.
//!
//! [`parse`] reads a whole file; [`Reader`] gives its trees one after another, for large collections. Neither fails:
//! what cannot be read is named in the diagnostics, and everything that can be read is there.

use std::borrow::Cow;

use encoding_rs::{Encoding, UTF_8};

use crate::charset::{self, Verdict};
use crate::diagnostic::{Code, Diagnostics, Severity};
use crate::lexer::{Lexer, Scratch, starts_property};
use crate::log::Log;
use crate::tree::GameTree;

/// Bounds on what is read, so that a hostile file cannot fill the memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of one file.
    pub bytes: usize,
    /// Variations nested in one another.
    pub depth: usize,
    /// Nodes of one tree, and of all trees of [`parse`] together.
    pub nodes: usize,
    /// Trees of [`parse`].
    pub trees: usize,
}

impl Default for Limits {
    /// 1 GiB, 100,000 nested variations, 16 million nodes (about 450 MB of memory), 500,000 trees.
    fn default() -> Self {
        Self { bytes: 1 << 30, depth: 100_000, nodes: 16_000_000, trees: 500_000 }
    }
}

/// How to read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ParseOptions {
    /// Read the bytes in this encoding, whatever the file says.
    pub charset: Option<&'static Encoding>,
    /// Two small letters of a country (`cn`, `tw`, `jp`, `kr`, `ru`, …) that tip the guess for texts of unnamed encoding.
    pub region: Option<&'static str>,
    /// Bounds.
    pub limits: Limits,
}

/// A file that was read.
#[derive(Clone, Debug)]
pub struct Parsed {
    /// The game trees, in order. Empty when the file holds none.
    pub trees: Vec<GameTree>,
    /// Everything that was repaired, assumed or left out.
    pub diagnostics: Diagnostics,
}

impl Parsed {
    /// Whether nothing of the file had to be left out.
    pub fn is_whole(&self) -> bool {
        self.diagnostics.worst() < Some(Severity::Error)
    }
}

/// Reads every game tree of an SGF file.
///
/// ```
/// let parsed = sgf::parse(b"(;GM[1]SZ[9]PB[\xe9\xbb\x91];B[ee];W[cc]");
/// let tree = &parsed.trees[0];
/// assert_eq!(tree.main_line().count(), 3);
/// assert_eq!(tree.text(tree.root(), sgf::PropertyId::PB).as_deref(), Some("黑"));
/// assert!(parsed.diagnostics.has(sgf::Code::MissingClose));
/// ```
pub fn parse(bytes: &[u8]) -> Parsed {
    parse_with(bytes, &ParseOptions::default())
}

/// Reads every game tree of an SGF file, with options.
pub fn parse_with(bytes: &[u8], options: &ParseOptions) -> Parsed {
    let mut reader = Reader::new(bytes, options);
    let mut trees = Vec::new();
    while let Some(tree) = reader.next_tree() {
        trees.push(tree);
        if trees.len() >= options.limits.trees && !reader.at_end() {
            reader.stop(Code::TooManyTrees, options.limits.trees);
        } else {
            reader.spend_nodes();
        }
    }
    Parsed { trees, diagnostics: reader.finish() }
}

/// Reads the game trees of an SGF file one after another.
#[derive(Debug)]
pub struct Reader<'s> {
    bytes: Cow<'s, [u8]>,
    pos: usize,
    options: ParseOptions,
    /// The bytes became UTF-8 here, so no `CA` speaks of them.
    transcoded: bool,
    ascii: bool,
    undeclared: Option<&'static Encoding>,
    log: Log,
    scratch: Scratch,
    stopped: bool,
    /// Nodes that may still be made.
    nodes_left: usize,
}

impl<'s> Reader<'s> {
    /// A reader at the beginning of the file.
    ///
    /// It takes the bytes borrowed, or owned (a reader of a `Vec` lives as long as it likes).
    pub fn new(bytes: impl Into<Cow<'s, [u8]>>, options: &ParseOptions) -> Self {
        let bytes = bytes.into();
        let too_large = bytes.len() > options.limits.bytes.min(u32::MAX as usize - 1);
        let (text, wide) = match if too_large { None } else { charset::transcode(&bytes) } {
            Some((name, text)) => (Cow::Owned(text.into_bytes()), Some(name)),
            None => (if too_large { Cow::Borrowed(&[][..]) } else { bytes }, None),
        };
        let mut reader = Self {
            pos: 0,
            options: *options,
            transcoded: wide.is_some(),
            ascii: text.is_ascii(),
            undeclared: None,
            log: Log::new(&text),
            bytes: text,
            scratch: Scratch::default(),
            stopped: too_large,
            nodes_left: options.limits.nodes,
        };
        if too_large {
            reader.log.add(&[], Code::TooLarge, 0, None, options.limits.bytes);
        } else if let Some(name) = wide {
            reader.log.add(&reader.bytes, Code::Utf16, 0, None, name);
        }
        if reader.bytes.starts_with(b"\xef\xbb\xbf") {
            reader.pos = 3;
        }
        reader
    }

    /// The next game tree; `None` at the end of the file.
    pub fn next_tree(&mut self) -> Option<GameTree> {
        while !self.stopped {
            self.find_start()?;
            if let Some(tree) = self.read_tree() {
                self.log.tree += 1;
                return Some(tree);
            }
        }
        None
    }

    /// The findings up to here; at the end of a file without any tree, also that.
    pub fn finish(mut self) -> Diagnostics {
        if self.log.tree == 0 && !self.log.diagnostics.has(Code::TooLarge) {
            self.log.add(&self.bytes, Code::NoGameTree, self.pos, None, "");
        }
        self.log.diagnostics
    }

    /// Takes the findings made so far, for readers that keep none.
    pub fn take_diagnostics(&mut self) -> Diagnostics {
        std::mem::take(&mut self.log.diagnostics)
    }

    fn at_end(&self) -> bool {
        self.bytes.get(self.pos..).is_none_or(|rest| rest.trim_ascii().is_empty())
    }

    fn stop(&mut self, code: Code, limit: usize) {
        self.log.add(&self.bytes, code, self.pos, None, limit);
        self.stopped = true;
    }

    fn spend_nodes(&mut self) {
        self.nodes_left = self.nodes_left.saturating_sub(self.scratch.nodes.len());
    }

    /// Moves to the next place where a game tree begins, and names what was skipped.
    fn find_start(&mut self) -> Option<()> {
        let bytes: &[u8] = &self.bytes;
        let mut at = self.pos;
        let mut junk: Option<usize> = None;
        let mut closes = None;
        let found = loop {
            let Some(&byte) = bytes.get(at) else { break None };
            match byte {
                b'(' if opens_tree(bytes, at) => break Some(at),
                b';' if starts_property(bytes, at + 1, false) => break Some(at),
                b'A'..=b'Z' if junk.is_none() && starts_property(bytes, at, true) => {
                    break Some(at);
                }
                b')' if junk.is_none() => closes = closes.or(Some(at)),
                0 | 0x1a => {}
                _ if byte.is_ascii_whitespace() => {}
                _ => junk = junk.or(Some(at)),
            }
            at += 1;
        };
        let end = found.unwrap_or(bytes.len());
        if let Some(at) = closes {
            self.log.add(bytes, Code::ExtraClose, at, None, "");
        }
        if let Some(start) = junk {
            let code = if self.log.tree == 0 { Code::JunkBefore } else { Code::JunkAfter };
            let encoding = if self.ascii {
                UTF_8
            } else {
                charset::guess(bytes.get(start..end)?, self.options.region)
            };
            self.log.quote(bytes, code, start..end, None, encoding);
        }
        self.pos = end;
        found.map(|_| ())
    }

    /// Reads the tree at the current place; `None` when it has no node.
    fn read_tree(&mut self) -> Option<GameTree> {
        let start = self.pos;
        let declared = self.declared(start);
        let assumed =
            self.options.charset.or(declared).unwrap_or_else(|| self.undeclared_encoding());
        let saved = (self.log.diagnostics.mark(), self.log.lines);
        let mut ending = self.lex(start, assumed);
        let (encoding, verdict) = self.encoding_of(start, declared);
        let hides = charset::hides_brackets;
        if encoding != assumed
            && (hides(encoding) || hides(assumed))
            && self.options.charset.is_none()
        {
            self.log.diagnostics.reset(saved.0);
            self.log.lines = saved.1;
            ending = self.lex(start, encoding);
        }
        self.stopped |= ending.stopped;
        if self.scratch.nodes.is_empty() {
            self.log.add(&self.bytes, Code::EmptyTree, start, None, "");
            return None;
        }
        let origin = self.log.origin(&self.bytes, start);
        let tree = self.scratch.tree(
            self.bytes.get(start..self.pos).unwrap_or_default(),
            encoding,
            origin,
        );
        self.report_charset(start, encoding, verdict);
        Some(tree)
    }

    fn lex(&mut self, start: usize, encoding: &'static Encoding) -> crate::lexer::Ending {
        let mut lexer = Lexer::new(&self.bytes, start, encoding, &mut self.scratch, &mut self.log);
        let ending = lexer.tree(self.options.limits.depth, self.nodes_left);
        self.pos = ending.at;
        ending
    }

    /// The encoding that the record at this place names, if it names one that is known and can be split as bytes.
    fn declared(&self, start: usize) -> Option<&'static Encoding> {
        if self.transcoded || self.ascii {
            return Some(UTF_8);
        }
        let label = charset::declared_label(self.bytes.get(start..)?)?;
        charset::by_label(&String::from_utf8_lossy(label))
            .filter(|encoding| encoding.is_ascii_compatible())
    }

    fn undeclared_encoding(&mut self) -> &'static Encoding {
        if self.ascii {
            return UTF_8;
        }
        let (bytes, region) = (&self.bytes, self.options.region);
        self.undeclared.get_or_insert_with(|| charset::guess(bytes, region))
    }

    fn encoding_of(
        &mut self,
        start: usize,
        declared: Option<&'static Encoding>,
    ) -> (&'static Encoding, Verdict) {
        if let Some(forced) = self.options.charset {
            return (forced, Verdict::Fits);
        }
        if self.ascii {
            return (UTF_8, Verdict::Fits);
        }
        let Self { bytes, undeclared, options, pos, .. } = self;
        let record = bytes.get(start..*pos).unwrap_or_default();
        charset::decide(record, declared, &mut || {
            undeclared.get_or_insert_with(|| charset::guess(bytes, options.region))
        })
    }

    fn report_charset(&mut self, start: usize, encoding: &'static Encoding, verdict: Verdict) {
        let bytes: &[u8] = &self.bytes;
        let label = charset::declared_label(bytes.get(start..self.pos).unwrap_or_default())
            .filter(|_| !self.transcoded);
        let label = label
            .map(|label| String::from_utf8_lossy(label).trim().to_owned())
            .filter(|label| !label.is_empty());
        if let Some(label) = &label
            && charset::by_label(label).is_none()
        {
            self.log.add(bytes, Code::CharsetUnknown, start, None, label);
        }
        let named = label.unwrap_or_default();
        match verdict {
            Verdict::Fits => {}
            Verdict::Undeclared => {
                self.log.add(bytes, Code::CharsetUndeclared, start, None, encoding.name())
            }
            Verdict::Wrong => {
                self.log.add(
                    bytes,
                    Code::CharsetWrong,
                    start,
                    None,
                    format!("{named} → {}", encoding.name()),
                );
            }
            Verdict::Damaged => {
                self.log.add(bytes, Code::TextDamaged, start, None, encoding.name())
            }
        }
    }
}

/// Whether a `(` begins a game tree and not a remark in prose.
fn opens_tree(bytes: &[u8], at: usize) -> bool {
    let after = crate::lexer::skip_white(bytes, at + 1);
    match bytes.get(after) {
        None | Some(b';' | b'(' | b')') => true,
        Some(_) => starts_property(bytes, after, false),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::property::PropertyId;
    use crate::tree::NodeId;

    /// Shape and properties in one line, for comparing.
    fn show(tree: &GameTree) -> String {
        tree.walk()
            .map(|node| {
                let parent = tree
                    .parent(node)
                    .map_or(String::new(), |parent| format!("{}<", parent.index()));
                let properties: Vec<String> =
                    tree.properties(node).map(|p| format!("{p:?}")).collect();
                format!("{parent}{}", properties.concat())
            })
            .collect::<Vec<_>>()
            .join(" ")
    }

    fn read(text: &str) -> (Vec<String>, Vec<Code>) {
        let parsed = parse(text.as_bytes());
        (
            parsed.trees.iter().map(show).collect(),
            parsed.diagnostics.iter().map(|d| d.code).collect(),
        )
    }

    #[track_caller]
    fn check(text: &str, trees: &[&str], codes: &[Code]) {
        let (found, diagnostics) = read(text);
        assert_eq!(found, trees, "{text}");
        assert_eq!(diagnostics, codes, "{text}");
    }

    #[test]
    fn well_formed() {
        check("(;SZ[19];B[dd];W[pp])", &["SZ[19] 0<B[dd] 1<W[pp]"], &[]);
        check(
            "(;A[x](;B[aa];W[bb](;B[cc])(;B[dd]))(;B[ee]))",
            &["A[x] 0<B[aa] 1<W[bb] 2<B[cc] 2<B[dd] 0<B[ee]"],
            &[],
        );
        check("(;N[a])\r\n(;N[b])", &["N[a]", "N[b]"], &[]);
        check("( ; AB [aa] \n [bb] C [x\\]y] )", &["AB[aa][bb]C[x]y]"], &[]);
        check("(;B[];W[tt];;B[aa])", &["B[] 0<W[tt] 1< 2<B[aa]"].map(|s| s), &[]);
    }

    #[test]
    fn broken_frames() {
        check("junk (see below) (;B[aa])", &["B[aa]"], &[Code::JunkBefore]);
        check(";GM[1];B[aa])", &["GM[1] 0<B[aa]"], &[Code::MissingOpen]);
        check(
            "GM[1];B[aa]",
            &["GM[1] 0<B[aa]"],
            &[Code::MissingOpen, Code::MissingSemicolon, Code::MissingClose],
        );
        check("(CA[UTF-8])(;FF[4])", &["CA[UTF-8]", "FF[4]"], &[Code::MissingSemicolon]);
        check("(;GM[1];B[aa]", &["GM[1] 0<B[aa]"], &[Code::MissingClose]);
        check(
            "(;GM[1];B[aa](;W[bb]\n(;GM[1];B[cc])",
            &["GM[1] 0<B[aa] 1<W[bb]", "GM[1] 0<B[cc]"],
            &[Code::MissingClose],
        );
        check("(;GM[1]))(;GM[1])", &["GM[1]", "GM[1]"], &[Code::ExtraClose]);
        check("(;GM[1](;B[aa]);B[bb])", &["GM[1] 0<B[aa] 0<B[bb]"], &[Code::NodeAfterVariation]);
        check("()(;GM[1])", &["GM[1]"], &[Code::EmptyTree]);
        check("((;GM[1]))", &["GM[1]"], &[Code::ExtraOpen]);
        check("((;GM[1])(;GM[1]))", &["GM[1]", "GM[1]"], &[Code::ExtraOpen, Code::ExtraClose]);
        check("(;GM[1]) the end", &["GM[1]"], &[Code::JunkAfter]);
        check("", &[], &[Code::NoGameTree]);
        check("[aa][bb] nothing (here)", &[], &[Code::JunkBefore, Code::NoGameTree]);
    }

    #[test]
    fn broken_values() {
        check("(;C[see [1] here];B[aa])", &["C[see [1] here] 0<B[aa]"], &[Code::UnescapedBracket]);
        check("(;C[a [b];B[aa])", &["C[a [b] 0<B[aa]"], &[]);
        check("(;C[[2k\\]: hi];B[aa])", &["C[[2k]: hi] 0<B[aa]"], &[]);
        check("(;B[aa;W[bb];B[cc])", &["B[aa] 0<W[bb] 1<B[cc]"], &[Code::MissingBracket]);
        check("(;SZ[19KM[6.5];B[cc])", &["SZ[19]KM[6.5] 0<B[cc]"], &[Code::MissingBracket]);
        check(
            "(;PB[黑  PW[白  BR[9段]KM[0])",
            &["PB[黑]PW[白]BR[9段]KM[0]"],
            &[Code::MissingBracket, Code::MissingBracket, Code::CharsetUndeclared],
        );
        check("(;C[open ;B[aa];W[bb])", &["C[open] 0<B[aa] 1<W[bb]"], &[Code::MissingBracket]);
        check("(;B[aa];W[", &["B[aa]"], &[Code::Truncated, Code::MissingClose]);
        check("(;B[aa];W[bb", &["B[aa] 0<W[bb]"], &[Code::MissingBracket, Code::MissingClose]);
        check(
            "(;B[aa]C[half a sent",
            &["B[aa]C[half a sent]"],
            &[Code::Truncated, Code::MissingClose],
        );
        check("(;B[aa][bb]C)", &["B[aa][bb]"], &[Code::NoValue]);
        check(
            "(; illegal_chars FF[4];[aa]B[bb])",
            &["FF[4] 0<B[bb]"],
            &[Code::JunkInside, Code::ValueWithoutName],
        );
        check("(;C[x]) tail]", &["C[x]"], &[Code::JunkAfter]);
    }

    #[test]
    fn old_names() {
        check("(;GaMe[1]PlayerBlack[x];Black[aa])", &["GM[1]PB[x] 0<B[aa]"], &[Code::SpeltOutName]);
        check("(;gm[1];b[aa])", &["GM[1] 0<B[aa]"], &[Code::LowercaseName]);
        let parsed = parse(b"(;White[aa])");
        let property = parsed.trees[0].find(NodeId::ROOT, PropertyId::W).unwrap();
        assert_eq!(property.name_as_written(), "White");
    }

    #[test]
    fn brackets_hidden_in_characters() {
        // 媇 is 8B 5D in GBK and 表 95 5C in Shift_JIS: neither byte is a bracket or an escape.
        for (label, name) in [("GBK", "媇某"), ("Shift_JIS", "表示"), ("Big5", "許功蓋")] {
            let encoding = charset::by_label(label).unwrap();
            let text = format!("(;CA[{label}]PB[{name}];B[aa])");
            let parsed = parse(&encoding.encode(&text).0);
            let tree = &parsed.trees[0];
            assert_eq!(tree.text(NodeId::ROOT, PropertyId::PB).as_deref(), Some(name));
            assert_eq!((tree.node_count(), tree.encoding()), (2, encoding));
            assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
        }
    }

    #[test]
    fn a_wrong_charset_is_found_and_the_tree_read_again() {
        let mut bytes = b"(;CA[UTF-8]PB[".to_vec();
        bytes.extend(encoding_rs::GBK.encode("黑方媇古力白方柯洁").0.iter());
        bytes.extend(b"]PW[x];B[aa])");
        let parsed = parse(&bytes);
        let tree = &parsed.trees[0];
        assert_eq!(tree.text(NodeId::ROOT, PropertyId::PB).as_deref(), Some("黑方媇古力白方柯洁"));
        assert_eq!(tree.text(NodeId::ROOT, PropertyId::PW).as_deref(), Some("x"));
        assert_eq!(
            parsed.diagnostics.iter().map(|d| d.code).collect::<Vec<_>>(),
            [Code::CharsetWrong]
        );
    }

    #[test]
    fn each_tree_has_its_own_charset() {
        let mut bytes = "(;CA[UTF-8]PB[黑棋白棋围棋])".as_bytes().to_vec();
        bytes.extend(encoding_rs::BIG5.encode("(;CA[Big5]PB[圍棋功夫])").0.iter());
        let parsed = parse(&bytes);
        let names: Vec<_> = parsed
            .trees
            .iter()
            .filter_map(|tree| tree.text(NodeId::ROOT, PropertyId::PB))
            .collect();
        assert_eq!(names, ["黑棋白棋围棋", "圍棋功夫"]);
    }

    #[test]
    fn places_are_exact() {
        let parsed = parse("(;GM[1]\n;B[aa]\n;W[bb;B[cc])".as_bytes());
        let place = parsed.diagnostics.iter().next().unwrap().place;
        assert_eq!((place.byte, place.line, place.column), (16, 3, 2));
        assert_eq!(place.node, Some(NodeId(2)));
        assert_eq!(
            parsed.diagnostics.iter().next().unwrap().to_string(),
            "3:2: “]” is missing after W[bb"
        );
    }

    #[test]
    fn hostile_files_end_soon_and_small() {
        for unit in [
            "(", ")", "[", "]", ";", "(;", "()", "(;)", "C[", "B[;", "\\", "C[a] )", "C[a]x", "a ",
            "A[", "((;)",
        ] {
            let text = unit.repeat(200_000 / unit.len());
            let parsed = parse(text.as_bytes());
            assert!(parsed.diagnostics.len() <= 2 * crate::diagnostic::MAX_DIAGNOSTICS, "{unit}");
        }
        let limits = Limits { bytes: 100, depth: 5, nodes: 10, trees: 2 };
        let options = ParseOptions { limits, ..ParseOptions::default() };
        for (text, code) in [
            ("x".repeat(101), Code::TooLarge),
            ("(;".repeat(7), Code::TooDeep),
            (format!("({})", ";".repeat(20)), Code::TooManyNodes),
            ("(;)".repeat(5), Code::TooManyTrees),
        ] {
            let parsed = parse_with(text.as_bytes(), &options);
            assert!(parsed.diagnostics.has(code), "{text}");
            assert!(!parsed.is_whole());
        }
    }
}
