//! What a controller's commands do.

use std::fs;
use std::sync::Arc;

use board::{Board, BoardSize, ByColor, Color, Coordinates, Move, Point, PointSet, Setup};
use engine::{Budget, Choice, Engine, StopToken, TimeLeft, TimeSettings};
use gtp::{Answer, Command, Request, StatusKind, Vertex, format_move};
use rules::handicap::{ThirdStone, fixed};
use rules::{
    Compensation, Outcome, Repetition, Ruleset, Score, Scoring, Start, Suicide, Tax, WinBy,
};
use serde_json::json;

use super::game::Game;
use super::{is_known, record};

/// A controller's game, clocks and engine.
#[derive(Debug)]
pub(crate) struct Session {
    engine: Engine,
    game: Game,
    /// Whether the controller or the rules said the komi; a new board keeps it.
    komi: Score,
    /// What each move may cost, whatever the clocks say.
    budget: Budget,
    clock: Option<TimeSettings>,
    left: ByColor<Option<TimeLeft>>,
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
    ) -> Session {
        let komi = ruleset.komi_for(0);
        let game = Game::new(Start::even(ruleset, size));
        Session {
            engine,
            game,
            komi,
            budget,
            clock: None,
            left: ByColor::default(),
            has_quit: false,
        }
    }

    /// Whether the controller said `quit`.
    pub(crate) fn has_quit(&self) -> bool {
        self.has_quit
    }

    /// Carries out a request.
    pub(crate) fn answer(&mut self, request: &Request) -> Answer {
        let result = Command::parse(request, self.game.size())
            .map_err(|error| error.to_string())
            .and_then(|command| self.carry_out(command));
        Answer { id: request.id, result }
    }

    fn carry_out(&mut self, command: Command) -> Said {
        match command {
            Command::ProtocolVersion => Ok("2".to_owned()),
            Command::Name => Ok("Shoutan".to_owned()),
            Command::Version => Ok(env!("CARGO_PKG_VERSION").to_owned()),
            Command::KnownCommand(name) => Ok(is_known(&name).to_string()),
            Command::ListCommands => Ok(Command::NAMES.join("\n")),
            Command::Quit => {
                self.has_quit = true;
                fine()
            }
            Command::BoardSize(size) => self.begin(Board::new(size), 0),
            Command::ClearBoard => self.begin(Board::new(self.game.size()), 0),
            Command::Komi(komi) => self.set_komi(komi),
            Command::Play(color, vertex) => self.play(color, vertex),
            Command::GenMove(color) | Command::GenMoveCleanup(color) => self.genmove(color, true),
            Command::RegGenMove(color) => self.genmove(color, false),
            Command::Undo if self.game.undo() => fine(),
            Command::Undo => Err("cannot undo".to_owned()),
            Command::FixedHandicap(stones) => {
                let placed = fixed(self.game.size(), stones, ThirdStone::default());
                self.handicap(placed.map_err(|_| "invalid number of stones".to_owned())?, true)
            }
            Command::PlaceFreeHandicap(stones) => self.free_handicap(stones),
            Command::SetFreeHandicap(stones) => self.handicap(stones, false),
            Command::TimeSettings { main, period, stones } => {
                self.clock = Some(TimeSettings { main, period, stones });
                self.left = ByColor::default();
                fine()
            }
            Command::TimeLeft { color, time, stones } => {
                self.left[color] = Some(TimeLeft { time, stones });
                fine()
            }
            Command::FinalScore => self.final_score(),
            Command::FinalStatusList(kind) => Ok(self.final_status(kind)),
            Command::ShowBoard => Ok(show(&self.game)),
            Command::LoadSgf { file, before_move } => self.load(&file, before_move),
            Command::PrintSgf(file) => self.print(file),
            Command::SetRules(name) => self.set_rules(&name),
            Command::GetRules => Ok(rules_json(&self.game.start())),
        }
    }

    /// Begins a game from stones on the board.
    fn begin(&mut self, board: Board, handicap: u32) -> Said {
        let ruleset = self.game.start().ruleset;
        let to_move = ruleset.first_mover_for(handicap);
        self.game = Game::new(Start { ruleset, board, to_move, komi: self.komi, handicap });
        self.engine.clear();
        self.left = ByColor::default();
        fine()
    }

    fn set_komi(&mut self, komi: Score) -> Said {
        self.restart(|start| start.komi = komi)?;
        self.komi = komi;
        fine()
    }

    fn set_rules(&mut self, name: &str) -> Said {
        let ruleset = Ruleset::find(name).map_err(|error| error.to_string())?;
        self.restart(|start| start.ruleset = Arc::clone(&ruleset))
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

    fn genmove(&mut self, color: Color, play: bool) -> Said {
        let state = self.game.with_turn(color);
        let decision = self
            .engine
            .genmove(&state, self.budget_for(color), &StopToken::new())
            .map_err(|error| error.to_string())?;
        let mv = match decision.choice {
            Choice::Resign => return Ok("resign".to_owned()),
            Choice::Move(mv) => mv,
        };
        if play {
            self.game.play(color, mv).map_err(|refused| refused.to_string())?;
        }
        Ok(format_move(mv, self.game.size()))
    }

    /// What a move may cost: what was set once and for all, else what the clock has.
    fn budget_for(&self, color: Color) -> Budget {
        let set = self.budget.visits.is_some() || self.budget.time.is_some();
        let Some(clock) = self.clock.filter(|_| !set) else { return self.budget };
        let start = TimeLeft { time: clock.main, stones: 0 };
        let start = if clock.main.is_zero() {
            TimeLeft { time: clock.period, stones: clock.stones }
        } else {
            start
        };
        let left = self.left[color].unwrap_or(start);
        let moves = self.game.state().move_number();
        Budget { time: clock.allot(&left, moves, self.game.size().area()), ..Budget::LEVEL }
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

fn vertices(points: PointSet, size: BoardSize, between: &str) -> String {
    let words: Vec<String> = points.iter().map(|p| Coordinates::Gtp.format(p, size)).collect();
    words.join(between)
}

/// Stones, one line for each chain.
fn chains(board: &Board, stones: PointSet) -> String {
    let mut lines = Vec::new();
    for color in Color::BOTH {
        for chain in board.chains(color).filter(|chain| chain.intersects(&stones)) {
            lines.push(vertices(chain, board.size(), " "));
        }
    }
    lines.join("\n")
}

/// The board with its coordinates and what is known of the game.
fn show(game: &Game) -> String {
    let state = game.state();
    let size = game.size();
    let letters: Vec<String> =
        (1..=size.columns()).map(|column| Coordinates::Gtp.column_label(column)).collect();
    let letters = format!("   {}", letters.join(" "));
    let mut lines = vec![String::new(), letters.clone()];
    for (row, stones) in (1..=size.rows()).zip(state.board().to_rows()) {
        let label = Coordinates::Gtp.row_label(row, size);
        let stones: Vec<String> = stones.chars().map(String::from).collect();
        lines.push(format!("{label:>2} {} {label}", stones.join(" ")));
    }
    lines.push(letters);
    let prisoners = state.prisoners();
    let to_move = gtp::color_word(state.position().to_move);
    lines.push(format!("{to_move} to move; rules {}; komi {}", state.ruleset().id, state.komi()));
    lines.push(format!("prisoners: black {}, white {}", prisoners.black, prisoners.white));
    let last = game.moves().last().map(|&(_, mv)| match mv {
        Move::Play(point) => Some(point),
        Move::Pass => None,
    });
    if let Some(last) = last {
        let text =
            last.map_or("pass".to_owned(), |point: Point| Coordinates::Gtp.format(point, size));
        lines.push(format!("last move: {text}"));
    }
    lines.join("\n")
}

/// The rules as KataGo's `kata-get-rules` writes them.
fn rules_json(start: &Start) -> String {
    let rules = &start.ruleset;
    let ko = match rules.repetition {
        Repetition::Simple => "SIMPLE",
        Repetition::Positional => "POSITIONAL",
        Repetition::Situational => "SITUATIONAL",
        Repetition::NaturalSituational => "SPIGHT",
    };
    let tax = match rules.tax {
        Tax::None => "NONE",
        Tax::Seki => "SEKI",
        Tax::Group => "ALL",
    };
    let bonus = match rules.compensation {
        Compensation::None => "0",
        Compensation::PerStone => "N",
        Compensation::PerStoneButOne => "N-1",
    };
    json!({
        "hasButton": rules.button,
        "ko": ko,
        "scoring": if rules.scoring == Scoring::Territory { "TERRITORY" } else { "AREA" },
        "suicide": rules.suicide != Suicide::Forbidden,
        "tax": tax,
        "whiteHandicapBonus": bonus,
    })
    .to_string()
}
