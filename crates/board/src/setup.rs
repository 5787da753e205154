use crate::board::Board;
use crate::color::{ByColor, Color};
use crate::point::Point;
use crate::set::PointSet;
use crate::size::BoardSize;

/// Stones as found in a file, perhaps without liberties. The only way from outside input to a [`Board`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    size: BoardSize,
    stones: ByColor<PointSet>,
}

/// Chains without a liberty: no sequence of plays leaves them on the board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{} chain(s) without a liberty, the first with a stone at {:?}", chains.len(), chains.first().and_then(PointSet::first))]
pub struct SetupError {
    /// The chains, in the order of their first stones from the top left.
    pub chains: Vec<PointSet>,
}

impl Setup {
    /// An empty board.
    pub fn new(size: BoardSize) -> Setup {
        Setup { size, stones: ByColor::default() }
    }

    /// Columns and rows.
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// The stone on a point.
    pub fn get(&self, point: Point) -> Option<Color> {
        Color::BOTH.into_iter().find(|&color| self.stones[color].contains(point))
    }

    /// Puts a stone on a point, or empties it; false, and no change, when the point is off the board.
    pub fn set(&mut self, point: Point, stone: Option<Color>) -> bool {
        if !self.size.contains(point) {
            return false;
        }
        for color in Color::BOTH {
            self.stones[color].remove(point);
        }
        if let Some(color) = stone {
            self.stones[color].insert(point);
        }
        true
    }

    /// All stones of a colour.
    pub fn stones(&self, color: Color) -> PointSet {
        self.stones[color]
    }

    /// The board with these stones.
    ///
    /// # Errors
    /// [`SetupError`] lists the chains without liberties.
    pub fn build(&self) -> Result<Board, SetupError> {
        let empty = self.size.all() - self.stones.black - self.stones.white;
        let mut chains: Vec<PointSet> = Color::BOTH
            .into_iter()
            .flat_map(|color| self.stones[color].components())
            .filter(|chain| !chain.dilate().intersects(&empty))
            .collect();
        if !chains.is_empty() {
            chains.sort_by_key(PointSet::first);
            return Err(SetupError { chains });
        }
        Ok(self.place_all())
    }

    /// Every chain has a liberty in the end and liberties stay empty, so stones put down chain by chain, each one beside
    /// a liberty or an earlier stone of its chain, always have a liberty themselves and take nothing.
    fn place_all(&self) -> Board {
        let mut board = Board::new(self.size);
        for color in Color::BOTH {
            for chain in self.stones[color].components() {
                for stone in self.outward_from_liberties(chain) {
                    let placed = board.play(color, stone);
                    debug_assert!(placed.is_ok_and(|played| played.captured_count()
                        + played.self_captured_count()
                        == 0));
                }
            }
        }
        board
    }

    /// The stones of a chain ordered so that each one, when put down, touches a liberty or an earlier stone.
    fn outward_from_liberties(&self, chain: PointSet) -> Vec<Point> {
        let empty = self.size.all() - self.stones.black - self.stones.white;
        let mut placed = empty.dilate() & chain;
        let mut order: Vec<Point> = placed.iter().collect();
        while placed != chain {
            let ring = (placed.dilate() & chain) - placed;
            order.extend(ring.iter());
            placed |= ring;
        }
        order
    }
}

impl From<&Board> for Setup {
    fn from(board: &Board) -> Setup {
        Setup { size: board.size(), stones: ByColor::from_fn(|color| board.stones(color)) }
    }
}
