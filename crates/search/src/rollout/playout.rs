//! A playout with a little sense: answers to the last move first, then anything that is not foolish.
//!
//! In order: take or save chains in atari at the last move; after stones were taken, the vital point of the space they
//! leave; an urgent 3×3 shape around the last two moves; otherwise a random legal point that fills no own eye and is
//! no bad self-atari. After Gelly et al. (2006) and the survey of C. Browne et al. (2012), section 6.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::Rng;

use crate::rollout::field::{BLACK, CELLS, EMPTY, Field, NONE, ROW, around, diagonals, other};
use crate::rollout::patterns::{Table, is_urgent};
use crate::rollout::tactics::{captures_beside, is_nakade_shape, placed};

/// How often each part of the policy is asked, in 256ths. Source of the numbers: tried in matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayoutParams {
    /// Chains in atari at the last move.
    pub atari: u8,
    /// The vital point of a space just emptied.
    pub nakade: u8,
    /// Urgent shapes around the last two moves.
    pub shape: u8,
    /// A random self-atari of two stones or more that can't be a nakade is thrown away this often.
    pub reject_self_atari: u8,
    /// Any other random self-atari is thrown away this often.
    pub reject_throw_in: u8,
}

impl Default for PlayoutParams {
    fn default() -> Self {
        PlayoutParams {
            atari: 240,
            nakade: 250,
            shape: 240,
            reject_self_atari: 250,
            reject_throw_in: 128,
        }
    }
}

/// Who was the first to play on each cell: 0 nobody, else the colour.
pub(crate) type FirstPlays = [u8; CELLS];

/// What playouts need besides the field.
#[derive(Clone)]
pub(crate) struct Playouts {
    params: PlayoutParams,
    shapes: Table,
    pub(crate) random: Xoshiro256PlusPlus,
}

/// A few candidates; more than it holds are dropped.
struct Candidates {
    list: [u16; 24],
    count: usize,
}

impl Candidates {
    fn new() -> Candidates {
        Candidates { list: [NONE; 24], count: 0 }
    }

    fn add(&mut self, cell: u16) {
        if self.count < self.list.len() {
            self.list[self.count] = cell;
            self.count += 1;
        }
    }
}

impl Playouts {
    pub(crate) fn new(params: PlayoutParams, random: Xoshiro256PlusPlus) -> Playouts {
        Playouts { params, shapes: Table::new(), random }
    }

    /// Plays to the end: two passes, or three moves per point where a long cycle doesn't end.
    pub(crate) fn run(&mut self, field: &mut Field, first: &mut FirstPlays) {
        let limit = 3 * field.size().area() + 2;
        let mut passes = 0;
        for _ in 0..limit {
            match self.choose(field) {
                Some(cell) => {
                    passes = 0;
                    let slot = &mut first[usize::from(cell) & (CELLS - 1)];
                    if *slot == 0 {
                        *slot = field.to_move;
                    }
                    field.play(cell);
                }
                None => {
                    field.pass();
                    passes += 1;
                    if passes == 2 {
                        return;
                    }
                }
            }
        }
    }

    #[inline(always)]
    fn roll(&mut self, chance: u8) -> bool {
        (self.random.next_u32() >> 24) as u8 <= chance.wrapping_sub(1) && chance > 0
    }

    /// A number below `n`.
    #[inline(always)]
    fn below(&mut self, n: usize) -> usize {
        ((u64::from(self.random.next_u32()) * n as u64) >> 32) as usize
    }

    fn pick(&mut self, candidates: &Candidates) -> Option<u16> {
        if candidates.count == 0 {
            return None;
        }
        let i = self.below(candidates.count);
        candidates.list.get(i).copied()
    }

    fn choose(&mut self, field: &mut Field) -> Option<u16> {
        if field.last != NONE {
            if self.roll(self.params.atari)
                && let Some(cell) = self.answer_atari(field)
            {
                return Some(cell);
            }
            if field.captured >= 3
                && self.roll(self.params.nakade)
                && let Some(cell) = vital_point(field)
            {
                return Some(cell);
            }
            if self.roll(self.params.shape)
                && let Some(cell) = self.urgent_shape(field)
            {
                return Some(cell);
            }
        }
        self.anything(field)
    }

