//! [`Game`]: a game as networks know it.

pub(crate) mod area;
mod history;
mod legality;
mod net_rules;
mod play;
mod score;
mod state;

use std::sync::Arc;

use board::{Board, BoardSize, ByColor, Color, Move, Point, PointSet};
use rules::Score;

use history::{Seen, mark};

pub use legality::IllegalMove;
pub use net_rules::{HandicapBonus, KoRule, NetRules, NetRulesError, Scoring, Tax};

/// How many of the latest moves networks see.
pub const HISTORY: usize = 5;

/// A move with its player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Turn {
    /// Who moved.
    pub by: Color,
    /// What was played.
    pub mv: Move,
}

/// The stones and the ko ban as they stood once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Snapshot {
    /// The stones.
    pub stones: ByColor<PointSet>,
    /// The point where basic ko forbade to play.
    pub ko: Option<Point>,
    /// The hash of the stones.
    pub hash: board::Hash,
}

/// A capture of a ko in the encore: that player may not make it again in that position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct KoTaken {
    before: u128,
    at: Point,
    by: Color,
}

/// A game as networks know it: KataGo's rule axes, the phases of territory scoring, and what the input features look at.
///
/// A clone copies about 10 KB and allocates nothing; a move allocates once in 64 moves. All sizes of the board crate work,
/// though networks know 19 lines at most. The game goes on after its end when it is asked to, as reviews and disputes do.
#[derive(Clone)]
pub struct Game {
    rules: NetRules,
    komi: Score,
    prevent_encore: bool,
    opening_handicap: bool,
    board: Board,
    stones: ByColor<PointSet>,
    to_move: Color,
    ko: Option<Point>,
    /// One and two moves ago.
    past: [Snapshot; 2],
    turns: [Turn; HISTORY],
    /// How many of `turns` there are.
    known: usize,
    /// How many moves of this phase are still fit to be shown.
    valid: usize,
    moves: u32,
    phase: u8,
    passes: u32,
    finished: bool,
    no_result: bool,
    /// Whether the phase ended but the encore is prevented.
    past_end: bool,
    button: bool,
    /// White's bonus points for the button and, in territory scoring, for the moves made.
    bonus: Score,
    handicap_bonus: Score,
    handicap: Handicap,
    seen: Seen,
    /// Points that lost a stone since `seen` begins.
    vacated: PointSet,
    /// Situations in which each side has passed.
    passed: ByColor<Option<Arc<Vec<u128>>>>,
    blocked: PointSet,
    kos_taken: Option<Arc<Vec<KoTaken>>>,
    second_encore: Option<Arc<ByColor<PointSet>>>,
}

/// What counts the handicap stones: those set up, and a run of black moves at the start.
#[derive(Clone, Copy, Debug)]
struct Handicap {
    set_up: u32,
    white_set_up: bool,
    run: u32,
    white_played: bool,
    two_white_turns: bool,
}

impl Game {
    /// A game that begins with this board; `komi` is in points for White. Stones on the board count as handicap where
    /// the rules reward it and they are black alone. The encore is prevented (see [`Game::set_prevent_encore`]).
    pub fn new(rules: NetRules, komi: Score, board: Board, to_move: Color) -> Game {
        let stones = ByColor::from_fn(|color| board.stones(color));
        let snapshot = Snapshot { stones, ko: None, hash: board.hash() };
        let handicap = Handicap {
            set_up: board.stone_count(Color::Black),
            white_set_up: board.stone_count(Color::White) > 0,
            run: 0,
            white_played: false,
            two_white_turns: false,
        };
        let mut game = Game {
            rules,
            komi,
            prevent_encore: true,
            opening_handicap: false,
            stones,
            to_move,
            ko: None,
            past: [snapshot; 2],
            turns: [Turn { by: Color::Black, mv: Move::Pass }; HISTORY],
            known: 0,
            valid: 0,
            moves: 0,
            phase: 0,
            passes: 0,
            finished: false,
            no_result: false,
            past_end: false,
            button: rules.button,
            bonus: Score::ZERO,
            handicap_bonus: Score::ZERO,
            handicap,
            seen: Seen::new(),
            vacated: PointSet::EMPTY,
            passed: ByColor::default(),
            blocked: PointSet::EMPTY,
            kos_taken: None,
            second_encore: None,
            board,
        };
        if rules.scoring == Scoring::Territory {
            let count = |color| score::whole(game.board.stone_count(color));
            game.bonus = count(Color::Black) - count(Color::White);
        }
        game.handicap_bonus = game.handicap_points();
        game.remember();
        game
    }

