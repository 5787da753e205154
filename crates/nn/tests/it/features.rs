//! The inputs of networks are those of the shared vectors, bit for bit.

use nn::{FeatureOptions, Features, GLOBALS, PLANES};
use serde_json::Value;

use crate::vectors::{self, Vector};

fn options(vector: &Vector) -> FeatureOptions {
    let number = |key, default| vector.param(key).map_or(default, |v| v.as_f64().unwrap());
    FeatureOptions {
        playout_doubling_advantage: number("playoutDoublingAdvantage", 0.0) as f32,
        is_root: vector.flag("conservativePassAndIsRoot"),
        conservative_pass: vector.flag("conservativePassAndIsRoot"),
        passing_hacks: vector.flag("enablePassingHacks"),
        draw_equivalent_wins: number("drawEquivalentWinsForWhite", 0.5),
        max_history: number("maxHistory", 5.0) as usize,
        pass_alive_suicide: vector.flag("passAliveSuicide"),
    }
}

#[test]
fn inputs_equal_those_of_every_vector() {
    let mut positions = vectors::read("positions.jsonl");
    positions.extend(vectors::read("features.jsonl"));
    assert_eq!(positions.len(), 294);
    let mut features = Features::new(positions[0].size()).unwrap();
    let mut wrong = Vec::new();
    for vector in &positions {
        Features::encode(&vector.game(), &options(vector), &mut features).unwrap();
        wrong.extend(differences(vector, &features));
    }
    assert!(wrong.is_empty(), "{} differences:\n{}", wrong.len(), wrong.join("\n"));
}

fn differences(vector: &Vector, features: &Features) -> Vec<String> {
    let (json, id) = (&vector.json, vector.id());
    let wide = json["nnXLen"].as_u64().unwrap() as usize;
    let mut wrong = Vec::new();
    for plane in 0..PLANES {
        let listed = json["spatial"].get(plane.to_string());
        let mut expected: Vec<usize> = listed
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
            .map(|v| v.as_u64().unwrap() as usize)
            .collect();
        expected.sort_unstable();
        let mut found = Vec::new();
        for (row, bits) in features.plane(plane).iter().enumerate() {
            found.extend((0..19).filter(|column| bits >> column & 1 == 1).map(|c| row * wide + c));
        }
        if found != expected {
            wrong.push(format!("{id} plane {plane}: {found:?}, not {expected:?}"));
        }
    }
    for index in 0..GLOBALS {
        let expected = json["global"][index].as_f64().unwrap();
        let found = f64::from(features.globals()[index]);
        if (found - expected).abs() > 1e-6 {
            wrong.push(format!("{id} number {index}: {found}, not {expected}"));
        }
    }
    wrong
}
