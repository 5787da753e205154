//! Version 1 of an event.

use std::sync::Arc;

use rules::{Decision, Edit, Ending, Event, Marking, Party, Ruling, Score};
use serde::{Deserialize, Serialize};

use super::DecodeError;
use super::points::{ColorV1, MoveV1, PointsV1};

/// In JSON an object with one member: `{"move":["b","pd"]}`.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum EventV1 {
    Move(ColorV1, MoveV1),
    PlaceHandicap(PointsV1),
    Edit(EditV1),
    Resign(ColorV1),
    TimeLoss(ColorV1),
    MarkDead(ColorV1, MarkingV1),
    Agree(ColorV1),
    Dispute(Option<ColorV1>),
    ProposeEnd(ColorV1, EndingV1),
    Resume(ColorV1),
    /// How many moves, who asked.
    Undo(u32, ColorV1),
    Pause(PartyV1),
    Unpause(PartyV1),
    /// Who sealed, the envelope in hexadecimal.
    Seal(ColorV1, String),
    Unseal(MoveV1),
    Ruling(RulingV1),
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct EditV1 {
    #[serde(default, skip_serializing_if = "PointsV1::is_empty")]
    black: PointsV1,
    #[serde(default, skip_serializing_if = "PointsV1::is_empty")]
    white: PointsV1,
    #[serde(default, skip_serializing_if = "PointsV1::is_empty")]
    empty: PointsV1,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    to_move: Option<ColorV1>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MarkingV1 {
    #[serde(default, skip_serializing_if = "PointsV1::is_empty")]
    dead: PointsV1,
    #[serde(default, skip_serializing_if = "PointsV1::is_empty")]
    seki: PointsV1,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum EndingV1 {
    Draw,
    NoResult,
    Replay,
}

#[derive(Serialize, Deserialize)]
pub(super) enum PartyV1 {
    #[serde(rename = "b")]
    Black,
    #[serde(rename = "w")]
    White,
    #[serde(rename = "referee")]
    Referee,
    #[serde(rename = "organiser")]
    Organiser,
    #[serde(rename = "server")]
    Server,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RulingV1 {
    decision: DecisionV1,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    article: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    law: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    offender: Option<ColorV1>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    referee: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    reason: String,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum DecisionV1 {
    Warning(ColorV1),
    /// Whether the turn is lost.
    VoidMove(bool),
    /// Moves that stay.
    Restore(u32),
    Stands,
    /// Who pays, half points.
    PointPenalty(ColorV1, i32),
    Status(MarkingV1),
    Recount,
    Draw,
    NoResult,
    Replay,
    Void,
    Forfeit(ColorV1),
    BothLose,
    Award(ColorV1),
    Note,
}

impl From<&Event> for EventV1 {
    fn from(event: &Event) -> Self {
        match event {
            Event::Move { by, mv } => Self::Move((*by).into(), (*mv).into()),
            Event::PlaceHandicap { stones } => Self::PlaceHandicap(stones.as_ref().into()),
            Event::Edit(edit) => Self::Edit(edit.as_ref().into()),
            Event::Resign { by } => Self::Resign((*by).into()),
            Event::TimeLoss { by } => Self::TimeLoss((*by).into()),
            Event::MarkDead { by, marking } => {
                Self::MarkDead((*by).into(), marking.as_ref().into())
            }
            Event::Agree { by } => Self::Agree((*by).into()),
            Event::Dispute { by } => Self::Dispute(by.map(ColorV1::from)),
            Event::ProposeEnd { by, ending } => Self::ProposeEnd((*by).into(), (*ending).into()),
            Event::Resume { asked_by } => Self::Resume((*asked_by).into()),
            Event::Undo { moves, asked_by } => Self::Undo(*moves, (*asked_by).into()),
            Event::Pause { by } => Self::Pause((*by).into()),
            Event::Unpause { by } => Self::Unpause((*by).into()),
            Event::Seal { by, envelope } => Self::Seal((*by).into(), to_hex(envelope)),
            Event::Unseal { mv } => Self::Unseal((*mv).into()),
            Event::Ruling(ruling) => Self::Ruling(ruling.as_ref().into()),
        }
    }
}

impl TryFrom<EventV1> for Event {
    type Error = DecodeError;

    fn try_from(event: EventV1) -> Result<Self, DecodeError> {
        Ok(match event {
            EventV1::Move(by, mv) => Self::Move { by: by.into(), mv: mv.try_into()? },
            EventV1::PlaceHandicap(stones) => {
                Self::PlaceHandicap { stones: Arc::new(stones.try_into()?) }
            }
            EventV1::Edit(edit) => Self::Edit(Arc::new(edit.try_into()?)),
            EventV1::Resign(by) => Self::Resign { by: by.into() },
            EventV1::TimeLoss(by) => Self::TimeLoss { by: by.into() },
            EventV1::MarkDead(by, marking) => {
                Self::MarkDead { by: by.into(), marking: Arc::new(marking.try_into()?) }
            }
            EventV1::Agree(by) => Self::Agree { by: by.into() },
            EventV1::Dispute(by) => Self::Dispute { by: by.map(Into::into) },
            EventV1::ProposeEnd(by, ending) => {
                Self::ProposeEnd { by: by.into(), ending: ending.into() }
            }
            EventV1::Resume(by) => Self::Resume { asked_by: by.into() },
            EventV1::Undo(moves, by) => Self::Undo { moves, asked_by: by.into() },
            EventV1::Pause(by) => Self::Pause { by: by.into() },
            EventV1::Unpause(by) => Self::Unpause { by: by.into() },
            EventV1::Seal(by, envelope) => {
                Self::Seal { by: by.into(), envelope: from_hex(&envelope)?.into() }
            }
            EventV1::Unseal(mv) => Self::Unseal { mv: mv.try_into()? },
            EventV1::Ruling(ruling) => Self::Ruling(Arc::new(ruling.try_into()?)),
        })
    }
}

fn to_hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn from_hex(text: &str) -> Result<Vec<u8>, DecodeError> {
    let wrong = || DecodeError::value("envelope", text);
    let digit = |byte: u8| char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
    text.as_bytes()
        .chunks(2)
        .map(|pair| match pair {
            [high, low] => Some(digit(*high)? << 4 | digit(*low)?),
            _ => None,
        })
        .collect::<Option<_>>()
        .ok_or_else(wrong)
}

impl From<&Edit> for EditV1 {
    fn from(edit: &Edit) -> Self {
        Self {
            black: (&edit.black).into(),
            white: (&edit.white).into(),
            empty: (&edit.empty).into(),
            to_move: edit.to_move.map(ColorV1::from),
        }
    }
}

impl TryFrom<EditV1> for Edit {
    type Error = DecodeError;

    fn try_from(edit: EditV1) -> Result<Self, DecodeError> {
        Ok(Self {
            black: edit.black.try_into()?,
            white: edit.white.try_into()?,
            empty: edit.empty.try_into()?,
            to_move: edit.to_move.map(Into::into),
        })
    }
}

impl From<&Marking> for MarkingV1 {
    fn from(marking: &Marking) -> Self {
        Self { dead: (&marking.dead).into(), seki: (&marking.seki).into() }
    }
}

impl TryFrom<MarkingV1> for Marking {
    type Error = DecodeError;

    fn try_from(marking: MarkingV1) -> Result<Self, DecodeError> {
        Ok(Self { dead: marking.dead.try_into()?, seki: marking.seki.try_into()? })
    }
}

impl From<Ending> for EndingV1 {
    fn from(ending: Ending) -> Self {
        match ending {
            Ending::Draw => Self::Draw,
            Ending::NoResult => Self::NoResult,
            Ending::Replay => Self::Replay,
        }
    }
}

impl From<EndingV1> for Ending {
    fn from(ending: EndingV1) -> Self {
        match ending {
            EndingV1::Draw => Self::Draw,
            EndingV1::NoResult => Self::NoResult,
            EndingV1::Replay => Self::Replay,
        }
    }
}

impl From<Party> for PartyV1 {
    fn from(party: Party) -> Self {
        match party {
            Party::Player(board::Color::Black) => Self::Black,
            Party::Player(board::Color::White) => Self::White,
            Party::Referee => Self::Referee,
            Party::Organiser => Self::Organiser,
            Party::Server => Self::Server,
        }
    }
}

impl From<PartyV1> for Party {
    fn from(party: PartyV1) -> Self {
        match party {
            PartyV1::Black => Self::Player(board::Color::Black),
            PartyV1::White => Self::Player(board::Color::White),
            PartyV1::Referee => Self::Referee,
            PartyV1::Organiser => Self::Organiser,
            PartyV1::Server => Self::Server,
        }
    }
}

impl From<&Ruling> for RulingV1 {
    fn from(ruling: &Ruling) -> Self {
        Self {
            decision: (&ruling.decision).into(),
            article: ruling.article.clone(),
            law: ruling.law.clone(),
            offender: ruling.offender.map(ColorV1::from),
            referee: ruling.referee.clone(),
            reason: ruling.reason.clone(),
        }
    }
}

impl TryFrom<RulingV1> for Ruling {
    type Error = DecodeError;

    fn try_from(ruling: RulingV1) -> Result<Self, DecodeError> {
        Ok(Self {
            decision: ruling.decision.try_into()?,
            article: ruling.article,
            law: ruling.law,
            offender: ruling.offender.map(Into::into),
            referee: ruling.referee,
            reason: ruling.reason,
        })
    }
}

impl From<&Decision> for DecisionV1 {
    fn from(decision: &Decision) -> Self {
        match decision {
            Decision::Warning { to } => Self::Warning((*to).into()),
            Decision::VoidMove { turn_lost } => Self::VoidMove(*turn_lost),
            Decision::Restore { moves } => Self::Restore(*moves),
            Decision::Stands => Self::Stands,
            Decision::PointPenalty { against, points } => {
                Self::PointPenalty((*against).into(), points.as_half_points())
            }
            Decision::Status { marking } => Self::Status(marking.as_ref().into()),
            Decision::Recount => Self::Recount,
            Decision::Draw => Self::Draw,
            Decision::NoResult => Self::NoResult,
            Decision::Replay => Self::Replay,
            Decision::Void => Self::Void,
            Decision::Forfeit { loser } => Self::Forfeit((*loser).into()),
            Decision::BothLose => Self::BothLose,
            Decision::Award { winner } => Self::Award((*winner).into()),
            Decision::Note => Self::Note,
        }
    }
}

impl TryFrom<DecisionV1> for Decision {
    type Error = DecodeError;

    fn try_from(decision: DecisionV1) -> Result<Self, DecodeError> {
        Ok(match decision {
            DecisionV1::Warning(to) => Self::Warning { to: to.into() },
            DecisionV1::VoidMove(turn_lost) => Self::VoidMove { turn_lost },
            DecisionV1::Restore(moves) => Self::Restore { moves },
            DecisionV1::Stands => Self::Stands,
            DecisionV1::PointPenalty(against, half) => {
                Self::PointPenalty { against: against.into(), points: Score::half_points(half) }
            }
            DecisionV1::Status(marking) => Self::Status { marking: Arc::new(marking.try_into()?) },
            DecisionV1::Recount => Self::Recount,
            DecisionV1::Draw => Self::Draw,
            DecisionV1::NoResult => Self::NoResult,
            DecisionV1::Replay => Self::Replay,
            DecisionV1::Void => Self::Void,
            DecisionV1::Forfeit(loser) => Self::Forfeit { loser: loser.into() },
            DecisionV1::BothLose => Self::BothLose,
            DecisionV1::Award(winner) => Self::Award { winner: winner.into() },
            DecisionV1::Note => Self::Note,
        })
    }
}
