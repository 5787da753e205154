//! Play has stopped, and one player neither accepts the marking nor disputes it.

use std::time::Duration;

use serde_json::json;

use crate::harness::House;

/// Black gets columns A to C, White D and E.
const SPLIT: [&str; 10] = ["C1", "D1", "C2", "D2", "C3", "D3", "C4", "D4", "C5", "D5"];

async fn quick() -> House {
    House::with(|config| {
        config.limits.settle_after = Duration::from_millis(900);
        config.limits.settle_after_slow = Duration::from_secs(3_600);
    })
    .await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_accepted_lets_the_server_count_when_it_is_sure() {
    let house = quick().await;
    let mut table = house.pair(json!({"cols": 5, "rows": 5, "time": "10m"})).await;
    table.moves(&SPLIT).await;
    assert_eq!(table.refused("black", json!({"settle": {}})).await, "marking.phase");
    assert_eq!(table.show().await["settle"], json!(null));
    table.act("black", json!({"move": "pass"})).await;
    let stopped = table.act("white", json!({"move": "pass"})).await;
    let from = stopped["at"].as_u64().unwrap();
    assert_eq!(stopped["settle"], json!({"black": from + 2_700, "white": from + 2_700}));
    let (seq, _) = table.marking().await;
    let agreed = table.act("black", json!({"agree": {"seq": seq}})).await;
    let due = agreed["at"].as_u64().unwrap() + 900;
    assert_eq!(agreed["settle"], json!({"black": due, "white": from + 2_700}));
    assert_eq!(table.show().await["settle"], agreed["settle"]);
    assert_eq!(table.refused("black", json!({"settle": {}})).await, "marking.wait");
    tokio::time::sleep(Duration::from_millis(950)).await;
    assert_eq!(table.refused("white", json!({"settle": {}})).await, "marking.wait");
    let over = table.act("black", json!({"settle": {}})).await;
    assert_eq!((&over["phase"], &over["result"]), (&json!("done"), &json!("W+2.5")));
    assert_eq!(over["d"]["ruling"]["decision"], "status");
    assert!(over["d"]["ruling"]["text"]["zh"].as_str().unwrap().contains("死活"));
    assert_eq!(over["settle"], json!(null));
    let shown = table.show().await;
    assert_eq!((&shown["result"], &shown["count"]["result"]), (&json!("W+2.5"), &json!("W+2.5")));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn changing_the_marking_for_ever_does_not_put_it_off_for_ever() {
    let house = quick().await;
    let mut table = house.pair(json!({"cols": 5, "rows": 5, "time": "10m"})).await;
    table.moves(&SPLIT).await;
    table.act("black", json!({"move": "pass"})).await;
    let from = table.act("white", json!({"move": "pass"})).await["at"].as_u64().unwrap();
    let (seq, _) = table.marking().await;
    table.act("black", json!({"agree": {"seq": seq}})).await;
    let changed = table.act("white", json!({"mark": {"dead": ["C3"]}})).await;
    assert_eq!(changed["settle"], json!({"black": from + 2_700, "white": from + 2_700}));
    tokio::time::sleep(Duration::from_millis(2_750)).await;
    // The analyser's marking decides, not the one that was put last.
    assert_eq!(table.act("black", json!({"settle": {}})).await["result"], "W+2.5");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_not_settled_is_played_out_and_who_left_loses_on_time() {
    let house = quick().await;
    let mut table = house.pair(json!({"time": "3s"})).await;
    table.moves(&["E5", "C3", "pass", "pass"]).await;
    let (seq, _) = table.marking().await;
    table.act("black", json!({"agree": {"seq": seq}})).await;
    tokio::time::sleep(Duration::from_millis(950)).await;
    let on = table.act("black", json!({"settle": {}})).await;
    assert_eq!(on["d"], json!({"dispute": {"by": null}}), "{on}");
    assert_eq!((&on["phase"], &on["clock"]["running"]), (&json!("play"), &json!("black")));
    table.act("black", json!({"move": "G7"})).await;
    let lost = table.b.until(|m| m["d"].get("time_loss").is_some()).await;
    assert_eq!(lost["result"], "B+T");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_time_to_answer_begins_again_after_a_restart() {
    let mut house = quick().await;
    let mut table = house.pair(json!({"cols": 5, "rows": 5, "time": "10m"})).await;
    table.moves(&SPLIT).await;
    table.act("black", json!({"move": "pass"})).await;
    table.act("white", json!({"move": "pass"})).await;
    let (seq, _) = table.marking().await;
    let before = table.act("black", json!({"agree": {"seq": seq}})).await;
    house.crash().await;
    table.come_back(&house).await;
    let on = table.w.until(|m| m["d"].get("unpause").is_some()).await;
    let due = on["settle"]["black"].as_u64().unwrap();
    assert_eq!(due, on["at"].as_u64().unwrap() + 900);
    assert!(due > before["settle"]["black"].as_u64().unwrap());
    assert_eq!(table.show().await["agreed"]["black"], true, "the acceptance is still there");
    table.act("white", json!({"agree": {"seq": seq}})).await;
    assert_eq!(table.show().await["result"], "W+2.5");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_of_days_wait_longer() {
    let house = quick().await;
    let mut table = house.pair(json!({"cols": 5, "rows": 5, "time": "corr 3d+1d"})).await;
    table.moves(&SPLIT).await;
    table.act("black", json!({"move": "pass"})).await;
    table.act("white", json!({"move": "pass"})).await;
    let (seq, _) = table.marking().await;
    let agreed = table.act("black", json!({"agree": {"seq": seq}})).await;
    let due = agreed["at"].as_u64().unwrap() + 3_600_000;
    assert_eq!(agreed["settle"]["black"], due);
}
