//! The whole workspace against its own rules.

#[test]
fn layers_hold() {
    let found = xtask::layers::violations(&xtask::root()).unwrap();
    assert!(
        found.is_empty(),
        "the layers of xtask/layers.toml are broken:\n  {}",
        found.join("\n  ")
    );
}

#[test]
fn our_vectors_pass() {
    let report = xtask::vectors::run(&[xtask::root().join("testdata/rules")]).unwrap();
    assert!(report.passed() > 0 && report.failed() == 0, "{report}");
}