    /// Takes the chain just played if it is in atari, or saves own chains beside it that are.
    fn answer_atari(&mut self, field: &Field) -> Option<u16> {
        let (color, last) = (field.to_move, field.last);
        let mut found = Candidates::new();
        let taking = field.chain(last).only_liberty();
        if field.cell(last) == other(color) && taking != NONE && field.is_legal(taking, color) {
            found.add(taking);
        }
        let mut heads = [NONE; 4];
        for (i, near) in around(last).into_iter().enumerate() {
            if field.cell(near) != color || heads.contains(&field.head(near)) {
                continue;
            }
            heads[i] = field.head(near);
            let liberty = field.chain(near).only_liberty();
            if liberty == NONE {
                continue;
            }
            captures_beside(field, near, |taking| {
                if field.is_legal(taking, color) {
                    found.add(taking);
                }
            });
            if field.is_legal(liberty, color) && !placed(field, liberty, color).in_atari {
                found.add(liberty);
            }
        }
        self.pick(&found)
    }

    /// An urgent shape around the last two moves.
    fn urgent_shape(&mut self, field: &Field) -> Option<u16> {
        let mut found = Candidates::new();
        for center in [field.last, field.before_last] {
            if center == NONE {
                continue;
            }
            for cell in around(center).into_iter().chain(diagonals(center)) {
                if field.cell(cell) == EMPTY && is_urgent(&self.shapes, field, cell) {
                    found.add(cell);
                }
            }
        }
        let color = field.to_move;
        while found.count > 0 {
            let i = self.below(found.count);
            let cell = found.list[i];
            if field.is_legal(cell, color) && !placed(field, cell, color).in_atari {
                return Some(cell);
            }
            found.count -= 1;
            found.list[i] = found.list[found.count];
        }
        None
    }

    /// Uniform among the points that pass; those that fail are moved behind the ones still to try.
    fn anything(&mut self, field: &mut Field) -> Option<u16> {
        let mut untried = field.empty_count();
        while untried > 0 {
            let place = ((u64::from(self.random.next_u32()) * u64::from(untried)) >> 32) as u16;
            let cell = field.empty_at(place);
            if self.is_sensible(field, cell) {
                return Some(cell);
            }
            untried -= 1;
            field.swap_empty(place, untried);
        }
        None
    }

    #[inline]
    fn is_sensible(&mut self, field: &Field, cell: u16) -> bool {
        let color = field.to_move;
        let empty = around(cell).iter().filter(|&&near| field.cell(near) == EMPTY).count();
        if empty >= 2 {
            return true;
        }
        if field.is_eye(cell, color) || !field.is_legal(cell, color) {
            return false;
        }
        let placed = placed(field, cell, color);
        if !placed.in_atari {
            return true;
        }
        let hopeless = placed.stones > 1 && !is_nakade_shape(field, cell, color);
        let chance =
            if hopeless { self.params.reject_self_atari } else { self.params.reject_throw_in };
        !self.roll(chance)
    }
}

/// The point in the space that the last move emptied, three to six points in a clump, where one stone prevents two eyes.
fn vital_point(field: &Field) -> Option<u16> {
    if field.captured > 6 {
        return None;
    }
    let start = around(field.last).into_iter().find(|&near| field.cell(near) == EMPTY)?;
    let mut space = [NONE; 7];
    let mut count = 1;
    space[0] = start;
    let mut done = 0;
    while done < count {
        for near in around(space[done]) {
            if field.cell(near) == field.to_move {
                return None;
            }
            if field.cell(near) == EMPTY && !space[..count].contains(&near) {
                if count == 6 {
                    return None;
                }
                space[count] = near;
                count += 1;
            }
        }
        done += 1;
    }
    let space = &space[..count];
    let degree = |cell: u16| around(cell).iter().filter(|near| space.contains(near)).count();
    let vital = space.iter().copied().max_by_key(|&cell| degree(cell))?;
    let edges: usize = space.iter().map(|&cell| degree(cell)).sum::<usize>() / 2;
    let one_vital_point = match count {
        3 => true,
        4 => degree(vital) == 3,
        5 => degree(vital) == 4 || edges == 5,
        6 => degree(vital) == 4 && edges >= 6,
        _ => false,
    };
    (one_vital_point && field.is_legal(vital, field.to_move)).then_some(vital)
}

