//! The two kinds of players at the board: the engine in this program, and a process that speaks GTP.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use board::{Color, Coordinates, Move};
use clock::GtpDialect;
use engine::{Choice, Engine, Settings, StopToken};
use gtp::{Vertex, color_word, format_move, parse_vertex};
use rules::{GameState, Outcome, Start};

use super::process::Process;
use super::spec::{BuiltIn, Spec};
use super::timing::{self, Terms, Turn};

/// What a player did wrong.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Fault {
    /// It answered with an error, or with something else than was asked.
    Answer(String),
    /// It took too long.
    Timeout,
    /// It ended, or could not be started.
    Gone(String),
}

/// What a player does on its turn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Act {
    Move(Move),
    Resign,
}

/// What a player did, and what it thinks of the game.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Acted {
    pub(crate) act: Act,
    /// How long it took.
    pub(crate) time: Duration,
    /// What it says of the position, for the record; empty when it says nothing.
    pub(crate) remark: String,
}

/// A player at the board.
#[derive(Debug)]
pub(crate) enum Player {
    BuiltIn(Box<Seated>),
    Process(Box<Remote>),
}

/// The engine in this program.
#[derive(Debug)]
pub(crate) struct Seated {
    spec: BuiltIn,
    engine: Engine,
    lead: Option<f32>,
}

/// A process with what it was told.
#[derive(Debug)]
pub(crate) struct Remote {
    process: Process,
    dialect: Option<GtpDialect>,
}

impl Player {
    /// Starts a player. `{seed}` in a command becomes the game's number.
    ///
    /// # Errors
    /// When its process cannot be started. That it does not answer turns out later.
    pub(crate) fn start(spec: &Spec, terms: &Terms, number: u32) -> Result<Player, Fault> {
        Ok(match spec {
            Spec::BuiltIn(spec) => {
                let engine = Engine::new(spec.settings.clone());
                let spec = BuiltIn::clone(spec);
                Player::BuiltIn(Box::new(Seated { spec, engine, lead: None }))
            }
            Spec::Command(command) => {
                let command = command.replace("{seed}", &number.to_string());
                let process = Process::start(&command, terms.timeout)?;
                Player::Process(Box::new(Remote { process, dialect: None }))
            }
        })
    }

    /// Whether a player of this kind must be started anew for each game.
    pub(crate) fn is_for_one_game(spec: &Spec) -> bool {
        matches!(spec, Spec::Command(command) if command.contains("{seed}"))
    }

    /// Sets the player down at a new game, after the opening moves if there are any.
    pub(crate) fn begin(
        &mut self,
        game: &GameState,
        terms: &Terms,
        seed: u64,
    ) -> Result<(), Fault> {
        match self {
            Player::BuiltIn(seated) => {
                let settings = Settings { seed, ..seated.spec.settings.clone() };
                seated.engine = Engine::new(settings);
                seated.lead = None;
                Ok(())
            }
            Player::Process(remote) => remote.begin(game, terms),
        }
    }

    /// Asks for a move.
    pub(crate) fn genmove(
        &mut self,
        game: &GameState,
        color: Color,
        turn: &Turn,
    ) -> Result<Acted, Fault> {
        match self {
            Player::BuiltIn(seated) => seated.genmove(game, turn),
            Player::Process(remote) => remote.genmove(game, color, turn),
        }
    }

    /// Tells of the other side's move.
    pub(crate) fn play(&mut self, game: &GameState, color: Color, mv: Move) -> Result<(), Fault> {
        match self {
            Player::BuiltIn(_) => Ok(()),
            Player::Process(remote) => {
                let mv = format_move(mv, game.size());
                remote.process.ask(&format!("play {} {mv}", color_word(color))).map(|_| ())
            }
        }
    }

    /// How it counts the end, as GTP writes it; `None` when it does not.
    pub(crate) fn final_score(&mut self, game: &GameState) -> Option<String> {
        match self {
            Player::BuiltIn(seated) => {
                let count = seated.engine.status(game).count?;
                Some(match count.outcome() {
                    Outcome::Jigo => "0".to_owned(),
                    outcome => outcome.to_sgf(),
                })
            }
            Player::Process(remote) => remote.process.ask("final_score").ok(),
        }
    }

    /// By how many points it thinks Black is ahead; `None` when it says nothing of that.
    pub(crate) fn lead(&mut self) -> Option<f64> {
        match self {
            Player::BuiltIn(seated) => seated.lead.map(f64::from),
            Player::Process(remote) => remote.lead(),
        }
    }

    /// Name and version, as a process tells them.
    pub(crate) fn introduction(&mut self) -> Option<String> {
        let Player::Process(remote) = self else { return None };
        let name = remote.process.ask("name").ok()?;
        let version = remote.process.ask("version").unwrap_or_default();
        Some(format!("{} {}", name.trim(), version.trim()).trim().to_owned())
            .filter(|text| !text.is_empty())
    }
}

