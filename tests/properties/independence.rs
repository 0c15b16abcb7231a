//! A step that is added about an unrelated name changes no event of the other names, time included, whichever service
//! the name is of. The credential lane has one queue for all its names: a write of a reference leaves the other lanes
//! alone.
//!
//! Versions are named by the write that made them, since their numbers are the store's. Left out: a bounded
//! inbox, one connection for all names, and crashes that belong to a call of the added step; there names do
//! depend on each other, in production as here.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use proptest::prelude::*;
use proptest::test_runner::TestRunner;

use reconverge::history::{Event, EventKind, History, Subject};
use reconverge::model::{Action, Answer, RequestStep, Scenario, Step};
use reconverge::names::Columns;
use reconverge::names::{Address, AddressId, Lane, RequestId, Secret, Sequence, Service, Space, Verb};
use reconverge::stage::{Capture, CompiledScenario, Runner};

use crate::strategies::{Faults, cases, scenario};

const EXTRA: &str = "extra";

/// The step that is added: when, of which service, and which verb.
#[derive(Clone, Copy, Debug)]
struct Added {
    at_ms: u64,
    service: Service,
    verb: Verb,
}

impl Added {
    /// The row that it is about. Metadata of another type has another listing too.
    fn address(self) -> Address {
        match self.service {
            Service::Metadata => Address::typed(Space::Object, EXTRA, EXTRA),
            Service::Datasource => Address::new(Space::Datasource, EXTRA),
            Service::Credential => Address::new(Space::Credential, &EXTRA.to_uppercase()),
        }
    }

    /// The verb that its door has, and what is written.
    fn request(self) -> (Verb, Columns) {
        if self.verb == Verb::Delete {
            return (Verb::Delete, Columns::default());
        }
        match self.service {
            Service::Credential => {
                (Verb::Put, Columns { secret: Some(Secret::from(EXTRA)), ..Columns::default() })
            }
            Service::Metadata | Service::Datasource => (self.verb, Columns::default()),
        }
    }
}

fn with_step(scenario: &Scenario, added: Added) -> Scenario {
    let mut scenario = scenario.clone();
    let (verb, columns) = added.request();
    let (on, address) = (scenario.replicas[0].name.clone(), added.address());
    let write = RequestStep { on, verb, address, columns, answer: Answer::Any };
    let at = Some(Duration::from_millis(added.at_ms));
    let action = Action::Request(write);
    scenario.steps.push(Step { id: "added".to_owned(), at, when: None, wait: false, action });
    scenario
}

/// The events of every name but the added one, with names and writes in the place of numbers.
fn described(history: &History, service: Service) -> Vec<String> {
    let names = Names::new(history, service);
    let events = history.events.iter().filter(|event| !names.is_about_extra(&event.kind));
    // When a reload of all names ends, and so whether a crash comes first, does depend on each of them.
    let events = events.filter(|event| {
        let EventKind::Unanswered { request } = event.kind else { return true };
        names.requests.contains_key(&request)
    });
    let describe =
        |event: &Event| format!("{} {:?} {}", event.at, event.replica, names.describe(&event.kind));
    events.map(describe).collect()
}

struct Names<'a> {
    history: &'a History,
    /// The added name, and the name that its signals carry when they are mis-addressed; with it all names of a lane
    /// that has one queue for them.
    extra: BTreeSet<AddressId>,
    /// The address that each request is about.
    requests: BTreeMap<RequestId, AddressId>,
    /// The commits of each address, in order.
    commits: BTreeMap<AddressId, Vec<(Sequence, RequestId)>>,
}

impl<'a> Names<'a> {
    fn new(history: &'a History, service: Service) -> Self {
        let (mut requests, mut commits) = (BTreeMap::new(), BTreeMap::<_, Vec<_>>::new());
        for event in &history.events {
            if let EventKind::Requested { request, address, .. } = event.kind {
                requests.insert(request, address);
            }
            if let EventKind::Committed { request, address, version } = event.kind {
                commits.entry(address).or_default().push((version.sequence, request));
            }
        }
        let shares = |name: &Address| service == Service::Credential && name.lane() == Lane::Credential;
        let is_extra = |name: &Address| name.as_str().to_lowercase().starts_with(EXTRA) || shares(name);
        let extra = history.addresses.iter().enumerate().filter(|(_, name)| is_extra(name));
        let extra = extra.map(|(index, _)| AddressId(u16::try_from(index).expect("there are few"))).collect();
        Self { history, extra, requests, commits }
    }

    fn is_about_extra(&self, kind: &EventKind) -> bool {
        let address = match kind.subject() {
            Subject::Address(address) => Some(address),
            Subject::Request(request) => self.requests.get(&request).copied(),
            Subject::Everyone => None,
        };
        address.is_some_and(|address| self.extra.contains(&address))
    }

