//! [`GameState`]: a game as the fold of its events.

mod apply;
mod enact;
mod legality;

use std::sync::Arc;

use board::{Board, BoardSize, ByColor, Color, Move, Point, PointSet, Position};

use crate::count::{Count, CountError, Terms, count};
use crate::event::{Ending, Event, Marking};
use crate::handicap::{HandicapError, ThirdStone, fixed, seated};
use crate::history::{Log, Seen};
use crate::outcome::Outcome;
use crate::refused::Refused;
use crate::ruleset::{Placement, Removal, Ruleset, Seats};
use crate::score::Score;
use crate::text::{Lang, pick};

pub use apply::Effect;

/// Where a game begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Start {
    /// The rules.
    pub ruleset: Arc<Ruleset>,
    /// The stones before the first move.
    pub board: Board,
    /// Who moves first.
    pub to_move: Color,
    /// Komi in points for White; [`Ruleset::check_komi`] tells what can be meant.
    pub komi: Score,
    /// Number of handicap stones that White's compensation reckons with; 0 and 1 are even games.
    pub handicap: u32,
}

impl Start {
    /// An even game on an empty board, with the ruleset's komi and first mover. Seated stones are not set here:
    /// see [`Start::standard`].
    pub fn even(ruleset: Arc<Ruleset>, size: BoardSize) -> Start {
        Start::on(ruleset, Board::new(size), 0)
    }

    /// An even game as the ruleset begins it: with the seated stones where it has them and the board has stars for them.
    pub fn standard(ruleset: Arc<Ruleset>, size: BoardSize) -> Start {
        let seats = match ruleset.seats {
            Seats::Four => seated(size).unwrap_or_default(),
            Seats::None => ByColor::default(),
        };
        Start::on(ruleset, stones(size, &seats), 0)
    }

    /// A handicap game: the stones on their fixed points, or, where the ruleset lets Black place them, an empty board that
    /// waits for [`Event::PlaceHandicap`]. 0 and 1 stones are a standard game.
    ///
    /// # Errors
    /// When so many stones have no fixed place on this board.
    pub fn with_handicap(
        ruleset: Arc<Ruleset>,
        size: BoardSize,
        count: u32,
        third: ThirdStone,
    ) -> Result<Start, HandicapError> {
        if count < 2 {
            return Ok(Start::standard(ruleset, size));
        }
        let black = match ruleset.placement {
            Placement::Fixed => fixed(size, count, third)?,
            Placement::Free => PointSet::EMPTY,
        };
        Ok(Start::on(ruleset, stones(size, &ByColor::new(black, PointSet::EMPTY)), count))
    }

    /// A game from these stones, with komi and first mover as the ruleset has them for `handicap` stones.
    pub fn on(ruleset: Arc<Ruleset>, board: Board, handicap: u32) -> Start {
        let to_move = ruleset.first_mover_for(handicap);
        let komi = ruleset.komi_for(handicap);
        Start { ruleset, board, to_move, komi, handicap }
    }
}

/// A board with stones that touch no others.
fn stones(size: BoardSize, points: &ByColor<PointSet>) -> Board {
    let mut board = Board::new(size);
    for (color, points) in points.iter() {
        for point in points {
            // The points are distinct and on the board.
            let placed = board.play(color, point);
            debug_assert!(placed.is_ok());
        }
    }
    board
}

/// Which part of a game it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// The players move.
    Play,
    /// Play has stopped; the players agree on dead stones.
    Counting,
    /// The game is over.
    Done,
}

impl Phase {
    /// The phase in words.
    pub fn describe(self, lang: Lang) -> &'static str {
        match self {
            Phase::Play => pick(lang, "对局进行中", "the game is being played"),
            Phase::Counting => pick(lang, "确认死活", "dead stones are being agreed"),
            Phase::Done => pick(lang, "对局已经结束", "the game is over"),
        }
    }
}

