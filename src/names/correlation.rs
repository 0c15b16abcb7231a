//! Correlation ids: what links a port call to the thing that made it necessary.
//!
//! As in a production system the id travels beside the payload (on bus envelopes, in store and upstream
//! calls) and never inside it. It is what lets a history tell which signal caused which read.

/// The identity of something asked from outside: a request at a door, a reload, a boot.
///
/// It is made from *what it is about* (a step's id), never from its position, so that removing another
/// request renames nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RequestId(pub u64);

impl RequestId {
    /// The identity of something that `work` gives rise to: a function of the work and of whom it concerns, never of
    /// a position.
    #[must_use]
    pub fn derived(work: Work, whom: &str) -> Self {
        let (kind, copy) = work.kind();
        let mut hasher = blake3::Hasher::new();
        hasher.update(&work.request().0.to_le_bytes()).update(&[kind, copy]).update(whom.as_bytes());
        Self(super::short_hash(hasher.finalize().as_bytes()).max(1))
    }
}

/// What a piece of work on a replica is done for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Work {
    /// A write through this replica's own door: its transaction, its signal, its own convergence.
    Write(RequestId),
    /// One delivery of the signal that `write` published; `copy` counts duplicates from 0.
    Signal {
        /// The write whose signal it is.
        write: RequestId,
        /// Which copy of it, from 0.
        copy: u8,
    },
    /// The boot of the present life, asked for by this request.
    Boot(RequestId),
    /// The reload that follows a late attach.
    Attach(RequestId),
    /// A reload asked for by an operator.
    Reload(RequestId),
    /// A read of the cache that a client asked for.
    Read(RequestId),
    /// A read of the cache by a local watcher that was woken; the id is derived from the watcher and from what woke
    /// it.
    Watch(RequestId),
    /// A retry of a connector that its upstream could not be reached for; the id is derived from the connector and
    /// from the convergence that armed it.
    Retry(RequestId),
}

impl Work {
    /// The number of its kind and of its copy: what tells apart two works of one request. Keys and derived ids are
    /// made of it, so a number that is given never changes.
    pub fn kind(self) -> (u8, u8) {
        match self {
            Self::Write(_) => (0, 0),
            Self::Signal { copy, .. } => (1, copy),
            Self::Boot(_) => (2, 0),
            Self::Attach(_) => (3, 0),
            Self::Reload(_) => (4, 0),
            Self::Read(_) => (5, 0),
            Self::Watch(_) => (6, 0),
            Self::Retry(_) => (7, 0),
        }
    }

    /// The request that this work goes back to.
    pub fn request(self) -> RequestId {
        match self {
            Self::Write(id)
            | Self::Boot(id)
            | Self::Attach(id)
            | Self::Reload(id)
            | Self::Read(id)
            | Self::Watch(id)
            | Self::Retry(id) => id,
            Self::Signal { write, .. } => write,
        }
    }
}

/// The correlation id of a port call: the work it belongs to and which attempt of it this is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Correlation {
    /// What the call is made for.
    pub work: Work,
    /// Which attempt of that call, from 0.
    pub attempt: u16,
}

impl Correlation {
    /// The first attempt of a call for `work`.
    pub fn of(work: Work) -> Self {
        Self { work, attempt: 0 }
    }
}
