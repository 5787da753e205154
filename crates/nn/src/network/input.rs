use board::BoardSize;

use crate::{Features, GLOBALS, MAX_LINES, META, PLANES, Symmetry};

/// A position as a network is asked about it, from the view of the player to move.
#[derive(Clone, Copy, Debug)]
pub struct Input<'a> {
    /// Of the board, at most 19 × 19.
    pub size: BoardSize,
    /// Of each plane the rows from the top: bit 0 is the leftmost column. What is off the board has no meaning.
    pub planes: &'a [[u32; MAX_LINES as usize]; PLANES],
    /// The global inputs.
    pub globals: &'a [f32; GLOBALS],
    /// How the board is turned while the network is asked; answers are turned back. Rectangles are turned too, as KataGo
    /// does when they lie in a square input; [`Symmetry::on`] is for those who want them only mirrored.
    pub symmetry: Symmetry,
    /// What is known about the players, for networks that take it; nothing counts as zeros.
    pub meta: Option<&'a [f32; META]>,
}

impl<'a> Input<'a> {
    /// A position as features show it.
    pub fn new(features: &'a Features, symmetry: Symmetry) -> Input<'a> {
        Input {
            size: features.size(),
            planes: features.planes(),
            globals: features.globals(),
            symmetry,
            meta: None,
        }
    }

    /// For each point, row by row from the top left, the planes that are set there: bit 0 is plane 0.
    pub(super) fn cells(&self, cells: &mut Vec<u32>) {
        let columns = usize::from(self.size.columns());
        cells.clear();
        cells.resize(self.size.area(), 0);
        for (plane, rows) in self.planes.iter().enumerate() {
            for (cells, &bits) in cells.chunks_exact_mut(columns).zip(rows) {
                let mut bits = bits & ((1 << columns) - 1);
                while bits != 0 {
                    cells[bits.trailing_zeros() as usize] |= 1 << plane;
                    bits &= bits - 1;
                }
            }
        }
    }
}

/// The size of a board after a symmetry.
pub(super) fn turned(symmetry: Symmetry, size: BoardSize) -> BoardSize {
    symmetry.to_board().size(size)
}

/// Calls `f` with the index of each point after a symmetry and that of the point it came from on a board of `size`
/// (see [`Symmetry::sources`], which this is without its memory, and for turned rectangles as well).
pub(super) fn for_each_source(
    symmetry: Symmetry,
    size: BoardSize,
    mut f: impl FnMut(usize, usize),
) {
    let bits = symmetry.number();
    let (columns, rows) = (usize::from(size.columns()), usize::from(size.rows()));
    let after = turned(symmetry, size);
    let mut index = 0;
    for row in 0..usize::from(after.rows()) {
        for column in 0..usize::from(after.columns()) {
            let (mut y, mut x) = if bits & 4 == 0 { (row, column) } else { (column, row) };
            if bits & 2 != 0 {
                x = columns - 1 - x;
            }
            if bits & 1 != 0 {
                y = rows - 1 - y;
            }
            f(index, y * columns + x);
            index += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_are_those_of_the_symmetry() {
        for (columns, rows) in [(1, 1), (5, 5), (7, 4), (3, 9)] {
            let size = BoardSize::new(columns, rows).unwrap();
            for symmetry in Symmetry::ALL.into_iter().map(|symmetry| symmetry.on(size)) {
                let mut sources = vec![u16::MAX; size.area()];
                for_each_source(symmetry, size, |after, before| sources[after] = before as u16);
                assert_eq!(sources, symmetry.sources(size));
            }
        }
    }

    #[test]
    fn rectangles_are_turned_as_the_board_turns_them() {
        let size = BoardSize::new(4, 3).unwrap();
        let points: Vec<_> = size.points().collect();
        for symmetry in Symmetry::ALL {
            let after: Vec<_> = turned(symmetry, size).points().collect();
            for_each_source(symmetry, size, |to, from| {
                assert_eq!(symmetry.to_board().apply(points[from], size), after[to]);
            });
        }
    }
}
