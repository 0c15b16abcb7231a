//! The log of commits, and what a lagging source shows of it.
//!
//! Invariant: neither the numbers nor the instants of the log ever go down. What one reader is shown never goes down
//! either.

use std::collections::BTreeMap;

use crate::{key::NodeId, micros::Micros};

#[derive(Debug, Default)]
pub(super) struct Commits {
    log: Vec<(u64, Micros)>,
    /// The highest number that each reader was shown.
    shown: BTreeMap<NodeId, u64>,
}

impl Commits {
    pub(super) fn clear(&mut self) {
        self.log.clear();
        self.shown.clear();
    }

    pub(super) fn log(&self) -> &[(u64, Micros)] {
        &self.log
    }

    pub(super) fn push(&mut self, sequence: u64, now: Micros) {
        debug_assert!(self.log.last().is_none_or(|(last, at)| *last <= sequence && *at <= now));
        self.log.push((sequence, now));
    }

    /// See [`Database::visible`](super::Database::visible).
    pub(super) fn visible(&mut self, now: Micros, lag: Micros, reader: NodeId) -> u64 {
        let visible = self.log.partition_point(|(_, at)| *at + lag <= now);
        let sequence = visible.checked_sub(1).map_or(0, |last| self.log[last].0);
        // The lag may grow between two reads. A copy that lags more still holds what it has shown.
        let shown = self.shown.entry(reader).or_default();
        *shown = sequence.max(*shown);
        *shown
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn commits(log: &[(u64, u64)]) -> Commits {
        let mut commits = Commits::default();
        for (sequence, at) in log {
            commits.push(*sequence, Micros(*at));
        }
        commits
    }

    #[test]
    fn a_lagging_source_shows_what_is_old_enough() {
        let mut commits = commits(&[(1, 10), (4, 20), (5, 20)]);
        let mut shown = |now, lag| commits.visible(Micros(now), Micros(lag), NodeId(0));
        assert_eq!([shown(9, 0), shown(10, 0), shown(24, 5), shown(25, 5)], [0, 1, 1, 5]);
    }

    #[test]
    fn what_a_reader_has_seen_stays_visible_to_it() {
        let mut commits = commits(&[(1, 10), (2, 20)]);
        assert_eq!(commits.visible(Micros(20), Micros(0), NodeId(0)), 2);
        assert_eq!(commits.visible(Micros(21), Micros(15), NodeId(0)), 2);
        assert_eq!(commits.visible(Micros(21), Micros(15), NodeId(1)), 0);
    }
}
