//! Clauses for what crossed the upstream's port, and for changes of an upstream.

use super::describer::{Description, EventDescriber};
use super::glyph::Glyph;
use crate::history::BuildFailure;
use crate::names::{AddressId, InstanceId};

impl EventDescriber<'_> {
    pub(super) fn open_began(&self, address: AddressId) -> Description {
        (Glyph::Registry, format!("builds {}", self.name(address)))
    }

    pub(super) fn opened(&self, instance: InstanceId) -> Description {
        (Glyph::Registry, format!("the upstream opens {}", self.instance(instance)))
    }

    pub(super) fn open_failed(&self, address: AddressId, why: BuildFailure) -> Description {
        let why = match why {
            BuildFailure::Refused => "the credential is refused",
            BuildFailure::Unreachable => "the upstream is unreachable",
            BuildFailure::Failed => "the build fails",
        };
        (Glyph::Fault, format!("cannot build {}: {why}", self.name(address)))
    }

    pub(super) fn close_began(&self, instance: InstanceId) -> Description {
        (Glyph::Registry, format!("closes {}", self.instance(instance)))
    }

    pub(super) fn closed(&self, instance: InstanceId) -> Description {
        (Glyph::Registry, format!("the upstream closes {}", self.instance(instance)))
    }

    pub(super) fn upstream_set(&self, address: AddressId, reachable: bool) -> Description {
        let name = self.name(address);
        if reachable {
            (Glyph::Life, format!("the upstream of {name} is reachable"))
        } else {
            (Glyph::Fault, format!("the upstream of {name} is unreachable"))
        }
    }

    pub(super) fn accepts_set(&self, address: AddressId) -> Description {
        (Glyph::Life, format!("the upstream of {} accepts other credentials", self.name(address)))
    }
}
