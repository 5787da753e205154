//! The shared test vectors of the folder `testdata/nn`: positions with the inputs that networks get there.

use board::{BoardSize, Color, Coordinates, Move, Point, Setup};
use nn::{Game, NetRules};
use rules::Score;
use serde_json::Value;

/// One line of a vector file.
pub(crate) struct Vector {
    pub(crate) json: Value,
}

/// All lines of a file of `testdata/nn`.
pub(crate) fn read(name: &str) -> Vec<Vector> {
    let path = format!("{}/../../testdata/nn/{name}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"));
    text.lines().map(|line| Vector { json: serde_json::from_str(line).unwrap() }).collect()
}

impl Vector {
    pub(crate) fn id(&self) -> &str {
        self.json["id"].as_str().unwrap()
    }

    pub(crate) fn size(&self) -> BoardSize {
        let side = |key: &str| u32::try_from(self.json[key].as_u64().unwrap()).unwrap();
        BoardSize::new(side("xsize"), side("ysize")).unwrap()
    }

    pub(crate) fn param(&self, key: &str) -> Option<&Value> {
        self.json["params"].get(key)
    }

    pub(crate) fn flag(&self, key: &str) -> bool {
        self.param(key).is_some_and(|v| v.as_bool().unwrap())
    }

    pub(crate) fn rules(&self) -> NetRules {
        match &self.json["rules"] {
            Value::String(name) => NetRules::parse(name).unwrap(),
            object => NetRules::parse(&object.to_string()).unwrap(),
        }
    }

    /// The game, played to the position; each move must be legal.
    pub(crate) fn game(&self) -> Game {
        let size = self.size();
        let mut setup = Setup::new(size);
        for stone in self.json["setup"].as_array().into_iter().flatten() {
            let point = self.point(&stone[1]).unwrap();
            assert!(setup.set(point, Some(color(&stone[0]))));
        }
        let komi = Score::half_points((self.json["komi"].as_f64().unwrap() * 2.0) as i32);
        let first = self.json.get("initialPla").map_or(Color::Black, color);
        let mut game = Game::new(self.rules(), komi, setup.build().unwrap(), first);
        game.set_prevent_encore(self.param("preventEncore").is_none_or(|v| v.as_bool().unwrap()));
        game.set_opening_handicap(self.flag("assumeHandicap"));
        for turn in self.json["moves"].as_array().unwrap() {
            let mv = self.point(&turn[1]).map_or(Move::Pass, Move::Play);
            let played = game.play_as(color(&turn[0]), mv);
            assert_eq!(played, Ok(()), "{}: {turn}", self.id());
        }
        game
    }

    /// The point that GTP text names; nothing for a pass.
    pub(crate) fn point(&self, text: &Value) -> Option<Point> {
        let text = text.as_str().unwrap();
        (text != "pass").then(|| Coordinates::Gtp.parse(text, self.size()).unwrap())
    }
}

pub(crate) fn color(value: &Value) -> Color {
    match value.as_str().unwrap() {
        "B" => Color::Black,
        _ => Color::White,
    }
}
