//! Long cycles: finding that a situation came back, and naming what went round.

use board::{ByColor, Color, Move, PointSet};

use crate::event::{Ending, Event};
use crate::ruleset::LongCycle;
use crate::state::GameState;
use crate::text::{Lang, pick};

/// A situation (stones, player to move, ko ban) came back: what happened in between.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cycle {
    /// After how many moves the situation stood before.
    pub first_seen: u32,
    /// Plays and passes of one round.
    pub plies: u32,
    /// Passes among them.
    pub passes: u32,
    /// Stones each side took in one round.
    pub captured: ByColor<u32>,
    /// What it is called.
    pub kind: CycleKind,
}

/// The named cycles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CycleKind {
    /// 三劫循环: three kos, six plies.
    TripleKo,
    /// 四劫循环: two double kos, eight plies.
    QuadrupleKo,
    /// More kos than four taken in turn.
    ManyKos(u32),
    /// 长生: each side takes two stones in four plies.
    EternalLife,
    /// Sending two, returning one: three plays and a pass.
    SendingTwo,
    /// 双提二子, read as the round-robin ko (循环劫): both sides take two stones, and ones, in six or
    /// eight plies.
    RoundRobin,
    /// Any other, such as the molasses ko.
    Other,
}

impl CycleKind {
    /// A stable code for programs.
    pub fn code(self) -> &'static str {
        match self {
            CycleKind::TripleKo => "triple_ko",
            CycleKind::QuadrupleKo => "quadruple_ko",
            CycleKind::ManyKos(_) => "many_kos",
            CycleKind::EternalLife => "eternal_life",
            CycleKind::SendingTwo => "sending_two",
            CycleKind::RoundRobin => "double_two_stones",
            CycleKind::Other => "other",
        }
    }

    /// The name for people.
    pub fn name(self, lang: Lang) -> &'static str {
        match self {
            CycleKind::TripleKo => pick(lang, "三劫循环", "triple ko"),
            CycleKind::QuadrupleKo => pick(lang, "四劫循环", "quadruple ko"),
            CycleKind::ManyKos(_) => pick(lang, "多劫循环", "multiple ko"),
            CycleKind::EternalLife => pick(lang, "长生", "eternal life"),
            CycleKind::SendingTwo => pick(lang, "送二还一", "sending two, returning one"),
            CycleKind::RoundRobin => pick(lang, "双提二子（循环劫）", "round-robin ko (双提二子)"),
            CycleKind::Other => pick(lang, "循环", "another cycle"),
        }
    }
}

impl Cycle {
    /// Black's prisoners minus White's made in one round.
    pub fn net(&self) -> i64 {
        i64::from(self.captured.black) - i64::from(self.captured.white)
    }

    /// The cycle in one sentence.
    pub fn describe(&self, lang: Lang) -> String {
        let name = self.kind.name(lang);
        let (first, plies) = (self.first_seen, self.plies);
        let (black, white) = (self.captured.black, self.captured.white);
        match lang {
            Lang::Zh => format!(
                "{name}：与第 {first} 手后的局面相同，一轮 {plies} 手，黑提 {black} 子，白提 {white} 子"
            ),
            Lang::En => format!(
                "{name}: the situation after move {first} is back; {plies} moves a round, Black takes {black} and White {white}"
            ),
        }
    }
}

/// The plays of one round.
#[derive(Default)]
struct Round {
    plies: u32,
    passes: u32,
    captured: ByColor<u32>,
    /// Stones taken by each play, in order.
    takes: Vec<(Color, usize)>,
    /// Points where a single stone was taken.
    ko_points: PointSet,
}

impl Round {
    fn kind(&self) -> CycleKind {
        let all_kos = self.passes == 0 && self.takes.iter().all(|&(_, n)| n == 1);
        let kos = u32::try_from(self.ko_points.len() / 2).unwrap_or(u32::MAX);
        if all_kos && self.plies == 2 * kos {
            return match kos {
                3 => CycleKind::TripleKo,
                4 => CycleKind::QuadrupleKo,
                _ => CycleKind::ManyKos(kos),
            };
        }
        let takes_two = |color| self.takes.contains(&(color, 2));
        let both_take_two = takes_two(Color::Black) && takes_two(Color::White);
        let small = self.takes.iter().all(|&(_, n)| n <= 2);
        let even = self.captured.black == self.captured.white;
        match (self.plies, self.passes) {
            (4, 0) if both_take_two && even => CycleKind::EternalLife,
            (6 | 8, 0) if both_take_two && even && small => CycleKind::RoundRobin,
            (4, 1) if self.captured.black.abs_diff(self.captured.white) == 1 => {
                CycleKind::SendingTwo
            }
            _ => CycleKind::Other,
        }
    }
}

impl GameState {
    /// The cycle that the last move closed, if the present situation stood before under a ruleset that lets it.
    pub fn cycle(&self) -> Option<Cycle> {
        if self.ruleset().long_cycle == LongCycle::Forbidden {
            return None;
        }
        let earlier = self.earlier_situation()?;
        let mut replay = self.rebuilt(earlier);
        let first_seen = replay.move_number();
        let round = self.round_since(earlier, &mut replay);
        Some(Cycle {
            first_seen,
            plies: round.plies,
            passes: round.passes,
            captured: round.captured,
            kind: round.kind(),
        })
    }

    /// How the ruleset lets the players end the cycle on the board; none when there is none.
    pub fn offered_endings(&self) -> Vec<Ending> {
        let Some(cycle) = self.cycle() else { return Vec::new() };
        match self.ruleset().long_cycle {
            LongCycle::Forbidden => Vec::new(),
            LongCycle::Draw => vec![Ending::Draw],
            LongCycle::Referee => vec![Ending::Draw, Ending::Replay, Ending::NoResult],
            // With unequal prisoners one side loses stones in every round and will stop.
            LongCycle::NoResult if cycle.net() == 0 => vec![Ending::NoResult],
            LongCycle::NoResult => Vec::new(),
        }
    }

    fn round_since(&self, earlier: u32, replay: &mut GameState) -> Round {
        let mut round = Round::default();
        for (number, event, void) in self.line_after(earlier) {
            let mover = replay.position().to_move;
            let before = replay.move_number();
            let effect = replay.enact(event, number, void);
            if replay.move_number() == before {
                continue;
            }
            round.plies += 1;
            let point = match event {
                Event::Move { mv: Move::Play(p), .. } | Event::Unseal { mv: Move::Play(p) }
                    if !void =>
                {
                    *p
                }
                _ => {
                    round.passes += 1;
                    continue;
                }
            };
            let count = |set: PointSet| u32::try_from(set.len()).unwrap_or(u32::MAX);
            round.captured[mover] += count(effect.captured);
            round.captured[mover.opponent()] += count(effect.self_captured);
            round.takes.push((mover, effect.captured.len()));
            if effect.captured.len() == 1 {
                round.ko_points.insert(point);
            }
        }
        round
    }
}
