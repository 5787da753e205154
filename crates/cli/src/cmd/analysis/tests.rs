use std::io::Cursor;
use std::sync::Mutex;

use serde_json::{Value, json};

use super::*;

/// Where answers gather.
#[derive(Clone, Default)]
struct Sheet(Arc<Mutex<Vec<u8>>>);

impl Write for Sheet {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The answers to queries, by `workers` threads; with none the queries stay where they wait.
fn answers(queries: &[Value], workers: usize) -> Vec<Value> {
    let sheet = Sheet::default();
    let desk = Arc::new(Desk::new(Box::new(sheet.clone())));
    let mut settings = Settings::default();
    settings.set("maxVisits", "20").unwrap();
    settings.set("reportAnalysisWinratesAs", "BLACK").unwrap();
    let clerk = Clerk { desk: &desk, settings: &settings, net: None };
    let text: String = queries.iter().map(|query| format!("{query}\n")).collect();
    clerk.serve(&mut Cursor::new(text)).unwrap();
    desk.close();
    for _ in 0..workers {
        worker::work(&desk, engine(None, &settings, 1));
    }
    let bytes = sheet.0.lock().unwrap().clone();
    let text = String::from_utf8(bytes).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn query(id: &str, fields: &Value) -> Value {
    let mut query = json!({
        "id": id, "moves": [["B", "C3"], ["W", "G7"]], "rules": "chinese", "komi": 7.5,
        "boardXSize": 9, "boardYSize": 9,
    });
    for (name, value) in fields.as_object().unwrap() {
        query[name] = value.clone();
    }
    query
}

#[test]
fn every_turn_is_answered_the_most_urgent_first() {
    let found = answers(
        &[
            query("a", &json!({"analyzeTurns": [0, 1, 2], "priorities": [1, 5, -2]})),
            query("b", &json!({"priority": 3, "includeOwnership": true, "includePolicy": true})),
        ],
        1,
    );
    let order: Vec<(&str, u64)> = found
        .iter()
        .map(|answer| (answer["id"].as_str().unwrap(), answer["turnNumber"].as_u64().unwrap()))
        .collect();
    assert_eq!(order, [("a", 1), ("b", 2), ("a", 0), ("a", 2)]);
    for answer in &found {
        assert_eq!(answer["isDuringSearch"], false);
        assert_eq!(answer["rootInfo"]["visits"], 20);
        let whose = if answer["turnNumber"] == 1 { "W" } else { "B" };
        assert_eq!(answer["rootInfo"]["currentPlayer"], whose);
        let moves = answer["moveInfos"].as_array().unwrap();
        assert!(!moves.is_empty());
        for (order, entry) in moves.iter().enumerate() {
            assert_eq!(entry["order"], order);
            assert_eq!(entry["pv"][0], entry["move"]);
        }
    }
    let whole = &found[1];
    assert_eq!(whole["ownership"].as_array().unwrap().len(), 81);
    let policy: Vec<f64> =
        whole["policy"].as_array().unwrap().iter().map(|p| p.as_f64().unwrap()).collect();
    assert_eq!((policy.len(), policy.iter().filter(|p| **p < 0.0).count()), (82, 2));
    let sum: f64 = policy.iter().filter(|p| **p > 0.0).sum();
    assert!((sum - 1.0).abs() < 1e-3, "{sum}");
    assert_eq!(found[0].get("policy"), None);
}

#[test]
fn the_same_question_has_the_same_answer() {
    let asked = [query("a", &json!({})), query("b", &json!({"moves": []})), query("a", &json!({}))];
    let found = answers(&asked, 1);
    assert_eq!(found[0], found[2]);
}

#[test]
fn what_is_wrong_is_named() {
    let found = answers(
        &[
            query("a", &json!({"moves": [["B", "C3"], ["W", "C3"]]})),
            query("b", &json!({"initialStones": [["B", "A1"], ["W", "A2"], ["W", "B1"]]})),
            query("c", &json!({"overrideSettings": {"maxTime": "soon"}})),
            query("d", &json!({"model": "none"})),
            query("e", &json!({"overrideSettings": {"logDir": "x"}, "colour": 1})),
        ],
        1,
    );
    let fields: Vec<(&str, &str)> = found
        .iter()
        .filter_map(|answer| Some((answer["id"].as_str()?, answer["field"].as_str()?)))
        .collect();
    assert_eq!(
        fields,
        [
            ("a", "moves"),
            ("b", "initialStones"),
            ("c", "overrideSettings"),
            ("d", "model"),
            ("e", "overrideSettings"),
            ("e", "colour"),
        ]
    );
    assert!(found[0]["error"].as_str().unwrap().starts_with("Illegal move 1: C3"));
    assert!(found[4]["warning"].is_string());
    assert_eq!(found.last().unwrap()["turnNumber"], 2);
}

#[test]
fn what_waits_can_be_ended() {
    let end = |id: &str, fields: &Value| {
        let mut end = json!({"id": id, "action": "terminate", "terminateId": "a"});
        for (name, value) in fields.as_object().unwrap() {
            end[name] = value.clone();
        }
        end
    };
    let found = answers(
        &[
            query("a", &json!({"analyzeTurns": [0, 1, 2]})),
            query("b", &json!({})),
            end("x", &json!({"turnNumbers": [1]})),
            end("y", &json!({"terminateId": "none"})),
            json!({"id": "z", "action": "terminate_all"}),
        ],
        1,
    );
    let text: Vec<String> = found.iter().map(Value::to_string).collect();
    assert_eq!(
        text,
        [
            r#"{"id":"a","isDuringSearch":false,"noResults":true,"turnNumber":1}"#,
            r#"{"id":"x","action":"terminate","terminateId":"a","turnNumbers":[1]}"#,
            r#"{"id":"y","action":"terminate","terminateId":"none"}"#,
            r#"{"id":"a","isDuringSearch":false,"noResults":true,"turnNumber":0}"#,
            r#"{"id":"a","isDuringSearch":false,"noResults":true,"turnNumber":2}"#,
            r#"{"id":"b","isDuringSearch":false,"noResults":true,"turnNumber":2}"#,
            r#"{"id":"z","action":"terminate_all"}"#,
        ]
    );
}

#[test]
fn programs_ask_who_we_are() {
    let found = answers(
        &[
            json!({"id": "v", "action": "query_version"}),
            json!({"id": "m", "action": "query_models"}),
            json!({"id": "c", "action": "clear_cache"}),
            json!("nonsense"),
        ],
        0,
    );
    assert_eq!(found[0]["version"], PROTOCOL);
    assert_eq!(found[1]["models"], json!([]));
    assert_eq!(found[2], json!({"id": "c", "action": "clear_cache"}));
    assert!(found[3]["error"].is_string());
}

#[test]
fn games_that_are_over_and_positions_repeated_are_analysed() {
    let passes = json!([["B", "C3"], ["W", "pass"], ["B", "pass"]]);
    // A ko that is retaken after both passed, which a superko rule forbids.
    let repeat = json!([
        ["B", "A2"],
        ["W", "C1"],
        ["B", "B1"],
        ["W", "C3"],
        ["B", "B3"],
        ["W", "D2"],
        ["B", "C2"],
        ["W", "B2"],
        ["B", "pass"],
        ["W", "pass"],
        ["B", "C2"]
    ]);
    let superko = "koPOSITIONALscoreAREAtaxNONEsui0";
    let found = answers(
        &[
            query("a", &json!({"moves": passes})),
            query(
                "b",
                &json!({"moves": repeat, "rules": superko, "boardXSize": 5, "boardYSize": 5}),
            ),
            query("c", &json!({"moves": [["B", "C3"], ["B", "D3"]], "analyzeTurns": [1, 2]})),
        ],
        1,
    );
    assert_eq!(
        found.iter().filter(|answer| answer["rootInfo"].is_object()).count(),
        4,
        "{found:?}"
    );
    let players: Vec<&str> =
        found.iter().filter_map(|answer| answer["rootInfo"]["currentPlayer"].as_str()).collect();
    assert_eq!(players, ["W", "W", "B", "W"]);
    let warned = found.iter().find(|answer| answer["warning"].is_string()).unwrap();
    assert_eq!((&warned["id"], &warned["field"]), (&json!("b"), &json!("moves")));
}
