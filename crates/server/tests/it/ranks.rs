//! The engine with the network that comes with the program: ranks, whole games, many games at once, a restart while it thinks.

use engine::Engine;
use serde_json::{Value, json};

use crate::harness::{House, Person, Socket};

async fn house() -> House {
    House::with(|config| {
        config.net = Some(Engine::default_net().unwrap());
        config.engine_threads = 1;
    })
    .await
}

/// A person at a game against the engine, who plays Black.
struct Seat {
    game: String,
    socket: Socket,
    person: Person,
    /// The board's side.
    lines: u32,
    /// Where the next numbers come from.
    seed: u32,
}

impl Seat {
    async fn at(house: &House, level: u8, lines: u32, time: &str) -> Seat {
        Seat::with(
            house,
            json!({"opponent": {"kind": "engine", "level": level}, "color": "black", "cols": lines,
            "rows": lines, "ruleset": "chinese", "time": time}),
        )
        .await
    }

    async fn with(house: &House, terms: Value) -> Seat {
        let person = house.guest().await;
        let made = person.post("/games", &terms).await;
        assert_eq!(made.status, 201, "{made:?}");
        let game = made.json()["id"].as_str().unwrap().to_owned();
        let mut socket = person.socket().await;
        socket.open(&game).await;
        let lines = u32::try_from(terms["cols"].as_u64().unwrap()).unwrap();
        Seat { game, socket, person, lines, seed: 1 }
    }

    fn point(&mut self) -> String {
        let mut number = || {
            self.seed = self.seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (self.seed >> 16) % self.lines
        };
        let (column, row) = (number(), number());
        let letter = "ABCDEFGHJKLMNOPQRSTUVWXYZ".chars().nth(column as usize).unwrap();
        format!("{letter}{}", row + 1)
    }

    /// Acts; the event, or the refusal.
    async fn act(&mut self, d: Value) -> Value {
        let id = self.socket.act(&self.game, d).await;
        self.socket.until(|m| m["id"] == json!(id) && m["t"] != "asks").await
    }

    /// Puts a stone somewhere.
    async fn play_anywhere(&mut self) {
        for _ in 0..10_000 {
            let point = self.point();
            let answer = self.act(json!({"move": point})).await;
            if answer["t"] == "event" {
                return;
            }
            let code = answer["code"].as_str().unwrap();
            assert!(code.starts_with("illegal."), "{answer}");
        }
        panic!("no point is free");
    }

    /// The engine's move.
    async fn reply(&mut self) -> Value {
        let is_reply = |m: &Value| {
            m["t"] == "event"
                && (m["d"]["move"]["by"] == "white"
                    || m["phase"] == "done"
                    || m["phase"] == "counting")
        };
        self.socket.until(is_reply).await
    }

