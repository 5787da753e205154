//! Random games on this crate and on `naive`, compared after every event.
//!
//! Everything is drawn from seeded generators, so a failure names the game and repeats.

use std::collections::BTreeSet;
use std::sync::Arc;

use board::{Board, ByColor, Color, Move, Point, PointSet};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use rules::{
    Axis, Compensation, Count, Decision, Edit, Event, GameState, IllegalMove, LongCycle, Marking,
    Outcome, Phase, Refused, Removal, Repetition, Resumption, Ruleset, Score, Scoring,
    SharedPoints, Start, Suicide, Tax, Terms, Ties, Unit,
};

use crate::naive::{self, End, Ending, Game, Grid, Ko, Method, Return, Rules, Spot, Verdict};

/// A seeded source of choices.
struct Dice(Xoshiro256PlusPlus);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        (self.0.next_u64() % n as u64) as usize
    }

    fn percent(&mut self, chance: usize) -> bool {
        self.below(100) < chance
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    fn color(&mut self) -> Color {
        self.pick(&Color::BOTH)
    }
}

fn letter(color: Color) -> char {
    match color {
        Color::Black => 'X',
        Color::White => 'O',
    }
}

fn color(letter: char) -> Color {
    if letter == 'X' { Color::Black } else { Color::White }
}

fn pair<T: Into<i64> + Copy>(sides: ByColor<T>) -> naive::Pair {
    [sides.black.into(), sides.white.into()]
}

fn point((x, y): Spot) -> Point {
    Point::new(x as u8 + 1, y as u8 + 1).expect("within 25 lines")
}

fn spot(point: Point) -> Spot {
    (usize::from(point.column()) - 1, usize::from(point.row()) - 1)
}

fn spots(set: PointSet) -> BTreeSet<Spot> {
    set.iter().map(spot).collect()
}

fn points(set: &BTreeSet<Spot>) -> PointSet {
    set.iter().copied().map(point).collect()
}

fn grid(board: &Board) -> Grid {
    naive::grid(&board.to_rows())
}

/// The axes of a ruleset in the words of the slow implementation.
pub(crate) fn rules_of(ruleset: &Ruleset) -> Rules {
    Rules {
        ko: match ruleset.repetition {
            Repetition::Simple => Ko::Simple,
            Repetition::Positional => Ko::Positional,
            Repetition::Situational => Ko::Situational,
            Repetition::NaturalSituational => Ko::Natural,
        },
        suicide: match ruleset.suicide {
            Suicide::Forbidden => naive::Suicide::No,
            Suicide::GroupsOnly => naive::Suicide::Groups,
            Suicide::Allowed => naive::Suicide::Yes,
        },
        end: match (ruleset.end.removal, ruleset.end.final_passes, ruleset.end.second_stop_is_final)
        {
            (Removal::AllAlive, None, _) => End::TwoPasses,
            (Removal::Agreement, None, false) => End::Agreement,
            (Removal::Agreement, None, true) => End::SecondStop,
            (Removal::Agreement, Some(4), false) => End::FourPasses,
            other => panic!("{}: {other:?} has no counterpart", ruleset.id),
        },
        opponent_of_asker_resumes: ruleset.end.resumption == Resumption::OpponentOfAsker,
        pass_stones: ruleset.pass_stones && ruleset.end.white_passes_last,
        button: ruleset.button,
        method: match ruleset.scoring {
            Scoring::Area => Method::Area,
            Scoring::Territory => Method::Territory,
            Scoring::Stones => Method::Stones,
        },
        halved: ruleset.shared == SharedPoints::Halved,
        seki_eyes: match (ruleset.tax, ruleset.scoring) {
            (Tax::None, _) | (Tax::Group, Scoring::Area | Scoring::Stones) => true,
            (Tax::Seki, _) | (Tax::Group, Scoring::Territory) => false,
        },
        group_tax: ruleset.tax == Tax::Group,
        handicap: match ruleset.compensation {
            Compensation::None => Return::Nothing,
            Compensation::PerStone => Return::Stones,
            Compensation::PerStoneButOne => Return::StonesLessOne,
        },
        komi: ruleset.komi.even.as_half_points().into(),
        white_first_pass: ruleset.komi.white_passed_first.as_half_points().into(),
        black_wins_ties: ruleset.komi.ties == Ties::Black,
        zi: ruleset.unit == Unit::Zi,
    }
}

