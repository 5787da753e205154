use board::{Board, ByColor, Color, PointSet};
use nn::{Game, NetRules};
use rules::life::{self, Areas, Options, Proposal, Reason, Verdict};
use rules::{Count, GameState, Marking, Outcome};

use crate::net::Net;

/// How sure the network must be of a chain, 0 to 1, to be believed against playouts that agree.
const AGAINST_PLAYOUTS: f32 = 0.8;

/// The same against a reading, or playouts in doubt.
const AGAINST_READING: f32 = 0.25;

/// How far the network may be off on the chains that are sure, 0 to 1, to be asked about the others. Good networks stay below
/// it on 98 finished games in 100; one that is above it on a board makes more errors there than it mends.
const MISJUDGED: f32 = 0.01;

/// Playouts are in doubt when less than this share of them, or more than one less this share, kept a chain.
const DOUBT: f32 = 0.9;

/// What the engine holds of a position when play is to be counted: the static analyser's proposal, and where that is in
/// doubt the network's, if there is one.
#[derive(Clone, Debug, PartialEq)]
pub struct Status {
    /// Every dead stone.
    pub dead: PointSet,
    /// Stones in seki.
    pub seki: PointSet,
    /// Points that each side surrounds, those of dead stones included.
    pub territory: ByColor<PointSet>,
    /// Points of neither side.
    pub neutral: PointSet,
    /// Stones whose fate is open; the likelier guess decides whether they are among the dead.
    pub unsettled: PointSet,
    /// Empty points whose owner is open.
    pub contested: PointSet,
    /// The count with these dead stones, under the rules of the game.
    pub count: Option<Count>,
}

impl Status {
    /// Judges a game as it stands, without a network; the same seed gives the same answer.
    pub fn new(game: &GameState, seed: u64) -> Status {
        Status::with(game, &Options { seed, ..Options::default() })
    }

    pub(crate) fn with(game: &GameState, options: &Options) -> Status {
        Status::alone(game, &life::propose(game.board(), options))
    }

    fn alone(game: &GameState, proposal: &Proposal) -> Status {
        let seki = proposal.stones(life::Status::Seki);
        let unsettled = proposal.stones(life::Status::Unsettled);
        Status::of(game, proposal.dead, &proposal.areas, [seki, unsettled, proposal.contested])
    }

    /// Judges a game as it stands, with a network that knows its board: asked where the static analyser is in doubt, and only
    /// on boards where it sees what is sure as it is.
    pub(crate) fn by_net(game: &GameState, net: &Net, options: &Options) -> Status {
        let proposal = life::propose(game.board(), options);
        if !proposal.verdicts.iter().any(|verdict| needed(verdict).is_some()) {
            return Status::alone(game, &proposal);
        }
        let owners = ownership(game, net);
        let board = game.board();
        if misjudged(&proposal, &owners, board) > MISJUDGED {
            return Status::alone(game, &proposal);
        }
        let mut dead = PointSet::EMPTY;
        let (mut seki, mut unsettled) = (PointSet::EMPTY, PointSet::EMPTY);
        for verdict in &proposal.verdicts {
            let kept = mean(&owners, board, &verdict.stones, verdict.color);
            let believed = needed(verdict).filter(|needed| kept.abs() >= *needed);
            let removed = believed.map_or(verdict.removed, |_| kept < 0.0);
            if removed {
                dead |= verdict.stones;
            }
            match verdict.status {
                life::Status::Seki if !removed => seki |= verdict.stones,
                life::Status::Unsettled if believed.is_none() => unsettled |= verdict.stones,
                _ => {}
            }
        }
        if dead == proposal.dead {
            return Status::of(game, dead, &proposal.areas, [seki, unsettled, proposal.contested]);
        }
        let areas = Areas::of(board, dead);
        let contested = proposal.contested - areas.surrounded.black - areas.surrounded.white;
        Status::of(game, dead, &areas, [seki, unsettled, contested])
    }

    fn of(
        game: &GameState,
        dead: PointSet,
        areas: &Areas,
        [seki, unsettled, contested]: [PointSet; 3],
    ) -> Status {
        // The count takes the dead stones and the points still to be filled, as `shoutan judge` does.
        let marking = Marking { dead, ..Marking::default() };
        let fill = areas.false_territory;
        Status {
            dead,
            seki,
            territory: areas.surrounded,
            neutral: areas.neutral,
            unsettled,
            contested,
            count: game.count_filling(&marking, fill.black | fill.white).ok(),
        }
    }

