//! The attack list: each is refused with a code, and nothing happens.

use std::time::Duration;

use serde_json::json;

use crate::harness::{House, raw};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_moves_in_the_game_of_others() {
    let house = House::open().await;
    let mut table = house.pair(json!({})).await;
    let stranger = house.guest().await;
    let mut socket = stranger.socket().await;
    // Not even open: no.
    let id = socket.act(&table.game, json!({"move": "E5"})).await;
    assert_eq!(socket.until(|m| m["id"] == json!(id)).await["code"], "event.not_subscribed");
    // A watcher posing as a player, with and without a colour.
    assert_eq!(socket.open(&table.game).await["you"], json!([]));
    let id = socket.act(&table.game, json!({"move": "E5"})).await;
    assert_eq!(socket.until(|m| m["id"] == json!(id)).await["code"], "game.not_player");
    socket.say(&json!({"t": "event", "game": table.game, "id": "x1", "as": "black", "d": {"move": "E5"}})).await;
    assert_eq!(socket.until(|m| m["id"] == "x1").await["code"], "game.not_player");
    // Nor does White move for Black.
    table.w.say(&json!({"t": "event", "game": table.game, "id": "x2", "as": "black", "d": {"move": "E5"}})).await;
    assert_eq!(table.w.until(|m| m["id"] == "x2").await["code"], "game.not_player");
    for d in [
        json!({"resign": {}}),
        json!({"undo_answer": {"accept": true}}),
        json!({"mark": {"dead": []}}),
    ] {
        let id = socket.act(&table.game, d).await;
        assert_eq!(socket.until(|m| m["id"] == json!(id)).await["code"], "game.not_player");
    }
    // The watcher's chat is not the players', and without a session nobody speaks or moves.
    socket
        .say(&json!({"t": "chat", "game": table.game, "room": "players", "text": "play E5"}))
        .await;
    assert_eq!(socket.until(|m| m["t"] == "refused").await["code"], "chat.room");
    let nobody = crate::harness::Person { cookie: None, ..stranger.clone() };
    let mut silent = nobody.socket().await;
    silent.open(&table.game).await;
    let id = silent.act(&table.game, json!({"move": "E5"})).await;
    assert_eq!(silent.until(|m| m["id"] == json!(id)).await["code"], "auth.none");
    assert_eq!(table.show().await["line"], json!([]));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn replayed_and_reordered_messages_do_nothing_twice() {
    let house = House::open().await;
    let mut table = house.pair(json!({})).await;
    let first = table.act("black", json!({"move": "E5"})).await;
    table.act("white", json!({"move": "C3"})).await;
    let id = first["id"].as_str().unwrap().to_owned();
    // The same id again, even with another move: the event it made.
    for at in ["E5", "G7"] {
        table.b.say(&json!({"t": "event", "game": table.game, "id": id, "d": {"move": at}})).await;
        let again = table.b.until(|m| m["id"] == json!(id)).await;
        assert_eq!((&again["seq"], &again["d"]), (&first["seq"], &first["d"]));
    }
    // White may use the same id: ids belong to their senders. It is not White's turn, so it is refused.
    table.w.say(&json!({"t": "event", "game": table.game, "id": id, "d": {"move": "G3"}})).await;
    assert_eq!(table.w.until(|m| m["id"] == json!(id)).await["code"], "not_your_turn");
    assert_eq!(table.show().await["line"].as_array().unwrap().len(), 2);
    for id in ["", "a b", &"x".repeat(37), "é"] {
        table
            .b
            .say(&json!({"t": "event", "game": table.game, "id": id, "d": {"move": "G7"}}))
            .await;
        assert_eq!(table.b.until(|m| m["t"] == "refused").await["code"], "event.id");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_returning_client_gets_the_gap() {
    let house = House::open().await;
    let mut table = house.pair(json!({})).await;
    let seen = table.act("black", json!({"move": "E5"})).await["seq"].as_u64().unwrap();
    table.moves(&[]).await;
    let second = table.act("white", json!({"move": "C3"})).await;
    let third = table.act("black", json!({"move": "G7"})).await;
    let mut socket = table.white.socket().await;
    socket.say(&json!({"t": "sub", "game": table.game, "after": seen})).await;
    assert_eq!(socket.next().await.unwrap()["seq"], second["seq"]);
    let last = socket.next().await.unwrap();
    assert_eq!(
        (&last["seq"], &last["d"], &last["clock"]["now"]),
        (&third["seq"], &third["d"], &third["clock"]["now"])
    );
    // A number from the future is no number of this game: the whole of it is sent.
    let mut lost = table.white.socket().await;
    lost.say(&json!({"t": "sub", "game": table.game, "after": 4_000_000})).await;
    assert_eq!(lost.next().await.unwrap()["t"], "snapshot");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn time_is_the_servers() {
    let house = House::open().await;
    let mut table = house.pair(json!({"time": "10m"})).await;
    for extra in ["at", "now", "clock", "lag", "seq"] {
        let text = format!(
            r#"{{"t":"event","game":"{}","id":"f","d":{{"move":"E5"}},"{extra}":1}}"#,
            table.game
        );
        table.b.say_text(&text).await;
        assert_eq!(table.b.until(|m| m["t"] == "error").await["code"], "event.bad", "{extra}");
    }
    // A time loss, a pause or a ruling is no client's to send.
    for d in [
        json!({"time_loss": {"by": "white"}}),
        json!({"pause": {"by": "server"}}),
        json!({"ruling": {}}),
    ] {
        table.b.say(&json!({"t": "event", "game": table.game, "id": "f", "d": d})).await;
        assert_eq!(table.b.until(|m| m["t"] == "error").await["code"], "event.bad");
    }
    assert_eq!(table.show().await["line"], json!([]));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sessions_cannot_be_fixed() {
    let house = House::open().await;
    let mut person = house.guest().await;
    let guest = person.cookie.clone().unwrap();
    // A token that an attacker chose is nobody's, and entering with it makes another.
    let chosen = format!("shoutan_session={}", "ab".repeat(32));
    let mut victim = crate::harness::Person { cookie: Some(chosen.clone()), ..person.clone() };
    assert_eq!(victim.get("/me").await.status, 401);
    victim.enter("/guest", &json!({})).await;
    assert_ne!(victim.cookie.as_ref(), Some(&chosen));
    // Registering and logging in change the token; the old one ends.
    let made =
        person.enter("/register", &json!({"name": "Honinbo", "password": "shusaku1829"})).await;
    assert_eq!(made.status, 200, "{made:?}");
    assert_eq!(made.json()["id"], json!(person.id), "a guest keeps id and games");
    let registered = person.cookie.clone().unwrap();
    assert_ne!(registered, guest);
    let old = crate::harness::Person { cookie: Some(guest), ..person.clone() };
    assert_eq!(old.get("/me").await.status, 401);
    let mut other = crate::harness::Person { cookie: None, ..person.clone() };
    assert_eq!(
        other.post("/login", &json!({"name": "honinbo", "password": "wrong pass"})).await.code(),
        "auth.wrong"
    );
    assert_eq!(
        other.post("/login", &json!({"name": "nobody", "password": "wrong pass"})).await.code(),
        "auth.wrong"
    );
    let entered =
        other.enter("/login", &json!({"name": "HONINBO", "password": "shusaku1829"})).await;
    assert_eq!(entered.status, 200);
    assert!(
        entered.head.contains("HttpOnly") && entered.head.contains("SameSite=Lax"),
        "{}",
        entered.head
    );
    assert_ne!(other.cookie, person.cookie);
    let gone = other.cookie.clone();
    assert_eq!(other.post("/logout", &json!({})).await.status, 204);
    other.cookie = gone;
    assert_eq!(other.get("/me").await.status, 401);
    assert_eq!(
        house
            .guest()
            .await
            .post("/register", &json!({"name": "HoninBo", "password": "12345678"}))
            .await
            .code(),
        "account.taken"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn other_sites_change_nothing() {
    let house = House::open().await;
    let person = house.guest().await;
    let body = json!({"name": "owned"}).to_string();
    for header in
        ["Origin: http://evil.example\r\n", "Origin: null\r\n", "Sec-Fetch-Site: cross-site\r\n"]
    {
        let answer = person.send("PATCH", "/api/v1/me", Some(&body), header).await;
        assert_eq!((answer.status, answer.code().as_str()), (403, "auth.origin"), "{header}");
    }
    // A form of another page cannot send JSON.
    let text = format!(
        "POST /api/v1/games HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nCookie: {}\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\n{{}}",
        house.address,
        person.cookie.as_ref().unwrap()
    );
    assert_eq!(raw(&house.address, text.as_bytes()).await.code(), "request.type");
    assert!(person.try_socket("http://evil.example").await.is_err());
    assert!(person.try_socket(&format!("http://{}", house.address)).await.is_ok());
    assert_ne!(person.get("/me").await.json()["name"], "owned");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn oversized_and_odd_frames() {
    let house = House::open().await;
    let mut table = house.pair(json!({})).await;
    let mut socket = house.guest().await.socket().await;
    for text in [
        "",
        "{",
        "[]",
        "null",
        "{\"t\":\"nothing\"}",
        "{\"t\":\"ping\"}",
        "{\"t\":\"ping\",\"n\":-1}",
        "手谈",
    ] {
        socket.say_text(text).await;
        assert_eq!(socket.next().await.unwrap()["code"], "event.bad", "{text}");
    }
    socket.say_text(&format!("[{}", "[".repeat(3_000))).await;
    assert_eq!(socket.next().await.unwrap()["code"], "event.bad");
    socket.say_text(&"x".repeat(5_000)).await;
    assert_eq!(socket.next().await, None, "the connection is closed");
    let body = format!("{{\"name\":\"{}\"}}", "x".repeat(20_000));
    let answer = table.black.send("PATCH", "/api/v1/me", Some(&body), "").await;
    assert_eq!((answer.status, answer.code().as_str()), (413, "request.too_large"));
    // The game goes on.
    table.moves(&["E5", "C3"]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn slow_headers_and_bodies_are_dropped() {
    let house =
        House::with(|config| config.limits.header_timeout = Duration::from_millis(300)).await;
    // Nothing more comes after the first line: the server closes by itself.
    let answer = raw(&house.address, b"GET / HTTP/1.1\r\nHost: a\r\nX-Slow: ").await;
    assert!(answer.status == 408 || answer.status == 0, "{answer:?}");
    let text = b"POST /api/v1/guest HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{";
    let answer = raw(&house.address, text).await;
    assert!(answer.status != 0, "{answer:?}");
    let text = b"POST /api/v1/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{";
    assert_eq!(raw(&house.address, text).await.code(), "request.timeout");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn floods_of_seeks_chat_and_frames() {
    let house = House::with(|config| {
        config.limits.chat = 3;
        config.limits.messages = 5;
    })
    .await;
    let person = house.guest().await;
    let seek = json!({"opponent": {"kind": "seek"}, "cols": 9, "rows": 9, "ruleset": "chinese", "time": "10m"});
    let mut made = Vec::new();
    for _ in 0..3 {
        made.push(person.post("/games", &seek).await.json()["id"].as_str().unwrap().to_owned());
    }
    assert_eq!(person.post("/games", &seek).await.code(), "limit.seeks");
    let stranger = house.guest().await;
    assert_eq!(
        stranger.call("DELETE", &format!("/seeks/{}", made[0]), &json!({})).await.code(),
        "auth.forbidden"
    );
    assert_eq!(person.call("DELETE", &format!("/seeks/{}", made[0]), &json!({})).await.status, 204);
    assert_eq!(person.get("/seeks").await.json().as_array().unwrap().len(), 2);
    assert_eq!(
        person.post(&format!("/games/{}/join", made[1]), &json!({})).await.code(),
        "game.own"
    );
    assert_eq!(stranger.post(&format!("/games/{}/join", made[1]), &json!({})).await.status, 200);
    assert_eq!(
        house.guest().await.post(&format!("/games/{}/join", made[1]), &json!({})).await.code(),
        "game.full"
    );

    let mut socket = stranger.socket().await;
    socket.open(&made[1]).await;
    for number in 0..4 {
        tokio::time::sleep(Duration::from_millis(250)).await;
        socket.say(&json!({"t": "chat", "game": made[1], "room": "players", "text": format!("line {number}")})).await;
    }
    assert_eq!(socket.until(|m| m["t"] == "error").await["code"], "limit.rate");
    let shown = stranger.get(&format!("/games/{}", made[1])).await.json();
    assert_eq!(shown["chat"].as_array().unwrap().len(), 3);
    for n in 0..200 {
        socket.say(&json!({"t": "ping", "n": n})).await;
    }
    assert_eq!(socket.until(|m| m["t"] == "bye").await["code"], "flood");
    assert_eq!(socket.next().await, None);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn names_and_paths_are_only_text() {
    let house = House::open().await;
    let person = house.guest().await;
    let evil = "x'); DROP TABLE--";
    assert_eq!(
        person.post("/register", &json!({"name": evil, "password": "12345678"})).await.code(),
        "account.name"
    );
    let named = person.call("PATCH", "/me", &json!({"name": evil})).await;
    assert_eq!(named.json()["name"], evil);
    assert_eq!(person.get("/games?player=%27%20OR%201%3D1--").await.json()["games"], json!([]));
    assert_eq!(person.get("/games?player=%25").await.json()["games"], json!([]));
    assert_eq!(person.get("/games?cursor=1%3B").await.code(), "request.field");
    assert_eq!(person.get("/games?to=9007199254740992").await.code(), "request.field");
    let long = "%E6%A3%8B".repeat(61);
    for list in ["/games?player", "/records?player", "/records?text"] {
        assert_eq!(person.get(&format!("{list}={long}")).await.code(), "request.field", "{list}");
    }
    let made = person
        .post("/games", &json!({"opponent": {"kind": "here"}, "cols": 9, "rows": 9, "ruleset": "chinese", "time": "none"}))
        .await;
    assert_eq!(made.status, 201, "{made:?}");
    assert_eq!(
        person.get("/games?player=DROP%20TABLE").await.json()["games"].as_array().unwrap().len(),
        1
    );
    let page = person.send("GET", "/api", None, "Accept-Language: en\r\n").await;
    assert!(page.status == 200 && page.head.contains("content-security-policy"), "{page:?}");
    for path in [
        "/../../etc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/api/v1/games/..%2f..",
        "/api/v1/records/../me",
    ] {
        let answer = person.send("GET", path, None, "").await;
        assert_eq!(answer.status, 404, "{path}: {answer:?}");
    }
    let hidden = person.call("PATCH", "/me", &json!({"name": "<script>"})).await;
    assert_eq!(hidden.status, 200);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_private_game_is_not_there_for_others() {
    let house = House::open().await;
    let mut table = house.pair(json!({"private": true})).await;
    let stranger = house.guest().await;
    let game = table.game.clone();
    for path in ["", "/sgf", "/events"] {
        assert_eq!(stranger.get(&format!("/games/{game}{path}")).await.code(), "game.unknown");
        let guessed = format!("/games/{game}{path}?key={}", "0".repeat(32));
        assert_eq!(stranger.get(&guessed).await.code(), "game.unknown");
        let right = format!("/games/{game}{path}?key={}", table.key);
        assert_eq!(stranger.get(&right).await.status, 200);
    }
    let mut socket = stranger.socket().await;
    socket.say(&json!({"t": "sub", "game": game})).await;
    assert_eq!(socket.next().await.unwrap()["code"], "game.unknown");
    // Not let in, it hears nothing of the game.
    table.moves(&["E5"]).await;
    socket.say(&json!({"t": "ping", "n": 7})).await;
    assert_eq!(socket.next().await.unwrap()["t"], "pong");
    assert_eq!(stranger.get("/games").await.json()["games"], json!([]));
    // A seat by link needs the link, in an open game too.
    let made = table.black.post("/games", &json!({"opponent": {"kind": "link"}, "cols": 9, "rows": 9, "ruleset": "chinese", "time": "none"})).await.json();
    let id = made["id"].as_str().unwrap();
    assert_eq!(stranger.post(&format!("/games/{id}/join"), &json!({})).await.code(), "game.key");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn control_characters_are_refused_as_bad_input() {
    let house = House::open().await;
    let mut table = house.pair(json!({})).await;
    for odd in ["a\0", "\u{1}b", "\u{7f}"] {
        let game = table.game.clone();
        table.b.say(&json!({"t": "event", "game": game, "id": odd, "d": {"move": "E5"}})).await;
        assert_eq!(table.b.until(|m| m["t"] == "refused").await["code"], "event.id");
        table.b.say(&json!({"t": "event", "game": game, "id": "x", "d": {"move": odd}})).await;
        assert_eq!(table.b.until(|m| m["t"] == "refused").await["code"], "event.point");
        table.b.say(&json!({"t": "chat", "game": game, "room": "players", "text": odd})).await;
        assert_eq!(table.b.until(|m| m["t"] == "error").await["code"], "event.text");
        table.b.say(&json!({"t": "sub", "game": game, "key": odd})).await;
        assert_eq!(table.b.until(|m| m["t"] == "error").await["code"], "event.text");
        table.b.say(&json!({"t": "sub", "game": odd})).await;
        assert_eq!(table.b.until(|m| m["t"] == "error").await["code"], "event.bad");

        let person = house.guest().await;
        let named = format!("ab{odd}c");
        let registration = json!({"name": named, "password": "12345678"});
        assert_eq!(person.post("/register", &registration).await.code(), "account.name");
        let registration = json!({"name": "Shusai", "password": format!("12345678{odd}")});
        assert_eq!(person.post("/register", &registration).await.code(), "account.password");
        let login = json!({"name": named, "password": named});
        assert_eq!(person.post("/login", &login).await.code(), "auth.wrong");
        for (change, code) in [
            (json!({"name": named}), "account.name"),
            (json!({"lang": odd}), "request.field"),
            (json!({"preferences": {"a": odd}}), "request.field"),
            (json!({"preferences": {odd: 1}}), "request.field"),
        ] {
            assert_eq!(person.call("PATCH", "/me", &change).await.code(), code, "{change}");
        }
        for field in ["ruleset", "time", "time_white", "komi"] {
            let mut terms = json!({"opponent": {"kind": "link"}, "cols": 9, "rows": 9, "ruleset": "chinese", "time": "none"});
            let good = terms[field].as_str().unwrap_or("6.5").to_owned();
            terms[field] = json!(format!("{good}{odd}"));
            let answer = person.post("/games", &terms).await;
            assert_eq!(answer.code(), "request.field", "{field}: {answer:?}");
        }
        let escaped: String = odd.bytes().map(|byte| format!("%{byte:02X}")).collect();
        for path in [
            format!("/games?player={escaped}"),
            format!("/games?ruleset={escaped}"),
            format!("/games?result=B{escaped}"),
            format!("/games?cursor={escaped}"),
            format!("/games/{game}?key={escaped}"),
            format!("/games/{game}/events?key={escaped}"),
            format!("/time-controls/parse?text={escaped}"),
        ] {
            assert_eq!(person.get(&path).await.code(), "request.field", "{path}");
        }
        for path in [
            format!("/games/{escaped}"),
            format!("/records/{escaped}"),
            format!("/rulesets/{escaped}"),
        ] {
            assert_eq!(person.get(&path).await.status, 404, "{path}");
        }
        let joined = person.post(&format!("/games/{game}/join?key={escaped}"), &json!({})).await;
        assert_eq!(joined.code(), "request.field");
    }
    table.moves(&["E5", "C3"]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_that_is_over_cannot_be_cancelled() {
    let house = House::open().await;
    let mut table = house.pair(json!({})).await;
    table.act("black", json!({"resign": {}})).await;
    assert_eq!(table.refused("white", json!({"abort": {}})).await, "game_over");
    let mut table = house.pair(json!({})).await;
    table.act("black", json!({"abort": {}})).await;
    assert_eq!(table.refused("black", json!({"abort": {}})).await, "game_over");
    assert_eq!(table.show().await["state"], "cancelled");
}
