//! Programs that tests need and Debian has: installed where that is possible.

use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

/// Installs a package where this may; whether it did.
pub(crate) fn install(packages: &[&str]) -> bool {
    let apt = |arguments: &[&str]| {
        let mut command = Command::new("apt-get");
        command.args(arguments).env("DEBIAN_FRONTEND", "noninteractive");
        done(&mut command, "apt-get").is_ok()
    };
    let words = [&["install", "--yes", "--quiet", "--no-install-recommends"], packages].concat();
    is_root() && (apt(&words) || (apt(&["update", "--quiet"]) && apt(&words)))
}

/// Whether this runs as root.
pub(crate) fn is_root() -> bool {
    let output = Command::new("id").arg("-u").output();
    output.is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}

/// Runs a command to its end; its output goes into the error.
pub(crate) fn done(command: &mut Command, name: &str) -> Result<()> {
    let output =
        command.stdin(Stdio::null()).output().with_context(|| format!("cannot start {name}"))?;
    if !output.status.success() {
        bail!("{name} failed:\n{}", String::from_utf8_lossy(&output.stderr));
    }
    Ok(())
}
