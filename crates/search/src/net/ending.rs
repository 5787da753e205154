//! Manners at the end of the game: dame are filled before passing, and nobody plays on in what is settled.
//!
//! Source: KataGo's setting `rootEndingBonusPoints`, which says what it is for; the rules below are ours.

use board::{Color, Move, PointSet};
use nn::{Evaluation, Game};

use super::judge::pack_owner;
use super::moves::decode;
use super::params::Params;
use super::select::RootMove;
use super::utility::Scale;

/// How sure an owner must be for a point to be settled, of 127.
const SURE: i8 = 121;

/// Above this, of 127, a point is somebody's rather than dame.
const DAME: i8 = 25;

/// Gives each move of the root a bonus, in utility for the mover, for its manners.
pub(crate) fn manners(
    params: &Params,
    game: &Game,
    evaluation: &Evaluation,
    scale: &Scale,
    moves: &mut [RootMove],
) {
    if evaluation.ownership.len() != game.size().area() {
        return;
    }
    let mover = game.to_move();
    let land = Land::new(game, evaluation);
    let value = |points: f32| {
        let (mean, stdev) = (evaluation.score_mean, evaluation.score_stdev);
        let sign = if mover == Color::Black { 1.0 } else { -1.0 };
        sign * (scale.of_score(mean + sign * points, stdev) - scale.of_score(mean, stdev))
    };
    for entry in moves {
        let points = match decode(entry.mv) {
            Move::Pass => land.pass(),
            Move::Play(point) => land.play(game, point),
        };
        if points != 0.0 {
            entry.bonus = value(points * params.ending_bonus);
        }
    }
}

/// Whose the points are, as far as the network is sure.
struct Land {
    own: PointSet,
    other: PointSet,
    /// Empty points that are nobody's, while everything else is settled.
    dame: PointSet,
}

impl Land {
    fn new(game: &Game, evaluation: &Evaluation) -> Land {
        let sign = if game.to_move() == Color::Black { 1.0 } else { -1.0 };
        let (mut own, mut other) = (PointSet::EMPTY, PointSet::EMPTY);
        let (mut dame, mut open) = (PointSet::EMPTY, false);
        for (point, &owner) in game.size().points().zip(&evaluation.ownership) {
            let owner = pack_owner(sign * owner);
            if owner >= SURE {
                own.insert(point);
            } else if owner <= -SURE {
                other.insert(point);
            } else if owner.abs() <= DAME && game.board().is_empty(point) {
                dame.insert(point);
            } else {
                open = true;
            }
        }
        // While something is open, play goes on by itself.
        if open {
            dame = PointSet::EMPTY;
        }
        Land { own, other, dame }
    }

    /// Points for a pass: dame are filled first.
    fn pass(&self) -> f32 {
        if self.dame.is_empty() { 0.0 } else { -1.0 }
    }

    /// Points for a play: none are lost by playing in what is settled under area scoring, but it is no way to end a game.
    /// What protects against the last liberties being filled is not settled for the network, or touches the other side.
    fn play(&self, game: &Game, point: board::Point) -> f32 {
        if self.dame.contains(point) || game.encore_phase() > 0 {
            return 0.0;
        }
        let near = PointSet::single(point).neighbours();
        let enemies = game.stones()[game.to_move().opponent()];
        match (self.own.contains(point), self.other.contains(point)) {
            // Taking what is dead, and protecting where the other side is near, is sometimes needed.
            (true, _) if near.intersects(&enemies) => -0.2,
            (true, _) => -1.0,
            (_, true) => -1.0,
            _ => 0.0,
        }
    }
}
