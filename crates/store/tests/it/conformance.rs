//! What a store promises, on both databases.

use api::{RecordId, Seq};
use board::{ByColor, Color};
use rules::{Outcome, WinBy};
use store::{
    AccountError, AccountPatch, AppendError, Ask, AskKind, CreateGameError, Cursor, Fault, Filter,
    Game, GameChange, NewChatLine, NewRecord, NewSession, ReadError, RecordError, RecordFilter,
    RecordHead, Room, SecretHash, Stage, Store, WriteError,
};

use crate::common::*;

macro_rules! on_both {
    ($($name:ident)*) => {
        mod sqlite { $(
            #[test]
            fn $name() {
                crate::common::block(async {
                    let place = crate::common::Place::sqlite();
                    let store = place.open().await;
                    super::$name(store.clone()).await;
                    store.close().await;
                });
            }
        )* }
        mod postgres { $(
            #[test]
            fn $name() {
                crate::common::block(async {
                    let Some(place) = crate::common::Place::postgres().await else { return };
                    let store = place.open().await;
                    super::$name(store.clone()).await;
                    store.close().await;
                    place.remove().await;
                });
            }
        )* }
    };
}

on_both! {
    a_game_comes_back
    a_row_changes_from_its_stage_only
    events_come_back_in_order
    conflicts_are_told_apart
    a_request_is_kept_whole_or_not_at_all
    an_end_is_kept_with_its_event
    one_conflict_fails_alone
    one_of_many_wins_each_number
    a_game_begins_with_its_events
    live_games_come_with_their_last_event
    pages_cover_everything_once
    filters_find_what_they_say
    private_games_are_shown_to_their_own
    seeks_are_waiting_games
    texts_are_never_sql
    the_nul_is_refused
    accounts_come_back
    logins_are_unique_in_any_case
    sessions_end
    chat_has_numbers
    asks_replace_the_one_before
    records_come_back
    a_closed_store_says_so
}

async fn a_game_comes_back(store: Store) {
    let mut whole = game(1);
    whole.wish = Some(Color::White);
    whole.open = true;
    whole.private = true;
    whole.outcome = Some(Outcome::NoResult);
    whole.stage = Stage::Done;
    whole.moves = 211;
    whole.players.white.engine = Some(4);
    whole.players.white.account = None;
    let mut bare = game((1 << 53) - 1);
    bare.key = None;
    bare.players = ByColor::default();
    for game in [&whole, &bare] {
        store.create_game(game).await.unwrap();
        assert_eq!(store.game(game.id).await.unwrap().as_ref(), Some(game));
        let again = store.create_game(game).await;
        assert!(matches!(again, Err(CreateGameError::IdTaken(taken)) if taken == game.id));
    }
    assert_eq!(store.game(id(2)).await.unwrap(), None);
    store.ping().await.unwrap();
}

async fn a_row_changes_from_its_stage_only(store: Store) {
    let mut waiting = game(1);
    waiting.stage = Stage::Waiting;
    store.create_game(&waiting).await.unwrap();
    let join = |number, name: &str| GameChange {
        from: Stage::Waiting,
        to: Stage::Live,
        players: Some(ByColor::new(seat(number, name), seat(1, "柯洁"))),
        outcome: None,
        moves: 0,
        at: ms(7),
    };
    assert!(store.change_game(id(1), join(3, "Iyama")).await.unwrap());
    assert!(!store.change_game(id(1), join(4, "Park")).await.unwrap(), "the seat is taken");
    assert!(!store.change_game(id(2), join(4, "Park")).await.unwrap());
    let joined = store.game(id(1)).await.unwrap().unwrap();
    assert_eq!(joined.stage, Stage::Live);
    assert_eq!(joined.players, ByColor::new(seat(3, "Iyama"), seat(1, "柯洁")));
    assert_eq!(joined.updated, ms(7));
    let found = store.games(&named("iyama"), None, 10).await.unwrap();
    assert_eq!(found.games, [joined]);
}

