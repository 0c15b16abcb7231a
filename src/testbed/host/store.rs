//! The store's port: transactions, reads and listings of the datasource lane.

use super::SimHost;
use crate::family::lanes::datasource::Datasource;
use crate::family::ports::{Store, Unreadable};
use crate::family::transaction::{Committed, Transaction, WriteError};
use crate::history::{Seen, What};
use crate::names::{Address, Correlation};
use crate::scenario::Call;
use crate::testbed::armed::{Fired, WriteEffect};
use crate::testbed::keys::Class;

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
            let result =
                if fails { Err(WriteError::Unavailable) } else { host.act(transaction, count_error) };
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
        address: &Address,
    ) -> Result<Option<Datasource>, Unreadable> {
        let (id, object) = self.environment.intern(address);
        let effects = self.environment.armed.read(self.replica, id, correlation.work);
        let chances = self.environment.read_chances();
        let prepared = self.prepare((Call::Read, Class::Read), correlation, object, chances, effects);
        let (fails, address) = (prepared.fails, address.clone());
        let began = Some(What::ReadBegan { correlation, address: id });
        self.send(prepared, began, move |host| {
            let mut tables = host.environment.tables.borrow_mut();
            let as_of = tables.sequence();
            let result = if fails { Err(Unreadable) } else { Ok(tables.read(&address)) };
            let seen = match &result {
                Ok(Some(_)) => Seen::Present,
                Ok(None) => Seen::Absent,
                Err(Unreadable) => Seen::Unreadable,
            };
            host.record(What::Read { correlation, address: id, as_of, seen });
            result
        })
        .await
    }

    async fn list(&self, correlation: Correlation) -> Result<Vec<Address>, Unreadable> {
        let effects = self.environment.armed.list(self.replica);
        let chances = self.environment.read_chances();
        let prepared = self.prepare((Call::List, Class::List), correlation, 0, chances, effects);
        let fails = prepared.fails;
        let began = Some(What::ListBegan { correlation });
        self.send(prepared, began, move |host| {
            let mut tables = host.environment.tables.borrow_mut();
            let as_of = tables.sequence();
            host.record(What::Listed { correlation, as_of, ok: !fails });
            if fails { Err(Unreadable) } else { Ok(tables.list()) }
        })
        .await
    }
}

impl SimHost {
    fn act(
        &self,
        transaction: Transaction<Datasource>,
        count_error: bool,
    ) -> Result<(Committed<Datasource>, crate::history::Version), WriteError> {
        let now = self.environment.world.now();
        self.environment.tables.borrow_mut().write(transaction, now, count_error)
    }
}
