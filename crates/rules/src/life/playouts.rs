use board::{Board, ByColor, Color, Point, PointMap, PointSet};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use super::field::{Cell, Content, Field};

/// Longest chain that may be thrown in to leave one liberty: the largest killing eye shape has six points.
const LONGEST_THROW_IN: u16 = 5;

/// How often a move is answered on the spot when there is something to save or to take; the rest keeps the playouts
/// from all erring alike.
const ANSWERED_PERCENT: usize = 80;

/// How often each point ended up whose, over many playouts.
#[derive(Clone, Debug)]
pub struct Ownership {
    counts: PointMap<ByColor<u32>>,
    playouts: u32,
}

impl Ownership {
    pub(super) fn none() -> Ownership {
        Ownership { counts: PointMap::new(ByColor::new(0, 0)), playouts: 0 }
    }

    /// Counts a finished game on the given points.
    pub(super) fn count(&mut self, game: &Game, points: &[Point]) {
        self.playouts += 1;
        for &point in points {
            if let Some(owner) = game.owner(point.index() as Cell) {
                self.counts[point][owner] += 1;
            }
        }
    }

    /// Share of the playouts in which the point ended as `color`'s, 0.0 to 1.0.
    pub fn share(&self, point: Point, color: Color) -> f32 {
        self.counts[point][color] as f32 / self.playouts.max(1) as f32
    }

    /// Mean over a set of the share of `color` minus the share of the opponent, -1.0 to 1.0; 0.0 for no point.
    pub fn mean(&self, points: &PointSet, color: Color) -> f32 {
        let sum: f32 = points
            .iter()
            .map(|point| self.share(point, color) - self.share(point, color.opponent()))
            .sum();
        sum / points.len().max(1) as f32
    }

    /// Number of playouts counted.
    pub fn playouts(&self) -> u32 {
        self.playouts
    }
}

/// Plays the position out `count` times, each side moving first in half of them, and counts whose each point is at
/// the end. The same seed gives the same result.
///
/// The policy is made for finished positions: it mostly answers ataris and takes what the last move left in atari, never fills
/// a one-point eye, and puts its own chain into atari only to throw in a killing shape, so that a seki stays.
pub fn ownership(board: &Board, count: u32, seed: u64) -> Ownership {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let start = Field::new(board, &board.size().all());
    let points: Vec<Point> = board.size().points().collect();
    let mut ownership = Ownership::none();
    for number in 0..count {
        let first = if number % 2 == 0 { Color::Black } else { Color::White };
        let mut game = Game::new(start.clone(), &mut rng);
        game.play_out(first, 3 * points.len());
        ownership.count(&game, &points);
    }
    ownership
}

/// A position being played out.
pub(super) struct Game<'a> {
    pub(super) field: Field,
    pub(super) last: Option<Cell>,
    pub(super) rng: &'a mut Xoshiro256PlusPlus,
    /// The moves played so far, passes left out.
    pub(super) moves: Vec<(Color, Cell)>,
}