/// The ruleset files say what the rule book's table says, read by two people.
#[test]
fn ruleset_files_agree_with_the_rule_book() {
    let mut rows = 0;
    for ruleset in Ruleset::all() {
        if let Some(book) = Rules::book(&ruleset.id) {
            assert_eq!(rules_of(ruleset), book, "{}", ruleset.id);
            rows += 1;
        }
    }
    assert_eq!(rows, 16, "rulesets of the rule book");
}

/// One game on both.
struct Match {
    name: String,
    fast: GameState,
    slow: Game,
    /// The slow game before each move of the line, for undo.
    before: Vec<Game>,
    komi: Score,
    handicap: u32,
    seen: Seen,
}

/// What the random games came across; the tests ask for enough of each, lest they compare nothing.
#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    plays: u32,
    captures: u32,
    suicides: u32,
    refused_suicides: u32,
    refused_kos: u32,
    refused_repetitions: u32,
    cycles: u32,
    resumptions: u32,
    undone: u32,
    counts: u32,
    agreed: u32,
    finished: u32,
    ruled: u32,
    sealed: u32,
    edits: u32,
    handicaps: u32,
}

impl Seen {
    fn add(&mut self, other: Seen) {
        self.plays += other.plays;
        self.captures += other.captures;
        self.suicides += other.suicides;
        self.refused_suicides += other.refused_suicides;
        self.refused_kos += other.refused_kos;
        self.refused_repetitions += other.refused_repetitions;
        self.cycles += other.cycles;
        self.resumptions += other.resumptions;
        self.undone += other.undone;
        self.counts += other.counts;
        self.agreed += other.agreed;
        self.finished += other.finished;
        self.ruled += other.ruled;
        self.sealed += other.sealed;
        self.edits += other.edits;
        self.handicaps += other.handicaps;
    }
}

impl Match {
    fn new(
        name: String,
        ruleset: &Arc<Ruleset>,
        board: Grid,
        to_move: Color,
        komi: Score,
        handicap: u32,
    ) -> Match {
        let rows: Vec<String> = board.iter().map(|row| row.iter().collect()).collect();
        let start = Start {
            ruleset: Arc::clone(ruleset),
            board: Board::from_rows(&rows).expect("every string has a liberty"),
            to_move,
            komi,
            handicap,
        };
        Match {
            name,
            fast: GameState::new(start),
            slow: Game::new(rules_of(ruleset), board, letter(to_move)),
            before: Vec::new(),
            komi,
            handicap,
            seen: Seen::default(),
        }
    }

    /// Where a failure is.
    fn place(&self) -> String {
        let rows: Vec<String> =
            self.slow.now().board.iter().map(|row| row.iter().collect()).collect();
        format!("{}, move {}:\n{}", self.name, self.slow.now().number, rows.join("\n"))
    }

    fn turn(&self) -> Color {
        color(self.slow.now().to_move)
    }

    /// Board, turn, prisoners, passes and phase.
    fn compare(&self) {
        let place = self.place();
        let (fast, slow) = (&self.fast, &self.slow);
        assert_eq!(grid(fast.board()), slow.now().board, "{place}");
        assert_eq!(pair(fast.prisoners()), slow.now().prisoners, "{place}");
        assert_eq!(fast.move_number() as usize, slow.now().number, "{place}");
        let phase = match slow.phase {
            naive::Phase::Play => Phase::Play,
            naive::Phase::Stopped => Phase::Counting,
            naive::Phase::Over => Phase::Done,
        };
        assert_eq!(fast.phase(), phase, "{place}");
        let to_move = (phase == Phase::Play).then(|| self.turn());
        assert_eq!(fast.to_move(), to_move, "{place}");
        let passes = if phase == Phase::Done { slow.final_passes() } else { slow.passes };
        assert_eq!(pair(fast.pass_stones()), passes, "{place}");
        assert_eq!(fast.consecutive_passes() as usize, slow.run.len(), "{place}");
        if phase != Phase::Play {
            assert_eq!(fast.first_pass(), slow.first_pass().map(color), "{place}");
        }
        assert_eq!(fast.outcome().is_some(), phase == Phase::Done, "{place}");
    }

