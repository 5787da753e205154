//! Why an event is refused, precisely enough to explain it in any language.

use board::{BoardSize, Color, Coordinates, Point, SetupError};
use thiserror::Error;

use crate::outcome::color_name;
use crate::score::Score;
use crate::state::Phase;
use crate::text::{Lang, pick};

/// Why a play is illegal. Suicide is tested before ko, ko before repetition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
pub enum IllegalMove {
    /// The point does not exist on this board.
    #[error("point {0:?} is not on the board")]
    OffBoard(Point),
    /// There is a stone on the point.
    #[error("point {0:?} is occupied")]
    Occupied(Point),
    /// The play would remove its own stones, which this ruleset forbids.
    #[error("a play at {0:?} would be suicide")]
    Suicide(Point),
    /// The play would retake a ko at once.
    #[error("a play at {0:?} would retake a ko at once")]
    Ko(Point),
    /// The play would bring back a position that the superko rule forbids.
    #[error("a play at {point:?} would repeat the position after move {first_seen}")]
    Repetition {
        /// The play.
        point: Point,
        /// After how many moves (plays and passes) the position stood before; 0 is the start.
        first_seen: u32,
    },
}

impl IllegalMove {
    /// A stable code for programs: `off_board`, `occupied`, `suicide`, `ko`, `superko`.
    pub fn code(self) -> &'static str {
        match self {
            IllegalMove::OffBoard(_) => "off_board",
            IllegalMove::Occupied(_) => "occupied",
            IllegalMove::Suicide(_) => "suicide",
            IllegalMove::Ko(_) => "ko",
            IllegalMove::Repetition { .. } => "superko",
        }
    }

    /// The point it is about.
    pub fn point(self) -> Point {
        match self {
            IllegalMove::OffBoard(p)
            | IllegalMove::Occupied(p)
            | IllegalMove::Suicide(p)
            | IllegalMove::Ko(p)
            | IllegalMove::Repetition { point: p, .. } => p,
        }
    }

    /// The reason in words, with the point as `coordinates` write it on a board of `size`.
    pub fn describe(self, lang: Lang, coordinates: Coordinates, size: BoardSize) -> String {
        let at = coordinates.format(self.point(), size);
        match (lang, self) {
            (Lang::Zh, IllegalMove::OffBoard(_)) => format!("{at} 不在棋盘上"),
            (Lang::Zh, IllegalMove::Occupied(_)) => format!("{at} 已有棋子"),
            (Lang::Zh, IllegalMove::Suicide(_)) => format!("{at} 是禁着点：落子后无气又不能提子"),
            (Lang::Zh, IllegalMove::Ko(_)) => format!("{at} 是劫，须先在别处走一着"),
            (Lang::Zh, IllegalMove::Repetition { first_seen, .. }) => {
                format!("{at} 使第 {first_seen} 手后的局面再现")
            }
            (Lang::En, IllegalMove::OffBoard(_)) => format!("{at} is not on the board"),
            (Lang::En, IllegalMove::Occupied(_)) => format!("{at} is occupied"),
            (Lang::En, IllegalMove::Suicide(_)) => {
                format!("{at} is suicide: the stone would have no liberty and take nothing")
            }
            (Lang::En, IllegalMove::Ko(_)) => {
                format!("{at} retakes a ko at once; play elsewhere first")
            }
            (Lang::En, IllegalMove::Repetition { first_seen, .. }) => {
                format!("{at} repeats the position after move {first_seen}")
            }
        }
    }
}

/// Why an event is refused. The state is then unchanged.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Refused {
    /// The move is illegal on the board.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    /// It is the other side's turn.
    #[error("it is {to_move:?}'s turn")]
    NotYourTurn {
        /// Whose turn it is.
        to_move: Color,
    },
    /// The game is over.
    #[error("the game is over")]
    GameOver,
    /// The event belongs to another phase.
    #[error("not possible in phase {phase:?}")]
    WrongPhase {
        /// The phase the game is in.
        phase: Phase,
    },
    /// The game is interrupted.
    #[error("the game is paused")]
    Paused,
    /// The game is not interrupted.
    #[error("the game is not paused")]
    NotPaused,
    /// A sealed move waits to be opened.
    #[error("a sealed move waits to be opened")]
    Sealed,
    /// There is no sealed move.
    #[error("no move is sealed")]
    NothingSealed,
    /// A mark is not on a stone.
    #[error("no stone at {0:?} to mark")]
    MarkEmpty(Point),
    /// A chain can't be both dead and in seki.
    #[error("the chain at {0:?} is marked both dead and in seki")]
    MarkConflict(Point),
    /// There are not that many moves to take back.
    #[error("{asked} move(s) to take back, but {available} were played")]
    NothingToUndo {
        /// Moves asked for.
        asked: u32,
        /// Moves there are.
        available: u32,
    },
    /// The game has not come as far as this move.
    #[error("move {asked} has not been played; the game stands at move {available}")]
    NoSuchMove {
        /// Move asked for.
        asked: u32,
        /// Moves there are.
        available: u32,
    },
    /// Handicap stones come before the first move.
    #[error("handicap stones come before the first move")]
    HandicapTooLate,
    /// A handicap is at least two stones on empty points of the board, and no chain of them without a liberty.
    #[error("these points can't be handicap stones")]
    BadHandicap,
    /// Stones set by hand are off the board, in two sets at once, or without liberties.
    #[error("point {0:?} is off the board or set twice")]
    EditPoint(Point),
    /// Stones set by hand leave a chain without a liberty.
    #[error(transparent)]
    Edit(#[from] SetupError),
    /// No cycle is on the board that this verdict could end.
    #[error("the position has not been repeated")]
    NoCycle,
    /// The ruleset doesn't end a cycle that way.
    #[error("the ruleset does not end a cycle that way")]
    EndingNotOffered,
    /// A penalty is a positive number of points.
    #[error("a penalty of {0} points is not positive")]
    BadPenalty(Score),
    /// More events than any game has.
    #[error("more than {0} events")]
    TooManyEvents(u32),
}

