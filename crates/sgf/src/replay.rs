//! A line of a record as a game of the `rules` crate: where it starts, what happens, and the first move that is illegal.

use std::collections::HashMap;
use std::sync::Arc;

use board::{BoardSize, ByColor, Color, Coordinates, Move, Point, PointSet, Setup};
use rules::handicap::{ThirdStone, fixed};
use rules::{
    Decision, Edit, Event, GameState, IllegalMove, Lang, Phase, Refused, Repetition, Ruleset,
    RulesetSpecError, Score, Start,
};

use crate::diagnostic::{Code, Diagnostic, Diagnostics, Location};
use crate::info::GameInfo;
use crate::info::result::{RecordedResult, WinBy};
use crate::property::PropertyId;
use crate::tree::{GameTree, NodeId, Property};
use crate::value::{Coord, MoveValue, Value};

/// How to replay.
#[derive(Clone, Debug)]
pub struct ReplayOptions {
    /// Rules to replay under, whatever the record says.
    pub ruleset: Option<Arc<Ruleset>>,
    /// Rules for a record that names none or unknown ones.
    pub default_ruleset: Arc<Ruleset>,
    /// Komi to use, whatever the record says.
    pub komi: Option<Score>,
    /// Put claimed handicap stones that are nowhere on the board on the usual points. Off by default: the record may
    /// claim a handicap that was not played.
    pub place_handicap: bool,
    /// Enforce the superko rule of rulesets that have one. Off by default: servers let players repeat positions under
    /// such rules, so a record is judged by basic ko; suicide always follows the ruleset.
    pub superko: bool,
}

impl Default for ReplayOptions {
    fn default() -> Self {
        Self {
            ruleset: None,
            default_ruleset: Ruleset::chinese(),
            komi: None,
            place_handicap: false,
            superko: false,
        }
    }
}

/// Why a record cannot be replayed at all.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// The record is of another game.
    #[error("not a Go record but game {0}")]
    OtherGame(String),
    /// No board has this size.
    #[error("board size {0} is outside 1x1 to 25x25")]
    Size(String),
}

impl ReplayError {
    /// The reason in words.
    pub fn describe(&self, lang: Lang) -> String {
        match (lang, self) {
            (Lang::En, error) => error.to_string(),
            (Lang::Zh, Self::OtherGame(game)) => format!("不是围棋棋谱（GM[{game}]）"),
            (Lang::Zh, Self::Size(size)) => format!("棋盘大小 {size} 超出 1×1 到 25×25"),
        }
    }
}

/// What is wrong with a move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    /// The rules refuse it.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The point is outside the board.
    #[error("point {0} is not on the board")]
    OffBoard(Coord),
    /// The value is no move.
    #[error("“{0}” is no move")]
    Unreadable(String),
}

impl MoveError {
    /// A stable code for programs: `occupied`, `suicide`, `ko`, `superko`, `off_board`, `unreadable`, or another code of
    /// [`Refused`].
    pub fn code(&self) -> &'static str {
        match self {
            Self::Refused(Refused::Illegal(illegal)) => illegal.code(),
            Self::Refused(refused) => refused.code(),
            Self::OffBoard(_) => "off_board",
            Self::Unreadable(_) => "unreadable",
        }
    }

    /// The reason in words.
    pub fn describe(&self, lang: Lang, coordinates: Coordinates, size: BoardSize) -> String {
        match (lang, self) {
            (_, Self::Refused(refused)) => refused.describe(lang, coordinates, size),
            (Lang::Zh, Self::OffBoard(coord)) => format!("{coord} 不在棋盘上"),
            (Lang::Zh, Self::Unreadable(text)) => format!("“{text}”不是着手"),
            (Lang::En, other) => other.to_string(),
        }
    }
}

/// The first move that is illegal; the replay stops before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IllegalStep {
    /// The node it stands in.
    pub node: NodeId,
    /// Its number among the moves of the line, passes included, from 1.
    pub number: u32,
    /// Who made it.
    pub by: Color,
    /// What is wrong.
    pub error: MoveError,
    /// Where it stands in the file.
    pub place: Location,
}