    /// The last write of an address that a read saw. It stands in place of the commit, whose number other names change.
    fn write_seen(&self, address: AddressId, as_of: Sequence) -> Option<RequestId> {
        let commits = self.commits.get(&address)?;
        commits.iter().rev().find(|(sequence, _)| *sequence <= as_of).map(|(_, request)| *request)
    }

    fn describe(&self, kind: &EventKind) -> String {
        let name = |address: AddressId| self.history.address(address).to_string();
        match *kind {
            EventKind::Committed { request, address, version } => {
                format!("commit {request:?} {} {:?}", name(address), version.state)
            }
            EventKind::Read { correlation, address, as_of, result } => {
                format!(
                    "read {correlation:?} {} {:?} {result:?}",
                    name(address),
                    self.write_seen(address, as_of)
                )
            }
            EventKind::Listed { correlation, ok, .. } => format!("listed {correlation:?} {ok}"),
            EventKind::Installed { work, instance, .. } => {
                format!("installed {work:?} {} {}", name(instance.address), instance.nth)
            }
            EventKind::Requested { .. }
            | EventKind::Answered { .. }
            | EventKind::Unanswered { .. }
            | EventKind::WriteSent { .. }
            | EventKind::Refused { .. }
            | EventKind::WriteFailed { .. }
            | EventKind::AnswerLost { .. }
            | EventKind::ReadBegan { .. }
            | EventKind::ListBegan { .. }
            | EventKind::Subscribed { .. }
            | EventKind::Unsubscribed { .. }
            | EventKind::Published { .. }
            | EventKind::Dropped { .. }
            | EventKind::Arrived { .. }
            | EventKind::Lost { .. }
            | EventKind::Received { .. }
            | EventKind::Enqueued { .. }
            | EventKind::Evicted { .. }
            | EventKind::Kept { .. }
            | EventKind::OpenBegan { .. }
            | EventKind::Opened { .. }
            | EventKind::OpenFailed { .. }
            | EventKind::CloseBegan { .. }
            | EventKind::Closed { .. }
            | EventKind::BootBegan { .. }
            | EventKind::Serving
            | EventKind::Reloading { .. }
            | EventKind::Crashed
            | EventKind::ShutDown
            | EventKind::Paused
            | EventKind::Resumed
            | EventKind::Cut { .. }
            | EventKind::Healed
            | EventKind::UpstreamSet { .. }
            | EventKind::Fault { .. }
            | EventKind::FaultsEnded
            | EventKind::Deviated { .. }
            | EventKind::AnswersLate { .. }
            | EventKind::ShutDownBegan { .. }
            | EventKind::NodeIdSet { .. }
            | EventKind::Triggered { .. }
            | EventKind::Invalidated { .. }
            | EventKind::Cleared { .. }
            | EventKind::AcceptsSet { .. }
            | EventKind::SubscriptionRefused { .. }
            | EventKind::RetryArmed { .. } => self.renamed(&format!("{kind:?}")),
        }
    }

    /// Puts names in the place of the indices of addresses.
    fn renamed(&self, text: &str) -> String {
        let mut text = text.to_owned();
        for (index, name) in self.history.addresses.iter().enumerate() {
            text = text.replace(&format!("AddressId({index})"), name.as_str());
        }
        text
    }
}

#[test]
fn a_step_about_another_name_changes_nothing() {
    let runner = RefCell::new(Runner::new(Arc::default()).expect("SQLite opens"));
    let verbs = prop_oneof![Just(Verb::Put), Just(Verb::Create), Just(Verb::Delete)];
    let added = (0..300_u64, any::<prop::sample::Index>(), verbs);
    let strategy = (scenario(Faults::Keyed), any::<u64>(), added);
    let served = RefCell::new(BTreeMap::new());
    let result = TestRunner::new(cases(400)).run(&strategy, |(scenario, seed, (at_ms, service, verb))| {
        let added = Added { at_ms, service: *service.get(&scenario.services), verb };
        let run = |scenario: Scenario| {
            let compiled = Arc::new(CompiledScenario::new(Arc::new(scenario)));
            let history = runner.borrow_mut().run(&compiled, seed, Capture::default());
            *served.borrow_mut().entry(added.service.name()).or_insert(0) += commits(&history, added);
            described(&history, added.service)
        };
        let (without, with) = (run(scenario.clone()), run(with_step(&scenario, added)));
        let differing = without.iter().zip(&with).position(|(one, other)| one != other);
        if let Some(index) = differing {
            prop_assert_eq!(&without[index], &with[index], "event {} is the first that differs", index);
        }
        prop_assert_eq!(without.len(), with.len());
        Ok(())
    });
    result.unwrap_or_else(|failure| panic!("{failure}"));
    let served = served.into_inner();
    assert!(served.len() == 3 && served.values().all(|count| *count > 20), "added were {served:?}");
}

/// How many writes of the added row were committed.
fn commits(history: &History, added: Added) -> usize {
    let of_added = |event: &&Event| {
        let EventKind::Committed { address, .. } = event.kind else { return false };
        *history.address(address) == added.address()
    };
    history.events.iter().filter(of_added).count()
}
