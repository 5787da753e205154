//! The score, and whose the points are, as networks see them.

use board::{ByColor, Color, PointSet};
use rules::Score;

use super::area::{Area, Keep, area, independent_area};
use super::{Game, HandicapBonus, Scoring, Tax};

/// A count of stones or moves as points.
pub(super) fn whole(count: u32) -> Score {
    Score::points(i32::try_from(count).unwrap_or(i32::MAX))
}

impl Game {
    /// Points that belong to each side now, as the rules count them; empty in territory scoring before the second phase
    /// of the encore. Stones that nothing surrounds alive count as alive.
    pub fn area(&self) -> ByColor<PointSet> {
        self.area_with(self.rules.multi_stone_suicide).points
    }

    /// [`Game::area`] with the regions a group tax is paid for; `suicide` for the analysis of unconditional life.
    pub(crate) fn area_with(&self, suicide: bool) -> Area {
        let (board, stones, tax) = (&self.board, self.stones, self.rules.tax);
        match (self.rules.scoring, tax) {
            (Scoring::Area, Tax::None) => area(board, stones, suicide),
            (Scoring::Area, _) => {
                independent_area(board, stones, suicide, Keep { territory: false, stones: true })
            }
            (Scoring::Territory, _) if self.phase < 2 => Area::default(),
            (Scoring::Territory, _) => {
                let keep = Keep { territory: tax == Tax::None, stones: false };
                let mut area = independent_area(board, stones, suicide, keep);
                if let Some(start) = self.second_encore.as_deref() {
                    let taken = area.points.black | area.points.white;
                    for color in Color::BOTH {
                        area.points[color] |= (start[color] & stones[color]) - taken;
                    }
                }
                area
            }
        }
    }

    /// The score if the game ended here with this area: Black's less White's, komi included.
    pub(crate) fn score_with(&self, area: &Area) -> Score {
        let count = |points: PointSet| whole(u32::try_from(points.len()).unwrap_or(u32::MAX));
        let tax = match self.rules.tax {
            Tax::All => whole(2 * area.regions.black) - whole(2 * area.regions.white),
            Tax::None | Tax::Seki => Score::ZERO,
        };
        count(area.points.black) - count(area.points.white) - tax - self.white_points()
    }

    /// The final score in points, Black's less White's, komi included; `None` while the game goes on and when it has no
    /// result.
    pub fn score_if_finished(&self) -> Option<f32> {
        let ended = self.finished && !self.no_result;
        ended.then(|| self.score_now().to_f64() as f32)
    }

    /// The score if the game ended here and every stone on the board that nothing surrounds alive counted as alive:
    /// Black's less White's, komi included. In territory scoring it means something only in the second phase of the
    /// encore.
    pub fn score_now(&self) -> Score {
        self.score_with(&self.area_with(self.rules.multi_stone_suicide))
    }

    /// White's points for the handicap stones set up and, where it counts, for a run of black moves at the start.
    pub(super) fn handicap_points(&self) -> Score {
        let handicap = &self.handicap;
        let run = if self.opening_handicap && !handicap.two_white_turns { handicap.run } else { 0 };
        let stones = if handicap.white_set_up { 0 } else { handicap.set_up + run };
        match self.rules.handicap_bonus {
            _ if stones < 2 => Score::ZERO,
            HandicapBonus::Zero => Score::ZERO,
            HandicapBonus::N => whole(stones),
            HandicapBonus::NMinusOne => whole(stones - 1),
        }
    }
}
