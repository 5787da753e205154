//! The browser that the journeys drive: one that is there, or Debian's.

use std::env;
use std::path::PathBuf;

use crate::debian;

/// Names that Chromium and its relatives are installed under.
const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];

/// The browser named by `CHROMIUM`, one on the path, or Debian's, installed where that is possible.
pub(crate) fn find() -> Option<PathBuf> {
    if let Some(named) = env::var_os("CHROMIUM") {
        return Some(named.into());
    }
    // Chinese pages need a Chinese face to be laid out as people see them.
    on_path().or_else(|| debian::install(&["chromium", "fonts-noto-cjk"]).then(on_path).flatten())
}

fn on_path() -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    let folders: Vec<PathBuf> = env::split_paths(&path).collect();
    NAMES
        .iter()
        .find_map(|name| folders.iter().map(|folder| folder.join(name)).find(|file| file.is_file()))
}
