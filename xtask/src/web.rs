//! The web board's checks: types and style, unit tests, and journeys through the real program in a real browser.

use anyhow::{Context, Result};

use crate::browser;
use crate::count::{Runner, Tally};
use crate::test::{End, Stage, counted_with};

/// npm is a batch file on Windows, which only its full name starts.
const NPM: &str = if cfg!(windows) { "npm.cmd" } else { "npm" };

/// Types, style and names; one check. Installs the packages first, as the build does.
pub(crate) fn checks(stage: &Stage) -> Result<End> {
    if !stage.has(&["node", "--version"]) {
        return Ok(End::Ran(Tally::one(false), "Node.js 20.19 or newer is needed\n".into()));
    }
    if !stage.root.join("web/node_modules/.package-lock.json").exists() {
        let (installed, output) =
            stage.run(&[NPM, "--prefix", "web", "ci", "--no-audit", "--no-fund"], &[])?;
        if !installed {
            return Ok(End::Ran(Tally::one(false), output));
        }
    }
    stage.check(&[NPM, "--prefix", "web", "run", "--silent", "check"])
}

/// The unit tests of the pages.
pub(crate) fn tests(stage: &Stage) -> Result<End> {
    counted_with(stage, &[NPM, "--prefix", "web", "run", "--silent", "test"], Runner::Vitest, &[])
}

/// People's ways through the program, in Chromium.
pub(crate) fn journeys(stage: &Stage) -> Result<End> {
    let Some(browser) = browser::find() else {
        let how = "no Chromium (apt-get install chromium, or name one in CHROMIUM)";
        return Ok(End::Skipped(how.into()));
    };
    let binary = crate::faults::build(stage.root, false)?;
    let text =
        |path: &std::path::Path| path.to_str().map(str::to_owned).context("a path is not UTF-8");
    let (browser, binary) = (text(&browser)?, text(&binary)?);
    let settings = [("CHROMIUM", browser.as_str()), ("SHOUTAN_BINARY", binary.as_str())];
    let words = [NPM, "--prefix", "web", "run", "--silent", "journeys"];
    counted_with(stage, &words, Runner::Vitest, &settings)
}
