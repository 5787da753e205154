//! Rulings as clients see them.

use board::{BoardSize, Color};
use rules::Decision;

use crate::Message;
use crate::game::{EventBody, points};

/// A ruling's code, its words, and the marking it sets.
pub(crate) fn body(decision: &Decision, size: BoardSize) -> EventBody {
    let (code, zh, en) = words(decision);
    let (dead, seki) = match decision {
        Decision::Status { marking } => (points(&marking.dead, size), points(&marking.seki, size)),
        _ => (Vec::new(), Vec::new()),
    };
    EventBody::Ruling { decision: code.to_owned(), text: Message::new(zh, en), dead, seki }
}

fn player(color: Color) -> (&'static str, &'static str) {
    match color {
        Color::Black => ("黑方", "Black"),
        Color::White => ("白方", "White"),
    }
}

fn words(decision: &Decision) -> (&'static str, String, String) {
    let say = |code, zh: &str, en: &str| (code, zh.to_owned(), en.to_owned());
    let of = |code, color: Color, zh: &str, en: &str| {
        let (whom, who) = player(color);
        (code, format!("{whom}{zh}"), format!("{who} {en}"))
    };
    match decision {
        Decision::Warning { to } => of("warning", *to, "被警告", "is warned"),
        Decision::VoidMove { turn_lost: true } => {
            say("void_move", "着手无效，视为停一手", "the move is void and the turn lost")
        }
        Decision::VoidMove { turn_lost: false } => {
            say("void_move", "着手无效，重新着子", "the move is void and is made again")
        }
        Decision::Restore { moves } => (
            "restore",
            format!("恢复到第 {moves} 手之后"),
            format!("the position after move {moves} is restored"),
        ),
        Decision::Stands => say("stands", "维持现状", "it stands as it is"),
        Decision::PointPenalty { against, points } => (
            "point_penalty",
            format!("{}罚 {points} 目", player(*against).0),
            format!("{} is charged {points} points", player(*against).1),
        ),
        Decision::Status { .. } => say(
            "status",
            "死活已裁定，据此计算胜负",
            "dead stones are decided, and the game is counted",
        ),
        Decision::Recount => {
            say("recount", "重新确认死活并计算", "dead stones are agreed and counted again")
        }
        Decision::Draw => say("draw", "判和棋", "the game is a draw"),
        Decision::NoResult => say("no_result", "判无胜负", "the game has no result"),
        Decision::Replay => say("replay", "判重下", "the game is void and played again"),
        Decision::Void => say("void", "对局取消", "the game is cancelled"),
        Decision::Forfeit { loser } => of("forfeit", *loser, "判负", "loses by forfeit"),
        Decision::BothLose => say("both_lose", "双方判负", "both lose"),
        Decision::Award { winner } => of("award", *winner, "判胜", "is awarded the game"),
        Decision::Note => say("note", "裁判记录", "the referee made a note"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::{Marking, Score};

    #[test]
    fn rulings_are_said_in_both_languages() {
        let size = BoardSize::square(9).unwrap();
        let list = [
            Decision::Warning { to: Color::Black },
            Decision::VoidMove { turn_lost: true },
            Decision::VoidMove { turn_lost: false },
            Decision::Restore { moves: 3 },
            Decision::Stands,
            Decision::PointPenalty { against: Color::White, points: Score::half_points(5) },
            Decision::Status { marking: std::sync::Arc::new(Marking::default()) },
            Decision::Recount,
            Decision::Draw,
            Decision::NoResult,
            Decision::Replay,
            Decision::Void,
            Decision::Forfeit { loser: Color::Black },
            Decision::BothLose,
            Decision::Award { winner: Color::White },
            Decision::Note,
        ];
        for decision in list {
            let EventBody::Ruling { decision: code, text, .. } = body(&decision, size) else {
                panic!()
            };
            assert!(code.bytes().all(|b| b.is_ascii_lowercase() || b == b'_'), "{code}");
            assert!(!text.zh.is_ascii() && text.en.is_ascii(), "{text:?}");
        }
        let five = Decision::PointPenalty { against: Color::White, points: Score::half_points(5) };
        let EventBody::Ruling { text, .. } = body(&five, size) else { panic!() };
        assert_eq!(
            (text.zh.as_str(), text.en.as_str()),
            ("白方罚 2.5 目", "White is charged 2.5 points")
        );
    }
}
