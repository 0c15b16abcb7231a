//! Faults of a whole replica that a step or a workload causes and ends: a pause, a cut link to the bus.
//!
//! Crashes and boots are lives of a replica, and stand in `cluster`. Each of these does nothing, and records nothing,
//! where it would change nothing; only a cut may be repeated, because the second can differ in whether it is noticed.

use reconverge_sim::bus::Notice;

use super::cluster::Cluster;
use super::keys;
use super::system_under_test::SystemUnderTest;
use crate::history::EventKind;
use crate::names::ReplicaId;

impl<S: SystemUnderTest> Cluster<S> {
    /// Stops polling a replica that is up. What arrives for it meanwhile piles up.
    pub fn pause(&self, replica: ReplicaId) {
        let world = &self.environment.world;
        if world.is_up(keys::node(replica)) && !world.is_paused(keys::node(replica)) {
            world.pause(keys::node(replica));
            self.environment.record(replica, EventKind::Paused);
            // A paused replica does not hinder quiet, however busy it is.
            self.wake_quiet_waiters();
        }
    }

    pub fn resume(&self, replica: ReplicaId) {
        let world = &self.environment.world;
        if world.is_paused(keys::node(replica)) {
            self.environment.record(replica, EventKind::Resumed);
            world.resume(keys::node(replica));
        }
    }

    pub fn cut_link(&self, replica: ReplicaId, noticed: bool) {
        let notice = if noticed { Notice::Noticed } else { Notice::Unnoticed };
        self.environment.bus.cut(keys::node(replica), notice);
        self.environment.record(replica, EventKind::Cut { noticed });
    }

    pub fn restore_link(&self, replica: ReplicaId) {
        let bus = &self.environment.bus;
        if bus.is_cut(keys::node(replica)) {
            // Recorded first: with the link whole, a replica that noticed the cut reconnects at once.
            self.environment.record(replica, EventKind::Healed);
            bus.heal(keys::node(replica));
        }
    }
}
