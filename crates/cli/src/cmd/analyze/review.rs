//! What the analyses of a game come to: the cost of every move, and the sums for each player.

use board::{BoardSize, ByColor, Color, Move, PointMap};
use engine::Analysis;
use rules::{Event, Lang};
use sgf::NodeId;
use sgf::replay::Replay;

/// A game, looked at.
pub(super) struct Review {
    pub(super) size: BoardSize,
    pub(super) names: ByColor<String>,
    pub(super) rules: rules::Text,
    pub(super) komi: rules::Score,
    /// What thought: a network's name, or nothing for playouts.
    pub(super) thinker: Option<String>,
    /// How it stands before each move and at the end.
    pub(super) positions: Vec<Standing>,
    pub(super) moves: Vec<Played>,
    pub(super) players: ByColor<Player>,
}

/// How a position stands, in Black's view.
pub(super) struct Standing {
    pub(super) to_move: Color,
    pub(super) win_rate: f32,
    pub(super) lead: f32,
    pub(super) visits: u32,
    /// The best moves, the best first.
    pub(super) best: Vec<Candidate>,
    pub(super) ownership: Option<PointMap<f32>>,
}

/// A move that was looked at, in Black's view.
#[derive(Clone)]
pub(super) struct Candidate {
    pub(super) mv: Move,
    pub(super) win_rate: f32,
    pub(super) lead: f32,
    pub(super) visits: u32,
    pub(super) line: Vec<Move>,
}

/// A move of the game.
pub(super) struct Played {
    /// From 1.
    pub(super) number: u32,
    pub(super) color: Color,
    pub(super) mv: Move,
    pub(super) node: Option<NodeId>,
    /// Points that it cost the mover; negative when the game looks better after it.
    pub(super) points_lost: f32,
    /// Win rate that it cost the mover, 0 to 1.
    pub(super) win_rate_lost: f32,
    /// Its place among the engine's moves, 0 for the best; `None` when the engine did not look at it.
    pub(super) order: Option<usize>,
    pub(super) grade: Grade,
}

/// How bad a move is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Grade {
    Fine,
    Inaccuracy,
    Mistake,
    Blunder,
}

/// The sums of one player.
#[derive(Debug, Default)]
pub(super) struct Player {
    pub(super) moves: usize,
    /// The engine's first choice.
    pub(super) best: usize,
    /// Among its first three.
    pub(super) top3: usize,
    /// Points lost, all together.
    pub(super) lost: f32,
    pub(super) inaccuracies: usize,
    pub(super) mistakes: usize,
    pub(super) blunders: usize,
}

impl Grade {
    /// By points lost; the engine's own choice is always fine.
    fn of(points: f32, order: Option<usize>) -> Grade {
        match points {
            _ if order == Some(0) => Grade::Fine,
            lost if lost >= 10.0 => Grade::Blunder,
            lost if lost >= 5.0 => Grade::Mistake,
            lost if lost >= 2.0 => Grade::Inaccuracy,
            _ => Grade::Fine,
        }
    }

    pub(super) fn word(self, lang: Lang) -> &'static str {
        match (self, lang) {
            (Grade::Fine, Lang::Zh) => "正常",
            (Grade::Inaccuracy, Lang::Zh) => "缓手",
            (Grade::Mistake, Lang::Zh) => "失误",
            (Grade::Blunder, Lang::Zh) => "大失误",
            (Grade::Fine, Lang::En) => "fine",
            (Grade::Inaccuracy, Lang::En) => "inaccuracy",
            (Grade::Mistake, Lang::En) => "mistake",
            (Grade::Blunder, Lang::En) => "blunder",
        }
    }

    /// A stable code for programs.
    pub(super) fn code(self) -> &'static str {
        self.word(Lang::En)
    }
}

impl Player {
    /// Points lost for each move.
    pub(super) fn mean_loss(&self) -> f32 {
        self.lost / count(self.moves.max(1))
    }

    /// The share of moves that are the engine's first choice, in percent.
    pub(super) fn best_percent(&self) -> f32 {
        100.0 * count(self.best) / count(self.moves.max(1))
    }

    /// The share of moves among its first three, in percent.
    pub(super) fn top3_percent(&self) -> f32 {
        100.0 * count(self.top3) / count(self.moves.max(1))
    }

