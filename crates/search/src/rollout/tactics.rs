//! Reading within a few liberties: self-atari, liberties, ladders, nakade shapes.

use crate::rollout::field::{BORDER, EMPTY, Field, NONE, around, other};

/// Positions that one ladder may look at.
const LADDER_BUDGET: u32 = 120;

/// The first liberties of a chain.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Liberties {
    list: [u16; 4],
    count: usize,
}

impl Liberties {
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = u16> + use<> {
        self.list.into_iter().take(self.count)
    }

    fn add(&mut self, cell: u16) {
        if self.count < self.list.len() && !self.iter().any(|known| known == cell) {
            self.list[self.count] = cell;
            self.count += 1;
        }
    }
}

/// The liberties of the chain on this cell, at most `limit` (at most 4) of them.
pub(crate) fn liberties(field: &Field, cell: u16, limit: usize) -> Liberties {
    let mut found = Liberties::default();
    let mut walk = cell;
    loop {
        for near in around(walk) {
            if field.cell(near) == EMPTY {
                found.add(near);
                if found.count >= limit {
                    return found;
                }
            }
        }
        walk = field.next(walk);
        if walk == cell {
            return found;
        }
    }
}

/// What a stone put on a cell would belong to: how many stones, and whether it would have one liberty or fewer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Placed {
    /// Stones of the new chain.
    pub(crate) stones: u16,
    /// Whether it would be in atari (or dead).
    pub(crate) in_atari: bool,
}

/// Looks at the chain that a legal play would make. Liberties gained by taking two stones or more are enough to be
/// safe; a ko counts as an atari.
pub(crate) fn placed(field: &Field, cell: u16, color: u8) -> Placed {
    let mut only = NONE;
    let mut several = false;
    let mut note = |liberty: u16| {
        several |= only != NONE && only != liberty;
        only = liberty;
    };
    let mut stones = 1;
    let mut seen = [NONE; 4];
    let mut safe = false;
    for (i, near) in around(cell).into_iter().enumerate() {
        match field.cell(near) {
            EMPTY => note(near),
            BORDER => {}
            here => {
                let head = field.head(near);
                if seen.contains(&head) {
                    continue;
                }
                seen[i] = head;
                let chain = field.chain(near);
                if here == color {
                    stones += chain.stones;
                    if chain.only_liberty() == cell {
                        continue;
                    }
                    // Two liberties or more, this cell among them.
                    let liberties = liberties(field, near, 3);
                    liberties.iter().filter(|&liberty| liberty != cell).for_each(&mut note);
                } else if chain.only_liberty() == cell {
                    safe |= chain.stones > 1;
                    note(near);
                }
            }
        }
    }
    Placed { stones, in_atari: !several && !safe }
}

/// Whether a chain of this many stones in this shape, played inside an eye and taken, leaves an eye space that makes
/// only one eye when its vital point is played: up to three stones, or four and more in a clump.
pub(crate) fn is_nakade_shape(field: &Field, cell: u16, color: u8) -> bool {
    let mut cells = [NONE; 6];
    let mut count = 0;
    let mut add = |new: u16, count: &mut usize| {
        let full = *count >= cells.len();
        if !full {
            cells[*count] = new;
            *count += 1;
        }
        !full
    };
    add(cell, &mut count);
    let mut heads = [NONE; 4];
    for (i, near) in around(cell).into_iter().enumerate() {
        if field.cell(near) != color || heads.contains(&field.head(near)) {
            continue;
        }
        heads[i] = field.head(near);
        let mut walk = near;
        loop {
            if !add(walk, &mut count) {
                return false;
            }
            walk = field.next(walk);
            if walk == near {
                break;
            }
        }
    }
    let cells = &cells[..count];
    let degree = |cell: u16| around(cell).iter().filter(|near| cells.contains(near)).count();
    let edges: usize = cells.iter().map(|&c| degree(c)).sum::<usize>() / 2;
    let top = cells.iter().map(|&c| degree(c)).max().unwrap_or(0);
    match count {
        0..=3 => true,
        4 => edges == 4 || top == 3,
        5 => edges == 5 || top == 4,
        _ => top == 4 && edges >= 7,
    }
}

/// Whether the chain on this cell, which is in atari with its owner to move, gets away: by taking stones around it or
/// by running out. Exact for ladders within its budget; past it the chain is held to get away.
pub(crate) fn escapes(field: &Field, cell: u16) -> bool {
    let mut budget = LADDER_BUDGET;
    saved(field, cell, &mut budget)
}

/// Whether the side to move can take the chain on this cell, which has two liberties, in a ladder.
pub(crate) fn can_ladder(field: &Field, cell: u16) -> Option<u16> {
    let mut budget = LADDER_BUDGET;
    caught_by(field, cell, &mut budget)
}

