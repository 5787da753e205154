//! The two kinds of players: the engine in this program, and a process that speaks GTP.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use board::{BoardSize, Color, Coordinates, Move};
use engine::{Budget, Choice, Engine, Level, Settings, StopToken};
use gtp::{Reply, ReplyReader, Vertex, color_word, format_move, parse_vertex};
use rules::{GameState, Outcome, Start};

/// A player as it is written on the command line.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Spec {
    /// The engine in this program.
    BuiltIn {
        /// Its level.
        level: Level,
        /// Visits instead of the level's.
        visits: Option<u32>,
        /// As written.
        name: String,
    },
    /// A command that speaks GTP.
    Command(String),
}

/// How long moves may take.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Terms {
    /// For each move.
    pub(crate) time: Option<Duration>,
    /// Before a player that does not answer has lost.
    pub(crate) timeout: Duration,
}

impl Spec {
    /// Reads a player; `None` for an unknown built-in one.
    pub(crate) fn parse(text: &str) -> Option<Spec> {
        let Some(name) = text.strip_prefix("builtin:") else {
            return Some(Spec::Command(text.to_owned()));
        };
        let built_in = |level, visits| Spec::BuiltIn { level, visits, name: text.to_owned() };
        if let Some(number) = name.strip_prefix("level") {
            return Some(built_in(Level::numbered(number.parse().ok()?)?, None));
        }
        let visits: u32 = name.strip_prefix("visits=")?.parse().ok()?;
        (visits > 0).then(|| built_in(Level::default(), Some(visits)))
    }

    pub(crate) fn name(&self) -> &str {
        match self {
            Spec::BuiltIn { name, .. } => name,
            Spec::Command(command) => command,
        }
    }
}

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
pub(crate) enum Turn {
    Move(Move),
    Resign,
}

/// A player at the board.
#[derive(Debug)]
pub(crate) enum Player {
    BuiltIn { engine: Box<Engine>, budget: Budget },
    Process(Process),
}

impl Player {
    /// Sets a player down at a game.
    pub(crate) fn new(
        spec: &Spec,
        start: &Start,
        terms: Terms,
        seed: u64,
        number: u32,
    ) -> Result<Player, Fault> {
        match spec {
            Spec::BuiltIn { level, visits, .. } => {
                let settings = Settings { level: level.clone(), seed, ..Settings::default() };
                let budget = Budget { visits: *visits, time: terms.time, ..Budget::LEVEL };
                Ok(Player::BuiltIn { engine: Box::new(Engine::new(settings)), budget })
            }
            Spec::Command(command) => {
                let command = command.replace("{seed}", &number.to_string());
                let mut process = Process::start(&command, terms.timeout)?;
                process.set_up(start, terms.time)?;
                Ok(Player::Process(process))
            }
        }
    }

    /// Asks for a move.
    pub(crate) fn genmove(&mut self, game: &GameState, color: Color) -> Result<Turn, Fault> {
        match self {
            Player::BuiltIn { engine, budget } => {
                let decision = engine.genmove(game, *budget, &StopToken::new());
                match decision.map_err(|error| Fault::Answer(error.to_string()))?.choice {
                    Choice::Move(mv) => Ok(Turn::Move(mv)),
                    Choice::Resign => Ok(Turn::Resign),
                }
            }
            Player::Process(process) => {
                let text = process.ask(&format!("genmove {}", color_word(color)))?;
                match parse_vertex(text.trim(), game.size()) {
                    Some(Vertex::Point(point)) => Ok(Turn::Move(Move::Play(point))),
                    Some(Vertex::Pass) => Ok(Turn::Move(Move::Pass)),
                    Some(Vertex::Resign) => Ok(Turn::Resign),
                    None => Err(Fault::Answer(text)),
                }
            }
        }
    }

    /// Tells of the other side's move.
    pub(crate) fn play(&mut self, color: Color, mv: Move, size: BoardSize) -> Result<(), Fault> {
        match self {
            Player::BuiltIn { .. } => Ok(()),
            Player::Process(process) => {
                let mv = format_move(mv, size);
                process.ask(&format!("play {} {mv}", color_word(color))).map(|_| ())
            }
        }
    }

    /// How it counts the end, as GTP writes it; `None` when it does not.
    pub(crate) fn final_score(&mut self, game: &GameState) -> Option<String> {
        match self {
            Player::BuiltIn { engine, .. } => {
                let count = engine.status(game).count?;
                Some(match count.outcome() {
                    Outcome::Jigo => "0".to_owned(),
                    outcome => outcome.to_sgf(),
                })
            }
            Player::Process(process) => process.ask("final_score").ok(),
        }
    }
}

/// A process that speaks GTP.
#[derive(Debug)]
pub(crate) struct Process {
    child: Child,
    input: Option<ChildStdin>,
    replies: Receiver<Reply>,
    timeout: Duration,
}