impl Seated {
    fn genmove(&mut self, game: &GameState, turn: &Turn) -> Result<Acted, Fault> {
        let budget = self.spec.budget(turn.budget(game.move_number(), game.size().area()));
        let start = Instant::now();
        let engine = &mut self.engine;
        // A fault in the engine loses a game, not the match; the engine is made anew for the next one.
        let decision =
            catch_unwind(AssertUnwindSafe(|| engine.genmove(game, budget, &StopToken::new())));
        let time = start.elapsed();
        let decision = match decision {
            Ok(decision) => decision.map_err(|error| Fault::Answer(error.to_string()))?,
            Err(_) => return Err(Fault::Gone("the engine in this program panicked".to_owned())),
        };
        let analysis = &decision.analysis;
        self.lead = Some(analysis.lead);
        let sign = if analysis.lead < 0.0 { "W" } else { "B" };
        let remark = format!(
            "Black wins {:.1} %, {sign}+{:.1}, {} visits",
            100.0 * analysis.win_rate,
            analysis.lead.abs(),
            analysis.visits
        );
        let act = match decision.choice {
            Choice::Move(mv) => Act::Move(mv),
            Choice::Resign => Act::Resign,
        };
        Ok(Acted { act, time, remark })
    }
}

impl Remote {
    /// Board, komi, and what else of rules, time and stones the engine understands.
    fn begin(&mut self, game: &GameState, terms: &Terms) -> Result<(), Fault> {
        let start = game.start();
        self.board(start)?;
        let size = game.size();
        for color in Color::BOTH {
            for stone in &start.board.stones(color) {
                let point = Coordinates::Gtp.format(stone, size);
                self.process.ask(&format!("play {} {point}", color_word(color)))?;
            }
        }
        for event in game.line() {
            if let rules::Event::Move { by, mv } = event {
                let mv = format_move(*mv, size);
                self.process.ask(&format!("play {} {mv}", color_word(*by)))?;
            }
        }
        let process = &mut self.process;
        let told = timing::settings(&terms.control, |name| process.knows(name))?;
        self.dialect = None;
        if let Some((line, dialect)) = told {
            process.ask(&line)?;
            let knows = process.knows("time_left")?;
            self.dialect = knows.then_some(dialect);
        }
        Ok(())
    }

    fn board(&mut self, start: &Start) -> Result<(), Fault> {
        let process = &mut self.process;
        let size = start.board.size();
        let (columns, rows) = (size.columns(), size.rows());
        if size.is_square() {
            process.ask(&format!("boardsize {columns}"))?;
        } else if process.knows("rectangular_boardsize")? {
            process.ask(&format!("rectangular_boardsize {columns} {rows}"))?;
        } else {
            process.ask(&format!("boardsize {columns} {rows}"))?;
        }
        process.ask("clear_board")?;
        if process.knows("kata-set-rules")? {
            // An engine may not know every ruleset of ours; it then plays by its own.
            match process.ask(&format!("kata-set-rules {}", start.ruleset.id)) {
                Ok(_) | Err(Fault::Answer(_)) => {}
                Err(fault) => return Err(fault),
            }
        }
        process.ask(&format!("komi {}", start.komi)).map(|_| ())
    }

    fn genmove(&mut self, game: &GameState, color: Color, turn: &Turn) -> Result<Acted, Fault> {
        if let Some(dialect) = self.dialect
            && let Some((seconds, stones)) = turn.shown.to_gtp_time_left(&turn.control, dialect)
            && seconds > 0
        {
            let word = color_word(color);
            self.process.ask(&format!("time_left {word} {seconds} {stones}"))?;
        }
        let start = Instant::now();
        let command = format!("genmove {}", color_word(color));
        let text = self.process.ask_within(&command, turn.wait)?;
        let time = start.elapsed();
        let act = match parse_vertex(text.trim(), game.size()) {
            Some(Vertex::Point(point)) => Act::Move(Move::Play(point)),
            Some(Vertex::Pass) => Act::Move(Move::Pass),
            Some(Vertex::Resign) => Act::Resign,
            None => return Err(Fault::Answer(text)),
        };
        Ok(Acted { act, time, remark: String::new() })
    }

    /// What an engine with KataGo's or GNU Go's commands says of the score.
    fn lead(&mut self) -> Option<f64> {
        let process = &mut self.process;
        if process.knows("kata-raw-nn").ok()? {
            let text = process.ask("kata-raw-nn 0").ok()?;
            let mut words = text.split_whitespace().skip_while(|word| *word != "whiteLead");
            return words.nth(1)?.parse::<f64>().ok().map(|lead| -lead);
        }
        if !process.knows("estimate_score").ok()? {
            return None;
        }
        parse_estimate(&process.ask("estimate_score").ok()?)
    }
}

/// Black's lead in an answer such as `W+13.5 (upper bound: -4.5, lower: -20.5)`.
fn parse_estimate(text: &str) -> Option<f64> {
    let (color, points) = text.split_whitespace().next()?.split_once('+')?;
    let points: f64 = points.parse().ok()?;
    match color {
        "B" => Some(points),
        "W" => Some(-points),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn estimates_are_read() {
        assert_eq!(parse_estimate("W+13.5 (upper bound: -4.5, lower: -20.5)"), Some(-13.5));
        assert_eq!(parse_estimate("B+2.0"), Some(2.0));
        for bad in ["", "unclear", "B+", "R+1"] {
            assert_eq!(parse_estimate(bad), None, "{bad}");
        }
    }
}