fn saved(field: &Field, cell: u16, budget: &mut u32) -> bool {
    if *budget == 0 {
        return true;
    }
    *budget -= 1;
    let color = field.cell(cell);
    let liberty = field.chain(cell).only_liberty();
    if liberty == NONE {
        return true;
    }
    let mut moves = [NONE; 4];
    let mut count = 0;
    captures_beside(field, cell, |taking| {
        if count < 3 && taking != liberty {
            moves[count] = taking;
            count += 1;
        }
    });
    moves[count] = liberty;
    count += 1;
    for &mv in &moves[..count] {
        if !field.is_legal(mv, color) {
            continue;
        }
        let mut after = field.clone();
        after.to_move = color;
        after.play(mv);
        let free = liberties(&after, cell, 3).count();
        if free >= 3 || (free == 2 && caught_by(&after, cell, budget).is_none()) {
            return true;
        }
    }
    false
}

fn caught_by(field: &Field, cell: u16, budget: &mut u32) -> Option<u16> {
    let color = other(field.cell(cell));
    for mv in liberties(field, cell, 2).iter() {
        if *budget == 0 {
            return None;
        }
        if !field.is_legal(mv, color) || placed(field, mv, color).in_atari {
            continue;
        }
        let mut after = field.clone();
        after.to_move = color;
        after.play(mv);
        if after.cell(cell) == EMPTY || !saved(&after, cell, budget) {
            return Some(mv);
        }
    }
    None
}

/// The moves that take an opposing chain in atari beside the chain on this cell.
pub(crate) fn captures_beside(field: &Field, cell: u16, mut found: impl FnMut(u16)) {
    let enemy = other(field.cell(cell));
    let mut walk = cell;
    loop {
        for near in around(walk) {
            if field.cell(near) == enemy {
                let liberty = field.chain(near).only_liberty();
                if liberty != NONE {
                    found(liberty);
                }
            }
        }
        walk = field.next(walk);
        if walk == cell {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use board::{Board, Color, Coordinates, Position};

    use super::*;
    use crate::rollout::field::{BLACK, WHITE, cell_of};

    fn field(rows: &[&str], to_move: Color) -> Field {
        Field::new(&Position::new(Board::from_rows(rows).expect("a legal board"), to_move))
    }

    fn cell(field: &Field, text: &str) -> u16 {
        cell_of(Coordinates::Gtp.parse(text, field.size()).expect("a point"))
    }

    #[test]
    fn self_atari_is_seen() {
        let rows = ["..O..", ".OX..", "O.O..", ".....", "....."];
        let f = field(&rows, Color::Black);
        assert_eq!(placed(&f, cell(&f, "B3"), BLACK), Placed { stones: 1, in_atari: true });
        assert_eq!(placed(&f, cell(&f, "D4"), BLACK), Placed { stones: 2, in_atari: false });
        assert_eq!(placed(&f, cell(&f, "A5"), WHITE), Placed { stones: 1, in_atari: false });
        // A single stone taken gives one liberty; the chain it saves adds none here.
        let f = field(&[".XO", "XO.", "..."], Color::White);
        assert_eq!(placed(&f, cell(&f, "A3"), WHITE), Placed { stones: 1, in_atari: true });
    }

    #[test]
    fn ladders_are_read_to_the_edge_and_to_a_breaker() {
        let open = [
            ".........",
            ".........",
            ".........",
            "....O....",
            "...OX....",
            "...O.....",
            ".........",
            ".........",
            ".........",
        ];
        let f = field(&open, Color::White);
        let runner = cell(&f, "E5");
        assert!(can_ladder(&f, runner).is_some());
        let mut broken = open;
        broken[7] = "......X..";
        broken[8] = ".....X...";
        let g = field(&broken, Color::White);
        assert!(can_ladder(&g, runner).is_none());
        let mut black = f.clone();
        black.play(cell(&f, "F5"));
        assert_eq!(black.chain(runner).only_liberty(), cell(&f, "E4"));
        assert!(!escapes(&black, runner));
        let mut white = g.clone();
        white.play(cell(&g, "F5"));
        assert!(escapes(&white, runner));
    }

    #[test]
    fn nakade_shapes_are_known() {
        let shape = |rows: &[&str], at: &str| {
            let f = field(rows, Color::Black);
            is_nakade_shape(&f, cell(&f, at), BLACK)
        };
        assert!(shape(&["XX..", "....", "....", "...."], "C4"));
        assert!(!shape(&["XXX.", "....", "....", "...."], "D4"));
        assert!(shape(&["XX..", "X...", "....", "...."], "B3"));
        assert!(shape(&["XXX.", "....", "....", "...."], "B3"));
        assert!(shape(&["XXX.", "X...", "....", "...."], "B3"));
        assert!(!shape(&["XXXX", "X...", "....", "...."], "A2"));
    }
}
