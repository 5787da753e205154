//! Records as the interface shows them: bytes to game trees, what is listed of them, pictures. Nothing here waits or saves.

mod diagram;
mod tree;

use api::{GameInFile, ImportRecord, Message, OpenedFile, Repair};
use board::Coordinates;
use rules::{GameState, Lang};
use sgf::{GameTree, Parsed, PropertyId};

use api::Code;

use crate::error::Error;
use crate::game::setup::LONGEST_RECORD;

pub(crate) use diagram::picture;
pub(crate) use tree::{Line, view};

/// Games of a file that are listed.
const MOST_GAMES: usize = 500;

/// Repairs that are listed.
const MOST_REPAIRS: usize = 200;

/// Nodes of a record: more than any game with its commentary has.
const MOST_NODES: usize = 60_000;

/// A file as it was sent.
#[derive(Debug, Clone)]
pub(crate) struct File {
    /// Its name, without control characters.
    pub(crate) name: String,
    /// Its bytes.
    pub(crate) bytes: Vec<u8>,
    /// Which game of it.
    pub(crate) game: usize,
    /// The country whose spelling is likely where the file does not say.
    pub(crate) region: Option<&'static str>,
}

impl File {
    /// Checks what was sent; `languages` is the reader's `Accept-Language`.
    pub(crate) fn take(request: ImportRecord, languages: &str) -> Result<Self, Error> {
        let field = |name: &str| Error::with(Code::BadField, name);
        let bytes = match (request.text, request.base64) {
            (Some(text), None) => text.into_bytes(),
            (None, Some(text)) => from_base64(&text).ok_or(field("base64"))?,
            _ => return Err(field("text")),
        };
        if bytes.len() > LONGEST_RECORD {
            return Err(Code::TooLarge.into());
        }
        let name = request.name.unwrap_or_default();
        let name = name.chars().filter(|c| !c.is_control()).take(200).collect();
        let game = usize::try_from(request.game.unwrap_or(0)).map_err(|_| field("game"))?;
        Ok(Self { name, bytes, game, region: region(languages) })
    }

    fn extension(&self) -> Option<String> {
        self.name.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase())
    }

    /// Reads it.
    pub(crate) fn read(&self) -> Parsed {
        parse(&self.bytes, self.extension().as_deref(), self.region)
    }

    /// The game that is meant, as SGF in UTF-8, and its tree.
    pub(crate) fn chosen(&self, parsed: &Parsed) -> Result<(String, GameTree), Error> {
        if parsed.trees.is_empty() {
            return Err(Error::with(Code::BadField, "text: there is no game record in it"));
        }
        let tree = parsed.trees.get(self.game).ok_or(Error::with(Code::BadField, "game"))?;
        normal(tree)
    }

    /// Everything about it.
    pub(crate) fn open(&self) -> Result<OpenedFile, Error> {
        let parsed = self.read();
        let (_, tree) = self.chosen(&parsed)?;
        let format = sgf::detect(&self.bytes, self.extension().as_deref());
        let charset = parsed.trees.get(self.game).map_or("", |tree| tree.encoding().name());
        Ok(OpenedFile {
            format: format.map_or("sgf", |format| format.name).to_ascii_uppercase(),
            charset: charset.to_owned(),
            games: parsed.trees.iter().zip(0..).take(MOST_GAMES).map(listed).collect(),
            games_found: u32::try_from(parsed.trees.len()).unwrap_or(u32::MAX),
            tree: view(&tree)?,
            repairs: repairs(&parsed.diagnostics),
        })
    }
}

/// The country of a reader's first language.
fn region(languages: &str) -> Option<&'static str> {
    let first = languages.split([',', ';']).next().unwrap_or_default().trim().to_ascii_lowercase();
    let (language, place) = first.split_once('-').unwrap_or((&first, ""));
    match (language, place) {
        ("zh", "tw" | "hk" | "mo" | "hant") => Some("tw"),
        ("zh", _) => Some("cn"),
        ("ja", _) => Some("jp"),
        ("ko", _) => Some("kr"),
        ("ru", _) => Some("ru"),
        _ => None,
    }
}

/// Reads a file of any format within our bounds.
pub(crate) fn parse(bytes: &[u8], extension: Option<&str>, region: Option<&'static str>) -> Parsed {
    let limits =
        sgf::Limits { nodes: MOST_NODES, trees: 5_000, depth: 5_000, ..sgf::Limits::default() };
    sgf::parse_any_with(bytes, extension, &sgf::ParseOptions { limits, region, charset: None })
}

/// The first game of a text that the server wrote or a client sent as SGF.
pub(crate) fn first(text: &str) -> Result<GameTree, Error> {
    let none = || Error::with(Code::BadField, "sgf: there is no game record in it");
    parse(text.as_bytes(), Some("sgf"), None).trees.into_iter().next().ok_or_else(none)
}

