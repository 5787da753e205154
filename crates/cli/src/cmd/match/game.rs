//! One game of a match.

use std::time::Duration;

use board::{BoardSize, ByColor, Color, Move};
use engine::Status;
use rules::{Event, GameState, Marking, Outcome, Phase, Refused, WinBy};

use super::Scoring;
use super::adjudicate::{Adjudication, Judge};
use super::end::End;
use super::player::{Act, Acted, Fault, Player};
use super::timing::GameClock;

/// What is to be played.
#[derive(Debug)]
pub(crate) struct Task {
    /// The game after its opening, which the players have been told.
    pub(crate) game: GameState,
    /// The clocks before the first move.
    pub(crate) clock: GameClock,
    pub(crate) scoring: Scoring,
    pub(crate) adjudication: Adjudication,
    /// Where the random numbers of the match's own estimates begin.
    pub(crate) seed: u64,
}

/// A game that was played.
#[derive(Debug, Clone)]
pub(crate) struct Played {
    pub(crate) game: GameState,
    pub(crate) outcome: Outcome,
    pub(crate) end: End,
    /// What the players said of each move of the game; the opening's moves have nothing.
    pub(crate) remarks: Vec<String>,
    pub(crate) time: ByColor<Spent>,
}

/// A player's thinking.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Spent {
    pub(crate) total: Duration,
    pub(crate) longest: Duration,
    pub(crate) moves: u32,
}

impl Spent {
    fn add(&mut self, time: Duration) {
        self.total += time;
        self.longest = self.longest.max(time);
        self.moves += 1;
    }
}

/// The first player is Black in every other game.
pub(crate) fn a_is_black(index: u32) -> bool {
    index.is_multiple_of(2)
}

/// Plays a game between players who sit at it already.
pub(crate) fn play(task: Task, players: ByColor<&mut Player>) -> Played {
    let Task { game, clock, scoring, adjudication, seed } = task;
    let opening = usize::try_from(game.move_number()).unwrap_or(0);
    let judge = Judge::new(adjudication, seed);
    let remarks = vec![String::new(); opening];
    let mut table = Table { players, game, clock, judge, remarks, time: ByColor::default() };
    let stop = table.play();
    let (end, outcome) = table.decide(stop, scoring);
    let Table { game, remarks, time, .. } = table;
    Played { game, outcome, end, remarks, time }
}

/// How play stopped.
enum Stop {
    /// As the rules have it.
    Rules,
    /// With a result.
    Result(End, Outcome),
    /// By a fault of a player.
    Fault(End),
    /// By its length.
    Length,
}

/// Two players at a board.
struct Table<'a> {
    players: ByColor<&'a mut Player>,
    game: GameState,
    clock: GameClock,
    judge: Judge,
    remarks: Vec<String>,
    time: ByColor<Spent>,
}

impl Table<'_> {
    fn play(&mut self) -> Stop {
        let limit = 3 * u32::try_from(self.game.size().area()).unwrap_or(0) + 20;
        loop {
            let Some(color) = self.game.to_move() else { return Stop::Rules };
            if self.game.move_number() >= limit {
                return Stop::Length;
            }
            if let Some(stop) = self.step(color) {
                return stop;
            }
            let players = &mut self.players;
            let leads = || [players.black.lead(), players.white.lead()];
            if let Some((winner, reason)) = self.judge.look(&self.game, leads) {
                let outcome = Outcome::win(winner, WinBy::Resignation);
                return Stop::Result(End::Adjudicated(reason), outcome);
            }
        }
    }

    /// One move of this colour.
    fn step(&mut self, color: Color) -> Option<Stop> {
        let turn = self.clock.turn();
        let acted = match self.players[color].genmove(&self.game, color, &turn) {
            Ok(acted) => acted,
            Err(fault) => return Some(Stop::Fault(blame(color, fault, End::Illegal))),
        };
        let Acted { act, time, remark } = acted;
        self.time[color].add(time);
        if !self.clock.press(time) {
            return Some(Stop::Fault(End::Late(color)));
        }
        let Act::Move(mv) = act else {
            let _ = self.game.apply(Event::Resign { by: color });
            let outcome = Outcome::win(color.opponent(), WinBy::Resignation);
            return Some(Stop::Result(End::Resigned, outcome));
        };
        if let Err(refused) = self.game.play(mv) {
            let text = describe(&refused, mv, self.game.size());
            return Some(Stop::Fault(End::Illegal(color, text)));
        }
        let between = if remark.is_empty() { "" } else { ", " };
        self.remarks.push(format!("{:.2} s{between}{remark}", time.as_secs_f64()));
        let other = color.opponent();
        match self.players[other].play(&self.game, color, mv) {
            Ok(()) => None,
            Err(fault) => Some(Stop::Fault(blame(other, fault, End::Rejected))),
        }
    }

    /// The result of a game that has stopped.
    fn decide(&mut self, stop: Stop, scoring: Scoring) -> (End, Outcome) {
        let lost = |color: Color, by: WinBy| Outcome::win(color.opponent(), by);
        match stop {
            Stop::Result(end, outcome) => (end, outcome),
            Stop::Fault(end) => {
                let outcome = match end {
                    End::Late(color) | End::Timeout(color) => lost(color, WinBy::Time),
                    _ => end
                        .at_fault()
                        .map_or(Outcome::NoResult, |color| lost(color, WinBy::Forfeit)),
                };
                (end, outcome)
            }
            Stop::Length if scoring != Scoring::AllAlive => (End::TooLong, counted(&self.game)),
            // The rules themselves counted: everything left on the board is alive.
            Stop::Rules if self.game.phase() == Phase::Done => {
                (End::AllAlive, self.game.outcome().unwrap_or_else(|| counted(&self.game)))
            }
            Stop::Length | Stop::Rules => self.count(scoring),
        }
    }

    fn count(&mut self, scoring: Scoring) -> (End, Outcome) {
        match scoring {
            Scoring::AllAlive => {
                let count = self.game.count_with(&Marking::default());
                (End::AllAlive, count.map_or(Outcome::NoResult, |count| count.outcome()))
            }
            Scoring::Shoutan => (End::Counted, counted(&self.game)),
            Scoring::Engines => {
                let mut ask = |color: Color| {
                    let text = self.players[color].final_score(&self.game)?;
                    Outcome::from_sgf(text.trim()).ok().flatten()
                };
                match (ask(Color::Black), ask(Color::White)) {
                    (Some(black), Some(white)) if black == white => (End::Agreed, black),
                    _ => (End::Counted, counted(&self.game)),
                }
            }
        }
    }
}

fn blame(color: Color, fault: Fault, wrong: fn(Color, String) -> End) -> End {
    match fault {
        Fault::Answer(text) => wrong(color, text),
        Fault::Timeout => End::Timeout(color),
        Fault::Gone(text) => End::Died(color, text),
    }
}

fn describe(refused: &Refused, mv: Move, size: BoardSize) -> String {
    format!("{}: {refused}", gtp::format_move(mv, size))
}

fn counted(game: &GameState) -> Outcome {
    Status::new(game, 1).count.map_or(Outcome::NoResult, |count| count.outcome())
}
