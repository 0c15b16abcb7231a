//! Policies: each decision of the family that a real system can take otherwise.
//!
//! They are enums of the production code, not test hooks. The first value of each is the default; the
//! others are ablations, and what a user sets to model their own system.

use strum::{EnumString, IntoStaticStr, VariantNames};
use thiserror::Error;

use super::{Lane, Ttl};

/// The lanes that a policy belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PolicyLanes {
    /// All of them.
    All,
    /// Those with a queue of convergences.
    Queued,
    /// Those that are a cache.
    Cache,
}

impl PolicyLanes {
    /// Whether a lane is one of them.
    pub fn contain(self, lane: Lane) -> bool {
        match self {
            Self::All => true,
            Self::Queued => !lane.is_cache(),
            Self::Cache => lane.is_cache(),
        }
    }
}

macro_rules! policies {
    ($($(#[$about:meta])* $policy:ident $field:ident $name:literal $lanes:ident {
        $($(#[$doc:meta])* $variant:ident,)*
    })*) => {
        $(
            $(#[$about])*
            #[derive(
                Clone, Copy, Debug, Default, EnumString, Eq, Hash, IntoStaticStr, Ord, PartialEq, PartialOrd, VariantNames,
            )]
            #[strum(serialize_all = "kebab-case")]
            pub enum $policy { $($(#[$doc])* $variant,)* }

            impl $policy {
                /// The value's name in scenario files and on the command line.
                pub fn name(self) -> &'static str {
                    self.into()
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
                        self.$field = value.parse().map_err(|_| info.unknown(value))?;
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
            $(PolicyInfo { name: $name, lanes: PolicyLanes::$lanes, values: $policy::VARIANTS },)*
            PolicyInfo { name: Ttl::NAME, lanes: PolicyLanes::Cache, values: Ttl::EXAMPLES },
        ];
    };
}

policies! {
    /// When the door publishes the signal of a write.
    Publish publish "publish" All {
        /// After the transaction has committed.
        #[default]
        AfterCommit,
        /// Before the transaction is sent to the store.
        BeforeCommit,
        /// After the commit, but not for a write that created the row.
        NeverOnCreate,
        /// After the commit, but not for a write that updated the row.
        NeverOnUpdate,
        /// After the commit, but not for a delete.
        NeverOnDelete,
        /// After the commit, but neither for a write that created the row nor for one that updated it.
        NeverOnPut,
        /// Never.
        Never,
    }
    /// What a receiver does with a signal that carries its own node id.
    Loopback loopback "loopback" All {
        /// It drops the signal.
        #[default]
        DropOwn,
        /// It follows the signal like any other.
        AcceptOwn,
    }
    /// In which order a booting replica subscribes and lists.
    Boot boot "boot" All {
        /// The subscription is acknowledged before the listing begins.
        #[default]
        SubscribeThenList,
        /// The listing has ended before the subscription begins.
        ListThenSubscribe,
    }
    /// How a booting or reloading replica follows what it listed.
    Rehydrate rehydrate "rehydrate" Queued {
        /// By a convergence in the queue of each address, which reads the row again.
        #[default]
        ThroughQueue,
        /// By installing what the listing held, outside the queue.
        FromListing,
    }
    /// What becomes of a convergence while another of the same address is under way.
    Queue queue "queue" Queued {
        /// It waits for its turn.
        #[default]
        Serial,
        /// It is merged into the one follow-up that waits, if one does.
        Coalesce,
        /// It is dropped.
        DropIfBusy,
        /// It runs beside the other.
        Concurrent,
    }
    /// Whether the result of a convergence may be stored over what is in force.
    Install install "install" Queued {
        /// Always.
        #[default]
        Always,
        /// Unless what is in force comes from a read that began later.
        LatestRead,
        /// Unless what is in force has a higher revision, a tombstone's included.
        Version,
        /// Unless what is in force was written at a later time by the clock of its writer.
        Clock,
    }
    /// How the writer's own registry follows its write.
    OwnWrite own_write "own-write" Queued {
        /// By a convergence in the queue of the address, like everyone's.
        #[default]
        ThroughQueue,
        /// After the commit, by installing the record in the door's hand, outside the queue.
        InHand,
        /// The same, before the commit.
        InHandBeforeCommit,
    }
    /// Where convergences and listings read.
    ReadFrom read_from "read-from" All {
        /// In the store itself.
        #[default]
        Primary,
        /// In a copy that lags behind.
        Replica,
    }
    /// What a convergence, or a listing, makes of a read that failed.
    ReadError read_error "read-error" All {
        /// It leaves everything as it is.
        #[default]
        Keep,
        /// It reads again, up to three times, before it leaves everything as it is.
        Retry,
        /// It takes the row, or all rows, for absent.
        TreatAsGone,
    }
    /// In which order a changed row's instance is replaced.
    Rebuild rebuild "rebuild" Queued {
        /// The new one is built, and the old one closed once it has been replaced.
        #[default]
        BuildThenSwap,
        /// The old one is closed, and then the new one built.
        CloseThenBuild,
    }
    /// What becomes of an instance whose row has the same signature as before.
    Unchanged unchanged "unchanged" Queued {
        /// It stays.
        #[default]
        KeepInstance,
        /// It is built anew.
        AlwaysRebuild,
    }
    /// Whether a row that is created under the name of a deleted one is another row.
    Recreate recreate "recreate" Queued {
        /// It is: its signature tells, and revisions are never used again.
        #[default]
        NewIncarnation,
        /// It is not: the signature leaves the incarnation out, and revisions count from 1 for each row.
        SameNameSameRow,
    }
    /// Whether a read of the cache may store what it found.
    Fill fill "fill" Cache {
        /// Unless the entry was invalidated, or filled by another read, since the read began.
        #[default]
        Fenced,
        /// Always.
        Unfenced,
    }
    /// By what the door decides whether the row of a request exists.
    DoorReads door_reads "door-reads" All {
        /// By the store, in the transaction of the write.
        #[default]
        Store,
        /// By the own registry, before anything is sent.
        Registry,
    }
}

/// A policy as users name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PolicyInfo {
    /// The name in `[policy]` and `--policy`.
    pub name: &'static str,
    /// The lanes that have it.
    pub lanes: PolicyLanes,
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
        lanes.iter().any(|lane| self.lanes.contain(*lane))
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
