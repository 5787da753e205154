//! What a controller's commands do.

use std::fs;
use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;

use board::{Board, BoardSize, ByColor, Color, Move, Point, PointSet, Setup};
use clock::{PlayerTime, TimeControl};
use engine::{Analysis, Budget, Engine};
use gtp::{Answer, Command, GoGui, Request, StatusKind, Vertex};
use rules::handicap::{ThirdStone, fixed};
use rules::{Edit, Outcome, Ruleset, Score, Start, WinBy};

use self::text::{chains, gogui_board, show, vertices};
use super::game::Game;
use super::input::Input;
use super::{is_known, record};
use crate::settings::Settings;

mod params;
mod text;
mod think;
mod time;

/// A controller's game, clocks and engine.
#[derive(Debug)]
pub(crate) struct Session {
    engine: Engine,
    game: Game,
    /// Whether the controller or the rules said the komi; a new board keeps it.
    komi: Score,
    /// What each move may cost, whatever the clocks say.
    budget: Budget,
    /// What the controller changed.
    settings: Settings,
    control: TimeControl,
    /// The longest that one move may take under the time control.
    most_per_move: Option<Duration>,
    left: ByColor<Option<PlayerTime>>,
    /// Time spent on moves.
    spent: Duration,
    /// What was thought at the last move.
    last: Option<Analysis>,
    has_quit: bool,
}

/// An answer's text or an error message.
type Said = Result<String, String>;

fn fine() -> Said {
    Ok(String::new())
}

impl Session {
    pub(crate) fn new(
        engine: Engine,
        ruleset: Arc<Ruleset>,
        size: BoardSize,
        budget: Budget,
        settings: Settings,
    ) -> Session {
        let komi = ruleset.komi_for(0);
        let game = Game::new(Start::even(ruleset, size));
        Session {
            engine,
            game,
            komi,
            budget,
            settings,
            control: TimeControl::None,
            most_per_move: None,
            left: ByColor::default(),
            spent: Duration::ZERO,
            last: None,
            has_quit: false,
        }
    }

    /// Whether the controller said `quit`.
    pub(crate) fn has_quit(&self) -> bool {
        self.has_quit
    }

    /// Carries out a request and writes the answer. Reports are written on the way; what comes in meanwhile may end it.
    ///
    /// # Errors
    /// When the answer cannot be written.
    pub(crate) fn answer(
        &mut self,
        request: &Request,
        input: &Input,
        output: &mut dyn Write,
    ) -> io::Result<()> {
        let command = Command::parse(request, self.game.size());
        let result = match command.map_err(|error| error.to_string()) {
            Ok(Command::Analyze { color, format, options }) => {
                return self.analyse(request.id, color, (format, &options), input, output);
            }
            Ok(Command::Search(search)) => {
                return self.search(request.id, &search, input, output);
            }
            Ok(command) => self.carry_out(command, input),
            Err(message) => Err(message),
        };
        write!(output, "{}", Answer { id: request.id, result })?;
        output.flush()
    }

    fn carry_out(&mut self, command: Command, input: &Input) -> Said {
        match command {
            Command::ProtocolVersion => Ok("2".to_owned()),
            Command::Name => Ok("Shoutan".to_owned()),
            Command::Version => Ok(env!("CARGO_PKG_VERSION").to_owned()),
            Command::DescribeEngine => Ok(self.describe()),
            Command::KnownCommand(name) => Ok(is_known(&name).to_string()),
            Command::ListCommands => Ok(Command::NAMES.join("\n")),
            Command::Quit => {
                self.has_quit = true;
                self.engine.stop_pondering();
                fine()
            }
            Command::Stop => {
                self.engine.stop_pondering();
                fine()
            }
            Command::ClearCache => {
                self.engine.clear();
                fine()
            }
            Command::CpuTime => Ok(format!("{:.3}", self.spent.as_secs_f64())),
            Command::GameOver => {
                self.engine.stop_pondering();
                fine()
            }
            Command::Chat { .. } => Ok(self.chat()),
            Command::GenMove(color) | Command::GenMoveCleanup(color) => {
                self.genmove(color, true, input)
            }
            Command::RegGenMove(color) => self.genmove(color, false, input),
            Command::RawNn { symmetry, policy_optimism, human } => {
                self.raw_nn(symmetry, policy_optimism, human)
            }
            Command::FinalScore => self.final_score(),
            Command::FinalStatusList(kind) => Ok(self.final_status(kind)),
            Command::GoGui(question) => self.gogui(question, input),
            Command::GetParam(name) => self.param(&name),
            Command::SetParam { name, value } => self.set_param(&name, &value),
            Command::ListParams => Ok(Settings::names().join(" ")),
            Command::GetParams => Ok(self.params()),
            Command::GetModels => Ok(self.models()),
            Command::TimeSettings { command, arguments } => self.set_time(command, &arguments),
            Command::ListTimeSettings => Ok(time::SYSTEMS.to_owned()),
            Command::TimeLeft { color, time, number } => self.set_time_left(color, time, number),
            Command::LoadSgf { file, before_move } => self.load(&file, before_move),
            Command::PrintSgf(file) => self.print(file),
            Command::Search(_) | Command::Analyze { .. } => Err("cannot answer at once".to_owned()),
            other => self.change_or_show(other),
        }
    }

