//! Log lines that must occur; with a count of 0, that must not occur.

use super::comparison::Comparison;
use super::finding::Failure;
use super::names;
use crate::history::Line;
use crate::model::LineExpect;

/// Compares the log.
pub fn compare(comparison: &mut Comparison<'_>) {
    for expected in &comparison.scenario.expect.log {
        let got = count(comparison, expected);
        if !expected.count.map_or(got > 0, |count| count == got) {
            comparison.failures.push(Failure::Log {
                replica: expected.on.clone(),
                level: expected.level.clone(),
                text: expected.text.clone(),
                expected: expected.count,
                got,
            });
        }
    }
}

fn count(comparison: &Comparison<'_>, expected: &LineExpect) -> usize {
    let replica = expected.on.as_ref().map(|name| names::replica(comparison.history, name));
    let fits = |line: &&Line| {
        replica.is_none_or(|replica| replica == Some(line.replica))
            && line.level == expected.level
            && expected.text.as_ref().is_none_or(|text| line.text.contains(text))
    };
    comparison.history.lines.iter().filter(fits).count()
}
