//! Records of other people, round trips, and the corpora of the fuzz targets.
#![allow(missing_docs, reason = "tests")]

mod games;
mod laws;
mod properties;
mod samples;
mod zoo;

use std::path::PathBuf;

/// A folder of the data that is not part of the project; `None`, with a line saying so, when it is not here.
fn data(folder: &str) -> Option<PathBuf> {
    let Some(root) = std::env::var_os("SHOUTAN_DATA") else {
        #[expect(clippy::print_stderr, reason = "says why nothing was tested")]
        {
            eprintln!("skipped: SHOUTAN_DATA not set");
        }
        return None;
    };
    Some(PathBuf::from(root).join(folder))
}

/// The text of a file compressed with gzip.
fn unzip(path: &std::path::Path) -> Vec<u8> {
    use std::io::Read;
    let file =
        std::fs::File::open(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut bytes = Vec::new();
    flate2::read::MultiGzDecoder::new(std::io::BufReader::new(file))
        .read_to_end(&mut bytes)
        .unwrap();
    bytes
}
