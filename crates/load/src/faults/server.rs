//! A real server process that tests start, kill and start again.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use crate::error::LoadError;
use crate::target::Target;

/// A server that does not answer by then will not.
const PATIENCE: Duration = Duration::from_secs(60);

/// Lines of the log that are kept.
const LINES: usize = 200;

/// How to start a server.
#[derive(Debug, Clone)]
pub struct Launch {
    /// The program.
    pub binary: PathBuf,
    /// Its data folder.
    pub data: PathBuf,
    /// Where it listens.
    pub address: SocketAddr,
    /// No file may grow beyond so many KiB: its writes fail then as on a disk that is full.
    pub file_limit: Option<u64>,
    /// Further arguments.
    pub more: Vec<OsString>,
}

impl Launch {
    /// A server on a free port of this machine, with limits that one address with all clients does not reach.
    ///
    /// # Errors
    /// When there is no free port.
    pub fn new(binary: PathBuf, data: PathBuf) -> Result<Self, LoadError> {
        let free =
            TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).and_then(|listener| listener.local_addr());
        let address = free.map_err(|error| LoadError::System {
            what: "looking for a free port".to_owned(),
            error,
        })?;
        Ok(Self { binary, data, address, file_limit: None, more: Vec::new() })
    }

    /// The address for clients.
    ///
    /// # Errors
    /// When it is none of this machine.
    pub fn target(&self) -> Result<Target, LoadError> {
        Target::new(self.address)
    }

    /// The address of its database.
    pub fn database(&self) -> String {
        format!("sqlite:{}", self.data.join("shoutan.sqlite").display())
    }

    fn command(&self) -> Command {
        let mut command = match self.file_limit {
            None => Command::new(&self.binary),
            Some(limit) => {
                // The signal must be ignored for the write to fail instead; a program inherits that.
                let mut shell = Command::new("sh");
                shell.args(["-c", "trap '' XFSZ; ulimit -f \"$0\" && exec \"$@\""]);
                // In blocks of 512 bytes.
                shell.arg((limit * 2).to_string()).arg(&self.binary);
                shell
            }
        };
        command
            .arg("serve")
            .arg("--listen")
            .arg(self.address.to_string())
            .arg("--data")
            .arg(&self.data)
            .args(&self.more);
        // Everybody comes from one address here.
        command.args(["--engine-threads", "0", "--limit", LIMITS]);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }
}

/// Limits that the clients of a test do not reach.
const LIMITS: &str = "requests=100000000,guests=100000000,logins=100000000,messages=1000000,chat=1000000,creations=1000000,\
                      games=1000000,seeks=1000000";

/// A running server. Dropping it kills it.
#[derive(Debug)]
pub struct Server {
    child: Child,
    log: Arc<Mutex<VecDeque<String>>>,
    /// From the start of the process to its first answer.
    pub started_in: Duration,
}

impl Server {
    /// Starts a server and waits for its first answer.
    ///
    /// # Errors
    /// When it cannot be started, ends, or does not answer within a minute; with the last lines of its log.
    pub fn start(launch: &Launch) -> Result<Self, LoadError> {
        let begun = Instant::now();
        let spawned = launch.command().spawn();
        let what = || format!("starting {}", launch.binary.display());
        let mut child = spawned.map_err(|error| LoadError::System { what: what(), error })?;
        let log = Arc::new(Mutex::new(VecDeque::new()));
        if let Some(out) = child.stdout.take() {
            keep_lines(out, &log);
        }
        if let Some(out) = child.stderr.take() {
            keep_lines(out, &log);
        }
        let mut server = Self { child, log, started_in: Duration::ZERO };
        while !answers(launch.address) {
            let ended = server.child.try_wait().ok().flatten();
            if ended.is_some() || begun.elapsed() > PATIENCE {
                let lines = server.log.lock().unwrap_or_else(PoisonError::into_inner);
                let tail: Vec<&str> =
                    lines.iter().rev().take(5).rev().map(String::as_str).collect();
                let error =
                    std::io::Error::other(format!("no answer ({ended:?}): {}", tail.join(" | ")));
                return Err(LoadError::System { what: what(), error });
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        server.started_in = begun.elapsed();
        Ok(server)
    }

    /// The process.
    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Kills it as `kill -9` does.
    pub fn kill(&mut self) {
        // Gone already is as good.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// Asks it to stop and waits until it has; whether it ended well and in time.
    pub fn stop(&mut self) -> bool {
        let asked = Command::new("kill").arg("-TERM").arg(self.pid().to_string()).status();
        let begun = Instant::now();
        while asked.is_ok() && begun.elapsed() < Duration::from_secs(30) {
            if let Ok(Some(status)) = self.child.try_wait() {
                return status.success();
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        self.kill();
        false
    }

    /// Whether it still runs.
    pub fn is_up(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }

    /// Lines of its log that tell of a panic.
    pub fn panics(&self) -> Vec<String> {
        let lines = self.log.lock().unwrap_or_else(PoisonError::into_inner);
        lines.iter().filter(|line| is_panic(line)).cloned().collect()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.kill();
    }
}

fn is_panic(line: &str) -> bool {
    line.contains("panicked at") || line.contains("overflowed its stack")
}

/// Reads a pipe to its end; keeps the last lines, and every line about a panic.
fn keep_lines(out: impl Read + Send + 'static, log: &Arc<Mutex<VecDeque<String>>>) {
    let log = log.clone();
    std::thread::spawn(move || {
        for line in BufReader::new(out).split(b'\n') {
            let Ok(line) = line else { return };
            let mut log = log.lock().unwrap_or_else(PoisonError::into_inner);
            if log.len() >= LINES
                && let Some(oldest) = log.iter().position(|line| !is_panic(line))
            {
                log.remove(oldest);
            }
            log.push_back(String::from_utf8_lossy(&line).into_owned());
        }
    });
}

/// Whether a server says that it is ready.
fn answers(address: SocketAddr) -> bool {
    let ask = || -> std::io::Result<bool> {
        let mut stream = TcpStream::connect_timeout(&address, Duration::from_secs(1))?;
        stream.set_read_timeout(Some(Duration::from_secs(2)))?;
        write!(stream, "GET /readyz HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")?;
        let mut head = [0; 12];
        stream.read_exact(&mut head)?;
        Ok(head.ends_with(b"200"))
    };
    ask().unwrap_or(false)
}

/// Now, in milliseconds since 1970.
pub(crate) fn now() -> u64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}
