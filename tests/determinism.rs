//! The same seed gives the same history, event for event: in a second run, on another thread, and after a
//! thousand other seeds. That it is the same in every profile is what the digests in the scenarios' snapshots
//! show.

use std::sync::Arc;

use reconverge::history::History;
use reconverge::reading::{parse, shipped};
use reconverge::stage::{Capture, CompiledScenario, Runner, digest};

fn compiled(name: &str) -> Arc<CompiledScenario> {
    let (_, text) = shipped::all().iter().find(|(shipped, _)| *shipped == name).expect("it is shipped");
    Arc::new(CompiledScenario::new(Arc::new(parse(name, text.as_bytes()).expect("it is right"))))
}

fn runner() -> Runner {
    Runner::new(Arc::default()).expect("SQLite opens")
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
        let compiled = compiled(story);
        let mut runner = runner();
        for seed in 0..20 {
            let first = runner.run(&compiled, seed, Capture::default());
            assert_same(&first, &runner.run(&compiled, seed, Capture::default()));
        }
    }
}

#[test]
fn another_seed_is_another_run() {
    let compiled = compiled(STORIES[0]);
    let mut runner = runner();
    let digests: std::collections::BTreeSet<String> =
        (0..100).map(|seed| digest(&runner.run(&compiled, seed, Capture::default())).to_string()).collect();
    assert_eq!(digests.len(), 100);
}

#[test]
#[expect(clippy::disallowed_methods, reason = "that another thread changes nothing is what is shown")]
fn another_thread_is_the_same() {
    for story in STORIES {
        let here = runner().run(&compiled(story), 7, Capture::default());
        let there = std::thread::spawn(move || runner().run(&compiled(story), 7, Capture::default()));
        assert_same(&here, &there.join().expect("the thread ends"));
    }
}

#[test]
fn a_thousand_other_seeds_change_nothing() {
    for story in STORIES {
        let compiled = compiled(story);
        let fresh = runner().run(&compiled, 7, Capture::default());
        let mut used = runner();
        for seed in 1_000..2_000 {
            used.run(&compiled, seed, Capture::default());
        }
        assert_same(&fresh, &used.run(&compiled, 7, Capture::default()));
    }
}

#[test]
fn capturing_more_changes_nothing() {
    for story in STORIES {
        let compiled = compiled(story);
        let mut runner = runner();
        let bare = runner.run(&compiled, 3, Capture::default());
        assert_same(&bare, &runner.run(&compiled, 3, Capture::ALL));
    }
}
