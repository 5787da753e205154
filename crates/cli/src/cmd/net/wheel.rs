//! One file out of a zip archive, which is what a wheel is.
//!
//! Source: APPNOTE.TXT of PKWARE, sections 4.3.7 (local header), 4.3.12 (central directory) and 4.3.16 (its end). Archives
//! above 4 GiB are not known.

use std::io::{self, Read, Seek, SeekFrom};

use flate2::read::DeflateDecoder;

/// Why a file cannot be taken out.
#[derive(Debug, thiserror::Error)]
pub(super) enum ZipError {
    #[error("cannot be read: {0}")]
    Read(#[from] io::Error),
    #[error("it is no zip archive")]
    NotZip,
    #[error("it has no file {0}")]
    Missing(String),
    #[error("{0} is stored in a way that is not known")]
    Method(String),
    #[error("{name} has {found} bytes, but {expected} are expected")]
    Size { name: String, found: u64, expected: u64 },
}

/// The most that the end record can lie before the end: itself and its comment.
const END: u64 = 22 + 65_535;

fn number(bytes: &[u8], at: usize, length: usize) -> Option<u64> {
    let bytes = bytes.get(at..at.checked_add(length)?)?;
    Some(bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte)))
}

/// Reads a part of the archive.
fn part(archive: &mut (impl Read + Seek), start: u64, length: u64) -> Result<Vec<u8>, ZipError> {
    archive.seek(SeekFrom::Start(start))?;
    let mut bytes = Vec::new();
    archive.take(length).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The content of a file of the archive, of at most `limit` bytes.
pub(super) fn member(
    archive: &mut (impl Read + Seek),
    name: &str,
    limit: u64,
) -> Result<Vec<u8>, ZipError> {
    let length = archive.seek(SeekFrom::End(0))?;
    let tail = part(archive, length.saturating_sub(END), END)?;
    let end =
        tail.windows(4).rposition(|window| window == b"PK\x05\x06").ok_or(ZipError::NotZip)?;
    let (size, start) = number(&tail, end + 12, 4)
        .zip(number(&tail, end + 16, 4))
        .filter(|&(size, start)| start + size <= length)
        .ok_or(ZipError::NotZip)?;
    let directory = part(archive, start, size)?;
    let entry = entry(&directory, name)?;
    let limited = entry.content <= limit && entry.header + entry.packed <= length;
    if !limited {
        let (found, expected) = (entry.content, limit);
        return Err(ZipError::Size { name: name.to_owned(), found, expected });
    }
    // The local header repeats the name and has its own extra field.
    let header = part(archive, entry.header, 30)?;
    let after = number(&header, 26, 2).zip(number(&header, 28, 2)).ok_or(ZipError::NotZip)?;
    archive.seek(SeekFrom::Start(entry.header + 30 + after.0 + after.1))?;
    let packed = archive.take(entry.packed);
    let mut content = Vec::new();
    match entry.method {
        0 => packed.take(limit).read_to_end(&mut content)?,
        8 => DeflateDecoder::new(packed).take(limit).read_to_end(&mut content)?,
        _ => return Err(ZipError::Method(name.to_owned())),
    };
    if content.len() as u64 != entry.content {
        let (found, expected) = (content.len() as u64, entry.content);
        return Err(ZipError::Size { name: name.to_owned(), found, expected });
    }
    Ok(content)
}

/// Where a file lies, and how.
struct Entry {
    method: u64,
    packed: u64,
    content: u64,
    header: u64,
}

fn entry(directory: &[u8], wanted: &str) -> Result<Entry, ZipError> {
    let mut at = 0;
    while directory.get(at..at + 4) == Some(b"PK\x01\x02") {
        let field = |offset: usize, length: usize| {
            number(directory, at + offset, length).ok_or(ZipError::NotZip)
        };
        let size = |offset| Ok::<usize, ZipError>(usize::try_from(field(offset, 2)?).unwrap_or(0));
        let (name, extra, comment) = (size(28)?, size(30)?, size(32)?);
        if directory.get(at + 46..at + 46 + name) == Some(wanted.as_bytes()) {
            return Ok(Entry {
                method: field(10, 2)?,
                packed: field(20, 4)?,
                content: field(24, 4)?,
                header: field(42, 4)?,
            });
        }
        at += 46 + name + extra + comment;
    }
    Err(ZipError::Missing(wanted.to_owned()))
}

#[cfg(test)]
mod tests {
    use std::io::{Cursor, Write};

    use flate2::Compression;
    use flate2::write::DeflateEncoder;

    use super::*;

    /// An archive with the files given, deflated where asked for.
    pub(crate) fn archive(files: &[(&str, &[u8], bool)]) -> Vec<u8> {
        let (mut out, mut directory) = (Vec::new(), Vec::new());
        for &(name, content, deflated) in files {
            let packed = if deflated {
                let mut encoder = DeflateEncoder::new(Vec::new(), Compression::fast());
                encoder.write_all(content).unwrap();
                encoder.finish().unwrap()
            } else {
                content.to_vec()
            };
            let header = out.len() as u32;
            let mut common = Vec::new();
            common.extend_from_slice(&[20, 0, 0, 0, if deflated { 8 } else { 0 }, 0, 0, 0, 0, 0]);
            common.extend_from_slice(&[0; 4]);
            common.extend_from_slice(&(packed.len() as u32).to_le_bytes());
            common.extend_from_slice(&(content.len() as u32).to_le_bytes());
            common.extend_from_slice(&(name.len() as u16).to_le_bytes());
            out.extend_from_slice(b"PK\x03\x04");
            out.extend_from_slice(&common);
            out.extend_from_slice(&[3, 0]);
            out.extend_from_slice(name.as_bytes());
            out.extend_from_slice(b"xyz");
            out.extend_from_slice(&packed);
            directory.extend_from_slice(b"PK\x01\x02\x14\x00");
            directory.extend_from_slice(&common);
            directory.extend_from_slice(&[0; 14]);
            directory.truncate(directory.len() - 14);
            directory.extend_from_slice(&[0; 12]);
            directory.extend_from_slice(&header.to_le_bytes());
            directory.extend_from_slice(name.as_bytes());
        }
        let start = out.len() as u32;
        out.extend_from_slice(&directory);
        out.extend_from_slice(b"PK\x05\x06\0\0\0\0");
        out.extend_from_slice(&[files.len() as u8, 0, files.len() as u8, 0]);
        out.extend_from_slice(&(directory.len() as u32).to_le_bytes());
        out.extend_from_slice(&start.to_le_bytes());
        out.extend_from_slice(&[0, 0]);
        out
    }

    #[test]
    fn files_are_taken_out() {
        let text = b"network ".repeat(1000);
        let bytes =
            archive(&[("a/x", b"first", false), ("a/net.gz", &text, true), ("b", b"", true)]);
        let take = |name: &str, limit| member(&mut Cursor::new(&bytes), name, limit);
        assert_eq!(take("a/x", 100).unwrap(), b"first");
        assert_eq!(take("a/net.gz", 8000).unwrap(), text);
        assert_eq!(take("b", 10).unwrap(), b"");
        assert!(matches!(take("c", 100), Err(ZipError::Missing(_))));
        assert!(matches!(take("a/net.gz", 7999), Err(ZipError::Size { .. })));
    }

    #[test]
    fn damaged_archives_are_refused() {
        let bytes = archive(&[("a/x", b"first", false), ("net.gz", &b"abc".repeat(99), true)]);
        // The last two bytes tell the length of a comment, which nobody reads.
        for cut in 0..bytes.len() - 2 {
            assert!(member(&mut Cursor::new(&bytes[..cut]), "net.gz", 1000).is_err(), "{cut}");
        }
        // Whatever byte is wrong, nothing panics, and what comes out is never larger than allowed.
        for at in 0..bytes.len() {
            for flip in [1, 0x80, 0xff] {
                let mut wrong = bytes.clone();
                wrong[at] ^= flip;
                if let Ok(content) = member(&mut Cursor::new(&wrong), "net.gz", 1000) {
                    assert!(content.len() <= 1000);
                }
            }
        }
        assert!(matches!(member(&mut Cursor::new(b"PK"), "x", 1), Err(ZipError::NotZip)));
    }
}
