//! Clauses for what the world does and suffers: lives, links, faults, steps.

use super::describer::{Description, EventDescriber};
use super::glyph::Glyph;
use crate::history::{FaultId, NodeNameId, Port};
use crate::names::RequestId;

impl EventDescriber<'_> {
    pub(super) fn boot_began(&self, request: RequestId) -> Description {
        (Glyph::Life, format!("boots ({})", self.request(request)))
    }

    pub(super) fn reloading(&self, request: RequestId) -> Description {
        (Glyph::Life, format!("is told to reload ({})", self.request(request)))
    }

    pub(super) fn shut_down_began(&self, request: RequestId) -> Description {
        (Glyph::Life, format!("is told to shut down ({})", self.request(request)))
    }

    pub(super) fn node_id_set(&self, node: NodeNameId) -> Description {
        let ids = &self.history.header.node_ids;
        let id = ids.get(usize::from(node.0)).map_or("?", String::as_str);
        (Glyph::Life, format!("is told to attach as `{id}`"))
    }

    pub(super) fn triggered(&self, request: RequestId) -> Description {
        (Glyph::Life, format!("the event of {} has come", self.request(request)))
    }

    pub(super) fn fault(&self, fault: FaultId) -> Description {
        let faults = &self.history.header.faults;
        let fault = faults.get(usize::from(fault.0)).map_or("?", String::as_str);
        (Glyph::Fault, format!("armed: {fault}"))
    }
}

/// A step in a replica's life that needs no more words.
pub(super) fn life(clause: &str) -> Description {
    (Glyph::Life, clause.to_owned())
}

pub(super) fn cut(noticed: bool) -> Description {
    let reaction = if noticed { "notices" } else { "does not notice" };
    (Glyph::Fault, format!("is cut off from the bus, and {reaction}"))
}

pub(super) fn answers_late(port: Port) -> Description {
    let call = match port {
        Port::Write => "write",
        Port::Read => "read",
        Port::List => "listing",
        Port::Open => "build",
    };
    (Glyph::Fault, format!("the answer to the {call} comes after its time-out"))
}
