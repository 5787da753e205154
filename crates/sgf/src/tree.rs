//! The game tree: nodes, properties and values in four flat vectors over one copy of the record's bytes.
//!
//! Nothing is decoded when a tree is made: a property name or value is a span of the bytes, so every byte of a value,
//! readable or not, is still there when it is written again. Texts are decoded when they are asked for.

use std::borrow::Cow;

use encoding_rs::{Encoding, UTF_8};

use crate::diagnostic::Location;
use crate::log::Lines;
use crate::property::{self, PropertyId, Row, UNKNOWN, canonical_name};
use crate::value::{Value, escape_simple, escape_text, same_value};

/// Number of a node in its tree; the root is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct NodeId(pub(crate) u32);

impl NodeId {
    /// The first node of every tree.
    pub const ROOT: NodeId = NodeId(0);

    /// The node's number: nodes are numbered in the order in which they stand in the file.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// "No node" in the links of a [`Node`].
pub(crate) const NONE: u32 = u32::MAX;

/// Links of one node; numbers index the vectors of the tree.
///
/// The children of a node form a ring: the parent knows the last, and the last is followed by the first. That makes
/// both ends reachable at once with one number each.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub(crate) parent: u32,
    pub(crate) last_child: u32,
    /// The sibling after this node; after the last sibling comes the first.
    pub(crate) next: u32,
    /// First property; the node's properties end where those of the node with the next number begin.
    pub(crate) props: u32,
}

/// One property of a node: its name as written and its values.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Prop {
    pub(crate) name: u32,
    pub(crate) name_len: u8,
    /// Row of the property table or [`UNKNOWN`].
    pub(crate) id: u8,
    /// [`INLINE`] for one value that follows the name's `[` directly, [`COUNTED`] for very many values, else the number
    /// of values.
    pub(crate) shape: u16,
    /// Length of an inline value, else the index of the first value; of very many, the first entry holds the number.
    pub(crate) at: u32,
}

/// One value, right behind the name.
pub(crate) const INLINE: u16 = 0;
/// The number of values stands in front of them.
pub(crate) const COUNTED: u16 = u16::MAX;

impl Prop {
    /// A property with the values from `first` to the end of `values`, which a single value may leave again.
    pub(crate) fn new(name: Span, id: u8, values: &mut Vec<Span>, first: usize) -> Self {
        let count = values.len().saturating_sub(first);
        let name_len = u8::try_from(name.len).unwrap_or(u8::MAX);
        let new = |shape, at| Self { name: name.start, name_len, id, shape, at };
        if let (1, Some(&value)) = (count, values.get(first))
            && value.start == name.start + u32::from(name_len) + 1
        {
            values.truncate(first);
            return new(INLINE, value.len);
        }
        match u16::try_from(count) {
            Ok(shape) if shape != COUNTED => new(shape, small(first)),
            _ => {
                values.insert(first, Span { start: small(count), len: 0 });
                new(COUNTED, small(first))
            }
        }
    }
}

/// A stretch of the tree's bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Span {
    pub(crate) start: u32,
    pub(crate) len: u32,
}

/// Where a tree's bytes begin in the file it was read from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Origin {
    /// Number of the tree in its file, from 0.
    pub tree: usize,
    /// Offset of the first byte, from 0.
    pub byte: usize,
    /// Line of the first byte, from 1.
    pub line: usize,
    /// Column of the first byte, from 1, in bytes.
    pub column: usize,
}

/// One game record with its variations.
///
/// A tree has at least one node. Node numbers of one tree mean nothing in another: a number that is not in the tree
/// gives no properties, no children and no parent.
#[derive(Clone)]
pub struct GameTree {
    pub(crate) text: Vec<u8>,
    pub(crate) nodes: Vec<Node>,
    pub(crate) props: Vec<Prop>,
    pub(crate) values: Vec<Span>,
    pub(crate) encoding: &'static Encoding,
    pub(crate) origin: Origin,
    /// Length of the part of `text` that came from the file; edits are appended behind it.
    pub(crate) source_len: u32,
}

impl Default for GameTree {
    fn default() -> Self {
        Self::new()
    }
}

impl GameTree {
    /// A tree with one empty node, for building a record. Its texts are UTF-8.
    pub fn new() -> Self {
        let root = Node { parent: NONE, last_child: NONE, next: 0, props: 0 };
        Self {
            text: Vec::new(),
            nodes: vec![root],
            props: Vec::new(),
            values: Vec::new(),
            encoding: UTF_8,
            origin: Origin::default(),
            source_len: 0,
        }
    }

