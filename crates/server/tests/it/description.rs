//! The description of the HTTP interface that the pages' types are made from.

/// The committed description is the one that the handlers give; `UPDATE=1` writes it anew.
#[test]
fn the_committed_description_is_fresh() {
    let path =
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/api/openapi.json");
    let text = format!("{}\n", server::openapi());
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, &text).unwrap();
    }
    let committed = std::fs::read_to_string(&path).unwrap();
    assert!(
        committed.trim_end() == text.trim_end(),
        "web/src/api/openapi.json is not what the server describes; run this test with UPDATE=1"
    );
}