    /// Commands about the game and nothing else.
    fn change_or_show(&mut self, command: Command) -> Said {
        match command {
            Command::BoardSize(size) => self.begin(Board::new(size), 0),
            Command::QueryBoardSize => Ok(sizes(self.game.size())),
            Command::ClearBoard => self.begin(Board::new(self.game.size()), 0),
            Command::SetPosition(stones) => self.set_position(&stones),
            Command::Komi(komi) => self.set_komi(komi),
            Command::GetKomi => Ok(self.game.state().komi().to_string()),
            Command::Play(color, vertex) => self.play(color, vertex),
            Command::PlaySequence(moves) => self.play_sequence(&moves),
            Command::Undo if self.game.undo(1) => fine(),
            Command::UndoMoves(moves) if self.game.undo(moves as usize) => fine(),
            Command::Undo | Command::UndoMoves(_) => Err("cannot undo".to_owned()),
            Command::Setup(stones) => self.set_up(&stones),
            Command::SetupPlayer(color) => {
                self.edit(Edit { to_move: Some(color), ..Edit::default() })
            }
            Command::UndoSetup if self.game.undo_setup() => fine(),
            Command::UndoSetup => Err("cannot undo".to_owned()),
            Command::FixedHandicap(stones) => {
                let placed = fixed(self.game.size(), stones, ThirdStone::default());
                self.handicap(placed.map_err(|_| "invalid number of stones".to_owned())?, true)
            }
            Command::PlaceFreeHandicap(stones) => self.free_handicap(stones),
            Command::SetFreeHandicap(stones) => self.handicap(stones, false),
            Command::SetRules(text) => self.set_rules(&text),
            Command::SetRule { part, value } => {
                let rules = gtp::with_part(&self.game.start().ruleset, &part, &value);
                self.use_rules(rules.map_err(|error| error.to_string())?)
            }
            Command::GetRules => Ok(gtp::format_rules(&self.game.start().ruleset)),
            Command::ShowBoard => Ok(show(&self.game)),
            Command::DebugMoves => Ok(text::moves(&self.game)),
            Command::IsLegal(color, vertex) => {
                Ok(if self.is_legal(color, vertex) { "1" } else { "0" }.to_owned())
            }
            Command::AllLegal(color) => {
                let legal = self.game.with_turn(color).legal_plays();
                Ok(vertices(legal, self.game.size(), " "))
            }
            Command::ListStones(color) => {
                Ok(vertices(self.game.state().board().stones(color), self.game.size(), " "))
            }
            Command::Captures(color) => Ok(self.game.state().prisoners()[color].to_string()),
            other => Err(format!("cannot answer {other:?}")),
        }
    }

    /// Begins a game from stones on the board.
    fn begin(&mut self, board: Board, handicap: u32) -> Said {
        let ruleset = self.game.start().ruleset;
        let to_move = ruleset.first_mover_for(handicap);
        self.game = Game::new(Start { ruleset, board, to_move, komi: self.komi, handicap });
        self.engine.clear();
        self.left = ByColor::default();
        self.last = None;
        fine()
    }

    fn set_position(&mut self, stones: &[(Color, Point)]) -> Said {
        let mut setup = Setup::new(self.game.size());
        for &(color, point) in stones {
            if setup.get(point).is_some() {
                return Err("a vertex is named twice".to_owned());
            }
            setup.set(point, Some(color));
        }
        let board = setup.build().map_err(|_| "stones without liberties".to_owned())?;
        self.begin(board, 0)
    }

    fn set_komi(&mut self, komi: Score) -> Said {
        self.restart(|start| start.komi = komi)?;
        self.komi = komi;
        fine()
    }

    fn set_rules(&mut self, text: &str) -> Said {
        let ruleset = gtp::parse_rules(text).map_err(|error| error.to_string())?;
        self.use_rules(ruleset)
    }

    fn use_rules(&mut self, ruleset: Arc<Ruleset>) -> Said {
        self.restart(|start| start.ruleset = ruleset)
    }

    /// Replays the game with other terms.
    fn restart(&mut self, change: impl FnOnce(&mut Start)) -> Said {
        let mut start = self.game.start();
        change(&mut start);
        let refused = |refused| format!("the game breaks these rules: {refused}");
        self.game = self.game.restarted(start).map_err(refused)?;
        fine()
    }

    fn play(&mut self, color: Color, vertex: Vertex) -> Said {
        let mv = match vertex {
            Vertex::Point(point) => Move::Play(point),
            Vertex::Pass => Move::Pass,
            Vertex::Resign => return fine(),
        };
        self.game.play(color, mv).map_err(|_| "illegal move".to_owned())?;
        fine()
    }

    fn play_sequence(&mut self, moves: &[(Color, Vertex)]) -> Said {
        let before = self.game.clone();
        for &(color, vertex) in moves {
            if let Err(message) = self.play(color, vertex) {
                self.game = before;
                return Err(message);
            }
        }
        fine()
    }

