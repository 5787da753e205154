//! From game trees to SGF bytes.

use std::borrow::Cow;

use encoding_rs::{Encoding, UTF_8};

use crate::charset;
use crate::property::PropertyId;
use crate::tree::{GameTree, NodeId, Property};
use crate::value::Value;

/// How to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WriteOptions {
    /// Encoding of the output; `CA` is set to its name. UTF-16 is written as UTF-8.
    pub charset: &'static Encoding,
    /// A new line begins between two nodes once a line has this many bytes.
    pub line: usize,
}

impl Default for WriteOptions {
    /// UTF-8, lines of about 70 bytes.
    fn default() -> Self {
        Self { charset: UTF_8, line: 70 }
    }
}

/// What was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// The file.
    pub bytes: Vec<u8>,
    /// Values with characters that the encoding lacks; they were written as numeric references such as `&#40657;`.
    pub lossy_values: usize,
}

/// Writes one tree as UTF-8. Reading the result gives an equal tree.
///
/// ```
/// let tree = &sgf::parse(b"( ;GM[1]White[aa]\n(;B[bb])(;B[cc]))").trees[0];
/// assert_eq!(sgf::write(tree), b"(;GM[1]W[aa]\n(;B[bb])\n(;B[cc]))\n");
/// ```
pub fn write(tree: &GameTree) -> Vec<u8> {
    write_with([tree], &WriteOptions::default()).bytes
}

/// Writes a collection.
pub fn write_with<'t>(
    trees: impl IntoIterator<Item = &'t GameTree>,
    options: &WriteOptions,
) -> Written {
    let mut writer = Writer {
        out: Vec::new(),
        line_start: 0,
        line: options.line,
        charset: options.charset.output_encoding(),
        lossy_values: 0,
        keep_broken: true,
    };
    for tree in trees {
        writer.whole(tree);
    }
    if writer.out.contains(&0x1b) && writer.out.is_ascii() {
        // Escape characters in pure ASCII could pass for ISO-2022-JP; the byte order mark rules that out.
        writer.out.splice(0..0, *b"\xef\xbb\xbf");
    }
    Written { bytes: writer.out, lossy_values: writer.lossy_values }
}

struct Writer {
    out: Vec<u8>,
    line_start: usize,
    line: usize,
    charset: &'static Encoding,
    lossy_values: usize,
    /// Write bytes that are no characters as they are.
    keep_broken: bool,
}

impl Writer {
    /// Writes a tree so that it will be read in the encoding it is written in.
    fn whole(&mut self, tree: &GameTree) {
        let (start, lossy) = (self.out.len(), self.lossy_values);
        self.tree(tree);
        let written = self.out.get(start..).unwrap_or_default();
        if !charset::reads_as(written, self.charset) {
            // Too many broken bytes to be recognised: they become replacement characters.
            self.out.truncate(start);
            self.line_start = start;
            self.lossy_values = lossy;
            self.keep_broken = false;
            self.tree(tree);
            self.keep_broken = true;
        }
    }

    fn tree(&mut self, tree: &GameTree) {
        self.out.reserve(tree.text.len() + 16);
        let mut node = tree.root();
        loop {
            self.enter(tree, node);
            if let Some(child) = tree.first_child(node) {
                node = child;
                continue;
            }
            let Some(next) = self.leave(tree, node) else { break };
            node = next;
        }
        self.new_line();
    }

    /// Whether the node begins a variation (or the tree) and so has brackets of its own.
    fn has_brackets(tree: &GameTree, node: NodeId) -> bool {
        tree.parent(node).is_none_or(|parent| {
            tree.first_child(parent) != Some(node) || tree.next_sibling(node).is_some()
        })
    }

    /// Closes the brackets of a finished line and gives the next variation.
    fn leave(&mut self, tree: &GameTree, leaf: NodeId) -> Option<NodeId> {
        let mut at = leaf;
        loop {
            if Self::has_brackets(tree, at) {
                self.out.push(b')');
            }
            if let Some(sibling) = tree.next_sibling(at) {
                return Some(sibling);
            }
            at = tree.parent(at)?;
        }
    }

    fn new_line(&mut self) {
        self.out.push(b'\n');
        self.line_start = self.out.len();
    }

    fn enter(&mut self, tree: &GameTree, node: NodeId) {
        let root = node == tree.root();
        if Self::has_brackets(tree, node) {
            if !root {
                self.new_line();
            }
            self.out.push(b'(');
        } else if self.out.len() - self.line_start >= self.line {
            self.new_line();
        }
        self.out.push(b';');
        // Early, where readers look for it.
        let mut owes_charset =
            root && (!tree.text.is_ascii() || tree.find(node, PropertyId::CA).is_some());
        for property in tree.properties(node) {
            let id = property.id();
            if owes_charset && !matches!(id, Some(PropertyId::GM | PropertyId::FF)) {
                self.charset_property();
                owes_charset = false;
            }
            if !(root && id == Some(PropertyId::CA)) {
                self.property(&property, root);
            }
        }
        if owes_charset {
            self.charset_property();
        }
    }

    fn charset_property(&mut self) {
        self.out.extend_from_slice(b"CA[");
        self.out.extend_from_slice(self.charset.name().as_bytes());
        self.out.push(b']');
    }

