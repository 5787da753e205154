//! What the root does to its moves: which are looked at, and with which probability.

use board::{Board, Color, Move, Symmetry};
use nn::{Evaluation, Game, Scoring};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::ending;
use super::judge::ranked;
use super::moves::{CODES, MoveSet, PASS, code, decode};
use super::params::Params;
use super::question::{Question, Root};
use super::random::gamma;
use super::select::RootMove;
use super::utility::Scale;
use super::walk::is_allowed;

/// The root's moves, the most probable first, and the symmetries that leave the root as it is.
#[derive(Clone, Debug)]
pub(crate) struct RootMoves {
    pub(crate) moves: Vec<RootMove>,
    pub(crate) symmetries: Vec<Symmetry>,
    /// For each code, 1 + the move's place in `moves`; 0 for none.
    places: Vec<u16>,
}

impl RootMoves {
    #[expect(clippy::cast_possible_truncation, reason = "at most 362 moves")]
    fn new(mut moves: Vec<RootMove>, symmetries: Vec<Symmetry>) -> RootMoves {
        moves.sort_by(|a, b| b.prior.total_cmp(&a.prior).then(a.mv.cmp(&b.mv)));
        let mut places = vec![0; CODES];
        for (at, entry) in moves.iter().enumerate() {
            places[usize::from(entry.mv)] = at as u16 + 1;
        }
        RootMoves { moves, symmetries, places }
    }

    /// The move with this code.
    pub(crate) fn of(&self, mv: u16) -> Option<&RootMove> {
        let place = usize::from(*self.places.get(usize::from(mv))?);
        self.moves.get(place.checked_sub(1)?)
    }
}

/// Prepares the root's moves.
pub(crate) fn prepare(
    params: &Params,
    root: &Root,
    question: &Question,
    evaluation: &Evaluation,
    scale: &Scale,
    random: &mut Xoshiro256PlusPlus,
) -> RootMoves {
    let game = &root.game;
    let mut moves: Vec<RootMove> = ranked(game, evaluation)
        .into_iter()
        .map(|(mv, raw)| RootMove { mv, raw, prior: raw, bonus: 0.0 })
        .collect();
    if let Some(legal) = root.legal {
        moves.retain(|entry| is_in(entry.mv, |point| legal.contains(point)));
    }
    let color = game.to_move();
    moves.retain(|entry| is_allowed(&question.restrictions, color, entry.mv, 0));
    if params.prune_useless {
        prune_useless(game, &mut moves);
    }
    let mut symmetries = vec![Symmetry::IDENTITY];
    if params.root_symmetry_pruning && question.restrictions.is_empty() {
        symmetries = symmetries_of(root);
        keep_one_of_each(game, &symmetries, &mut moves);
    }
    heat(temperature(params, game), &mut moves);
    if params.root_noise_weight > 0.0 {
        add_noise(params, &mut moves, random);
    }
    if params.wide_root_noise > 0.0 {
        heat(1.0 + 4.0 * params.wide_root_noise, &mut moves);
    }
    if params.anti_mirror {
        super::mirror::answer(game, &mut moves);
    }
    if params.ending_bonus > 0.0 {
        ending::manners(params, game, evaluation, scale, &mut moves);
    }
    RootMoves::new(moves, symmetries)
}

/// Whether a move is a pass or its point is as asked.
fn is_in(mv: u16, of: impl Fn(board::Point) -> bool) -> bool {
    match decode(mv) {
        Move::Play(point) => of(point),
        Move::Pass => true,
    }
}

/// Leaves out plays inside areas that one side keeps whatever happens: they threaten nothing, and at best change nothing.
/// Where the mover's own area holds dead stones they stay, for rules that count what was not taken; in the encore nothing
/// is left out, and neither is it where groups pay a tax for their eyes.
fn prune_useless(game: &Game, moves: &mut Vec<RootMove>) {
    let taxed = game.rules().tax != nn::Tax::None && game.rules().scoring == Scoring::Area;
    if game.encore_phase() > 0 || taxed {
        return;
    }
    let mover = game.to_move();
    let territory = |color| rules::life::pass_alive(game.board(), color).territory;
    let dead = game.stones()[mover.opponent()];
    let own = territory(mover);
    let clear = own.components().filter(|part| !part.intersects(&dead));
    let settled = clear.fold(territory(mover.opponent()), |sum, part| sum | part);
    moves.retain(|entry| entry.mv == PASS || is_in(entry.mv, |point| !settled.contains(point)));
}

/// The temperature of the root's policy at this point of the game. Source: KataGo's methods: it halves its way from the
/// early one in as many moves as the board has lines.
#[expect(clippy::cast_precision_loss, reason = "small numbers")]
fn temperature(params: &Params, game: &Game) -> f32 {
    let lines = (game.size().area() as f32).sqrt();
    let left = 0.5f32.powf(game.move_number() as f32 / lines);
    let (late, early) = (params.root_policy_temperature, params.root_policy_temperature_early);
    late + (early - late) * left
}

