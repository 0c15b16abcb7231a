//! The ports of one life of one replica. The world, the store and the bus behind them are those of the run.

use std::rc::Rc;

use reconverge_sim::{Life, NodeId};

use crate::family::ports::Host;
use crate::history::EventKind;
use crate::model::ClusterSpec;
use crate::names::{LifeId, ReplicaId};
use crate::stage::environment::Environment;
use crate::stage::keys;

/// The surroundings of one life of one replica.
#[derive(Clone)]
pub struct SimHost {
    pub(super) environment: Rc<Environment>,
    pub(super) replica: ReplicaId,
    pub(super) life: Life,
}

impl SimHost {
    /// The surroundings of the present life of a replica.
    pub(in crate::stage) fn new(environment: &Rc<Environment>, replica: ReplicaId) -> Self {
        let life = environment.world.life(keys::node(replica));
        Self { environment: Rc::clone(environment), replica, life }
    }

    /// Which replica this is.
    pub fn replica(&self) -> ReplicaId {
        self.replica
    }

    pub(super) fn node(&self) -> NodeId {
        keys::node(self.replica)
    }

    /// Records an event of this life. The life may be over by now, and the event still belongs to it.
    pub(super) fn record(&self, kind: EventKind) {
        self.environment.record_in(self.replica, LifeId(self.life.0), kind);
    }
}

impl Host for SimHost {
    type Store = Self;
    type Bus = Self;
    type Upstream = Self;
    type Journal = Self;
    type Runtime = Self;

    fn store(&self) -> &Self {
        self
    }

    fn bus(&self) -> Option<&Self> {
        let spec = &self.environment.compiled.scenario.replicas[usize::from(self.replica.0)];
        (spec.cluster != ClusterSpec::None).then_some(self)
    }

    fn upstream(&self) -> &Self {
        self
    }

    fn journal(&self) -> &Self {
        self
    }

    fn runtime(&self) -> &Self {
        self
    }
}