    /// The long cycle that the last move closed: when the situation stood before, and what was taken since.
    fn compare_cycle(&mut self) {
        let forbidden = self.fast.ruleset().long_cycle == LongCycle::Forbidden;
        let slow = if forbidden { None } else { self.slow.cycle() };
        let fast = self.fast.cycle();
        let Some((first, fast)) = slow.zip(fast) else {
            let first = slow.map(|at| self.slow.past[at].number);
            assert_eq!(first, fast.map(|cycle| cycle.first_seen as usize), "{}", self.place());
            return;
        };
        let place = format!("{fast:?} in {}", self.place());
        let round = &self.slow.past[first..];
        assert_eq!(fast.first_seen as usize, round[0].number, "{place}");
        let plays = round[1..].iter().filter(|moment| moment.played.is_some()).count();
        let plies = self.slow.now().number - round[0].number;
        assert_eq!((fast.plies as usize, fast.passes as usize), (plies, plies - plays), "{place}");
        let now = self.slow.now().prisoners;
        let taken = [0, 1].map(|side| now[side] - round[0].prisoners[side]);
        assert_eq!(pair(fast.captured), taken, "{place}");
        self.seen.cycles += 1;
    }

    /// The verdict on one point, from both.
    fn verdict(&mut self, at: Spot) -> Verdict {
        let slow = self.slow.judge(at);
        let fast = self.fast.check_play(point(at));
        match (&slow, fast) {
            (Verdict::Legal(..), Ok(()))
            | (Verdict::OffBoard, Err(IllegalMove::OffBoard(_)))
            | (Verdict::Occupied, Err(IllegalMove::Occupied(_))) => {}
            (Verdict::Suicide, Err(IllegalMove::Suicide(_))) => self.seen.refused_suicides += 1,
            (Verdict::Ko, Err(IllegalMove::Ko(_))) => self.seen.refused_kos += 1,
            (Verdict::Superko(moments), Err(IllegalMove::Repetition { first_seen, .. }))
                if moments.contains(&(first_seen as usize)) =>
            {
                self.seen.refused_repetitions += 1;
            }
            (slow, fast) => panic!("{at:?} is {slow:?} or {fast:?} in {}", self.place()),
        }
        slow
    }

    /// The verdict on every point and the lists of legal plays.
    fn compare_legality(&mut self) -> Vec<(Spot, Verdict)> {
        let board = self.slow.now().board.clone();
        let all = naive::spots(&board);
        let verdicts: Vec<(Spot, Verdict)> =
            all.into_iter().map(|at| (at, self.verdict(at))).collect();
        for outside in [(board[0].len(), 0), (0, board.len())] {
            if outside.0 < 25 && outside.1 < 25 {
                self.verdict(outside);
            }
        }
        let legal: BTreeSet<Spot> = verdicts
            .iter()
            .filter(|(_, v)| matches!(v, Verdict::Legal(..)))
            .map(|(at, _)| *at)
            .collect();
        let expected = if self.slow.phase == naive::Phase::Play { legal } else { BTreeSet::new() };
        assert_eq!(spots(self.fast.legal_plays()), expected, "{}", self.place());
        verdicts
    }

    /// Plays on both; the fast one may refuse only what the slow one does.
    fn play(&mut self, at: Spot) {
        let by = self.turn();
        let saved = self.slow.clone();
        let unchanged = self.fast.position().clone();
        let verdict = self.slow.play(at);
        let answer = self.fast.apply(Event::Move { by, mv: Move::Play(point(at)) });
        match (verdict, answer) {
            (Verdict::Legal(_, taken, lost), Ok(effect)) => {
                assert_eq!(spots(effect.captured), taken, "{}", self.place());
                assert_eq!(spots(effect.self_captured), lost, "{}", self.place());
                self.before.push(saved);
                self.seen.plays += 1;
                self.seen.captures += u32::from(!taken.is_empty());
                self.seen.suicides += u32::from(!lost.is_empty());
            }
            (Verdict::Legal(..), Err(refused)) => panic!("{refused} at {at:?} in {}", self.place()),
            (verdict, Ok(_)) => panic!("{verdict:?} accepted at {at:?} in {}", self.place()),
            (_, Err(refused)) => {
                assert!(matches!(refused, Refused::Illegal(_)), "{refused} in {}", self.place());
                assert_eq!(*self.fast.position(), unchanged, "{}", self.place());
            }
        }
    }

    fn pass(&mut self) {
        let by = self.turn();
        self.before.push(self.slow.clone());
        self.slow.pass();
        let answer = self.fast.apply(Event::Move { by, mv: Move::Pass });
        assert!(answer.is_ok(), "{answer:?} in {}", self.place());
    }

