//! How the inputs are made. The numbers of planes and globals are those of version 7.

use board::{Color, Move, Point, PointSet};

use super::bits::{Bits, cell};
use super::ladder::Ladders;
use super::{BoardTooLarge, FeatureOptions, Features};
use crate::game::area::Area;
use crate::game::{Game, KoRule, Scoring, Snapshot, Tax};
use crate::{GLOBALS, HISTORY, MAX_LINES, PLANES};

impl Features {
    /// Shows `game` to networks: replaces what these features held.
    ///
    /// # Errors
    /// When a side of the board has more than 19 lines; the features are then unchanged.
    pub fn encode(
        game: &Game,
        options: &FeatureOptions,
        out: &mut Features,
    ) -> Result<(), BoardTooLarge> {
        let size = game.size();
        if size.columns() > MAX_LINES || size.rows() > MAX_LINES {
            return Err(BoardTooLarge(size));
        }
        out.size = size;
        out.planes = [[0; MAX_LINES as usize]; PLANES];
        out.globals = [0.0; GLOBALS];
        let suicide = game.rules().multi_stone_suicide || options.pass_alive_suicide;
        let area = game.area_with(suicide);
        let komi = own_komi(game, options);
        let shown = ShownHistory::of(game, options, &area, komi);
        out.stones(game, &area);
        let moves = out.moves(game, shown.turns);
        out.liberties(game, moves);
        out.numbers(game, options, komi);
        out.globals[14] = flag(game.pass_ends_phase() && !shown.pass_hidden);
        Ok(())
    }

    fn set(&mut self, plane: usize, points: &PointSet) {
        for (row, bits) in (1..).zip(&mut self.planes[plane]) {
            *bits |= points.row(row) >> 1;
        }
    }

    fn set_point(&mut self, plane: usize, point: Point) {
        if let Some(bits) = self.planes[plane].get_mut(usize::from(point.row()) - 1) {
            *bits |= 1 << (point.column() - 1);
        }
    }

    fn set_bits(&mut self, plane: usize, cells: &Bits) {
        for (row, bits) in self.planes[plane].iter_mut().enumerate() {
            *bits |= cells.row(row);
        }
    }

    /// Planes 0 to 2 and 6, 7, 18 to 21: stones, bans, areas, the start of the second encore.
    fn stones(&mut self, game: &Game, area: &Area) {
        let own = game.to_move();
        let other = own.opponent();
        self.set(0, &game.size().all());
        self.set(1, &game.stones()[own]);
        self.set(2, &game.stones()[other]);
        if let Some(ko) = game.ko() {
            self.set_point(6, ko);
        }
        self.set(6, &game.repetition_bans());
        self.set(7, &game.recapture_blocked());
        self.set(18, &area.points[own]);
        self.set(19, &area.points[other]);
        if let Some(start) = game.second_encore_stones() {
            self.set(20, &start[own]);
            self.set(21, &start[other]);
        }
    }

    /// Planes 9 to 13 and numbers 0 to 4: the latest moves, as long as the players alternate. Returns how many.
    fn moves(&mut self, game: &Game, most: usize) -> usize {
        let mut expected = game.to_move().opponent();
        let mut shown = 0;
        for (age, turn) in game.last_moves().iter().take(most.min(HISTORY)).enumerate() {
            if turn.by != expected {
                break;
            }
            match turn.mv {
                Move::Play(point) => self.set_point(9 + age, point),
                Move::Pass => self.globals[age] = 1.0,
            }
            expected = expected.opponent();
            shown = age + 1;
        }
        shown
    }

    /// Planes 3 to 5 and 14 to 17: liberties and ladders, now and one and two moves ago.
    fn liberties(&mut self, game: &Game, moves: usize) {
        let board = game.snapshot();
        self.set_grid(game, &board);
        let mut few = [Bits::EMPTY; 3];
        for chain in self.grid.chains() {
            if let Some(stones) = few.get_mut(chain.liberties.up_to(4).wrapping_sub(1)) {
                *stones |= chain.stones;
            }
        }
        for (plane, stones) in (3..).zip(&few) {
            self.set_bits(plane, stones);
        }
        let now = self.ladders.find(game.size(), &board).unwrap_or_else(|| self.read(game, board));
        self.set_bits(14, &now.caught);
        self.set_bits(17, &now.starts[game.to_move().opponent().index()]);
        let mut caught = now.caught;
        for age in 1..=2 {
            if moves >= age {
                let then = game.snapshot_before(age);
                caught = match self.ladders.find(game.size(), &then) {
                    Some(known) => known.caught,
                    None => {
                        self.set_grid(game, &then);
                        self.read(game, then).caught
                    }
                };
            }
            self.set_bits(14 + age, &caught);
        }
    }

