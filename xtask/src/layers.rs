//! Who may depend on whom, and what each crate's own code may do: `layers.toml` against the workspace.
//!
//! Calls are banned by clippy's `disallowed-methods`, which knows types; this module checks that the ban is
//! switched on where it belongs, and what clippy does not see: dependencies, `unsafe`, serde on public types.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use cargo_metadata::{DependencyKind, Metadata, MetadataCommand, Package};
use serde::Deserialize;

/// The line that bans the calls of `clippy.toml` in a crate's own code.
pub const BAN: &str = "#![cfg_attr(not(test), deny(clippy::disallowed_methods))]";

/// The contents of `layers.toml`.
#[derive(Debug, Clone)]
pub struct Layers {
    crates: BTreeMap<String, Layer>,
    packages: BTreeMap<String, Vec<String>>,
}

/// What one crate may use and do.
#[derive(Debug, Clone, Default)]
struct Layer {
    uses: Vec<String>,
    may: BTreeSet<String>,
    doc_tests: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    crates: BTreeMap<String, Row>,
    packages: BTreeMap<String, Vec<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    uses: Vec<String>,
    #[serde(default)]
    may: BTreeSet<String>,
    #[serde(default)]
    doc_tests: bool,
}

const RIGHTS: [&str; 7] = ["files", "clock", "threads", "async", "unsafe", "print", "serial"];

impl Layers {
    /// Reads `xtask/layers.toml` below the workspace's root.
    ///
    /// # Errors
    /// When the file cannot be read or a crate names an unknown crate or right.
    pub fn load(root: &Path) -> Result<Self> {
        let path = root.join("xtask/layers.toml");
        let text =
            fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        Self::parse(&text).with_context(|| format!("in {}", path.display()))
    }

    /// Reads the text of a `layers.toml`.
    ///
    /// # Errors
    /// When it is not valid, or a crate names an unknown crate or right.
    pub fn parse(text: &str) -> Result<Self> {
        let file: File = toml::from_str(text)?;
        for (name, row) in &file.crates {
            if let Some(unknown) = row.uses.iter().find(|used| !file.crates.contains_key(*used)) {
                anyhow::bail!("{name} uses {unknown}, which is not listed");
            }
            if let Some(unknown) = row.may.iter().find(|right| !RIGHTS.contains(&right.as_str())) {
                anyhow::bail!(
                    "{name} may {unknown}, which is no right; the rights are {}",
                    RIGHTS.join(", ")
                );
            }
        }
        let crates = file
            .crates
            .into_iter()
            .map(|(name, row)| {
                (name, Layer { uses: row.uses, may: row.may, doc_tests: row.doc_tests })
            })
            .collect();
        Ok(Self { crates, packages: file.packages })
    }

    /// The crates whose examples are run as tests, in the order of their names.
    pub fn doc_tests(&self) -> impl Iterator<Item = &str> {
        self.crates.iter().filter(|(_, layer)| layer.doc_tests).map(|(name, _)| name.as_str())
    }

    /// Every crate of ours that `name` may depend on: all that its arrows reach.
    fn below(&self, name: &str) -> BTreeSet<&str> {
        let mut reached = BTreeSet::new();
        let mut todo = vec![name];
        while let Some(at) = todo.pop() {
            for used in self.crates.get(at).map_or(&[][..], |layer| &layer.uses) {
                if reached.insert(used.as_str()) {
                    todo.push(used);
                }
            }
        }
        reached
    }
}

/// Checks the whole workspace; each string of the answer is one violation, in words.
///
/// # Errors
/// When cargo's metadata or a source file cannot be read.
pub fn violations(root: &Path) -> Result<Vec<String>> {
    let layers = Layers::load(root)?;
    let metadata = MetadataCommand::new()
        .manifest_path(root.join("Cargo.toml"))
        .no_deps()
        .exec()
        .context("cannot read cargo's metadata")?;
    let mut found = Vec::new();
    for package in metadata.workspace_packages() {
        let name = package.name.as_str();
        let Some(layer) = layers.crates.get(name) else {
            found.push(format!(
                "{name} is not in xtask/layers.toml: add it with what it uses and may do"
            ));
            continue;
        };
        found.extend(dependency_violations(&layers, &metadata, package, layer));
        found.extend(source_violations(package, layer)?);
    }
    Ok(found)
}

/// Dependencies that the diagram does not allow. Those of tests and benches are free: they ship nothing.
fn dependency_violations(
    layers: &Layers,
    metadata: &Metadata,
    package: &Package,
    layer: &Layer,
) -> Vec<String> {
    let name = package.name.as_str();
    let ours: BTreeSet<&str> =
        metadata.workspace_packages().iter().map(|package| package.name.as_str()).collect();
    let below = layers.below(name);
    let mut found = Vec::new();
    for dependency in package.dependencies.iter().filter(|d| d.kind != DependencyKind::Development)
    {
        let used = dependency.name.as_str();
        if ours.contains(used) && !below.contains(used) {
            found.push(format!("{name} depends on {used}, which is not below it in the diagram"));
        }
        for (right, packages) in &layers.packages {
            if packages.iter().any(|listed| listed == used) && !layer.may.contains(right) {
                found.push(format!("{name} depends on {used} without the right `{right}`"));
            }
        }
    }
    found
}

