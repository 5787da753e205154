//! A second implementation of the rules of Go: slow, plain, and written from the rule text alone.
//!
//! Nothing here is shared with the crate under test. A board is a grid of letters (`X` black, `O`
//! white, `.` empty), a capture is a flood fill, the history is a list of whole boards, and every
//! ruleset is a row of [`Rules::book`], taken from the rule book's table and not from the ruleset
//! files. `agree.rs` plays random games on both and compares them.

use std::collections::BTreeSet;

/// Rows of `X`, `O` and `.`, from the top.
pub(crate) type Grid = Vec<Vec<char>>;

/// (column, row), both from 0 at the upper left.
pub(crate) type Spot = (usize, usize);

/// One number a side, Black's first; see [`side`].
pub(crate) type Pair = [i64; 2];

/// The index in a [`Pair`] of a stone's letter.
pub(crate) fn side(stone: char) -> usize {
    usize::from(stone == 'O')
}

/// The other player's letter.
pub(crate) fn other(stone: char) -> char {
    if stone == 'X' { 'O' } else { 'X' }
}

/// The same rows as strings become a grid.
pub(crate) fn grid(rows: &[String]) -> Grid {
    rows.iter().map(|row| row.chars().collect()).collect()
}

/// Every point of the grid, row by row.
pub(crate) fn spots(grid: &Grid) -> Vec<Spot> {
    (0..grid.len()).flat_map(|y| (0..grid[y].len()).map(move |x| (x, y))).collect()
}

/// The direct neighbours on the board; diagonals never count.
pub(crate) fn neighbours(grid: &Grid, (x, y): Spot) -> Vec<Spot> {
    let mut found = Vec::new();
    if x > 0 {
        found.push((x - 1, y));
    }
    if y > 0 {
        found.push((x, y - 1));
    }
    if x + 1 < grid[0].len() {
        found.push((x + 1, y));
    }
    if y + 1 < grid.len() {
        found.push((x, y + 1));
    }
    found
}

/// All points linked to `start` that hold the same: a string of stones or an empty region.
pub(crate) fn connected(grid: &Grid, start: Spot) -> BTreeSet<Spot> {
    let mut found = BTreeSet::from([start]);
    let mut waiting = vec![start];
    while let Some(spot) = waiting.pop() {
        for next in neighbours(grid, spot) {
            if grid[next.1][next.0] == grid[start.1][start.0] && found.insert(next) {
                waiting.push(next);
            }
        }
    }
    found
}

/// The points next to a set but not in it.
fn border(grid: &Grid, set: &BTreeSet<Spot>) -> BTreeSet<Spot> {
    set.iter().flat_map(|&spot| neighbours(grid, spot)).filter(|n| !set.contains(n)).collect()
}

/// Does the string at `spot` touch an empty point?
pub(crate) fn has_liberty(grid: &Grid, spot: Spot) -> bool {
    border(grid, &connected(grid, spot)).iter().any(|&(x, y)| grid[y][x] == '.')
}

/// Puts a stone down and takes what has no liberty left: first the opponent's strings, then the
/// own one. Gives the new grid, the opponent's stones taken and the own stones lost.
pub(crate) fn put(grid: &Grid, stone: char, spot: Spot) -> (Grid, BTreeSet<Spot>, BTreeSet<Spot>) {
    let mut after = grid.clone();
    after[spot.1][spot.0] = stone;
    let mut taken = BTreeSet::new();
    for next in neighbours(&after, spot) {
        if after[next.1][next.0] == other(stone) && !has_liberty(&after, next) {
            taken.extend(connected(&after, next));
        }
    }
    for &(x, y) in &taken {
        after[y][x] = '.';
    }
    let mut lost = BTreeSet::new();
    if !has_liberty(&after, spot) {
        lost = connected(&after, spot);
        for &(x, y) in &lost {
            after[y][x] = '.';
        }
    }
    (after, taken, lost)
}

/// Which repetition is forbidden; basic ko always is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ko {
    /// Basic ko alone.
    Simple,
    /// No position may come back.
    Positional,
    /// No position may come back with the same player to move.
    Situational,
    /// No board play may leave a position that the same player's board play left before.
    Natural,
}

/// May one's own stones be taken off by one's own play?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Suicide {
    /// Never.
    No,
    /// Two stones or more may, one may not.
    Groups,
    /// Always, as far as the repetition rule lets it.
    Yes,
}

