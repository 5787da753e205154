//! `admin` as operators meet it.

use std::fs;

use serde_json::Value;

use super::{command, run};

/// Runs `admin` on a database in a folder; answers stdout, stderr and the exit code.
fn admin(folder: &std::path::Path, arguments: &[&str], database: &str) -> (String, String, i32) {
    let database = format!("sqlite:{}", folder.join(database).display());
    let mut command =
        command(&[&["admin"][..], arguments, &["--database", &database][..]].concat());
    let output = command.current_dir(folder).output().expect("it runs");
    (
        String::from_utf8(output.stdout).expect("UTF-8"),
        String::from_utf8(output.stderr).expect("UTF-8"),
        output.status.code().expect("it was not killed"),
    )
}

#[test]
fn a_database_is_made_backed_up_restored_and_checked() {
    let folder = tempfile::tempdir().expect("a folder");
    let admin = |arguments: &[&str], database: &str| admin(folder.path(), arguments, database);
    let made = admin(&["migrate", "--json"], "a.db");
    assert_eq!(
        (made.0.as_str(), made.2),
        ("{\"action\":\"migrate\",\"migration\":2}\n", 0),
        "{}",
        made.1
    );
    assert_eq!(admin(&["migrate"], "a.db").2, 0, "it can be run again");
    let saved = admin(&["backup", "备份.db", "--lang", "zh"], "a.db");
    assert!(saved.0.contains("已备份") && saved.2 == 0, "{} {}", saved.0, saved.1);
    assert_eq!(admin(&["restore", "备份.db"], "b.db").2, 0);
    let checked = admin(&["check", "--json"], "b.db");
    let report: Value = serde_json::from_str(&checked.0).expect("an object");
    assert_eq!((checked.2, &report["games"], &report["problem_count"]), (0, &0.into(), &0.into()));
    let text = admin(&["check", "--lang", "en"], "b.db");
    assert_eq!(text.0, "sound: 0 games, 0 events, 0 accounts, 0 records\n");
}

#[test]
fn what_cannot_be_done_is_said_in_both_languages() {
    let folder = tempfile::tempdir().expect("a folder");
    let admin = |arguments: &[&str], database: &str| admin(folder.path(), arguments, database);
    assert_eq!(admin(&["migrate"], "a.db").2, 0);
    assert_eq!(admin(&["backup", "b.db"], "a.db").2, 0);
    fs::write(folder.path().join("no.db"), vec![b'x'; 5_000]).expect("a file");
    let cases: [(&[&str], &str, [&str; 2]); 7] = [
        (&["check"], "missing.db", ["不存在", "nothing at"]),
        (&["backup", "b.db"], "a.db", ["已经存在", "exists already"]),
        (&["restore", "b.db"], "a.db", ["已经存在", "exists already"]),
        (&["restore", "no.db"], "c.db", ["已损坏", "damaged"]),
        (&["check"], "no.db", ["已损坏", "damaged"]),
        (&["backup"], "a.db", ["缺少备份文件名", "file is missing"]),
        (&["check", "b.db"], "a.db", ["不要文件", "takes no file"]),
    ];
    for (arguments, database, words) in cases {
        for (lang, word) in ["zh", "en"].into_iter().zip(words) {
            let arguments = [arguments, &["--lang", lang]].concat();
            let found = admin(&arguments, database);
            assert_eq!((found.2, found.0.as_str()), (2, ""), "{arguments:?}: {}", found.1);
            assert!(found.1.contains(word), "{arguments:?}: {}", found.1);
        }
    }
    assert!(!folder.path().join("c.db").exists());
}

#[test]
fn without_an_address_it_is_the_data_folder_of_the_server() {
    let folder = tempfile::tempdir().expect("a folder");
    let home = folder.path().join("data/shoutan");
    fs::create_dir_all(&home).expect("a folder");
    let by_system = command(&["admin", "migrate"])
        .env("XDG_DATA_HOME", folder.path().join("data"))
        .env("HOME", folder.path())
        .output()
        .expect("it runs");
    if cfg!(all(unix, not(target_os = "macos"))) {
        assert!(by_system.status.success(), "{}", String::from_utf8_lossy(&by_system.stderr));
        assert!(home.join("shoutan.sqlite").exists());
    }
    let named = folder.path().join("other");
    fs::create_dir(&named).expect("a folder");
    let named = named.to_str().expect("UTF-8");
    assert_eq!(run(&["admin", "migrate", "--data", named]).code, 0);
    let checked = run(&["admin", "check", "--data", named, "--lang", "en"]);
    assert!(checked.out.starts_with("sound: 0 games"), "{}", checked.out);
}

#[test]
fn a_wrong_address_is_named() {
    for arguments in [
        &["admin", "check"][..],
        &["admin", "check", "--database", "mysql://x"],
        &["admin", "compress", "--database", "a.db"],
        &["admin", "check", "--database", "postgres://nobody@127.0.0.1:1/none"],
    ] {
        let found = run(arguments);
        assert_eq!((found.code, found.out.as_str()), (2, ""), "{arguments:?}: {}", found.err);
    }
    assert!(run(&["admin", "check", "--database", "mysql://x"]).err.contains("mysql"));
}
