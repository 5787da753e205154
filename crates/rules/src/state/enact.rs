//! What an accepted event does to the state. Nothing is checked here: [`super::apply`] has done it, and rebuilding an
//! earlier state runs the same code over the same events.

use std::sync::Arc;

use board::{Board, Color, Move, Point, PointSet, Setup};

use super::{Checkpoints, Effect, GameState, Passes, Phase};
use crate::event::{Decision, Edit, Ending, Event, Marking};
use crate::history::Log;
use crate::outcome::{Outcome, WinBy};
use crate::ruleset::{Removal, Repetition, Resumption};
use crate::score::Score;

impl GameState {
    /// The state after event `at` of this line, with the whole log in hand.
    pub(crate) fn rebuilt(&self, at: u32) -> GameState {
        self.replayed(self.log.clone(), self.checkpoints.clone(), at)
    }

    /// Replays the line up to event `at` from the latest checkpoint on it.
    pub(super) fn replayed(&self, log: Log, checkpoints: Checkpoints, at: u32) -> GameState {
        let find = |number: u32| checkpoints.binary_search_by_key(&number, |c| c.0).ok();
        let numbers = log.line(at, |number| find(number).is_some());
        let before = numbers.first().and_then(|&n| log.get(n)).map_or(at, |logged| logged.follows);
        let mut state = match find(before).and_then(|index| checkpoints.get(index)) {
            Some((_, checkpoint)) => GameState::clone(checkpoint),
            None => GameState::at_start(self.start.clone()),
        };
        for number in numbers {
            if let Some(logged) = log.get(number) {
                state.enact(&logged.event, number, logged.void);
            }
        }
        state.log = log;
        state.checkpoints = checkpoints;
        state.head = at;
        state
    }

    /// Keeps a checkpoint every so many events.
    pub(super) fn keep_checkpoint(&mut self, number: u32) {
        const EVERY: u32 = 256;
        if !number.is_multiple_of(EVERY) {
            return;
        }
        let (log, checkpoints) =
            (std::mem::take(&mut self.log), std::mem::take(&mut self.checkpoints));
        let bare = Arc::new(self.clone());
        (self.log, self.checkpoints) = (log, checkpoints);
        self.checkpoints.push((number, bare));
    }

    /// Carries out event `number`; `void` says that a sealed move turned out to be illegal.
    pub(crate) fn enact(&mut self, event: &Event, number: u32, void: bool) -> Effect {
        self.head = number;
        match event {
            Event::Move { mv, .. } => return self.enact_move(*mv, number),
            Event::Unseal { mv } => {
                self.sealed = None;
                return self.enact_move(if void { Move::Pass } else { *mv }, number);
            }
            Event::PlaceHandicap { stones } => self.enact_handicap(stones, number),
            Event::Edit(edit) => self.enact_edit(edit, number),
            Event::Resign { by } => self.finish(Outcome::win(by.opponent(), WinBy::Resignation)),
            Event::TimeLoss { by } => self.finish(Outcome::win(by.opponent(), WinBy::Time)),
            Event::MarkDead { marking, .. } => {
                self.marking = Some(self.whole_chains(marking));
                self.agreed = Default::default();
            }
            Event::Agree { by } => {
                self.agreed[*by] = true;
                if self.agreed.black && self.agreed.white {
                    self.finish_by_count(false);
                }
            }
            Event::Dispute { by } => self.resume(*by, number),
            Event::Resume { asked_by } => self.resume(Some(*asked_by), number),
            Event::ProposeEnd { by, ending } => self.enact_ending(*by, *ending),
            Event::Pause { .. } => self.paused = true,
            Event::Unpause { .. } => self.paused = false,
            Event::Seal { by, .. } => self.sealed = Some(*by),
            // The state is already the earlier one; these events only follow on it.
            Event::Undo { .. } => {}
            Event::Ruling(ruling) => return self.enact_decision(&ruling.decision, number),
        }
        Effect::default()
    }

    fn enact_move(&mut self, mv: Move, number: u32) -> Effect {
        self.moves += 1;
        self.endings = Default::default();
        match mv {
            Move::Pass => {
                self.enact_pass(number);
                Effect::default()
            }
            Move::Play(point) => self.enact_play(point, number),
        }
    }

