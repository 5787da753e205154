//! Splits one game tree into nodes, properties and values, with every repair of its frame.
//!
//! One pass over the bytes with bounded look-ahead; the only stack is a list of open variations in which runs of
//! brackets without a node take one entry. Nothing is decoded: only brackets, escapes and names matter here, and in
//! encodings whose characters may contain `\` or `]` as second byte such characters are stepped over whole.

use encoding_rs::Encoding;

use crate::charset;
use crate::diagnostic::Code;
use crate::log::Log;
use crate::property::{self, PropertyId, UNKNOWN, ValueType, canonical_name};
use crate::tree::{GameTree, INLINE, NONE, Node, NodeId, Origin, Prop, Span, push_child, small};

/// The vectors of the tree being read; kept from tree to tree so that they grow once.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    pub(crate) nodes: Vec<Node>,
    props: Vec<Prop>,
    values: Vec<Span>,
    open: Vec<Open>,
}

/// A variation that is open: the node before it, and how many brackets in a row were opened there.
#[derive(Debug)]
struct Open {
    node: u32,
    brackets: u32,
}

impl Scratch {
    fn clear(&mut self) {
        self.nodes.clear();
        self.props.clear();
        self.values.clear();
        self.open.clear();
    }

    /// The finished tree, in vectors of the exact size.
    pub(crate) fn tree(
        &self,
        text: &[u8],
        encoding: &'static Encoding,
        origin: Origin,
    ) -> GameTree {
        GameTree {
            text: text.to_vec(),
            nodes: self.nodes.clone(),
            props: self.props.clone(),
            values: self.values.clone(),
            encoding,
            origin,
            source_len: small(text.len()),
        }
    }
}

/// How reading a tree ended.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ending {
    /// First byte that does not belong to the tree.
    pub(crate) at: usize,
    /// A limit was met: nothing more is to be read from this file.
    pub(crate) stopped: bool,
}

/// Longest name that is taken for a property.
const MAX_NAME: usize = 255;
/// White space stepped over when looking ahead.
const MAX_WHITE: usize = 256;

/// The first byte from `at` that is no white space, looking a bounded way.
pub(crate) fn skip_white(bytes: &[u8], at: usize) -> usize {
    let rest = bytes.get(at..bytes.len().min(at.saturating_add(MAX_WHITE))).unwrap_or_default();
    at + rest.iter().position(|byte| !is_white(*byte)).unwrap_or(rest.len())
}

fn is_white(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == 0x0b || byte == 0
}

/// Length of the letters and digits of a property name at `at`, 0 when there is none.
fn name_len(bytes: &[u8], at: usize) -> usize {
    let rest = bytes.get(at..bytes.len().min(at.saturating_add(MAX_NAME + 1))).unwrap_or_default();
    if !rest.first().is_some_and(u8::is_ascii_alphabetic) {
        return 0;
    }
    let len = rest.iter().position(|byte| !byte.is_ascii_alphanumeric()).unwrap_or(rest.len());
    if len > MAX_NAME { 0 } else { len }
}

/// Whether a property (a name and `[`) stands at `at`, after white space; with `known`, one that the format defines.
pub(crate) fn starts_property(bytes: &[u8], at: usize, known: bool) -> bool {
    let at = skip_white(bytes, at);
    let len = name_len(bytes, at);
    let name = bytes.get(at..at + len).unwrap_or_default();
    len > 0
        && bytes.get(skip_white(bytes, at + len)) == Some(&b'[')
        && (!known || property::lookup(&canonical_name(name)) != UNKNOWN)
}

/// What the main loop knows between two tokens.
struct State {
    /// The node that properties go to and that the next node continues.
    current: u32,
    /// Open brackets.
    depth: usize,
    /// A `(` or `)` came since the last node, so a property here lacks its `;`.
    between: bool,
    /// The last token was a `)`.
    closed: bool,
}

pub(crate) struct Lexer<'r> {
    bytes: &'r [u8],
    start: usize,
    pos: usize,
    encoding: &'static Encoding,
    /// Whether characters may hide brackets.
    wide: bool,
    scratch: &'r mut Scratch,
    log: &'r mut Log,
    /// Bytes that may still be looked at twice, so that repairs stay linear.
    second_looks: usize,
    seen_spelt_out: bool,
    seen_lowercase: bool,
}