    fn set_grid(&mut self, game: &Game, board: &Snapshot) {
        let ko = board.ko.map(|ko| cell(usize::from(ko.row()) - 1, usize::from(ko.column()) - 1));
        self.grid.set(game.size(), &board.stones, ko);
    }

    /// Reads the board that was just set.
    fn read(&mut self, game: &Game, board: Snapshot) -> Ladders {
        let ladders = self.ladders.read(game.size(), &mut self.grid);
        self.ladders.keep(game.size(), board, ladders);
        ladders
    }

    /// Numbers 5 to 18 but for 14: komi and rules.
    fn numbers(&mut self, game: &Game, options: &FeatureOptions, komi: f64) {
        let rules = game.rules();
        let limit = game.size().area() as f64 + 20.0;
        let komi = komi.clamp(-limit, limit);
        let ko = match rules.ko {
            KoRule::Simple => [0.0, 0.0],
            KoRule::Positional | KoRule::Spight => [1.0, 0.5],
            KoRule::Situational => [1.0, -0.5],
        };
        let advantage = options.playout_doubling_advantage;
        let counts_area = rules.scoring == Scoring::Area || game.encore_phase() >= 2;
        let g = &mut self.globals;
        g[5] = (komi / 20.0) as f32;
        g[6..8].copy_from_slice(&ko);
        g[8] = flag(rules.multi_stone_suicide);
        g[9] = flag(rules.scoring == Scoring::Territory);
        g[10] = flag(rules.tax != Tax::None);
        g[11] = flag(rules.tax == Tax::All);
        g[12] = flag(game.encore_phase() >= 1);
        g[13] = flag(game.encore_phase() >= 2);
        if advantage != 0.0 {
            g[15] = 1.0;
            g[16] = 0.5 * advantage;
        }
        g[17] = flag(game.has_button());
        g[18] = if counts_area { wave(komi, game.size().area()) as f32 } else { 0.0 };
    }
}

fn flag(value: bool) -> f32 {
    if value { 1.0 } else { 0.0 }
}

/// What the player to move receives, in points; a draw counts as the options say.
fn own_komi(game: &Game, options: &FeatureOptions) -> f64 {
    let can_draw = game.komi().is_whole() != game.rules().button;
    let adjusted = if can_draw { options.draw_equivalent_wins - 0.5 } else { 0.0 };
    let white = game.white_points().to_f64() + adjusted;
    match game.to_move() {
        Color::White => white,
        Color::Black => -white,
    }
}

/// How near komi is to one that area counting tells from the next: a triangle wave of period 2.
fn wave(komi: f64, area: usize) -> f64 {
    let floor = match area % 2 {
        0 => (komi / 2.0).floor() * 2.0,
        _ => ((komi - 1.0) / 2.0).floor() * 2.0 + 1.0,
    };
    match (komi - floor).clamp(0.0, 2.0) {
        d if d < 0.5 => d,
        d if d < 1.5 => 1.0 - d,
        d => d - 2.0,
    }
}

/// How much of the latest moves is shown.
struct ShownHistory {
    turns: usize,
    /// Whether it is kept from the network that a pass would end the game.
    pass_hidden: bool,
}

impl ShownHistory {
    fn of(game: &Game, options: &FeatureOptions, area: &Area, own_komi: f64) -> ShownHistory {
        let hidden = game.pass_ends_game()
            && ((options.conservative_pass && options.is_root)
                || game.pass_is_friendly()
                || (options.passing_hacks && !would_win(game, area, own_komi)));
        let most = match () {
            () if hidden => 0,
            () if game.is_finished() || game.is_past_end() => 1,
            () => HISTORY,
        };
        let turns = most.min(options.max_history).min(game.valid_turns());
        ShownHistory { turns, pass_hidden: hidden }
    }
}

/// Whether the player to move would win if the game ended here.
fn would_win(game: &Game, area: &Area, own_komi: f64) -> bool {
    let on_board = (game.score_with(area) + game.white_points()).to_f64();
    let own = if game.to_move() == Color::Black { on_board } else { -on_board };
    own + own_komi > 0.0
}
