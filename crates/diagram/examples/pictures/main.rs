//! Draws the pictures of the manual: `docs/board.svg` and `docs/rules/*.svg`.
//!
//! ```text
//! cargo run -p diagram --example pictures -- docs
//! cargo run -p diagram --features png --example pictures -- docs PNG_FOLDER
//! ```

mod rule_book;

use std::path::{Path, PathBuf};

use board::{Board, BoardSize, Color, Coordinates};
use diagram::{Diagram, Language, Options, svg};

pub(crate) type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let mut folders = std::env::args_os().skip(1).map(PathBuf::from);
    let docs = folders.next().ok_or("the folder for the pictures is missing")?;
    let press = Press { docs, rasters: folders.next() };
    let options = Options {
        coordinates: Some(Coordinates::Gtp),
        language: Language::English,
        title: Some("耳赤之局 Ear-reddening game, 1846: 1–60".into()),
        ..Options::default()
    };
    press.print("board", &ear_reddening_game()?, &options)?;
    rule_book::print(&press)
}

/// The opening of the "ear-reddening game" (耳赤之局) of 11 September 1846, Shusaku with Black: one of the best known games
/// of all, with a ko from move 33 on.
fn ear_reddening_game() -> Result<Diagram, Failure> {
    const MOVES: &str = "qd dc pq oc cp cf ep qo pe np po pp op qp oq oo pn qq nq on \
                         pm om pl mp mq ol pk lq lr kr lp kq qr rr rs mr nr pr ps qs \
                         no mo qr rm rl qs lo mn qr qm or ql qj rj ri rk ln mm qi rq";
    let size = BoardSize::square(19)?;
    let mut board = Board::new(size);
    let mut diagram = Diagram::from(&board);
    for ((number, text), color) in
        (1..).zip(MOVES.split_whitespace()).zip([Color::Black, Color::White].into_iter().cycle())
    {
        let point = Coordinates::Sgf.parse(text, size)?;
        let _ = board.play(color, point)?;
        diagram.play(number, color, point);
    }
    Ok(diagram)
}

/// Where the pictures go.
pub(crate) struct Press {
    docs: PathBuf,
    /// For a look at the result; needs the feature `png`.
    rasters: Option<PathBuf>,
}

impl Press {
    pub(crate) fn print(
        &self,
        name: &str,
        diagram: &Diagram,
        options: &Options,
    ) -> Result<(), Failure> {
        let path = self.docs.join(name).with_extension("svg");
        std::fs::create_dir_all(path.parent().unwrap_or(Path::new(".")))?;
        std::fs::write(&path, svg(diagram, options))?;
        match &self.rasters {
            Some(folder) => raster(&folder.join(name.replace('/', "-")), diagram, options),
            None => Ok(()),
        }
    }
}

#[cfg(feature = "png")]
fn raster(path: &Path, diagram: &Diagram, options: &Options) -> Result<(), Failure> {
    std::fs::create_dir_all(path.parent().unwrap_or(Path::new(".")))?;
    Ok(std::fs::write(path.with_extension("png"), diagram::png(diagram, options, 2.0)?)?)
}

#[cfg(not(feature = "png"))]
fn raster(_: &Path, _: &Diagram, _: &Options) -> Result<(), Failure> {
    Err("PNG files need `--features png`".into())
}