/// States after some events of the log, by event number.
type Checkpoints = Vec<(u32, Arc<GameState>)>;

/// Consecutive passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
struct Passes {
    count: u32,
    first: Option<Color>,
}

/// A game: its start, the events accepted since, and everything that follows from them.
///
/// All events in it were accepted; [`GameState::apply`] succeeds or changes nothing. Clones share their history.
#[derive(Clone, Debug)]
pub struct GameState {
    start: Arc<Start>,
    position: Position,
    log: Log,
    /// The event after which the game stands, 0 for the start.
    head: u32,
    seen: Seen,
    /// States on the way, so that going back in a very long game does not replay all of it: number and state, the latter
    /// without log and checkpoints of its own.
    checkpoints: Checkpoints,
    /// Points that had a stone since the history of positions began and lost it. A play elsewhere is new by that alone.
    vacated: PointSet,
    /// The event that made the present situation (stones, turn, ko).
    situation: u32,
    /// Whether it is known to be new: the last play was on a point that never lost a stone.
    is_new: bool,
    /// Plays and passes on the line.
    moves: u32,
    phase: Phase,
    passes: Passes,
    stops: u32,
    first_pass: Option<Color>,
    pass_stones: ByColor<u32>,
    button: Option<Color>,
    marking: Option<Arc<Marking>>,
    agreed: ByColor<bool>,
    endings: ByColor<Option<Ending>>,
    paused: bool,
    sealed: Option<Color>,
    handicap: u32,
    warnings: ByColor<u32>,
    penalties: ByColor<Score>,
    outcome: Option<Outcome>,
}

impl GameState {
    /// A game that has just begun.
    pub fn new(start: Start) -> GameState {
        GameState::at_start(Arc::new(start))
    }

    fn at_start(start: Arc<Start>) -> GameState {
        let mut state = GameState {
            position: Position::new(start.board.clone(), start.to_move),
            handicap: start.handicap,
            start,
            log: Log::default(),
            head: 0,
            seen: Seen::default(),
            checkpoints: Vec::new(),
            vacated: PointSet::EMPTY,
            situation: 0,
            is_new: true,
            moves: 0,
            phase: Phase::Play,
            passes: Passes::default(),
            stops: 0,
            first_pass: None,
            pass_stones: ByColor::default(),
            button: None,
            marking: None,
            agreed: ByColor::default(),
            endings: ByColor::default(),
            paused: false,
            sealed: None,
            warnings: ByColor::default(),
            penalties: ByColor::default(),
            outcome: None,
        };
        state.restart_history(0);
        state
    }

    /// The game these events make.
    ///
    /// # Errors
    /// The first event that is refused, with its number from 1.
    pub fn fold(
        start: Start,
        events: impl IntoIterator<Item = Event>,
    ) -> Result<GameState, (u32, Refused)> {
        let mut state = GameState::new(start);
        for event in events {
            let number = state.log.len() + 1;
            state.apply(event).map_err(|refused| (number, refused))?;
        }
        Ok(state)
    }

    /// Where the game began.
    pub fn start(&self) -> &Start {
        &self.start
    }

    /// The rules.
    pub fn ruleset(&self) -> &Ruleset {
        &self.start.ruleset
    }

    /// All events accepted so far, in order, those taken back later included.
    pub fn events(&self) -> impl Iterator<Item = &Event> {
        self.log.iter().map(|logged| &logged.event)
    }

    /// How many events were accepted.
    pub fn event_count(&self) -> u32 {
        self.log.len()
    }

    /// The events in force: without those an undo or a restoring ruling took back.
    pub fn line(&self) -> impl Iterator<Item = &Event> {
        let numbers = self.log.line(self.head, |_| false);
        numbers.into_iter().filter_map(|n| self.log.get(n)).map(|logged| &logged.event)
    }