    fn undo(&mut self, moves: usize, asked_by: Color) {
        let answer = self.fast.apply(Event::Undo { moves: moves as u32, asked_by });
        if moves == 0 || moves > self.before.len() {
            assert!(
                matches!(answer, Err(Refused::NothingToUndo { .. })),
                "{answer:?} in {}",
                self.place()
            );
            return;
        }
        assert!(answer.is_ok(), "{answer:?} in {}", self.place());
        self.before.truncate(self.before.len() - moves + 1);
        self.slow = self.before.pop().expect("at least one move");
        self.seen.undone += 1;
    }

    fn resume(&mut self, asker: Color, dispute: bool) {
        let event = if dispute {
            Event::Dispute { by: Some(asker) }
        } else {
            Event::Resume { asked_by: asker }
        };
        let answer = self.fast.apply(event);
        assert!(answer.is_ok(), "{answer:?} in {}", self.place());
        self.slow.resume(letter(asker));
        self.seen.resumptions += 1;
    }

    /// A referee takes the last move back, or restores the position after an earlier one.
    fn rule(&mut self, dice: &mut Dice) {
        let played = self.before.len();
        let restore = played > 0 && dice.percent(50);
        let turn_lost = !restore && dice.percent(50);
        let stay = if restore { dice.below(played) } else { played.saturating_sub(1) };
        let decision = if restore {
            Decision::Restore { moves: stay as u32 }
        } else {
            Decision::VoidMove { turn_lost }
        };
        let answer = self.fast.apply(Event::ruling(decision));
        if played == 0 {
            assert!(
                matches!(answer, Err(Refused::NothingToUndo { .. })),
                "{answer:?} in {}",
                self.place()
            );
            return;
        }
        assert!(answer.is_ok(), "{answer:?} in {}", self.place());
        self.slow = self.before[stay].clone();
        self.before.truncate(stay);
        if turn_lost {
            self.before.push(self.slow.clone());
            self.slow.pass();
        }
        self.seen.ruled += 1;
    }

    /// The side to move seals a move, which is opened at once; an illegal one counts as a pass.
    fn seal(&mut self, at: Spot) {
        let by = self.turn();
        let envelope: Arc<[u8]> = Arc::from(&b"a move"[..]);
        assert!(self.fast.apply(Event::Seal { by, envelope }).is_ok(), "{}", self.place());
        let early = self.fast.apply(Event::Move { by, mv: Move::Pass });
        assert_eq!(early, Err(Refused::Sealed), "{}", self.place());
        let effect = self.fast.apply(Event::Unseal { mv: Move::Play(point(at)) });
        let effect = effect.unwrap_or_else(|refused| panic!("{refused} in {}", self.place()));
        self.before.push(self.slow.clone());
        match self.slow.play(at) {
            Verdict::Legal(_, taken, lost) => {
                let both = (spots(effect.captured), spots(effect.self_captured));
                assert_eq!((both, effect.void), ((taken, lost), None), "{}", self.place());
            }
            _ => {
                assert!(effect.void.is_some(), "{}", self.place());
                self.slow.pass();
            }
        }
        self.seen.sealed += 1;
    }

    /// Stones are set by hand, and perhaps the turn.
    fn edit(&mut self, dice: &mut Dice) {
        let before = self.slow.now().board.clone();
        let mut after = before.clone();
        for _ in 0..dice.below(4) {
            let (x, y) = dice.pick(&naive::spots(&after));
            after[y][x] = dice.pick(&['X', 'O', '.']);
        }
        if naive::spots(&after)
            .iter()
            .any(|&(x, y)| after[y][x] != '.' && !naive::has_liberty(&after, (x, y)))
        {
            return;
        }
        let changed = |stone: char| -> PointSet {
            let to = |&(x, y): &Spot| after[y][x] == stone && before[y][x] != stone;
            naive::spots(&after).into_iter().filter(to).map(point).collect()
        };
        let to_move = dice.pick(&[None, Some(Color::Black), Some(Color::White)]);
        let edit = Edit { black: changed('X'), white: changed('O'), empty: changed('.'), to_move };
        if !edit.changes_stones() {
            return;
        }
        assert!(self.fast.apply(Event::Edit(Arc::new(edit))).is_ok(), "{}", self.place());
        let turn = to_move.unwrap_or(self.turn());
        self.slow.edit(after, letter(turn));
        self.seen.edits += 1;
    }

