use std::fmt;

use crate::chains::{self, Chains, Change, EMPTY, Tracker};
use crate::color::{ByColor, Color};
use crate::point::Point;
use crate::set::PointSet;
use crate::size::BoardSize;
use crate::zobrist::{self, Hash};

/// Stones, chains, liberties and hash; no turn, no ko, no rules.
///
/// Guarantee: every chain has a liberty. 7 KB, copied by `clone`; [`Board::play`] and [`Board::undo`] do not allocate.
#[derive(Clone)]
pub struct Board {
    size: BoardSize,
    hash: Hash,
    stones: ByColor<u16>,
    chains: Chains,
}

/// Why a stone cannot be put on a point of the board at all, under any rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayError {
    /// The point does not exist on this board.
    #[error("point {0:?} is not on the board")]
    OffBoard(Point),
    /// There is a stone on the point.
    #[error("point {0:?} is occupied")]
    Occupied(Point),
}

/// What one play changed. [`Board::undo`] takes it back; records are undone in the reverse order of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use = "without the record a play cannot be undone"]
pub struct Played {
    color: Color,
    point: Point,
    change: Change,
}

impl Played {
    /// Who played.
    pub fn color(&self) -> Color {
        self.color
    }

    /// Where.
    pub fn point(&self) -> Point {
        self.point
    }

    /// Stones of the opponent that the play took.
    pub fn captured_count(&self) -> u32 {
        self.change.taken.into()
    }

    /// Own stones that the play took (suicide), the stone played included.
    pub fn self_captured_count(&self) -> u32 {
        self.change.lost.into()
    }
}

struct Follow<'a> {
    hash: &'a mut Hash,
    stones: &'a mut ByColor<u16>,
}

impl Tracker for Follow<'_> {
    #[inline(always)]
    fn placed(&mut self, color: Color, cell: u16) {
        self.hash.0 ^= zobrist::stone(color, cell);
        self.stones[color] += 1;
    }

    #[inline(always)]
    fn removed(&mut self, color: Color, cell: u16) {
        self.hash.0 ^= zobrist::stone(color, cell);
        self.stones[color] -= 1;
    }
}

impl Board {
    /// An empty board.
    pub fn new(size: BoardSize) -> Board {
        Board { size, hash: Hash::default(), stones: ByColor::default(), chains: Chains::new(size) }
    }

    /// Columns and rows.
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// The stone on a point; `None` for an empty point or one off the board.
    #[inline]
    pub fn get(&self, point: Point) -> Option<Color> {
        match self.chains.cell(point.cell()) {
            1 => Some(Color::Black),
            2 => Some(Color::White),
            _ => None,
        }
    }

    /// Whether the point is on the board and empty.
    #[inline]
    pub fn is_empty(&self, point: Point) -> bool {
        self.chains.cell(point.cell()) == EMPTY
    }

    /// The hash of the stones, kept up to date by every play.
    pub fn hash(&self) -> Hash {
        self.hash
    }

    /// How many stones of a colour are on the board.
    pub fn stone_count(&self, color: Color) -> u32 {
        self.stones[color].into()
    }

    /// Puts a stone down: opposing chains without liberties are taken first, then the own chain if it has none.
    /// Suicide is carried out, not refused; ask [`Board::is_suicide`] before.
    ///
    /// # Errors
    /// [`PlayError`] when the point is off the board or occupied; the board is then unchanged.
    pub fn play(&mut self, color: Color, point: Point) -> Result<Played, PlayError> {
        if self.chains.cell(point.cell()) != EMPTY {
            return Err(if self.size.contains(point) {
                PlayError::Occupied(point)
            } else {
                PlayError::OffBoard(point)
            });
        }
        let mut follow = Follow { hash: &mut self.hash, stones: &mut self.stones };
        let change = self.chains.place(color, point.cell(), &mut follow);
        Ok(Played { color, point, change })
    }

    /// Takes back the play that gave this record, which must be the last one not yet taken back.
    pub fn undo(&mut self, played: Played) {
        let mut follow = Follow { hash: &mut self.hash, stones: &mut self.stones };
        self.chains.undo(played.color, played.change, &mut follow);
    }