/// Clears as much of the map as a board of these rows uses.
pub(crate) fn clear(first: &mut FirstPlays, rows: u8) {
    let used = (usize::from(rows) + 2) * usize::from(ROW);
    first[..used.min(CELLS)].fill(0);
}

/// Area of Black less that of White when play has ended.
pub(crate) fn area_margin(field: &Field, cells: &[u16]) -> i32 {
    cells
        .iter()
        .map(|&cell| match field.owner(cell) {
            BLACK => 1,
            2 => -1,
            _ => 0,
        })
        .sum()
}

#[cfg(test)]
mod tests {
    use board::{Board, BoardSize, Color, Coordinates, Position};
    use rand_xoshiro::rand_core::SeedableRng;

    use super::*;
    use crate::rollout::field::{cell_of, point_of};

    fn playouts(seed: u64) -> Playouts {
        Playouts::new(PlayoutParams::default(), Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// Every move of a playout is legal under basic ko and fills no eye; the end has no point left to play.
    #[test]
    fn playouts_are_legal_on_every_kind_of_board() {
        for (columns, rows) in [(1, 1), (1, 2), (2, 2), (3, 5), (9, 9), (19, 19), (25, 3)] {
            let size = BoardSize::new(columns, rows).expect("a legal size");
            for seed in 0..10 {
                let mut position = Position::new(Board::new(size), Color::Black);
                let mut field = Field::new(&position);
                let mut playouts = playouts(seed);
                let mut passes = 0;
                for _ in 0..3 * size.area() {
                    let color = field.to_move;
                    let Some(cell) = playouts.choose(&mut field) else {
                        passes += 1;
                        position.play(board::Move::Pass).expect("a pass is legal");
                        field.pass();
                        if passes == 2 {
                            break;
                        }
                        continue;
                    };
                    passes = 0;
                    let point = point_of(cell).expect("a point");
                    assert!(
                        !field.is_eye(cell, color)
                            || position.board.is_capture(position.to_move, point)
                    );
                    position.play(board::Move::Play(point)).expect("a legal move");
                    field.play(cell);
                }
            }
        }
    }

    #[test]
    fn a_chain_that_plays_into_atari_is_taken() {
        let board = Board::from_rows(&[".X...", ".....", ".....", ".....", "....."]);
        let mut field = Field::new(&Position::new(board.expect("a legal board"), Color::White));
        let cell = |text| {
            let size = BoardSize::square(5).expect("a legal size");
            cell_of(Coordinates::Gtp.parse(text, size).expect("a point"))
        };
        field.play(cell("A5"));
        for seed in 0..50 {
            let mut playouts = playouts(seed);
            playouts.params.atari = 255;
            // One roll in 256 asks nobody.
            let answer = playouts.answer_atari(&field);
            assert_eq!(answer, Some(cell("A4")));
        }
    }

    #[test]
    fn the_vital_point_of_a_space_just_emptied_is_found() {
        // White takes three stones; the space they leave has its vital point in the middle.
        let board = Board::from_rows(&[".XXXO", "OOOOO", ".....", ".....", "....."]);
        let mut field = Field::new(&Position::new(board.expect("a legal board"), Color::White));
        let size = field.size();
        let cell = |text| cell_of(Coordinates::Gtp.parse(text, size).expect("a point"));
        field.play(cell("A5"));
        assert_eq!(field.captured, 3);
        assert_eq!(vital_point(&field), Some(cell("C5")));
    }
}
