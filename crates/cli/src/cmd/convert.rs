//! `shoutan convert`: a record or collection in any format, written as SGF.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use rules::Lang;
use serde_json::json;

use crate::Manner;
use crate::exit::Exit;
use crate::input::Source;
use crate::lang::{count, tr};
use crate::layout::harmless;
use crate::output;
use crate::records::{self, Records};
use crate::trouble::Trouble;

/// Write a record in any format as SGF
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The record or collection; - is standard input
    #[arg(value_name = "IN")]
    input: PathBuf,
    /// The file to write: .sgf, or .sgf.gz compressed; - is standard output
    #[arg(value_name = "OUT")]
    output: PathBuf,
    /// Encoding of the texts written, such as UTF-8, GB18030, Big5, Shift_JIS, EUC-KR
    #[arg(long, value_name = "NAME", default_value = "UTF-8", hide_default_value = true)]
    charset: String,
    /// Read the texts in this encoding, whatever the file says
    #[arg(long, value_name = "NAME")]
    from_charset: Option<String>,
    /// Replace the file if it exists
    #[arg(long)]
    force: bool,
}

/// Converts, and says what was written.
///
/// # Errors
/// When the answer cannot be written.
pub(crate) fn run(args: &Args, manner: Manner) -> io::Result<Exit> {
    let done = match convert(args, manner.lang) {
        Ok(done) => done,
        Err(trouble) => {
            crate::complain(&trouble, manner.lang)?;
            return Ok(Exit::Failed);
        }
    };
    let Done { games, repairs, lossy } = done;
    let output = args.output.display().to_string();
    let output = harmless(&output);
    let charset = &args.charset;
    if manner.json {
        let answer = json!({
            "output": args.output.display().to_string(), "games": games, "repairs": repairs,
            "charset": charset, "lossy_values": lossy,
        });
        // Standard output may hold the record itself.
        if args.output.as_os_str() == "-" {
            writeln!(anstream::stderr(), "{answer}")?;
        } else {
            writeln!(anstream::stdout(), "{answer}")?;
        }
        return Ok(Exit::Fine);
    }
    let mut out = anstream::stderr();
    let games_en = count(games, "game", "games");
    let repairs_en = count(repairs, "repair", "repairs");
    let line = tr!(
        manner.lang,
        "已写入 {output}：{games} 局，{charset}，修复 {repairs} 处",
        "wrote {output}: {games_en}, {charset}, {repairs_en}"
    );
    writeln!(out, "{line}")?;
    if lossy > 0 {
        let line = tr!(
            manner.lang,
            "  {charset} 缺少 {lossy} 处文字用到的字符，已写成数字引用（如 &#40657;）；用 UTF-8 则不缺",
            "  {charset} lacks characters of {lossy} texts, which were written as references such as &#40657;; UTF-8 lacks none"
        );
        writeln!(out, "{line}")?;
    }
    Ok(Exit::Fine)
}

/// What was written.
struct Done {
    games: usize,
    repairs: usize,
    lossy: usize,
}

fn convert(args: &Args, lang: Lang) -> Result<Done, Trouble> {
    let charset = charset(&args.charset, lang)?;
    let from = args.from_charset.as_deref().map(|name| self::charset(name, lang)).transpose()?;
    let packed = is_packed(&args.output, lang)?;
    output::may_write(&args.output, args.force, lang)?;
    let source = match args.input.as_os_str() {
        dash if dash == "-" => Source::Stdin,
        _ => Source::File(args.input.clone()),
    };
    let mut records = Records::open(&source, &records::Options { charset: from }, lang)?;
    let options = sgf::WriteOptions { charset, ..sgf::WriteOptions::default() };
    let mut done = Done { games: 0, repairs: 0, lossy: 0 };
    let mut bytes = Vec::new();
    while let Some(record) = records.next() {
        // A part that cannot be read must not be lost in silence: nothing is written then.
        if let Some(lost) = record.unreadable(lang) {
            return Err(lost);
        }
        let written = sgf::write_with([&record.tree], &options);
        bytes.extend(written.bytes);
        done.games += 1;
        done.repairs += record.diagnostics.len() + record.diagnostics.left_out();
        done.lossy += written.lossy_values;
    }
    if let Some(trouble) = records.nothing_found(lang) {
        return Err(trouble);
    }
    let bytes = match packed {
        true => {
            output::gzip(&bytes).map_err(|error| output::unwritable(&args.output, &error, lang))?
        }
        false => bytes,
    };
    output::write(&args.output, &bytes, lang)?;
    Ok(done)
}

/// An encoding by any of its names.
pub(crate) fn charset(name: &str, lang: Lang) -> Result<&'static sgf::Encoding, Trouble> {
    sgf::charset::by_label(name).ok_or_else(|| {
        Trouble::new(
            "unknown-charset",
            "--charset",
            tr!(lang, "没有“{name}”这种编码", "there is no encoding \"{name}\""),
            tr!(
                lang,
                "可用：UTF-8、GB18030、Big5、Shift_JIS、EUC-JP、EUC-KR、windows-1252 等",
                "use UTF-8, GB18030, Big5, Shift_JIS, EUC-JP, EUC-KR, windows-1252 or the like"
            ),
        )
    })
}

/// Whether the output is compressed; only SGF can be written.
fn is_packed(path: &Path, lang: Lang) -> Result<bool, Trouble> {
    let name = path
        .file_name()
        .map(|name| name.to_string_lossy().to_ascii_lowercase())
        .unwrap_or_default();
    match name.strip_suffix(".gz") {
        Some(inner) if inner.ends_with(".sgf") => Ok(true),
        None if name.ends_with(".sgf") || path.as_os_str() == "-" => Ok(false),
        _ => Err(Trouble::new(
            "unknown-format",
            path.display().to_string(),
            tr!(lang, "不会写这种格式", "this format cannot be written"),
            tr!(
                lang,
                "输出文件名应以 .sgf 或 .sgf.gz 结尾",
                "the name must end in .sgf or .sgf.gz"
            ),
        )),
    }
}
