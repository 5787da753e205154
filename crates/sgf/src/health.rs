//! The health of a record beyond its frame: every property in the right place, with values of the right type.

use board::BoardSize;

use crate::diagnostic::{Code, Diagnostic, Diagnostics, excerpt};
use crate::info::amount;
use crate::info::board_size;
use crate::property::{Place, PropertyId, Row, ValueType};
use crate::tree::{GameTree, NodeId, Property};
use crate::value::{Coord, Value};

/// Checks every node of a tree, variations included.
///
/// It says nothing that reading the frame ([`crate::parse()`]), the game information ([`crate::GameInfo`]) or the main
/// line ([`crate::replay()`]) says already; the full report on a record is all four together.
pub fn health(tree: &GameTree) -> Diagnostics {
    let size = tree.find(NodeId::ROOT, PropertyId::SZ).and_then(|size| board_size(size.first()));
    let is_go =
        tree.find(NodeId::ROOT, PropertyId::GM).is_none_or(|game| game.first().number() == Some(1));
    let mut check = Check {
        tree,
        // Points of other games and of impossible boards mean nothing here.
        size: if is_go { size.or(BoardSize::square(19).ok()) } else { None },
        is_go,
        found: Diagnostics::default(),
        unknown: Vec::new(),
        points: Vec::new(),
    };
    // The information seen on the way to the present node: (depth, which properties).
    let mut seen: Vec<(usize, u128)> = Vec::new();
    let mut path: Vec<NodeId> = Vec::new();
    for node in tree.walk() {
        let parent = tree.parent(node);
        while path.last().copied() != parent && path.pop().is_some() {}
        let depth = path.len();
        path.push(node);
        while seen.last().is_some_and(|(at, _)| *at >= depth) {
            seen.pop();
        }
        let above = seen.last().map_or(0, |(_, mask)| *mask);
        let own = check.node(node, above);
        if own != 0 {
            seen.push((depth, above | own));
        }
    }
    check.found
}

struct Check<'t> {
    tree: &'t GameTree,
    size: Option<BoardSize>,
    is_go: bool,
    found: Diagnostics,
    /// Names already called unknown.
    unknown: Vec<String>,
    /// Points of the list being checked; kept to save allocations.
    points: Vec<Coord>,
}

impl<'t> Check<'t> {
    fn report(
        &mut self,
        code: Code,
        node: NodeId,
        property: &Property<'t>,
        found: impl FnOnce() -> String,
    ) {
        if self.found.is_full() {
            return self.found.count_only();
        }
        self.found.push(Diagnostic { code, place: property.location(node), found: found() });
    }

    /// Checks one node; gives the game information it has, as a set of properties.
    fn node(&mut self, node: NodeId, above: u128) -> u128 {
        let tree = self.tree;
        let mut own = 0;
        let mut moves = 0;
        let mut set_up = None;
        for property in tree.properties(node) {
            let Some(row) = property.row() else {
                self.unknown(node, &property);
                continue;
            };
            let bit = 1 << (row.id as u8);
            if own & bit != 0 {
                self.report(Code::DuplicateProperty, node, &property, || row.name.to_owned());
            }
            own |= bit;
            self.place(node, &property, row, above);
            self.values(node, &property, row);
            moves += usize::from(matches!(row.id, PropertyId::B | PropertyId::W));
            if row.place == Place::Setup {
                set_up = Some(property);
            }
        }
        if let Some(property) = set_up.filter(|_| moves > 0) {
            self.report(Code::SetupWithMove, node, &property, || property.name().into_owned());
        }
        if moves > 0 {
            self.moves(node, moves);
        }
        own & INFO
    }

    fn moves(&mut self, node: NodeId, count: usize) {
        let id =
            |property: &Property<'_>| matches!(property.id(), Some(PropertyId::B | PropertyId::W));
        let Some(last) = self.tree.properties(node).filter(id).last() else { return };
        if count > 1 {
            self.report(Code::TwoMoves, node, &last, String::new);
        }
        if node == NodeId::ROOT {
            self.report(Code::MoveInRoot, node, &last, String::new);
        }
    }

    fn unknown(&mut self, node: NodeId, property: &Property<'t>) {
        let name = property.name();
        if self.unknown.len() < 100 && !self.unknown.iter().any(|known| *known == name) {
            self.unknown.push(name.clone().into_owned());
            self.report(Code::UnknownProperty, node, property, || name.into_owned());
        }
    }

    fn place(&mut self, node: NodeId, property: &Property<'t>, row: &Row, above: u128) {
        match row.place {
            Place::Root if node != NodeId::ROOT => {
                self.report(Code::RootPropertyInside, node, property, || row.name.to_owned());
            }
            Place::GameInfo if above & (1 << (row.id as u8)) != 0 => {
                self.report(Code::GameInfoTwice, node, property, || row.name.to_owned());
            }
            _ => {}
        }
    }

    fn values(&mut self, node: NodeId, property: &Property<'t>, row: &Row) {
        let count = property.values().len();
        if count > 1 && !row.list {
            self.report(Code::TooManyValues, node, property, || row.name.to_owned());
        }
        self.points.clear();
        for value in property.values() {
            let empty = value.trimmed().is_empty();
            if empty && needs_text(row) {
                self.report(Code::EmptyValue, node, property, || row.name.to_owned());
            } else if !empty && !self.fits(value, row) {
                let quote = || format!("{}[{}]", row.name, excerpt(value.raw(), value.encoding()));
                self.report(Code::BadValue, node, property, quote);
            }
        }
        if !self.points.is_empty() {
            self.points(node, property);
        }
    }

