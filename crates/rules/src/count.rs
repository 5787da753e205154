//! Counting a finished position: [`count`] and its working, [`Count`].
//!
//! Every amount is exact. The working is a list of [`Line`]s that render in both languages and in 子 or points.

mod line;
mod owners;

use board::{Board, ByColor, Color, Coordinates, Point, PointSet};
use thiserror::Error;

use crate::outcome::Outcome;
use crate::ruleset::{Removal, Ruleset, Scoring, SharedPoints, Tax, Ties, Unit};
use crate::score::{Score, Zi};
use crate::text::Lang;

pub use line::Line;
pub use owners::Owners;

/// What a count reckons with besides the stones and the rules.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Terms {
    /// Komi in points for White; negative is reverse komi.
    pub komi: Score,
    /// Number of handicap stones; 0 and 1 bring no compensation.
    pub handicap: u32,
    /// Every dead stone.
    pub dead: PointSet,
    /// One or more points of each chain in seki; an empty point stands for the surrounded points around it.
    pub seki: PointSet,
    /// Empty points that are no territory because their owner must still fill them once the neutral points are taken;
    /// they matter in Japanese and Korean counting alone. See [`crate::life::false_territory`].
    pub fill: PointSet,
    /// Stones taken in play, by who holds them; dead stones are not among them.
    pub prisoners: ByColor<u32>,
    /// Pass stones handed over, by who gave them, White's extra last one included.
    pub passes: ByColor<u32>,
    /// Who passed first of the passes that ended play; under button rules, who took the button.
    pub first_pass: Option<Color>,
    /// Points each side forfeits by rulings or time penalties.
    pub penalties: ByColor<Score>,
}

/// Why a position can't be counted with these marks.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CountError {
    /// A dead mark is not on a stone.
    #[error("no stone at {} to mark dead; mark stones, one by one or a point of the chain", Coordinates::Gtp.format(*.point, *.size))]
    DeadMarkOnEmpty {
        /// The mark.
        point: Point,
        /// The board's size.
        size: board::BoardSize,
    },
    /// A mark is off the board.
    #[error("mark {point:?} is off the {size} board")]
    OffBoard {
        /// The mark.
        point: Point,
        /// The board's size.
        size: board::BoardSize,
    },
}

impl CountError {
    /// The reason in words, with the mark as `coordinates` write it.
    pub fn describe(&self, lang: Lang, coordinates: Coordinates) -> String {
        match (lang, self) {
            (Lang::Zh, CountError::DeadMarkOnEmpty { point, size }) => {
                format!("{} 没有棋子可标为死子；请标记棋子", coordinates.format(*point, *size))
            }
            (Lang::En, CountError::DeadMarkOnEmpty { point, size }) => {
                format!(
                    "no stone at {} to mark dead; mark stones",
                    coordinates.format(*point, *size)
                )
            }
            (Lang::Zh, CountError::OffBoard { point, size }) => {
                format!("第 {} 列第 {} 行超出 {size} 棋盘", point.column(), point.row())
            }
            (Lang::En, CountError::OffBoard { point, size }) => {
                format!("column {}, row {} is off the {size} board", point.column(), point.row())
            }
        }
    }
}

/// One side's part of the count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Side {
    /// Living stones on the board.
    pub stones: u32,
    /// Empty points that only this side surrounds, those of the opponent's dead stones included.
    pub surrounded: u32,
    /// Of these, points that don't count because they are eyes in seki.
    pub seki_eyes: u32,
    /// Of these, points that don't count because they must still be filled.
    pub unfilled: u32,
    /// Living stones and surrounded points.
    pub area: u32,
    /// Surrounded points that count as territory.
    pub territory: u32,
    /// Opponent's stones taken in play.
    pub prisoners: u32,
    /// Opponent's stones removed as dead.
    pub dead_taken: u32,
    /// Pass stones received.
    pub pass_stones: u32,
    /// Living groups, where the ruleset taxes them; chains are one group when joined through points they alone surround.
    pub groups: u32,
    /// Points the group tax takes: two a group, or a seki group's own eyes.
    pub tax: u32,
    /// Half points of the button, of ties and the like that are this side's: the button's worth.
    pub button: Score,
    /// Points received because the opponent was penalised.
    pub penalty_gain: Score,
    /// What the side has on the board and in prisoners, in the ruleset's own count before komi: quarter-子 for
    /// area and stone counting, where shared points are in it.
    pub count: Zi,
    /// The figure to compare, in the ruleset's unit: for 子, the count after the group tax; otherwise points with
    /// komi, compensation and the like.
    pub total: Zi,
}

