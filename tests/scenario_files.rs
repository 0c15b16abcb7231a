//! The typed scenarios that the files of `tests/right/` are read as.

use reconverge::reading::parse;

/// The typed scenario. Of its policies only those that differ from the defaults are shown, so that a new policy does not
/// change every snapshot.
fn read(name: &str) -> String {
    let text = std::fs::read(name).expect("the file is there");
    let scenario = parse(name, &text).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    let typed = format!("{scenario:#?}");
    let (before, policies) = typed.split_once("    policies: ").expect("the policies");
    let (_, after) = policies.split_once("\n    },\n").expect("what follows them");
    format!("{before}    policies: {:?},\n{after}", scenario.policies.overrides())
}

#[test]
fn the_sketch_of_the_design_is_a_scenario() {
    insta::assert_snapshot!(read("tests/right/sketch.toml"));
}

#[test]
fn a_workload_needs_no_steps_and_takes_what_is_left_out_from_the_defaults() {
    insta::assert_snapshot!(read("tests/right/workload.toml"));
}

/// The same for a file that has secrets, none of which may be printed.
fn read_with_secrets(name: &str) -> String {
    let typed = read(name);
    assert!(!typed.contains("hunter2") && !typed.contains("swordfish"), "a secret is never printed");
    typed
}

#[test]
fn every_key_reaches_the_typed_scenario() {
    insta::assert_snapshot!(read_with_secrets("tests/right/everything.toml"));
}

#[test]
fn every_key_of_the_metadata_lanes_reaches_the_typed_scenario() {
    insta::assert_snapshot!(read("tests/right/everything-metadata.toml"));
}

#[test]
fn every_key_of_the_credential_lane_reaches_the_typed_scenario() {
    insta::assert_snapshot!(read_with_secrets("tests/right/everything-credential.toml"));
}

#[test]
fn the_examples_of_the_document_are_toml_and_those_with_a_title_are_scenarios() {
    let document = include_str!("../docs/scenarios.md");
    let blocks = document.split("```toml\n").skip(1).map(|block| block.split("```").next().expect("an end"));
    let blocks: Vec<_> = blocks.collect();
    assert!(blocks.len() > 5);
    for block in &blocks {
        toml::from_str::<serde_json::Value>(block).unwrap_or_else(|error| panic!("{error}"));
    }
    let whole: Vec<_> = blocks.iter().filter(|block| block.contains("title ")).collect();
    assert!(whole.len() >= 3);
    for block in whole {
        parse("docs/scenarios.md", block.as_bytes()).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    }
}
