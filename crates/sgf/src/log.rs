//! Findings while reading, with line and column worked out as they come.

use encoding_rs::Encoding;

use crate::diagnostic::{Code, Diagnostic, Diagnostics, Location, excerpt};
use crate::tree::{NodeId, Origin};

/// Turns offsets into lines and columns. Offsets should come in rising order: going forward costs the bytes passed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lines {
    end: u8,
    at: usize,
    line: usize,
    line_start: usize,
}

impl Lines {
    /// LF ends a line (also in CRLF and LFCR files), CR only in a file without any LF.
    pub(crate) fn new(bytes: &[u8]) -> Self {
        let end = if bytes.contains(&b'\n') { b'\n' } else { b'\r' };
        Self { end, at: 0, line: 1, line_start: 0 }
    }

    /// Line and column of an offset, both from 1.
    pub(crate) fn locate(&mut self, bytes: &[u8], offset: usize) -> (usize, usize) {
        let offset = offset.min(bytes.len());
        if offset >= self.at {
            let passed = bytes.get(self.at..offset).unwrap_or_default();
            // Counting goes many bytes at a time; looking for the last one does not, and is seldom needed far.
            let count = passed.iter().filter(|&&byte| byte == self.end).count();
            if count > 0 {
                self.line += count;
                let last = passed.iter().rposition(|&byte| byte == self.end).unwrap_or(0);
                self.line_start = self.at + last + 1;
            }
        } else {
            let back = bytes.get(offset..self.at).unwrap_or_default();
            let lines = back.iter().filter(|&&byte| byte == self.end).count();
            if lines > 0 {
                self.line -= lines;
                let before = bytes.get(..offset).unwrap_or_default();
                self.line_start =
                    before.iter().rposition(|&byte| byte == self.end).map_or(0, |last| last + 1);
            }
        }
        self.at = offset;
        // The CR of an LFCR belongs to the line end.
        let skip = usize::from(
            self.end == b'\n'
                && bytes.get(self.line_start) == Some(&b'\r')
                && offset > self.line_start,
        );
        (self.line, offset - self.line_start + 1 - skip)
    }
}

/// Where findings of one file go.
#[derive(Clone, Debug)]
pub(crate) struct Log {
    pub(crate) diagnostics: Diagnostics,
    pub(crate) lines: Lines,
    /// Number of the tree being read.
    pub(crate) tree: usize,
}

impl Log {
    pub(crate) fn new(bytes: &[u8]) -> Self {
        Self { diagnostics: Diagnostics::default(), lines: Lines::new(bytes), tree: 0 }
    }

    pub(crate) fn origin(&mut self, bytes: &[u8], byte: usize) -> Origin {
        let (line, column) = self.lines.locate(bytes, byte);
        Origin { tree: self.tree, byte, line, column }
    }

    /// Adds a finding that names a number or a short text.
    pub(crate) fn add(
        &mut self,
        bytes: &[u8],
        code: Code,
        byte: usize,
        node: Option<NodeId>,
        found: impl ToString,
    ) {
        if self.diagnostics.is_full() && code.severity() < crate::diagnostic::Severity::Error {
            return self.diagnostics.count_only();
        }
        let (line, column) = self.lines.locate(bytes, byte);
        let place = Location { byte, line, column, tree: self.tree, node };
        self.diagnostics.push(Diagnostic { code, place, found: found.to_string() });
    }

    /// Adds a finding that quotes a stretch of the file.
    pub(crate) fn quote(
        &mut self,
        bytes: &[u8],
        code: Code,
        range: std::ops::Range<usize>,
        node: Option<NodeId>,
        encoding: &'static Encoding,
    ) {
        let start = range.start;
        let text = excerpt(bytes.get(range).unwrap_or_default(), encoding);
        self.add(bytes, code, start, node, text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_in_every_way() {
        for text in ["ab\ncd\nef", "ab\r\ncd\r\nef", "ab\n\rcd\n\ref", "ab\rcd\ref"] {
            let bytes = text.as_bytes();
            let mut lines = Lines::new(bytes);
            for (needle, line, column) in
                [('a', 1, 1), ('d', 2, 2), ('f', 3, 2), ('c', 2, 1), ('b', 1, 2), ('e', 3, 1)]
            {
                let offset = text.find(needle).unwrap();
                assert_eq!(lines.locate(bytes, offset), (line, column), "{text:?} {needle}");
            }
        }
    }
}
