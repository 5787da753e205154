//! Random games of every ruleset on both implementations, on boards of all sizes.

use std::sync::Arc;

use board::{Board, ByColor, Color, Move, PointSet};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use rules::{Axis, Decision, Edit, Event, Lang, Refused, Ruleset, Score, Terms, Unit};

use crate::agree::{Dice, Match, Seen, letter, point, spots};
use crate::naive::{self, End, Grid, Spot, Verdict};

impl Match {
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
    game.compare_fold();
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

/// Counts of absurd figures and wild marks end in a number or an error, never in a panic.
#[test]
fn counts_of_absurd_terms_do_not_panic() {
    let mut dice = Dice(Xoshiro256PlusPlus::seed_from_u64(1));
    let (mut counted, mut refused) = (0, 0);
    for (number, ruleset) in Ruleset::all().iter().enumerate() {
        for _ in 0..100 {
            let (columns, rows) = dice.pick(&SMALL);
            let board = random_board(&mut dice, columns, rows, 50);
            let rows: Vec<String> = board.iter().map(|row| row.iter().collect()).collect();
            let board = Board::from_rows(&rows).expect("every string has a liberty");
            let score =
                |dice: &mut Dice| Score::half_points(dice.pick(&[i32::MIN, -1, 0, 3, i32::MAX]));
            let figure = |dice: &mut Dice| dice.pick(&[0, 1, 1000, u32::MAX]);
            let wild = dice.percent(30);
            let marks = |dice: &mut Dice, stones: PointSet| -> PointSet {
                let any = |dice: &mut Dice| point((dice.below(25), dice.below(25)));
                let mut set: PointSet = stones.iter().filter(|_| dice.percent(30)).collect();
                set.extend(wild.then(|| any(dice)));
                set
            };
            let stones = board.stones(Color::Black) | board.stones(Color::White);
            let terms = Terms {
                komi: score(&mut dice),
                handicap: figure(&mut dice),
                dead: marks(&mut dice, stones),
                seki: marks(&mut dice, stones),
                fill: PointSet::EMPTY,
                prisoners: ByColor::from_fn(|_| figure(&mut dice)),
                passes: ByColor::from_fn(|_| figure(&mut dice)),
                first_pass: dice.pick(&[None, Some(Color::Black), Some(Color::White)]),
                penalties: ByColor::from_fn(|_| score(&mut dice)),
            };
            let Ok(count) = rules::count(&board, ruleset, &terms) else {
                assert!(wild, "{terms:?}");
                refused += 1;
                continue;
            };
            for lang in [Lang::Zh, Lang::En] {
                for unit in [Unit::Zi, Unit::Point, Unit::Lu] {
                    assert!(!count.explain(lang, unit).is_empty(), "{number}");
                }
                assert!(!count.result_text(lang).is_empty());
            }
            assert!(!count.result_sgf().is_empty());
            counted += 1;
        }
    }
    assert!(counted > 100 && refused > 100, "{counted} counted, {refused} refused");
}
