//! The pictures of `docs/RULES.md`.

use board::{Color, Coordinates, Point, PointSet, Setup};
use diagram::{Diagram, Mark, Options, Part, Theme};

use crate::{Failure, Press};

pub(crate) fn print(press: &Press) -> Result<(), Failure> {
    for page in pages()? {
        let options = Options {
            theme: Theme::Wood,
            coordinates: page.coordinates,
            part: page.part,
            title: Some(page.title.to_owned()),
            cell: page.cell,
            ..Options::default()
        };
        press.print(&format!("rules/{}", page.name), &page.diagram, &options)?;
    }
    Ok(())
}

/// One picture.
struct Page {
    name: &'static str,
    title: &'static str,
    diagram: Diagram,
    part: Option<Part>,
    coordinates: Option<Coordinates>,
    cell: u32,
}

impl Page {
    fn new(name: &'static str, title: &'static str, rows: &[&str]) -> Result<Page, Failure> {
        let setup = Setup::from_rows(rows)?;
        setup.build()?;
        Ok(Page {
            name,
            title,
            diagram: Diagram::new(setup),
            part: None,
            coordinates: Some(Coordinates::Gtp),
            cell: 32,
        })
    }

    /// The upper left corner of a 19×19 board.
    fn corner(
        name: &'static str,
        title: &'static str,
        rows: &[&str],
        columns: usize,
    ) -> Result<Page, Failure> {
        let blank = ".".repeat(19);
        let mut all: Vec<String> =
            rows.iter().map(|row| format!("{row}{}", &blank[row.len()..])).collect();
        all.resize(19, blank);
        let all: Vec<&str> = all.iter().map(String::as_str).collect();
        let mut page = Page::new(name, title, &all)?;
        let size = page.diagram.size();
        let last = Point::new(u8::try_from(columns)?, u8::try_from(rows.len())?);
        let first = Point::new(1, 1);
        page.part = match first.zip(last) {
            Some((first, last)) => Some(Part::new(size, first, last)?),
            None => None,
        };
        Ok(page)
    }

    fn at(&self, point: &str) -> Result<Point, Failure> {
        Ok(Coordinates::Gtp.parse(point, self.diagram.size())?)
    }

    fn points(&self, points: &str) -> Result<PointSet, Failure> {
        points.split_whitespace().map(|point| self.at(point)).collect()
    }

    /// Letters on points: `a=D4 b=A1`.
    fn letters(mut self, letters: &str) -> Result<Page, Failure> {
        for entry in letters.split_whitespace() {
            let (text, point) = entry.split_once('=').ok_or("a letter and a point, as in a=D4")?;
            let point = self.at(point)?;
            self.diagram.marks.push((point, Mark::Label(text.to_owned())));
        }
        Ok(self)
    }

    fn marked(mut self, mark: &Mark, points: &str) -> Result<Page, Failure> {
        for point in self.points(points)? {
            self.diagram.marks.push((point, mark.clone()));
        }
        Ok(self)
    }

    fn shared(mut self, points: &str) -> Result<Page, Failure> {
        self.diagram.shared = self.points(points)?;
        Ok(self)
    }
}

fn pages() -> Result<Vec<Page>, Failure> {
    let mut pages = vec![liberties()?];
    pages.extend(captures()?);
    pages.extend(kos()?);
    pages.extend(life_and_death()?);
    pages.extend(counting()?);
    for (name, shapes) in EYE_SHAPES {
        pages.push(eye_shapes(name, shapes)?);
    }
    pages.push(seats()?);
    Ok(pages)
}

fn liberties() -> Result<Page, Failure> {
    let rows = [
        "X........",
        ".........",
        "....X....",
        ".........",
        "........X",
        ".........",
        "..XX.....",
        "...X.....",
        ".........",
    ];
    let mut page = Page::new("liberties", "气 Liberties", &rows)?;
    let stones = page.diagram.position.stones(Color::Black);
    for point in stones.neighbours() & page.diagram.size().all() {
        page.diagram.marks.push((point, Mark::Cross));
    }
    Ok(page)
}

