//! A position of the vectors: the game, and the inputs a network must get there.

use anyhow::{Context, Result, bail, ensure};
use board::{BoardSize, Color, Coordinates, Move, Point, Setup};
use nn::{FeatureOptions, Features, GLOBALS, Game, NetRules, PLANES};
use rules::Score;
use serde_json::Value;

use crate::vectors::fields::{color, color_named, field, list, text, whole};

/// A line with inputs, read.
pub(super) struct Position {
    pub(super) game: Game,
    pub(super) options: FeatureOptions,
    /// Columns and rows of the input, which has the board in its top left corner.
    pub(super) input: BoardSize,
    /// `[plane][row][column]` of the input.
    pub(super) planes: Vec<f32>,
    pub(super) globals: [f32; GLOBALS],
    pub(super) parameters: Parameters,
}

/// What of a line's `params` concerns answers, not inputs.
#[derive(Clone, Copy)]
pub(super) struct Parameters {
    pub(super) symmetry: u8,
    pub(super) optimism: f32,
    pub(super) passing_hacks: bool,
}

impl Position {
    pub(super) fn read(line: &Value) -> Result<Position> {
        let mut prevent_encore = true;
        let mut opening_handicap = false;
        let mut options = FeatureOptions::default();
        let mut parameters = Parameters { symmetry: 0, optimism: 0.0, passing_hacks: false };
        let none = serde_json::Map::new();
        let named = line.get("params").and_then(Value::as_object).unwrap_or(&none);
        for (name, value) in named {
            let truth =
                || value.as_bool().with_context(|| format!("`{name}` is not true or false"));
            let number = || value.as_f64().with_context(|| format!("`{name}` is not a number"));
            let whole = || value.as_u64().with_context(|| format!("`{name}` is no whole number"));
            match name.as_str() {
                "preventEncore" => prevent_encore = truth()?,
                "assumeHandicap" => opening_handicap = truth()?,
                "conservativePassAndIsRoot" => {
                    options.is_root = truth()?;
                    options.conservative_pass = options.is_root;
                }
                "enablePassingHacks" => {
                    options.passing_hacks = truth()?;
                    parameters.passing_hacks = options.passing_hacks;
                }
                "passAliveSuicide" => options.pass_alive_suicide = truth()?,
                "drawEquivalentWinsForWhite" => options.draw_equivalent_wins = number()?,
                "playoutDoublingAdvantage" => {
                    options.playout_doubling_advantage = single(number()?)
                }
                "policyOptimism" => parameters.optimism = single(number()?),
                "maxHistory" => options.max_history = usize::try_from(whole()?)?,
                "symmetry" => parameters.symmetry = u8::try_from(whole()?)?,
                _ => bail!("the parameter `{name}` is not known"),
            }
        }
        let input = size(line, "nnXLen", "nnYLen")?;
        let inside = input.columns().max(input.rows()) <= nn::MAX_LINES;
        ensure!(inside, "networks know inputs up to 19x19, not {input}");
        let game = play(line, prevent_encore, opening_handicap)?;
        Ok(Position {
            game,
            options,
            input,
            planes: planes(line, input)?,
            globals: globals(line)?,
            parameters,
        })
    }

    /// Whether the game stands as the line says, and the encoder makes these inputs.
    pub(super) fn check(&self, line: &Value) -> Result<()> {
        let game = &self.game;
        ensure!(game.to_move() == color(line, "nextPla")?, "the other side is to move");
        ensure!(
            u64::from(game.encore_phase()) == whole(line, "encorePhase")? as u64,
            "another phase"
        );
        let ends = field(line, "gameFinished")?.as_bool() == Some(game.is_finished());
        ensure!(ends, "the game's end is another");
        let mut features = Features::new(game.size())?;
        Features::encode(game, &self.options, &mut features)?;
        let wide = usize::from(self.input.columns());
        for plane in 0..PLANES {
            let expected = &self.planes[plane * self.input.area()..(plane + 1) * self.input.area()];
            for (index, &expected) in expected.iter().enumerate() {
                let (row, column) = (index / wide, index % wide);
                let found = features.is_set(plane, row, column);
                ensure!(
                    found == (expected != 0.0),
                    "plane {plane}, row {row}, column {column} from the top left: found {found}"
                );
            }
        }
        for (index, (found, expected)) in features.globals().iter().zip(&self.globals).enumerate() {
            ensure!(
                (found - expected).abs() <= 1e-6,
                "global {index} is {found}, expected {expected}"
            );
        }
        Ok(())
    }
}

