//! Playing like a person of a rank: a move drawn from the network's policy, with what such a person would not see, and
//! without what nobody would do.

use board::{Board, Color, Move, Point, PointSet};
use rules::GameState;

use crate::analysis::{Analysis, signed};
use crate::level::Human;

/// How often a move may be looked at and thrown away before the likeliest is made.
const LOOKS: usize = 4;

/// A move is no candidate when it would be drawn so much less often than the likeliest.
const FAINT: f32 = 0.02;

/// Above this a point is settled, and nobody plays there without need.
const SETTLED: f32 = 0.93;

/// How near to the last moves a move is seen by everybody, in lines.
const NEAR: u8 = 3;

/// Chooses a move for the side to move. `random` gives numbers from 0 to 1; `lead_after` says how far Black is ahead after
/// a move, if it is known.
pub(crate) fn choose(
    game: &GameState,
    analysis: &Analysis,
    human: &Human,
    random: &mut dyn FnMut() -> f64,
    lead_after: &mut dyn FnMut(Move) -> Option<f32>,
) -> Option<Move> {
    let faint = FAINT.powf(human.temperature);
    let mut candidates = candidates(game, analysis, faint)?;
    let best = *candidates.first()?;
    if human.temperature <= 0.0 {
        return Some(best.mv);
    }
    let urgent = |candidate: &Candidate| candidate.urgent || candidate.prior >= 0.5 * best.prior;
    candidates.retain(|entry| urgent(entry) || random() >= f64::from(human.oversight));
    let side = f32::from(game.size().columns().max(game.size().rows()));
    let bound = human.loss * side / 19.0;
    for _ in 0..LOOKS {
        let drawn = draw(&candidates, human.temperature, random)?;
        let mv = candidates.get(drawn)?.mv;
        // The likeliest move is what the network would do: it costs nothing.
        let costs_too_much = mv != best.mv
            && lead_after(mv)
                .is_some_and(|lead| signed(analysis.lead - lead, analysis.to_move) > bound);
        if !costs_too_much {
            return Some(mv);
        }
        candidates.swap_remove(drawn);
    }
    Some(best.mv)
}

/// A move somebody might make.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    mv: Move,
    prior: f32,
    /// Whether it is near the last moves, takes something or saves something.
    urgent: bool,
}

/// The moves that are worth a thought, the likeliest first; those less than `faint` times as likely are not.
fn candidates(game: &GameState, analysis: &Analysis, faint: f32) -> Option<Vec<Candidate>> {
    let policy = analysis.policy.as_ref()?;
    let size = game.size();
    let allowed = |mv: Move| analysis.of_move(mv).is_some();
    let likeliest = policy.iter().copied().fold(0.0, f32::max);
    let mover = analysis.to_move;
    let last = last_points(game);
    let mut found: Vec<Candidate> = Vec::new();
    for (point, &prior) in size.points().zip(policy) {
        let mv = Move::Play(point);
        if prior < likeliest * faint || !allowed(mv) || game.check_play(point).is_err() {
            continue;
        }
        let effect = Effect::of(game.board(), mover, point);
        let sure = prior >= 0.5 * likeliest;
        if !sure && (effect.is_foolish() || is_settled(analysis, point) && !effect.matters()) {
            continue;
        }
        let near = last.iter().any(|&other| distance(point, other) <= NEAR);
        found.push(Candidate { mv, prior, urgent: near || effect.matters() });
    }
    let pass = *policy.last()?;
    if found.is_empty() || pass >= likeliest && allowed(Move::Pass) {
        found.push(Candidate { mv: Move::Pass, prior: pass, urgent: true });
    }
    found.sort_by(|a, b| b.prior.total_cmp(&a.prior));
    Some(found)
}

fn is_settled(analysis: &Analysis, point: Point) -> bool {
    analysis.ownership.as_ref().is_some_and(|owners| owners[point].abs() > SETTLED)
}

/// What a play does at once.
#[derive(Clone, Copy, Debug)]
struct Effect {
    takes: usize,
    saves: bool,
    /// Stones of the chain that is left with one liberty without taking anything.
    exposes: usize,
    fills_eye: bool,
}

impl Effect {
    fn of(board: &Board, mover: Color, point: Point) -> Effect {
        let around = PointSet::single(point).neighbours() & board.size().all();
        let own = board.stones(mover);
        let fills_eye = around.is_subset(&own);
        let was_in_danger = (around & own).iter().any(|stone| !board.has_liberties(stone, 2));
        let mut after = board.clone();
        let takes = after.play(mover, point).map_or(0, |played| played.captured_count());
        let lives = after.has_liberties(point, 2);
        Effect {
            takes: usize::try_from(takes).unwrap_or(usize::MAX),
            saves: was_in_danger && lives,
            exposes: if lives { 0 } else { after.chain_set(point).len() },
            fills_eye: fills_eye && !was_in_danger,
        }
    }

    /// Whether everybody sees it.
    fn matters(&self) -> bool {
        self.takes > 0 || self.saves
    }

    /// Whether nobody does it: filling an eye, or running into capture with more than a stone.
    fn is_foolish(&self) -> bool {
        self.takes == 0 && (self.fills_eye || self.exposes > 1)
    }
}

/// The last moves of both sides.
fn last_points(game: &GameState) -> Vec<Point> {
    let mut last = [None; 2];
    for event in game.line() {
        if let rules::Event::Move { mv: Move::Play(point), .. } = event {
            last = [last[1], Some(*point)];
        }
    }
    last.into_iter().flatten().collect()
}

