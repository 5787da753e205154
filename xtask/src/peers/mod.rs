//! `cargo xtask peers`: other programs' test suites, run through any engine that speaks GTP.
//!
//! A suite is a folder with `tests.jsonl.gz` (one test a line: a position, a command, the expected answer) and
//! `regression.tar.gz` (the records). For each test the engine loads the position, is given the setup commands and then
//! the command; the whole answer must match the expected regular expression, or must not where that begins with `!`.
//! What an engine does not know is counted apart: nobody else has GNU Go's `owl_attack`.
//!
//! Start reading at [`run`].

use std::collections::BTreeMap;
use std::fmt;
use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use flate2::read::GzDecoder;
use regex::Regex;
use serde::Deserialize;

mod engine;
mod position;

use engine::{Answer, Engine};

/// What is to be run.
#[derive(Debug, Clone)]
pub struct Plan {
    /// The engine, as the shell starts it.
    pub engine: String,
    /// Folders with `tests.jsonl.gz` and `regression.tar.gz`.
    pub folders: Vec<PathBuf>,
    /// Only test files with one of these words in their name; all without any.
    pub suites: Vec<String>,
    /// Only tests of these commands; all that the engine knows without any.
    pub commands: Vec<String>,
    /// Every how manieth test is taken, from the first.
    pub every: usize,
    /// The most tests of each test file.
    pub limit: usize,
    /// How long an answer may take.
    pub timeout: Duration,
    /// Engines at the same time.
    pub jobs: usize,
    /// Commands sent to each engine first, such as `komi 6.5`.
    pub first: Vec<String>,
    /// Whether each failure is shown.
    pub show: bool,
}

/// One test, as the file has it.
#[derive(Debug, Clone, Deserialize)]
struct Test {
    suite: String,
    file: String,
    test: u64,
    sgf: Option<String>,
    at: Option<String>,
    setup: Option<Vec<String>>,
    cmd: String,
    args: Vec<String>,
    expect: Option<String>,
    known_fail: bool,
    sgf_present: Option<bool>,
}

/// What came of a test.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Outcome {
    Passed,
    Failed(String),
    /// The engine does not know the command, or one of the setup.
    Unknown,
    /// The position could not be set up, or the engine answered with an error.
    Error(String),
    /// No answer in time; the engine was started again.
    Timeout,
}

/// Counts of one test file or of all.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Tests that were run to an answer, errors and timeouts among them.
    pub run: u32,
    /// Answers as expected.
    pub passed: u32,
    /// Tests that the suite's own program fails, among those run.
    pub known_fail: u32,
    /// Of these, answers as expected.
    pub passed_known_fail: u32,
    /// Tests of commands that the engine does not know.
    pub unknown: u32,
    /// Positions that could not be set up, and answers that were errors.
    pub errors: u32,
    /// Answers that did not come in time.
    pub timeouts: u32,
}

/// The counts of all test files, by suite, file and command.
#[derive(Debug, Clone, Default)]
pub struct Report {
    rows: BTreeMap<(String, String, String), Counts>,
}

impl Counts {
    fn add(&mut self, outcome: &Outcome, known_fail: bool) {
        if *outcome == Outcome::Unknown {
            self.unknown += 1;
            return;
        }
        let passed = u32::from(*outcome == Outcome::Passed);
        self.run += 1;
        self.passed += passed;
        self.known_fail += u32::from(known_fail);
        self.passed_known_fail += if known_fail { passed } else { 0 };
        self.errors += u32::from(matches!(outcome, Outcome::Error(_)));
        self.timeouts += u32::from(*outcome == Outcome::Timeout);
    }

    fn merge(&mut self, other: &Counts) {
        self.run += other.run;
        self.passed += other.passed;
        self.known_fail += other.known_fail;
        self.passed_known_fail += other.passed_known_fail;
        self.unknown += other.unknown;
        self.errors += other.errors;
        self.timeouts += other.timeouts;
    }
}

