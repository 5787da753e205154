use board::{Color, Move, PointMap};
use rules::{Event, GameState, Phase, Removal, Repetition};

use crate::analysis::{Analysis, MoveAnalysis};
use crate::limits::{Limits, now};
use crate::rollout::evaluator::{Evaluation, Evaluator, Leaf};
use crate::rollout::field::{BLACK, CELLS, Field, NONE, other};
use crate::rollout::params::Params;
use crate::rollout::rollouts::code;
use crate::rollout::tree::{Node, ROOT, Tree};

/// Visits between two looks at the clock.
const VISITS_PER_LOOK: u32 = 16;

/// Longest line reported.
const LINE_LENGTH: usize = 16;

/// Monte-Carlo tree search over an [`Evaluator`], on one thread. The same seed, game and number of visits give the same
/// analysis.
#[derive(Clone, Debug)]
pub struct Search<E> {
    evaluator: E,
    params: Params,
    tree: Tree,
    /// The game at the root of the tree.
    root: Option<GameState>,
    work: Option<Work>,
}

/// What is used again at each visit.
#[derive(Clone)]
struct Work {
    root_field: Box<Field>,
    field: Box<Field>,
    path: Vec<u32>,
    line: Vec<Move>,
    evaluation: Evaluation,
    ownership: PointMap<f32>,
    points: Vec<board::Point>,
    lead_scale: f32,
    superko: bool,
    /// Whether two passes end the game with everything on the board alive.
    all_alive: bool,
    root_passes: u32,
    /// Whether the next pass takes the button and doesn't count as one.
    button: bool,
}

impl std::fmt::Debug for Work {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Work").finish_non_exhaustive()
    }
}

impl Work {
    fn new(root: &GameState) -> Work {
        let mut field = Field::new(root.position());
        (field.last, field.before_last) = last_two(root);
        let area = root.size().area();
        #[expect(clippy::cast_precision_loss, reason = "at most 625")]
        let lead_scale = (area as f32).sqrt();
        Work {
            root_field: Box::new(field.clone()),
            field: Box::new(field),
            path: Vec::new(),
            line: Vec::new(),
            evaluation: Evaluation::new(),
            ownership: PointMap::new(0.0),
            points: root.size().points().collect(),
            lead_scale,
            superko: root.ruleset().repetition != Repetition::Simple,
            all_alive: root.ruleset().end.removal == Removal::AllAlive,
            root_passes: root.consecutive_passes(),
            button: root.ruleset().button && root.first_pass().is_none(),
        }
    }

    /// Consecutive passes after the line.
    fn passes(&self) -> u32 {
        let mut button = self.button;
        self.line.iter().fold(self.root_passes, |passes, mv| match mv {
            Move::Pass if std::mem::take(&mut button) => 0,
            Move::Pass => passes + 1,
            Move::Play(_) => 0,
        })
    }
}

/// The last two moves as cells, passes and other events being none.
fn last_two(root: &GameState) -> (u16, u16) {
    let events: Vec<&Event> = root.line().collect();
    let cell = |back: usize| match events.len().checked_sub(back).and_then(|i| events.get(i)) {
        Some(Event::Move { mv, .. }) => code(*mv),
        _ => NONE,
    };
    let on_board = |cell: u16| {
        let point = crate::rollout::field::point_of(cell);
        if point.is_some_and(|point| root.board().get(point).is_some()) { cell } else { NONE }
    };
    (on_board(cell(1)), on_board(cell(2)))
}

impl<E: Evaluator> Search<E> {
    /// A search without a tree yet.
    pub fn new(evaluator: E, params: Params) -> Search<E> {
        let tree = Tree::new(params.max_nodes);
        Search { evaluator, params, tree, root: None, work: None }
    }

    /// The evaluator.
    pub fn evaluator_mut(&mut self) -> &mut E {
        &mut self.evaluator
    }

    /// Forgets the tree.
    pub fn clear(&mut self) {
        self.tree.clear();
        self.root = None;
    }

