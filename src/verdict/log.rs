//! Log lines that must occur, or, with a count of 0, must not.

use super::names;
use super::{Failure, Scales};
use crate::scenario::LineExpect;

/// Weighs the log.
pub fn weigh(scales: &mut Scales<'_>) {
    for expected in &scales.scenario.expect.log {
        let got = count(scales, expected);
        if !expected.count.map_or(got > 0, |count| count == got) {
            scales.failures.push(Failure::Log {
                replica: expected.on.clone(),
                level: expected.level.clone(),
                text: expected.text.clone(),
                expected: expected.count,
                got,
            });
        }
    }
}

fn count(scales: &Scales<'_>, expected: &LineExpect) -> usize {
    let replica = expected.on.as_ref().map(|name| names::replica(scales.history, name));
    let fits = |line: &&crate::history::Line| {
        replica.is_none_or(|replica| replica == Some(line.replica))
            && line.level == expected.level
            && expected.text.as_ref().is_none_or(|text| line.text.contains(text))
    };
    scales.history.lines.iter().filter(fits).count()
}
