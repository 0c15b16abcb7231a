//! What turns red among the reference scenarios when one guard of the family is removed.

use std::collections::BTreeSet;
use std::sync::Arc;

use reconverge::scenario::{parse, shipped};
use reconverge::testbed::{Ablation, Case, Exemptions, Experiment, Only, Pool, Subject};

/// Ablates the reference scenarios of the datasource lane at one value.
fn ablated(policy: &str, value: &str) -> Ablation {
    let only = Only { policy: policy.to_owned(), value: Some(value.to_owned()) };
    let (subjects, exemptions) = (reference(), Exemptions::default());
    Pool::default().ablate(&Experiment { subjects, only: vec![only], exemptions, pairs: false }, |_| ())
}

/// The numbers of the reference scenarios that turn red at one value, at any of their seeds.
fn red(policy: &str, value: &str) -> BTreeSet<usize> {
    let ablation = ablated(policy, value);
    let [row] = &ablation.rows[..] else { panic!("one value was asked for") };
    assert_eq!(row.cases.len(), 21);
    // The subjects are in the order of their numbers, which begin at 1.
    row.cases.iter().filter(|case| case.is_red()).map(|case| case.subject + 1).collect()
}

/// The reference scenarios, in the order of their numbers.
fn reference() -> Vec<Subject> {
    let numbered = shipped::all().iter().filter_map(|(name, text)| {
        let file = name.strip_prefix("datasource/")?;
        let number = file.split('-').next()?.parse::<usize>().ok()?;
        let scenario = Arc::new(parse(name, text.as_bytes()).expect("it is right"));
        Some((number, Subject { name: (*name).to_owned(), scenario }))
    });
    let (numbers, subjects): (Vec<usize>, Vec<Subject>) = numbered.unzip();
    assert_eq!(numbers, (1..=21).collect::<Vec<_>>());
    subjects
}

#[test]
fn nothing_is_red_under_the_defaults() {
    assert!(ablated("publish", "never").baseline.iter().all(Case::is_green));
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