fn captures() -> Result<Vec<Page>, Failure> {
    let before = [
        ".......XO",
        ".........",
        "...X.....",
        "..XOX....",
        "..XOX....",
        ".........",
        "X........",
        "OX.......",
        ".........",
    ];
    let after = [
        ".......X.",
        "........X",
        "...X.....",
        "..X.X....",
        "..X.X....",
        "...X.....",
        "X........",
        ".X.......",
        "X........",
    ];
    let forbidden = [
        ".O.......",
        "O........",
        "....OO...",
        "...OXXO..",
        "...OX.O..",
        "....OO...",
        "........X",
        ".......XO",
        "......XO.",
    ];
    Ok(vec![
        Page::new("capture-1", "提子之前 Before the captures", &before)?
            .letters("a=D4 b=A1 c=J8")?,
        Page::new("capture-2", "提子之后 After the captures", &after)?
            .marked(&Mark::Triangle, "D4 A1 J8")?,
        Page::new("forbidden", "禁着点 Forbidden points", &forbidden)?.letters("a=A9 b=F5 c=J1")?,
    ])
}

fn kos() -> Result<Vec<Page>, Failure> {
    let nothing = ".........";
    let row = "...XO....";
    let before = [nothing, nothing, nothing, row, "..XO.O...", row, nothing, nothing, nothing];
    let after = [nothing, nothing, nothing, row, "..X.XO...", row, nothing, nothing, nothing];
    let mut pages = [
        Page::new("ko-1", "劫 A ko", &before)?.letters("a=E5")?,
        Page::new("ko-2", "黑提劫之后 After Black has taken the ko", &after)?,
    ];
    let [first, second] = &mut pages;
    for page in [first, &mut *second] {
        page.part = Some(Part::new(page.diagram.size(), page.at("B7")?, page.at("G3")?)?);
    }
    second.diagram.ko = Some(second.at("D5")?);
    second.diagram.last = Some(second.at("E5")?);
    Ok(pages.into())
}

fn life_and_death() -> Result<Vec<Page>, Failure> {
    let two_eyes = [".O.OX", "OOOOX", "XXXXX", "....."];
    let false_eye = [".OX...", "OXX...", ".OX...", "OOX...", "XXX..."];
    let no_eyes = ["XXX.OX.", "OOX.OX.", "OOOOOX.", "XXXXXX.", "......."];
    let an_eye_each = [".XX.O.OX.", "XXXOOOOX.", "OOOXXXXX.", "..O......"];
    let bent_four = ["XX.OX.", "XOOOX.", ".OXXX.", "OOX...", "XXX..."];
    Ok(vec![
        Page::corner("two-eyes", "两只真眼 Two real eyes", &two_eyes, 5)?.letters("a=A19 b=C19")?,
        Page::corner("false-eye", "假眼 A false eye", &false_eye, 5)?.letters("a=A19 b=A17")?,
        Page::corner("seki-1", "双活，没有眼 Seki without eyes", &no_eyes, 7)?.shared("D19 D18")?,
        Page::corner("seki-2", "双活，各有一眼 Seki with an eye each", &an_eye_each, 9)?
            .shared("D19")?
            .letters("a=A19 b=F19")?,
        Page::corner("bent-four", "盘角曲四 Bent four in the corner", &bent_four, 6)?
            .letters("a=C19 b=A17")?,
    ])
}

/// The worked example: the marked end, and what is left for the count.
fn counting() -> Result<Vec<Page>, Failure> {
    let marked = [
        ".....XO..",
        ".X.X.XO.O",
        "....XXOX.",
        "..X.XOO..",
        "..O.XXXOO",
        "XXX.XOOO.",
        "OOXXXXXO.",
        ".OOOXXXOO",
        ".O.OXXOO.",
    ];
    let mut end = Page::new("counting-1", "终局，死子划叉 The end, dead stones crossed", &marked)?;
    end.diagram.dead = end.points("C5 H7")?;
    let cleared: Vec<String> = marked
        .iter()
        .enumerate()
        .map(|(row, text)| match row {
            2 => "....XXO..".to_owned(),
            4 => "....XXXOO".to_owned(),
            _ => (*text).to_owned(),
        })
        .collect();
    let cleared: Vec<&str> = cleared.iter().map(String::as_str).collect();
    let mut count = Page::new("counting-2", "双方的地 Both sides' territory", &cleared)?;
    let (stones, all) = (count.diagram.position.clone(), count.diagram.size().all());
    let occupied = stones.stones(Color::Black) | stones.stones(Color::White);
    for region in (all - occupied).components() {
        let touches = |color| region.neighbours().intersects(&stones.stones(color));
        match (touches(Color::Black), touches(Color::White)) {
            (true, false) => count.diagram.territory.black |= region,
            (false, true) => count.diagram.territory.white |= region,
            _ => count.diagram.shared |= region,
        }
    }
    Ok(vec![end, count])
}

