//! Time loss under every kind of clock, decided by the server's own timer.

use serde_json::{Value, json};

use crate::harness::House;

async fn loses_on_time(time: &str) -> Value {
    let house = House::open().await;
    let mut table = house.pair(json!({"time": time})).await;
    table.moves(&["E5", "C3"]).await;
    // Black does nothing; nobody claims anything.
    let lost = table.w.until(|m| m["t"] == "event" && m["d"].get("time_loss").is_some()).await;
    assert_eq!(lost["d"], json!({"time_loss": {"by": "black"}}), "{time}");
    assert_eq!(lost["result"], "W+T", "{time}");
    assert_eq!(lost["clock"]["black"]["left"], 0, "{time}");
    assert_eq!(table.refused("black", json!({"move": "G7"})).await, "game_over");
    assert_eq!(table.show().await["result"], "W+T");
    lost
}

macro_rules! clocks {
    ($($(#[$meta:meta])* $name:ident $time:literal;)*) => {$(
        #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
        $(#[$meta])*
        async fn $name() {
            loses_on_time($time).await;
        }
    )*};
}

clocks! {
    absolute "2s";
    fischer "2s+0.1s";
    delay "1.5s delay 0.3s";
    byo_yomi "1s+2x0.7s";
    canadian "1s+5/1.5s";
    per_move "2s/move";
    ing "1.5s+1x0.5s 罚2";
    hourglass "hourglass 2s";
    correspondence "corr 2s+0.1s";
}

/// The standard test: a game with reserved minutes is lost at the tenth second of the count in the last one. The server's
/// clock runs faster here, so that the minute is short.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn chinese_reading_is_lost_at_the_count_of_ten() {
    let house = House::with(|config| config.speed = 20).await;
    let mut table = house.pair(json!({"time": "2m 保留1"})).await;
    let began = table.act("black", json!({"move": "E5"})).await;
    let moved = table.act("white", json!({"move": "C3"})).await;
    let started = moved["at"].as_u64().unwrap();
    let left = moved["clock"]["black"]["left"].as_u64().unwrap();
    assert!(left <= 120_000 && began["at"].as_u64().unwrap() <= started);
    let mut calls = Vec::new();
    let lost = loop {
        let message = table.w.next().await.unwrap();
        if message["t"] == "call" {
            let after = message["at"].as_u64().unwrap() - started;
            calls.push((after, message["text"]["zh"].as_str().unwrap().to_owned()));
        }
        if message["d"].get("time_loss").is_some() {
            break message;
        }
    };
    // One to nine are counted in the last ten seconds that there are; at ten the game is lost.
    let last = calls.split_off(calls.len() - 10);
    let counted: Vec<(u64, String)> =
        (1..=9).map(|second| (left - 10_000 + second * 1_000, second.to_string())).collect();
    assert_eq!(last[..9], counted, "{calls:?}");
    let deadline = moved["clock"]["deadline"].as_u64().unwrap();
    assert_eq!(last[9], (deadline - started, "10，超时判负".to_owned()));
    // The lag quota was waited for; the server's timer is not early.
    assert!(deadline - started >= left && deadline - started < left + 5_000);
    assert!(lost["at"].as_u64().unwrap() >= deadline);
    assert_eq!(lost["clock"]["black"]["left"], 0);
    assert_eq!((&lost["result"], &lost["d"]["time_loss"]["by"]), (&json!("W+T"), &json!("black")));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ing_penalties_go_to_the_opponent() {
    let house = House::open().await;
    let terms = json!({"cols": 5, "rows": 5, "komi": "0.5", "time": "1s+3x30s 罚2"});
    let mut table = house.pair(terms).await;
    tokio::time::sleep(std::time::Duration::from_millis(1_600)).await;
    table
        .moves(&["C1", "D1", "C2", "D2", "C3", "D3", "C4", "D4", "C5", "D5", "pass", "pass"])
        .await;
    let (seq, _) = table.marking().await;
    assert_eq!(table.show().await["clock"]["black"]["penalty"], 2);
    assert_eq!(table.agree(seq).await, "B+2.5", "4.5 less two points of penalty");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn calls_are_made_while_the_clock_runs() {
    let house = House::open().await;
    let mut table = house.pair(json!({"time": "8s"})).await;
    let call = table.b.until(|m| m["t"] == "call").await;
    assert_eq!(call["by"], "black");
    assert!(!call["text"]["zh"].as_str().unwrap().is_empty());
}
