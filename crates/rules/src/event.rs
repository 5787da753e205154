//! [`Event`]: everything that can happen in a game. A game is its start plus its events, so these types are for ever.

use std::sync::Arc;

use board::{Color, Move, PointSet};

use crate::score::Score;

/// One thing that happened in a game, as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Event {
    /// A stone or a pass.
    Move {
        /// Who moved.
        by: Color,
        /// What was played.
        mv: Move,
    },
    /// Handicap stones that Black put where he liked, before White's first move.
    PlaceHandicap {
        /// All the stones.
        stones: Arc<PointSet>,
    },
    /// The position was changed by hand, as records do with set-up properties in mid-game.
    Edit(Arc<Edit>),
    /// A player gives up (认输).
    Resign {
        /// Who resigns.
        by: Color,
    },
    /// A player's time ran out.
    TimeLoss {
        /// Who lost on time.
        by: Color,
    },
    /// A player proposes what is dead and what is in seki; this replaces the marking before it.
    MarkDead {
        /// Who marks.
        by: Color,
        /// The marking.
        marking: Arc<Marking>,
    },
    /// A player accepts the marking on the board.
    Agree {
        /// Who accepts.
        by: Color,
    },
    /// The players do not agree on the marking: play goes on as the ruleset says.
    Dispute {
        /// Who disputes; `None` when both do or it isn't known.
        by: Option<Color>,
    },
    /// A player is ready to end a game that goes round in a cycle; it ends when both propose the same.
    ProposeEnd {
        /// Who proposes.
        by: Color,
        /// How to end it.
        ending: Ending,
    },
    /// A player asks to play on after play had stopped.
    Resume {
        /// Who asks.
        asked_by: Color,
    },
    /// Moves are taken back by agreement.
    Undo {
        /// How many moves, counting plays and passes.
        moves: u32,
        /// Who had asked for it.
        asked_by: Color,
    },
    /// The game is interrupted; no clock runs.
    Pause {
        /// Who or what interrupts.
        by: Party,
    },
    /// An interrupted game goes on.
    Unpause {
        /// Who or what ends the interruption.
        by: Party,
    },
    /// The side to move has sealed its move (封棋): it is on paper, not on the board.
    Seal {
        /// Who sealed.
        by: Color,
        /// What the envelope holds, in whatever form its keeper chose (for instance encrypted).
        envelope: Arc<[u8]>,
    },
    /// The envelope is opened: this is the sealed move. It is then judged like any other; an illegal one is void.
    Unseal {
        /// The move found.
        mv: Move,
    },
    /// A referee's ruling.
    Ruling(Arc<Ruling>),
}

/// Stones and turn set by hand.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Edit {
    /// Points that get a black stone.
    pub black: PointSet,
    /// Points that get a white stone.
    pub white: PointSet,
    /// Points that become empty.
    pub empty: PointSet,
    /// Who is to move now, where the record says.
    pub to_move: Option<Color>,
}

/// What the players hold dead and in seki.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Marking {
    /// Every dead stone.
    pub dead: PointSet,
    /// One or more stones of each chain in seki.
    pub seki: PointSet,
}

/// How a player may end a game that goes round in a cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// A draw.
    Draw,
    /// No result.
    NoResult,
    /// The game is void and played again.
    Replay,
}

/// Who acts on a game besides the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Party {
    /// A player.
    Player(Color),
    /// The referee.
    Referee,
    /// The organiser.
    Organiser,
    /// The server itself, such as before a restart.
    Server,
}

/// A referee's ruling, with what his file has to show later.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Ruling {
    /// What is ordered.
    pub decision: Decision,
    /// The article it rests on, such as `8.1`; may be empty.
    pub article: String,
    /// The body of law, such as `seed` or `2002`; may be empty.
    pub law: String,
    /// Who broke the rule.
    pub offender: Option<Color>,
    /// Who ruled.
    pub referee: String,
    /// The reason, in the referee's words.
    pub reason: String,
}

impl Ruling {
    /// A ruling without particulars.
    pub fn new(decision: Decision) -> Ruling {
        Ruling {
            decision,
            article: String::new(),
            law: String::new(),
            offender: None,
            referee: String::new(),
            reason: String::new(),
        }
    }
}

/// What a referee orders.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Decision {
    /// A warning for `to`; two in one game may lose it, which a [`Decision::Forfeit`] then states.
    Warning {
        /// Who is warned.
        to: Color,
    },
    /// The last play is void and comes off; with `turn_lost` it counts as a pass.
    VoidMove {
        /// Whether the offender's turn is over.
        turn_lost: bool,
    },
    /// The position after `moves` moves is restored; what came later is void.
    Restore {
        /// Number of moves, counting plays and passes, that stay.
        moves: u32,
    },
    /// The position stands as it is.
    Stands,
    /// Points are taken from a player and count for the opponent.
    PointPenalty {
        /// Who pays.
        against: Color,
        /// How much, not negative.
        points: Score,
    },
    /// These stones are dead, whatever the players say.
    Status {
        /// The ruling on the whole board.
        marking: Arc<Marking>,
    },
    /// The count is wrong and starts again: both agreements are withdrawn, even after the result was noted.
    Recount,
    /// The game is a draw.
    Draw,
    /// The game has no result (无胜负).
    NoResult,
    /// The game is void and another is played (加赛, 重下).
    Replay,
    /// The game is void.
    Void,
    /// The offender loses.
    Forfeit {
        /// Who loses.
        loser: Color,
    },
    /// Both lose.
    BothLose,
    /// `winner` wins for a reason outside the board, such as the opponent's absence.
    Award {
        /// Who wins.
        winner: Color,
    },
    /// A note for the file without effect.
    Note,
}
