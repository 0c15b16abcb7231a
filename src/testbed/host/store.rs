//! The store's port: transactions, reads and listings of the datasource lane.

use reconverge_sim::Micros;

use super::SimHost;
use crate::family::lanes::datasource::{Change, Datasource};
use crate::family::ports::{Source, Store, Unreadable};
use crate::family::transaction::{Committed, Snapshot, Transaction, WriteError};
use crate::history::{Seen, Version, What};
use crate::names::{Address, Correlation, RequestId, Sequence, Verb};
use crate::scenario::Call;
use crate::testbed::armed::{Fired, WriteEffect};
use crate::testbed::environment::Asked;
use crate::testbed::keys::{self, Class};
use crate::testbed::tables::Tables;
use crate::testbed::weather::range;

impl Store<Datasource> for SimHost {
    async fn write(
        &self,
        correlation: Correlation,
        transaction: Transaction<Datasource>,
    ) -> Result<Committed<Datasource>, WriteError> {
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
        let chances = self.environment.write_chances();
        let mut prepared = self.prepare((Call::Write, Class::Write), correlation, object, chances, effects);
        if is_answer_lost {
            prepared.moments.back = None;
        }
        let is_answer_lost = prepared.moments.back.is_none();
        let fails = prepared.fails;
        let began = Some(What::WriteSent { request });
        self.send(prepared, began, move |host| {
            let deviated = host.deviation(request, &transaction, count_error);
            let result =
                if fails { Err(WriteError::Unavailable) } else { host.act(transaction, count_error) };
            if let Some(due) = deviated.filter(|_| !fails).and_then(|deviated| deviated.from(&result)) {
                host.record(What::Deviated { request, due });
            }
            host.record(match &result {
                Ok((_, version)) => What::Committed { request, address, version: *version },
                Err(WriteError::Refused(refusal)) => What::Refused { request, status: refusal.status() },
                Err(WriteError::Unavailable) => What::WriteFailed { request },
            });
            if is_answer_lost {
                host.record(What::AnswerLost { request });
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
    ) -> Result<Snapshot<Datasource>, Unreadable> {
        let (id, object) = self.environment.intern(address);
        let effects = self.environment.armed.read(self.replica, id, correlation.work);
        let chances = self.environment.read_chances();
        let prepared = self.prepare((Call::Read, Class::Read), correlation, object, chances, effects);
        let (fails, address) = (prepared.fails, address.clone());
        let lag = self.lag(source, correlation, object);
        let began = Some(What::ReadBegan { correlation, address: id });
        self.send(prepared, began, move |host| {
            let (past, as_of) = host.view(lag);
            let read = || host.environment.tables.borrow_mut().read(&address, past);
            let result = if fails { Err(Unreadable) } else { Ok(read()) };
            let seen = match &result {
                Ok(Snapshot { row: Some(_), .. }) => Seen::Present,
                Ok(Snapshot { row: None, .. }) => Seen::Absent,
                Err(Unreadable) => Seen::Unreadable,
            };
            host.record(What::Read { correlation, address: id, as_of, seen });
            result
        })
        .await
    }

    async fn list(&self, correlation: Correlation, source: Source) -> Result<Vec<Address>, Unreadable> {
        self.list_by(correlation, source, Tables::list).await
    }

    async fn list_rows(
        &self,
        correlation: Correlation,
        source: Source,
    ) -> Result<Vec<Datasource>, Unreadable> {
        self.list_by(correlation, source, Tables::list_rows).await
    }
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
    fn from(self, result: &Result<(Committed<Datasource>, Version), WriteError>) -> Option<u16> {
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
    fn deviation(
        &self,
        request: RequestId,
        transaction: &Transaction<Datasource>,
        count_error: bool,
    ) -> Option<Called> {
        let asked = self.environment.asked.borrow();
        let Asked { verb, address, patch } = asked.get(&request)?;
        let change = match verb {
            Verb::Create | Verb::Update | Verb::Put => Change::Put(patch.clone()),
            Verb::Delete => Change::Delete,
            Verb::Migrate => Change::Migrate { reference: patch.credentials_ref.clone().unwrap_or_default() },
        };
        let is_faithful = transaction.address == *address && transaction.change == change;
        let due = self.environment.tables.borrow_mut().due(*verb, patch, address, count_error);
        Some(Called { due, is_faithful })
    }

    /// A listing, whatever it lists of the rows as of a past commit, or of those of now.
    async fn list_by<T: 'static>(
        &self,
        correlation: Correlation,
        source: Source,
        list: fn(&mut Tables, Option<Sequence>) -> Vec<T>,
    ) -> Result<Vec<T>, Unreadable> {
        let effects = self.environment.armed.list(self.replica);
        let chances = self.environment.read_chances();
        let prepared = self.prepare((Call::List, Class::List), correlation, 0, chances, effects);
        let fails = prepared.fails;
        let lag = self.lag(source, correlation, 0);
        let began = Some(What::ListBegan { correlation });
        self.send(prepared, began, move |host| {
            let (past, as_of) = host.view(lag);
            host.record(What::Listed { correlation, as_of, ok: !fails });
            let mut tables = host.environment.tables.borrow_mut();
            if fails { Err(Unreadable) } else { Ok(list(&mut tables, past)) }
        })
        .await
    }

    /// How far the rows lag behind that a call reads; `None` if it reads the store itself.
    fn lag(&self, source: Source, correlation: Correlation, object: u64) -> Option<Micros> {
        let span = self.environment.plan.scenario.store.lag;
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

    fn act(
        &self,
        transaction: Transaction<Datasource>,
        count_error: bool,
    ) -> Result<(Committed<Datasource>, Version), WriteError> {
        let now = self.environment.world.now();
        self.environment.tables.borrow_mut().write(transaction, now, count_error)
    }
}