    /// Searches a game whose phase is play, going on with the tree of the last search where this game continues that
    /// one.
    pub fn run(&mut self, state: &GameState, limits: &Limits) -> Analysis {
        self.take_root(state);
        let mut work = Work::new(state);
        self.evaluator.start(state);
        let kept = self.tree.get(ROOT).visits;
        let started = now();
        let mut new_visits = 0;
        loop {
            self.visit(state, &mut work);
            new_visits += 1;
            if kept.saturating_add(new_visits) >= limits.visits || new_visits >= limits.playouts {
                break;
            }
            if new_visits % VISITS_PER_LOOK == 0
                && (limits.stop.is_stopped() || self.is_over(limits, started, new_visits))
            {
                break;
            }
        }
        let analysis = self.analysis(&work, new_visits);
        self.work = Some(work);
        self.root = Some(state.clone());
        analysis
    }

    /// Whether time is up, or the most visited move can't lose its place in what is left.
    fn is_over(&self, limits: &Limits, started: std::time::Instant, new_visits: u32) -> bool {
        let mut left = limits.visits.saturating_sub(self.tree.get(ROOT).visits);
        if let Some(deadline) = limits.deadline {
            let now = now();
            if now >= deadline {
                return true;
            }
            let spent = now.duration_since(started).as_secs_f64();
            let rate = f64::from(new_visits) / spent.max(1e-6);
            let possible = deadline.duration_since(now).as_secs_f64() * rate;
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "saturates"
            )]
            let possible = possible as u32;
            left = left.min(possible.max(1));
        }
        if !limits.early_stop {
            return false;
        }
        let (_, children) = self.tree.children(ROOT);
        let (mut best, mut second) = (0, 0);
        for child in children {
            if child.visits > best {
                (best, second) = (child.visits, best);
            } else {
                second = second.max(child.visits);
            }
        }
        best - second > left
    }

    /// Moves the root to this game when it only adds moves to the game of the tree; otherwise begins anew.
    fn take_root(&mut self, state: &GameState) {
        let found = self.root.take().and_then(|root| self.find(&root, state));
        match found {
            Some(ROOT) => {}
            Some(id) => self.tree.descend(id),
            None => self.tree.clear(),
        }
    }

    fn find(&self, root: &GameState, state: &GameState) -> Option<u32> {
        if root.start() != state.start() || root.phase() != Phase::Play {
            return None;
        }
        let mut new = state.line();
        for old in root.line() {
            if new.next() != Some(old) {
                return None;
            }
        }
        let mut id = ROOT;
        for event in new {
            let Event::Move { mv, .. } = event else { return None };
            id = self.tree.child(id, *mv)?;
        }
        (!self.tree.get(id).is_leaf()).then_some(id)
    }

    /// One walk from the root to a leaf and back.
    fn visit(&mut self, state: &GameState, work: &mut Work) {
        // Select: the child with the best bound, down to a node without children.
        work.field.copy_from(&work.root_field);
        work.path.clear();
        work.line.clear();
        work.path.push(ROOT);
        let mut id = ROOT;
        while !self.tree.get(id).is_leaf() {
            id = self.select(id, work.field.to_move);
            work.path.push(id);
            let mv = self.tree.get(id).played();
            work.line.push(mv);
            match mv {
                Move::Play(point) => work.field.play(crate::rollout::field::cell_of(point)),
                Move::Pass => work.field.pass(),
            }
        }

        // Evaluate: the policy too when the leaf is about to get children.
        let ended = work.passes() >= 2 && id != ROOT;
        let ripe = id == ROOT || self.tree.get(id).visits + 1 >= self.params.expand_at;
        let wants_policy = ripe && !ended && self.tree.has_room(work.points.len() + 1);
        let leaf = Leaf::new(state, &work.line, &work.field, wants_policy);
        if ended && work.all_alive {
            count_as_it_stands(&leaf, &mut work.evaluation);
        } else {
            self.evaluator.evaluate(&leaf, &mut work.evaluation);
        }

        // Expand: legal moves only.
        if wants_policy {
            let superko = (work.superko && id != ROOT).then(|| leaf.state());
            let superko = if work.superko && id == ROOT { Some(state.clone()) } else { superko };
            keep_legal(&mut work.evaluation.policy, &work.field, superko.as_ref());
            self.tree.expand(id, &work.evaluation.policy);
        }

        // Back up: values of the path, and of every move made later in the playout (RAVE).
        self.back_up(work);
    }

    fn select(&self, id: u32, to_move: u8) -> u32 {
        let node = self.tree.get(id);
        let (first, children) = self.tree.children(id);
        let black = to_move == BLACK;
        let mean = if black { node.mean() } else { 1.0 - node.mean() };
        let untried = mean - self.params.first_play_reduction;
        let spread = self.params.exploration * (node.visits as f32).sqrt();
        let (mut best, mut best_score) = (first, f32::NEG_INFINITY);
        for (child, id) in children.iter().zip(first..) {
            let value = self.value(child, black, untried);
            let score = value + spread * child.prior / (1.0 + child.visits as f32);
            if score > best_score {
                (best, best_score) = (id, score);
            }
        }
        best
    }

    /// A move's value for its player: its own visits, those of all playouts with it (RAVE), and one visit's worth of
    /// what untried moves are held to be.
    #[inline]
    fn value(&self, child: &Node, black: bool, untried: f32) -> f32 {
        let visits = child.visits as f32;
        let own = if black { child.value } else { visits - child.value };
        if self.params.rave_visits <= 0.0 {
            return if child.visits == 0 { untried } else { own / visits };
        }
        let (visits, own) = (visits + 1.0, own + untried);
        if child.rave_visits == 0 {
            return own / visits;
        }
        let rave_visits = child.rave_visits as f32;
        let rave = if black { child.rave_value } else { rave_visits - child.rave_value };
        let share =
            rave_visits / (rave_visits + visits + rave_visits * visits / self.params.rave_visits);
        (1.0 - share) * own / visits + share * rave / rave_visits
    }

    fn back_up(&mut self, work: &mut Work) {
        let evaluation = &mut work.evaluation;
        let lead = evaluation.lead;
        let share = self.params.lead_share;
        let by_lead = 0.5 + 0.5 * (lead / work.lead_scale).tanh();
        let value = evaluation.value * (1.0 - share) + by_lead * share;
        for &point in &work.points {
            work.ownership[point] += evaluation.ownership[point];
        }
        let rave = self.params.rave_visits > 0.0 && evaluation.has_first_plays;
        let mut to_move = work.field.to_move;
        for &id in work.path.iter().rev() {
            if rave {
                for child in self.tree.children_mut(id) {
                    if evaluation.first_plays[usize::from(child.mv) & (CELLS - 1)] == to_move {
                        child.rave_visits += 1;
                        child.rave_value += value;
                    }
                }
            }
            let node = self.tree.get_mut(id);
            node.visits += 1;
            node.value += value;
            node.lead += lead;
            to_move = other(to_move);
            if node.mv != NONE {
                evaluation.first_plays[usize::from(node.mv) & (CELLS - 1)] = to_move;
            }
        }
    }

    fn analysis(&self, work: &Work, new_visits: u32) -> Analysis {
        let root = self.tree.get(ROOT);
        let (first, children) = self.tree.children(ROOT);
        let mut moves: Vec<MoveAnalysis> = children
            .iter()
            .zip(first..)
            .map(|(child, id)| self.move_analysis(child, id, work.root_field.to_move))
            .collect();
        moves.sort_by(|a, b| {
            let order = b.visits.cmp(&a.visits).then(b.prior.total_cmp(&a.prior));
            order.then(code(a.mv).cmp(&code(b.mv)))
        });
        let mut ownership = work.ownership.clone();
        for &point in &work.points {
            ownership[point] /= new_visits.max(1) as f32;
        }
        for (order, entry) in (0..).zip(&mut moves) {
            entry.order = order;
        }
        Analysis {
            to_move: if work.root_field.to_move == BLACK { Color::Black } else { Color::White },
            visits: root.visits,
            new_visits,
            value: root.mean(),
            utility: 2.0 * root.mean() - 1.0,
            lead: root.mean_lead(),
            score_mean: root.mean_lead(),
            score_stdev: 0.0,
            no_result: 0.0,
            weight: root.visits as f32,
            ownership,
            ownership_stdev: None,
            moves,
            net: None,
            nodes: self.tree.len(),
            is_partial: false,
        }
    }

    fn move_analysis(&self, child: &Node, id: u32, mover: u8) -> MoveAnalysis {
        let root = self.tree.get(ROOT);
        let known = if child.visits == 0 { root } else { child };
        let (value, lead) = (known.mean(), known.mean_lead());
        // Three standard deviations of a mean of wins and losses.
        let radius = 3.0 * (0.25 / (child.visits as f32 + 1.0)).sqrt();
        let lcb = if mover == BLACK { value - radius } else { value + radius };
        let (line, line_visits) = self.line(id);
        MoveAnalysis {
            mv: child.played(),
            order: 0,
            symmetry_of: None,
            visits: child.visits,
            edge_visits: child.visits,
            value,
            utility: 2.0 * value - 1.0,
            lead,
            score_mean: lead,
            score_stdev: 0.0,
            no_result: 0.0,
            prior: child.prior,
            lcb,
            utility_lcb: 2.0 * lcb - 1.0,
            weight: child.visits as f32,
            play_weight: child.visits as f32,
            line,
            line_edge_visits: line_visits.clone(),
            line_visits,
            ownership: None,
            ownership_stdev: None,
        }
    }

    /// The most visited line from a node on, with the visits of each of its moves.
    fn line(&self, start: u32) -> (Vec<Move>, Vec<u32>) {
        let node = self.tree.get(start);
        let (mut line, mut visits) = (vec![node.played()], vec![node.visits]);
        let mut id = start;
        while line.len() < LINE_LENGTH {
            let (first, children) = self.tree.children(id);
            let best = children.iter().zip(first..).max_by_key(|(child, _)| child.visits);
            match best {
                Some((child, next)) if child.visits > 0 => {
                    line.push(child.played());
                    visits.push(child.visits);
                    id = next;
                }
                _ => break,
            }
        }
        (line, visits)
    }
}

