//! What a subscription brings.

/// What an inbox yields.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Arrival<M> {
    /// A message.
    Message {
        /// What was published, damaged or not.
        message: M,
        /// Which copy of it this is, from 0.
        copy: u8,
    },
    /// The connection works again after a cut that was noticed. What was published meanwhile is lost.
    Reconnected,
    /// The inbox was full. At least one message was lost at this point of the order.
    Overflowed,
}
