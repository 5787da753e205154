//! The lines of a count's working.

use board::{Board, Color, PointSet};

use super::{Count, Side, Terms};
use crate::outcome::{Outcome, amount, color_name};
use crate::ruleset::{Ruleset, Scoring, SharedPoints, Tax, Unit};
use crate::score::{Score, Zi};
use crate::text::{Lang, counted};

/// One step of a count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// Dead stones come off.
    DeadRemoved {
        /// Whose stones.
        of: Color,
        /// How many.
        stones: u32,
    },
    /// Dead marks are not taken: every stone left is alive.
    DeadKept {
        /// How many stones were marked.
        stones: u32,
    },
    /// Living stones and surrounded points.
    Area {
        /// Whose.
        of: Color,
        /// Living stones.
        stones: u32,
        /// Surrounded points.
        surrounded: u32,
        /// Their sum.
        area: u32,
    },
    /// Living stones, where they alone count.
    Stones {
        /// Whose.
        of: Color,
        /// How many.
        stones: u32,
    },
    /// Territory.
    Territory {
        /// Whose.
        of: Color,
        /// Points.
        points: u32,
    },
    /// Surrounded points that don't count: eyes in seki.
    SekiEyes {
        /// Whose.
        of: Color,
        /// Points.
        points: u32,
    },
    /// Surrounded points that don't count: their owner must still fill them.
    Unfilled {
        /// Whose.
        of: Color,
        /// Points.
        points: u32,
    },
    /// Prisoners held: taken in play, removed as dead, received for passes.
    Prisoners {
        /// Who holds them.
        of: Color,
        /// Taken in play.
        taken: u32,
        /// Removed as dead.
        dead: u32,
        /// Received as pass stones.
        passes: u32,
    },
    /// Neutral points.
    Neutral {
        /// How many.
        points: u32,
        /// Each side's share, when they are halved.
        share: Option<Zi>,
    },
    /// The group tax.
    GroupTax {
        /// Black's groups.
        black: u32,
        /// White's groups.
        white: u32,
        /// Points Black pays more than White.
        points: Score,
    },
    /// Half the board, the base of the comparison.
    Base(Zi),
    /// Komi.
    Komi(Score),
    /// White's extra point, since White passed first; or the note that Black did.
    FirstPass {
        /// Who passed first.
        by: Color,
        /// White's extra points.
        points: Score,
    },
    /// White's points for handicap stones.
    Compensation {
        /// Number of stones.
        stones: u32,
        /// Points.
        points: Score,
    },
    /// The button.
    Button(Color),
    /// A penalty.
    Penalty {
        /// Who pays.
        by: Color,
        /// Points.
        points: Score,
    },
    /// What a side must exceed.
    Threshold {
        /// Whose.
        of: Color,
        /// How much.
        zi: Zi,
    },
    /// A side's figure to compare, in the ruleset's unit.
    Total {
        /// Whose.
        of: Color,
        /// How much.
        amount: Zi,
        /// Its unit.
        unit: Unit,
    },
    /// Equal counts are a side's.
    Tie(Color),
    /// The result.
    Result {
        /// What it is.
        outcome: Outcome,
        /// The ruleset's unit.
        unit: Unit,
    },
}

/// The working of a count, step by step.
pub(super) fn working(
    count: &Count,
    ruleset: &Ruleset,
    terms: &Terms,
    dead: PointSet,
    board: &Board,
) -> Vec<Line> {
    let mut lines = Vec::new();
    removed(&mut lines, terms, dead, board);
    for (color, side) in count.sides.iter() {
        own(&mut lines, color, side, ruleset.scoring);
    }
    if count.neutral > 0 && ruleset.scoring == Scoring::Area {
        let halved = ruleset.shared == SharedPoints::Halved;
        let half = i32::try_from(count.neutral).unwrap_or(i32::MAX).saturating_mul(2);
        lines.push(Line::Neutral {
            points: count.neutral,
            share: halved.then_some(Zi::quarters(half)),
        });
    }
    if ruleset.tax == Tax::Group {
        let (black, white) = (&count.sides.black, &count.sides.white);
        let more = i32::try_from(black.tax).unwrap_or(0) - i32::try_from(white.tax).unwrap_or(0);
        lines.push(Line::GroupTax {
            black: black.groups,
            white: white.groups,
            points: Score::points(more),
        });
    }
    if ruleset.unit == Unit::Zi {
        lines.push(Line::Base(count.base));
    }
    added(&mut lines, count, ruleset, terms);
    if ruleset.unit == Unit::Zi {
        lines.extend(Color::BOTH.map(|of| Line::Threshold { of, zi: count.threshold_of(of) }));
    }
    for (of, side) in count.sides.iter() {
        lines.push(Line::Total { of, amount: side.total, unit: ruleset.unit });
    }
    if let (Some(color), Score::ZERO) = (count.tie, count.margin) {
        lines.push(Line::Tie(color));
    }
    lines.push(Line::Result { outcome: count.outcome(), unit: ruleset.unit });
    lines
}

