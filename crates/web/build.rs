//! Builds the web board with Node (`web/`) into the build folder, from where the crate embeds it.

use std::path::{Path, PathBuf};
use std::process::{Command, exit};
use std::{env, fs};

/// Vite, the bundler, asks for this one.
const OLDEST_NODE: (u32, u32) = (20, 19);

fn main() {
    let crate_folder = PathBuf::from(variable("CARGO_MANIFEST_DIR"));
    let web = crate_folder.join("../../web");
    for part in
        ["src", "public", "index.html", "vite.config.ts", "package.json", "package-lock.json"]
    {
        println!("cargo::rerun-if-changed={}", web.join(part).display());
    }
    let bundle = PathBuf::from(variable("OUT_DIR")).join("bundle");
    check_node();
    if is_stale(&web) {
        npm(&web, &["ci", "--no-audit", "--no-fund", "--loglevel=error"]);
    }
    npm(&web, &["run", "--silent", "types"]);
    let target = bundle.display().to_string();
    npm(
        &web,
        &[
            "exec",
            "--",
            "vite",
            "build",
            "--logLevel",
            "warn",
            "--emptyOutDir",
            "--outDir",
            &target,
        ],
    );
}

fn variable(name: &str) -> String {
    env::var(name).unwrap_or_else(|_| fail(&format!("cargo did not set {name}")))
}

/// Whether the packages have to be installed: none are there, or the lock file is newer.
fn is_stale(web: &Path) -> bool {
    let changed = |path: PathBuf| fs::metadata(path).and_then(|found| found.modified()).ok();
    let installed = changed(web.join("node_modules/.package-lock.json"));
    installed.is_none() || installed < changed(web.join("package-lock.json"))
}

fn check_node() {
    let oldest = format!("Node.js {}.{}", OLDEST_NODE.0, OLDEST_NODE.1);
    let Ok(answer) = Command::new("node").arg("--version").output() else {
        fail(&format!(
            "{oldest} or newer is needed to build the web board, and no `node` was found: install it from https://nodejs.org/ \
             or your system's packages.\n构建网页棋盘需要 {oldest} 或更新的版本，未找到 node 命令：请从 https://nodejs.org/ 或系统软件源安装。"
        ));
    };
    let said = String::from_utf8_lossy(&answer.stdout).trim().to_owned();
    let mut numbers = said.trim_start_matches('v').split('.').map(|part| part.parse().unwrap_or(0));
    let found = (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0));
    if found < OLDEST_NODE {
        fail(&format!(
            "{oldest} or newer is needed to build the web board; this is {said}.\n构建网页棋盘需要 {oldest} 或更新的版本，此处为 {said}。"
        ));
    }
}

fn npm(web: &Path, arguments: &[&str]) {
    // npm is a batch file on Windows, which only its full name starts.
    let program = if cfg!(windows) { "npm.cmd" } else { "npm" };
    match Command::new(program).args(arguments).current_dir(web).output() {
        Ok(done) if done.status.success() => {}
        Ok(done) => fail(&format!(
            "`npm {}` in web/ failed:\n{}{}",
            arguments.join(" "),
            String::from_utf8_lossy(&done.stdout),
            String::from_utf8_lossy(&done.stderr)
        )),
        Err(error) => fail(&format!("npm cannot be started ({error}); it comes with Node.js")),
    }
}

fn fail(why: &str) -> ! {
    for line in why.lines() {
        println!("cargo::error={line}");
    }
    exit(1)
}