impl Refused {
    /// A stable code for programs, such as `illegal.ko` or `not_your_turn`.
    pub fn code(&self) -> &'static str {
        match self {
            Refused::Illegal(IllegalMove::OffBoard(_)) => "illegal.off_board",
            Refused::Illegal(IllegalMove::Occupied(_)) => "illegal.occupied",
            Refused::Illegal(IllegalMove::Suicide(_)) => "illegal.suicide",
            Refused::Illegal(IllegalMove::Ko(_)) => "illegal.ko",
            Refused::Illegal(IllegalMove::Repetition { .. }) => "illegal.superko",
            Refused::NotYourTurn { .. } => "not_your_turn",
            Refused::GameOver => "game_over",
            Refused::WrongPhase { .. } => "wrong_phase",
            Refused::Paused => "paused",
            Refused::NotPaused => "not_paused",
            Refused::Sealed => "sealed",
            Refused::NothingSealed => "nothing_sealed",
            Refused::MarkEmpty(_) => "mark_empty",
            Refused::MarkConflict(_) => "mark_conflict",
            Refused::NothingToUndo { .. } => "nothing_to_undo",
            Refused::NoSuchMove { .. } => "no_such_move",
            Refused::HandicapTooLate => "handicap_too_late",
            Refused::BadHandicap => "bad_handicap",
            Refused::EditPoint(_) | Refused::Edit(_) => "bad_edit",
            Refused::NoCycle => "no_cycle",
            Refused::EndingNotOffered => "ending_not_offered",
            Refused::BadPenalty(_) => "bad_penalty",
            Refused::TooManyEvents(_) => "too_many_events",
        }
    }

    /// The reason in words.
    pub fn describe(&self, lang: Lang, coordinates: Coordinates, size: BoardSize) -> String {
        let at = |p: &Point| coordinates.format(*p, size);
        match (lang, self) {
            (_, Refused::Illegal(reason)) => reason.describe(lang, coordinates, size),
            (Lang::Zh, Refused::NotYourTurn { to_move }) => {
                format!("现在轮到{}方走", color_name(*to_move, lang))
            }
            (Lang::Zh, Refused::WrongPhase { phase }) => {
                format!("{}时不能这样做", phase.describe(lang))
            }
            (Lang::Zh, Refused::MarkEmpty(p)) => format!("{} 没有棋子可标记", at(p)),
            (Lang::Zh, Refused::MarkConflict(p)) => format!("{} 的棋不能既是死棋又是双活", at(p)),
            (Lang::Zh, Refused::NothingToUndo { asked, available }) => {
                format!("要退 {asked} 手，但只下了 {available} 手")
            }
            (Lang::Zh, Refused::NoSuchMove { asked, available }) => {
                format!("第 {asked} 手还没有下，现在是第 {available} 手")
            }
            (Lang::Zh, Refused::EditPoint(p)) => format!("{} 不在棋盘上或重复设置", at(p)),
            (Lang::Zh, Refused::BadPenalty(points)) => format!("罚 {points} 点不是正数"),
            (Lang::Zh, Refused::TooManyEvents(n)) => format!("事件超过 {n} 个"),
            (Lang::En, Refused::NotYourTurn { to_move }) => {
                format!("it is {}'s turn", color_name(*to_move, lang))
            }
            (Lang::En, Refused::WrongPhase { phase }) => {
                format!("not possible: {}", phase.describe(lang))
            }
            (Lang::En, Refused::MarkEmpty(p)) => format!("no stone at {} to mark", at(p)),
            (Lang::En, Refused::MarkConflict(p)) => {
                format!("the chain at {} can't be both dead and in seki", at(p))
            }
            (Lang::En, Refused::EditPoint(p)) => format!("{} is off the board or set twice", at(p)),
            (
                Lang::En,
                other @ (Refused::NothingToUndo { .. }
                | Refused::NoSuchMove { .. }
                | Refused::BadPenalty(_)
                | Refused::TooManyEvents(_)),
            ) => other.to_string(),
            (_, other) => other.fixed(lang).to_owned(),
        }
    }

    /// The reasons that name no value.
    fn fixed(&self, lang: Lang) -> &'static str {
        match self {
            Refused::GameOver => pick(lang, "对局已经结束", "the game is over"),
            Refused::Paused => pick(lang, "对局暂停中", "the game is paused"),
            Refused::NotPaused => pick(lang, "对局没有暂停", "the game is not paused"),
            Refused::Sealed => pick(lang, "封棋尚未启封", "a sealed move waits to be opened"),
            Refused::NothingSealed => pick(lang, "没有封棋", "no move is sealed"),
            Refused::HandicapTooLate => {
                pick(lang, "让子须在第一手之前放置", "handicap stones come before the first move")
            }
            Refused::BadHandicap => {
                pick(lang, "这些点不能作让子", "these points can't be handicap stones")
            }
            Refused::Edit(_) => pick(
                lang,
                "这样设置会有无气的棋",
                "these stones would leave a chain without a liberty",
            ),
            Refused::NoCycle => pick(lang, "局面没有重复", "the position has not been repeated"),
            Refused::EndingNotOffered => {
                pick(lang, "本规则不以此结束循环", "the ruleset does not end a cycle that way")
            }
            _ => "",
        }
    }
}