impl<'r> Lexer<'r> {
    pub(crate) fn new(
        bytes: &'r [u8],
        start: usize,
        encoding: &'static Encoding,
        scratch: &'r mut Scratch,
        log: &'r mut Log,
    ) -> Self {
        scratch.clear();
        let wide = charset::hides_brackets(encoding);
        Self {
            bytes,
            start,
            pos: start,
            encoding,
            wide,
            scratch,
            log,
            second_looks: 1 << 20,
            seen_spelt_out: false,
            seen_lowercase: false,
        }
    }

    fn peek(&self, ahead: usize) -> Option<u8> {
        self.bytes.get(self.pos + ahead).copied()
    }

    fn local(&self, at: usize) -> u32 {
        small(at - self.start)
    }

    fn here(&self) -> Option<NodeId> {
        self.scratch.nodes.len().checked_sub(1).map(|last| NodeId(small(last)))
    }

    fn report(&mut self, code: Code, at: usize, found: impl ToString) {
        let node = self.here();
        self.log.add(self.bytes, code, at, node, found);
    }

    fn quote(&mut self, code: Code, range: std::ops::Range<usize>) {
        let node = self.here();
        self.log.quote(self.bytes, code, range, node, self.encoding);
    }

    /// Reads the tree at the current place.
    pub(crate) fn tree(&mut self, max_depth: usize, max_nodes: usize) -> Ending {
        let mut state = State { current: NONE, depth: 0, between: true, closed: false };
        if self.peek(0) != Some(b'(') {
            self.report(Code::MissingOpen, self.pos, "");
            self.open(&mut state);
        }
        let stopped = loop {
            let Some(byte) = self.peek(0) else {
                self.drop_empty_tail(&state);
                self.report(Code::MissingClose, self.bytes.len(), state.depth);
                break false;
            };
            match byte {
                b';' => {
                    if state.current == NONE && !self.scratch.nodes.is_empty() {
                        break false;
                    }
                    if self.scratch.nodes.len() >= max_nodes {
                        self.report(Code::TooManyNodes, self.pos, max_nodes);
                        break true;
                    }
                    if state.closed {
                        self.report(Code::NodeAfterVariation, self.pos, "");
                    }
                    self.node(&mut state);
                    self.pos += 1;
                    self.plain_move();
                }
                b'(' => {
                    if self.begins_another(&state) {
                        break false;
                    }
                    if state.depth >= max_depth {
                        self.report(Code::TooDeep, self.pos, max_depth);
                        break true;
                    }
                    self.open(&mut state);
                    self.pos += 1;
                }
                b')' => {
                    self.close(&mut state);
                    self.pos += 1;
                    if state.depth == 0 {
                        break false;
                    }
                }
                _ if is_white(byte) => self.pos += 1,
                _ => self.property(&mut state),
            }
        };
        Ending { at: self.pos, stopped }
    }

    /// `;B[dd]` and `;W[dd]`, which most nodes begin with, in one step.
    fn plain_move(&mut self) {
        let Some(&[color, b'[', x, y, b']']) =
            self.bytes.get(self.pos..).and_then(|rest| rest.first_chunk::<5>())
        else {
            return;
        };
        let id = match color {
            b'B' => PropertyId::B,
            b'W' => PropertyId::W,
            _ => return,
        };
        if !x.is_ascii_lowercase() || !y.is_ascii_lowercase() {
            return;
        }
        let name = self.local(self.pos);
        if self.peek(5) == Some(b'[') {
            // More than one value: the long way takes them all.
            return;
        }
        self.scratch.props.push(Prop { name, name_len: 1, id: id as u8, shape: INLINE, at: 2 });
        self.pos += 5;
    }

    fn node(&mut self, state: &mut State) {
        let number = small(self.scratch.nodes.len());
        push_child(&mut self.scratch.nodes, state.current, small(self.scratch.props.len()));
        state.current = number;
        state.between = false;
        state.closed = false;
    }

    fn open(&mut self, state: &mut State) {
        match self.scratch.open.last_mut() {
            Some(open) if open.node == state.current => open.brackets += 1,
            _ => self.scratch.open.push(Open { node: state.current, brackets: 1 }),
        }
        state.depth += 1;
        state.between = true;
        state.closed = false;
    }

