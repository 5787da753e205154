//! Records: read, imported, listed, edited, drawn.

use serde_json::{Value, json};

use crate::harness::{House, Person};

const GAME: &str = "(;GM[1]SZ[9]KM[7.5]RU[Chinese]PB[Fan Tingyu]PW[柯洁]RE[B+R]DT[2016-03-04]EV[Spring Cup];B[ee]C[tengen];W[cc](;B[gg])(;B[cg];W[gc]))";

async fn import(person: &Person, name: &str, text: &str) -> String {
    let made = person.post("/records", &json!({"name": name, "text": text})).await;
    assert_eq!(made.status, 201, "{made:?}");
    made.json()["id"].as_str().unwrap().to_owned()
}

fn ids(page: &Value) -> Vec<&str> {
    page["records"].as_array().unwrap().iter().map(|r| r["id"].as_str().unwrap()).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn files_are_read_without_being_kept() {
    let house = House::open().await;
    let person = house.guest().await;
    let opened = person.post("/records/read", &json!({"name": "a.sgf", "text": GAME})).await;
    assert_eq!(opened.status, 200, "{opened:?}");
    let opened = opened.json();
    assert_eq!((&opened["format"], &opened["games_found"]), (&json!("SGF"), &json!(1)));
    let tree = &opened["tree"];
    let parents: Vec<&Value> =
        tree["nodes"].as_array().unwrap().iter().map(|node| &node["parent"]).collect();
    assert_eq!(json!(parents), json!([null, 0, 1, 2, 2, 4]));
    assert_eq!(tree["nodes"][1]["properties"][1], json!({"name": "C", "values": ["tengen"]}));
    assert_eq!(
        (&tree["moves"], &tree["info"]["komi"], &tree["info"]["ruleset"], &tree["info"]["winner"]),
        (&json!(3), &json!("7.5"), &json!("chinese"), &json!("black"))
    );
    assert_eq!(person.get("/records").await.json()["records"], json!([]));

    // Two games in GB18030, which only a Chinese reader would guess; the second with an illegal move and without its end.
    let mut bytes = b"(;GM[1]SZ[9]PB[one])(;GM[1]SZ[9]PW[".to_vec();
    bytes.extend([0xbf, 0xc2, 0xbd, 0xe0]);
    bytes.extend(b"];B[ee];W[ee]");
    let request = json!({"base64": base64(&bytes), "game": 1});
    let chinese = "Accept-Language: zh-CN,zh;q=0.9,en;q=0.8\r\n";
    let body = request.to_string();
    let opened = person.send("POST", "/api/v1/records/read", Some(&body), chinese).await.json();
    assert_eq!((&opened["games_found"], &opened["games"][0]["black"]), (&json!(2), &json!("one")));
    assert_eq!(opened["tree"]["info"]["white"], "柯洁");
    assert_eq!(opened["tree"]["illegal"]["node"], 2);
    assert_eq!(opened["tree"]["illegal"]["code"], "occupied");
    assert!(opened["tree"]["illegal"]["text"]["zh"].as_str().unwrap().starts_with("第 2 手"));
    assert!(opened["repairs"].as_array().unwrap().len() >= 2, "{opened}");

    let read = |body: Value| {
        let person = person.clone();
        async move { person.post("/records/read", &body).await }
    };
    assert_eq!(read(json!({"text": GAME, "game": 1})).await.code(), "request.field");
    assert_eq!(read(json!({"text": "no record"})).await.code(), "request.field");
    assert_eq!(read(json!({"text": "(;GM[2])"})).await.code(), "request.field");
    assert_eq!(read(json!({"base64": "***"})).await.code(), "request.field");
    assert_eq!(read(json!({})).await.code(), "request.field");
    let long = format!("(;C[{}])", "a".repeat(256 * 1024));
    assert_eq!(read(json!({"text": long})).await.code(), "request.too_large");
    // As deep as 256 KB go: refused or read, but answered.
    let deep = read(json!({"text": "(;".repeat(100_000)})).await;
    assert!(matches!(deep.status, 200 | 422), "{deep:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn records_are_listed_by_what_they_say() {
    let house = House::open().await;
    let (one, other) = (house.guest().await, house.guest().await);
    let first = import(&one, "final.sgf", GAME).await;
    let second =
        import(&other, "problem.sgf", "(;GM[1]SZ[3:2]AB[aa]PB[Shusaku]DT[1846-09-11]RE[W+2])")
            .await;
    let cases = [
        ("", vec![second.as_str(), first.as_str()]),
        ("player=tingyu", vec![&first]),
        ("player=%E6%9F%AF", vec![&first]),
        ("text=spring", vec![&first]),
        ("text=PROBLEM", vec![&second]),
        ("text=nothing", vec![]),
        ("ruleset=chinese", vec![&first]),
        ("cols=3&rows=2", vec![&second]),
        ("result=W%2B", vec![&second]),
        ("from=2016", vec![&first]),
        ("to=1846-09", vec![&second]),
        ("from=1846-09-12&to=2016-03-03", vec![]),
        ("mine=true", vec![&first]),
        ("limit=1", vec![&second]),
    ];
    for (query, wanted) in cases {
        let page = one.get(&format!("/records?{query}")).await.json();
        assert_eq!(ids(&page), wanted, "{query}");
    }
    let page = one.get("/records?limit=1").await.json();
    let next = page["next"].as_str().unwrap();
    let rest = one.get(&format!("/records?limit=1&stones=true&cursor={next}")).await.json();
    assert_eq!((ids(&rest), &rest["next"]), (vec![first.as_str()], &json!(null)));
    assert_eq!(rest["records"][0]["mine"], true);
    let stones = rest["records"][0]["stones"].as_str().unwrap();
    assert_eq!(
        (stones.len(), stones.matches('X').count(), stones.matches('O').count()),
        (81, 2, 1)
    );
    let page = other.get("/records?stones=true&cols=3").await.json();
    assert_eq!(page["records"][0]["stones"], "X.....");

    for query in
        ["from=yesterday", "from=1846-9", "cursor=x", "limit=0", "limit=101", "ruleset=x", "a=b"]
    {
        assert_eq!(one.get(&format!("/records?{query}")).await.code(), "request.field", "{query}");
    }
    let stranger = Person { cookie: None, ..one.clone() };
    assert_eq!(stranger.get("/records?mine=true").await.code(), "auth.none");
    assert_eq!(ids(&stranger.get("/records").await.json()).len(), 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_the_owner_saves_and_only_what_he_saw() {
    let house = House::open().await;
    let (owner, other) = (house.guest().await, house.guest().await);
    let original = format!("junk {}", &GAME[..GAME.len() - 1]);
    let id = import(&owner, "a.sgf", &original).await;
    let path = format!("/records/{id}");
    let shown = owner.get(&path).await.json();
    assert_eq!((&shown["mine"], &shown["tree"]["moves"]), (&json!(true), &json!(3)));
    let repairs = shown["repairs"].as_array().unwrap().len();
    assert!(repairs >= 2);
    assert_eq!(other.get(&path).await.json()["mine"], false);
    let version = shown["version"].as_str().unwrap();
    let edit =
        |version: &str| json!({"sgf": "(;SZ[9]PB[New];B[aa];W[bb]C[better])", "version": version});

    assert_eq!(other.call("PUT", &path, &edit(version)).await.code(), "auth.forbidden");
    assert_eq!(owner.call("PUT", &path, &edit("old")).await.code(), "record.changed");
    assert_eq!(
        owner.call("PUT", &path, &json!({"sgf": "nothing", "version": version})).await.code(),
        "request.field"
    );
    assert_eq!(owner.get(&path).await.json(), shown);

    let saved = owner.call("PUT", &path, &edit(version)).await;
    assert_eq!(saved.status, 200, "{saved:?}");
    let now = owner.get(&path).await.json();
    assert_eq!(now["version"], saved.json()["version"]);
    assert_eq!((&now["black"], &now["moves"]), (&json!("New"), &json!(2)));
    assert_eq!(
        now["tree"]["nodes"][2]["properties"][1],
        json!({"name": "C", "values": ["better"]})
    );
    assert_eq!(owner.call("PUT", &path, &edit(version)).await.code(), "record.changed");
    assert_eq!(ids(&owner.get("/records?player=new").await.json()), [id.as_str()]);

    // The file as it came stays, with its repairs.
    assert_eq!(now["repairs"].as_array().unwrap().len(), repairs);
    let source = other.get(&format!("{path}/source")).await;
    assert_eq!((source.status, &source.body), (200, &original));
    assert!(source.head.contains("attachment"), "{}", source.head);
    assert_eq!(other.get("/records/zzz/source").await.code(), "record.unknown");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_have_records_and_last_positions() {
    let house = House::open().await;
    let mut table = house.pair(json!({"private": true})).await;
    table.moves(&["E5", "C3"]).await;
    table.act("black", json!({"resign": {}})).await;
    let tree = table.white.get(&format!("/games/{}/record", table.game)).await.json();
    assert_eq!((&tree["moves"], &tree["info"]["result"]), (&json!(2), &json!("W+R")));
    assert_eq!(tree["nodes"][1]["properties"][0], json!({"name": "B", "values": ["ee"]}));
    let stranger = house.guest().await;
    let refused = stranger.get(&format!("/games/{}/record", table.game)).await;
    assert_eq!(refused.code(), "game.unknown");

    for _ in 0..2 {
        let page = table.black.get("/games?state=done&mine=true&stones=true").await.json();
        assert_eq!(page["games"][0]["id"], table.game.as_str());
        let stones = page["games"][0]["stones"].as_str().unwrap();
        assert_eq!((stones.find('X'), stones.find('O'), stones.len()), (Some(40), Some(56), 81));
    }
    assert_eq!(stranger.get("/games?mine=true").await.json()["games"], json!([]));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn diagrams_are_drawn() {
    let house = House::open().await;
    let person = house.guest().await;
    let draw = |change: Value| {
        let person = person.clone();
        async move {
            let mut request = json!({"sgf": GAME});
            for (name, value) in change.as_object().unwrap() {
                request[name] = value.clone();
            }
            person.post("/diagrams", &request).await
        }
    };
    let plain = draw(json!({})).await;
    assert_eq!(plain.status, 200, "{plain:?}");
    assert!(plain.head.contains("image/svg+xml"));
    assert!(plain.body.starts_with("<svg ") && plain.body.contains("</svg>"));
    // The main line ends with three stones, the variation with four.
    let variation = draw(json!({"node": 5})).await;
    assert_ne!(plain.body, variation.body);
    let numbered = draw(json!({"node": 5, "from": 2, "first": 1, "coordinates": "a1", "theme": "ink", "lang": "en"})).await;
    assert_eq!(numbered.status, 200, "{numbered:?}");
    assert!(numbered.body.contains("Black") && !numbered.body.contains('黑'), "{}", numbered.body);
    for wrong in [
        json!({"node": 6}),
        json!({"cell": 11}),
        json!({"cell": 97}),
        json!({"part": "A1"}),
        json!({"part": "A1:T19"}),
        json!({"sgf": "nothing"}),
        json!({"theme": "glass"}),
    ] {
        assert_eq!(draw(wrong.clone()).await.code(), "request.field", "{wrong}");
    }
    assert_eq!(draw(json!({"part": "A1:E5", "from": 4_000_000_000_u32})).await.status, 200);
}

/// Base 64, with padding.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for part in bytes.chunks(3) {
        let all = part.iter().fold(0_u32, |all, &byte| all << 8 | u32::from(byte))
            << (8 * (3 - part.len()));
        for place in 0..4 {
            let digit = DIGITS[(all >> (18 - 6 * place) & 63) as usize];
            text.push(if place <= part.len() { char::from(digit) } else { '=' });
        }
    }
    text
}
