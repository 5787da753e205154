use board::{Color, PointSet};

use crate::text::Text;

/// What becomes of a chain when nobody errs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Status {
    /// It stays, and its surroundings are its owner's.
    Alive,
    /// It stays because neither side can take the other without losing its own stones (双活).
    Seki,
    /// It is taken off.
    Dead,
    /// It depends on who moves first, or the signs contradict each other.
    Unsettled,
}

impl Status {
    /// The word for it.
    pub fn text(self) -> Text {
        match self {
            Status::Alive => Text::new("活", "alive"),
            Status::Seki => Text::new("双活", "seki"),
            Status::Dead => Text::new("死", "dead"),
            Status::Unsettled => Text::new("未定", "unsettled"),
        }
    }
}

/// Why a chain is judged as it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Reason {
    /// Benson's theorem: two eyes that nobody can take away.
    PassAlive,
    /// It stands where the opponent is unconditionally alive and has no room for two eyes of its own.
    InPassAliveTerritory,
    /// No empty region is larger than one point: the players have played on until nothing was left to take.
    PlayedOut,
    /// The seeded playouts agree.
    Playouts {
        /// Share of the playouts in which its points ended as its owner's, 0.0 to 1.0.
        kept: f32,
    },
    /// The playouts were divided, so the area was read out.
    Reading {
        /// Whether it survives when its owner moves first.
        owner_first: bool,
        /// Whether it survives when the opponent moves first.
        opponent_first: bool,
    },
}

impl Reason {
    /// The reason in words.
    pub fn text(self) -> Text {
        match self {
            Reason::PassAlive => Text::new(
                "无条件活棋，对方连下也提不掉",
                "pass-alive: it cannot be captured even if its owner never answers",
            ),
            Reason::InPassAliveTerritory => Text::new(
                "在对方无条件活棋的地域之内，做不出两只眼",
                "inside unconditional territory of the opponent, without room for two eyes",
            ),
            Reason::PlayedOut => Text::new(
                "盘上已下满，没有可提之子",
                "the board is played out: whoever could have taken it did not",
            ),
            Reason::Playouts { kept } => {
                let percent = (100.0 * kept).round();
                Text::new(
                    format!("在 {percent}% 的模拟对局中归己方"),
                    format!("its points end as its owner's in {percent} % of the playouts"),
                )
            }
            Reason::Reading { owner_first: true, opponent_first: true } => Text::new(
                "局部计算：对方先下也提不掉",
                "captured in no reading, even if the opponent moves first",
            ),
            Reason::Reading { owner_first: false, opponent_first: false } => Text::new(
                "局部计算：己方先下也救不活",
                "captured in reading, even if its owner moves first",
            ),
            Reason::Reading { owner_first: true, opponent_first: false } => {
                Text::new("局部计算：谁先下谁得利", "reading says it depends on who moves first")
            }
            Reason::Reading { owner_first: false, opponent_first: true } => Text::new(
                "局部计算：谁都不能先动手",
                "reading says that neither side can afford to move first",
            ),
        }
    }
}

/// What is proposed for one chain.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// Whose chain.
    pub color: Color,
    /// Its stones.
    pub stones: PointSet,
    /// What becomes of it.
    pub status: Status,
    /// Whether the proposed count takes it off; for an unsettled chain this is the likelier guess.
    pub removed: bool,
    /// How often such a verdict was right on finished games of strong players, 0.5 to 1.0.
    pub confidence: f32,
    /// Why.
    pub reason: Reason,
}