    /// The first node.
    pub fn root(&self) -> NodeId {
        NodeId::ROOT
    }

    /// Number of nodes ever made; removed ones keep their numbers.
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// How the bytes of the values spell characters.
    pub fn encoding(&self) -> &'static Encoding {
        self.encoding
    }

    /// Where the tree stood in the file it was read from.
    pub fn origin(&self) -> Origin {
        self.origin
    }

    /// The bytes the tree was read from, with every bracket; empty for a tree that was built.
    pub fn source(&self) -> &[u8] {
        self.text.get(..self.source_len as usize).unwrap_or_default()
    }

    fn node(&self, node: NodeId) -> Option<&Node> {
        self.nodes.get(node.index())
    }

    /// The node before this one; `None` for the root.
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        self.node(node).and_then(|node| link(node.parent))
    }

    /// The first continuation, that of the main line.
    pub fn first_child(&self, node: NodeId) -> Option<NodeId> {
        let last = link(self.node(node)?.last_child)?;
        self.node(last).and_then(|last| link(last.next))
    }

    /// The next variation beside this node.
    pub fn next_sibling(&self, node: NodeId) -> Option<NodeId> {
        let own = self.node(node)?;
        let parent = self.node(link(own.parent)?)?;
        if parent.last_child == node.0 { None } else { link(own.next) }
    }

    /// The continuations of a node; the first is the main line.
    pub fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.first_child(node), |&child| self.next_sibling(child))
    }

    /// The root and always the first continuation.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(Some(NodeId::ROOT), |&node| self.first_child(node))
    }

    /// The node of the main line with which `moves` moves, passes included, have been made; the root for none.
    ///
    /// # Errors
    /// The number of moves there are, when there are fewer.
    pub fn node_after(&self, moves: u32) -> Result<NodeId, u32> {
        let mut made = 0;
        for node in self.main_line() {
            let before = made;
            let here = self
                .properties(node)
                .filter(|property| matches!(property.id(), Some(PropertyId::B | PropertyId::W)));
            let count = here.map(|property| property.values().len()).sum::<usize>();
            made += u32::try_from(count).unwrap_or(u32::MAX);
            // A root without moves is the position before the first one.
            if made == moves && (before < moves || moves == 0) {
                return Ok(node);
            }
        }
        Err(made)
    }

    /// The nodes from the root to this one, both included.
    pub fn line_to(&self, node: NodeId) -> Vec<NodeId> {
        let start = self.node(node).map(|_| node);
        let mut line: Vec<NodeId> =
            std::iter::successors(start, |&node| self.parent(node)).collect();
        line.reverse();
        line
    }

    /// Every node that hangs on the root, each before its continuations, variations in order.
    pub fn walk(&self) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(Some(NodeId::ROOT), |&node| self.next_in_walk(node))
    }

    fn next_in_walk(&self, node: NodeId) -> Option<NodeId> {
        let mut at = node;
        if let Some(child) = self.first_child(at) {
            return Some(child);
        }
        loop {
            if let Some(sibling) = self.next_sibling(at) {
                return Some(sibling);
            }
            at = self.parent(at)?;
        }
    }

    /// The properties of a node in the order written; a name may occur twice in a broken file.
    pub fn properties(&self, node: NodeId) -> impl Iterator<Item = Property<'_>> + '_ {
        self.props_of(node).iter().map(|prop| Property { tree: self, prop })
    }

    fn prop_range(&self, node: NodeId) -> Option<std::ops::Range<usize>> {
        let start = self.node(node)?.props as usize;
        let end =
            self.nodes.get(node.index() + 1).map_or(self.props.len(), |next| next.props as usize);
        Some(start..end)
    }

    pub(crate) fn props_of(&self, node: NodeId) -> &[Prop] {
        self.prop_range(node).and_then(|range| self.props.get(range)).unwrap_or_default()
    }

    /// The first property of this kind in a node.
    pub fn find(&self, node: NodeId, id: PropertyId) -> Option<Property<'_>> {
        self.props_of(node)
            .iter()
            .find(|prop| prop.id == id as u8)
            .map(|prop| Property { tree: self, prop })
    }

    /// The first property with this name, for names that the format does not define, such as `KGSDE`.
    pub fn find_named(&self, node: NodeId, name: &str) -> Option<Property<'_>> {
        self.properties(node).find(|property| property.name() == name)
    }

    /// The first value of the property in a node, without its escapes; for a list of values see [`Self::find`].
    pub fn text(&self, node: NodeId, id: PropertyId) -> Option<Cow<'_, str>> {
        let value = self.find(node, id)?.first();
        Some(if id.row().value == property::ValueType::Text {
            value.text()
        } else {
            value.simple_text()
        })
    }

    pub(crate) fn slice(&self, span: Span) -> &[u8] {
        self.text
            .get(span.start as usize..span.start as usize + span.len as usize)
            .unwrap_or_default()
    }

    /// Where a node stands in the file: its first property, or the tree's beginning for a node without any and for
    /// one that was built.
    pub fn location(&self, node: NodeId) -> Location {
        let local = self.properties(node).next().and_then(|property| property.local_offset());
        self.locate(local.unwrap_or(0), Some(node))
    }

    /// Line and column of an offset in the tree's bytes.
    pub(crate) fn locate(&self, local: usize, node: Option<NodeId>) -> Location {
        let (line, column) = Lines::new(self.source()).locate(self.source(), local);
        let origin = self.origin;
        let column = if line == 1 { origin.column.max(1) + column - 1 } else { column };
        Location {
            byte: origin.byte + local,
            line: origin.line.max(1) + line - 1,
            column,
            tree: origin.tree,
            node,
        }
    }
}