async fn events_come_back_in_order(store: Store) {
    store.create_game(&game(1)).await.unwrap();
    store.create_game(&game(2)).await.unwrap();
    assert_eq!(store.last_seq(id(1)).await.unwrap(), Seq(0));
    assert_eq!(store.append(append(1, 0, 1)).await.unwrap(), Seq(1));
    assert_eq!(store.append(append(1, 1, 5)).await.unwrap(), Seq(6));
    store.append(append(2, 0, 2)).await.unwrap();
    let events = store.events(id(1), Seq(0), 100).await.unwrap();
    let seqs: Vec<u32> = events.iter().map(|event| event.seq.0).collect();
    assert_eq!(seqs, [1, 2, 3, 4, 5, 6]);
    for stored in &events {
        assert_eq!(stored.new, event(stored.seq.0));
    }
    let middle = store.events(id(1), Seq(2), 2).await.unwrap();
    assert_eq!(middle, events[2..4]);
    assert_eq!(store.last_seq(id(1)).await.unwrap(), Seq(6));
    assert_eq!(store.last_seq(id(3)).await.unwrap(), Seq(0));
    assert_eq!(store.find_event(id(1), user(2), "id-4").await.unwrap(), Some(Seq(4)));
    assert_eq!(store.find_event(id(1), user(1), "id-4").await.unwrap(), None);
    assert_eq!(store.find_event(id(2), user(2), "id-4").await.unwrap(), None);
}

async fn conflicts_are_told_apart(store: Store) {
    store.create_game(&game(1)).await.unwrap();
    store.append(append(1, 0, 3)).await.unwrap();
    let mut other = append(1, 1, 1);
    other.events[0].client_id = Some("other".to_owned());
    let stale = store.append(other).await;
    assert!(matches!(stale, Err(AppendError::Stale { after: Seq(1), last: Seq(3) })), "{stale:?}");
    let mut ahead = append(1, 3, 1);
    ahead.after = Seq(5);
    let gap = store.append(ahead).await;
    assert!(matches!(gap, Err(AppendError::Stale { after: Seq(5), last: Seq(3) })), "{gap:?}");
    let resend = store.append(append(1, 1, 1)).await;
    assert!(matches!(resend, Err(AppendError::Repeated(Seq(2)))), "{resend:?}");
    let mut later = append(1, 3, 1);
    later.events[0].client_id = Some("id-2".to_owned());
    later.events[0].player = Some(user(2));
    let resend = store.append(later.clone()).await;
    assert!(matches!(resend, Err(AppendError::Repeated(Seq(2)))), "{resend:?}");
    later.events[0].player = Some(user(1));
    store.append(later).await.expect("another player may use the same id");
    let nowhere = store.append(append(9, 0, 1)).await;
    assert!(matches!(nowhere, Err(AppendError::NoGame(game)) if game == id(9)), "{nowhere:?}");
    let mut twice = append(1, 4, 2);
    twice.events[1] = twice.events[0].clone();
    let twice = store.append(twice).await;
    assert!(matches!(twice, Err(AppendError::Repeated(Seq(5)))), "{twice:?}");
    let mut nobody = append(1, 4, 2);
    for event in &mut nobody.events {
        event.player = None;
        event.client_id = None;
    }
    store.append(nobody).await.expect("the server's own events need no ids");
    assert_eq!(store.last_seq(id(1)).await.unwrap(), Seq(6));
}

async fn a_request_is_kept_whole_or_not_at_all(store: Store) {
    store.create_game(&game(1)).await.unwrap();
    store.append(append(1, 0, 1)).await.unwrap();
    let mut half = append(1, 1, 300);
    half.events[299].client_id = Some("id-1".to_owned());
    half.events[299].player = Some(user(1));
    let refused = store.append(half).await;
    assert!(matches!(refused, Err(AppendError::Repeated(Seq(1)))), "{refused:?}");
    assert_eq!(store.last_seq(id(1)).await.unwrap(), Seq(1));
    store.append(append(1, 1, 300)).await.unwrap();
    assert_eq!(store.events(id(1), Seq(0), 1_000).await.unwrap().len(), 301);
}

async fn an_end_is_kept_with_its_event(store: Store) {
    store.create_game(&game(1)).await.unwrap();
    store.append(append(1, 0, 2)).await.unwrap();
    let mut wrong = resignation(1, 2);
    wrong.change.as_mut().unwrap().from = Stage::Waiting;
    let refused = store.append(wrong).await;
    assert!(matches!(refused, Err(AppendError::Stage)), "{refused:?}");
    let stale = store.append(resignation(1, 1)).await;
    assert!(stale.is_err());
    assert_eq!(store.game(id(1)).await.unwrap().unwrap().stage, Stage::Live);
    assert_eq!(store.last_seq(id(1)).await.unwrap(), Seq(2));
    assert_eq!(store.append(resignation(1, 2)).await.unwrap(), Seq(3));
    let done = store.game(id(1)).await.unwrap().unwrap();
    assert_eq!(done.stage, Stage::Done);
    assert_eq!(done.outcome, Some(Outcome::win(Color::White, WinBy::Resignation)));
    assert_eq!((done.moves, done.updated), (2, ms(3_000_000)));
    let nowhere = store.append(resignation(9, 0)).await;
    assert!(matches!(nowhere, Err(AppendError::NoGame(_))), "{nowhere:?}");
}