/// An eye space: its number, whether it has a vital point, and the columns and rows of its points, the vital one first.
type EyeShape = (u32, bool, &'static [(u8, u8)]);

const EYE_SHAPES: [(&str, &[EyeShape]); 3] = [
    (
        "eye-shapes-1",
        &[
            (1, true, &[(1, 0), (0, 0), (2, 0)]),
            (2, true, &[(0, 0), (1, 0), (0, 1)]),
            (3, true, &[(1, 0), (0, 0), (2, 0), (1, 1)]),
            (4, true, &[(1, 1), (0, 0), (1, 0), (0, 1), (2, 1)]),
        ],
    ),
    (
        "eye-shapes-2",
        &[
            (5, true, &[(1, 1), (1, 0), (0, 1), (2, 1), (1, 2)]),
            (6, true, &[(1, 1), (0, 0), (1, 0), (0, 1), (2, 1), (1, 2)]),
            (7, false, &[(0, 0), (1, 0)]),
            (8, false, &[(0, 0), (1, 0), (0, 1), (1, 1)]),
        ],
    ),
    (
        "eye-shapes-3",
        &[
            (9, false, &[(0, 0), (1, 0), (2, 0), (3, 0)]),
            (10, false, &[(0, 0), (1, 0), (2, 0), (0, 1)]),
            (11, false, &[(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1)]),
        ],
    ),
];

/// A strip of eye spaces in black walls, away from edges and star points.
fn eye_shapes(name: &'static str, shapes: &[EyeShape]) -> Result<Page, Failure> {
    const TOP: u8 = 6;
    let blank = vec![".".repeat(25); 25];
    let blank: Vec<&str> = blank.iter().map(String::as_str).collect();
    let mut page = Page::new(name, "眼形 Eye shapes", &blank)?;
    let size = page.diagram.size();
    page.cell = 28;
    page.coordinates = None;
    let (mut left, mut bottom) = (3, TOP);
    for &(number, vital, shape) in shapes {
        let cells: Vec<Point> = shape
            .iter()
            .filter_map(|&(right, down)| size.point(left + 1 + right, TOP + 1 + down))
            .collect();
        let inside: PointSet = cells.iter().copied().collect();
        // The corners of the wall belong to it.
        let wall: PointSet = cells
            .iter()
            .flat_map(|cell| {
                (-1..=1).flat_map(move |c| (-1..=1).filter_map(move |r| cell.offset(c, r)))
            })
            .collect();
        for stone in wall - inside {
            page.diagram.position.set(stone, Some(Color::Black));
            bottom = bottom.max(stone.row());
        }
        if let Some(&first) = cells.first().filter(|_| vital) {
            page.diagram.marks.push((first, Mark::Cross));
        }
        if let Some(&named) = cells.get(usize::from(vital)) {
            page.diagram.marks.push((named, Mark::Label(number.to_string())));
        }
        left += shape.iter().map(|&(right, _)| right).max().unwrap_or(0) + 4;
    }
    let corners = Point::new(2, TOP - 1).zip(Point::new(left - 1, bottom + 1));
    page.part = corners.map(|(first, last)| Part::new(size, first, last)).transpose()?;
    Ok(page)
}

fn seats() -> Result<Page, Failure> {
    let blank = vec![".".repeat(19); 19];
    let blank: Vec<&str> = blank.iter().map(String::as_str).collect();
    let mut page = Page::new("seats", "座子 Seated stones", &blank)?;
    page.cell = 20;
    for (color, points) in [(Color::Black, "Q16 D4"), (Color::White, "D16 Q4")] {
        for point in page.points(points)? {
            page.diagram.position.set(point, Some(color));
        }
    }
    Ok(page)
}
