//! A progress bar on stderr for runs that take over a second.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::input::Source;
use crate::trouble::Trouble;

/// Shorter runs show no bar.
const QUIET: Duration = Duration::from_secs(1);

/// How far a run is, in bytes of the files as they lie on the disk.
#[derive(Debug)]
pub(crate) struct Progress {
    bar: ProgressBar,
    start: Instant,
    /// Sizes of the files in their order; 0 where unknown.
    sizes: Vec<u64>,
    /// Index of the file being read.
    file: AtomicUsize,
    /// Bytes of the files read to the end.
    done: AtomicU64,
}

impl Progress {
    /// A bar that nobody sees yet.
    pub(crate) fn new(sources: &[Result<Source, Trouble>]) -> Self {
        let size = |source: &Result<Source, Trouble>| match source {
            Ok(Source::File(path)) => std::fs::metadata(path).map_or(0, |data| data.len()),
            _ => 0,
        };
        let sizes: Vec<u64> = sources.iter().map(size).collect();
        let bar =
            ProgressBar::with_draw_target(Some(sizes.iter().sum()), ProgressDrawTarget::hidden());
        let template = "{spinner} {wide_bar:.cyan/dim} {percent:>3} %  {elapsed}/{duration}";
        bar.set_style(
            ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar()),
        );
        Self {
            bar,
            start: Instant::now(),
            sizes,
            file: AtomicUsize::new(0),
            done: AtomicU64::new(0),
        }
    }

    /// The share of the present file that has been read, 0 to 1.
    pub(crate) fn read(&self, share: f64) {
        let size = self.sizes.get(self.file.load(Relaxed)).copied().unwrap_or(0);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            clippy::cast_precision_loss
        )]
        let part = (size as f64 * share.clamp(0.0, 1.0)) as u64;
        self.bar.set_position(self.done.load(Relaxed) + part);
    }

    /// The present file has been read to the end.
    pub(crate) fn file_done(&self) {
        let size = self.sizes.get(self.file.fetch_add(1, Relaxed)).copied().unwrap_or(0);
        self.bar.set_position(self.done.fetch_add(size, Relaxed) + size);
    }

    /// A game has been worked on: the moment to show the bar when the run takes long.
    pub(crate) fn worked(&self) {
        if self.bar.is_hidden() && self.start.elapsed() > QUIET {
            // Stays hidden when stderr is no terminal.
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        self.bar.tick();
    }

    /// Prints without tearing the bar.
    pub(crate) fn suspend<T>(&self, print: impl FnOnce() -> T) -> T {
        self.bar.suspend(print)
    }

    /// Takes the bar away.
    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// A bar for a number of steps; it is seen on terminals only.
pub(crate) fn steps(total: usize) -> ProgressBar {
    let bar = ProgressBar::new(total as u64);
    let template =
        "{spinner} {wide_bar:.cyan/dim} {human_pos}/{human_len}  {per_sec}  {elapsed}/{duration}";
    bar.set_style(
        ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar()),
    );
    bar
}
