//! How a game came to its result.

use board::Color;
use rules::Lang;

use crate::lang::tr;

/// How a game came to its result.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum End {
    /// Both players' `final_score` agreed.
    Agreed,
    /// By our own reading of the dead stones, and the count.
    Counted,
    /// Counted as it stood, every stone alive.
    AllAlive,
    /// It went on for too long and was counted as it stood.
    TooLong,
    /// A player resigned.
    Resigned,
    /// It was ended early because it was decided: the lead that this takes, such as `B+30`.
    Adjudicated(String),
    /// A player made a move that is illegal, or no move at all.
    Illegal(Color, String),
    /// A player refused a legal move.
    Rejected(Color, String),
    /// A player moved too late.
    Late(Color),
    /// A player did not answer.
    Timeout(Color),
    /// A player's process ended.
    Died(Color, String),
}

impl End {
    /// A stable word for programs.
    pub(crate) fn code(&self) -> &'static str {
        match self {
            End::Agreed => "agreed",
            End::Counted => "counted",
            End::AllAlive => "all-alive",
            End::TooLong => "too-long",
            End::Resigned => "resigned",
            End::Adjudicated(_) => "adjudicated",
            End::Illegal(..) => "illegal-move",
            End::Rejected(..) => "rejected-move",
            End::Late(_) => "time",
            End::Timeout(_) => "timeout",
            End::Died(..) => "died",
        }
    }

    /// Who broke the game off by a fault of the program, and not by losing it.
    pub(crate) fn at_fault(&self) -> Option<Color> {
        match self {
            End::Illegal(color, _)
            | End::Rejected(color, _)
            | End::Late(color)
            | End::Timeout(color)
            | End::Died(color, _) => Some(*color),
            _ => None,
        }
    }

    /// In words.
    pub(crate) fn describe(&self, lang: Lang) -> String {
        let who = |color: &Color| match (lang, color) {
            (Lang::Zh, Color::Black) => "黑方",
            (Lang::Zh, Color::White) => "白方",
            (Lang::En, Color::Black) => "Black",
            (Lang::En, Color::White) => "White",
        };
        match self {
            End::Agreed => tr!(lang, "双方点目一致", "both players' scores agree"),
            End::Counted => tr!(lang, "由手谈判死活并点目", "counted by Shoutan"),
            End::AllAlive => tr!(lang, "盘上棋子全算活，点目", "counted with every stone alive"),
            End::TooLong => tr!(lang, "手数过多，由手谈点目", "too long, counted by Shoutan"),
            End::Resigned => tr!(lang, "认输", "resigned"),
            End::Adjudicated(text) => {
                tr!(
                    lang,
                    "胜负已定，提前判定（至少 {text}）",
                    "decided, ended early ({text} at least)"
                )
            }
            End::Illegal(color, text) => {
                let who = who(color);
                tr!(lang, "{who}着法不合法：{text}", "illegal move by {who}: {text}")
            }
            End::Rejected(color, text) => {
                let who = who(color);
                tr!(lang, "{who}拒绝合法着法：{text}", "{who} rejected a legal move: {text}")
            }
            End::Late(color) => {
                let who = who(color);
                tr!(lang, "{who}超时", "{who} ran out of time")
            }
            End::Timeout(color) => {
                let who = who(color);
                tr!(lang, "{who}没有回答", "{who} did not answer")
            }
            End::Died(color, text) => {
                let who = who(color);
                tr!(lang, "{who}的程序中止（{text}）", "the program of {who} ended ({text})")
            }
        }
    }
}
