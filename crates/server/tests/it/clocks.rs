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
    #[ignore = "reserved minutes are whole minutes"]
    chinese_reading "1m 保留1";
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