    /// Where the last move in force put its stone; none before the first move and after a pass. The stone may be off again.
    pub fn last_play(&self) -> Option<Point> {
        let mut last = None;
        for event in self.line() {
            match event {
                Event::Move { mv: Move::Play(point), .. } => last = Some(*point),
                Event::Move { mv: Move::Pass, .. } => last = None,
                _ => {}
            }
        }
        last
    }

    /// Events in force after event `at`, with their numbers and whether a sealed move in them was void.
    pub(crate) fn line_after(&self, at: u32) -> impl Iterator<Item = (u32, &Event, bool)> {
        let numbers = self.log.line(self.head, |number| number <= at);
        numbers
            .into_iter()
            .filter_map(|n| self.log.get(n).map(|logged| (n, &logged.event, logged.void)))
    }

    /// The event after which the present situation stood before, the latest such with a stone played since; `None` when
    /// there is none. Passes alone change nothing and are no cycle.
    pub(crate) fn earlier_situation(&self) -> Option<u32> {
        if self.is_new {
            return None;
        }
        let p = &self.position;
        let key = self.repetition_key(&p.board, p.to_move, p.ko, p.to_move.opponent());
        let found = self.seen.find(key, self.situation);
        if found.is_empty() {
            return None;
        }
        let is_play = |&(_, event, void): &(u32, &Event, bool)| {
            let (Event::Move { mv, .. } | Event::Unseal { mv }) = event else { return false };
            !void && *mv != Move::Pass
        };
        let last_play = self.line_after(0).filter(is_play).last().map_or(0, |(number, ..)| number);
        found.into_iter().filter(|&at| at < last_play).find(|&at| {
            let past = self.rebuilt(at);
            past.position.board == p.board
                && past.position.to_move == p.to_move
                && past.position.ko == p.ko
        })
    }

    /// Stones, ko ban and prisoners, and who would be to move if play went on.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The stones.
    pub fn board(&self) -> &Board {
        &self.position.board
    }

    /// The board's size.
    pub fn size(&self) -> BoardSize {
        self.position.board.size()
    }

    /// Who may move now; nobody when play has stopped.
    pub fn to_move(&self) -> Option<Color> {
        (self.phase == Phase::Play).then_some(self.position.to_move)
    }

    /// The phase.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// Number of moves (plays and passes) on the line.
    pub fn move_number(&self) -> u32 {
        self.moves
    }

    /// Komi in points for White.
    pub fn komi(&self) -> Score {
        self.start.komi
    }

    /// Number of handicap stones, those placed freely included.
    pub fn handicap(&self) -> u32 {
        self.handicap
    }

    /// Stones taken in play, by who holds them; pass stones are not among them.
    pub fn prisoners(&self) -> ByColor<u32> {
        self.position.prisoners
    }

    /// Stones each side has handed over by passing, where the ruleset has pass stones. Once the game is over they
    /// include the one White owes when Black passed last.
    pub fn pass_stones(&self) -> ByColor<u32> {
        let mut stones = self.pass_stones;
        if self.phase == Phase::Done {
            stones[Color::White] += self.owed_pass_stone();
        }
        stones
    }

    /// Who passed first of the passes that stopped play, or took the button where the ruleset has one.
    pub fn first_pass(&self) -> Option<Color> {
        if self.ruleset().button { self.button } else { self.first_pass }
    }

    /// How many passes the game stands at.
    pub fn consecutive_passes(&self) -> u32 {
        self.passes.count
    }

    /// What is marked dead and in seki, whole chains.
    pub fn marking(&self) -> Option<&Marking> {
        self.marking.as_deref()
    }

    /// Who has accepted the marking.
    pub fn agreed(&self) -> ByColor<bool> {
        self.agreed
    }

    /// How each player is ready to end a cycle.
    pub fn proposed_endings(&self) -> ByColor<Option<Ending>> {
        self.endings
    }

    /// Whether the game is interrupted.
    pub fn is_paused(&self) -> bool {
        self.paused
    }

    /// Whose sealed move waits to be opened.
    pub fn sealed(&self) -> Option<Color> {
        self.sealed
    }