/// A replayed line.
#[derive(Clone, Debug)]
pub struct Replay {
    /// What the record says about the game.
    pub info: GameInfo,
    /// The game: its start and the events up to the end of the line or the first illegal move.
    pub state: GameState,
    /// The node of each event of the game, in order; events that the record implies (a change of turn, a resumption)
    /// carry the node of the move that follows.
    pub nodes: Vec<NodeId>,
    /// Moves of the line that were replayed, passes included.
    pub moves: u32,
    /// The first illegal move.
    pub illegal: Option<IllegalStep>,
    /// Whether the record names rules that are known.
    pub rules_stated: bool,
    /// Set-up stones as the record has them, when no board can have them: some have no liberty. The game's start then
    /// lacks those.
    pub impossible_setup: Option<Setup>,
    /// Territory marked (`TB`, `TW`) in the last node that marks any.
    pub territory: Option<ByColor<PointSet>>,
    /// Repairs and oddities of the line and of its game information.
    pub diagnostics: Diagnostics,
}

impl Replay {
    /// Whether every move of the line is legal.
    pub fn is_legal(&self) -> bool {
        self.illegal.is_none()
    }

    /// The stones at the end of the replay; set-up stones without liberties are among them while no move was made.
    pub fn stones(&self) -> ByColor<PointSet> {
        match &self.impossible_setup {
            Some(setup) if self.moves == 0 => ByColor::from_fn(|color| setup.stones(color)),
            _ => ByColor::from_fn(|color| self.state.board().stones(color)),
        }
    }

    /// The event by which the recorded result says the game ended: a resignation or a loss on time.
    pub fn recorded_end(&self) -> Option<Event> {
        let Some(RecordedResult::Win { winner, by }) = &self.info.result else { return None };
        match by {
            WinBy::Resignation => Some(Event::Resign { by: winner.opponent() }),
            WinBy::Time => Some(Event::TimeLoss { by: winner.opponent() }),
            _ => None,
        }
    }
}

/// Replays the main line with the default options.
///
/// ```
/// let parsed = sgf::parse(b"(;SZ[9]KM[7]RU[Chinese];B[ee];W[ee])");
/// let replay = sgf::replay(&parsed.trees[0])?;
/// let illegal = replay.illegal.unwrap();
/// assert_eq!((illegal.number, illegal.error.code()), (2, "occupied"));
/// # Ok::<(), sgf::ReplayError>(())
/// ```
///
/// # Errors
/// When the record is not of Go or its board has no possible size.
pub fn replay(tree: &GameTree) -> Result<Replay, ReplayError> {
    Replayer::default().replay(tree)
}

/// Replays many records with the same options; it remembers the rules it has looked up.
#[derive(Clone, Debug, Default)]
pub struct Replayer {
    options: ReplayOptions,
    known: HashMap<String, Option<Arc<Ruleset>>>,
    line: Vec<NodeId>,
}

/// At most this many spellings of rules are remembered.
const MOST_KNOWN: usize = 4096;

impl Replayer {
    /// A replayer with these options.
    pub fn new(options: ReplayOptions) -> Self {
        Self { options, ..Self::default() }
    }

    /// Replays the main line.
    ///
    /// # Errors
    /// When the record is not of Go or its board has no possible size.
    pub fn replay(&mut self, tree: &GameTree) -> Result<Replay, ReplayError> {
        let (info, found) = GameInfo::read(tree);
        self.line.clear();
        self.line.extend(tree.main_line());
        self.run(tree, info, found)
    }

    /// Replays the line that ends in a node and goes on along its first continuations when `to_end` is set.
    ///
    /// # Errors
    /// When the record is not of Go or its board has no possible size.
    pub fn replay_to(
        &mut self,
        tree: &GameTree,
        node: NodeId,
        to_end: bool,
    ) -> Result<Replay, ReplayError> {
        let (info, found) = GameInfo::read_at(tree, node);
        self.line = tree.line_to(node);
        if to_end {
            let rest =
                std::iter::successors(tree.first_child(node), |&node| tree.first_child(node));
            self.line.extend(rest);
        }
        self.run(tree, info, found)
    }