    /// Black puts handicap stones where he likes, before the first move.
    fn place_handicap(&mut self, dice: &mut Dice) {
        let mut board = self.slow.now().board.clone();
        let mut stones = PointSet::EMPTY;
        for _ in 0..2 + dice.below(4) {
            let (x, y) = dice.pick(&naive::spots(&board));
            if self.slow.now().board[y][x] == '.' {
                board[y][x] = 'X';
                stones.insert(point((x, y)));
            }
        }
        let breathe = naive::spots(&board)
            .iter()
            .all(|&(x, y)| board[y][x] == '.' || naive::has_liberty(&board, (x, y)));
        let fits =
            stones.len() >= 2 && (self.handicap < 2 || stones.len() == self.handicap as usize);
        let answer = self.fast.apply(Event::PlaceHandicap { stones: Arc::new(stones) });
        if breathe && fits {
            assert!(answer.is_ok(), "{answer:?} in {}", self.place());
            self.slow.edit(board, 'O');
            self.handicap = stones.len() as u32;
            self.seen.handicaps += 1;
        } else {
            assert_eq!(answer, Err(Refused::BadHandicap), "{}", self.place());
        }
    }

    fn ending(&self, dead: BTreeSet<Spot>, seki: BTreeSet<Spot>) -> Ending {
        Ending {
            board: self.slow.now().board.clone(),
            dead,
            seki,
            prisoners: self.slow.now().prisoners,
            passes: self.slow.final_passes(),
            first_pass: self.slow.first_pass(),
            komi: self.komi.as_half_points().into(),
            handicap: self.handicap.into(),
        }
    }

    /// Random whole strings dead and others in seki, one point of each.
    fn marks(&self, dice: &mut Dice) -> (BTreeSet<Spot>, BTreeSet<Spot>) {
        let board = &self.slow.now().board;
        let (mut dead, mut seki) = (BTreeSet::new(), BTreeSet::new());
        let mut seen: BTreeSet<Spot> = BTreeSet::new();
        let (dead_chance, seki_chance) = dice.pick(&[(0, 0), (20, 0), (0, 30), (20, 20), (50, 50)]);
        for at in naive::spots(board) {
            if board[at.1][at.0] == '.' || seen.contains(&at) {
                continue;
            }
            let string = naive::connected(board, at);
            if dice.percent(dead_chance) {
                dead.extend(&string);
            } else if dice.percent(seki_chance) {
                let all: Vec<Spot> = string.iter().copied().collect();
                seki.insert(dice.pick(&all));
            }
            seen.extend(string);
        }
        (dead, seki)
    }

    /// Counts the present board on both, with random marks and terms.
    fn compare_count(&mut self, dice: &mut Dice) {
        let (dead, seki) = self.marks(dice);
        let few = |dice: &mut Dice| dice.below(4) as i64;
        let ending = Ending {
            prisoners: [few(dice), few(dice)],
            passes: [few(dice), few(dice)],
            first_pass: dice.pick(&[None, Some('X'), Some('O')]),
            komi: dice.below(33) as i64 - 10,
            handicap: dice.below(10) as i64,
            ..self.ending(dead, seki)
        };
        let sides = |pair: naive::Pair| ByColor::new(pair[0] as u32, pair[1] as u32);
        let terms = Terms {
            komi: Score::half_points(ending.komi as i32),
            handicap: ending.handicap as u32,
            dead: points(&ending.dead),
            seki: points(&ending.seki),
            prisoners: sides(ending.prisoners),
            passes: sides(ending.passes),
            first_pass: ending.first_pass.map(color),
            penalties: ByColor::default(),
        };
        let fast = rules::count(self.fast.board(), self.fast.ruleset(), &terms);
        let fast = fast.unwrap_or_else(|error| panic!("{error} in {}", self.place()));
        self.compare_counts(&fast, &ending);
        let played = self.ending(ending.dead.clone(), ending.seki.clone());
        let terms = Terms { dead: terms.dead, seki: terms.seki, ..self.fast.terms() };
        if self.slow.phase == naive::Phase::Over {
            let fast =
                rules::count(self.fast.board(), self.fast.ruleset(), &terms).expect("marks fit");
            self.compare_counts(&fast, &played);
        }
        self.seen.counts += 1;
    }