/// Many games append at the same moment, and some requests among them cannot be kept.
async fn one_conflict_fails_alone(store: Store) {
    for number in 1..=40 {
        store.create_game(&game(number)).await.unwrap();
    }
    let mut tasks = Vec::new();
    for number in 1..=40 {
        let store = store.clone();
        tasks.push(tokio::spawn(async move {
            for after in 0..10 {
                store.append(append(number, after, 1)).await.unwrap();
                if number % 4 == 0 {
                    let resend = store.append(append(number, after, 1)).await;
                    assert!(matches!(resend, Err(AppendError::Repeated(_))), "{resend:?}");
                }
                if number % 5 == 0 {
                    let nowhere = store.append(append(1_000 + number, 0, 1)).await;
                    assert!(matches!(nowhere, Err(AppendError::NoGame(_))), "{nowhere:?}");
                }
            }
            store.append(resignation(number, 10)).await.unwrap();
        }));
    }
    for task in tasks {
        task.await.unwrap();
    }
    for number in 1..=40 {
        let events = store.events(id(number), Seq(0), 100).await.unwrap();
        let seqs: Vec<u32> = events.iter().map(|event| event.seq.0).collect();
        assert_eq!(seqs, (1..=11).collect::<Vec<_>>());
        assert_eq!(store.game(id(number)).await.unwrap().unwrap().stage, Stage::Done);
    }
    let counts = store.writer_counts();
    assert!(counts.commits < counts.writes, "commits are shared: {counts:?}");
    assert_eq!((counts.failures, counts.waiting), (0, 0));
}

async fn one_of_many_wins_each_number(store: Store) {
    store.create_game(&game(1)).await.unwrap();
    let mut tasks = Vec::new();
    for owner in 0..8 {
        let store = store.clone();
        tasks.push(tokio::spawn(async move {
            let mut won = Vec::new();
            for after in 0..20 {
                let mut mine = append(1, after, 1);
                mine.events[0].client_id = Some(format!("{owner}-{after}"));
                match store.append(mine).await {
                    Ok(seq) => won.push(seq.0),
                    Err(AppendError::Stale { .. }) => {}
                    Err(other) => panic!("{other}"),
                }
            }
            won
        }));
    }
    let mut won = Vec::new();
    for task in tasks {
        won.extend(task.await.unwrap());
    }
    won.sort_unstable();
    let last = store.last_seq(id(1)).await.unwrap().0;
    assert_eq!(won, (1..=last).collect::<Vec<_>>(), "each number was won once");
    assert!(last > 0);
}

async fn a_game_begins_with_its_events(store: Store) {
    let begun: Vec<_> = (1..=40).map(event).collect();
    store.create_game_with(&game(1), &begun).await.unwrap();
    assert_eq!(store.last_seq(id(1)).await.unwrap(), Seq(40));
    let taken = store.create_game_with(&game(1), &begun).await;
    assert!(matches!(taken, Err(CreateGameError::IdTaken(_))), "{taken:?}");
    assert_eq!(store.append(append(1, 40, 1)).await.unwrap(), Seq(41));
}

async fn live_games_come_with_their_last_event(store: Store) {
    for number in 1..=5 {
        store.create_game(&game(number)).await.unwrap();
        store.append(append(number, 0, 3)).await.unwrap();
    }
    store.create_game(&game(6)).await.unwrap();
    store.append(resignation(2, 3)).await.unwrap();
    let first = store.live_games(None, 2).await.unwrap();
    let rest = store.live_games(first.last().map(|(game, _)| game.id), 100).await.unwrap();
    let found: Vec<_> = first.into_iter().chain(rest).collect();
    let numbers: Vec<i64> = found.iter().map(|(game, _)| game.id.get()).collect();
    assert_eq!(numbers, [1, 3, 4, 5, 6]);
    for (game, last) in found {
        let expected = (game.id != id(6)).then(|| event(3));
        assert_eq!(last.map(|last| last.new), expected);
    }
}

