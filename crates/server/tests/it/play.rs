//! Whole games by two people.

use serde_json::json;

use crate::harness::House;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_by_link_to_its_count() {
    let house = House::open().await;
    let mut table =
        house.pair(json!({"cols": 5, "rows": 5, "time": "10m+3x30s", "komi": "0.5"})).await;
    table.moves(&["C1", "D1", "C2", "D2", "C3", "D3", "C4", "D4", "C5", "D5"]).await;
    assert_eq!(table.refused("white", json!({"move": "E5"})).await, "not_your_turn");
    assert_eq!(table.refused("black", json!({"move": "C3"})).await, "illegal.occupied");
    assert_eq!(table.refused("black", json!({"move": "Z9"})).await, "event.point");
    table.act("black", json!({"move": "pass"})).await;
    let stopped = table.act("white", json!({"move": "pass"})).await;
    assert_eq!(stopped["phase"], "counting");
    let (seq, dead) = table.marking().await;
    assert_eq!(dead, json!([]));
    // Black has 15 points, White 10: 15 - 10 - 0.5.
    assert_eq!(table.agree(seq).await, "B+4.5");
    let shown = table.show().await;
    assert_eq!(shown["state"], "done");
    assert_eq!(shown["count"]["result"], "B+4.5");
    assert_eq!(shown["count"]["totals"], json!({"black": "15", "white": "10"}));
    let sgf = table.white.get(&format!("/games/{}.sgf", table.game)).await;
    assert!(sgf.body.contains("RE[B+4.5]") && sgf.body.contains("BL["), "{}", sgf.body);
    let events = table.white.get(&format!("/games/{}/events?after=0", table.game)).await.json();
    assert_eq!(events["last"], json!(events["events"].as_array().unwrap().len()));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_that_waits_names_its_maker() {
    let house = House::open().await;
    let (maker, guest) = (house.guest().await, house.guest().await);
    maker.call("PATCH", "/me", &json!({"name": "Lin"})).await;
    let terms = json!({"opponent": {"kind": "link"}, "color": "random", "cols": 9, "rows": 9, "ruleset": "chinese", "time": "none"});
    let made = maker.post("/games", &terms).await.json();
    let path = format!("/games/{}", made["id"].as_str().unwrap());
    assert_eq!(maker.get(&path).await.json()["maker"], json!({"name": "Lin", "you": true}));
    assert_eq!(guest.get(&path).await.json()["maker"], json!({"name": "Lin", "you": false}));
    let key = made["key"].as_str().unwrap();
    let joined = guest.post(&format!("{path}/join?key={key}"), &json!({})).await.json();
    assert_eq!(joined.get("maker"), None, "who made a game that has begun is nobody's matter");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_whole_chat_is_told_to_those_who_may_read_it() {
    let house = House::with(|config| config.limits.chat = 100).await;
    let mut table = house.pair(json!({})).await;
    let watcher = house.guest().await;
    for number in 0..53 {
        let text = format!("line {number}");
        table
            .b
            .say(&json!({"t": "chat", "game": table.game, "room": "players", "text": text}))
            .await;
        table.b.until(|m| m["t"] == "chat" && m["line"]["text"] == json!(text)).await;
    }
    let path = format!("/games/{}/chat", table.game);
    let lines = table.white.get(&path).await.json();
    assert_eq!(lines.as_array().unwrap().len(), 53);
    assert_eq!(lines[0]["text"], "line 0");
    assert_eq!(watcher.get(&path).await.json(), json!([]));
    table.act("black", json!({"resign": {}})).await;
    assert_eq!(watcher.get(&path).await.json().as_array().unwrap().len(), 53);
}
