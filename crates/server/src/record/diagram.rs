//! A position or some moves of a record as a picture.

use api::{Code, DiagramCoordinates, DiagramRequest, DiagramTheme};
use board::{BoardSize, Color, Coordinates, Point, Setup};
use diagram::{Diagram, Language, Mark, NumberedMove, Options, Part, Theme};
use rules::{Event, GameState};
use sgf::replay::{Replay, Replayer};
use sgf::{GameTree, NodeId, PropertyId};

use crate::error::Error;
use crate::game::setup::LONGEST_RECORD;

/// Draws what was asked for, as SVG.
pub(crate) fn picture(request: &DiagramRequest) -> Result<String, Error> {
    if request.sgf.len() > LONGEST_RECORD {
        return Err(Code::TooLarge.into());
    }
    let tree = crate::record::first(&request.sgf)?;
    let node = match request.node {
        None => tree.main_line().last(),
        Some(number) => usize::try_from(number).ok().and_then(|number| tree.walk().nth(number)),
    };
    let node = node.ok_or(Error::with(Code::BadField, "node"))?;
    let replay = Replayer::default().replay_to(&tree, node, false);
    let replay = replay.map_err(|error| Error::with(Code::BadField, format!("sgf: {error}")))?;
    let size = replay.state.size();
    let drawn = draw(&replay, &tree, node, request);
    Ok(diagram::svg(&drawn, &options(request, size)?))
}

fn options(request: &DiagramRequest, size: BoardSize) -> Result<Options, Error> {
    let cell = request.cell.unwrap_or(32);
    if !(12..=96).contains(&cell) {
        return Err(Error::with(Code::BadField, "cell"));
    }
    let part = match request.part.as_deref() {
        Some(text) => Some(part(text, size).ok_or(Error::with(Code::BadField, "part"))?),
        None => None,
    };
    let english = request.lang.as_deref() == Some("en");
    Ok(Options {
        theme: theme(request.theme),
        coordinates: coordinates(request.coordinates),
        part,
        cell,
        language: if english { Language::English } else { Language::Chinese },
        ..Options::default()
    })
}

fn theme(theme: DiagramTheme) -> Theme {
    match theme {
        DiagramTheme::Wood => Theme::Wood,
        DiagramTheme::WoodDark => Theme::WoodDark,
        DiagramTheme::Slate => Theme::Slate,
        DiagramTheme::SlateDark => Theme::SlateDark,
        DiagramTheme::Ink => Theme::Ink,
        DiagramTheme::InkDark => Theme::InkDark,
        DiagramTheme::Print => Theme::Print,
    }
}

fn coordinates(style: DiagramCoordinates) -> Option<Coordinates> {
    match style {
        DiagramCoordinates::None => None,
        DiagramCoordinates::A1 => Some(Coordinates::Gtp),
        DiagramCoordinates::Numeric => Some(Coordinates::Numeric),
        DiagramCoordinates::Zh => Some(Coordinates::Chinese),
        DiagramCoordinates::Sgf => Some(Coordinates::Sgf),
    }
}

/// `K10:T19`.
fn part(text: &str, size: BoardSize) -> Option<Part> {
    let corner = |text: &str| Coordinates::parse_any(text, size).ok().map(|(point, _)| point);
    let (first, second) = text.split_once([':', ','])?;
    Part::new(size, corner(first)?, corner(second)?).ok()
}

fn draw(replay: &Replay, tree: &GameTree, node: NodeId, request: &DiagramRequest) -> Diagram {
    let state = &replay.state;
    let mut drawn = match (&replay.impossible_setup, replay.moves) {
        // Stones without liberties, shown as the file has them.
        (Some(setup), 0) => Diagram::new(setup.clone()),
        _ => Diagram::from(state.board()),
    };
    match request.from {
        Some(from) => number_moves(&mut drawn, state, from.max(1), request.first),
        None => {
            drawn.last = state.last_play().filter(|&point| state.board().get(point).is_some());
            drawn.ko = state.position().ko;
        }
    }
    add_marks(&mut drawn, tree, node);
    add_territory(&mut drawn, replay, tree, node);
    drawn
}

/// Puts the position before a move and the numbered moves from there in place of the last position.
fn number_moves(drawn: &mut Diagram, state: &GameState, from: u32, first: Option<u32>) {
    let events: Vec<&Event> = state.events().collect();
    let moves = |event: &&&Event| matches!(event, Event::Move { .. });
    let places: Vec<usize> =
        events.iter().enumerate().filter(|(_, event)| moves(event)).map(|(at, _)| at).collect();
    let skipped = usize::try_from(from - 1).unwrap_or(usize::MAX);
    let start = places.get(skipped).copied().unwrap_or(events.len());
    let (before, after) = events.split_at(start.min(events.len()));
    // These events were accepted once, so they are again.
    let before = before.iter().map(|&event| event.clone());
    if let Ok(before) = GameState::fold(state.start().clone(), before) {
        drawn.position = Setup::from(before.board());
    }
    for (number, event) in (first.unwrap_or(from)..).zip(after.iter().filter(moves)) {
        if let Event::Move { by, mv } = event {
            drawn.moves.push(NumberedMove { number, color: *by, play: *mv });
        }
    }
}

fn add_marks(drawn: &mut Diagram, tree: &GameTree, node: NodeId) {
    let size = drawn.size();
    for property in tree.properties(node) {
        let mark = match property.id() {
            Some(PropertyId::TR) => Mark::Triangle,
            Some(PropertyId::SQ) => Mark::Square,
            Some(PropertyId::CR) => Mark::Circle,
            Some(PropertyId::MA) => Mark::Cross,
            Some(PropertyId::LB) => {
                drawn.marks.extend(labels(&property, size));
                continue;
            }
            Some(PropertyId::AR) => {
                drawn.arrows.extend(arrows(&property, size));
                continue;
            }
            _ => continue,
        };
        let points =
            property.values().filter_map(|value| value.rect()).flat_map(|rect| rect.coords());
        let points = points.filter_map(|coord| coord.on(size));
        drawn.marks.extend(points.map(|point| (point, mark.clone())));
    }
}

fn labels(property: &sgf::Property<'_>, size: BoardSize) -> Vec<(Point, Mark)> {
    let label = |value: sgf::Value<'_>| {
        let (place, label) = value.split()?;
        let point = place.coord()?.on(size)?;
        Some((point, Mark::Label(label.simple_text().into_owned())))
    };
    property.values().filter_map(label).collect()
}

fn arrows(property: &sgf::Property<'_>, size: BoardSize) -> Vec<(Point, Point)> {
    let arrow = |value: sgf::Value<'_>| {
        let (from, to) = value.split()?;
        Some((from.coord()?.on(size)?, to.coord()?.on(size)?))
    };
    property.values().filter_map(arrow).collect()
}

fn add_territory(drawn: &mut Diagram, replay: &Replay, tree: &GameTree, node: NodeId) {
    let is_here =
        tree.properties(node).any(|p| matches!(p.id(), Some(PropertyId::TB | PropertyId::TW)));
    let Some(territory) = replay.territory.as_ref().filter(|_| is_here) else { return };
    let board = replay.state.board();
    drawn.territory = *territory;
    drawn.dead = (board.stones(Color::Black) & territory.white)
        | (board.stones(Color::White) & territory.black);
}
