//! `net export`: a network as every program of the format reads it.

use std::path::Path;

use nn::Model;
use nn::model::Encoding;
use rules::Lang;

use crate::lang::tr;
use crate::net;
use crate::output;
use crate::trouble::Trouble;

/// The bytes of a file of this name: text or binary, compressed or not.
///
/// # Errors
/// When the name does not tell which.
pub(super) fn encoded(model: &Model, path: &Path, lang: Lang) -> Result<Vec<u8>, Trouble> {
    let place = path.to_string_lossy();
    let plain = place.strip_suffix(".gz");
    let encoding = match plain.unwrap_or(&place) {
        name if name.ends_with(".bin") => Encoding::Binary,
        name if name.ends_with(".txt") => Encoding::Text,
        _ => {
            let what = tr!(
                lang,
                "网络文件的名称要以 .bin.gz、.bin、.txt.gz 或 .txt 结尾",
                "the name of a network file ends in .bin.gz, .bin, .txt.gz or .txt"
            );
            let remedy = "shoutan net export default net.bin.gz";
            return Err(Trouble::new("arguments", place, what, remedy));
        }
    };
    let bytes =
        model.write(encoding).map_err(|error| net::broken(&place, error.describe(lang), lang))?;
    match plain {
        Some(_) => output::gzip(&bytes).map_err(|error| output::unwritable(path, &error, lang)),
        None => Ok(bytes),
    }
}