/// A tree written as SGF in UTF-8 without what could not be kept, and read again.
pub(crate) fn normal(tree: &GameTree) -> Result<(String, GameTree), Error> {
    let text = String::from_utf8_lossy(&sgf::write(tree)).replace('\0', "\u{fffd}");
    let tree = first(&text)?;
    Ok((text, tree))
}

fn listed((tree, number): (&GameTree, u32)) -> GameInFile {
    let text = |id| tree.text(tree.root(), id).map(|text| clean(&text)).filter(|t| !t.is_empty());
    let is_move = |&node: &sgf::NodeId| {
        tree.find(node, PropertyId::B).is_some() || tree.find(node, PropertyId::W).is_some()
    };
    GameInFile {
        number,
        black: text(PropertyId::PB).unwrap_or_default(),
        white: text(PropertyId::PW).unwrap_or_default(),
        title: text(PropertyId::GN).or_else(|| text(PropertyId::EV)),
        result: text(PropertyId::RE),
        played: text(PropertyId::DT),
        moves: u32::try_from(tree.main_line().filter(is_move).count()).unwrap_or(u32::MAX),
    }
}

/// What was repaired, in words.
pub(crate) fn repairs(diagnostics: &sgf::Diagnostics) -> Vec<Repair> {
    let one = |d: &sgf::Diagnostic| Repair {
        code: d.code.name().to_owned(),
        severity: format!("{:?}", d.severity()).to_ascii_lowercase(),
        text: Message::new(d.zh(), d.en()),
        line: u32::try_from(d.place.line).unwrap_or(u32::MAX),
    };
    diagnostics.iter().take(MOST_REPAIRS).map(one).collect()
}

/// A text for a column or a list.
pub(crate) fn clean(text: &str) -> String {
    text.chars().filter(|c| *c != '\0').take(100).collect()
}

/// Why a move of a record is illegal.
pub(crate) fn reason(step: &sgf::IllegalStep, size: board::BoardSize) -> Message {
    let say = |lang| step.error.describe(lang, Coordinates::Gtp, size);
    let number = step.number;
    Message::new(
        format!("第 {number} 手：{}", say(Lang::Zh)),
        format!("move {number}: {}", say(Lang::En)),
    )
}

/// The stones of a position, row by row.
pub(crate) fn stones(state: &GameState) -> String {
    state.board().to_rows().concat()
}

/// The last position of a record that the archive keeps; none when it cannot be replayed.
pub(crate) fn last_stones(text: &str) -> Option<String> {
    let replay = sgf::replay(&first(text).ok()?).ok()?;
    match (&replay.impossible_setup, replay.moves) {
        (Some(setup), 0) => Some(setup_rows(setup)),
        _ => Some(stones(&replay.state)),
    }
}

fn setup_rows(setup: &board::Setup) -> String {
    let size = setup.size();
    let letter = |point| match setup.get(point) {
        Some(board::Color::Black) => 'X',
        Some(board::Color::White) => 'O',
        None => '.',
    };
    let points = (1..=size.rows()).flat_map(|row| (1..=size.columns()).map(move |col| (col, row)));
    points.filter_map(|(col, row)| size.point(col, row)).map(letter).collect()
}

/// Base 64 with or without padding and line breaks.
fn from_base64(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let (mut bits, mut count) = (0_u32, 0);
    let digits = text.trim_end().trim_end_matches('=').bytes().filter(|b| !b.is_ascii_whitespace());
    for digit in digits {
        let value = match digit {
            b'A'..=b'Z' => digit - b'A',
            b'a'..=b'z' => digit - b'a' + 26,
            b'0'..=b'9' => digit - b'0' + 52,
            b'+' | b'-' => 62,
            b'/' | b'_' => 63,
            _ => return None,
        };
        bits = bits << 6 | u32::from(value);
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push(u8::try_from(bits >> count & 0xff).unwrap_or(0));
        }
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_read() {
        assert_eq!(from_base64("R28=").as_deref(), Some(&b"Go"[..]));
        assert_eq!(from_base64("5omL\n6LCI").as_deref(), Some("手谈".as_bytes()));
        assert_eq!(from_base64("").as_deref(), Some(&b""[..]));
        assert_eq!(from_base64("a*b"), None);
    }

    #[test]
    fn readers_are_of_a_region() {
        let cases = [("zh-CN,zh;q=0.9", Some("cn")), ("zh", Some("cn")), ("zh-TW", Some("tw"))];
        for (languages, wanted) in cases {
            assert_eq!(region(languages), wanted, "{languages}");
        }
        assert_eq!([region("ja"), region("en-GB,zh"), region("")], [Some("jp"), None, None]);
    }

    #[test]
    fn last_positions_are_rows() {
        assert_eq!(last_stones("(;SZ[3:2];B[aa];W[cb])").as_deref(), Some("X....O"));
        assert_eq!(last_stones("(;SZ[2]AB[aa][ab][ba]AW[bb])").as_deref(), Some("XXXO"));
        assert_eq!(last_stones("(;GM[2])"), None);
        assert_eq!(last_stones("no record"), None);
    }
}