fn removed(lines: &mut Vec<Line>, terms: &Terms, dead: PointSet, board: &Board) {
    for of in Color::BOTH {
        let stones = u32::try_from((dead & board.stones(of)).len()).unwrap_or(u32::MAX);
        if stones > 0 {
            lines.push(Line::DeadRemoved { of, stones });
        }
    }
    let kept = (terms.dead - dead).len();
    if kept > 0 {
        lines.push(Line::DeadKept { stones: u32::try_from(kept).unwrap_or(u32::MAX) });
    }
}

fn own(lines: &mut Vec<Line>, of: Color, side: &Side, scoring: Scoring) {
    match scoring {
        Scoring::Area => lines.push(Line::Area {
            of,
            stones: side.stones,
            surrounded: side.surrounded - side.seki_eyes,
            area: side.area,
        }),
        Scoring::Stones => lines.push(Line::Stones { of, stones: side.stones }),
        Scoring::Territory => {
            lines.push(Line::Territory { of, points: side.territory });
            lines.push(Line::Prisoners {
                of,
                taken: side.prisoners,
                dead: side.dead_taken,
                passes: side.pass_stones,
            });
        }
    }
    if side.seki_eyes > 0 {
        lines.push(Line::SekiEyes { of, points: side.seki_eyes });
    }
    if side.unfilled > 0 {
        lines.push(Line::Unfilled { of, points: side.unfilled });
    }
}

fn added(lines: &mut Vec<Line>, count: &Count, ruleset: &Ruleset, terms: &Terms) {
    lines.push(Line::Komi(count.komi));
    if let (Some(by), true) = (terms.first_pass, ruleset.komi.white_passed_first != Score::ZERO) {
        lines.push(Line::FirstPass { by, points: count.extra_komi });
    }
    if terms.handicap > 1 {
        lines.push(Line::Compensation { stones: terms.handicap, points: count.compensation });
    }
    if let (Some(by), true) = (terms.first_pass, ruleset.button) {
        lines.push(Line::Button(by));
    }
    for by in Color::BOTH {
        if terms.penalties[by] != Score::ZERO {
            lines.push(Line::Penalty { by, points: terms.penalties[by] });
        }
    }
}

