//! Phrases that several commands share.

use std::fmt::Write as _;

use crate::campaign::{Conclusion, SweepGroup};

/// How many lines a timeline has at most where several runs may be shown.
pub const TIMELINE_LINES_MAX: usize = 60;

/// The word for a result.
pub fn word(conclusion: Conclusion) -> &'static str {
    match conclusion {
        Conclusion::Held => "pass",
        Conclusion::Missed => "miss",
        Conclusion::Violated => "FAIL",
        Conclusion::Fault => "FAULT",
    }
}

/// The word for a result, in its colour.
pub fn painted(word: &str) -> String {
    let color = match word {
        "pass" => anstyle::AnsiColor::Green,
        "miss" => anstyle::AnsiColor::Yellow,
        _ => anstyle::AnsiColor::Red,
    };
    let style = color.on_default().bold();
    format!("{style}{word:5}{style:#}")
}

/// A number of things, in the singular for one.
pub fn count_of(count: u64, thing: &str) -> String {
    if count == 1 { format!("1 {thing}") } else { format!("{count} {thing}s") }
}

/// How many of the seeds did not pass, as it stands in the line of a scenario.
pub fn failing_of(failing: u64, seeds: u64) -> String {
    match failing {
        0 => count_of(seeds, "seed"),
        failing => format!("{failing} of {}", count_of(seeds, "seed")),
    }
}

/// The name of a group of seeds that did not pass.
pub fn group_name(group: SweepGroup) -> String {
    match group {
        SweepGroup::Unstable => "not a function of its seed".to_owned(),
        SweepGroup::Testbed => "the testbed is at fault".to_owned(),
        SweepGroup::Hung => "hung".to_owned(),
        SweepGroup::Failure(group) => group.to_string(),
        SweepGroup::Miss => "miss".to_owned(),
    }
}

/// The command that shows a run again.
pub fn replay_command(name: &str, seed: u64, policies: &[(String, String)]) -> String {
    // A path with spaces must stay one argument when the command is copied into a shell.
    let quoted = if name.contains(char::is_whitespace) { format!("'{name}'") } else { name.to_owned() };
    let mut command = format!("reconverge replay {quoted} --seed {seed}");
    for (policy, value) in policies {
        write!(command, " --policy {policy}={value}").expect("a string takes any text");
    }
    command
}

/// Appends a line.
pub fn put(text: &mut String, line: &str) {
    writeln!(text, "{line}").expect("a string takes any text");
}
