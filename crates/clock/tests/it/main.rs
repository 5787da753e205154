//! Cases from `testdata/clock` and `testdata/rules`, and laws on random games.

mod laws;
mod states;
mod texts;
mod traces;

/// The text of a file below `testdata`.
fn testdata(path: &str) -> String {
    let path = format!("{}/../../testdata/{path}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("cannot read {path}: {error}"))
}
