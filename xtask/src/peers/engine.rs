//! An engine that is asked.

use std::collections::HashSet;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use gtp::{Reply, ReplyReader};

/// What an engine said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Answer {
    /// It answered.
    Fine(String),
    /// It answered with an error.
    Error(String),
    /// It said nothing in time, or ended.
    Lost,
}

/// A process that speaks GTP.
#[derive(Debug)]
pub(super) struct Engine {
    child: Child,
    input: ChildStdin,
    replies: Receiver<Reply>,
    commands: HashSet<String>,
    is_lost: bool,
}

impl Engine {
    /// Starts an engine in the shell, sends it the first commands and asks what it knows.
    pub(super) fn start(command: &str, first: &[String], timeout: Duration) -> Result<Engine> {
        let mut child = Command::new("sh")
            // The shell gives way to the engine where it can, so that ending the one ends the other.
            .args(["-c", command])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .with_context(|| command.to_owned())?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            bail!("{command} has no input or output");
        };
        let (sender, replies) = mpsc::channel();
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
        let mut engine = Engine { child, input, replies, commands: HashSet::new(), is_lost: false };
        for line in first {
            if let Answer::Error(text) = engine.ask(line, timeout) {
                bail!("{command} answers {line} with {text}");
            }
        }
        let Answer::Fine(list) = engine.ask("list_commands", timeout) else {
            bail!("{command} does not answer list_commands");
        };
        engine.commands = list.split_whitespace().map(str::to_owned).collect();
        Ok(engine)
    }

    pub(super) fn knows(&self, command: &str) -> bool {
        self.commands.contains(command)
    }

    /// Whether it is of no use any more.
    pub(super) fn is_lost(&self) -> bool {
        self.is_lost
    }

    pub(super) fn ask(&mut self, command: &str, timeout: Duration) -> Answer {
        if self.is_lost {
            return Answer::Lost;
        }
        let sent = writeln!(self.input, "{command}").and_then(|()| self.input.flush());
        let reply = sent.ok().and_then(|()| self.replies.recv_timeout(timeout).ok());
        match reply {
            Some(Reply { result: Ok(text), .. }) => Answer::Fine(text),
            Some(Reply { result: Err(text), .. }) => Answer::Error(text),
            None => {
                self.is_lost = true;
                Answer::Lost
            }
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // It holds nothing that would have to be saved.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
