//! The store's port: transactions, reads and listings of every kind of row.

use reconverge_sim::Micros;

use super::SimHost;
use crate::family::ports::{Source, Store, Unreadable};
use crate::family::transaction::{Committed, Snapshot, Transaction, WriteError};
use crate::history::{EventKind, ReadResult, Version};
use crate::model::Call;
use crate::names::{Address, Correlation, RequestId, Sequence, Space};
use crate::stage::armed_faults::{Fired, WriteEffect};
use crate::stage::chance_faults::range;
use crate::stage::environment::SentRequest;
use crate::stage::keys::{self, Class};
use crate::stage::tables::{RowTable, Tables};

impl<R: RowTable> Store<R> for SimHost
where
    R::Change: PartialEq,
{
    async fn write(
        &self,
        correlation: Correlation,
        transaction: Transaction<R>,
    ) -> Result<Committed<R>, WriteError> {
        let request = correlation.work.request();
        let (address, object) = self.environment.intern(&transaction.address);
        let (mut is_answer_lost, mut count_error) = (false, false);
        let effects = self.environment.armed.write(request).filter_map(|Fired { fault, effect }| {
            match effect {
                WriteEffect::Call(effect) => return Some(Fired { fault, effect }),
                WriteEffect::AnswerLost => is_answer_lost = true,
                WriteEffect::CountError => count_error = true,
            }
            self.environment.record_fault(self.replica, fault);
            None
        });
        let chances = self.environment.write_rates();
        let about = (correlation, R::SERVICE.rows().lane());
        let mut prepared = self.prepare((Call::Write, Class::Write), about, object, chances, effects);
        if is_answer_lost {
            prepared.timing.answer_delay = None;
        }
        let is_answer_lost = prepared.timing.answer_delay.is_none();
        let fails = prepared.fails;
        let began = Some(EventKind::WriteSent { request });
        self.send(prepared, began, move |host| {
            let deviated = host.deviation(request, &transaction, count_error);
            let result =
                if fails { Err(WriteError::Unavailable) } else { host.act(transaction, count_error) };
            if let Some(due) = deviated.filter(|_| !fails).and_then(|deviated| deviated.from(&result)) {
                host.record(EventKind::Deviated { request, due });
            }
            host.record(match &result {
                Ok((_, version)) => EventKind::Committed { request, address, version: *version },
                Err(WriteError::Refused(refusal)) => EventKind::Refused { request, status: refusal.status() },
                Err(WriteError::Unavailable) => EventKind::WriteFailed { request },
            });
            if is_answer_lost {
                host.record(EventKind::AnswerLost { request });
            }
            result.map(|(committed, _)| committed)
        })
        .await
    }

    async fn read(
        &self,
        correlation: Correlation,
        source: Source,
        address: &Address,
    ) -> Result<Snapshot<R>, Unreadable> {
        let read = |tables: &mut Tables, address: &Address, past| tables.read(address, past);
        let seen =
            |found: &Snapshot<R>| if found.row.is_some() { ReadResult::Present } else { ReadResult::Absent };
        self.read_by(correlation, source, address, read, seen).await
    }

    async fn read_all(
        &self,
        correlation: Correlation,
        source: Source,
        scope: &Address,
    ) -> Result<Vec<(Address, Snapshot<R>)>, Unreadable> {
        self.read_by(correlation, source, scope, rows_of, |_: &Vec<_>| ReadResult::Present).await
    }

    async fn list(&self, correlation: Correlation, source: Source) -> Result<Vec<Address>, Unreadable> {
        self.list_by::<R, _>(correlation, source, Tables::list::<R>).await
    }

    async fn list_rows(&self, correlation: Correlation, source: Source) -> Result<Vec<R>, Unreadable> {
        self.list_by::<R, _>(correlation, source, Tables::list_rows::<R>).await
    }
}

/// The rows of a scope: those of a type for its listing, else all.
fn rows_of<R: RowTable>(
    tables: &mut Tables,
    scope: &Address,
    past: Option<Sequence>,
) -> Vec<(Address, Snapshot<R>)> {
    let mut rows = tables.read_all(past);
    if scope.space() == Space::Listing {
        rows.retain(|(address, _)| address.type_and_name().0 == scope.as_str());
    }
    rows
}

/// What a request calls for, to hold against what its transaction does.
struct Called {
    /// The status that it calls for on the rows at this instant.
    due: u16,
    /// Whether the transaction carries the change that was asked for.
    is_faithful: bool,
}

