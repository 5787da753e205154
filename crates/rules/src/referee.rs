//! Judging a finished record: replay its events, count the end, compare with the result it claims.
//!
//! [`replay`] is lenient where records are loose (a player moving twice, play after two passes) and says so; it stops at
//! the first event that no reading allows. [`judge`] adds the count and the comparison.

mod finding;

use std::sync::Arc;

use board::{Color, PointSet};

use crate::count::{Count, CountError};
use crate::event::{Edit, Event, Marking};
use crate::outcome::{Outcome, WinBy};
use crate::refused::Refused;
use crate::score::Score;
use crate::state::{GameState, Phase, Start};

pub use finding::{Finding, FindingKind, Level, RuleReference};

/// The unit of a claimed margin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ClaimedUnit {
    /// Points.
    Points,
    /// 子.
    Zi,
    /// Not stated: records under Chinese rules mean either.
    Unstated,
}

/// How a claimed win came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ClaimedBy {
    /// By counting.
    Margin {
        /// The margin in thousandths of its unit, not negative.
        thousandths: u32,
        /// Its unit.
        unit: ClaimedUnit,
    },
    /// In another way, or without a number.
    Other(WinBy),
}

/// The result that a record states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// One side won.
    Win {
        /// Who.
        winner: Color,
        /// How.
        by: ClaimedBy,
    },
    /// A draw.
    Draw,
    /// Void, or no result.
    Void,
}

impl Claim {
    /// The claim that an outcome makes when it is written down in points.
    pub fn from_outcome(outcome: Outcome) -> Claim {
        match outcome {
            Outcome::Win { winner, by: WinBy::Score(margin) } => {
                let thousandths = margin.as_half_points().unsigned_abs().saturating_mul(500);
                Claim::Win {
                    winner,
                    by: ClaimedBy::Margin { thousandths, unit: ClaimedUnit::Points },
                }
            }
            Outcome::Win { winner, by } => Claim::Win { winner, by: ClaimedBy::Other(by) },
            Outcome::Jigo => Claim::Draw,
            Outcome::NoResult | Outcome::BothLose | Outcome::Void => Claim::Void,
        }
    }

    /// Who won by the claim.
    pub fn winner(&self) -> Option<Color> {
        match self {
            Claim::Win { winner, .. } => Some(*winner),
            _ => None,
        }
    }

    /// Whether it can be checked by counting.
    pub fn is_counted(&self) -> bool {
        matches!(self, Claim::Draw | Claim::Win { by: ClaimedBy::Margin { .. }, .. })
    }
}

/// A record to judge.
#[derive(Clone, Debug)]
pub struct Case {
    /// Where it begins.
    pub start: Start,
    /// What happened.
    pub events: Vec<Event>,
    /// The dead stones and sekis to count with, where the events themselves have no marking.
    pub marking: Marking,
    /// Points that must still be filled, to count with that marking: see [`crate::Terms::fill`].
    pub fill: PointSet,
    /// The result it states.
    pub claim: Option<Claim>,
}

/// A replayed record.
#[derive(Clone, Debug)]
pub struct Replay {
    /// The game as far as it goes.
    pub state: GameState,
    /// What was loose, and where; the first refusal last.
    pub findings: Vec<Finding>,
    /// The event that no reading allows, by its index, and why; the replay stops before it.
    pub refused: Option<(usize, Refused)>,
}

/// How the count and the claim relate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Agreement {
    /// They are the same.
    Agrees,
    /// They differ.
    Disagrees,
    /// The record claims nothing, or something that counting can't check.
    NotChecked,
    /// The record could not be replayed or counted.
    Impossible,
}

/// What the referee says.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// The game as far as it could be replayed.
    pub state: GameState,
    /// The count of its end, when the replay came there.
    pub count: Option<Count>,
    /// How the game ended by its own events and the count: a resignation in the events counts before the board.
    pub outcome: Option<Outcome>,
    /// How that relates to the claim.
    pub agreement: Agreement,
    /// Everything found, in the order of the record.
    pub findings: Vec<Finding>,
}

/// Replays events one by one. A move out of turn and play after a stop are taken as records mean them, with a finding; the
/// first event that is refused all the same ends the replay.
pub fn replay(start: Start, events: impl IntoIterator<Item = Event>) -> Replay {
    let mut state = GameState::new(start);
    let mut findings = Vec::new();
    let mut cycled = false;
    for (index, event) in events.into_iter().enumerate() {
        if let Err(refused) = apply_leniently(&mut state, &event, index, &mut findings) {
            let kind = FindingKind::Refused(refused.clone());
            findings.push(Finding::at(index, state.move_number() + 1, kind));
            return Replay { state, findings, refused: Some((index, refused)) };
        }
        if !cycled && let Some(cycle) = state.cycle() {
            cycled = true;
            findings.push(Finding::at(index, state.move_number(), FindingKind::Cycle(cycle)));
        }
    }
    Replay { state, findings, refused: None }
}