impl Process {
    fn start(command: &str, timeout: Duration) -> Result<Process, Fault> {
        let gone = |error: std::io::Error| Fault::Gone(error.to_string());
        let mut child = shell(command)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(gone)?;
        let input = child.stdin.take();
        let (sender, replies) = mpsc::channel();
        if let Some(output) = child.stdout.take() {
            // Ends when the process closes its output or nobody wants its replies any more.
            thread::spawn(move || {
                let mut reader = ReplyReader::new();
                let mut lines = BufReader::new(output).split(b'\n');
                while let Some(Ok(line)) = lines.next() {
                    let reply = reader.push(&String::from_utf8_lossy(&line));
                    if reply.is_some_and(|reply| sender.send(reply).is_err()) {
                        return;
                    }
                }
            });
        }
        Ok(Process { child, input, replies, timeout })
    }

    /// Sends a command and waits for its answer.
    pub(crate) fn ask(&mut self, command: &str) -> Result<String, Fault> {
        let gone = || Fault::Gone(format!("no answer to {command}"));
        let input = self.input.as_mut().ok_or_else(gone)?;
        writeln!(input, "{command}").and_then(|()| input.flush()).map_err(|_| gone())?;
        match self.replies.recv_timeout(self.timeout) {
            Ok(Reply { result, .. }) => result.map_err(Fault::Answer),
            Err(RecvTimeoutError::Timeout) => Err(Fault::Timeout),
            Err(RecvTimeoutError::Disconnected) => Err(gone()),
        }
    }

    fn knows(&mut self, command: &str) -> Result<bool, Fault> {
        Ok(self.ask(&format!("known_command {command}"))?.trim() == "true")
    }

    /// Board, komi, and what else of rules, time and stones the engine understands.
    fn set_up(&mut self, start: &Start, time: Option<Duration>) -> Result<(), Fault> {
        let size = start.board.size();
        let (columns, rows) = (size.columns(), size.rows());
        if size.is_square() {
            self.ask(&format!("boardsize {columns}"))?;
        } else if self.knows("rectangular_boardsize")? {
            self.ask(&format!("rectangular_boardsize {columns} {rows}"))?;
        } else {
            self.ask(&format!("boardsize {columns} {rows}"))?;
        }
        self.ask("clear_board")?;
        if self.knows("kata-set-rules")? {
            // An engine may not know every ruleset of ours; it then plays by its own.
            match self.ask(&format!("kata-set-rules {}", start.ruleset.id)) {
                Ok(_) | Err(Fault::Answer(_)) => {}
                Err(fault) => return Err(fault),
            }
        }
        self.ask(&format!("komi {}", start.komi))?;
        if let Some(time) = time
            && self.knows("time_settings")?
        {
            self.ask(&format!("time_settings 0 {} 1", time.as_secs().max(1)))?;
        }
        for color in Color::BOTH {
            for stone in &start.board.stones(color) {
                let point = Coordinates::Gtp.format(stone, size);
                self.ask(&format!("play {} {point}", color_word(color)))?;
            }
        }
        Ok(())
    }
}

impl Drop for Process {
    /// Says `quit` and waits a second before the process is ended.
    fn drop(&mut self) {
        if let Some(mut input) = self.input.take() {
            let _ = writeln!(input, "quit");
        }
        let start = Instant::now();
        while start.elapsed() < Duration::from_secs(1) {
            if !matches!(self.child.try_wait(), Ok(None)) {
                return;
            }
            thread::sleep(Duration::from_millis(10));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The system's shell with a command.
fn shell(command: &str) -> Command {
    let (program, flag) = if cfg!(windows) { ("cmd", "/C") } else { ("sh", "-c") };
    let mut shell = Command::new(program);
    shell.arg(flag).arg(command);
    shell
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_read() {
        let level = |text: &str| match Spec::parse(text) {
            Some(Spec::BuiltIn { level, visits, .. }) => Some((level.number, visits)),
            _ => None,
        };
        assert_eq!(level("builtin:level3"), Some((3, None)));
        assert_eq!(level("builtin:visits=100"), Some((5, Some(100))));
        for bad in ["builtin:", "builtin:level6", "builtin:visits=0", "builtin:best"] {
            assert_eq!(Spec::parse(bad), None, "{bad}");
        }
        assert_eq!(Spec::parse("gnugo --mode gtp").unwrap().name(), "gnugo --mode gtp");
    }

    #[test]
    fn a_process_that_does_not_answer_is_given_up() {
        let mut process = Process::start("sleep 5", Duration::from_millis(50)).unwrap();
        assert_eq!(process.ask("name"), Err(Fault::Timeout));
        drop(process);
    }
}