    fn property(&mut self, property: &Property<'_>, root: bool) {
        self.out.extend_from_slice(property.name().as_bytes());
        if !root && matches!(property.id(), Some(PropertyId::GM | PropertyId::FF)) {
            // Only a root has these: without the blank a reader could take the variation for a new game.
            self.out.push(b' ');
        }
        let prose = property.row().is_none_or(|row| row.value.is_prose());
        let single = property.values().len() == 1;
        for value in property.values() {
            self.out.push(b'[');
            self.value(value, prose, single);
            self.out.push(b']');
        }
    }

    fn value(&mut self, value: Value<'_>, prose: bool, single: bool) {
        let from = value.encoding();
        let as_it_is = from == self.charset && (self.keep_broken || value.is_intact());
        if as_it_is || value.raw().is_ascii() {
            return self.escaped(value.raw(), from, prose, single);
        }
        let text = value.decoded();
        let (bytes, _, lossy) = self.charset.encode(&text);
        self.lossy_values += usize::from(lossy);
        let bytes: Cow<'_, [u8]> = bytes;
        self.escaped(&bytes, self.charset, prose, single);
    }

    /// Writes bytes that have their escapes already, adding those that a repaired value or a careful reader needs.
    fn escaped(&mut self, raw: &[u8], encoding: &'static Encoding, prose: bool, single: bool) {
        let wide = charset::hides_brackets(encoding);
        let mut rest = raw;
        let mut before = 0;
        while let [byte, after @ ..] = rest {
            let byte = *byte;
            rest = after;
            match byte {
                b'\\' => match rest {
                    [escaped, after @ ..] => {
                        self.out.extend_from_slice(&[byte, *escaped]);
                        rest = after;
                    }
                    [] => return,
                },
                b']' => self.out.extend_from_slice(b"\\]"),
                // Readers that look for a forgotten bracket take these for the next property or node.
                b'[' if !prose || !single || before_name(before) => {
                    self.out.extend_from_slice(b"\\[")
                }
                b';' | b'(' | b')' if !prose => self.out.extend_from_slice(&[b'\\', byte]),
                _ if wide && charset::is_lead(encoding, byte) => {
                    self.out.push(byte);
                    if let [second, after @ ..] = rest
                        && *second >= 0x40
                    {
                        self.out.push(*second);
                        rest = after;
                    }
                }
                _ => self.out.push(byte),
            }
            before = byte;
        }
    }
}

fn before_name(byte: u8) -> bool {
    byte.is_ascii_uppercase()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::parse;

    #[track_caller]
    fn round_trip(bytes: &[u8]) {
        let parsed = parse(bytes);
        for charset in [UTF_8, encoding_rs::GB18030] {
            let options = WriteOptions { charset, ..WriteOptions::default() };
            let written = write_with(&parsed.trees, &options);
            let again = parse(&written.bytes);
            assert_eq!(again.trees, parsed.trees, "{}", String::from_utf8_lossy(&written.bytes));
            assert_eq!(written.lossy_values, 0);
        }
    }

    #[test]
    fn what_is_written_reads_as_the_same_tree() {
        for text in [
            "(;GM[1]FF[4]SZ[19];B[aa](;W[bb];B[cc])(;W[dd](;B[ee])(;B[ff];W[gg])))(;FF[3])",
            "(;C[see [1] here \\] \\\\ \\: a];LB[aa:b\\:c][bb:x]AP[a\\:b:c])",
            "(;C[odd ;B\\[aa])",
            "(;C[a [b][c [d];GM [1];N[x](;GaMe[1])(;FF [4]))",
            "(;KM[6.5;B\\[x];XX[unknown][two];ABCDEFG[long])",
            "(;C[cut\\",
            "(;PB[黑方古力]C[围棋真是好玩的游戏\\]];B[]W[tt])",
            "(;C[soft\\\nbreak\r\nline])",
        ] {
            round_trip(text.as_bytes());
        }
        round_trip(
            &encoding_rs::SHIFT_JIS.encode("(;CA[Shift_JIS]PB[表示能力]C[ソフト\\]ウェア])").0,
        );
        round_trip(&encoding_rs::GBK.encode("(;CA[gbk]PB[媇某人下围棋])").0);
    }

    #[test]
    fn the_charset_is_named() {
        let tree = &parse("(;FF[4]PB[黑])".as_bytes()).trees[0];
        assert_eq!(write(tree), "(;FF[4]CA[UTF-8]PB[黑])\n".as_bytes());
        let options =
            WriteOptions { charset: encoding_rs::WINDOWS_1252, ..WriteOptions::default() };
        let written = write_with([tree], &options);
        assert_eq!(
            (written.bytes.as_slice(), written.lossy_values),
            (&b"(;FF[4]CA[windows-1252]PB[&#40657;])\n"[..], 1)
        );
        assert_eq!(write(&parse(b"(;FF[4]C[plain])").trees[0]), b"(;FF[4]C[plain])\n");
        assert_eq!(write(&parse(b"(;CA[gbk]FF[4])").trees[0]), b"(;CA[UTF-8]FF[4])\n");
    }

    #[test]
    fn destroyed_bytes_are_written_as_they_were() {
        let bytes = b"(;CA[UTF-8]PB[\xe5\x9b\xb4\xe6\xa3\x8b\xe6?\x8e])";
        let tree = &parse(bytes).trees[0];
        assert!(write(tree).windows(3).any(|w| w == b"\xe6?\x8e"));
    }
}