    fn compare_counts(&self, fast: &Count, ending: &Ending) {
        let rules = &self.slow.rules;
        let slow = naive::count(rules, ending);
        let place = format!("{}\n{ending:?}\n{slow:?}\n{fast:?}", self.place());
        let each = |f: &dyn Fn(&rules::Side) -> i64| [f(&fast.sides.black), f(&fast.sides.white)];
        assert_eq!(each(&|s| s.stones.into()), slow.living, "stones: {place}");
        assert_eq!(each(&|s| s.surrounded.into()), slow.surrounded, "surrounded: {place}");
        assert_eq!(each(&|s| s.territory.into()), slow.territory, "territory: {place}");
        let held =
            each(&|s| i64::from(s.prisoners) + i64::from(s.dead_taken) + i64::from(s.pass_stones));
        assert_eq!(held, slow.prisoners, "prisoners: {place}");
        assert_eq!(each(&|s| s.prisoners.into()), ending.prisoners, "taken in play: {place}");
        assert_eq!(i64::from(fast.neutral), slow.neutral, "neutral: {place}");
        if rules.group_tax {
            assert_eq!(each(&|s| s.groups.into()), slow.groups, "groups: {place}");
        }
        assert_eq!(each(&|s| s.tax.into()), slow.tax, "tax: {place}");
        assert_eq!(
            i64::from(fast.compensation.as_half_points()),
            2 * slow.returned,
            "compensation: {place}"
        );
        assert_eq!(i64::from(fast.komi_used().as_half_points()), slow.komi, "komi: {place}");
        assert_eq!(each(&|s| s.total.as_quarters().into()), slow.total, "total: {place}");
        assert_eq!(i64::from(fast.margin.as_half_points()), slow.margin, "margin: {place}");
        if rules.zi && rules.method == Method::Area {
            let excess = fast.sides.black.total.excess_over(fast.threshold);
            assert_eq!(i64::from(excess.as_half_points()), slow.margin, "threshold: {place}");
        }
        self.compare_winner(fast.outcome(), slow.winner, slow.margin);
        for (at, owner) in [('X', Color::Black), ('O', Color::White)] {
            let living = fast.owners.living[owner];
            let of = |p: Point| ending.board[spot(p).1][spot(p).0] == at;
            assert!(living.iter().all(of), "{place}");
        }
    }

    fn compare_winner(&self, outcome: Outcome, winner: char, margin: i64) {
        let winner = match winner {
            'X' => Some(Color::Black),
            'O' => Some(Color::White),
            _ => None,
        };
        let place = self.place();
        match outcome {
            Outcome::Jigo => assert_eq!((winner, margin), (None, 0), "{place}"),
            Outcome::Win { winner: fast, .. } => assert_eq!(Some(fast), winner, "{place}"),
            other => panic!("{other:?} from a count in {place}"),
        }
    }

    /// Marks, accepts on both sides, and compares the result that the game then has.
    fn agree(&mut self, dice: &mut Dice) {
        let (dead, seki) = self.marks(dice);
        // One stone of each dead string is enough.
        let board = &self.slow.now().board;
        let mut named = BTreeSet::new();
        for &at in &dead {
            if naive::connected(board, at).first() == Some(&at) {
                named.insert(at);
            }
        }
        let marking = Marking { dead: points(&named), seki: points(&seki) };
        let by = dice.color();
        let event = Event::MarkDead { by, marking: Arc::new(marking) };
        assert!(self.fast.apply(event).is_ok(), "{}", self.place());
        assert_eq!(
            self.fast.marking().map(|m| spots(m.dead)),
            Some(dead.clone()),
            "{}",
            self.place()
        );
        let counted = self.fast.count().expect("the marking was accepted");
        let ending = self.ending(dead, seki);
        self.compare_counts(&counted, &ending);
        for by in Color::BOTH {
            assert!(self.fast.apply(Event::Agree { by }).is_ok(), "{}", self.place());
        }
        assert_eq!(self.fast.phase(), Phase::Done, "{}", self.place());
        assert_eq!(pair(self.fast.pass_stones()), self.slow.final_passes(), "{}", self.place());
        let slow = naive::count(&self.slow.rules, &ending);
        let outcome = self.fast.outcome().expect("a finished game has one");
        self.compare_winner(outcome, slow.winner, slow.margin);
        self.seen.agreed += 1;
    }

    /// A game ended by passes alone has the result of a count with every stone alive.
    fn compare_result(&mut self) {
        let slow = naive::count(&self.slow.rules, &self.ending(BTreeSet::new(), BTreeSet::new()));
        let outcome = self.fast.outcome().expect("a finished game has one");
        self.compare_winner(outcome, slow.winner, slow.margin);
        self.seen.finished += 1;
    }

