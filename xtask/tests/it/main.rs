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
