//! Requests to the opponent: they outlive a restart and a kill, and cannot be used to pester.

use serde_json::json;

use crate::harness::House;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn open_requests_survive_a_restart_and_a_kill() {
    let mut house = House::open().await;
    let mut table = house.pair(json!({"time": "10m"})).await;
    table.moves(&["E5", "C3", "G7"]).await;
    let game = table.game.clone();
    table.b.act(&game, json!({"undo_ask": {}})).await;
    table.w.until(|m| m["t"] == "asks").await;
    table.w.act(&game, json!({"pause_ask": {}})).await;
    table.b.until(|m| m["t"] == "asks" && m["asks"].as_array().unwrap().len() == 2).await;
    let asked = json!([
        {"by": "black", "kind": "undo", "moves": 1},
        {"by": "white", "kind": "pause"},
    ]);
    house.restart().await;
    assert_eq!(table.come_back(&house).await["asks"], asked, "after a restart");
    table.b.until(|m| m["d"].get("unpause").is_some()).await;
    house.crash().await;
    assert_eq!(table.come_back(&house).await["asks"], asked, "after a kill");
    table.w.until(|m| m["d"].get("unpause").is_some()).await;
    let undone = table.act("white", json!({"undo_answer": {"accept": true}})).await;
    assert_eq!(undone["d"], json!({"undo": {"moves": 1, "by": "black"}}));
    // What was granted is gone, also for the server that comes after this one.
    house.crash().await;
    assert_eq!(table.come_back(&house).await["asks"], json!([]));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_was_declined_asks_again_after_the_next_move() {
    let mut house = House::open().await;
    let mut table = house.pair(json!({"time": "10m"})).await;
    table.moves(&["E5", "C3"]).await;
    let game = table.game.clone();
    for kind in ["undo", "pause"] {
        let ask = json!({format!("{kind}_ask"): {}});
        table.w.act(&game, ask.clone()).await;
        table.b.until(|m| m["t"] == "asks").await;
        assert_eq!(table.refused("white", ask.clone()).await, "ask.pending");
        table.b.act(&game, json!({format!("{kind}_answer"): {"accept": false}})).await;
        table.w.until(|m| m["t"] == "asks" && !m["declined"].is_null()).await;
        assert_eq!(table.refused("white", ask.clone()).await, "ask.declined");
        // Asking has stopped nobody's clock.
        assert_eq!(table.show().await["clock"]["running"], "black");
    }
    // A restart does not open a way around it; taking the own request back does not either.
    house.restart().await;
    table.come_back(&house).await;
    table.w.until(|m| m["d"].get("unpause").is_some()).await;
    assert_eq!(table.refused("white", json!({"pause_ask": {}})).await, "ask.declined");
    table.b.act(&game, json!({"pause_ask": {}})).await;
    table.w.until(|m| m["t"] == "asks" && m["asks"][0]["by"] == "black").await;
    table.b.act(&game, json!({"pause_answer": {"accept": false}})).await;
    table.w.until(|m| m["t"] == "asks" && !m["declined"].is_null()).await;
    assert_eq!(table.refused("black", json!({"pause_ask": {}})).await, "ask.declined");
    table.act("black", json!({"move": "G7"})).await;
    table.w.act(&game, json!({"pause_ask": {}})).await;
    table.b.until(|m| m["t"] == "asks" && m["asks"][0]["by"] == "white").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_keeps_a_clock_standing() {
    let house = House::with(|config| {
        config.resume_after = std::time::Duration::from_secs(3_600);
    })
    .await;
    let mut table = house.pair(json!({"time": "10m"})).await;
    table.moves(&["E5", "C3"]).await;
    let game = table.game.clone();
    // An agreed pause is ended by either of the two, at once.
    table.b.act(&game, json!({"pause_ask": {}})).await;
    table.w.until(|m| m["t"] == "asks").await;
    table.act("white", json!({"pause_answer": {"accept": true}})).await;
    let on = table.act("white", json!({"unpause": {}})).await;
    assert_eq!(on["clock"]["running"], "black");
    // The wait for the players before a game is the server's: who is there alone cannot start the other's clock.
    let (black, white) = (house.guest().await, house.guest().await);
    let terms = json!({"opponent": {"kind": "link"}, "color": "white", "cols": 9, "rows": 9, "ruleset": "chinese", "time": "1m"});
    let made = white.post("/games", &terms).await.json();
    let (game, key) = (made["id"].as_str().unwrap(), made["key"].as_str().unwrap());
    let joined = black.post(&format!("/games/{game}/join?key={key}"), &json!({})).await;
    assert_eq!(joined.status, 200);
    let mut socket = white.socket().await;
    socket.open(game).await;
    let id = socket.act(game, json!({"unpause": {}})).await;
    assert_eq!(socket.until(|m| m["id"] == json!(id)).await["code"], "pause.server");
}
