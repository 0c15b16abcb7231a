//! The kinds of bus, and of cuts.

/// What kind of bus it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct BusConfig {
    /// Whether messages can overtake one another.
    pub order: Order,
    /// How many messages an inbox holds that were not yet taken; `None` for no bound.
    pub capacity: Option<usize>,
}

/// Whether a node may receive messages in another order than that in which they were published.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Order {
    /// Each message arrives after its own delay.
    #[default]
    Any,
    /// One connection to each node. A message arrives at least a microsecond after the one before it.
    Fifo,
}

/// Whether a node learns that it was cut off.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Notice {
    /// Its inboxes get [`Arrival::Reconnected`](super::Arrival::Reconnected) when the cut heals.
    Noticed,
    /// It never learns of the cut.
    Unnoticed,
}