    async fn show(&self) -> Value {
        self.person.get(&format!("/games/{}", self.game)).await.json()
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn with_a_network_there_are_ranks() {
    let house = house().await;
    let person = house.guest().await;
    let levels = person.get("/levels").await.json();
    let levels = levels.as_array().unwrap();
    assert_eq!(levels.len(), 29);
    assert_eq!((&levels[0]["rank"], &levels[0]["also"]), (&json!("20k"), &json!([1])));
    assert_eq!((&levels[28]["level"], &levels[28]["name"]["zh"]), (&json!(39), &json!("9 段")));
    let mut seat = Seat::at(&house, 26, 7, "10m+30s").await;
    let shown = seat.show().await;
    assert_eq!(shown["players"]["white"]["engine"], 26);
    assert_eq!(shown["players"]["white"]["name"], "Shoutan 5k");
    seat.play_anywhere().await;
    assert!(seat.reply().await["d"]["move"]["at"].is_string());
    // A level that needs no network stands for a rank here.
    let seat = Seat::at(&house, 3, 9, "none").await;
    assert_eq!(seat.show().await["players"]["white"]["engine"], 21);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_whole_game_against_a_rank_is_played_and_counted() {
    let house = house().await;
    let mut seat = Seat::at(&house, 30, 7, "none").await;
    // A few stones anywhere, and then nothing more: the rest is the engine's.
    for _ in 0..5 {
        seat.play_anywhere().await;
        let reply = seat.reply().await;
        assert!(
            reply["d"]["move"]["at"] != "pass",
            "a stone, not the pass of a refused move: {reply}"
        );
    }
    let mut over = false;
    for _ in 0..60 {
        over = seat.act(json!({"move": "pass"})).await["phase"] == "counting"
            || seat.reply().await["phase"] != "play";
        if over {
            break;
        }
    }
    let shown = seat.show().await;
    assert!(over && shown["phase"] == "counting", "{shown}");
    let mark = seat.socket.until(|m| m["t"] == "event" && m["d"].get("mark").is_some()).await;
    seat.socket.until(|m| m["t"] == "event" && m["d"]["agree"]["by"] == "white").await;
    let end = seat.act(json!({"agree": {"seq": mark["seq"]}})).await;
    assert_eq!(end["phase"], "done");
    let shown = seat.show().await;
    assert_eq!(shown["count"]["result"], end["result"], "the result is that of the count");
    let judged = seat.person.get(&format!("/games/{}/judgement", seat.game)).await.json();
    assert_eq!(judged["decided"], true, "{judged}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_board_too_large_for_networks_is_played_without() {
    let house = house().await;
    let mut seat = Seat::at(&house, 11, 25, "none").await;
    for _ in 0..2 {
        seat.play_anywhere().await;
        assert!(seat.reply().await["d"]["move"]["at"] != "pass");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_restart_while_the_engine_thinks_loses_and_doubles_no_move() {
    let mut house = house().await;
    let mut seat = Seat::at(&house, 39, 19, "10m").await;
    seat.play_anywhere().await;
    house.restart().await;
    seat.person.address.clone_from(&house.address);
    seat.socket = seat.person.socket().await;
    let shown = seat.socket.open(&seat.game).await;
    // It may just have moved before the stop.
    if shown["to_move"] == "white" {
        seat.reply().await;
    }
    seat.play_anywhere().await;
    seat.reply().await;
    let shown = seat.show().await;
    assert_eq!(shown["line"].as_array().unwrap().len(), 4, "{shown}");
    assert_eq!(shown["to_move"], "black");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ten_games_go_on_together_and_no_flag_falls() {
    const ROUNDS: usize = 5;
    let house = house().await;
    let levels = [11, 16, 21, 26, 30, 31, 32, 33, 36, 39];
    let mut seats = Vec::new();
    for (number, level) in levels.into_iter().enumerate() {
        // Some have little time, some none to think of.
        let time = ["none", "10m", "1m+3x10s"][number % 3];
        let mut seat = Seat::at(&house, level, 9, time).await;
        seat.seed = u32::from(level);
        seats.push(seat);
    }
    let (tell, mut told) = tokio::sync::mpsc::unbounded_channel();
    let mut games = Vec::new();
    for (number, mut seat) in seats.into_iter().enumerate() {
        let tell = tell.clone();
        games.push(tokio::spawn(async move {
            for _ in 0..ROUNDS {
                seat.play_anywhere().await;
                let reply = seat.reply().await;
                assert_eq!(reply["result"], Value::Null, "{reply}");
                tell.send(number).unwrap();
            }
        }));
    }
    drop(tell);
    // People play each other beside them.
    let mut table = house.pair(json!({"time": "10m"})).await;
    table.moves(&["E5", "C3", "G7", "G3"]).await;
    let mut moves = [0; 10];
    while let Some(number) = told.recv().await {
        moves[number] += 1;
        if moves[number] == ROUNDS {
            break;
        }
    }
    assert!(moves.iter().all(|&moves| moves >= 2), "one is done and others wait: {moves:?}");
    for game in games {
        game.await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_long_thought_takes_no_time_from_a_fast_game() {
    // The highest level without a network uses all the time there is.
    let house = House::with(|config| config.engine_threads = 1).await;
    let mut slow = Seat::at(&house, 5, 9, "none").await;
    let mut fast = Seat::at(&house, 5, 9, "2s/move").await;
    for _ in 0..3 {
        slow.act(json!({"move": "pass"})).await;
        fast.play_anywhere().await;
        let reply = fast.reply().await;
        assert_eq!(reply["result"], Value::Null, "{reply}");
        if slow.reply().await["phase"] != "play" {
            break;
        }
    }
}
