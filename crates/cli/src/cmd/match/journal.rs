//! The results of a match in its folder, so that a match that was broken off goes on where it stopped.
//!
//! `results.jsonl` begins with a line that says what is played; each finished game adds a line, and is on the disk before
//! the next one counts. What a broken-off write left behind is cut off when the file is opened again.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use rules::Lang;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::lang::tr;
use crate::trouble::Trouble;

/// The file with the results.
pub(crate) const FILE: &str = "results.jsonl";

/// A finished game, as it is kept.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Entry {
    /// Number from 1.
    pub(crate) game: u32,
    pub(crate) black: String,
    pub(crate) white: String,
    pub(crate) a_is_black: bool,
    pub(crate) opening: String,
    /// As in SGF's `RE`.
    pub(crate) result: String,
    /// What A scored: 0, ½ or 1.
    pub(crate) points: f64,
    pub(crate) moves: u32,
    pub(crate) decided_by: String,
    pub(crate) detail: String,
    pub(crate) detail_zh: String,
    /// `a` or `b` when the program of that side ended the game by a fault.
    pub(crate) fault: Option<String>,
    pub(crate) a: Use,
    pub(crate) b: Use,
    /// How long the game took, in seconds.
    pub(crate) took: f64,
    pub(crate) file: String,
}

/// A player's thinking in a game.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Use {
    pub(crate) seconds: f64,
    pub(crate) longest: f64,
    pub(crate) moves: u32,
}

/// What a match is: two runs with the same terms are parts of one match.
pub(crate) type Terms = Map<String, Value>;

/// The open file; it is locked while it is open.
#[derive(Debug)]
pub(crate) struct Journal {
    file: File,
    path: PathBuf,
}

/// Whether a folder holds a match, and which.
pub(crate) fn terms_in(folder: &Path) -> Option<(Terms, Vec<Entry>)> {
    let text = std::fs::read(folder.join(FILE)).ok()?;
    let (terms, entries, _) = read(&text)?;
    Some((terms, entries))
}

impl Journal {
    /// Opens the results in a folder, or begins them. Also gives the games already played.
    ///
    /// # Errors
    /// When another match is there, another run is writing to it, or it cannot be written.
    pub(crate) fn open(
        folder: &Path,
        terms: &Terms,
        lang: Lang,
    ) -> Result<(Journal, Vec<Entry>), Trouble> {
        let path = folder.join(FILE);
        let wrong = |error: &io::Error| {
            let what = tr!(lang, "不能读写（{error}）", "cannot be read or written ({error})");
            Trouble::new("unwritable", path.display().to_string(), what, "")
        };
        std::fs::create_dir_all(folder).map_err(|error| wrong(&error))?;
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&path)
            .map_err(|error| wrong(&error))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let what =
                    tr!(lang, "另一个进程正在下这场对局", "another run is playing this match");
                return Err(Trouble::new("busy", path.display().to_string(), what, ""));
            }
            Err(TryLockError::Error(error)) => return Err(wrong(&error)),
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(|error| wrong(&error))?;
        let mut journal = Journal { file, path: path.clone() };
        let Some((found, entries, whole)) = read(&bytes) else {
            if bytes.contains(&b'\n') {
                let what =
                    tr!(lang, "不是一场对局的结果", "it does not hold the results of a match");
                return Err(Trouble::new("unreadable", path.display().to_string(), what, ""));
            }
            let line =
                Value::Object(Map::from_iter([("match".to_owned(), Value::Object(terms.clone()))]));
            journal.cut(0).and_then(|()| journal.append(&line)).map_err(|error| wrong(&error))?;
            return Ok((journal, Vec::new()));
        };
        if let Some(difference) = difference(&found, terms) {
            let what = tr!(
                lang,
                "里面是另一场对局（{difference}）",
                "it holds another match ({difference})"
            );
            let remedy = tr!(lang, "另选一个文件夹", "choose another folder");
            return Err(Trouble::new("exists", folder.display().to_string(), what, remedy));
        }
        journal.cut(whole).map_err(|error| wrong(&error))?;
        Ok((journal, entries))
    }

    fn cut(&mut self, length: u64) -> io::Result<()> {
        self.file.set_len(length)?;
        self.file.seek(SeekFrom::End(0)).map(|_| ())
    }

    fn append(&mut self, line: &Value) -> io::Result<()> {
        self.file.write_all(format!("{line}\n").as_bytes())?;
        self.file.sync_data()
    }

    /// Keeps a finished game.
    ///
    /// # Errors
    /// When the disk does not take it.
    pub(crate) fn add(&mut self, entry: &Entry) -> io::Result<()> {
        self.append(&serde_json::to_value(entry)?)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }
}