/// Raises the probabilities to the power 1/temperature, so that they still sum to 1.
fn heat(temperature: f32, moves: &mut [RootMove]) {
    let exponent = 1.0 / temperature.max(0.01);
    let greatest = moves.iter().map(|entry| entry.prior).fold(1e-30, f32::max);
    if temperature != 1.0 {
        for entry in moves.iter_mut() {
            entry.prior = (entry.prior / greatest).powf(exponent);
        }
    }
    let sum: f32 = moves.iter().map(|entry| entry.prior).sum();
    if sum > 0.0 {
        moves.iter_mut().for_each(|entry| entry.prior /= sum);
    }
}

/// Mixes Dirichlet noise into the probabilities. Half of its concentration is for all moves alike, half for those whose
/// logarithm is above the mean. Source: KataGo's methods, "shaped Dirichlet noise".
#[expect(clippy::cast_precision_loss, reason = "at most 362 moves")]
fn add_noise(params: &Params, moves: &mut [RootMove], random: &mut Xoshiro256PlusPlus) {
    let count = moves.len() as f32;
    let logs: Vec<f32> = moves.iter().map(|entry| entry.prior.clamp(1e-9, 0.01).ln()).collect();
    let mean = logs.iter().sum::<f32>() / count.max(1.0);
    let above: Vec<f32> = logs.iter().map(|log| (log - mean).max(0.0)).collect();
    let sum: f32 = above.iter().sum();
    let draws: Vec<f64> = above
        .iter()
        .map(|&above| {
            let shaped = if sum > 0.0 { above / sum } else { 1.0 / count };
            let share = 0.5 * (shaped + 1.0 / count);
            gamma(random, f64::from(params.root_noise_concentration * share))
        })
        .collect();
    let total = draws.iter().sum::<f64>().max(1e-30);
    let weight = f64::from(params.root_noise_weight);
    for (entry, draw) in moves.iter_mut().zip(draws) {
        #[expect(clippy::cast_possible_truncation, reason = "0 to 1")]
        let mixed = ((1.0 - weight) * f64::from(entry.prior) + weight * draw / total) as f32;
        entry.prior = mixed;
    }
}

/// The symmetries that leave the root as it is: its stones, and what may be played.
fn symmetries_of(root: &Root) -> Vec<Symmetry> {
    let game = &root.game;
    let size = game.size();
    let legal = root.legal.unwrap_or_else(|| game.legal_plays());
    let same = |symmetry: &Symmetry| {
        symmetry.size(size) == size
            && size.points().all(|point| {
                let image = symmetry.apply(point, size);
                game.board().get(point) == game.board().get(image)
                    && legal.contains(point) == legal.contains(image)
            })
    };
    Symmetry::all().filter(same).collect()
}

/// Of moves that a symmetry exchanges, keeps the one nearest to the top right, where etiquette begins; its probability is
/// the sum of theirs.
fn keep_one_of_each(game: &Game, symmetries: &[Symmetry], moves: &mut Vec<RootMove>) {
    if symmetries.len() < 2 {
        return;
    }
    let size = game.size();
    let image = |mv: u16, symmetry: &Symmetry| match decode(mv) {
        Move::Play(point) => code(Move::Play(symmetry.apply(point, size))),
        Move::Pass => PASS,
    };
    let corner = |mv: u16| (mv % 32, u16::MAX - mv);
    let mut kept: Vec<RootMove> = Vec::with_capacity(moves.len());
    let mut done = MoveSet::EMPTY;
    for entry in moves.iter() {
        if done.contains(entry.mv) {
            continue;
        }
        let mut orbit: Vec<u16> = symmetries.iter().map(|s| image(entry.mv, s)).collect();
        orbit.sort_unstable();
        orbit.dedup();
        orbit.iter().for_each(|&mv| done.insert(mv));
        let best = orbit.iter().copied().max_by_key(|&mv| corner(mv)).unwrap_or(entry.mv);
        let of = |mv: u16| moves.iter().find(|other| other.mv == mv);
        let prior = orbit.iter().filter_map(|&mv| of(mv)).map(|other| other.prior).sum();
        kept.push(RootMove { prior, ..*of(best).unwrap_or(entry) });
    }
    *moves = kept;
}

/// Hash of a position: stones, who is to move, ko; of the symmetric ones the least.
pub(crate) fn hashes(game: &Game) -> (u128, u128) {
    let size = game.size();
    let of = |symmetry: Symmetry| {
        let place = |point| u128::from(code(Move::Play(symmetry.apply(point, size))));
        let stones = |board: &Board| {
            size.points().filter_map(|point| board.get(point).map(|color| (point, color))).fold(
                0,
                |sum: u128, (point, color)| {
                    sum ^ super::moves::mix(place(point), 1 + color.index() as u128)
                },
            )
        };
        let ko = game.ko().map_or(0, |ko| super::moves::mix(place(ko), 7));
        let turn = super::moves::mix(u128::from(game.to_move() == Color::White), 8);
        let after = symmetry.size(size);
        let lines = u128::from(after.columns()) << 8 | u128::from(after.rows());
        stones(game.board()) ^ ko ^ turn ^ super::moves::mix(lines, 9)
    };
    let all = Symmetry::all().map(of);
    (of(Symmetry::IDENTITY), all.min().unwrap_or(0))
}