impl<'a> Game<'a> {
    pub(super) fn new(field: Field, rng: &'a mut Xoshiro256PlusPlus) -> Game<'a> {
        Game { field, last: None, rng, moves: Vec::with_capacity(128) }
    }

    pub(super) fn play(&mut self, color: Color, cell: Cell) {
        self.field.play(color, cell);
        self.last = Some(cell);
        self.moves.push((color, cell));
    }

    pub(super) fn pass(&mut self) {
        self.field.lift_ko();
        self.last = None;
    }

    pub(super) fn play_out(&mut self, first: Color, limit: usize) {
        let mut color = first;
        let mut passes = 0;
        for _ in 0..limit {
            match self.choose(color) {
                Some(cell) => {
                    self.play(color, cell);
                    passes = 0;
                }
                None => {
                    self.pass();
                    passes += 1;
                    if passes == 2 {
                        return;
                    }
                }
            }
            color = color.opponent();
        }
    }

    /// Black's points minus White's among the given ones.
    pub(super) fn lead_of_black(&self, points: &[Point]) -> i32 {
        let owners = points.iter().filter_map(|point| self.owner(point.index() as Cell));
        owners.map(|owner| if owner == Color::Black { 1 } else { -1 }).sum()
    }

    /// When each side first played on each point.
    pub(super) fn first_played(&self) -> FirstPlayed {
        let mut first = FirstPlayed { when: [[u16::MAX; 1024]; 2] };
        for (index, &(color, cell)) in self.moves.iter().enumerate().rev() {
            first.when[color.index()][cell as usize % 1024] = index as u16;
        }
        first
    }

    fn choose(&mut self, color: Color) -> Option<Cell> {
        let answered = self.random_below(100) < ANSWERED_PERCENT;
        let answer = self.last.filter(|_| answered).and_then(|last| self.tactical(color, last));
        answer.or_else(|| self.random(color))
    }

    /// An answer to the last move: take it or a chain beside it, or save an own chain it put into atari.
    fn tactical(&mut self, color: Color, last: Cell) -> Option<Cell> {
        let own = Content::from(color);
        let taking =
            self.field.only_liberty(last).filter(|&liberty| self.field.is_legal(color, liberty));
        if taking.is_some() {
            return taking;
        }
        let turn = self.random_below(4);
        for step in 0..4 {
            let near = Field::neighbours(last)[(step + turn) % 4];
            if self.field.get(near) != own {
                continue;
            }
            let Some(liberty) = self.field.only_liberty(near) else { continue };
            if let Some(cell) = self.counter_capture(color, near) {
                return Some(cell);
            }
            if self.field.is_legal(color, liberty) && self.liberties_after(color, liberty, 2) >= 2 {
                return Some(liberty);
            }
        }
        None
    }

    /// The liberty of an opposing chain in atari that touches the own chain on `cell`.
    fn counter_capture(&self, color: Color, cell: Cell) -> Option<Cell> {
        let other = Content::from(color.opponent());
        self.field
            .chain(cell)
            .flat_map(Field::neighbours)
            .filter(|&near| self.field.get(near) == other)
            .filter_map(|near| self.field.only_liberty(near))
            .find(|&liberty| self.field.is_legal(color, liberty))
    }

    fn random(&mut self, color: Color) -> Option<Cell> {
        let mut order: [Cell; 640] = [0; 640];
        let empty = self.field.empty();
        let mut left = empty.len().min(order.len());
        order[..left].copy_from_slice(&empty[..left]);
        while left > 0 {
            let pick = self.random_below(left);
            let cell = order[pick];
            if self.is_sensible(color, cell) {
                return Some(cell);
            }
            left -= 1;
            order[pick] = order[left];
        }
        None
    }

    pub(super) fn is_sensible(&self, color: Color, cell: Cell) -> bool {
        self.field.is_legal(color, cell)
            && !self.is_own_eye(color, cell)
            && !self.is_bad_self_atari(color, cell)
    }

    /// Own stones and edges on all four sides, and too few opposing stones on the diagonals to break the eye.
    pub(super) fn is_own_eye(&self, color: Color, cell: Cell) -> bool {
        let own = Content::from(color);
        let other = Content::from(color.opponent());
        if Field::neighbours(cell)
            .iter()
            .any(|&near| self.field.get(near) != own && self.field.get(near) != Content::Border)
        {
            return false;
        }
        let diagonals = Field::diagonals(cell).map(|at| self.field.get(at));
        let broken = diagonals.iter().filter(|&&content| content == other).count();
        broken + usize::from(diagonals.contains(&Content::Border)) < 2
    }

    fn is_bad_self_atari(&self, color: Color, cell: Cell) -> bool {
        if Field::neighbours(cell)
            .iter()
            .filter(|&&near| self.field.get(near) == Content::Empty)
            .count()
            >= 2
        {
            return false;
        }
        if self.liberties_after(color, cell, 2) >= 2 {
            return false;
        }
        let own = Content::from(color);
        let other = Content::from(color.opponent());
        let mut chain = vec![cell];
        for near in Field::neighbours(cell) {
            if self.field.get(near) == other && self.field.only_liberty(near).is_some() {
                return false;
            }
            if self.field.get(near) == own && !chain.contains(&near) {
                if self.field.chain_len(near) + chain.len() as u16 > LONGEST_THROW_IN {
                    return true;
                }
                chain.extend(self.field.chain(near));
            }
        }
        !is_killing_shape(&chain)
    }

    /// Liberties of the chain that a stone on `cell` would belong to, counted up to `limit`; captures only add the
    /// points next to the stone itself.
    fn liberties_after(&self, color: Color, cell: Cell, limit: usize) -> usize {
        let own = Content::from(color);
        let other = Content::from(color.opponent());
        let mut found: [Cell; 4] = [0; 4];
        let mut count = 0;
        let mut add = |at: Cell| {
            if at != cell && !found[..count].contains(&at) && count < 4 {
                found[count] = at;
                count += 1;
            }
            count
        };
        for near in Field::neighbours(cell) {
            let content = self.field.get(near);
            let is_liberty = content == Content::Empty
                || content == other && self.field.only_liberty(near) == Some(cell);
            if is_liberty && add(near) >= limit {
                return limit;
            }
        }
        for near in Field::neighbours(cell).into_iter().filter(|&near| self.field.get(near) == own)
        {
            if self.field.only_liberty(near).is_some() {
                continue;
            }
            for at in self.field.chain(near).flat_map(Field::neighbours) {
                if self.field.get(at) == Content::Empty && add(at) >= limit {
                    return limit;
                }
            }
        }
        count
    }

    /// Whose the cell is at the end: its stone's, or that of the only colour beside an empty cell.
    pub(super) fn owner(&self, cell: Cell) -> Option<Color> {
        match self.field.get(cell) {
            Content::Black => Some(Color::Black),
            Content::White => Some(Color::White),
            Content::Border => None,
            Content::Empty => {
                let touches = |content| {
                    Field::neighbours(cell).iter().any(|&near| self.field.get(near) == content)
                };
                match (touches(Content::Black), touches(Content::White)) {
                    (true, false) => Some(Color::Black),
                    (false, true) => Some(Color::White),
                    _ => None,
                }
            }
        }
    }

    /// A number below `bound`, which is small.
    pub(super) fn random_below(&mut self, bound: usize) -> usize {
        (((self.rng.next_u64() >> 32) * bound as u64) >> 32) as usize
    }
}

/// For each side and point the number of stones played before it was first played there.
pub(super) struct FirstPlayed {
    when: [[u16; 1024]; 2],
}

impl FirstPlayed {
    pub(super) fn get(&self, color: Color, cell: Cell) -> Option<usize> {
        let when = self.when[color.index()][cell as usize % 1024];
        (when != u16::MAX).then_some(when.into())
    }
}

/// Whether stones of this shape, once taken, leave an eye space in which the taker gets at most one eye when the
/// other side moves first: any two or three points, the square and T of four, the bulky and crossed five.
fn is_killing_shape(chain: &[Cell]) -> bool {
    let degree =
        |cell: &Cell| chain.iter().filter(|at| Field::neighbours(*cell).contains(at)).count();
    let mut degrees: Vec<usize> = chain.iter().map(degree).collect();
    degrees.sort_unstable();
    matches!(
        degrees.as_slice(),
        [0] | [1, 1] | [1, 1, 2] | [2, 2, 2, 2] | [1, 1, 1, 3] | [1, 2, 2, 2, 3] | [1, 1, 1, 1, 4]
    )
}
