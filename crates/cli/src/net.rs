//! Which network the engine thinks with: files in the folder `nets` of the data folder, or one that is named.

use std::fs;
use std::path::{Path, PathBuf};

use rules::Lang;

use crate::lang::tr;
use crate::trouble::Trouble;

/// Endings of network files, the longer first.
const ENDINGS: [&str; 4] = [".bin.gz", ".txt.gz", ".bin", ".txt"];

/// Files larger than this are not read: well above the largest networks known.
pub(crate) const LARGEST: u64 = 2 << 30;

/// The folder of the installed networks.
pub(crate) fn folder(data: Option<&Path>) -> PathBuf {
    data.map_or_else(crate::cmd::serve::data_folder, Path::to_path_buf).join("nets")
}

/// An installed network.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Installed {
    /// Its name: that of the file without its ending.
    pub(crate) name: String,
    pub(crate) path: PathBuf,
    /// Bytes of the file.
    pub(crate) bytes: u64,
}

/// The installed networks, the largest first: the more a network has learned, the stronger it is.
pub(crate) fn installed(folder: &Path) -> Vec<Installed> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut found: Vec<Installed> = entries
        .filter_map(|entry| {
            let file = entry.file_name().into_string().ok()?;
            let name = name_of(&file).filter(|name| !name.starts_with('.'))?.to_owned();
            let data = entry.path().metadata().ok().filter(fs::Metadata::is_file)?;
            Some(Installed { name, path: entry.path(), bytes: data.len() })
        })
        .collect();
    found.sort_by(|a, b| (b.bytes, &a.name).cmp(&(a.bytes, &b.name)));
    found
}

/// The name in a file's name, if that ends as network files do.
pub(crate) fn name_of(file: &str) -> Option<&str> {
    ENDINGS.into_iter().find_map(|ending| file.strip_suffix(ending)).filter(|name| !name.is_empty())
}

/// The file of the network to use: the one that is named (a file, or the name of an installed one), else the best
/// installed one, else none. The name `none` is for playing without.
///
/// # Errors
/// When the one that is named is not there.
pub(crate) fn find_net(
    named: Option<&str>,
    data: Option<&Path>,
    lang: Lang,
) -> Result<Option<PathBuf>, Trouble> {
    let folder = folder(data);
    let known = installed(&folder);
    match named.filter(|name| !name.is_empty()) {
        Some("none") => Ok(None),
        None => Ok(known.into_iter().next().map(|net| net.path)),
        Some(named) => found(named, known, &folder, lang).map(Some),
    }
}

/// The file that a text means.
pub(crate) fn found(
    named: &str,
    known: Vec<Installed>,
    folder: &Path,
    lang: Lang,
) -> Result<PathBuf, Trouble> {
    if let Some(net) = known.into_iter().find(|net| net.name == named) {
        return Ok(net.path);
    }
    if Path::new(named).is_file() {
        return Ok(PathBuf::from(named));
    }
    let place = folder.display();
    Err(Trouble::new(
        "net_missing",
        named,
        tr!(
            lang,
            "{place} 里没有这个网络，也没有这个文件",
            "no such network in {place}, and no such file"
        ),
        tr!(
            lang,
            "shoutan net list 列出已安装的；shoutan net install 安装",
            "shoutan net list shows what is installed; shoutan net install gets one"
        ),
    ))
}

/// The bytes of a network file.
pub(crate) fn read(path: &Path, lang: Lang) -> Result<Vec<u8>, Trouble> {
    let place = path.display().to_string();
    let size = fs::metadata(path).map_or(0, |data| data.len());
    if size > LARGEST {
        let what = tr!(
            lang,
            "文件有 {size} 字节，太大了",
            "the file has {size} bytes, which is too large"
        );
        return Err(Trouble::new("net_too_large", place, what, ""));
    }
    fs::read(path).map_err(|error| {
        let what = tr!(lang, "读不出来（{error}）", "cannot be read ({error})");
        Trouble::new("unreadable", place, what, "")
    })
}

/// Loads a network to think with.
pub(crate) fn load(path: &Path, lang: Lang) -> Result<engine::Net, Trouble> {
    let bytes = read(path, lang)?;
    engine::Engine::load_net(&bytes).map_err(|error| broken(path, error.describe(lang), lang))
}

/// The trouble with a file that is no network.
pub(crate) fn broken(path: &Path, what: String, lang: Lang) -> Trouble {
    let remedy = tr!(
        lang,
        "换一个文件，或用 shoutan net install 重新安装",
        "use another file, or install it again with shoutan net install"
    );
    Trouble::new("net_broken", path.display().to_string(), what, remedy)
}