    /// Warnings given so far; taking moves back does not take them back.
    pub fn warnings(&self) -> ByColor<u32> {
        self.warnings
    }

    /// Points taken from each side by rulings.
    pub fn penalties(&self) -> ByColor<Score> {
        self.penalties
    }

    /// How the game ended, once it has.
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// What a count of this game reckons with, for the marking on the board (none before one is proposed).
    pub fn terms(&self) -> Terms {
        let marking = self.marking.as_deref().cloned().unwrap_or_default();
        Terms {
            komi: self.start.komi,
            handicap: self.handicap,
            dead: marking.dead,
            seki: marking.seki,
            fill: PointSet::EMPTY,
            prisoners: self.position.prisoners,
            passes: self.pass_stones(),
            first_pass: self.first_pass(),
            penalties: self.penalties,
        }
    }

    /// Counts the game as it stands with the marking on the board.
    ///
    /// # Errors
    /// When the marking does not fit the board.
    pub fn count(&self) -> Result<Count, CountError> {
        self.count_terms(self.terms())
    }

    /// Counts the game as it stands with another marking.
    ///
    /// # Errors
    /// When the marking does not fit the board.
    pub fn count_with(&self, marking: &Marking) -> Result<Count, CountError> {
        self.count_terms(Terms { dead: marking.dead, seki: marking.seki, ..self.terms() })
    }

    /// Counts the game as it stands with another marking, and points that must still be filled (see [`Terms::fill`]).
    ///
    /// # Errors
    /// When the marking does not fit the board.
    pub fn count_filling(&self, marking: &Marking, fill: PointSet) -> Result<Count, CountError> {
        self.count_terms(Terms { dead: marking.dead, seki: marking.seki, fill, ..self.terms() })
    }

    /// Counts the game as it stands with these terms and what White still owes.
    pub(crate) fn count_terms(&self, mut terms: Terms) -> Result<Count, CountError> {
        if self.phase != Phase::Done {
            terms.passes[Color::White] += self.owed_pass_stone();
        }
        count(&self.position.board, self.ruleset(), &terms)
    }

    /// 1 when White has still to hand over a stone because Black made the last pass.
    fn owed_pass_stone(&self) -> u32 {
        let ruleset = self.ruleset();
        // After the second pass the turn is back with the first passer.
        let black_passed_last = self.passes.count > 0 && self.position.to_move == Color::White;
        u32::from(ruleset.pass_stones && ruleset.end.white_passes_last && black_passed_last)
    }

    /// Ends the game by counting; `all_alive` leaves every stone on the board.
    fn finish_by_count(&mut self, all_alive: bool) {
        if all_alive || self.ruleset().end.removal == Removal::AllAlive {
            self.marking = None;
        }
        self.phase = Phase::Done;
        // The marking was checked when it was made, so counting cannot fail.
        self.outcome = count(&self.position.board, &self.start.ruleset, &self.terms())
            .ok()
            .map(|c| c.outcome());
    }
}

impl PartialEq for GameState {
    /// Same start and same events, hence the same state.
    fn eq(&self, other: &GameState) -> bool {
        self.head == other.head
            && self.position == other.position
            && (Arc::ptr_eq(&self.start, &other.start) || self.start == other.start)
            && self.log.iter().eq(other.log.iter())
            && self.moves == other.moves
            && self.phase == other.phase
            && self.passes == other.passes
            && self.vacated == other.vacated
            && (self.stops, self.first_pass, self.button, self.handicap)
                == (other.stops, other.first_pass, other.button, other.handicap)
            && (self.pass_stones, &self.marking, self.agreed, self.endings)
                == (other.pass_stones, &other.marking, other.agreed, other.endings)
            && (self.paused, self.sealed, self.warnings, self.penalties, self.outcome)
                == (other.paused, other.sealed, other.warnings, other.penalties, other.outcome)
    }
}

impl Eq for GameState {}
