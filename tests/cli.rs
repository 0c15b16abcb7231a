//! The command line: what it prints where, and its exit codes.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use insta_cmd::assert_cmd_snapshot;

fn reconverge(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_reconverge"));
    command.args(arguments).env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE").stdin(Stdio::null());
    command
}

/// The command, run in the build's own temporary folder, with a file there that git would not store as it is.
fn reconverge_beside(file: &str, bytes: &[u8], arguments: &[&str]) -> Command {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let path = folder.join(file);
    fs::create_dir_all(path.parent().expect("it has a parent")).expect("the folder can be made");
    fs::write(&path, bytes).expect("the file can be written");
    let mut command = reconverge(arguments);
    command.current_dir(folder);
    command
}

const STORY: &str = "scenarios/datasource/01-delete-evicts-on-the-peer.toml";

#[test]
fn every_shipped_scenario_passes() {
    assert_cmd_snapshot!(reconverge(&["run", "--jobs", "1"]));
}

#[test]
fn a_failing_scenario_says_what_failed_and_how_to_replay_it() {
    assert_cmd_snapshot!(reconverge(&["run", STORY, "--policy", "publish=never-on-delete"]));
}

#[test]
fn a_failing_scenario_as_json() {
    let arguments = ["run", STORY, "--policy", "publish=never-on-delete", "--format", "json"];
    assert_cmd_snapshot!(reconverge(&arguments));
}

#[test]
fn a_replay_shows_the_explanation_the_timeline_and_the_table() {
    assert_cmd_snapshot!(reconverge(&["replay", "tests/cli/three-chances.toml"]));
}

#[test]
fn a_replay_finds_a_shipped_scenario_by_its_name() {
    assert_cmd_snapshot!(reconverge(&["replay", "datasource/05-control-delete-unattached", "--seed", "3"]));
}

#[test]
fn a_replay_as_json() {
    assert_cmd_snapshot!(reconverge(&["replay", "tests/cli/idle.toml", "--format", "json"]));
}

#[test]
fn a_fault_that_never_fires_is_a_miss() {
    assert_cmd_snapshot!(reconverge(&["run", "tests/cli/miss.toml"]));
}

#[test]
fn a_miss_can_be_allowed() {
    assert_cmd_snapshot!(reconverge(&["run", "tests/cli/miss.toml", "--allow-miss"]));
}

#[test]
fn colour_is_used_when_asked_for() {
    assert_cmd_snapshot!(reconverge(&["run", "tests/cli/idle.toml", "--color", "always"]));
}

#[test]
fn a_right_file_is_checked() {
    assert_cmd_snapshot!(reconverge(&["check", STORY]));
}

#[test]
fn wrong_files_are_answered_with_every_mistake() {
    assert_cmd_snapshot!(reconverge(&["check", "tests/wrong/file-unknown-keys.toml", STORY]));
}

#[test]
fn wrong_files_as_json() {
    assert_cmd_snapshot!(reconverge(&["check", "tests/wrong/policy.toml", "--format", "json"]));
}

#[test]
fn a_wrong_file_is_not_run() {
    assert_cmd_snapshot!(reconverge(&["run", "tests/wrong/bus.toml"]));
}

#[test]
fn a_missing_file() {
    assert_cmd_snapshot!(reconverge(&["run", "no/such/file.toml"]));
}

#[test]
fn an_empty_folder() {
    assert_cmd_snapshot!(reconverge_beside("empty/readme.txt", b"no scenario", &["run", "empty"]));
}

#[test]
fn an_empty_file() {
    assert_cmd_snapshot!(reconverge_beside("empty.toml", b"", &["run", "empty.toml"]));
}

#[test]
fn a_binary_file() {
    let bytes = b"\x7fELF\x02\x01\x00\xff\xfe\x80";
    assert_cmd_snapshot!(reconverge_beside("binary.toml", bytes, &["run", "binary.toml"]));
}

#[test]
fn a_folder_cannot_be_replayed() {
    assert_cmd_snapshot!(reconverge(&["replay", "scenarios"]));
}

#[test]
fn an_unknown_policy() {
    assert_cmd_snapshot!(reconverge(&["run", "--policy", "publis=never"]));
}

#[test]
fn a_policy_that_the_lane_does_not_have() {
    assert_cmd_snapshot!(reconverge(&["run", STORY, "--policy", "fill=unfenced"]));
}

#[test]
fn an_unknown_value_of_a_policy() {
    assert_cmd_snapshot!(reconverge(&["run", STORY, "--policy", "publish=sometimes"]));
}

#[test]
fn a_policy_without_a_value() {
    assert_cmd_snapshot!(reconverge(&["run", STORY, "--policy", "publish"]));
}

#[test]
fn seeds_that_are_none() {
    assert_cmd_snapshot!(reconverge(&["run", STORY, "--seeds", "9..9"]));
}

#[test]
fn seeds_that_are_no_numbers() {
    assert_cmd_snapshot!(reconverge(&["run", STORY, "--seeds", "all"]));
}

#[test]
fn the_largest_seed() {
    assert_cmd_snapshot!(reconverge(&["replay", STORY, "--seed", "18446744073709551615"]));
}