fn named(name: &str) -> Filter {
    Filter { name: Some(name.to_owned()), ..Filter::default() }
}

async fn pages_cover_everything_once(store: Store) {
    for number in 1..=25 {
        let mut game = game(number);
        // Many of the same moment: the id decides.
        game.created = ms(u64::try_from(number / 10).unwrap());
        store.create_game(&game).await.unwrap();
    }
    let mut found = Vec::new();
    let mut cursor: Option<Cursor> = None;
    loop {
        let page = store.games(&Filter::default(), cursor, 7).await.unwrap();
        found.extend(page.games.iter().map(|game| game.id.get()));
        // As text and back, as it goes through a client.
        cursor = page.next.map(|next| next.to_string().parse().unwrap());
        if cursor.is_none() {
            break;
        }
    }
    assert_eq!(found, (1..=25).rev().collect::<Vec<_>>());
    let all = store.games(&Filter::default(), None, 25).await.unwrap();
    assert_eq!((all.games.len(), all.next), (25, None));
}

async fn filters_find_what_they_say(store: Store) {
    let mut list: Vec<Game> = (1..=6).map(game).collect();
    list[0].players.black.name = "AlphaGo_Master 100%".to_owned();
    list[1].setup.size = board::BoardSize::new(19, 13).unwrap();
    list[2].setup.ruleset = "japanese".to_owned();
    list[3].stage = Stage::Done;
    list[3].outcome = Some(Outcome::win(Color::White, WinBy::Time));
    list[4].players.white.account = Some(user(77));
    list[5].owner = user(77);
    for game in &list {
        store.create_game(game).await.unwrap();
    }
    let base = Filter::default;
    let cases = [
        (named("MASTER 100%"), vec![1]),
        (named("go_m"), vec![1]),
        (named("go%master"), vec![]),
        (named("柯"), vec![6, 5, 4, 3, 2]),
        (named("洁\nlee"), vec![]),
        (Filter { cols: Some(19), ..base() }, vec![2]),
        (Filter { rows: Some(13), ..base() }, vec![2]),
        (Filter { rows: Some(19), ..base() }, vec![]),
        (Filter { ruleset: Some("japanese".into()), ..base() }, vec![3]),
        (Filter { result: Some("W+".into()), ..base() }, vec![4]),
        (Filter { result: Some("W%".into()), ..base() }, vec![]),
        (Filter { stage: Some(Stage::Done), ..base() }, vec![4]),
        (Filter { account: Some(user(77)), ..base() }, vec![6, 5]),
        (Filter { from: Some(ms(1_000_004)), ..base() }, vec![6, 5, 4]),
        (Filter { to: Some(ms(1_000_004)), ..base() }, vec![3, 2, 1]),
        (
            Filter {
                account: Some(user(77)),
                stage: Some(Stage::Live),
                to: Some(ms(1_000_006)),
                ..named("lee")
            },
            vec![5],
        ),
    ];
    for (filter, expected) in cases {
        let page = store.games(&filter, None, 10).await.unwrap();
        let found: Vec<i64> = page.games.iter().map(|game| game.id.get()).collect();
        assert_eq!(found, expected, "{filter:?}");
    }
}

async fn private_games_are_shown_to_their_own(store: Store) {
    let mut private = game(1);
    private.private = true;
    store.create_game(&private).await.unwrap();
    // A game that waits has an empty seat, which is nobody's.
    let mut waiting = game(2);
    waiting.private = true;
    waiting.owner = user(7);
    waiting.players = ByColor::default();
    store.create_game(&waiting).await.unwrap();
    for (viewer, expected) in
        [(None, 0), (Some(user(3)), 0), (Some(user(1)), 1), (Some(user(2)), 1)]
    {
        let page = store.games(&Filter { viewer, ..Filter::default() }, None, 10).await.unwrap();
        assert_eq!(page.games.len(), expected, "{viewer:?}");
    }
}

async fn seeks_are_waiting_games(store: Store) {
    let mut list: Vec<Game> = (1..=4).map(game).collect();
    for seek in &mut list {
        seek.stage = Stage::Waiting;
        seek.open = true;
    }
    list[1].open = false;
    list[2].private = true;
    list[3].stage = Stage::Cancelled;
    for seek in &list {
        store.create_game(seek).await.unwrap();
    }
    assert_eq!(store.seeks(10).await.unwrap(), [list[0].clone()]);
    assert_eq!(store.count_games(user(1), Stage::Waiting).await.unwrap(), 3);
    assert_eq!(store.count_games(user(2), Stage::Waiting).await.unwrap(), 0);
}

