//! How many tests ran: read from the summaries that nextest, libtest, Vitest and pytest print.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign};

/// Tests or checks that passed and failed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    /// How many passed.
    pub passed: usize,
    /// How many failed, timed out or did not run because their step broke.
    pub failed: usize,
}

impl Tally {
    /// The tally of a single check.
    pub const fn one(passed: bool) -> Self {
        if passed { Self { passed: 1, failed: 0 } } else { Self { passed: 0, failed: 1 } }
    }
}

impl Add for Tally {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { passed: self.passed + other.passed, failed: self.failed + other.failed }
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sum for Tally {
    fn sum<I: Iterator<Item = Self>>(tallies: I) -> Self {
        tallies.fold(Self::default(), Add::add)
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} passed, {} failed", self.passed, self.failed)
    }
}

/// Which program ran the tests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Runner {
    /// `cargo nextest run`: one line for all, `Summary [0.1s] 3 tests run: 2 passed (1 slow), 1 failed, 4 skipped`.
    Nextest,
    /// `cargo test`: one line for each binary, `test result: ok. 12 passed; 0 failed; 1 ignored; …`.
    Libtest,
    /// `vitest run`: one line for all, `Tests  1 failed | 7 passed | 2 skipped (10)`.
    Vitest,
    /// `pytest`: the last line, `1 failed, 7 passed, 2 skipped in 0.12s`.
    Pytest,
}

/// The tests that an output of the runner tells of; `None` when it holds no summary, as when the build broke.
pub fn tests_in(output: &str, runner: Runner) -> Option<Tally> {
    match runner {
        // The last one: what failed tests printed comes before, indented or not.
        Runner::Nextest => {
            let line = output.lines().rfind(|line| line.trim_start().starts_with("Summary ["))?;
            Some(counts(line.split_once(" run: ")?.1))
        }
        Runner::Libtest => {
            let results = output.lines().filter_map(|line| line.strip_prefix("test result:"));
            results
                .map(|line| counts(line.split_once('.').map_or(line, |(_, rest)| rest)))
                .reduce(Tally::add)
        }
        Runner::Vitest => {
            let line = output.lines().rfind(|line| line.trim_start().starts_with("Tests  "))?;
            Some(counts(line.trim_start().trim_start_matches("Tests")))
        }
        Runner::Pytest => {
            let line =
                output.lines().next_back()?.trim_matches(|letter| letter == '=' || letter == ' ');
            Some(counts(line.rsplit_once(" in ")?.0))
        }
    }
}

/// Reads the counts of one summary line.
fn counts(line: &str) -> Tally {
    let mut tally = Tally::default();
    for part in line.split([',', ';', '(', ')', '|']) {
        let mut words = part.split_whitespace();
        let (Some(number), Some(kind)) = (words.next(), words.next()) else { continue };
        let Ok(number) = number.parse::<usize>() else { continue };
        match kind {
            "passed" => tally.passed += number,
            // nextest names what ended otherwise: "1 exec failed", "1 timed out"; pytest what it could not begin.
            "failed" | "exec" | "timed" | "error" | "errors" => tally.failed += number,
            _ => {}
        }
    }
    tally
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_nextest_summaries() {
        let text = "  Starting 3 tests\n     Summary [   0.012s] 14 tests run: 10 passed (1 slow), 2 failed, 1 \
                    exec failed, 1 timed out, 7 skipped\n";
        assert_eq!(tests_in(text, Runner::Nextest), Some(Tally { passed: 10, failed: 4 }));
        let all_well = "     Summary [   0.012s] 1 test run: 1 passed, 0 skipped";
        assert_eq!(tests_in(all_well, Runner::Nextest), Some(Tally { passed: 1, failed: 0 }));
        let cancelled = "     Summary [   0.012s] 5/9 tests run: 4 passed, 1 failed, 0 skipped";
        assert_eq!(tests_in(cancelled, Runner::Nextest), Some(Tally { passed: 4, failed: 1 }));
    }

    #[test]
    fn what_a_failed_test_printed_is_not_counted_again() {
        let text = "  FAIL x\n    test result: FAILED. 0 passed; 1 failed; 0 ignored\ntest result: FAILED. 0 passed; 1 \
                    failed\n     Summary [   0.1s] 3 tests run: 2 passed, 1 failed, 0 skipped\n";
        assert_eq!(tests_in(text, Runner::Nextest), Some(Tally { passed: 2, failed: 1 }));
    }

    #[test]
    fn adds_up_libtest_summaries() {
        let text = "running 2 tests\ntest result: ok. 2 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; \
                    finished in 0.00s\n\ntest result: FAILED. 3 passed; 1 failed; 0 ignored; 0 measured\n";
        assert_eq!(tests_in(text, Runner::Libtest), Some(Tally { passed: 5, failed: 1 }));
    }

    #[test]
    fn reads_vitest_summaries() {
        let text = " Test Files  1 failed | 3 passed (4)\n      Tests  1 failed | 7 passed | 2 skipped (10)\n";
        assert_eq!(tests_in(text, Runner::Vitest), Some(Tally { passed: 7, failed: 1 }));
        assert_eq!(
            tests_in("      Tests  8 passed (8)\n", Runner::Vitest),
            Some(Tally { passed: 8, failed: 0 })
        );
        assert_eq!(tests_in("      Tests  no tests\n", Runner::Vitest), Some(Tally::default()));
    }

    #[test]
    fn reads_pytest_summaries() {
        let text = "..F.  [100%]\nFAILED tests/a.py::b\n1 failed, 7 passed, 2 skipped, 3 warnings in 0.12s\n";
        assert_eq!(tests_in(text, Runner::Pytest), Some(Tally { passed: 7, failed: 1 }));
        let text = "===== 43 passed, 1 error in 61.20s (0:01:01) =====\n";
        assert_eq!(tests_in(text, Runner::Pytest), Some(Tally { passed: 43, failed: 1 }));
    }

    #[test]
    fn a_broken_build_has_no_summary() {
        for runner in [Runner::Nextest, Runner::Libtest, Runner::Vitest, Runner::Pytest] {
            assert_eq!(
                tests_in("error[E0308]: mismatched types\n4 passed, 0 failed\n", runner),
                None
            );
        }
    }
}