    fn enact_play(&mut self, point: Point, number: u32) -> Effect {
        let mover = self.position.to_move;
        let board = &mut self.position.board;
        let mut effect = Effect::default();
        self.is_new = !self.vacated.contains(point);
        let lost = if board.is_suicide(mover, point) {
            own_chain(board, mover, point)
        } else {
            PointSet::EMPTY
        };
        // Only plays on empty points of the board get here, so this always succeeds.
        if let Ok(played) = board.play(mover, point) {
            if played.captured_count() > 0 {
                effect.captured = board.captured_points(&played);
                self.vacated |= effect.captured;
                self.position.prisoners[mover] += played.captured_count();
            }
            if played.self_captured_count() > 0 {
                effect.self_captured = lost;
                self.vacated |= lost;
                self.is_new = false;
                self.position.prisoners[mover.opponent()] += played.self_captured_count();
            }
            self.position.ko = board.ko_after(&played);
        }
        self.position.to_move = mover.opponent();
        self.passes = Passes::default();
        self.remember(number, mover);
        effect
    }

    fn enact_pass(&mut self, number: u32) {
        let mover = self.position.to_move;
        self.is_new = false;
        self.position.ko = None;
        self.position.to_move = mover.opponent();
        if self.ruleset().pass_stones {
            self.pass_stones[mover] += 1;
        }
        if self.ruleset().button && self.button.is_none() {
            self.button = Some(mover);
            self.passes = Passes::default();
            self.restart_history(number);
            return;
        }
        self.passes.count += 1;
        self.passes.first = self.passes.first.or(Some(mover));
        // Positional superko looks at stones alone, natural situational superko at board plays alone.
        if matches!(self.ruleset().repetition, Repetition::Simple | Repetition::Situational) {
            self.remember(number, mover);
        }
        self.stop_when_passed_out();
    }

    fn stop_when_passed_out(&mut self) {
        let end = self.ruleset().end;
        if end.final_passes.is_some_and(|n| self.passes.count >= u32::from(n)) {
            return self.finish_by_count(true);
        }
        if self.passes.count < 2 || self.phase != Phase::Play {
            return;
        }
        self.stops += 1;
        self.first_pass = self.passes.first;
        if end.removal == Removal::AllAlive || (end.second_stop_is_final && self.stops > 1) {
            self.finish_by_count(true);
        } else {
            self.phase = Phase::Counting;
        }
    }

    fn resume(&mut self, asker: Option<Color>, number: u32) {
        self.phase = Phase::Play;
        self.passes = Passes::default();
        self.first_pass = None;
        self.marking = None;
        self.agreed = Default::default();
        if let (Resumption::OpponentOfAsker, Some(asker)) = (self.ruleset().end.resumption, asker) {
            self.turn_to(asker.opponent(), number);
        }
    }

    /// Gives the turn to a player out of the ordinary.
    fn turn_to(&mut self, to_move: Color, number: u32) {
        if self.position.to_move == to_move {
            return;
        }
        self.position.to_move = to_move;
        self.position.ko = None;
        self.is_new = false;
        if matches!(self.ruleset().repetition, Repetition::Simple | Repetition::Situational) {
            self.remember(number, to_move.opponent());
        }
    }

    fn enact_handicap(&mut self, stones: &PointSet, number: u32) {
        let edit = Edit { black: *stones, to_move: Some(Color::White), ..Edit::default() };
        self.enact_edit(&edit, number);
        self.handicap = u32::try_from(stones.len()).unwrap_or(u32::MAX);
    }

    fn enact_edit(&mut self, edit: &Edit, number: u32) {
        self.phase = Phase::Play;
        self.passes = Passes::default();
        self.first_pass = None;
        self.marking = None;
        self.agreed = Default::default();
        self.endings = Default::default();
        if edit.changes_stones() {
            if let Ok(board) = edited(&self.position.board, edit).build() {
                self.position.board = board;
            }
            self.position.ko = None;
            self.position.to_move = edit.to_move.unwrap_or(self.position.to_move);
            self.restart_history(number);
        } else if let Some(to_move) = edit.to_move {
            self.turn_to(to_move, number);
        }
    }

    fn enact_ending(&mut self, by: Color, ending: Ending) {
        self.endings[by] = Some(ending);
        if self.endings[by.opponent()] != Some(ending) {
            return;
        }
        self.finish(match ending {
            Ending::Draw => Outcome::Jigo,
            Ending::NoResult => Outcome::NoResult,
            Ending::Replay => Outcome::Void,
        });
    }

