//! `testdata/rules/*.jsonl`: every vector of the kinds that this crate decides. The schema is in the README beside them.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use board::{Board, BoardSize, ByColor, Color, Coordinates, Move, Point, PointSet, Symmetry};
use rules::handicap::{self, ThirdStone};
use rules::{
    Axis, Event, GameState, Lang, Phase, Refused, Ruleset, Score, Start, Terms, Unit, Zi, count,
};
use serde_json::Value;

fn vectors(kind: &str) -> Vec<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../testdata/rules")
        .join(format!("{kind}.jsonl"));
    let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Runs every vector and names each that fails.
fn run(kind: &str, check: impl Fn(&Value) -> Result<(), String>) {
    let all = vectors(kind);
    assert!(!all.is_empty());
    let failed: Vec<String> = all
        .iter()
        .filter_map(|v| check(v).err().map(|e| format!("{} ({}): {e}", v["id"], v["name"])))
        .collect();
    assert!(failed.is_empty(), "{} of {} failed\n{}", failed.len(), all.len(), failed.join("\n"));
}

fn same<T: PartialEq + std::fmt::Debug>(what: &str, got: T, want: T) -> Result<(), String> {
    if got == want { Ok(()) } else { Err(format!("{what}: got {got:?}, want {want:?}")) }
}

fn color(v: &Value) -> Option<Color> {
    match v.as_str()? {
        "B" => Some(Color::Black),
        "W" => Some(Color::White),
        _ => None,
    }
}

fn rows(v: &Value) -> Vec<&str> {
    v.as_array().unwrap().iter().map(|r| r.as_str().unwrap()).collect()
}

fn point(text: &str, size: BoardSize) -> Point {
    Coordinates::Gtp.parse(text, size).unwrap()
}

fn points(v: &Value, size: BoardSize) -> PointSet {
    v.as_array().into_iter().flatten().map(|p| point(p.as_str().unwrap(), size)).collect()
}

fn pair(v: &Value) -> ByColor<u32> {
    let number = |k: &str| v.get(k).and_then(Value::as_u64).unwrap_or(0) as u32;
    ByColor::new(number("B"), number("W"))
}

fn quarters(v: &Value) -> Zi {
    let number = v.as_f64().unwrap() * 4.0;
    assert_eq!(number.fract(), 0.0, "{v}");
    Zi::quarters(number as i32)
}

fn score(v: &Value) -> Score {
    Score::half_points((v.as_f64().unwrap() * 2.0) as i32)
}

#[test]
fn legality() {
    run("legality", |v| {
        let size = BoardSize::new(
            v["width"].as_u64().unwrap() as u32,
            v["height"].as_u64().unwrap() as u32,
        )
        .unwrap();
        let base = Ruleset::find("chinese").unwrap();
        let suicide = if v["suicide"] == true { "yes" } else { "no" };
        let ruleset = base.with(Axis::Repetition, v["ko"].as_str().unwrap()).unwrap();
        let ruleset = ruleset.with(Axis::Suicide, suicide).unwrap();
        let board = if v["setup"].is_null() {
            Board::new(size)
        } else {
            Board::from_rows(&rows(&v["setup"])).unwrap()
        };
        let mut start = Start::on(Arc::new(ruleset), board, 0);
        start.to_move = color(&v["to_play"]).unwrap();
        let mut state = GameState::new(start);
        for (i, m) in v["moves"].as_array().unwrap().iter().enumerate() {
            let text = m["p"].as_str().unwrap();
            let mv = match text {
                "pass" => Move::Pass,
                _ => match Coordinates::Gtp.parse(text, size) {
                    Ok(p) => Move::Play(p),
                    Err(_) if m["reason"] == "off_board" => continue,
                    Err(e) => return Err(e.to_string()),
                },
            };
            if state.phase() == Phase::Counting {
                state.apply(Event::Dispute { by: None }).unwrap();
            }
            let before = state.clone();
            match state.apply(Event::Move { by: color(&m["c"]).unwrap(), mv }) {
                Ok(effect) => {
                    same(&format!("move {i} legal"), true, m["legal"] == true)?;
                    same(
                        "captured",
                        effect.captured.len(),
                        m["captured"].as_u64().unwrap() as usize,
                    )?;
                    same(
                        "self_captured",
                        effect.self_captured.len(),
                        m["self_captured"].as_u64().unwrap() as usize,
                    )?;
                }
                Err(refused) => {
                    same(&format!("move {i} legal"), false, m["legal"] == true)?;
                    let want = m["reason"].as_str().unwrap();
                    let got = match &refused {
                        Refused::Illegal(reason) => reason.code(),
                        other => other.code(),
                    };
                    let superko = v["ko"] != "simple";
                    let alike = |code: &str| superko && (code == "ko" || code == "superko");
                    if !(alike(got) && alike(want)) {
                        same(&format!("move {i} reason"), got, want)?;
                    }
                    same("unchanged", state == before, true)?;
                }
            }
        }
        same(
            "final",
            state.board().to_rows(),
            rows(&v["final"]).into_iter().map(str::to_owned).collect(),
        )?;
        same("prisoners", state.prisoners(), pair(&v["prisoners"]))
    });
}

