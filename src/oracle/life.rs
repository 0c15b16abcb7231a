//! The present life of each replica, as it stands at the end of the run.

use crate::history::{Event, EventKind};
use crate::names::LifeId;

/// The last life of a replica that the history shows. Positions are indices of events.
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
    /// Whether it stands still.
    pub paused: bool,
}

impl Life {
    /// Whether the replica is up at the end, booted or not.
    pub fn is_up(&self) -> bool {
        self.id != LifeId::default() && self.ended.is_none()
    }

    /// Whether the replica is judged: up, booted and not paused.
    pub fn is_judged(&self) -> bool {
        self.is_up() && self.serving.is_some() && !self.paused
    }

    /// Takes note of an event of this replica.
    pub fn note(&mut self, at: usize, event: &Event) {
        match event.kind {
            EventKind::BootBegan { .. } => *self = Self { id: event.life, began: at, ..Self::default() },
            EventKind::Serving => self.serving = Some(at),
            EventKind::Crashed | EventKind::ShutDown => self.ended = Some(at),
            EventKind::Paused => self.paused = true,
            EventKind::Resumed => self.paused = false,
            _ => {}
        }
    }
}
