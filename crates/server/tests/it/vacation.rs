//! Vacation in correspondence games.

use serde_json::json;

use crate::harness::House;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn vacation_stops_the_own_clock_until_it_is_used_up() {
    let house = House::with(|config| config.speed = 10).await;
    let mut table = house.pair(json!({"time": "corr 30s+1s vacation 20s"})).await;
    table.moves(&["E5", "C3"]).await;
    assert_eq!(table.refused("white", json!({"vacation": {"on": true}})).await, "not_your_turn");
    assert_eq!(table.refused("black", json!({"vacation": {"on": false}})).await, "clock.vacation");
    let away = table.act("black", json!({"vacation": {"on": true}})).await;
    assert_eq!(away["clock"]["vacation"], "black");
    assert_eq!(away["clock"]["running"], json!(null));
    assert_eq!(away["clock"]["paused"]["en"], "Black is on vacation");
    assert_eq!(table.refused("white", json!({"unpause": {}})).await, "pause.vacation");
    assert_eq!(table.refused("black", json!({"move": "G7"})).await, "paused");
    tokio::time::sleep(std::time::Duration::from_millis(500)).await;
    let back = table.act("black", json!({"vacation": {"on": false}})).await;
    assert_eq!(back["clock"]["black"]["left"], away["clock"]["black"]["left"]);
    let left = back["clock"]["black"]["vacation"].as_u64().unwrap();
    assert!(left <= 15_000 && left > 0, "{left}");
    assert_eq!(back["clock"]["running"], "black");
    table.act("black", json!({"move": "G7"})).await;
    // White takes all of it: the clock runs again by itself, and in the end its flag falls.
    let away = table.act("white", json!({"vacation": {"on": true}})).await;
    let on = table.b.until(|m| m["d"].get("unpause").is_some()).await;
    assert_eq!(on["d"], json!({"unpause": {"by": "server"}}));
    assert_eq!(on["clock"]["white"]["vacation"], 0);
    assert_eq!(on["clock"]["running"], "white");
    let began = away["at"].as_u64().unwrap() + 20_000;
    let deadline = began + away["clock"]["white"]["left"].as_u64().unwrap();
    assert_eq!(on["clock"]["deadline"], deadline, "charged from the end of the vacation on");
    assert_eq!(table.refused("white", json!({"vacation": {"on": true}})).await, "clock.vacation");
    let lost = table.b.until(|m| m["d"].get("time_loss").is_some()).await;
    assert_eq!(lost["result"], "B+T");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn other_clocks_have_no_vacation() {
    let house = House::open().await;
    let mut table = house.pair(json!({"time": "10m"})).await;
    table.moves(&["E5", "C3"]).await;
    assert_eq!(table.refused("black", json!({"vacation": {"on": true}})).await, "clock.vacation");
    assert_eq!(table.show().await["clock"]["running"], "black");
}
