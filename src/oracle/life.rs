//! The lives of replicas: the present life of each, as far as the events have been read.

use crate::history::Event;
use crate::names::{LifeId, ReplicaId};

/// The last life of a replica that the events have shown. Positions are indices of events.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Life {
    /// Which one; 0 if the replica never booted.
    pub id: LifeId,
    /// When it began.
    pub began: usize,
    /// When the replica began to serve.
    pub serving: Option<usize>,
    /// When it crashed or was shut down.
    pub ended: Option<usize>,
    pub is_paused: bool,
}

impl Life {
    /// Whether the replica is up, booted or not.
    pub fn is_up(&self) -> bool {
        self.id != LifeId::default() && self.ended.is_none()
    }

    /// Whether the replica is judged: up, booted and not paused.
    pub fn is_judged(&self) -> bool {
        self.is_up() && self.serving.is_some() && !self.is_paused
    }

    fn is_booting(&self) -> bool {
        self.is_up() && self.serving.is_none()
    }
}

/// The present life of each replica, by [`ReplicaId`].
pub struct Lives(Vec<Life>);

impl Lives {
    /// No replica has booted yet.
    pub fn of(replicas: usize) -> Self {
        Self(vec![Life::default(); replicas])
    }

    /// How many replicas there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// The life of each replica, in order.
    pub fn iter(&self) -> impl Iterator<Item = (ReplicaId, &Life)> {
        (0..).map(ReplicaId).zip(&self.0)
    }

    /// The life of a replica; one that never booted for an id that is no replica's.
    pub fn present(&self, replica: ReplicaId) -> Life {
        self.0.get(usize::from(replica.0)).copied().unwrap_or_default()
    }

    /// Whether any replica is booting.
    pub fn is_any_booting(&self) -> bool {
        self.0.iter().any(Life::is_booting)
    }

    /// Whether this life of a replica is over.
    pub fn is_over(&self, replica: ReplicaId, id: LifeId) -> bool {
        self.0.get(usize::from(replica.0)).is_some_and(|life| life.id != id || !life.is_up())
    }

    /// A boot begins by the event at this position.
    pub fn begin(&mut self, at: usize, event: &Event) {
        self.change(event, |life| *life = Life { id: event.life, began: at, ..Life::default() });
    }

    /// A replica begins to serve by the event at this position.
    pub fn serve(&mut self, at: usize, event: &Event) {
        self.change(event, |life| life.serving = Some(at));
    }

    /// A life ends by the event at this position.
    pub fn end(&mut self, at: usize, event: &Event) {
        self.change(event, |life| life.ended = Some(at));
    }

    /// A replica is paused or resumed.
    pub fn set_paused(&mut self, event: &Event, is_paused: bool) {
        self.change(event, |life| life.is_paused = is_paused);
    }

    fn change(&mut self, event: &Event, change: impl FnOnce(&mut Life)) {
        if let Some(life) = self.0.get_mut(usize::from(event.replica.0)) {
            change(life);
        }
    }
}
