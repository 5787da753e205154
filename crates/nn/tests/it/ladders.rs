//! Ladders, read by a second, slow implementation that follows the definition to the letter.

use board::{Board, ByColor, Color, Point, PointSet};
use nn::{FeatureOptions, Features, Game};

use crate::random::{self, Random};

/// A board with the point that basic ko forbids.
#[derive(Clone)]
struct Position {
    board: Board,
    ko: Option<Point>,
}

/// The search was broken off after too many plays, which the quicker reader may have avoided.
struct TooMany;

impl Position {
    fn is_legal(&self, color: Color, point: Point) -> bool {
        self.ko != Some(point) && self.board.is_empty(point) && !self.board.is_suicide(color, point)
    }

    fn played(&self, color: Color, point: Point) -> Position {
        let mut board = self.board.clone();
        let played = board.play(color, point).unwrap();
        let ko = board.ko_after(&played);
        Position { board, ko }
    }

    fn liberties(&self, stone: Point) -> usize {
        self.board.liberties(stone).len()
    }

    fn in_atari_beside(&self, chain: Point) -> PointSet {
        let own = self.board.get(chain).unwrap();
        let beside = self.board.chain_set(chain).neighbours();
        beside
            .iter()
            .filter(|&p| self.board.get(p) == Some(own.opponent()) && self.liberties(p) == 1)
            .collect()
    }

    /// The stone that `color` would take at this point as a ko.
    fn is_ko_capture(&self, color: Color, point: Point) -> bool {
        let near: Vec<Point> = self.board.size().neighbours(point).collect();
        if near.iter().any(|&n| self.board.get(n) != Some(color.opponent())) {
            return false;
        }
        let taken: Vec<&Point> = near.iter().filter(|&&n| self.liberties(n) == 1).collect();
        taken.len() == 1 && self.board.chain_set(*taken[0]).len() == 1
    }

    /// Liberties after a play, 0 for a suicide.
    fn liberties_after(&self, color: Color, point: Point) -> usize {
        let after = self.played(color, point);
        if after.board.get(point) == Some(color) { after.liberties(point) } else { 0 }
    }
}

struct Reader {
    stone: Point,
    plays: u32,
    deepest: usize,
}

impl Reader {
    fn is_captured(&mut self, at: &Position, defends: bool, depth: usize) -> Result<bool, TooMany> {
        if depth >= self.deepest {
            return Ok(true);
        }
        if self.plays >= 25_000 {
            return Err(TooMany);
        }
        let defender = at.board.get(self.stone).unwrap();
        let liberties = at.board.liberties(self.stone);
        let mover = if defends { defender } else { defender.opponent() };
        let mut moves = PointSet::EMPTY;
        match (defends, liberties.len()) {
            (false, 0 | 1) => return Ok(true),
            (false, 2) => {
                if double_ko_death(at, self.stone, liberties) {
                    return Ok(true);
                }
            }
            (true, 0 | 1) if at.ko.is_none() => {
                for stone in &at.in_atari_beside(self.stone) {
                    moves |= at.board.liberties(stone);
                }
            }
            _ => return Ok(false),
        }
        moves |= liberties;
        for point in &moves {
            if at.is_legal(mover, point) {
                self.plays += 1;
                let captured = self.is_captured(&at.played(mover, point), !defends, depth + 1)?;
                if captured != defends {
                    return Ok(captured);
                }
            }
        }
        Ok(defends)
    }
}

fn double_ko_death(at: &Position, stone: Point, liberties: PointSet) -> bool {
    let defender = at.board.get(stone).unwrap();
    liberties.iter().all(|point| {
        at.is_ko_capture(defender.opponent(), point) && at.liberties_after(defender, point) <= 2
    }) && at.in_atari_beside(stone).is_empty()
}

fn captured(at: &Position, stone: Point) -> Result<bool, TooMany> {
    let deepest = at.board.size().area() * 3 / 2;
    let without_ko = Position { ko: None, ..at.clone() };
    Reader { stone, plays: 0, deepest }.is_captured(&without_ko, true, 0)
}

