//! Policies: each decision of the family that a real system can take otherwise.
//!
//! They are enums of the production code, not test hooks. The first value of each is the default; the
//! others are ablations, and what a user sets to model their own system.

use thiserror::Error;

use super::{Lane, Ttl};

/// The lanes that a policy belongs to.
macro_rules! lanes {
    (all) => {
        Lane::ALL
    };
    (queued) => {
        &[Lane::Metadata, Lane::Datasource, Lane::Credential]
    };
    (cache) => {
        &[Lane::MetadataCache]
    };
}

macro_rules! policies {
    ($($(#[$about:meta])* $policy:ident $field:ident $name:literal $lanes:ident {
        $($(#[$doc:meta])* $variant:ident $value:literal,)*
    })*) => {
        $(
            $(#[$about])*
            #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
            pub enum $policy { $($(#[$doc])* $variant,)* }

            impl $policy {
                /// The value's name in scenario files and on the command line.
                pub fn name(self) -> &'static str {
                    match self { $(Self::$variant => $value,)* }
                }
            }
        )*

        /// The policies of a replica: what the family decides, and how.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        pub struct Policies {
            $($(#[$about])* pub $field: $policy,)*
            /// How long a cached entry lives.
            pub ttl: Ttl,
        }

        impl Policies {
            /// Sets the policy `name` to `value`.
            ///
            /// # Errors
            /// If none of the lanes has such a policy, or the policy no such value.
            pub fn set(&mut self, lanes: &[Lane], name: &str, value: &str) -> Result<(), PolicyError> {
                let info = PolicyInfo::find(lanes, name)?;
                match info.name {
                    Ttl::NAME => {
                        self.ttl = Ttl::parse(value).ok_or_else(|| info.unknown(value))?;
                    }
                    $($name => {
                        self.$field = match value {
                            $($value => $policy::$variant,)*
                            _ => return Err(info.unknown(value)),
                        };
                    })*
                    _ => unreachable!("every policy with a lane has a field"),
                }
                Ok(())
            }

            /// The policies that differ from their defaults, as (name, value).
            pub fn overrides(&self) -> Vec<(&'static str, String)> {
                let mut differing = Vec::new();
                $(if self.$field != $policy::default() {
                    differing.push(($name, self.$field.name().to_owned()));
                })*
                if self.ttl != Ttl::default() {
                    differing.push((Ttl::NAME, self.ttl.to_string()));
                }
                differing
            }
        }

        /// Every policy: its name, its lanes and its values, the default first.
        pub const POLICIES: &[PolicyInfo] = &[
            $(PolicyInfo { name: $name, lanes: lanes!($lanes), values: &[$($value),*] },)*
            PolicyInfo { name: Ttl::NAME, lanes: lanes!(cache), values: Ttl::EXAMPLES },
        ];
    };
}

policies! {
    /// When the door publishes the signal of a write.
    Publish publish "publish" all {
        /// After the transaction has committed.
        #[default]
        AfterCommit "after-commit",
        /// Before the transaction is sent to the store.
        BeforeCommit "before-commit",
        /// After the commit, but not for a write that created the row.
        NeverOnCreate "never-on-create",
        /// After the commit, but not for a write that updated the row.
        NeverOnUpdate "never-on-update",
        /// After the commit, but not for a delete.
        NeverOnDelete "never-on-delete",
        /// After the commit, but neither for a write that created the row nor for one that updated it.
        NeverOnPut "never-on-put",
        /// Never.
        Never "never",
    }
    /// What a receiver does with a signal that carries its own node id.
    Loopback loopback "loopback" all {
        /// It drops the signal.
        #[default]
        DropOwn "drop-own",
        /// It follows the signal like any other.
        AcceptOwn "accept-own",
    }
    /// In which order a booting replica subscribes and lists.
    Boot boot "boot" all {
        /// The subscription is acknowledged before the listing begins.
        #[default]
        SubscribeThenList "subscribe-then-list",
        /// The listing has ended before the subscription begins.
        ListThenSubscribe "list-then-subscribe",
    }
    /// How a booting or reloading replica follows what it listed.
    Rehydrate rehydrate "rehydrate" queued {
        /// By a convergence in the queue of each address, which reads the row again.
        #[default]
        ThroughQueue "through-queue",
        /// By installing what the listing held, outside the queue.
        FromListing "from-listing",
    }
    /// What becomes of a convergence while another of the same address is under way.
    Queue queue "queue" queued {
        /// It waits for its turn.
        #[default]
        Serial "serial",
        /// It is merged into the one follow-up that waits, if one does.
        Coalesce "coalesce",
        /// It is dropped.
        DropIfBusy "drop-if-busy",
        /// It runs beside the other.
        Concurrent "concurrent",
    }
    /// Whether the result of a convergence may be stored over what is in force.
    Install install "install" queued {
        /// Always.
        #[default]
        Always "always",
        /// Unless what is in force comes from a read that began later.
        LatestRead "latest-read",
        /// Unless what is in force has a higher revision, a tombstone's included.
        Version "version",
        /// Unless what is in force was written at a later time by the clock of its writer.
        Clock "clock",
    }
    /// How the writer's own registry follows its write.
    OwnWrite own_write "own-write" queued {
        /// By a convergence in the queue of the address, like everyone's.
        #[default]
        ThroughQueue "through-queue",
        /// After the commit, by installing the record in the door's hand, outside the queue.
        InHand "in-hand",
        /// The same, before the commit.
        InHandBeforeCommit "in-hand-before-commit",
    }
    /// Where convergences and listings read.
    ReadFrom read_from "read-from" all {
        /// In the store itself.
        #[default]
        Primary "primary",
        /// In a copy that lags behind.
        Replica "replica",
    }
    /// What a convergence, or a listing, makes of a read that failed.
    ReadError read_error "read-error" all {
        /// It leaves everything as it is.
        #[default]
        Keep "keep",
        /// It reads again, up to three times, before it leaves everything as it is.
        Retry "retry",
        /// It takes the row, or all rows, for absent.
        TreatAsGone "treat-as-gone",
    }
    /// In which order a changed row's instance is replaced.
    Rebuild rebuild "rebuild" queued {
        /// The new one is built, and the old one closed once it has been replaced.
        #[default]
        BuildThenSwap "build-then-swap",
        /// The old one is closed, and then the new one built.
        CloseThenBuild "close-then-build",
    }
    /// What becomes of an instance whose row has the same signature as before.
    Unchanged unchanged "unchanged" queued {
        /// It stays.
        #[default]
        KeepInstance "keep-instance",
        /// It is built anew.
        AlwaysRebuild "always-rebuild",
    }
    /// Whether a row that is created under the name of a deleted one is another row.
    Recreate recreate "recreate" queued {
        /// It is: its signature tells, and revisions are never used again.
        #[default]
        NewIncarnation "new-incarnation",
        /// It is not: the signature leaves the incarnation out, and revisions count from 1 for each row.
        SameNameSameRow "same-name-same-row",
    }
    /// Whether a read of the cache may store what it found.
    Fill fill "fill" cache {
        /// Unless the entry was invalidated, or filled by another read, since the read began.
        #[default]
        Fenced "fenced",
        /// Always.
        Unfenced "unfenced",
    }
    /// By what the door decides whether the row of a request exists.
    DoorReads door_reads "door-reads" all {
        /// By the store, in the transaction of the write.
        #[default]
        Store "store",
        /// By the own registry, before anything is sent.
        Registry "registry",
    }
}

/// A policy as users name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PolicyInfo {
    /// The name in `[policy]` and `--policy`.
    pub name: &'static str,
    /// The lanes that have it.
    pub lanes: &'static [Lane],
    /// The values, the default first. Of `ttl`, which takes any duration, an example.
    pub values: &'static [&'static str],
}

impl PolicyInfo {
    /// The policies that any of the lanes has.
    pub fn of(lanes: &[Lane]) -> impl Iterator<Item = &'static Self> {
        POLICIES.iter().filter(move |policy| policy.is_of(lanes))
    }

    /// The policy `name` of the lanes.
    ///
    /// # Errors
    /// If there is no such policy, or only on other lanes.
    pub fn find(lanes: &[Lane], name: &str) -> Result<&'static Self, PolicyError> {
        let known = POLICIES.iter().find(|policy| policy.name == name);
        match known {
            None => Err(PolicyError::Unknown { policy: name.to_owned() }),
            Some(policy) if policy.is_of(lanes) => Ok(policy),
            Some(policy) => Err(PolicyError::NotOfLane { policy: policy.name, lanes: lanes.to_vec() }),
        }
    }

    /// Whether any of the lanes has it.
    pub fn is_of(&self, lanes: &[Lane]) -> bool {
        self.lanes.iter().any(|lane| lanes.contains(lane))
    }

    fn unknown(&self, value: &str) -> PolicyError {
        PolicyError::UnknownValue { policy: self.name, value: value.to_owned(), known: self.values }
    }
}

/// Why a policy cannot be set.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum PolicyError {
    /// No lane has a policy of that name.
    #[error("unknown policy `{policy}`")]
    Unknown {
        /// What was named.
        policy: String,
    },
    /// The policy belongs to other lanes.
    #[error("the {} {} no policy `{policy}`", named(lanes), if lanes.len() == 1 { "lane has" } else { "lanes have" })]
    NotOfLane {
        /// The policy.
        policy: &'static str,
        /// The lanes that lack it.
        lanes: Vec<Lane>,
    },
    /// The policy has no such value.
    #[error("policy `{policy}` has no value `{value}`")]
    UnknownValue {
        /// The policy.
        policy: &'static str,
        /// What was given.
        value: String,
        /// The values it has, the default first.
        known: &'static [&'static str],
    },
}

fn named(lanes: &[Lane]) -> String {
    lanes.iter().map(|lane| lane.name()).collect::<Vec<_>>().join(" and ")
}