/// What the sources of a crate say that its row does not allow.
fn source_violations(package: &Package, layer: &Layer) -> Result<Vec<String>> {
    let name = package.name.as_str();
    let folder = package.manifest_path.parent().context("a manifest has a folder")?.as_std_path();
    let mut found = Vec::new();
    let lib = folder.join("src/lib.rs");
    if !layer.may.contains("files") {
        let text =
            fs::read_to_string(&lib).with_context(|| format!("cannot read {}", lib.display()))?;
        if !text.lines().any(|line| line.trim() == BAN) {
            found.push(format!("{name}: src/lib.rs lacks the line {BAN}"));
        }
    }
    for file in rust_files(&folder.join("src"))? {
        let text =
            fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
        let place = file.strip_prefix(folder).unwrap_or(&file).display();
        for (number, what) in forbidden_words(&text, layer) {
            found.push(format!("{name}: {place}:{number} {what}"));
        }
    }
    Ok(found)
}

/// The lines (counted from 1) of a source text that use a right which the layer lacks.
fn forbidden_words(text: &str, layer: &Layer) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut derives_serde = false;
    for (index, line) in text.lines().enumerate() {
        let code = line.split("//").next().unwrap_or_default().trim();
        let lifts =
            |lint: &str| code.starts_with('#') && !code.contains("deny(") && code.contains(lint);
        if !layer.may.contains("unsafe") && lifts("unsafe_code") {
            found.push((index + 1, "lifts the ban on unsafe code".into()));
        }
        if !layer.may.contains("print") && (lifts("print_stdout") || lifts("print_stderr")) {
            found.push((index + 1, "lifts the ban on printing".into()));
        }
        if !layer.may.contains("serial") {
            derives_serde |= code.contains("derive(")
                && (code.contains("Serialize") || code.contains("Deserialize"));
            if derives_serde && code.starts_with("pub ") {
                found.push((
                    index + 1,
                    "has a public type with serde derives; convert at the edge instead".into(),
                ));
            }
            let item = ["struct ", "enum ", "fn ", "}"].iter().any(|word| code.contains(word));
            derives_serde &= !item;
        }
    }
    found
}

/// All Rust files below a folder, in the order of their names; none when the folder is missing.
fn rust_files(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let mut todo = vec![folder.to_path_buf()];
    while let Some(folder) = todo.pop() {
        if !folder.is_dir() {
            continue;
        }
        for entry in
            fs::read_dir(&folder).with_context(|| format!("cannot list {}", folder.display()))?
        {
            let path = entry?.path();
            if path.is_dir() {
                todo.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.push(path);
            }
        }
    }
    files.sort();
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAMPLE: &str = "
        [crates.low]\nuses = []\n
        [crates.middle]\nuses = [\"low\"]\nmay = [\"print\"]\n
        [crates.top]\nuses = [\"middle\"]\ndoc_tests = true\n
        [packages]\nasync = [\"tokio\"]\n";

    #[test]
    fn arrows_reach_through() {
        let layers = Layers::parse(SAMPLE).unwrap();
        assert_eq!(layers.below("top"), BTreeSet::from(["low", "middle"]));
        assert_eq!(layers.below("low"), BTreeSet::new());
        assert_eq!(layers.doc_tests().collect::<Vec<_>>(), ["top"]);
    }

    #[test]
    fn unknown_names_are_refused() {
        let crates = Layers::parse("[crates.a]\nuses = [\"b\"]\n[packages]\n").unwrap_err();
        assert_eq!(crates.to_string(), "a uses b, which is not listed");
        let rights =
            Layers::parse("[crates.a]\nuses = []\nmay = [\"fly\"]\n[packages]\n").unwrap_err();
        assert!(rights.to_string().starts_with("a may fly, which is no right"));
    }

    #[test]
    fn sources_are_read_for_lifted_bans() {
        let nothing = Layer::default();
        let lifted = "#![allow(unsafe_code)]\nfn f() {}\n#[expect(clippy::print_stdout)]\n";
        let lines: Vec<usize> =
            forbidden_words(lifted, &nothing).into_iter().map(|(line, _)| line).collect();
        assert_eq!(lines, [1, 3]);
        let all = Layer {
            may: RIGHTS.iter().map(|&right| right.to_owned()).collect(),
            ..Layer::default()
        };
        assert_eq!(forbidden_words(lifted, &all), []);
        assert_eq!(forbidden_words(&format!("// {lifted}").replace("\n#", "\n// #"), &nothing), []);
    }

    #[test]
    fn public_serde_types_are_found_and_private_ones_pass() {
        let nothing = Layer::default();
        let public = "#[derive(Debug, Deserialize)]\n#[serde(x)]\npub struct A;\n";
        assert_eq!(forbidden_words(public, &nothing).len(), 1);
        let private = "#[derive(Deserialize)]\nstruct A {\n}\npub struct B;\n";
        assert_eq!(forbidden_words(private, &nothing), []);
    }
}
