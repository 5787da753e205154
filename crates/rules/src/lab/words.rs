//! What makes a difference, in words.

use board::Color;

use super::{Difference, Row, Term, differences, keeps_dead};
use crate::count::Count;
use crate::ruleset::{Scoring, Tax, Unit};
use crate::score::{Score, Zi};
use crate::text::Text;

/// A term's name; the rest is named after what a ruleset counts.
pub(super) fn name(term: Term, row: &Row) -> Text {
    let (zh, en) = match term {
        Term::Komi => ("贴目", "komi"),
        Term::FirstPass => ("先停着", "who passed first"),
        Term::Compensation => ("让子贴还", "handicap compensation"),
        Term::GroupTax => ("还棋头", "group tax"),
        Term::SekiEyes => ("双活的眼", "eyes in seki"),
        Term::Unfilled => ("须补的点", "points still to be filled"),
        Term::PassStones => ("弃权付子", "pass stones"),
        Term::Button => ("纽扣", "button"),
        Term::Penalties => ("罚点", "penalties"),
        Term::Board if keeps_dead(row) => ("死子不提", "dead stones stay on the board"),
        Term::Board => match row.ruleset.scoring {
            Scoring::Stones => ("只数活子", "living stones alone count"),
            Scoring::Territory => ("数目（地域加提子）", "territory and prisoners"),
            Scoring::Area => ("数子（面积）", "area"),
        },
    };
    Text::new(zh, en)
}

/// One sentence on what makes a row differ from the game's own; where it cannot be counted, why.
pub fn sentence(own: &Row, row: &Row) -> Text {
    let (there, here) = match (&own.end, &row.end) {
        (_, Err(why)) => {
            return Text::new(
                format!("按这种规则有不合法的着手：{}。", why.zh),
                format!("Not countable by these rules: {}.", why.en),
            );
        }
        (Err(_), Ok(_)) => {
            return Text::new(
                "本局按自己的规则数不出来，无从比较。",
                "This game cannot be counted by its own rules, so there is nothing to compare with.",
            );
        }
        (Ok(there), Ok(here)) => (there, here),
    };
    let found = differences(own, row);
    let mut clauses: Vec<Text> =
        found.iter().map(|difference| clause(difference, own, row, there, here)).collect();
    if here.tie.is_some() && there.tie.is_none() && here.margin == Score::ZERO {
        clauses.push(Text::new("数目相等时黑胜", "Black wins equal counts"));
    }
    if clauses.is_empty() {
        return Text::new("与本局的数法一样。", "Counted just as in this game.");
    }
    let zh: Vec<&str> = clauses.iter().map(|clause| clause.zh.as_str()).collect();
    let en: Vec<&str> = clauses.iter().map(|clause| clause.en.as_str()).collect();
    let sum = together(here.margin - there.margin);
    Text::new(
        format!("{}；{}。", zh.join("，"), sum.zh),
        format!("{}: {}.", capital(&en.join(", ")), sum.en),
    )
}

/// The first letter large.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// What the differences come to.
fn together(points: Score) -> Text {
    let much = amount(points, Unit::Point);
    match points.as_half_points() {
        0 => Text::new("合起来一目不差", "together no difference"),
        1.. => Text::new(
            format!("黑比本局多得 {}", much.zh),
            format!("{} more for Black than in this game", much.en),
        ),
        _ => Text::new(
            format!("黑比本局少得 {}", much.zh),
            format!("{} less for Black than in this game", much.en),
        ),
    }
}

fn clause(difference: &Difference, own: &Row, row: &Row, there: &Count, here: &Count) -> Text {
    let unit = row.ruleset.unit;
    match difference.term {
        Term::Komi => komi(there, here, own.ruleset.unit, unit),
        Term::FirstPass if here.extra_komi != Score::ZERO => {
            let more = amount(here.extra_komi, unit);
            Text::new(
                format!("白先停着，黑再贴 {}", more.zh),
                format!("White passed first and receives {} more", more.en),
            )
        }
        Term::FirstPass => {
            Text::new("白先停着也不加贴", "nothing is added because White passed first")
        }
        Term::Compensation if here.compensation != Score::ZERO => {
            let back = amount(here.compensation, unit);
            Text::new(
                format!("让子要还，黑还 {}", back.zh),
                format!("Black returns {} for the handicap stones", back.en),
            )
        }
        Term::Compensation => {
            Text::new("让子不用还", "nothing is returned for the handicap stones")
        }
        Term::GroupTax => group_tax(row, there, here),
        Term::SekiEyes => seki_eyes(there, here),
        Term::Unfilled => unfilled(there, here),
        Term::PassStones => pass_stones(here, row.ruleset.pass_stones),
        Term::Button => button(here),
        Term::Penalties => Text::new("罚点的算法不同", "penalties are reckoned differently"),
        Term::Board => on_board(own, row),
    }
}

