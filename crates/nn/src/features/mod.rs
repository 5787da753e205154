//! [`Features`]: what networks get to see of a game: 22 planes and 19 numbers, version 7 of KataGo's inputs.

mod bits;
mod encode;
mod grid;
mod ladder;

use board::BoardSize;

use crate::{GLOBALS, MAX_LINES, PLANES, Symmetry};

use grid::Grid;
use ladder::Memory;

/// How a position is shown to a network.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FeatureOptions {
    /// How many doublings of playouts the player to move is better than the opponent; 0 is play between equals. Networks
    /// know −3 to 3.
    pub playout_doubling_advantage: f32,
    /// Whether the position is the root of a search.
    pub is_root: bool,
    /// Whether at the root a pass is not shown to end the game.
    pub conservative_pass: bool,
    /// Whether a pass that would end the game and not win it is not shown to end it.
    pub passing_hacks: bool,
    /// What a draw is worth to White: 0 a loss, 1 a win.
    pub draw_equivalent_wins: f64,
    /// At most so many of the latest moves are shown; networks know five.
    pub max_history: usize,
    /// Whether unconditional life is judged as if suicide were legal, as some networks want it.
    pub pass_alive_suicide: bool,
}

impl Default for FeatureOptions {
    /// Play between equals, all history, a draw is half a win.
    fn default() -> FeatureOptions {
        FeatureOptions {
            playout_doubling_advantage: 0.0,
            is_root: false,
            conservative_pass: false,
            passing_hacks: false,
            draw_equivalent_wins: 0.5,
            max_history: crate::HISTORY,
            pass_alive_suicide: false,
        }
    }
}

/// The inputs of a network for one position, from the view of the player to move, with the memory that making them needs.
///
/// Meant to be kept and filled again: [`Features::encode`] then allocates next to nothing.
#[derive(Clone)]
pub struct Features {
    size: BoardSize,
    planes: [[u32; MAX_LINES as usize]; PLANES],
    globals: [f32; GLOBALS],
    grid: Box<Grid>,
    ladders: Box<Memory>,
}

/// The board is larger than networks know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("networks know boards up to {MAX_LINES} lines, this one is {0}")]
pub struct BoardTooLarge(pub BoardSize);

impl Features {
    /// All zero, for a board of this size.
    ///
    /// # Errors
    /// When a side has more than 19 lines.
    pub fn new(size: BoardSize) -> Result<Features, BoardTooLarge> {
        if size.columns() > MAX_LINES || size.rows() > MAX_LINES {
            return Err(BoardTooLarge(size));
        }
        Ok(Features {
            size,
            planes: [[0; MAX_LINES as usize]; PLANES],
            globals: [0.0; GLOBALS],
            grid: Box::new(Grid::new()),
            ladders: Box::new(Memory::new()),
        })
    }

    /// Columns and rows of the board last encoded.
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// The 19 numbers.
    pub fn globals(&self) -> &[f32; GLOBALS] {
        &self.globals
    }

    /// A plane (0 to 21) as rows from the top: bit 0 is the leftmost column. Rows off the board are 0.
    pub fn plane(&self, plane: usize) -> &[u32; MAX_LINES as usize] {
        self.planes.get(plane).unwrap_or(&[0; MAX_LINES as usize])
    }

    /// All planes, as [`plane`](Features::plane) gives them.
    pub(crate) fn planes(&self) -> &[[u32; MAX_LINES as usize]; PLANES] {
        &self.planes
    }

    /// Whether a plane is set at a row and column, both from 0 at the top left.
    pub fn is_set(&self, plane: usize, row: usize, column: usize) -> bool {
        let bits = self.plane(plane).get(row).copied().unwrap_or(0);
        column < usize::from(MAX_LINES) && bits >> column & 1 == 1
    }

    /// Writes the planes one after the other, each row by row, as 0 and 1, after a symmetry: `out[plane][row][column]`.
    /// `out` holds 22 × columns × rows numbers; what is missing there is not written.
    pub fn write_planes(&self, symmetry: Symmetry, out: &mut [f32]) {
        let columns = usize::from(self.size.columns());
        let area = self.size.area();
        if symmetry.on(self.size) == Symmetry::IDENTITY {
            for (rows, out) in self.planes.iter().zip(out.chunks_exact_mut(area)) {
                for (&bits, out) in rows.iter().zip(out.chunks_exact_mut(columns)) {
                    for (column, value) in out.iter_mut().enumerate() {
                        *value = (bits >> column & 1) as f32;
                    }
                }
            }
            return;
        }
        let sources = symmetry.sources(self.size);
        for (rows, out) in self.planes.iter().zip(out.chunks_exact_mut(area)) {
            for (&source, value) in sources.iter().zip(out) {
                let (row, column) = (usize::from(source) / columns, usize::from(source) % columns);
                *value = (rows[row] >> column & 1) as f32;
            }
        }
    }
}

impl PartialEq for Features {
    /// Equal inputs; the memory is nobody's business.
    fn eq(&self, other: &Features) -> bool {
        self.size == other.size && self.planes == other.planes && self.globals == other.globals
    }
}

impl std::fmt::Debug for Features {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let set: Vec<u32> =
            self.planes.iter().map(|rows| rows.iter().map(|row| row.count_ones()).sum()).collect();
        f.debug_struct("Features")
            .field("size", &self.size)
            .field("set", &set)
            .field("globals", &self.globals)
            .finish_non_exhaustive()
    }
}
