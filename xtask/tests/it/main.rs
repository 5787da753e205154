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
    let folders = ["testdata/rules", "testdata/nn"].map(|folder| xtask::root().join(folder));
    let report = xtask::vectors::run(&folders, &xtask::vectors::Options::default()).unwrap();
    assert!(report.passed() > 0 && report.failed() == 0, "{report}");
}

/// A network of another hash, an answer that differs, a position that is missing: each fails, alone. A network that is
/// not here is said to be skipped.
#[test]
fn answers_of_networks_are_really_compared() {
    let nn = xtask::root().join("testdata/nn");
    let text = std::fs::read_to_string(nn.join("eval_random_nets.jsonl")).unwrap();
    let line = text.lines().next().unwrap();
    let changes: [(&str, &str, &str); 5] = [
        ("right", "\"id\":\"s24\"", "\"id\":\"s24\""),
        ("hash", "\"sha256\":\"2", "\"sha256\":\"3"),
        ("answer", "\"passLogit\":-0.53", "\"passLogit\":-0.54"),
        ("position", "\"id\":\"s24\"", "\"id\":\"s99\""),
        ("net", "\"net\":\"random-v8-s1", "\"net\":\"random-v8-s9"),
    ];
    for (what, old, new) in changes {
        let folder = tempfile::tempdir().unwrap();
        let changed = line.replacen(old, new, 1);
        assert!(what == "right" || changed != line, "{what}");
        std::fs::write(folder.path().join("eval.jsonl"), changed).unwrap();
        std::fs::copy(nn.join("positions.jsonl"), folder.path().join("positions.jsonl")).unwrap();
        let options =
            xtask::vectors::Options { nets: vec![nn.join("random_nets")], reference: false };
        let report = xtask::vectors::run(&[folder.path().to_path_buf()], &options).unwrap();
        let text = report.to_string();
        let expected = match what {
            "right" => (41, 0),
            "net" => (40, 0),
            _ => (40, 1),
        };
        assert_eq!((report.passed(), report.failed()), expected, "{what}: {text}");
        assert_eq!(what == "net", text.contains("skipped: net random-v8-s9.bin.gz not found"));
    }
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
