//! A verdict on a paper cluster: a scenario made of actions and expectations, and what must come of it.

use std::time::Duration;

use reconverge::history::History;
use reconverge::model::{
    Action, BusSpec, EntryExpect, Expect, Scenario, Span, Step, StoreSpec, UpstreamSpec,
};
use reconverge::names::Columns;
use reconverge::names::{Address, Policies, Service, Space};
use reconverge::oracle::judge;
use reconverge::verdict::{Failure, Group, Status, Verdict, compare};

use crate::forge::{Forge, ORDERS};

pub fn scenario(actions: Vec<(&str, Action)>, expect: Expect) -> Scenario {
    let span = Span { min: Duration::ZERO, max: Duration::ZERO };
    let step =
        |(id, action): (&str, Action)| Step { id: id.to_owned(), at: None, when: None, wait: true, action };
    Scenario {
        title: "forged".to_owned(),
        services: vec![Service::Datasource],
        seeds: 0..1,
        replicas: Vec::new(),
        bus: BusSpec {
            delay: span,
            latency: span,
            drop: 0.0,
            duplicate: 0.0,
            corrupt: 0.0,
            misaddress: 0.0,
            publish_error: 0.0,
            fifo: false,
            capacity: None,
        },
        store: StoreSpec { latency: span, read_error: 0.0, write_error: 0.0, lose_answer: 0.0, lag: span },
        upstream: UpstreamSpec { latency: span, build_error: 0.0 },
        given: Vec::new(),
        connectors: Vec::new(),
        upstreams: Vec::new(),
        steps: actions.into_iter().map(step).collect(),
        workload: None,
        faults: Vec::new(),
        policies: Policies::default(),
        expect,
    }
}

pub fn on_b(change: impl FnOnce(&mut EntryExpect)) -> EntryExpect {
    let mut entry = EntryExpect {
        replica: "b".to_owned(),
        address: Address::new(Space::Datasource, ORDERS),
        held: None,
        absent: None,
        names: None,
        state: None,
        reason: None,
        serving: None,
        stale: None,
        same_instance: None,
        builds: None,
        reads: None,
        columns: Columns::default(),
    };
    change(&mut entry);
    entry
}

pub fn expect_b(change: impl FnOnce(&mut EntryExpect)) -> Expect {
    Expect { entries: vec![on_b(change)], ..Expect::default() }
}

pub fn weigh_forge(forge: &Forge, actions: Vec<(&str, Action)>, expect: Expect) -> Verdict {
    weigh_history(&forge.history(), actions, expect)
}

pub fn weigh_history(history: &History, actions: Vec<(&str, Action)>, expect: Expect) -> Verdict {
    compare(&scenario(actions, expect), history, &judge(history))
}

#[track_caller]
pub fn fails(verdict: &Verdict, group: Group) {
    let groups: Vec<_> = verdict.failures.iter().map(Failure::group).collect();
    assert_eq!((verdict.status, groups), (Status::Fail, vec![group]), "{verdict:#?}");
}

#[track_caller]
pub fn passes(verdict: &Verdict) {
    assert_eq!(verdict.status, Status::Pass, "{verdict:#?}");
}
