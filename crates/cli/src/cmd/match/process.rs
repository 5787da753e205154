//! A program that speaks GTP, driven over its standard input and output.

use std::collections::{HashMap, VecDeque};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use gtp::{Reply, ReplyReader};

use super::player::Fault;

/// Lines of the error output that are kept.
const LAST_LINES: usize = 5;

/// The most of one line of the error output that is kept.
const LONGEST_LINE: usize = 300;

/// A process that speaks GTP.
#[derive(Debug)]
pub(crate) struct Process {
    child: Child,
    input: Option<ChildStdin>,
    replies: Receiver<Reply>,
    timeout: Duration,
    known: HashMap<String, bool>,
    last_words: Arc<Mutex<VecDeque<String>>>,
    /// Reads the error output; ends with it.
    listener: Option<JoinHandle<()>>,
    /// It answered nothing in time, or ended: there is no use in saying `quit`.
    is_lost: bool,
}

impl Process {
    /// Starts a command in the system's shell; `timeout` is for each answer that has no time of its own.
    pub(crate) fn start(command: &str, timeout: Duration) -> Result<Process, Fault> {
        let gone = |error: std::io::Error| Fault::Gone(error.to_string());
        let mut child = shell(command)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
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
        let last_words = Arc::new(Mutex::new(VecDeque::new()));
        let listener = child.stderr.take().map(|errors| {
            let kept = Arc::clone(&last_words);
            thread::spawn(move || keep_last(errors, &kept))
        });
        let known = HashMap::new();
        Ok(Process { child, input, replies, timeout, known, last_words, listener, is_lost: false })
    }

    /// Sends a command and waits for its answer.
    pub(crate) fn ask(&mut self, command: &str) -> Result<String, Fault> {
        self.ask_within(command, self.timeout)
    }

    /// Sends a command and waits so long for its answer.
    pub(crate) fn ask_within(&mut self, command: &str, time: Duration) -> Result<String, Fault> {
        let sent = match self.input.as_mut() {
            Some(input) => writeln!(input, "{command}").and_then(|()| input.flush()).is_ok(),
            None => false,
        };
        if !sent {
            return Err(self.gone(command));
        }
        match self.replies.recv_timeout(time) {
            Ok(Reply { result, .. }) => result.map_err(Fault::Answer),
            Err(RecvTimeoutError::Timeout) => {
                self.is_lost = true;
                Err(Fault::Timeout)
            }
            Err(RecvTimeoutError::Disconnected) => Err(self.gone(command)),
        }
    }

    /// Whether it knows a command.
    pub(crate) fn knows(&mut self, command: &str) -> Result<bool, Fault> {
        if let Some(known) = self.known.get(command) {
            return Ok(*known);
        }
        let known = match self.ask(&format!("known_command {command}")) {
            Ok(answer) => answer.trim() == "true",
            Err(Fault::Answer(_)) => false,
            Err(fault) => return Err(fault),
        };
        self.known.insert(command.to_owned(), known);
        Ok(known)
    }

    /// How it ended and what it said last on its error output.
    fn gone(&mut self, command: &str) -> Fault {
        self.is_lost = true;
        let mut end = None;
        // What it said last may still be on the way; what it started may keep the way open for ever.
        for _ in 0..100 {
            end = self.child.try_wait().ok().flatten();
            let heard = self.listener.as_ref().is_none_or(JoinHandle::is_finished);
            if end.is_some() && heard {
                break;
            }
            thread::sleep(Duration::from_millis(10));
        }
        let end = end.map(|status| status.to_string());
        let words = self.last_words.lock().unwrap_or_else(PoisonError::into_inner);
        let mut text = format!("no answer to {command}");
        for part in end.iter().chain(words.iter()) {
            text.push_str("; ");
            text.push_str(part);
        }
        Fault::Gone(text)
    }
}

/// Reads an error output to its end, keeping the last lines.
fn keep_last(errors: impl Read, kept: &Mutex<VecDeque<String>>) {
    let mut lines = BufReader::new(errors).split(b'\n');
    while let Some(Ok(line)) = lines.next() {
        let text = String::from_utf8_lossy(&line);
        let text: String = text.trim().chars().take(LONGEST_LINE).collect();
        if text.is_empty() {
            continue;
        }
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() == LAST_LINES {
            kept.pop_front();
        }
        kept.push_back(text);
    }
}

impl Drop for Process {
    /// Says `quit` and waits a second before the process is ended, with all it started.
    fn drop(&mut self) {
        if let Some(mut input) = self.input.take()
            && !self.is_lost
        {
            let _ = writeln!(input, "quit");
        }
        let patience = Duration::from_millis(if self.is_lost { 0 } else { 1000 });
        let start = Instant::now();
        loop {
            if !matches!(self.child.try_wait(), Ok(None)) {
                return;
            }
            if start.elapsed() >= patience {
                break;
            }
            thread::sleep(Duration::from_millis(10));
        }
        end_group(self.child.id());
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The system's shell with a command, in a group of its own so that all it starts can be ended.
fn shell(command: &str) -> Command {
    let (program, flag) = if cfg!(windows) { ("cmd", "/C") } else { ("sh", "-c") };
    let mut shell = Command::new(program);
    shell.arg(flag).arg(command);
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut shell, 0);
    shell
}

/// Ends a process and what it started. Where there are no groups, the process alone is ended by the caller.
fn end_group(id: u32) {
    if cfg!(unix) {
        let mut shell = Command::new("sh");
        shell.arg("-c").arg(format!("kill -9 -{id}"));
        let _ = shell.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_that_does_not_answer_is_given_up() {
        let mut process = Process::start("sleep 5; true", Duration::from_millis(50)).unwrap();
        assert_eq!(process.ask("name"), Err(Fault::Timeout));
        let start = Instant::now();
        drop(process);
        assert!(start.elapsed() < Duration::from_secs(4));
    }

    #[test]
    fn the_last_words_of_a_process_that_ends_are_kept() {
        let command = "echo out of memory >&2; exit 3";
        let mut process = Process::start(command, Duration::from_secs(60)).unwrap();
        let Err(Fault::Gone(text)) = process.ask("name") else { panic!("it ended") };
        assert!(text.contains("out of memory") && text.contains('3'), "{text}");
    }

    #[test]
    fn what_it_knows_is_asked_once() {
        let command = "echo '= true'; echo; read a; echo '= false'; echo; read b";
        let mut process = Process::start(command, Duration::from_secs(60)).unwrap();
        assert_eq!(process.knows("time_left"), Ok(true));
        assert_eq!(process.knows("time_left"), Ok(true));
        assert_eq!(process.knows("kata-raw-nn"), Ok(false));
    }
}
