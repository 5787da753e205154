//! Backup, restore, check: on both databases, and from one to the other.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use api::{RecordId, Seq};
use board::{Color, Move, Point};
use rules::Event;
use sqlx::{AnyConnection, Connection};
use store::admin::{self, AdminError, Problem, Progress};
use store::{
    Address, Filter, NewChatLine, NewRecord, NewSession, RecordHead, Room, SecretHash, Store,
};

use crate::common::*;

/// A store with a row in every table; game 1 is over, game 2 goes on.
async fn fill(store: &Store) {
    store.create_account(account(1, "柯洁", Some("kejie"))).await.unwrap();
    store.create_account(account(2, "guest", None)).await.unwrap();
    let session =
        NewSession { token: SecretHash::of("t"), account: user(1), created: ms(1), expires: ms(9) };
    store.create_session(session, None).await.unwrap();
    for number in 1..=2 {
        store.create_game(&game(number)).await.unwrap();
        store.append(append(number, 0, 10)).await.unwrap();
    }
    store.append(resignation(1, 10)).await.unwrap();
    let line = NewChatLine {
        game: id(1),
        room: Room::Watchers,
        account: user(2),
        name: "guest".to_owned(),
        color: None,
        at: ms(1),
        text: "好棋".to_owned(),
    };
    store.add_chat(line).await.unwrap();
    let head = RecordHead {
        id: RecordId::new(1).unwrap(),
        owner: user(1),
        file_name: "a.sgf".to_owned(),
        black: String::new(),
        white: String::new(),
        cols: 19,
        rows: 19,
        ruleset: None,
        result: None,
        played: None,
        moves: 0,
        created: ms(1),
    };
    let record = NewRecord { head, sgf: "(;)".to_owned(), source: vec![0, 1, 255] };
    store.add_record(record).await.unwrap();
}

/// Everything that can be read of the store that [`fill`] made.
async fn content(store: &Store) -> String {
    let mut text = String::new();
    let games = store.games(&Filter::default(), None, 100).await.unwrap().games;
    for game in games {
        text += &format!("{game:?}\n{:?}\n", store.events(game.id, Seq(0), 100).await.unwrap());
        text += &format!("{:?}\n", store.chat(game.id, None, 100).await.unwrap());
    }
    text += &format!("{:?}\n{:?}\n", store.account(user(1)).await, store.account(user(2)).await);
    text += &format!("{:?}\n", store.login("kejie").await.unwrap().map(|login| login.password));
    text += &format!("{:?}\n", store.session(SecretHash::of("t"), ms(5)).await.unwrap());
    text + &format!("{:?}", store.record(RecordId::new(1).unwrap()).await.unwrap())
}

fn backup(address: &Address, file: &Path) -> Result<Vec<Progress>, AdminError> {
    let mut seen = Vec::new();
    tokio::task::block_in_place(|| {
        admin::backup(address, file, &mut |progress| seen.push(progress))
    })?;
    Ok(seen)
}

fn restore(file: &Path, address: &Address) -> Result<Vec<Progress>, AdminError> {
    let mut seen = Vec::new();
    tokio::task::block_in_place(|| {
        admin::restore(file, address, &mut |progress| seen.push(progress))
    })?;
    Ok(seen)
}

fn check(address: &Address) -> admin::Report {
    tokio::task::block_in_place(|| admin::check(address, &mut |_| {})).unwrap()
}

async fn there_and_back(from: &Place, to: &Place) {
    let store = from.open().await;
    fill(&store).await;
    let before = content(&store).await;
    let file = from.folder().join("备份 1.db");
    let seen = backup(&from.address, &file).unwrap();
    assert!(seen.iter().any(|progress| progress.total > 0 && progress.done == progress.total));
    let again = backup(&from.address, &file);
    assert!(matches!(again, Err(AdminError::Exists(_))), "{again:?}");
    assert_eq!(content(&store).await, before);
    store.close().await;

    restore(&file, &to.address).unwrap();
    let restored = to.open().await;
    assert_eq!(content(&restored).await, before);
    restored.append(append(2, 10, 1)).await.unwrap();
    restored.close().await;
    let report = check(&to.address);
    assert_eq!((report.games, report.events, report.accounts, report.records), (2, 22, 2, 1));
    assert_eq!(report.problems, []);
    let again = restore(&file, &to.address);
    assert!(
        matches!(again, Err(AdminError::Exists(_) | AdminError::NotEmpty("account"))),
        "{again:?}"
    );
}

#[test]
fn a_file_comes_back() {
    block(async { there_and_back(&Place::sqlite(), &Place::sqlite()).await });
}

#[test]
fn a_server_comes_back_as_file_and_as_server() {
    block(async {
        let Some(one) = Place::postgres().await else { return };
        let two = Place::postgres().await.unwrap();
        there_and_back(&one, &two).await;
        one.remove().await;
        two.remove().await;
        let (server, file) = (Place::postgres().await.unwrap(), Place::sqlite());
        there_and_back(&server, &file).await;
        server.remove().await;
        let (file, server) = (Place::sqlite(), Place::postgres().await.unwrap());
        there_and_back(&file, &server).await;
        server.remove().await;
    });
}

