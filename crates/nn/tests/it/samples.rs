//! The random networks of `testdata/nn`, one for each version and kind of block.

use std::fs;
use std::path::{Path, PathBuf};

use nn::Model;

/// The folder of the samples.
pub(crate) fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/nn")
}

/// The files of the random networks with their names, as stored.
pub(crate) fn files() -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(folder().join("random_nets")).unwrap();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    assert_eq!(paths.len(), 13);
    let named = |path: PathBuf| {
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        (name, fs::read(path).unwrap())
    };
    paths.into_iter().map(named).collect()
}

/// One of them, read.
pub(crate) fn model(name: &str) -> Model {
    let (_, bytes) = files().into_iter().find(|(file, _)| file.starts_with(name)).unwrap();
    Model::read(&bytes).unwrap()
}

/// The file of a published network, from the folder `nets` of the data that is not part of the project; `None`, with a
/// line saying so, when it is not here.
#[expect(clippy::print_stderr, reason = "says why nothing was tested")]
pub(crate) fn published(name: &str) -> Option<Vec<u8>> {
    let Some(root) = std::env::var_os("SHOUTAN_DATA") else {
        eprintln!("skipped: SHOUTAN_DATA not set");
        return None;
    };
    let path = Path::new(&root).join("nets").join(format!("{name}.bin.gz"));
    let bytes = fs::read(&path).ok();
    if bytes.is_none() {
        eprintln!("skipped: {} not found", path.display());
    }
    bytes
}
