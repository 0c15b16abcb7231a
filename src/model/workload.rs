//! A workload: writes that are drawn instead of scripted, and what goes wrong with the replicas meanwhile.
//!
//! Each write is drawn from a stream of its own, so that one more write, or one fewer, changes no other. All
//! instants are counted from the end of the opening boot. When the time is over everything heals: chances of
//! the bus, the store and the upstream become nil, links are whole, replicas that stand still go on, and those
//! that are down boot.

use std::time::Duration;

use strum::{IntoStaticStr, VariantArray};

use crate::names::Address;

/// Writes that are drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Workload {
    /// How many.
    pub writes: u32,
    /// The rows that they are about.
    pub names: Vec<Address>,
    /// The replicas that serve them.
    pub on: Vec<String>,
    /// When it begins.
    pub at: Duration,
    /// How long it goes on; each write begins at an instant drawn from this span.
    pub over: Duration,
    /// What the writes do.
    pub mix: Mix,
    /// How many local watchers of a type there are on each replica.
    pub watchers: u32,
    /// How many crashes there are; each replica that crashed boots again after `down`.
    pub crashes: u32,
    /// How many pauses.
    pub pauses: u32,
    /// How many cuts that the replica notices.
    pub cuts: u32,
    /// How many cuts that it does not notice.
    pub zombies: u32,
    /// How many reloads.
    pub reloads: u32,
    /// How long a replica is down, stands still or is cut off.
    pub down: super::Span,
    /// The probability that a port call crashes its replica: before it is sent, while it is under way, or right
    /// after it acted, each as likely. The replica boots again after `down`.
    pub crash_at_call: f64,
}

/// What the writes of a workload do, as shares; they need not add up to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mix {
    /// Create or change the connection.
    pub put: f64,
    /// Delete.
    pub delete: f64,
    /// Change the label only.
    pub label: f64,
    /// Switch on or off.
    pub toggle: f64,
    /// Move the secret to the secrets table.
    pub migrate: f64,
    /// Read an item through the cache.
    pub read: f64,
    /// Read the listing of a type through the cache.
    pub list: f64,
}

/// Something that a request of a workload can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum Share {
    /// Create a row, or change what it says.
    Put,
    /// Delete a row.
    Delete,
    /// Change the label of a row only.
    Label,
    /// Switch a row on or off.
    Toggle,
    /// Move the secret of a row to the secrets table.
    Migrate,
    /// Read an item through the cache.
    Read,
    /// Read the listing of a type through the cache.
    List,
}

impl Share {
    /// Every share, in the order in which they are drawn.
    pub const ALL: &[Self] = Self::VARIANTS;

    /// The key in a scenario file.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

impl Mix {
    /// The share of the requests that do this.
    pub fn of(&self, share: Share) -> f64 {
        match share {
            Share::Put => self.put,
            Share::Delete => self.delete,
            Share::Label => self.label,
            Share::Toggle => self.toggle,
            Share::Migrate => self.migrate,
            Share::Read => self.read,
            Share::List => self.list,
        }
    }
}