/// What a run of passes means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// Two stop the game for agreement, as often as it takes.
    Agreement,
    /// Two stop it for agreement; after a resumption the next two end it with every stone alive.
    SecondStop,
    /// Two stop it for agreement, four in a row end it.
    FourPasses,
    /// Two end it, and nothing is removed.
    TwoPasses,
}

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Method {
    /// Living stones and surrounded points.
    Area,
    /// Surrounded points and prisoners.
    Territory,
    /// Living stones.
    Stones,
}

/// What White receives for handicap stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Return {
    /// Nothing.
    Nothing,
    /// As many points as stones.
    Stones,
    /// One point less than stones.
    StonesLessOne,
}

/// One ruleset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Rules {
    pub(crate) ko: Ko,
    pub(crate) suicide: Suicide,
    pub(crate) end: End,
    /// After a request to resume: the asker's opponent moves, instead of the one whose turn it is.
    pub(crate) opponent_of_asker_resumes: bool,
    /// A pass costs a stone, and White makes the last move.
    pub(crate) pass_stones: bool,
    /// The first pass takes half a point and ends nothing.
    pub(crate) button: bool,
    pub(crate) method: Method,
    /// Points that reach both sides, or none, are halved.
    pub(crate) halved: bool,
    /// Surrounded points next to stones in seki count.
    pub(crate) seki_eyes: bool,
    /// Two points a living group are not counted.
    pub(crate) group_tax: bool,
    pub(crate) handicap: Return,
    /// Half-points, in an even game.
    pub(crate) komi: i64,
    /// Half-points more when White made the first of the ending passes.
    pub(crate) white_first_pass: i64,
    pub(crate) black_wins_ties: bool,
    /// The result is measured against half the board, in 子.
    pub(crate) zi: bool,
}

impl Rules {
    /// The rule book's table.
    pub(crate) fn book(id: &str) -> Option<Rules> {
        let plain = Rules {
            ko: Ko::Simple,
            suicide: Suicide::No,
            end: End::Agreement,
            opponent_of_asker_resumes: false,
            pass_stones: false,
            button: false,
            method: Method::Area,
            halved: false,
            seki_eyes: true,
            group_tax: false,
            handicap: Return::Nothing,
            komi: 0,
            white_first_pass: 0,
            black_wins_ties: false,
            zi: false,
        };
        let zi = Rules { halved: true, zi: true, ..plain.clone() };
        let japanese = Rules {
            method: Method::Territory,
            seki_eyes: false,
            komi: 13,
            opponent_of_asker_resumes: true,
            ..plain.clone()
        };
        let aga = Rules {
            ko: Ko::Situational,
            end: End::SecondStop,
            pass_stones: true,
            handicap: Return::StonesLessOne,
            komi: 15,
            ..plain.clone()
        };
        Some(match id {
            "chinese" => Rules { komi: 15, handicap: Return::Stones, ..zi },
            "chinese1988" => Rules { komi: 11, handicap: Return::Stones, ..zi },
            "rangxian" => zi,
            "japanese" | "korean" => japanese,
            "ing" => Rules {
                ko: Ko::Positional,
                suicide: Suicide::Groups,
                end: End::FourPasses,
                halved: true,
                komi: 16,
                black_wins_ties: true,
                ..plain
            },
            "wmsg2008" => Rules {
                ko: Ko::Positional,
                end: End::SecondStop,
                komi: 13,
                white_first_pass: 2,
                ..plain
            },
            "aga" | "aga_area" => aga,
            "aga_territory" => {
                Rules { method: Method::Territory, handicap: Return::Nothing, ..aga }
            }
            "bga" | "bga_area" => Rules { ko: Ko::Natural, ..aga },
            "nz" => Rules { ko: Ko::Situational, suicide: Suicide::Yes, komi: 14, ..plain },
            "tromp_taylor" => Rules {
                ko: Ko::Positional,
                suicide: Suicide::Yes,
                end: End::TwoPasses,
                komi: 15,
                ..plain
            },
            "button" | "button_area" => {
                Rules { ko: Ko::Situational, button: true, komi: 14, ..plain }
            }
            "mingqing" => Rules { group_tax: true, ..zi },
            "tangsong" => {
                Rules { method: Method::Territory, seki_eyes: false, group_tax: true, ..plain }
            }
            "dunhuang" => Rules { method: Method::Stones, ..zi },
            _ => return None,
        })
    }
}