    /// Whether territory scoring stays in the main phase after two passes, as play against people wants it; otherwise
    /// disputes are played out in the encore.
    pub fn set_prevent_encore(&mut self, prevent: bool) {
        self.prevent_encore = prevent;
    }

    /// Whether the encore is prevented.
    pub fn prevents_encore(&self) -> bool {
        self.prevent_encore
    }

    /// Whether a run of black moves at the start, White passing, counts as handicap; to be set before the first move.
    pub fn set_opening_handicap(&mut self, counts: bool) {
        self.opening_handicap = counts;
    }

    /// Sets White's points for handicap stones, where they don't follow from the stones set up.
    pub fn set_handicap_bonus(&mut self, bonus: Score) {
        self.handicap_bonus = bonus;
        self.opening_handicap = false;
    }

    /// Sets komi, in points for White.
    pub fn set_komi(&mut self, komi: Score) {
        self.komi = komi;
    }

    /// Gives the turn to this side; when it changes, the ban of basic ko is lifted. Moves that don't alternate are not
    /// shown to networks.
    pub fn set_to_move(&mut self, color: Color) {
        if self.to_move != color {
            self.to_move = color;
            self.ko = None;
        }
    }

    /// Takes play up again after passes have stopped it: they no longer count.
    pub fn resume(&mut self) {
        if self.finished || self.past_end {
            self.valid = self.valid.min(1);
        }
        self.finished = false;
        self.no_result = false;
        self.past_end = self.past_end || self.passes >= 2;
        self.passes = 0;
        self.passed = ByColor::default();
    }

    /// The rules.
    pub fn rules(&self) -> &NetRules {
        &self.rules
    }

    /// Komi in points for White, without what the rules add.
    pub fn komi(&self) -> Score {
        self.komi
    }

    /// All that White receives: komi, points for handicap stones, for the button, and in territory scoring for the moves
    /// made (so that an area count gives the territory score).
    pub fn white_points(&self) -> Score {
        self.komi + self.handicap_bonus + self.bonus
    }

    /// The stones.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The stones of each side as sets.
    pub fn stones(&self) -> &ByColor<PointSet> {
        &self.stones
    }

    /// Columns and rows.
    pub fn size(&self) -> BoardSize {
        self.board.size()
    }

    /// Who moves next.
    pub fn to_move(&self) -> Color {
        self.to_move
    }

    /// Where basic ko forbids to play. In the encore there is no such point.
    pub fn ko(&self) -> Option<Point> {
        self.ko
    }

    /// 0 in the main phase, 1 and 2 in the phases of the encore.
    pub fn encore_phase(&self) -> u8 {
        self.phase
    }

    /// Stones whose recapture is blocked by the encore's ko rule.
    pub fn recapture_blocked(&self) -> PointSet {
        self.blocked
    }

    /// The stones with which the second phase of the encore began, while it lasts.
    pub fn second_encore_stones(&self) -> Option<&ByColor<PointSet>> {
        self.second_encore.as_deref()
    }

    /// Whether the button is still there.
    pub fn has_button(&self) -> bool {
        self.button
    }

    /// Whether the last move ended the game.
    pub fn is_finished(&self) -> bool {
        self.finished
    }