    /// The opponent's stones that a play took; to be asked right after that play.
    pub fn captured_points(&self, played: &Played) -> PointSet {
        let heads = played.change.captured.into_iter().filter(|&head| head != 0);
        heads.flat_map(|head| self.circle(head)).collect()
    }

    /// Where the basic ko forbids the opponent to play right after this play: the point of the only stone taken, when
    /// the stone that took it stands alone with that point as its only liberty.
    pub fn ko_after(&self, played: &Played) -> Option<Point> {
        let cell = played.point.cell();
        if played.change.taken != 1
            || self.chains.next(cell) != cell
            || self.chains.liberties(cell) != 1
        {
            return None;
        }
        played.change.captured.into_iter().find(|&head| head != 0).map(Point::from_cell)
    }

    /// Whether a stone of this colour on this empty point would leave its own chain without a liberty and take nothing.
    pub fn is_suicide(&self, color: Color, point: Point) -> bool {
        self.is_empty(point) && self.chains.is_suicide(color, point.cell())
    }

    /// Whether a stone of this colour on this empty point would take at least one opposing stone.
    pub fn is_capture(&self, color: Color, point: Point) -> bool {
        self.is_empty(point)
            && self.size.neighbours(point).any(|near| {
                self.get(near) == Some(color.opponent()) && !self.has_liberties(near, 2)
            })
    }

    /// The chain's representative stone, the same for all its stones; `None` on an empty point.
    pub fn chain_head(&self, point: Point) -> Option<Point> {
        self.get(point).map(|_| Point::from_cell(self.chains.head(point.cell())))
    }

    /// The stones of the chain that has a stone on this point; nothing for an empty point.
    pub fn chain(&self, point: Point) -> impl Iterator<Item = Point> {
        self.get(point).into_iter().flat_map(move |_| self.circle(point.cell()))
    }

    fn circle(&self, start: u16) -> impl Iterator<Item = Point> {
        let mut at = Some(start);
        std::iter::from_fn(move || {
            let cell = at?;
            let next = self.chains.next(cell);
            at = (next != start).then_some(next);
            Some(Point::from_cell(cell))
        })
    }

    /// The chain as a set; empty for an empty point.
    pub fn chain_set(&self, point: Point) -> PointSet {
        self.chain(point).collect()
    }

    /// The chains of a colour, in the order of their first stones from the top left.
    pub fn chains(&self, color: Color) -> impl Iterator<Item = PointSet> {
        let mut rest = self.stones(color);
        std::iter::from_fn(move || {
            let chain = self.chain_set(rest.first()?);
            rest -= chain;
            Some(chain)
        })
    }

    /// The liberties of the chain on this point; none for an empty point.
    pub fn liberties(&self, point: Point) -> PointSet {
        let mut liberties = PointSet::EMPTY;
        for stone in self.chain(point) {
            liberties.extend(self.size.neighbours(stone).filter(|&near| self.is_empty(near)));
        }
        liberties
    }

    /// Whether the chain on this point has at least `count` liberties; stops looking as soon as it has.
    pub fn has_liberties(&self, point: Point, count: usize) -> bool {
        let mut seen = PointSet::EMPTY;
        let mut found = 0;
        for stone in self.chain(point) {
            for near in self.size.neighbours(stone) {
                if self.is_empty(near) && seen.insert(near) {
                    found += 1;
                    if found >= count {
                        return true;
                    }
                }
            }
        }
        found >= count
    }

    /// All stones of a colour.
    pub fn stones(&self, color: Color) -> PointSet {
        self.cells(chains::stone(color))
    }

    /// All empty points.
    pub fn empty(&self) -> PointSet {
        self.cells(EMPTY)
    }

    pub(crate) fn chains_copy(&self) -> Chains {
        self.chains.clone()
    }

    fn cells(&self, value: u8) -> PointSet {
        self.size.points().filter(|point| self.chains.cell(point.cell()) == value).collect()
    }
}

impl PartialEq for Board {
    /// Equal size and equal stones.
    fn eq(&self, other: &Board) -> bool {
        self.size == other.size
            && self.hash == other.hash
            && self.size.points().all(|point| self.get(point) == other.get(point))
    }
}

impl Eq for Board {}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in self.to_rows() {
            writeln!(f, "{row}")?;
        }
        Ok(())
    }
}