/// What follows from a cycle, as RULEBOOK 2.5 has it for each ruleset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CycleRuling {
    /// The repeating play is illegal.
    Illegal,
    /// No result.
    NoResult,
    /// A draw.
    Draw,
    /// The referee's.
    Referee,
}

/// What else the rule book says of a ruleset: the ruling on cycles, komi in handicap games (half-points), and whether
/// White begins from seated stones.
pub(crate) fn book_remarks(id: &str) -> (CycleRuling, i64, bool) {
    match id {
        "chinese" | "chinese1988" | "rangxian" => (CycleRuling::Referee, 0, false),
        "japanese" => (CycleRuling::NoResult, 0, false),
        "korean" => (CycleRuling::Draw, 0, false),
        "aga" | "aga_territory" | "bga" => (CycleRuling::Illegal, 1, false),
        "mingqing" | "tangsong" | "dunhuang" => (CycleRuling::Referee, 0, true),
        _ => (CycleRuling::Illegal, 0, false),
    }
}

/// Whether a play is legal, and what it would do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// Legal: the board after it, the opponent's stones taken, the own stones lost.
    Legal(Grid, BTreeSet<Spot>, BTreeSet<Spot>),
    OffBoard,
    Occupied,
    Suicide,
    Ko,
    /// The board would be as it was after so many moves; each of these moments forbids it.
    Superko(Vec<usize>),
}

/// Where a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    Play,
    /// The players agree on dead stones.
    Stopped,
    /// Over by passes alone, every stone alive.
    Over,
}

/// A moment of the game and how it came about.
#[derive(Clone, Debug)]
pub(crate) struct Moment {
    /// Plays and passes so far.
    pub(crate) number: usize,
    pub(crate) board: Grid,
    pub(crate) to_move: char,
    /// The player whose board play led here.
    pub(crate) played: Option<char>,
    /// Stones held by each side.
    pub(crate) prisoners: Pair,
}

/// A game, folded move by move.
#[derive(Clone, Debug)]
pub(crate) struct Game {
    pub(crate) rules: Rules,
    /// Every moment of the line, the present one last.
    pub(crate) past: Vec<Moment>,
    /// Moments before this one don't count for superko.
    pub(crate) fresh_from: usize,
    pub(crate) phase: Phase,
    /// Pass stones handed over by each side.
    pub(crate) passes: Pair,
    /// Who took the button.
    pub(crate) button: Option<char>,
    /// The passes that end the line, in order.
    pub(crate) run: Vec<char>,
    /// How often two passes have stopped play.
    pub(crate) stops: usize,
}

impl Game {
    /// A game from set-up stones.
    pub(crate) fn new(rules: Rules, board: Grid, to_move: char) -> Game {
        let start = Moment { number: 0, board, to_move, played: None, prisoners: [0, 0] };
        Game {
            rules,
            past: vec![start],
            fresh_from: 0,
            phase: Phase::Play,
            passes: [0, 0],
            button: None,
            run: Vec::new(),
            stops: 0,
        }
    }

    /// The present moment.
    pub(crate) fn now(&self) -> &Moment {
        &self.past[self.past.len() - 1]
    }

    /// What the rules say of a play by the side to move.
    pub(crate) fn judge(&self, spot: Spot) -> Verdict {
        self.judge_as(self.now().to_move, spot)
    }

    fn judge_as(&self, stone: char, (x, y): Spot) -> Verdict {
        let board = &self.now().board;
        if y >= board.len() || x >= board[0].len() {
            return Verdict::OffBoard;
        }
        if board[y][x] != '.' {
            return Verdict::Occupied;
        }
        let (after, taken, lost) = put(board, stone, (x, y));
        let suicide = match self.rules.suicide {
            Suicide::No => !lost.is_empty(),
            Suicide::Groups => lost.len() == 1,
            Suicide::Yes => false,
        };
        if suicide {
            return Verdict::Suicide;
        }
        // Basic ko: one stone is taken and the board is as just before the opponent's play.
        if taken.len() == 1
            && self.now().played == Some(other(stone))
            && self.past[self.past.len() - 2].board == after
        {
            return Verdict::Ko;
        }
        let repeats = |at: &usize| {
            let moment = &self.past[*at];
            moment.board == after
                && match self.rules.ko {
                    Ko::Simple => false,
                    Ko::Positional => true,
                    Ko::Situational => moment.to_move == other(stone),
                    Ko::Natural => moment.played == Some(stone),
                }
        };
        let repeated: Vec<usize> = (self.fresh_from..self.past.len())
            .filter(repeats)
            .map(|at| self.past[at].number)
            .collect();
        if repeated.is_empty() {
            Verdict::Legal(after, taken, lost)
        } else {
            Verdict::Superko(repeated)
        }
    }

