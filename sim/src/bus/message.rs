//! What goes over a bus, and on which channel.

use crate::stream::Stream;

/// A message of a bus, and how it can be damaged.
pub trait Message: Clone + 'static {
    /// The message as garbage. What the garbage is, is drawn from the stream.
    #[must_use]
    fn corrupted(&self, stream: &mut Stream) -> Self;

    /// The message with another address in it than the one that it was sent with, drawn from the stream.
    #[must_use]
    fn misaddressed(&self, stream: &mut Stream) -> Self;
}

/// A channel of a bus.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Channel(pub u16);