    /// One random action; false when the game is over.
    fn step(&mut self, dice: &mut Dice, passes: usize, thorough: bool) -> bool {
        self.compare();
        self.compare_cycle();
        match self.slow.phase {
            naive::Phase::Over => {
                self.compare_result();
                return false;
            }
            naive::Phase::Stopped => {
                self.compare_legality();
                match dice.below(10) {
                    0..=3 => {
                        let asker = dice.color();
                        self.resume(asker, dice.percent(50));
                    }
                    4 => self.undo(1 + dice.below(4), Color::Black),
                    5 if dice.percent(30) => self.rule(dice),
                    5 if dice.percent(20) => self.edit(dice),
                    5..=7 if self.slow.rules.end == End::FourPasses => self.pass(),
                    _ => {
                        self.agree(dice);
                        return false;
                    }
                }
            }
            naive::Phase::Play if dice.percent(passes) => self.pass(),
            naive::Phase::Play if dice.percent(3) => {
                let asked_by = dice.color();
                self.undo(dice.below(7), asked_by);
            }
            naive::Phase::Play if dice.percent(2) => self.rule(dice),
            naive::Phase::Play if dice.percent(1) => self.edit(dice),
            naive::Phase::Play if dice.percent(3) => {
                let at = dice.pick(&naive::spots(&self.slow.now().board));
                self.seal(at);
            }
            naive::Phase::Play if thorough || dice.percent(5) => {
                let verdicts = self.compare_legality();
                self.choose(dice, &verdicts);
            }
            naive::Phase::Play => {
                let board = &self.slow.now().board;
                let at = dice.pick(&naive::spots(board));
                self.verdict(at);
                self.play(at);
            }
        }
        true
    }

    /// Plays one of the points, liking captures; now and then an illegal one.
    fn choose(&mut self, dice: &mut Dice, verdicts: &[(Spot, Verdict)]) {
        let of = |want: &dyn Fn(&Verdict) -> bool| -> Vec<Spot> {
            verdicts.iter().filter(|(_, verdict)| want(verdict)).map(|(at, _)| *at).collect()
        };
        let taking = of(&|v| matches!(v, Verdict::Legal(_, taken, _) if !taken.is_empty()));
        let quiet = of(&|v| matches!(v, Verdict::Legal(_, _, lost) if lost.is_empty()));
        let legal = of(&|v| matches!(v, Verdict::Legal(..)));
        let illegal = of(&|v| !matches!(v, Verdict::Legal(..)));
        if !illegal.is_empty() && dice.percent(10) {
            self.play(dice.pick(&illegal));
        } else if !taking.is_empty() && dice.percent(40) {
            self.play(dice.pick(&taking));
        } else if !quiet.is_empty() && dice.percent(80) {
            self.play(dice.pick(&quiet));
        } else if legal.is_empty() {
            self.pass();
        } else {
            self.play(dice.pick(&legal));
        }
    }
}

/// A random position in which every string has a liberty.
fn random_board(dice: &mut Dice, columns: usize, rows: usize, filling: usize) -> Grid {
    let mut board = vec![vec!['.'; columns]; rows];
    for (x, y) in naive::spots(&board) {
        if dice.percent(filling) {
            board[y][x] = dice.pick(&['X', 'O']);
        }
    }
    for (x, y) in naive::spots(&board) {
        if board[y][x] != '.' && !naive::has_liberty(&board, (x, y)) {
            board[y][x] = '.';
        }
    }
    board
}

/// One random game of a ruleset.
fn random_game(
    seed: u64,
    ruleset: &Arc<Ruleset>,
    columns: usize,
    rows: usize,
    length: usize,
) -> Seen {
    let mut dice = Dice(Xoshiro256PlusPlus::seed_from_u64(seed));
    let filling = dice.pick(&[0, 0, 30, 60, 90]);
    let board = random_board(&mut dice, columns, rows, filling);
    let komi = Score::half_points(dice.below(20) as i32 - 3);
    let handicap = dice.pick(&[0, 0, 1, 2, 5, 9]);
    let to_move = dice.color();
    let name = format!("{} {columns}x{rows} seed {seed}", ruleset.id);
    let mut game = Match::new(name, ruleset, board, to_move, komi, handicap);
    let passes = dice.pick(&[1, 5, 15, 40]);
    let thorough = columns * rows <= 49;
    if dice.percent(20) {
        game.place_handicap(&mut dice);
    }
    for _ in 0..length {
        if dice.percent(5) {
            game.compare_count(&mut dice);
        }
        if !game.step(&mut dice, passes, thorough) {
            break;
        }
    }
    game.compare_count(&mut dice);
    game.seen
}

