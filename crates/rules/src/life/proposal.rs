use board::{Board, ByColor, Color, PointSet};

use super::areas::Areas;
use super::benson::{PassAlive, pass_alive};
use super::playouts::{Ownership, ownership};
use super::reading::read_zone;
use super::verdict::{Reason, Status, Verdict};

/// How much work a proposal may do, and the thresholds it decides by.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// Playouts of the whole board. Five times as many changed one result in 2,342 games.
    pub playouts: u32,
    /// Games of the tree search for each zone in doubt and each side moving first.
    pub reading: u32,
    /// Chains whose points are kept minus lost in a smaller share of the playouts, 0.0 to 1.0, are read out. Above
    /// 0.4 the playouts alone were right about 99.5 % of the chains of 713 games with published marks.
    pub doubt: f32,
    /// Largest zone that is read out, in points; beyond it a search of this size sees too little.
    pub largest_zone: usize,
    /// Seed of the playouts: equal seeds give equal proposals.
    pub seed: u64,
}

impl Default for Options {
    fn default() -> Options {
        Options { playouts: 300, reading: 3000, doubt: 0.4, largest_zone: 90, seed: 1 }
    }
}

/// A proposal of the dead stones of a position in which both sides have passed.
#[derive(Clone, Debug)]
pub struct Proposal {
    /// One verdict for each chain, Black's first, each colour from the top left.
    pub verdicts: Vec<Verdict>,
    /// All stones the proposal takes off.
    pub dead: PointSet,
    /// Whose each point is once they are off.
    pub areas: Areas,
    /// Empty points whose owner the playouts leave open and that are no seki.
    pub contested: PointSet,
}

impl Proposal {
    /// The stones of all chains with this status.
    pub fn stones(&self, status: Status) -> PointSet {
        let of_status = self.verdicts.iter().filter(|verdict| verdict.status == status);
        of_status.fold(PointSet::EMPTY, |all, verdict| all | verdict.stones)
    }

    /// The verdict on the chain with a stone on a point.
    pub fn verdict(&self, point: board::Point) -> Option<&Verdict> {
        self.verdicts.iter().find(|verdict| verdict.stones.contains(point))
    }
}

/// Proposes the dead stones of a finished position.
///
/// Three steps, from certain to likely: unconditional life (Benson) and the territory that follows from it; seeded
/// playouts of the whole board; and, where these are divided, a search of the zone in question with each side moving
/// first. Chains whose fate stays open are [`Status::Unsettled`], never silently alive or dead.
pub fn propose(board: &Board, options: &Options) -> Proposal {
    let safe = ByColor::from_fn(|color| pass_alive(board, color));
    let played = ownership(board, options.playouts, options.seed);
    let mut chains: Vec<Chain> = Color::BOTH
        .into_iter()
        .flat_map(|color| board.chains(color).map(move |stones| (color, stones)))
        .map(|(color, stones)| Chain::judge(color, stones, &safe, &played))
        .collect();
    read_doubtful(board, &mut chains, options);
    keep_if_played_out(board, &mut chains);
    let neutral = quiet_neutral_points(board, &played);
    let verdicts: Vec<Verdict> = chains.iter().map(|chain| chain.verdict(&neutral)).collect();
    let removed = verdicts.iter().filter(|verdict| verdict.removed);
    let dead = removed.fold(PointSet::EMPTY, |all, verdict| all | verdict.stones);
    let areas = Areas::of(board, dead);
    let contested = contested(board, &played) - neutral;
    Proposal { verdicts, dead, areas, contested }
}

/// Playouts below this decide nothing: the opponent moves first in the confirmation of a finished game, so a chain that
/// only its owner's move saves is dead. Of 0, 0.1, 0.2 and 0.4 this agreed with most results of four sets of games.
const EVEN: f32 = 0.1;

/// A chain on the way to its verdict.
struct Chain {
    color: Color,
    stones: PointSet,
    /// Points kept minus points lost, -1.0 to 1.0: negative is dead.
    value: f32,
    reason: Reason,
}

impl Chain {
    fn judge(
        color: Color,
        stones: PointSet,
        safe: &ByColor<PassAlive>,
        played: &Ownership,
    ) -> Chain {
        let (value, reason) = if stones.is_subset(&safe[color].stones) {
            (1.0, Reason::PassAlive)
        } else if stones.is_subset(&safe[color.opponent()].territory) {
            (-1.0, Reason::InPassAliveTerritory)
        } else {
            let value = played.mean(&stones, color);
            (value, Reason::Playouts { kept: 0.5 + 0.5 * value })
        };
        Chain { color, stones, value, reason }
    }

    fn is_doubtful(&self, doubt: f32) -> bool {
        matches!(self.reason, Reason::Playouts { .. }) && self.value.abs() < doubt
    }