/// The game up to the position.
fn play(line: &Value, prevent_encore: bool, opening_handicap: bool) -> Result<Game> {
    let size = size(line, "xsize", "ysize")?;
    let mut setup = Setup::new(size);
    for stone in list(line, "setup")? {
        let (color, vertex) = turn(stone, size)?;
        let point = vertex.context("a stone is set up on a pass")?;
        ensure!(setup.set(point, Some(color)), "{point:?} is off the board");
    }
    let rules = match field(line, "rules")? {
        Value::String(name) => NetRules::parse(name)?,
        spelled => NetRules::parse(&spelled.to_string())?,
    };
    let komi = half_points(field(line, "komi")?)?;
    let first = match line.get("initialPla") {
        None => Color::Black,
        Some(_) => color(line, "initialPla")?,
    };
    let mut game = Game::new(rules, komi, setup.build()?, first);
    game.set_prevent_encore(prevent_encore);
    game.set_opening_handicap(opening_handicap);
    for (index, played) in list(line, "moves")?.iter().enumerate() {
        let (color, vertex) = turn(played, size)?;
        let mv = vertex.map_or(Move::Pass, Move::Play);
        game.play_as(color, mv).with_context(|| format!("move {}: {played}", index + 1))?;
    }
    Ok(game)
}

/// `["B", "D4"]`; no point for a pass.
fn turn(value: &Value, size: BoardSize) -> Result<(Color, Option<Point>)> {
    let part = |index: usize| {
        value.get(index).and_then(Value::as_str).with_context(|| format!("{value} is no move"))
    };
    let (color, vertex) = (color_named(part(0)?)?, part(1)?);
    if vertex == "pass" {
        return Ok((color, None));
    }
    Ok((color, Some(Coordinates::Gtp.parse(vertex, size)?)))
}

fn half_points(value: &Value) -> Result<Score> {
    let halves = value.as_f64().context("`komi` is not a number")? * 2.0;
    ensure!(halves.fract() == 0.0 && halves.abs() < 1e6, "`komi` is no multiple of 0.5");
    #[expect(clippy::cast_possible_truncation, reason = "checked just above")]
    Ok(Score::half_points(halves as i32))
}

fn size(line: &Value, columns: &str, rows: &str) -> Result<BoardSize> {
    let side = |name| anyhow::Ok(u32::try_from(whole(line, name)?)?);
    Ok(BoardSize::new(side(columns)?, side(rows)?)?)
}

fn planes(line: &Value, input: BoardSize) -> Result<Vec<f32>> {
    let mut planes = vec![0.0; PLANES * input.area()];
    let set = field(line, "spatial")?.as_object().context("`spatial` is no object")?;
    for (plane, cells) in set {
        let number: usize = plane.parse().with_context(|| format!("{plane:?} is no plane"))?;
        for cell in cells.as_array().context("a plane of `spatial` is no list")? {
            let cell = cell.as_u64().and_then(|cell| usize::try_from(cell).ok());
            let cell = cell.filter(|&cell| number < PLANES && cell < input.area());
            planes
                [number * input.area() + cell.context("a cell of `spatial` is out of range")?] =
                1.0;
        }
    }
    Ok(planes)
}

fn globals(line: &Value) -> Result<[f32; GLOBALS]> {
    let numbers = numbers(field(line, "global")?).context("in `global`")?;
    numbers.try_into().ok().with_context(|| format!("`global` has not {GLOBALS} numbers"))
}

/// A list of numbers.
pub(super) fn numbers(value: &Value) -> Result<Vec<f32>> {
    let list = value.as_array().context("not a list")?;
    list.iter().map(|number| number.as_f64().map(single).context("not a number")).collect()
}

/// The name of a line.
pub(super) fn id(line: &Value) -> Result<&str> {
    text(line, "id")
}

#[expect(clippy::cast_possible_truncation, reason = "networks are single precision")]
pub(super) fn single(value: f64) -> f32 {
    value as f32
}