    /// Whether the game ended by a position that came up for the third time: it has no result.
    pub fn is_no_result(&self) -> bool {
        self.no_result
    }

    /// Whether the last move ended the main phase of territory scoring while the encore is prevented, or the game was
    /// taken up again.
    pub fn is_past_end(&self) -> bool {
        self.past_end
    }

    /// Consecutive passes that count towards the end of the phase.
    pub fn passes(&self) -> u32 {
        self.passes
    }

    /// Number of moves made, passes included.
    pub fn move_number(&self) -> u32 {
        self.moves
    }

    /// The latest moves, at most five, the latest first.
    pub fn last_moves(&self) -> &[Turn] {
        &self.turns[..self.known]
    }

    /// How many of the latest moves belong to this phase and may be shown to a network.
    pub fn valid_turns(&self) -> usize {
        self.valid.min(self.known)
    }

    /// The stones now, without copying the board.
    pub fn snapshot(&self) -> Snapshot {
        Snapshot { stones: self.stones, ko: self.ko, hash: self.board.hash() }
    }

    /// The stones `moves` moves ago, 0 to 2; the start's when there were fewer moves.
    pub fn snapshot_before(&self, moves: usize) -> Snapshot {
        match moves {
            0 => self.snapshot(),
            n => self.past[(n - 1).min(1)],
        }
    }

    /// A hash of everything an evaluation depends on but the moves that led here: rules, komi, stones, bans, phase.
    pub fn hash(&self) -> u128 {
        let mut hash = self.board.hash().with_turn(self.to_move).0;
        for (role, point) in [(1, self.ko)].into_iter().filter_map(|(role, p)| p.map(|p| (role, p)))
        {
            hash ^= mark(role, point.index() as u64);
        }
        hash ^= set_hash(2, self.repetition_bans());
        hash ^= set_hash(3, self.blocked);
        if let Some(start) = self.second_encore.as_deref() {
            hash ^= set_hash(4, start.black) ^ set_hash(5, start.white);
        }
        let flags = u64::from(self.phase)
            | u64::from(self.button) << 2
            | u64::from(self.pass_ends_phase()) << 3
            | u64::from(self.passes.min(2)) << 4
            | u64::from(self.prevent_encore) << 6;
        hash ^= mark(6, flags ^ self.rules.code() << 8);
        let white = self.white_points().as_half_points();
        hash ^ mark(
            7,
            u64::from(white.cast_unsigned()) << 32
                | u64::from(self.komi.as_half_points().cast_unsigned()),
        )
    }

    /// [`Game::hash`] with the moves and earlier boards that networks see.
    pub fn hash_with_history(&self) -> u128 {
        let mut hash = self.hash();
        for (age, turn) in self.last_moves().iter().take(self.valid).enumerate() {
            let place = match turn.mv {
                Move::Play(point) => point.index() as u64,
                Move::Pass => 0,
            };
            hash ^= mark(8 + age as u64, place << 1 | turn.by.index() as u64);
        }
        for (age, past) in self.past.iter().enumerate().take(self.valid) {
            let ko = past.ko.map_or(0, |p| p.index() as u64);
            hash ^= past.hash.0.rotate_left(31 + age as u32) ^ mark(14 + age as u64, ko);
        }
        hash ^ mark(16, u64::from(self.finished) | u64::from(self.past_end) << 1)
    }
}

fn set_hash(role: u64, points: PointSet) -> u128 {
    points.iter().fold(0, |sum, point| sum ^ mark(role, point.index() as u64))
}

impl std::fmt::Debug for Game {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Game")
            .field("rules", &self.rules)
            .field("komi", &self.komi)
            .field("to_move", &self.to_move)
            .field("moves", &self.moves)
            .field("phase", &self.phase)
            .field("finished", &self.finished)
            .field("board", &self.board)
            .finish_non_exhaustive()
    }
}
