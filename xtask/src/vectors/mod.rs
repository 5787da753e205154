//! `cargo xtask vectors`: files of the schema in `testdata/rules/README.md`, run against the crates.
//!
//! A file holds one JSON object per line. Each kind has one check below this module; it gets the object and
//! answers what is wrong, in words. Lines of `testdata/nn/README.md` name no kind; their fields tell it. Start reading
//! at [`run`].

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use anstyle::{AnsiColor, Style};
use anyhow::{Context, Result, bail};
use serde_json::Value;

use self::nets::{Nets, Outcome};

mod clock;
mod coords;
mod fields;
mod gameend;
mod handicap;
mod legality;
mod life;
mod nets;
mod scoring;

/// A vector's check: what differs from the expectation, in words.
type Check = fn(&Value) -> Result<()>;

/// What this build can do with a kind of vectors.
enum Support {
    /// It is run.
    Checked(Check),
    /// It needs a part of the program that does not exist yet.
    Later(&'static str),
    /// The schema knows no such kind.
    Unknown,
}

/// Every kind of the schema.
fn support(kind: &str) -> Support {
    match kind {
        "coords" => Support::Checked(coords::check),
        "gameend" => Support::Checked(gameend::check),
        "handicap" => Support::Checked(handicap::check),
        "legality" => Support::Checked(legality::check),
        "scoring" => Support::Checked(scoring::check),
        "life_death" => Support::Checked(life::check_chain),
        "shape" => Support::Checked(life::check_shape),
        "clock" => Support::Checked(clock::check),
        "announce" => Support::Checked(clock::check_calls),
        "rating" => Support::Later("the crate rating"),
        "referee" => Support::Later("the referee's rulings"),
        "team" => Support::Later("team games"),
        _ => Support::Unknown,
    }
}

/// The name under which the crate knows a ruleset of the vectors.
fn ruleset_name(name: &str) -> &str {
    match name {
        "aga_area" => "aga",
        "bga_area" => "bga",
        "button_area" => "button",
        other => other,
    }
}

/// How the vectors of one kind went.
#[derive(Debug, Clone, Default)]
struct Row {
    passed: usize,
    failed: usize,
    skipped: usize,
    needs: Option<&'static str>,
}

/// What vectors about networks need.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// Folders where networks are looked for, besides those of the vectors.
    pub nets: Vec<PathBuf>,
    /// Compute with the plain loops instead of the kernels.
    pub reference: bool,
}

/// How all vectors went; `Display` is the failures, what networks differ by, the table and the line `N passed, N failed`.
#[derive(Debug, Clone, Default)]
pub struct Report {
    kinds: BTreeMap<String, Row>,
    failures: Vec<String>,
    networks: String,
}

impl Report {
    /// How many vectors passed.
    pub fn passed(&self) -> usize {
        self.kinds.values().map(|row| row.passed).sum()
    }

    /// How many vectors failed; lines that are no vectors count too.
    pub fn failed(&self) -> usize {
        self.kinds.values().map(|row| row.failed).sum()
    }

    fn add(&mut self, file: &Path, number: usize, line: &str, nets: &mut Nets) {
        let place = format!("{}:{number}", file.display());
        let vector: Value = match serde_json::from_str(line) {
            Ok(vector) => vector,
            Err(error) => {
                return self.fail("(unreadable)", &place, "", &format!("is not JSON: {error}"));
            }
        };
        let named = |name: &str| vector[name].as_str();
        let kind = named("kind").or_else(|| nets::kind(&vector)).unwrap_or("(none)");
        let title = named("name").or_else(|| named("net")).or_else(|| named("desc"));
        let name = format!("{} {}", named("id").unwrap_or("?"), title.unwrap_or(""));
        if nets::kind(&vector).is_some() {
            return match guarded(|| nets.check(file, &vector)) {
                Ok(Outcome::Passed) => self.kinds.entry(kind.to_owned()).or_default().passed += 1,
                Ok(Outcome::Skipped) => self.kinds.entry(kind.to_owned()).or_default().skipped += 1,
                Err(why) => self.fail(kind, &place, &name, &format!("{why:#}")),
            };
        }
        match support(kind) {
            Support::Later(needs) => {
                let row = self.kinds.entry(kind.to_owned()).or_default();
                row.skipped += 1;
                row.needs = Some(needs);
            }
            Support::Unknown => self.fail(kind, &place, &name, "the schema knows no such kind"),
            Support::Checked(check) => match guarded(|| check(&vector)) {
                Ok(()) => self.kinds.entry(kind.to_owned()).or_default().passed += 1,
                Err(why) => self.fail(kind, &place, &name, &format!("{why:#}")),
            },
        }
    }