    fn is_legal(&self, color: Color, vertex: Vertex) -> bool {
        match vertex {
            Vertex::Point(point) => self.game.with_turn(color).is_legal(Move::Play(point)),
            Vertex::Pass | Vertex::Resign => true,
        }
    }

    fn set_up(&mut self, stones: &[(Option<Color>, Point)]) -> Said {
        let mut edit = Edit::default();
        for &(color, point) in stones {
            for points in [&mut edit.black, &mut edit.white, &mut edit.empty] {
                points.remove(point);
            }
            match color {
                Some(Color::Black) => edit.black.insert(point),
                Some(Color::White) => edit.white.insert(point),
                None => edit.empty.insert(point),
            };
        }
        self.edit(edit)
    }

    fn edit(&mut self, edit: Edit) -> Said {
        self.game.set_up(Arc::new(edit)).map_err(|refused| refused.to_string())?;
        fine()
    }

    fn free_handicap(&mut self, stones: u32) -> Said {
        let size = self.game.size();
        if stones < 2 || usize::try_from(stones).is_ok_and(|stones| stones >= size.area()) {
            return Err("invalid number of stones".to_owned());
        }
        self.handicap(engine::free_handicap(size, stones), true)
    }

    fn handicap(&mut self, stones: PointSet, list: bool) -> Said {
        if !self.game.is_empty() {
            return Err("board not empty".to_owned());
        }
        let size = self.game.size();
        let mut setup = Setup::new(size);
        for point in &stones {
            setup.set(point, Some(Color::Black));
        }
        let count = u32::try_from(stones.len()).unwrap_or(u32::MAX);
        let board = setup.build().map_err(|_| "bad vertex list".to_owned())?;
        if count < 2 {
            return Err("bad vertex list".to_owned());
        }
        self.begin(board, count)?;
        Ok(if list { vertices(stones, size, " ") } else { String::new() })
    }

    fn final_score(&self) -> Said {
        let status = self.engine.status(self.game.state());
        let count = status.count.ok_or("the position cannot be counted")?;
        Ok(match count.outcome() {
            Outcome::Win { winner, by: WinBy::Score(points) } => {
                format!("{}+{points}", winner.letter())
            }
            _ => "0".to_owned(),
        })
    }

    fn final_status(&self, kind: StatusKind) -> String {
        let state = self.game.state();
        let board = state.board();
        let status = self.engine.status(state);
        let stones = board.stones(Color::Black) | board.stones(Color::White);
        let size = self.game.size();
        match kind {
            StatusKind::Dead => chains(board, status.dead),
            StatusKind::Seki => chains(board, status.seki),
            StatusKind::Alive => chains(board, stones - status.dead - status.seki),
            StatusKind::WhiteTerritory => vertices(status.territory.white, size, " "),
            StatusKind::BlackTerritory => vertices(status.territory.black, size, " "),
            StatusKind::Dame => vertices(status.neutral, size, " "),
        }
    }

    fn gogui(&mut self, question: GoGui, input: &Input) -> Said {
        let state = self.game.state();
        let size = self.game.size();
        Ok(match question {
            GoGui::AnalyzeCommands => text::ANALYZE_COMMANDS.to_owned(),
            GoGui::Interrupt => String::new(),
            GoGui::Title => format!("Shoutan ({})", state.ruleset().id),
            GoGui::GameId => "go".to_owned(),
            GoGui::Board => gogui_board(state.board()),
            GoGui::BoardSize => sizes(size),
            GoGui::SideToMove => state.to_move().map_or("none", gtp::color_word).to_owned(),
            GoGui::LegalMoves => {
                let legal = self.game.with_turn(state.position().to_move).legal_plays();
                format!("{} pass", vertices(legal, size, " ")).trim_start().to_owned()
            }
            GoGui::FinalResult if state.to_move().is_none() => self.final_score()?,
            GoGui::FinalResult => String::new(),
            GoGui::CapturedCount => {
                // Stones of each side that were taken.
                let prisoners = state.prisoners();
                format!("{} {}", prisoners.white, prisoners.black)
            }
            GoGui::Ownership => return self.ownership_board(input),
            GoGui::Policy => return self.policy_picture(input),
        })
    }

    fn load(&mut self, file: &str, before_move: Option<u32>) -> Said {
        let bytes = fs::read(file).map_err(|error| format!("cannot load file: {error}"))?;
        self.game = record::load(&bytes, before_move)
            .map_err(|message| format!("cannot load file: {message}"))?;
        self.komi = self.game.state().komi();
        self.engine.clear();
        let color = self.game.state().position().to_move;
        Ok(gtp::color_word(color).to_owned())
    }

    fn print(&self, file: Option<String>) -> Said {
        let bytes = record::print(&self.game);
        let Some(file) = file else { return Ok(String::from_utf8_lossy(&bytes).into_owned()) };
        fs::write(&file, bytes).map_err(|error| format!("cannot write {file}: {error}"))?;
        fine()
    }
}

/// One number for a square board.
fn sizes(size: BoardSize) -> String {
    match size.is_square() {
        true => size.columns().to_string(),
        false => format!("{} {}", size.columns(), size.rows()),
    }
}