    fn run(
        &mut self,
        tree: &GameTree,
        info: GameInfo,
        found: Diagnostics,
    ) -> Result<Replay, ReplayError> {
        let root_text = |id| tree.text(tree.root(), id).unwrap_or_default().into_owned();
        if !info.is_go {
            return Err(ReplayError::OtherGame(root_text(PropertyId::GM)));
        }
        let Some(size) = info.size else {
            return Err(ReplayError::Size(root_text(PropertyId::SZ)));
        };
        let mut found = found;
        let (ruleset, rules_stated) = self.ruleset(tree, &info, &mut found);
        let line = std::mem::take(&mut self.line);
        let mut run = Run {
            tree,
            options: &self.options,
            info,
            size,
            ruleset,
            setup: Setup::new(size),
            turn: None,
            state: None,
            nodes: Vec::with_capacity(line.len()),
            moves: 0,
            extra_passes: 0,
            illegal: None,
            rules_stated,
            impossible: None,
            territory: None,
            found,
            seen_tt: false,
        };
        run.line(&line);
        let replay = run.finish();
        self.line = line;
        Ok(replay)
    }

    /// The rules to play by, and whether they are the record's.
    fn ruleset(
        &mut self,
        tree: &GameTree,
        info: &GameInfo,
        found: &mut Diagnostics,
    ) -> (Arc<Ruleset>, bool) {
        let superko = self.options.superko;
        if let Some(ruleset) = &self.options.ruleset {
            return (without_superko(ruleset.clone(), superko), false);
        }
        if let Some(name) = info.rules.as_deref() {
            if let Some(Some(ruleset)) = self.known.get(name) {
                return (ruleset.clone(), true);
            }
            match Ruleset::find(name) {
                Ok(ruleset) => {
                    let ruleset = without_superko(ruleset, superko);
                    if self.known.len() < MOST_KNOWN {
                        self.known.insert(name.to_owned(), Some(ruleset.clone()));
                    }
                    return (ruleset, true);
                }
                Err(error) => found.push(Diagnostic {
                    code: Code::RulesUnknown,
                    place: tree.location(tree.root()),
                    found: match error {
                        RulesetSpecError::Unknown(unknown) => {
                            format!("{} (≈ {}?)", unknown.name, unknown.nearest)
                        }
                        _ => name.to_owned(),
                    },
                }),
            }
        }
        // The empty name stands for the default, which no record can name.
        let default = self.known.entry(String::new()).or_insert_with(|| {
            Some(without_superko(self.options.default_ruleset.clone(), superko))
        });
        (default.clone().unwrap_or_else(|| self.options.default_ruleset.clone()), false)
    }
}

fn without_superko(ruleset: Arc<Ruleset>, superko: bool) -> Arc<Ruleset> {
    if superko || ruleset.repetition == Repetition::Simple {
        return ruleset;
    }
    Arc::new(Ruleset { repetition: Repetition::Simple, ..Ruleset::clone(&ruleset) })
}

/// One line being replayed.
struct Run<'r> {
    tree: &'r GameTree,
    options: &'r ReplayOptions,
    info: GameInfo,
    size: BoardSize,
    ruleset: Arc<Ruleset>,
    /// Stones and turn set before the first move.
    setup: Setup,
    turn: Option<Color>,
    /// The game, once the first move is met.
    state: Option<GameState>,
    nodes: Vec<NodeId>,
    moves: u32,
    /// Passes after those that stopped the game.
    extra_passes: u32,
    illegal: Option<IllegalStep>,
    rules_stated: bool,
    impossible: Option<Setup>,
    territory: Option<ByColor<PointSet>>,
    found: Diagnostics,
    seen_tt: bool,
}