    /// Plays for the side to move; the verdict says whether anything happened.
    pub(crate) fn play(&mut self, spot: Spot) -> Verdict {
        let stone = self.now().to_move;
        let verdict = self.judge(spot);
        if let Verdict::Legal(board, taken, lost) = &verdict {
            let mut prisoners = self.now().prisoners;
            prisoners[side(stone)] += taken.len() as i64;
            prisoners[side(other(stone))] += lost.len() as i64;
            self.run.clear();
            self.past.push(Moment {
                number: self.now().number + 1,
                board: board.clone(),
                to_move: other(stone),
                played: Some(stone),
                prisoners,
            });
        }
        verdict
    }

    /// The side to move passes; under four-pass rules a stopped game takes more passes.
    pub(crate) fn pass(&mut self) {
        let stone = self.now().to_move;
        let now = self.now().clone();
        self.past.push(Moment {
            number: now.number + 1,
            to_move: other(stone),
            played: None,
            ..now
        });
        if self.rules.pass_stones {
            self.passes[side(stone)] += 1;
        }
        if self.rules.button && self.button.is_none() {
            // This pass takes the button, counts for nothing else and starts history afresh.
            self.button = Some(stone);
            self.fresh_from = self.past.len() - 1;
            self.run.clear();
            return;
        }
        self.run.push(stone);
        self.stops += usize::from(self.run.len() == 2);
        self.phase = match (self.rules.end, self.run.len()) {
            (_, 0 | 1) => Phase::Play,
            (End::TwoPasses, _) => Phase::Over,
            (End::SecondStop, _) if self.stops > 1 => Phase::Over,
            (End::FourPasses, 4) => Phase::Over,
            _ => Phase::Stopped,
        };
    }

    /// Play goes on from a stopped position.
    pub(crate) fn resume(&mut self, asker: char) {
        let now = self.now().clone();
        if self.rules.opponent_of_asker_resumes && now.to_move == asker {
            self.past.push(Moment { to_move: other(asker), played: None, ..now });
        }
        self.phase = Phase::Play;
        self.run.clear();
    }

    /// Stones and turn are set by hand: history and passes begin anew.
    pub(crate) fn edit(&mut self, board: Grid, to_move: char) {
        let now = self.now().clone();
        self.past.push(Moment { board, to_move, played: None, ..now });
        self.fresh_from = self.past.len() - 1;
        self.phase = Phase::Play;
        self.run.clear();
    }

    /// Pass stones as they count at the end: White makes the last move.
    pub(crate) fn final_passes(&self) -> Pair {
        let mut passes = self.passes;
        if self.rules.pass_stones && self.run.last() == Some(&'X') {
            passes[1] += 1;
        }
        passes
    }

    /// The player of the pass the count asks about: the button's taker, or else the first of the
    /// passes that ended play.
    pub(crate) fn first_pass(&self) -> Option<char> {
        if self.rules.button { self.button } else { self.run.first().copied() }
    }

    /// The points a basic ko ban holds for the side to move.
    pub(crate) fn banned(&self, at: usize) -> Vec<Spot> {
        let then = Game { past: self.past[..=at].to_vec(), ..self.clone() };
        let board = &then.now().board;
        spots(board).into_iter().filter(|&spot| then.judge(spot) == Verdict::Ko).collect()
    }

    /// The latest earlier moment that was the same as the present one (board, side to move and ko ban), when at least
    /// one stone was played since.
    pub(crate) fn cycle(&self) -> Option<usize> {
        let last = self.past.len() - 1;
        let now = self.now();
        (self.fresh_from..last).rev().find(|&at| {
            self.past[at].board == now.board
                && self.past[at].to_move == now.to_move
                && self.past[at + 1..].iter().any(|moment| moment.played.is_some())
                && self.banned(at) == self.banned(last)
        })
    }
}

