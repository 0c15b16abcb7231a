//! What turns red among the shipped scenarios when one guard of the family is removed.

use std::collections::BTreeSet;
use std::sync::Arc;

use reconverge::scenario::{parse, shipped};
use reconverge::testbed::{Capture, Plan, Worker, trial};
use reconverge::verdict::Status;

/// The numbers of the reference scenarios of the datasource lane that do not pass under a policy, at any of
/// their seeds.
fn red(policy: &str, value: &str) -> BTreeSet<u32> {
    let mut worker = Worker::new(Arc::default()).expect("SQLite opens");
    let mut red = BTreeSet::new();
    for (number, text) in reference() {
        let mut scenario = parse("shipped", text.as_bytes()).expect("it is right");
        scenario.policies.set(&scenario.lanes(), policy, value).expect("the lane has the policy");
        let seeds = scenario.seeds.clone();
        let plan = Arc::new(Plan::new(Arc::new(scenario)));
        for seed in seeds {
            if trial(&mut worker, &plan, seed, Capture::default()).verdict.status != Status::Pass {
                red.insert(number);
            }
        }
    }
    red
}

/// The reference scenarios by number.
fn reference() -> Vec<(u32, &'static str)> {
    let numbered = shipped::all().iter().filter_map(|(name, text)| {
        let file = name.strip_prefix("datasource/")?;
        Some((file.split('-').next()?.parse().ok()?, *text))
    });
    let numbered: Vec<_> = numbered.collect();
    let numbers: Vec<u32> = numbered.iter().map(|(number, _)| *number).collect();
    assert_eq!(numbers, (1..=21).collect::<Vec<_>>());
    numbered
}

#[test]
fn nothing_is_red_under_the_defaults() {
    assert!(red("publish", "after-commit").is_empty());
}

#[test]
fn without_publish_in_delete_exactly_two_are_red() {
    assert_eq!(red("publish", "never-on-delete"), BTreeSet::from([1, 7]));
}

#[test]
fn without_the_loopback_guard_every_attached_writer_is_red() {
    let red = red("loopback", "accept-own");
    // In the controls nobody is attached, in 11 nothing is written, and in 14 nothing is published.
    assert_eq!((1..=21).filter(|number| !red.contains(number)).collect::<Vec<_>>(), [5, 6, 11, 14]);
}
