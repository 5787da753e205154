//! Where the records come from: files, folders, compressed files, standard input.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use flate2::read::MultiGzDecoder;
use rules::Lang;

use crate::lang::tr;
use crate::trouble::Trouble;

/// The most bytes that one input may have, also after decompression: 1 GiB.
const MOST_BYTES: u64 = 1 << 30;

/// File names that are taken out of a folder; each may also end in `.gz`.
const EXTENSIONS: [&str; 5] = ["sgf", "gib", "ngf", "ugf", "ugi"];

/// One input, not read yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Source {
    /// Standard input, written `-`.
    Stdin,
    /// A file.
    File(PathBuf),
}

impl Source {
    /// What to call it: the path as given, or `-`.
    pub(crate) fn name(&self) -> String {
        match self {
            Source::Stdin => "-".to_owned(),
            Source::File(path) => path.display().to_string(),
        }
    }

    /// The file name without `.gz`, which tells the format.
    pub(crate) fn file_name(&self) -> String {
        match self {
            Source::Stdin => String::new(),
            Source::File(path) => {
                let name = path
                    .file_name()
                    .map(|name| name.to_string_lossy().into_owned())
                    .unwrap_or_default();
                name.strip_suffix(".gz").map(str::to_owned).unwrap_or(name)
            }
        }
    }

    /// Reads it whole, decompressed when it is compressed.
    pub(crate) fn read(&self, lang: Lang) -> Result<Vec<u8>, Trouble> {
        self.bytes().map_err(|error| unreadable(&self.name(), &error, lang))
    }

    fn bytes(&self) -> io::Result<Vec<u8>> {
        let raw = match self {
            Source::Stdin => limited(io::stdin().lock())?,
            Source::File(path) => limited(fs::File::open(path)?)?,
        };
        // The first two bytes of every gzip file; no record format starts with them.
        if raw.starts_with(&[0x1f, 0x8b]) {
            limited(MultiGzDecoder::new(raw.as_slice()))
        } else {
            Ok(raw)
        }
    }
}

/// Reads to the end, or fails past the limit.
fn limited(reader: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let read = reader.take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
    if read as u64 > MOST_BYTES { Err(io::ErrorKind::FileTooLarge.into()) } else { Ok(bytes) }
}

/// The trouble with a file, with a remedy that fits its cause.
pub(crate) fn unreadable(place: &str, error: &io::Error, lang: Lang) -> Trouble {
    use io::ErrorKind as Kind;
    let (what, remedy) = match error.kind() {
        Kind::NotFound => (
            tr!(lang, "没有这个文件", "there is no such file"),
            tr!(
                lang,
                "检查路径的拼写；“-”表示标准输入",
                "check the spelling of the path; - means standard input"
            ),
        ),
        Kind::PermissionDenied => (
            tr!(lang, "没有读取的权限", "reading it is not permitted"),
            tr!(
                lang,
                "请文件的主人给予读权限",
                "ask the owner of the file for the right to read it"
            ),
        ),
        Kind::FileTooLarge => (
            tr!(lang, "超过 1 GiB", "is larger than 1 GiB"),
            tr!(lang, "把棋谱集分成几个文件", "split the collection into several files"),
        ),
        Kind::IsADirectory => (
            tr!(lang, "是文件夹", "is a folder"),
            tr!(lang, "给出其中的一个文件", "name a file in it"),
        ),
        Kind::UnexpectedEof | Kind::InvalidInput | Kind::InvalidData => (
            tr!(
                lang,
                "压缩数据不完整或已损坏（{error}）",
                "the compressed data is cut off or damaged ({error})"
            ),
            tr!(
                lang,
                "重新取得这个文件，或先用 gunzip 解压查看",
                "get the file again, or look at what gunzip can save"
            ),
        ),
        _ => (
            tr!(lang, "读不出来（{error}）", "cannot be read ({error})"),
            tr!(lang, "先用别的程序打开它试试", "try to open it with another program"),
        ),
    };
    Trouble::new("unreadable", place, what, remedy)
}

/// The inputs that the paths mean, in their order; a folder gives its records, sorted by name, to the bottom.
pub(crate) fn sources(paths: &[PathBuf], lang: Lang) -> Vec<Result<Source, Trouble>> {
    let mut sources = Vec::new();
    for path in paths {
        if path.as_os_str() == "-" {
            sources.push(Ok(Source::Stdin));
        } else if path.is_dir() {
            let before = sources.len();
            walk(path, &mut sources, lang);
            if sources.len() == before {
                let formats = EXTENSIONS.join(", ");
                sources.push(Err(Trouble::new(
                    "no-records",
                    path.display().to_string(),
                    tr!(lang, "文件夹里没有棋谱", "the folder holds no game records"),
                    tr!(
                        lang,
                        "棋谱的扩展名：{formats}，或再加 .gz",
                        "records end in {formats}, or these with .gz"
                    ),
                )));
            }
        } else {
            sources.push(Ok(Source::File(path.clone())));
        }
    }
    sources
}

/// Adds the records of a folder. Links to folders are not followed, so that no circle can hold us.
fn walk(folder: &Path, sources: &mut Vec<Result<Source, Trouble>>, lang: Lang) {
    let listed = fs::read_dir(folder).and_then(|entries| entries.collect::<io::Result<Vec<_>>>());
    let mut entries = match listed {
        Ok(entries) => entries,
        Err(error) => {
            sources.push(Err(unreadable(&folder.display().to_string(), &error, lang)));
            return;
        }
    };
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let path = entry.path();
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            walk(&path, sources, lang);
        } else if is_record(&path) && is_at_rest(&path) {
            sources.push(Ok(Source::File(path)));
        }
    }
}

/// Whether it may be opened unasked: a pipe or device met on the way would keep us waiting. A file that cannot be looked
/// at counts, so that the trouble with it is told.
fn is_at_rest(path: &Path) -> bool {
    fs::metadata(path).map_or(true, |found| found.is_file())
}

/// Whether a file name looks like a record.
fn is_record(path: &Path) -> bool {
    let name = path
        .file_name()
        .map(|name| name.to_string_lossy().to_ascii_lowercase())
        .unwrap_or_default();
    let name = name.strip_suffix(".gz").unwrap_or(&name);
    name.rsplit_once('.').is_some_and(|(_, extension)| EXTENSIONS.contains(&extension))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_are_known_by_their_names() {
        for name in ["a.sgf", "b.SGF", "c.gib.gz", "d.ngf", "e.x.ugi"] {
            assert!(is_record(Path::new(name)), "{name}");
        }
        for name in ["a.txt", "sgf", "b.gz", "c.sgf.zip", "d.jsonl"] {
            assert!(!is_record(Path::new(name)), "{name}");
        }
    }

    #[test]
    fn the_format_is_told_without_gz() {
        assert_eq!(Source::File("x/game.gib.gz".into()).file_name(), "game.gib");
        assert_eq!(Source::File("x/game.sgf".into()).file_name(), "game.sgf");
        assert_eq!(Source::Stdin.file_name(), "");
    }
}