impl<'r> Run<'r> {
    fn report(&mut self, code: Code, place: Location, found: impl Into<String>) {
        if self.found.is_full() {
            return self.found.count_only();
        }
        self.found.push(Diagnostic { code, place, found: found.into() });
    }

    fn line(&mut self, line: &[NodeId]) {
        let mut skip = 0;
        for (at, &node) in line.iter().enumerate() {
            if at < skip {
                continue;
            }
            self.set_up(node);
            let Some(first) = self.moves_of(node).next() else { continue };
            if self.state.is_none() {
                skip = self.start(line.get(at..).unwrap_or_default(), first.1) + at;
                if skip > at {
                    continue;
                }
            }
            let tree = self.tree;
            let forced = tree.find(node, PropertyId::KO).is_some();
            for (property, color) in moves_of(tree, node) {
                for value in property.values() {
                    if !self.play(node, color, value, forced) {
                        return;
                    }
                }
            }
        }
    }

    fn moves_of(&self, node: NodeId) -> impl Iterator<Item = (Property<'r>, Color)> + use<'r> {
        moves_of(self.tree, node)
    }

    /// Takes the set-up properties and territory marks of a node.
    fn set_up(&mut self, node: NodeId) {
        let tree = self.tree;
        let mut edit = Edit::default();
        let mut marks: Option<ByColor<PointSet>> = None;
        for property in tree.properties(node) {
            match property.id() {
                Some(PropertyId::B | PropertyId::W) | None => {}
                Some(id @ (PropertyId::AB | PropertyId::AW | PropertyId::AE)) => {
                    let points = self.points(node, &property);
                    edit.black -= points;
                    edit.white -= points;
                    edit.empty -= points;
                    match id {
                        PropertyId::AB => edit.black |= points,
                        PropertyId::AW => edit.white |= points,
                        _ => edit.empty |= points,
                    }
                }
                Some(PropertyId::PL) => edit.to_move = color(property.first()),
                Some(PropertyId::TB) => {
                    marks.get_or_insert_default().black |= self.points(node, &property)
                }
                Some(PropertyId::TW) => {
                    marks.get_or_insert_default().white |= self.points(node, &property)
                }
                Some(_) => {}
            }
        }
        self.territory = marks.or(self.territory.take());
        if !edit.changes_stones() && edit.to_move.is_none() {
            return;
        }
        if self.state.is_some() {
            self.edit(node, edit);
        } else {
            self.place(&edit);
        }
    }

    /// The points of a list, rectangles included. Of each value that leaves the board the first such point is named, so that
    /// a short file cannot make a long report.
    fn points(&mut self, node: NodeId, property: &Property<'r>) -> PointSet {
        let mut points = PointSet::EMPTY;
        for value in property.values() {
            if value.trimmed().is_empty() {
                continue;
            }
            let Some(rect) = value.rect() else {
                self.report(Code::BadValue, property.location(node), format!("{property:?}"));
                continue;
            };
            points.extend(rect.coords().filter_map(|coord| coord.on(self.size)));
            if let Some(off) = rect.coords().find(|coord| coord.on(self.size).is_none()) {
                self.report(Code::PointOffBoard, property.location(node), off.to_string());
            }
        }
        points
    }

    fn place(&mut self, edit: &Edit) {
        self.turn = edit.to_move.or(self.turn);
        for (points, stone) in
            [(edit.black, Some(Color::Black)), (edit.white, Some(Color::White)), (edit.empty, None)]
        {
            for point in &points {
                self.setup.set(point, stone);
            }
        }
    }

    /// Applies a change of the position between moves. Stones that it leaves without a liberty are taken off.
    fn edit(&mut self, node: NodeId, edit: Edit) {
        let place = self.tree.location(node);
        if edit.changes_stones() {
            let names = [("AB", edit.black), ("AW", edit.white), ("AE", edit.empty)];
            let names: Vec<&str> = names
                .iter()
                .filter(|(_, points)| !points.is_empty())
                .map(|(name, _)| *name)
                .collect();
            self.report(Code::SetupAfterMoves, place, names.join(" "));
        }
        let mut edit = edit;
        loop {
            match self.apply(node, Event::Edit(Arc::new(edit.clone()))) {
                Err(Refused::Edit(error)) if !error.chains.is_empty() => {
                    let dead = error.chains.iter().fold(PointSet::EMPTY, |all, chain| all | *chain);
                    self.report(Code::StonesWithoutLiberty, place, self.names(dead));
                    edit.black -= dead;
                    edit.white -= dead;
                    edit.empty |= dead;
                }
                _ => return,
            }
        }
    }

    fn names(&self, points: PointSet) -> String {
        let names: Vec<String> =
            points.iter().map(|point| Coordinates::Gtp.format(point, self.size)).collect();
        names.join(" ")
    }

    fn apply(&mut self, node: NodeId, event: Event) -> Result<(), Refused> {
        let Some(state) = &mut self.state else { return Ok(()) };
        state.apply(event)?;
        self.nodes.push(node);
        Ok(())
    }

    /// Makes the start from what was set up, with the line from its first move on. Gives the number of nodes whose moves
    /// were handicap stones and are played already.
    fn start(&mut self, rest: &[NodeId], first: Color) -> usize {
        let root = self.tree.location(self.tree.root());
        let claimed = self.info.handicap.unwrap_or(0);
        let placed = self.setup.stones(Color::Black).len();
        let leading = if claimed >= 2 && placed == 0 && first == Color::Black {
            self.leading(rest)
        } else {
            Vec::new()
        };
        let as_moves = claimed >= 2 && leading.len() == claimed as usize;
        if claimed >= 2 && placed == 0 && !as_moves {
            self.missing_handicap(claimed, root);
        } else if claimed >= 2
            && placed != 0
            && placed != claimed as usize
            && self.setup.stones(Color::White).is_empty()
        {
            self.report(Code::HandicapMismatch, root, format!("HA[{claimed}], {placed}"));
        }
        self.begin(Some(first).filter(|_| !as_moves));
        if !as_moves {
            return 0;
        }
        let stones: PointSet = leading.iter().map(|(_, point)| *point).collect();
        let Some(&(last, _)) = leading.last() else { return 0 };
        if self.apply(last, Event::PlaceHandicap { stones: Arc::new(stones) }).is_err() {
            return 0;
        }
        self.moves += claimed;
        self.report(Code::HandicapAsMoves, self.tree.location(last), claimed.to_string());
        leading.len()
    }

    /// The nodes from the first on that have one black move on a free point each, up to White's first move.
    fn leading(&self, rest: &[NodeId]) -> Vec<(NodeId, Point)> {
        let mut found: Vec<(NodeId, Point)> = Vec::new();
        for &node in rest {
            let mut moves = self.moves_of(node);
            let (Some((property, Color::Black)), None) = (moves.next(), moves.next()) else {
                break;
            };
            let Some(MoveValue::Play(coord)) = property.first().as_move() else { break };
            let Some(point) = coord.on(self.size) else { break };
            if self.setup.get(point).is_some() || found.iter().any(|&(_, other)| other == point) {
                break;
            }
            found.push((node, point));
        }
        found
    }

    fn missing_handicap(&mut self, claimed: u32, place: Location) {
        let usual = fixed(self.size, claimed, ThirdStone::UpperLeft)
            .ok()
            .filter(|_| self.options.place_handicap);
        let Some(points) = usual else {
            return self.report(Code::HandicapNotPlaced, place, format!("HA[{claimed}]"));
        };
        self.place(&Edit { black: points, ..Edit::default() });
        self.report(Code::HandicapPlaced, place, self.names(points));
    }

    fn begin(&mut self, first: Option<Color>) {
        let board = loop {
            match self.setup.build() {
                Ok(board) => break board,
                Err(error) => {
                    let dead = error.chains.iter().fold(PointSet::EMPTY, |all, chain| all | *chain);
                    self.report(
                        Code::StonesWithoutLiberty,
                        self.tree.location(self.tree.root()),
                        self.names(dead),
                    );
                    self.impossible.get_or_insert_with(|| self.setup.clone());
                    for point in &dead {
                        self.setup.set(point, None);
                    }
                }
            }
        };
        let handicap = self.info.handicap.filter(|stones| *stones >= 2).unwrap_or(0);
        let mut start = Start::on(self.ruleset.clone(), board, handicap);
        if let Some(to_move) = self.turn.or(first) {
            start.to_move = to_move;
        }
        let komi = self.options.komi.or(self.info.komi.map(Score::half_points));
        if let Some(komi) = komi {
            match Ruleset::check_komi(komi, self.size) {
                Ok(komi) => start.komi = komi,
                Err(_) => self.report(
                    Code::KomiImpossible,
                    self.tree.location(self.tree.root()),
                    self.info.komi_text.clone().unwrap_or_default(),
                ),
            }
        }
        self.state = Some(GameState::new(start));
    }

    /// Plays one move; gives whether the replay goes on.
    fn play(&mut self, node: NodeId, by: Color, value: Value<'_>, forced: bool) -> bool {
        self.moves += 1;
        let mv = match self.read_move(node, value) {
            Ok(mv) => mv,
            Err(error) => return self.stop(node, by, error),
        };
        if let Some(ko) = self.ko_out_of_turn(by, mv) {
            return self.stop(node, by, Refused::Illegal(IllegalMove::Ko(ko)).into());
        }
        if !self.ready(node, by, mv) {
            return true;
        }
        match self.apply(node, Event::Move { by, mv }) {
            Ok(()) => true,
            Err(refused) => match mv {
                Move::Play(point) if forced && matches!(refused, Refused::Illegal(_)) => {
                    self.force(node, by, point)
                }
                _ => self.stop(node, by, refused.into()),
            },
        }
    }

    fn stop(&mut self, node: NodeId, by: Color, error: MoveError) -> bool {
        let place = self.tree.location(node);
        let point = match &error {
            MoveError::Refused(Refused::Illegal(illegal)) => {
                Coordinates::Gtp.format(illegal.point(), self.size)
            }
            MoveError::OffBoard(coord) => coord.to_string(),
            MoveError::Unreadable(text) => text.clone(),
            MoveError::Refused(_) => String::new(),
        };
        self.report(Code::IllegalMove, place, format!("{} {point}: {}", by.letter(), error.code()));
        self.moves -= 1;
        self.illegal = Some(IllegalStep { node, number: self.moves + 1, by, error, place });
        false
    }

    fn read_move(&mut self, node: NodeId, value: Value<'_>) -> Result<Move, MoveError> {
        let coord = match value.as_move() {
            Some(MoveValue::Pass) => return Ok(Move::Pass),
            Some(MoveValue::Tt) if self.size.columns() <= 19 && self.size.rows() <= 19 => {
                if !std::mem::replace(&mut self.seen_tt, true) {
                    self.report(Code::PassAsTt, self.tree.location(node), "");
                }
                return Ok(Move::Pass);
            }
            Some(MoveValue::Tt) => Coord { x: 19, y: 19 },
            Some(MoveValue::Play(coord)) => coord,
            None => {
                return Err(MoveError::Unreadable(value.simple_text().chars().take(20).collect()));
            }
        };
        coord.on(self.size).map(Move::Play).ok_or(MoveError::OffBoard(coord))
    }

    /// A play on the point of a ko just taken by the side that took it. Giving a side the turn by hand lifts the ban, but
    /// here the record shows no play elsewhere and no pass, which is what lifts it in the rules: the ban stands, whoever
    /// plays.
    fn ko_out_of_turn(&self, by: Color, mv: Move) -> Option<Point> {
        let position = self.state.as_ref()?.position();
        position.ko.filter(|&ko| position.to_move != by && mv == Move::Play(ko))
    }

    /// Brings the game to where the side may move. A pass after the end needs nothing: gives false, it is only counted.
    fn ready(&mut self, node: NodeId, by: Color, mv: Move) -> bool {
        let Some(state) = &self.state else { return true };
        if state.phase() != Phase::Play {
            let may_pass =
                state.phase() == Phase::Counting && state.ruleset().end.final_passes.is_some();
            if mv == Move::Pass && !may_pass {
                self.extra_passes += 1;
                return false;
            }
            if mv != Move::Pass {
                self.reopen(node, by);
            }
        }
        let turn = self.state.as_ref().map(|state| state.position().to_move);
        if turn != Some(by) && self.state.as_ref().is_some_and(|state| state.phase() != Phase::Done)
        {
            if self.extra_passes.is_multiple_of(2) {
                self.report(Code::WrongTurn, self.tree.location(node), by.letter().to_string());
            }
            // Refused only when the game is over, and then the move itself is refused too.
            let _refused = self
                .apply(node, Event::Edit(Arc::new(Edit { to_move: Some(by), ..Edit::default() })));
        }
        self.extra_passes = 0;
        true
    }

    /// Play goes on after the passes that ended it.
    fn reopen(&mut self, node: NodeId, by: Color) {
        self.report(Code::MovesAfterEnd, self.tree.location(node), "");
        if self.state.as_ref().is_some_and(|state| state.phase() == Phase::Done) {
            let _refused = self.apply(node, Event::ruling(Decision::Recount));
        }
        let _refused = self.apply(node, Event::Resume { asked_by: by.opponent() });
    }

    /// Plays a move that is illegal but marked `KO`, by changing the position.
    fn force(&mut self, node: NodeId, by: Color, point: Point) -> bool {
        let Some(state) = &self.state else { return true };
        let mut board = state.board().clone();
        let before = ByColor::from_fn(|color| board.stones(color));
        let mut edit = Edit { to_move: Some(by.opponent()), ..Edit::default() };
        if board.play(by, point).is_ok() {
            edit.black = board.stones(Color::Black) - before.black;
            edit.white = board.stones(Color::White) - before.white;
            edit.empty = (before.black | before.white)
                - (board.stones(Color::Black) | board.stones(Color::White));
        } else if by == Color::Black {
            edit.black.insert(point);
        } else {
            edit.white.insert(point);
        }
        self.report(
            Code::ForcedMove,
            self.tree.location(node),
            Coordinates::Gtp.format(point, self.size),
        );
        match self.apply(node, Event::Edit(Arc::new(edit))) {
            Ok(()) => true,
            Err(refused) => self.stop(node, by, refused.into()),
        }
    }

    fn finish(mut self) -> Replay {
        if self.state.is_none() {
            let claimed = self.info.handicap.unwrap_or(0);
            if claimed >= 2 && self.setup.stones(Color::Black).is_empty() {
                self.missing_handicap(claimed, self.tree.location(self.tree.root()));
            }
            self.begin(None);
        }
        let state =
            self.state.unwrap_or_else(|| GameState::new(Start::even(self.ruleset, self.size)));
        Replay {
            info: self.info,
            state,
            nodes: self.nodes,
            moves: self.moves,
            illegal: self.illegal,
            rules_stated: self.rules_stated,
            impossible_setup: self.impossible,
            territory: self.territory,
            diagnostics: self.found,
        }
    }
}

/// The move properties of a node, in the order written.
fn moves_of(tree: &GameTree, node: NodeId) -> impl Iterator<Item = (Property<'_>, Color)> {
    tree.properties(node).filter_map(|property| match property.id() {
        Some(PropertyId::B) => Some((property, Color::Black)),
        Some(PropertyId::W) => Some((property, Color::White)),
        _ => None,
    })
}

/// `B`, `W`, and the spellings of old files: `black`, `1`, `2`.
fn color(value: Value<'_>) -> Option<Color> {
    match value.trimmed().first()?.to_ascii_lowercase() {
        b'b' | b'1' => Some(Color::Black),
        b'w' | b'2' => Some(Color::White),
        _ => None,
    }
}