/// A final position and all that a count needs to know.
#[derive(Clone, Debug)]
pub(crate) struct Ending {
    pub(crate) board: Grid,
    pub(crate) dead: BTreeSet<Spot>,
    /// A point or more of each string in seki.
    pub(crate) seki: BTreeSet<Spot>,
    /// Stones held by each side, taken in play.
    pub(crate) prisoners: Pair,
    /// Passes made by each side, where they cost a stone.
    pub(crate) passes: Pair,
    pub(crate) first_pass: Option<char>,
    /// Half-points.
    pub(crate) komi: i64,
    /// Handicap stones.
    pub(crate) handicap: i64,
}

/// A count with its working.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Tally {
    /// Living stones.
    pub(crate) living: Pair,
    /// Empty points that reach one colour only.
    pub(crate) surrounded: Pair,
    /// Empty points that reach both, or none.
    pub(crate) neutral: i64,
    /// Surrounded points less those next to a string in seki, where the rules ask.
    pub(crate) territory: Pair,
    /// Prisoners with dead stones and pass stones.
    pub(crate) prisoners: Pair,
    /// Living groups: strings joined through points that they alone surround.
    pub(crate) groups: Pair,
    /// Points not counted because a group needs them.
    pub(crate) tax: Pair,
    /// Points White receives for handicap stones.
    pub(crate) returned: i64,
    /// Half-points, with what the order of passes adds.
    pub(crate) komi: i64,
    /// Quarter-units: 子 without komi, or points with everything.
    pub(crate) total: Pair,
    /// Half-points, Black minus White, everything included.
    pub(crate) margin: i64,
    /// `X`, `O` or `=`.
    pub(crate) winner: char,
}

/// The string of each living stone, and each empty region with the colours it reaches.
struct Survey {
    board: Grid,
    strings: Vec<(char, BTreeSet<Spot>, bool)>,
    regions: Vec<(BTreeSet<Spot>, BTreeSet<Spot>, Option<char>)>,
}

fn survey(ending: &Ending, dead: &BTreeSet<Spot>) -> Survey {
    let mut board = ending.board.clone();
    for &(x, y) in dead {
        board[y][x] = '.';
    }
    let mut strings = Vec::new();
    let mut regions = Vec::new();
    let mut seen: BTreeSet<Spot> = BTreeSet::new();
    for (x, y) in spots(&board) {
        if seen.contains(&(x, y)) {
            continue;
        }
        let set = connected(&board, (x, y));
        seen.extend(&set);
        if board[y][x] != '.' {
            let seki = set.iter().any(|spot| ending.seki.contains(spot));
            strings.push((board[y][x], set, seki));
            continue;
        }
        let edge = border(&board, &set);
        let reached: BTreeSet<char> = edge.iter().map(|&(x, y)| board[y][x]).collect();
        let owner = if reached.len() == 1 { reached.first().copied() } else { None };
        regions.push((set, edge, owner));
    }
    Survey { board, strings, regions }
}

/// The groups of a colour: sets of indices into the survey's strings.
fn groups(survey: &Survey, stone: char) -> Vec<BTreeSet<usize>> {
    let mut groups: Vec<BTreeSet<usize>> = Vec::new();
    for (index, (color, ..)) in survey.strings.iter().enumerate() {
        if *color == stone {
            groups.push(BTreeSet::from([index]));
        }
    }
    for (_, edge, owner) in &survey.regions {
        if *owner != Some(stone) {
            continue;
        }
        let touches = |group: &BTreeSet<usize>| {
            group.iter().any(|&index| survey.strings[index].1.intersection(edge).next().is_some())
        };
        let (joined, apart): (Vec<_>, Vec<_>) = groups.into_iter().partition(touches);
        groups = apart;
        groups.push(joined.into_iter().flatten().collect());
    }
    groups
}

