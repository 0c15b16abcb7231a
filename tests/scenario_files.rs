//! What a right scenario file is read as.

use reconverge::scenario::parse;

fn read(name: &str) -> String {
    let text = std::fs::read(name).expect("the file is there");
    match parse(name, &text) {
        Ok(scenario) => format!("{scenario:#?}"),
        Err(mistakes) => panic!("{mistakes}"),
    }
}

#[test]
fn the_sketch_of_the_design_is_a_scenario() {
    insta::assert_snapshot!(read("tests/right/sketch.toml"));
}

#[test]
fn every_key_reaches_the_typed_scenario() {
    let typed = read("tests/right/everything.toml");
    assert!(!typed.contains("hunter2") && !typed.contains("swordfish"), "a secret is never printed");
    insta::assert_snapshot!(typed);
}
