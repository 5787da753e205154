//! The random networks of `testdata/nn`, one for each version and kind of block.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use board::BoardSize;
use nn::{GLOBALS, Model, PLANES};
use serde_json::Value;

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

/// The inputs of a position of the vectors.
pub(crate) struct Position {
    pub(crate) planes: Vec<f32>,
    pub(crate) globals: [f32; GLOBALS],
    /// Of the input.
    pub(crate) size: BoardSize,
    /// Of the board, in the input's top left corner.
    pub(crate) board: BoardSize,
}

impl Position {
    fn from_json(line: &Value) -> Position {
        let side = |name: &str| u32::try_from(line[name].as_u64().unwrap()).unwrap();
        let size = BoardSize::new(side("nnXLen"), side("nnYLen")).unwrap();
        let mut planes = vec![0.0; PLANES * size.area()];
        for (plane, cells) in line["spatial"].as_object().unwrap() {
            let start = plane.parse::<usize>().unwrap() * size.area();
            for cell in numbers(cells) {
                planes[start + cell as usize] = 1.0;
            }
        }
        let globals = numbers(&line["global"]).try_into().unwrap();
        let board = BoardSize::new(side("xsize"), side("ysize")).unwrap();
        Position { planes, globals, size, board }
    }

    /// What an output of the input's size has on the board, row by row.
    pub(crate) fn on_board(&self, output: &[f32]) -> Vec<f32> {
        let (columns, rows) = (self.board.columns().into(), self.board.rows().into());
        let lines = output.chunks(self.size.columns().into()).take(rows);
        lines.flat_map(|line| line[..columns].to_vec()).collect()
    }
}

/// A list of numbers.
pub(crate) fn numbers(value: &Value) -> Vec<f32> {
    value.as_array().unwrap().iter().map(|number| number.as_f64().unwrap() as f32).collect()
}

/// The lines of a file of vectors.
pub(crate) fn lines(file: &str) -> Vec<Value> {
    let text = fs::read_to_string(folder().join(file)).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The positions of the vectors by their names.
pub(crate) fn positions() -> HashMap<String, Position> {
    let named = |line: &Value| (line["id"].as_str().unwrap().to_owned(), Position::from_json(line));
    lines("positions.jsonl").iter().map(named).collect()
}
