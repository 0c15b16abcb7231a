//! A connection with the statements that were prepared on it.
//!
//! A statement borrows its connection; `self_cell` keeps the two in one value without `unsafe` of ours. The
//! statements of the store itself come first, those of the user after them.

use rusqlite::{Connection, PrepFlags, Statement};
use self_cell::self_cell;

/// The statements of the store itself. A savepoint's name means the youngest one of it, so that transactions
/// nest.
#[derive(Clone, Copy)]
pub(super) enum Own {
    BeginRun,
    ResetRun,
    Begin,
    Rollback,
    Release,
}

const OWN: [&str; 5] =
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
            let all = OWN.iter().chain(statements);
            all.map(|sql| connection.prepare_with_flags(sql, PrepFlags::SQLITE_PREPARE_PERSISTENT)).collect()
        })?;
        Ok(Self(cell))
    }

    pub(super) fn run(&mut self, own: Own) -> Result<(), rusqlite::Error> {
        self.0.with_dependent_mut(|_, statements| statements[own as usize].execute([]).map(drop))
    }

    pub(super) fn with<R>(&mut self, index: usize, act: impl FnOnce(&mut Statement<'_>) -> R) -> R {
        self.0.with_dependent_mut(|_, statements| act(&mut statements[OWN.len() + index]))
    }

    pub(super) fn connection(&self) -> &Connection {
        self.0.borrow_owner()
    }
}