    fn close(&mut self, state: &mut State) {
        let Some(open) = self.scratch.open.last_mut() else { return };
        let before = open.node;
        open.brackets -= 1;
        if open.brackets == 0 {
            self.scratch.open.pop();
        }
        if before == state.current && !self.scratch.nodes.is_empty() {
            self.report(Code::ExtraOpen, self.pos, "");
        }
        state.current = before;
        state.depth -= 1;
        state.between = true;
        state.closed = true;
    }

    /// Whether the `(` here belongs to another game: the first tree is over, or its closing bracket was forgotten and
    /// the node that follows has `GM` or `FF`, which only a root has.
    fn begins_another(&mut self, state: &State) -> bool {
        if self.scratch.nodes.is_empty() {
            return false;
        }
        if state.current == NONE {
            self.report(Code::ExtraOpen, self.start, "");
            return true;
        }
        let semicolon = skip_white(self.bytes, self.pos + 1);
        if self.bytes.get(semicolon) != Some(&b';') {
            return false;
        }
        let name = skip_white(self.bytes, semicolon + 1);
        let rest = self.bytes.get(name..).unwrap_or_default();
        let another = rest.starts_with(b"GM[") || rest.starts_with(b"FF[");
        if another {
            self.report(Code::MissingClose, self.pos, state.depth);
        }
        another
    }

    /// A file cut inside its last node may leave that node without anything.
    fn drop_empty_tail(&mut self, state: &State) {
        let nodes = &mut self.scratch.nodes;
        let last = nodes.len().saturating_sub(1);
        let log = &self.log;
        let cut = log
            .diagnostics
            .iter()
            .last()
            .is_some_and(|d| d.code == Code::Truncated && d.place.tree == log.tree);
        let Some(node) =
            nodes.get(last).copied().filter(|node| node.props as usize == self.scratch.props.len())
        else {
            return;
        };
        if !cut || last == 0 || state.current as usize != last {
            return;
        }
        // The node before it in the ring of siblings becomes the last; an only child leaves none.
        let only = node.next as usize == last;
        let mut before = node.next;
        while let Some(next) =
            nodes.get(before as usize).map(|node| node.next).filter(|next| *next as usize != last)
        {
            before = next;
        }
        if let Some(before) = nodes.get_mut(before as usize).filter(|_| !only) {
            before.next = node.next;
        }
        if let Some(parent) = nodes.get_mut(node.parent as usize) {
            parent.last_child = if only { NONE } else { before };
        }
        nodes.pop();
    }

    /// A property, or what stands where one should be.
    fn property(&mut self, state: &mut State) {
        let start = self.pos;
        let len = name_len(self.bytes, start);
        let after = skip_white(self.bytes, start + len);
        if self.bytes.get(after) != Some(&b'[') || len == 0 {
            return self.junk(start);
        }
        if state.between {
            self.report(Code::MissingSemicolon, start, "");
            if state.current == NONE && !self.scratch.nodes.is_empty() {
                // The root was closed but not the tree: what comes late hangs below the root.
                state.current = 0;
            }
            self.node(state);
        }
        let name = self.bytes.get(start..start + len).unwrap_or_default();
        let mut id = property::lookup(name);
        if id == UNKNOWN && name.iter().any(u8::is_ascii_lowercase) {
            id = property::lookup(&canonical_name(name));
            self.report_spelling(start, name);
        }
        self.pos = after;
        self.values(start, len, id);
    }

    fn report_spelling(&mut self, at: usize, name: &[u8]) {
        let capitals = name.iter().any(u8::is_ascii_uppercase);
        let seen = if capitals { &mut self.seen_spelt_out } else { &mut self.seen_lowercase };
        if !std::mem::replace(seen, true) {
            let code = if capitals { Code::SpeltOutName } else { Code::LowercaseName };
            self.quote(code, at..at + name.len());
        }
    }

