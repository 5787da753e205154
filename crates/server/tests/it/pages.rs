//! The web board: which address gives which file, compressed, kept or not.

use std::borrow::Cow;

use crate::harness::{Answer, House, Person};

/// A bundle of three files.
fn bundle(path: &str) -> Option<Cow<'static, [u8]>> {
    let bytes: &[u8] = match path {
        "index.html" => b"<title>board</title>",
        "assets/main-1a2b.js" => b"plain",
        "assets/main-1a2b.js.br" => b"brotli",
        "assets/main-1a2b.js.gz" => b"gzip",
        "icon.svg" => b"<svg/>",
        _ => return None,
    };
    Some(Cow::Borrowed(bytes))
}

async fn house() -> (House, Person) {
    let house = House::with(|config| config.pages = Some(bundle)).await;
    let person = house.guest().await;
    (house, person)
}

fn has(answer: &Answer, header: &str) -> bool {
    answer.head.to_ascii_lowercase().contains(header)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_page_of_the_board_is_the_same_file() {
    let (_house, person) = house().await;
    for path in [
        "/",
        "/new?with=engine",
        "/g/abc",
        "/g/abc/count?step=4",
        "/records/x/lab",
        "/learn/ko",
        "/me",
    ] {
        let page = person.send("GET", path, None, "").await;
        assert_eq!((page.status, page.body.as_str()), (200, "<title>board</title>"), "{path}");
        assert!(has(&page, "cache-control: no-cache") && has(&page, "text/html"), "{page:?}");
        assert!(has(&page, "content-security-policy"), "{page:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn files_are_kept_and_compressed_as_the_browser_takes_them() {
    let (_house, person) = house().await;
    let cases = [
        ("", "plain", "etag"),
        ("Accept-Encoding: gzip, deflate\r\n", "gzip", "content-encoding: gzip"),
        ("Accept-Encoding: gzip, br;q=1.0\r\n", "brotli", "content-encoding: br"),
    ];
    for (accepts, body, header) in cases {
        let file = person.send("GET", "/assets/main-1a2b.js", None, accepts).await;
        assert_eq!((file.status, file.body.as_str()), (200, body));
        assert!(
            has(&file, header) && has(&file, "immutable") && has(&file, "text/javascript"),
            "{file:?}"
        );
    }
    let icon = person.send("GET", "/icon.svg", None, "").await;
    let tag =
        icon.head.lines().find_map(|line| line.strip_prefix("etag: ")).unwrap().trim().to_owned();
    let again = person.send("GET", "/icon.svg", None, &format!("If-None-Match: {tag}\r\n")).await;
    assert_eq!((again.status, again.body.as_str()), (304, ""));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_not_there_is_said_to_be_missing() {
    let (_house, person) = house().await;
    for path in
        ["/assets/old-9.js", "/nowhere", "/..%2findex.html", "/api/v1/nothing", "/wp-admin/x.php"]
    {
        let answer = person.send("GET", path, None, "").await;
        assert_eq!((answer.status, answer.code().as_str()), (404, "not_found"), "{path}");
    }
    // A browser gets the page that says so in words.
    let page = person.send("GET", "/nowhere", None, "Accept: text/html,*/*\r\n").await;
    assert_eq!((page.status, page.body.as_str()), (404, "<title>board</title>"));
    assert_eq!(person.send("POST", "/", Some("{}"), "").await.status, 404);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_a_board_the_interfaces_are_listed() {
    let house = House::open().await;
    let person = house.guest().await;
    let first = person.send("GET", "/", None, "").await;
    assert!(first.status == 303 && has(&first, "location: /api"), "{first:?}");
    let list = person.send("GET", "/api", None, "Accept-Language: en\r\n").await;
    assert!(list.status == 200 && list.body.contains("/api/v1/games"), "{list:?}");
}