/// Building and editing. Bytes of removed or replaced properties stay in the tree until it is written and read again; a
/// tree that is edited many thousand times should be. Changing a node costs time in proportion to the number of nodes
/// made after it, so trees are best built in the order of play.
impl GameTree {
    /// Adds an empty node as the last continuation of `parent` and gives its number; the root's number when `parent`
    /// is not in the tree or the tree is full (2³²−1 nodes).
    pub fn add_child(&mut self, parent: NodeId) -> NodeId {
        match u32::try_from(self.nodes.len()) {
            Ok(number) if number != NONE && parent.index() < self.nodes.len() => {
                let props = small(self.props.len());
                push_child(&mut self.nodes, parent.0, props);
                NodeId(number)
            }
            _ => NodeId::ROOT,
        }
    }

    /// Cuts a node and everything below it off the tree; the root stays. Gives whether anything was cut.
    pub fn remove(&mut self, node: NodeId) -> bool {
        let Some(parent) = self.parent(node) else { return false };
        let ring = self.children(parent).count();
        let before = self.children(parent).take_while(|&child| child != node).last();
        let is_last = self.next_sibling(node).is_none();
        let next = self.node(node).map_or(NONE, |node| node.next);
        let last = self.node(parent).map_or(NONE, |parent| parent.last_child);
        // The one before the first in the ring is the last.
        let before = before.map_or(last, |before| before.0);
        if ring == 1 {
            self.edit(parent, |parent| parent.last_child = NONE);
        } else {
            self.edit(NodeId(before), |before| before.next = next);
            if is_last {
                self.edit(parent, |parent| parent.last_child = before);
            }
        }
        self.edit(node, |own| {
            own.next = node.0;
            own.parent = NONE;
        });
        true
    }

    fn edit(&mut self, node: NodeId, change: impl FnOnce(&mut Node)) {
        if let Some(node) = self.nodes.get_mut(node.index()) {
            change(node);
        }
    }

    /// Sets a property to values that are already in SGF form (escaped where needed), replacing what had this name.
    ///
    /// The name should be capital letters; others are dropped. An empty list of values removes the property. Nothing
    /// happens when the node is not in the tree or the tree is full (4 GiB of text).
    pub fn set_raw<V: AsRef<[u8]>>(&mut self, node: NodeId, name: &str, values: &[V]) {
        let letters = name.chars().skip_while(|c| !c.is_ascii_uppercase());
        let name: String =
            letters.filter(|c| c.is_ascii_uppercase() || c.is_ascii_digit()).take(255).collect();
        let added: usize =
            name.len() + values.iter().map(|value| value.as_ref().len()).sum::<usize>();
        if self.node(node).is_none()
            || name.is_empty()
            || u32::try_from(self.text.len() + added).is_err()
        {
            return;
        }
        let mut kept: Vec<Prop> = self.props_of(node).to_vec();
        let position = kept.iter().position(|prop| self.canonical(prop) == name.as_bytes());
        kept.retain(|prop| self.canonical(prop) != name.as_bytes());
        if !values.is_empty() {
            let prop = self.store(&name, values);
            kept.insert(position.unwrap_or(kept.len()).min(kept.len()), prop);
        }
        let Some(range) = self.prop_range(node) else { return };
        let (before, after) = (small(range.len()), small(kept.len()));
        self.props.splice(range, kept);
        for later in self.nodes.iter_mut().skip(node.index() + 1) {
            later.props = later.props + after - before;
        }
    }

