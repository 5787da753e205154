use board::BoardSize;

use crate::{GLOBALS, META, Symmetry};

/// A position as a network is asked about it, from the view of the player to move.
#[derive(Clone, Copy, Debug)]
pub struct Input<'a> {
    /// Of the board, at most 19 × 19.
    pub size: BoardSize,
    /// For each point, row by row from the top left, the planes that are set there: bit 0 is plane 0. Bits from 22 on have
    /// no meaning.
    pub cells: &'a [u32],
    /// The global inputs.
    pub globals: &'a [f32; GLOBALS],
    /// How the board is turned while the network is asked; answers are turned back. Rectangles are turned too, as KataGo
    /// does when they lie in a square input; [`Symmetry::on`] is for those who want them only mirrored.
    pub symmetry: Symmetry,
    /// What is known about the players, for networks that take it; nothing counts as zeros.
    pub meta: Option<&'a [f32; META]>,
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
