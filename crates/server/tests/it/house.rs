//! The server itself: restart, health, records, the engine, bad requests.

use serde_json::json;

use crate::harness::{House, Person};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_restart_pauses_games_and_they_go_on() {
    let mut house = House::open().await;
    let mut table = house.pair(json!({"time": "10m"})).await;
    table.moves(&["E5", "C3"]).await;
    let seen = table.act("black", json!({"move": "G7"})).await["seq"].as_u64().unwrap();
    house.restart().await;
    // The sockets were told why.
    let bye = loop {
        match table.w.next().await {
            Some(message) if message["t"] == "bye" => break message,
            Some(_) => {}
            None => panic!("closed without a word"),
        }
    };
    assert_eq!(bye["code"], "restart");
    let (mut black, mut white) = (table.black.clone(), table.white.clone());
    black.address = house.address.clone();
    white.address = house.address.clone();
    let mut socket = white.socket().await;
    socket.say(&json!({"t": "sub", "game": table.game, "after": seen})).await;
    let paused = socket.next().await.unwrap();
    assert_eq!(paused["d"], json!({"pause": {"by": "server"}}), "{paused}");
    // White alone waits a little, then the game goes on by itself.
    let on = socket.until(|m| m["t"] == "event" && m["d"].get("unpause").is_some()).await;
    assert_eq!(on["clock"]["running"], "white");
    assert_eq!(on["clock"]["white"]["left"], paused["clock"]["white"]["left"], "nobody is charged");
    let id = socket.act(&table.game, json!({"move": "G3"})).await;
    socket.event_with(&id).await;
    assert_eq!(
        black.get(&format!("/games/{}", table.game)).await.json()["line"].as_array().unwrap().len(),
        4
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn guests_are_named_in_their_language() {
    let house = House::open().await;
    let nobody = Person { cookie: None, ..house.guest().await };
    for (headers, begins) in [
        ("Accept-Language: en-GB,en;q=0.9\r\n", "Guest "),
        ("Accept-Language: zh-CN,zh;q=0.9,en;q=0.8\r\n", "棋客"),
        ("", "棋客"),
    ] {
        let account = nobody.send("POST", "/api/v1/guest", Some("{}"), headers).await.json();
        let name = account["name"].as_str().unwrap();
        assert!(name.strip_prefix(begins).is_some_and(|n| n.len() == 5), "{headers}: {name}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn health_metrics_and_the_description() {
    let house = House::open().await;
    let person = house.guest().await;
    assert_eq!(person.send("GET", "/healthz", None, "").await.body, "ok\n");
    assert_eq!(person.send("GET", "/readyz", None, "").await.body, "ready\n");
    assert!(person.send("GET", "/metrics", None, "").await.body.contains("shoutan_requests_total"));
    let description = person.send("GET", "/openapi.json", None, "").await.json();
    assert!(description["paths"]["/api/v1/games"]["post"].is_object());
    assert_eq!(person.send("PUT", "/api/v1/me", Some("{}"), "").await.code(), "request.method");
    assert_eq!(person.get("/nothing").await.code(), "not_found");
    let rulesets = person.get("/rulesets").await.json();
    assert_eq!(rulesets.as_array().unwrap().len(), rules::Ruleset::all().len());
    assert!(person.get("/rulesets/japanese").await.json()["axes"].as_array().unwrap().len() > 5);
    assert_eq!(person.get("/rulesets/japaneese").await.code(), "ruleset.unknown");
    let time = person.get("/time-controls/parse?text=20m%2B5x30s").await.json();
    assert_eq!(time["black"]["system"], "byo_yomi");
    assert_eq!(person.get("/time-controls/parse?text=soon").await.code(), "request.field");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn records_are_imported_with_their_repairs() {
    let house = House::open().await;
    let person = house.guest().await;
    let text = "junk (;GM[1]SZ[9]KM[7.5]PB[Fan Tingyu]PW[柯洁]RE[B+R];B[ee];W[cc";
    let made = person.post("/records", &json!({"name": "a.sgf", "text": text})).await;
    assert_eq!(made.status, 201, "{made:?}");
    assert!(!made.json()["repairs"].as_array().unwrap().is_empty());
    let record =
        person.get(&format!("/records/{}", made.json()["id"].as_str().unwrap())).await.json();
    assert_eq!((&record["black"], &record["white"]), (&json!("Fan Tingyu"), &json!("柯洁")));
    assert_eq!(record["winner"], "black");
    assert_eq!(
        person.post("/records", &json!({"text": "no record"})).await.code(),
        "request.field"
    );
    assert_eq!(person.post("/records", &json!({"base64": "***"})).await.code(), "request.field");
    assert_eq!(person.get("/records/zzz").await.code(), "record.unknown");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_engine_answers_and_grants_undo() {
    let house = House::open().await;
    let person = house.guest().await;
    let levels = person.get("/levels").await.json();
    let numbers: Vec<u64> =
        levels.as_array().unwrap().iter().map(|level| level["level"].as_u64().unwrap()).collect();
    // There is no network here, so there are no ranks.
    assert_eq!(numbers, [1, 2, 3, 4, 5]);
    assert_eq!((&levels[0]["rank"], &levels[0]["also"][0]), (&json!(null), &json!(11)));
    let terms = json!({"opponent": {"kind": "engine", "level": 1}, "color": "black", "cols": 5, "rows": 5,
        "ruleset": "chinese", "time": "10m+30s"});
    let made = person.post("/games", &terms).await.json();
    let game = made["id"].as_str().unwrap().to_owned();
    let mut socket = person.socket().await;
    let shown = socket.open(&game).await;
    assert_eq!(shown["players"]["white"]["engine"], 1);
    let id = socket.act(&game, json!({"move": "C3"})).await;
    socket.event_with(&id).await;
    let is_reply = |m: &serde_json::Value| m["t"] == "event" && m["d"]["move"]["by"] == "white";
    socket.until(is_reply).await;
    let id = socket.act(&game, json!({"undo_ask": {}})).await;
    let undone = socket.event_with(&id).await;
    assert_eq!(undone["d"]["undo"]["moves"], 2);
    let id = socket.act(&game, json!({"resign": {}})).await;
    assert_eq!(socket.event_with(&id).await["result"], "W+R");
    // Who asks for a rank gets the level that stands for it, and sees which that is.
    let ranked = json!({"opponent": {"kind": "engine", "level": 31}, "color": "white", "cols": 5, "rows": 5,
        "ruleset": "chinese", "time": "none"});
    let made = person.post("/games", &ranked).await.json();
    let shown = socket.open(made["id"].as_str().unwrap()).await;
    assert_eq!(shown["players"]["black"]["engine"], 5);
    let wrong = json!({"opponent": {"kind": "engine", "level": 99}, "cols": 5, "rows": 5, "ruleset": "chinese", "time": "none"});
    assert_eq!(person.post("/games", &wrong).await.code(), "engine.level");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_engine_plays_to_the_count() {
    let house = House::open().await;
    let person = house.guest().await;
    // We do nothing but pass; the engine takes what it can, passes in the end, and accepts the marking.
    let start = json!({"kind": "position", "to_move": "black",
        "black": ["C1", "C2", "C3", "C4", "C5"], "white": ["D1", "D2", "D3", "D4", "D5"]});
    let terms = json!({"opponent": {"kind": "engine", "level": 1}, "color": "black", "cols": 5, "rows": 5,
        "komi": "0.5", "start": start, "ruleset": "japanese", "time": "none"});
    let made = person.post("/games", &terms).await;
    assert_eq!(made.status, 201, "{made:?}");
    let game = made.json()["id"].as_str().unwrap().to_owned();
    let mut socket = person.socket().await;
    socket.open(&game).await;
    for _ in 0..30 {
        let id = socket.act(&game, json!({"move": "pass"})).await;
        if socket.event_with(&id).await["phase"] == "counting" {
            break;
        }
        let reply = socket.until(|m| m["t"] == "event" && m["d"]["move"]["by"] == "white").await;
        if reply["phase"] == "counting" {
            break;
        }
    }
    let mark = socket.until(|m| m["t"] == "event" && m["d"].get("mark").is_some()).await;
    let agreed = |m: &serde_json::Value| m["t"] == "event" && m["d"]["agree"]["by"] == "white";
    socket.until(agreed).await;
    let id = socket.act(&game, json!({"agree": {"seq": mark["seq"]}})).await;
    let over = socket.event_with(&id).await;
    assert_eq!(over["phase"], "done");
    let shown = person.get(&format!("/games/{game}")).await.json();
    assert_eq!(shown["count"]["result"], over["result"], "the result is that of the count");
}

#[test]
fn every_code_is_in_the_manual() {
    let manual = include_str!("../../../../docs/SERVER.md");
    for code in api::Code::ALL {
        let row = format!("| `{}` | {} |", code.as_str(), code.status());
        assert!(manual.contains(&row), "docs/SERVER.md lacks {row}");
    }
}