    fn store<V: AsRef<[u8]>>(&mut self, name: &str, values: &[V]) -> Prop {
        let at = self.append(name.as_bytes());
        let first = self.values.len();
        for value in values {
            self.append(b"[");
            let span = self.append(value.as_ref());
            self.values.push(span);
        }
        Prop::new(at, property::lookup(name.as_bytes()), &mut self.values, first)
    }

    fn append(&mut self, bytes: &[u8]) -> Span {
        let span = Span { start: small(self.text.len()), len: small(bytes.len()) };
        self.text.extend_from_slice(bytes);
        span
    }

    /// Sets a property to one value in SGF form, such as a point or a number.
    pub fn set(&mut self, node: NodeId, id: PropertyId, value: &str) {
        self.set_raw(node, id.name(), &[value]);
    }

    /// Sets a property to a text, escaped as the format asks; characters that the tree's encoding lacks become `?`-like
    /// numeric references (only trees read from a file in an old encoding have such an encoding).
    pub fn set_text(&mut self, node: NodeId, id: PropertyId, text: &str) {
        let simple = id.row().value != property::ValueType::Text;
        let escaped = if simple { escape_simple(text) } else { escape_text(text) };
        let bytes = self.encoding.encode(&escaped).0.into_owned();
        self.set_raw(node, id.name(), &[bytes]);
    }

    fn canonical<'t>(&'t self, prop: &Prop) -> Cow<'t, [u8]> {
        canonical_name(self.slice(Span { start: prop.name, len: u32::from(prop.name_len) }))
    }
}

/// A length of a vector that was checked to fit.
pub(crate) fn small(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(NONE)
}

/// Adds a node behind the last child of `parent`; with [`NONE`], a root.
pub(crate) fn push_child(nodes: &mut Vec<Node>, parent: u32, props: u32) {
    let number = small(nodes.len());
    let mut next = number;
    if let Some(above) = nodes.get_mut(parent as usize) {
        let last = std::mem::replace(&mut above.last_child, number);
        if let Some(last) = nodes.get_mut(last as usize) {
            next = std::mem::replace(&mut last.next, number);
        }
    }
    nodes.push(Node { parent, last_child: NONE, next, props });
}

fn link(number: u32) -> Option<NodeId> {
    (number != NONE).then_some(NodeId(number))
}

/// A property of a node.
#[derive(Clone, Copy)]
pub struct Property<'t> {
    tree: &'t GameTree,
    prop: &'t Prop,
}

impl<'t> Property<'t> {
    /// Which property it is; `None` when the format does not define it.
    pub fn id(&self) -> Option<PropertyId> {
        self.row().map(|row| row.id)
    }

    /// The property's row of the table; `None` when the format does not define it.
    pub fn row(&self) -> Option<&'static Row> {
        if self.prop.id == UNKNOWN { None } else { property::row(self.prop.id) }
    }

    /// The name in capital letters, `W` for `White`.
    pub fn name(&self) -> Cow<'t, str> {
        match self.tree.canonical(self.prop) {
            Cow::Borrowed(name) => String::from_utf8_lossy(name),
            Cow::Owned(name) => Cow::Owned(String::from_utf8_lossy(&name).into_owned()),
        }
    }

    /// The name as the file spells it.
    pub fn name_as_written(&self) -> Cow<'t, str> {
        String::from_utf8_lossy(self.written())
    }

    pub(crate) fn written(&self) -> &'t [u8] {
        self.tree.slice(Span { start: self.prop.name, len: u32::from(self.prop.name_len) })
    }

    /// Where the property stands in the file.
    pub fn location(&self, node: NodeId) -> Location {
        self.tree.locate(self.local_offset().unwrap_or(0), Some(node))
    }

    /// Offset of the name in the tree's bytes; `None` for a property that was set by hand.
    pub(crate) fn local_offset(&self) -> Option<usize> {
        (self.prop.name < self.tree.source_len).then_some(self.prop.name as usize)
    }

    fn count(&self) -> usize {
        match self.prop.shape {
            INLINE => 1,
            COUNTED => {
                self.tree.values.get(self.prop.at as usize).map_or(0, |span| span.start as usize)
            }
            count => usize::from(count),
        }
    }

    fn value(&self, number: usize) -> Value<'t> {
        let prop = self.prop;
        let span = match prop.shape {
            INLINE => Some(Span { start: prop.name + u32::from(prop.name_len) + 1, len: prop.at }),
            COUNTED => self.tree.values.get(prop.at as usize + 1 + number).copied(),
            _ => self.tree.values.get(prop.at as usize + number).copied(),
        };
        Value::new(span.map_or(&[][..], |span| self.tree.slice(span)), self.tree.encoding)
    }

    /// The values, at least one.
    pub fn values(&self) -> impl ExactSizeIterator<Item = Value<'t>> + use<'t> {
        let own = *self;
        (0..self.count()).map(move |number| own.value(number))
    }

    /// The first value.
    pub fn first(&self) -> Value<'t> {
        self.value(0)
    }

    fn same(&self, other: &Property<'_>) -> bool {
        if self.tree.canonical(self.prop) != other.tree.canonical(other.prop) {
            return false;
        }
        self.id() == Some(PropertyId::CA)
            || (self.count() == other.count()
                && self.values().zip(other.values()).all(|(a, b)| same_value(a, b)))
    }
}

