//! Where a package index keeps a file.
//!
//! Source: the simple repository interface of Python packages, in its HTML form (PEP 503) and its JSON form (PEP 691).

use serde_json::Value;

/// What indexes are asked to answer with.
pub(super) const ACCEPT: &str = "application/vnd.pypi.simple.v1+json, application/vnd.pypi.simple.v1+html;q=0.2, text/html;q=0.1";

/// A file of an index.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct File {
    pub(super) url: String,
    /// SHA-256 as the index states it, in lower case.
    pub(super) sha256: String,
}

/// Finds a file in a page of an index; `page` is the page's address, against which the file's may be relative. `None`
/// where it is not listed with a hash.
pub(super) fn find(body: &str, page: &str, file: &str) -> Option<File> {
    let (url, sha256) = match serde_json::from_str::<Value>(body) {
        Ok(json) => in_json(&json, file)?,
        Err(_) => in_html(body, file)?,
    };
    let sha256 = sha256.to_ascii_lowercase();
    let whole = sha256.len() == 64 && sha256.bytes().all(|byte| byte.is_ascii_hexdigit());
    whole.then(|| Some(File { url: resolve(page, &url)?, sha256 }))?
}

fn in_json(json: &Value, file: &str) -> Option<(String, String)> {
    let entry = json["files"].as_array()?.iter().find(|entry| entry["filename"] == file)?;
    Some((entry["url"].as_str()?.to_owned(), entry["hashes"]["sha256"].as_str()?.to_owned()))
}

/// The link whose address ends with the file's name and has the hash as its fragment.
fn in_html(body: &str, file: &str) -> Option<(String, String)> {
    body.split("href").skip(1).find_map(|rest| {
        let rest = rest.trim_start().strip_prefix('=')?.trim_start();
        let quote = rest.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
        let (address, _) = rest[1..].split_once(quote)?;
        let address = address.replace("&amp;", "&");
        let (url, fragment) = address.split_once('#')?;
        let path = url.split('?').next()?;
        let named = path.rsplit('/').next() == Some(file);
        let hash = fragment.split('&').find_map(|part| part.strip_prefix("sha256="))?;
        named.then(|| (url.to_owned(), hash.to_owned()))
    })
}

/// An address that may be relative to a page.
fn resolve(page: &str, address: &str) -> Option<String> {
    if address.starts_with("http://") || address.starts_with("https://") {
        return Some(address.to_owned());
    }
    let (scheme, rest) = page.split_once("://")?;
    if let Some(other) = address.strip_prefix("//") {
        return Some(format!("{scheme}://{other}"));
    }
    let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
    let absolute = address.starts_with('/');
    let mut parts: Vec<&str> = if absolute { Vec::new() } else { path.split('/').collect() };
    // What follows the last slash of the page is its own name.
    parts.pop();
    for part in address.split('/').filter(|part| !part.is_empty()) {
        match part {
            "." => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    Some(format!("{scheme}://{host}/{}", parts.join("/")))
}

#[cfg(test)]
mod tests {
    use super::*;

    const HASH: &str = "0123456789abcdef0123456789ABCDEF0123456789abcdef0123456789abcdef";

    #[test]
    fn both_forms_of_pages_are_read() {
        let json = format!(
            r#"{{"files":[{{"filename":"a-1.tar.gz","url":"x","hashes":{{}}}},
                {{"filename":"a-1.whl","url":"https://f.example/p/a-1.whl","hashes":{{"sha256":"{HASH}"}}}}]}}"#
        );
        let html = format!(
            "<a href=\"../../p/a-1.tar.gz#sha256={HASH}\">a-1.tar.gz</a><br/>\n\
             <a data-x='1' href = '../../p/a-1.whl?x=1&amp;y=2#md5=1&amp;sha256={HASH}' data-y=\"&gt;3\">a-1.whl</a>"
        );
        let page = "https://index.example/simple/a/";
        let sha256 = HASH.to_ascii_lowercase();
        let url = "https://f.example/p/a-1.whl".to_owned();
        assert_eq!(find(&json, page, "a-1.whl"), Some(File { url, sha256: sha256.clone() }));
        let url = "https://index.example/p/a-1.whl?x=1&y=2".to_owned();
        assert_eq!(find(&html, page, "a-1.whl"), Some(File { url, sha256 }));
        for body in ["", "{}", "[]", "<a href=", "<a href=\"a-1.whl\">", &html.replace(HASH, "00")]
        {
            assert_eq!(find(body, page, "a-1.whl"), None, "{body}");
        }
        assert_eq!(find(&json, page, "a-1.tar.gz"), None, "no hash");
    }

    #[test]
    fn addresses_are_resolved() {
        let page = "http://127.0.0.1:8000/simple/a/";
        for (address, expected) in [
            ("a.whl", "http://127.0.0.1:8000/simple/a/a.whl"),
            ("./b/a.whl", "http://127.0.0.1:8000/simple/a/b/a.whl"),
            ("../../a.whl", "http://127.0.0.1:8000/a.whl"),
            ("../../../../a.whl", "http://127.0.0.1:8000/a.whl"),
            ("/p/a.whl", "http://127.0.0.1:8000/p/a.whl"),
            ("//x.example/a.whl", "http://x.example/a.whl"),
            ("https://x.example/a.whl", "https://x.example/a.whl"),
        ] {
            assert_eq!(resolve(page, address).as_deref(), Some(expected));
        }
    }
}