/// Terms and games of a file, and how many of its bytes are whole lines that can be read.
fn read(bytes: &[u8]) -> Option<(Terms, Vec<Entry>, u64)> {
    let mut lines = bytes.split_inclusive(|byte| *byte == b'\n');
    let first = lines.next().filter(|line| line.ends_with(b"\n"))?;
    let head: Value = serde_json::from_slice(first).ok()?;
    let terms = head.get("match")?.as_object()?.clone();
    let mut length = first.len() as u64;
    let mut entries: Vec<Entry> = Vec::new();
    for line in lines {
        let Ok(entry) = serde_json::from_slice::<Entry>(line) else { break };
        if !line.ends_with(b"\n") {
            break;
        }
        length += line.len() as u64;
        if entries.iter().all(|known| known.game != entry.game) {
            entries.push(entry);
        }
    }
    Some((terms, entries, length))
}

/// The first term in which two matches differ.
fn difference(found: &Terms, wanted: &Terms) -> Option<String> {
    let keys = wanted.keys().chain(found.keys().filter(|key| !wanted.contains_key(*key)));
    let show = |value: Option<&Value>| value.map_or("-".to_owned(), ToString::to_string);
    keys.into_iter()
        .find(|key| found.get(*key) != wanted.get(*key))
        .map(|key| format!("{key}: {} / {}", show(found.get(key)), show(wanted.get(key))))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(game: u32) -> Entry {
        Entry {
            game,
            black: "a".to_owned(),
            white: "b".to_owned(),
            a_is_black: true,
            opening: String::new(),
            result: "B+R".to_owned(),
            points: 1.0,
            moves: 3,
            decided_by: "resigned".to_owned(),
            detail: String::new(),
            detail_zh: String::new(),
            fault: None,
            a: Use::default(),
            b: Use::default(),
            took: 1.5,
            file: "game-0001.sgf".to_owned(),
        }
    }

    fn terms(komi: &str) -> Terms {
        Map::from_iter([("komi".to_owned(), Value::from(komi))])
    }

    #[test]
    fn what_was_kept_is_found_again_and_torn_lines_are_cut_off() {
        let folder = tempfile::tempdir().unwrap();
        let open = || Journal::open(folder.path(), &terms("7"), Lang::En);
        let (mut journal, entries) = open().unwrap();
        assert!(entries.is_empty());
        journal.add(&entry(2)).unwrap();
        journal.add(&entry(1)).unwrap();
        // Nobody else may write meanwhile.
        assert_eq!(open().unwrap_err().code, "busy");
        let path = journal.path().to_owned();
        drop(journal);
        let mut bytes = std::fs::read(&path).unwrap();
        let whole = bytes.len();
        bytes.extend_from_slice(b"{\"game\":3,\"bl");
        std::fs::write(&path, &bytes).unwrap();
        let (mut journal, entries) = open().unwrap();
        assert_eq!(entries, [entry(2), entry(1)]);
        assert_eq!(std::fs::metadata(&path).unwrap().len(), whole as u64);
        journal.add(&entry(3)).unwrap();
        drop(journal);
        assert_eq!(terms_in(folder.path()).unwrap().1.len(), 3);
    }

    #[test]
    fn another_match_is_not_written_over() {
        let folder = tempfile::tempdir().unwrap();
        drop(Journal::open(folder.path(), &terms("7"), Lang::En).unwrap());
        let trouble = Journal::open(folder.path(), &terms("7.5"), Lang::En).unwrap_err();
        assert_eq!(trouble.code, "exists");
        assert!(trouble.what.contains("komi") && trouble.what.contains("7.5"), "{trouble:?}");
        std::fs::write(folder.path().join(FILE), "something else\n").unwrap();
        let trouble = Journal::open(folder.path(), &terms("7"), Lang::En).unwrap_err();
        assert_eq!(trouble.code, "unreadable");
    }

    #[test]
    fn a_head_that_was_torn_is_begun_anew() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join(FILE), "{\"match\":{\"ko").unwrap();
        let (journal, entries) = Journal::open(folder.path(), &terms("7"), Lang::En).unwrap();
        assert!(entries.is_empty());
        drop(journal);
        assert_eq!(terms_in(folder.path()).unwrap().0, terms("7"));
    }
}
