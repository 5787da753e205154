//! One game on two implementations: this crate and `naive`, compared after every event.
//!
//! `random_games.rs` drives it. Everything is drawn from seeded generators, so a failure names the game and repeats.

use std::collections::BTreeSet;
use std::sync::Arc;

use board::{Board, ByColor, Color, Move, Point, PointSet};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::Rng;
use rules::{
    Compensation, Count, Event, GameState, IllegalMove, LongCycle, Marking, Outcome, Phase,
    Refused, Removal, Repetition, Resumption, Ruleset, Score, Scoring, Seats, SharedPoints, Start,
    Suicide, Tax, Terms, Ties, Unit,
};

use crate::naive::{
    self, CycleRuling, End, Ending, Game, Grid, Ko, Method, Return, Rules, Spot, Verdict,
};

/// A seeded source of choices.
pub(crate) struct Dice(pub(crate) Xoshiro256PlusPlus);

impl Dice {
    pub(crate) fn below(&mut self, n: usize) -> usize {
        (self.0.next_u64() % n as u64) as usize
    }

    pub(crate) fn percent(&mut self, chance: usize) -> bool {
        self.below(100) < chance
    }

    pub(crate) fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    pub(crate) fn color(&mut self) -> Color {
        self.pick(&Color::BOTH)
    }
}

pub(crate) fn letter(color: Color) -> char {
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

pub(crate) fn point((x, y): Spot) -> Point {
    Point::new(x as u8 + 1, y as u8 + 1).expect("within 25 lines")
}

fn spot(point: Point) -> Spot {
    (usize::from(point.column()) - 1, usize::from(point.row()) - 1)
}

pub(crate) fn spots(set: PointSet) -> BTreeSet<Spot> {
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
            let cycles = match ruleset.long_cycle {
                LongCycle::Forbidden => CycleRuling::Illegal,
                LongCycle::NoResult => CycleRuling::NoResult,
                LongCycle::Draw => CycleRuling::Draw,
                LongCycle::Referee => CycleRuling::Referee,
            };
            let handicap_komi = i64::from(ruleset.komi.handicap.as_half_points());
            let seated = ruleset.seats == Seats::Four;
            let remarks = (cycles, handicap_komi, seated);
            assert_eq!(remarks, naive::book_remarks(&ruleset.id), "{}", ruleset.id);
            assert_eq!(seated, ruleset.first_mover == Color::White, "{}", ruleset.id);
            rows += 1;
        }
    }
    assert_eq!(rows, 16, "rulesets of the rule book");
}

/// One game on both.
pub(crate) struct Match {
    pub(crate) name: String,
    pub(crate) fast: GameState,
    pub(crate) slow: Game,
    /// The slow game before each move of the line, for undo.
    pub(crate) before: Vec<Game>,
    pub(crate) komi: Score,
    pub(crate) handicap: u32,
    pub(crate) seen: Seen,
}

/// What the random games came across; the tests ask for enough of each, lest they compare nothing.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Seen {
    pub(crate) plays: u32,
    pub(crate) captures: u32,
    pub(crate) suicides: u32,
    pub(crate) refused_suicides: u32,
    pub(crate) refused_kos: u32,
    pub(crate) refused_repetitions: u32,
    pub(crate) cycles: u32,
    pub(crate) resumptions: u32,
    pub(crate) undone: u32,
    pub(crate) counts: u32,
    pub(crate) agreed: u32,
    pub(crate) finished: u32,
    pub(crate) ruled: u32,
    pub(crate) sealed: u32,
    pub(crate) edits: u32,
    pub(crate) handicaps: u32,
}

impl Seen {
    pub(crate) fn add(&mut self, other: Seen) {
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
    pub(crate) fn new(
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
    pub(crate) fn place(&self) -> String {
        let rows: Vec<String> =
            self.slow.now().board.iter().map(|row| row.iter().collect()).collect();
        format!("{}, move {}:\n{}", self.name, self.slow.now().number, rows.join("\n"))
    }

    pub(crate) fn turn(&self) -> Color {
        color(self.slow.now().to_move)
    }

    /// Board, turn, prisoners, passes and phase.
    pub(crate) fn compare(&self) {
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
    pub(crate) fn compare_cycle(&mut self) {
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
    pub(crate) fn verdict(&mut self, at: Spot) -> Verdict {
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
    pub(crate) fn compare_legality(&mut self) -> Vec<(Spot, Verdict)> {
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
    pub(crate) fn play(&mut self, at: Spot) {
        let by = self.turn();
        let saved = self.slow.clone();
        let unchanged = self.fast.position().clone();
        let verdict = self.slow.play(at);
        let events = self.fast.event_count();
        let off_turn =
            self.fast.apply(Event::Move { by: by.opponent(), mv: Move::Play(point(at)) });
        assert_eq!(off_turn, Err(Refused::NotYourTurn { to_move: by }), "{}", self.place());
        let answer = self.fast.apply(Event::Move { by, mv: Move::Play(point(at)) });
        assert_eq!(self.fast.event_count(), events + u32::from(answer.is_ok()), "{}", self.place());
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

    pub(crate) fn pass(&mut self) {
        let by = self.turn();
        self.before.push(self.slow.clone());
        self.slow.pass();
        let answer = self.fast.apply(Event::Move { by, mv: Move::Pass });
        assert!(answer.is_ok(), "{answer:?} in {}", self.place());
    }

    pub(crate) fn undo(&mut self, moves: usize, asked_by: Color) {
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

    pub(crate) fn resume(&mut self, asker: Color, dispute: bool) {
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

    pub(crate) fn ending(&self, dead: BTreeSet<Spot>, seki: BTreeSet<Spot>) -> Ending {
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
    pub(crate) fn marks(&self, dice: &mut Dice) -> (BTreeSet<Spot>, BTreeSet<Spot>) {
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
    pub(crate) fn compare_count(&mut self, dice: &mut Dice) {
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
            fill: PointSet::EMPTY,
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

    pub(crate) fn compare_counts(&self, fast: &Count, ending: &Ending) {
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

    pub(crate) fn compare_winner(&self, outcome: Outcome, winner: char, margin: i64) {
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
    pub(crate) fn agree(&mut self, dice: &mut Dice) {
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
    pub(crate) fn compare_result(&mut self) {
        let slow = naive::count(&self.slow.rules, &self.ending(BTreeSet::new(), BTreeSet::new()));
        let outcome = self.fast.outcome().expect("a finished game has one");
        self.compare_winner(outcome, slow.winner, slow.margin);
        self.seen.finished += 1;
    }

    /// A game is its start plus its events: folding them again gives the same game.
    pub(crate) fn compare_fold(&self) {
        let place = self.place();
        let (state, events) = (&self.fast, self.fast.events().cloned());
        let folded = GameState::fold(state.start().clone(), events);
        let folded = folded.unwrap_or_else(|error| panic!("{error:?} in {place}"));
        assert_eq!(folded.position(), state.position(), "{place}");
        assert_eq!(folded.legal_plays(), state.legal_plays(), "{place}");
        assert_eq!(folded.terms(), state.terms(), "{place}");
        assert_eq!((folded.phase(), folded.outcome()), (state.phase(), state.outcome()), "{place}");
        assert_eq!(folded.move_number(), state.move_number(), "{place}");
        assert_eq!(folded.cycle(), state.cycle(), "{place}");
    }
}
