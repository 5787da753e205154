//! The words for every value of every axis: in ruleset files and overrides (first word canonical), and for people.

use board::Color;

use super::{
    Compensation, IllegalMovePenalty, LongCycle, Placement, Removal, Repetition, Resumption,
    Scoring, Seats, SharedPoints, Suicide, Tax, Ties, Unit,
};
use crate::text::{Lang, pick};

/// One value of an axis: its words, canonical one first, and its descriptions.
pub(super) struct Entry<T: 'static> {
    value: T,
    words: &'static [&'static str],
    zh: &'static str,
    en: &'static str,
}

/// A value that has words.
pub(super) trait Words: Copy + PartialEq + 'static {
    /// Every value, each once.
    const TABLE: &'static [Entry<Self>];

    /// The value a word stands for.
    fn from_word(word: &str) -> Option<Self> {
        let found = |e: &&Entry<Self>| e.words.iter().any(|w| w.eq_ignore_ascii_case(word.trim()));
        Self::TABLE.iter().find(found).map(|e| e.value)
    }

    /// The canonical words of all values.
    fn all_words() -> Vec<&'static str> {
        Self::TABLE.iter().filter_map(|e| e.words.first().copied()).collect()
    }

    /// The canonical word.
    fn word(self) -> &'static str {
        self.entry().and_then(|e| e.words.first()).copied().unwrap_or_default()
    }

    /// What it means, as a clause.
    fn describe(self, lang: Lang) -> &'static str {
        self.entry().map_or("", |e| pick(lang, e.zh, e.en))
    }

    fn entry(self) -> Option<&'static Entry<Self>> {
        Self::TABLE.iter().find(|e| e.value == self)
    }
}

macro_rules! words {
    ($t:ty { $($value:expr => [$($word:literal),+], $zh:literal, $en:literal;)+ }) => {
        impl Words for $t {
            const TABLE: &'static [Entry<Self>] = &[
                $(Entry { value: $value, words: &[$($word),+], zh: $zh, en: $en },)+
            ];
        }
    };
}