    /// Whether a value that is not empty is of the property's type. Points of lists are collected on the way.
    fn fits(&mut self, value: Value<'_>, row: &Row) -> bool {
        let is_real = |value: Value<'_>| amount::exact_decimal(&value.simple_text()).is_some();
        match row.value {
            // Servers write prose in these two; reading the game information says what comes of it.
            _ if matches!(
                row.id,
                PropertyId::KM | PropertyId::TM | PropertyId::HA | PropertyId::SZ | PropertyId::GM
            ) =>
            {
                true
            }
            ValueType::None => false,
            ValueType::Number => value.number().is_some(),
            ValueType::Real => is_real(value),
            ValueType::Double => matches!(value.trimmed(), b"1" | b"2"),
            ValueType::Color => matches!(value.trimmed(), b"B" | b"W"),
            ValueType::Move if self.is_go => value.as_move().is_some(),
            ValueType::Point if self.is_go => {
                let rect = value.rect();
                // Enough to find what stands twice; a hostile list of whole boards must not fill the memory.
                self.points.extend(
                    rect.into_iter()
                        .flat_map(|rect| rect.coords())
                        .take(10_000 - self.points.len().min(10_000)),
                );
                rect.is_some()
            }
            ValueType::PointPair if self.is_go => {
                let ends = value.split().map(|(from, to)| [from.coord(), to.coord()]);
                // FF[3] gave lines and arrows as lists of single points.
                ends.map_or(value.coord().is_some(), |ends| ends.iter().all(Option::is_some))
            }
            ValueType::PointText if self.is_go => {
                let point = value.split().map_or(value.coord(), |(point, _)| point.coord());
                point.is_some()
            }
            ValueType::Figure => value.split().is_none_or(|(number, _)| number.number().is_some()),
            _ => true,
        }
    }

    fn points(&mut self, node: NodeId, property: &Property<'t>) {
        let off = self
            .size
            .and_then(|size| self.points.iter().find(|point| point.on(size).is_none()).copied());
        // Wholly outside views and dims are how some programs say "none".
        if let Some(point) =
            off.filter(|_| property.row().is_some_and(|row| row.place != Place::Inherited))
        {
            self.report(Code::PointOffBoard, node, property, || point.to_string());
        }
        self.points.sort_unstable();
        let twice = self.points.array_windows::<2>().find(|[a, b]| a == b).map(|[a, _]| *a);
        if let Some(point) = twice {
            self.report(Code::DuplicatePoint, node, property, || point.to_string());
        }
    }
}

/// The game information properties, as bits.
const INFO: u128 = info_bits();

#[expect(clippy::indexing_slicing, reason = "evaluated by the compiler")]
const fn info_bits() -> u128 {
    let mut bits = 0;
    let mut at = 0;
    while at < crate::property::PROPERTIES.len() {
        if matches!(crate::property::PROPERTIES[at].place, Place::GameInfo) {
            bits |= 1 << at;
        }
        at += 1;
    }
    bits
}

/// Whether an empty value means nothing. Texts may be empty, and so may moves and `elist`s.
fn needs_text(row: &Row) -> bool {
    !row.may_be_empty
        && matches!(
            row.value,
            ValueType::Number | ValueType::Real | ValueType::Double | ValueType::Color | ValueType::Point | ValueType::PointText
        )
        // Servers write the header of a casual game with empty values.
        && row.place != Place::GameInfo
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::parse;

    #[track_caller]
    fn check(text: &str, codes: &[Code]) {
        let found = health(&parse(text.as_bytes()).trees[0]);
        assert_eq!(found.iter().map(|d| d.code).collect::<Vec<_>>(), codes, "{text}: {found:?}");
    }

    #[test]
    fn a_healthy_record() {
        check(
            "(;GM[1]FF[4]SZ[9]KM[6.5]HA[2]AB[cc][gg]PL[W]C[x];W[ee]WL[60.5]OW[3]LB[ee:1][cc:a]TR[aa:cc]AR[aa:bb]\
             (;B[]BM[1]TB[aa][bb]TW[]DD[])(;B[dd]VW[]N[y]FG[257:x]MN[3]))",
            &[],
        );
        check("(;GM[2]B[odd move]AB[there])", &[Code::SetupWithMove, Code::MoveInRoot]);
    }

    #[test]
    fn everything_that_can_be_wrong() {
        check("(;XX[a];XX[b]ABC[c])", &[Code::UnknownProperty, Code::UnknownProperty]);
        check("(;GM[1];C[a]C[b])", &[Code::DuplicateProperty]);
        check("(;GM[1];N[a][b])", &[Code::TooManyValues]);
        check("(;GM[1];SZ[9])", &[Code::RootPropertyInside]);
        check("(;PB[a];B[aa](;PB[b])(;W[cc];PW[x])(;PW[y]))", &[Code::GameInfoTwice]);
        check("(;GM[1];AB[aa]B[bb])", &[Code::SetupWithMove]);
        check("(;GM[1];B[aa]W[bb])", &[Code::TwoMoves]);
        check("(;GM[1]B[aa])", &[Code::MoveInRoot]);
        check("(;SZ[9];AB[aa][jj])", &[Code::PointOffBoard]);
        check("(;SZ[9];AB[aa:bb][bb])", &[Code::DuplicatePoint]);
        check(
            "(;GM[1];B[d4x]MN[one]BM[3]PL[red]BL[soon]AB[a:b]LB[text]AR[x:y]DO[no])",
            &[
                Code::BadValue,
                Code::BadValue,
                Code::BadValue,
                Code::BadValue,
                Code::BadValue,
                Code::BadValue,
                Code::BadValue,
                Code::BadValue,
                Code::BadValue,
                Code::SetupWithMove,
            ],
        );
        check("(;GM[1];AB[]MN[])", &[Code::EmptyValue, Code::EmptyValue]);
    }
}