    fn values(&mut self, name: usize, len: usize, id: u8) {
        let row = property::row(id);
        let kind = row.map_or(ValueType::Other, |row| row.value);
        let first = self.scratch.values.len();
        while self.peek(0) == Some(b'[') {
            if let Some(span) = self.value(kind, row.filter(|row| !row.list).map(|row| row.id)) {
                self.scratch.values.push(span);
            }
            let next = skip_white(self.bytes, self.pos);
            if self.bytes.get(next) != Some(&b'[') {
                break;
            }
            self.pos = next;
        }
        if self.scratch.values.len() > first {
            let name = Span { start: self.local(name), len: small(len) };
            let prop = Prop::new(name, id, &mut self.scratch.values, first);
            self.scratch.props.push(prop);
        }
    }

    /// Steps over text that is no property, up to the next bracket, semicolon or property.
    fn junk(&mut self, start: usize) {
        if self.peek(0) == Some(b'[') {
            let _dropped = self.value(ValueType::Other, None);
            return self.quote(Code::ValueWithoutName, start..self.pos);
        }
        let mut end = start;
        while let Some(&byte) = self.bytes.get(self.pos) {
            if matches!(byte, b';' | b'(' | b')' | b'[') {
                break;
            }
            let len = name_len(self.bytes, self.pos);
            if len > 0 {
                let after = skip_white(self.bytes, self.pos + len);
                if self.bytes.get(after) == Some(&b'[') && self.pos > start {
                    break;
                }
                self.pos += len;
            } else {
                self.pos += 1;
            }
            if !is_white(byte) {
                end = self.pos;
            }
        }
        let word = self.bytes.get(start..end).unwrap_or_default();
        if property::lookup(word) == UNKNOWN {
            self.quote(Code::JunkInside, start..end);
        } else {
            self.quote(Code::NoValue, start..end);
        }
    }
}

