//! The schema and the statements of the datasource lane's tables.
//!
//! A row carries a `revision`; its `sequence` is the commit that wrote it and its `incarnation` the one that
//! created it, whatever revisions count. `tombstone` and `datasource_past` are written only for policies that
//! read them.

/// The schema of the shared store.
pub const SCHEMA: &str = "
    CREATE TABLE datasource (
        name TEXT PRIMARY KEY, label TEXT NOT NULL, driver TEXT NOT NULL, config TEXT NOT NULL,
        secret TEXT, active INTEGER NOT NULL, code INTEGER NOT NULL, credentials_ref TEXT,
        revision INTEGER NOT NULL, incarnation INTEGER NOT NULL, written_at INTEGER NOT NULL,
        sequence INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE secret (reference TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE bound_object (
        datasource TEXT NOT NULL, object TEXT NOT NULL, PRIMARY KEY (datasource, object)
    ) WITHOUT ROWID;
    CREATE TABLE tombstone (
        name TEXT PRIMARY KEY, revision INTEGER NOT NULL, written_at INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE datasource_past (
        name TEXT NOT NULL, label TEXT, driver TEXT, config TEXT, secret TEXT, active INTEGER, code INTEGER,
        credentials_ref TEXT, revision INTEGER NOT NULL, incarnation INTEGER, written_at INTEGER NOT NULL,
        sequence INTEGER NOT NULL, present INTEGER NOT NULL, PRIMARY KEY (name, sequence)
    ) WITHOUT ROWID;
";

macro_rules! effective {
    ($rest:literal) => {
        concat!(
            "SELECT d.name, d.label, d.driver, d.config, coalesce(s.value, d.secret), d.active, d.code, ",
            "d.credentials_ref, d.revision, d.incarnation, d.written_at, d.sequence ",
            "FROM datasource d LEFT JOIN secret s ON s.reference = d.credentials_ref ",
            $rest
        )
    };
}

macro_rules! past {
    ($rest:literal) => {
        concat!(
            "SELECT name, label, driver, config, secret, active, code, credentials_ref, revision, ",
            "incarnation, written_at, sequence, present FROM datasource_past p ",
            $rest
        )
    };
}

macro_rules! statements {
    ($($index:ident $sql:expr;)*) => {
        /// The statements, kept prepared beside the connection.
        pub const STATEMENTS: &[&str] = &[$($sql),*];

        #[expect(non_camel_case_types, clippy::upper_case_acronyms, reason = "they count the constants")]
        enum Index { $($index),* }

        $(pub const $index: usize = Index::$index as usize;)*
    };
}

statements! {
    ROW effective!("WHERE d.name = ?1");
    ROWS effective!("ORDER BY d.name");
    NAMES "SELECT name FROM datasource ORDER BY name";
    PUT "INSERT INTO datasource (name, label, driver, config, secret, active, code, credentials_ref, revision, \
         incarnation, written_at, sequence) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12) \
         ON CONFLICT (name) DO UPDATE SET label = ?2, driver = ?3, config = ?4, \
         secret = coalesce(?5, secret), active = ?6, credentials_ref = ?8, revision = ?9, \
         written_at = ?11, sequence = ?12";
    DELETE "DELETE FROM datasource WHERE name = ?1";
    BOUND "SELECT count(*) FROM bound_object WHERE datasource = ?1";
    BIND "INSERT INTO bound_object (datasource, object) VALUES (?1, ?2)";
    SECRET_PUT "INSERT INTO secret (reference, value) VALUES (?1, ?2) \
                ON CONFLICT (reference) DO UPDATE SET value = ?2";
    SECRET_DELETE "DELETE FROM secret WHERE reference = (SELECT credentials_ref FROM datasource WHERE name = ?1)";
    ENTRY "SELECT (SELECT count(*) FROM secret WHERE reference = ?1) \
           + (SELECT count(*) FROM datasource WHERE credentials_ref = ?1)";
    MIGRATE "UPDATE datasource SET secret = NULL, credentials_ref = ?2, revision = ?3, written_at = ?4, \
             sequence = ?5 WHERE name = ?1";
    TOMBSTONE "SELECT revision, written_at FROM tombstone WHERE name = ?1";
    TOMBSTONE_PUT "INSERT INTO tombstone (name, revision, written_at) VALUES (?1, ?2, ?3) \
                   ON CONFLICT (name) DO UPDATE SET revision = ?2, written_at = ?3";
    PAST_PUT concat!("INSERT INTO datasource_past SELECT *, 1 FROM (", effective!("WHERE d.name = ?1"), ")");
    PAST_GONE "INSERT INTO datasource_past (name, revision, written_at, sequence, present) \
               VALUES (?1, ?2, ?3, ?4, 0)";
    PAST_ROW past!("WHERE name = ?1 AND sequence <= ?2 ORDER BY sequence DESC LIMIT 1");
    PAST_ROWS past!("WHERE present AND sequence = (SELECT max(sequence) FROM datasource_past \
                     WHERE name = p.name AND sequence <= ?1) ORDER BY name");
}
