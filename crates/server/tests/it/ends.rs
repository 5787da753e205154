//! The end of a game: marking, agreement, dispute, cycles; and undo, pause, handicap, records to start from.

use serde_json::json;

use crate::harness::House;

/// Black gets columns A to C, White D and E.
const SPLIT: [&str; 10] = ["C1", "D1", "C2", "D2", "C3", "D3", "C4", "D4", "C5", "D5"];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn any_change_of_the_marking_withdraws_acceptance() {
    let house = House::open().await;
    let mut table = house.pair(json!({"cols": 5, "rows": 5})).await;
    table.moves(&SPLIT).await;
    table.act("black", json!({"move": "pass"})).await;
    table.act("white", json!({"move": "pass"})).await;
    let (first, _) = table.marking().await;
    table.act("black", json!({"agree": {"seq": first}})).await;
    let changed = table.act("white", json!({"mark": {"dead": ["C3"]}})).await;
    let second = changed["seq"].as_u64().unwrap();
    // The whole chain is marked, and Black's acceptance is gone.
    assert_eq!(changed["d"]["mark"]["dead"].as_array().unwrap().len(), 1);
    let shown = table.show().await;
    assert_eq!(shown["agreed"], json!({"black": false, "white": false}));
    assert_eq!(shown["marking"]["dead"].as_array().unwrap().len(), 5);
    assert_eq!(table.refused("white", json!({"agree": {"seq": first}})).await, "marking.changed");
    assert_eq!(table.refused("black", json!({"mark": {"dead": ["A1"]}})).await, "mark_empty");
    table.act("white", json!({"agree": {"seq": second}})).await;
    assert_eq!(table.show().await["phase"], "counting");
    let back = table.act("black", json!({"mark": {"dead": []}})).await;
    let result = table.agree(back["seq"].as_u64().unwrap()).await;
    assert_eq!(result, "W+2.5", "15 to 10 with 7.5 of komi");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_dispute_under_area_rules_is_played_out() {
    let house = House::open().await;
    let mut table = house.pair(json!({"cols": 5, "rows": 5, "komi": "0.5", "time": "5m"})).await;
    table.moves(&["C1", "D1", "C2", "D2", "C3", "D3", "C4", "D4", "C5", "D5", "E5", "A3"]).await;
    table.act("black", json!({"move": "pass"})).await;
    table.act("white", json!({"move": "pass"})).await;
    table.marking().await;
    let resumed = table.act("white", json!({"dispute": {}})).await;
    assert_eq!(resumed["phase"], "play");
    assert_eq!(resumed["to_move"], "black", "in the order of turns");
    assert_eq!(resumed["clock"]["running"], "black");
    // Black takes the stone off; under area rules the moves cost nothing.
    for (color, at) in
        [("black", "A2"), ("white", "pass"), ("black", "A4"), ("white", "pass"), ("black", "B3")]
    {
        table.act(color, json!({"move": at})).await;
    }
    assert_eq!(table.show().await["prisoners"]["black"], 1);
    table.act("white", json!({"move": "pass"})).await;
    table.act("black", json!({"move": "pass"})).await;
    let (seq, _) = table.marking().await;
    // E5 is dead in White's area: Black 15, White 10.
    let mark = table.act("white", json!({"mark": {"dead": ["E5"]}})).await;
    assert!(seq < mark["seq"].as_u64().unwrap());
    assert_eq!(table.agree(mark["seq"].as_u64().unwrap()).await, "B+4.5");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_dispute_under_territory_rules_gives_the_turn_to_the_other() {
    let house = House::open().await;
    let terms = json!({"cols": 5, "rows": 5, "komi": "0.5", "ruleset": "japanese", "time": "5m"});
    let mut table = house.pair(terms).await;
    table.moves(&SPLIT).await;
    table.act("black", json!({"move": "pass"})).await;
    table.act("white", json!({"move": "pass"})).await;
    table.marking().await;
    // Article 9.3: whoever asks to play on lets the opponent move first.
    let resumed = table.act("black", json!({"resume": {}})).await;
    assert_eq!((&resumed["phase"], &resumed["to_move"]), (&json!("play"), &json!("white")));
    assert_eq!(resumed["clock"]["running"], "white");
    table.act("white", json!({"move": "pass"})).await;
    table.act("black", json!({"move": "pass"})).await;
    let (seq, _) = table.marking().await;
    assert_eq!(table.agree(seq).await, "B+4.5");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn undo_after_the_reply_puts_both_moves_and_periods_back() {
    let house = House::open().await;
    let mut table = house.pair(json!({"time": "3x2s"})).await;
    table.moves(&["E5", "C3"]).await;
    // Black uses a period, White answers; both moves are then taken back.
    tokio::time::sleep(std::time::Duration::from_millis(2_500)).await;
    let slow = table.act("black", json!({"move": "G7"})).await;
    assert!(slow["clock"]["black"]["periods"].as_u64().unwrap() < 3, "{slow}");
    table.act("white", json!({"move": "G3"})).await;
    let game = table.game.clone();
    table.b.act(&game, json!({"undo_ask": {}})).await;
    let asked = table.w.until(|m| m["t"] == "asks").await;
    assert_eq!(asked["asks"][0], json!({"by": "black", "kind": "undo", "moves": 2}));
    assert_eq!(table.refused("black", json!({"undo_answer": {"accept": true}})).await, "ask.own");
    let undone = table.act("white", json!({"undo_answer": {"accept": true}})).await;
    assert_eq!(undone["d"], json!({"undo": {"moves": 2, "by": "black"}}));
    assert_eq!(undone["to_move"], "black");
    assert_eq!(undone["clock"]["black"]["periods"], 3, "periods go back: {undone}");
    let shown = table.show().await;
    assert_eq!(shown["line"].as_array().unwrap().len(), 2);
    assert_eq!(shown["asks"], json!([]));
    table.act("black", json!({"move": "C7"})).await;
    assert_eq!(table.refused("white", json!({"undo_answer": {"accept": true}})).await, "ask.none");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_declined_undo_changes_nothing() {
    let house = House::open().await;
    let mut table = house.pair(json!({})).await;
    table.moves(&["E5"]).await;
    let game = table.game.clone();
    table.b.act(&game, json!({"undo_ask": {}})).await;
    table.w.until(|m| m["t"] == "asks").await;
    assert_eq!(table.refused("black", json!({"undo_ask": {}})).await, "ask.pending");
    table.w.act(&game, json!({"undo_answer": {"accept": false}})).await;
    let told = table.b.until(|m| m["t"] == "asks" && !m["declined"].is_null()).await;
    assert_eq!(told["asks"], json!([]));
    assert_eq!(table.show().await["line"].as_array().unwrap().len(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_pause_by_agreement_stops_the_clock() {
    let house = House::open().await;
    let mut table = house.pair(json!({"time": "10m"})).await;
    table.moves(&["E5", "C3"]).await;
    let game = table.game.clone();
    table.w.act(&game, json!({"pause_ask": {}})).await;
    table.b.until(|m| m["t"] == "asks").await;
    let paused = table.act("black", json!({"pause_answer": {"accept": true}})).await;
    assert_eq!(paused["clock"]["running"], json!(null));
    assert_eq!(table.refused("black", json!({"move": "G7"})).await, "paused");
    let before = paused["clock"]["black"]["left"].clone();
    tokio::time::sleep(std::time::Duration::from_millis(300)).await;
    let on = table.act("white", json!({"unpause": {}})).await;
    assert_eq!(on["clock"]["black"]["left"], before, "the pause is not charged");
    assert_eq!(on["clock"]["running"], "black");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_triple_ko_ends_by_agreement() {
    let house = House::open().await;
    // In the first and third White has a stone that Black may take, in the second Black has one.
    let start = json!({"kind": "position", "to_move": "black",
        "black": ["B1", "A2", "B3", "F1", "E2", "F3", "K1", "J2", "K3", "G2"],
        "white": ["C1", "D2", "C3", "G1", "H2", "G3", "L1", "M2", "L3", "B2", "K2"]});
    let terms =
        json!({"start": start, "ruleset": "japanese", "cols": 13, "rows": 3, "time": "10m"});
    let mut table = house.pair(terms).await;
    // The situation, ko ban included, comes back with the seventh move.
    let round = ["C2", "F2", "L2", "B2", "G2", "K2", "C2"];
    let mut cycle = json!(null);
    for (number, at) in round.iter().enumerate() {
        let color = if number % 2 == 0 { "black" } else { "white" };
        cycle = table.act(color, json!({"move": at})).await["cycle"].clone();
    }
    assert_eq!(cycle["kind"], "triple_ko", "{cycle}");
    assert_eq!(cycle["endings"], json!(["no_result"]));
    assert_eq!(table.refused("black", json!({"end_propose": "draw"})).await, "ending_not_offered");
    table.act("black", json!({"end_propose": "no_result"})).await;
    let over = table.act("white", json!({"end_propose": "no_result"})).await;
    assert_eq!(over["phase"], "done");
    assert_eq!(table.show().await["result_text"]["en"], "no result");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn handicaps_fixed_large_and_free() {
    let house = House::open().await;
    for (stones, points) in [(9, "9"), (13, "13"), (25, "25")] {
        let terms = json!({"cols": 19, "rows": 19, "handicap": stones, "placement": "fixed"});
        let table = house.pair(terms).await;
        let shown = table.show().await;
        assert_eq!(shown["stones"]["black"].as_array().unwrap().len().to_string(), points);
        assert_eq!(shown["to_move"], "white");
    }
    let mut table = house.pair(json!({"handicap": 3, "placement": "free", "ruleset": "aga"})).await;
    assert_eq!(table.refused("black", json!({"move": "E5"})).await, "event.bad");
    assert_eq!(
        table.refused("black", json!({"place_handicap": ["E5", "C3"]})).await,
        "bad_handicap"
    );
    let placed = table.act("black", json!({"place_handicap": ["E5", "C3", "G7"]})).await;
    assert_eq!(placed["to_move"], "white");
    table.act("white", json!({"move": "C7"})).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn seated_stones_records_and_two_at_one_device() {
    let house = House::open().await;
    let table =
        house.pair(json!({"cols": 19, "rows": 19, "ruleset": "mingqing", "seats": true})).await;
    let shown = table.show().await;
    assert_eq!(shown["stones"]["black"].as_array().unwrap().len(), 2);
    assert_eq!(shown["stones"]["white"].as_array().unwrap().len(), 2);

    let record = json!({"kind": "record", "text": "(;SZ[9]KM[5.5];B[ee];W[cc];B[gg])", "moves": 2});
    let mut table = house.pair(json!({"start": record})).await;
    let shown = table.show().await;
    assert_eq!(shown["line"].as_array().unwrap().len(), 2);
    assert_eq!(shown["setup"]["komi"], "5.5");
    table.act("black", json!({"move": "C3"})).await;

    let person = house.guest().await;
    let made = person
        .post("/games", &json!({"opponent": {"kind": "here"}, "cols": 5, "rows": 5, "ruleset": "chinese", "komi": "0.5", "time": "10m"}))
        .await
        .json();
    let game = made["id"].as_str().unwrap().to_owned();
    let mut socket = person.socket().await;
    assert_eq!(socket.open(&game).await["you"], json!(["black", "white"]));
    for at in SPLIT.iter().chain(&["pass", "pass"]) {
        let id = socket.act(&game, json!({"move": at})).await;
        socket.event_with(&id).await;
    }
    let mark = socket.until(|m| m["t"] == "event" && m["d"].get("mark").is_some()).await;
    let id = socket.act(&game, json!({"agree": {"seq": mark["seq"]}})).await;
    let over = socket.event_with(&id).await;
    assert_eq!(over["result"], "B+4.5");
}