/// What the groups of a colour pay: two points each; in seki no more than the eyes they have, and nothing where eyes
/// in seki don't count anyway.
fn tax(rules: &Rules, survey: &Survey, stone: char) -> i64 {
    let mut sum = 0;
    for group in groups(survey, stone) {
        if !group.iter().any(|&index| survey.strings[index].2) {
            sum += 2;
            continue;
        }
        let mut eyes = 0;
        for (set, edge, owner) in &survey.regions {
            let own =
                group.iter().any(|&i| survey.strings[i].1.intersection(edge).next().is_some());
            if *owner == Some(stone) && own {
                eyes += set.len() as i64;
            }
        }
        sum += if rules.seki_eyes { eyes.min(2) } else { 0 };
    }
    sum
}

/// Counts a final position.
pub(crate) fn count(rules: &Rules, ending: &Ending) -> Tally {
    // Where two passes end the game at once nothing is removed.
    let nobody = BTreeSet::new();
    let dead = if rules.end == End::TwoPasses { &nobody } else { &ending.dead };
    let survey = survey(ending, dead);
    let mut tally = Tally {
        living: [0, 0],
        surrounded: [0, 0],
        neutral: 0,
        territory: [0, 0],
        prisoners: ending.prisoners,
        groups: ['X', 'O'].map(|stone| groups(&survey, stone).len() as i64),
        tax: [0, 0],
        returned: match rules.handicap {
            _ if ending.handicap < 2 => 0,
            Return::Nothing => 0,
            Return::Stones => ending.handicap,
            Return::StonesLessOne => ending.handicap - 1,
        },
        komi: ending.komi,
        total: [0, 0],
        margin: 0,
        winner: '=',
    };
    for (stone, set, _) in &survey.strings {
        tally.living[side(*stone)] += set.len() as i64;
    }
    for (set, edge, owner) in &survey.regions {
        let points = set.len() as i64;
        let Some(stone) = owner else {
            tally.neutral += points;
            continue;
        };
        tally.surrounded[side(*stone)] += points;
        let seki = survey
            .strings
            .iter()
            .any(|(_, string, seki)| *seki && string.intersection(edge).next().is_some());
        if rules.seki_eyes || !seki {
            tally.territory[side(*stone)] += points;
        }
    }
    for &(x, y) in dead {
        tally.prisoners[side(other(ending.board[y][x]))] += 1;
    }
    if rules.pass_stones {
        tally.prisoners[0] += ending.passes[1];
        tally.prisoners[1] += ending.passes[0];
    }
    if rules.group_tax {
        tally.tax = ['X', 'O'].map(|stone| tax(rules, &survey, stone));
    }
    if ending.first_pass == Some('O') {
        tally.komi += rules.white_first_pass;
    }
    total(rules, ending, &survey, &mut tally);
    tally.winner = match tally.margin {
        0 if rules.black_wins_ties => 'X',
        0 => '=',
        1.. => 'X',
        _ => 'O',
    };
    tally
}

/// The sums, from the parts.
fn total(rules: &Rules, ending: &Ending, survey: &Survey, tally: &mut Tally) {
    let points = spots(&survey.board).len() as i64;
    match rules.method {
        Method::Area if rules.zi => {
            let shared = if rules.halved { tally.neutral } else { 0 };
            // Black is counted, White has the rest of the board.
            let black = 4 * (tally.living[0] + tally.surrounded[0]) + 2 * shared
                - 2 * (tally.tax[0] - tally.tax[1]);
            tally.total = [black, 4 * points - black];
            // Against half the board, half the komi and half the handicap stones, in quarters; a
            // margin in 子 is twice as many points, so quarters of the one are halves of the other.
            tally.margin = black - (2 * points + tally.komi + 2 * tally.returned);
        }
        Method::Stones => {
            tally.total = tally.living.map(|stones| 4 * stones);
            tally.margin =
                2 * (tally.living[0] - tally.living[1]) - tally.komi - 2 * tally.returned;
        }
        Method::Area | Method::Territory => {
            let mut half = [0, 0];
            for color in [0, 1] {
                half[color] = if rules.method == Method::Area {
                    2 * (tally.living[color] + tally.surrounded[color])
                        + if rules.halved { tally.neutral } else { 0 }
                } else {
                    2 * (tally.territory[color] + tally.prisoners[color])
                } - 2 * tally.tax[color];
            }
            half[1] += tally.komi + 2 * tally.returned;
            if rules.button
                && let Some(taker) = ending.first_pass
            {
                half[side(taker)] += 1;
            }
            tally.total = half.map(|h| 2 * h);
            tally.margin = half[0] - half[1];
        }
    }
}
