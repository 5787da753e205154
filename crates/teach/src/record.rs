//! [`GameRecord`]: a game as a move list, with the plies at which positions are taken.

use board::{Board, BoardSize, Color, Move, Point, Setup};
use nn::{Game, HandicapBonus, KoRule, MAX_LINES, NetRules, Scoring, Tax, Turn};
use rules::{Event, GameState, Score};

/// What a game is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Split {
    /// Learning.
    Train,
    /// Watching how it goes.
    Validation,
    /// The last check.
    Test,
}

impl Split {
    /// By a game's hash: so many games in a thousand are for validation, and as many again for the test.
    pub fn of(game: u64, each_in_thousand: u32) -> Split {
        let place = crate::identity::scatter(game ^ 0x7370_6c69_7400) % 1000;
        match place {
            p if p < u64::from(each_in_thousand) => Split::Validation,
            p if p < 2 * u64::from(each_in_thousand) => Split::Test,
            _ => Split::Train,
        }
    }
}

/// A game with the plies at which positions are taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    /// The hash of the game, the same for all its symmetries.
    pub game: u64,
    /// Columns and rows.
    pub size: BoardSize,
    /// What it is for.
    pub split: Split,
    /// Who moves first.
    pub first: Color,
    /// The rules.
    pub rules: NetRules,
    /// Whether territory scoring goes on into the encore.
    pub encore: bool,
    /// Komi in points for White.
    pub komi: Score,
    /// Stones before the first move.
    pub setup: Vec<(Point, Color)>,
    /// The moves.
    pub moves: Vec<Turn>,
    /// After how many moves each position stands, ascending.
    pub plies: Vec<u16>,
}

/// Why bytes are no game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    /// The bytes end within it.
    #[error("the record breaks off")]
    Short,
    /// A size, rule or colour has a number that stands for none.
    #[error("the record has {0} in a place where that means nothing")]
    Value(u16),
    /// A point is off the board.
    #[error("the record has point {0}, which is off its board")]
    Point(u16),
    /// The set-up has chains without liberties or two stones on a point.
    #[error("the set-up is no position")]
    Setup,
    /// A move is illegal.
    #[error("move {0} is illegal")]
    Move(usize),
    /// A ply is not after the one before it, or beyond the last move.
    #[error("the plies are not in order or beyond the end")]
    Plies,
}

const KO: [KoRule; 4] = [KoRule::Simple, KoRule::Positional, KoRule::Situational, KoRule::Spight];
const SCORING: [Scoring; 2] = [Scoring::Area, Scoring::Territory];
const TAX: [Tax; 3] = [Tax::None, Tax::Seki, Tax::All];
const BONUS: [HandicapBonus; 3] = [HandicapBonus::Zero, HandicapBonus::N, HandicapBonus::NMinusOne];
const COLORS: [Color; 2] = Color::BOTH;
const SPLITS: [Split; 3] = [Split::Train, Split::Validation, Split::Test];

/// White's stones and moves have this added to the point.
const WHITE: u16 = 1 << 15;

fn code<T: PartialEq>(values: &[T], value: &T) -> u8 {
    values.iter().position(|v| v == value).and_then(|at| u8::try_from(at).ok()).unwrap_or(0)
}

impl GameRecord {
    /// The main line of a game by our own rules: the moves up to the first event that is none; stones set up or placed as
    /// handicap before the first move are its set-up. `None` for boards that networks don't know.
    pub fn from_state(state: &GameState, rules: NetRules) -> Option<GameRecord> {
        let size = state.size();
        if size.columns() > MAX_LINES || size.rows() > MAX_LINES || size.area() < 2 {
            return None;
        }
        let mut board = state.start().board.clone();
        let mut first = state.start().to_move;
        let mut moves = Vec::new();
        for event in state.line() {
            match event {
                Event::Move { by, mv } => moves.push(Turn { by: *by, mv: *mv }),
                Event::PlaceHandicap { stones } if moves.is_empty() => {
                    for point in stones.iter() {
                        let _ = board.play(Color::Black, point).ok()?;
                    }
                    first = Color::White;
                }
                Event::Edit(edit) if moves.is_empty() => {
                    let mut setup = Setup::from(&board);
                    let stones =
                        [(edit.black, Some(Color::Black)), (edit.white, Some(Color::White))];
                    for (points, stone) in stones.into_iter().chain([(edit.empty, None)]) {
                        for point in &points {
                            setup.set(point, stone);
                        }
                    }
                    board = setup.build().ok()?;
                    first = edit.to_move.unwrap_or(first);
                }
                _ => break,
            }
        }
        let first = moves.first().map_or(first, |turn| turn.by);
        let mut record = GameRecord {
            game: 0,
            size,
            split: Split::Train,
            first,
            rules,
            encore: false,
            komi: state.komi(),
            setup: stones(&board),
            moves,
            plies: Vec::new(),
        };
        record.keep_legal();
        Some(record)
    }