    /// Takes the search of its zone into account. It overrules the playouts in one direction only: of 310 doubtful
    /// chains of 713 marked games, 16 of the 22 that only the playouts kept alive were dead, but of the 31 that only
    /// the search kept alive 17 were dead as well.
    fn weigh(&mut self, owner_first: f32, opponent_first: f32) {
        let captured = opponent_first < 0.0;
        let beyond_help = owner_first < 0.0 || self.value < EVEN;
        if self.value > 0.0 && captured && beyond_help {
            self.value = -0.1;
        }
        self.reason = Reason::Reading {
            owner_first: owner_first > 0.0,
            opponent_first: opponent_first > 0.0,
        };
    }

    fn verdict(&self, seki_points: &PointSet) -> Verdict {
        let removed = self.value < 0.0;
        let touches_seki = self.stones.neighbours().intersects(seki_points);
        let status = match self.reason {
            Reason::Reading { owner_first, opponent_first } if owner_first != opponent_first => {
                Status::Unsettled
            }
            Reason::Reading { opponent_first, .. } if opponent_first == removed => {
                Status::Unsettled
            }
            _ if removed => Status::Dead,
            Reason::Playouts { .. } | Reason::Reading { .. } if touches_seki => Status::Seki,
            _ => Status::Alive,
        };
        Verdict {
            color: self.color,
            stones: self.stones,
            status,
            removed,
            confidence: self.confidence(),
            reason: self.reason,
        }
    }

    /// Measured on the chains of 713 games with published marks.
    fn confidence(&self) -> f32 {
        match self.reason {
            Reason::PassAlive | Reason::InPassAliveTerritory => 1.0,
            Reason::PlayedOut => 0.9,
            Reason::Playouts { .. } if self.value.abs() >= 0.6 => 0.998,
            Reason::Playouts { .. } if self.value.abs() >= 0.4 => 0.99,
            Reason::Playouts { .. } => 0.75,
            Reason::Reading { .. } => (0.6 + 0.5 * self.value.abs()).min(0.98),
        }
    }
}

/// Reads out the zones around doubtful chains: these chains, the empty points they can reach, and every dead-looking
/// stone on the way.
fn read_doubtful(board: &Board, chains: &mut [Chain], options: &Options) {
    let is_doubtful = |chain: &Chain| chain.is_doubtful(options.doubt);
    let doubtful =
        union(chains.iter().filter(|chain| is_doubtful(chain)).map(|chain| chain.stones));
    let weak = union(
        chains
            .iter()
            .filter(|chain| is_doubtful(chain) || chain.value < 0.0)
            .map(|chain| chain.stones),
    );
    for zone in (weak | board.empty()).components() {
        if !zone.intersects(&doubtful) || zone.len() > options.largest_zone {
            continue;
        }
        let first = ByColor::from_fn(|color| {
            read_zone(board, &zone, color, options.reading, options.seed + color.index() as u64)
        });
        for chain in chains
            .iter_mut()
            .filter(|chain| chain.is_doubtful(options.doubt) && chain.stones.is_subset(&zone))
        {
            let value = |mover: Color| first[mover].mean(&chain.stones, chain.color);
            let (owner, opponent) = (value(chain.color), value(chain.color.opponent()));
            chain.weigh(owner, opponent);
        }
    }
}

/// Programs that play on under area rules leave no room: when every empty region is a single point, whoever wanted to
/// take more stones than a few has had the time to do it.
fn keep_if_played_out(board: &Board, chains: &mut [Chain]) {
    const A_FEW: usize = 2;
    let lost = union(chains.iter().filter(|chain| chain.value < 0.0).map(|chain| chain.stones));
    if lost.len() > A_FEW && board.empty().components().all(|region| region.len() == 1) {
        for chain in chains.iter_mut().filter(|chain| chain.value < 0.0) {
            chain.value = 1.0;
            chain.reason = Reason::PlayedOut;
        }
    }
}

/// Empty points that stay empty and between both sides in most playouts: neither side can afford to fill them.
fn quiet_neutral_points(board: &Board, played: &Ownership) -> PointSet {
    let open = |point: &board::Point| {
        1.0 - Color::BOTH.iter().map(|&color| played.share(*point, color)).sum::<f32>()
    };
    board.empty().iter().filter(|point| open(point) > 0.5).collect()
}

/// Empty points that go to either side in a fair share of the playouts.
fn contested(board: &Board, played: &Ownership) -> PointSet {
    let lead = |point: &board::Point| {
        (played.share(*point, Color::Black) - played.share(*point, Color::White)).abs()
    };
    board.empty().iter().filter(|point| lead(point) < 0.5).collect()
}

fn union(sets: impl Iterator<Item = PointSet>) -> PointSet {
    sets.fold(PointSet::EMPTY, |all, set| all | set)
}
