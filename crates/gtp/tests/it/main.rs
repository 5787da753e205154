//! What holds for any line of a controller.

mod laws;

use std::fs;
use std::path::Path;

#[test]
fn the_corpus_holds() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus/gtp_line");
    let mut seen = 0;
    for entry in fs::read_dir(folder).expect("the corpus is committed") {
        laws::lines(&fs::read(entry.expect("an entry").path()).expect("readable"));
        seen += 1;
    }
    assert!(seen >= 7, "{seen} samples");
}

/// The corpus itself, cut and spliced at every place.
#[test]
fn broken_lines_hold() {
    let text = b"1 play b D4\tq16 # x\n\x00 time_left w -1e99 99999999999\nset_free_handicap a1 T19 \xff\n";
    for cut in 0..text.len() {
        laws::lines(&text[..cut]);
        laws::lines(&text[cut..]);
        let mut twice = text[cut..].to_vec();
        twice.extend_from_slice(&text[..cut]);
        laws::lines(&twice);
    }
}
