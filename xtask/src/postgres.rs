//! A PostgreSQL server for the tests: Debian's, in a temporary folder, on a free port of the loopback device, stopped and
//! removed when it is dropped.

use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::debian::{self, done, is_root};

/// The account that Debian's package makes; the server refuses to run as root.
const ACCOUNT: &str = "postgres";

/// A running server.
#[derive(Debug)]
pub(crate) struct Server {
    binaries: PathBuf,
    folder: PathBuf,
    port: u16,
}

impl Server {
    /// Starts a server, installing PostgreSQL first where that is possible; the inner error says what is missing.
    ///
    /// # Errors
    /// When PostgreSQL is there but does not start.
    pub(crate) fn start() -> Result<std::result::Result<Self, String>> {
        let Some(binaries) =
            binaries().or_else(|| debian::install(&["postgresql"]).then(binaries).flatten())
        else {
            return Ok(Err("PostgreSQL is not installed (apt-get install postgresql)".to_owned()));
        };
        let folder = std::env::temp_dir().join(format!("shoutan-postgres-{}", std::process::id()));
        fs::create_dir(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
        // From here on dropping removes the folder.
        let server = Self { binaries, folder, port: free_port()? };
        if is_root() {
            done(Command::new("chown").arg(ACCOUNT).arg(&server.folder), "chown")?;
        }
        let data = server.data();
        let init = ["-A", "trust", "-U", "shoutan", "-E", "UTF8", "--locale=C", "--no-sync"];
        done(server.command("initdb").arg("-D").arg(&data).args(init), "initdb")?;
        let settings = format!(
            "-p {} -c listen_addresses=127.0.0.1 -c unix_socket_directories={} -c max_connections=300",
            server.port,
            server.folder.display()
        );
        let log = server.folder.join("log");
        let mut start = server.command("pg_ctl");
        start.arg("-D").arg(&data).arg("-l").arg(&log).args(["-w", "-o", &settings, "start"]);
        if let Err(error) = done(&mut start, "pg_ctl") {
            bail!("{error:#}\n{}", fs::read_to_string(&log).unwrap_or_default());
        }
        Ok(Ok(server))
    }

    /// What `SHOUTAN_TEST_PG` is set to.
    pub(crate) fn url(&self) -> String {
        format!("postgres://shoutan@127.0.0.1:{}/postgres", self.port)
    }

    fn data(&self) -> PathBuf {
        self.folder.join("data")
    }

    /// One of PostgreSQL's programs, run by an account that it accepts.
    fn command(&self, program: &str) -> Command {
        let program = self.binaries.join(program);
        let mut command = if is_root() {
            let mut command = Command::new("runuser");
            command.args(["-u", ACCOUNT, "--"]).arg(program);
            command
        } else {
            Command::new(program)
        };
        // Where the account may not be, its programs complain.
        command.current_dir(&self.folder);
        command
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let mut stop = self.command("pg_ctl");
        stop.arg("-D").arg(self.data()).args(["-m", "immediate", "stop"]);
        // A server that never started cannot be stopped.
        let _ = done(&mut stop, "pg_ctl");
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// The folder of the newest version's programs, as Debian lays them out.
fn binaries() -> Option<PathBuf> {
    let versions = fs::read_dir("/usr/lib/postgresql").ok()?.flatten();
    let number = |path: &Path| path.file_name()?.to_str()?.parse::<u32>().ok();
    let newest = versions.map(|entry| entry.path()).filter(|path| path.join("bin/initdb").exists());
    newest.max_by_key(|path| number(path)).map(|path| path.join("bin"))
}

fn free_port() -> Result<u16> {
    Ok(TcpListener::bind("127.0.0.1:0")?.local_addr()?.port())
}
