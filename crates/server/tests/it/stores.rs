//! The same journey over SQLite and over PostgreSQL (with `SHOUTAN_TEST_PG`).

use serde_json::json;

use crate::harness::House;
use crate::postgres;

/// Create, play, kill, resume, restart, finish, find.
async fn journey(database: Option<String>) {
    let mut house = House::with(|config| config.database = database).await;
    let mut person = house.guest().await;
    let registered = json!({"name": "秀策", "password": "1829-kuwahara"});
    assert_eq!(person.enter("/register", &registered).await.status, 200);
    let preferences = json!({"preferences": {"board": "榧"}});
    assert_eq!(person.call("PATCH", "/me", &preferences).await.status, 200);
    let mut table = house.pair(json!({"cols": 5, "rows": 5, "time": "10m", "komi": "0.5"})).await;
    let game = table.game.clone();
    table.moves(&["C1", "D1", "C2", "D2", "C3", "D3", "C4"]).await;
    table.b.say(&json!({"t": "chat", "game": game, "room": "players", "text": "请多指教"})).await;
    table.w.until(|m| m["t"] == "chat").await;
    table.b.act(&game, json!({"undo_ask": {}})).await;
    table.w.until(|m| m["t"] == "asks").await;
    let seek = json!({"opponent": {"kind": "seek"}, "cols": 9, "rows": 9, "ruleset": "japanese", "time": "5m+10s"});
    assert_eq!(table.black.post("/games", &seek).await.status, 201);

    house.crash().await;
    let shown = table.come_back(&house).await;
    assert_eq!(shown["line"].as_array().unwrap().len(), 7);
    assert_eq!(shown["asks"][0]["kind"], "undo");
    assert_eq!(shown["chat"][0]["text"], "请多指教");
    assert_eq!(table.black.get("/seeks").await.json().as_array().unwrap().len(), 1);
    table.b.until(|m| m["d"].get("unpause").is_some()).await;
    let id = table.w.act(&game, json!({"move": "D4"})).await;
    let moved = table.w.event_with(&id).await;
    // Sent again under its id, it is the event that it was.
    table.w.say(&json!({"t": "event", "game": game, "id": id, "d": {"move": "D4"}})).await;
    assert_eq!(table.w.event_with(&id).await["seq"], moved["seq"]);

    house.restart().await;
    table.come_back(&house).await;
    table.w.until(|m| m["d"].get("unpause").is_some()).await;
    for (color, at) in [("black", "C5"), ("white", "D5"), ("black", "pass"), ("white", "pass")] {
        table.act(color, json!({"move": at})).await;
    }
    let (seq, _) = table.marking().await;
    assert_eq!(table.agree(seq).await, "B+4.5");
    let found = table.black.get("/games?state=done&result=B%2B").await.json();
    assert_eq!(found["games"][0]["id"], json!(game));
    assert!(table.white.get(&format!("/games/{game}/sgf")).await.body.contains("RE[B+4.5]"));
    let mut again = house.guest().await;
    assert_eq!(again.enter("/login", &registered).await.status, 200);
    assert_eq!(again.get("/me").await.json()["preferences"]["board"], "榧");
    let text = "(;SZ[9]PB[秀策]PW[幻庵];B[ee];W[cc])";
    let imported = again.post("/records", &json!({"name": "耳赤.sgf", "text": text})).await;
    assert_eq!(imported.status, 201, "{imported:?}");
    let id = imported.json()["id"].as_str().unwrap().to_owned();
    assert_eq!(again.get(&format!("/records/{id}")).await.json()["black"], "秀策");
    house.server.take().unwrap().stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_journey_on_sqlite() {
    journey(None).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_journey_on_postgres() {
    let Some(database) = postgres::Database::new().await else { return };
    journey(Some(database.url.clone())).await;
    database.remove().await;
}
