//! The controller's lines: a thread reads them, so that one may end what the session is doing.

use std::collections::VecDeque;
use std::io::{self, BufRead, Read};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use engine::StopToken;
use gtp::MAX_LINE;

/// Lines that wait at most; the reader then waits for the session.
const MOST_WAITING: usize = 4096;

/// Which line ends what is running.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Until {
    /// Any line, and the end of the input.
    LineOrEnd,
    /// Any line.
    Line,
    /// GoGui's `# interrupt` alone.
    Interrupt,
}

/// The lines.
#[derive(Debug, Clone)]
pub(crate) struct Input {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    lines: VecDeque<Vec<u8>>,
    has_ended: bool,
    running: Option<(StopToken, Until)>,
    error: Option<io::Error>,
}

impl State {
    /// Ends what is running when this line, or the end, is what it waits for.
    fn arrived(&self, line: Option<&[u8]>) {
        let Some((stop, until)) = &self.running else { return };
        let ends = match (until, line) {
            (Until::LineOrEnd, _) | (Until::Line, Some(_)) => true,
            (Until::Interrupt, Some(line)) => gtp::is_interrupt(line),
            (Until::Line | Until::Interrupt, None) => false,
        };
        if ends {
            stop.stop();
        }
    }
}

impl Input {
    fn empty() -> Input {
        let shared = Shared { state: Mutex::new(State::default()), changed: Condvar::new() };
        Input { shared: Arc::new(shared) }
    }

    /// Reads lines on another thread until they end.
    pub(crate) fn read(reader: impl BufRead + Send + 'static) -> Input {
        let input = Input::empty();
        let shared = Arc::clone(&input.shared);
        std::thread::spawn(move || shared.fill(reader));
        input
    }

    /// Lines that are all there.
    #[cfg(test)]
    pub(crate) fn of(text: &[u8]) -> Input {
        let input = Input::empty();
        input.shared.fill(text);
        input
    }

    /// The next line, without its end; `None` after the last.
    ///
    /// # Errors
    /// When the input fails.
    pub(crate) fn next(&self) -> io::Result<Option<Vec<u8>>> {
        let mut state = self.shared.lock();
        loop {
            if let Some(line) = state.lines.pop_front() {
                self.shared.changed.notify_all();
                return Ok(Some(line));
            }
            if let Some(error) = state.error.take() {
                return Err(error);
            }
            if state.has_ended {
                return Ok(None);
            }
            state = self.shared.wait(state);
        }
    }

    /// Begins something that a line may end: the token says when.
    pub(crate) fn begin(&self, until: Until) -> StopToken {
        let mut state = self.shared.lock();
        let stop = StopToken::new();
        state.running = Some((stop.clone(), until));
        for line in &state.lines {
            state.arrived(Some(line));
        }
        if state.has_ended {
            state.arrived(None);
        }
        stop
    }

    /// It is over.
    pub(crate) fn finish(&self) {
        self.shared.lock().running = None;
    }

    /// Waits until there is a line, or no more will come.
    pub(crate) fn wait_for_line(&self) {
        let mut state = self.shared.lock();
        while state.lines.is_empty() && !state.has_ended {
            state = self.shared.wait(state);
        }
    }
}

impl Shared {
    // A thread that panicked leaves the lines as they were: they are only pushed and popped.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(&self, state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
        self.changed.wait(state).unwrap_or_else(PoisonError::into_inner)
    }

    fn fill(&self, mut reader: impl BufRead) {
        loop {
            let mut line = Vec::new();
            let read = next_line(&mut reader, &mut line);
            let mut state = self.lock();
            match read {
                Ok(true) => {
                    state.arrived(Some(&line));
                    while state.lines.len() >= MOST_WAITING {
                        state = self.wait(state);
                    }
                    state.lines.push_back(line);
                    self.changed.notify_all();
                }
                other => {
                    state.error = other.err();
                    state.has_ended = true;
                    state.arrived(None);
                    self.changed.notify_all();
                    return;
                }
            }
        }
    }
}

/// Reads a line without its end; one that is too long is read over, so that memory stays bounded.
fn next_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<bool> {
    let most = MAX_LINE as u64 + 2;
    if input.by_ref().take(most).read_until(b'\n', line)? == 0 {
        return Ok(false);
    }
    if line.last() == Some(&b'\n') {
        line.pop();
    } else if line.len() as u64 == most {
        input.skip_until(b'\n')?;
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_what_waits_for_them() {
        let input = Input::of(b"name\n");
        for (until, ends) in
            [(Until::LineOrEnd, true), (Until::Line, true), (Until::Interrupt, false)]
        {
            assert_eq!(input.begin(until).is_stopped(), ends, "{until:?}");
            input.finish();
        }
        assert_eq!(input.next().unwrap(), Some(b"name".to_vec()));
        for (until, ends) in
            [(Until::LineOrEnd, true), (Until::Line, false), (Until::Interrupt, false)]
        {
            assert_eq!(input.begin(until).is_stopped(), ends, "{until:?}");
        }
        assert_eq!(input.next().unwrap(), None);
        assert!(Input::of(b"name\n# interrupt\n").begin(Until::Interrupt).is_stopped());
    }

    #[test]
    fn a_line_stops_a_search_that_is_running() {
        let (receiver, mut sender) = std::io::pipe().unwrap();
        let input = Input::read(io::BufReader::new(receiver));
        let stop = input.begin(Until::Line);
        assert!(!stop.is_stopped());
        io::Write::write_all(&mut sender, b"\n").unwrap();
        input.wait_for_line();
        assert!(stop.is_stopped());
        drop(sender);
        assert_eq!(input.next().unwrap(), Some(Vec::new()));
        assert_eq!(input.next().unwrap(), None);
    }
}
