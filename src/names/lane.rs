//! The lanes: channel, partition key and name of each.

use std::fmt;

/// A lane: one channel with its door, its signal and its receiver.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Lane {
    /// Lane 3, the resource pools of runtime datasources.
    Datasource,
}

impl Lane {
    /// Every lane, in the protocol's order.
    pub const ALL: &[Self] = &[Self::Datasource];

    /// The lane's name in scenario files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Datasource => "datasource",
        }
    }

    /// The bus channel that the lane publishes on.
    pub fn channel(self) -> &'static str {
        match self {
            Self::Datasource => "datasource.mutated",
        }
    }

    /// The partition key of a message about `address`: the channel without its verb, a colon, the name.
    pub fn partition_key(self, address: &str) -> String {
        let channel = self.channel();
        let prefix = channel.strip_suffix(".mutated").or_else(|| channel.strip_suffix(".changed"));
        format!("{}:{address}", prefix.unwrap_or(channel))
    }

    /// The lane of that name, if there is one.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|lane| lane.name() == name)
    }
}

impl fmt::Display for Lane {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
