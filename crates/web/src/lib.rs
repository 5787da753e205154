//! The web board as bytes: what `web/` is built into, embedded in the program.
//!
//! What it is not: it serves nothing (`server` does, `http/pages.rs`). The pages themselves are in `web/src`; start reading at
//! `web/src/app.tsx`. `build.rs` runs the bundler.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

use std::borrow::Cow;

#[derive(rust_embed::Embed)]
#[folder = "$OUT_DIR/bundle"]
struct Bundle;

/// A file of the bundle by its path, such as `index.html` or `assets/main.js.br`.
pub fn file(path: &str) -> Option<Cow<'static, [u8]>> {
    Bundle::get(path).map(|file| file.data)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_page_and_what_it_asks_for_are_there() {
        let page = file("index.html").unwrap();
        let page = std::str::from_utf8(&page).unwrap();
        let asked: Vec<&str> =
            page.split('"').filter(|part| part.starts_with("/assets/")).collect();
        assert!(!asked.is_empty(), "{page}");
        for path in asked {
            assert!(file(path.trim_start_matches('/')).is_some(), "{path}");
        }
    }

    #[test]
    fn texts_are_there_compressed() {
        let script = Bundle::iter().find(|name| name.ends_with(".js.br")).unwrap();
        let plain = file(script.trim_end_matches(".br")).unwrap();
        assert!(file(&script).unwrap().len() < plain.len());
    }

    #[test]
    fn nothing_is_there_that_was_not_built() {
        assert!(file("../Cargo.toml").is_none());
        assert!(file("").is_none());
    }
}
