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

/// Section 7 of the architecture names every crate from outside, so that none comes in without its reason.
#[test]
fn every_dependency_is_named_in_the_architecture() {
    let text = std::fs::read_to_string(xtask::root().join("docs/ARCHITECTURE.md")).unwrap();
    let (_, section) = text.split_once("\n## 7.").unwrap();
    let (section, _) = section.split_once("\n## 8.").unwrap();
    let metadata = cargo_metadata::MetadataCommand::new()
        .manifest_path(xtask::root().join("Cargo.toml"))
        .no_deps()
        .exec()
        .unwrap();
    let is_named = |name: &str| {
        section
            .split(|c: char| !(c.is_alphanumeric() || c == '-' || c == '_'))
            .any(|word| word == name)
    };
    let mut missing: Vec<&str> = metadata
        .packages
        .iter()
        .flat_map(|package| &package.dependencies)
        .filter(|dependency| dependency.path.is_none() && !is_named(&dependency.name))
        .map(|dependency| dependency.name.as_str())
        .collect();
    missing.sort_unstable();
    missing.dedup();
    assert!(missing.is_empty(), "docs/ARCHITECTURE.md, section 7, says nothing of {missing:?}");
}
