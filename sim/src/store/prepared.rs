//! A connection with the statements that were prepared on it.
//!
//! A statement borrows its connection. `self_cell` keeps the two in one value without `unsafe` code of our own. The
//! statements of the store itself come first, those of the user after them.

use rusqlite::{Connection, PrepFlags, Statement};
use self_cell::self_cell;

/// The statements of the store itself, in the order of [`BUILTIN`]. In SQL, a savepoint's name stands for the
/// youngest savepoint of that name. So transactions can nest although all of them use one name.
#[derive(Clone, Copy)]
pub(super) enum Builtin {
    BeginRun,
    ResetRun,
    Begin,
    Rollback,
    Release,
}

const BUILTIN: [&str; 5] =
    ["SAVEPOINT run", "ROLLBACK TO run", "SAVEPOINT step", "ROLLBACK TO step", "RELEASE step"];

type Statements<'a> = Vec<Statement<'a>>;

self_cell!(
    struct Cell {
        owner: Connection,

        #[not_covariant]
        dependent: Statements,
    }
);

pub(super) struct Prepared(Cell);

impl Prepared {
    pub(super) fn new(
        connection: Connection,
        statements: &'static [&'static str],
    ) -> Result<Self, rusqlite::Error> {
        let cell = Cell::try_new(connection, |connection| {
            let all = BUILTIN.iter().chain(statements);
            all.map(|sql| connection.prepare_with_flags(sql, PrepFlags::SQLITE_PREPARE_PERSISTENT)).collect()
        })?;
        Ok(Self(cell))
    }

    pub(super) fn run(&mut self, builtin: Builtin) -> Result<(), rusqlite::Error> {
        self.0.with_dependent_mut(|_, statements| statements[builtin as usize].execute([]).map(drop))
    }

    pub(super) fn with<R>(&mut self, index: usize, act: impl FnOnce(&mut Statement<'_>) -> R) -> R {
        self.0.with_dependent_mut(|_, statements| act(&mut statements[BUILTIN.len() + index]))
    }

    pub(super) fn connection(&self) -> &Connection {
        self.0.borrow_owner()
    }
}