/// Sizes on which everything is looked at after every event, tiny ones most often.
const SMALL: [(usize, usize); 14] = [
    (1, 1),
    (1, 2),
    (3, 1),
    (2, 2),
    (2, 3),
    (3, 3),
    (4, 3),
    (2, 5),
    (4, 4),
    (5, 5),
    (7, 1),
    (6, 4),
    (3, 7),
    (7, 7),
];

/// Sizes on which every point is looked at only now and then.
const LARGE: [(usize, usize); 6] = [(9, 9), (13, 13), (19, 19), (25, 25), (25, 2), (11, 19)];

/// Mixtures of axes that no ruleset has, above all every repetition rule with every suicide rule.
fn mixtures() -> Vec<Arc<Ruleset>> {
    let mut all = Vec::new();
    let mixed = |base: &str, axes: &[(Axis, &str)]| {
        let mut ruleset = Ruleset::find(base).expect("a ruleset").as_ref().clone();
        for &(axis, value) in axes {
            ruleset = ruleset.with(axis, value).expect("a value of the axis");
        }
        Arc::new(ruleset)
    };
    for repetition in ["simple", "positional", "situational", "natural-situational"] {
        for suicide in ["no", "yes", "groups"] {
            let axes = [(Axis::Repetition, repetition), (Axis::Suicide, suicide)];
            all.extend(["chinese", "japanese", "button", "ing"].map(|base| mixed(base, &axes)));
        }
    }
    all.push(mixed(
        "japanese",
        &[(Axis::Tax, "group"), (Axis::PassStones, "yes"), (Axis::LastPass, "white")],
    ));
    all.push(mixed("chinese", &[(Axis::Tax, "group"), (Axis::Shared, "halved")]));
    all.push(mixed("aga", &[(Axis::Tax, "group"), (Axis::Button, "yes")]));
    all
}

/// Plays `games` games of each ruleset on each size.
fn play_all(
    rulesets: &[Arc<Ruleset>],
    sizes: &[(usize, usize)],
    games: u64,
    length: usize,
) -> Seen {
    let mut seen = Seen::default();
    for (number, ruleset) in rulesets.iter().enumerate() {
        for (place, &(columns, rows)) in sizes.iter().enumerate() {
            for game in 0..games {
                let seed = game * 10_000 + number as u64 * 100 + place as u64;
                seen.add(random_game(seed, ruleset, columns, rows, length));
            }
        }
    }
    seen
}

/// Enough of everything came up.
fn assert_seen(seen: Seen, least: u32) {
    let Seen {
        plays, captures, suicides, refused_suicides, refused_kos, refused_repetitions, ..
    } = seen;
    let Seen { cycles, resumptions, undone, counts, agreed, finished, .. } = seen;
    let Seen { ruled, sealed, edits, handicaps, .. } = seen;
    for number in [plays, captures, suicides, refused_suicides, refused_kos, refused_repetitions] {
        assert!(number >= least, "{seen:?}");
    }
    for number in
        [cycles, resumptions, undone, counts, agreed, finished, ruled, sealed, edits, handicaps]
    {
        assert!(number >= least, "{seen:?}");
    }
}

#[test]
fn random_games_on_small_boards() {
    assert_seen(play_all(Ruleset::all(), &SMALL, 3, 60), 20);
}

#[test]
fn random_games_under_mixed_rules() {
    play_all(&mixtures(), &SMALL, 1, 50);
}

#[test]
fn long_random_games_on_tiny_boards() {
    play_all(Ruleset::all(), &[(2, 3), (3, 3), (4, 4)], 1, 400);
}

#[test]
fn random_games_on_large_boards() {
    play_all(Ruleset::all(), &LARGE, 1, 80);
}

#[test]
#[ignore = "slow: some minutes"]
fn many_random_games() {
    assert_seen(play_all(Ruleset::all(), &SMALL, 40, 200), 200);
    assert_seen(play_all(&mixtures(), &SMALL, 10, 200), 200);
    play_all(Ruleset::all(), &LARGE, 4, 600);
}