impl Line {
    /// A stable word for the kind of step.
    pub fn kind(&self) -> &'static str {
        match self {
            Line::DeadRemoved { .. } => "dead_removed",
            Line::DeadKept { .. } => "dead_kept",
            Line::Area { .. } => "area",
            Line::Stones { .. } => "stones",
            Line::Territory { .. } => "territory",
            Line::SekiEyes { .. } => "seki_eyes",
            Line::Unfilled { .. } => "unfilled",
            Line::Prisoners { .. } => "prisoners",
            Line::Neutral { .. } => "neutral",
            Line::GroupTax { .. } => "group_tax",
            Line::Base(_) => "base",
            Line::Komi(_) => "komi",
            Line::FirstPass { .. } => "first_pass",
            Line::Compensation { .. } => "compensation",
            Line::Button(_) => "button",
            Line::Penalty { .. } => "penalty",
            Line::Threshold { .. } => "threshold",
            Line::Total { .. } => "total",
            Line::Tie(_) => "tie",
            Line::Result { .. } => "result",
        }
    }

    /// The step in words. Amounts that make sense in both units are given in `unit`.
    pub fn describe(&self, lang: Lang, unit: Unit) -> String {
        match lang {
            Lang::Zh => self.zh(unit),
            Lang::En => self.en(unit),
        }
    }

    fn zh(&self, unit: Unit) -> String {
        let name = |color: Color| color_name(color, Lang::Zh);
        let amount = |score: Score| amount(score, Lang::Zh, unit);
        match self {
            Line::DeadRemoved { of, stones } => format!("提去{}方死子 {stones} 枚", name(*of)),
            Line::DeadKept { stones } => {
                format!("标记的 {stones} 枚死子不提：本规则以盘上棋子均为活")
            }
            Line::Area { of, stones, surrounded, area } => {
                format!("{}方：活子 {stones}，所围空点 {surrounded}，合计 {area}", name(*of))
            }
            Line::Stones { of, stones } => format!("{}方：活子 {stones}", name(*of)),
            Line::Territory { of, points } => format!("{}方地域 {points} 目", name(*of)),
            Line::SekiEyes { of, points } => format!("{}方双活中的眼 {points} 个，不计", name(*of)),
            Line::Unfilled { of, points } => {
                format!("{}方尚须补棋的点 {points} 个，不计", name(*of))
            }
            Line::Prisoners { of, taken, dead, passes } => {
                let passes =
                    if *passes > 0 { format!("，弃权付子 {passes}") } else { String::new() };
                format!("{}方提子：对局中 {taken}，死子 {dead}{passes}", name(*of))
            }
            Line::Neutral { points, share: Some(share) } => {
                format!("公共点 {points} 个，双方各得 {} 子", share.mixed_zh())
            }
            Line::Neutral { points, share: None } => format!("中立点 {points} 个，不计"),
            Line::GroupTax { black, white, points } => {
                format!("还棋头：黑 {black} 块，白 {white} 块，{}", tax_zh(*points, unit))
            }
            Line::Base(zi) => format!("归本数 {zi} 子"),
            Line::Komi(komi) if *komi == Score::ZERO => "不贴目".to_owned(),
            Line::Komi(komi) if *komi < Score::ZERO => format!("倒贴：白贴黑 {}", amount(*komi)),
            Line::Komi(komi) => format!("黑贴 {}", amount(*komi)),
            Line::FirstPass { by: Color::White, points } => {
                format!("白先停着，黑再贴 {}", amount(*points))
            }
            Line::FirstPass { .. } => "黑先停着，不加贴".to_owned(),
            Line::Compensation { stones, points } if *points == Score::ZERO => {
                format!("让 {stones} 子，本规则不贴还")
            }
            Line::Compensation { stones, points } => {
                format!("让 {stones} 子，黑贴还 {}", amount(*points))
            }
            Line::Button(by) => {
                format!("{}方取得纽扣，加 {}", name(*by), amount(Score::half_points(1)))
            }
            Line::Penalty { by, points } => format!("{}方被罚 {}", name(*by), amount(*points)),
            Line::Threshold { of, zi } => format!("{}方须超过 {zi} 子", name(*of)),
            Line::Total { of, amount, unit } => {
                format!("{}方 {amount} {}", name(*of), unit_zh(*unit))
            }
            Line::Tie(color) => format!("数目相等，{}胜", name(*color)),
            Line::Result { outcome, unit: own } => result(*outcome, Lang::Zh, unit, *own),
        }
    }

    fn en(&self, unit: Unit) -> String {
        let name = |color: Color| color_name(color, Lang::En);
        let amount = |score: Score| amount(score, Lang::En, unit);
        let stones = |n: u32| counted(Lang::En, n, "", "stone", "stones");
        let points = |n: u32| counted(Lang::En, n, "", "point", "points");
        match self {
            Line::DeadRemoved { of, stones: n } => {
                format!(
                    "{} dead {} taken off",
                    counted(Lang::En, *n, "", name(*of), name(*of)),
                    plural(*n)
                )
            }
            Line::DeadKept { stones: n } => {
                format!(
                    "{} marked dead stay: under these rules every stone left is alive",
                    stones(*n)
                )
            }
            Line::Area { of, stones: n, surrounded, area } => {
                format!(
                    "{}: {}, {} surrounded, {area} in all",
                    name(*of),
                    stones(*n),
                    points(*surrounded)
                )
            }
            Line::Stones { of, stones: n } => format!("{}: {}", name(*of), stones(*n)),
            Line::Territory { of, points: n } => {
                format!("{}: {} of territory", name(*of), points(*n))
            }
            Line::Unfilled { of, points: n } => {
                format!("{}: {} still to be filled, not counted", name(*of), points(*n))
            }
            Line::SekiEyes { of, points: n } => {
                format!("{}: {} in seki not counted", name(*of), points(*n))
            }
            Line::Prisoners { of, taken, dead, passes } => {
                let passes =
                    if *passes > 0 { format!(", {passes} pass stones") } else { String::new() };
                format!("{}'s prisoners: {taken} taken in play, {dead} dead{passes}", name(*of))
            }
            Line::Neutral { points: n, share: Some(share) } => {
                format!("{} shared, {} for each side", points(*n), share.mixed_en())
            }
            Line::Neutral { points: n, share: None } => {
                format!("{} neutral, counted for nobody", points(*n))
            }
            Line::GroupTax { black, white, points } => {
                format!(
                    "group tax on the groups, Black {black}, White {white}: {}",
                    tax_en(*points, unit)
                )
            }
            Line::Base(zi) => format!("half the board: {zi} zi"),
            Line::Komi(komi) if *komi == Score::ZERO => "no komi".to_owned(),
            Line::Komi(komi) if *komi < Score::ZERO => {
                format!("reverse komi: Black receives {}", amount(*komi))
            }
            Line::Komi(komi) => format!("komi: White receives {}", amount(*komi)),
            Line::FirstPass { by: Color::White, points } => {
                format!("White passed first and receives {} more", amount(*points))
            }
            Line::FirstPass { .. } => "Black passed first: no further komi".to_owned(),
            Line::Compensation { stones: n, points } if *points == Score::ZERO => {
                format!("{n} handicap stones: no compensation under these rules")
            }
            Line::Compensation { stones: n, points } => {
                format!("{n} handicap stones: White receives {}", amount(*points))
            }
            Line::Button(by) => {
                format!("{} took the button: {}", name(*by), amount(Score::half_points(1)))
            }
            Line::Penalty { by, points } => {
                format!("{} is penalised {}", name(*by), amount(*points))
            }
            Line::Threshold { of, zi } => format!("{} needs more than {zi} zi", name(*of)),
            Line::Total { of, amount, unit } => {
                format!("{}: {amount} {}", name(*of), unit_en(*unit))
            }
            Line::Tie(color) => format!("the counts are equal: {} wins ties", name(*color)),
            Line::Result { outcome, unit: own } => result(*outcome, Lang::En, unit, *own),
        }
    }
}