    /// The game at its start.
    ///
    /// # Errors
    /// When the set-up is no position.
    pub fn start(&self) -> Result<Game, RecordError> {
        let mut setup = Setup::new(self.size);
        for &(point, color) in &self.setup {
            if setup.get(point).is_some() || !setup.set(point, Some(color)) {
                return Err(RecordError::Setup);
            }
        }
        let board = setup.build().map_err(|_| RecordError::Setup)?;
        let mut game = Game::new(self.rules, self.komi, board, self.first);
        game.set_prevent_encore(!self.encore);
        Ok(game)
    }

    /// Plays the game through: `see` gets the ply and the position at each of [`GameRecord::plies`].
    ///
    /// # Errors
    /// When the set-up is no position or a move before the last ply is illegal.
    pub fn visit(&self, mut see: impl FnMut(u16, &Game)) -> Result<(), RecordError> {
        let mut game = self.start()?;
        let mut plies = self.plies.iter().copied().peekable();
        for ply in 0..=self.moves.len() {
            while plies.next_if(|&wanted| usize::from(wanted) == ply).is_some() {
                see(ply as u16, &game);
            }
            let (Some(turn), Some(_)) = (self.moves.get(ply), plies.peek()) else { break };
            game.play_as(turn.by, turn.mv).map_err(|_| RecordError::Move(ply + 1))?;
        }
        Ok(())
    }

    /// Cuts the moves off at the first one that is illegal by the rules of the record, and at the game's end.
    pub fn keep_legal(&mut self) {
        let Ok(mut game) = self.start() else {
            self.moves.clear();
            return;
        };
        let most = usize::from(u16::MAX - 1);
        let legal = self
            .moves
            .iter()
            .take(most)
            .take_while(|turn| !game.is_finished() && game.play_as(turn.by, turn.mv).is_ok());
        let length = legal.count();
        self.moves.truncate(length);
    }

    /// Sets the hash, and by it what the game is for: so many games in a thousand for validation, as many for the test.
    pub fn identify(&mut self, each_in_thousand: u32) {
        self.game = crate::game_identity(self);
        self.split = Split::of(self.game, each_in_thousand);
    }

    /// Adds the record's bytes.
    pub fn write(&self, out: &mut Vec<u8>) {
        let columns = usize::from(self.size.columns());
        let number = |point: Point, color: Color| {
            let index = usize::from(point.row() - 1) * columns + usize::from(point.column() - 1);
            index as u16 | if color == Color::White { WHITE } else { 0 }
        };
        let rules = &self.rules;
        let flags = u8::from(rules.multi_stone_suicide)
            | u8::from(rules.button) << 1
            | u8::from(rules.friendly_pass) << 2
            | u8::from(self.encore) << 3;
        out.extend_from_slice(&self.game.to_le_bytes());
        out.extend_from_slice(&[
            self.size.columns(),
            self.size.rows(),
            code(&SPLITS, &self.split),
            code(&COLORS, &self.first),
            code(&KO, &rules.ko),
            code(&SCORING, &rules.scoring),
            code(&TAX, &rules.tax),
            code(&BONUS, &rules.handicap_bonus),
            flags,
            0,
        ]);
        let komi = i16::try_from(self.komi.as_half_points()).unwrap_or(0);
        out.extend_from_slice(&komi.to_le_bytes());
        for length in [self.setup.len(), self.moves.len(), self.plies.len()] {
            out.extend_from_slice(&(length as u16).to_le_bytes());
        }
        for &(point, color) in &self.setup {
            out.extend_from_slice(&number(point, color).to_le_bytes());
        }
        for turn in &self.moves {
            let code = match turn.mv {
                Move::Play(point) => number(point, turn.by),
                Move::Pass if turn.by == Color::White => self.size.area() as u16 | WHITE,
                Move::Pass => self.size.area() as u16,
            };
            out.extend_from_slice(&code.to_le_bytes());
        }
        for ply in &self.plies {
            out.extend_from_slice(&ply.to_le_bytes());
        }
    }

