//! The lanes: number, name, channel and partition key of each, and the services that they belong to.

use std::fmt;

macro_rules! lanes {
    ($($(#[$doc:meta])* $lane:ident $number:literal $name:literal $channel:literal $service:ident;)*) => {
        /// A lane: one channel with its door, its signal and its receiver.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Lane { $($(#[$doc])* $lane,)* }

        impl Lane {
            /// Every lane, in the protocol's order.
            pub const ALL: &[Self] = &[$(Self::$lane),*];

            /// The number in the protocol.
            pub fn number(self) -> u8 {
                match self { $(Self::$lane => $number,)* }
            }

            /// The lane's name in scenario files and reports.
            pub fn name(self) -> &'static str {
                match self { $(Self::$lane => $name,)* }
            }

            /// The bus channel that the lane publishes on.
            pub fn channel(self) -> &'static str {
                match self { $(Self::$lane => $channel,)* }
            }

            /// The service whose registry the lane keeps in step.
            pub fn service(self) -> Service {
                match self { $(Self::$lane => Service::$service,)* }
            }
        }
    };
}

lanes! {
    /// Lane 1, the read-through cache of metadata.
    MetadataCache 1 "metadata-cache" "metadata.changed" Metadata;
    /// Lane 2, the registered schema objects.
    Metadata 2 "metadata" "metadata.mutated" Metadata;
    /// Lane 3, the resource pools of runtime datasources.
    Datasource 3 "datasource" "datasource.mutated" Datasource;
    /// Lane 4, the declared connectors and their credentials.
    Credential 4 "credential" "connector-credential.mutated" Credential;
}

impl Lane {
    /// The partition key of a message about `name`: the channel without its verb, a colon, the name.
    pub fn partition_key(self, name: &str) -> String {
        let channel = self.channel();
        let prefix = channel.strip_suffix(".mutated").or_else(|| channel.strip_suffix(".changed"));
        format!("{}:{name}", prefix.unwrap_or(channel))
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

/// A service of a replica: one door, and the lanes that keep its registries in step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Service {
    /// Metadata, the lanes 1 and 2.
    Metadata,
    /// Datasources, the lane 3.
    Datasource,
    /// Connectors and their credentials, the lane 4.
    Credential,
}

impl Service {
    /// Every service, in the order of its lanes.
    pub const ALL: &[Self] = &[Self::Metadata, Self::Datasource, Self::Credential];

    /// The service's name in scenario files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Metadata => "metadata",
            Self::Datasource => "datasource",
            Self::Credential => "credential",
        }
    }

    /// The service of that name, if there is one.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|service| service.name() == name)
    }

    /// Its lanes, in order.
    pub fn lanes(self) -> impl Iterator<Item = Lane> {
        Lane::ALL.iter().copied().filter(move |lane| lane.service() == self)
    }

    /// The space of the rows that its door writes.
    pub fn rows(self) -> super::Space {
        match self {
            Self::Metadata => super::Space::Object,
            Self::Datasource => super::Space::Datasource,
            Self::Credential => super::Space::Credential,
        }
    }
}

impl fmt::Display for Service {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
