//! A message of the family on the simulated bus, and what a corrupt or a mis-addressed copy of it looks like.

use std::rc::Rc;

use reconverge_sim::Stream;
use reconverge_sim::bus::Message;

use crate::family::ports::Envelope;
use crate::family::signal;
use crate::names::Address;

/// An envelope on its way through the bus.
#[derive(Clone, Debug)]
pub struct BusMessage {
    pub envelope: Rc<Envelope>,
    /// The name that a mis-addressed copy carries; without one, a name that no row has.
    pub wrong_name: Option<Rc<str>>,
}

impl Message for BusMessage {
    /// Cuts the payload short, as a broken frame or another encoding would.
    fn corrupted(&self, stream: &mut Stream) -> Self {
        let text = &self.envelope.payload;
        // A payload is text, so it is cut between two characters.
        let mut end = usize::try_from(stream.below(text.len().max(1) as u64)).unwrap_or(0);
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        self.with_payload(text[..end].into())
    }

    fn misaddressed(&self, _: &mut Stream) -> Self {
        let address = signal::named(self.envelope.lane, &self.envelope.payload);
        let Some(address) = address else { return self.clone() };
        let invented = || format!("{}_", address.as_str());
        let name = self.wrong_name.as_deref().map_or_else(invented, ToOwned::to_owned);
        self.with_payload(signal::renamed(&self.envelope.payload, &Address::new(address.space(), &name)))
    }
}

impl BusMessage {
    fn with_payload(&self, payload: Rc<str>) -> Self {
        let envelope = Envelope { payload, ..(*self.envelope).clone() };
        Self { envelope: Rc::new(envelope), wrong_name: self.wrong_name.clone() }
    }
}