/// A count with its working.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count {
    /// The unit of the totals.
    pub unit: Unit,
    /// Both sides.
    pub sides: ByColor<Side>,
    /// Whose each point is.
    pub owners: Owners,
    /// Surrounded points that don't count because they must still be filled.
    pub fill: PointSet,
    /// Points between both sides, or reached by none.
    pub neutral: u32,
    /// Half the board (归本数), or half of what is counted where not the whole board is.
    pub base: Zi,
    /// What Black must exceed, in 子: base, komi, compensation and everything else that is added to one side.
    pub threshold: Zi,
    /// Komi in points for White, without what follows.
    pub komi: Score,
    /// White's extra point for passing first.
    pub extra_komi: Score,
    /// White's points for the handicap stones.
    pub compensation: Score,
    /// Black minus White in points, everything included.
    pub margin: Score,
    /// Who wins a tie.
    pub tie: Option<Color>,
    /// The working, in order.
    pub lines: Vec<Line>,
}

impl Count {
    /// The result.
    pub fn outcome(&self) -> Outcome {
        Outcome::from_margin(self.margin, self.tie)
    }

    /// The margin without its sign in 子: half as many as points.
    pub fn margin_zi(&self) -> Zi {
        self.margin.abs().margin_in_zi()
    }

    /// Komi used: with White's extra point for passing first, without compensation.
    pub fn komi_used(&self) -> Score {
        self.komi + self.extra_komi
    }

    /// The threshold of a side in 子: Black's is [`Count::threshold`], White's the rest of the board.
    pub fn threshold_of(&self, color: Color) -> Zi {
        match color {
            Color::Black => self.threshold,
            Color::White => self.base + self.base - self.threshold,
        }
    }

    /// SGF's `RE`.
    pub fn result_sgf(&self) -> String {
        self.outcome().to_sgf()
    }

    /// The result in words and the ruleset's unit, such as `黑胜3/4子`.
    pub fn result_text(&self, lang: Lang) -> String {
        self.outcome().describe(lang, self.unit)
    }

    /// The working in words, one line each, amounts in `unit` where both units make sense.
    pub fn explain(&self, lang: Lang, unit: Unit) -> Vec<String> {
        self.lines.iter().map(|line| line.describe(lang, unit)).collect()
    }
}

/// Counts a position from which nothing more is played.
///
/// # Errors
/// When a dead mark is on no stone or a mark is off the board.
pub fn count(board: &Board, ruleset: &Ruleset, terms: &Terms) -> Result<Count, CountError> {
    let size = board.size();
    if let Some(point) = ((terms.dead | terms.seki | terms.fill) - size.all()).first() {
        return Err(CountError::OffBoard { point, size });
    }
    if let Some(point) = (terms.dead & board.empty()).first() {
        return Err(CountError::DeadMarkOnEmpty { point, size });
    }
    let all_alive = ruleset.end.removal == Removal::AllAlive;
    let dead = if all_alive { PointSet::EMPTY } else { terms.dead };
    let owners = Owners::find(board, dead, terms.seki);
    let sides = ByColor::from_fn(|color| side(color, board, dead, ruleset, terms, &owners));
    Ok(sum(ruleset, terms, owners, sides, dead, board))
}

fn side(
    color: Color,
    board: &Board,
    dead: PointSet,
    ruleset: &Ruleset,
    terms: &Terms,
    owners: &Owners,
) -> Side {
    let len = |set: PointSet| u32::try_from(set.len()).unwrap_or(u32::MAX);
    let opponent = color.opponent();
    let stones = len(owners.living[color]);
    let surrounded = len(owners.surrounded[color]);
    let seki = len(owners.surrounded[color] & owners.seki);
    // Eyes in seki are excluded by either tax; only a territory count under group tax has none to pay for them.
    let seki_eyes = match (ruleset.tax, ruleset.scoring) {
        (Tax::None, _) | (_, Scoring::Stones) | (Tax::Group, Scoring::Area) => 0,
        (Tax::Seki, _) | (Tax::Group, Scoring::Territory) => seki,
    };
    let unfilled = len(unfilled(color, ruleset, terms, owners));
    let groups = if ruleset.tax == Tax::Group { owners.groups(color) } else { Vec::new() };
    let tax = groups.iter().map(|group| match (group.in_seki, ruleset.scoring) {
        (false, _) => 2,
        (true, Scoring::Territory) => 0,
        (true, _) => group.eyes.min(2),
    });
    let button = if ruleset.button && terms.first_pass == Some(color) {
        Score::half_points(1)
    } else {
        Score::ZERO
    };
    let pass_stones = if ruleset.pass_stones { terms.passes[opponent] } else { 0 };
    Side {
        stones,
        surrounded,
        seki_eyes,
        unfilled,
        area: stones + surrounded - seki_eyes,
        territory: surrounded - seki_eyes - unfilled,
        prisoners: terms.prisoners[color],
        dead_taken: len(dead & board.stones(opponent)),
        pass_stones,
        tax: tax.sum(),
        groups: u32::try_from(groups.len()).unwrap_or(u32::MAX),
        button,
        penalty_gain: terms.penalties[opponent],
        count: Zi::ZERO,
        total: Zi::ZERO,
    }
}

