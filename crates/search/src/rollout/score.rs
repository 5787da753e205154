//! What the end of a playout is worth under the rules of the game.

use board::Color;
use rules::{GameState, Ruleset, Scoring, Tax, Ties};

use crate::rollout::field::{BLACK, EMPTY, Field, WHITE, around, stone};
use crate::rollout::playout::area_margin;

/// Turns the board at the end of a playout into points, Black minus White.
///
/// Playouts fill everything, so they are counted by area. For territory rules the difference of the stones each side
/// has put on the board until the playout began is taken off: area less stones placed is territory plus prisoners, and
/// within a playout both sides are held to place alike. Where prisoners and eyes are counted otherwise (group tax,
/// stones alone), two points for each group are taken off.
#[derive(Clone, Debug)]
pub(crate) struct Scorer {
    /// Points that White has on top: komi, compensation, penalties, less the button.
    for_white: f32,
    territory: bool,
    group_tax: bool,
    tie: f32,
    /// Stones placed by Black less those by White before the root.
    placed: i32,
}

impl Scorer {
    pub(crate) fn new(root: &GameState) -> Scorer {
        let ruleset: &Ruleset = root.ruleset();
        let board = root.board();
        let prisoners = root.prisoners();
        let count = |color: Color| {
            i64::from(board.stone_count(color)) + i64::from(prisoners[color.opponent()])
        };
        let placed = i32::try_from(count(Color::Black) - count(Color::White)).unwrap_or(0);
        let penalties = root.penalties();
        let button = match root.first_pass() {
            Some(color) if ruleset.button => side(stone(color)) * 0.5,
            _ => 0.0,
        };
        let passes = root.pass_stones();
        let pass_stones = if ruleset.scoring == Scoring::Territory && ruleset.pass_stones {
            f64::from(passes[Color::Black]) - f64::from(passes[Color::White])
        } else {
            0.0
        };
        let for_white = root.komi().to_f64()
            + ruleset.compensation_for(root.handicap()).to_f64()
            + penalties[Color::Black].to_f64()
            - penalties[Color::White].to_f64()
            + pass_stones;
        #[expect(clippy::cast_possible_truncation, reason = "points fit well")]
        let for_white = for_white as f32 - button;
        Scorer {
            for_white,
            territory: ruleset.scoring == Scoring::Territory,
            group_tax: ruleset.scoring == Scoring::Stones || ruleset.tax == Tax::Group,
            tie: if ruleset.komi.ties == Ties::Black { 1.0 } else { 0.5 },
            placed,
        }
    }

    /// Points, Black minus White. `leaf_placed` and `leaf_to_move` are those of the field when the playout began.
    pub(crate) fn margin(
        &self,
        end: &Field,
        cells: &[u16],
        leaf_placed: i32,
        leaf_to_move: u8,
    ) -> f32 {
        #[expect(clippy::cast_precision_loss, reason = "small numbers")]
        let mut margin = area_margin(end, cells) as f32;
        if self.territory {
            // Who is to move gets the last neutral point half of the time, and it is worth nothing.
            #[expect(clippy::cast_precision_loss, reason = "small numbers")]
            let placed = (self.placed + leaf_placed) as f32;
            margin -= placed + 0.5 * side(leaf_to_move);
        }
        if self.group_tax {
            margin -= 2.0 * group_margin(end, cells);
        }
        margin - self.for_white
    }

    /// Black's share of a won point for a margin: 1, 0, or what a tie gives.
    pub(crate) fn win(&self, margin: f32) -> f32 {
        if margin > 0.25 {
            1.0
        } else if margin < -0.25 {
            0.0
        } else {
            self.tie
        }
    }
}

/// 1 for Black, −1 for White.
fn side(color: u8) -> f32 {
    if color == BLACK { 1.0 } else { -1.0 }
}

/// Groups of Black less groups of White at the end of a playout: chains joined through their eyes.
fn group_margin(end: &Field, cells: &[u16]) -> f32 {
    let mut seen = vec![false; crate::rollout::field::CELLS];
    let mut margin = 0.0;
    for &start in cells {
        let color = end.cell(start);
        if color == EMPTY || std::mem::replace(&mut seen[usize::from(start)], true) {
            continue;
        }
        margin += side(color);
        let mut stack = vec![start];
        while let Some(cell) = stack.pop() {
            for near in around(cell) {
                let joins =
                    matches!(end.cell(near), EMPTY | BLACK | WHITE) && end.owner(near) == color;
                if joins && !std::mem::replace(&mut seen[usize::from(near) & 1023], true) {
                    stack.push(near);
                }
            }
        }
    }
    margin
}

#[cfg(test)]
mod tests {
    use board::{Board, BoardSize, Move, Position};
    use rules::{Ruleset, Start};

    use super::*;
    use crate::rollout::field::cell_of;

    fn finished(ruleset: &str) -> (Scorer, Field, Vec<u16>) {
        let board = Board::from_rows(&["..XO.", "XXXOO", "...XO", "XXXXO", "OOOOO"]);
        let board = board.expect("a legal board");
        let size: BoardSize = board.size();
        let ruleset = Ruleset::find(ruleset).expect("a ruleset");
        let start = Start::on(ruleset, board.clone(), 0);
        let mut state = GameState::new(start);
        state.play(Move::Pass).expect("a pass is legal");
        let cells = size.points().map(cell_of).collect();
        (Scorer::new(&state), Field::new(&Position::new(board, Color::White)), cells)
    }

    #[test]
    fn area_and_territory_differ_by_stones_placed() {
        // Nine black stones, ten white ones; White is to move.
        let (area, end, cells) = finished("chinese");
        let on_board = area_margin(&end, &cells) as f32;
        assert_eq!(area.margin(&end, &cells, 0, WHITE), on_board - 7.5);
        let (territory, end, cells) = finished("japanese");
        assert_eq!(territory.margin(&end, &cells, 0, WHITE), on_board + 1.0 + 0.5 - 6.5);
    }

    #[test]
    fn groups_are_taxed_where_the_rules_say_so() {
        let (taxed, end, cells) = finished("mingqing");
        let on_board = area_margin(&end, &cells) as f32;
        // Two black groups (the space between them is still open) and a white one.
        assert_eq!(taxed.margin(&end, &cells, 0, WHITE), on_board - 2.0 - taxed.for_white);
    }
}