    fn fail(&mut self, kind: &str, place: &str, name: &str, why: &str) {
        self.kinds.entry(kind.to_owned()).or_default().failed += 1;
        self.failures.push(format!("{place} {name}\n    {}", why.replace('\n', "\n    ")));
    }
}

/// Runs a check; a panic is a failure of that vector, not the end of the run.
fn guarded<T>(check: impl FnOnce() -> Result<T>) -> Result<T> {
    catch_unwind(AssertUnwindSafe(check)).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no message");
        bail!("the program panicked: {text}")
    })
}

/// Runs every vector in the given files, and in the `.jsonl` files of the given folders.
///
/// # Errors
/// When a path does not exist or cannot be read, or holds no such file.
pub fn run(paths: &[PathBuf], options: &Options) -> Result<Report> {
    let mut report = Report::default();
    let mut nets = Nets::new(options);
    for file in files(paths)? {
        let text =
            fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
        let text = text.trim_start_matches('\u{feff}');
        for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            report.add(&file, index + 1, line, &mut nets);
        }
    }
    report.networks = nets.to_string();
    Ok(report)
}

/// The files that the paths mean; folders are searched to the bottom.
fn files(paths: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in paths {
        let before = files.len();
        collect(path, true, &mut files)?;
        if files.len() == before {
            bail!("{} holds no .jsonl file", path.display());
        }
    }
    Ok(files)
}

fn collect(path: &Path, named: bool, files: &mut Vec<PathBuf>) -> Result<()> {
    let found = fs::metadata(path).with_context(|| format!("cannot read {}", path.display()))?;
    if found.is_dir() {
        let entries =
            fs::read_dir(path).with_context(|| format!("cannot list {}", path.display()))?;
        let mut inside = entries.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
        inside.sort();
        inside.iter().try_for_each(|path| collect(path, false, files))?;
    } else if named || path.extension().is_some_and(|extension| extension == "jsonl") {
        files.push(path.to_path_buf());
    }
    Ok(())
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const BAD: Style = AnsiColor::Red.on_default().bold();
        const GOOD: Style = AnsiColor::Green.on_default();
        const FAINT: Style = Style::new().dimmed();
        for failure in &self.failures {
            writeln!(f, "{BAD}FAILED{BAD:#} {failure}")?;
        }
        f.write_str(&self.networks)?;
        writeln!(f, "{:14}{:>8}{:>8}{:>9}", "kind", "passed", "failed", "skipped")?;
        for (kind, row) in &self.kinds {
            let style = match row {
                Row { failed: 1.., .. } => BAD,
                Row { passed: 0, .. } => FAINT,
                _ => GOOD,
            };
            write!(f, "{style}{kind:14}{:>8}{:>8}{:>9}", row.passed, row.failed, row.skipped)?;
            if let Some(needs) = row.needs {
                write!(f, "  needs {needs}")?;
            }
            writeln!(f, "{style:#}")?;
        }
        writeln!(f, "{} passed, {} failed", self.passed(), self.failed())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(lines: &[&str]) -> Report {
        let mut report = Report::default();
        let mut nets = Nets::new(&Options::default());
        for (index, line) in lines.iter().enumerate() {
            report.add(Path::new("some.jsonl"), index + 1, line, &mut nets);
        }
        report
    }

    #[test]
    fn later_kinds_are_skipped() {
        let report = report(&[r#"{"id":"a","kind":"team","name":"x"}"#]);
        assert_eq!((report.passed(), report.failed()), (0, 0));
        assert!(report.to_string().contains("needs team games"));
    }

    #[test]
    fn what_is_no_vector_fails() {
        let report = report(&["{", "[]", r#"{"id":"b","kind":"song","name":"x"}"#]);
        assert_eq!((report.passed(), report.failed()), (0, 3));
        let text = report.to_string();
        assert!(text.contains("some.jsonl:1 "), "{text}");
        assert!(text.contains("some.jsonl:3 b x\n    the schema knows no such kind"), "{text}");
        assert!(text.ends_with("\n0 passed, 3 failed\n"), "{text}");
    }

    #[test]
    fn a_panic_is_a_failure_with_its_message() {
        let vector = serde_json::json!({"id": 7});
        let check: Check = |vector| panic!("cannot read {}", vector["id"]);
        let error = guarded(|| check(&vector)).unwrap_err();
        assert_eq!(error.to_string(), "the program panicked: cannot read 7");
    }
}
