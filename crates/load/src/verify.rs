//! What must hold of a game at its end: everything that clients saw and that was acknowledged to them is in the store once,
//! in order, and the clocks were charged as they should be.

use std::collections::HashMap;

use api::{Color, EventBody, EventFrame, PartyView, Seq, TimeView};

use crate::log::{Log, fingerprint};
use crate::shared::Outage;

/// How long after a kill was noted the server may still have been at work, and how exact the clocks of the two processes
/// agree, in milliseconds.
const TOLERANCE: u64 = 250;

/// How far the server's time and ours may differ, in milliseconds. Less than a restart takes, or an event just after one
/// would be looked for before the wrong kill.
const DRIFT: u64 = 20;

/// What is known of a game besides what the server tells.
#[derive(Debug)]
pub(crate) struct Evidence<'a> {
    /// What is to be played.
    pub(crate) line: &'a [String],
    /// Events that a player was told of by their id.
    pub(crate) acknowledged: &'a [(Seq, String)],
    /// What clients saw, with a word for each.
    pub(crate) logs: &'a [(&'a str, &'a Log)],
    /// When the server was away.
    pub(crate) outages: &'a [Outage],
}

/// What does not hold, in words; and the longest time before a kill that was charged to nobody.
#[derive(Debug, Default)]
pub(crate) struct Findings {
    pub(crate) faults: Vec<String>,
    pub(crate) uncharged: u64,
}

/// Compares what a server holds of a game with what is known of it.
pub(crate) fn examine(frames: &[EventFrame], evidence: &Evidence<'_>) -> Findings {
    let mut findings = Findings::default();
    let faults = &mut findings.faults;
    for (frame, seq) in frames.iter().zip(1..) {
        if frame.seq != Seq(seq) {
            faults.push(format!("event {} stands where {seq} should", frame.seq.0));
            return findings;
        }
    }
    let truth: Vec<u64> = frames.iter().map(fingerprint).collect();
    for (who, log) in evidence.logs {
        if let Some(seq) = log.differs(&truth) {
            faults.push(format!("{who} saw another event {} than the server holds", seq.0));
        } else if log.last() < Seq(u32::try_from(frames.len()).unwrap_or(u32::MAX)) {
            faults.push(format!("{who} saw {} of {} events", log.last().0, frames.len()));
        }
    }
    acknowledged(frames, evidence, faults);
    played(frames, evidence.line, faults);
    charged(frames, evidence.outages, &mut findings);
    findings
}

/// Every acknowledged event is there, at its place, once.
fn acknowledged(frames: &[EventFrame], evidence: &Evidence<'_>, faults: &mut Vec<String>) {
    let mut places: HashMap<&str, Vec<Seq>> = HashMap::new();
    for frame in frames {
        if let Some(id) = &frame.id {
            places.entry(id).or_default().push(frame.seq);
        }
    }
    for (id, at) in places.iter().filter(|(_, at)| at.len() > 1) {
        faults.push(format!("{id} is there {} times: {at:?}", at.len()));
    }
    for (seq, id) in evidence.acknowledged {
        match places.get(id.as_str()).and_then(|at| at.first()) {
            None => faults.push(format!("{id} was acknowledged as event {} and is gone", seq.0)),
            Some(at) if at != seq => {
                faults.push(format!(
                    "{id} was acknowledged as event {} and is event {}",
                    seq.0, at.0
                ));
            }
            Some(_) => {}
        }
    }
}

/// The moves are those of the line, in order: none lost, none twice, none of others.
fn played(frames: &[EventFrame], line: &[String], faults: &mut Vec<String>) {
    let moves = frames.iter().filter_map(|frame| match &frame.d {
        EventBody::Move { at, .. } => Some((frame.seq, at)),
        _ => None,
    });
    for (number, (seq, at)) in moves.enumerate() {
        if line.get(number) != Some(at) {
            let wanted = line.get(number).map_or("nothing", String::as_str);
            faults.push(format!(
                "event {} plays {at} where move {} is {wanted}",
                seq.0,
                number + 1
            ));
            return;
        }
    }
}

/// Whose clock runs after a frame, and what is left on it.
fn running(frame: &EventFrame) -> Option<(Color, u64)> {
    let side = frame.clock.running?;
    Some((side, of(frame, side).left?))
}

fn of(frame: &EventFrame, side: Color) -> &TimeView {
    match side {
        Color::Black => &frame.clock.black,
        Color::White => &frame.clock.white,
    }
}

/// A kill charges the side to move at most up to the kill, and nobody while the server is away or the game is interrupted.
///
/// What is left until the flag goes down within a turn as time passes, under every control: overtime is given back with the
/// move alone. So an interruption shows its charge, and no move may cost more than the time since the event before it.
fn charged(frames: &[EventFrame], outages: &[Outage], findings: &mut Findings) {
    for pair in frames.windows(2) {
        let [before, after] = pair else { continue };
        match after.d {
            EventBody::Pause { by: PartyView::Server } => {
                let Some((side, left)) = running(before) else { continue };
                let Some(now) = of(after, side).left else { continue };
                let Some(outage) = outages.iter().find(|o| o.down + DRIFT >= before.at) else {
                    continue;
                };
                let lived = outage.down.saturating_sub(before.at);
                if now > left {
                    findings.faults.push(format!(
                        "event {}: {} ms were given",
                        after.seq.0,
                        now - left
                    ));
                    continue;
                }
                let charge = left - now;
                if charge > lived + TOLERANCE {
                    findings.faults.push(format!(
                        "event {}: {charge} ms were charged for the {lived} ms before the kill",
                        after.seq.0
                    ));
                }
                findings.uncharged = findings.uncharged.max(lived.saturating_sub(charge));
            }
            EventBody::Move { by, .. } => {
                let Some((side, left)) = running(before).filter(|(side, _)| *side == by) else {
                    continue;
                };
                let Some(now) = of(after, side).left else { continue };
                let (charge, passed) =
                    (left.saturating_sub(now), after.at.saturating_sub(before.at));
                if charge > passed + TOLERANCE {
                    findings.faults.push(format!(
                        "event {}: {charge} ms were charged for the {passed} ms of a move",
                        after.seq.0
                    ));
                }
            }
            EventBody::Unpause { .. } => {
                for side in [Color::Black, Color::White] {
                    if of(before, side).left != of(after, side).left {
                        findings
                            .faults
                            .push(format!("event {}: the pause changed a clock", after.seq.0));
                    }
                }
            }
            _ => {}
        }
    }
}
