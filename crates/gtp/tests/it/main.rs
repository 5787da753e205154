//! What holds for any line of a controller or an analyst.

mod laws;

use std::fs;
use std::path::Path;

fn corpus(target: &str, law: impl Fn(&[u8])) -> usize {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(target);
    let entries = fs::read_dir(folder).expect("the corpus is committed");
    let files = entries.map(|entry| fs::read(entry.expect("an entry").path()).expect("readable"));
    files.inspect(|bytes| law(bytes)).count()
}

#[test]
fn the_corpora_hold() {
    let seen = corpus("gtp_line", laws::lines);
    assert!(seen >= 12, "{seen} samples");
    let seen = corpus("analysis_json", laws::queries);
    assert!(seen >= 6, "{seen} samples");
}

/// A text, cut and spliced at every place.
fn broken(text: &[u8], law: impl Fn(&[u8])) {
    for cut in 0..text.len() {
        law(&text[..cut]);
        law(&text[cut..]);
        let mut twice = text[cut..].to_vec();
        twice.extend_from_slice(&text[..cut]);
        law(&twice);
    }
}

#[test]
fn broken_lines_hold() {
    broken(
        b"1 play b D4\tq16 # x\n\x00 time_left w -1e99 99999999999\nset_free_handicap a1 T19 \xff\n\
          kata-analyze b 10 avoid w D4,pass 3 ownership true\nkata-set-rules {\"ko\":\"SIMPLE\"}\n",
        laws::lines,
    );
}

#[test]
fn broken_queries_hold() {
    broken(
        br#"{"id":"a","moves":[["B","C3"],["W","(4,4)"]],"rules":{"ko":"SIMPLE","tax":"ALL"},"komi":6.5,"boardXSize":9,"boardYSize":9,"analyzeTurns":[0,2],"priorities":[1,2],"maxVisits":8,"avoidMoves":[{"player":"B","moves":["pass"],"untilDepth":1}],"overrideSettings":{"maxTime":1}}"#,
        laws::queries,
    );
}