/// Caught stones, and where each side may start ladders against the other, as `against[colour]`; stones not decided.
fn ladders(at: &Position) -> (PointSet, ByColor<PointSet>, PointSet) {
    let (mut caught, mut against) = (PointSet::EMPTY, ByColor::<PointSet>::default());
    let mut undecided = PointSet::EMPTY;
    for color in Color::BOTH {
        for chain in at.board.chains(color) {
            let stone = chain.first().unwrap();
            let liberties = at.board.liberties(stone);
            let mut starts = PointSet::EMPTY;
            let answer = match liberties.len() {
                1 => captured(at, stone),
                2 => liberties.iter().try_fold(false, |any, point| {
                    if !at.is_legal(color.opponent(), point) {
                        return Ok(any);
                    }
                    let works = captured(&at.played(color.opponent(), point), stone)?;
                    if works {
                        starts.insert(point);
                    }
                    Ok(any | works)
                }),
                _ => Ok(false),
            };
            match answer {
                Ok(true) => {
                    caught |= chain;
                    against[color] |= starts;
                }
                Ok(false) => {}
                Err(TooMany) => undecided |= chain | liberties,
            }
        }
    }
    (caught, against, undecided)
}

fn plane(features: &Features, plane: usize) -> PointSet {
    let rows = features.plane(plane);
    features
        .size()
        .points()
        .filter(|p| rows[usize::from(p.row()) - 1] >> (p.column() - 1) & 1 == 1)
        .collect()
}

#[test]
fn ladders_are_those_of_the_definition_in_2000_random_positions() {
    let mut random = Random::new(7);
    let (mut positions, mut found, mut undecided) = (0, 0, 0);
    let mut features: Option<Features> = None;
    while positions < 2000 {
        let mut game = random::start(&mut random);
        let mut past: Vec<Position> = vec![position(&game)];
        // The memory of earlier positions is part of what is tested.
        let features = features.get_or_insert_with(|| Features::new(game.size()).unwrap());
        for ply in 0..game.size().area() {
            game.play(random.mv(&game, 40)).unwrap();
            past.push(position(&game));
            if ply % 5 != 4 {
                continue;
            }
            Features::encode(&game, &FeatureOptions::default(), features).unwrap();
            positions += 1;
            let (caught, against, skip) = ladders(&position(&game));
            found += usize::from(!caught.is_empty());
            undecided += usize::from(!skip.is_empty());
            assert_eq!(plane(features, 14) - skip, caught - skip, "{game:?}");
            let starts = against[game.to_move().opponent()];
            assert_eq!(plane(features, 17) - skip, starts - skip, "{game:?}");
            let shown = shown_turns(features);
            for age in 1..=2 {
                let then = &past[past.len() - 1 - age.min(shown)];
                let (caught, _, skip) = ladders(then);
                assert_eq!(plane(features, 14 + age) - skip, caught - skip, "{game:?}");
            }
        }
    }
    assert!(found > 1000, "{found}");
    assert!(undecided < 20, "{undecided}");
}

/// How many moves the features show.
fn shown_turns(features: &Features) -> usize {
    (0..5)
        .take_while(|&age| features.globals()[age] == 1.0 || !plane(features, 9 + age).is_empty())
        .count()
}

fn position(game: &Game) -> Position {
    Position { board: game.board().clone(), ko: game.ko() }
}

/// White runs out of a ladder on an empty board and is caught; a stone in the way sets him free.
#[test]
fn a_ladder_works_until_a_stone_is_in_its_way() {
    let rows = [
        ".........",
        ".........",
        "..XX.....",
        ".XO......",
        ".........",
        ".........",
        ".........",
        ".........",
        ".........",
    ];
    let board = Board::from_rows(&rows).unwrap();
    let at = Position { board, ko: None };
    let stone = Point::new(3, 4).unwrap();
    assert_eq!(ladders(&at).0, at.board.chain_set(stone));
    let free = at.played(Color::White, Point::new(7, 7).unwrap());
    assert!(ladders(&free).0.is_empty());
    let rules = nn::NetRules::CHINESE;
    for (position, caught) in [(at, 1), (free, 0)] {
        let game = Game::new(rules, rules::Score::ZERO, position.board, Color::Black);
        let mut features = Features::new(game.size()).unwrap();
        Features::encode(&game, &FeatureOptions::default(), &mut features).unwrap();
        assert_eq!(plane(&features, 14).len(), caught);
    }
}
