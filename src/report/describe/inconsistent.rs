//! Records that contradict each other, as sentences.

use std::fmt::{self, Display, Formatter};

use crate::history::History;
use crate::names::InstanceId;
use crate::oracle::Inconsistent;

impl Inconsistent {
    /// Which records contradict each other, in a sentence without its full stop.
    pub fn described<'a>(&'a self, history: &'a History) -> impl Display + 'a {
        fmt::from_fn(move |f| write_inconsistent(f, *self, history))
    }
}

fn write_inconsistent(f: &mut Formatter<'_>, inconsistent: Inconsistent, history: &History) -> fmt::Result {
    let instance = |id: InstanceId| {
        let (replica, address) = (history.header.replica(id.replica), history.described(id.address));
        fmt::from_fn(move |f| write!(f, "instance #{} of `{address}` on {replica}", id.nth))
    };
    let held = |id: Option<InstanceId>| {
        fmt::from_fn(move |f| match id {
            Some(id) => write!(f, "#{}", id.nth),
            None => f.write_str("nothing"),
        })
    };
    match inconsistent {
        Inconsistent::NoView { replica } => {
            write!(f, "the history does not show what {} holds at the end", history.header.replica(replica))
        }
        Inconsistent::ViewAndJournal { replica, address, shown, journal } => {
            let (replica, address) = (history.header.replica(replica), history.described(address));
            let (shown, journal) = (held(shown), held(journal));
            write!(f, "{replica} shows {shown} for `{address}`, but its journal ends with {journal}")
        }
        Inconsistent::RowAndCommit { address, .. } => {
            write!(
                f,
                "the row of `{}` at the end is not what its last commit left",
                history.described(address)
            )
        }
        Inconsistent::ReadAndCommit { event, address } => {
            let address = history.described(address);
            write!(f, "event {event}: the read of `{address}` does not show what was committed by then")
        }
        Inconsistent::RevisionAndRead { event, instance: id } => {
            write!(f, "event {event}: the journal gives {} another revision than was read", instance(id))
        }
        Inconsistent::OpenUnrecorded { instance: id } => {
            write!(f, "{} is open at its upstream, and no event says so", instance(id))
        }
        Inconsistent::NotOpen { instance: id } => {
            write!(f, "{} is not open at its upstream, and no event says so", instance(id))
        }
    }
}