fn komi(there: &Count, here: &Count, own: Unit, unit: Unit) -> Text {
    let said = |komi: Score, unit: Unit| match komi.as_half_points() {
        0 => Text::new("不贴", "no komi"),
        1.. => {
            let much = amount(komi, unit);
            Text::new(format!("贴 {}", much.zh), format!("komi {}", much.en))
        }
        _ => {
            let much = amount(komi, unit);
            Text::new(format!("倒贴 {}", much.zh), format!("komi {} for Black", much.en))
        }
    };
    let (ours, theirs) = (said(here.komi, unit), said(there.komi, own));
    Text::new(
        format!("{}（本局{}）", ours.zh, theirs.zh),
        format!("{} ({} in this game)", ours.en, theirs.en),
    )
}

fn group_tax(row: &Row, there: &Count, here: &Count) -> Text {
    if row.ruleset.tax != Tax::Group {
        let (black, white) = (there.sides.black.groups, there.sides.white.groups);
        return Text::new(
            format!("不还棋头（黑 {black} 块，白 {white} 块）"),
            format!("no group tax on Black's {black} and White's {white} groups"),
        );
    }
    let (black, white) = (here.sides.black.groups, here.sides.white.groups);
    Text::new(
        format!("每块活棋还两个眼位，黑 {black} 块，白 {white} 块"),
        format!(
            "two eye points of each living group do not count, Black has {black}, White {white}"
        ),
    )
}

fn seki_eyes(there: &Count, here: &Count) -> Text {
    let eyes = |count: &Count| count.sides.black.seki_eyes + count.sides.white.seki_eyes;
    match (eyes(here), eyes(there)) {
        (0, n) => {
            Text::new(format!("双活里的 {n} 个眼也算"), format!("the {n} eyes in seki count too"))
        }
        (n, _) => Text::new(
            format!("双活里的 {n} 个眼不算"),
            format!("the {n} eyes in seki do not count"),
        ),
    }
}

fn unfilled(there: &Count, here: &Count) -> Text {
    let points = |count: &Count| count.sides.black.unfilled + count.sides.white.unfilled;
    match (points(here), points(there)) {
        (0, n) => Text::new(
            format!("还要补的 {n} 点也算"),
            format!("{n} points that must still be filled count too"),
        ),
        (n, _) => Text::new(
            format!("还要补的 {n} 点不算目"),
            format!("{n} points that must still be filled do not count"),
        ),
    }
}

fn pass_stones(here: &Count, has: bool) -> Text {
    let (black, white) = (here.sides.black.pass_stones, here.sides.white.pass_stones);
    match has {
        true => Text::new(
            format!("停一手付一子，黑收 {black}，白收 {white}"),
            format!("each pass hands over a stone, Black receives {black}, White {white}"),
        ),
        false => Text::new("停一手不付子", "passes cost no stones"),
    }
}

fn button(here: &Count) -> Text {
    let taker = Color::BOTH.into_iter().find(|&color| here.sides[color].button != Score::ZERO);
    match taker {
        Some(Color::Black) => {
            Text::new("黑先停一手，得纽扣 ½ 目", "Black passed first and took the button, ½ point")
        }
        Some(Color::White) => {
            Text::new("白先停一手，得纽扣 ½ 目", "White passed first and took the button, ½ point")
        }
        None => Text::new("没有纽扣", "there is no button"),
    }
}

fn on_board(own: &Row, row: &Row) -> Text {
    let n = row.dead.len();
    match (keeps_dead(own), keeps_dead(row)) {
        (false, true) => Text::new(
            format!("盘上的子全算活棋，划叉的 {n} 子不提"),
            format!("every stone on the board counts as alive, the {n} crossed stones too"),
        ),
        (true, false) => Text::new(
            format!("划叉的 {n} 子是死子，要提走"),
            format!("the {n} crossed stones are dead and come off"),
        ),
        _ => match row.ruleset.scoring {
            Scoring::Territory => Text::new(
                "只数围住的空和提子，活子和公气不算",
                "only enclosed points and prisoners count, not living stones or shared points",
            ),
            Scoring::Area => Text::new(
                "活子和围住的空一起数，提子不算",
                "living stones and the points they enclose count, prisoners do not",
            ),
            Scoring::Stones => Text::new(
                "只数盘上的活子，空不算",
                "living stones alone count, the points they enclose do not",
            ),
        },
    }
}

/// An amount without its sign, fractions as ¼ ½ ¾.
fn amount(points: Score, unit: Unit) -> Text {
    match unit {
        Unit::Zi => {
            let zi = fraction(points.margin_in_zi());
            Text::new(format!("{zi} 子"), format!("{zi} 子"))
        }
        Unit::Point | Unit::Lu => {
            let value = fraction(Zi::quarters(points.as_half_points().saturating_mul(2)));
            let zh = if unit == Unit::Lu { "路" } else { "目" };
            let one = points.abs() <= Score::points(1);
            let en = match (unit, one) {
                (Unit::Lu, _) => "lu",
                (_, true) => "point",
                (_, false) => "points",
            };
            Text::new(format!("{value} {zh}"), format!("{value} {en}"))
        }
    }
}

fn fraction(value: Zi) -> String {
    let n = value.as_quarters().unsigned_abs();
    let part = ["", "¼", "½", "¾"].get(n as usize % 4).copied().unwrap_or_default();
    match n / 4 {
        0 if n > 0 => part.to_owned(),
        whole => format!("{whole}{part}"),
    }
}