words!(Repetition {
    Repetition::Simple => ["simple", "basic", "ko"],
        "只禁立即回提单劫", "basic ko only: a single stone may not be taken back at once";
    Repetition::Positional => ["positional", "psk"],
        "全局禁同形：任何已出现过的局面不得再现", "positional superko: no whole-board position may come back";
    Repetition::Situational => ["situational", "ssk"],
        "禁同形（同一方待走）：局面连同轮到谁走不得再现",
        "situational superko: no position may come back with the same player to move";
    Repetition::NaturalSituational => ["natural-situational", "nssk", "spight", "natural"],
        "自然禁同形：不得下出自己曾经下成过的局面",
        "natural situational superko: no play may recreate a position that an earlier play of the same player made";
});
words!(LongCycle {
    LongCycle::Forbidden => ["forbidden"],
        "不会发生：造成循环的着手不合法", "cannot happen: the repeating play is illegal";
    LongCycle::NoResult => ["no-result"],
        "双方同意且提子数相等时为无胜负", "no result when both players agree and neither gains prisoners";
    LongCycle::Draw => ["draw"], "判和棋", "the game is a draw";
    LongCycle::Referee => ["referee"],
        "双方互不相让时由裁判判和棋或加赛", "when neither side gives way, the referee declares a draw or a replay";
});
words!(Suicide {
    Suicide::Forbidden => ["no", "false", "0", "forbidden"], "禁止自杀", "no suicide";
    Suicide::Allowed => ["yes", "true", "1", "allowed"], "允许自杀（单子亦可）", "suicide allowed, single stones too";
    Suicide::GroupsOnly => ["groups", "groups-only", "multi"],
        "两子以上可以自杀，单子不可", "suicide of two stones or more allowed, of a single stone not";
});
words!(IllegalMovePenalty {
    IllegalMovePenalty::TurnLost => ["turn-lost"],
        "着手无效，失去一次行棋权", "the move is void and the turn is lost";
    IllegalMovePenalty::GameLost => ["game-lost"], "判负", "loses the game";
    IllegalMovePenalty::PassStone => ["pass-stone"],
        "收回并视为虚着，交一颗弃权子", "taken back and treated as a pass, with a pass stone";
    IllegalMovePenalty::TakenBack => ["taken-back"], "收回另下", "taken back and played elsewhere";
});
words!(Color {
    Color::Black => ["black", "b"], "黑先", "Black moves first";
    Color::White => ["white", "w"], "白先", "White moves first";
});
words!(Seats {
    Seats::None => ["none"], "空枰开局", "an empty board";
    Seats::Four => ["four"], "对角星位各两枚座子", "four seated stones on the corner stars, two a side, diagonally";
});
words!(Scoring {
    Scoring::Area => ["area"], "活子与所围空点都计算", "living stones and the points they surround";
    Scoring::Territory => ["territory"], "所围空点加提子", "surrounded points and prisoners";
    Scoring::Stones => ["stones", "stone"], "只计活子", "living stones alone";
});
words!(SharedPoints {
    SharedPoints::Halved => ["halved"], "双方活棋之间的空点各得一半", "points between living stones of both sides are halved";
    SharedPoints::Nobody => ["nobody"], "中立点不属于任何一方", "neutral points belong to nobody";
});
words!(Tax {
    Tax::None => ["none"], "双活的眼也计算", "eyes in seki count";
    Tax::Seki => ["seki"], "双活的眼不计", "eyes in seki don't count";
    Tax::Group => ["group", "all"],
        "还棋头：每块活棋扣除两个眼位", "group tax: two eye points of each living group don't count";
});
words!(Ties {
    Ties::Draw => ["draw"], "相等为和棋", "equal counts are a draw";
    Ties::Black => ["black"], "相等黑胜", "Black wins equal counts";
});
words!(Compensation {
    Compensation::None => ["none", "0"], "让子不贴还", "nothing for handicap stones";
    Compensation::PerStone => ["n"],
        "每让一子贴还一目（即半子）", "one point for each handicap stone (half a 子)";
    Compensation::PerStoneButOne => ["n-1"],
        "让 N 子贴还 N−1 点", "one point for each handicap stone but the first";
});
words!(Placement {
    Placement::Fixed => ["fixed"], "让子放在星位", "handicap stones on the star points";
    Placement::Free => ["free"], "让子自由放置", "handicap stones where Black likes";
});
words!(Removal {
    Removal::Agreement => ["agreement"],
        "双方协商死子，有争议则续下或由裁判裁定",
        "the players agree on dead stones; a dispute is played out or ruled";
    Removal::AllAlive => ["all-alive"], "盘上的子一律算活", "every stone left on the board is alive";
});
words!(Resumption {
    Resumption::InTurn => ["in-turn"], "续下时按原顺序", "after a stop, play resumes in turn";
    Resumption::OpponentOfAsker => ["opponent-of-asker"],
        "续下时由提出者的对方先走", "after a stop, the opponent of the player who asks moves first";
});
words!(Unit {
    Unit::Zi => ["zi"], "以子计", "counted in 子 (zi)";
    Unit::Point => ["point", "points"], "以目（点）计", "counted in points";
    Unit::Lu => ["lu"], "以路计", "counted in 路 (lu)";
});

/// The words of a yes-or-no axis.
pub(super) fn yes_no(word: &str) -> Option<bool> {
    match word.trim().to_ascii_lowercase().as_str() {
        "yes" | "true" | "1" => Some(true),
        "no" | "false" | "0" => Some(false),
        _ => None,
    }
}

/// `yes` or `no`.
pub(super) fn yes_no_word(value: bool) -> &'static str {
    if value { "yes" } else { "no" }
}
