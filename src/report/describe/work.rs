//! The work that a chance to heal belongs to, as a noun.

use std::fmt::{self, Display};

use crate::history::History;
use crate::names::Work;

/// The work as a noun, such as "the reload `again`".
pub fn described_work(work: Work, history: &History) -> impl Display {
    fmt::from_fn(move |f| {
        let name = history.header.request(work.request());
        match work {
            Work::Write(_) => write!(f, "its own write `{name}`"),
            Work::Signal { copy: 0, .. } => write!(f, "the signal of `{name}`"),
            Work::Signal { copy, .. } => {
                write!(f, "copy {} of the signal of `{name}`", u16::from(copy) + 1)
            }
            Work::Boot(_) => write!(f, "its boot (`{name}`)"),
            Work::Attach(_) => write!(f, "the reload after its attach (`{name}`)"),
            Work::Reload(_) => write!(f, "the reload `{name}`"),
            Work::Read(_) => write!(f, "the read `{name}`"),
            Work::Watch(_) => f.write_str("the re-read of a watcher"),
            Work::Retry(_) => f.write_str("a retry"),
        }
    })
}