#[test]
fn scoring() {
    run("scoring", |v| {
        let board = Board::from_rows(&rows(&v["rows"])).unwrap();
        let size = board.size();
        let ruleset = Ruleset::find(v["ruleset"].as_str().unwrap()).map_err(|e| e.to_string())?;
        let terms = Terms {
            komi: score(&v["komi"]),
            handicap: v["handicap"].as_u64().unwrap() as u32,
            dead: points(&v["dead"], size),
            seki: points(&v["seki"], size),
            fill: PointSet::EMPTY,
            prisoners: pair(&v["prisoners"]),
            passes: pair(&v["passes"]),
            first_pass: color(&v["first_pass"]),
            penalties: ByColor::default(),
        };
        let c = count(&board, &ruleset, &terms).map_err(|e| e.to_string())?;
        for (key, want) in v["expect"].as_object().unwrap() {
            let side = if key.ends_with('W') { &c.sides.white } else { &c.sides.black };
            match key.as_str() {
                "unit" => {
                    let unit = match c.unit {
                        Unit::Zi => "zi",
                        Unit::Point => "point",
                        Unit::Lu => "lu",
                    };
                    same(key, unit, want.as_str().unwrap())?;
                }
                "B" | "W" => same(key, side.total, quarters(want))?,
                "threshold_B" => same(key, c.threshold, quarters(want))?,
                "margin_zi" => same(key, c.margin_zi(), quarters(want))?,
                "margin_points" => same(key, c.margin.abs(), score(want))?,
                "winner" => {
                    let winner =
                        c.outcome().winner().map_or("draw".to_owned(), |w| w.letter().to_string());
                    same(key, winner, want.as_str().unwrap().to_owned())?;
                }
                "result" => same(key, c.result_sgf(), want.as_str().unwrap().to_owned())?,
                "result_cn" => {
                    same(key, c.result_text(Lang::Zh), want.as_str().unwrap().to_owned())?
                }
                "groups_B" | "groups_W" => {
                    same(key, u64::from(side.groups), want.as_u64().unwrap())?
                }
                "territory_B" | "territory_W" => {
                    same(key, u64::from(side.territory), want.as_u64().unwrap())?
                }
                "komi_used" => same(key, c.komi_used(), score(want))?,
                "tie_won_by_black" => {
                    same(
                        key,
                        c.margin == Score::ZERO && c.tie == Some(Color::Black),
                        want.as_bool().unwrap(),
                    )?;
                }
                other => return Err(format!("unknown key {other}")),
            }
        }
        let lines = Lang::ALL.map(|lang| [Unit::Zi, Unit::Point].map(|unit| c.explain(lang, unit)));
        same("lines render", lines.as_flattened().iter().flatten().any(String::is_empty), false)
    });
}

#[test]
fn handicaps() {
    run("handicap", |v| {
        if let Some(stones) = v.get("compensation_for") {
            let stones = stones.as_u64().unwrap() as u32;
            for (key, name) in [
                ("chinese_points", "chinese"),
                ("aga_area_points", "aga"),
                ("japanese_points", "japanese"),
                ("ing_points", "ing"),
                ("nz_points", "nz"),
            ] {
                let got = Ruleset::find(name).unwrap().compensation_for(stones);
                same(key, got, score(&v[key]))?;
            }
            let zi = Ruleset::chinese().compensation_for(stones).margin_in_zi();
            return same("chinese_zi", zi, quarters(&v["chinese_zi"]));
        }
        let size = BoardSize::square(v["size"].as_u64().unwrap() as u32).unwrap();
        let stones = v["stones"].as_u64().unwrap() as u32;
        let set =
            handicap::fixed(size, stones, ThirdStone::default()).map_err(|e| e.to_string())?;
        same("count", set.len(), stones as usize)?;
        if v.get("points").is_some() {
            same("points", set, points(&v["points"], size))?;
        } else {
            for symmetry in Symmetry::all() {
                same("symmetric", set.iter().map(|p| symmetry.apply(p, size)).collect(), set)?;
            }
        }
        let to_move = Ruleset::chinese().first_mover_for(stones);
        v.get("to_play").map_or(Ok(()), |want| same("to_play", Some(to_move), color(want)))
    });
}

#[test]
fn game_ends() {
    run("gameend", |v| {
        let ruleset = Ruleset::find(v["ruleset"].as_str().unwrap()).map_err(|e| e.to_string())?;
        let size = BoardSize::square(19).unwrap();
        let mut state = GameState::new(Start::even(ruleset, size));
        for item in v["moves"].as_array().unwrap() {
            let by = item.get(1).and_then(color).or_else(|| item.get(0).and_then(color));
            let events = match (item[0].as_str().unwrap(), item.get(1).and_then(Value::as_str)) {
                ("resume", _) => vec![Event::Resume { asked_by: by.unwrap() }],
                ("agree", _) => Color::BOTH.map(|by| Event::Agree { by }).to_vec(),
                ("dispute", _) => vec![Event::Dispute { by }],
                (_, Some("resign")) => vec![Event::Resign { by: by.unwrap() }],
                (_, Some("pass")) => vec![Event::Move { by: by.unwrap(), mv: Move::Pass }],
                (_, Some(p)) => {
                    vec![Event::Move { by: by.unwrap(), mv: Move::Play(point(p, size)) }]
                }
                _ => return Err(format!("{item}")),
            };
            for event in events {
                state.apply(event).map_err(|e| format!("{item}: {e}"))?;
            }
        }
        let phase = match state.phase() {
            Phase::Play => "playing",
            Phase::Counting => "agreement",
            Phase::Done => "finished",
        };
        let expect = &v["expect"];
        same("phase", phase, expect["phase"].as_str().unwrap())?;
        same("to_play", state.to_move(), color(&expect["to_play"]))?;
        if let Some(stones) = expect.get("pass_stones") {
            same("pass_stones", state.pass_stones(), pair(stones))?;
        }
        if let Some(result) = expect.get("result") {
            same("result", state.outcome().map(|o| o.to_sgf()).as_deref(), result.as_str())?;
        }
        Ok(())
    });
}