impl std::fmt::Debug for Property<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.name())?;
        self.values().try_for_each(|value| write!(f, "[{}]", value.text()))
    }
}

impl std::fmt::Debug for GameTree {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("GameTree")
            .field("nodes", &self.nodes.len())
            .field("encoding", &self.encoding.name())
            .field("origin", &self.origin)
            .finish_non_exhaustive()
    }
}

/// Two trees are equal when they have the same nodes in the same shape, with the same properties (by their capital
/// letters, in the same order) and the same values once decoded and unescaped. `CA` is left out: it says how the bytes
/// are written, and each tree may be written in its own way.
impl PartialEq for GameTree {
    fn eq(&self, other: &Self) -> bool {
        let mut left = self.walk();
        let mut right = other.walk();
        loop {
            let (a, b) = match (left.next(), right.next()) {
                (None, None) => return true,
                (Some(a), Some(b)) => (a, b),
                _ => return false,
            };
            // Walking both in the same order, equal numbers of children at every step mean equal shapes.
            if self.children(a).count() != other.children(b).count() || !self.same_node(a, other, b)
            {
                return false;
            }
        }
    }
}

impl GameTree {
    fn same_node(&self, a: NodeId, other: &Self, b: NodeId) -> bool {
        let counts = |property: &Property<'_>| property.id() != Some(PropertyId::CA);
        let mut left = self.properties(a).filter(counts);
        let mut right = other.properties(b).filter(counts);
        loop {
            match (left.next(), right.next()) {
                (None, None) => return true,
                (Some(x), Some(y)) if x.same(&y) => {}
                _ => return false,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn build_edit_and_walk() {
        let mut tree = GameTree::new();
        let a = tree.add_child(NodeId::ROOT);
        let b = tree.add_child(a);
        let c = tree.add_child(a);
        let d = tree.add_child(b);
        assert_eq!(tree.walk().collect::<Vec<_>>(), [NodeId::ROOT, a, b, d, c]);
        assert_eq!(tree.main_line().collect::<Vec<_>>(), [NodeId::ROOT, a, b, d]);
        assert_eq!(tree.line_to(c), [NodeId::ROOT, a, c]);
        tree.set(a, PropertyId::B, "dd");
        tree.set_text(a, PropertyId::C, "one] two\\\nthree");
        tree.set(a, PropertyId::B, "pp");
        assert_eq!(
            tree.properties(a).map(|p| p.name().into_owned()).collect::<Vec<_>>(),
            ["B", "C"]
        );
        assert_eq!(tree.text(a, PropertyId::B).as_deref(), Some("pp"));
        assert_eq!(tree.text(a, PropertyId::C).as_deref(), Some("one] two\\\nthree"));
        tree.set_raw::<&str>(a, "B", &[]);
        assert!(tree.find(a, PropertyId::B).is_none());
        assert!(tree.remove(b));
        assert!(!tree.remove(b));
        assert!(!tree.remove(NodeId::ROOT));
        assert_eq!(tree.walk().collect::<Vec<_>>(), [NodeId::ROOT, a, c]);
        let e = tree.add_child(a);
        assert_eq!(tree.children(a).collect::<Vec<_>>(), [c, e]);
        assert!(tree.remove(e));
        let f = tree.add_child(a);
        assert_eq!(tree.children(a).collect::<Vec<_>>(), [c, f]);
    }

    #[test]
    fn numbers_from_elsewhere_are_harmless() {
        let mut tree = GameTree::new();
        let foreign = NodeId(77);
        assert_eq!(tree.children(foreign).count(), 0);
        assert!(tree.line_to(foreign).is_empty());
        assert_eq!(tree.add_child(foreign), NodeId::ROOT);
        tree.set(foreign, PropertyId::B, "dd");
        assert!(!tree.remove(foreign));
        assert_eq!(tree.node_count(), 1);
    }
}