/// The exact result where two passes leave everything on the board.
fn count_as_it_stands(leaf: &Leaf<'_>, into: &mut Evaluation) {
    into.has_first_plays = false;
    if let Ok(count) = leaf.state().count() {
        #[expect(clippy::cast_possible_truncation, reason = "points fit well")]
        let lead = count.margin.to_f64() as f32;
        into.lead = lead;
        into.value = match (lead.partial_cmp(&0.0), count.tie) {
            (Some(std::cmp::Ordering::Greater), _) => 1.0,
            (Some(std::cmp::Ordering::Less), _) => 0.0,
            (_, Some(board::Color::Black)) => 1.0,
            (_, Some(board::Color::White)) => 0.0,
            _ => 0.5,
        };
        for point in leaf.root().size().points() {
            into.ownership[point] = match count.owners.owner(point) {
                Some(board::Color::Black) => 1.0,
                Some(board::Color::White) => -1.0,
                None => 0.0,
            };
        }
    }
}

/// Drops illegal moves; under superko the game itself is asked. A pass is always there.
fn keep_legal(policy: &mut Vec<(Move, f32)>, field: &Field, superko: Option<&GameState>) {
    policy.retain(|&(mv, _)| match mv {
        Move::Pass => true,
        Move::Play(point) => {
            field.is_legal(crate::rollout::field::cell_of(point), field.to_move)
                && field.cell(crate::rollout::field::cell_of(point)) == crate::rollout::field::EMPTY
                && superko.is_none_or(|state| state.check_play(point).is_ok())
        }
    });
    if !policy.iter().any(|(mv, _)| *mv == Move::Pass) {
        policy.push((Move::Pass, if policy.is_empty() { 1.0 } else { 0.01 }));
    }
}