fn apply_leniently(
    state: &mut GameState,
    event: &Event,
    index: usize,
    findings: &mut Vec<Finding>,
) -> Result<(), Refused> {
    let refused = match state.apply(event.clone()) {
        Ok(_) => return Ok(()),
        Err(refused) => refused,
    };
    let Event::Move { by, .. } = *event else { return Err(refused) };
    let number = state.move_number() + 1;
    // A trial: what is put in between stays only if the move is accepted then.
    let mut trial = state.clone();
    let mut loose = Vec::new();
    if trial.phase() == Phase::Counting {
        trial.apply(Event::Dispute { by: None })?;
        loose.push(Finding::at(index, number, FindingKind::PlayedOn));
    }
    if trial.to_move() == Some(by.opponent()) {
        trial.apply(Event::Edit(Arc::new(Edit { to_move: Some(by), ..Edit::default() })))?;
        loose.push(Finding::at(index, number, FindingKind::OutOfTurn { by }));
    }
    if loose.is_empty() {
        return Err(refused);
    }
    trial.apply(event.clone())?;
    *state = trial;
    findings.append(&mut loose);
    Ok(())
}

/// Judges a record.
pub fn judge(case: Case) -> Verdict {
    let replay = replay(case.start, case.events);
    let (state, mut findings) = (replay.state, replay.findings);
    if replay.refused.is_some() {
        return Verdict {
            state,
            count: None,
            outcome: None,
            agreement: Agreement::Impossible,
            findings,
        };
    }
    let at_end = |kind| Finding::at_end(state.move_number(), kind);
    let count = match count_end(&state, &case.marking, case.fill) {
        Ok(count) => count,
        Err(error) => {
            findings.push(at_end(FindingKind::CannotCount(error)));
            return Verdict {
                state,
                count: None,
                outcome: None,
                agreement: Agreement::Impossible,
                findings,
            };
        }
    };
    if state.phase() == Phase::Play {
        findings.push(at_end(FindingKind::NotStopped));
    }
    let outcome = state.outcome().unwrap_or_else(|| count.outcome());
    let (agreement, about_claim) = compare(outcome, &count, case.claim.as_ref());
    findings.extend(about_claim.into_iter().map(at_end));
    Verdict { state, count: Some(count), outcome: Some(outcome), agreement, findings }
}

/// Counts the end with the events' own marking, or else the one given.
fn count_end(state: &GameState, marking: &Marking, fill: PointSet) -> Result<Count, CountError> {
    if state.marking().is_some() || state.phase() == Phase::Done {
        return state.count();
    }
    state.count_filling(marking, fill)
}

fn compare(
    outcome: Outcome,
    count: &Count,
    claim: Option<&Claim>,
) -> (Agreement, Vec<FindingKind>) {
    let Some(claim) = claim else { return (Agreement::NotChecked, vec![FindingKind::NoClaim]) };
    let counted = outcome.margin().is_some() || outcome == Outcome::Jigo;
    if !counted {
        let same = *claim == Claim::from_outcome(outcome);
        let kind = if same {
            FindingKind::Agrees
        } else {
            FindingKind::WinnerDiffers { claim: claim.clone(), outcome }
        };
        return (if same { Agreement::Agrees } else { Agreement::Disagrees }, vec![kind]);
    }
    if !claim.is_counted() {
        return (
            Agreement::NotChecked,
            vec![FindingKind::ClaimNotCounted { claim: claim.clone(), outcome }],
        );
    }
    let ours = signed(count.margin).saturating_mul(500);
    let (claimed, unit) = match claim {
        Claim::Win { winner, by: ClaimedBy::Margin { thousandths, unit } } => {
            let size = i64::from(*thousandths);
            (if *winner == Color::Black { size } else { -size }, *unit)
        }
        _ => (0, ClaimedUnit::Points),
    };
    let same_winner = claim.winner() == outcome.winner();
    let as_points = unit != ClaimedUnit::Zi && claimed == ours;
    let as_zi = unit != ClaimedUnit::Points && claimed.saturating_mul(2) == ours;
    match (same_winner, as_points, as_zi) {
        (true, true, _) => (Agreement::Agrees, vec![FindingKind::Agrees]),
        (true, false, true) => (Agreement::Agrees, vec![FindingKind::MarginInZi]),
        _ => {
            let points = if unit == ClaimedUnit::Zi { claimed.saturating_mul(2) } else { claimed };
            (Agreement::Disagrees, differences(points, same_winner, claim, count, outcome))
        }
    }
}

fn signed(score: Score) -> i64 {
    i64::from(score.as_half_points())
}

/// What differs, and the one change of komi or compensation that would make it the same.
fn differences(
    claimed_thousandths: i64,
    same_winner: bool,
    claim: &Claim,
    count: &Count,
    outcome: Outcome,
) -> Vec<FindingKind> {
    let mut kinds = vec![match same_winner {
        true => FindingKind::MarginDiffers { claim: claim.clone(), outcome },
        false => FindingKind::WinnerDiffers { claim: claim.clone(), outcome },
    }];
    if claimed_thousandths % 500 != 0 {
        return kinds;
    }
    let Ok(claimed) = i32::try_from(claimed_thousandths / 500).map(Score::half_points) else {
        return kinds;
    };
    // Ours plus what White would have to give back.
    let difference = claimed - count.margin;
    if count.compensation != Score::ZERO && difference == count.compensation {
        kinds.push(FindingKind::FitsWithoutCompensation);
    }
    let komi = count.komi - difference;
    // A komi that somebody plays with: a larger one explains nothing.
    if (Score::ZERO..=Score::points(9)).contains(&komi) {
        kinds.push(FindingKind::FitsWithKomi(komi));
    }
    kinds
}