    fn enact_decision(&mut self, decision: &Decision, number: u32) -> Effect {
        match decision {
            Decision::Warning { to } => self.warnings[*to] += 1,
            Decision::VoidMove { turn_lost: true } => return self.enact_move(Move::Pass, number),
            Decision::VoidMove { turn_lost: false }
            | Decision::Restore { .. }
            | Decision::Stands
            | Decision::Note => {}
            Decision::PointPenalty { against, points } => {
                self.penalties[*against] += *points;
                if self.ended_by_count() {
                    self.finish_by_count(false);
                }
            }
            Decision::Status { marking } => {
                self.marking = Some(self.whole_chains(marking));
                self.finish_by_count(false);
            }
            Decision::Recount => {
                self.phase = Phase::Counting;
                self.agreed = Default::default();
                self.outcome = None;
            }
            Decision::Draw => self.finish(Outcome::Jigo),
            Decision::NoResult => self.finish(Outcome::NoResult),
            Decision::Replay | Decision::Void => self.finish(Outcome::Void),
            Decision::Forfeit { loser } => {
                self.finish(Outcome::win(loser.opponent(), WinBy::Forfeit))
            }
            Decision::BothLose => self.finish(Outcome::BothLose),
            Decision::Award { winner } => self.finish(Outcome::win(*winner, WinBy::Forfeit)),
        }
        Effect::default()
    }

    fn finish(&mut self, outcome: Outcome) {
        self.phase = Phase::Done;
        self.outcome = Some(outcome);
        self.paused = false;
        self.sealed = None;
    }

    pub(super) fn ended_by_count(&self) -> bool {
        let counted =
            |outcome| matches!(outcome, Outcome::Jigo | Outcome::Win { by: WinBy::Score(_), .. });
        self.phase == Phase::Done && self.passes.count >= 2 && self.outcome.is_some_and(counted)
    }

    /// Forgets the positions so far: the present one is where the history begins.
    pub(super) fn restart_history(&mut self, number: u32) {
        self.seen.clear();
        self.vacated = PointSet::EMPTY;
        self.situation = number;
        self.is_new = true;
        // Under natural situational superko a position set up belongs to nobody.
        if self.ruleset().repetition != Repetition::NaturalSituational {
            self.remember(number, self.position.to_move.opponent());
        }
    }

    fn remember(&mut self, number: u32, mover: Color) {
        let Self { position, .. } = &*self;
        let key = self.repetition_key(&position.board, position.to_move, position.ko, mover);
        self.seen.push(key, number);
        self.situation = number;
    }

    /// The marking with every marked stone's whole chain.
    fn whole_chains(&self, marking: &Marking) -> Arc<Marking> {
        let whole = |marked: &PointSet| {
            let mut all = PointSet::EMPTY;
            for point in marked {
                if !all.contains(point) {
                    all |= self.position.board.chain_set(point);
                }
            }
            all
        };
        Arc::new(Marking { dead: whole(&marking.dead), seki: whole(&marking.seki) })
    }
}

/// The stones that a suicide at `point` removes.
fn own_chain(board: &Board, mover: Color, point: Point) -> PointSet {
    let mut chain = PointSet::single(point);
    for near in board.size().neighbours(point) {
        if board.get(near) == Some(mover) && !chain.contains(near) {
            chain |= board.chain_set(near);
        }
    }
    chain
}

/// The stones after an edit, perhaps with chains that have no liberty.
pub(super) fn edited(board: &Board, edit: &Edit) -> Setup {
    let mut setup = Setup::from(board);
    for (points, stone) in
        [(edit.black, Some(Color::Black)), (edit.white, Some(Color::White)), (edit.empty, None)]
    {
        for point in &points {
            setup.set(point, stone);
        }
    }
    setup
}

impl Edit {
    /// Whether any stone is set or taken away.
    pub fn changes_stones(&self) -> bool {
        !(self.black.is_empty() && self.white.is_empty() && self.empty.is_empty())
    }
}

/// Not a score: the sum of penalties is only ever added to by checked, positive amounts.
pub(super) fn is_penalty(points: Score) -> bool {
    points > Score::ZERO
}
