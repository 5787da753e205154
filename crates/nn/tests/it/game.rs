//! Games of the shared vectors stand where the vectors say.

use board::Color;
use nn::NetRules;
use serde_json::Value;

use crate::vectors::{self, color};

#[test]
fn games_of_the_vectors_stand_where_they_should() {
    let mut games = vectors::read("positions.jsonl");
    games.extend(vectors::read("features.jsonl"));
    assert_eq!(games.len(), 294);
    for vector in games {
        let (game, json, id) = (vector.game(), &vector.json, vector.id());
        assert_eq!(game.to_move(), color(&json["nextPla"]), "{id}");
        assert_eq!(u64::from(game.encore_phase()), json["encorePhase"].as_u64().unwrap(), "{id}");
        assert_eq!(game.is_finished(), json["gameFinished"].as_bool().unwrap(), "{id}");
        let ko = json["koPoint"].as_str().map(|_| vector.point(&json["koPoint"]).unwrap());
        assert_eq!(game.ko(), ko, "{id}");
        for (row, line) in (1..).zip(json["board"].as_array().unwrap()) {
            for (column, stone) in (1..).zip(line.as_str().unwrap().chars()) {
                let point = game.size().point(column, row).unwrap();
                let letter = match game.board().get(point) {
                    None => '.',
                    Some(Color::Black) => 'X',
                    Some(Color::White) => 'O',
                };
                assert_eq!(letter, stone, "{id}: {point:?}");
                let here = game.board().get(point);
                assert!(
                    Color::BOTH
                        .into_iter()
                        .all(|c| { game.stones()[c].contains(point) == (here == Some(c)) })
                );
            }
        }
        let Value::Object(mut spelled) = json["rulesJson"].clone() else { panic!("{id}") };
        spelled.remove("komi");
        spelled.entry("hasButton").or_insert(Value::Bool(false));
        let ours: Value = serde_json::from_str(&game.rules().to_string()).unwrap();
        assert_eq!(ours, Value::Object(spelled), "{id}");
        assert_eq!(NetRules::parse(&json["rulesJson"].to_string()).as_ref(), Ok(game.rules()));
    }
}
