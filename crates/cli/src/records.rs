//! The game records of one input, one after another.

use std::sync::Arc;
use std::vec::IntoIter;

use rules::Lang;
use sgf::{Code, Diagnostics, GameTree, Severity};

use crate::input::Source;
use crate::lang::tr;
use crate::layout::harmless;
use crate::trouble::Trouble;

/// How to read records.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Options {
    /// Read texts in this encoding, whatever the file says.
    pub(crate) charset: Option<&'static sgf::Encoding>,
}

/// One record.
#[derive(Debug)]
pub(crate) struct Record {
    /// The file's name as given; `-` for standard input.
    pub(crate) file: Arc<str>,
    /// Number of the game in its file, from 1.
    pub(crate) number: usize,
    /// The record.
    pub(crate) tree: GameTree,
    /// What was repaired in reading it.
    pub(crate) diagnostics: Diagnostics,
}

impl Record {
    /// What to call it in messages: the file, and the number of the game where there are several.
    pub(crate) fn place(&self) -> String {
        let file = harmless(&self.file);
        match self.number {
            1 => file.into_owned(),
            number => format!("{file}#{number}"),
        }
    }

    /// The trouble with a record of which a part could not be read.
    pub(crate) fn unreadable(&self, lang: Lang) -> Option<Trouble> {
        let lost = self.diagnostics.iter().find(|found| found.code.cuts_short())?;
        let at = format!("{}:{}:{}", self.place(), lost.place.line, lost.place.column);
        let remedy = tr!(lang, "把文件拆成单局再读", "split the file into single games");
        Some(Trouble::new("unreadable", at, lost.describe(lang), remedy))
    }
}

/// Where the records come from.
enum Reader {
    /// Collections are read game by game.
    Sgf(Box<sgf::Reader<'static>>),
    /// The files of other formats hold one game.
    Whole { trees: IntoIter<GameTree>, diagnostics: Diagnostics },
}

/// The records of one input.
pub(crate) struct Records {
    file: Arc<str>,
    reader: Reader,
    bytes: usize,
    number: usize,
    /// Offset of the last record.
    at: usize,
}

impl Records {
    /// Reads the input; its records are taken apart one by one later.
    pub(crate) fn open(source: &Source, options: &Options, lang: Lang) -> Result<Self, Trouble> {
        let bytes = source.read(lang)?;
        Ok(Self::named(source.name(), &source.file_name(), bytes, options))
    }

    fn named(name: String, file_name: &str, bytes: Vec<u8>, options: &Options) -> Self {
        let parse = sgf::ParseOptions { charset: options.charset, ..sgf::ParseOptions::default() };
        let length = bytes.len();
        let extension = file_name.rsplit_once('.').map(|(_, extension)| extension);
        let reader = match sgf::detect(&bytes, extension) {
            Some(format) if format.name != "sgf" => {
                let parsed = format.read(&bytes, &parse);
                Reader::Whole { trees: parsed.trees.into_iter(), diagnostics: parsed.diagnostics }
            }
            _ => Reader::Sgf(Box::new(sgf::Reader::new(bytes, &parse))),
        };
        Self { file: name.into(), reader, bytes: length, number: 0, at: 0 }
    }

    /// The next record.
    pub(crate) fn next(&mut self) -> Option<Record> {
        let (tree, diagnostics) = match &mut self.reader {
            Reader::Sgf(reader) => (reader.next_tree()?, reader.take_diagnostics()),
            Reader::Whole { trees, diagnostics } => (trees.next()?, std::mem::take(diagnostics)),
        };
        self.number += 1;
        self.at = tree.origin().byte;
        Some(Record { file: Arc::clone(&self.file), number: self.number, tree, diagnostics })
    }

    /// How much of the input has been read, 0 to 1.
    #[expect(clippy::cast_precision_loss, reason = "a share of a progress bar")]
    pub(crate) fn share(&self) -> f64 {
        self.at as f64 / self.bytes.max(1) as f64
    }

    /// At the end: the trouble with an input in which there was no record, or whose rest could not be read.
    pub(crate) fn nothing_found(self, lang: Lang) -> Option<Trouble> {
        let (file, number) = (self.file.to_string(), self.number);
        let diagnostics = match self.reader {
            Reader::Sgf(reader) => reader.finish(),
            Reader::Whole { diagnostics, .. } => diagnostics,
        };
        let error = diagnostics.iter().find(|found| found.severity() == Severity::Error)?;
        let at = format!("{file}:{}:{}", error.place.line, error.place.column);
        let what = error.describe(lang);
        let remedy = match error.code {
            Code::NoGameTree if number == 0 => tr!(
                lang,
                "这是棋谱文件吗？能读的格式：SGF、GIB、NGF、UGF、UGI",
                "is this a game record? SGF, GIB, NGF, UGF and UGI can be read"
            ),
            _ => tr!(lang, "把文件拆成单局再读", "split the file into single games"),
        };
        Some(Trouble::new("no-record", at, what, remedy))
    }
}