async fn texts_are_never_sql(store: Store) {
    let evil = "'); DROP TABLE game; -- \" \\ $1 %_ ? :x";
    let mut game = game(1);
    game.players.black.name = evil.to_owned();
    game.setup.ruleset = evil.to_owned();
    store.create_game(&game).await.unwrap();
    let filter = Filter { ruleset: Some(evil.to_owned()), ..named(evil) };
    assert_eq!(store.games(&filter, None, 10).await.unwrap().games, [game]);
    let filter = Filter { result: Some(evil.to_owned()), ..Filter::default() };
    assert_eq!(store.games(&filter, None, 10).await.unwrap().games, []);
    assert!(store.login(evil).await.unwrap().is_none());
    assert_eq!(store.find_event(id(1), user(1), evil).await.unwrap(), None);
}

async fn the_nul_is_refused(store: Store) {
    let mut bad = game(1);
    bad.players.white.name = "a\0b".to_owned();
    let refused = store.create_game(&bad).await;
    assert!(
        matches!(refused, Err(CreateGameError::Write(WriteError::Nul { field: "White's name" }))),
        "{refused:?}"
    );
    store.create_game(&game(1)).await.unwrap();
    let mut bad = append(1, 0, 1);
    bad.events[0].client_id = Some("\0".to_owned());
    let refused = store.append(bad).await;
    assert!(matches!(refused, Err(AppendError::Write(WriteError::Nul { .. }))), "{refused:?}");
    assert_eq!(store.games(&named("a\0b"), None, 10).await.unwrap().games, []);
    assert!(store.login("\0").await.unwrap().is_none());
    assert_eq!(store.find_event(id(1), user(1), "\0").await.unwrap(), None);
}

async fn accounts_come_back(store: Store) {
    let guest = account(1, "客人", None);
    store.create_account(guest.clone()).await.unwrap();
    assert_eq!(store.account(user(1)).await.unwrap(), Some(guest.account.clone()));
    let taken = store.create_account(guest).await;
    assert!(matches!(taken, Err(AccountError::IdTaken(_))), "{taken:?}");
    let patch = AccountPatch {
        name: Some("新名".to_owned()),
        preferences: Some("{}".to_owned()),
        ..AccountPatch::default()
    };
    assert!(store.patch_account(user(1), patch.clone()).await.unwrap());
    assert!(!store.patch_account(user(2), patch).await.unwrap());
    let changed = store.account(user(1)).await.unwrap().unwrap();
    assert_eq!((changed.name.as_str(), changed.preferences.as_str()), ("新名", "{}"));
    assert_eq!(changed.lang.as_deref(), Some("zh"), "what is left out stays");
    store.register_guest(user(1), "Shusaku", "$argon2id$y").await.unwrap();
    let login = store.login("SHUSAKU").await.unwrap().unwrap();
    assert_eq!((login.account.id, login.password.as_str()), (user(1), "$argon2id$y"));
    assert!(!format!("{login:?}").contains("argon2id"));
    let again = store.register_guest(user(1), "Jowa", "$x").await;
    assert!(matches!(again, Err(AccountError::NoGuest(_))), "{again:?}");
    assert_eq!(store.account(user(2)).await.unwrap(), None);
}

async fn logins_are_unique_in_any_case(store: Store) {
    store.create_account(account(1, "a", Some("Ärmel"))).await.unwrap();
    let taken = store.create_account(account(2, "b", Some("ÄRMEL"))).await;
    assert!(matches!(taken, Err(AccountError::LoginTaken(login)) if login == "ÄRMEL"));
    store.create_account(account(3, "c", None)).await.unwrap();
    store.create_account(account(4, "d", None)).await.expect("guests have no login");
    let taken = store.register_guest(user(3), "ärmel", "$x").await;
    assert!(matches!(taken, Err(AccountError::LoginTaken(_))), "{taken:?}");
    assert!(store.login("nobody").await.unwrap().is_none());
    let both = tokio::join!(
        store.register_guest(user(3), "same", "$x"),
        store.register_guest(user(4), "SAME", "$x")
    );
    assert!(both.0.is_ok() != both.1.is_ok(), "{both:?}");
}

