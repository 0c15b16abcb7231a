//! Where each replica is in its life while the events pass by.

use crate::history::{Event, EventKind};
use crate::names::{LifeId, ReplicaId};

/// The replicas, each at one moment of the run.
pub struct Lives(Vec<Life>);

#[derive(Clone, Copy, Default)]
struct Life {
    id: LifeId,
    is_up: bool,
    is_booting: bool,
    is_paused: bool,
}

impl Lives {
    /// Nobody has booted.
    pub fn of(replicas: usize) -> Self {
        Self(vec![Life::default(); replicas])
    }

    /// Takes note of an event, if it is about a life.
    pub fn note(&mut self, event: &Event) {
        let Some(life) = self.0.get_mut(usize::from(event.replica.0)) else { return };
        match event.kind {
            EventKind::BootBegan { .. } => {
                *life = Life { id: event.life, is_up: true, is_booting: true, is_paused: false };
            }
            EventKind::Serving => life.is_booting = false,
            EventKind::Crashed | EventKind::ShutDown => (life.is_up, life.is_booting) = (false, false),
            EventKind::Paused => life.is_paused = true,
            EventKind::Resumed => life.is_paused = false,
            _ => {}
        }
    }

    /// Whether any replica is booting.
    pub fn is_any_booting(&self) -> bool {
        self.0.iter().any(|life| life.is_booting)
    }

    /// Whether a replica stands still.
    pub fn is_paused(&self, replica: ReplicaId) -> bool {
        self.0.get(usize::from(replica.0)).is_some_and(|life| life.is_paused)
    }

    /// Whether a life of a replica is over. Who is no replica has none.
    pub fn is_over(&self, replica: ReplicaId, id: LifeId) -> bool {
        self.0.get(usize::from(replica.0)).is_some_and(|life| life.id != id || !life.is_up)
    }
}
