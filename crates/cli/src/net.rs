//! Which network the engine thinks with: the one in the program, a file in the folder `nets` of the data folder, or one that
//! is named.

use std::borrow::Cow;
use std::fs;
use std::path::{Path, PathBuf};

use rules::Lang;

use crate::lang::tr;
use crate::trouble::Trouble;

/// Endings of network files, the longer first.
const ENDINGS: [&str; 4] = [".bin.gz", ".txt.gz", ".bin", ".txt"];

/// Files larger than this are not read: well above the largest networks known.
pub(crate) const LARGEST: u64 = 2 << 30;

/// The name of the network in the program.
pub(crate) const BUILT_IN: &str = "default";

/// The name for thinking without a network.
pub(crate) const WITHOUT: &str = "none";

/// Where a network is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Source {
    /// In the program.
    BuiltIn,
    /// In a file.
    File(PathBuf),
}

impl Source {
    /// Its name or file, for people.
    pub(crate) fn place(&self) -> String {
        match self {
            Source::BuiltIn => BUILT_IN.to_owned(),
            Source::File(path) => path.display().to_string(),
        }
    }

    /// The bytes of its file.
    ///
    /// # Errors
    /// When they are too many or cannot be read.
    pub(crate) fn read(&self, lang: Lang) -> Result<Cow<'static, [u8]>, Trouble> {
        match self {
            Source::BuiltIn => Ok(Cow::Borrowed(nn::DEFAULT_NET)),
            Source::File(path) => read(path, lang).map(Cow::Owned),
        }
    }

    /// The network, ready to think with.
    ///
    /// # Errors
    /// When it cannot be read or is none.
    pub(crate) fn load(&self, lang: Lang) -> Result<engine::Net, Trouble> {
        let bytes = self.read(lang)?;
        engine::Engine::load_net(&bytes)
            .map_err(|error| broken(&self.place(), error.describe(lang), lang))
    }
}

/// The folder of the installed networks.
pub(crate) fn folder(data: Option<&Path>) -> PathBuf {
    let set = || std::env::var_os("SHOUTAN_DATA_DIR").filter(|value| !value.is_empty());
    let data = data.map(Path::to_path_buf).or_else(|| set().map(PathBuf::from));
    data.unwrap_or_else(crate::cmd::serve::data_folder).join("nets")
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

/// The network to use: the one that is named, else the best installed one, else the one in the program. The name `none` is
/// for playing without.
///
/// # Errors
/// When the one that is named is not there.
pub(crate) fn find_net(
    named: Option<&str>,
    data: Option<&Path>,
    lang: Lang,
) -> Result<Option<Source>, Trouble> {
    match named.filter(|name| !name.is_empty()) {
        Some(WITHOUT) => Ok(None),
        Some(named) => find_named(named, data, lang).map(Some),
        None => {
            let best = installed(&folder(data)).into_iter().next();
            Ok(Some(best.map_or(Source::BuiltIn, |net| Source::File(net.path))))
        }
    }
}

/// The network that a text means: the one in the program, an installed one by its name, or a file.
///
/// # Errors
/// When there is none.
pub(crate) fn find_named(named: &str, data: Option<&Path>, lang: Lang) -> Result<Source, Trouble> {
    if named == BUILT_IN {
        return Ok(Source::BuiltIn);
    }
    let folder = folder(data);
    if let Some(net) = installed(&folder).into_iter().find(|net| net.name == named) {
        return Ok(Source::File(net.path));
    }
    if Path::new(named).is_file() {
        return Ok(Source::File(PathBuf::from(named)));
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
            "shoutan net list 列出已有的；shoutan net install 安装",
            "shoutan net list shows what there is; shoutan net install gets one"
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

/// The trouble with bytes that are no network.
pub(crate) fn broken(place: &str, what: String, lang: Lang) -> Trouble {
    let remedy = tr!(
        lang,
        "换一个文件，或用 shoutan net install 重新安装",
        "use another file, or install it again with shoutan net install"
    );
    Trouble::new("net_broken", place, what, remedy)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_named_one_comes_first_then_the_largest_installed_then_the_one_in_the_program() {
        let data = tempfile::tempdir().unwrap();
        let found = |named| find_net(named, Some(data.path()), Lang::En);
        assert_eq!(found(None).unwrap(), Some(Source::BuiltIn));
        assert_eq!(found(Some("")).unwrap(), Some(Source::BuiltIn));
        let nets = data.path().join("nets");
        fs::create_dir(&nets).unwrap();
        for (name, bytes) in [("small.bin.gz", 1), ("large.txt", 3), ("default.bin", 2)] {
            fs::write(nets.join(name), vec![0; bytes]).unwrap();
        }
        let file = |name: &str| Some(Source::File(nets.join(name)));
        assert_eq!(found(None).unwrap(), file("large.txt"));
        assert_eq!(found(Some("small")).unwrap(), file("small.bin.gz"));
        assert_eq!(found(Some("default")).unwrap(), Some(Source::BuiltIn), "whatever is installed");
        assert_eq!(found(Some("none")).unwrap(), None);
        let path = nets.join("small.bin.gz");
        assert_eq!(found(path.to_str()).unwrap(), file("small.bin.gz"));
        assert_eq!(found(Some("other")).unwrap_err().code, "net_missing");
        assert!(Source::BuiltIn.load(Lang::Zh).is_ok());
        assert_eq!(found(None).unwrap().unwrap().load(Lang::Zh).unwrap_err().code, "net_broken");
    }
}