impl Called {
    /// The status that was due, if the transaction did otherwise.
    fn from<R>(self, result: &Result<(Committed<R>, Version), WriteError>) -> Option<u16> {
        let status = match result {
            Ok((committed, _)) if committed.created => 201,
            Ok(_) => 200,
            Err(WriteError::Refused(refusal)) => refusal.status(),
            Err(WriteError::Unavailable) => 503,
        };
        (status != self.due || (status < 300 && !self.is_faithful)).then_some(self.due)
    }
}

impl SimHost {
    /// What the client's request calls for; `None` if no client made such a request.
    fn deviation<R: RowTable>(
        &self,
        request: RequestId,
        transaction: &Transaction<R>,
        count_error: bool,
    ) -> Option<Called>
    where
        R::Change: PartialEq,
    {
        let asked = self.environment.asked.borrow();
        let SentRequest { verb, address, columns } = asked.get(&request)?;
        let change = R::change(*verb, columns.clone());
        let is_faithful = transaction.address == *address && transaction.change == change;
        let due = self.environment.tables.borrow_mut().due::<R>(*verb, columns, address, count_error);
        Some(Called { due, is_faithful })
    }

    /// A read, of one row or of those of a scope, as of a past commit or as of now.
    async fn read_by<T: 'static>(
        &self,
        correlation: Correlation,
        source: Source,
        address: &Address,
        read: impl FnOnce(&mut Tables, &Address, Option<Sequence>) -> T + 'static,
        seen: impl FnOnce(&T) -> ReadResult + 'static,
    ) -> Result<T, Unreadable> {
        let (id, object) = self.environment.intern(address);
        let effects = self.environment.armed.read(self.replica, id, correlation.work);
        let chances = self.environment.read_rates();
        let about = (correlation, address.lane());
        let prepared = self.prepare((Call::Read, Class::Read), about, object, chances, effects);
        let (fails, address) = (prepared.fails, address.clone());
        let lag = self.lag(source, correlation, object);
        let began = Some(EventKind::ReadBegan { correlation, address: id });
        self.send(prepared, began, move |host| {
            let (past, as_of) = host.view(lag);
            let read = || read(&mut host.environment.tables.borrow_mut(), &address, past);
            let result = if fails { Err(Unreadable) } else { Ok(read()) };
            let seen = result.as_ref().map_or(ReadResult::Unreadable, seen);
            host.record(EventKind::Read { correlation, address: id, as_of, result: seen });
            result
        })
        .await
    }

    /// A listing, whatever it lists of the rows as of a past commit, or of those of now.
    async fn list_by<R: RowTable, T: 'static>(
        &self,
        correlation: Correlation,
        source: Source,
        list: fn(&mut Tables, Option<Sequence>) -> Vec<T>,
    ) -> Result<Vec<T>, Unreadable> {
        let lane = R::SERVICE.rows().lane();
        let object = lane.number().into();
        let effects = self.environment.armed.list(self.replica, lane);
        let chances = self.environment.read_rates();
        let prepared = self.prepare((Call::List, Class::List), (correlation, lane), object, chances, effects);
        let fails = prepared.fails;
        let lag = self.lag(source, correlation, object);
        let began = Some(EventKind::ListBegan { correlation, lane });
        self.send(prepared, began, move |host| {
            let (past, as_of) = host.view(lag);
            host.record(EventKind::Listed { correlation, lane, as_of, ok: !fails });
            let mut tables = host.environment.tables.borrow_mut();
            if fails { Err(Unreadable) } else { Ok(list(&mut tables, past)) }
        })
        .await
    }

    /// How far the rows lag behind that a call reads; `None` if it reads the store itself.
    fn lag(&self, source: Source, correlation: Correlation, object: u64) -> Option<Micros> {
        let span = self.environment.compiled.scenario.store.lag;
        let key = keys::work(Class::Lag, self.replica, correlation, object);
        (source == Source::Replica).then(|| range(span).draw(&mut self.environment.world.stream(key)))
    }

    /// What a call that acts now sees: the past commit as of which it reads, if it does, and the last commit
    /// that it is shown.
    fn view(&self, lag: Option<Micros>) -> (Option<Sequence>, Sequence) {
        let mut tables = self.environment.tables.borrow_mut();
        let now = self.environment.world.now();
        let past = lag.map(|lag| tables.replicated(now, lag, self.node()));
        (past, past.unwrap_or_else(|| tables.sequence()))
    }

    fn act<R: RowTable>(
        &self,
        transaction: Transaction<R>,
        count_error: bool,
    ) -> Result<(Committed<R>, Version), WriteError> {
        let now = self.environment.world.now();
        self.environment.tables.borrow_mut().write(transaction, now, count_error)
    }
}