async fn sessions_end(store: Store) {
    store.create_account(account(1, "a", None)).await.unwrap();
    let new = |token: &str| NewSession {
        token: SecretHash::of(token),
        account: user(1),
        created: ms(10),
        expires: ms(100),
    };
    store.create_session(new("one"), None).await.unwrap();
    let session = store.session(SecretHash::of("one"), ms(99)).await.unwrap().unwrap();
    assert_eq!((session.account.id, session.created, session.expires), (user(1), ms(10), ms(100)));
    assert!(store.session(SecretHash::of("one"), ms(100)).await.unwrap().is_none());
    assert!(store.session(SecretHash::of("two"), ms(0)).await.unwrap().is_none());
    assert!(store.extend_session(SecretHash::of("one"), ms(200)).await.unwrap());
    assert!(!store.extend_session(SecretHash::of("two"), ms(200)).await.unwrap());
    assert!(store.session(SecretHash::of("one"), ms(150)).await.unwrap().is_some());
    store.create_session(new("two"), Some(SecretHash::of("one"))).await.unwrap();
    assert!(store.session(SecretHash::of("one"), ms(0)).await.unwrap().is_none(), "replaced");
    store.delete_session(SecretHash::of("two")).await.unwrap();
    assert!(store.session(SecretHash::of("two"), ms(0)).await.unwrap().is_none());
    for token in ["a", "b", "c"] {
        store.create_session(new(token), None).await.unwrap();
    }
    assert_eq!(store.purge_sessions(ms(99)).await.unwrap(), 0);
    assert_eq!(store.delete_sessions_of(user(2)).await.unwrap(), 0);
    assert!(store.extend_session(SecretHash::of("a"), ms(50)).await.unwrap());
    assert_eq!(store.purge_sessions(ms(99)).await.unwrap(), 1);
    assert_eq!(store.delete_sessions_of(user(1)).await.unwrap(), 2);
}

async fn chat_has_numbers(store: Store) {
    store.create_game(&game(1)).await.unwrap();
    let line = |number: u32, room| NewChatLine {
        game: id(1),
        room,
        account: user(1),
        name: "柯洁".to_owned(),
        color: (room == Room::Players).then_some(Color::Black),
        at: ms(u64::from(number)),
        text: format!("line {number}"),
    };
    let mut tasks = Vec::new();
    for number in 1..=20 {
        let (store, line) = (store.clone(), line(number, Room::Players));
        tasks.push(tokio::spawn(async move { store.add_chat(line).await.unwrap() }));
    }
    let mut numbers = Vec::new();
    for task in tasks {
        numbers.push(task.await.unwrap());
    }
    numbers.sort_unstable();
    assert_eq!(numbers, (1..=20).collect::<Vec<_>>());
    assert_eq!(store.add_chat(line(21, Room::Watchers)).await.unwrap(), 21);
    let last = store.chat(id(1), None, 2).await.unwrap();
    assert_eq!(last.iter().map(|line| line.number).collect::<Vec<_>>(), [20, 21]);
    assert_eq!(last[1].new, line(21, Room::Watchers));
    assert_eq!(store.chat(id(1), Some(Room::Players), 100).await.unwrap().len(), 20);
    assert_eq!(store.chat(id(2), None, 100).await.unwrap(), []);
}

async fn asks_replace_the_one_before(store: Store) {
    store.create_game(&game(1)).await.unwrap();
    assert_eq!(store.asks(id(1)).await.unwrap(), []);
    let undo =
        Ask { by: Color::Black, kind: AskKind::Undo, moves: Some(2), after: Seq(4), open: true };
    let pause =
        Ask { by: Color::White, kind: AskKind::Pause, moves: None, after: Seq(5), open: true };
    store.put_ask(id(1), undo).await.unwrap();
    store.put_ask(id(1), pause).await.unwrap();
    assert_eq!(store.asks(id(1)).await.unwrap(), [undo, pause]);
    let declined = Ask { open: false, ..undo };
    store.put_ask(id(1), declined).await.unwrap();
    let later = Ask { moves: Some(1), after: Seq(9), ..pause };
    store.put_ask(id(1), later).await.unwrap();
    assert_eq!(store.asks(id(1)).await.unwrap(), [declined, later]);
    assert_eq!(store.asks(id(2)).await.unwrap(), []);
}