/// Surrounded points that a side must still fill, where that matters.
fn unfilled(color: Color, ruleset: &Ruleset, terms: &Terms, owners: &Owners) -> PointSet {
    match (ruleset.tax, ruleset.scoring) {
        (Tax::Seki, Scoring::Territory) => (owners.surrounded[color] & terms.fill) - owners.seki,
        _ => PointSet::EMPTY,
    }
}

fn int(n: u32) -> i32 {
    i32::try_from(n).unwrap_or(i32::MAX)
}

/// A side's own count, shared points included, before tax and komi.
fn own_count(side: &Side, ruleset: &Ruleset, neutral: u32) -> Zi {
    let shared = match ruleset.shared {
        SharedPoints::Halved if ruleset.scoring == Scoring::Area => {
            Zi::quarters(int(neutral).saturating_mul(2))
        }
        _ => Zi::ZERO,
    };
    match ruleset.scoring {
        Scoring::Area => Zi::stones(int(side.area)) + shared,
        Scoring::Stones => Zi::stones(int(side.stones)),
        Scoring::Territory => [side.territory, side.prisoners, side.dead_taken, side.pass_stones]
            .into_iter()
            .map(|n| Zi::stones(int(n)))
            .sum(),
    }
}

/// Puts both sides together.
fn sum(
    ruleset: &Ruleset,
    terms: &Terms,
    owners: Owners,
    mut sides: ByColor<Side>,
    dead: PointSet,
    board: &Board,
) -> Count {
    let neutral = u32::try_from(owners.neutral.len()).unwrap_or(u32::MAX);
    for color in Color::BOTH {
        sides[color].count = own_count(&sides[color], ruleset, neutral);
    }
    let (black, white) = (sides.black, sides.white);
    let fill = unfilled(Color::Black, ruleset, terms, &owners)
        | unfilled(Color::White, ruleset, terms, &owners);
    let base = match ruleset.scoring {
        Scoring::Area if ruleset.shared == SharedPoints::Halved && ruleset.tax != Tax::Seki => {
            Zi::base(board.size().area())
        }
        _ => Zi::quarters((black.count + white.count).as_quarters() / 2),
    };
    let extra_komi = match terms.first_pass {
        Some(Color::White) => ruleset.komi.white_passed_first,
        _ => Score::ZERO,
    };
    let compensation = ruleset.compensation_for(terms.handicap);
    let tax = Score::points(int(black.tax).saturating_sub(int(white.tax)));
    let buttons = black.button - white.button + black.penalty_gain - white.penalty_gain;
    // Counts are in quarter-子 whose unit is one point, so a difference of 4 is one point, 2 half-points.
    let on_board = Score::half_points((black.count - white.count).as_quarters() / 2);
    let margin = on_board - tax + buttons - terms.komi - extra_komi - compensation;
    let threshold = base + (terms.komi + extra_komi + compensation - buttons).margin_in_zi();
    let tie = (ruleset.komi.ties == Ties::Black).then_some(Color::Black);
    totals(ruleset, &mut sides, terms.komi + extra_komi + compensation);
    let mut count = Count {
        unit: ruleset.unit,
        sides,
        owners,
        fill,
        neutral,
        base,
        threshold,
        komi: terms.komi,
        extra_komi,
        compensation,
        margin,
        tie,
        lines: Vec::new(),
    };
    count.lines = line::working(&count, ruleset, terms, dead, board);
    count
}

/// The figures that are compared: 子 with the tax handed over, or points with everything added to its side.
fn totals(ruleset: &Ruleset, sides: &mut ByColor<Side>, for_white: Score) {
    let (black_tax, white_tax) = (int(sides.black.tax), int(sides.white.tax));
    for color in Color::BOTH {
        let side = &mut sides[color];
        let points = |score: Score| Zi::quarters(score.as_half_points().saturating_mul(2));
        side.total = match ruleset.unit {
            // Half of each point of tax changes hands: two points a group make one 子.
            Unit::Zi => {
                let paid = Zi::quarters((black_tax - white_tax).saturating_mul(2));
                if color == Color::Black { side.count - paid } else { side.count + paid }
            }
            Unit::Point | Unit::Lu => {
                let own_tax = Zi::stones(int(side.tax));
                let received = if color == Color::White { for_white } else { Score::ZERO };
                side.count - own_tax + points(side.button + side.penalty_gain + received)
            }
        };
    }
}
