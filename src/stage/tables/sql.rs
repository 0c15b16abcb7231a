//! The schema and the statements of the tables.
//!
//! A row carries a `revision`; its `sequence` is the commit that wrote it and its `incarnation` the one that
//! created it, whatever revisions count. What every row has comes first, in one order for all tables; then the
//! columns that are the table's own. `tombstone` and the `…_past` tables are written only for policies that read
//! them.

/// The schema of the shared store.
pub const SCHEMA: &str = "
    CREATE TABLE datasource (
        name TEXT PRIMARY KEY, revision INTEGER NOT NULL, incarnation INTEGER NOT NULL,
        written_at INTEGER NOT NULL, sequence INTEGER NOT NULL,
        label TEXT NOT NULL, driver TEXT NOT NULL, config TEXT NOT NULL, secret TEXT, active INTEGER NOT NULL,
        code INTEGER NOT NULL, credentials_ref TEXT
    ) WITHOUT ROWID;
    CREATE TABLE datasource_past (
        name TEXT NOT NULL, revision INTEGER NOT NULL, incarnation INTEGER, written_at INTEGER NOT NULL,
        sequence INTEGER NOT NULL, present INTEGER NOT NULL,
        label TEXT, driver TEXT, config TEXT, secret TEXT, active INTEGER, code INTEGER, credentials_ref TEXT,
        PRIMARY KEY (name, sequence)
    ) WITHOUT ROWID;
    CREATE TABLE metadatum (
        name TEXT PRIMARY KEY, revision INTEGER NOT NULL, incarnation INTEGER NOT NULL,
        written_at INTEGER NOT NULL, sequence INTEGER NOT NULL,
        label TEXT NOT NULL, body TEXT NOT NULL, active INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE metadatum_past (
        name TEXT NOT NULL, revision INTEGER NOT NULL, incarnation INTEGER, written_at INTEGER NOT NULL,
        sequence INTEGER NOT NULL, present INTEGER NOT NULL,
        label TEXT, body TEXT, active INTEGER,
        PRIMARY KEY (name, sequence)
    ) WITHOUT ROWID;
    CREATE TABLE credential (
        name TEXT PRIMARY KEY, revision INTEGER NOT NULL, incarnation INTEGER NOT NULL,
        written_at INTEGER NOT NULL, sequence INTEGER NOT NULL,
        secret TEXT NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE credential_past (
        name TEXT NOT NULL, revision INTEGER NOT NULL, incarnation INTEGER, written_at INTEGER NOT NULL,
        sequence INTEGER NOT NULL, present INTEGER NOT NULL,
        secret TEXT,
        PRIMARY KEY (name, sequence)
    ) WITHOUT ROWID;
    CREATE TABLE secret (reference TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE bound_object (
        datasource TEXT NOT NULL, object TEXT NOT NULL, PRIMARY KEY (datasource, object)
    ) WITHOUT ROWID;
    CREATE TABLE tombstone (
        space TEXT NOT NULL, name TEXT NOT NULL, revision INTEGER NOT NULL, written_at INTEGER NOT NULL,
        PRIMARY KEY (space, name)
    ) WITHOUT ROWID;
";

/// The statements of one table, by their places among all.
#[derive(Clone, Copy, Debug)]
pub struct TableSql {
    /// One row by its name.
    pub row: usize,
    /// All rows, by name.
    pub rows: usize,
    /// All names, in order.
    pub names: usize,
    /// Removes a row.
    pub delete: usize,
    /// Writes the present version of a row down.
    pub past_put: usize,
    /// Writes down that there is no row any more.
    pub past_gone: usize,
    /// The version of a row as of a commit.
    pub past_row: usize,
    /// All rows as of a commit.
    pub past_rows: usize,
    /// All rows as of a commit, and those that were gone by then.
    pub past_all: usize,
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

/// What is read of a row of the table `t`: what every row has, and that it is there, then its own columns.
macro_rules! select {
    ($own:literal, $from:literal, $rest:literal) => {
        concat!(
            "SELECT t.name, t.revision, t.incarnation, t.written_at, t.sequence, 1, ",
            $own,
            " FROM ",
            $from,
            " ",
            $rest
        )
    };
}

macro_rules! datasource {
    ($rest:literal) => {
        select!(
            "t.label, t.driver, t.config, coalesce(s.value, t.secret), t.active, t.code, t.credentials_ref",
            "datasource t LEFT JOIN secret s ON s.reference = t.credentials_ref",
            $rest
        )
    };
}

macro_rules! metadatum {
    ($rest:literal) => {
        select!("t.label, t.body, t.active", "metadatum t", $rest)
    };
}

macro_rules! credential {
    ($rest:literal) => {
        select!("t.secret", "credential t", $rest)
    };
}

macro_rules! past_put {
    ($table:literal, $select:ident) => {
        concat!("INSERT INTO ", $table, "_past ", $select!("WHERE t.name = ?1"))
    };
}

macro_rules! past_gone {
    ($table:literal) => {
        concat!(
            "INSERT INTO ",
            $table,
            "_past (name, revision, written_at, sequence, present) ",
            "VALUES (?1, ?2, ?3, ?4, 0)"
        )
    };
}

macro_rules! past_row {
    ($table:literal) => {
        concat!(
            "SELECT * FROM ",
            $table,
            "_past WHERE name = ?1 AND sequence <= ?2 ",
            "ORDER BY sequence DESC LIMIT 1"
        )
    };
}

macro_rules! past_rows {
    ($table:literal, $which:literal) => {
        concat!(
            "SELECT * FROM ",
            $table,
            "_past p WHERE ",
            $which,
            "sequence = (SELECT max(sequence) FROM ",
            $table,
            "_past WHERE name = p.name AND sequence <= ?1) ORDER BY name"
        )
    };
}

statements! {
    DATASOURCE_ROW datasource!("WHERE t.name = ?1");
    DATASOURCE_ROWS datasource!("ORDER BY t.name");
    DATASOURCE_NAMES "SELECT name FROM datasource ORDER BY name";
    DATASOURCE_DELETE "DELETE FROM datasource WHERE name = ?1";
    DATASOURCE_PAST_PUT past_put!("datasource", datasource);
    DATASOURCE_PAST_GONE past_gone!("datasource");
    DATASOURCE_PAST_ROW past_row!("datasource");
    DATASOURCE_PAST_ROWS past_rows!("datasource", "present AND ");
    DATASOURCE_PAST_ALL past_rows!("datasource", "");
    DATASOURCE_PUT "INSERT INTO datasource VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12) \
         ON CONFLICT (name) DO UPDATE SET revision = ?2, written_at = ?4, sequence = ?5, label = ?6, \
         driver = ?7, config = ?8, secret = coalesce(?9, secret), active = ?10, credentials_ref = ?12";
    MIGRATE "UPDATE datasource SET secret = NULL, credentials_ref = ?2, revision = ?3, written_at = ?4, \
             sequence = ?5 WHERE name = ?1";
    SECRET_PUT "INSERT INTO secret (reference, value) VALUES (?1, ?2) \
                ON CONFLICT (reference) DO UPDATE SET value = ?2";
    SECRET_DELETE "DELETE FROM secret WHERE reference = (SELECT credentials_ref FROM datasource WHERE name = ?1)";
    ENTRY "SELECT (SELECT count(*) FROM secret WHERE reference = ?1) \
           + (SELECT count(*) FROM datasource WHERE credentials_ref = ?1)";
    BOUND "SELECT count(*) FROM bound_object WHERE datasource = ?1";
    BIND "INSERT INTO bound_object (datasource, object) VALUES (?1, ?2)";
    METADATUM_ROW metadatum!("WHERE t.name = ?1");
    METADATUM_ROWS metadatum!("ORDER BY t.name");
    METADATUM_NAMES "SELECT name FROM metadatum ORDER BY name";
    METADATUM_DELETE "DELETE FROM metadatum WHERE name = ?1";
    METADATUM_PAST_PUT past_put!("metadatum", metadatum);
    METADATUM_PAST_GONE past_gone!("metadatum");
    METADATUM_PAST_ROW past_row!("metadatum");
    METADATUM_PAST_ROWS past_rows!("metadatum", "present AND ");
    METADATUM_PAST_ALL past_rows!("metadatum", "");
    METADATUM_PUT "INSERT INTO metadatum VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) \
         ON CONFLICT (name) DO UPDATE SET revision = ?2, written_at = ?4, sequence = ?5, label = ?6, body = ?7, \
         active = ?8";
    CREDENTIAL_ROW credential!("WHERE t.name = ?1");
    CREDENTIAL_ROWS credential!("ORDER BY t.name");
    CREDENTIAL_NAMES "SELECT name FROM credential ORDER BY name";
    CREDENTIAL_DELETE "DELETE FROM credential WHERE name = ?1";
    CREDENTIAL_PAST_PUT past_put!("credential", credential);
    CREDENTIAL_PAST_GONE past_gone!("credential");
    CREDENTIAL_PAST_ROW past_row!("credential");
    CREDENTIAL_PAST_ROWS past_rows!("credential", "present AND ");
    CREDENTIAL_PAST_ALL past_rows!("credential", "");
    CREDENTIAL_PUT "INSERT INTO credential VALUES (?1, ?2, ?3, ?4, ?5, ?6) \
         ON CONFLICT (name) DO UPDATE SET revision = ?2, written_at = ?4, sequence = ?5, secret = ?6";
    TOMBSTONE "SELECT revision, written_at FROM tombstone WHERE space = ?1 AND name = ?2";
    TOMBSTONES "SELECT name, revision, written_at FROM tombstone WHERE space = ?1 ORDER BY name";
    TOMBSTONE_PUT "INSERT INTO tombstone (space, name, revision, written_at) VALUES (?1, ?2, ?3, ?4) \
                   ON CONFLICT (space, name) DO UPDATE SET revision = ?3, written_at = ?4";
}

macro_rules! table {
    ($name:ident $row:ident $rows:ident $names:ident $delete:ident $put:ident $gone:ident $past:ident $pasts:ident
     $all:ident) => {
        /// The statements of this table.
        pub const $name: TableSql = TableSql {
            row: $row,
            rows: $rows,
            names: $names,
            delete: $delete,
            past_put: $put,
            past_gone: $gone,
            past_row: $past,
            past_rows: $pasts,
            past_all: $all,
        };
    };
}

table!(DATASOURCE DATASOURCE_ROW DATASOURCE_ROWS DATASOURCE_NAMES DATASOURCE_DELETE DATASOURCE_PAST_PUT
       DATASOURCE_PAST_GONE DATASOURCE_PAST_ROW DATASOURCE_PAST_ROWS DATASOURCE_PAST_ALL);
table!(METADATUM METADATUM_ROW METADATUM_ROWS METADATUM_NAMES METADATUM_DELETE METADATUM_PAST_PUT
       METADATUM_PAST_GONE METADATUM_PAST_ROW METADATUM_PAST_ROWS METADATUM_PAST_ALL);
table!(CREDENTIAL CREDENTIAL_ROW CREDENTIAL_ROWS CREDENTIAL_NAMES CREDENTIAL_DELETE CREDENTIAL_PAST_PUT
       CREDENTIAL_PAST_GONE CREDENTIAL_PAST_ROW CREDENTIAL_PAST_ROWS CREDENTIAL_PAST_ALL);
