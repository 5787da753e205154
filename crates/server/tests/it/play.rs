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
    let sgf = table.white.get(&format!("/games/{}.sgf", table.game)).await;
    assert!(sgf.body.contains("RE[B+4.5]") && sgf.body.contains("BL["), "{}", sgf.body);
    let events = table.white.get(&format!("/games/{}/events?after=0", table.game)).await.json();
    assert_eq!(events["last"], json!(events["events"].as_array().unwrap().len()));
}
