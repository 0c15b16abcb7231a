//! The same seed gives the same history, event for event: in a second run, on another thread, and after a
//! thousand other seeds. That it is the same in every profile is what the digests in the scenarios' snapshots
//! show.

use std::sync::Arc;

use reconverge::history::History;
use reconverge::scenario::{parse, shipped};
use reconverge::testbed::{Capture, Plan, Worker, digest};

fn plan(name: &str) -> Arc<Plan> {
    let (_, text) = shipped::all().iter().find(|(shipped, _)| *shipped == name).expect("it is shipped");
    Arc::new(Plan::new(Arc::new(parse(name, text.as_bytes()).expect("it is right"))))
}

fn worker() -> Worker {
    Worker::new(Arc::default()).expect("SQLite opens")
}

/// Panics at the first event that differs, and if only the state at the end does.
#[track_caller]
fn assert_same(one: &History, other: &History) {
    let count = one.events.len().max(other.events.len());
    for index in 0..count {
        assert_eq!(one.events.get(index), other.events.get(index), "event {index} is the first that differs");
    }
    assert_eq!(digest(one), digest(other), "the state at the end differs");
}

const STORIES: &[&str] =
    &["datasource/10-create-chased-by-update", "datasource/16-late-boot-rehydrates", "datasource/stuck-pool"];

#[test]
fn a_second_run_is_the_same() {
    for story in STORIES {
        let plan = plan(story);
        let mut worker = worker();
        for seed in 0..20 {
            let first = worker.run(&plan, seed, Capture::default());
            assert_same(&first, &worker.run(&plan, seed, Capture::default()));
        }
    }
}

#[test]
fn another_seed_is_another_run() {
    let plan = plan(STORIES[0]);
    let mut worker = worker();
    let digests: std::collections::BTreeSet<String> =
        (0..100).map(|seed| digest(&worker.run(&plan, seed, Capture::default())).to_string()).collect();
    assert_eq!(digests.len(), 100);
}

#[test]
#[expect(clippy::disallowed_methods, reason = "that another thread changes nothing is what is shown")]
fn another_thread_is_the_same() {
    for story in STORIES {
        let here = worker().run(&plan(story), 7, Capture::default());
        let there = std::thread::spawn(move || worker().run(&plan(story), 7, Capture::default()));
        assert_same(&here, &there.join().expect("the thread ends"));
    }
}

#[test]
fn a_thousand_other_seeds_change_nothing() {
    for story in STORIES {
        let plan = plan(story);
        let fresh = worker().run(&plan, 7, Capture::default());
        let mut tired = worker();
        for seed in 1_000..2_000 {
            tired.run(&plan, seed, Capture::default());
        }
        assert_same(&fresh, &tired.run(&plan, 7, Capture::default()));
    }
}

#[test]
fn writing_more_down_changes_nothing() {
    for story in STORIES {
        let plan = plan(story);
        let mut worker = worker();
        let bare = worker.run(&plan, 3, Capture::default());
        assert_same(&bare, &worker.run(&plan, 3, Capture::ALL));
    }
}