    fn add(&mut self, played: &Played) {
        self.moves += 1;
        self.best += usize::from(played.order == Some(0));
        self.top3 += usize::from(played.order.is_some_and(|order| order < 3));
        if played.order != Some(0) {
            self.lost += played.points_lost.max(0.0);
        }
        match played.grade {
            Grade::Fine => {}
            Grade::Inaccuracy => self.inaccuracies += 1,
            Grade::Mistake => self.mistakes += 1,
            Grade::Blunder => self.blunders += 1,
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "moves of a game are few")]
fn count(number: usize) -> f32 {
    number as f32
}

impl Review {
    pub(super) fn new(
        replay: &Replay,
        analyses: Vec<Option<Analysis>>,
        thinker: Option<String>,
    ) -> Review {
        let positions = standings(analyses);
        let played =
            replay.state.events().zip(&replay.nodes).filter_map(|(event, node)| match event {
                Event::Move { by, mv } => Some((*by, *mv, *node)),
                _ => None,
            });
        let mut players: ByColor<Player> = ByColor::default();
        let mut moves = Vec::new();
        for ((number, pair), (color, mv, node)) in (1..).zip(positions.windows(2)).zip(played) {
            let [before, after] = pair else { continue };
            let played = judge(number, before, after, (color, mv), node);
            players[color].add(&played);
            moves.push(played);
        }
        let state = &replay.state;
        Review {
            size: state.size(),
            names: ByColor::from_fn(|color| {
                replay.info.players[color].name.clone().unwrap_or_default()
            }),
            rules: state.ruleset().name.clone(),
            komi: state.komi(),
            thinker,
            positions,
            moves,
            players,
        }
    }

    /// The worst moves, the worst first.
    pub(super) fn worst(&self, most: usize) -> Vec<&Played> {
        let mut bad: Vec<&Played> =
            self.moves.iter().filter(|played| played.grade != Grade::Fine).collect();
        bad.sort_by(|one, other| other.points_lost.total_cmp(&one.points_lost));
        bad.truncate(most);
        bad
    }

    /// What stood before a move.
    pub(super) fn before(&self, played: &Played) -> Option<&Standing> {
        self.positions.get(usize::try_from(played.number).ok()?.checked_sub(1)?)
    }

    /// What stands after it.
    pub(super) fn after(&self, played: &Played) -> Option<&Standing> {
        self.positions.get(usize::try_from(played.number).ok()?)
    }
}

/// A position that could not be analysed stands as the one before.
fn standings(analyses: Vec<Option<Analysis>>) -> Vec<Standing> {
    let mut standings: Vec<Standing> = Vec::with_capacity(analyses.len());
    for analysis in analyses {
        let standing = match analysis {
            Some(analysis) => of_analysis(analysis),
            None => {
                let last = standings.last();
                Standing {
                    to_move: last.map_or(Color::Black, |last| last.to_move.opponent()),
                    win_rate: last.map_or(0.5, |last| last.win_rate),
                    lead: last.map_or(0.0, |last| last.lead),
                    visits: 0,
                    best: Vec::new(),
                    ownership: None,
                }
            }
        };
        standings.push(standing);
    }
    standings
}

fn of_analysis(analysis: Analysis) -> Standing {
    let best = analysis.moves.iter().filter(|entry| entry.visits > 0).map(|entry| Candidate {
        mv: entry.mv,
        win_rate: entry.win_rate,
        lead: entry.lead,
        visits: entry.visits,
        line: entry.line.clone(),
    });
    Standing {
        to_move: analysis.to_move,
        win_rate: analysis.win_rate,
        lead: analysis.lead,
        visits: analysis.visits,
        best: best.collect(),
        ownership: analysis.ownership,
    }
}

fn judge(
    number: u32,
    before: &Standing,
    after: &Standing,
    (color, mv): (Color, Move),
    node: NodeId,
) -> Played {
    let sign = if color == Color::Black { 1.0 } else { -1.0 };
    let order = before.best.iter().position(|candidate| candidate.mv == mv);
    let points_lost = sign * (before.lead - after.lead);
    let win_rate_lost = sign * (before.win_rate - after.win_rate);
    let grade = Grade::of(points_lost, order);
    Played { number, color, mv, node: Some(node), points_lost, win_rate_lost, order, grade }
}