#[test]
fn the_help() {
    assert_cmd_snapshot!(reconverge(&["--help"]));
}

#[test]
fn the_help_of_run() {
    assert_cmd_snapshot!(reconverge(&["run", "--help"]));
}

#[test]
fn the_schema_in_the_repository_is_the_printed_one() {
    let printed = reconverge(&["schema"]).output().expect("it runs");
    assert!(printed.status.success());
    let committed = fs::read("scenarios/scenario.schema.json").expect("it can be read");
    assert!(printed.stdout == committed, "run `reconverge schema > scenarios/scenario.schema.json`");
}

#[test]
fn a_closed_pipe_is_no_error() {
    let mut child = reconverge(&["replay", STORY, "--all"]).stdout(Stdio::piped()).spawn().expect("it runs");
    drop(child.stdout.take());
    let status = child.wait().expect("it ends");
    assert_eq!(status.code(), Some(0));
}

const STUCK: &str = "scenarios/datasource/stuck-pool.toml";

#[test]
fn a_sweep_that_finds_nothing() {
    assert_cmd_snapshot!(reconverge(&["sweep", STORY, "--seeds", "0..500", "--jobs", "1"]));
}

#[test]
fn a_sweep_groups_what_it_finds() {
    let arguments = ["sweep", STUCK, "--seeds", "0..500", "--jobs", "1", "--policy", "publish=before-commit"];
    assert_cmd_snapshot!(reconverge(&arguments));
}

#[test]
fn a_sweep_prints_the_same_with_any_number_of_threads() {
    let printed = |jobs| {
        let arguments =
            ["sweep", STUCK, "--seeds", "0..500", "--jobs", jobs, "--policy", "publish=before-commit"];
        reconverge(&arguments).output().expect("it runs").stdout
    };
    assert_eq!(printed("1"), printed("8"));
}

#[test]
fn a_sweep_as_json() {
    let mut settings = insta::Settings::clone_current();
    settings.add_filter(r#"("seconds"|"seeds_per_second"): [0-9.e-]+"#, "$1: [WALL]");
    let arguments = ["sweep", STUCK, "--seeds", "0..500", "--jobs", "1", "--format", "json"];
    settings.bind(|| {
        assert_cmd_snapshot!(reconverge(&arguments).args(["--policy", "publish=before-commit"]));
    });
}

#[test]
fn misses_of_a_sweep_are_a_group() {
    assert_cmd_snapshot!(reconverge(&["sweep", "tests/cli/miss.toml", "--jobs", "1"]));
}

#[test]
fn misses_of_a_sweep_can_be_allowed() {
    let arguments = ["sweep", "tests/cli/miss.toml", "--jobs", "1", "--allow-miss", "--check-determinism"];
    let output = reconverge(&arguments).output().expect("it runs");
    assert_eq!(output.status.code(), Some(0));
    let text = String::from_utf8(output.stdout).expect("it is text");
    assert!(text.contains("every seed was run again on a fresh thread"), "{text}");
}

#[test]
fn a_sweep_of_a_wrong_file() {
    assert_cmd_snapshot!(reconverge(&["sweep", "tests/wrong/bus.toml"]));
}

#[test]
fn a_folder_cannot_be_swept() {
    assert_cmd_snapshot!(reconverge(&["sweep", "scenarios"]));
}

#[test]
fn the_help_of_sweep() {
    assert_cmd_snapshot!(reconverge(&["sweep", "--help"]));
}

/// Starts the command, interrupts it as soon as it has a handler for that, and returns what was printed.
#[cfg(target_os = "linux")]
fn interrupted(arguments: &[&str]) -> (Option<i32>, String) {
    const INT: u64 = 1 << 1;
    let child = reconverge(arguments).stdout(Stdio::piped()).spawn().expect("it runs");
    let has_handler = || {
        let status = fs::read_to_string(format!("/proc/{}/status", child.id())).expect("it is alive");
        let mask = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).expect("Linux says it");
        u64::from_str_radix(mask.trim(), 16).expect("it is a mask") & INT != 0
    };
    while !has_handler() {
        std::thread::yield_now();
    }
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("it runs");
    assert!(sent.success());
    let output = child.wait_with_output().expect("it ends");
    (output.status.code(), String::from_utf8(output.stdout).expect("it is text"))
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupted_sweep_says_what_it_found() {
    let (code, text) = interrupted(&["sweep", STORY, "--seeds", "0..100000000"]);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("interrupted: ") && text.contains(" of 100000000 seeds were run"), "{text}");
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupted_ablation_says_what_it_found() {
    let (code, text) = interrupted(&["ablate", STORY, "--only", "publish", "--seeds", "0..100000000"]);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.ends_with("0 noticed, 6 not known; interrupted\n"), "{text}");
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupted_run_says_what_it_found() {
    let (code, text) = interrupted(&["run", STORY, "--seeds", "0..100000000"]);
    assert_eq!(code, Some(0), "{text}");
    assert_eq!(text, "\n1 scenario: 0 passed; interrupted, 1 not run to the end\n");
}