fn distance(a: Point, b: Point) -> u8 {
    a.column().abs_diff(b.column()).max(a.row().abs_diff(b.row()))
}

/// The place of a candidate drawn by its likelihood.
fn draw(
    candidates: &[Candidate],
    temperature: f32,
    random: &mut dyn FnMut() -> f64,
) -> Option<usize> {
    let weight =
        |entry: &Candidate| f64::from(entry.prior.max(1e-9)).powf(1.0 / f64::from(temperature));
    let total: f64 = candidates.iter().map(weight).sum();
    let mut left = random() * total;
    for (at, entry) in candidates.iter().enumerate() {
        left -= weight(entry);
        if left < 0.0 {
            return Some(at);
        }
    }
    candidates.len().checked_sub(1)
}

#[cfg(test)]
mod tests {
    use board::{BoardSize, Coordinates, PointMap};
    use rules::{Ruleset, Start};

    use super::*;
    use crate::analysis::tests::{analysis, entry};

    const HUMAN: Human = Human { temperature: 1.0, oversight: 0.5, loss: 10.0 };

    fn at(text: &str, size: BoardSize) -> Point {
        Coordinates::Gtp.parse(text, size).unwrap()
    }

    /// A position, and an analysis in which the named points have these likelihoods and all others next to none.
    fn position(rows: &[&str], likely: &[(&str, f32)]) -> (GameState, Analysis) {
        let board = Board::from_rows(rows).unwrap();
        let size = board.size();
        let start = Start::on(Ruleset::chinese(), board, 0);
        let game = GameState::new(Start { to_move: Color::Black, ..start });
        let mut policy = vec![1e-6; size.area() + 1];
        for (text, prior) in likely {
            let point = at(text, size);
            let index = size.points().position(|other| other == point).unwrap();
            policy[index] = *prior;
        }
        let mut found = analysis(Color::Black);
        found.moves = size.points().map(|point| entry(Move::Play(point))).collect();
        found.moves.push(entry(Move::Pass));
        found.policy = Some(policy);
        found.ownership = Some(PointMap::new(0.0));
        (game, found)
    }

    /// Every move that is chosen for one seed or another.
    fn all(
        (game, found): &(GameState, Analysis),
        human: Human,
        lead_after: &mut dyn FnMut(Move) -> Option<f32>,
    ) -> Vec<String> {
        let mut names: Vec<String> = (0..200_u64)
            .map(|seed| {
                let mut state = seed;
                let mut random = || {
                    state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695);
                    (state >> 11) as f64 / (1u64 << 53) as f64
                };
                match choose(game, found, &human, &mut random, lead_after) {
                    Some(Move::Play(point)) => Coordinates::Gtp.format(point, game.size()),
                    Some(Move::Pass) => "pass".to_owned(),
                    None => "none".to_owned(),
                }
            })
            .collect();
        names.sort();
        names.dedup();
        names
    }

    const EMPTY: [&str; 5] = [".....", ".....", ".....", ".....", "....."];

    #[test]
    fn likely_moves_are_drawn_and_faint_ones_are_not() {
        let found = position(&EMPTY, &[("C3", 0.5), ("B2", 0.3), ("A1", 0.001)]);
        assert_eq!(all(&found, HUMAN, &mut |_| None), ["B2", "C3"]);
        let strict = Human { temperature: 0.0, ..HUMAN };
        assert_eq!(all(&found, strict, &mut |_| None), ["C3"]);
    }

    #[test]
    fn moves_that_cost_too_much_are_not_made() {
        let found = position(&EMPTY, &[("C3", 0.5), ("B2", 0.4)]);
        let dear = &mut |mv| (mv != Move::Pass).then_some(-4.0);
        assert_eq!(all(&found, HUMAN, dear), ["C3"], "ten points on 19 lines are 2.6 on five");
        assert_eq!(all(&found, Human { loss: 30.0, ..HUMAN }, dear), ["B2", "C3"]);
    }

    #[test]
    fn nobody_fills_an_eye_or_runs_into_capture() {
        let rows = [".X...", "XX...", ".....", "OO...", ".O..."];
        let likely = [("C3", 0.5), ("A5", 0.2), ("A1", 0.2), ("D4", 0.2)];
        assert_eq!(all(&position(&rows, &likely), HUMAN, &mut |_| None), ["C3", "D4"]);
        // Two stones in one place to be taken.
        let likely = [("C3", 0.5), ("B1", 0.2)];
        let rows = [".....", ".....", ".....", "OOO..", "X.OO."];
        assert_eq!(all(&position(&rows, &likely), HUMAN, &mut |_| None), ["C3"]);
    }

    #[test]
    fn settled_points_are_left_alone() {
        let (game, mut found) = position(&EMPTY, &[("C3", 0.5), ("B2", 0.2)]);
        let mut owners = PointMap::new(0.0);
        owners[at("B2", game.size())] = -0.99;
        found.ownership = Some(owners);
        assert_eq!(all(&(game, found), HUMAN, &mut |_| None), ["C3"]);
    }

    #[test]
    fn what_is_taken_is_seen_by_everybody() {
        let rows = [".....", ".....", "XO...", ".....", "....."];
        let rows = [rows[0], rows[1], ".XO..", "XO...", ".X..."];
        let blind = Human { temperature: 1.0, oversight: 1.0, loss: 60.0 };
        let found = position(&rows, &[("E5", 0.5), ("C2", 0.2), ("E1", 0.2)]);
        assert_eq!(all(&found, blind, &mut |_| None), ["C2", "E5"]);
    }
}
