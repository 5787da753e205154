//! Errors as the wire carries them: a stable code, a sentence in both languages, and what it is about.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A sentence in both languages.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Message {
    /// In simplified Chinese.
    pub zh: String,
    /// In English.
    pub en: String,
}

impl Message {
    /// A sentence in both languages.
    pub fn new(zh: impl Into<String>, en: impl Into<String>) -> Self {
        Self { zh: zh.into(), en: en.into() }
    }
}

/// The body of every answer that is an error.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ErrorBody {
    /// The error.
    pub error: ErrorDetail,
}

/// What went wrong.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ErrorDetail {
    /// A code of [`Code`]'s table, such as `illegal.ko`; programs go by it.
    pub code: String,
    /// A sentence for people.
    pub message: Message,
    /// The offending field or value, where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
}

macro_rules! codes {
    ($( $(#[$doc:meta])* $id:ident $code:literal $status:literal $zh:literal $en:literal; )*) => {
        /// Every error the server itself names, with its HTTP status. A refused game event has the code of
        /// `rules::Refused` instead (`illegal.ko`, `not_your_turn`, …) and status 409.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Code { $( #[doc = $en] $id, )* }

        impl Code {
            /// All codes, in the order of the table.
            pub const ALL: &'static [Code] = &[$( Code::$id, )*];

            /// The stable code.
            pub const fn as_str(self) -> &'static str {
                match self { $( Code::$id => $code, )* }
            }

            /// The HTTP status.
            pub const fn status(self) -> u16 {
                match self { $( Code::$id => $status, )* }
            }

            /// The sentence in both languages.
            pub fn message(self) -> Message {
                match self { $( Code::$id => Message::new($zh, $en), )* }
            }
        }
    };
}

codes! {
    BadRequest "request.bad" 400 "请求无法理解" "the request cannot be understood";
    BadField "request.field" 422 "某一项的值不合适" "a field has a value that cannot be used";
    TooLarge "request.too_large" 413 "请求太大" "the request is too large";
    BadType "request.type" 415 "请求正文须为 JSON" "the body must be JSON";
    BadMethod "request.method" 405 "此地址不支持这种方法" "this address does not take that method";
    Timeout "request.timeout" 408 "请求太慢" "the request took too long";
    NotFound "not_found" 404 "没有这个地址" "there is nothing at this address";
    NoGame "game.unknown" 404 "没有这盘棋，或链接不完整" "there is no such game, or the link is incomplete";
    NoRecord "record.unknown" 404 "没有这份棋谱" "there is no such record";
    RecordChanged "record.changed" 409 "这份棋谱已在别处改过" "the record has been changed elsewhere";
    NoRuleset "ruleset.unknown" 404 "没有这种规则" "there is no such ruleset";
    NoSession "auth.none" 401 "请先进入（可以作为访客）" "enter first; a guest will do";
    BadLogin "auth.wrong" 401 "用户名或密码不对" "the name or the password is wrong";
    BadOrigin "auth.origin" 403 "请求来自别的网站" "the request comes from another site";
    Forbidden "auth.forbidden" 403 "这不是您能做的" "this is not yours to do";
    NotPlayer "game.not_player" 403 "您不是这盘棋的对局者" "you are not a player of this game";
    BadKey "game.key" 403 "这盘棋需要完整的邀请链接" "this game needs the whole link of the invitation";
    NameTaken "account.taken" 409 "这个名字已经有人用了" "the name is taken";
    BadName "account.name" 422 "名字须为 2–24 个字母、数字、汉字、“_”或“-”" "a name has 2 to 24 letters, digits, - or _";
    BadPassword "account.password" 422 "密码须为 8–200 个字符" "a password has 8 to 200 characters";
    Registered "account.registered" 409 "您已经注册过了" "you are registered already";
    GameFull "game.full" 409 "这盘棋已经有两位对局者" "the game has both its players";
    NotOpen "game.not_open" 409 "这盘棋不再等人" "the game waits for nobody any more";
    OwnGame "game.own" 409 "不能与自己对局" "you cannot join your own game";
    NotStarted "game.not_started" 409 "对局尚未开始" "the game has not begun";
    TooLateToAbort "game.too_late_to_abort" 409 "双方都走过棋，不能再取消；可以认输" "both have moved: it is too late to cancel; you can resign";
    NoSuchAsk "ask.none" 409 "没有待答复的请求" "nothing has been asked that could be answered";
    OwnAsk "ask.own" 409 "自己的请求要由对方答复" "the opponent must answer what you asked";
    AskTwice "ask.pending" 409 "已经提出过，请等对方答复" "you have asked already; wait for the answer";
    AskDeclined "ask.declined" 409 "已被谢绝或收回，下一手之后才能再提" "it was declined or taken back; ask again after the next move";
    ServerResumes "pause.server" 409 "双方到场后，对局由服务器继续" "the server lets the game go on when its players are here";
    OnVacation "pause.vacation" 409 "对方正在休假" "the opponent is on vacation";
    NoVacation "clock.vacation" 409 "没有可用的假期" "there is no vacation to take or to end";
    TooEarlyToSettle "marking.wait" 409 "还没到可以请服务器裁定的时候" "it is too early to let the server decide";
    MarkingChanged "marking.changed" 409 "死活标记刚刚变了，请再看一次" "the marking has changed; look at it again";
    NoMarking "marking.none" 409 "还没有死活标记" "there is no marking yet";
    NotCounting "marking.phase" 409 "现在不在确认死活" "dead stones are not being agreed now";
    FlagFell "clock.flag" 409 "时间已到" "the time is up";
    ClockUndo "clock.undo" 409 "用时无法退回这么多" "the clocks cannot be taken back that far";
    BadMove "event.point" 422 "棋盘上没有这一点" "there is no such point on the board";
    BadEvent "event.bad" 422 "消息无法理解" "the message cannot be understood";
    BadId "event.id" 422 "消息编号须为 1–36 个可见字符" "an event's id has 1 to 36 visible characters";
    BadText "event.text" 422 "文字里有控制字符" "the text has control characters";
    NotSubscribed "event.not_subscribed" 409 "请先打开这盘棋" "open the game first";
    TooManySubs "socket.too_many_games" 429 "同时打开的棋局太多" "too many games are open on this connection";
    TooFast "limit.rate" 429 "太快了，请稍等" "too fast; wait a little";
    TooManySeeks "limit.seeks" 429 "等待中的邀请太多" "you have too many games waiting for an opponent";
    TooManyGames "limit.games" 429 "同时进行的对局太多" "you have too many games in progress";
    ChatTooLong "chat.length" 422 "发言须为 1–500 个字符" "a line of chat has 1 to 500 characters";
    ChatRoom "chat.room" 403 "这个聊天室不对您开放" "this chat is not open to you";
    NoEngine "engine.none" 503 "此服务器没有电脑对手" "this server has no engine to play against";
    EngineLevel "engine.level" 422 "没有这个级别" "there is no such level";
    StoreFailed "store.failed" 503 "无法保存，这一步没有生效；请稍后再试" "it could not be saved and did not take effect; try again later";
    Stopping "server.stopping" 503 "服务器正在重启，请稍后再试" "the server is restarting; try again shortly";
    Busy "server.busy" 503 "服务器忙" "the server is busy";
    Internal "server.error" 500 "服务器内部错误" "an internal error of the server";
}

impl Code {
    /// The body for this code.
    pub fn body(self, detail: Option<String>) -> ErrorBody {
        ErrorBody {
            error: ErrorDetail { code: self.as_str().to_owned(), message: self.message(), detail },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_unique_and_said_in_both_languages() {
        let mut seen = std::collections::HashSet::new();
        for code in Code::ALL {
            assert!(seen.insert(code.as_str()), "{} twice", code.as_str());
            assert!((400..=599).contains(&code.status()));
            let message = code.message();
            assert!(!message.zh.is_ascii() && message.en.is_ascii(), "{}", code.as_str());
            assert!(!message.en.ends_with('.'));
        }
    }
}