    /// Reads one record; returns it and what follows. Whether its moves are legal shows when it is played.
    ///
    /// # Errors
    /// [`RecordError`] when the bytes are no record.
    pub fn read(bytes: &[u8]) -> Result<(GameRecord, &[u8]), RecordError> {
        let mut from = Bytes(bytes);
        let game = u64::from_le_bytes(from.take()?);
        let [columns, rows, split, first, ko, scoring, tax, bonus, flags, _] = from.take::<10>()?;
        let size = BoardSize::new(columns.into(), rows.into())
            .ok()
            .filter(|size| columns <= MAX_LINES && rows <= MAX_LINES && size.area() > 1)
            .ok_or(RecordError::Value(columns.max(rows).into()))?;
        let komi = Score::half_points(i16::from_le_bytes(from.take()?).into());
        let [setup, moves, plies] = [from.number()?, from.number()?, from.number()?];
        let rules = NetRules {
            ko: value(&KO, ko)?,
            scoring: value(&SCORING, scoring)?,
            tax: value(&TAX, tax)?,
            handicap_bonus: value(&BONUS, bonus)?,
            multi_stone_suicide: flags & 1 != 0,
            button: flags & 2 != 0,
            friendly_pass: flags & 4 != 0,
        };
        let mut record = GameRecord {
            game,
            size,
            split: value(&SPLITS, split)?,
            first: value(&COLORS, first)?,
            rules,
            encore: flags & 8 != 0,
            komi,
            setup: Vec::new(),
            moves: Vec::new(),
            plies: Vec::new(),
        };
        for _ in 0..setup {
            let (point, color) = from.place(size)?;
            record.setup.push((point.ok_or(RecordError::Setup)?, color));
        }
        for _ in 0..moves {
            let (point, by) = from.place(size)?;
            record.moves.push(Turn { by, mv: point.map_or(Move::Pass, Move::Play) });
        }
        for _ in 0..plies {
            let ply = from.number()?;
            if ply > moves || record.plies.last().is_some_and(|&last| last >= ply) {
                return Err(RecordError::Plies);
            }
            record.plies.push(ply);
        }
        Ok((record, from.0))
    }
}

/// The stones of a board, row by row.
fn stones(board: &Board) -> Vec<(Point, Color)> {
    board.size().points().filter_map(|point| Some((point, board.get(point)?))).collect()
}

fn value<T: Copy>(values: &[T], code: u8) -> Result<T, RecordError> {
    values.get(usize::from(code)).copied().ok_or(RecordError::Value(code.into()))
}

/// Bytes that are taken from the front.
struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    fn take<const N: usize>(&mut self) -> Result<[u8; N], RecordError> {
        let (head, rest) = self.0.split_first_chunk::<N>().ok_or(RecordError::Short)?;
        let head = *head;
        self.0 = rest;
        Ok(head)
    }

    fn number(&mut self) -> Result<u16, RecordError> {
        self.take().map(u16::from_le_bytes)
    }

    /// A point (none for the pass) and a colour.
    fn place(&mut self, size: BoardSize) -> Result<(Option<Point>, Color), RecordError> {
        let number = self.number()?;
        let color = if number & WHITE != 0 { Color::White } else { Color::Black };
        let index = usize::from(number & !WHITE);
        let columns = usize::from(size.columns());
        if index == size.area() {
            return Ok((None, color));
        }
        let (row, column) = (index / columns + 1, index % columns + 1);
        let point = u8::try_from(row).ok().and_then(|row| size.point(column as u8, row));
        point.map(|point| (Some(point), color)).ok_or(RecordError::Point(number & !WHITE))
    }
}
