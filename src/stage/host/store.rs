//! The store's port: transactions, reads and listings of every kind of row.
//!
//! Each transaction is compared here with the client's request that it belongs to, at the instant at which it acts: only
//! then is it known what the rows allow.

use reconverge_sim::Micros;

use super::sim_host::SimHost;
use crate::family::ports::{Source, Store, Unreadable};
use crate::family::transaction::{Committed, Snapshot, Transaction, WriteError};
use crate::history::{EventKind, Port, ReadResult, Version};
use crate::model::Call;
use crate::names::{Address, Correlation, RequestId, Sequence, Space};
use crate::stage::armed_faults::Fired;
use crate::stage::chance_faults::latency;
use crate::stage::environment::SentRequest;
use crate::stage::fault_site::WriteEffect;
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
        let effects = self.environment.armed_faults.write(request).filter_map(|Fired { fault, effect }| {
            match effect {
                WriteEffect::Call(effect) => return Some(Fired { fault, effect }),
                WriteEffect::AnswerLost => is_answer_lost = true,
                WriteEffect::CountError => count_error = true,
            }
            self.environment.record_fault(self.replica, fault);
            None
        });
        let rates = self.environment.chance_faults.write_rates();
        let about = (correlation, R::SERVICE.rows().lane());
        let mut prepared = self
            .prepare((Call::Write, Class::Write), about, object, rates, effects)
            .recorded_as(EventKind::WriteSent { request })
            .timed(Port::Write, None);
        // Only now, when everything about the call is drawn: an armed fault must not change a random choice.
        if is_answer_lost {
            prepared.timing.answer_delay = None;
        }
        // From here on also by chance.
        let is_answer_lost = prepared.timing.answer_delay.is_none();
        let fails = prepared.fails;
        self.send(prepared, move |host| {
            // Taken before the transaction acts, because afterwards the rows give another status.
            let called_for = host.called_for(request, &transaction, count_error);
            let result =
                if fails { Err(WriteError::Unavailable) } else { host.commit(transaction, count_error) };
            // A transaction that the store fails changes nothing, so it cannot deviate.
            let deviation =
                called_for.filter(|_| !fails).and_then(|called_for| called_for.deviation(&result));
            if let Some(due) = deviation {
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

/// What a request calls for, to compare with what its transaction does.
struct CalledFor {
    /// The status that it calls for on the rows at this instant.
    due: u16,
    /// Whether the transaction carries the change that the request asks for.
    is_faithful: bool,
}

impl CalledFor {
    /// The status that was due, if the transaction did something else.
    fn deviation<R>(self, result: &Result<(Committed<R>, Version), WriteError>) -> Option<u16> {
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
    fn called_for<R: RowTable>(
        &self,
        request: RequestId,
        transaction: &Transaction<R>,
        count_error: bool,
    ) -> Option<CalledFor>
    where
        R::Change: PartialEq,
    {
        let requests = self.environment.sent_requests.borrow();
        let SentRequest { verb, address, columns } = requests.get(&request)?;
        let change = R::change(*verb, columns.clone());
        let is_faithful = transaction.address == *address && transaction.change == change;
        let due = self.environment.tables.borrow_mut().due::<R>(*verb, columns, address, count_error);
        Some(CalledFor { due, is_faithful })
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
        let effects = self.environment.armed_faults.read(self.replica, id, correlation.work);
        let rates = self.environment.chance_faults.read_rates();
        let about = (correlation, address.lane());
        let prepared = self
            .prepare((Call::Read, Class::Read), about, object, rates, effects)
            .recorded_as(EventKind::ReadBegan { correlation, address: id })
            .timed(Port::Read, Some(id));
        let (fails, address) = (prepared.fails, address.clone());
        let lag = self.lag(source, correlation, object);
        self.send(prepared, move |host| {
            let (past, as_of) = host.position(lag);
            let read = || read(&mut host.environment.tables.borrow_mut(), &address, past);
            let result = if fails { Err(Unreadable) } else { Ok(read()) };
            let seen = result.as_ref().map_or(ReadResult::Unreadable, seen);
            host.record(EventKind::Read { correlation, address: id, as_of, result: seen });
            result
        })
        .await
    }

    /// A listing of what `list` takes from the rows, either as of a past commit or as of now.
    async fn list_by<R: RowTable, T: 'static>(
        &self,
        correlation: Correlation,
        source: Source,
        list: fn(&mut Tables, Option<Sequence>) -> Vec<T>,
    ) -> Result<Vec<T>, Unreadable> {
        let lane = R::SERVICE.rows().lane();
        let object = lane.number().into();
        let effects = self.environment.armed_faults.list(self.replica, lane);
        let rates = self.environment.chance_faults.read_rates();
        let prepared = self
            .prepare((Call::List, Class::List), (correlation, lane), object, rates, effects)
            .recorded_as(EventKind::ListBegan { correlation, lane })
            .timed(Port::List, None);
        let fails = prepared.fails;
        let lag = self.lag(source, correlation, object);
        self.send(prepared, move |host| {
            let (past, as_of) = host.position(lag);
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
        (source == Source::Replica).then(|| latency(span).draw(&mut self.environment.world.stream(key)))
    }

    /// Up to which commit a call that acts now sees the rows: the past commit as of which it must read (`None` to read
    /// the present rows), and the last commit that it sees.
    fn position(&self, lag: Option<Micros>) -> (Option<Sequence>, Sequence) {
        let mut tables = self.environment.tables.borrow_mut();
        let now = self.environment.world.now();
        let past = lag.map(|lag| tables.replicated(now, lag, self.node()));
        (past, past.unwrap_or_else(|| tables.sequence()))
    }

    fn commit<R: RowTable>(
        &self,
        transaction: Transaction<R>,
        count_error: bool,
    ) -> Result<(Committed<R>, Version), WriteError> {
        let now = self.environment.world.now();
        self.environment.tables.borrow_mut().write(transaction, now, count_error)
    }
}