/// Twenty games append while the backup is taken; what the backup holds is one moment of each.
async fn under_load(place: &Place) {
    let store = place.open().await;
    let stop = Arc::new(AtomicBool::new(false));
    let mut tasks = Vec::new();
    for number in 1..=20 {
        let (store, stop) = (store.clone(), stop.clone());
        tasks.push(tokio::spawn(async move {
            store.create_game(&game(number)).await.unwrap();
            let mut last = 0;
            while !stop.load(Ordering::Relaxed) && last < 80 {
                last = store.append(append(number, last, 1)).await.unwrap().0;
            }
            last
        }));
    }
    while store.writer_counts().writes < 100 {
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
    let file = place.folder().join("backup.db");
    backup(&place.address, &file).unwrap();
    stop.store(true, Ordering::Relaxed);
    let mut last = 0;
    for task in tasks {
        last += u64::from(task.await.unwrap());
    }
    store.close().await;
    let report = check(&Address::Sqlite(file.clone()));
    assert_eq!(report.problems, []);
    assert!(report.events > 0 && report.events <= last, "{report:?}, {last}");
    let target = Place::sqlite();
    restore(&file, &target.address).unwrap();
    assert_eq!(check(&target.address), report);
}

#[test]
fn a_file_is_backed_up_under_load() {
    block(async { under_load(&Place::sqlite()).await });
}

#[test]
fn a_server_is_backed_up_under_load() {
    block(async {
        let Some(place) = Place::postgres().await else { return };
        under_load(&place).await;
        place.remove().await;
    });
}

#[test]
fn nothing_is_left_of_a_failed_backup() {
    block(async {
        let place = Place::sqlite();
        let missing = backup(&place.address, &place.folder().join("b.db"));
        assert!(matches!(missing, Err(AdminError::NoStore(_))), "{missing:?}");
        place.open().await.close().await;
        let nowhere = backup(&place.address, &place.folder().join("no/such/folder/b.db"));
        assert!(nowhere.is_err());
        let left: Vec<_> =
            std::fs::read_dir(place.folder()).unwrap().flatten().map(|e| e.file_name()).collect();
        assert!(left.iter().all(|name| !name.to_string_lossy().contains("b.db")), "{left:?}");
    });
}

#[test]
fn a_damaged_backup_is_refused() {
    block(async {
        let place = Place::sqlite();
        let store = place.open().await;
        fill(&store).await;
        store.close().await;
        let file = place.folder().join("b.db");
        backup(&place.address, &file).unwrap();
        let mut bytes = std::fs::read(&file).unwrap();
        let middle = bytes.len() / 2;
        bytes[middle..middle + 5_000].fill(0x55);
        std::fs::write(&file, &bytes).unwrap();
        let target = Place::sqlite();
        let refused = restore(&file, &target.address);
        assert!(refused.is_err(), "{refused:?}");
        assert!(!target.address.path().unwrap().exists());
        std::fs::write(&file, b"no database").unwrap();
        let refused = restore(&file, &target.address);
        assert!(matches!(refused, Err(AdminError::Open(_))), "{refused:?}");
        let missing = restore(&place.folder().join("nothing"), &target.address);
        assert!(matches!(missing, Err(AdminError::NoStore(_))), "{missing:?}");
    });
}

/// Every kind of damage that a check can find.
#[test]
fn a_check_finds_what_is_wrong() {
    block(async {
        let place = Place::sqlite();
        let store = place.open().await;
        for number in 1..=8 {
            store.create_game(&game(number)).await.unwrap();
            store.append(append(number, 0, 4)).await.unwrap();
        }
        store.append(resignation(7, 4)).await.unwrap();
        let mut illegal = append(6, 4, 1);
        illegal.events[0].event =
            Event::Move { by: Color::Black, mv: Move::Play(Point::new(2, 1).unwrap()) };
        store.append(illegal).await.unwrap();
        store.close().await;
        let path = place.address.path().unwrap().to_str().unwrap();
        let url = format!("sqlite://{}", path.replace('%', "%25").replace('?', "%3F"));
        let mut connection = AnyConnection::connect(&url).await.unwrap();
        for text in [
            "DELETE FROM game_event WHERE game = 1 AND seq = 2",
            "UPDATE game_event SET body = 'x' WHERE game = 2 AND seq = 3",
            "DELETE FROM game WHERE id = 3",
            "UPDATE game SET setup = replace(setup, 'chinese', 'martian') WHERE id = 4",
            "UPDATE game_event SET body = replace(body, '[60000,3]', '[60000,9]') WHERE game = 5 AND seq = 4",
            "UPDATE game SET result = 'B+R' WHERE id = 7",
            "UPDATE game SET stage = 'asleep' WHERE id = 8",
        ] {
            sqlx::raw_sql(text).execute(&mut connection).await.unwrap();
        }
        connection.close().await.unwrap();
        let problems = check(&place.address).problems;
        let found =
            |wanted: &dyn Fn(&Problem) -> bool| problems.iter().filter(|p| wanted(p)).count();
        assert_eq!(
            found(&|p| matches!(p, Problem::Gap { game, missing: Seq(2) } if *game == id(1))),
            1
        );
        assert_eq!(
            found(&|p| matches!(p, Problem::Row(text) if text.starts_with("game 2, event 3"))),
            1
        );
        assert_eq!(found(&|p| *p == Problem::Orphan(id(3))), 1);
        assert_eq!(found(&|p| matches!(p, Problem::Terms { game, .. } if *game == id(4))), 1);
        assert_eq!(
            found(&|p| matches!(p, Problem::Clock { game, seq: Seq(4), .. } if *game == id(5))),
            1
        );
        assert_eq!(
            found(&|p| matches!(p, Problem::Refused { game, seq: Seq(5), .. } if *game == id(6))),
            1
        );
        assert_eq!(found(&|p| matches!(p, Problem::Outcome { game, .. } if *game == id(7))), 1);
        assert_eq!(found(&|p| matches!(p, Problem::Row(text) if text.contains("asleep"))), 1);
        assert_eq!(problems.len(), 8, "{problems:?}");
    });
}