/// Values and their repairs.
impl Lexer<'_> {
    /// Reads the value whose `[` is here and steps over its `]`. `None` when a cut file leaves too little of it.
    fn value(&mut self, kind: ValueType, single: Option<PropertyId>) -> Option<Span> {
        let open = self.pos;
        let start = open + 1;
        let prose = kind.is_prose();
        let mut at = start;
        // Brackets opened in the text and not closed by an escaped one.
        let mut nested = 0_usize;
        let mut refused = None;
        while let Some(&byte) = self.bytes.get(at) {
            match byte {
                b']' if !prose || self.closes(at, nested, single.is_some()) => {
                    if let Some(refused) = refused {
                        self.quote(Code::UnescapedBracket, refused..at);
                    }
                    return Some(self.finish(start, at, at + 1));
                }
                b']' => {
                    refused = refused.or(Some(at));
                    nested = nested.saturating_sub(1);
                }
                b'\\' => {
                    if self.bytes.get(at + 1) == Some(&b']') {
                        nested = nested.saturating_sub(1);
                    }
                    at += 1;
                }
                b'[' | b';' | b'(' | b')' => {
                    if let Some(end) = self.forgotten(byte, start, at, prose, single) {
                        self.quote(Code::MissingBracket, self.name_before(open)..end);
                        return Some(self.finish(start, end, end));
                    }
                    nested += usize::from(byte == b'[');
                }
                0x80.. if self.wide && charset::is_lead(self.encoding, byte) => {
                    at += self.second_byte(at)
                }
                _ => {}
            }
            at += 1;
            if refused.is_some() && self.second_looks == 0 {
                break;
            }
            self.second_looks -= usize::from(refused.is_some());
        }
        self.unclosed(open, refused, prose)
    }

    fn finish(&mut self, start: usize, end: usize, next: usize) -> Span {
        self.pos = next.min(self.bytes.len());
        Span { start: self.local(start), len: self.local(end) - self.local(start) }
    }

    /// The file ends inside the value, or a refused `]` should have been taken.
    fn unclosed(&mut self, open: usize, refused: Option<usize>, prose: bool) -> Option<Span> {
        let start = open + 1;
        if let Some(end) = refused {
            return Some(self.finish(start, end, end + 1));
        }
        let end = self.bytes.len();
        let text = self.bytes.get(start..end).unwrap_or_default();
        let whole = text.trim_ascii().len() == 2 && !prose;
        let name = self.name_before(open);
        self.pos = end;
        if whole {
            self.quote(Code::MissingBracket, name..end);
        } else {
            self.quote(Code::Truncated, name..end);
        }
        (whole || prose).then(|| self.finish(start, end, end))
    }

    fn name_before(&self, open: usize) -> usize {
        let before = self.bytes.get(self.start..open).unwrap_or_default();
        let blank = before.iter().rev().take(MAX_WHITE).take_while(|byte| is_white(**byte)).count();
        let letters = before
            .iter()
            .rev()
            .skip(blank)
            .take(MAX_NAME)
            .take_while(|byte| byte.is_ascii_alphanumeric())
            .count();
        open - blank - letters
    }

    /// 1 when the byte after a lead byte belongs to the same character, 0 when the character is broken there.
    fn second_byte(&self, at: usize) -> usize {
        match self.bytes.get(at + 1) {
            // `]` as a second byte, unless what follows shows that it closes a value whose last character is broken.
            Some(b']') => usize::from(!self.continues_after(at + 2)),
            Some(0x40..) => 1,
            _ => 0,
        }
    }

    /// Whether what stands at `at` can follow a closed value: the end, a bracket, a node or a property.
    fn continues_after(&self, at: usize) -> bool {
        let at = skip_white(self.bytes, at);
        match self.bytes.get(at) {
            None | Some(b';' | b'(' | b')' | b'[') => true,
            Some(_) => starts_property(self.bytes, at, false),
        }
    }

    /// Whether a `]` in prose closes the value. It does when what follows is structure; a bracket that was opened in
    /// the text makes the follower count as structure only when it is plainly so.
    fn closes(&self, at: usize, nested: usize, single: bool) -> bool {
        let next = skip_white(self.bytes, at + 1);
        let Some(&byte) = self.bytes.get(next) else { return true };
        match byte {
            _ if self.second_looks == 0 => true,
            b'[' => !single || nested == 0,
            b')' | b';' | b'(' if nested == 0 => true,
            b')' => matches!(
                self.bytes.get(skip_white(self.bytes, next + 1)),
                None | Some(b';' | b'(' | b')')
            ),
            b';' | b'(' => self.continues_after(next + 1),
            _ if byte.is_ascii_alphabetic() => starts_property(self.bytes, next, false),
            _ => false,
        }
    }

    /// The end of a value whose `]` was forgotten, when the byte at `at` shows that another token has begun.
    fn forgotten(
        &self,
        byte: u8,
        start: usize,
        at: usize,
        prose: bool,
        single: Option<PropertyId>,
    ) -> Option<usize> {
        match byte {
            b'[' => self.forgotten_before_name(start, at, prose, single),
            _ if prose => None,
            b';' => starts_property(self.bytes, at + 1, false).then_some(at),
            b'(' => (self.bytes.get(skip_white(self.bytes, at + 1)) == Some(&b';')).then_some(at),
            _ => matches!(
                self.bytes.get(skip_white(self.bytes, at + 1)),
                None | Some(b';' | b'(' | b')')
            )
            .then_some(at),
        }
        .map(|end| end - self.white_before(start, end))
    }

    fn white_before(&self, start: usize, end: usize) -> usize {
        let text = self.bytes.get(start..end).unwrap_or_default();
        text.len() - text.trim_ascii_end().len()
    }

    /// A `[` inside a value: is the text before it the name of a property that should stand outside?
    fn forgotten_before_name(
        &self,
        start: usize,
        at: usize,
        prose: bool,
        single: Option<PropertyId>,
    ) -> Option<usize> {
        let before = self.bytes.get(start..at)?;
        let letters =
            before.iter().rev().take(3).take_while(|byte| byte.is_ascii_uppercase()).count();
        let name_at = before.len() - letters;
        let name = before.get(name_at..)?;
        let row = property::row(property::lookup(name))?;
        let lead = before.get(..name_at)?;
        let after_node = lead.last() == Some(&b';');
        if after_node && row.value == ValueType::Move && self.looks_like_move(at) {
            return Some(start + name_at - 1);
        }
        let header = single.is_some_and(|id| id != PropertyId::C && id != PropertyId::GC);
        let apart = lead.last().is_none_or(|byte| is_white(*byte));
        (!prose || (header && letters == 2 && apart)).then_some(start + name_at)
    }

    fn looks_like_move(&self, at: usize) -> bool {
        match self.bytes.get(at + 1..).unwrap_or_default() {
            [b']', ..] => true,
            [x, y, b']', ..] => x.is_ascii_alphabetic() && y.is_ascii_alphabetic(),
            _ => false,
        }
    }
}