    /// Whether this side wins the count.
    pub fn wins(&self, color: Color) -> bool {
        let outcome = self.count.as_ref().map(Count::outcome);
        matches!(outcome, Some(Outcome::Win { winner, .. }) if winner == color)
    }

    /// Whether nothing on the board is open.
    pub fn is_settled(&self) -> bool {
        self.unsettled.is_empty() && self.contested.is_empty()
    }
}

/// How sure the network must be to be believed about a chain; `None` when it is not asked.
fn needed(verdict: &Verdict) -> Option<f32> {
    match verdict.reason {
        // Networks have seen few boards without any room, and take everything there for dead.
        Reason::PassAlive | Reason::InPassAliveTerritory | Reason::PlayedOut => None,
        Reason::Playouts { kept } if (1.0 - DOUBT..=DOUBT).contains(&kept) => Some(AGAINST_READING),
        Reason::Playouts { .. } => Some(AGAINST_PLAYOUTS),
        Reason::Reading { .. } => Some(AGAINST_READING),
    }
}

/// How far the network is off on the chains that the static analyser is sure of, 0 to 1, each by its stones.
fn misjudged(proposal: &Proposal, owners: &[f32], board: &Board) -> f32 {
    let (mut stones, mut error) = (0.0, 0.0);
    let sure = |verdict: &&Verdict| needed(verdict).is_none_or(|needed| needed >= AGAINST_PLAYOUTS);
    for verdict in proposal.verdicts.iter().filter(sure) {
        let kept = mean(owners, board, &verdict.stones, verdict.color);
        let right = if verdict.removed { -kept } else { kept };
        #[expect(clippy::cast_precision_loss, reason = "at most 625 stones")]
        let size = verdict.stones.len() as f32;
        stones += size;
        error += size * 0.5 * (1.0 - right);
    }
    if stones > 0.0 { error / stones } else { 0.0 }
}

/// Whose each point will be as the network sees it, row by row, Black's view: without the moves before, and the mean over
/// both players to move.
fn ownership(game: &GameState, net: &Net) -> Vec<f32> {
    let rules = NetRules::nearest(game.ruleset());
    let seen = Color::BOTH.map(|mover| {
        net.mean(&Game::new(rules, game.komi(), game.board().clone(), mover)).ownership
    });
    let [one, other] = seen;
    one.into_iter().zip(other).map(|(one, other)| 0.5 * (one + other)).collect()
}

/// How surely a chain's points are its owner's: 1 to −1.
fn mean(owners: &[f32], board: &Board, stones: &PointSet, color: Color) -> f32 {
    let points = board.size().points().zip(owners);
    let of_chain: Vec<f32> =
        points.filter(|(point, _)| stones.contains(*point)).map(|(_, &owner)| owner).collect();
    let sum: f32 = of_chain.iter().sum();
    let mean = sum / of_chain.len().max(1) as f32;
    if color == Color::Black { mean } else { -mean }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_sure_shows_how_far_a_network_is_off() {
        // Black's two eyes live for certain, and so do White's; White's stone at A7 is dead.
        let rows = ["OX.XO.O", ".XXXOOO", "XX.XO.O", ".X.XO.O", "XXXXOOO", ".X.XO.O", ".X.XO.O"];
        let board = Board::from_rows(&rows).unwrap();
        let proposal = life::propose(&board, &Options::default());
        let truth = |point| {
            let color = board.get(point).filter(|_| !proposal.dead.contains(point));
            color.map_or(1.0, |color| if color == Color::Black { 1.0 } else { -1.0 })
        };
        let owners: Vec<f32> = board.size().points().map(truth).collect();
        let off = |factor: f32| {
            let owners: Vec<f32> = owners.iter().map(|owner| owner * factor).collect();
            misjudged(&proposal, &owners, &board)
        };
        assert_eq!(proposal.dead.len(), 1);
        assert!(off(1.0) < MISJUDGED && off(0.99) < MISJUDGED);
        assert!(off(0.9) > MISJUDGED);
        assert!((off(0.0) - 0.5).abs() < 1e-6 && (off(-1.0) - 1.0).abs() < 1e-6);
    }
}
