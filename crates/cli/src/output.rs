//! Files that are written: never half of one, and never over another unasked.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use flate2::Compression;
use flate2::write::GzEncoder;
use rules::Lang;

use crate::lang::tr;
use crate::trouble::Trouble;

/// Whether the path is `-`, standard output.
pub(crate) fn is_stdout(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Sees to it that no file is replaced unasked.
pub(crate) fn may_write(path: &Path, force: bool, lang: Lang) -> Result<(), Trouble> {
    if is_stdout(path) || force || !path.exists() {
        return Ok(());
    }
    Err(Trouble::new(
        "exists",
        path.display().to_string(),
        tr!(lang, "文件已经存在", "the file exists already"),
        tr!(
            lang,
            "换一个名称，或加 --force 覆盖",
            "choose another name, or replace it with --force"
        ),
    ))
}

/// Writes the whole file, or leaves things as they were.
pub(crate) fn write(path: &Path, bytes: &[u8], lang: Lang) -> Result<(), Trouble> {
    let written = if is_stdout(path) { to_stdout(bytes) } else { to_file(path, bytes) };
    written.map_err(|error| unwritable(path, &error, lang))
}

/// The trouble with a file that could not be written.
pub(crate) fn unwritable(path: &Path, error: &io::Error, lang: Lang) -> Trouble {
    Trouble::new(
        "unwritable",
        path.display().to_string(),
        tr!(lang, "写不进去（{error}）", "cannot be written ({error})"),
        tr!(
            lang,
            "检查文件夹是否存在、是否可写",
            "see whether the folder exists and may be written to"
        ),
    )
}

fn to_stdout(bytes: &[u8]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(bytes)?;
    out.flush()
}

/// Writes to a file beside the target first, then puts it in place.
fn to_file(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.part", std::process::id()));
    let part = path.with_file_name(name);
    let written = fs::File::create_new(&part).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()
    });
    let moved = written.and_then(|()| fs::rename(&part, path));
    if moved.is_err() {
        // What is left of the attempt is of no use; that it cannot be removed changes nothing.
        let _ = fs::remove_file(&part);
    }
    moved
}

/// The bytes compressed.
///
/// # Errors
/// None in practice: the target is memory.
pub(crate) fn gzip(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes)?;
    encoder.finish()
}