async fn records_come_back(store: Store) {
    let record = |number: i64| NewRecord {
        head: RecordHead {
            id: RecordId::new(number).unwrap(),
            owner: user(1),
            file_name: "棋谱.sgf".to_owned(),
            black: "秀策".to_owned(),
            white: "Gennan".to_owned(),
            cols: 19,
            rows: 19,
            ruleset: None,
            result: Some("B+2".to_owned()),
            played: Some("1846-09-11".to_owned()),
            moves: 325,
            created: ms(number.unsigned_abs()),
        },
        sgf: "(;GM[1])".to_owned(),
        source: vec![0, 255, 10],
    };
    for number in 1..=3 {
        store.add_record(record(number)).await.unwrap();
    }
    let taken = store.add_record(record(1)).await;
    assert!(matches!(taken, Err(RecordError::IdTaken(_))), "{taken:?}");
    assert_eq!(store.record(record(2).head.id).await.unwrap(), Some(record(2)));
    assert_eq!(store.record(RecordId::new(9).unwrap()).await.unwrap(), None);
    let page = store.records(&named("gennan"), None, 2).await.unwrap();
    assert_eq!(page.records, [record(3).head, record(2).head]);
    let rest = store.records(&named("gennan"), page.next, 2).await.unwrap();
    assert_eq!((rest.records, rest.next), (vec![record(1).head], None));
    let other = Filter { account: Some(user(2)), ..Filter::default() };
    assert_eq!(store.records(&other, None, 2).await.unwrap().records, []);
    records_are_searched(&store).await;
    records_are_changed(&store, record(1)).await;
}

async fn records_are_searched(store: &Store) {
    let text = |text: &str| RecordFilter { text: Some(text.to_owned()), ..RecordFilter::default() };
    let days = |from: Option<&str>, to: Option<&str>| RecordFilter {
        text: None,
        from: from.map(str::to_owned),
        to: to.map(str::to_owned),
    };
    let cases = [
        (text("棋谱"), 3),
        (text("gm[1"), 3),
        (text("100%"), 0),
        (days(Some("1846"), Some("1846")), 3),
        (days(Some("1846-09-11"), Some("1846-09")), 3),
        (days(Some("1846-09-12"), None), 0),
        (days(None, Some("1846-08")), 0),
        (days(None, Some("1846-09-11")), 3),
    ];
    for (record, count) in cases {
        let filter = Filter { record, ..Filter::default() };
        let found = store.records(&filter, None, 10).await.unwrap().records;
        assert_eq!(found.len(), count, "{filter:?}");
    }
}

async fn records_are_changed(store: &Store, was: NewRecord) {
    let head = RecordHead { black: "Shusaku".to_owned(), moves: 1, ..was.head.clone() };
    let change = |head: RecordHead, old: &str| {
        store.change_record(head, old.to_owned(), "(;B[aa])".to_owned())
    };
    assert!(!change(RecordHead { owner: user(2), ..head.clone() }, &was.sgf).await.unwrap());
    assert!(!change(head.clone(), "(;GM[1]C[other])").await.unwrap());
    assert_eq!(store.record(was.head.id).await.unwrap(), Some(was.clone()));
    assert!(change(head.clone(), &was.sgf).await.unwrap());
    let now = NewRecord { head: head.clone(), sgf: "(;B[aa])".to_owned(), source: was.source };
    assert_eq!(store.record(head.id).await.unwrap(), Some(now));
    let found = store.records(&named("shusaku"), None, 2).await.unwrap();
    assert_eq!(found.records, std::slice::from_ref(&head));
    let texts = store.record_texts(&[head.id, RecordId::new(9).unwrap()]).await.unwrap();
    assert_eq!(texts, [(head.id, "(;B[aa])".to_owned())]);
    assert_eq!(store.record_texts(&[]).await.unwrap(), []);
}

async fn a_closed_store_says_so(store: Store) {
    store.create_game(&game(1)).await.unwrap();
    store.close().await;
    store.close().await;
    let write = store.append(append(1, 0, 1)).await;
    assert!(
        matches!(write, Err(AppendError::Write(WriteError::Fault(Fault::Closed)))),
        "{write:?}"
    );
    let read = store.game(id(1)).await;
    assert!(matches!(read, Err(ReadError::Fault(Fault::Closed))), "{read:?}");
    assert!(matches!(store.ping().await, Err(Fault::Closed)));
}