fn plural(n: u32) -> &'static str {
    if n == 1 { "stone" } else { "stones" }
}

fn unit_zh(unit: Unit) -> &'static str {
    match unit {
        Unit::Zi => "子",
        Unit::Point => "目",
        Unit::Lu => "路",
    }
}

fn unit_en(unit: Unit) -> &'static str {
    match unit {
        Unit::Zi => "zi",
        Unit::Point => "points",
        Unit::Lu => "lu",
    }
}

fn tax_zh(points: Score, unit: Unit) -> String {
    match points.as_half_points() {
        0 => "相抵".to_owned(),
        1.. => format!("黑还 {}", amount(points, Lang::Zh, unit)),
        _ => format!("白还 {}", amount(points, Lang::Zh, unit)),
    }
}

fn tax_en(points: Score, unit: Unit) -> String {
    match points.as_half_points() {
        0 => "they cancel".to_owned(),
        1.. => format!("Black pays {} more", amount(points, Lang::En, unit)),
        _ => format!("White pays {} more", amount(points, Lang::En, unit)),
    }
}

/// The result in the unit asked for, and in the ruleset's own when that is another.
fn result(outcome: Outcome, lang: Lang, unit: Unit, own: Unit) -> String {
    let text = outcome.describe(lang, unit);
    let margin = outcome.margin().filter(|m| *m != Score::ZERO && own != unit);
    match (margin, lang) {
        (Some(margin), Lang::Zh) => format!("{text}（{}）", amount(margin, lang, own)),
        (Some(margin), Lang::En) => format!("{text} ({})", amount(margin, lang, own)),
        (None, _) => text,
    }
}
