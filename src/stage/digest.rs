//! The digest of a history: every event and the state at the end.
//!
//! Left out: what is captured only for readers (columns, payloads, log lines), so that capturing more changes no digest.

use std::hash::{Hash, Hasher};

use reconverge_sim::Digest;

use crate::history::{History, View};

/// The digest of a history. Two runs of one seed have the same, on every machine and in every profile.
pub fn digest(history: &History) -> Digest {
    Digest::of(&Fingerprinted(history))
}

struct Fingerprinted<'a>(&'a History);

impl Hash for Fingerprinted<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let history = self.0;
        history.events.iter().for_each(|event| event.hash(state));
        history.addresses.iter().for_each(|address| address.hash(state));
        for View { after, step, replica, entries } in &history.views {
            (*after as u64, step, replica).hash(state);
            for entry in entries {
                (entry.address, entry.instance, entry.code, entry.revision).hash(state);
                (entry.state, entry.shown).hash(state);
            }
        }
        history
            .probes
            .iter()
            .for_each(|probe| (probe.step, probe.replica, probe.status, &probe.names).hash(state));
        history.rows.iter().for_each(|row| (row.address, row.version).hash(state));
        for upstream in &history.upstreams {
            upstream.address.hash(state);
            upstream.builds.iter().for_each(|builds| builds.hash(state));
            upstream.open.iter().for_each(|instance| instance.hash(state));
        }
        history.ended.hash(state);
        format!("{:?}", history.outcome).hash(state);
    }
}
