//! What goes wrong with files: full, read-only, damaged, shared, missing.

use std::process::Command;

use api::Seq;
use store::{Address, AppendError, CreateGameError, Fault, OpenError, Options, Store, WriteError};

use crate::common::*;

/// Appends until nothing more can be written; answers the last number and the fault.
async fn fill(store: &Store) -> (Seq, Fault) {
    let mut last = Seq(0);
    loop {
        match store.append(append(1, last.0, 50)).await {
            Ok(seq) => last = seq,
            Err(AppendError::Write(WriteError::Fault(fault))) => return (last, fault),
            Err(other) => panic!("{other}"),
        }
        assert!(last.0 < 1_000_000, "the limit does not hold");
    }
}

/// After a full store: nothing is half there, reading goes on, and with room writing does too.
async fn goes_on(place: &Place, store: Store, last: Seq) {
    assert_eq!(store.last_seq(id(1)).await.unwrap(), last);
    let events = store.events(id(1), Seq(0), u32::MAX).await.unwrap();
    assert_eq!(events.len(), last.0 as usize);
    assert!(store.writer_counts().failures > 0);
    store.close().await;
    let roomy = place.open().await;
    assert_eq!(roomy.append(append(1, last.0, 50)).await.unwrap(), Seq(last.0 + 50));
    roomy.close().await;
    let report = tokio::task::block_in_place(|| store::admin::check(&place.address, &mut |_| {}));
    // The stones of these games are put where there are stones already; everything else must be right.
    let problems = report.unwrap().problems;
    assert!(
        problems.iter().all(|p| matches!(p, store::admin::Problem::Refused { .. })),
        "{problems:?}"
    );
}

#[test]
fn a_store_at_its_limit_refuses_and_goes_on() {
    block(async {
        let place = Place::sqlite();
        let options = Options { max_bytes: Some(400_000), ..Options::default() };
        let store = Store::open(&place.address, &options).await.unwrap();
        store.create_game(&game(1)).await.unwrap();
        let (last, fault) = fill(&store).await;
        assert!(matches!(fault, Fault::Full(_)), "{fault}");
        assert!(last.0 > 100);
        let other = store.create_game_with(&game(2), &[event(1)]).await;
        if let Err(error) = other {
            assert!(
                matches!(error, CreateGameError::Write(WriteError::Fault(Fault::Full(_)))),
                "{error}"
            );
            assert_eq!(store.game(id(2)).await.unwrap(), None);
        }
        goes_on(&place, store, last).await;
    });
}

#[test]
fn a_full_disk_refuses_and_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let mount = |arguments: &[&str]| {
        Command::new(arguments[0]).args(&arguments[1..]).arg(folder.path()).output()
    };
    let mounted = mount(&["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs"]);
    if !mounted.is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: a small file system cannot be mounted here");
        return;
    }
    let outcome = std::panic::catch_unwind(|| {
        block(async {
            let address = Address::Sqlite(folder.path().join("store.db"));
            let store = Store::open(&address, &Options::default()).await.unwrap();
            store.create_game(&game(1)).await.unwrap();
            let (last, fault) = fill(&store).await;
            assert!(matches!(fault, Fault::Full(_)), "{fault}");
            assert!(last.0 > 0);
            assert_eq!(store.last_seq(id(1)).await.unwrap(), last);
            let again = store.append(append(1, last.0, 50)).await;
            assert!(
                matches!(again, Err(AppendError::Write(WriteError::Fault(Fault::Full(_))))),
                "{again:?}"
            );
            // Room again: the same open store goes on.
            assert!(mount(&["mount", "-o", "remount,size=64m"]).unwrap().status.success());
            assert_eq!(store.append(append(1, last.0, 50)).await.unwrap(), Seq(last.0 + 50));
            assert_eq!(
                store.events(id(1), Seq(0), u32::MAX).await.unwrap().len(),
                last.0 as usize + 50
            );
            store.close().await;
        });
    });
    assert!(mount(&["umount"]).unwrap().status.success());
    outcome.unwrap();
}

#[test]
fn a_read_only_store_reads() {
    block(async {
        let place = Place::sqlite();
        let store = place.open().await;
        store.create_game(&game(1)).await.unwrap();
        store.append(append(1, 0, 3)).await.unwrap();
        store.close().await;
        let options = Options { read_only: true, ..Options::default() };
        let store = Store::open(&place.address, &options).await.unwrap();
        assert_eq!(store.last_seq(id(1)).await.unwrap(), Seq(3));
        let refused = store.append(append(1, 3, 1)).await;
        assert!(
            matches!(refused, Err(AppendError::Write(WriteError::Fault(Fault::ReadOnly(_))))),
            "{refused:?}"
        );
        store.close().await;
        let empty = Place::sqlite();
        let missing = Store::open(&empty.address, &options).await.unwrap_err();
        assert!(matches!(missing, OpenError::Fault(Fault::Unreachable(_))), "{missing}");
    });
}

#[test]
fn what_is_no_store_is_refused() {
    block(async {
        let place = Place::sqlite();
        std::fs::write(place.address.path().unwrap(), vec![b'x'; 10_000]).unwrap();
        let error = Store::open(&place.address, &Options::default()).await.unwrap_err();
        assert!(matches!(error, OpenError::Fault(Fault::Damaged(_))), "{error}");
        let folder = Address::Sqlite(place.folder().to_owned());
        let error = Store::open(&folder, &Options::default()).await.unwrap_err();
        assert!(matches!(error, OpenError::Fault(Fault::Unreachable(_))), "{error}");
        let nowhere = Address::Sqlite(place.folder().join("no/such/folder/store.db"));
        let error = Store::open(&nowhere, &Options::default()).await.unwrap_err();
        assert!(matches!(error, OpenError::Fault(Fault::Unreachable(_))), "{error}");
        let nobody: Address = "postgres://nobody@127.0.0.1:1/none".parse().unwrap();
        let error = Store::open(&nobody, &Options::default()).await.unwrap_err();
        assert!(matches!(error, OpenError::Fault(Fault::Unreachable(_))), "{error}");
    });
}

/// Two processes on one store: each number of a game is won by one of them, and nothing is lost.
async fn two_owners(place: &Place) {
    let stores = [place.open().await, place.open().await];
    stores[0].create_game(&game(1)).await.unwrap();
    let mut tasks = Vec::new();
    for (owner, store) in stores.iter().enumerate() {
        let store = store.clone();
        tasks.push(tokio::spawn(async move {
            let mut won = 0;
            for round in 0..30 {
                let after = store.last_seq(id(1)).await.unwrap().0;
                let mut mine = append(1, after, 1);
                mine.events[0].client_id = Some(format!("{owner}-{round}"));
                match store.append(mine).await {
                    Ok(_) => won += 1,
                    Err(AppendError::Stale { .. }) => {}
                    Err(other) => panic!("{other}"),
                }
            }
            won
        }));
    }
    let mut won = 0;
    for task in tasks {
        won += task.await.unwrap();
    }
    let events = stores[1].events(id(1), Seq(0), 1_000).await.unwrap();
    assert_eq!(events.len(), won);
    assert!(events.iter().zip(1..).all(|(event, number)| event.seq == Seq(number)));
    for store in stores {
        store.close().await;
    }
}

#[test]
fn two_owners_share_a_file() {
    block(async { two_owners(&Place::sqlite()).await });
}

#[test]
fn two_owners_share_a_server() {
    block(async {
        let Some(place) = Place::postgres().await else { return };
        two_owners(&place).await;
        place.remove().await;
    });
}