impl Report {
    /// All counts together.
    pub fn total(&self) -> Counts {
        self.sum(|_| true)
    }

    fn sum(&self, wanted: impl Fn(&(String, String, String)) -> bool) -> Counts {
        let mut sum = Counts::default();
        self.rows.iter().filter(|(key, _)| wanted(key)).for_each(|(_, counts)| sum.merge(counts));
        sum
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Counts { run, passed, known_fail, passed_known_fail, unknown, errors, timeouts } = self;
        let share = 100.0 * f64::from(*passed) / f64::from((*run).max(1));
        write!(f, "{passed:>5} of {run:>5} ({share:>5.1} %)")?;
        write!(f, ", of {known_fail} known failures {passed_known_fail}")?;
        for (count, word) in [(unknown, "unknown"), (errors, "errors"), (timeouts, "too late")] {
            if *count > 0 {
                write!(f, ", {count} {word}")?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for Report {
    /// A line for each file and command, then for each suite and command, then the sum.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for ((suite, file, command), counts) in &self.rows {
            if counts.run > 0 {
                writeln!(f, "{:<52} {counts}", format!("{suite} {file} {command}"))?;
            }
        }
        let mut pairs: Vec<_> =
            self.rows.keys().map(|(suite, _, command)| (suite, command)).collect();
        pairs.sort();
        pairs.dedup();
        for (suite, command) in pairs {
            let counts = self.sum(|key| (&key.0, &key.2) == (suite, command));
            writeln!(f, "{:<52} {counts}", format!("{suite} {command}"))?;
        }
        writeln!(f, "{:<52} {}", "all", self.total())
    }
}

/// Runs the suites; progress and, if asked for, failures go to `out`.
///
/// # Errors
/// When a suite cannot be read or the engine cannot be started.
pub fn run(plan: &Plan, out: &mut (impl Write + Send)) -> Result<Report> {
    let mut report = Report::default();
    for folder in &plan.folders {
        let records = unpack(&folder.join("regression.tar.gz"))?;
        let tests = read(&folder.join("tests.jsonl.gz"), plan)?;
        if tests.is_empty() {
            continue;
        }
        run_suite(plan, records.path(), &tests, &mut report, out)?;
    }
    Ok(report)
}

fn run_suite(
    plan: &Plan,
    records: &Path,
    tests: &[Test],
    report: &mut Report,
    out: &mut (impl Write + Send),
) -> Result<()> {
    let next = AtomicUsize::new(0);
    let shared = Mutex::new((report, out, 0usize));
    let work = || -> Result<()> {
        let mut engine = Engine::start(&plan.engine, &plan.first, plan.timeout)?;
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(test) = tests.get(at) else { return Ok(()) };
            let outcome = one(&mut engine, test, records, plan);
            if engine.is_lost() {
                engine = Engine::start(&plan.engine, &plan.first, plan.timeout)?;
            }
            let mut shared = shared.lock().map_err(|_| anyhow::anyhow!("another run panicked"))?;
            let (report, out, done) = &mut *shared;
            let key = (test.suite.clone(), test.file.clone(), test.cmd.clone());
            report.rows.entry(key).or_default().add(&outcome, test.known_fail);
            *done += 1;
            if done.is_multiple_of(100) {
                writeln!(out, "{done} of {}: {}", tests.len(), report.total())?;
            }
            if plan.show
                && let Outcome::Failed(text) | Outcome::Error(text) = &outcome
            {
                let expected = test.expect.as_deref().unwrap_or_default();
                writeln!(out, "{} {}: {text:?}, expected {expected:?}", test.file, test.test)?;
            }
        }
    };
    thread::scope(|scope| {
        let workers: Vec<_> = (0..plan.jobs.max(1)).map(|_| scope.spawn(work)).collect();
        let mut result = Ok(());
        for worker in workers {
            let joined = worker.join().unwrap_or_else(|_| bail!("a run panicked"));
            result = result.and(joined);
        }
        result
    })
}

/// The records, unpacked into a folder that goes away.
fn unpack(archive: &Path) -> Result<tempfile::TempDir> {
    let folder = tempfile::tempdir()?;
    let status = Command::new("tar")
        .arg("xzf")
        .arg(archive)
        .arg("-C")
        .arg(folder.path())
        .status()
        .context("cannot run tar")?;
    if !status.success() {
        bail!("{} cannot be unpacked", archive.display());
    }
    Ok(folder)
}

/// The tests that are wanted.
fn read(path: &Path, plan: &Plan) -> Result<Vec<Test>> {
    let file = File::open(path).with_context(|| path.display().to_string())?;
    let mut tests = Vec::new();
    let mut of_file: BTreeMap<String, usize> = BTreeMap::new();
    let mut seen = 0usize;
    for (number, line) in (1..).zip(BufReader::new(GzDecoder::new(file)).lines()) {
        let line = line?;
        let test: Test =
            serde_json::from_str(&line).with_context(|| format!("{}:{number}", path.display()))?;
        let named = |words: &[String], text: &str| {
            words.is_empty() || words.iter().any(|word| text.contains(word.as_str()))
        };
        let wanted = named(&plan.suites, &test.file)
            && (plan.commands.is_empty() || plan.commands.contains(&test.cmd))
            && test.expect.is_some()
            && test.sgf_present != Some(false);
        if !wanted {
            continue;
        }
        seen += 1;
        let count = of_file.entry(test.file.clone()).or_default();
        if (seen - 1).is_multiple_of(plan.every.max(1)) && *count < plan.limit {
            *count += 1;
            tests.push(test);
        }
    }
    Ok(tests)
}

/// One test.
fn one(engine: &mut Engine, test: &Test, records: &Path, plan: &Plan) -> Outcome {
    let setup = test.setup.as_deref().unwrap_or_default();
    let first_words = setup.iter().filter_map(|line| line.split(' ').next());
    if !first_words.chain([test.cmd.as_str()]).all(|command| engine.knows(command)) {
        return Outcome::Unknown;
    }
    let outcome = in_position(engine, test, setup, records, plan);
    // Tried moves are taken back, or the next position would be loaded over them.
    for _ in setup.iter().filter(|line| line.starts_with("trymove")) {
        let _ = engine.ask("popgo", plan.timeout);
    }
    outcome
}

fn in_position(
    engine: &mut Engine,
    test: &Test,
    setup: &[String],
    records: &Path,
    plan: &Plan,
) -> Outcome {
    if let Some(sgf) = &test.sgf {
        let path = records.join(sgf);
        let load = match position::load_command(&path, test.at.as_deref()) {
            Ok(load) => load,
            Err(error) => return Outcome::Error(format!("{error:#}")),
        };
        match engine.ask(&load, plan.timeout) {
            Answer::Fine(_) => {}
            Answer::Error(text) => return Outcome::Error(format!("{load}: {text}")),
            Answer::Lost => return Outcome::Timeout,
        }
    }
    for line in setup {
        match engine.ask(line, plan.timeout) {
            Answer::Fine(_) => {}
            Answer::Error(text) => return Outcome::Error(format!("{line}: {text}")),
            Answer::Lost => return Outcome::Timeout,
        }
    }
    let command = [&[test.cmd.clone()][..], &test.args].concat().join(" ");
    match engine.ask(&command, plan.timeout) {
        Answer::Lost => Outcome::Timeout,
        Answer::Error(text) => Outcome::Error(text),
        Answer::Fine(text) => match agrees(&text, test.expect.as_deref().unwrap_or_default()) {
            Ok(true) => Outcome::Passed,
            Ok(false) => Outcome::Failed(text),
            Err(error) => Outcome::Error(error.to_string()),
        },
    }
}

/// Whether an answer is as expected: the whole of it matches, in any case of its letters.
fn agrees(answer: &str, expected: &str) -> Result<bool> {
    let (negated, pattern) = match expected.strip_prefix('!') {
        Some(pattern) => (true, pattern),
        None => (false, expected),
    };
    let regex = Regex::new(&format!("^(?i:{})$", pattern.trim()))?;
    let answer = answer.split_whitespace().collect::<Vec<_>>().join(" ");
    Ok(regex.is_match(&answer) != negated)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_matched_as_wholes() {
        for (answer, expected, agreed) in [
            ("E9", "E9|E10", true),
            ("E10", "E9|E10", true),
            ("E1", "E9|E10", false),
            ("1 H5", "1 (H5|J4)", true),
            ("W+100.5", r"W\+100.5", true),
            ("A19", "!A19|C19", false),
            ("D4", "!A19|C19", true),
            ("pass", "PASS", true),
            ("1\n H5", "1 H5", true),
        ] {
            assert_eq!(agrees(answer, expected).unwrap(), agreed, "{answer} {expected}");
        }
        assert!(agrees("D4", "(D4").is_err());
    }

    /// A suite of four tests and an engine in shell that passes one, fails one, errs on one and does not know one.
    #[test]
    fn a_suite_is_counted() {
        let folder = tempfile::tempdir().unwrap();
        let sgf = folder.path().join("a.sgf");
        std::fs::write(&sgf, "(;SZ[9];B[ee];W[cc];B[gg])").unwrap();
        let packed = Command::new("tar")
            .current_dir(folder.path())
            .args(["czf", "regression.tar.gz", "a.sgf"])
            .status()
            .unwrap();
        assert!(packed.success());
        let test = |number: u32, command: &str, setup: &str| {
            format!(
                r#"{{"suite":"s","file":"a.tst","test":{number},"sgf":"a.sgf","at":"C7","setup":{setup},"cmd":"{command}","args":["b"],"note":null,"expect":"E5","known_fail":true,"sgf_present":true}}"#
            ) + "\n"
        };
        let lines = test(1, "reg_genmove", "null")
            + &test(2, "reg_genmove", r#"["play b A1"]"#)
            + &test(3, "reg_genmove", r#"["komi x"]"#)
            + &test(4, "owl_attack", "null");
        let file = File::create(folder.path().join("tests.jsonl.gz")).unwrap();
        let mut writer = flate2::write::GzEncoder::new(file, flate2::Compression::fast());
        writer.write_all(lines.as_bytes()).unwrap();
        writer.finish().unwrap();
        // Says E5, but after a move D4; loads only what is before the second move.
        let engine = "m=E5; while read a b c; do case $a in \
            list_commands) printf '= loadsgf\\nplay\\nkomi\\nreg_genmove\\n\\n';; \
            loadsgf) m=E5; case \"$c\" in 2) printf '= \\n\\n';; *) printf '? no\\n\\n';; esac;; \
            play) m=D4; printf '= \\n\\n';; komi) printf '? syntax error\\n\\n';; \
            reg_genmove) printf '= %s\\n\\n' $m;; *) printf '= \\n\\n';; esac; done";
        let plan = Plan {
            engine: engine.to_owned(),
            folders: vec![folder.path().to_owned()],
            suites: Vec::new(),
            commands: Vec::new(),
            every: 1,
            limit: usize::MAX,
            timeout: Duration::from_secs(60),
            jobs: 1,
            first: Vec::new(),
            show: true,
        };
        let mut out = Vec::new();
        let report = run(&plan, &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        let expected = Counts {
            run: 3,
            passed: 1,
            known_fail: 3,
            passed_known_fail: 1,
            unknown: 1,
            errors: 1,
            timeouts: 0,
        };
        assert_eq!(report.total(), expected, "{report}{text}");
        assert!(text.contains("a.tst 2: \"D4\""), "{text}");
        let limited = run(&Plan { limit: 1, ..plan }, &mut Vec::new()).unwrap();
        assert_eq!(limited.total().run, 1);
    }
}
