//! Why a seed has no history, as a sentence.

use std::fmt;

use crate::campaign::HarnessError;
use crate::history::Header;

impl HarnessError {
    /// What happened, in a sentence without its full stop.
    pub fn described<'a>(&'a self, header: &'a Header) -> impl fmt::Display + 'a {
        fmt::from_fn(move |f| match self {
            Self::Hung { replica, .. } => {
                let who = replica.map_or("the testbed", |replica| header.replica(replica));
                write!(f, "a poll of {who} did not return in time")
            }
            Self::WorkerDied => f.write_str("a worker of the testbed died"),
            Self::StoreNotOpened(why) => write!(f, "SQLite cannot be opened: {why}"),
        })
    }
}
