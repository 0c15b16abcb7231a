//! The store: rows go back to what the schema made, transactions act whole or not at all.

use reconverge_sim::{Micros, NodeId, store::Database};

const SCHEMA: &str = "CREATE TABLE row (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
                      INSERT INTO row VALUES ('seeded', 1);";
const PUT: usize = 0;
const GET: usize = 1;
const LIST: usize = 2;
const STATEMENTS: &[&str] = &[
    "INSERT INTO row VALUES (?1, ?2)",
    "SELECT value FROM row WHERE name = ?1",
    "SELECT name FROM row ORDER BY name",
];

fn database() -> Database {
    Database::open(SCHEMA, STATEMENTS).expect("the schema is valid")
}

fn names(database: &mut Database) -> Vec<String> {
    let mut names = Vec::new();
    let listed = database.query(LIST, [], |row| {
        names.push(row.get(0)?);
        Ok(())
    });
    listed.expect("listing works");
    names
}

fn put(database: &mut Database, name: &str, value: i64) -> Result<usize, rusqlite::Error> {
    database.execute(PUT, (name, value))
}

#[test]
fn a_reset_leaves_what_the_schema_made_and_nothing_else() -> Result<(), rusqlite::Error> {
    let mut database = database();
    for _ in 0..3 {
        put(&mut database, "new", 2)?;
        database.record_commit(1, Micros(1));
        assert_eq!(database.next_sequence(), 1);
        assert_eq!(names(&mut database), ["new", "seeded"]);
        assert_eq!(database.visible(Micros(1), Micros(0), NodeId(0)), 1);
        database.reset()?;
        assert_eq!(names(&mut database), ["seeded"]);
        assert_eq!(database.visible(Micros(1), Micros(0), NodeId(0)), 0);
        assert_eq!(database.commits(), []);
    }
    Ok(())
}

#[test]
fn a_row_is_read_or_absent() -> Result<(), rusqlite::Error> {
    let mut database = database();
    let get = |database: &mut Database, name| database.query_row(GET, [name], |row| row.get::<_, i64>(0));
    assert_eq!(get(&mut database, "seeded")?, Some(1));
    assert_eq!(get(&mut database, "absent")?, None);
    Ok(())
}

#[test]
fn a_transaction_that_fails_leaves_no_row() -> Result<(), rusqlite::Error> {
    let mut database = database();
    let failed = database.transaction(|database| {
        put(database, "first", 1)?;
        put(database, "seeded", 2)
    });
    assert!(failed.is_err());
    assert_eq!(names(&mut database), ["seeded"]);
    let done: Result<usize, rusqlite::Error> = database.transaction(|database| put(database, "first", 1));
    assert_eq!((done?, names(&mut database).len()), (1, 2));
    Ok(())
}

#[derive(Debug, PartialEq)]
struct Refused;

impl From<rusqlite::Error> for Refused {
    fn from(_: rusqlite::Error) -> Self {
        Self
    }
}

#[test]
fn of_nested_transactions_the_inner_one_can_fail_alone() -> Result<(), Refused> {
    let mut database = database();
    database.transaction(|database| {
        put(database, "outer", 1)?;
        let inner = database.transaction(|database| {
            put(database, "inner", 1)?;
            Err::<(), _>(Refused)
        });
        assert_eq!(inner, Err(Refused));
        put(database, "after", 1)?;
        Ok::<(), Refused>(())
    })?;
    assert_eq!(names(&mut database), ["after", "outer", "seeded"]);
    let failed = database.transaction(|database| {
        database.transaction(|database| put(database, "inner", 1).map_err(Refused::from))?;
        Err::<(), _>(Refused)
    });
    assert_eq!((failed, names(&mut database).len()), (Err(Refused), 3));
    Ok(())
}

#[test]
fn a_panic_inside_a_transaction_is_undone_by_the_reset() -> Result<(), rusqlite::Error> {
    let mut database = database();
    for _ in 0..2 {
        let panicked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            database.transaction(|database| -> Result<(), rusqlite::Error> {
                put(database, "half", 1)?;
                panic!("on purpose");
            })
        }));
        assert!(panicked.is_err());
        database.reset()?;
        assert_eq!(names(&mut database), ["seeded"]);
    }
    Ok(())
}

#[test]
fn a_number_is_not_used_again_after_a_rollback() {
    let mut database = database();
    let mut drawn = Vec::new();
    let failed = database.transaction(|database| {
        drawn.push(database.next_sequence());
        Err::<(), _>(Refused)
    });
    drawn.push(database.next_sequence());
    assert_eq!((failed, drawn), (Err(Refused), vec![1, 2]));
}

#[test]
fn bad_sql_is_an_error() {
    assert!(Database::open("CREATE TABEL x", &[]).is_err());
    assert!(Database::open(SCHEMA, &["SELECT nothing FROM row"]).is_err());
}
